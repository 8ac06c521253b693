"""What a study says of a distribution, against other ways to find it."""

from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from types import SimpleNamespace

import pytest

from certify.cards.shoe import Shoe
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.context import Context
from certify.studies.returns.distribution import distribution_figures
from certify.studies.returns.round_distributions import distributions_of
from certify.studies.twenty_one import TwentyOneGame

GAME = "blackjack-burnout"
FEW = ("decks=1", "max_split_hands=2")
SHOE = Shoe.parse("4,0,4,0,0,4,0,4,0,16")


def wagers_of(*settings):
    game = TwentyOneGame(apply_overrides(load_game(GAME), (*FEW, *settings)), SHOE)
    solution = game.optimal
    distributions = distributions_of(game, solution, Context())
    payment = game.rules.burnout_payment
    assert solution.main_burnout is not None
    return SimpleNamespace(
        main=SimpleNamespace(
            ev=solution.main.ev,
            initial_amount=1.0,
            **distribution_figures(distributions.main, "net", Fraction(0)),
        ),
        main_burnout=SimpleNamespace(
            ev=solution.main_burnout.ev - float(payment),
            initial_amount=1.0 + float(payment),
            **distribution_figures(distributions.main_burnout, "net", payment),
        ),
    )


@pytest.fixture(scope="module")
def wagers():
    return wagers_of()


@pytest.mark.parametrize(
    ("pays", "key"),
    [
        ("7:3", "7/3"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("3:2", "1.5"), ("6:5", "1.2"), ("1:1", "1"))
        ),
    ],
)
def test_a_blackjack_has_its_own_outcome(pays, key):
    outcomes = wagers_of(f"blackjack_pays={pays}").main.outcomes
    assert key in outcomes
    assert sum(outcomes.values()) == pytest.approx(1, abs=1e-13)


def test_surrender_is_an_outcome_of_half_a_loss():
    main = wagers_of("surrender=late").main
    assert 0.1 < main.outcomes["-0.5"] < 0.2
    mean = sum(float(Fraction(value)) * chance for value, chance in main.outcomes.items())
    assert mean == pytest.approx(main.ev, abs=1e-12)


def test_outcomes_are_parted_by_what_the_round_counts_as(wagers):
    for wager in (wagers.main, wagers.main_burnout):
        assert list(wager.outcomes_by_streak) == ["net", "majority", "any_loss"]
        for parted in wager.outcomes_by_streak.values():
            assert list(parted) == list(wager.outcomes)
            for value, chances in parted.items():
                whole = chances.win + chances.push + chances.loss
                assert whole == pytest.approx(wager.outcomes[value], rel=1e-12)
        won = sum(chances.win for chances in wager.outcomes_by_streak["net"].values())
        assert won == pytest.approx(wager.p_win, rel=1e-13)
        # One hand of two doubled and lost, the other won: the round loses and counts as a push.
        assert wager.outcomes_by_streak["net"]["-1"].push > 0
        assert wager.outcomes_by_streak["any_loss"]["1"].loss > 0


def test_the_payment_moves_outcomes_and_nothing_else(wagers):
    other = wagers_of("burnout_payment=0.5").main_burnout
    ours = wagers.main_burnout
    assert other.outcomes == ours.outcomes
    assert other.sd == ours.sd
    assert other.sessions[0].p_ahead < ours.sessions[0].p_ahead


def test_bands_are_near_the_normal_ones_and_the_nearer_the_more_rounds(wagers):
    for wager in (wagers.main, wagers.main_burnout):
        mean, initial = wager.ev / wager.initial_amount, wager.initial_amount
        for session in wager.sessions:
            root = sqrt(session.rounds)
            for band in session.bands:
                half = NormalDist().inv_cdf(0.5 + band.confidence / 2) * wager.sd / root / initial
                assert band.normal_low == pytest.approx(1 + mean - half, abs=1e-12)
                assert band.normal_high == pytest.approx(1 + mean + half, abs=1e-12)
                # Within two steps of half a main wager or less, or the skewness of the sum.
                assert band.low == pytest.approx(band.normal_low, abs=1.5 / session.rounds)
                assert band.high == pytest.approx(band.normal_high, abs=1.5 / session.rounds)
            normal = 1 - NormalDist().cdf(-wager.ev * root / wager.sd)
            assert session.p_ahead == pytest.approx(normal, abs=0.4 / root)
            assert session.error_bound < 1e-9


def test_what_odd_payouts_would_make_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr("certify.studies.returns.many_rounds.MOST_STEPS", 1e4)
    monkeypatch.setattr("certify.studies.returns.many_rounds.MOST_MOVES", 1e7)
    for wager in vars(wagers_of("blackjack_pays=7:5")).values():
        assert [session.rounds for session in wager.sessions] == [1_000]
        assert {found.rounds for found in wager.ruin} == {1_000}


def test_volatility_index_is_that_of_ninety_percent(wagers):
    assert wagers.main.volatility_index == pytest.approx(1.6448536269514722 * wagers.main.sd)


def test_ruin_falls_with_the_bankroll_and_rises_with_the_rounds(wagers):
    for wager in (wagers.main, wagers.main_burnout):
        chances = {(found.rounds, found.bankroll): found.probability for found in wager.ruin}
        for rounds in (1_000, 10_000):
            by_bankroll = [chances[rounds, bankroll] for bankroll in (20, 50, 100, 200)]
            assert by_bankroll == sorted(by_bankroll, reverse=True)
        assert all(chances[10_000, held] > chances[1_000, held] for held in (20, 50, 100, 200))
    # A walk of this drift and deviation between barriers, by Brownian motion.
    drift, sd = wagers.main.ev, wagers.main.sd
    below = NormalDist().cdf((-19 - drift * 1_000) / sd / sqrt(1_000))
    again = NormalDist().cdf((-19 + drift * 1_000) / sd / sqrt(1_000))
    reflected = below + again * 2.718281828459045 ** (-2 * drift * 19 / sd**2)
    assert wagers.main.ruin[0].probability == pytest.approx(reflected, abs=0.03)
