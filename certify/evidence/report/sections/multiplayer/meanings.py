"""What the figures of the first page mean, in sentences by fixed rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from certify.present.figures import HELD, typeset
from certify.studies.fairness.figures_view import players_text
from certify.studies.fairness.length_view import limit_sentences
from certify.studies.fairness.results.fairness import FairnessResult, TableResult
from certify.studies.fairness.results.favoured import (
    first_matters,
    is_seat_favoured,
    one_seat_begins,
)

Sentence = Callable[[TableResult], str]


def meanings_of(result: FairnessResult) -> list[str]:
    """Return the sentences, one for all numbers of players of which the same is to be said."""
    return [
        *_told(result, "Seats and going first", _seats),
        *_told(result, "Relative skill", _relative),
        *(f"<b>Limits.</b> {typeset(text)}" for text in limit_sentences(result.tables)),
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


def _seats(table: TableResult) -> str:
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


def _relative(table: TableResult) -> str:
    """Return that nothing can be said of relative skill, if it is so."""
    if table.skill is None or not table.skill.relative:
        return ""
    if not table.skill.relative[0].relative_skill.says_nothing:
        return ""
    return (
        f"An interval of 0{HELD}to{HELD}1 is all that relative skill can be: nothing can be said "
        "of it, and it counts for neither skill nor chance in the tests used in law."
    )
