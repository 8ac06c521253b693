"""How a study tells of two seats: worked out once, and left out where it cannot be told."""

import pytest

from certify.cards.shoe import Shoe
from certify.exact.blackjack.seats import SeatCovariance
from certify.language.catalogue import load_game
from certify.runtime.context import Context
from certify.studies.returns.study import seat_figures
from certify.studies.twenty_one import TwentyOneGame
from tests.support.whatif import small_game


@pytest.fixture
def asked(monkeypatch):
    """Return the list of covariances asked for: by Burnout paid or not, and what blackjacks pay."""
    calls = []

    def covariance(solution, *, with_option, computed):
        calls.append((with_option, str(solution.shoe.rules.blackjack_pays)))
        for upcard in range(10):
            computed(upcard + 1)
        return SeatCovariance(0.48 if with_option else 0.5, 1e-8)

    monkeypatch.setattr("certify.studies.returns.study.seat_covariance", covariance)
    return calls


def test_figures_are_worked_out_once_for_what_they_follow_from(asked):
    told = []
    game = small_game()
    context = Context(progress=lambda done, total, doing: told.append((done, total)))
    main, burnout = seat_figures(game, game.optimal, context)
    assert told == [(done, 20) for done in range(21)]
    assert main == {"seat_covariance": 0.5, "seat_covariance_error": 1e-8}
    assert burnout["seat_covariance"] == 0.48
    dearer = small_game("burnout_payment=0.3")
    assert seat_figures(dearer, dearer.optimal, context) == (main, burnout)
    assert asked == [(False, "3/2"), (True, "3/2")]
    less = small_game("blackjack_pays=6:5")
    seat_figures(less, less.optimal, context)
    assert asked[2:] == [(False, "6/5"), (True, "6/5")]


def test_a_shoe_too_small_for_two_seats_has_no_figures(asked):
    game = TwentyOneGame(load_game("blackjack-burnout"), Shoe((1, 0, 0, 0, 5, 0, 4, 0, 4, 12)))
    assert seat_figures(game, game.optimal, Context()) == ({}, {})
    assert asked == []
