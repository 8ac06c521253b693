"""Live results: files of either layout, reduced to totals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from certify.errors import ActualsError, nearest_name
from certify.language.document import is_file, is_there
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.cells import Cells, Totals
from certify.studies.monitoring.columns import Names, numbers_of
from certify.studies.monitoring.data_result import DataErrors, DataFile, ExclusionEffect, Layout
from certify.studies.monitoring.day_totals import LARGEST, Assumed, TotalsReader
from certify.studies.monitoring.faults import Faults
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.reading import reading
from certify.studies.monitoring.references import Reference
from certify.studies.monitoring.rounds import RoundReader
from certify.studies.monitoring.sources import Source, described
from certify.studies.monitoring.spreads import Counts

FloatArray = NDArray[np.float64]

Progress = Callable[[int, int, str], None]

MOST_STAKES = 1 << 16
"""Different stakes counted for quantiles; if there are more, stakes are rounded."""


@dataclass(frozen=True)
class Actuals:
    """Live results as totals by day, table, wager, and by day, stake level, wager.

    `tables` and `levels` name the groups of the totals; `rows` includes those with errors,
    `rows_excluded`; `effects` is what these would change; `counts` are outcomes that were counted.
    """

    layout: Layout
    files: tuple[DataFile, ...]
    totals: Totals
    level_totals: Totals
    tables: tuple[str, ...]
    levels: tuple[str, ...]
    rows: int
    rows_excluded: int
    ignored: tuple[str, ...]
    errors: tuple[DataErrors, ...]
    effects: tuple[ExclusionEffect, ...]
    assumptions: tuple[str, ...]
    counts: Counts = field(default_factory=dict)


def read_actuals(
    paths: Sequence[Path],
    references: dict[str, Reference],
    asked: Asked,
    progress: Progress = lambda done, total, doing: None,
    sources: Sequence[Source] = (),
) -> Actuals:
    """Read files of one layout and reduce them to totals, with everything that was wrong.

    `references` is by wager. `sources` are the files if `sources_of` has opened them already.
    Raises ActualsError if a file cannot be read at all.
    """
    sources = sources or sources_of(paths, asked)
    _require_wagers(sources, references, asked.mapping)
    layout = sources[0].layout
    if asked.levels.is_asked:
        asked = replace(asked, levels=_bounds(sources, asked.levels))
    names = [path.name for path in paths]
    faults = Faults(
        names if len(set(names)) == len(names) else [str(path) for path in paths],
        [source.sheet for source in sources],
    )
    tables = Names()
    reader: RoundReader | TotalsReader
    if layout == "rounds":
        reader = RoundReader(
            references, tables, faults, rounding=asked.rounding, levels=asked.levels.bounds
        )
    else:
        reader = TotalsReader(
            references, tables, faults, rounding=asked.rounding, assumed=asked.assumed
        )
    files = []
    with ThreadPoolExecutor(1) as pool:
        for number, source in enumerate(sources):
            digest = pool.submit(source.sha256)
            before = faults.rows

            def damaged(line: int, message: str, number: int = number) -> None:
                faults.damaged(number, line, message)

            for batch in source.batches(damaged):
                # A column of an odd type that cannot be converted is an error of the file.
                reading(source.path, partial(reader.add, number, batch))
                progress(faults.rows, 0, f"{faults.rows:,} rows read")
            size, sha256 = digest.result()
            files.append(
                DataFile(
                    name=source.path.name,
                    size=size,
                    sha256=sha256,
                    rows=faults.rows - before,
                    **_described(source, faults.sums.get(number)),
                )
            )
    reader.finish()
    return _actuals(reader, asked, faults, tables, tuple(files), sources, references)


def _described(source: Source, sums: list[int] | None) -> dict[str, Any]:
    """Return how a file was read, including its rows of sums."""
    found = described(source)
    if sums is not None:
        count, first = sums
        where = "row" if source.sheet is not None or source.path.suffix == ".parquet" else "line"
        rows = (
            f"The row of sums in {where} {first} is"
            if count == 1
            else (f"{count:,} rows of sums, the first in {where} {first}, are")
        )
        found["told"] = (*found["told"], f"{rows} not counted.")
    return found


def _require_wagers(
    sources: Sequence[Source], references: dict[str, Reference], mapping: MappingAsked
) -> None:
    """Raise an error if a mapping names a wager that the game does not have."""
    named = [*mapping.wagers.values()]
    named += [each.heads.constants["wager"] for each in sources if "wager" in each.heads.constants]
    for name in named:
        if name not in references:
            nearest = nearest_name(name, references)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise ActualsError(
                "--map",
                f"the game has no wager {name!r}; expected {', '.join(references)}{meant}",
            )


def sources_of(paths: Sequence[Path], asked: Asked) -> list[Source]:
    """Return files of one layout, of which only the column heads are read.

    Raises ActualsError if one is no file of live results, if their layouts differ, or if they do
    not say what is needed.
    """
    for path in paths:
        if not is_file(path):
            raise ActualsError(
                str(path),
                "expected a file; this is a folder" if is_there(path) else "there is no such file",
            )
    sources = [Source.of(path, asked.mapping) for path in paths]
    if _layout(sources) == "totals" and asked.levels.is_asked:
        raise ActualsError(
            str(paths[0]), "totals do not tell single stakes; levels of stakes need rounds"
        )
    return sources


def _layout(sources: Sequence[Source]) -> Layout:
    first = sources[0]
    for source in sources:
        if source.layout != first.layout:
            raise ActualsError(
                str(source.path),
                f"its columns are those of {source.layout}, and {first.path} has those of"
                f" {first.layout}; give files of one layout",
            )
    return first.layout


def _bounds(sources: Sequence[Source], levels: StakeLevels) -> StakeLevels:
    """Return the bounds of the stake levels; quantiles are of all stakes above zero."""
    if not levels.quantiles:
        return levels
    values, counts = np.empty(0), np.empty(0, dtype=np.int64)
    for source in sources:
        for batch in source.batches(lambda line, message: None, ("stake",)):
            stakes = numbers_of(batch.columns["stake"])
            values, counts = _counted(values, counts, stakes[stakes > 0.0])
    if not counts.size:
        return StakeLevels()
    shares = np.arange(1, levels.quantiles) / levels.quantiles
    at = np.searchsorted(np.cumsum(counts), shares * counts.sum())
    bounds = [bound for bound in np.unique(values[at]).tolist() if bound < values[-1]]
    return StakeLevels(tuple(bounds))


def _counted(
    values: FloatArray, counts: NDArray[np.int64], stakes: FloatArray
) -> tuple[FloatArray, NDArray[np.int64]]:
    """Return different stakes and how often each occurs, with further ones added."""
    joined = np.concatenate((values, stakes))
    weights = np.concatenate((counts, np.ones(stakes.size, dtype=np.int64)))
    order = np.argsort(joined)
    joined, weights = joined[order], weights[order]
    starts = np.flatnonzero(np.concatenate(([True], joined[1:] != joined[:-1])))[: joined.size]
    if not joined.size:
        return values, counts
    values, counts = joined[starts], np.add.reduceat(weights, starts)
    if values.size > MOST_STAKES:
        power = 10.0 ** (np.floor(np.log10(values)) - 2.0)
        return _counted_again(np.rint(values / power) * power, counts)
    return values, counts


def _counted_again(
    values: FloatArray, counts: NDArray[np.int64]
) -> tuple[FloatArray, NDArray[np.int64]]:
    found, places = np.unique(values, return_inverse=True)
    return found, np.bincount(places, weights=counts).astype(np.int64)


def _actuals(
    reader: RoundReader | TotalsReader,
    asked: Asked,
    faults: Faults,
    tables: Names,
    files: tuple[DataFile, ...],
    sources: Sequence[Source],
    references: dict[str, Reference],
) -> Actuals:
    totals, late = reader.cells.totals()
    assumptions = []
    level_totals = Cells().totals()[0]
    if isinstance(reader, RoundReader):
        level_totals, level_late = reader.level_cells.totals()
        if late.any():
            assumptions.append(
                "Rows of a round stand more than a million rows apart in the files: for"
                f" {int(late.sum()):,} days of a table and wager all its seats are taken to have"
                " been in every round."
            )
        totals, level_totals = _bounded(totals, late), _bounded(level_totals, level_late)
    else:
        assumptions += _assumed(reader.lacking, asked.assumed)
    totals, level_totals = _of_bonus(totals, references), _of_bonus(level_totals, references)
    if asked.rounding:
        told = f"Payouts and payments are rounded to {asked.rounding:g}; " + (
            "what rounding added to a return was taken off before testing."
            if isinstance(reader, RoundReader)
            else "totals do not tell what that changes, so it is tested with the rest."
        )
        assumptions.append(told)
    kinds = totals.wagers_kind
    kept = {
        name: (
            float(totals.stake[kinds == number].sum()),
            float((totals.returned - totals.wagered)[kinds == number].sum()),
        )
        for number, name in enumerate(references)
    }
    good = totals.wagers.sum() if isinstance(reader, RoundReader) else reader.kept
    return Actuals(
        layout=sources[0].layout,
        files=files,
        totals=totals,
        level_totals=level_totals,
        tables=tuple(tables.labels),
        levels=asked.levels.labels,
        rows=faults.rows,
        rows_excluded=faults.rows - int(good),
        ignored=tuple(dict.fromkeys(head for source in sources for head in source.ignored)),
        errors=faults.found(),
        effects=faults.effects(references, kept),
        assumptions=tuple(assumptions),
        counts=reader.counts(),
    )


def _bounded(totals: Totals, late: NDArray[np.bool_]) -> Totals:
    """Return totals with a bound in place of the sums over hands whose rows were far apart."""
    seats = totals.seats
    return replace(
        totals,
        table_squared=np.where(late, seats * totals.stake_squared, totals.table_squared),
        largest_table=np.where(late, seats * totals.largest, totals.largest_table),
    )


def _of_bonus(totals: Totals, references: dict[str, Reference]) -> Totals:
    """Return totals in which all seats with a Bonus wager are taken to have had it all the time.

    Streaks overlap, whatever the rounds in which they are resolved; with seats that share all
    rounds, the square of a sum is at most the number of seats times the sum of the squares.
    """
    bonus = np.array([each.is_streak for each in references.values()])[totals.wagers_kind]
    return replace(
        totals,
        table_squared=np.where(bonus, totals.seats * totals.stake_squared, totals.table_squared),
        largest_table=np.where(bonus, totals.seats * totals.largest, totals.largest_table),
    )


def _assumed(lacking: set[str], assumed: Assumed) -> list[str]:
    """Return what was assumed in place of columns that totals lack."""
    told = []
    if "stake" in lacking:
        told.append(
            "Without stake, the stakes are taken to be everything wagered by what is wagered for a"
            " unit of stake with the certified play, doubles and splits included."
        )
    if "wagered" in lacking:
        told.append(
            "Without wagered, everything wagered is taken to be the stakes times what is wagered"
            " for a unit of stake with the certified play; the return on turnover rests on that."
        )
    if "rounds" in lacking:
        told.append(
            "Without rounds, the number of wagers is taken to be the stakes by the mean stake that"
            " was given."
        )
    if "stake_squared" in lacking:
        spread = f"a standard deviation of {assumed.spread:g} times their mean"
        told.append(
            "Without stake_squared, the stakes of a day, table and wager are taken to"
            f" {'be equal' if not assumed.spread else 'have ' + spread}; if they differ more, the"
            " tolerances are too narrow."
        )
    if "largest_stake" in lacking:
        told.append(
            f"Without largest_stake, it is taken to be {LARGEST:g} times the mean stake of the day,"
            " table and wager."
        )
    if "seats" in lacking:
        told.append(
            f"Without table_stake_squared and seats, {assumed.seats:g} seats are taken to share"
            " each dealer hand, with equal stakes."
        )
    return told
