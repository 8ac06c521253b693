"""How the settings of a game are shown, and the figures to aim at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from certify.present.document import Band, Bullets, Column, Element, Row, Table, Text
from certify.present.facts import identification
from certify.present.markup import plain
from certify.studies.whatif.parameters_result import (
    FigureListing,
    ParametersResult,
    SettingListing,
    WagerListing,
)
from certify.studies.whatif.sensitivity_view import unit_text, value

BETWEEN = (
    "There is no figure to aim at: this game is played between its players, so no wager has a"
    " return. What a setting does to it `certify fairness {game} --set NAME=VALUE` tells: which"
    " seat is favoured, what going first is worth, what skill decides, how long a game lasts,"
    " and which rules are used."
)
OF_A_SPEC = (
    "What a setting does to every wager `certify whatif {game} --set NAME=VALUE` tells, and which"
    " value brings a figure `certify whatif {game} --solve NAME --target WAGER.edge=2%`. Figures of"
    " a wager are edge, rtp, element_of_risk, average_wagered, sd, hit_frequency and more, by the"
    " names in `certify rtp {game} --json`."
)
WITHOUT_EFFECT = (
    "* The exact analysis does not take it, so no figure below depends on it; games that are played"
    " or simulated do."
)
AIMED_AT = (
    "A value is written such as 94%, 2.5% or 0.94. A figure alone, such as edge or rtp, is that"
    " of the main wager without the payment or with it, whichever the setting moves; where the"
    " payout of a Bonus wager is solved for, it is the wager's own. Bonus wagers and insurance"
    " have an edge too, such as bonus.2.edge."
)


def parameters_view(
    result: ParametersResult, game: str, *, everything: bool = False
) -> Iterator[Element]:
    """Yield what can be set in a game, and which figures there are to aim at.

    `game`: as it was named; `everything`: whether every figure is listed, not only those that
    people quote.
    """
    yield from identification(result)
    if result.settings:
        yield from _settings(result.settings)
    else:
        yield Text("Nothing can be set in this game.")
    if result.wagers:
        yield _wagers(result.wagers)
    if not result.figures and not result.settings:
        return
    if not result.figures:
        told = OF_A_SPEC if result.kind == "banked" else BETWEEN
        yield Text(plain(told.format(game=game)))
        return
    shown = [figure for figure in result.figures if everything or figure.is_quoted]
    missing = f" There are no values yet: `certify rtp {game}` works them out, and keeps them."
    yield _figures(shown, AIMED_AT + ("" if result.values_are_kept else missing))
    if not everything:
        more = f"--all lists {len(result.figures) - len(shown)} more"
        yield Text(f"{more}; --json has the places of all in `certify rtp --json`.")


def _settings(settings: Sequence[SettingListing]) -> Iterator[Element]:
    """Yield the settings with their values, and what choices mean."""
    marked = any(setting.moves_figures is False for setting in settings)
    yield Table.of(
        "What can be set: --set NAME=VALUE",
        [
            Column("Name", 1.0, "mono", _marked),
            Column("Values", 3.0, value=_values),
            Column("Now", value=lambda setting: setting.now),
            Column("Rests on", value=lambda setting: ", ".join(setting.cites)),
        ],
        settings,
        WITHOUT_EFFECT if marked else "",
    )
    meanings = [
        plain(f"{setting.name} = {choice}: {meaning}")
        for setting in settings
        if setting.kind == "choice"
        for choice, meaning in setting.choices.items()
    ]
    if meanings:
        yield Text("Choices", "lead")
        yield Bullets(tuple(meanings))


def _marked(setting: SettingListing) -> str:
    return setting.name + (" *" if setting.moves_figures is False else "")


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


def _wagers(wagers: Sequence[WagerListing]) -> Table:
    return Table.of(
        "Wagers: --wagers NAME,NAME",
        [
            Column("Name", 1.0, "mono", lambda wager: wager.name),
            Column("Wager", 2.0, value=lambda wager: wager.title),
            Column("Made", 1.0, value=_when_made),
        ],
        wagers,
    )


def _when_made(wager: WagerListing) -> str:
    beside = f"with {wager.follows}" if wager.follows else ""
    if wager.optional:
        return f"if it is named, {beside}" if beside else "if it is named"
    return beside or "always"


def _figures(figures: Sequence[FigureListing], note: str) -> Table:
    rows: list[Row] = []
    for wager, group in groupby(figures, key=lambda each: each.wager):
        rows.append(Band(plain(wager)))
        for figure in group:
            named = plain(f"{figure.figure}, {unit_text(figure)}")
            rows.append((plain(figure.name), named, value(figure.value, is_rate=figure.is_rate)))
    return Table(
        [Column("Name", 1.0, "mono"), Column("Figure", 2.0), Column("Now", 1.0, "number")],
        rows,
        "Figures to aim at: --target NAME=VALUE",
        plain(note),
        is_numbered=True,
    )
