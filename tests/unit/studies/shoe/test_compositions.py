"""Compositions of a shoe: dealt the same for the same seed, worked out the same by anyone."""

import numpy as np
import pytest

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.solve import evaluate, solve_optimal
from certify.exact.blackjack.values import shoe_values
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.shoe import compositions as module
from certify.studies.shoe.compositions import FIELDS, Sample, dealt_from, effects, in_full, sample
from certify.studies.twenty_one import TwentyOneGame

ALONE = Workers(processes=1)


FEW_RANKS = Shoe.parse("2,0,4,0,4,0,0,4,0,8")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(FEW_RANKS, id="few ranks"),
        pytest.param(Shoe.of_decks(1), id="a deck", marks=pytest.mark.slow),
    ],
)
def game(request):
    loaded = apply_overrides(load_game("blackjack-burnout"), ["decks=1", "max_split_hands=2"])
    return TwentyOneGame(loaded, request.param)


@pytest.fixture(scope="module")
def cut(game):
    return 8 if game.shoe.size == FEW_RANKS.size else 30


@pytest.fixture(scope="module")
def found(game):
    return effects(game, workers=ALONE)


def field(name):
    return FIELDS.index(name)


def test_effects_weighted_by_the_shoe_add_up_to_zero_if_play_is_fixed(game, found):
    there = game.shoe.array() > 0
    weights = game.shoe.array()[there] / game.shoe.size
    sums = weights @ (found.removed - found.full)[there]
    fixed = [place for place, name in enumerate(FIELDS) if name.startswith("fixed")]
    best = [place for place, name in enumerate(FIELDS) if name.startswith("best")]
    assert abs(sums[fixed]).max() < 1e-13
    # Who sees the card, and plays by it, cannot lose by that.
    assert (sums[best] > 0.0).all()


def test_the_full_shoe_is_that_of_the_optimal_strategy(game, found):
    main = game.optimal.main.ev
    gross = game.optimal.main_burnout.ev
    for name, expected in (("main", main), ("main_burnout", gross)):
        for kind in ("fixed", "best"):
            assert found.full[field(f"{kind}_{name}")] == pytest.approx(expected, abs=1e-13)


def test_a_rank_that_is_not_there_has_no_effect(game):
    counts = [0 if rank == 4 else count for rank, count in enumerate(game.shoe.counts)]
    changed = TwentyOneGame(game.loaded, Shoe(tuple(counts)))
    found = effects(changed, workers=ALONE, bonus=False)
    assert np.isnan(found.removed[4]).all()
    assert found.chances is None
    others = [rank for rank in range(RANKS) if counts[rank]]
    assert not np.isnan(found.removed[others, field("fixed_main")]).any()
    assert np.isnan(found.removed[:, field("fixed_win")]).all()


def test_a_sample_is_exact_for_each_composition(game, found, cut):
    dealt = sample(
        game, cut=cut, shoes=1, strata=2, seed=7, first_order=found.chances, workers=ALONE
    )
    for counts, values in zip(dealt.counts[0], dealt.values[0], strict=True):
        shoe = shoe_values(game.rules, Shoe(tuple(counts.tolist())), with_burnout=True)
        best, fixed = solve_optimal(shoe), evaluate(shoe, game.optimal.decisions)
        assert best.main_burnout is not None
        assert fixed.main_burnout is not None
        expected = {
            "fixed_main": fixed.main.ev,
            "fixed_main_burnout": fixed.main_burnout.ev,
            "best_main": best.main.ev,
            "best_main_burnout": best.main_burnout.ev,
        }
        for name, value in expected.items():
            assert values[field(name)] == pytest.approx(value, abs=1e-13)
    exact = in_full(game, list(dealt.counts[0]), workers=ALONE)
    assert exact[:, field("fixed_main")] == pytest.approx(
        dealt.values[0, :, field("fixed_main")], abs=1e-14
    )
    assert abs(exact - dealt.values[0, :, :6]).max() < 2e-3


def test_more_shoes_go_on_from_those_that_are_kept(game, cut, tmp_path, monkeypatch):
    context = Context(cache=Cache(tmp_path, lambda sentence: None))

    def drawn(shoes: int) -> Sample:
        return sample(game, cut=cut, shoes=shoes, strata=1, seed=3, context=context, workers=ALONE)

    first = drawn(1)
    worked: list[object] = []
    whole = module._of_shoe

    def counted(task):
        worked.append(task)
        return whole(task)

    monkeypatch.setattr(module, "_of_shoe", counted)
    second = drawn(2)
    assert len(worked) == 1
    assert (second.values[:1] == first.values)[~np.isnan(first.values)].all()
    assert (second.counts[:1] == first.counts).all()


def test_depths_are_one_in_each_part_up_to_the_cut_card():
    shoe = Shoe.of_decks(6)
    for number in range(5):
        counts = dealt_from(shoe, cut=260, strata=20, seed=1, number=number)
        gone = shoe.size - counts.sum(axis=1)
        assert (gone // 13 == np.arange(20)).all()
        # What is gone stays gone.
        assert (np.diff(counts, axis=0) <= 0).all()
    same = dealt_from(shoe, cut=260, strata=20, seed=1, number=4)
    assert (same == counts).all()
    assert (dealt_from(shoe, cut=260, strata=20, seed=2, number=4) != counts).any()


def test_a_seed_deals_all_cards_alike():
    shoe = Shoe.of_decks(1)
    shoes = 400
    gone = np.array(
        [
            shoe.array() - dealt_from(shoe, cut=26, strata=1, seed=9, number=number)[0]
            for number in range(shoes)
        ]
    )
    # Of so many shoes the mean share of a rank differs from its own by less than five errors.
    cards = gone.sum(axis=1)
    shares = gone.sum(axis=0) / cards.sum()
    expected = shoe.array() / shoe.size
    assert (abs(shares - expected) < 5 * np.sqrt(expected / cards.sum())).all()
