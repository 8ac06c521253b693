"""Settings solved for: against closed forms, and what is said where there is no such value."""

from fractions import Fraction

import pytest

from certify.errors import EngineError, SpecError
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.twenty_one import BASIC, TwentyOneGame
from certify.studies.whatif.search import is_every_row, plan_paytable, plan_search
from certify.studies.whatif.settings import setting_of, with_settings
from certify.studies.whatif.solve import TOLERANCE, paytable_study, solve_study
from certify.studies.whatif.study import Question, figures_of
from tests.support.whatif import known, small_game

FIGURES = ("wagers.main.ev", "wagers.main_burnout.ev", "wagers.main_burnout.gross_ev")
ALONE = Workers(processes=1)


@pytest.fixture(scope="module")
def game():
    return small_game()


@pytest.fixture(scope="module")
def context():
    return Context()


@pytest.fixture
def solved(game, context):
    """Return a function that solves for a setting and checks what every answer must hold."""

    def solve(name, target, *settings, within=None, paths=FIGURES):
        question = Question.of(game, paths=paths)
        search = plan_search(game, settings, name, target, within, question)
        found = solve_study(search, context, ALONE)
        answer = known(found.solved)
        assert abs(answer.deviation) <= TOLERANCE
        assert answer.achieved - answer.target == answer.deviation
        again = small_game(*settings, f"{name}={answer.value}")
        path = answer.figure.path
        (figure,) = figures_of(again, Question((path,)), Context(memory=context.memory))
        assert figure == answer.achieved
        assert answer.lowest.figure <= answer.achieved <= answer.highest.figure
        assert next(each.after for each in found.figures if each.path == path) == figure
        changed = {each.name: each.after for each in found.settings}
        assert changed.get(name, "0.2") == answer.value
        return answer

    return solve


def test_a_payout_for_a_return(game, context, solved):
    (hit,) = map(known, figures_of(game, Question(("wagers.bonus.2.with_burnout.p_hit",)), context))
    found = solved("bonus.2.pays", "wagers.bonus.2.rtp=0.9")
    assert found.number == pytest.approx(0.9 / hit - 1.0, abs=1e-11)
    assert "linear" in found.method
    values = [each.value for each in found.simple]
    assert values == ["1:1", "3:2", "9:5", "2:1"]
    for each in found.simple:
        pays = Fraction(each.value.replace(":", "/"))
        assert each.figure == pytest.approx(float(pays + 1) * hit, abs=1e-13)


def test_a_price_for_a_house_edge(game, context, solved):
    gross, ev = map(known, figures_of(game, Question(FIGURES[2:0:-1]), context))
    found = solved("burnout_payment", "wagers.main_burnout.house_edge=0.01")
    assert found.number == pytest.approx(gross + 0.01, abs=1e-12)
    back = solved("burnout_payment", f"wagers.main_burnout.ev={ev:.15f}")
    assert back.value == "0.2"


def test_a_blackjack_that_makes_the_game_even(solved):
    found = solved("blackjack_pays", "wagers.main.ev=0", within="1:3")
    assert found.lowest.value == "1:1"
    assert found.highest.value == "3:1"


def test_a_figure_that_is_no_line(game, context, solved):
    (gross,) = map(known, figures_of(game, Question(FIGURES[2:]), context))
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
    found = known(solve_study(search, Context(), ALONE).solved)
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
def test_what_cannot_be_met_tells_what_can(game, context, name, target, within, expected):
    question = Question(("wagers.main.ev",))
    search = plan_search(game, [], name, target, within, question)
    with pytest.raises(EngineError, match=expected):
        solve_study(search, context, ALONE)


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


def test_with_a_total_dependent_strategy(game, context):
    question = Question(("wagers.main_burnout.ev",), BASIC)
    search = plan_search(game, [], "burnout_payment", "wagers.main_burnout.ev=0", None, question)
    found = solve_study(search, context, ALONE)
    assert abs(known(found.solved).deviation) <= TOLERANCE
    assert found.strategy == BASIC


@pytest.mark.parametrize(
    ("name", "target", "path", "value"),
    [
        ("burnout_payment", "edge=1%", "wagers.main_burnout.house_edge", 0.01),
        ("blackjack_pays", "burnout.edge=1/100", "wagers.main_burnout.house_edge", 0.01),
        ("bonus.2.pays", "rtp=94%", "wagers.bonus.2.with_burnout.rtp", 0.94),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("burnout_payment", "burnout.edge = 1 %", "wagers.main_burnout.house_edge", 0.01),
                ("burnout_payment", "rtp=98.5%", "wagers.main_burnout.rtp", 0.985),
                ("blackjack_pays", "edge=0.5%", "wagers.main.house_edge", 0.005),
                ("bonus.2.pays", "edge=6%", "wagers.bonus.2.with_burnout.rtp", 0.94),
            )
        ),
        ("bonus.2.pays", "best.rtp=0.94", "wagers.bonus.2.best.rtp", 0.94),
        (
            "bonus.3.pays",
            "bonus.3.without_burnout.edge=40%",
            "wagers.bonus.3.without_burnout.rtp",
            0.6,
        ),
        (
            "main.insurance.pays",
            "insurance.edge=4%",
            "wagers.insurance.ev_when_always_taken",
            -0.04,
        ),
    ],
)
def test_figures_and_numbers_as_people_say_them(solved, name, target, path, value):
    # The figure that is meant is one that the setting moves: a price moves no game without it.
    found = solved(name, target)
    assert found.figure.path == path
    assert found.target == pytest.approx(value, abs=1e-15)


