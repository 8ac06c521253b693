"""What players lose and mistakes cost: held against plain evaluation of the changed card."""

import itertools
from collections import defaultdict

import numpy as np
import pytest

from certify.cards.charts import UPCARDS
from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.card import format_ranks, parse_rank_set
from certify.exact.blackjack.cells import BURN_CHARTS, Cell, card_with, cells_of, with_burns_told
from certify.exact.blackjack.insurance import insurance_figures
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.strategy.cost.players import PLAYERS
from certify.studies.strategy.cost.study import strategy_cost_study
from certify.studies.strategy.cost_result import GROUP_TITLES, Mistake, StrategyCostResult
from certify.studies.twenty_one import TwentyOneGame

GAME = "blackjack-burnout"
EXACT = 1e-12
SAMPLED = 3
SLOWLY_SAMPLED = 40
RULES = {
    "surrender, aces played on": (
        "decks=1",
        "surrender=late",
        "hit_split_aces=true",
        "resplit_aces=true",
        "double_split_aces=true",
    ),
    "no peek, all lost": ("decks=1", "dealer_peeks=false", "surrender=late"),
    "no peek, original lost": (
        "decks=1",
        "dealer_peeks=false",
        "no_peek_loses=original",
        "max_split_hands=2",
    ),
    "doubles at any time": ("decks=1", "double_after_hit=true", "double_after_split=false"),
    "few doubles, few burns": (
        "decks=1",
        "double_on=10-11",
        "burnout_on_bust=false",
        "burnout_on_double=false",
    ),
}


def game_with(*settings):
    return TwentyOneGame(apply_overrides(load_game(GAME), settings))


Row = tuple[str, str, str, str | None]
"""Chart, kind of hand, hand, and the drawn card."""


@pytest.fixture(scope="module")
def game():
    return game_with("decks=1")


@pytest.fixture(scope="module")
def result(game):
    """Return the result, which tests of the command line may have left in the tests' own cache."""
    return strategy_cost_study(game, context=Context(cache=Cache.of_user(print)))


def batches(mistakes):
    """Yield mistakes that differ in their upcards alone, so that one evaluation serves ten."""
    by_row: dict[Row, dict[str, list[Mistake]]] = defaultdict(lambda: defaultdict(list))
    for mistake in mistakes:
        row = (mistake.chart, mistake.kind, mistake.hand, mistake.drawn)
        by_row[row][mistake.upcard].append(mistake)
    for by_upcard in by_row.values():
        for batch in itertools.zip_longest(*by_upcard.values()):
            yield [mistake for mistake in batch if mistake is not None]


def changed_cells(card, batch):
    codes = cells_of(card)
    for mistake in batch:
        cell = Cell(mistake.chart, mistake.kind, mistake.hand.split(",")[0], mistake.upcard)
        if mistake.chart in BURN_CHARTS:
            drawn = {RANK_LABELS.index(mistake.drawn)}
            yield cell, format_ranks(parse_rank_set(codes[cell]) ^ drawn)
        else:
            yield cell, mistake.instead


def by_upcard(solution):
    return np.stack([solution.main.by_upcard, solution.main_burnout.by_upcard])


def assert_costs_agree(game, mistakes):
    card = with_burns_told(game.basic_card, game.rules, game.basic.decisions)
    followed = by_upcard(game.evaluate_card(card))
    chance = np.array(game.shoe.counts) / game.shoe.size
    for batch in mistakes:
        changed = game.evaluate_card(card_with(card, dict(changed_cells(card, batch))))
        costs = chance * (followed - by_upcard(changed))
        for mistake in batch:
            main, burnout = costs[:, RANK_LABELS.index(mistake.upcard)]
            if mistake.chart == "without_burnout":
                assert mistake.cost == pytest.approx(main, abs=EXACT), mistake
                assert mistake.cost_with_burnout == pytest.approx(burnout, abs=EXACT), mistake
            else:
                assert mistake.cost == pytest.approx(burnout, abs=EXACT), mistake
                assert main == pytest.approx(0.0, abs=EXACT), mistake
                assert mistake.cost_with_burnout is None


