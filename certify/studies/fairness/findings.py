"""The main findings of a study, in sentences that follow from its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.studies.fairness.finding_rules import (
    length_findings,
    matches_findings,
    sensitivity_findings,
    use_findings,
)
from certify.studies.fairness.finding_words import (
    SMALL,
    Titles,
    by,
    called,
    capital,
    chance,
    figure,
    joined,
    matter,
    note,
    number,
    percent,
    points,
    ranged,
    weighed,
    wider,
)
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import Finding, PlayerText, TableResult
from certify.studies.fairness.results.favoured import (
    first_chance,
    first_looked_at,
    first_matters,
    is_seat_favoured,
    level_of,
    one_seat_begins,
    seats_chance,
)
from certify.studies.fairness.results.strength import Meeting

MANY_DRAWS = 0.1
MOST_TOLD = 5


def findings_of(table: TableResult, players: Sequence[PlayerText]) -> tuple[Finding, ...]:
    """Return the findings of a table: first what matters, then notes, each in the study's order.

    `players` is the ladder, from the expected weakest on. A difference is reported as found if its
    p, adjusted for the number of players tested, is below 1 less the confidence of the table.
    """
    titles = {player.id: player.title for player in players}
    found = [
        *_seats(table, titles),
        *_going_first(table, titles),
        *_draws(table, titles),
        *_effort(table),
        *_strength(table, players, titles),
        *_skill(table, titles),
        *length_findings(table, titles),
        *use_findings(table),
        *sensitivity_findings(table, titles),
        *matches_findings(table.matches, titles),
    ]
    return tuple(sorted(found, key=lambda finding: finding.weight != "matter"))


# Seats


def _seats(table: TableResult, titles: Titles) -> Iterator[Finding]:
    unequal = [play for play in table.equal if is_seat_favoured(table, play)]
    for play in unequal:
        ranked = sorted(play.seats, key=lambda seat: -seat.win.value)
        best, worst = ranked[0], ranked[-1]
        lead = best.win.value - worst.win.value
        often, seldom = ("more", "") if len(ranked) == 2 else ("most", " least often")
        text = (
            f"{capital(called(best.role))} wins {often} often with {by(play.player, titles)}:"
            f" {percent(best.win)} of games; {called(worst.role)} wins{seldom}"
            f" {percent(worst.win)}{chance(seats_chance(table, play), len(table.equal))}."
        )
        share = sum(seat.win.value for seat in play.seats) / len(play.seats)
        if all(seat.win.holds(share) for seat in play.seats):
            text += wider(table, "an equal share")
        yield weighed("seats", text, matters=lead >= SMALL)
    equal = [play for play in table.equal if play not in unequal]
    if equal:
        most = max(_farthest(play) for play in equal)
        who = "" if not unequal else f" with {_all(equal, titles)}"
        least = min(seats_chance(table, play) for play in equal)
        text = (
            f"No seat is found to be favoured{who}{chance(least, len(table.equal))}; none wins more"
            f" than {points(most)} above or below an equal share."
        )
        drawn = [play for play in equal if not one_seat_begins(play)]
        if any(first_matters(table, play) for play in drawn):
            text += (
                " That says nothing of going first, which matters: who goes first changes from game"
                " to game, so that every seat has the advantage or disadvantage in its turn."
            )
        yield note("seats", text)


def _farthest(play: EqualPlay) -> float:
    """Return how far a seat's share can lie from an equal share, by the intervals."""
    share = sum(seat.win.value for seat in play.seats) / len(play.seats)
    return max(max(seat.win.high - share, share - seat.win.low) for seat in play.seats)


def _going_first(table: TableResult, titles: Titles) -> Iterator[Finding]:
    # Where one seat always begins, its advantage is that of the seat.
    plays = [
        play
        for play in table.equal
        if play.first_advantage is not None and not one_seat_begins(play)
    ]
    none: list[EqualPlay] = []
    for play in plays:
        advantage, found_p = play.first_advantage, first_chance(table, play)
        if advantage is None or play.first_win is None or play.others_win is None:
            continue
        if found_p is None or not first_matters(table, play):
            none.append(play)
            continue
        text = (
            f"Whoever is the first to decide alone wins {percent(play.first_win)} of games, any"
            f" other seat {percent(play.others_win)}, with {by(play.player, titles)}: a"
            f" difference of {points(advantage.value, signed=True)}"
            f"{chance(found_p, first_looked_at(table))}."
        )
        if advantage.holds(0.0):
            text += wider(table, "no difference")
        elif found_p >= level_of(table):
            text += " It is found by its interval, which leaves out zero, and not by the test."
        yield weighed("going first", text, matters=abs(advantage.value) >= SMALL)
    if none:
        most = max(
            max(abs(play.first_advantage.low), abs(play.first_advantage.high))
            for play in none
            if play.first_advantage is not None
        )
        least = min(first_chance(table, play) or 0.0 for play in none)
        least_known = (
            "of how large the difference is nothing can be said"
            if most >= 1.0
            else f"the difference is {points(most)} at most"
        )
        yield note(
            "going first",
            f"Going first is not found to matter with {_all(none, titles)}"
            f"{chance(least, first_looked_at(table))}; {least_known}.",
        )


