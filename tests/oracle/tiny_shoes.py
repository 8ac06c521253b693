"""Tiny shoes and rules on which the oracle and the engine are compared."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from certify.exact.blackjack.rules import TwentyOneRules
from tests.oracle.answers import kept
from tests.oracle.twenty_one_tree import Analysis, Counts, analyse
from tests.support.rules import rules_with

PLAIN = rules_with()
"""Blackjack Burnout with the default rulings."""

SIX_TO_FIVE = Fraction(6, 5)


@dataclass(frozen=True)
class Case:
    """A shoe, rules, and the most hands that a round of the plain game reaches."""

    id: str
    shoe: Counts
    rules: TwentyOneRules
    most_hands: int
    slow: bool = False


@cache
def analysed(case: Case) -> Analysis:
    """Return what brute force finds of a case."""
    found: Analysis = kept(analyse, case.shoe, case.rules)
    return found


def marked(cases: Iterable[Case], ordinary: Container[str] | None = None) -> list[Any]:
    """Return the cases as test parameters; those beyond the ordinary ones, if named, are slow."""
    return [
        pytest.param(
            case,
            id=case.id,
            marks=pytest.mark.slow
            if case.slow or (ordinary is not None and case.id not in ordinary)
            else (),
        )
        for case in cases
    ]


def _case(name: str, shoe: Counts, most_hands: int, *, slow: bool = False, **changes: Any) -> Case:
    return Case(name, shoe, replace(PLAIN, **changes), most_hands, slow)


CASES = (
    _case("plain-h17", (1, 0, 4, 0, 0, 3, 6, 0, 0, 5), 4),
    _case("plain-s17", (1, 0, 3, 5, 0, 0, 0, 4, 0, 6), 4, dealer_hits_soft_17=False),
    _case("no-hole-card-all", (1, 0, 0, 5, 5, 0, 0, 0, 5, 4), 4, dealer_peeks=False),
    _case(
        "no-hole-card-original",
        (1, 0, 0, 2, 3, 0, 3, 0, 4, 5),
        4,
        dealer_peeks=False,
        no_peek_loses="original",
    ),
    _case("double-hard", (3, 0, 4, 0, 0, 0, 5, 0, 0, 7), 4, double_on="hard"),
    _case("double-10-11", (1, 0, 4, 2, 0, 7, 0, 0, 0, 6), 4, double_on="10-11"),
    _case("double-late-any", (1, 0, 4, 0, 0, 4, 0, 5, 0, 6), 4, double_after_hit=True),
    _case(
        "double-late-9-11",
        (1, 6, 0, 0, 0, 0, 0, 5, 0, 8),
        4,
        double_after_hit=True,
        double_on="9-11",
    ),
    _case(
        "double-late-hard-no-das",
        (1, 6, 0, 0, 0, 0, 0, 4, 2, 6),
        4,
        double_after_hit=True,
        double_on="hard",
        double_after_split=False,
    ),
    _case("no-das", (1, 0, 3, 0, 0, 8, 0, 0, 0, 6), 4, double_after_split=False),
    _case("no-split", (1, 0, 0, 5, 0, 0, 3, 0, 0, 9), 1, max_split_hands=1),
    _case("two-hands", (1, 0, 0, 6, 0, 0, 0, 1, 8, 4), 2, max_split_hands=2),
    _case("three-hands", (1, 0, 0, 0, 7, 0, 1, 4, 0, 6), 3, max_split_hands=3),
    _case("aces-resplit", (5, 0, 0, 0, 4, 0, 0, 3, 2, 5), 4, resplit_aces=True),
    _case("aces-hit", (4, 0, 0, 0, 0, 5, 0, 7, 0, 4), 4, hit_split_aces=True),
    _case(
        "aces-hit-and-double",
        (4, 0, 0, 0, 0, 0, 6, 4, 0, 6),
        4,
        hit_split_aces=True,
        double_split_aces=True,
    ),
    _case(
        "aces-hit-and-double-no-das",
        (4, 0, 0, 0, 0, 0, 5, 0, 0, 10),
        4,
        hit_split_aces=True,
        double_split_aces=True,
        double_after_split=False,
    ),
    _case("aces-double-without-hit", (4, 0, 0, 0, 0, 5, 0, 4, 0, 7), 4, double_split_aces=True),
    _case(
        "aces-everything",
        (5, 0, 0, 0, 4, 0, 3, 0, 0, 7),
        4,
        hit_split_aces=True,
        double_split_aces=True,
        resplit_aces=True,
    ),
    _case(
        "aces-everything-late-double-no-hole-card",
        (5, 0, 8, 0, 0, 0, 0, 0, 2, 5),
        3,
        hit_split_aces=True,
        double_split_aces=True,
        resplit_aces=True,
        dealer_peeks=False,
        double_after_hit=True,
        max_split_hands=3,
    ),
    _case("surrender", (1, 0, 0, 1, 0, 8, 2, 0, 2, 4), 4, surrender="late"),
    _case(
        "surrender-no-hole-card-all",
        (1, 0, 0, 7, 0, 0, 4, 5, 0, 2),
        4,
        surrender="late",
        dealer_peeks=False,
    ),
    _case(
        "surrender-no-hole-card-original",
        (1, 0, 0, 3, 0, 5, 3, 0, 0, 7),
        4,
        surrender="late",
        dealer_peeks=False,
        no_peek_loses="original",
    ),
    _case("six-to-five", (1, 0, 0, 0, 4, 0, 0, 3, 5, 5), 4, blackjack_pays=SIX_TO_FIVE),
    _case("no-burn-on-bust", (1, 0, 0, 0, 4, 0, 4, 0, 0, 9), 4, burnout_on_bust=False),
    _case("no-burn-on-double", (1, 0, 0, 3, 2, 0, 6, 0, 0, 6), 4, burnout_on_double=False),
    _case(
        "burn-on-neither",
        (1, 0, 0, 5, 0, 0, 7, 2, 0, 5),
        4,
        burnout_on_double=False,
        burnout_on_bust=False,
    ),
    _case(
        "burn-late-double-s17",
        (1, 0, 0, 0, 8, 0, 8, 0, 0, 3),
        4,
        dealer_hits_soft_17=False,
        double_after_hit=True,
        burnout_on_bust=False,
    ),
    _case(
        "no-hole-card-original-late-double",
        (1, 0, 0, 0, 5, 0, 3, 0, 0, 11),
        4,
        dealer_peeks=False,
        no_peek_loses="original",
        double_after_hit=True,
        double_on="hard",
        surrender="late",
        blackjack_pays=SIX_TO_FIVE,
    ),
    _case("burn-ends-hand", (1, 0, 4, 0, 0, 3, 6, 0, 0, 5), 4, burnout_ends_hand=True),
    _case("low-pairs", (1, 7, 0, 0, 0, 4, 0, 0, 0, 7), 4, burnout_on_double=False),
    _case("double-9-11", (1, 0, 0, 3, 4, 0, 0, 1, 7, 4), 4, double_on="9-11"),
    _case("wide", (2, 0, 1, 1, 1, 4, 0, 0, 3, 8), 4),
    _case(
        "wide-no-hole-card",
        (2, 1, 0, 1, 0, 3, 1, 0, 6, 4),
        2,
        dealer_peeks=False,
        double_on="9-11",
        surrender="late",
        max_split_hands=2,
    ),
    _case(
        "wide-soft",
        (2, 1, 1, 0, 1, 6, 0, 4, 0, 4),
        3,
        hit_split_aces=True,
        double_after_hit=True,
        max_split_hands=3,
    ),
    # Split hands that may not be doubled, decided by an unsplit hand that may be doubled later.
    _case(
        "late-double-no-das",
        (1, 3, 5, 0, 0, 0, 3, 0, 0, 7),
        2,
        double_after_hit=True,
        double_after_split=False,
        hit_split_aces=True,
        max_split_hands=2,
    ),
    _case(
        "late-double-no-das-aces",
        (4, 3, 0, 0, 0, 3, 0, 3, 0, 6),
        2,
        double_after_hit=True,
        double_after_split=False,
        hit_split_aces=True,
        max_split_hands=2,
    ),
    _case("wider", (2, 0, 0, 0, 4, 2, 2, 3, 2, 5), 3, slow=True),
    _case(
        "wider-late-double",
        (2, 0, 0, 1, 4, 1, 2, 3, 1, 6),
        3,
        slow=True,
        double_after_hit=True,
        surrender="late",
    ),
)
"""Met in none: two equally good actions, but for standing or hitting with the option to burn.

There the figures would depend on the choice; `test_best_play_is_unique_where_it_shows`.
"""


OTHER_WAY = (
    ("plain-h17", {"dealer_hits_soft_17": False}),
    ("no-hole-card-all", {"dealer_peeks": True}),
    ("no-hole-card-original", {"no_peek_loses": "all"}),
    ("double-hard", {"double_on": "any"}),
    ("double-9-11", {"double_on": "10-11"}),
    ("double-10-11", {"double_on": "hard"}),
    ("double-late-any", {"double_after_hit": False}),
    ("no-das", {"double_after_split": True}),
    ("no-split", {"max_split_hands": 2}),
    ("two-hands", {"max_split_hands": 3}),
    ("three-hands", {"max_split_hands": 4}),
    ("aces-resplit", {"resplit_aces": False}),
    ("aces-hit", {"hit_split_aces": False}),
    ("aces-hit-and-double", {"double_split_aces": False}),
    ("surrender", {"surrender": "none"}),
    ("six-to-five", {"blackjack_pays": Fraction(3, 2)}),
    ("no-burn-on-bust", {"burnout_on_bust": True}),
    ("no-burn-on-double", {"burnout_on_double": True}),
)
"""For every switch a case, and another setting that changes its expectation."""
