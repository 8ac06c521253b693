"""Settings solved for: against closed forms, and what is said where there is no such value."""

from fractions import Fraction

import pytest

from certify.errors import EngineError, SpecError
from certify.studies.desk import Desk
from certify.studies.tasks import Crew
from certify.studies.twenty_one import BASIC, TwentyOneGame
from certify.studies.whatif.settings import setting_of, with_settings
from certify.studies.whatif.solve import TOLERANCE, plan_search, solve_study
from certify.studies.whatif.study import Question, figures_of
from tests.support.whatif import known, small_game

FIGURES = ("wagers.main.ev", "wagers.main_burnout.ev", "wagers.main_burnout.gross_ev")
ALONE = Crew(workers=1)


@pytest.fixture(scope="module")
def game():
    return small_game()


@pytest.fixture(scope="module")
def desk():
    return Desk()


@pytest.fixture
def solved(game, desk):
    """Return a function that solves for a setting and checks what every answer must hold."""

    def solve(name, target, *settings, within=None, paths=FIGURES):
        question = Question.of(game, paths=paths)
        search = plan_search(game, settings, name, target, within, question)
        found = solve_study(search, desk, ALONE)
        answer = known(found.solved)
        assert abs(answer.deviation) <= TOLERANCE
        assert answer.achieved - answer.target == answer.deviation
        again = small_game(*settings, f"{name}={answer.value}")
        (figure,) = figures_of(again, Question((search.path,)), Desk(bench=desk.bench))
        assert figure == answer.achieved
        assert answer.lowest.figure <= answer.achieved <= answer.highest.figure
        assert next(each.after for each in found.figures if each.path == search.path) == figure
        changed = {each.name: each.after for each in found.settings}
        assert changed.get(name, "0.2") == answer.value
        return answer

    return solve


def test_a_payout_for_a_return(game, desk, solved):
    (hit,) = map(known, figures_of(game, Question(("wagers.bonus.2.with_burnout.p_hit",)), desk))
    found = solved("bonus.2.pays", "wagers.bonus.2.rtp=0.9")
    assert found.number == pytest.approx(0.9 / hit - 1.0, abs=1e-11)
    assert "linear" in found.method
    values = [each.value for each in found.simple]
    assert values == ["1:1", "3:2", "9:5", "2:1"]
    for each in found.simple:
        pays = Fraction(each.value.replace(":", "/"))
        assert each.figure == pytest.approx(float(pays + 1) * hit, abs=1e-13)


def test_a_price_for_a_house_edge(game, desk, solved):
    gross, ev = map(known, figures_of(game, Question(FIGURES[2:0:-1]), desk))
    found = solved("burnout_payment", "wagers.main_burnout.house_edge=0.01")
    assert found.number == pytest.approx(gross + 0.01, abs=1e-12)
    back = solved("burnout_payment", f"wagers.main_burnout.ev={ev:.15f}")
    assert back.value == "0.2"


def test_a_blackjack_that_makes_the_game_even(solved):
    found = solved("blackjack_pays", "wagers.main.ev=0", within="1:3")
    assert found.lowest.value == "1:1"
    assert found.highest.value == "3:1"


def test_a_figure_that_is_no_line(game, desk, solved):
    (gross,) = map(known, figures_of(game, Question(FIGURES[2:]), desk))
    found = solved("burnout_payment", "wagers.main_burnout.rtp=0.99")
    # The return is one and what is left of gross less payment, over wager and payment.
    assert found.number == pytest.approx((1 + gross - 0.99) / 0.99, abs=1e-10)
    assert "root" in found.method


def test_other_changes_are_made_besides(solved):
    found = solved("bonus.2.pays", "wagers.bonus.2.rtp=0.9", "streak_split_rule=any_loss")
    assert found.number != solved("bonus.2.pays", "wagers.bonus.2.rtp=0.9").number


def test_a_whole_number(game):
    assert setting_of(game.loaded, "decks").highest == 8
    target = TwentyOneGame(with_settings(game.loaded, ["decks=2"])).optimal.main.ev
    question = Question(("wagers.main.ev",))
    search = plan_search(game, [], "decks", f"wagers.main.ev={target:.14f}", "1:3", question)
    found = known(solve_study(search, Desk(), ALONE).solved)
    assert found.value == "2"
    assert "tried" in found.method


@pytest.mark.parametrize(
    ("name", "target", "within", "expected"),
    [
        ("bonus.2.pays", "wagers.bonus.2.rtp=0.1", None, "at least .at 0:1"),
        ("bonus.2.pays", "wagers.bonus.2.rtp=0.9", "5:6", "from 5:1 to 6:1"),
        ("bonus.2.pays", "wagers.main.ev=0.1", None, "whatever bonus.2.pays is"),
        ("burnout_payment", "wagers.main_burnout.ev=0.5", None, "at most"),
        ("burnout_payment", "wagers.main_burnout.rtp=2", None, "at most"),
        ("decks", "wagers.main.ev=-0.002", "1:2", "nearest on both sides"),
    ],
)
def test_what_cannot_be_met_tells_what_can(game, desk, name, target, within, expected):
    question = Question(("wagers.main.ev",))
    search = plan_search(game, [], name, target, within, question)
    with pytest.raises(EngineError, match=expected):
        solve_study(search, desk, ALONE)


@pytest.mark.parametrize(
    ("name", "target", "within", "expected"),
    [
        ("double_on", "wagers.main.ev=0", None, "no number"),
        ("dealer_peeks", "wagers.main.ev=0", None, "--sweep dealer_peeks=all"),
        ("bonus.2", "wagers.main.ev=0", None, "bonus.2.pays"),
        ("bonus.2.pays", "wagers.main.ev", None, "FIGURE=VALUE"),
        ("bonus.2.pays", "wagers.main.eve=1", None, "did you mean wagers.main.ev"),
        ("bonus.2.pays", "wagers.main.ev=much", None, "no number"),
        ("bonus.2.pays", "wagers.main.ev=0", "3", "LOW:HIGH"),
        ("bonus.2.pays", "wagers.main.ev=0", "3:2", "LOW below HIGH"),
        ("burnout_payment", "wagers.main.ev=0", "0:2", "from 0 to 1"),
        ("main.win.pays", "wagers.main.ev=0", None, "not taken"),
    ],
)
def test_nonsense_is_refused_before_any_work(game, name, target, within, expected):
    with pytest.raises(SpecError, match=expected):
        plan_search(game, [], name, target, within, Question(("wagers.main.ev",)))


def test_a_setting_that_is_set_too_is_refused(game):
    question = Question(("wagers.main.ev",))
    with pytest.raises(SpecError, match="twice"):
        plan_search(game, ["bonus.2.pays=3:1"], "bonus.2.pays", "wagers.main.ev=0", None, question)


def test_with_a_total_dependent_strategy(game, desk):
    question = Question(("wagers.main_burnout.ev",), BASIC)
    search = plan_search(game, [], "burnout_payment", "wagers.main_burnout.ev=0", None, question)
    found = solve_study(search, desk, ALONE)
    assert abs(known(found.solved).deviation) <= TOLERANCE
    assert found.strategy == BASIC
