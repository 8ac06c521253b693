"""Ultimate Texas hold'em with one card of the dealer seen, against every board of a plain program.

Exact on both sides: before the flop a check, after which the best is played, and four antes.
"""

from fractions import Fraction
from itertools import islice
from math import comb, inf

import numpy as np
import pytest

from certify.exact.banked.course import Solver
from certify.exact.banked.keeping import step_of
from certify.exact.banked.pieces import PieceWork, come_to, parted
from certify.exact.banked.solution import Leak, solve
from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.study import solved_within
from tests.crosscheck.plain_holdem import House, worth_with_card_seen
from tests.crosscheck.test_plain_holdem import GAME, cards

PLACE = 20
"""Of some fifty parts that the engine goes through, the one that is compared."""

PUBLISHED = "13.5922%"
"""E. Jacobson, Ultimate Texas Hold'em Hole-Card Play: One Dealer Card."""
SEEN = {"dealer": Leak(1)}
BOARDS, LAST_TWO, OTHERS = comb(49, 5), comb(46, 2), 44


class _EnoughError(Exception):
    """Other parts are not worked out."""


@pytest.mark.slow
def test_before_the_flop_options_are_worth_what_all_boards_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = []

    def one(solver, pieces):
        piece = next(islice(pieces, PLACE, None))
        work = PieceWork(solver)
        content, _ = work.do(work.to_bytes(piece), {})
        step = step_of(parted(come_to(content))[0], solver.kinds)
        labels = [solver.program.deck.labels[card] for card in solver.kinds.cards]
        taken.append((piece.frame.known, step.answered[0], labels))
        raise _EnoughError

    monkeypatch.setattr(Solver, "_done_both", one)
    with pytest.raises(_EnoughError):
        solve(load_game(GAME), leaks=SEEN, patience=inf)
    ((known, answered, labels),) = taken
    assert answered.worths is not None
    check, four, _ = (answered.options.index(o) for o in ("check", "raise_first", "raise_three"))
    for row in (0, len(known) // 2, len(known) - 1):
        told = cards(" ".join(labels[kind] for kind in known.cards[row]))
        wagered, checked = worth_with_card_seen(House(), np.sort(told[:2]), told[2])
        worths = [
            Fraction(int(unit), 2 * answered.worths.base) for unit in answered.worths.units[row]
        ]
        assert 4 * worths[four] == Fraction(int(wagered), BOARDS * OTHERS)
        assert 4 * worths[check] == Fraction(int(checked), comb(49, 3) * LAST_TWO * OTHERS)


@pytest.mark.slow
def test_all_parts_together_are_the_whole_game() -> None:
    """Some 35 minutes of processor time.

    Backward and forward are worth the same; probabilities sum to one; seeing more costs nothing.
    """
    found = solved_within(Context(), load_game(GAME), leaks=SEEN, workers=Workers(processes=2))
    assert {sum(each.values()) for each in found.outcomes.values()} == {1}
    net = sum((each.net for each in found.wagers.values()), Fraction(0))
    assert f"{float(net):.4%}" == PUBLISHED
    (first,) = found.decided["first", ()].kept
    assert first.worths is not None
    best = first.worths.units[np.arange(len(first.choice)), first.choice]
    total = sum(int(w) * int(unit) for w, unit in zip(first.weights, best, strict=True))
    assert net == Fraction(total, first.total * first.worths.base)
    assert sum(map(int, first.weights)) == first.total
    assert len(first.known) == 5083
    fair = solve(load_game(GAME)).wagers
    assert net > sum(fair[name].net for name in found.wagers)
    for summary in found.decided.values():
        assert sum(summary.shares.values()) <= 1
    assert found.decided["first", ()].shares["raise_three"] == 0
