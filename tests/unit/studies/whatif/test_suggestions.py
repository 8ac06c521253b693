"""Odds as casinos pay them, against all that there are; parts of a wager in chips."""

from fractions import Fraction
from random import Random

import pytest

from certify.language.parameters import parse_odds
from certify.studies.whatif.settings import setting_of
from certify.studies.whatif.suggestions import CHIPS, ODDS, PERCENT, nearest
from tests.support.whatif import small_game

MOST = 60
ALL_ODDS = sorted(
    {Fraction(whole) for whole in range(1, MOST + 2)}
    | {Fraction(half, 2) for half in range(1, 21)}
    | {Fraction(fifth, 5) for fifth in range(1, 11)}
)
"""Every odds that a casino pays, written down by hand: whole, half to 10, fifths to 2."""

SHARES = {
    PERCENT: [Fraction(n, 100) for n in range(101)],
    CHIPS: [Fraction(n, 20) for n in range(21)],
}


@pytest.fixture(scope="module")
def game():
    return small_game().loaded


def numbers(most):
    draws = Random(1)
    drawn = [Fraction(draws.randrange(1, most * 1000), 1000) for _ in range(400)]
    return [*drawn, *(each for each in ALL_ODDS if each < most)]


def test_odds_are_the_nearest_of_all_on_both_sides(game):
    setting = setting_of(game, "bonus.2.pays")
    for number in numbers(MOST):
        found = [near.number for near in nearest(setting, number, Fraction(0), Fraction(10**7))]
        below = [odds for odds in ALL_ODDS if odds <= number]
        assert found == [*below[-1:], min(odds for odds in ALL_ODDS if odds > number)]
        for odds in found:
            assert parse_odds(setting.text(odds)) == odds


@pytest.mark.parametrize("form", SHARES)
def test_payments_are_the_nearest_in_whole_percent_and_in_chips(game, form):
    setting = setting_of(game, "burnout_payment")
    for number in numbers(1):
        if number >= 1:
            continue
        near = nearest(setting, number, Fraction(0), Fraction(1))
        found = [each.number for each in near if each.form == form]
        values = SHARES[form]
        assert found == [
            max(each for each in values if each <= number),
            min(each for each in values if each > number),
        ]


def test_what_is_not_allowed_is_not_suggested(game):
    low, high = Fraction(2), Fraction(3)
    found = nearest(setting_of(game, "bonus.2.pays"), Fraction(21, 8), low, high)
    assert [(near.number, near.form) for near in found] == [
        (Fraction(5, 2), ODDS),
        (Fraction(3), ODDS),
    ]
    assert nearest(setting_of(game, "bonus.2.pays"), Fraction(3), low, high)[-1].number == 3
    assert nearest(setting_of(game, "decks"), Fraction(2), Fraction(1), Fraction(8)) == []
