"""Strategy files of games against the house, read and written: `certify strategy -o FILE`.

A line is a situation and its answer. Answers may be edited, and lines left out: those situations
are answered by the best play. Figures in the file are not read.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from certify.errors import CardError, Problem, StrategyFileError, nearest_name
from certify.exact.banked.following import Answer, Answers
from certify.exact.banked.situations import (
    Held,
    Situation,
    read_cards,
    value_of,
    variable_names,
)
from certify.exact.banked.solution import Question

if TYPE_CHECKING:
    import pyarrow

DECISION, BEFORE, BEST = "decision", "before", "best"
SUFFIXES = (".csv", ".parquet")


def is_strategy_file(name: str) -> bool:
    """Return whether a strategy is a file by its name."""
    return Path(name).suffix.lower() in SUFFIXES


def file_sha256(path: str) -> str:
    """Return the SHA-256 of the bytes of a strategy file."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError as error:
        message = f"there is no such strategy file ({error.strerror})"
        raise StrategyFileError([Problem(path, None, "", message)]) from None


def read_answers(asked: Question, path: str) -> Answers:
    """Return the answers of a file.

    Raises `StrategyFileError` with file and line if it does not say how situations of the game are
    answered.
    """
    answers = Answers(path)
    program, layout = asked.program, asked.program.layout
    zones = {name: at for at, (name, _) in enumerate(layout.zones)}
    variables = set(variable_names(program).values())
    known: dict[str, Held] = {}
    for line, row in _rows(path):
        if line == 1:
            missing = [name for name in (DECISION, BEST) if name not in row]
            if missing:
                raise answers.problem(
                    1, f"there is no column {missing[0]}; found {', '.join(row) or 'none'}"
                )
            continue
        decision = row[DECISION]
        if decision not in program.play.decisions:
            nearest = nearest_name(decision, program.play.decisions)
            meant = f", did you mean {nearest}?" if nearest else ""
            raise answers.problem(line, f"there is no decision {decision!r}{meant}")
        cards = {}
        for name, text in row.items():
            if name in zones and text:
                if text not in known:
                    try:
                        known[text] = read_cards(program, asked.kinds, text)
                    except CardError as error:
                        raise answers.problem(line, str(error)) from None
                cards[zones[name]] = known[text]
        try:
            values = {
                name: value_of(program, asked.kinds, name, text)
                for name, text in row.items()
                if name in variables and text != ""
            }
        except CardError as error:
            raise answers.problem(line, str(error)) from None
        before = tuple(part.strip() for part in row.get(BEFORE, "").split(";") if part.strip())
        answers.add(decision, Answer(Situation(before, cards, values), row[BEST], line))
    return answers


def _rows(path: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the lines of a file with their numbers: first the head, each column by its name."""
    try:
        if Path(path).suffix.lower() == ".parquet":
            from pyarrow import parquet

            table = parquet.read_table(path)
            yield 1, dict.fromkeys(table.column_names, "")
            for number, row in enumerate(table.to_pylist(), start=2):
                yield number, {name: "" if v is None else str(v) for name, v in row.items()}
            return
        with Path(path).open(encoding="utf-8", newline="") as file:
            lines = csv.reader(file, strict=True)
            head = next(lines, [])
            yield 1, dict.fromkeys(head, "")
            for cells in lines:
                if not cells:
                    continue
                if len(cells) != len(head):
                    message = f"expected {len(head)} cells as in the first line, found {len(cells)}"
                    raise StrategyFileError([Problem(path, lines.line_num, "", message)])
                yield lines.line_num, dict(zip(head, cells, strict=True))
    except (OSError, UnicodeDecodeError, csv.Error, ValueError) as error:
        message = f"it cannot be read as {Path(path).suffix}: {error}"
        raise StrategyFileError([Problem(path, None, "", message)]) from None


def table_bytes(table: pyarrow.Table, path: Path) -> bytes:
    """Return a table as a file of the kind that its name says."""
    import pyarrow
    from pyarrow import csv, parquet

    sink = pyarrow.BufferOutputStream()
    if path.suffix.lower() == ".csv":
        csv.write_csv(table, sink)
    else:
        parquet.write_table(table, sink)
    return bytes(sink.getvalue())
