"""How a study is shown at a glance: a column for each number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from certify.present.document import Band, Column, Row, Table
from certify.present.markup import HELD, mono, plain
from certify.present.quantity import COUNT, NONE, Interval, Quantity, number_text, p_value
from certify.results import Estimate
from certify.studies.fairness.figures_view import (
    MEAN,
    PERCENT_SHARE,
    SHARE,
    players_text,
    share_text,
)
from certify.studies.fairness.results.assumed import resting_on, supplied
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.favoured import (
    first_chance,
    first_matters,
    is_seat_favoured,
    seats_chance,
)
from certify.studies.fairness.results.skill import VarianceShares

GLANCE_NOTE = (
    "In brackets: intervals; all those of a column hold together with the confidence "
    "{confidence:.0f} %. A seat is called favoured, and going first is in bold, if p times the "
    "number of players looked at is below one less that, or the interval of going first leaves out "
    "zero. Points: 1/2 is equal strength."
)
KEY_NOTE = (
    "<b>The results relate only to the item tested</b> and to the players of the study. In "
    "brackets: intervals; all of one number of players hold together with {confidence:.0f} % "
    "confidence. p is adjusted for the players looked at. What is not found may be there: the "
    "interval says how large."
)
PERCENT_GAP = Interval(100.0)
"""A difference of shares, in percentage points."""
SHARE_ALONE = Quantity(3)
"""Points that have no interval."""
MEDIAN = 2
"""Place of the median among the quantiles."""
NAMES = 60
"""Width of the column of names; the others share what is left."""
WHOLE = 172
NAMES_IN_SHORT = 56

Cell = Callable[[TableResult], str]


def glance_table(result: FairnessResult) -> Table | None:
    """Return everything at a glance; None if nothing was found."""
    rows = _with_bands(
        ("Seats, all played by the same player", _seat_rows(result)),
        ("Skill and chance", _skill_rows(result)),
        ("Length and ends of games", _length_rows(result)),
    )
    if not rows:
        return None
    return Table(
        _columns(result, NAMES),
        rows,
        "The study at a glance",
        GLANCE_NOTE.format(confidence=100 * result.confidence),
        breakable=True,
        is_numbered=True,
    )


def key_figures(result: FairnessResult) -> Table | None:
    """Return the table of a first page: the strongest players, and what is found."""
    rows: list[Row] = [
        *_row(result, "Is a seat favoured between the strongest?", _favoured_shortly),
        *_row(result, "… between others of the study?", _favoured_elsewhere),
        *_row(result, "Going first, % points, the strongest", _first_shortly),
        *_row(result, "Strongest against weakest, points", _ends_shortly),
        *_row(result, "Relative skill, 0 chance to 1 skill", _relative_shortly),
        *_row(result, "Variance due to the deal, %", partial(_deal, is_equal=True)),
        *_row(result, "Decisions a game, the strongest", _decisions_shortly),
        *_row(result, "Games that a limit stops, at most", _caps),
    ]
    if not rows:
        return None
    resting = resting_on(result.assumptions)
    return Table(
        _columns(result, NAMES_IN_SHORT),
        rows,
        f"The study in short{f', with {plain(supplied(resting))}' if resting else ''}",
        KEY_NOTE.format(confidence=100 * result.confidence),
        is_numbered=True,
    )


def _favoured_shortly(table: TableResult) -> str:
    """Return whether a seat is favoured if the strongest play, and what it wins."""
    if not table.equal:
        return NONE
    play = table.equal[-1]
    return _verdict(table, play, f"p{HELD}{p_value(seats_chance(table, play))}")


def _verdict(table: TableResult, play: EqualPlay, chance: str) -> str:
    if not is_seat_favoured(table, play):
        return f"none is found ({chance})"
    best = max(play.seats, key=lambda seat: seat.win.value)
    role = plain(best.role.replace("_", " "))
    return f"<b>{role}</b>: {PERCENT_SHARE.with_ends(best.win)} % of games ({chance})"


def _favoured_elsewhere(table: TableResult) -> str:
    """Return among which other players a seat is favoured."""
    others = table.equal[:-1]
    if not others:
        return NONE
    found = [play.player for play in others if is_seat_favoured(table, play)]
    if not found:
        return "none is found"
    return f"<b>found</b>: {', '.join(_short(player) for player in found)}"


def _first_shortly(table: TableResult) -> str:
    """Return what going first is worth if the strongest play, and whether that is a finding."""
    if not table.equal:
        return NONE
    play = table.equal[-1]
    advantage = play.first_advantage
    if advantage is None:
        return NONE
    told = _first(table, play.player)
    if not first_matters(table, play):
        return f"{told}: no difference is found"
    word = "an advantage" if advantage.value > 0.0 else "a disadvantage"
    if not advantage.holds(0.0):
        return f"{told}: {word}"
    chance = p_value(first_chance(table, play))
    return f"{told}: {word} by the test (p{HELD}{chance})"


def _ends_shortly(table: TableResult) -> str:
    return _ends(table).partition(", ")[0]


def _relative_shortly(table: TableResult) -> str:
    return _relative(table).partition(", ")[0]


def _decisions_shortly(table: TableResult) -> str:
    return _decisions(table, table.lengths[-1].player) if table.lengths else NONE


def _columns(result: FairnessResult, names: float) -> list[Column]:
    """Return a column of names, and one for each number of players."""
    share = (WHOLE - names) / len(result.tables)
    return [
        Column("", names),
        *(Column(players_text(each.players), share) for each in result.tables),
    ]


def _with_bands(*groups: tuple[str, Sequence[Row]]) -> list[Row]:
    """Return the rows under the names of their groups; a group without rows is left out."""
    found: list[Row] = []
    for name, rows in groups:
        if rows:
            found += [Band(name), *rows]
    return found


def _row(result: FairnessResult, name: str, cell: Cell) -> list[Row]:
    """Return the line of a figure; none if no table has it."""
    cells = [cell(table) for table in result.tables]
    return [] if all(each == NONE for each in cells) else [(name, *cells)]


def _short(player: str) -> str:
    """Return the name of a player in few letters, as markup."""
    return mono(player, 7.2)


def _named(players: Iterable[str]) -> list[str]:
    """Return players once each."""
    return list(dict.fromkeys(players))


def _ends_of(players: Sequence[str]) -> list[str]:
    """Return the first and the last of the players."""
    return _named([*players[:1], *players[-1:]])


# Seats


def _seat_rows(result: FairnessResult) -> list[Row]:
    players = _named(play.player for table in result.tables for play in table.equal)
    rows: list[Row] = []
    for player in players:
        rows += _row(
            result, f"Is a seat favoured? {_short(player)}", partial(_favoured, player=player)
        )
    for player in players:
        if player in _ends_of(players) or any(_matters(table, player) for table in result.tables):
            rows += _row(
                result, f"Going first, % points, {_short(player)}", partial(_first, player=player)
            )
    for player in _ends_of(players):
        rows += _row(result, f"Draws, % of games, {_short(player)}", partial(_draws, player=player))
    return rows


def _equal(table: TableResult, player: str) -> EqualPlay | None:
    return next((play for play in table.equal if play.player == player), None)


def _favoured(table: TableResult, player: str) -> str:
    """Return whether a seat is favoured, and what it wins."""
    play = _equal(table, player)
    if play is None:
        return NONE
    chance = f"p{HELD}{p_value(play.seats_p)}; {COUNT(play.games)}{HELD}games"
    return _verdict(table, play, chance)


def _first(table: TableResult, player: str) -> str:
    """Return what going first is worth, in bold if it is found to be worth anything."""
    play = _equal(table, player)
    if play is None or play.first_advantage is None:
        return NONE
    text = PERCENT_GAP.with_ends(play.first_advantage)
    return f"<b>{text}</b>" if _matters(table, player) else text


def _matters(table: TableResult, player: str) -> bool:
    """Return whether going first is found to be worth anything."""
    play = _equal(table, player)
    return play is not None and first_matters(table, play)


def _draws(table: TableResult, player: str) -> str:
    play = _equal(table, player)
    return NONE if play is None else PERCENT_SHARE.with_ends(play.draw)


# Skill


def _skill_rows(result: FairnessResult) -> list[Row]:
    return [
        *_row(result, "Strongest against weakest, points", _ends),
        *_row(result, "Relative skill, 0 chance to 1 skill", _relative),
        *_row(
            result,
            "Variance due to the deal, %, equal play",
            partial(_deal, is_equal=True),
        ),
        *_row(
            result,
            "… strongest against weakest",
            partial(_deal, is_equal=False),
        ),
        *_row(result, "Tests of skill and chance", _tests),
    ]


def _ends(table: TableResult) -> str:
    """Return the points of the strongest player against the weakest."""
    skill = table.skill
    if skill is None:
        return NONE
    names = f"{_short(skill.strongest)} against {_short(skill.weakest)}"
    for meeting in table.meetings:
        if (meeting.player, meeting.opponent) == (skill.strongest, skill.weakest):
            return f"{SHARE.with_ends(meeting.points)}, {names}"
    return f"{SHARE_ALONE(skill.strongest_points)}, {names}"


def _relative(table: TableResult) -> str:
    if table.skill is None or not table.skill.relative:
        return NONE
    first = table.skill.relative[0]
    return f"{_known(first.relative_skill, SHARE)}, beginner {_short(first.beginner)}"


def _deal(table: TableResult, *, is_equal: bool) -> str:
    """Return the share of the variance that is due to the deal."""
    found = [share for share in table.shares if (share.player == share.opponent) is is_equal]
    if not found:
        return NONE
    share: VarianceShares = found[-1]
    return _known(share.deal, PERCENT_SHARE)


def _known(share: Estimate, written: Interval) -> str:
    """Return a share with its interval, or that nothing can be said of it."""
    if share.says_nothing:
        return f"nothing can be said (0{HELD}to{HELD}{written.scale:g})"
    return written.with_ends(share)


def _tests(table: TableResult) -> str:
    """Return how many tests have each answer."""
    if table.skill is None or not table.skill.tests:
        return NONE
    answers = [test.answer for test in table.skill.tests]
    return ", ".join(f"{answers.count(answer)} {answer}" for answer in dict.fromkeys(answers))


# Length


def _length_rows(result: FairnessResult) -> list[Row]:
    players = _named(length.player for table in result.tables for length in table.lengths)
    rows: list[Row] = []
    for player in _ends_of(players):
        rows += _row(
            result,
            f"Decisions a game, {_short(player)}",
            partial(_decisions, player=player),
        )
    rows += _row(result, "Games that a limit stops, at most", _caps)
    return rows


def _decisions(table: TableResult, player: str) -> str:
    found = next((length for length in table.lengths if length.player == player), None)
    if found is None:
        return NONE
    text = MEAN.with_ends(found.decisions.mean)
    if found.decisions.quantiles is not None:
        text += f", median {number_text(found.decisions.quantiles[MEDIAN])}"
    return text


def _caps(table: TableResult) -> str:
    """Return how often a limit stops play, where it does so most."""
    caps = [(cap.mean.value, length, cap) for length in table.lengths for cap in length.caps]
    if not caps:
        return NONE
    share, length, cap = max(caps, key=lambda each: each[0])
    if share == 0.0:
        return f"none of {COUNT(sum(length.games for length in table.lengths))}"
    if cap.most > 1.0:
        return f"{MEAN.value(cap.mean)} times a game ({plain(length.player)})"
    return f"{share_text(share)} % ({plain(length.player)})"
