"""The strategy card: a total-dependent strategy in cells, as a file and as decisions.

A card has a row for each hard total, soft total and pair, and a cell for each upcard. With the
option to burn it also tells, for the hand before the card was drawn, which drawn cards to burn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict

from certify.cards.charts import ACTION_MEANINGS, UPCARDS
from certify.cards.hands import hand_table
from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.exact.blackjack.decisions import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    BoolArray,
    CodeArray,
    Decisions,
)
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.split import most_hands_of

UPCARD_ORDER = tuple(RANK_LABELS.index(label) for label in UPCARDS)
HARD_TOTALS = tuple(range(4, 21))
SOFT_TOTALS = tuple(range(12, 21))
AFTER_BURN_HARD_TOTALS = HARD_TOTALS[2:]
AFTER_BURN_SOFT_TOTALS = SOFT_TOTALS[1:]
"""Three cards or more, so no hard total below 6 and no soft one below 13."""

NO_CARD = "-"
NEVER_DRAWS = "."
"""What a burn cell says where the card never draws to the hand."""


def _cells(row: str) -> list[str]:
    cells = row.split()
    if len(cells) != len(UPCARDS):
        upcards = " ".join(UPCARDS)
        raise ValueError(
            f"expected {len(UPCARDS)} cells with spaces between them, for {upcards}; "
            f"found {len(cells)}"
        )
    return cells


def _action_row(allowed: Iterable[str]) -> Callable[[str], str]:
    known = tuple(allowed)

    def check(row: str) -> str:
        for cell in _cells(row):
            if cell not in known:
                raise ValueError(f"{cell!r} is no action here; expected one of {', '.join(known)}")
        return " ".join(_cells(row))

    return check


def _burn_row(row: str) -> str:
    return " ".join(format_ranks(parse_rank_set(c)) if c != NEVER_DRAWS else c for c in _cells(row))


def parse_rank_set(cell: str) -> frozenset[int]:
    """Return the ranks of a cell such as ``7-T``, ``A,9,T``, ``-`` or ``.``.

    Parameters
    ----------
    cell : str
        Labels with commas, ranges with a hyphen; ``-`` and ``.`` for none.

    Returns
    -------
    frozenset of int
        Rank indices.

    Raises
    ------
    ValueError
        If a label is no card.
    """
    if cell in (NO_CARD, NEVER_DRAWS):
        return frozenset()
    ranks: set[int] = set()
    for part in cell.split(","):
        ends = part.split("-")
        if len(ends) > 2 or any(end not in RANK_LABELS for end in ends):
            raise ValueError(
                f"{cell!r} is no set of cards; expected labels such as A,9,T or a range such as 7-T"
            )
        first, last = RANK_LABELS.index(ends[0]), RANK_LABELS.index(ends[-1])
        ranks.update(range(first, last + 1))
    return frozenset(ranks)


def format_ranks(ranks: Iterable[int]) -> str:
    """Return ranks as a cell: runs of three and more as a range, ``-`` for none."""
    parts: list[str] = []
    run: list[int] = []
    for rank in [*sorted(ranks), RANKS + 1]:
        if run and rank != run[-1] + 1:
            labels = [RANK_LABELS[member] for member in run]
            parts.extend([f"{labels[0]}-{labels[-1]}"] if len(run) > 2 else labels)
            run = []
        run.append(rank)
    return ",".join(parts) or NO_CARD


ActionRow = Annotated[
    str, AfterValidator(_action_row(code for code in ACTION_MEANINGS if code not in ("P", "Rp")))
]
PairRow = Annotated[str, AfterValidator(_action_row(ACTION_MEANINGS))]
LaterRow = Annotated[str, AfterValidator(_action_row(("S", "H", "Dh", "Ds")))]
BurnRow = Annotated[str, AfterValidator(_burn_row)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Identity(_Part):
    id: str
    title: str
    version: str
    game: str


def _complete(rows: dict[str, str], wanted: Iterable[object], kind: str) -> dict[str, str]:
    labels = [str(label) for label in wanted]
    missing = [label for label in labels if label not in rows]
    unknown = [label for label in rows if label not in labels]
    if missing or unknown:
        said = [f"no row for {kind} {', '.join(missing)}"] if missing else []
        said += [f"{kind} {', '.join(unknown)} is no row"] if unknown else []
        raise ValueError("; ".join(said) + f"; expected rows {labels[0]} to {labels[-1]}")
    return {label: rows[label] for label in labels}


def _rows(wanted: Iterable[object], kind: str) -> AfterValidator:
    labels = tuple(wanted)
    return AfterValidator(lambda rows: _complete(rows, labels, kind))


class FirstActions(_Part):
    """What to do with a hand: rows of cells for the upcards 2 to 9, T, A."""

    hard: Annotated[dict[str, ActionRow], _rows(HARD_TOTALS, "hard")]
    soft: Annotated[dict[str, ActionRow], _rows(SOFT_TOTALS, "soft")]
    pairs: Annotated[dict[str, PairRow], _rows(RANK_LABELS, "pair")]


class BurnTable(_Part):
    """Which drawn cards to burn, by the hand before the draw."""

    hard: Annotated[dict[str, BurnRow], _rows(HARD_TOTALS, "hard")]
    soft: Annotated[dict[str, BurnRow], _rows(SOFT_TOTALS, "soft")]


class AfterBurn(_Part):
    """What to do after a burn on a hit."""

    hard: Annotated[dict[str, LaterRow], _rows(AFTER_BURN_HARD_TOTALS, "hard")]
    soft: Annotated[dict[str, LaterRow], _rows(AFTER_BURN_SOFT_TOTALS, "soft")]


class StrategyCard(_Part):
    """A total-dependent strategy.

    Attributes
    ----------
    without_burnout, with_burnout : FirstActions
        Hands without the Burnout payment, and with it while the option to burn is there. ``Dh``
        and ``Ds`` mean hit or stand where doubling is not allowed, as with three cards or more.
    burn_on_hit, burn_on_double : BurnTable
        Which drawn cards to burn.
    after_burn : AfterBurn
        How to go on after a burn on a hit.
    """

    certify: Literal[1]
    strategy: _Identity
    without_burnout: FirstActions
    with_burnout: FirstActions
    burn_on_hit: BurnTable
    burn_on_double: BurnTable
    after_burn: AfterBurn


OPTION_PARTS = ("with_burnout", "burn_on_hit", "burn_on_double", "after_burn")
"""Parts of a card that say how the option to burn a card is played."""


def unplayed() -> dict[str, Any]:
    """Return, as plain data, parts for a game that has no option to burn a card: never played."""
    identity = dict.fromkeys(("id", "title", "version", "game"), "")
    blank = card_of(Decisions.blank(), identity=identity).model_dump(mode="json")
    return {name: blank[name] for name in OPTION_PARTS}


def decisions_of(card: StrategyCard, rules: TwentyOneRules) -> Decisions:
    """Return what a card does with every hand; what the rules forbid falls back as it says.

    Parameters
    ----------
    card : StrategyCard
        The card.
    rules : TwentyOneRules
        The rules.

    Returns
    -------
    Decisions
        The strategy in full.
    """
    decisions = Decisions.blank()
    without, option = card.without_burnout, card.with_burnout
    hits, doubles, surrenders = _actions(without.hard, without.soft, rules)
    decisions.hits[:, 0], decisions.doubles[:, 0] = hits, doubles
    decisions.first[:] = _first(without, hits, doubles, surrenders, rules)
    hits, doubles, surrenders = _actions(option.hard, option.soft, rules)
    decisions.option_hits[:], decisions.option_doubles[:] = hits, doubles
    decisions.option_first[:] = _first(option, hits, doubles, surrenders, rules)
    hits, doubles, _ = _actions(card.after_burn.hard, card.after_burn.soft, rules)
    decisions.hits[:, 1:], decisions.doubles[:, 1:] = hits[:, None], doubles[:, None]
    decisions.burns_hit[:] = _burns(card.burn_on_hit, rules)
    if rules.burnout_on_double:
        decisions.burns_double[:] = _burns(card.burn_on_double, rules)
    return decisions


def card_of(decisions: Decisions, *, identity: dict[str, str]) -> StrategyCard:
    """Return the card of total-dependent decisions.

    Parameters
    ----------
    decisions : Decisions
        Decisions that are the same for all hands of a cell, as `solve_basic` gives them.
    identity : dict
        Keys id, title, version, game.

    Returns
    -------
    StrategyCard
        The card.
    """
    without = _first_actions(decisions.hits[:, 0], decisions.doubles[:, 0], decisions.first)
    option = _first_actions(decisions.option_hits, decisions.option_doubles, decisions.option_first)
    plays_on = decisions.option_hits & (hand_table().size > 2)
    plays_on |= decisions.option_first == HIT
    doubling = decisions.option_doubles & (hand_table().size > 2)
    doubling |= decisions.option_first == DOUBLE
    return StrategyCard.model_validate(
        {
            "certify": 1,
            "strategy": identity,
            "without_burnout": without,
            "with_burnout": option,
            "burn_on_hit": _burn_table(decisions.burns_hit, plays_on),
            "burn_on_double": _burn_table(decisions.burns_double, doubling),
            "after_burn": {
                kind: {
                    str(total): _join(
                        _code(
                            decisions.hits[upcard, 1, hands[0]],
                            decisions.doubles[upcard, 1, hands[0]],
                        )
                        for upcard in UPCARD_ORDER
                    )
                    for total, hands in hands_by_total(kind)
                    if total in totals
                }
                for kind, totals in (
                    ("hard", AFTER_BURN_HARD_TOTALS),
                    ("soft", AFTER_BURN_SOFT_TOTALS),
                )
            },
        }
    )


def hands_by_total(kind: str) -> list[tuple[int, list[int]]]:
    """Return the hands of each total, those of two unlike cards first, then by length."""
    table = hand_table()
    found = []
    for total in HARD_TOTALS if kind == "hard" else SOFT_TOTALS:
        match = (table.total == total) & (table.is_soft == (kind == "soft")) & (table.size >= 2)
        hands = np.flatnonzero(match)
        is_pair = (table.counts[hands] == 2).any(axis=1) & (table.size[hands] == 2)
        keep = np.lexsort((table.size[hands], is_pair))
        found.append((total, [int(hand) for hand in hands[keep]]))
    return found


def _join(cells: Iterable[str]) -> str:
    return " ".join(cells)


def _code(hits: object, doubles: object, first: int = STAND) -> str:
    otherwise = "h" if hits else "s"
    if first == SURRENDER:
        return "R" + otherwise
    if doubles:
        return "D" + otherwise
    return otherwise.upper()


def _pair_code(first: int, *, otherwise: bool) -> str:
    """Return the cell of a pair; what is done where the action is not allowed is its total's."""
    if first == SPLIT:
        return "P"
    return _code(first == HIT or (first != STAND and otherwise), first == DOUBLE, first)


