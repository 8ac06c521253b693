"""How designed paytables are shown: the front as a table and a chart, the nearest, all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.present.charts import PointChart, Points
from certify.present.document import Column, Element, Figure, Table, Text, number
from certify.present.facts import identification
from certify.present.markup import plain
from certify.present.quantity import BAND, COUNT, MOMENT, RATE, Quantity
from certify.studies.paytable.figures import EDGE, HIT, SD, TOP
from certify.studies.paytable.result import DesignedTable, PaytableResult

MOST_SHOWN = 20
"""Tables of a front that are shown where not everything is asked for."""
NEAR = (0.8, 1.2)
"""The ends of what is near a house edge, in parts of it."""
MOST_DRAWN = 2_000
"""Points of a chart, evenly chosen of more."""

ONE_IN = Quantity(2, thousands=True)
TOP_AWARD = Quantity(2, thousands=True)

NAMES = {EDGE: "house edge", HIT: "wins", SD: "standard deviation", TOP: "top award"}
ROWS_NOTE = (
    "Payouts are to one. How often a row is paid is told by the play that is best for the payouts"
    " in force."
)
NARROWED_NOTE = (
    " Ranges that were not asked for are about what is paid, as wide as this play stays the best"
    " for all of their tables; --row asks for others."
)
TABLES_NOTE = (
    "Payouts to one, in the order of the rows above. House edge in percent of the first wager, wins"
    " of the rounds; SD is that of a round's gain, in units of the first wager."
)
PLAY_NOTE = " Play is the number of the play that is best for the table, as they were met."


def paytable_view(found: PaytableResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what was asked and the tables that answer it."""
    yield from identification(found, *_asked(found), with_hashes=False)
    yield from paytable_tables(found, everything=everything)