def test_costs_of_a_sample_are_differences_of_evaluations(game, result):
    found = list(batches(result.mistakes))
    chosen = np.random.default_rng(1).choice(len(found), SAMPLED, replace=False)
    assert_costs_agree(game, [found[place] for place in chosen])


@pytest.mark.slow
@pytest.mark.parametrize("settings", RULES.values(), ids=RULES)
def test_costs_under_other_rules_are_differences_of_evaluations(settings):
    game = game_with(*settings)
    found = list(batches(strategy_cost_study(game).mistakes))
    chosen = np.random.default_rng(2).choice(len(found), SLOWLY_SAMPLED, replace=False)
    assert_costs_agree(game, [found[place] for place in chosen])


@pytest.mark.slow
def test_every_cost_is_a_difference_of_evaluations(game, result):
    assert_costs_agree(game, batches(result.mistakes))


@pytest.mark.slow
def test_no_change_of_a_cell_gains_with_six_decks():
    result = strategy_cost_study(game_with())
    assert not [mistake for mistake in result.mistakes if mistake.verdict != "costs"]
    assert all((mistake.cost_with_burnout or 0.0) > -EXACT for mistake in result.mistakes)


def gains_of(result):
    return {
        (mistake.chart, mistake.hand, mistake.upcard, mistake.plays, mistake.instead): mistake.cost
        for mistake in result.mistakes
        if mistake.verdict == "gains"
    }


def test_no_change_of_a_cell_gains_with_one_deck(game, result):
    assert not gains_of(result)
    # Two sevens are gone, which a line for every 14 would not heed.
    ten = UPCARDS.index("T")
    assert game.basic_card.without_burnout.pairs["7"].split()[ten] == "S"
    assert game.basic_card.without_burnout.hard["14"].split()[ten] == "H"


@pytest.mark.slow
def test_what_is_surrendered_weighs_nothing_in_what_cannot_be():
    assert not gains_of(strategy_cost_study(game_with("decks=1", "surrender=late")))


@pytest.mark.slow
def test_a_change_may_gain_by_hands_after_a_split():
    gains = gains_of(strategy_cost_study(game_with("decks=2")))
    assert list(gains) == [("without_burnout", "17", "2", "H", "Dh")]
    assert all(-1e-6 < cost < 0.0 for cost in gains.values())


def test_mistakes_come_dearest_first_and_can_all_come_up(result):
    costs = [mistake.cost for mistake in result.mistakes]
    assert costs == sorted(costs, reverse=True)
    for mistake in result.mistakes:
        assert 0.0 < mistake.met < 1.0
        assert mistake.plays != mistake.instead
        assert mistake.cost_each == mistake.cost / mistake.met


def test_how_often_a_first_decision_comes_up(game, result):
    shoe = np.array(game.shoe.counts)
    eights, ace, cards = shoe[7], shoe[0], shoe.sum()
    dealt = eights * (eights - 1) * ace / (cards * (cards - 1) * (cards - 2))
    looked = 1 - shoe[9] / (cards - 3)
    found = [
        mistake.met
        for mistake in result.mistakes
        if (mistake.chart, mistake.hand, mistake.upcard) == ("without_burnout", "8,8", "A")
    ]
    assert found == pytest.approx([dealt * looked] * len(found), rel=1e-14)
    assert len(found) >= 3


def test_the_charts_show_the_cheapest_mistake_of_each_cell(game, result):
    codes = cells_of(game.basic_card)
    by_cell = defaultdict(list)
    for mistake in result.mistakes:
        place = (mistake.chart, mistake.kind, mistake.hand, mistake.upcard)
        by_cell[place].append(mistake.cost_each)
    shown = 0
    for chart in result.charts:
        for section in chart.sections:
            for row in section.rows:
                for upcard, cell in zip(UPCARDS, row.cells, strict=True):
                    costs = by_cell[chart.id, section.kind, row.hand, upcard]
                    assert cell.cost_each == min(costs, default=None)
                    assert (cell.instead is None) == (not costs)
                    key = row.hand.split(",")[0] if section.kind == "pairs" else row.hand
                    assert cell.plays == codes[Cell(chart.id, section.kind, key, upcard)]
                    shown += 1
    assert shown == len(codes)


