"""Strategies solved and evaluated: optimal, total-dependent, or given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from certify.cards.split_play import SplitPlay
from certify.errors import EngineError
from certify.exact.blackjack.after_split import play_after_split
from certify.exact.blackjack.decisions import (
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    CellOrder,
    CodeArray,
    Decisions,
    composition_cells,
    total_cells,
)
from certify.exact.blackjack.feasible import check_split, check_unsplit
from certify.exact.blackjack.figures import WagerFigures, wager_figures
from certify.exact.blackjack.first import FloatArray, Stage, decide_first
from certify.exact.blackjack.player import NONE_BURNED, play_with_option, play_without_option
from certify.exact.blackjack.reach import reach_of
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.split import split_values
from certify.exact.blackjack.values import ShoeValues

ERROR_BOUND = 1e-12
"""Bound on the absolute error of an expectation; derived in reports/METHOD.md section 6."""

UNMET_WEIGHT = 1e-9
"""Weight, against its own, that a cell gives to the hands of a player who always hits.

Cells that a strategy never meets still get a decision, and none that is met is swayed.
"""

PAYMENTS = frozenset({"blackjack_pays", "insurance", "burnout_payment"})
"""Rules on which no decision depends: a blackjack is not played, the others are paid beside."""

MOST_IMPROVEMENTS = 30
NET_OF_BUST = -1.0


@dataclass(frozen=True)
class Solution:
    """A strategy, its values, and what it comes to.

    Attributes
    ----------
    shoe : ShoeValues
        What the values rest on.
    decisions : Decisions
        The strategy.
    after_burn : Stage
        Values without the option to burn, arrays of shape (10, burned states, hands): by burned
        card, 0 for none.
    without, option : Stage
        Values without the option and with it; `option` is None if it was not analysed.
    split : ndarray of float64, shape (2, 10, 10)
        Net and amount of splitting, by pair and upcard.
    main, main_burnout : WagerFigures
        The main wager without the payment, and with it, gross.
    """

    shoe: ShoeValues
    decisions: Decisions
    after_burn: Stage
    without: Stage
    option: Stage | None
    split: FloatArray
    main: WagerFigures
    main_burnout: WagerFigures | None


@dataclass(frozen=True)
class _Weights:
    """How often hands are met: without the option (by burned card), and with it."""

    without: FloatArray
    option: FloatArray


def solve_optimal(
    shoe: ShoeValues,
    *,
    burns_kept: bool = True,
    split_play: SplitPlay = SplitPlay.UNSPLIT,
    net_only: bool = False,
) -> Solution:
    """Return the optimal composition-dependent strategy (zero-memory after a split, CDZ-).

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    burns_kept : bool
        Whether a card may be burned that does not bust the hand; without, the best play of who
        burns only cards that do.
    split_play : SplitPlay
        How hands after a split are played; by default as the same cards unsplit.
    net_only : bool
        Whether expectations alone are wanted; what is wagered and burned is NaN then.

    Returns
    -------
    Solution
        The strategy and its values.

    Notes
    -----
    Conditioning: decisions given no dealer blackjack, where the dealer peeks.
    Method: backward recursion over all hands, and burned cards; splits by `split_values`.
    Error: at most `ERROR_BOUND`.
    Source: reports/METHOD.md section 3.
    """
    cells = composition_cells(with_burned=shoe.with_burnout)
    return _solve(
        shoe,
        Decisions.blank(),
        cells,
        _equal_weights(shoe),
        decides=True,
        burns_kept=burns_kept,
        split_play=split_play,
        net_only=net_only,
    )


def evaluate(shoe: ShoeValues, decisions: Decisions) -> Solution:
    """Return the exact values of a given strategy.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    decisions : Decisions
        The strategy.

    Returns
    -------
    Solution
        The same strategy with its values.

    Notes
    -----
    Conditioning: as `solve_optimal`.
    Method: the same recursion with the decisions given.
    Error: at most `ERROR_BOUND`.
    Source: reports/METHOD.md section 3.
    """
    cells = composition_cells(with_burned=shoe.with_burnout)
    return _solve(shoe, decisions, cells, _equal_weights(shoe), decides=False)


def solve_basic(
    shoe: ShoeValues, *, start: Solution | None = None, improved: Callable[[], None] = lambda: None
) -> Solution:
    """Return the total-dependent strategy and its exact values.

    Parameters
    ----------
    shoe : ShoeValues
        Values of the shoe.
    start : Solution, optional
        The optimal strategy, if it is known already.
    improved : callable
        Called after every round of improvement.

    Returns
    -------
    Solution
        A strategy of which each cell is best for the hands with which it is met when the strategy
        itself is played.

    Notes
    -----
    Conditioning: cells weigh their hands by how often they are met unsplit.
    Method: policy iteration from the hands that the optimal strategy meets, to a fixed point.
    Error: values at most `ERROR_BOUND`; that no single cell can be bettered, but for hands after a
    split, is tested.
    Source: derived here, reports/METHOD.md section 5.
    """
    cells = total_cells(with_burned=shoe.with_burnout)
    unmet = _always_hitting(shoe)
    solution = start or solve_optimal(shoe)
    for _ in range(MOST_IMPROVEMENTS):
        weights = _met_by(shoe, solution.decisions, unmet)
        better = _solve(shoe, Decisions.blank(), cells, weights, decides=True)
        improved()
        if better.decisions.same_as(solution.decisions):
            break
        solution = better
    return solution


def repaid(solution: Solution, rules: TwentyOneRules) -> Solution:
    """Return the same strategy under rules that pay otherwise.

    Parameters
    ----------
    solution : Solution
        A strategy, solved or evaluated.
    rules : TwentyOneRules
        Rules that differ in `PAYMENTS` alone, or in the number of decks, the shoe being the same.

    Returns
    -------
    Solution
        What `solve_optimal`, `solve_basic` or `evaluate` returns for these rules, to the last bit.

    Raises
    ------
    EngineError
        If they differ in anything else.

    Notes
    -----
    Conditioning: as `solve_optimal`.
    Method: values and decisions stay; the figures are summed again.
    Error: at most `ERROR_BOUND`.
    Source: reports/METHOD.md section 3.
    """
    paid = {name: getattr(rules, name) for name in (*PAYMENTS, "decks")}
    if replace(solution.shoe.rules, **paid) != rules:
        raise EngineError("the rules differ in more than payments; the strategy is to be solved")
    shoe = replace(solution.shoe, rules=rules)
    decisions, split = solution.decisions, solution.split
    main_burnout = None
    if solution.option is not None:
        main_burnout = wager_figures(shoe, decisions, solution.option, split, with_option=True)
    return replace(
        solution,
        shoe=shoe,
        main=wager_figures(shoe, decisions, solution.without, split, with_option=False),
        main_burnout=main_burnout,
    )


def _solve(
    shoe: ShoeValues,
    decisions: Decisions,
    cells: CellOrder,
    weights: _Weights,
    *,
    decides: bool,
    burns_kept: bool = True,
    split_play: SplitPlay = SplitPlay.UNSPLIT,
    net_only: bool = False,
) -> Solution:
    rules, table = shoe.rules, shoe.table
    check_unsplit(shoe)
    hit, double, value = (np.zeros_like(shoe.stand) for _ in range(3))
    play_without_option(
        shoe.counts,
        table,
        shoe.may_double,
        rules.double_after_hit,
        rules.burnout_ends_hand,
        rules.blackjack_takes_all,
        NET_OF_BUST,
        shoe.stand,
        cells.order,
        cells.start,
        weights.without,
        cells.burned_start,
        decides,
        hit,
        double,
        value,
        decisions.hits,
        decisions.doubles,
    )
    burned_hit, burned_double = hit, double
    if rules.burnout_ends_hand:
        # Whatever else would be best, a hand stands once its burned card is replaced.
        hit, double = hit.copy(), double.copy()
        for part in (hit, double):
            part[:, NONE_BURNED + 1 :] = shoe.stand[:, NONE_BURNED + 1 :]
    without = Stage(*(part[:, NONE_BURNED] for part in (hit, double, value)))
    plain_hits = np.ascontiguousarray(decisions.hits[:, NONE_BURNED])
    plain_doubles = np.ascontiguousarray(decisions.doubles[:, NONE_BURNED])
    if split_play is not SplitPlay.UNSPLIT:
        after_split = play_after_split(shoe, plain_hits, plain_doubles, split_play)
        decisions = replace(decisions, after_split=after_split)
    check_split(shoe, decisions.after_splitting)
    split = split_values(shoe, decisions)
    if decides:
        decisions.first[:] = decide_first(
            shoe, without, split, plain_hits, plain_doubles, cells, weights.without[:, NONE_BURNED]
        )
    main = wager_figures(shoe, decisions, without, split, with_option=False, net_only=net_only)
    option, main_burnout = None, None
    if shoe.with_burnout:
        option = Stage(*(np.zeros_like(shoe.deal) for _ in range(3)))
        play_with_option(
            shoe.counts,
            table,
            shoe.may_double,
            rules.double_after_hit,
            rules.blackjack_takes_all,
            NET_OF_BUST,
            rules.burnout_on_bust,
            rules.burnout_on_double,
            burns_kept,
            shoe.stand,
            burned_hit,
            burned_double,
            cells.order,
            cells.start,
            weights.option,
            decides,
            option.hit,
            option.double,
            option.value,
            decisions.option_hits,
            decisions.option_doubles,
            decisions.burns_hit,
            decisions.burns_double,
        )
        if decides:
            decisions.option_first[:] = decide_first(
                shoe,
                option,
                split,
                decisions.option_hits,
                decisions.option_doubles,
                cells,
                weights.option,
            )
        main_burnout = wager_figures(
            shoe, decisions, option, split, with_option=True, net_only=net_only
        )
    return Solution(
        shoe=shoe,
        decisions=decisions,
        after_burn=Stage(hit=hit, double=double, value=value),
        without=without,
        option=option,
        split=split,
        main=main,
        main_burnout=main_burnout,
    )


def _equal_weights(shoe: ShoeValues) -> _Weights:
    return _Weights(without=np.ones_like(shoe.stand), option=np.ones_like(shoe.deal))


def _met_by(shoe: ShoeValues, decisions: Decisions, unmet: _Weights) -> _Weights:
    plain = reach_of(shoe, decisions, with_option=False).without
    # A pair has a line of its own; what is stood on, split or given up draws no card by another.
    plain[:, NONE_BURNED][_ends_by_itself(shoe, decisions.first)] = 0.0
    option = np.zeros_like(shoe.deal)
    if shoe.with_burnout:
        reach = reach_of(shoe, decisions, with_option=True)
        option = reach.option
        option[_ends_by_itself(shoe, decisions.option_first)] = 0.0
        plain[:, NONE_BURNED + 1 :] = reach.without[:, NONE_BURNED + 1 :]
    return _Weights(
        without=plain + UNMET_WEIGHT * unmet.without, option=option + UNMET_WEIGHT * unmet.option
    )


def _ends_by_itself(shoe: ShoeValues, first: CodeArray) -> npt.NDArray[np.bool_]:
    """Return which hands of two cards weigh nothing in the decisions of their total."""
    ends: npt.NDArray[np.bool_] = (first == SURRENDER) & (shoe.table.size == 2)
    pairs = list(shoe.pairs)
    ends[:, pairs] |= np.isin(first[:, pairs], (STAND, SPLIT))
    return ends


def _always_hitting(shoe: ShoeValues) -> _Weights:
    """Return the weights of a player who always hits, and burns the first card or never."""
    hitting = Decisions.blank()
    for name in ("hits", "option_hits"):
        getattr(hitting, name)[:] = True
    hitting.first[:] = HIT
    hitting.option_first[:] = HIT
    without = reach_of(shoe, hitting, with_option=False).without
    option = np.zeros_like(shoe.deal)
    if shoe.with_burnout:
        option = reach_of(shoe, hitting, with_option=True).option
        hitting.burns_hit[:] = True
        burned = reach_of(shoe, hitting, with_option=True).without
        without[:, NONE_BURNED + 1 :] = burned[:, NONE_BURNED + 1 :]
    return _Weights(without=without, option=option)
