"""Games that are too large at once, gone through part by part: the same, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import parting
from certify.exact.banked.expressions import Evaluator
from certify.exact.banked.frames import Frame, TooMuchAtOnce
from certify.exact.banked.looking import Looking
from certify.exact.banked.parting import Parting
from certify.exact.banked.pieces import PieceWork
from certify.exact.banked.solution import Leak, Solution, question, solve
from certify.exact.banked.standing import groups_shared
from certify.exact.banked.telling import NONE, losses_of
from certify.exact.banked.words import rule_of
from certify.language.catalogue import load_game
from certify.play.interpreter.program import Program
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import solved_within
from certify.studies.exposure.study import exposure_study
from tests.oracle.banked import brute_force
from tests.oracle.cut_packs import casino_holdem
from tests.unit.exact.banked.test_against_brute_force import with_few_cards
from tests.unit.exact.banked.test_leaks import of_house, two_decisions

SEEN = {"dealer": Leak(1)}
TWELVE_CARDS = "rank >= 11 and suit != 'spades'"


def let_hold(monkeypatch: pytest.MonkeyPatch, most: int, of_part: int) -> list[int]:
    """Let at most so many steps be held before a decision, and parts have about so many.

    Returns the list that every part is noted in, by its rows.
    """
    require, do, parts = Looking._require_within_reach, PieceWork.do, []

    def limited(
        self: Looking, frame: Frame, zone: int, number: int, *, ordered: bool, merged: bool
    ) -> None:
        steps = self.rows_of(frame) * self.ways_of(frame, number, ordered=ordered)
        if merged and not self.is_part and steps > most:
            raise TooMuchAtOnce.of(f"{steps:,} steps", steps)
        require(self, frame, zone, number, ordered=ordered, merged=merged)

    def noted(self: PieceWork, content: bytes, kept: Any) -> Any:
        parts.append(len(content))
        return do(self, content, kept)

    monkeypatch.setattr(Looking, "_require_within_reach", limited)
    monkeypatch.setattr(PieceWork, "do", noted)
    monkeypatch.setattr(parting, "MOST_OF_PART", of_part)
    return parts


def require_same(whole: Solution, in_parts: Solution) -> None:
    """Require the same figures of both, and the same first decision in every situation."""
    assert in_parts.wagers == whole.wagers
    assert in_parts.outcomes == whole.outcomes
    assert in_parts.decided.keys() == whole.decided.keys()
    for key, summary in whole.decided.items():
        assert in_parts.decided[key].shares == summary.shares
    assert sum(sum(each.values()) for each in in_parts.outcomes.values()) == len(whole.outcomes)


@pytest.mark.parametrize(
    ("leaks", "of_part"),
    [
        (SEEN, 2000),
        pytest.param({"others": Leak(1)}, 2000, marks=pytest.mark.slow),
        pytest.param(SEEN | {"others": Leak(1)}, 9000, marks=pytest.mark.slow),
    ],
)
def test_parts_come_to_what_the_whole_comes_to(
    leaks: Mapping[str, Leak], of_part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_few_cards(TWELVE_CARDS)
    whole = solve(game, leaks=leaks)
    parts = let_hold(monkeypatch, 5000, of_part)
    in_parts = solve(game, leaks=leaks)
    assert len(parts) > 5
    require_same(whole, in_parts)
    assert in_parts.situations == whole.situations
    key = ("first", ())
    (one,), (other,) = whole.decided[key].kept, in_parts.decided[key].kept
    assert one.worths is not None
    assert other.worths is not None
    assert (one.known.cards == other.known.cards).all()
    assert (one.choice == other.choice).all()
    assert (one.weights * other.total == other.weights * one.total).all()
    assert (one.worths.units * other.worths.base == other.worths.units * one.worths.base).all()


@pytest.mark.slow
def test_parts_that_go_through_boards_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_few_cards(TWELVE_CARDS)
    whole = solve(game, leaks=SEEN)
    parts = let_hold(monkeypatch, 3000, 10_000)
    monkeypatch.setattr(Looking, "most_single", 3000)
    in_parts = solve(game, leaks=SEEN)
    assert len(parts) > 5
    require_same(whole, in_parts)
    # Boards that rules cannot tell apart are one situation.
    assert in_parts.situations < whole.situations


def test_cards_that_are_known_by_a_mark_stay_in_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that look alike to the seat are decided together."""
    game, marked = with_few_cards(TWELVE_CARDS), {"dealer": Leak(1, "K-A")}
    whole = solve(game, leaks=marked)
    parts = let_hold(monkeypatch, 5000, 3000)
    require_same(whole, solve(game, leaks=marked))
    assert len(parts) > 2


def test_parts_come_to_what_every_order_of_the_cards_comes_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = two_decisions(seen_first=False)
    parts = let_hold(monkeypatch, 100, 50)
    found = solve(game, leaks={"house": Leak(1)}).wagers["main"].net
    assert len(parts) > 2
    assert found == brute_force(game, told=of_house(game, 1, None)).value


