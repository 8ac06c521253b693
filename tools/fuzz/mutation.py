"""Changes of inputs that keep their form: trees of YAML and JSON, cells of tables, objects of PDFs.

Bytes that are changed blindly rarely get past a parser. Here a seed is taken apart as its format
has it, one to four parts are changed, and it is put together again; a share of the inputs is
changed as bytes all the same.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any

import pyarrow as pa
import yaml
from pyarrow import parquet

LARGEST = 1 << 20
"""Bytes of an input; larger ones are made by hand, in tests of their own."""

BYTES = 0.25
"""Share of the inputs that are changed as bytes."""

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 63, 64, 65, 255, 256, 65_535, 65_536, 2**31 - 1, 2**31,
    2**53, 10**15 - 1, 2**63 - 1, 2**63, 10**40, -(2**63), 0.0, -0.0, 0.5, 1e-308, 1e15, 1e16,
    1e308, float("inf"), float("-inf"), float("nan"), "", " ", "a", "none", "true", "me", "all",
    "seats", "__class__", "../../etc/passwd", "/etc/passwd", "con", "a\0b", "\ufeff", "\u202e",
    "\ud7ff", "1/0", "0:0", "1:0", "3:2", "1..9", "1..999999999999999", "9..1", "{a}",
    "{0.__class__}", "=cmd", "%s", "é", "2026-02-30", "9999-12-31", "0001-01-01", "2026-01-05",
    "nan", "inf", "1e999", "-1e999", "0x10", "１", "picked", "hand", "draw[1]",
    "sum(1 for x in range(1, 99999))", "9" * 50, "x" * 3000, [], {}, [[]], {"a": {}}, [None],
    ["a", "a"],
)  # fmt: skip
"""What stands in places where something else is expected."""

TOKENS = (
    b"0", b"1", b"-1", b"9", b"99999999999999999999", b"2147483648", b"4294967296", b"0 R",
    b"1 0 R", b"2 0 R", b"5 0 R", b"<<", b">>", b"[", b"]", b"(", b")", b"<", b">", b"stream\n",
    b"endstream", b"endobj", b"obj", b"null", b"true", b"/Kids", b"/Parent", b"/Prev 0",
    b"/Prev 9", b"/Filter", b"/FlateDecode", b"/LZWDecode", b"/ASCII85Decode", b"/ASCIIHexDecode",
    b"/RunLengthDecode", b"/JBIG2Decode", b"/DCTDecode", b"/JPXDecode", b"/CCITTFaxDecode",
    b"/BrotliDecode", b"/Crypt", b"/DecodeParms", b"/Predictor 12", b"/Predictor 2",
    b"/Columns 1000000000", b"/Colors 999", b"/Length", b"/Length 999999999", b"/Length -1",
    b"/Length 5 0 R", b"/Type /ObjStm", b"/N 1000000000", b"/First 99999", b"/Extends 5 0 R",
    b"/Type /XRef", b"/Index [0 999999999]", b"/W [1 2 1]", b"/W [99 99 99]", b"/Size 999999999",
    b"/Names", b"/EmbeddedFiles", b"/EF", b"/F", b"/UF", b"/AF", b"/Limits", b"/Encrypt", b"/Root",
    b"/Contents", b"/Resources", b"/Font", b"/ToUnicode", b"/XObject", b"/Rect", b"/Annots",
    b"/AcroForm", b"/FT /Sig", b"/ByteRange", b"/Count -1", b"/Count 999999999", b"/MediaBox",
    b"trailer", b"startxref", b"%%EOF", b"xref\n0 1\n", b"BT", b"ET", b"Tj", b"TJ", b"Do", b"BI",
    b"ID", b"EI", b"'", b'"', b"Td", b"Tf", b"Tm", b"q", b"Q", b"\r", b"\0", b"#00", b"\\777",
)  # fmt: skip
"""Parts of a PDF, some in places where they mean trouble."""

PDF_TOKEN = re.compile(rb"/[A-Za-z0-9]+|\d+ \d+ R|-?\d+\.?\d*|<<|>>|\[|\]|\b[a-zA-Z]{2,}\b")
PDF_OBJECT = re.compile(rb"\d+ \d+ obj\b.*?\bendobj", re.DOTALL)
PDF_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
WORD = re.compile(r"[A-Za-z_]+|\d+|[^\sA-Za-z_\d]")

Mutate = Callable[[bytes, Random, Sequence[bytes]], bytes]


def changed(data: bytes, name: str, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return an input changed as its format has it.

    Parameters
    ----------
    data : bytes
        The input.
    name : str
        The target.
    chance : Random
        What decides.
    donors : sequence of bytes
        Inputs of which parts are taken.

    Returns
    -------
    bytes
        The same for the same arguments; no more than `LARGEST` bytes.
    """
    mutate = changed_bytes if chance.random() < BYTES else FORMS[name]
    return mutate(data, chance, donors)[:LARGEST]


