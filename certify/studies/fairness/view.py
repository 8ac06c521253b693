"""How a study of fairness is shown: findings, players, then topic by topic all its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from certify.present.document import Bullets, Column, Row, Table, Text, number
from certify.present.facts import identification
from certify.present.markup import HELD, capitalised, plain
from certify.present.quantity import COUNT, Quantity
from certify.studies.fairness.assumed_view import assumed
from certify.studies.fairness.figures_view import Part, PlayerKey, lead, players_text
from certify.studies.fairness.length_view import length_parts, limit_sentences, match_parts
from certify.studies.fairness.results.fairness import (
    FairnessResult,
    Finding,
    PlayerText,
    TableResult,
)
from certify.studies.fairness.results.favoured import (
    first_matters,
    is_seat_favoured,
    one_seat_begins,
)
from certify.studies.fairness.seats_view import seat_parts
from certify.studies.fairness.settings_view import settings_parts
from certify.studies.fairness.skill_view import skill_parts
from certify.studies.fairness.solved_view import solved_parts
from certify.studies.fairness.strength_view import strength_parts
from certify.studies.fairness.use_view import KINDS, use_parts

WEIGHTS = (("matter", "What matters"), ("note", "Worth knowing"))
CONFIDENCE = Quantity(1, 100)
"""A confidence, in percent."""
USE_HINT = "How often every element of the rules is used is shown with --use."
PLAYERS_NOTE = "From the weakest, as it was expected before anything was played."


def fairness_view(result: FairnessResult, *, all_uses: bool = False) -> Iterator[Part]:
    """Yield what identifies a study, what it rests on, and what is shown of it."""
    numbers = [found.players for found in result.tables]
    yield from identification(
        result,
        *([("Seats", players_text(*numbers))] if numbers else []),
        ("Players", ", ".join(player.id for player in result.ladder)),
        ("Seed", str(result.seed)),
        ("Intervals", f"{100 * result.confidence:g} percent, together; ± is the larger side"),
    )
    yield from assumed(result.assumptions, "This study")
    yield from fairness_parts(result, all_uses=all_uses)


def fairness_parts(result: FairnessResult, *, all_uses: bool = False) -> Iterator[Part]:
    """Yield what is shown of a study, but what identifies it."""
    for findings, numbers in told_findings(result.tables):
        for weight, title in WEIGHTS:
            some = [finding for finding in findings if finding.weight == weight]
            if some:
                yield lead(f"{title}, {players_text(*numbers)}")
                yield Bullets(tuple(map(_sentence, some)))
    yield players_table(result)
    yield from seat_parts(result)
    yield from strength_parts(result)
    yield from skill_parts(result)
    yield from length_parts(result)
    yield from use_parts(result, KINDS if all_uses else ())
    if not all_uses and any(table.use.elements for table in result.tables):
        yield Text(USE_HINT)
    yield from settings_parts(result)
    yield from match_parts(result)
    yield from _intervals(result)
    yield from solved_parts(result.solved)


def told_findings(
    tables: Sequence[TableResult],
) -> list[tuple[tuple[Finding, ...], list[int]]]:
    """Return the findings, those of several numbers of players once if they are the same."""
    told: dict[tuple[Finding, ...], list[int]] = {}
    for table in tables:
        if table.findings:
            told.setdefault(table.findings, []).append(table.players)
    return list(told.items())


def _sentence(finding: Finding) -> str:
    resting = f" ({', '.join(finding.assumptions)})" if finding.assumptions else ""
    return plain(f"{capitalised(finding.about)}{resting}: {finding.text}")


def players_table(result: FairnessResult) -> Table:
    """Return who plays, from the weakest as it was expected."""
    key = PlayerKey(result)

    def does(player: PlayerText) -> str:
        only = " It is a measure, and no opponent for a table." if player.sees_all else ""
        return f"{capitalised(player.title)}. {player.does}{only}"

    return Table.of(
        "Players",
        [
            Column("", 7, "bold", lambda player: key.letter(player.id)),
            Column("Name", 35, "mono", lambda player: player.id),
            Column("How it plays", 126, value=does),
        ],
        result.ladder,
        PLAYERS_NOTE,
    )


def _intervals(result: FairnessResult) -> Iterator[Text]:
    """Yield how intervals are made, once for all numbers of players."""
    families = [(table.players, table.family) for table in result.tables if table.family.figures]
    numbers = "; ".join(
        f"{family.figures} of {players_text(number)}" for number, family in families
    )
    for method in dict.fromkeys(family.method for _, family in families):
        yield Text(plain(f"Intervals that hold together: {numbers}. {method.rstrip('.')}."))


# What the figures rest on


def games_table(result: FairnessResult) -> Table | None:
    """Return how many games the figures rest on; None if there are none."""
    rows: list[Row] = []
    for name, games in GAMES.items():
        numbers = [games(table) for table in result.tables]
        if any(numbers):
            rows.append((name, *(COUNT(number or None) for number in numbers)))
    if not rows:
        return None
    return Table(
        [
            Column("", 68),
            *(Column(players_text(table.players), 25, "number") for table in result.tables),
        ],
        rows,
        "Games that the figures rest on",
        "Some are counted in more than one line: the same games serve several figures.",
        is_numbered=True,
    )


GAMES: dict[str, Callable[[TableResult], int]] = {
    "All seats played by the same player": lambda table: sum(play.games for play in table.equal),
    "Meetings, one player against others": lambda table: sum(
        meeting.games for meeting in table.meetings
    ),
    "Duplicate deals, for shares of variance": lambda table: sum(
        share.deals * share.seatings * share.repeats for share in table.shares
    ),
    "Use of the rules": lambda table: sum(table.use.games),
    "Other settings and readings": lambda table: sum(effect.games for effect in table.sensitivity),
    "Matches": lambda table: sum(match.games for match in table.matches),
}


def families_table(result: FairnessResult) -> Table:
    """Return how many figures of each number of players have intervals that hold together."""
    return Table.of(
        "Families of intervals",
        [
            Column("Number of players", 60, value=lambda table: players_text(table.players)),
            number("Figures with intervals", lambda table: table.family.figures, COUNT, 50),
            number(
                "All hold with confidence, %", lambda table: table.family.confidence, CONFIDENCE, 50
            ),
        ],
        result.tables,
    )


# What the figures mean


Sentence = Callable[[TableResult], str]


def meanings_of(result: FairnessResult) -> list[str]:
    """Return the sentences, one for all numbers of players of which the same is to be said."""
    return [
        *_told(result, "Seats and going first", _both),
        *_told(result, "Relative skill", _unknown),
        *(f"<b>Limits.</b> {text}" for text in limit_sentences(result.tables)),
    ]


def _told(result: FairnessResult, title: str, sentence: Sentence) -> Iterator[str]:
    """Yield a bullet for each sentence, with the numbers of players of which it holds."""
    said: dict[str, list[int]] = {}
    for table in result.tables:
        if text := sentence(table):
            said.setdefault(text, []).append(table.players)
    for text, numbers in said.items():
        many = f", {players_text(*numbers)}" if len(result.tables) > 1 else ""
        yield f"<b>{title}{many}.</b> {text}"


def _both(table: TableResult) -> str:
    """Return how what is found of seats goes with what is found of going first."""
    if not table.equal:
        return ""
    play = table.equal[-1]
    advantage = play.first_advantage
    if advantage is None or not first_matters(table, play):
        return ""
    word = "an advantage" if advantage.value > 0.0 else "a disadvantage"
    if one_seat_begins(play):
        return (
            f"The same seat goes first in every game, so that {word} of going first is that of "
            "this seat, told twice."
        )
    if is_seat_favoured(table, play):
        return f"Going first is {word}, and the seats differ as well."
    text = (
        f"<b>Going first is {word}.</b> No seat is favoured all the same, since who goes first "
        "changes from game to game."
    )
    if advantage.holds(0.0):
        text += (
            " The test finds it; the interval still holds zero, as it is wider than the test needs "
            "to hold together with all others."
        )
    return text


def _unknown(table: TableResult) -> str:
    """Return that nothing can be said of relative skill, if it is so."""
    if table.skill is None or not table.skill.relative:
        return ""
    if not table.skill.relative[0].relative_skill.says_nothing:
        return ""
    return (
        f"An interval of 0{HELD}to{HELD}1 is all that relative skill can be: nothing can be said "
        "of it, and it counts for neither skill nor chance in the tests used in law."
    )