def _first_actions(hits: BoolArray, doubles: BoolArray, first: CodeArray) -> dict[str, object]:
    table = hand_table()
    rows: dict[str, object] = {}
    for kind in ("hard", "soft"):
        rows[kind] = {
            str(total): _join(
                _code(
                    hits[upcard, hands[0]],
                    doubles[upcard, hands[0]],
                    int(first[upcard, hands[0]]) if _is_unlike(hands[0]) else STAND,
                )
                for upcard in UPCARD_ORDER
            )
            for total, hands in hands_by_total(kind)
        }
    pairs = {}
    for rank, label in enumerate(RANK_LABELS):
        hand = table.index_of((rank, rank))
        pairs[label] = _join(
            _pair_code(int(first[upcard, hand]), otherwise=hits[upcard, hand])
            for upcard in UPCARD_ORDER
        )
    rows["pairs"] = pairs
    return rows


def _is_unlike(hand: int) -> bool:
    table = hand_table()
    return bool(table.size[hand] == 2 and (table.counts[hand] <= 1).all())


def _burn_table(burns: BoolArray, draws: BoolArray) -> dict[str, dict[str, str]]:
    """Return the burn cells, `NEVER_DRAWS` where no hand of the total is drawn to."""
    return {
        kind: {
            str(total): _join(
                format_ranks(int(rank) for rank in np.flatnonzero(burns[upcard, hands[0]]))
                if draws[upcard, hands].any()
                else NEVER_DRAWS
                for upcard in UPCARD_ORDER
            )
            for total, hands in hands_by_total(kind)
        }
        for kind in ("hard", "soft")
    }