def changed_bytes(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return bytes with some left out, doubled, changed or taken from elsewhere."""
    found = bytearray(data or b"0")
    for _ in range(chance.choice((1, 1, 2, 4, 8))):
        place = chance.randrange(len(found) + 1)
        end = min(len(found), place + chance.choice((1, 1, 2, 4, 16, 256)))
        other = chance.choice(donors) if donors else b"0"
        start = chance.randrange(len(other) + 1)
        piece = other[start : start + chance.choice((1, 4, 32, 256))]
        match chance.randrange(6):
            case 0:
                del found[place:end]
            case 1:
                found[place:place] = found[place:end]
            case 2:
                found[place:end] = chance.randbytes(end - place)
            case 3:
                found[place:place] = piece
            case 4:
                found[place:end] = piece
            case _ if place < len(found):
                found[place] ^= 1 << chance.randrange(8)
        found = found or bytearray(b"0")
    return bytes(found)


# Trees ------------------------------------------------------------------------------------------


def changed_yaml(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a document of YAML with parts of its tree changed; it is written as JSON."""
    tree, other = _yaml(data), _yaml(chance.choice(donors))
    if not isinstance(tree, dict | list):
        return changed_bytes(data, chance, donors)
    tree = changed_tree(tree, chance, other)
    if chance.random() < 0.1:
        return yaml.safe_dump(tree, allow_unicode=True, sort_keys=False).encode(errors="replace")
    return _json_bytes(tree, chance)


def changed_json(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a document of JSON with parts of its tree changed."""
    tree, other = _json(data), _json(chance.choice(donors))
    if not isinstance(tree, dict | list):
        return changed_bytes(data, chance, donors)
    return _json_bytes(changed_tree(tree, chance, other), chance)


def changed_ledger(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a database with some bytes changed, or an export with some of its lines."""
    is_database = data.startswith(b"SQLite")
    return (changed_bytes if is_database else changed_lines)(data, chance, donors)


def changed_lines(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return lines of JSON with lines moved, doubled or left out, or parts of one changed."""
    lines, others = data.split(b"\n"), chance.choice(donors).split(b"\n")
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(lines))
        match chance.randrange(8):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(place, chance.choice(lines))
            case 2:
                lines.insert(place, chance.choice(others))
            case 3:
                lines[place] = chance.choice(others)
            case 4:
                lines.insert(place, b'{"undo":%d}' % chance.choice((0, 1, 1, 2, 3, 99)))
            case _:
                tree = _json(lines[place])
                if isinstance(tree, dict | list):
                    other = _json(chance.choice(others))
                    lines[place] = _json_bytes(changed_tree(tree, chance, other), chance)
    return b"\n".join(lines)


def changed_tree(tree: Any, chance: Random, other: Any) -> Any:
    """Return a tree with one to four places changed; parts come from it and from another."""
    tree = deepcopy(tree)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        places = list(_places(tree))
        if not places:
            return tree
        holder, key = chance.choice(places)
        donor, there = chance.choice(list(_places(other)) or places)
        part = deepcopy(donor[there])
        match chance.randrange(9):
            case 0:
                del holder[key]
            case 1 | 2:
                holder[key] = deepcopy(chance.choice(VALUES))
            case 3 | 4:
                holder[key] = part
            case 5 if isinstance(holder, dict):
                holder[str(there)] = part
            case 5:
                holder.insert(key, part)
            case 6 if isinstance(holder, dict):
                holder[f"{key}_{chance.randrange(3)}"] = holder.pop(key)
            case 7 if isinstance(holder[key], int | float) and not isinstance(holder[key], bool):
                holder[key] = _number(holder[key], chance)
            case _ if isinstance(holder[key], str):
                holder[key] = changed_text(holder[key], chance, str(part))
            case _:
                holder[key] = [deepcopy(holder[key]) for _ in range(chance.choice((2, 3, 40)))]
    return tree


def changed_text(text: str, chance: Random, other: str) -> str:
    """Return a text with words left out, doubled, moved or taken from another."""
    words, others = WORD.findall(text) or [""], WORD.findall(other) or ["0"]
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(len(words))
        match chance.randrange(6):
            case 0 if len(words) > 1:
                del words[place]
            case 1:
                words.insert(place, chance.choice(words))
            case 2:
                words.insert(place, chance.choice(others))
            case 3:
                words[place] = str(chance.choice(VALUES))
            case 4:
                words[place:place] = ["("] * chance.choice((1, 3, 30))
            case _:
                words[place] = chance.choice(others)
    return chance.choice((" ", "")).join(words)


def _number(value: float, chance: Random) -> Any:
    return chance.choice(
        (value + 1, value - 1, -value, value * 1000, 1 - value, value / 3, str(value))
    )


def _places(tree: Any) -> list[tuple[Any, Any]]:
    found, left = [], [tree]
    while left:
        holder = left.pop()
        keys = holder if isinstance(holder, dict) else range(len(holder))
        for key in list(keys):
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                left.append(holder[key])
    return found


@lru_cache(maxsize=4_000)
def _json(data: bytes) -> Any:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, dict | list) else [found]


@lru_cache(maxsize=4_000)
def _yaml(data: bytes) -> Any:
    """Return the tree of an input, which is nobody's to change: others get the same."""
    if data[:1] in (b"{", b"["):
        return _json(data)
    if b"&" in data:
        # An anchor can make a tree that has no end.
        return []
    try:
        found = yaml.load(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return []
    return found if isinstance(found, dict | list) else [found]


def _json_bytes(tree: Any, chance: Random) -> bytes:
    indent = chance.choice((None, 1))
    text = json.dumps(
        _with_keys_of_text(tree), indent=indent, ensure_ascii=chance.random() < 0.5, default=str
    )
    return text.encode(errors="surrogatepass")


def _with_keys_of_text(tree: Any) -> Any:
    """Return a tree as JSON can have it: in YAML a key can be a day."""
    if isinstance(tree, dict):
        return {str(key): _with_keys_of_text(part) for key, part in tree.items()}
    return [_with_keys_of_text(part) for part in tree] if isinstance(tree, list) else tree


# Tables -----------------------------------------------------------------------------------------


def changed_csv(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a CSV file with cells, rows or columns changed."""
    rows, others = _rows(data), _rows(chance.choice(donors))
    for _ in range(chance.choice((1, 1, 2, 5))):
        if not rows:
            break
        row = chance.choice(rows)
        place = chance.randrange(len(row)) if row else 0
        match chance.randrange(9):
            case 0:
                rows.remove(row)
            case 1:
                rows.insert(chance.randrange(len(rows) + 1), list(row))
            case 2 if row:
                del row[place]
            case 3:
                row.insert(place, str(chance.choice(VALUES)))
            case 4:
                column = str(chance.choice(VALUES))
                for each in rows:
                    each[place : place + 1] = [column]
            case 5 if others and row:
                row[place] = chance.choice(chance.choice(others) or [""])
            case 6 if others:
                rows.insert(0, chance.choice(others))
            case _ if row:
                row[place] = str(chance.choice(VALUES))
    text = io.StringIO()
    ending = chance.choice(("\n", "\n", "\r\n", "\r"))
    csv.writer(text, lineterminator=ending, quoting=chance.choice((0, 0, 1))).writerows(rows)
    return text.getvalue().encode(errors="replace")


MOST_CELLS = 40
"""Rows that are kept: each can be a group of rows, with a compressor for each of its columns."""


def _cells(data: bytes) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Return the first values of each column of a Parquet file, and its type."""
    table = parquet.read_table(pa.BufferReader(data))
    columns = {name: table.column(name).to_pylist()[:MOST_CELLS] for name in table.column_names}
    return columns, {field.name: field.type for field in table.schema}


def changed_parquet(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a Parquet file with columns, types, cells or the way it is written changed."""
    try:
        columns, kinds = _cells(data)
    except (pa.ArrowException, OSError, MemoryError, ValueError, OverflowError):
        # A changed file can be none, or have times that Python cannot tell.
        columns, kinds = _cells(donors[0])
    for _ in range(chance.choice((1, 1, 2, 4))):
        if not columns:
            break
        name = chance.choice(list(columns))
        values = columns[name]
        match chance.randrange(6):
            case 0:
                del columns[name]
            case 1:
                kinds[name] = chance.choice(KINDS)()
            case 2 if values:
                values[chance.randrange(len(values))] = chance.choice(VALUES)
            case 3:
                columns[str(chance.choice(VALUES))] = list(values)
            case 4:
                columns = {each: held * 2 for each, held in columns.items()}
            case _:
                columns[name] = [chance.choice(VALUES)] * len(values)
    arrays = [_array(values, kinds.get(name)) for name, values in columns.items()]
    sink = pa.BufferOutputStream()
    try:
        made = pa.table(arrays, names=[name.replace("\0", "0") for name in columns])
        parquet.write_table(
            made,
            sink,
            compression=chance.choice(("none", "snappy", "gzip", "zstd")),
            use_dictionary=chance.random() < 0.5,
            row_group_size=chance.choice((1, 7, 1000)),
            store_schema=chance.random() < 0.5,
            data_page_version=chance.choice(("1.0", "2.0")),
        )
    except (pa.ArrowException, NotImplementedError, OSError, OverflowError, ValueError):
        return changed_bytes(data, chance, donors)
    written = sink.getvalue().to_pybytes()
    return changed_bytes(written, chance, donors) if chance.random() < 0.3 else written


def changed_workbook(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a workbook with tags, attributes or texts of its parts changed."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, NotImplementedError):
        return changed_bytes(data, chance, donors)
    except (RuntimeError, LookupError):
        return changed_bytes(data, chance, donors)
    for _ in range(chance.choice((1, 1, 2, 4))):
        name = chance.choice(list(parts))
        tokens = XML_TOKEN.findall(parts[name]) or [b""]
        place = chance.randrange(len(tokens))
        match chance.randrange(8):
            case 0:
                del tokens[place]
            case 1:
                tokens.insert(place, chance.choice(tokens))
            case 2:
                tokens[place:place] = [tokens[place]] * chance.choice((2, 30, 900))
            case 3:
                parts[chance.choice(list(parts))] = parts[name]
            case 4:
                parts[f"{name}{chance.randrange(3)}"] = parts.pop(name)
                continue
            case 5:
                tokens[place] = re.sub(
                    rb"\d+",
                    lambda _: str(chance.choice(VALUES)).encode(errors="replace"),
                    tokens[place],
                )
            case _:
                tokens[place] = str(chance.choice(VALUES)).encode(errors="replace")
        parts[name] = b"".join(tokens)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


XML_TOKEN = re.compile(rb"<[^<>]*>|[^<>]+")

KINDS: tuple[Callable[[], Any], ...] = (
    pa.int8, pa.uint64, pa.int64, pa.float16, pa.float32, pa.float64, pa.string, pa.large_string,
    pa.binary, pa.bool_, pa.date32, pa.date64, pa.null, lambda: pa.decimal128(38, 10),
    lambda: pa.decimal256(76, -5), lambda: pa.timestamp("ns"),
    lambda: pa.timestamp("us", tz="UTC"), lambda: pa.timestamp("s", tz="Nowhere/None"),
    lambda: pa.time64("us"), lambda: pa.duration("s"), lambda: pa.list_(pa.int64()),
    lambda: pa.dictionary(pa.int32(), pa.string()), lambda: pa.dictionary(pa.int8(), pa.int64()),
    lambda: pa.struct([("a", pa.int32())]),
)  # fmt: skip
"""Types of columns, those among them that are neither text nor numbers nor days."""


def _array(values: list[Any], kind: Any) -> Any:
    for wanted in (kind, pa.string()):
        for given in (values, [None if value is None else str(value) for value in values]):
            try:
                return pa.array(given, wanted) if wanted is not None else pa.array(given)
            except (pa.ArrowException, OverflowError, TypeError, ValueError):
                continue
    return pa.nulls(len(values), kind if kind in (pa.int64(), pa.float64()) else pa.null())


def _rows(data: bytes) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(data.decode("utf-8", "replace"))))[:300]
    except csv.Error:
        return []


# Documents --------------------------------------------------------------------------------------


def changed_pdf(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a PDF with objects, tokens in them, or the contents of streams changed."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        objects = list(PDF_OBJECT.finditer(data))
        if not objects:
            return changed_bytes(data, chance, donors)
        one, two = chance.choice(objects), chance.choice(objects)
        match chance.randrange(8):
            case 0:
                data = data[: one.start()] + two[0] + data[one.end() :]
            case 1:
                data = data[: one.end()] + b"\n" + two[0] + data[one.end() :]
            case 2:
                swapped = chance.choice(TOKENS)
                data = (
                    data[: one.start()]
                    + one[0].replace(chance.choice(PDF_TOKEN.findall(one[0]) or [b"obj"]), swapped)
                    + data[one.end() :]
                )
            case 3:
                data = _with_stream(data, one, chance, donors)
            case 4:
                head = one[0].partition(b"obj")[0]
                body = two[0].partition(b"obj")[2]
                data = data[: one.start()] + head + b"obj" + body + data[one.end() :]
            case _:
                tokens = list(PDF_TOKEN.finditer(one[0]))
                if tokens:
                    token = chance.choice(tokens)
                    new = chance.choice(
                        (*TOKENS, chance.choice(tokens)[0], token[0] + b" " + token[0])
                    )
                    place = one.start()
                    data = data[: place + token.start()] + new + data[place + token.end() :]
    return data


def _with_stream(
    data: bytes, one: re.Match[bytes], chance: Random, donors: Sequence[bytes]
) -> bytes:
    """Return a PDF with the content of a stream changed as it is before it is compressed."""
    stream = PDF_STREAM.search(one[0])
    if stream is None:
        return data
    try:
        plain, packed = zlib.decompress(stream[1]), True
    except zlib.error:
        plain, packed = stream[1], b"/FlateDecode" in one[0]
    if plain[:1] in (b"{", b"[") and chance.random() < 0.7:
        plain = changed_json(plain, chance, [plain])
    else:
        plain = changed_bytes(plain, chance, donors)
    new = zlib.compress(plain) if packed else plain
    head = re.sub(rb"/Length \d+", b"/Length %d" % len(new), one[0][: stream.start(1)])
    return data[: one.start()] + head + new + one[0][stream.end(1) :] + data[one.end() :]


def changed_words(data: bytes, chance: Random, donors: Sequence[bytes]) -> bytes:
    """Return a text with some of its words changed."""
    other = chance.choice(donors).decode("utf-8", "replace")
    lines = data.decode("utf-8", "replace").split("\n")
    place = chance.randrange(len(lines))
    if chance.random() < 0.1:
        lines.append(chance.choice(other.split("\n")))
    lines[place] = changed_text(lines[place], chance, other)
    return "\n".join(lines).encode(errors="replace")


FORMS: dict[str, Mutate] = {
    "spec": changed_yaml,
    "paytable": changed_yaml,
    "expression": changed_words,
    "about": changed_yaml,
    "strategy": changed_yaml,
    "log": changed_lines,
    "monitor_csv": changed_csv,
    "monitor_parquet": changed_parquet,
    "monitor_workbook": changed_workbook,
    "mapping": changed_yaml,
    "pdf": changed_pdf,
    "results": changed_json,
    "kept": changed_json,
    "ledger": changed_ledger,
    "arguments": changed_words,
}
"""By target."""