def paytable_tables(found: PaytableResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what is shown, but what identifies it.

    `everything`: whether the whole front is shown, or some of it.
    """
    yield Table.of(
        f"Rows of the paytable: {found.table_title}",
        [
            Column("Row", 2.0, value=lambda row: row.outcome),
            number("% of rounds", lambda row: row.probability, RATE),
            number("1 in", lambda row: row.one_in, ONE_IN),
            Column("Pays", kind="number", value=lambda row: row.pays),
            Column("From", kind="number", value=lambda row: row.low),
            Column("To", kind="number", value=lambda row: row.high),
            Column("Step", kind="number", value=lambda row: row.step),
        ],
        found.rows,
        ROWS_NOTE + (NARROWED_NOTE if found.is_narrowed else ""),
    )
    yield Text(plain(_counted(found)))
    if EDGE not in found.bounds and EDGE not in found.wanted and found.front:
        yield Text(plain(_unbounded(found)))
    front = found.front if everything else _some(found.front, MOST_SHOWN)
    if front:
        note = (
            ""
            if len(front) == len(found.front)
            else f" {len(front)} of the {len(found.front):,}, evenly chosen in this order; --all"
            " shows the others, --csv writes them."
        )
        yield _table(f"Tables that no other beats: {_aims(found)}", front, note)
    if found.nearest:
        yield _table(f"The nearest to {_wanted(found)}", found.nearest)
    if found.every:
        yield _table(f"All tables within the {'bounds' if found.bounds else 'ranges'}", found.every)
    yield _table("The table in force", [found.in_force], f" {_about_force(found)}")
    if found.front:
        yield _chart(found)
    yield Text(plain(f"Method: {found.method}."), "note")


def _asked(found: PaytableResult) -> list[tuple[str, str]]:
    lines = [("Wager", found.wager_title), ("Paytable", found.table_title)]
    if len(found.together) > 1:
        lines.append(("Told together", ", ".join(found.together)))
    if found.bounds:
        lines.append(
            (
                "Bounds",
                "; ".join(f"{NAMES[name]} {_ends(*own)}" for name, own in found.bounds.items()),
            )
        )
    if found.chips:
        chips = "; ".join(f"stakes of {stake} in chips of {chip}" for stake, chip in found.chips)
        lines.append(("Chips", f"{chips}: payouts are multiples of {found.grid}"))
    if not found.is_monotone:
        lines.append(("Order", "a rarer row may pay less"))
    return lines


def _ends(low: str | None, high: str | None) -> str:
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def _counted(found: PaytableResult) -> str:
    plays = f", under {found.plays:,} best plays" if found.plays > 1 else ""
    if not found.bounds:
        return (
            f"There are {found.tables:,} tables of these ranges{plays}; {len(found.front):,} of"
            " them no other beats."
        )
    if not found.within:
        return f"None of the {found.tables:,} tables of these ranges lies within the bounds{plays}."
    return (
        f"Of {found.tables:,} tables of these ranges {found.within:,} lie within the bounds{plays};"
        f" {len(found.front):,} of them no other beats."
    )


def _unbounded(found: PaytableResult) -> str:
    """Return that tables are not compared by what they leave the house, and how it is bounded."""
    edges = [table.house_edge for table in found.front]
    force = found.in_force.house_edge
    compared = "" if EDGE in found.best else ", and tables are compared without it"
    told = (
        f"No house edge was asked for{compared}: those below leave the house from"
        f" {BAND(min(edges))} to {BAND(max(edges))} %, the one in force {BAND(force)} %."
    )
    if force <= 0.0:
        return f"{told} --edge LOW:HIGH bounds it."
    low, high = (force * share for share in NEAR)
    return f"{told} --edge {low:.4f}:{high:.4f} takes tables near the one in force."


def _aims(found: PaytableResult) -> str:
    return ", ".join(f"{NAMES[name]} {side}" for name, side in found.best.items())


def _wanted(found: PaytableResult) -> str:
    return ", ".join(f"{NAMES.get(name, name)} {value}" for name, value in found.wanted.items())


def _about_force(found: PaytableResult) -> str:
    own = found.in_force
    limits = "the bounds" if found.bounds else "the ranges"
    if own.is_best:
        return f"It lies within {limits} and no other beats it."
    if own.is_within:
        return f"It lies within {limits} and is beaten by others."
    return f"It is not one of the tables within ranges{' and bounds' if found.bounds else ''}."


def _some(tables: Sequence[DesignedTable], most: int) -> Sequence[DesignedTable]:
    """Return at most so many, evenly chosen, both ends among them."""
    if len(tables) <= most:
        return tables
    return [tables[place * (len(tables) - 1) // (most - 1)] for place in range(most)]


def _table(caption: str, tables: Sequence[DesignedTable], note: str = "") -> Table:
    columns = [
        Column("Pays", 2.0, value=lambda table: "-".join(table.pays)),
        number("House edge, %", lambda table: table.house_edge, BAND),
        number("Wins, %", lambda table: table.hit_frequency, BAND),
        number("SD", lambda table: table.sd, MOMENT),
        number("Top", lambda table: table.top, TOP_AWARD),
    ]
    has_plays = any(table.play is not None for table in tables)
    if has_plays:
        columns.append(number("Play", lambda table: table.play, COUNT))
    if any(table.distance is not None for table in tables):
        columns.append(number("Distance", lambda table: table.distance, MOMENT))
    return Table.of(caption, columns, tables, TABLES_NOTE + (PLAY_NOTE if has_plays else "") + note)


def _chart(found: PaytableResult) -> Figure:
    groups = (
        ("beaten by no other", _some(found.front, MOST_DRAWN)),
        ("nearest to what is wanted", found.nearest),
        ("in force", (found.in_force,)),
    )
    return Figure.of(
        "Standard deviation and house edge of the tables",
        PointChart(
            [
                Points(
                    name,
                    tuple((table.sd, 100 * table.house_edge) for table in tables),
                    [
                        f"{'-'.join(table.pays)}, house edge {BAND(table.house_edge)} %,"
                        f" SD {MOMENT(table.sd)}"
                        for table in tables
                    ],
                )
                for name, tables in groups
                if tables
            ],
            "house edge, %",
            "SD, units of the first wager",
        ),
        alternative="The same figures stand in the tables.",
    )
