"""The exact engine's strategies as tables say what the strategies say, hand by hand."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from certify.cards.hands import BUST, hand_table
from certify.cards.ranks import RANKS
from certify.errors import SpecError, StrategyFileError
from certify.exact.blackjack.decisions import ACTION_NAMES
from certify.language.base import Scalar
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program
from certify.play.tables import Fold
from certify.studies.simulation.study import policy_named
from certify.studies.simulation.table_play import certified_play
from certify.studies.twenty_one import TwentyOneGame

GAME = "blackjack-burnout"
RULES: tuple[dict[str, Scalar], ...] = (
    {},
    {"surrender": "late", "double_after_hit": True, "double_on": "9-11"},
)
OPEN, SPLIT = 11, 12


@pytest.fixture(scope="module", params=range(len(RULES)))
def analysed(request):
    return TwentyOneGame(apply_settings(load_game(GAME), RULES[request.param]))


def reordered(ranks, fold, rng):
    """Return where a fold ends, the cards coming in any order."""
    cards = list(ranks)
    rng.shuffle(cards)
    state = fold.start
    for rank in cards:
        state = int(fold.steps[state, rank])
    return state


def hands():
    table = hand_table()
    # Every hand of two cards, and every seventh of the others.
    taken = (table.size == 2) | (table.size > 2) & (np.arange(len(table.size)) % 7 == 0)
    for hand in np.flatnonzero(taken):
        yield int(hand), np.repeat(np.arange(RANKS), table.counts[hand]).tolist()


def wanted(decisions, stage, bought, upcard, hand):
    """Return what a strategy does, read from its arrays one by one."""
    table = hand_table()
    if stage == OPEN or (stage == 0 and not bought):
        first, hits, doubles = (
            (decisions.option_first, decisions.option_hits, decisions.option_doubles)
            if bought
            else (decisions.first, decisions.hits[:, 0], decisions.doubles[:, 0])
        )
        if table.size[hand] == 2:
            return ACTION_NAMES[first[upcard, hand]]
        plain = hits[upcard, hand], doubles[upcard, hand]
    else:
        burned = stage if stage < OPEN else 0
        plain = decisions.hits[upcard, burned, hand], decisions.doubles[upcard, burned, hand]
        pair = table.size[hand] == 2 and np.count_nonzero(table.counts[hand]) == 1
        if stage == SPLIT and pair:
            return "split"
    return "double" if plain[1] else "hit" if plain[0] else "stand"


@pytest.mark.parametrize("bought", [False, True])
@pytest.mark.parametrize("name", ["optimal", "basic"])
def test_every_decision_is_that_of_the_strategy(analysed, name, bought):
    decisions = getattr(analysed, name).decisions
    play = certified_play(Program(analysed.loaded), decisions, name=name, bought=bought)
    turn, burn = play.decisions["turn"], play.decisions["burn"]
    rng = Random(1)
    stages = range(13) if bought else (0, SPLIT)
    for hand, ranks in hands():
        state = reordered(ranks, turn.index[-1], rng)
        for stage, upcard in product(stages, range(RANKS)):
            order = turn.orders[turn.table[stage, upcard, state]]
            assert order[0] == wanted(decisions, stage, bought, upcard, hand)
        if not bought:
            assert not burn.table.any()
            continue
        state = reordered(ranks, burn.index[-1], rng)
        for kind, burns in enumerate((decisions.burns_hit, decisions.burns_double)):
            said = burn.table[kind, :, :, state]
            assert np.array_equal(said, burns[:, hand].astype(np.int8))


def test_orders_fall_back_on_what_is_next_best(analysed):
    play = certified_play(
        Program(analysed.loaded), analysed.basic.decisions, name="basic", bought=False
    )
    for order in play.decisions["turn"].orders:
        assert order[-1] == "stand"
        assert len(set(order)) == len(order)


def test_hands_that_are_played_alike_share_a_state(analysed):
    play = certified_play(
        Program(analysed.loaded), analysed.basic.decisions, name="basic", bought=False
    )
    fold = play.decisions["turn"].index[-1]
    assert isinstance(fold, Fold)
    assert len(fold.steps) < 100
    assert hand_table().successor.min() == BUST


def test_whatever_they_decide_strategies_are_played_by_the_same_code(analysed):
    program = Program(analysed.loaded)
    sources = {
        CompiledGame(program, procedure="wagered_round", policies=[play]).source
        for decisions in (analysed.optimal.decisions, analysed.basic.decisions)
        for bought in (False, True)
        for play in (certified_play(program, decisions, name="play", bought=bought),)
    }
    assert len(sources) == 1


def named(name, game=GAME):
    loaded = load_game(game)
    return policy_named(loaded, Program(loaded), name)


def test_policies_by_name():
    plain = named("optimal")
    bought = named("optimal+burnout+bonus.3+insurance")
    orders = {
        decision: [play.decisions[decision].orders[row] for row in np.ravel(table)]
        for play, decision in ((bought, "buy_burnout"), (bought, "bonus"), (bought, "insure"))
        if (table := play.decisions[decision].table) is not None
    }
    assert orders["buy_burnout"] == [("buy",)]
    assert orders["bonus"] == [("pass",), ("wager",), ("pass",), ("pass",)]
    assert orders["insure"] == [("insure",)]
    declined = plain.decisions["buy_burnout"]
    assert declined.orders[int(declined.table)] == ("decline",)
    assert named("by_total") == "by_total"


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("optimall", SpecError, "no policy 'optimall'; did you mean optimal"),
        ("optimal+burnot", SpecError, "no wager 'burnot'; did you mean burnout"),
        ("mine.yaml", StrategyFileError, "no such strategy file"),
    ],
)
def test_names_that_mean_nothing(name, error, message):
    with pytest.raises(error, match=message):
        named(name)


def test_other_games_have_no_such_policies():
    with pytest.raises(SpecError, match="no policy 'optimal'"):
        named("optimal", "burnout")
