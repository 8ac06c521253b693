"""The two layouts of live results: their columns, and how to tell which a file has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from certify.errors import ActualsError, listed, nearest_name
from certify.studies.monitoring.data_result import Layout


@dataclass(frozen=True)
class Column:
    """A column of a layout; `meaning` says what it holds."""

    name: str
    meaning: str
    required: bool = True


WAGER = "main, main_burnout, insurance, bonus.2, ..; of others see certify parameters"
LINES = "lines"

ROUNDS = (
    Column("date", "day of the round, YYYY-MM-DD; a time may follow"),
    Column("table", "name or number of the table"),
    Column("round", "number of the round, which counts up at the table without gaps"),
    Column("seat", "name or number of the seat"),
    Column("wager", WAGER),
    Column("stake", "initial wager, without raises and the Burnout payment"),
    Column("wagered", "everything staked in it: raises, doubles, splits, payment"),
    Column("returned", "everything given back to the player, stakes included"),
)
"""One row for each wager of a round; of Bonus wagers, for each that was won or lost."""

TOTALS = (
    Column("date", "day, YYYY-MM-DD"),
    Column("table", "name or number of the table"),
    Column("wager", WAGER),
    Column("rounds", "number of wagers made; of Bonus wagers, of those won or lost"),
    Column("stake", "sum of the initial wagers, without Burnout payments"),
    Column("wagered", "sum of everything staked"),
    Column("returned", "sum of everything given back, stakes included"),
    Column("stake_squared", "sum of the squares of the initial wagers", required=False),
    Column("largest_stake", "largest initial wager", required=False),
    Column(
        "table_stake_squared",
        "sum over rounds of the square of what all seats staked",
        required=False,
    ),
    Column("seats", "mean number of seats with this wager in a round", required=False),
    Column(
        LINES,
        "wagers by net result for a stake of 1, such as 0.95:1100 0:230 -1:1070",
        required=False,
    ),
)
"""One row for each day, table and wager; a day without play is a row of zeros."""

LAYOUTS: dict[Layout, tuple[Column, ...]] = {"rounds": ROUNDS, "totals": TOTALS}
TELLING: dict[str, Layout] = {"round": "rounds", "seat": "rounds", "rounds": "totals"}
"""Columns that only one layout has."""

WON, NET, MEAN_STAKE = "won", "net", "mean_stake"
IN_PLACE = (
    Column(WON, "what the house won: wagered less returned, negative if it lost"),
    Column(NET, "what the players won: returned less wagered, negative if they lost"),
    Column(MEAN_STAKE, "mean initial wager, in place of rounds in totals"),
)
"""Columns of exports from which those of a layout follow."""

COLUMNS = tuple(dict.fromkeys(each.name for each in (*ROUNDS, *TOTALS, *IN_PLACE)))
CONSTANT = ("date", "table", "seat", "wager", "seats", MEAN_STAKE)
"""Columns that a mapping can give a value, the same in all rows."""

MEANINGS = {
    each.name: each.meaning for each in (*ROUNDS, *IN_PLACE, *TOTALS) if each.name != "stake"
} | {
    "date": "the day",
    "stake": "initial wagers, without doubles, splits and payments",
    "wagered": "everything staked: doubles, splits and payments too",
    "returned": "everything given back to the players, stakes included",
}

CALLED: dict[str, tuple[str, ...]] = {
    "date": (
        "gaming date", "gaming day", "business date", "business day", "trading date",
        "trading day", "accounting date", "session date", "play date", "day",
    ),
    "table": (
        "table id", "table no", "table nr", "table number", "table name", "table code", "tbl",
        "table num",
    ),
    "round": (
        "round id", "round no", "round nr", "round number", "game id", "game no", "game number",
        "hand id", "hand no", "hand number",
    ),
    "seat": ("seat id", "seat no", "seat nr", "seat number", "position", "spot", "box", "box no"),
    "wager": ("wager type", "wager name", "bet type", "bet name"),
    "rounds": (
        "hands", "games", "number of rounds", "number of hands", "number of games", "no of rounds",
        "no of hands", "no of games", "hands played", "games played", "rounds played",
        "number of wagers", "no of wagers", "number of bets", "bet count", "hand count",
        "round count", "game count",
    ),
    "stake": (
        "stakes", "initial wager", "initial wagers", "initial bet", "initial bets", "initial stake",
        "bet", "bets", "bet amount", "wager amount", "handle", "total handle",
    ),
    "wagered": (
        "turnover", "total wagered", "amount wagered", "total bet", "total bets", "total action",
        "action", "coin in", "total turnover",
    ),
    "returned": (
        "payout", "payouts", "pay out", "pay outs", "paid", "paid out", "total payout",
        "total payouts", "amount paid", "returns", "total returned", "coin out",
    ),
    WON: (
        "win", "house win", "table win", "casino win", "net win", "gross win", "win loss", "hold",
        "house net", "ggr", "gross gaming revenue", "total win",
    ),
    NET: ("player win", "player net", "player result", "player win loss", "players net"),
    MEAN_STAKE: (
        "average bet", "avg bet", "average wager", "avg wager", "average stake", "avg stake",
        "mean bet",
    ),
    "largest_stake": ("max bet", "maximum bet", "largest bet", "max stake", "maximum stake"),
    "seats": ("average seats", "avg seats", "average players", "avg players", "mean seats"),
}  # fmt: skip
"""Other names of columns in exports, by the column; compared by `key_of`."""

REFUSED = {
    "drop": (
        "drop is the money that was changed into chips at the table, not what was wagered with"
        " them; a column of handle, turnover or stakes is needed"
    ),
}
"""Names of columns that look like the amount wagered, and why they are not."""

DROPS = ("drop", "table drop", "total drop", "net drop", "buy in", "buy ins", "drop amount")
ENDING = re.compile(r"\s*[(\[][^)\]]{0,12}[)\]]\s*$")
BETWEEN = re.compile(r"[\W_]+")


def normal(head: str) -> str:
    """Return the head of a column without outer blanks, in small letters."""
    return head.strip().lower()


def key_of(head: str) -> str:
    """Return the key by which heads are compared: small letters, no unit in brackets."""
    words = BETWEEN.sub(" ", ENDING.sub("", head)).strip().lower()
    return words or BETWEEN.sub(" ", head).strip().lower()


def refused_for(head: str) -> str | None:
    """Return why a head cannot be read as the amount wagered, or None."""
    return REFUSED["drop"] if key_of(head) in DROPS else None


def layout_of(path: str, heads: Sequence[str]) -> Layout:
    """Return the layout of a file by its heads.

    Raises ActualsError if a column is missing or occurs twice.
    """
    found = [normal(head) for head in heads]
    twice = sorted({head for head in found if found.count(head) > 1})
    if twice:
        raise ActualsError(path, f"column {twice[0]!r} is there twice")
    layout = next((TELLING[head] for head in found if head in TELLING), None)
    if layout is None:
        hint = ""
        if len(found) == 1 and any(mark in found[0] for mark in ";\t|"):
            hint = "; columns are to be parted by commas"
        raise ActualsError(
            path,
            f"expected the columns of a layout ({names(ROUNDS)}; or {names(TOTALS)});"
            f" found {listed(found)}{hint}",
        )
    missing = [
        column.name for column in LAYOUTS[layout] if column.required and column.name not in found
    ]
    if missing:
        others = [head for head in found if head not in {each.name for each in LAYOUTS[layout]}]
        nearest = nearest_name(missing[0], others)
        meant = f"; is {nearest!r} meant?" if nearest else ""
        raise ActualsError(
            path,
            f"layout {layout} needs the column{'s' if len(missing) > 1 else ''}"
            f" {', '.join(missing)}; found {listed(found)}{meant}",
        )
    return layout


def ignored(layout: Layout, heads: Iterable[str]) -> list[str]:
    """Return the columns that a layout does not have."""
    known = {column.name for column in LAYOUTS[layout]}
    return [head.strip() for head in heads if normal(head) not in known]


def names(columns: Iterable[Column]) -> str:
    """Return the names of the columns that a file must have."""
    return ", ".join(column.name for column in columns if column.required)
