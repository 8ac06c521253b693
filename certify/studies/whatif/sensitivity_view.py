"""How it is shown what rulings and payouts mean, and how figures of a what-if are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from certify.present.document import Band, Column, Element, Row, Table, Text, numbers
from certify.present.markup import plain
from certify.present.quantity import EXPECTATION, Number, Quantity
from certify.studies.whatif.result import FigureName, SensitivityResult

PLAIN = Quantity(9)
"""A figure that is no rate."""
POINTS = Quantity(6, 100, signed=True)
"""A difference of rates, in percentage points."""

SIGN_NOTE = (
    "The expectation is the player's, net of the Burnout payment where one is made; the house edge "
    "is the same with the other sign."
)
PAYOUTS_NOTE = "Play stays the same, and the figures are linear in what is paid."


Numbered = tuple[int, FigureName]


def value(figure: float | None, *, is_rate: bool, signed: bool = False) -> str:
    """Return a figure with nine decimals, rates in percent."""
    return (EXPECTATION if is_rate else PLAIN)(figure, signed=signed)


def change(figure: float | None, *, is_rate: bool) -> str:
    """Return a difference with six decimals and its sign, rates in percentage points."""
    if figure == 0.0:
        return Number.of(0.0, "0")
    return POINTS(figure) if is_rate else replace(POINTS, scale=1.0)(figure)


def unit_text(name: FigureName) -> str:
    """Return what a figure is printed in."""
    return f"% of {name.unit}" if name.is_rate else name.unit


def in_parts(names: Sequence[Numbered], most: int) -> Iterator[Sequence[Numbered]]:
    """Yield figures in parts of so many at most."""
    for begin in range(0, len(names), most):
        yield names[begin : begin + most]


def sensitivity_tables(result: SensitivityResult) -> Iterator[Element]:
    """Yield changes by ruling for every wager, and what payouts are worth."""
    numbered = list(enumerate(result.figures))
    main = [each for each in numbered if not each[1].wager.startswith("Bonus")]
    others = [each for each in numbered if each not in main]
    groups = [("Main wager and insurance", main)] if main else []
    groups += [(wager, list(part)) for wager, part in groupby(others, key=lambda e: e[1].wager)]
    for title, group in groups:
        for part in in_parts(group, 3):
            yield _rulings(result, part, f"{title}: change by ruling, {_units(part)}")
    unchanged = [
        (ruling.id, alternative.text, alternative.reason)
        for ruling in result.rulings
        for alternative in ruling.alternatives
        if alternative.reason is not None
    ]
    if unchanged:
        yield unchanged_table(unchanged)
    yield payouts_table(result)
    yield Text(SIGN_NOTE)
    yield from accuracy(result.error_bound, result.method)


def unchanged_table(alternatives: Sequence[tuple[str, str, str]]) -> Table:
    """Return alternatives that change no figure: ruling, what it would be, and why not."""
    return Table.of(
        "Alternatives that change no figure here",
        [
            Column("Ruling", 12, "bold", lambda line: line[0]),
            Column("Alternative", 96, value=lambda line: line[1]),
            Column("Why", 64, value=lambda line: line[2]),
        ],
        alternatives,
    )


def _units(part: Sequence[Numbered]) -> str:
    units = dict.fromkeys(unit_text(name) for _, name in part)
    return next(iter(units)) if len(units) == 1 else "% of its wager"


def _rulings(result: SensitivityResult, part: Sequence[Numbered], caption: str) -> Table:
    base = (value(result.base[place], is_rate=name.is_rate) for place, name in part)
    rows: list[Row] = [("", "as ruled", *base), Band()]
    for ruling in result.rulings:
        for alternative in ruling.alternatives:
            if alternative.changes is not None:
                found = [alternative.changes[place].difference for place, _ in part]
                told = (
                    change(each, is_rate=name.is_rate)
                    for each, (_, name) in zip(found, part, strict=True)
                )
                rows.append((plain(ruling.id), plain(alternative.text), *told))
    heads = numbers(*(plain(_column_head(name)) for _, name in part))
    return Table([Column("Ruling"), Column("Alternative"), *heads], rows, plain(caption))


def _column_head(name: FigureName) -> str:
    """Return a short head: which wager or play it is, and the figure if it is no usual one."""
    where = name.wager.rpartition(", ")[2]
    usual = ("expectation", "return")
    figure, _, play = name.figure.partition(", ")
    text = play if figure in usual and play else where
    if figure not in usual:
        text = f"{where}, {name.figure}"
    return text[0].upper() + text[1:]


def payouts_table(result: SensitivityResult) -> Table:
    """Return what one more unit of every payout and payment changes."""
    rows: list[Row] = []
    for name, payouts in groupby(result.payouts, key=lambda payout: payout.name):
        for place, payout in enumerate(payouts):
            if not place:
                rows.append(Band(plain(f"{name}: {payout.pays}")))
            rows.append(
                (
                    plain(f"{payout.wager}, {payout.figure}"),
                    change(payout.derivative, is_rate=payout.is_rate),
                    plain(payout.meaning),
                )
            )
    return Table(
        [Column("Figure", 70), Column("Change", 30, "number"), Column("What it is", 54)],
        rows,
        "Change for one more unit of a payout or payment, % of what the figure is of",
        PAYOUTS_NOTE,
        breakable=True,
    )


def accuracy(error_bound: float, method: str) -> Iterator[Text]:
    """Yield how exact figures are, and how they were worked out."""
    yield Text(f"Numerical error of every expectation: at most {error_bound:.0e} units.")
    yield Text(plain(f"Method: {method}."))
