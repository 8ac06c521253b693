"""Reads the lines of a log: JSON, the keys and types of each, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

from certify.errors import LogError, Problem, nearest_name
from certify.play.logs.log import FORMAT, LARGEST_SEED, Header, Line

LARGEST_LOG = 50_000_000
LONGEST_LINE = 20_000
MOST_LINES = 500_000

KEYS: dict[str, tuple[dict[str, type | tuple[type, ...]], tuple[str, ...]]] = {
    "certify_log": (
        {
            "certify_log": int,
            "game": str,
            "version": str,
            "spec_sha256": str,
            "paytable_sha256": str,
            "parameters": dict,
            "players": int,
            "seed": (int, type(None)),
            "seats": list,
            "number": int,
            "procedure": str,
            "wagers": list,
        },
        ("number", "procedure", "wagers"),
    ),
    "card": ({"card": str, "from": str}, ()),
    "chance": ({"chance": str, "is": (str, int)}, ()),
    "seat": ({"seat": (int, str), "decision": str, "move": str, "pick": (str, int)}, ("pick",)),
    "undo": ({"undo": int}, ()),
    "over": (
        {"over": bool, "scores": list, "winners": list, "measures": dict},
        ("winners", "measures"),
    ),
}
"""Keys of each kind of line by its first: their types, and those that may be left out."""

WORDS = {
    int: "a whole number",
    str: "text",
    dict: "keys and values",
    list: "a list",
    bool: "true",
    type(None): "null",
}
KINDS = {
    "certify_log": "a header",
    "card": "a card that is dealt",
    "chance": "an event of chance",
    "seat": "a decision",
    "undo": "moves taken back",
    "over": "the result",
}


@dataclass(frozen=True)
class Entry:
    """A line of a log.

    Attributes
    ----------
    number : int
        Number of the line, from 1.
    kind : str
        The key that tells what it is.
    """

    number: int
    kind: str
    line: Line


def log_error(path: str, number: int, message: str) -> LogError:
    """Return the error that a line of a log is wrong."""
    return LogError([Problem(path, number, "", message)])


def read_entries(text: str, path: str) -> list[Entry]:
    """Return the lines of a log; the first is the header, and no other is.

    Raises `LogError` at the first line that is not one of a log.
    """
    if len(text) > LARGEST_LOG:
        raise log_error(path, 1, f"the log is larger than {LARGEST_LOG} characters")
    if text.count("\n") > MOST_LINES:
        raise log_error(path, 1, f"the log has more than {MOST_LINES} lines")
    lines = text.removesuffix("\n").split("\n")
    if lines == [""]:
        raise log_error(path, 1, 'the log is empty; expected a header, {"certify_log": 1, ..}')
    return [_entry(number, line, path) for number, line in enumerate(lines, 1)]


def _entry(number: int, text: str, path: str) -> Entry:
    data = _json(number, text, path)
    if not isinstance(data, dict):
        raise log_error(path, number, f"expected an object in braces; found {shown(data)}")
    kind = next((key for key in KEYS if key in data), None)
    if number == 1 and kind != "certify_log":
        message = 'a log begins with its header, {"certify_log": 1, ..}; found '
        raise log_error(path, 1, message + (KINDS[kind] if kind else shown(data)))
    if kind is None:
        known = [key for key in KEYS if key != "certify_log"]
        nearest = next(filter(None, (nearest_name(key, known) for key in data)), None)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise log_error(
            path,
            number,
            f"expected one of the keys {', '.join(known)}; found {shown(data)}{meant}",
        )
    if number > 1 and kind == "certify_log":
        raise log_error(path, number, "a second header; a log tells of one game")
    types, optional = KEYS[kind]
    for key, value in data.items():
        if key not in types:
            nearest = nearest_name(key, types)
            meant = f"did you mean {nearest}?" if nearest else f"expected {', '.join(types)}"
            raise log_error(path, number, f"unknown key {key!r} in {KINDS[kind]}; {meant}")
        wanted = types[key]
        wanted = wanted if isinstance(wanted, tuple) else (wanted,)
        if type(value) not in wanted:
            words = " or ".join(WORDS[one] for one in wanted)
            raise log_error(path, number, f"{key}: expected {words}; found {shown(value)}")
    for key in types:
        if key not in data and key not in optional:
            raise log_error(path, number, f"{KINDS[kind]} lacks the key {key!r}")
    return Entry(number, kind, data)


def _json(number: int, text: str, path: str) -> Any:
    if len(text) > LONGEST_LINE:
        raise log_error(path, number, f"the line is longer than {LONGEST_LINE} characters")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise log_error(path, number, f"the key {twice!r} is given twice")
        return found

    def refuse(word: str) -> NoReturn:
        raise log_error(path, number, f"{word} is no number of JSON")

    try:
        return json.loads(text, object_pairs_hook=once, parse_constant=refuse)
    except LogError:
        raise
    except json.JSONDecodeError as error:
        what = "an empty line" if not text.strip() else f"{error.msg}, column {error.colno}"
        raise log_error(path, number, f"not JSON: {what}") from None
    except (ValueError, RecursionError):
        raise log_error(path, number, "not JSON that is read here: too deep or too large") from None


def shown(value: object) -> str:
    """Return a value of a log as JSON, short."""
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 80 else f"{text[:77]}..."


def header_in(entry: Entry, path: str) -> Header:
    """Return the header in the first line of a log."""
    line = entry.line
    if line["certify_log"] != FORMAT:
        raise log_error(path, 1, f"a log of format {line['certify_log']}; expected {FORMAT}")
    seed = line["seed"]
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise log_error(path, 1, f"seed: expected null or 0 to {LARGEST_SEED}; found {shown(seed)}")
    number = line.get("number")
    if number is not None and (seed is None or not 0 <= number <= LARGEST_SEED):
        message = f"number: expected 0 to {LARGEST_SEED}, and a seed; found {shown(number)}"
        raise log_error(path, 1, message)
    for key, value in line["parameters"].items():
        if not isinstance(value, bool | int | float | str):
            raise log_error(path, 1, f"parameters: {key} cannot be {shown(value)}")
    if not all(isinstance(seat, str) for seat in line["seats"]):
        raise log_error(path, 1, "seats: expected who plays each seat, `person` or a policy")
    wagers = line.get("wagers", [])
    if not all(isinstance(wager, str) for wager in wagers):
        raise log_error(path, 1, "wagers: expected the names of the wagers that are made")
    given = {key: line[key] for key in Header.__dataclass_fields__ if key in line}
    return Header(**given | {"seats": tuple(line["seats"]), "wagers": tuple(wagers)})
