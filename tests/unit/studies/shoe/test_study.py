"""The study of the shoe: effects, identities, estimates, gains; in a world that is linear."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.crosscheck.cut_card import plan_shoes
from certify.studies.shoe import study
from certify.studies.shoe.counts import Removals, calls_of, counts_of, effects_of, identities_of
from certify.studies.shoe.order import ShoeOrder, checked_order, usual_cut
from certify.studies.shoe.result import ShoeResult
from certify.studies.shoe.rounds import Rounds, Seen, deal
from certify.studies.shoe.sample import (
    Column,
    checks_of,
    counting_of,
    mean_of,
    penetration_of,
    perfect_of,
    ratio_of,
    z_of,
)
from certify.studies.shoe.study import cut_card_effects, shoe_study
from certify.studies.shoe.tags import true_counts
from certify.studies.shoe.wagers import FIELD, wagers_of
from certify.studies.twenty_one import TwentyOneGame
from tests.support.shoes import OFF, LinearWorld, full_shoe, in_linear_world

SMALL = ("decks=2",)
START = full_shoe(2)
CUT = 75
WORLD = LinearWorld()
PAYMENT = 0.2


def game_of(*settings: str, shoe: str | None = None) -> TwentyOneGame:
    loaded = apply_overrides(load_game("blackjack-burnout"), settings)
    return TwentyOneGame(loaded, None if shoe is None else Shoe.parse(shoe))


GAME = game_of(*SMALL)
WAGERS = {wager.name: wager for wager in wagers_of(GAME)}


def removals_of(start=START) -> Removals:
    less = np.maximum(start - np.eye(RANKS, dtype=np.int64), 0)
    return Removals(start, WORLD.figures(start, start), WORLD.figures(start, less))


def seen_of(shoes: int, counted: int = 2_000, strata: int = 5) -> Seen:
    undealt = deal(START, CUT, shoes, strata, seed=11)
    worked = Rounds(undealt, WORLD.figures(START, undealt))
    return Seen(removals_of(), worked, deal(START, CUT, counted, strata, seed=12), CUT)


def plain_of(shoes: int) -> Seen:
    """Return so many shoes that nothing is to be gained by others."""
    undealt = deal(START, CUT, shoes, 5, seed=13)
    return Seen(removals_of(), Rounds(undealt, WORLD.figures(START, undealt)), undealt, CUT)


# The wagers


def test_the_wagers_are_those_of_the_game():
    assert list(WAGERS) == [
        "main",
        "main_burnout",
        "main_or_burnout",
        "insurance",
        *(f"bonus.{n}.{side}_burnout" for n in (2, 3, 4, 5) for side in ("without", "with")),
    ]
    assert [wager.name for wager in wagers_of(GAME, with_bonus=False)][-1] == "insurance"
    assert "insurance" not in [w.name for w in wagers_of(game_of("insurance=false"))]


def test_a_wager_is_a_function_of_the_figures_and_the_cards():
    figures = np.array([0.01, 0.4, 0.5, 0.23, 0.45, 0.45, 0.02, 0.25])
    found = {name: float(wager.fixed(figures, START)) for name, wager in WAGERS.items()}
    assert found["main"] == 0.01
    assert found["main_burnout"] == pytest.approx(0.03)
    assert found["main_or_burnout"] == pytest.approx(0.03)
    assert found["insurance"] == pytest.approx(3 * 32 / 103 - 1)
    assert found["bonus.2.without_burnout"] == pytest.approx(3 * (4 / 9) ** 2 - 1)
    assert found["bonus.5.with_burnout"] == pytest.approx(16 / 2**5 - 1)
    assert float(WAGERS["main_or_burnout"].best(figures, START)) == pytest.approx(0.05)


def test_insurance_is_offered_as_often_as_an_ace_is_shown():
    undealt = np.array([START, START - START[ACE] * np.eye(RANKS, dtype=np.int64)[ACE]])
    assert WAGERS["insurance"].offered(undealt) == pytest.approx([8 / 104, 0.0])
    assert WAGERS["main"].offered(undealt).tolist() == [1.0, 1.0]


# Effects


def test_effects_are_differences_between_shoes():
    found: Any = effects_of(removals_of(), WAGERS["main"])
    less = START - np.eye(RANKS, dtype=np.int64)[4]
    expected = WORLD.figures(START, less)[0] - WORLD.figures(START, START)[0]
    assert found.effects["5"] == pytest.approx(expected, abs=1e-15)
    assert found.weighted_sum == pytest.approx(0.0, abs=1e-15)
    assert found.best_weighted_sum > 0.0
    assert found.weights == dict(zip(RANK_LABELS, START.tolist(), strict=True))


def test_effects_on_insurance_are_those_once_the_ace_is_shown():
    found: Any = effects_of(removals_of(), WAGERS["insurance"])
    assert found.weights["A"] == 7
    assert found.effects["T"] == pytest.approx(3 * 31 / 102 - 3 * 32 / 103, abs=1e-15)
    assert found.effects["A"] == found.effects["2"] == pytest.approx(3 * 32 / 102 - 3 * 32 / 103)
    assert found.weighted_sum == pytest.approx(0.0, abs=1e-15)
    assert found.demanded == "zero"
    assert effects_of(removals_of(), WAGERS["bonus.2.with_burnout"]).demanded is None


def test_a_value_that_the_shoe_has_not_has_no_effect():
    start = START.copy()
    start[6] = 0
    found: Any = effects_of(removals_of(start), WAGERS["main"])
    assert found.effects["7"] is None
    assert found.weighted_sum == pytest.approx(0.0, abs=1e-15)


def test_identities_hold_or_are_seen_not_to():
    sound = identities_of(removals_of(), list(WAGERS.values()))
    assert [identity.quantity for identity in sound] == [
        "main",
        "main_burnout_gross",
        "won",
        "lost",
        "won_burnout",
        "lost_burnout",
        "best_main",
        "best_main_burnout_gross",
        "insurance",
    ]
    assert all(identity.holds for identity in sound)
    wrong = removals_of()
    wrong.removed[TEN, FIELD["fixed_win"]] += 1e-8
    wrong.removed[:, FIELD["best_main"]] -= 1e-3
    failed = [i.quantity for i in identities_of(wrong, list(WAGERS.values())) if not i.holds]
    assert failed == ["won", "best_main"]


def test_chances_that_were_not_worked_out_have_no_identity():
    without = removals_of()
    without.full[1:3], without.removed[:, 1:3] = np.nan, np.nan
    names = [identity.quantity for identity in identities_of(without, [])]
    assert "won" not in names
    assert "won_burnout" in names


# Counts


def test_counts_of_insurance_are_those_of_the_tens():
    counts: dict[str, Any] = {
        count.name: count for count in counts_of(removals_of(), WAGERS["insurance"]).counts
    }
    tens = counts["tens"]
    assert tens.correlation == pytest.approx(1.0)
    # A third of the cards unseen are tens at a true count of 52/3.
    assert tens.trigger == 18
    assert counts["optimal"].correlation == pytest.approx(1.0)
    assert counts["ace_five"].correlation == pytest.approx(0.0, abs=1e-15)
    assert counts["integer.2"].correlation > counts["hi_lo"].correlation


def test_the_line_of_insurance_is_exact_for_the_tens():
    removals, wager = removals_of(), WAGERS["insurance"]
    value, effects = removals.of_wager(wager)
    tags = np.array([4.0] * 9 + [-9.0])
    line = wager.line(effects, tags, START, value)
    undealt = deal(START, CUT, 50, 2, seed=3)
    counted = line.at(true_counts(wager.unseen(undealt), START, tags))
    exact = wager.fixed(undealt.astype(np.float64), undealt)
    assert counted == pytest.approx(exact, abs=1e-12)


def test_own_counts_are_the_best():
    for wager in WAGERS.values():
        counts: Any = counts_of(removals_of(), wager).counts
        by_name = {count.name: count for count in counts}
        assert by_name["optimal"].correlation == pytest.approx(1.0)
        level_1 = [count for count in counts if count.level == 1 and count.kind == "published"]
        assert all(
            abs(count.correlation) <= by_name["integer.1"].correlation + 1e-12
            for count in level_1
            if count.balanced
        )


def test_burnout_is_bought_by_a_line_of_its_own():
    removals, either = removals_of(), WAGERS["main_or_burnout"]
    calls = calls_of(removals, WAGERS, either, counts_of(removals, either))
    assert [call.name for call in calls] == ["optimal", "integer.2", "hi_lo"]
    hi_lo: Any = calls[-1]
    assert len(hi_lo.bets) == 2
    # In this world Burnout gains where the small cards are left.
    assert hi_lo.buys.direction == "at_most"


# Dealing, and estimates


def test_shoes_are_dealt_at_random_and_always_the_same():
    undealt = deal(START, CUT, 4_000, 5, seed=7)
    assert undealt.shape == (4_000, 5, RANKS)
    assert (deal(START, CUT, 4_000, 5, seed=7) == undealt).all()
    gone = START.sum() - undealt.sum(axis=2)
    assert gone.min(axis=0).tolist() == [0, 15, 30, 45, 60]
    assert gone.max(axis=0).tolist() == [14, 29, 44, 59, 74]
    assert (np.diff(undealt, axis=1) <= 0).all()
    assert undealt.min() >= 0
    shares = undealt / undealt.sum(axis=2, keepdims=True)
    errors = shares.std(axis=0) / np.sqrt(4_000)
    off = (shares.mean(axis=0) - START / START.sum()) / np.maximum(errors, 1e-12)
    assert np.abs(off[1:]).max() < 4.5


def test_a_mean_has_the_interval_of_student():
    values = np.array([1.0, 2.0, 3.0, 6.0])
    found: Any = mean_of(Column.plain(values), 100)
    assert found.value == pytest.approx(300.0)
    assert found.half_width == pytest.approx(100 * 3.182446 * values.std(ddof=1) / 2, rel=1e-6)
    assert mean_of(Column.plain(values[:1])).half_width is None
    assert z_of(values, 3.0) == pytest.approx(0.0)
    assert z_of(np.ones(3), 1.0) is None
    assert z_of(np.array([0.1 + 0.2, 0.3, 0.3]), 0.25) is None


def test_many_rough_shoes_sharpen_few_worked_out():
    source = np.random.default_rng(1)
    rough, many = source.normal(1.0, 1.0, 50), source.normal(1.0, 1.0, 50_000)
    worked = rough + 0.5 + source.normal(0.0, 0.01, 50)
    found: Any = mean_of(Column(worked, rough, many))
    plain: Any = mean_of(Column.plain(worked))
    assert found.half_width < plain.half_width / 15
    assert abs(found.value - 1.5) < 2 * found.half_width


def test_a_rough_form_that_tells_nothing_is_not_used():
    source = np.random.default_rng(3)
    worked, rough, many = source.normal(size=50), source.normal(size=50), source.normal(size=900)
    opposed = Column.trusted(worked, -worked, many)
    assert opposed.mean == worked.mean()
    assert (opposed.rough == 0.0).all()
    found: Any = mean_of(Column.trusted(worked, 5.0 * rough, 5.0 * many))
    plain: Any = mean_of(Column.plain(worked))
    assert found.half_width < 1.1 * plain.half_width
    exact = Column.trusted(rough, rough, many)
    assert exact.mean == many.mean()


def test_intervals_cover_what_they_say():
    source = np.random.default_rng(2)
    inside = 0
    for _ in range(1_000):
        rough, many = source.normal(2.0, 1.0, 12), source.normal(2.0, 1.0, 400)
        worked = rough + 0.3 * source.normal(0.0, 1.0, 12)
        by = Column.plain(source.normal(4.0, 0.2, 12))
        ratio: Any = ratio_of(Column.plain(worked), by)
        mean: Any = mean_of(Column.trusted(worked, rough, many))
        inside += abs(mean.value - 2.0) <= mean.half_width
        inside += abs(ratio.value - 0.5) <= ratio.half_width
    assert 1_860 <= inside <= 1_945


class BentWorld(LinearWorld):
    """A world in which what a strategy brings is bent, and a little more so as cards go."""

    def figures(self, start, undealt):
        found = super().figures(start, undealt)
        off = undealt / undealt.sum(axis=-1, keepdims=True) - start / start.sum()
        bent = 5.0 * (off[..., 0] - off[..., 4]) * off[..., TEN] + 3.0 * off[..., TEN] ** 3
        return found + bent[..., None]


def bent_of(worked: int, seed: int, counted: int = 2_000) -> Seen:
    world, less = BentWorld(), START - np.eye(RANKS, dtype=np.int64)
    removals = Removals(START, world.figures(START, START), world.figures(START, less))
    undealt = deal(START, CUT, worked, 5, seed)
    many = deal(START, CUT, counted, 5, seed + 100_000)
    return Seen(removals, Rounds(undealt, world.figures(START, undealt)), many, CUT)


def test_what_is_bent_is_approximated_by_what_other_shoes_tell():
    seen = bent_of(60, seed=1)
    place = FIELD["fixed_main"]
    exact, rough = seen.worked.figures[..., place], seen.rough.figures[..., place]
    linear = seen.removals.linear(seen.worked.undealt)[..., place]
    assert np.std(exact - rough) < 0.25 * np.std(exact - linear)
    # No group is fitted to itself: what is changed in a shoe moves the others alone.
    moved = bent_of(60, seed=1)
    moved.worked.figures[7, :, place] += 1.0
    off = moved.rough.figures[..., place] - rough
    assert np.abs(off[[7, 32, 57]]).max() == 0.0
    assert np.abs(off[8]).max() > 1e-3


def test_few_rounds_are_fitted_by_their_distance_alone():
    for shoes in (1, 2, 5):
        seen = bent_of(shoes, seed=2)
        rough, linear = seen.rough.figures, seen.removals.linear(seen.worked.undealt)
        assert np.isfinite(rough).all()
        assert np.array_equal(rough, linear) == (shoes == 1)
        assert np.abs(rough - linear).max() < 0.1


def test_intervals_of_what_is_bent_cover_what_they_say():
    wager = WAGERS["main"]
    sure = BentWorld().figures(START, deal(START, CUT, 60_000, 5, seed=77))
    units = 100 * np.maximum(sure[..., FIELD["best_main"]], 0.0).mean()
    mean = sure[..., FIELD["fixed_main"]].mean()
    inside = np.zeros(2)
    for seed in range(100):
        seen = bent_of(40, seed=seed, counted=400)
        perfect: Any = perfect_of(seen, WAGERS, wager).units
        column = Column.trusted(
            *(each.mean(axis=1) for each in seen.told(lambda of: of.figures[..., 0]))
        )
        fixed: Any = mean_of(column)
        inside += [
            abs(perfect.value - units) <= perfect.half_width,
            abs(fixed.value - mean) <= fixed.half_width,
        ]
    assert (inside >= 88).all()
    assert inside.sum() <= 199


def test_a_ratio_by_nothing_is_unknown():
    nothing = Column.plain(np.zeros(5))
    assert ratio_of(Column.plain(np.ones(5)), nothing).value is None
    assert ratio_of(Column.plain(-np.ones(5)), Column.plain(np.ones(5)), above=True).value is None
    doubtful = Column(np.zeros(5), np.zeros(5), np.zeros(9), doubt=0.03)
    by = Column(np.ones(5), np.ones(5), np.ones(9))
    assert ratio_of(doubtful, by, share=True).half_width == 0.03


# What the sample tells


def test_what_is_kept_on_average_is_seen_to_be_kept():
    checks: dict[str, Any] = {
        check.quantity: check for check in checks_of(seen_of(400), list(WAGERS.values()))
    }
    assert len(checks) == 7
    assert all(abs(check.z) < 4.0 for check in checks.values())
    assert all(abs(check.worst_z) < 4.5 for check in checks.values())
    moved = seen_of(400)
    moved.worked.figures[..., FIELD["fixed_loss"]] += 0.01
    found: dict[str, Any] = {check.quantity: check.z for check in checks_of(moved, [])}
    assert found["lost"] > 10.0
    assert abs(found["won"]) < 4.0


@pytest.mark.parametrize("name", ["main", "main_burnout", "main_or_burnout", "insurance"])
def test_gains_are_those_of_very_many_shoes(name):
    wager, removals = WAGERS[name], removals_of()
    calls = calls_of(removals, WAGERS, wager, counts_of(removals, wager))
    few, many = seen_of(60), plain_of(8_000)
    perfect: Any
    very: Any
    perfect, very = (perfect_of(seen, WAGERS, wager) for seen in (few, many))
    for call in calls:
        found: Any
        sure: Any
        found, sure = (counting_of(seen, WAGERS, wager, call) for seen in (few, many))
        for which in ("frequency", "edge", "units"):
            estimate, close = getattr(found, which), getattr(sure, which)
            if close.value is None:
                continue
            assert abs(estimate.value - close.value) < 2 * estimate.half_width + 0.02 * abs(
                close.value
            )
        # Nobody does better than he who knows every card.
        assert sure.units.value <= very.units.value + 1e-9
    for which in ("frequency", "edge", "units"):
        estimate, close = getattr(perfect, which), getattr(very, which)
        assert abs(estimate.value - close.value) < 2 * estimate.half_width + 0.02 * close.value


def gains_of(figures):
    """Return what knowing every card gains in 100 rounds, by shoe."""
    return 100 * (figures[..., FIELD["best_main"]] - figures[..., FIELD["fixed_main"]]).mean(axis=1)


def test_perfect_play_of_every_round_gains_what_knowing_is_worth():
    seen = seen_of(200)
    found: Any = perfect_of(seen, WAGERS, WAGERS["main"])
    gains = gains_of(seen.worked.figures)
    # Who knows a form of what is gained learns more from other shoes than from these.
    sure = gains_of(plain_of(8_000).worked.figures).mean()
    assert found.flat_gain.value == pytest.approx(sure, abs=found.flat_gain.half_width)
    plain: Any = mean_of(Column.plain(gains))
    assert found.flat_gain.half_width < 0.5 * plain.half_width
    assert perfect_of(seen, WAGERS, WAGERS["insurance"]).flat_gain is None


def test_distributions_by_penetration_are_those_of_the_values():
    seen = seen_of(300)
    fixed: Any
    best: Any
    fixed, best = penetration_of(seen, WAGERS["main"])
    assert (fixed.play, best.play) == ("fixed", "best")
    very: Any
    _, very = penetration_of(plain_of(8_000), WAGERS["main"])
    for place, (stratum, sure) in enumerate(zip(best.strata, very.strata, strict=True)):
        assert (stratum.dealt_from, stratum.dealt_to) == (15 * place, 15 * place + 15)
        assert stratum.penetration == pytest.approx((15 * place + 7.5) / 104)
        assert stratum.sd == pytest.approx(sure.sd, rel=0.06)
        assert stratum.quantiles["50"] == pytest.approx(sure.quantiles["50"], abs=0.1 * sure.sd)
        assert 0.0 <= stratum.favourable.value <= 1.0
    assert best.overall.sd == pytest.approx(very.overall.sd, rel=0.03)
    spreads = [stratum.sd for stratum in fixed.strata]
    assert spreads == sorted(spreads)
    insurance: Any
    (insurance,) = penetration_of(seen, WAGERS["insurance"])
    assert insurance.play == "fixed"
    # Its linear form is itself: other shoes say how often it pays, and there is no doubt.
    assert insurance.strata[0].favourable.half_width < 0.01


# The study


def test_the_study_is_printed_from_its_json(monkeypatch):
    world = in_linear_world(monkeypatch)
    kept: list[Any] = []
    order = ShoeOrder(compositions=45, strata=20, counted=100, seed=4, with_cut_card=False)
    found: Any = shoe_study(GAME, order, workers=Workers(processes=1), keep=kept.append)
    assert world.asked == [{"cut": 75, "shoes": 3, "strata": 20, "seed": 4}]
    assert kept[0].counts.shape == (3, 20, RANKS)
    assert ShoeResult.from_json(found.to_json()) == found
    assert found.sample.compositions == 60
    assert found.sound
    assert len(found.effects) == len(found.counts) == len(found.sample.perfect) == 12
    assert len(found.sample.penetration) == 15
    assert "NaN" not in found.to_json()
    assert json.loads(found.to_json())["cut"] == 75


@pytest.mark.slow
def test_the_study_of_a_report_is_kept(monkeypatch, tmp_path):
    in_linear_world(monkeypatch)
    monkeypatch.setattr(study, "cut_card_effects", lambda *given: ())
    asked = []

    def counted(*given, **named):
        asked.append(given)
        return shoe_study(*given, **named)

    monkeypatch.setattr(study, "shoe_study", counted)
    context = Context(cache=Cache(tmp_path, pytest.fail))
    game = game_of(*SMALL)
    first = study.kept_shoe_study(game, context=context)
    assert study.kept_shoe_study(game_of(*SMALL), context=context) == first
    assert len(asked) == 1
    study.kept_shoe_study(game_of(*SMALL, "insurance=false"), context=context)
    assert len(asked) == 2


def test_a_study_may_be_without_sample_and_bonus(monkeypatch):
    in_linear_world(monkeypatch)
    order = ShoeOrder(compositions=0, with_bonus=False, with_cut_card=False)
    found: Any = shoe_study(GAME, order)
    assert found.sample is None
    assert found.cut_card == ()
    assert [effect.wager for effect in found.effects][-1] == "insurance"


def test_a_shoe_of_any_composition_can_be_studied(monkeypatch):
    in_linear_world(monkeypatch)
    order = ShoeOrder(compositions=40, counted=50, with_bonus=False)
    found: Any = shoe_study(game_of(shoe="4,9,9,9,9,0,9,9,9,40"), order)
    assert found.cut == 81
    assert found.effects[0].effects["6"] is None
    # Play begins with full shoes, so nothing can be told of the cut card.
    assert found.cut_card == ()


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (ShoeOrder(cut=90), "found a cut card after 90 of 104 cards; expected 20 to 78"),
        (ShoeOrder(cut=0), "found a cut card after 0 of 104 cards"),
        (ShoeOrder(cut=10), "found a cut card after 10 of 104 cards"),
        (ShoeOrder(strata=0), "found 0 parts of a shoe"),
        (ShoeOrder(compositions=-1), "found -1 compositions"),
        (ShoeOrder(counted=1), "two shoes or more to count"),
    ],
)
def test_nonsense_is_told_before_any_work(order, message):
    with pytest.raises(EngineError, match=message):
        checked_order(GAME.shoe.size, order)


def test_a_shoe_may_be_too_small():
    with pytest.raises(EngineError, match="the shoe has 26 cards; expected 46 or more"):
        checked_order(game_of(shoe="2,2,2,2,2,2,2,2,2,8").shoe.size, ShoeOrder())


def test_the_usual_cut_leaves_enough_cards():
    assert usual_cut(312) == 260
    assert usual_cut(104) == 75
    assert all(1 <= usual_cut(cards) <= cards - 26 for cards in range(27, 700))
    assert [usual_cut(cards, 6) for cards in (52, 104, 312)] == [43, 75, 260]


@pytest.fixture
def plans(monkeypatch):
    """Twenty shoes are dealt whatever is asked; returned is what was asked, as it is."""
    asked = []

    def few(*given, shoes, engine, **named):
        asked.append(named)
        return plan_shoes(*given, shoes=20, engine="interpreter", **named)

    monkeypatch.setattr("certify.studies.crosscheck.cut_card.plan_shoes", few)
    return asked


@pytest.mark.usefixtures("plans")
def test_the_cut_card_is_played_where_it_lies():
    game = game_of("decks=1", "max_split_hands=2")
    order = checked_order(game.shoe.size, ShoeOrder(cut=20, seed=5))
    main, burnout = cut_card_effects(game, order, Context(), Workers(processes=1))
    assert (main.wager, burnout.wager) == ("main", "main_burnout")
    assert (main.cut_card, main.shoes, main.seed) == (62, 20, 2_000_008)
    assert main.exact == game.optimal.main.ev
    # More cards go in a round with Burnout, so fewer rounds fit in.
    assert burnout.rounds < main.rounds < 20 / 4


@pytest.mark.slow
def test_the_effect_of_the_cut_card_is_kept(plans, tmp_path):
    game, workers = game_of("decks=1", "max_split_hands=2"), Workers(processes=1)
    context = Context(cache=Cache(tmp_path, pytest.fail))
    order = checked_order(game.shoe.size, ShoeOrder(cut=20, seed=5))
    first = cut_card_effects(game, order, context, workers)
    assert cut_card_effects(game, order, context, workers) == first
    # Shoes are planned once for both wagers, and not again.
    assert len(plans) == 1
    # What another figure follows from is played again.
    for other in (replace(order, seed=6), replace(order, cut=21), replace(order, half_width=1e-3)):
        plans.clear()
        cut_card_effects(game, other, context, workers)
        assert len(plans) == 1
    plans.clear()
    cut_card_effects(
        game_of("decks=1", "max_split_hands=2", "insurance=false"), order, context, workers
    )
    assert len(plans) == 1


# The figures of the engine


@pytest.mark.slow
def test_a_deck_is_worked_out_exactly():
    order = ShoeOrder(compositions=4, strata=2, counted=50, with_bonus=False, with_cut_card=False)
    game = game_of("decks=1", "max_split_hands=2")
    found: Any = shoe_study(game, order, workers=Workers(processes=1))
    assert found.sound
    assert {i.quantity for i in found.identities if abs(i.weighted_sum) > 1e-12} == {
        "best_main",
        "best_main_burnout_gross",
    }
    for perfect in found.sample.perfect[:3]:
        assert perfect.flat_gain.value >= 0.0
    effects = {effect.wager: effect.effects for effect in found.effects}
    # The five is the card of which the player is best rid, as has been known since 1962.
    assert max(effects["main"], key=effects["main"].get) == "5"
    assert found.effects[0].value == pytest.approx(game.optimal.main.ev, abs=1e-12)


def test_the_chances_of_split_rounds_are_held_against_full_ones(monkeypatch):
    in_linear_world(monkeypatch)
    game = TwentyOneGame(apply_overrides(load_game("blackjack-burnout"), ["decks=2"]))
    order = ShoeOrder(compositions=60, counted=20, with_cut_card=False)
    sample = shoe_study(game, order).sample
    assert sample is not None
    assert sample.chance_check is not None
    assert sample.chance_check.compositions == 2
    assert sample.chance_check.largest == pytest.approx(OFF)
    without = shoe_study(game, replace(order, with_bonus=False)).sample
    assert without is not None
    assert without.chance_check is None
