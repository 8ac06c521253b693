"""Departures of players from the charts, as rewrites of cells.

A rewrite is a function from a cell, its code and all charts to the player's code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from certify.cards.charts import UPCARDS, RowKind
from certify.cards.hands import BUST_ABOVE
from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.card import StrategyCard, format_ranks
from certify.exact.blackjack.cells import ACTION_CHARTS, BURN_CHARTS, Cell, card_with, cells_of
from certify.exact.blackjack.dealer import DEALER_STANDS_ON
from certify.exact.blackjack.rules import TwentyOneRules

STANDING = {"H": "S", "Dh": "Ds", "Rh": "Rs"}
HITTING = {"S": "H", "Ds": "Dh", "Rs": "Rh"}
NOT_DOUBLING = {"Dh": "H", "Ds": "S"}
NOT_SURRENDERING = {"Rh": "H", "Rs": "S", "Rp": "P"}
"""What becomes of a code that is not followed; codes that are not named stay."""

SPLITTING = ("P", "Rp")
STIFF = tuple(str(total) for total in range(12, 17))
STRONG_UPCARDS = ("7", "8", "9", "T", "A")
WEAK_UPCARDS = ("2", "3", "4", "5", "6")
HARD_MAY_BUST_FROM = 12


@dataclass(frozen=True)
class Charts:
    """The cells at present, and the rules."""

    codes: Mapping[Cell, str]
    rules: TwentyOneRules


Rewrite = Callable[[Cell, str, Charts], str]


def rewritten(
    card: StrategyCard, rules: TwentyOneRules, rewrites: Iterable[Rewrite]
) -> StrategyCard:
    """Return a card after rewrites, each applied to the result of those before it."""
    codes = cells_of(card)
    for rewrite in rewrites:
        charts = Charts(codes, rules)
        codes = {cell: rewrite(cell, code, charts) for cell, code in codes.items()}
    return card_with(card, codes)


def total_of_pair(label: str) -> tuple[RowKind, str]:
    """Return the row of the total that a pair makes: its kind and its key."""
    rank = RANK_LABELS.index(label)
    return ("soft", "12") if rank == 0 else ("hard", str(2 * (rank + 1)))


def _is(cell: Cell, code: str, kind: RowKind, totals: Iterable[str]) -> bool:
    """Return whether a cell is for hands of some totals that are not split."""
    if cell.chart not in ACTION_CHARTS:
        return False
    row = (cell.kind, cell.hand)
    if cell.kind == "pairs":
        if code in SPLITTING:
            return False
        row = total_of_pair(cell.hand)
    return row[0] == kind and row[1] in totals


def recoded(
    codes: Mapping[str, str],
    kind: RowKind,
    totals: Iterable[str],
    upcards: Iterable[str] = UPCARDS,
) -> Rewrite:
    """Return a rewrite of the codes of some totals, pairs that are not split among them."""
    of_totals, against = tuple(totals), tuple(upcards)

    def rewrite(cell: Cell, code: str, charts: Charts) -> str:
        del charts
        if cell.upcard in against and _is(cell, code, kind, of_totals):
            return codes.get(code, code)
        return code

    return rewrite


def never_splitting(labels: Iterable[str], upcards: Iterable[str] = UPCARDS) -> Rewrite:
    """Return a rewrite that plays some pairs as their totals where the chart splits them."""
    of_pairs, against = tuple(labels), tuple(upcards)

    def rewrite(cell: Cell, code: str, charts: Charts) -> str:
        splits = cell.kind == "pairs" and code in SPLITTING
        if not splits or cell.hand not in of_pairs or cell.upcard not in against:
            return code
        kind, total = total_of_pair(cell.hand)
        return charts.codes[Cell(cell.chart, kind, total, cell.upcard)]

    return rewrite


def always_splitting(labels: Iterable[str]) -> Rewrite:
    """Return a rewrite that splits some pairs against every upcard."""
    of_pairs = tuple(labels)

    def rewrite(cell: Cell, code: str, charts: Charts) -> str:
        del charts
        return "P" if cell.kind == "pairs" and cell.hand in of_pairs else code

    return rewrite


def every_action(codes: Mapping[str, str]) -> Rewrite:
    """Return a rewrite of every cell with an action."""

    def rewrite(cell: Cell, code: str, charts: Charts) -> str:
        del charts
        return codes.get(code, code) if cell.chart in ACTION_CHARTS else code

    return rewrite


def doubling_eleven_only(cell: Cell, code: str, charts: Charts) -> str:
    """Hit or stand wherever the chart doubles anything but hard 11."""
    del charts
    if cell.chart not in ACTION_CHARTS or _is(cell, code, "hard", ("11",)):
        return code
    return NOT_DOUBLING.get(code, code)


def never_busting(cell: Cell, code: str, charts: Charts) -> str:
    """Stand on every hard total that a card could bust."""
    del charts
    stiff = (str(total) for total in range(HARD_MAY_BUST_FROM, BUST_ABOVE))
    if not _is(cell, code, "hard", stiff):
        return code
    return "Rs" if code[0] == "R" else "S"


def as_the_dealer(cell: Cell, code: str, charts: Charts) -> str:
    """Hit what the dealer must hit, soft 17 by the rules, and stand on the rest."""
    if cell.chart not in ACTION_CHARTS:
        return code
    kind, total = total_of_pair(cell.hand) if cell.kind == "pairs" else (cell.kind, cell.hand)
    hits_soft_17 = kind == "soft" and charts.rules.dealer_hits_soft_17
    return "H" if int(total) < DEALER_STANDS_ON + hits_soft_17 else "S"


def _burning(chosen: Callable[[Cell, str], Iterable[int]]) -> Rewrite:
    def rewrite(cell: Cell, code: str, charts: Charts) -> str:
        del charts
        return format_ranks(chosen(cell, code)) if cell.chart in BURN_CHARTS else code

    return rewrite


def _busting(cell: Cell, code: str) -> list[int]:
    """Return the cards that bust a hand, each with an ace as one."""
    del code
    if cell.kind == "soft":
        return []
    room = BUST_ABOVE - int(cell.hand)
    return [rank for rank in range(len(RANK_LABELS)) if rank + 1 > room]


BURNING_NOTHING = _burning(lambda cell, code: ())
BURNING_BUSTS = _burning(_busting)
BURNING_ALL = _burning(lambda cell, code: range(len(RANK_LABELS)))


def keeping_doubles(cell: Cell, code: str, charts: Charts) -> str:
    """Burn nothing after a double."""
    return BURNING_NOTHING(cell, code, charts) if cell.chart == "burn_on_double" else code


def ignoring_the_option(cell: Cell, code: str, charts: Charts) -> str:
    """Play by the chart without Burnout while a card may be burned."""
    if cell.chart != "with_burnout":
        return code
    return charts.codes[cell._replace(chart="without_burnout")]


def standing_after_a_burn(cell: Cell, code: str, charts: Charts) -> str:
    """Stand on every hand after a burn."""
    del charts
    return "S" if cell.chart == "after_burn" else code