def test_what_is_suggested_stands_on_both_sides_with_what_it_gives(game, context, solved):
    found = solved("bonus.2.pays", "rtp=94%")
    below, above = found.suggested
    assert below.figure <= found.target < above.figure
    assert (below.is_above, above.is_above) == (False, True)
    for near in found.suggested:
        (figure,) = figures_of(
            small_game(f"bonus.2.pays={near.value}"),
            Question(("wagers.bonus.2.with_burnout.rtp",)),
            Context(memory=context.memory),
        )
        assert figure == near.figure
    price = solved("burnout_payment", "edge=1%")
    assert [near.form for near in price.suggested] == ["whole percent"] * 2 + ["chips"] * 2
    assert [near.is_above for near in price.suggested] == [False, True] * 2


def test_a_target_that_a_setting_does_not_move_names_what_it_moves(game, context):
    question = Question(("wagers.main.ev",))
    search = plan_search(game, [], "bonus.3.pays", "main.edge=1%", None, question)
    with pytest.raises(EngineError) as told:
        solve_study(search, context, ALONE)
    named = str(told.value).partition("it moves ")[2].split(", ")
    assert named == ["bonus.3.without_burnout.rtp", "bonus.3.rtp", "bonus.3.best.rtp"]
    search = plan_search(game, [], "burnout_payment", "main.rtp=99%", None, question)
    with pytest.raises(EngineError) as told:
        solve_study(search, context, ALONE)
    named = str(told.value).partition("it moves ")[2].split(", ")
    assert named == ["burnout.edge", "burnout.rtp", "burnout.element_of_risk"]


def test_percent_that_were_not_written_as_percent_are_told(game, context):
    question = Question(("wagers.main.ev",))
    search = plan_search(game, [], "burnout_payment", "edge=2.5", None, question)
    with pytest.raises(EngineError, match=r"2\.5 is 250 %; if percent was meant, write 2\.5%"):
        solve_study(search, context, ALONE)


@pytest.mark.parametrize(
    "target",
    [
        "rtp=94%",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("edge=6%", "best.rtp=0.94", "bonus.*.rtp=94%")
        ),
    ],
)
def test_a_whole_paytable_at_once(game, context, target):
    assert is_every_row("bonus.*.pays", game.loaded)
    assert is_every_row("bonus", game.loaded)
    searches = plan_paytable(game, ["blackjack_pays=6:5"], target, None, Question(FIGURES))
    found = paytable_study(searches, context, ALONE)
    assert [row.name for row in found.paytable] == [f"bonus.{wins}.pays" for wins in "2345"]
    settings = [f"{row.name}={row.value}" for row in found.paytable]
    again = small_game("blackjack_pays=6:5", *settings)
    play = "best" if "best" in target else "with_burnout"
    paths = tuple(f"wagers.bonus.{wins}.{play}.rtp" for wins in "2345")
    assert tuple(row.figure.path for row in found.paytable) == paths
    fresh = Context(memory=context.memory)
    for figure in figures_of(again, Question(paths), fresh):
        assert figure == pytest.approx(0.94, abs=1e-9)
    # By hand: a wager on so many wins is paid with the chance to win, so many times over.
    chances = figures_of(again, Question(tuple(path[:-3] + "q" for path in paths)), fresh)
    for row, q, wins in zip(found.paytable, map(known, chances), (2, 3, 4, 5), strict=True):
        assert row.number == pytest.approx(0.94 / q**wins - 1.0, abs=1e-8)
        below, above = row.suggested
        assert below.figure <= 0.94 < above.figure
    assert {each.name for each in found.settings} == {
        "blackjack_pays",
        *(f"bonus.{wins}.pays" for wins in "2345"),
    }


@pytest.mark.parametrize(
    ("name", "target", "expected"),
    [
        ("main.*.pays", "rtp=94%", "only the rows of bonus"),
        ("main", "rtp=94%", "only the rows of bonus"),
        ("bonus.*.pays", "main.edge=1%", "a figure that each of its wagers"),
        ("bonus.*.pays", "bonus.2.rtp=94%", "a figure that each of its wagers"),
        ("bonus.*.pays", "rtpp=94%", "did you mean"),
        ("bonus.*.pays", "rtp", "FIGURE=VALUE"),
    ],
)
def test_a_paytable_that_cannot_be_solved_is_refused_before_any_work(game, name, target, expected):
    def plan():
        assert is_every_row(name, game.loaded)
        plan_paytable(game, [], target, None, Question(FIGURES))

    with pytest.raises(SpecError, match=expected):
        plan()


def test_a_setting_that_nothing_depends_on_is_refused_before_any_work(game):
    with pytest.raises(SpecError, match="no figure of the exact analysis depends on cut_card"):
        plan_search(game, [], "cut_card", "edge=1%", None, Question(FIGURES))