def test_a_card_that_tells_all_burns_plays_as_before(game):
    told = with_burns_told(game.basic_card, game.rules, game.basic.decisions)
    assert "." not in "".join(code for code in cells_of(told).values())
    assert np.array_equal(
        by_upcard(game.evaluate_card(told)), by_upcard(game.basic), equal_nan=True
    )


def player(result, name):
    return next(player for player in result.players if player.id == name)


def test_players_lose_what_they_should(game, result):
    payment = float(game.rules.burnout_payment)
    assert player(result, "optimal").main.loss == 0.0
    assert player(result, "optimal").main_burnout.loss == 0.0
    assert player(result, "basic").main.ev == game.basic.main.ev
    assert player(result, "basic").cells_changed == 0
    assert player(result, "never_buys").main == player(result, "basic").main
    assert player(result, "never_burns").main_burnout.ev == pytest.approx(
        game.basic.main.ev - payment, abs=EXACT
    )
    for one in result.players:
        for wager in (one.main, one.main_burnout):
            if wager is not None:
                assert wager.loss >= -EXACT
                assert wager.loss_to_best == pytest.approx(result.best_ev - wager.ev, abs=EXACT)
                assert wager.element_of_risk == -wager.ev / wager.average_wagered
    restrained = player(result, "burns_busts_best").main_burnout
    assert 0.0 < restrained.loss < player(result, "burns_busts").main_burnout.loss
    dealer = player(result, "mimics_dealer")
    assert dealer.main.average_wagered == 1.0
    assert dealer.main_burnout.average_wagered == 1.0 + payment


def test_insurance_is_a_wager_of_its_own(game, result):
    figures = insurance_figures(
        game.shoe,
        pays=game.pays("main.insurance"),
        blackjack_pays=game.rules.blackjack_pays,
        even_money_pays=game.pays("main.even_money"),
    )
    assert figures is not None
    basic = player(result, "basic")
    for name, gain, stake in (
        ("always_insures", figures.p_offered * figures.ev_always / 2, figures.p_offered / 2),
        ("takes_even_money", figures.even_money, 0),
    ):
        insured = player(result, name)
        for with_it, without_it in (
            (insured.main, basic.main),
            (insured.main_burnout, basic.main_burnout),
        ):
            assert with_it.ev - without_it.ev == pytest.approx(float(gain), abs=EXACT)
            extra = with_it.average_wagered - without_it.average_wagered
            assert extra == pytest.approx(float(stake), abs=EXACT)


def test_players_change_the_cells_that_they_say(result):
    changed = {
        name: {
            (row.kind, row.hand, UPCARDS[column])
            for row in player(result, name).rows_changed
            for column in range(len(UPCARDS))
            if row.chart_cells[column] != row.player_cells[column]
        }
        for name in ("stands_on_16", "never_splits_eights", "splits_tens", "never_hits_12")
    }
    stands = {("hard", "16", upcard) for upcard in "789TA"}
    # With Burnout some charts do not split 8,8 and play it as 16.
    assert stands <= changed["stands_on_16"]
    assert changed["stands_on_16"] - stands <= {("pairs", "8,8", upcard) for upcard in "789TA"}
    assert changed["never_splits_eights"] == {("pairs", "8,8", upcard) for upcard in "9TA"}
    assert changed["splits_tens"] == {("pairs", "T,T", upcard) for upcard in UPCARDS}
    assert {hand for _, hand, _ in changed["never_hits_12"]} == {"12", "6,6"}


def test_players_that_the_rules_do_not_know_are_left_out(result):
    names = [one.id for one in result.players]
    assert len(set(names)) == len(names)
    assert set(names) == {one.id for one in PLAYERS} - {"never_surrenders"}
    groups = [one.group for one in result.players]
    assert groups == sorted(groups, key=list(GROUP_TITLES).index)


def test_a_result_is_kept_and_read_back(result):
    assert StrategyCostResult.from_json(result.to_json()) == result
    told = []
    again = strategy_cost_study(
        game_with("decks=1"),
        context=Context(cache=Cache.of_user(print), progress=lambda *step: told.append(step)),
    )
    assert again == result
    assert not told