def _actions(
    hard: dict[str, str], soft: dict[str, str], rules: TwentyOneRules
) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Return hits, doubles and surrenders by upcard and hand."""
    table = hand_table()
    shape = (RANKS, len(table.size))
    hits, doubles, surrenders = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
    for kind, rows in (("hard", hard), ("soft", soft)):
        for total, hands in hands_by_total(kind):
            if str(total) not in rows:
                continue
            allowed = rules.may_double_total(total, is_soft=kind == "soft")
            for upcard, cell in zip(UPCARD_ORDER, rows[str(total)].split(), strict=True):
                hits[upcard, hands] = cell in ("H", "Dh", "Rh")
                doubles[upcard, hands] = allowed and cell[0] == "D"
                surrenders[upcard, hands] = rules.surrender == "late" and cell[0] == "R"
    return hits, doubles, surrenders


def _first(
    actions: FirstActions,
    hits: BoolArray,
    doubles: BoolArray,
    surrenders: BoolArray,
    rules: TwentyOneRules,
) -> CodeArray:
    table = hand_table()
    first = np.select([surrenders, doubles, hits], [SURRENDER, DOUBLE, HIT], STAND).astype(np.int8)
    for rank, label in enumerate(RANK_LABELS):
        hand = table.index_of((rank, rank))
        may_split = most_hands_of(rules, rank) >= 2
        may_double = rules.may_double_total(int(table.hard_total[hand]), is_soft=rank == ACE)
        for upcard, cell in zip(UPCARD_ORDER, actions.pairs[label].split(), strict=True):
            if cell[0] == "R" and rules.surrender == "late":
                first[upcard, hand] = SURRENDER
            elif cell in ("P", "Rp"):
                if may_split:
                    first[upcard, hand] = SPLIT
            elif cell[0] == "D" and may_double:
                first[upcard, hand] = DOUBLE
            else:
                first[upcard, hand] = HIT if cell in ("H", "Dh", "Rh") else STAND
    first[:, table.index_of((ACE, TEN))] = STAND
    return first


def _burns(rows: BurnTable, rules: TwentyOneRules) -> BoolArray:
    table = hand_table()
    burns = np.zeros((RANKS, len(table.size), RANKS), dtype=np.bool_)
    for kind, by_total in (("hard", rows.hard), ("soft", rows.soft)):
        for total, hands in hands_by_total(kind):
            for upcard, cell in zip(UPCARD_ORDER, by_total[str(total)].split(), strict=True):
                for rank in parse_rank_set(cell):
                    burns[upcard, hands, rank] = True
    if not rules.burnout_on_bust:
        burns &= (table.successor >= 0)[None]
    return burns
