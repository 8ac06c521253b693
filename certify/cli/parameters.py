"""``certify parameters``: what can be set in a game, and the figures to aim at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from certify.cli.display import identification, show, table, titled
from certify.cli.options import game_argument, json_option, set_option
from certify.cli.output import print_json
from certify.cli.questions import QUESTIONS, answers
from certify.cli.study_context import context_for
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.present.paragraphs import paragraphs
from certify.present.quantity import NONE
from certify.studies.whatif.listing import parameters_study
from certify.studies.whatif.parameters_result import FigureListing, ParametersResult, SettingListing
from certify.studies.whatif.sensitivity_view import unit_text, value

BETWEEN = (
    "There is no figure to aim at: this game is played between its players, so no wager has a"
    " return. What a setting does to it `certify fairness {game} --set NAME=VALUE` tells: which"
    " seat is favoured, what going first is worth, what skill decides, how long a game lasts,"
    " and which rules are used."
)
WITHOUT_EFFECT = (
    "* The exact analysis does not take it, so no figure below depends on it; games that are played"
    " or simulated do."
)


@click.command(
    "parameters",
    epilog=answers(
        (
            "What can be set in a game, and which figures are there to aim at?",
            "certify parameters blackjack-burnout",
        ),
        *QUESTIONS,
    ),
)
@game_argument
@set_option
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="List every figure that can be aimed at, not only those that people quote.",
)
@json_option
def command(game: str, assignments: tuple[str, ...], show_all: bool, as_json: bool) -> None:
    """List what can be set in a game, and the figures to aim at.

    Every name that --set, --sweep and --solve take, with its values, its value now and the clauses
    and rulings on which it rests; and every figure that --target and --figure take.
    """
    loaded = apply_overrides(load_game(game), assignments)
    result = parameters_study(loaded, context_for(lambda *_: None, no_cache=False))
    if as_json:
        print_json(result.to_json())
    else:
        show(*parameters_tables(result, game, show_all=show_all))


def parameters_tables(
    result: ParametersResult, game: str, *, show_all: bool
) -> Iterator[RenderableType]:
    """Yield what `certify parameters` prints.

    Parameters
    ----------
    result : ParametersResult
        Settings and figures.
    game : str
        The game as it was named.
    show_all : bool
        Whether every figure is listed, not only those that people quote.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    yield identification(result)
    if not result.settings:
        yield "Nothing can be set in this game."
    else:
        marked = any(setting.moves_figures is False for setting in result.settings)
        yield titled(
            "What can be set: --set NAME=VALUE",
            _settings(result.settings),
            WITHOUT_EFFECT if marked else "",
        )
        meanings = [
            f"{setting.name} = {value}: {meaning}"
            for setting in result.settings
            if setting.kind == "choice"
            for value, meaning in setting.choices.items()
        ]
        if meanings:
            yield Text(paragraphs("\n".join(["Choices", *meanings]), hanging=2))
    if not result.figures:
        yield BETWEEN.format(game=game)
        return
    shown = [figure for figure in result.figures if show_all or figure.is_quoted]
    yield titled("Figures to aim at: --target NAME=VALUE", _figures(shown), _note(result, game))
    if not show_all:
        number = len(result.figures) - len(shown)
        yield f"--all lists {number} more; --json has the places of all in `certify rtp --json`."


def _settings(settings: Sequence[SettingListing]) -> Table:
    listed = table("Name", "Values", "Now", "Rests on", numbers_from=4)
    listed.columns[0].no_wrap = True
    for setting in settings:
        mark = " *" if setting.moves_figures is False else ""
        listed.add_row(setting.name + mark, _values(setting), setting.now, ", ".join(setting.cites))
    return listed


def _values(setting: SettingListing) -> str:
    """Return what a setting is, and the values that it can have."""
    if setting.same_as and setting.name.endswith(".pays"):
        return f"the same as {setting.same_as}"
    if setting.kind == "boolean":
        values = "true or false"
    elif setting.choices:
        values = ", ".join(setting.choices)
    elif setting.kind == "payout":
        values = f"odds {setting.unit}"
    elif setting.kind == "share":
        values = f"{setting.minimum} to {setting.maximum}, part of the {setting.unit}"
    else:
        values = f"{setting.minimum} to {setting.maximum}"
    return f"{setting.title}: {values}"


def _figures(figures: Sequence[FigureListing]) -> Table:
    listed = table("Name", "Figure", "Now", numbers_from=2)
    listed.columns[0].no_wrap = True
    for wager, group in groupby(figures, key=lambda each: each.wager):
        listed.add_row(wager, "", "")
        for figure in group:
            now = NONE if figure.value is None else value(figure.value, is_rate=figure.is_rate)
            listed.add_row(f"  {figure.name}", f"{figure.figure}, {unit_text(figure)}", now)
    return listed


def _note(result: ParametersResult, game: str) -> str:
    text = (
        "A value is written such as 94%, 2.5% or 0.94. A figure alone, such as edge or rtp, is that"
        " of the main wager without the payment or with it, whichever the setting moves; where the"
        " payout of a Bonus wager is solved for, it is the wager's own. Bonus wagers and insurance"
        " have an edge too, such as bonus.2.edge."
    )
    if not result.values_are_kept:
        text += f" There are no values yet: `certify rtp {game}` works them out, and keeps them."
    return text