def test_parts_may_begin_before_the_card_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the card comes into sight after others, rows are parted before it."""
    game = casino_holdem([10, 11, 12, 13, 14], 2)
    whole = solve(game, leaks=SEEN)
    parts = let_hold(monkeypatch, 400, 100)
    require_same(whole, solve(game, leaks=SEEN))
    assert len(parts) > 2


def test_parts_have_cards_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cards of one zone make parts enough, none of their ranks are in two of them."""
    told: list[set[int]] = []
    parts_of = Parting._parts

    def noted(self: Parting, frame: Frame, refused: TooMuchAtOnce) -> list[Any]:
        parts = parts_of(self, frame, refused)
        few = min(frame.known.groups, key=lambda group: group.number)
        (card,) = frame.known.columns(few.zone)
        told.extend({*(card[rows] // 2).tolist()} for rows in parts)
        return parts

    monkeypatch.setattr(Parting, "_parts", noted)
    let_hold(monkeypatch, 400, 400)
    game = casino_holdem([10, 11, 12, 13, 14], 2)
    whole = solve(game, leaks=SEEN)
    assert sum(map(len, told)) > len(set().union(*told))
    told.clear()
    monkeypatch.setattr(parting, "LARGER", 5)
    require_same(whole, solve(game, leaks=SEEN))
    assert sum(map(len, told)) == len(set().union(*told)) > 2


def test_what_cannot_be_parted_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    let_hold(monkeypatch, 5000, 1)
    with pytest.raises(StateSpaceError, match=r"steps$"):
        solve(with_few_cards(TWELVE_CARDS), leaks=SEEN)


class _StoppedError(Exception):
    pass


def test_a_run_that_is_stopped_goes_on_after_its_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = with_few_cards(TWELVE_CARDS)
    whole = solve(game, leaks=SEEN)
    parts = let_hold(monkeypatch, 5000, 2000)
    cache = Cache(tmp_path, pytest.fail)

    def stop(done: int, total: int, doing: str) -> None:
        if done == 4:
            raise _StoppedError

    with pytest.raises(_StoppedError):
        solved_within(Context(cache=cache, progress=stop), game, leaks=SEEN)
    before = len(parts)
    assert before >= 4
    require_same(whole, solved_within(Context(cache=cache), game, leaks=SEEN))
    again = len(parts) - before
    parts.clear()
    solve(game, leaks=SEEN)
    assert again + before - len(parts) <= 1


def test_groups_that_hands_share_with_the_one_before() -> None:
    hands = np.array([[1, 2, 0], [1, 2, 3], [1, 4, 3], [2, 4, 3], [2, 4, 5]], dtype=np.uint8)
    assert groups_shared(hands, np.array([2, 1])).tolist() == [0, 1, 0, 0, 1]
    assert groups_shared(hands[:, :0], np.array([], dtype=np.int64)).tolist() == [0] * 5


def test_words_have_the_same_numbers_in_every_process() -> None:
    """Rows that are sent have numbers in place of words, and ranks that were worked out there."""
    game = load_game("mississippi-stud")
    one, two = (Evaluator(Program(game), question(game).kinds) for _ in range(2))
    words = ["straight_flush", "pair", "high_card", "a word of the rules", "another"]
    numbers = [one.word(word) for word in words]
    assert [two.word(word) for word in reversed(words)] == numbers[::-1]
    assert len(set(numbers)) == len(words)


def test_parts_tell_what_answers_lose_as_all_situations_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Added up part by part it is the same as over the situations of the whole, which are kept."""
    game = casino_holdem([10, 11, 12, 13, 14], 2)
    program, fair, whole = Program(game), solve(game), solve(game, leaks=SEEN)
    ((key, summary),) = fair.decided.items()
    rule = rule_of(program, fair.kinds, summary.kept[0])
    assert rule is not None
    (kept,) = whole.decided[key].kept
    names = [name for name, _ in program.layout.zones]
    evaluator = Evaluator(program, whole.kinds)
    wanted = losses_of(evaluator, kept, names.index("dealer"), rule.form)
    parts = let_hold(monkeypatch, 400, 100)
    found = solve(game, leaks=SEEN, forms=lambda: {key: rule.form}).decided[key]
    assert len(parts) > 2
    assert not found.kept
    assert wanted is not None
    assert found.losses is not None
    assert found.losses.keys() == wanted.keys()
    for case, own in wanted.items():
        other = found.losses[case]
        assert other.share == pytest.approx(own.share, rel=1e-12)
        assert other.worth == pytest.approx(own.worth, rel=1e-12)
        assert other.lost.keys() == own.lost.keys() == {(NONE, *rule.form.firsts)}
        for pair, cells in own.lost.items():
            order = np.lexsort(cells.levels.T[::-1])
            assert (other.lost[pair].levels == cells.levels[order]).all()
            assert other.lost[pair].lost == pytest.approx(cells.lost[order], rel=1e-9, abs=1e-15)


def test_play_for_each_card_is_told_of_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lines are those of the situations that are kept, by the same properties."""
    game = casino_holdem([10, 11, 12, 13, 14], 2)
    (kept,) = exposure_study(game, {"dealer": 1}).decisions
    parts = let_hold(monkeypatch, 400, 100)
    found = exposure_study(game, {"dealer": 1})
    assert len(parts) > 2
    (decision,) = found.decisions
    (wager,) = found.wagers.values()
    assert [case.seen["dealer"] for case in decision.cases] == ["T", "J", "Q", "K", "A"]
    assert fsum(case.probability for case in decision.cases) == pytest.approx(1.0, abs=1e-12)
    won = fsum(case.probability * case.worth for case in decision.cases)
    assert won == pytest.approx(wager.exposed, abs=1e-12)
    told = [case.rule for case in decision.cases]
    assert told == [case.rule for case in kept.cases]
    assert len({*told}) > 1
