"""What changed between two specs, element by element."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from certify.language.game import LoadedGame

SINGULAR = {
    "clauses": "clause",
    "rulings": "ruling",
    "assumptions": "assumption",
    "parameters": "parameter",
    "packs": "pack",
    "zones": "zone",
    "variables": "variable",
    "tokens": "token",
    "rankings": "ranking",
    "definitions": "definition",
    "decisions": "decision",
    "procedures": "procedure",
    "policies": "policy",
    "invariants": "invariant",
    "examples": "example",
    "lengths": "length",
    "figures": "figure",
    "wagers": "wager",
    "published": "published figures",
    "paytables": "paytable",
}
WITHOUT_EFFECT = {
    "source", "clauses", "examples", "lengths", "figures", "published", "policies", "invariants",
    "text", "title", "summary", "cites", "why", "question", "decided", "reference",
}  # fmt: skip
"""Sections and keys that change no play: they tell, cite or watch."""

NAMED = set(SINGULAR)


@dataclass(frozen=True)
class Change:
    """One difference between two specs.

    Attributes
    ----------
    kind : str
        ``added``, ``removed`` or ``changed``.
    element : str
        What it belongs to, such as ``parameter decks``.
    part : str
        Path within the element; empty if the whole of it came or went.
    before, after : str
        As written; empty if there was, or is, nothing.
    play : bool
        Whether it can change how the game is played or paid.
    cites : tuple of str
        Clauses and rulings that the element implements, in the later spec.
    """

    kind: Literal["added", "removed", "changed"]
    element: str
    part: str
    before: str
    after: str
    play: bool
    cites: tuple[str, ...]


def differences(before: LoadedGame, after: LoadedGame) -> tuple[Change, ...]:
    """Return what changed from one spec to another, its paytables with it."""
    return tuple(_changes(_plain(before), _plain(after)))


def _plain(game: LoadedGame) -> dict[str, Any]:
    data: dict[str, Any] = game.spec.model_dump(mode="json", exclude_defaults=True)
    data.pop("paytables", None)
    for alias, table in game.paytables.items():
        data.setdefault("paytables", {})[alias] = table.model_dump(mode="json")
    return data


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Change]:
    for section in dict.fromkeys([*after, *before]):
        old, new = before.get(section), after.get(section)
        if old == new:
            continue
        if section not in NAMED:
            yield from _element(section, section, old, new)
            continue
        old, new = old or {}, new or {}
        for name in dict.fromkeys([*new, *old]):
            if old.get(name) != new.get(name):
                element = f"{SINGULAR[section]} {name}"
                yield from _element(section, element, old.get(name), new.get(name))


def _element(section: str, element: str, old: Any, new: Any) -> Iterator[Change]:
    source = new if isinstance(new, dict) else old if isinstance(old, dict) else {}
    cites = tuple(source.get("cites", ()))
    play = section not in WITHOUT_EFFECT
    if old is None or new is None:
        kind: Literal["added", "removed"] = "added" if old is None else "removed"
        shown = _shown(new if old is None else old)
        before, after = ("", shown) if old is None else (shown, "")
        yield Change(kind, element, "", before, after, play, cites)
        return
    for part, one, other in _parts((), old, new):
        effect = play and not WITHOUT_EFFECT & set(part)
        path = ".".join(str(key) for key in part)
        kind_of = "added" if one is None else "removed" if other is None else "changed"
        yield Change(kind_of, element, path, _shown(one), _shown(other), effect, cites)  # type: ignore[arg-type]


def _parts(
    place: tuple[str | int, ...], old: Any, new: Any
) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    """Yield the smallest parts in which two elements differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*new, *old]):
            if old.get(key) != new.get(key):
                yield from _parts((*place, key), old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield from _parts((*place, number), one, other)
    else:
        yield place, old, new


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
