"""The sheet for players of a game between players: one page, plain words."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.document import Column, Row
from certify.present.markup import plain, typeset
from certify.present.quantity import COUNT, NONE, WHOLE
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.results.assumed import supplied
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.favoured import (
    first_matters,
    is_seat_favoured,
    one_seat_begins,
)
from certify.studies.fairness.results.strength import Meeting

HUNDRED = 100.0
LEVEL = 0.5
"""Points of a game between equals."""
SHEET_HEIGHT = 640.0
"""Points: the sheet is a page of its own."""


def write_sheet(composer: Composer, certification: FairnessCertification) -> None:
    """Write the sheet for players on a page of its own."""
    result = certification.fairness
    composer.room(SHEET_HEIGHT)
    composer.section("For the player")
    composer.text(f"{plain(certification.title)}. {plain(certification.summary)}")
    composer.text(
        "Nobody holds a bank: what one player wins the others lose, and nobody takes a share. The "
        "answers below come from games that programs played by the rules; between people they may "
        "be a little different."
    )
    resting = [each for each in certification.assumptions if each.bears_on]
    if resting:
        composer.text(
            f"<b>The answers are for the game with {plain(supplied(resting))}.</b> The rules that "
            "were examined lack these, so the printed game may answer otherwise."
        )
    rows = [_row(table, 1.0 - result.confidence) for table in result.tables]
    if rows:
        composer.table(
            "The game in short",
            [
                Column("Players", 22, "bold"),
                Column("Is a seat better than another?", 58),
                Column("Does playing well help?", 52),
                Column("How long is a game?", 40),
            ],
            rows,
            note=(
                "Equally strong: all seats played by the strongest program of the study. Points: 1 "
                "for each other player who is behind at the end, a half for each who is level."
            ),
        )


def _row(table: TableResult, risk: float) -> Row:
    told = (_seats(table), _skill(table, risk), _length(table))
    return (players_text(table.players), *map(typeset, told))


def _strongest(table: TableResult) -> EqualPlay | None:
    """Return the play between the strongest equals, the last of the ladder."""
    return table.equal[-1] if table.equal else None


def _seats(table: TableResult) -> str:
    """Return whether a seat is favoured when all play as well as the study can."""
    equal = _strongest(table)
    if equal is None:
        return NONE
    wins = "; ".join(
        f"{plain(seat.role.replace('_', ' '))} {WHOLE(seat.win.value)}" for seat in equal.seats
    )
    of = f"Of 100 games between equally strong players: {wins}"
    draws = HUNDRED * equal.draw.value
    if draws >= 0.5:
        of += f"; level {COUNT(draws)}"
    best = max(equal.seats, key=lambda seat: seat.win.value)
    name = plain(best.role.replace("_", " "))
    verdict = (
        f"<b>Yes: {name} wins most.</b>"
        if is_seat_favoured(table, equal)
        else "<b>None that was found</b>: the differences may be chance."
    )
    return f"{verdict} {of}.{_first(table, equal)}"


def _first(table: TableResult, equal: EqualPlay) -> str:
    """Return what going first is worth, where it matters and is not the same seat every time."""
    first, others, advantage = equal.first_win, equal.others_win, equal.first_advantage
    if first is None or others is None or advantage is None or one_seat_begins(equal):
        return ""
    if not first_matters(table, equal):
        return ""
    better = "an advantage" if advantage.value > 0.0 else "a disadvantage"
    return (
        f" <b>Going first is {better}</b>: who goes first wins "
        f"{WHOLE(first.value)} of 100 games, any other "
        f"{WHOLE(others.value)}; who it is changes from game to game."
    )


def _ends(table: TableResult) -> Meeting | None:
    """Return the meeting of the strongest with the weakest."""
    skill = table.skill
    if skill is None:
        return None
    return next(
        (
            each
            for each in table.meetings
            if (each.player, each.opponent) == (skill.strongest, skill.weakest)
        ),
        None,
    )


def _skill(table: TableResult, risk: float) -> str:
    """Return what the strongest player gains against the weakest, and after how many deals.

    `risk` is that of the test of equal strength, as in the section on strength.
    """
    meeting = _ends(table)
    if meeting is None:
        return NONE
    points = WHOLE(meeting.points.value)
    if meeting.deals_for_75 is None or meeting.points.value <= LEVEL or meeting.p >= risk:
        return (
            f"<b>No difference was found.</b> The best program takes {points} of 100 points "
            "against players who choose at random."
            if meeting.opponent == "random"
            else f"<b>No difference was found.</b> The best program takes {points} of 100 points "
            "against the weakest."
        )
    weakest = (
        "players who choose at random" if meeting.opponent == "random" else "the weakest players"
    )
    deals = max(1, round(meeting.deals_for_75))
    after = "after a single deal" if deals == 1 else f"after {COUNT(deals)} deals"
    return (
        f"<b>Yes.</b> The best program takes {points} of 100 points against {weakest}; 50 would be "
        f"equal. Three times in four it is ahead {after}."
    )


def _length(table: TableResult) -> str:
    """Return how many decisions a game has, and what the source says of minutes."""
    if not table.lengths:
        return NONE
    length = table.lengths[-1]
    decisions = length.decisions
    text = f"About {COUNT(decisions.mean.value)} decisions of all players together"
    if decisions.quantiles is not None:
        low, high = decisions.quantiles[0], decisions.quantiles[-1]
        text += f"; 98 of 100 games have {COUNT(low)} to {COUNT(high)}"
    minutes = [match.minutes for match in table.matches if match.minutes]
    if minutes:
        low, high = minutes[0]
        span = COUNT(low) if low == high else f"{COUNT(low)} to {COUNT(high)}"
        text += f". The rules speak of {span} minutes for a match"
    return f"{text}."
