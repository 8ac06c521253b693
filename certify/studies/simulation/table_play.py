"""The exact engine's strategies as tables: the one way in which they play the spec."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, hand_table
from certify.cards.ranks import RANKS
from certify.errors import SpecError
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, SURRENDER, Decisions
from certify.exact.blackjack.player import BURNED_STATES, NONE_BURNED
from certify.play.interpreter.program import Program
from certify.play.tables import Fold, TableDecision, TablePolicy
from certify.studies.kinds import VALUE, has_option
from certify.studies.policy_decisions import BURN, TURN

BUY, BONUS, INSURE, EVEN_MONEY, STAY = "buy_burnout", "bonus", "insure", "even_money", "stay"
"""Names of the other decisions of a playable spec of the family."""

HAND = "hands[acting]"
UPCARD = "upcard[0].value - 1"
DRAWN = "just_drawn[0].value - 1"
DOUBLED = "doubled[acting]"
IS_SPLIT = "hand_count > 1"
STAGE = "12 if hand_count > 1 else burned[0].value if burned else 11 if burnout_bought else 0"
"""State of the option to burn: 0 never there, 1 to 10 the burned card, 11 open, 12 split."""

OPTION_OPEN, AFTER_SPLIT, STAGES = 11, 12, 13
FIRST_BONUS, LAST_BONUS = 2, 5

STANDS = ("stand",)
ORDERS = (
    STANDS,
    ("hit", "stand"),
    ("double", "stand"),
    ("double", "hit", "stand"),
    ("split", "stand"),
    ("split", "hit", "stand"),
    ("split", "double", "stand"),
    ("split", "double", "hit", "stand"),
    ("surrender", "stand"),
)
"""Moves by preference; one that is not allowed gives way to the next."""

HITS, DOUBLES, SPLITS, SURRENDERS = 1, 2, 4, 8

KEEP_OR_BURN = (("keep",), ("burn",))

Codes = npt.NDArray[np.int8]


def certified_play(
    program: Program,
    decisions: Decisions,
    *,
    name: str,
    bought: bool,
    wagers: Iterable[int] = (),
    insures: bool = False,
    takes_even_money: bool = False,
) -> TablePolicy:
    """Return a strategy of the exact engine as a policy that plays the spec.

    `bought` makes the Burnout payment in every round; `wagers` are the Bonus wagers made, by number
    of wins. `insures` and `takes_even_money` always take them, which the certified strategies never
    do.
    """
    placed = set(wagers)
    option = has_option(program.game)
    known = {
        BUY: _either("decline", "buy", bought),
        BONUS: _bonus(placed),
        INSURE: _either("decline", "insure", insures),
        EVEN_MONEY: _either("decline", "take", takes_even_money),
        STAY: _always("play_on"),
        TURN: _turn_with_option(decisions, bought=bought) if option else _turn(decisions),
        BURN: _burn(decisions, bought=bought) if option else _always("keep"),
    }
    needs = (BUY, TURN, BURN) if option else (TURN,)
    missing = [needed for needed in needs if needed not in program.decision_numbers]
    if missing:
        raise SpecError(
            f"a playable spec of the family needs the decision {missing[0]};"
            f" {program.game.spec.game.id} has none"
        )
    return TablePolicy(
        name=name,
        decisions={
            decision: table
            for decision, table in known.items()
            if decision in program.decision_numbers
        },
    )


def standing_play(play: TablePolicy) -> TablePolicy:
    """Return a policy that stands on every hand, and otherwise plays as another."""
    turn = play.decisions[TURN]
    # Of the same form as the other's table, so that both are played by the same compiled code.
    stands = TableDecision(turn.index, np.full_like(turn.table, ORDERS.index(STANDS)), ORDERS)
    return TablePolicy("stand", {**play.decisions, TURN: stands}, play.otherwise)


def _either(no: str, yes: str, chosen: bool) -> TableDecision:
    return TableDecision((), np.array(chosen, dtype=np.int8), ((no,), (yes,)))


def _always(move: str) -> TableDecision:
    return TableDecision((), np.zeros((), dtype=np.int8), ((move,),))


def _bonus(placed: set[int]) -> TableDecision:
    wins = range(FIRST_BONUS, LAST_BONUS + 1)
    if unknown := placed - set(wins):
        raise SpecError(f"there is no Bonus wager on {min(unknown)} wins; expected 2 to 5")
    table = np.array([number in placed for number in wins], dtype=np.int8)
    return TableDecision((f"offered - {FIRST_BONUS}",), table, (("pass",), ("wager",)))


def _turn(decisions: Decisions) -> TableDecision:
    plain, after_split = _plain(decisions)
    first = _with_first(plain[NONE_BURNED], decisions.first)
    return _folded((IS_SPLIT, UPCARD), np.stack([first, after_split]), ORDERS)


def _turn_with_option(decisions: Decisions, *, bought: bool) -> TableDecision:
    """Return the table of a game with the option; without it most stages are never read.

    The form is the same, so that the same compiled code plays both.
    """
    plain, after_split = _plain(decisions)
    stages = np.zeros((STAGES, *after_split.shape), dtype=np.int8)
    if bought:
        stages[:BURNED_STATES] = plain
        option = _codes(decisions.option_hits, decisions.option_doubles)
        stages[OPTION_OPEN] = _with_first(option, decisions.option_first)
    else:
        stages[NONE_BURNED] = _with_first(plain[NONE_BURNED], decisions.first)
    stages[AFTER_SPLIT] = after_split
    return _folded((STAGE, UPCARD), stages, ORDERS)


def _two_cards() -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = hand_table().size == 2
    return found


def _plain(decisions: Decisions) -> tuple[Codes, Codes]:
    """Return the codes by burned card, upcard and hand, and those of split hands."""
    plain = _codes(decisions.hits, decisions.doubles).transpose(1, 0, 2)
    after_split = plain[NONE_BURNED].copy()
    # A pair drawn to a split hand is split again as long as the rules allow it.
    pairs = _two_cards() & (np.count_nonzero(hand_table().counts, axis=1) == 1)
    after_split[:, pairs] += SPLITS
    return plain, after_split


def _codes(hits: npt.NDArray[np.bool_], doubles: npt.NDArray[np.bool_]) -> Codes:
    return (HITS * hits + DOUBLES * doubles).astype(np.int8)


def _with_first(codes: Codes, first: Codes) -> Codes:
    """Return the codes of all hands, with those of two-card hands where they differ."""
    wanted = np.select(
        [first == HIT, first == DOUBLE, first == SPLIT, first == SURRENDER],
        [np.full_like(codes, HITS), DOUBLES | codes & HITS, SPLITS | codes, SURRENDERS],
        0,
    )
    return np.where(_two_cards(), wanted, codes).astype(np.int8)


def _burn(decisions: Decisions, *, bought: bool) -> TableDecision:
    # Axes: doubled, upcard, card drawn, hand before it; who did not buy is never asked.
    burns = np.stack([decisions.burns_hit, decisions.burns_double]).transpose(0, 1, 3, 2) & bought
    return _folded((DOUBLED, UPCARD, DRAWN), burns.astype(np.int8), KEEP_OR_BURN)


def _folded(
    index: Sequence[str], table: Codes, orders: tuple[tuple[str, ...], ...]
) -> TableDecision:
    """Return a table with the hand as last axis, with as few states of it as possible."""
    hands = hand_table()
    dead = len(hands.size)
    successor = np.where(hands.successor == BUST, dead, hands.successor)
    successor = np.vstack([successor, np.full((1, RANKS), dead)])
    # No decision is asked for a bust hand; its entries are never read.
    columns = np.concatenate([table, np.zeros((*table.shape[:-1], 1), dtype=np.int8)], axis=-1)
    state_of = _merged(columns.reshape(-1, dead + 1).T, successor)
    states = int(state_of.max()) + 1
    example = np.zeros(states, dtype=np.int64)
    example[state_of] = np.arange(dead + 1)
    steps = state_of[successor[example]].astype(np.int32)
    return TableDecision(
        (*index, Fold(HAND, VALUE, 1, steps, int(state_of[0]))),
        np.ascontiguousarray(columns[..., example]),
        orders,
    )


def _merged(rows: Codes, successor: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return a state for each hand: hands share one if no cards that may follow distinguish them.

    Moore's refinement: states are separated by their entries, then by the states that follow, until
    nothing changes.
    """
    state_of = _numbered(rows)
    while True:
        finer = _numbered(np.column_stack([state_of, state_of[successor]]))
        if finer.max() == state_of.max():
            return finer
        state_of = finer


def _numbered(rows: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return a number for each row; equal rows have the same."""
    numbers: dict[bytes, int] = {}
    rows = np.ascontiguousarray(rows)
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in rows])
