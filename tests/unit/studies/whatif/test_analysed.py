"""What-ifs of games that are analysed from their spec: from kept odds, as worked out afresh."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from certify.errors import EngineError, SpecError, StateSpaceError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides, parameter_values
from certify.library import Game
from certify.present.terminal import print_elements
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import banked_study, odds_within
from certify.studies.twenty_one import BlackjackGame
from certify.studies.whatif.analysed import AnalysedQuestion, Answers
from certify.studies.whatif.analysed_asked import analysed_plan, analysed_work
from certify.studies.whatif.analysed_rulings import payouts_told
from certify.studies.whatif.view import whatif_view
from tests.oracle.random_games import random_game
from tests.support.shared import kept

PATH = "wagers.main.house_edge"
CHANGES = (
    ("main.more.pays=2:1",),
    ("main.one.pays=6:1", "three_pay=12:1"),
    ("main.pair.pays=1:1",),
    ("main.two.pays=0:1", "main.three_ranks.pays=7:2", "main.more.pays=11:10"),
    ("decks=2", "main.one.pays=4:1"),
)


@pytest.fixture
def context(tmp_path):
    return Context(cache=Cache(tmp_path, print))


@pytest.fixture
def game():
    return load_game("red-dog")


def fresh(game, *settings):
    return banked_study(apply_overrides(game, settings), exact=True)


def work(game, context, *settings, **asked):
    return analysed_work(analysed_plan(game, settings, **asked), context)


def test_kept_odds_give_what_a_fresh_solve_gives(game, context):
    """To the last field, and from another process too, which has only the disk."""
    for settings in ((), *CHANGES):
        changed = apply_overrides(game, settings)
        expected = fresh(game, *settings)
        assert banked_study(changed, exact=True, context=context) == expected
        again = Context(cache=context.cache)
        context.cache.forget("banked", _key(changed))
        assert banked_study(changed, exact=True, context=again) == expected


def _key(game):
    from certify.language.game import wagers_made

    return {**game.key(), "made": wagers_made(game), "policy": "optimal"}


def test_nothing_is_solved_anew_where_the_play_stays_best(game, context, monkeypatch):
    banked_study(game, context=context)
    expected = fresh(game, "main.one.pays=7:1")
    monkeypatch.setattr("certify.studies.banked.study.odds_of", None)
    changed = apply_overrides(game, ["main.one.pays=7:1"])
    found = banked_study(changed, exact=True, context=Context(cache=context.cache))
    assert found == expected


@pytest.mark.parametrize("settings", CHANGES)
def test_before_after_and_difference_are_those_of_rtp(game, context, settings):
    found = work(game, context, *settings, figures=("edge", "ev", "element_of_risk", "sd"))
    before, after = fresh(game), fresh(game, *settings)
    for change in found.figures:
        figure = change.path.rpartition(".")[2]
        one, other = (getattr(each.wagers["main"], figure) for each in (before, after))
        assert (change.before, change.after) == (one, other)
    edges = [Fraction(each.wagers["main"].exact["house_edge"]) for each in (before, after)]
    assert Fraction(found.exact[PATH].difference) == edges[1] - edges[0]


def test_whether_the_play_stays_best_is_told(game, context):
    assert work(game, context, "main.one.pays=6:1").same_play is True
    found = work(game, context, "main.more.pays=2:1")
    assert found.same_play is False
    (own,) = [each for each in found.ranges if each.row == "main.more"]
    assert Fraction(own.low) < 2 < Fraction(own.high)
    assert work(game, context, "decks=2").same_play is None


def test_a_sweep_has_the_figures_of_each_point(game, context):
    found = work(game, context, sweeps=["main.more.pays=1:1,6:5,3:2,2:1", "decks=6,8"])
    assert len(found.points) == 8
    for point, exact in zip(found.points, found.exact, strict=True):
        own = fresh(game, f"main.more.pays={point.values[0]}", f"decks={point.values[1]}")
        assert exact == (own.wagers["main"].exact["house_edge"],)
    assert found.plays[0] == 0
    assert len(set(found.plays)) > 2


@pytest.mark.parametrize("target", ["2.5%", "0", "-30%", "2.9%"])
def test_a_payout_is_solved_for_exactly(game, context, target):
    """Also where the best play is another than now."""
    found = work(game, context, solve="main.more.pays", target=f"edge={target}")
    aimed = Fraction(target.removesuffix("%")) / (100 if "%" in target else 1)
    at = Fraction(found.solution)
    solved = found.solved
    achieved = fresh(game, f"main.more.pays={solved.value}").wagers["main"].exact["house_edge"]
    assert abs(Fraction(achieved) - aimed) <= Fraction(1, 10**9)
    if Fraction(solved.number) == at or solved.deviation == 0.0:
        assert Fraction(achieved) == aimed
    assert len(solved.suggested) >= 1


@pytest.mark.parametrize("target", ["1%", "-0.2%", "7%"])
def test_a_commission_is_solved_for_exactly(target):
    game, context = load_game("punto-banco"), kept()
    found = work(game, context, solve="commission", target=f"edge={target}")
    changed = apply_overrides(game, [f"commission={found.solved.value}"])
    odds = odds_within(context, changed)
    # A win of the banker's hand, as published: 45.8597 % of all rounds.
    assert odds is not None
    wins = -odds.net("banco")[1 + odds.rows.index("commission")]
    assert float(wins) == pytest.approx(0.458597, abs=5e-7)
    # By hand: what the house has beyond a game without commission is taken of these wins.
    at = (Fraction(target.removesuffix("%")) / 100 + odds.net("banco")[0]) / wins
    assert Fraction(found.solution) == at
    assert float(found.solved.deviation) == pytest.approx(0, abs=1e-12)
    assert [each.form for each in found.solved.suggested]


def test_a_change_of_commission_deals_nothing_again(monkeypatch):
    game, context = load_game("punto-banco"), kept()
    before = banked_study(game, exact=True, context=context)
    monkeypatch.setattr("certify.studies.banked.study.solve", pytest.fail)
    monkeypatch.setattr("certify.studies.banked.study.odds_of", pytest.fail)
    found = work(game, context, sweeps=["commission=0,0.04,0.05"])
    assert found.exact[2][0] == (before.wagers["banco"].exact or {})["house_edge"]
    # As published: 0.5993 % at 4 %.
    assert float(Fraction(found.exact[1][0])) == pytest.approx(0.005993, abs=5e-7)
    asked = AnalysedQuestion.of(game)
    answers = Answers(asked, context)
    figures, odds = answers.at(game)
    slopes = {each.name: each for each in payouts_told(answers, odds, figures)}
    at_none, at_five = Fraction(found.exact[0][0]), Fraction(found.exact[2][0])
    assert Fraction(slopes["commission"].exact or 0) == 20 * (at_five - at_none)
    assert "what it is taken times" in slopes["commission"].meaning


def test_a_share_that_wins_are_not_linear_in_is_not_solved_for(tmp_path, context):
    spec = Path(__file__).parents[4] / "rules/shelf/punto_banco.yaml"
    text = spec.read_text().replace("1 - commission", "(1 - commission) * (1 - commission)")
    (tmp_path / "squared.yaml").write_text(text)
    # Both stand beside each other in the spec.
    source = spec.with_suffix(".txt")
    (tmp_path / source.name).write_bytes(source.read_bytes())
    game = load_game(str(tmp_path / "squared.yaml"))
    with pytest.raises(
        EngineError, match="not linear in commission here, so that it is not solved"
    ):
        work(game, context, solve="commission", target="edge=1%")


@pytest.mark.parametrize(("row", "pays"), [("far", "6"), ("wild", "6"), ("wild", "1")])
def test_a_payout_that_moves_nothing_yet_is_solved_for(context, row, pays):
    """A little more of it changes neither the play nor what the side wager brings; 6 to 1 does."""
    game, path = random_game(1021), "wagers.side.house_edge"
    aimed = fresh(game, f"side.{row}.pays={pays}:1").wagers["side"].exact["house_edge"]
    found = work(game, context, solve=f"side.{row}.pays", target=f"{path}={aimed}")
    assert found.exact[path].after == aimed
    if pays == "6":
        assert found.solution == pays
    with pytest.raises(EngineError, match=r"does not come to 0\.9 for any"):
        work(game, context, solve=f"side.{row}.pays", target=f"{path}=0.9")


def test_a_payout_that_rules_read_is_not_solved_for(context):
    game = random_game(142023)
    with pytest.raises(EngineError, match=r"not linear in side\.hit here.*sweep it instead"):
        work(game, context, solve="side.hit.pays", target="wagers.side.house_edge=-0.5")


def test_what_cannot_be_met_is_refused(game, context):
    with pytest.raises(EngineError, match="does not come to"):
        work(game, context, solve="main.more.pays", target="edge=99%")
    with pytest.raises(SpecError, match="linear"):
        work(game, context, solve="main.more.pays", target="sd=1")
    with pytest.raises(SpecError, match="figure of a wager"):
        work(game, context, "decks=2", figures=("egde",))


def test_other_readings_are_those_of_a_fresh_solve(game, context):
    """Every alternative by itself, exactly; those that set nothing say so."""
    found = work(game, context, rulings=True)
    settled = game.spec.settled
    assert [ruling.id for ruling in found.rulings] == list(settled)
    base = Fraction(found.exact[0])
    solved = 0
    for ruling in found.rulings:
        for alternative, read in zip(
            settled[ruling.id].alternatives, ruling.alternatives, strict=True
        ):
            if read.changes is None:
                assert read.reason
                assert not alternative.set
                continue
            own = fresh(game, *(f"{name}={value}" for name, value in read.settings))
            edge = Fraction(own.wagers["main"].exact["house_edge"])
            assert Fraction(read.exact[PATH].after) == edge
            assert Fraction(read.exact[PATH].difference) == edge - base
            assert read.changes[0].after == float(edge)
            solved += 1
    assert solved >= 2


def test_one_more_unit_is_what_it_is_under_the_play_as_it_is(game, context):
    """The slope of every line, by the play written out as a file and paid otherwise."""
    found = work(game, context, rulings=True, figures=("edge", "ev", "sd"))
    lines = {each.name: each for each in found.payouts if each.path == PATH}
    assert all(each.path.rpartition(".")[2] in {"house_edge", "ev"} for each in found.payouts)
    # Where the play stays best after a small change, a fresh solve has the same slope.
    for name, tenth in (("main.one.pays", "51:10"), ("main.two.pays", "41:10")):
        own = fresh(game, f"{name}={tenth}").wagers["main"].exact["house_edge"]
        assert 10 * (Fraction(own) - Fraction(found.exact[0])) == Fraction(lines[name].exact)
    gains = [each for each in found.payouts if each.path.endswith(".ev")]
    assert {each.name: -Fraction(each.exact) for each in gains} == {
        name: Fraction(each.exact) for name, each in lines.items()
    }


def test_other_readings_of_a_changed_game_are_changes_of_that(game, context):
    found = work(game, context, "decks=2", rulings=True)
    assert found.exact[0] == fresh(game, "decks=2").wagers["main"].exact["house_edge"]


def test_a_reading_beyond_the_engine_says_so(game, context, monkeypatch, capsys):
    from certify.studies.whatif.analysed import Answers

    whole = Answers.figures

    def figures(self, changed):
        if changed.changed != self.question.base.changed:
            raise StateSpaceError("too many situations")
        return whole(self, changed)

    monkeypatch.setattr(Answers, "figures", figures)
    found = work(game, context, rulings=True)
    reasons = {read.reason for ruling in found.rulings for read in ruling.alternatives}
    assert "It was not worked out: too many situations" in reasons
    print_elements(whatif_view(found))
    text = " ".join(capsys.readouterr().out.split())
    assert "Alternatives that change no figure here, or were not worked out" in text


def test_the_library_asks_the_same(game, context):
    settings: dict[str, Any] = {"main.more.pays": "2:1"}
    found = Game(game).within(context).whatif(**settings)
    assert found.result == work(game, context, "main.more.pays=2:1")


# Blackjack without more


@pytest.fixture(scope="module")
def blackjack():
    return load_game("blackjack")


def figures_now(game, settings, strategy):
    """Return expectation and amount of the main wager, solved from nothing."""
    found = BlackjackGame(apply_overrides(game, settings))
    main = (found.optimal if strategy == "optimal" else found.basic).main
    return main.ev, main.average_wagered


@pytest.mark.parametrize(
    ("settings", "strategy"),
    [
        (("decks=1",), "optimal"),
        (("dealer_hits_soft_17=false", "double_on=10-11"), "optimal"),
        (("decks=2",), "basic"),
    ],
)
def test_blackjack_is_what_a_fresh_solve_gives(blackjack, settings, strategy):
    game = BlackjackGame(blackjack)
    found = work(
        blackjack,
        Context(),
        *settings,
        policy=strategy,
        figures=("edge", "average_wagered", "element_of_risk"),
        blackjack=game,
    )
    for at, given in (("before", ()), ("after", settings)):
        ev, wagered = figures_now(blackjack, given, strategy)
        figures = [getattr(each, at) for each in found.figures]
        assert figures == pytest.approx([-ev, wagered, -ev / wagered], abs=1e-15)
    assert found.error_bound > 0
    decks = parameter_values(apply_overrides(blackjack, settings))["decks"]
    assert sum(found.changed_shoe.values()) == 52 * decks


@pytest.mark.slow
def test_payouts_of_blackjack_are_solved_for_and_their_slope_is_told(blackjack, context):
    blackjack = apply_overrides(blackjack, ["decks=1", "max_split_hands=2"])
    game = BlackjackGame(blackjack)
    asked = {"figures": ("edge", "pairs.edge"), "blackjack": game}
    aimed = {"solve": "blackjack_pays", "target": "edge=1%"}
    found = work(blackjack, context, **aimed, **asked)
    assert found.solved.achieved == pytest.approx(0.01, abs=1e-9)
    more = work(blackjack, context, "blackjack_pays=5:2", "pairs.coloured.pays=13:1", **asked)
    edge, pairs = more.figures
    # A blackjack that is no push: 4 aces and 16 tens, and not both cards of the dealer too.
    aces, tens, cards = 4, 16, 52
    p = Fraction(2 * aces * tens, cards * (cards - 1))
    both = p * Fraction(2 * (aces - 1) * (tens - 1), (cards - 2) * (cards - 3))
    assert -edge.difference == pytest.approx(float(p - both), abs=1e-12)
    assert pairs.wager == "Pairs"
    assert pairs.difference < 0
    assert Fraction(more.exact[pairs.path].difference) == pytest.approx(pairs.difference)


@pytest.mark.slow
def test_readings_of_the_rulings_of_blackjack_and_what_payouts_are_worth(blackjack):
    asked = {"figures": ("edge", "pairs.edge"), "blackjack": BlackjackGame(blackjack)}
    told = work(blackjack, Context(), rulings=True, **asked)
    names = {each.name for each in told.payouts}
    assert "blackjack_pays" in names
    of_pairs = [each for each in told.payouts if each.name.startswith("pairs.")]
    assert {each.wager for each in of_pairs} == {"Pairs"}
    assert all(each.exact for each in of_pairs)
    read = [each for ruling in told.rulings for each in ruling.alternatives]
    changed = [each for each in read if each.changes is not None]
    assert len(changed) >= 2
    for each in changed:
        settings = tuple(f"{name}={value}" for name, value in each.settings)
        ev, _ = figures_now(blackjack, settings, "optimal")
        assert each.changes[0].after == pytest.approx(-ev, abs=1e-15)
