"""Every situation is told, also where whole boards are gone through."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

import pytest

from certify.exact.banked.frames import Answered
from certify.exact.banked.listing import listed
from certify.exact.banked.looking import Looking
from certify.exact.banked.solution import Solution, solve
from certify.language.catalogue import load_game
from tests.unit.exact.banked.test_against_brute_force import with_few_cards

Told = tuple[str, tuple[str, ...], str, tuple[Fraction | None, ...]]
"""Decision, answers before it, the best answer, and what each is worth."""


def told(solution: Solution, on_boards: Iterable[Answered]) -> dict[Told, Fraction]:
    """Return how often it comes about that answers are worth so much."""
    found: dict[Told, Fraction] = defaultdict(Fraction)
    kept = [answered for summary in solution.decided.values() for answered in summary.kept]
    for answered in (*kept, *on_boards):
        assert answered.worths is not None
        for row, weight in enumerate(answered.weights):
            worths = tuple(
                Fraction(int(units), answered.worths.base) if answered.legal[row, place] else None
                for place, units in enumerate(answered.worths.units[row])
            )
            best = answered.options[answered.choice[row]]
            key = answered.decision, answered.before, best, worths
            if weight:
                found[key] += Fraction(int(weight), answered.total)
    return found


@pytest.mark.parametrize("only", ["rank >= 12", "rank >= 11 and suit != 'spades'"])
def test_situations_beside_whole_boards(only: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken card by card and board by board, answers are worth the same, as often."""
    game = with_few_cards(only)
    solution, none = listed(game)
    assert none == []
    wanted = told(solution, [])
    monkeypatch.setattr(Looking, "most_single", 0)
    solution, on_boards = listed(game)
    assert on_boards
    assert told(solution, on_boards) == wanted
    for (decision, before), summary in solution.decided.items():
        shares: dict[str, Fraction] = defaultdict(Fraction)
        for (named, after, best, _), often in wanted.items():
            if (named, after) == (decision, before):
                shares[best] += often
        assert shares == {option: share for option, share in summary.shares.items() if share}


def test_a_game_without_boards_is_as_ever() -> None:
    game = load_game("red-dog")
    solution, on_boards = listed(game)
    assert on_boards == []
    assert solution.wagers == solve(game).wagers
