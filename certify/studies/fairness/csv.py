"""What `certify fairness` finds, as comma-separated values at full precision."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from certify.results import Estimate
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.length_of_play import QUANTILES, MatchLength, MeasureFigures
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.solved import SolvedVersion
from certify.studies.fairness.results.strength import Meeting

HEADS = (
    "players",
    "section",
    "player",
    "opponent",
    "of",
    "figure",
    "value",
    "low",
    "high",
    "games",
)

Row = tuple[str, str, str, str, Estimate | float | str | None, int | None]
"""Player, opponent, of what, which figure, the figure, and how many games it is from."""

SHARES = ("deal", "seating", "interaction", "rest")
EFFECTS = ("win_first_seat", "draw", "first_advantage", "decisions")
RELATIVE = ("learning_effect", "random_effect", "relative_skill")


def fairness_csv(result: FairnessResult) -> str:
    """Return a line for each figure: fractions, not percent; low and high where it is estimated."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(HEADS)
    for found in result.tables:
        for section, rows in _sections(found):
            for row in rows:
                writer.writerow([found.players, section, *_cells(row)])
    for version in result.solved:
        for row in _solved(version):
            writer.writerow(["", "solved", *_cells(row)])
    return written.getvalue()


def _cells(row: Row) -> Sequence[object]:
    *names, figure, games = row
    if isinstance(figure, Estimate):
        return (*names, figure.value, figure.low, figure.high, games)
    return (*names, figure, None, None, games)


def _sections(found: TableResult) -> Iterator[tuple[str, Iterator[Row]]]:
    for equal in found.equal:
        yield "seats", _equal(equal)
    for meeting in found.meetings:
        yield "meetings", _meeting(meeting)
    yield "ratings", ((rating.player, "", "", "elo", rating.elo, None) for rating in found.ratings)
    yield "variance", _variance(found)
    yield "skill", _skill(found)
    yield "length", _lengths(found)
    yield "use", _use(found)
    for effect in found.sensitivity:
        yield "sensitivity", _effect(effect)
    for match in found.matches:
        yield "matches", _match(match)
    yield (
        "findings",
        (("", "", each.about, each.weight, each.text, None) for each in found.findings),
    )


def _equal(equal: EqualPlay) -> Iterator[Row]:
    player, games = equal.player, equal.games
    for seat in equal.seats:
        for figure, value in (("win", seat.win), ("score", seat.score), ("opens", seat.opens)):
            yield player, player, seat.role, figure, value, games
    for name in (
        "draw",
        "is_zero_sum",
        "seats_statistic",
        "seats_freedom",
        "seats_p",
        "first_win",
        "others_win",
        "first_advantage",
        "first_p",
    ):
        yield player, player, "", name, getattr(equal, name), games


def _meeting(meeting: Meeting) -> Iterator[Row]:
    for name in ("deals", "points", "win", "sd", "z", "p", "deals_for_75", "deals_for_95"):
        figure = getattr(meeting, name)
        yield meeting.player, meeting.opponent, "", name, figure, meeting.games


def _variance(found: TableResult) -> Iterator[Row]:
    for share in found.shares:
        games = share.deals * share.seatings * share.repeats
        for name in (*SHARES, "variance", "deals", "seatings", "repeats"):
            yield share.player, share.opponent, "", name, getattr(share, name), games


def _skill(found: TableResult) -> Iterator[Row]:
    skill = found.skill
    if skill is None:
        return
    for each in skill.relative:
        gained = (
            (each.beginner, each.beginner_points),
            (each.strongest, each.strongest_points),
            (each.fictive, each.fictive_points),
        )
        for player, points in gained:
            yield player, each.strongest, each.beginner, "points", points, None
        for name in RELATIVE:
            yield each.beginner, each.strongest, each.fictive, name, getattr(each, name), None
    for name in ("elo_spread", "strongest_points", "coin_share"):
        yield skill.strongest, skill.weakest, "", name, getattr(skill, name), None
    for test in skill.tests:
        yield "", "", test.id, test.answer, test.finding, None


def _measure(player: str, of: str, measure: MeasureFigures, games: int) -> Iterator[Row]:
    name = f"{of}.{measure.name}" if of else measure.name
    yield player, player, name, "mean", measure.mean, games
    yield player, player, name, "least", measure.least, games
    yield player, player, name, "most", measure.most, games
    for share, value in zip(QUANTILES, measure.quantiles or (), strict=False):
        yield player, player, name, f"quantile.{share}", value, games


def _lengths(found: TableResult) -> Iterator[Row]:
    for length in found.lengths:
        # A limit is among the measures already, or stands alone.
        listed = {each.name: each for each in (length.decisions, *length.measures, *length.caps)}
        for measure in listed.values():
            yield from _measure(length.player, "", measure, length.games)


def _use(found: TableResult) -> Iterator[Row]:
    use = found.use
    for each in use.elements:
        columns = zip(use.players, each.times, each.games, use.games, strict=True)
        for player, times, share, games in columns:
            yield player, player, each.element, f"{each.kind} {each.name}: times", times, games
            yield player, player, each.element, f"{each.kind} {each.name}: games", share, games


def _effect(effect: SettingEffect) -> Iterator[Row]:
    of = " ".join(f"{name}={value}" for name, value in effect.settings)
    for name, change in zip(EFFECTS, effect.changes, strict=True):
        yield effect.player, effect.player, of, name, getattr(effect, name), effect.games
        yield effect.player, effect.player, of, f"change of {name}", change, effect.games
    yield effect.player, effect.player, of, "p", effect.p, effect.games


def _match(match: MatchLength) -> Iterator[Row]:
    for measure in match.measures:
        yield from _measure(match.player, match.name, measure, match.games)
    for name in ("minutes", "seconds_a_decision"):
        for end, value in zip(("from", "to"), getattr(match, name) or (), strict=False):
            yield match.player, match.player, match.name, f"{name}.{end}", value, match.games
    for name in ("win_first_seat", "draw"):
        yield match.player, match.player, match.name, name, getattr(match, name), match.games


def _solved(version: SolvedVersion) -> Iterator[Row]:
    title = version.title
    for name in ("nodes", "information_sets", "sequences", "value", "exploitability", "error"):
        yield "", "", title, name, getattr(version, name), None
    for iterations, exploitability in version.trace:
        yield "", "", title, f"exploitability after {iterations}", exploitability, None
    for outcome, share in version.outcomes:
        yield "", "", title, outcome, share, None
    for first in version.first_plays:
        yield "", "", title, f"{first.holding}: chance", first.chance, None
        rows = zip(first.plays, first.values, first.probabilities, strict=True)
        for play, value, probability in rows:
            yield "", "", title, f"{first.holding}: {play}: value", value, None
            yield "", "", title, f"{first.holding}: {play}: probability", probability, None
