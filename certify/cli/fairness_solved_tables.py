"""Tables of `certify fairness` about cut-down versions of a game that are solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from certify.cli.display import titled
from certify.cli.fairness_figures import sheet
from certify.present.paragraphs import paragraphs
from certify.studies.fairness.results.solved import FirstPlay, SolvedVersion

MOST_HOLDINGS = 16
"""Holdings of which the first plays are printed; the likeliest, if there are more."""

MOST_STEPS = 8
"""Points of a trace that are printed."""

FIRST_PLAY_NOTE = (
    "What each first play is worth to the player who makes it, in scores, and how often best play"
    " makes it."
)


def solved_tables(solved: Sequence[SolvedVersion]) -> Iterator[RenderableType]:
    """Yield every cut-down version: its size, its value, and how far it can be exploited."""
    for version in solved:
        yield _summary(version)
        if version.outcomes:
            listed = sheet("With best play", "Deals, %")
            for outcome, share in version.outcomes:
                listed.add_row(outcome, f"{100 * share:.6f}")
            yield titled(f"{version.title}: what happens", listed)
        if version.trace:
            listed = sheet("Iterations", "Exploitability", names=0)
            for iterations, exploitability in _thinned(version.trace):
                listed.add_row(f"{iterations:,}", f"{exploitability:.3e}")
            yield titled(f"{version.title}: exploitability, measured by best answers", listed)
        if version.first_plays:
            yield _first_plays(version)


def _summary(version: SolvedVersion) -> Text:
    changed = ", ".join(f"{name} = {value}" for name, value in version.edits)
    sizes = [
        f"{number:,} {what}"
        for number, what in (
            (version.nodes, "nodes"),
            (version.information_sets, "information sets"),
            (version.sequences, "sequences"),
        )
        if number
    ]
    lines = [
        ("Changed", changed or "nothing"),
        ("Method", version.method),
        ("Size", ", ".join(sizes)),
        ("Value", f"{version.value:+z.9f} to the first seat, {_exactness(version)}"),
        ("Exploited", _exploited(version)),
        ("Checked", version.checked_by),
    ]
    text = [Text(f"Solved: {version.title}", style="bold")]
    text += [Text(paragraphs(f"  {label:11}{told}", hanging=13)) for label, told in lines if told]
    return Text("\n").join(text)


def _exactness(version: SolvedVersion) -> str:
    return f"error at most {version.error:.0e}" if version.error else "exact"


def _exploited(version: SolvedVersion) -> str:
    if not version.exploitability:
        return ""
    return f"best answers to both strategies gain {version.exploitability:.1e} together"


def _thinned(trace: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return some points of a trace, the first and the last among them."""
    if len(trace) <= MOST_STEPS:
        return list(trace)
    last = len(trace) - 1
    return [trace[last * step // (MOST_STEPS - 1)] for step in range(MOST_STEPS)]


def _first_plays(version: SolvedVersion) -> RenderableType:
    plays = sorted(version.first_plays, key=lambda play: -play.chance)
    listed = sheet("Holding", "Chance, %", "Play", "Worth", "Made, %", names=1)
    listed.columns[2].justify = "left"
    for play in plays[:MOST_HOLDINGS]:
        _add_plays(listed, play)
    more = len(plays) - MOST_HOLDINGS
    note = FIRST_PLAY_NOTE + (f" {more} more holdings in --json and --csv." if more > 0 else "")
    return titled(f"{version.title}: what first play is worth", listed, note)


def _add_plays(listed: Table, play: FirstPlay) -> None:
    """Add a row for each play of a holding, the best first."""
    rows = sorted(zip(play.values, play.plays, play.probabilities, strict=True), reverse=True)
    for number, (value, name, probability) in enumerate(rows):
        holding = ("", "") if number else (play.holding, f"{100 * play.chance:.4f}")
        listed.add_row(*holding, name, f"{value:+z.6f}", f"{100 * probability:.2f}")
    listed.add_section()
