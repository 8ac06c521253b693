"""Tables of `certify fairness` about length: games, what stops them, and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType

from certify.cli.display import titled
from certify.cli.fairness_figures import (
    Letters,
    interval,
    mean_text,
    number_text,
    percent_interval,
    sheet,
)
from certify.present.quantity import NONE
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.length_of_play import (
    QUANTILES,
    LengthOfPlay,
    MatchLength,
    MeasureFigures,
)

ABREAST = 5
"""Players beside each other in a table."""

LENGTH_NOTE = (
    "Quantiles are exact ones of the games played; - where games are too long to be counted so."
)
CAPS_NOTE = "Times a game that a limit stopped it or a part of it, and the most in a game."
STOPPED = (
    " A game that is stopped counts with the result and the length that it has then; without the"
    " limit a share of wins or draws could be other by as much as the share of games stopped."
)
NO_CAPS = "The rules record no limit that stops a game."
MEASURES_NOTE = (
    "Mean a game, all seats played by the same player; the last digit is uncertain. With intervals,"
    " quantiles and extremes in --json and --csv."
)
MATCHES_NOTE = (
    "Seconds a decision are the minutes that the source gives, by the mean number of decisions."
)
SHOWN = (1, 2, 3)
"""Which of `QUANTILES` are shown where all are too many."""


def length_tables(found: TableResult, seats: str, letters: Letters) -> Iterator[RenderableType]:
    """Yield how long games last, what stops them, and what the rules record."""
    if not found.lengths:
        return
    listed = sheet("Player", "Mean", "Least", *_quantile_heads(), "Most", narrow=True)
    for length in found.lengths:
        listed.add_row(length.player, *_row(length.decisions))
    yield titled(f"{seats}: decisions of a game", listed, LENGTH_NOTE)
    yield _caps(found, seats)
    yield from _measures(found.lengths, seats, letters)


def _quantile_heads() -> list[str]:
    return [f"{100 * share:g} %" for share in QUANTILES]


def _row(figures: MeasureFigures) -> list[str]:
    quantiles = figures.quantiles or [None] * len(QUANTILES)
    return [
        interval(figures.mean, most=3),
        number_text(figures.least),
        *map(number_text, quantiles),
        number_text(figures.most),
    ]


def _limits(found: TableResult) -> str:
    """Return what the limits are that stopped any game, and what they do to the figures."""
    met = {cap.name for length in found.lengths for cap in length.caps if cap.mean.value > 0.0}
    told = [
        f" {', '.join(f'{name}={value}' for name, value in limit.settings)}:"
        f" {limit.text.rstrip('.')}."
        for limit in found.limits
        if limit.measure in met and limit.settings
    ]
    return "".join(told) + (STOPPED if met else "")


def _caps(found: TableResult, seats: str) -> RenderableType:
    lengths = found.lengths
    title = f"{seats}: games that a limit stops"
    if not any(length.caps for length in lengths):
        return f"{title}. {NO_CAPS}"
    listed = sheet("Player", "Limit", "Games", "Times a game", "Most", names=2)
    for length in lengths:
        for number, cap in enumerate(length.caps):
            listed.add_row(
                "" if number else length.player,
                cap.name,
                f"{length.games:,}",
                interval(cap.mean, is_share=cap.most <= 1.0),
                number_text(cap.most),
            )
    return titled(title, listed, CAPS_NOTE + _limits(found))


def _measures(
    lengths: Sequence[LengthOfPlay], seats: str, letters: Letters
) -> Iterator[RenderableType]:
    names = list(dict.fromkeys(each.name for length in lengths for each in length.measures))
    if not names:
        return
    remaining = iter(lengths)
    while some := list(islice(remaining, ABREAST)):
        listed = sheet("Measure", *(letters.of(length.player) for length in some))
        by_player = [{each.name: each for each in length.measures} for length in some]
        for name in names:
            listed.add_row(
                name,
                *(mean_text(by[name].mean) if name in by else NONE for by in by_player),
            )
        note = MEASURES_NOTE if some[-1] is lengths[-1] else ""
        yield titled(f"{seats}: what the rules record of a game", listed, note)


def match_tables(matches: Sequence[MatchLength], seats: str) -> Iterator[RenderableType]:
    """Yield how long matches are, and whether they are fair."""
    if not matches:
        return
    texts = dict.fromkeys(f"{match.name}: {match.text.rstrip('.')}" for match in matches)
    listed = sheet("Match", "Played by", "Games", "First seat wins, %", "Draws, %", names=2)
    for match in matches:
        listed.add_row(
            match.name,
            match.player,
            f"{match.games:,}",
            percent_interval(match.win_first_seat, most=3),
            percent_interval(match.draw),
        )
    yield titled(f"{seats}: fairness of matches", listed, f"{'; '.join(texts)}.")
    timed = [match for match in matches if match.minutes is not None]
    if timed:
        listed = sheet("Match", "Played by", "Minutes", "Seconds a decision", names=2)
        for match in timed:
            listed.add_row(
                match.name,
                match.player,
                _range(match.minutes),
                _range(match.seconds_a_decision),
            )
        yield titled(f"{seats}: what the source says matches take", listed, MATCHES_NOTE)
    heads = [f"{100 * QUANTILES[number]:g} %" for number in SHOWN]
    listed = sheet("Match", "Played by", "Measure", "Mean", *heads, names=3, narrow=True)
    for match in matches:
        for number, each in enumerate(match.measures):
            _, _, *quantiles, _ = _row(each)
            listed.add_row(
                *(("", "") if number else (match.name, match.player)),
                each.name,
                interval(each.mean, most=2),
                *(quantiles[shown] for shown in SHOWN),
            )
    yield titled(f"{seats}: length of matches", listed)


def _range(ends: tuple[float, float] | None) -> str:
    if ends is None:
        return NONE
    low, high = (f"{end:.3g}" for end in ends)
    return low if low == high else f"{low} to {high}"
