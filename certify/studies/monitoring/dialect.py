"""The form of a text file: its encoding, its separator, and the line of its heads."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from certify.errors import ActualsError
from certify.studies.monitoring.heads import is_own, score
from certify.studies.monitoring.mapping import MappingAsked

UTF_8, UTF_16, LATIN_1, WINDOWS = "utf-8", "utf-16", "latin-1", "windows-1252"
SEPARATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "bar": "|"}
SAMPLE = 1 << 18
"""Bytes of the beginning of a file from which its form is found out."""

MOST_LINES = 30
"""Lines or rows among which the heads are looked for."""

FEWEST_HEADS = 3
"""Heads that a line must have for it to be one of heads, unless it is the first."""

TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1a")


@dataclass(frozen=True)
class Dialect:
    """The form of a text file; the line of its heads is counted from 1.

    `encoding` is Python's name, `told_encoding` the one in messages.
    """

    encoding: str
    told_encoding: str
    separator: str
    line: int
    heads: tuple[str, ...]

    @property
    def is_own(self) -> bool:
        """Whether it is the form of the layouts."""
        return self.told_encoding == UTF_8 and self.separator == "," and self.line == 1


def dialect_of(path: Path, longest: int, asked: MappingAsked) -> Dialect:
    """Return the form of a text file; what the user states is not detected.

    `longest` is the most characters of a line of heads. Raises ActualsError if there is none.
    """
    with path.open("rb") as file:
        sample = file.read(SAMPLE)
    told = asked.encoding or _encoding(sample)
    encoding = _codec(told, sample)
    lines = _lines(path, encoding, longest)
    if asked.says_nothing or (asked.separator is None and asked.heads is None):
        first = _parsed(lines[0], ",")
        if lines[0].strip() and is_own(first):
            return Dialect(encoding, told, ",", 1, tuple(first))
    marks = [SEPARATORS[asked.separator]] if asked.separator else list(SEPARATORS.values())
    places = range(len(lines)) if asked.heads is None else [asked.heads - 1]
    if asked.heads is not None and asked.heads > len(lines):
        raise ActualsError(str(path), f"it has no line {asked.heads}, where the heads are to be")
    best = (0, 0, 0)
    chosen: tuple[int, str, Sequence[str]] | None = None
    for place in places:
        for order, mark in enumerate(marks):
            heads = _parsed(lines[place], mark)
            rank = (score(heads, asked), -place, -order)
            enough = asked.heads is not None or rank[0] >= FEWEST_HEADS
            if heads and enough and rank > best:
                best, chosen = rank, (place, mark, heads)
    if chosen is None:
        place = 0 if asked.heads is None else asked.heads - 1
        mark = max(marks, key=lambda each: len(_parsed(lines[place], each)))
        chosen = (place, mark, _parsed(lines[place], mark))
    if not any(head.strip() for head in chosen[2]):
        where = "the first line" if chosen[0] == 0 else f"line {chosen[0] + 1}"
        raise ActualsError(str(path), f"{where} is empty; expected the heads of the columns")
    return Dialect(encoding, told, chosen[1], chosen[0] + 1, tuple(chosen[2]))


def _encoding(sample: bytes) -> str:
    """Return the encoding that the beginning of a file shows."""
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or _is_wide(sample):
        return UTF_16
    if sample.startswith(codecs.BOM_UTF8):
        return UTF_8
    try:
        # A character may be cut where the sample ends.
        codecs.getincrementaldecoder("utf-8")().decode(sample)
    except UnicodeDecodeError:
        try:
            sample.decode("cp1252")
        except UnicodeDecodeError:
            return UTF_8
        is_text = all(byte >= 32 or byte in TEXT_CONTROLS for byte in sample)
        return WINDOWS if is_text else UTF_8
    return UTF_8


def _is_wide(sample: bytes) -> bool:
    """Return whether every second byte is zero, as in UTF-16 without a byte order mark."""
    even, odd = sample[:2000:2], sample[1:2000:2]
    least = len(sample[:2000]) // 2 * 0.8
    return len(sample) > 20 and (
        (even.count(0) > least and not odd.count(0)) or (odd.count(0) > least and not even.count(0))
    )


def _codec(told: str, sample: bytes) -> str:
    """Return Python's name of the encoding, with or without a byte order mark."""
    if told == UTF_8:
        return "utf-8-sig"
    if told == UTF_16:
        if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        return "utf-16-be" if sample[:1] == b"\0" else "utf-16-le"
    return "latin-1" if told == LATIN_1 else "cp1252"


def _lines(path: Path, encoding: str, longest: int) -> list[str]:
    """Return the first lines of a file."""
    found: list[str] = []
    with path.open(encoding=encoding, newline="") as text:
        for _ in range(MOST_LINES):
            line = text.readline(longest + 1)
            if len(line) > longest:
                if found:
                    break
                raise ActualsError(
                    str(path),
                    f"the first line is longer than {longest:,} characters; expected the heads of"
                    " the columns",
                )
            if not line and found:
                break
            found.append(line)
    return found


def _parsed(line: str, separator: str) -> list[str]:
    """Return the values of a line; none if it cannot be parsed."""
    try:
        return next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return []


def best_row(
    rows: Iterator[tuple[int, Sequence[str]]],
    asked: MappingAsked,
    usable: Callable[[Sequence[str]], bool] = lambda heads: True,
) -> tuple[int, tuple[str, ...]] | None:
    """Return the number and the heads of the row of heads, among the first rows of a sheet.

    `usable` tells whether a row will do.
    """
    best = 0
    chosen = None
    for number, texts in rows:
        if asked.heads is not None and number != asked.heads:
            if number > asked.heads:
                break
            continue
        found = score(texts, asked)
        if (found > best or asked.heads is not None) and usable(texts):
            best, chosen = found, (number, tuple(texts))
    return chosen
