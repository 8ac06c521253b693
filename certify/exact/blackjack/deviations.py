"""What it costs to play one hand otherwise, everything else being played by a strategy.

Totals only go up, so a decision of a card comes up at most once in a hand. What a wrong decision
costs is then an exact sum over the hands that it touches: how often the hand is met, times what
the wrong action is worth less than the right one, both with the strategy followed from there on.
Nothing has to be evaluated anew. Hands after a split are the same sum over single hands, joined as
in `certify.exact.blackjack.split`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.decisions import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BoolArray,
    CodeArray,
)
from certify.exact.blackjack.first import FloatArray, Stage, surrender_value
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.reach import reach_of
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import NET
from certify.exact.blackjack.values import ShoeValues

ACTIONS = 5
NO_DECISION = -1


@dataclass(frozen=True)
class Deviations:
    """The hands of one circumstance, such as those after a split, and every other way to play them.

    Attributes
    ----------
    plays : ndarray of int8, shape (10, hands)
        What the strategy does, by upcard and hand; `NO_DECISION` where nothing is to be decided.
    met : ndarray of float64, shape (10, hands)
        Times a round that the decision comes up.
    loss : ndarray of float64, shape (5, 10, hands)
        What a round loses, in main wagers, if the hand is played by an action every time.
    may_double : ndarray of bool, shape (hands,)
        Whether the hand may be doubled.
    may_surrender : bool
        Whether hands of two cards may be surrendered.
    """

    plays: CodeArray
    met: FloatArray
    loss: FloatArray
    may_double: BoolArray
    may_surrender: bool


@dataclass(frozen=True)
class BurnDeviations:
    """Every drawn card that may be burned or kept, and the other way to treat it.

    Attributes
    ----------
    burns : ndarray of bool, shape (10, hands, 10)
        What the strategy does, by upcard, hand before the draw, and card drawn.
    met : ndarray of float64, shape (10, hands, 10)
        Times a round that the decision comes up.
    loss : ndarray of float64, shape (10, hands, 10)
        What a round loses, in main wagers, if the card is treated the other way every time.
    """

    burns: BoolArray
    met: FloatArray
    loss: FloatArray


def unsplit_deviations(solution: Solution, *, with_option: bool) -> Deviations:
    """Return the other ways to play hands that are not split, nothing being burned yet.

    Parameters
    ----------
    solution : Solution
        The strategy and its values.
    with_option : bool
        Whether the Burnout payment was made.

    Returns
    -------
    Deviations
        Hands of two cards and more.

    Notes
    -----
    Conditioning: none; probabilities and losses are those of a round.
    Method: how often a hand is met times the difference of two values of the solution.
    Error: at most `certify.exact.blackjack.solve.ERROR_BOUND` each time that the hand is met.
    Source: derived here, docs/strategy-cost.md.
    """
    shoe, decisions = solution.shoe, solution.decisions
    reach = reach_of(shoe, decisions, with_option=with_option)
    if with_option:
        stage = solution.option
        assert stage is not None  # noqa: S101  (asked for where it was analysed)
        often, first = reach.option, decisions.option_first
        hits, doubles = decisions.option_hits, decisions.option_doubles
    else:
        stage, often, first = solution.without, reach.without[:, NONE_BURNED], decisions.first
        hits, doubles = decisions.hits[:, NONE_BURNED], decisions.doubles[:, NONE_BURNED]
    size = shoe.table.size
    may_double = shoe.may_double & ((size == 2) | shoe.rules.double_after_hit)
    plays = np.where(size == 2, first, _later(hits, doubles, may_double)).astype(np.int8)
    plays[:, shoe.natural] = NO_DECISION
    return _deviations(shoe, plays, often, stage, NONE_BURNED, may_double, solution.split)


def after_burn_deviations(solution: Solution) -> tuple[Deviations, ...]:
    """Return the other ways to play on after a burn on a hit, by the rank burned.

    Parameters
    ----------
    solution : Solution
        The strategy and its values.

    Returns
    -------
    tuple of Deviations
        Ten of them, hands of three cards and more; none where a burn ends the hand.

    Notes
    -----
    Conditioning: none; probabilities and losses are those of a round.
    Method: as `unsplit_deviations`.
    Error: as `unsplit_deviations`.
    Source: derived here, docs/strategy-cost.md.
    """
    shoe, decisions = solution.shoe, solution.decisions
    if shoe.rules.burnout_ends_hand:
        return ()
    reach = reach_of(shoe, decisions, with_option=True)
    values = solution.after_burn
    may_double = shoe.may_double & shoe.rules.double_after_hit
    found = []
    for burned in range(NONE_BURNED + 1, shoe.stand.shape[1]):
        plays = _later(decisions.hits[:, burned], decisions.doubles[:, burned], may_double)
        plays[:, shoe.table.size <= 2] = NO_DECISION
        stage = Stage(
            hit=values.hit[:, burned],
            double=values.double[:, burned],
            value=values.value[:, burned],
        )
        found.append(
            _deviations(shoe, plays, reach.without[:, burned], stage, burned, may_double, None)
        )
    return tuple(found)


def burn_deviations(solution: Solution, *, on_double: bool) -> BurnDeviations:
    """Return the other ways to treat a card drawn with the option to burn it.

    Parameters
    ----------
    solution : Solution
        The strategy and its values.
    on_double : bool
        Whether the card was drawn to a double, or to a hit.

    Returns
    -------
    BurnDeviations
        By the hand before the draw and the card drawn; nothing where the rules forbid the burn.

    Notes
    -----
    Conditioning: none; probabilities and losses are those of a round.
    Method: how often the card is drawn times the difference of the values of burning and keeping.
    Error: as `unsplit_deviations`.
    Source: derived here, docs/strategy-cost.md.
    """
    shoe, decisions, rules = solution.shoe, solution.decisions, solution.shoe.rules
    option = solution.option
    assert option is not None  # noqa: S101  (asked for where it was analysed)
    reach = reach_of(shoe, decisions, with_option=True)
    plays = unsplit_deviations(solution, with_option=True).plays
    draws = _chance_of_upcard(shoe)[:, None] * reach.option
    draws[plays != (DOUBLE if on_double else HIT)] = 0.0
    # After a double the hand stands, with a card burned or not.
    kept = shoe.stand[:, NONE_BURNED] if on_double else option.value
    replaced = shoe.stand if on_double else solution.after_burn.value
    burns = decisions.burns_double if on_double else decisions.burns_hit
    stake = 2.0 if on_double else 1.0
    met, loss = np.zeros(burns.shape), np.zeros(burns.shape)
    if on_double and not rules.burnout_on_double:
        return BurnDeviations(burns=burns, met=met, loss=loss)
    left = _left(shoe)
    cards = np.maximum(left.sum(axis=2), 1.0)
    for drawn in range(RANKS):
        often = draws * np.maximum(left[:, :, drawn], 0.0) / cards
        child = shoe.table.successor[:, drawn]
        if not rules.burnout_on_bust:
            often[:, child == BUST] = 0.0
        gone = left.copy()
        gone[:, :, drawn] -= 1.0
        keep = np.where(child == BUST, -_no_blackjack(shoe, gone), kept[:, child])
        burn = _mean_of_draw(shoe, gone, replaced[:, drawn + 1])
        wrong = np.where(burns[:, :, drawn], burn - keep, keep - burn)
        met[:, :, drawn] = often * _chance_to_decide(shoe, gone)
        loss[:, :, drawn] = np.where(often > 0.0, stake * often * wrong, 0.0)
    return BurnDeviations(burns=burns, met=met, loss=loss)


def _deviations(
    shoe: ShoeValues,
    plays: CodeArray,
    reach: FloatArray,
    stage: Stage,
    burned: int,
    may_double: BoolArray,
    split: FloatArray | None,
) -> Deviations:
    value = np.zeros((ACTIONS, *reach.shape))
    value[STAND], value[HIT], value[DOUBLE] = shoe.stand[:, burned], stage.hit, stage.double
    value[SURRENDER] = surrender_value(shoe)
    for pair, hand in enumerate(shoe.pairs):
        if split is not None:
            value[SPLIT, :, hand] = split[NET, pair]
    often = np.where(plays == NO_DECISION, 0.0, _chance_of_upcard(shoe)[:, None] * reach)
    best = np.take_along_axis(value, np.maximum(plays, 0)[None].astype(np.intp), axis=0)
    decided = shoe.no_blackjack[:, burned] if shoe.rules.dealer_peeks else 1.0
    return Deviations(
        plays=plays,
        met=often * decided,
        loss=often * (best - value),
        may_double=may_double,
        may_surrender=shoe.rules.surrender == "late" and split is not None,
    )


def _later(hits: BoolArray, doubles: BoolArray, may_double: BoolArray) -> CodeArray:
    """Return what is done with hands of three cards and more."""
    plays: CodeArray = np.select([doubles & may_double, hits], [DOUBLE, HIT], STAND).astype(np.int8)
    return plays


def _chance_of_upcard(shoe: ShoeValues) -> FloatArray:
    chance: FloatArray = shoe.counts / shoe.counts.sum()
    return chance


def _left(shoe: ShoeValues) -> FloatArray:
    """Return the cards unseen by upcard and hand, shape (10, hands, 10)."""
    left = (shoe.counts - shoe.table.counts)[None] - np.eye(RANKS, dtype=np.int64)[:, None]
    return left.astype(np.float64)


def _no_blackjack(shoe: ShoeValues, left: FloatArray) -> FloatArray:
    """Return by what values are joint, from the cards unseen, upcards in the first axis."""
    if shoe.rules.blackjack_takes_all:
        return np.ones(left.shape[:-1])
    chance = np.ones(left.shape[:-1])
    cards = np.maximum(left.sum(axis=-1), 1.0)
    chance[ACE] -= left[ACE, ..., TEN] / cards[ACE]
    chance[TEN] -= left[TEN, ..., ACE] / cards[TEN]
    return chance


def _chance_to_decide(shoe: ShoeValues, left: FloatArray) -> FloatArray:
    """Return the probability that the round has not ended by the dealer's look."""
    return _no_blackjack(shoe, left) if shoe.rules.dealer_peeks else np.ones(left.shape[:-1])


def _mean_of_draw(shoe: ShoeValues, left: FloatArray, children: FloatArray) -> FloatArray:
    """Return the mean of `children` over the next card of the cards unseen, a bust losing."""
    cards = np.maximum(left.sum(axis=2), 1.0)
    mean = np.zeros(left.shape[:-1])
    for rank in range(RANKS):
        child = shoe.table.successor[:, rank]
        after = left.copy()
        after[:, :, rank] -= 1.0
        value = np.where(child == BUST, -_no_blackjack(shoe, after), children[:, child])
        mean += np.where(left[:, :, rank] > 0.0, left[:, :, rank] / cards * value, 0.0)
    return mean
