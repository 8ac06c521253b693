"""Odds that are kept answer for other paytables as a solve of its own does, or say they do not."""

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from certify.exact.banked.odds import Odds, odds_of
from certify.exact.banked.odds_file import (
    odds_from_bytes,
    odds_to_bytes,
    situations_from_bytes,
    situations_to_bytes,
)
from certify.exact.banked.pricing import LEAST_PAYOUT, Bounds, bounds_of, reduced
from certify.exact.banked.solution import BEST, question, solve
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_overrides, with_wagers

SPEC = Path(__file__).parents[4] / "rules/shelf/red_dog.yaml"
GAMES = {
    "red-dog": (("main", "raised"), 12),
    "casino-war": (("main", "raised", "tie"), 4),
    "punto-banco": (("banco", "tie", "banco_pair", "banco_margin"), 1),
    "three-card-poker": (("ante", "play", "ante_bonus", "pair_plus"), 1),
    "let-it-ride": (("third", "first", "second"), 1),
}
"""Wagers that are made, and how many paytables are drawn."""


def game_of(name):
    return with_wagers(load_game(name), GAMES[name][0])


def paying(game, pays):
    """Return a game with payouts to one, by path, as fractions."""
    given = []
    for row, value in pays.items():
        whole = value + (game.row(row).basis == "for_one")
        given.append(f"{row}.pays={whole.numerator}:{whole.denominator}")
    return apply_overrides(game, given)


def told(solution):
    """Return everything that is exact of a solution."""
    decided = {key: (each.situations, each.shares) for key, each in solution.decided.items()}
    return (
        dict(solution.wagers),
        dict(solution.outcomes),
        dict(solution.joint),
        decided,
        solution.situations,
    )


def answers(solution):
    """Return every answer in every situation that comes about."""
    return {
        key: [
            (each.known.cards[each.weights != 0].tobytes(), each.choice[each.weights != 0].tolist())
            for each in own.kept
        ]
        for key, own in solution.decided.items()
    }


def odds_for(game: LoadedGame, policy: str = BEST) -> Odds:
    """Return the odds of a game whose payouts only enter what wagers bring."""
    found = odds_of(game, policy)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "name",
    [
        *("red-dog", "casino-war"),
        # Nothing is decided in one, and in the other cards are picked as in the first.
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("punto-banco", "let-it-ride", "three-card-poker")
        ),
    ],
)
def test_odds_answer_for_random_paytables_as_a_solve_does(name):
    game = game_of(name)
    odds = odds_for(game)
    draw = random.Random(name)
    assert odds.hold(game)
    assert told(odds.solution(game)) == told(solve(game))
    for _ in range(GAMES[name][1]):
        rows = draw.sample(odds.rows, draw.randint(1, len(odds.rows)))
        changed = paying(
            game,
            {
                row: max(Fraction(0), game.pays(row) + Fraction(draw.randint(-4, 8), 4))
                for row in rows
            },
        )
        fresh = solve(changed)
        if odds.hold(changed):
            assert told(odds.solution(changed)) == told(fresh)
            assert answers(odds.solution(changed)) == answers(fresh)
        else:
            own = odds_for(changed)
            assert own.hold(changed)
            assert told(own.solution(changed)) == told(fresh)


@pytest.mark.parametrize(("name", "row"), [("red-dog", "main.more"), ("red-dog", "main.two")])
def test_where_the_play_changes_is_found(name, row):
    """Beyond an end another play is best and worth more; at it both are worth the same."""
    game = game_of(name)
    odds = odds_for(game)
    small = Fraction(1, 1000)
    ends_of = odds.range_of(game, row)
    assert ends_of is not None
    ends = zip(ends_of, (-small, small), strict=True)
    found = [(end, beyond) for end, beyond in ends if end != LEAST_PAYOUT]
    assert found
    for end, beyond in found:
        within, outside = (paying(game, {row: end + side}) for side in (-beyond, beyond))
        assert odds.hold(within)
        assert not odds.hold(outside)
        other = odds_for(outside)
        assert told(other.solution(outside)) == told(solve(outside))
        edge = paying(game, {row: end})
        worth = [
            sum(own.wagers[each].net for each in GAMES[name][0])
            for own in (odds.solution(edge), other.solution(edge), solve(edge))
        ]
        assert worth[0] == worth[1] == worth[2]
        at = [
            sum(own.wagers[each].net for each in GAMES[name][0])
            for own in (odds.solution(outside), other.solution(outside))
        ]
        assert at[0] < at[1]


def test_a_policy_is_followed_whatever_is_paid():
    game = game_of("red-dog")
    policy = next(iter(question(game).program.play.policies))
    odds = odds_for(game, policy)
    changed = paying(game, {"main.more": Fraction(5), "main.one": Fraction(0)})
    assert odds.hold(changed)
    assert told(odds.solution(changed)) == told(solve(changed, policy))


def test_odds_are_kept_as_bytes():
    game = game_of("red-dog")
    odds = odds_for(game)
    bare = odds_from_bytes(odds_to_bytes(odds))
    kept = situations_to_bytes(odds)
    assert kept is not None
    whole = situations_from_bytes(kept, bare, question(game).kinds)
    changed = paying(game, {"main.two": Fraction(9, 2)})
    assert told(bare.solution(changed)) == told(odds.solution(changed))
    assert answers(whole.solution(changed)) == answers(odds.solution(changed))
    assert bare.bounds.hold([Fraction(1)] * 7) == odds.bounds.hold([Fraction(1)] * 7)


def test_payouts_that_enter_otherwise_are_not_told_apart(tmp_path):
    text = SPEC.read_text().replace(
        "pays(main, line, default=-1) if raised", "max(pays(main, line, default=-1), 0) if raised"
    )
    path = tmp_path / "red_dog.yaml"
    path.write_text(text)
    game = with_wagers(load_game(str(path)), GAMES["red-dog"][0])
    assert odds_of(game, BEST) is None


def test_inequalities_that_others_imply_are_left_out():
    """By trying every point of a grid."""
    draw = np.random.default_rng(3)
    limits = (Fraction(6), Fraction(5))
    rows = np.hstack([draw.integers(-9, 10, (60, 3)), draw.integers(0, 2, (60, 1))])
    rows[:20, 2] = 0
    rows[:, 0] += 25
    found = bounds_of([reduced(rows, limits)], limits)
    plain = Bounds(rows[:, :-1], rows[:, -1].astype(bool), limits)
    held = set()
    for one in range(-6, 37):
        for two in range(-6, 31):
            point = (Fraction(one, 6), Fraction(two, 6))
            assert found.hold(point) == plain.hold(point)
            held.add(found.hold(point))
    assert held == {True, False}
    assert len(found.rows) < len(rows)
