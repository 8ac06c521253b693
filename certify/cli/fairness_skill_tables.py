"""Tables of `certify fairness` about strength: meetings, ratings, skill in law, variance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType
from rich.text import Text

from certify.cli.display import titled
from certify.cli.fairness_figures import (
    Letters,
    chance_text,
    count_text,
    interval,
    percent_interval,
    sheet,
    wrapped,
)
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.skill import LegalTest, Skill
from certify.studies.fairness.results.strength import RatingCheck

ABREAST = 7
"""Opponents beside each other in a table."""

MEETINGS_NOTE = (
    "A player sits alone, in every seat in turn on the same deals, against others who are all of"
    " another kind. Points are the mean over opponents of 1 for each who is behind, 1/2 for each"
    " who is level: 1/2 is equal strength."
)
LISTED_NOTE = (
    "p is that of equal strength, adjusted by Holm's method. The better is ahead with probability"
    " 75 % and 95 % after so many deals."
)
RATINGS_NOTE = (
    "Bradley-Terry strengths on Elo's scale: 400 for odds of 10 to 1. The first player has 0."
)
SHARES_NOTE = (
    "Shares of the variance of a seat's points in a single game, % of it: the deal, who sits where,"
    " both together, and the rest, which is chance in play and cards drawn later."
)
RELATIVE_NOTE = (
    "Learning is what the strongest player gains over the beginner, random what a player who sees"
    " all cards gains over the strongest; relative skill is learning over both."
)
UNKNOWN_NOTE = (
    " Of relative skill that is unknown, since its interval is all that it can be, nothing can be"
    " said: it counts for neither skill nor chance."
)
COIN_NOTE = (
    "{strongest} has {points:.4f} points against {weakest}: as many as if a coin decided"
    " {coin:.1f} % of the results and the better player won all others. The ratings spread by"
    " {spread:.0f} Elo."
)


def meeting_tables(found: TableResult, seats: str, letters: Letters) -> Iterator[RenderableType]:
    """Yield strength against strength: a matrix, every meeting, and the ratings."""
    if found.meetings:
        yield from _matrix(found, seats, letters)
        yield _meetings(found, seats, letters)
    if found.ratings:
        listed = sheet("Player", "Elo")
        for rating in found.ratings:
            listed.add_row(letters.lettered(rating.player), interval(rating.elo, most=1))
        note = RATINGS_NOTE + _fit(found.rating_checks)
        yield titled(f"{seats}: ratings", listed, note)


def _matrix(found: TableResult, seats: str, letters: Letters) -> Iterator[RenderableType]:
    points = {(each.player, each.opponent): each.points.value for each in found.meetings}
    if found.players == 2:
        # Of two players one has what the other lacks.
        for (player, opponent), value in list(points.items()):
            points.setdefault((opponent, player), 1.0 - value)
    met = {name for pair in points for name in pair}
    players = [player for player in letters.players if player in met]
    remaining = iter(players)
    while some := list(islice(remaining, ABREAST)):
        listed = sheet("Points of", *(letters.of(player) for player in some))
        for player in players:
            cells = [_cell(points.get((player, opponent))) for opponent in some]
            listed.add_row(letters.lettered(player), *cells)
        note = MEETINGS_NOTE if some[-1] == players[-1] else ""
        yield titled(f"{seats}: strength against strength", listed, note)


def _cell(value: float | None) -> str:
    return "." if value is None else f"{value:.4f}"


def _meetings(found: TableResult, seats: str, letters: Letters) -> RenderableType:
    listed = sheet("Player", "Deals", "Points", "Wins, %", "p", "75 %", "95 %", narrow=True)
    for meeting in found.meetings:
        listed.add_row(
            f"{letters.of(meeting.player)} v {letters.of(meeting.opponent)}",
            count_text(meeting.deals),
            interval(meeting.points, most=4, is_share=True),
            percent_interval(meeting.win, most=2),
            chance_text(meeting.p),
            count_text(meeting.deals_for_75),
            count_text(meeting.deals_for_95),
        )
    return titled(
        f"{seats}: every meeting, and deals until the better is ahead", listed, LISTED_NOTE
    )


def _fit(checks: Sequence[RatingCheck]) -> str:
    if not checks:
        return ""
    worst = max(checks, key=lambda check: abs(check.found - check.rated))
    return (
        f" They are farthest from the points of {worst.player} against {worst.opponent}:"
        f" {worst.found:.4f} found, {worst.rated:.4f} by the ratings."
    )


def share_tables(found: TableResult, seats: str, letters: Letters) -> Iterator[RenderableType]:
    """Yield where the variance of a result comes from."""
    if not found.shares:
        return
    listed = sheet("Played by", "Deal", "Seating", "Both", "Rest", "Variance", names=1)
    for share in found.shares:
        alike = share.player == share.opponent
        against = f"{letters.of(share.player)} v {letters.of(share.opponent)}"
        listed.add_row(
            f"all {letters.of(share.player)}" if alike else against,
            *(
                percent_interval(part, most=2)
                for part in (share.deal, share.seating, share.interaction, share.rest)
            ),
            f"{share.variance:.4f}",
        )
    ways = {(share.deals, share.seatings, share.repeats) for share in found.shares}
    played = "; ".join(
        f"{deals:,} deals, {seatings} seating{'s' if seatings > 1 else ''} of each, each played"
        f" {repeats} times"
        for deals, seatings, repeats in sorted(ways)
    )
    yield titled(f"{seats}: where results come from", listed, f"{SHARES_NOTE} Played: {played}.")


def skill_tables(found: TableResult, seats: str) -> Iterator[RenderableType]:
    """Yield skill and chance: relative skill, the coin, and what tests in law find."""
    skill = found.skill
    if skill is None:
        return
    if skill.relative:
        yield from _relative(skill, seats)
    yield COIN_NOTE.format(
        strongest=skill.strongest,
        weakest=skill.weakest,
        points=skill.strongest_points,
        coin=100 * skill.coin_share,
        spread=skill.elo_spread,
    )
    if skill.tests:
        yield _tests(skill.tests, f"{seats}: tests of skill and chance, answered by the figures")


def _relative(skill: Skill, seats: str) -> Iterator[RenderableType]:
    title = f"{seats}: relative skill (Dreef, Borm and van der Genugten)"
    rows = {(each.strongest, each.fictive): each for each in skill.relative}
    for number, (strongest, fictive) in enumerate(rows, start=1):
        listed = sheet("Beginner", "Learning", "Random", "Relative skill")
        some = [
            each
            for each in skill.relative
            if (each.strongest, each.fictive) == (strongest, fictive)
        ]
        for each in some:
            listed.add_row(
                each.beginner,
                interval(each.learning_effect, most=4),
                interval(each.random_effect, most=4),
                interval(each.relative_skill, most=4, is_share=True),
            )
        gained = [(each.beginner, each.beginner_points) for each in some]
        gained += [(strongest, some[0].strongest_points), (fictive, some[0].fictive_points)]
        told = "; ".join(
            f"{name} {interval(points, most=4, is_share=True)}" for name, points in gained
        )
        note = f"Points against {strongest}, all on the same deals: {told}."
        if number == len(rows):
            note = f"{RELATIVE_NOTE} {note}"
        if any(each.relative_skill.says_nothing for each in some):
            note += UNKNOWN_NOTE
        yield titled(title, listed, note)


def _tests(tests: Sequence[LegalTest], title: str) -> Text:
    """Return what each test finds."""
    lines = [Text(title, style="bold")]
    for test in tests:
        lines.append(Text(wrapped(f"{test.title}: {test.answer}", hanging=4)))
        lines.append(Text(wrapped(f"  {test.finding}", hanging=2)))
    return Text("\n").join(lines)


def definitions_of_tests(tables: Sequence[TableResult]) -> Iterator[RenderableType]:
    """Yield what each test asks and who asks it, once for all numbers of players."""
    tests: dict[str, LegalTest] = {}
    for found in tables:
        for test in found.skill.tests if found.skill else ():
            tests.setdefault(test.id, test)
    if not tests:
        return
    lines = [Text("What the tests of skill and chance ask", style="bold")]
    for test in tests.values():
        lines.append(Text(wrapped(f"{test.title}: {test.definition}", hanging=2)))
        lines.append(Text(wrapped(f"  Source: {test.source}", hanging=2)))
    lines.append(Text(wrapped("Answers are what the figures say, not a conclusion in law.")))
    yield Text("\n").join(lines)
