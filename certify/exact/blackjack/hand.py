"""One hand looked up in a solution: the value of every action."""

from __future__ import annotations

import numpy as np

from certify.cards.hands import BUST
from certify.cards.ranks import ACE, RANKS, TEN
from certify.exact.blackjack.decisions import ACTION_NAMES, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from certify.exact.blackjack.first import Stage, surrender_value
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import NET, most_hands_of
from certify.exact.blackjack.values import IntArray

KEEP = "keep"
BURN = "burn"


def chance_of_no_blackjack(shoe: IntArray, gone: IntArray, upcard: int) -> float:
    """Return P(no dealer blackjack) with `gone` (upcard included) out of the shoe.

    Notes
    -----
    Conditioning: on the cards gone.
    Method: the hole card is any unseen card.
    Error: one rounding.
    Source: reports/METHOD.md section 3.
    """
    left = shoe - gone
    cards = int(left.sum())
    if upcard not in (ACE, TEN) or cards == 0:
        return 1.0
    return 1.0 - float(left[TEN if upcard == ACE else ACE]) / cards


def action_values(
    solution: Solution,
    cards: tuple[int, ...],
    upcard: int,
    *,
    burned: int | None,
    option: bool,
    kept: bool = False,
) -> dict[str, float]:
    """Return the expectation of every action allowed, given no dealer blackjack if that is seen.

    Parameters
    ----------
    solution : Solution
        The optimal strategy for the shoe.
    cards : tuple of int
        The player's cards in the order in which they came; with the option to burn, the last of
        three or more was just drawn and may be bust.
    upcard : int
        Rank of the dealer's upcard.
    burned : int or None
        Rank of the card burned before.
    option : bool
        Whether a card may still be burned.
    kept : bool
        Whether the last card was kept, so that the hand is played on.

    Returns
    -------
    dict
        Expectation in initial main wagers by action: stand, hit, double, split, surrender, and
        keep and burn for a card just drawn.

    Notes
    -----
    Conditioning: on no dealer blackjack where the dealer peeks, else none.
    Method: values of the solution, divided by P(no blackjack) given all known cards.
    Error: at most `certify.exact.blackjack.solve.ERROR_BOUND`.
    Source: reports/METHOD.md section 3.
    """
    shoe = solution.shoe
    rules, table = shoe.rules, shoe.table
    state = NONE_BURNED if burned is None else burned + 1
    hand = table.index_of(cards)
    gone = np.bincount([*cards, upcard, *([] if burned is None else [burned])], minlength=RANKS)
    known_to_be_none = 1.0
    if not rules.blackjack_takes_all:
        known_to_be_none = chance_of_no_blackjack(shoe.counts, gone, upcard)
    values: dict[str, float] = {}
    if hand != BUST:
        values = _plain_actions(solution, hand, len(cards), upcard, state, option)
    if option and len(cards) > 2 and not kept:
        values[KEEP] = max(values.values()) if values else -known_to_be_none
        if hand != BUST or rules.burnout_on_bust:
            values[BURN] = _burn_value(solution, cards, upcard, gone)
    return {action: value / known_to_be_none for action, value in values.items()}


def _plain_actions(
    solution: Solution, hand: int, size: int, upcard: int, state: int, option: bool
) -> dict[str, float]:
    shoe = solution.shoe
    rules = shoe.rules
    if hand == shoe.natural:
        pays = float(rules.blackjack_pays)
        return {ACTION_NAMES[STAND]: pays * float(shoe.no_blackjack_at_all[upcard, hand])}
    stage = _stage(solution, state, option)
    values = {ACTION_NAMES[STAND]: float(shoe.stand[upcard, state, hand])}
    if state != NONE_BURNED and rules.burnout_ends_hand:
        return values
    if shoe.table.hard_total[hand] < shoe.table.hard_total.max():
        values[ACTION_NAMES[HIT]] = float(stage.hit[upcard, hand])
    if shoe.may_double[hand] and (size == 2 or rules.double_after_hit):
        values[ACTION_NAMES[DOUBLE]] = float(stage.double[upcard, hand])
    if size == 2 and hand in shoe.pairs:
        pair = shoe.pairs.index(hand)
        if most_hands_of(rules, pair) >= 2:
            values[ACTION_NAMES[SPLIT]] = float(solution.split[NET, pair, upcard])
    if size == 2 and rules.surrender == "late":
        values[ACTION_NAMES[SURRENDER]] = float(surrender_value(shoe)[upcard, hand])
    return values


def _stage(solution: Solution, state: int, option: bool) -> Stage:
    if option and solution.option is not None:
        return solution.option
    by_burned = solution.after_burn
    return Stage(
        hit=by_burned.hit[:, state],
        double=by_burned.double[:, state],
        value=by_burned.value[:, state],
    )


def _burn_value(solution: Solution, cards: tuple[int, ...], upcard: int, gone: IntArray) -> float:
    """Return the mean over the card that replaces the last one."""
    shoe = solution.shoe
    before = shoe.table.index_of(cards[:-1])
    values = solution.after_burn.value[upcard, cards[-1] + 1]
    left = shoe.counts - gone
    total = 0.0
    for rank in np.flatnonzero(left):
        child = int(shoe.table.successor[before, rank])
        if child != BUST:
            value = float(values[child])
        elif shoe.rules.blackjack_takes_all:
            value = -1.0
        else:
            after = gone.copy()
            after[rank] += 1
            value = -chance_of_no_blackjack(shoe.counts, after, upcard)
        total += float(left[rank]) / float(left.sum()) * value
    return total
