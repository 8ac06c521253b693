"""``certify check``: whether a spec is sound."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.table import Table
from rich.text import Text

from certify.cli.assumed import assumed_lines
from certify.cli.display import hashes, show, table
from certify.cli.exits import end_unless
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    seed_option,
    set_option,
)
from certify.cli.output import print_json
from certify.cli.progress import working
from certify.cli.recording import record
from certify.cli.study_context import context_for
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.present.paragraphs import paragraphs
from certify.present.quantity import NONE
from certify.studies.check.result import CheckResult
from certify.studies.item.spec_figures import SpecFigure


@click.command(
    "check",
    epilog=examples(
        "certify check blackjack-burnout", "certify check my_game.yaml --games 200 --seed 7"
    ),
)
@game_argument
@set_option
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    help="Random games that are played, shared among the numbers of players; of each alternative"
    " ruling and each policy a hundredth as many.",
)
@seed_option("Seed of the first random game.", 2**63)
@click.option(
    "--without-figures",
    is_flag=True,
    help="Do not work out the figures that texts of the spec refer to, which plays many games.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    games: int,
    seed: int,
    without_figures: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Check a spec: trace, worked examples, invariants in random play.

    That the file can be read, that every name is known and every type right is checked first, with
    all problems at once. For a game that is analysed too, the played game is compared with the
    exact engine on tiny shoes. The figures that texts of the spec refer to are worked out and shown
    with their intervals.

    Exit code 3 if something does not hold.
    """
    loaded = apply_overrides(load_game(game), assignments)
    # The engine loads slowly; a spec that is wrong is told of at once.
    from certify.studies.check.study import check_game

    with working("Checking") as progress:
        context = None if without_figures else context_for(progress, no_cache=no_cache)
        found = check_game(loaded, games=games, seed=seed, progress=progress, context=context)
    record(found, loaded, met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)
    end_unless(found.passed)


def figures_table(figures: Sequence[SpecFigure]) -> Table:
    """Return the figures that texts of a spec refer to, with their intervals.

    Parameters
    ----------
    figures : sequence of SpecFigure
        The figures, one at least.

    Returns
    -------
    Table
        A line for each number of players.
    """
    found = table("Figure in texts", "Players", "Shown", "95 % interval", "Games", numbers_from=1)
    for figure in figures:
        unit, scale = (" %", 100.0) if figure.is_percent else ("", 1.0)
        for number, value in enumerate(figure.values):
            low, high = scale * value.estimate.low, scale * value.estimate.high
            exact = low == high
            found.add_row(
                figure.name if number == 0 else "",
                NONE if value.players is None else str(value.players),
                value.shown + unit,
                figure.kind if exact else f"{low:.4g} to {high:.4g}{unit}",
                NONE if value.games is None else f"{value.games:,}",
            )
    return found


def _show(found: CheckResult) -> None:
    criteria = table("Checked", "Found", "Holds", numbers_from=3)
    for criterion in found.criteria:
        criteria.add_row(criterion.name, criterion.found, "yes" if criterion.passed else "NO")
    parts: list[object] = [f"{found.title} {found.version} ({found.game})", criteria]
    parts += assumed_lines(found.assumptions, "The game that was checked")
    failures = [
        f"{criterion.name}: {failure}"
        for criterion in found.criteria
        for failure in criterion.failures
    ]
    if failures:
        parts.append(Text("\n".join(paragraphs(failure, hanging=2) for failure in failures)))
    if found.played:
        games = table("Random games", "Players", "Games", "Decisions a game", "Longest")
        for played in found.played:
            mean = played.decisions / played.games if played.games else 0
            games.add_row(
                played.setting or "as the spec stands",
                str(played.players),
                f"{played.games:,}",
                f"{mean:,.1f}",
                f"{played.longest:,}",
            )
        parts.append(games)
        compiled = sum(played.compiled for played in found.played)
        if compiled:
            replayed = sum(played.replayed for played in found.played)
            parts.append(
                f"{compiled:,} of these games were played by compiled play, which watches the"
                f" invariants at every decision; the interpreter replayed {replayed:,} of them."
                " The interpreter played all the others."
            )
    if found.spec_figures:
        parts.append(figures_table(found.spec_figures))
    parts.append(hashes([("spec", found.spec_sha256)]))
    show(*parts)  # type: ignore[arg-type]
