"""Sweeps before they begin: what is refused, what ranges hold, what is asked about."""

from fractions import Fraction

import pytest

from certify.errors import SpecError
from certify.studies.whatif.aims import said_number
from certify.studies.whatif.study import Question
from certify.studies.whatif.sweep import plan_sweep
from tests.support.whatif import small_game

EXPECTATIONS = ("wagers.main.ev", "wagers.main_burnout.ev")


@pytest.fixture(scope="module")
def game():
    return small_game()


@pytest.mark.parametrize(
    ("sweeps", "expected"),
    [
        (["bonus.2.pays=1:2:0.01"] * 2, "twice"),
        (["blackjack_pays=1:2:0.5", "main.blackjack.pays=3:2"], "twice"),
        (["decks=1,2"] * 3, "at most 2"),
        (["bonus.2.pays=1:2:0.001", "bonus.3.pays=1:2:0.001"], "1,001 x 1,001"),
        (["decks=0"], "from 1 to 8"),
        (["bonus.2.pays=0:1"], "above zero"),
        (["bonus.2.pays=-1:1"], "not below zero"),
        (["main.win.pays=2:1"], "not taken"),
        (["deck=2"], "did you mean decks"),
        (["burnout_payment=0.3:0.1:0.1"], "empty"),
        (["burnout_payment=0.1:0.3"], "no step"),
        (["decks=1:1/5"], "at least two"),
        (["bonus.2.pays=1:2:0.0000001"], "at most 1,000,000"),
        (["double_on=any,any"], "twice"),
        (["double_on=any,,hard"], "missing"),
        (["decks"], "expected NAME="),
        (["burnout_payment=all"], "no list"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_before_any_work(game, sweeps, expected):
    with pytest.raises(SpecError, match=expected):
        plan_sweep(game, [], sweeps, Question(EXPECTATIONS))


def test_ranges_are_exact(game):
    def values(text):
        return list(plan_sweep(game, [], [text], Question(EXPECTATIONS)).axes[0])

    assert values("burnout_payment=0:0.3:0.1") == ["0", "0.1", "0.2", "0.3"]
    assert values("burnout_payment=0.3:0:-0.1") == ["0.3", "0.2", "0.1", "0"]
    assert values("burnout_payment=0:1/4") == ["0", "1/3", "2/3", "1"]
    assert values("bonus.2.pays=1:1.3:0.1") == ["1:1", "1.1:1", "6:5", "1.3:1"]
    assert values("bonus.2.pays=3:2,6:5") == ["3:2", "6:5"]
    assert values("decks=2:5") == ["2", "3", "4", "5"]
    assert len(values("bonus.2.pays=1:2:0.01")) == 101


def test_large_sweeps_are_told(game):
    question = Question.of(game)
    assert not plan_sweep(game, [], ["bonus.2.pays=1:2:0.01"], question).is_large(1)
    many = plan_sweep(game, [], ["bonus.2.pays=1:20:0.001"], question)
    assert many.is_large(64)
    assert "19,001 points" in many.told()
    long = plan_sweep(game, [], ["decks=all", "cut_card=0:20"], question)
    assert long.rule_sets == 8


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("94 %", "47/50"),
        ("47/50", "47/50"),
        (" -1.5", "-3/2"),
        ("0.03373031043682", "1686515521841/50000000000000"),
        ("2.9985799928330845", "5997159985666169/2000000000000000"),
        ("5e-05", "1/20000"),
        ("5E3%", "50"),
    ],
)
def test_what_json_has_can_be_aimed_at(text, value):
    assert said_number(text, "--target edge") == Fraction(value)


@pytest.mark.parametrize("text", ["", "e5", "1e", "nan", "1/0", "1e999", "--3", "%", "1e5e5"])
def test_other_texts_are_no_number(text):
    with pytest.raises(SpecError, match=r"--target edge: '.*' is no number; expected one such as"):
        said_number(text, "--target edge")
