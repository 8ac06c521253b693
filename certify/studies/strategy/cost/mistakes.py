"""Every single wrong decision in the charts of a card, and its cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import fsum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from certify.cards.charts import ChartId, RowKind
from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.card import hands_by_total
from certify.exact.blackjack.cells import BURN_CHARTS, Cell
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, CodeArray
from certify.exact.blackjack.deviations import (
    NO_DECISION,
    Deviations,
    after_burn_deviations,
    burn_deviations,
    unsplit_deviations,
)
from certify.exact.blackjack.solve import ERROR_BOUND, Solution
from certify.exact.blackjack.split import most_hands_of
from certify.exact.blackjack.split_deviations import split_deviations
from certify.studies.strategy.cost_result import BURN, KEEP, Mistake

HandArray = npt.NDArray[np.int64]

CODES = {STAND: "S", HIT: "H", DOUBLE: "Dh", SPLIT: "P", SURRENDER: "Rh"}
"""How an action with a pair is written; what follows the first letter never comes up."""

HITS_OTHERWISE = ("H", "Dh", "Rh")


class _Found(NamedTuple):
    """How often a mistake is made, and its cost a round."""

    met: float
    cost: float


class MistakeFinder:
    """Finds mistakes and their cost, everything else being played by a card.

    `solution` has the values of the card, Burnout included.
    """

    def __init__(self, solution: Solution) -> None:
        shoe = solution.shoe
        self._rules = shoe.rules
        main_splits, burnout_splits = split_deviations(solution)
        self._splits: dict[ChartId, list[Deviations]] = {"without_burnout": main_splits}
        self._burnout_splits = burnout_splits
        self._unsplit: dict[ChartId, tuple[Deviations, ...]] = {
            "without_burnout": (unsplit_deviations(solution, with_option=False),),
            "with_burnout": (unsplit_deviations(solution, with_option=True),),
            "after_burn": after_burn_deviations(solution),
        }
        self._burns = {
            "burn_on_hit": burn_deviations(solution, on_double=False),
            "burn_on_double": burn_deviations(solution, on_double=True),
        }
        # The row of a total holds all its hands after a split; before, pairs have their own.
        self._after_split: dict[tuple[RowKind, str], HandArray] = {}
        self._before: dict[tuple[RowKind, str], HandArray] = {}
        for kind in ("hard", "soft"):
            for total, members in hands_by_total(kind):
                hands = np.array(sorted(members), dtype=np.int64)
                self._after_split[kind, str(total)] = hands
                self._before[kind, str(total)] = hands[~np.isin(hands, shoe.pairs)]
        for label, hand in zip(RANK_LABELS, shoe.pairs, strict=True):
            self._after_split["pairs", label] = np.array([], dtype=np.int64)
            self._before["pairs", label] = np.array([hand], dtype=np.int64)
        self._size = shoe.table.size

    def mistakes(self, codes: Mapping[Cell, str]) -> dict[Cell, list[Mistake]]:
        """Return the mistakes that can come up, by cell; an empty list where there are none.

        `codes` are those of every cell of the card.
        """
        return {
            cell: list(
                self._wrong_burns(cell)
                if cell.chart in BURN_CHARTS
                else self._wrong_actions(cell, code)
            )
            for cell, code in codes.items()
        }

    def _wrong_actions(self, cell: Cell, code: str) -> Iterator[Mistake]:
        row = (cell.kind, cell.hand)
        for other in self._other_codes(cell, code):
            found = self._sum(self._unsplit[cell.chart], cell, self._before[row], other)
            with_burnout = None
            if cell.chart == "without_burnout":
                hands = self._after_split[row]
                after = self._sum(self._splits[cell.chart], cell, hands, other)
                found = _Found(found.met + after.met, found.cost + after.cost)
                with_burnout = self._sum(self._burnout_splits, cell, hands, other).cost
            if found.met > 0.0:
                yield _mistake(cell, None, (code, other), found, with_burnout)

    def _sum(
        self, circumstances: Iterable[Deviations], cell: Cell, hands: HandArray, code: str
    ) -> _Found:
        """Return frequency and cost of playing hands by a code, where it changes their play."""
        upcard = RANK_LABELS.index(cell.upcard)
        met: list[float] = []
        cost: list[float] = []
        for found in circumstances:
            actions = self._actions(found, hands, code)
            plays = found.plays[upcard, hands]
            differs = (actions != plays) & (plays != NO_DECISION)
            met.extend(found.met[upcard, hands[differs]])
            cost.extend(found.loss[actions[differs], upcard, hands[differs]])
        return _Found(fsum(met), fsum(cost))

    def _actions(self, found: Deviations, hands: HandArray, code: str) -> CodeArray:
        """Return the action of a code for each hand, as `card.decisions_of` takes it."""
        actions = np.full(hands.shape, HIT if code in HITS_OTHERWISE else STAND, dtype=np.int8)
        if code == "P":
            actions[:] = SPLIT
        elif code[0] == "D":
            actions[found.may_double[hands]] = DOUBLE
        elif code[0] == "R" and found.may_surrender:
            actions[self._size[hands] == 2] = SURRENDER
        return actions

    def _other_codes(self, cell: Cell, code: str) -> Iterator[str]:
        if cell.kind == "pairs":
            yield from self._other_pair_codes(cell)
            return
        rules = self._rules
        may_double = rules.may_double_total(int(cell.hand), is_soft=cell.kind == "soft")
        may_double &= cell.chart != "after_burn" or rules.double_after_hit
        may_surrender = rules.surrender == "late" and cell.chart != "after_burn"
        otherwise, contrary = ("h", "s") if code in HITS_OTHERWISE else ("s", "h")
        letter = code[0]
        if (letter == "D" and not may_double) or (letter == "R" and not may_surrender):
            letter = otherwise.upper()
        yield from (plain for plain in ("S", "H") if plain != letter)
        if may_double and letter != "D":
            yield "D" + otherwise
        if may_surrender and letter != "R":
            yield "R" + otherwise
        if letter in ("D", "R"):
            yield letter + contrary

    def _other_pair_codes(self, cell: Cell) -> Iterator[str]:
        rank, upcard = RANK_LABELS.index(cell.hand), RANK_LABELS.index(cell.upcard)
        (found,) = self._unsplit[cell.chart]
        (hand,) = self._before["pairs", cell.hand]
        allowed = {
            STAND: True,
            HIT: True,
            DOUBLE: found.may_double[hand],
            SPLIT: most_hands_of(self._rules, rank) >= 2,
            SURRENDER: found.may_surrender,
        }
        for action, code in CODES.items():
            if allowed[action] and action != found.plays[upcard, hand]:
                yield code

    def _wrong_burns(self, cell: Cell) -> Iterator[Mistake]:
        burns = self._burns[cell.chart]
        upcard = RANK_LABELS.index(cell.upcard)
        hands = self._after_split[cell.kind, cell.hand]
        for rank, drawn in enumerate(RANK_LABELS):
            found = _Found(
                fsum(burns.met[upcard, hands, rank]), fsum(burns.loss[upcard, hands, rank])
            )
            is_burned = burns.burns[upcard, hands[0], rank]
            change = (BURN, KEEP) if is_burned else (KEEP, BURN)
            if found.met > 0.0:
                yield _mistake(cell, drawn, change, found, None)


def hand_label(kind: RowKind, hand: str) -> str:
    """Return the hand of a row as it is printed."""
    return f"{hand},{hand}" if kind == "pairs" else hand


def _mistake(
    cell: Cell,
    drawn: str | None,
    change: tuple[str, str],
    found: _Found,
    with_burnout: float | None,
) -> Mistake:
    cost_each = found.cost / found.met
    plays, instead = change
    return Mistake(
        chart=cell.chart,
        kind=cell.kind,
        hand=hand_label(cell.kind, cell.hand),
        upcard=cell.upcard,
        drawn=drawn,
        plays=plays,
        instead=instead,
        met=found.met,
        cost=found.cost,
        cost_each=cost_each,
        cost_with_burnout=with_burnout,
        verdict="tie" if abs(cost_each) <= ERROR_BOUND else "costs" if cost_each > 0 else "gains",
    )
