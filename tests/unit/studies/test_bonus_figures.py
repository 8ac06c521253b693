"""What a study says of the Bonus wagers, against identities."""

import pytest

from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.context import Context
from certify.studies.returns.bonus import _wins
from certify.studies.returns.study import rtp_study
from certify.studies.twenty_one import BASIC, TwentyOneGame

GAME = "blackjack-burnout"
FEW = ("decks=1", "max_split_hands=2")
SHOE = Shoe.parse("4,0,4,0,0,4,0,4,0,16")
PAYS = {2: 2, 3: 4, 4: 8, 5: 15}


def result_of(*settings, strategy="optimal", thorough=False):
    game = TwentyOneGame(apply_overrides(load_game(GAME), (*FEW, *settings)), SHOE)
    return rtp_study(game, strategy, context=Context(thorough=thorough))


@pytest.fixture(scope="module")
def result():
    return result_of(thorough=True)


def combination(result, *wins, stake=1.0, choice="free"):
    everything = (*result.streak.combinations, *result.streak.ratios)
    return next(
        found
        for found in everything
        if found.choice == choice
        and tuple(wager.wins for wager in found.wagers) == wins
        and found.wagers[0].stake == stake
    )


def test_play_for_the_bonus_raises_the_chance_to_win(result):
    for bonus in result.wagers.bonus.values():
        assert bonus.without_burnout.q < bonus.best_without_burnout.q < bonus.best.q
        assert bonus.with_burnout.q < bonus.best.q


def test_every_set_of_wagers_is_worked_out_with_and_without_burnout(result):
    for choice in ("free", "never"):
        sets = [found for found in result.streak.combinations if found.choice == choice]
        assert len(sets) == 15
        for found in sets:
            assert len(found.counts) == max(wager.wins for wager in found.wagers)
            assert all(at.win + at.push + at.loss == pytest.approx(1) for at in found.counts)
            assert choice == "free" or not any(at.burnout for at in found.counts)


def test_a_wager_is_paid_by_the_chances_of_its_counts(result):
    for found in result.streak.combinations:
        for wager in found.wagers:
            paid = 1.0
            for at in found.counts[: wager.wins]:
                paid *= at.win / (at.win + at.loss)
            assert wager.p_hit == pytest.approx(paid, rel=1e-12)
            assert wager.rtp == pytest.approx((PAYS[wager.wins] + 1) * paid, rel=1e-12)


def test_the_gain_is_what_the_wagers_return_less_what_play_costs(result):
    """Worths by the decision process equal a plain sum over the counts."""
    for found in (*result.streak.combinations, *result.streak.ratios):
        returned = sum(wager.stake * (wager.rtp - 1) for wager in found.wagers)
        cost, reached = 0.0, 1.0
        for at in found.counts:
            cost += reached * at.cost / (at.win + at.loss)
            reached *= at.q
        assert found.gain == pytest.approx(returned - cost, abs=1e-11)


def test_more_choice_is_never_worse(result):
    for wins in ((2,), (5,), (2, 3, 4, 5)):
        free, never = combination(result, *wins), combination(result, *wins, choice="never")
        assert free.gain >= never.gain
        # The player may also play the best main game and ignore the Bonus.
        ignored = sum(result.wagers.bonus[str(number)].without_burnout.rtp - 1 for number in wins)
        assert never.gain >= ignored - 1e-12


def test_the_larger_the_stake_the_nearer_to_play_for_the_bonus_alone(result):
    best = result.wagers.bonus["5"].best.rtp
    returns = [combination(result, 5, stake=stake).rtp for stake in (0.05, 0.2, 1.0, 5.0)]
    assert returns == sorted(returns)
    assert returns[-1] < best
    assert best - returns[-1] < 0.01


def test_late_placement_asks_for_fewer_wins(result):
    late = {found.wins_before: found for found in result.wagers.bonus["5"].late}
    q = result.wagers.bonus["5"].with_burnout.q
    assert sorted(late) == [1, 2, 3, 4]
    assert late[3].rtp_with_burnout == pytest.approx(16 * q**2, rel=1e-12)


