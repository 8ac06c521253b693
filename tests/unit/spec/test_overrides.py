"""Settings: parameters and payouts changed by name."""

from fractions import Fraction

import pytest

from certify.errors import ParameterError, SpecError, UnknownParameterError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides, parameter_values


@pytest.fixture(scope="module")
def game():
    return load_game("blackjack-burnout")


def test_defaults_are_exact(game):
    values = parameter_values(game)
    assert values["burnout_payment"] == Fraction(1, 5)
    assert values["blackjack_pays"] == Fraction(3, 2)
    assert values["decks"] == 6
    assert game.changed == ()


def test_what_is_set_is_set_and_listed(game):
    changed = apply_overrides(
        game,
        ["decks=2", "double_on=9-11", "surrender=none", "bonus.2.pays=3:1", "blackjack_pays=6:5"],
    )
    values = parameter_values(changed)
    assert (values["decks"], values["double_on"]) == (2, "9-11")
    assert values["blackjack_pays"] == changed.pays("main.blackjack") == Fraction(6, 5)
    assert changed.pays("bonus.2") == 3
    assert changed.changed == (
        ("decks", "2"),
        ("double_on", "9-11"),
        ("bonus.2.pays", "3:1"),
        ("blackjack_pays", "6:5"),
    )
    assert changed.spec_sha256 == game.spec_sha256
    assert game.pays("bonus.2") == 2


@pytest.mark.parametrize("same", ["decks=6", "burnout_payment=0.2", "bonus.2.pays=2:1"])
def test_setting_what_it_is_changes_nothing(game, same):
    assert apply_overrides(game, [same]).changed == ()


def test_a_share_is_taken_exactly(game):
    share = apply_overrides(game, ["burnout_payment=1/3"])
    assert parameter_values(share)["burnout_payment"] == Fraction(1, 3)


def test_a_payout_for_one_includes_the_wager(copied):
    path = copied(
        '    pays: "15:1"\n    basis: to_one\n',
        '    pays: "15:1"\n    basis: for_one\n',
        file="blackjack_burnout_bonus.yaml",
    )
    assert load_game(str(path)).pays("bonus.5") == 14


@pytest.mark.parametrize(
    ("assignment", "error", "message"),
    [
        ("decs=2", UnknownParameterError, "did you mean decks?"),
        ("bonus.2=3:1", UnknownParameterError, "did you mean bonus.2.pays?"),
        ("zzzzzz=1", UnknownParameterError, "known: decks"),
        ("decks=9", ParameterError, "expected a whole number from 1 to 8"),
        ("decks=2.0", ParameterError, "expected a whole number from 1 to 8"),
        ("decks=", ParameterError, "decks cannot be ''"),
        ("dealer_peeks=yes", ParameterError, "expected true or false"),
        ("double_on=911", ParameterError, "did you mean 9-11?"),
        ("burnout_payment=-0.1", ParameterError, "expected a number from 0 to 1"),
        (
            "burnout_payment=0.1234567890123456789",
            ParameterError,
            "with at most 15 digits before",
        ),
        ("burnout_payment=1/1000000000000000", ParameterError, "with at most 15 digits before"),
        ("bonus.2.pays=1.1234567890123:1", ParameterError, "numbers with at most 12 digits"),
        ("bonus.2.pays=10000001:1", ParameterError, "expected odds of at most 10000000:1"),
        ("burnout_payment=1/0", ParameterError, "expected a number from 0 to 1"),
        ("burnout_payment=true", ParameterError, "expected a number from 0 to 1"),
        ("bonus.2.pays=-2:1", ParameterError, "expected odds"),
        ("bonus.2.pays=2", ParameterError, "expected odds"),
        ("blackjack_pays=1.5", ParameterError, "expected odds"),
        ("decks", SpecError, "has no value: expected NAME=VALUE"),
        ("=2", SpecError, "has no value: expected NAME=VALUE"),
    ],
)
def test_nonsense_is_refused(game, assignment, error, message):
    with pytest.raises(error) as caught:
        apply_overrides(game, [assignment])
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "twice", [["decks=2", "decks=4"], ["blackjack_pays=6:5", "main.blackjack.pays=3:2"]]
)
def test_a_name_given_twice_is_refused(game, twice):
    with pytest.raises(SpecError, match="twice"):
        apply_overrides(game, twice)
