"""Odds that are kept answer for other paytables as a solve of its own does, or say they do not."""

import random
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from certify.errors import StateSpaceError
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
from tests.oracle.random_games import games_from, random_game

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
    """Return a game with payouts to one, by path, and shares, by name, as fractions."""
    given = []
    for row, value in pays.items():
        if row in game.spec.parameters:
            given.append(f"{row}={value}")
            continue
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
    require_answers(game, odds_for(game), random.Random(name), GAMES[name][1])


def require_answers(game: LoadedGame, odds: Odds, draw: random.Random, times: int) -> None:
    """Require odds, kept or anew, to answer for other paytables as a solve of its own does."""
    assert odds.hold(game)
    assert told(odds.solution(game)) == told(solve(game))
    for _ in range(times):
        rows = draw.sample(odds.rows, draw.randint(1, len(odds.rows)))
        changed = paying(
            game,
            {
                row: Fraction(draw.randint(0, 20), 100)
                if row in game.spec.parameters
                else max(Fraction(0), game.pays(row) + Fraction(draw.randint(-4, 8), 4))
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


PAYING = [1, 3, 4, 9, 10, 15, 22, 24]


@pytest.mark.parametrize("seed", PAYING)
def test_odds_of_a_game_made_at_random(seed: int) -> None:
    game = random_game(seed)
    require_answers(game, odds_for(game), random.Random(seed), 3)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1_000, 50))
def test_odds_of_many_games_made_at_random(first: int) -> None:
    asked = 0
    for seed, game in games_from(first):
        with suppress(StateSpaceError):
            odds = odds_of(game)
            if odds is not None and odds.rows:
                require_answers(game, odds, random.Random(seed), 3)
                asked += 1
    assert asked > 20


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


RAISED = "pays(main, line, default=-1) if raised else 0"
FEE = """parameters:
  fee: {type: share, default: 0.1, minimum: 0, maximum: 1, unit: u, title: F, text: F, cites: [C3]}
"""


def with_a_fee(folder, net):
    """Return red dog with a share of wagers that enters what the raise brings."""
    text = SPEC.read_text().replace("parameters:\n", FEE, 1)
    assert RAISED in text
    path = folder / "red_dog.yaml"
    path.write_text(text.replace(RAISED, net))
    return with_wagers(load_game(str(path)), GAMES["red-dog"][0])


@pytest.mark.parametrize(
    "net",
    [
        "pays(main, line, default=-1) - fee / 2 if raised else 0",
        "-(fee * 2 - pays(main, line, default=-1)) if raised else -fee",
    ],
)
def test_a_share_of_a_wager_is_kept_apart_like_a_payout(tmp_path, net):
    game = with_a_fee(tmp_path, net)
    odds = odds_for(game)
    assert "fee" in odds.decisive
    assert not odds.fixed
    ends = odds.range_of(game, "fee")
    assert ends is not None
    # At it raising is worth as much as not.
    end, small = ends[1], Fraction(1, 1000)
    held = []
    for pays in (
        {"fee": end - small},
        {"fee": end + small},
        {"fee": Fraction(0), "main.two": Fraction(9, 2)},
        {"fee": Fraction(1), "main.two": Fraction(9, 2)},
    ):
        changed = paying(game, pays)
        held.append(odds.hold(changed))
        own = odds if held[-1] else odds_for(changed)
        assert told(own.solution(changed)) == told(solve(changed))
    assert held[:2] == [True, False]


@pytest.mark.parametrize(
    "net",
    [
        "pays(main, line, default=-1) * (1 - fee) if raised else 0",
        "pays(main, line, default=-1) - fee * fee if raised else 0",
        "pays(main, line, default=-1) / (1 + fee) if raised else 0",
        "pays(main, line, default=-1) if raised and fee < 1 / 2 else -fee if raised else 0",
    ],
)
def test_a_share_that_enters_otherwise_is_taken_as_it_is(tmp_path, net):
    game = with_a_fee(tmp_path, net)
    odds = odds_for(game)
    changed = paying(game, {"fee": Fraction(1, 5)})
    assert odds.fixed == {"fee": Fraction(1, 10)}
    assert told(odds.solution(game)) == told(solve(game))
    assert not odds.hold(changed)


def test_a_payout_that_is_compared_is_not_told_apart_beside_a_share_either(tmp_path):
    net = "max(pays(main, line, default=-1) - 1, -1) + 1 if raised else fee"
    assert odds_of(with_a_fee(tmp_path, net)) is None


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