def test_readings(result):
    ruled = [reading for reading in result.streak.readings if reading.ruled]
    assert len(ruled) == 1
    assert ruled[0].with_burnout.q == result.wagers.bonus["2"].with_burnout.q
    by_name = {reading.name: reading.without_burnout.q for reading in result.streak.readings}
    assert len(by_name) == 4
    any_loss = next(q for name, q in by_name.items() if "any_loss" in name)
    even_money = next(q for name, q in by_name.items() if "even money" in name)
    assert any_loss < ruled[0].without_burnout.q < even_money


@pytest.fixture(scope="module")
def basic():
    return result_of(strategy=BASIC)


@pytest.mark.slow
def test_the_reading_in_force_decides(basic):
    other = result_of("streak_split_rule=any_loss", strategy=BASIC)
    assert other.streak.reading == "any_loss"
    reading = next(found for found in basic.streak.readings if "any_loss" in found.name)
    for wins, bonus in other.wagers.bonus.items():
        assert bonus.with_burnout.q == reading.with_burnout.q
        assert bonus.with_burnout.rtp == pytest.approx(reading.with_burnout.rtp[wins], rel=1e-14)


def test_without_even_money_there_is_no_reading_of_it():
    found = result_of("insurance=false", strategy=BASIC).streak
    assert found.p_even_money_push is None
    assert len(found.readings) == 3


def test_a_payment_on_bonus_wagers_too_is_paid_in_every_round_until_they_are_decided(result):
    """Linear in the stake: a fifth of the wager for every round with Burnout."""
    other = result_of("burnout_base=main_and_bonus", thorough=True)
    assert other.wagers.main == result.wagers.main
    assert other.wagers.main_burnout.ev == result.wagers.main_burnout.ev
    for wins, bonus in result.wagers.bonus.items():
        dearer = other.wagers.bonus[wins]
        assert dearer.without_burnout == bonus.without_burnout
        assert dearer.with_burnout.p_hit == bonus.with_burnout.p_hit
        paid = 0.2 * bonus.with_burnout.expected_rounds
        assert dearer.with_burnout.rtp == pytest.approx(bonus.with_burnout.rtp - paid, rel=1e-12)
        # Whether it is bought for the Bonus is a decision of every count.
        always = bonus.best.rtp - 0.2 * bonus.best.expected_rounds
        never = bonus.best_without_burnout.rtp
        assert dearer.best.rtp >= max(always, never) - 1e-12
        assert dearer.best.rtp < bonus.best.rtp
        late = dearer.late[-1]
        assert late.rtp_without_burnout == bonus.late[-1].rtp_without_burnout
        assert late.rtp_with_burnout < bonus.late[-1].rtp_with_burnout
    everything = combination(other, 2, 3, 4, 5)
    assert everything.gain < combination(result, 2, 3, 4, 5).gain
    assert everything.gain >= combination(other, 2, 3, 4, 5, choice="never").gain
    returned = sum(wager.stake * (wager.rtp - 1) for wager in everything.wagers)
    cost, reached = 0.0, 1.0
    for at in everything.counts:
        cost += reached * at.cost / (at.win + at.loss)
        reached *= at.q
    assert everything.gain == pytest.approx(returned - cost, abs=1e-11)


def test_changes_name_hands_that_can_be_dealt(result):
    assert result.streak.changes
    for change in result.streak.changes:
        assert change.usual != change.changed
        assert set(change.wins) <= set(range(5))
        assert change.probability > 0


def test_another_strategy_has_no_best_play(basic):
    assert basic.streak.combinations == ()
    assert basic.wagers.bonus["2"].best is None
    assert basic.wagers.bonus["2"].with_burnout.q > 0.5


@pytest.mark.parametrize("key", ["jackpot", "0", "-1", "1000", "²"])
def test_a_row_must_be_a_number_of_wins(key):
    with pytest.raises(EngineError, match="named by its number of wins, 1 to 100"):
        _wins(key)
