"""How the check of a spec is shown: criteria, failures, random games, figures of texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.document import Bullets, Column, Element, Table, Text, number
from certify.present.facts import identification
from certify.present.markup import plain
from certify.present.quantity import COUNT, Quantity
from certify.studies.check.result import CheckResult, PlayedGames
from certify.studies.fairness.assumed_view import assumed
from certify.studies.item.spec_figures import FigureValue, SpecFigure

DECISIONS = Quantity(1, thousands=True)
"""A mean number of decisions."""


def check_view(found: CheckResult) -> Iterator[Element]:
    """Yield what is shown of the check of a spec."""
    yield from identification(found)
    yield Table.of(
        "What was checked",
        [
            Column("Checked", value=lambda one: one.name),
            Column("Found", value=lambda one: one.found),
            Column("Holds", value=lambda one: "yes" if one.passed else "NO"),
        ],
        found.criteria,
    )
    yield from assumed(found.assumptions, "The game that was checked")
    failures = [f"{one.name}: {failure}" for one in found.criteria for failure in one.failures]
    if failures:
        yield Text("What does not hold", "lead")
        yield Bullets(tuple(map(plain, failures)))
    if found.played:
        yield random_games(found.played)
    if found.spec_figures:
        yield figures_table(found.spec_figures)


def random_games(played: Sequence[PlayedGames]) -> Table:
    """Return how many random games were played, by setting and number of players."""
    compiled = sum(games.compiled for games in played)
    replayed = sum(games.replayed for games in played)
    others = sum(games.games for games in played) - compiled
    which, rest = (
        (f"{COUNT(compiled)} of these games", " and played all the others")
        if others
        else ("All", "")
    )
    return Table.of(
        "Random games",
        [
            Column("Setting", value=lambda games: games.setting or "as the spec stands"),
            number("Players", lambda games: games.players, COUNT),
            number("Games", lambda games: games.games, COUNT),
            number("Decisions a game", _decisions, DECISIONS),
            number("Longest", lambda games: games.longest, COUNT),
        ],
        played,
        f"{which} were played by compiled play, which watches the invariants at every decision;"
        f" the interpreter replayed {COUNT(replayed)} of them{rest}."
        if compiled
        else "",
    )


def _decisions(games: PlayedGames) -> float:
    return games.decisions / games.games if games.games else 0.0


def figures_table(figures: Sequence[SpecFigure]) -> Table:
    """Return the figures that texts of a spec refer to, one line for each number of players."""
    return Table.of(
        "Figures in the texts of the spec",
        [
            Column("Figure in texts", value=lambda row: row[0].name if row[2] == 0 else ""),
            number("Players", lambda row: row[1].players, COUNT),
            Column("Shown", 1.0, "number", lambda row: f"{row[1].shown}{_unit(row[0])}"),
            Column("95 % interval", 1.0, "number", lambda row: _interval(row[0], row[1])),
            number("Games", lambda row: row[1].games, COUNT),
        ],
        [(figure, value, place) for figure in figures for place, value in enumerate(figure.values)],
    )


def _unit(figure: SpecFigure) -> str:
    return " %" if figure.is_percent else ""


def _interval(figure: SpecFigure, value: FigureValue) -> str:
    """Return an interval in the figure's unit; of an exact figure, what kind it is."""
    scale = 100.0 if figure.is_percent else 1.0
    low, high = scale * value.estimate.low, scale * value.estimate.high
    return figure.kind if low == high else f"{low:.4g} to {high:.4g}{_unit(figure)}"