def _draws(table: TableResult, titles: Titles) -> Iterator[Finding]:
    if not table.equal:
        return
    games = number(sum(play.games for play in table.equal))
    if not any(play.draw.value for play in table.equal):
        yield note("draws", f"None of {games} games was drawn.")
        return
    shares = ranged(
        [
            (play.draw.value, f"{percent(play.draw)} with {by(play.player, titles)}")
            for play in table.equal
        ]
    )
    many = any(play.draw.value >= MANY_DRAWS for play in table.equal)
    yield weighed("draws", f"Games that are drawn: {shares}.", matters=many)


# Strength


def _effort(table: TableResult) -> Iterator[Finding]:
    """Yield what players that search did not play, and why."""
    effort = table.effort
    if effort is None:
        return
    if effort.shorter is not None:
        settings = " and ".join(f"{name}={value}" for name, value in effort.shorter.settings)
        what = effort.shorter.text.rstrip(".")
        yield matter(
            "skill",
            f"Strength, skill and variance are those of {what[:1].lower()}{what[1:]}"
            f" ({settings}): the game itself is too long for players that search, and how seats"
            " fare among these was not examined in it.",
        )
    elif effort.played < effort.asked and effort.played:
        yield note(
            "skill",
            f"About {number(effort.played)} games were played with players that search, of"
            f" {number(effort.asked)} that were asked for, since games are long.",
        )
    elif not effort.played:
        yield note(
            "skill",
            "Of every meeting with players that search only the fewest games that the statistics"
            " need were played, since games are long.",
        )


def _strength(
    table: TableResult, players: Sequence[PlayerText], titles: Titles
) -> Iterator[Finding]:
    order = {player.id: place for place, player in enumerate(players) if not player.sees_all}
    level, even = level_of(table), list[Meeting]()
    better = 0
    for meeting in table.meetings:
        if not {meeting.player, meeting.opponent} <= set(order):
            continue
        ahead = order[meeting.player] - order[meeting.opponent]
        if not ahead:
            continue
        gain = (meeting.points.value - 0.5) * (1 if ahead > 0 else -1)
        if meeting.p >= level:
            even.append(meeting)
        elif gain > 0.0:
            better += 1
        else:
            strong, weak = meeting.player, meeting.opponent
            if ahead < 0:
                strong, weak = weak, strong
            yield matter(
                "skill",
                f"{capital(by(weak, titles))} beats {by(strong, titles)}, which was expected to"
                f" be stronger{_by_holm(table, meeting)}: {_meeting(meeting, titles)}."
                + (wider(table, "1/2") if meeting.points.holds(0.5) else ""),
            )
    for meeting in even[:MOST_TOLD]:
        yield matter(
            "skill",
            f"No difference of strength is found between {by(meeting.player, titles)} and"
            f" {by(meeting.opponent, titles)}{_by_holm(table, meeting)}:"
            f" {_meeting(meeting, titles)}.",
        )
    if len(even) > MOST_TOLD:
        yield matter("skill", f"So it is in {len(even) - MOST_TOLD} further meetings.")
    if better and not even:
        yield note(
            "skill",
            f"The stronger player is ahead in each of {better} meetings found: p, adjusted by"
            f" Holm's method for {len(table.meetings)} meetings, is below {level:g} in each.",
        )


def _by_holm(table: TableResult, meeting: Meeting) -> str:
    return chance(meeting.p, len(table.meetings), "meetings by Holm's method")


def _meeting(meeting: Meeting, titles: Titles) -> str:
    return (
        f"{by(meeting.player, titles)} has {figure(meeting.points)} points a game against"
        f" {by(meeting.opponent, titles)}, 1/2 being equal strength, in"
        f" {number(meeting.games)} games"
    )


def _skill(table: TableResult, titles: Titles) -> Iterator[Finding]:
    skill = table.skill
    if skill is None:
        return
    yield note(
        "skill",
        f"{capital(by(skill.strongest, titles))} has {skill.strongest_points:.3f} points a game"
        f" against {by(skill.weakest, titles)}; 1/2 is equal strength, and 1 is to be always"
        " ahead.",
    )
    for relative in skill.relative:
        if relative.relative_skill.says_nothing:
            yield note(
                "skill",
                f"Nothing can be said of relative skill with {by(relative.beginner, titles)} as the"
                " beginner: its interval is 0 to 1, which is all that it can be.",
            )
            continue
        yield note(
            "skill",
            f"Relative skill is {figure(relative.relative_skill)} with"
            f" {by(relative.beginner, titles)} as the beginner: 0 is chance alone, 1 is skill"
            " alone.",
        )


def _all(plays: Sequence[EqualPlay], titles: Titles) -> str:
    return joined([by(play.player, titles) for play in plays])
