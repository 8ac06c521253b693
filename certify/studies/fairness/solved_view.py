"""How cut-down versions of a game are shown: size, value, how players fare, first plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import TraceChart
from certify.present.document import Band, Column, Figure, Row, Table, Text, number
from certify.present.markup import plain
from certify.present.quantity import COUNT, NONE, Quantity, small
from certify.studies.fairness.figures_view import PERCENT, Part, captioned, lead, played_by
from certify.studies.fairness.results.solved import AgainstBest, FirstPlay, SolvedVersion

MOST_HOLDINGS = 12
"""Holdings of which first plays are shown: the likeliest."""
MOST_PLAYS = 6
"""Plays of a holding that are shown: the best."""
MOST_STEPS = 8
"""Points of a trace that are shown."""
MADE = 1e-6
"""Probability from which a play counts as made."""

VALUE = Quantity(9, signed=True)
WORTH = Quantity(4, signed=True)
LESS = Quantity(4)
SHARE = Quantity(4, 100)

SOLVED_TEXT = (
    "A game that is too large to be solved can be cut down: fewer cards, smaller hands, all else "
    "as certified. What is found here is true of the small game only, but it follows from its "
    "rules alone, without any player of the study. The value is what the first seat expects to "
    "score if all play best."
)


def solved_parts(solved: Sequence[SolvedVersion]) -> Iterator[Part]:
    """Yield every cut-down version that was solved."""
    if solved:
        yield lead("Cut-down games solved")
        yield Text(SOLVED_TEXT)
    for version in solved:
        yield lead(version.title)
        yield summary_table(version)
        if version.trace:
            yield _trace(version)
        yield from play_tables(version)


def summary_table(version: SolvedVersion) -> Table:
    """Return what was changed, how it was solved, and what came of it."""
    sizes = [
        f"{size:,} {what}"
        for size, what in (
            (version.nodes, "nodes"),
            (version.information_sets, "information sets"),
            (version.sequences, "sequences"),
        )
        if size
    ]
    error = f"error at most {small(version.error)}" if version.error else "exact"
    exploited = f"best answers to both strategies gain {small(version.exploitability)} together"
    lines = (
        ("Changed", settings_of(version)),
        ("Method", version.method),
        ("Size", ", ".join(sizes)),
        ("Value", f"{VALUE(version.value)} to the first seat, {error}"),
        ("Exploitability", exploited if version.exploitability else ""),
        ("Checked by", version.checked_by),
    )
    rows = [(label, plain(told)) for label, told in lines if told]
    return Table([Column("", 30, "bold"), Column("", 138)], rows, has_header=False)


def settings_of(version: SolvedVersion) -> str:
    """Return what was changed."""
    return "; ".join(f"{name} = {value}" for name, value in version.edits)


def _trace(version: SolvedVersion) -> Table:
    """Return how exploitability falls, in a few steps with the first and the last among them."""
    last = len(version.trace) - 1
    steps = min(last, MOST_STEPS - 1)
    shown = [version.trace[last * step // steps] for step in range(steps + 1)] if last else []
    return captioned(
        f"{version.title}: exploitability as iterations go on, measured by best answers",
        [Column("Iterations", 60, "number"), Column("Exploitability", 60, "number")],
        [(COUNT(work), f"{figure:.3e}") for work, figure in shown or version.trace],
    )


def play_tables(version: SolvedVersion) -> Iterator[Table]:
    """Yield what happens with best play, how the players fare, and what first play is worth."""
    if version.outcomes:
        yield Table.of(
            f"{version.title}: what happens with best play",
            [
                Column("Outcome", 100, value=lambda each: each[0]),
                number("Deals, %", lambda each: each[1], SHARE, 40),
            ],
            version.outcomes,
        )
    if version.against_best:
        yield _against(version)
    if version.first_plays:
        yield _first_plays(version)


def _against(version: SolvedVersion) -> Table:
    """Return how the players of the study fare."""
    has_best = any(each.best_play is not None for each in version.against_best)
    best = number("Score against\nbest play", lambda each: each.best_play, WORTH, 30)
    outcomes = dict.fromkeys(name for each in version.against_best for name, _ in each.outcomes)
    return Table.of(
        f"{version.title}: how players fare",
        [
            played_by("Player", 44),
            *([best] if has_best else []),
            number(
                "Score against the\nbest answer to it", lambda each: each.best_answer, WORTH, 34
            ),
            *map(_outcome, outcomes),
        ],
        version.against_best,
        ("Best play knows nothing of the player; the " if has_best else "The ")
        + "best answer is made for this very player. Mean scores, in all seats alike.",
    )


def _outcome(name: str) -> Column:
    def share(each: AgainstBest) -> float | None:
        return dict(each.outcomes).get(name)

    return number(f"{plain(name)},\n% of deals", share, SHARE, 26)


def _first_plays(version: SolvedVersion) -> Table:
    """Return what each first play is worth, of the likeliest holdings."""
    plays = sorted(version.first_plays, key=lambda play: -play.chance)
    shown = plays[:MOST_HOLDINGS]
    rows: list[Row] = []
    for play in shown:
        rows.append(Band(plain(f"{play.holding}, held in {PERCENT(play.chance)} % of deals")))
        rows += _play_rows(play)
    note = "Worth to the player who makes it, all going on with best play."
    if any(len(play.plays) > MOST_PLAYS for play in shown):
        note += f" The {MOST_PLAYS} best plays of each holding."
    if len(plays) > len(shown):
        note += (
            f" The {len(shown)} likeliest holdings; {len(plays) - len(shown):,} more are in the "
            "results (JSON)."
        )
    heads = ("Worth, in scores", "Less than the best", "Made by\nbest play, %")
    return captioned(
        f"{version.title}: what first play is worth",
        [Column("Play", 70), *(Column(head, 36, "number") for head in heads)],
        rows,
        note,
    )


def _play_rows(play: FirstPlay) -> list[Row]:
    """Return a line for each play of a holding, the best first."""
    listed = sorted(
        zip(play.values, play.plays, play.probabilities, strict=True),
        key=lambda each: (-round(each[0] / MADE), -each[2]),
    )
    best = listed[0][0] if listed else 0.0
    return [
        (
            plain(name),
            WORTH(value),
            LESS(best - value) if best - value > MADE else NONE,
            PERCENT(probability) if probability > MADE else "never",
        )
        for value, name, probability in listed[:MOST_PLAYS]
    ]


def trace_chart(version: SolvedVersion) -> Figure | None:
    """Return the chart of how exploitability falls; None if it was not traced."""
    points = [(work, figure) for work, figure in version.trace if work > 0 and figure > 0.0]
    if len(points) < 2:
        return None
    return Figure.of(
        f"{version.title}: exploitability as iterations go on",
        TraceChart(
            points,
            "iterations",
            "exploitability, in scores",
            [f"{COUNT(work)} iterations: {small(figure)}" for work, figure in points],
        ),
        note="Measured by best answers to both strategies; both axes are in powers of ten. After "
        f"{COUNT(points[-1][0])} iterations: {small(points[-1][1])}. The value above is by the "
        "method that is named there.",
    )
