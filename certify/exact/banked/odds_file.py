"""Odds as bytes, so that they are kept: integers in arrays, everything else as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.exact.banked.amounts import Amount
from certify.exact.banked.frames import Answered
from certify.exact.banked.holdings import Group, Holdings
from certify.exact.banked.keeping import integers, plain
from certify.exact.banked.kinds import Kinds
from certify.exact.banked.odds import Odds
from certify.exact.banked.pricing import Bounds
from certify.exact.banked.walking import Outcomes, Summary

Arrays = dict[str, npt.NDArray[Any]]

MOST_BYTES = 100_000_000
"""Of situations beyond so many bytes none is kept: their words are found again by a new solve."""

Decided = Mapping[tuple[str, tuple[str, ...]], Summary]


def odds_to_bytes(odds: Odds) -> bytes:
    """Return odds as bytes, without the situations; `situations_to_bytes` has these."""
    arrays = {"bounds": plain(odds.bounds.rows), "strict": odds.bounds.strict}
    rest = {
        "rows": odds.rows,
        "names": odds.names,
        "limits": [*map(str, odds.bounds.limits)],
        "outcomes": {name: _told(found, odds, name) for name, found in odds.outcomes.items()},
        "decided": [
            [decision, before, each.situations, _texts(each.shares), len(each.kept)]
            for (decision, before), each in odds.summaries.items()
        ],
        "fixed": _texts(odds.fixed),
        "added": [odds.situations, odds.settled],
    }
    return _packed(arrays, rest)


def odds_from_bytes(content: bytes) -> Odds:
    """Return kept odds; no situations are in them, and no kinds of cards."""
    arrays, rest = _unpacked(content)
    summaries = {
        (decision, tuple(before)): Summary(
            situations, {option: Fraction(share) for option, share in shares.items()}, []
        )
        for decision, before, situations, shares, _ in rest["decided"]
    }
    names = {name: tuple(own) for name, own in rest["names"].items()}
    return Odds(
        tuple(rest["rows"]),
        names,
        {name: _read(told, len(names[name])) for name, told in rest["outcomes"].items()},
        Bounds(integers(arrays["bounds"]), arrays["strict"], tuple(map(Fraction, rest["limits"]))),
        {row: Fraction(pays) for row, pays in rest["fixed"].items()},
        summaries,
        None,
        *rest["added"],
    )


def situations_to_bytes(odds: Odds) -> bytes | None:
    """Return the situations of odds as bytes; None if there are too many, or one is unusual."""
    arrays: Arrays = {}
    told: list[Any] = []
    size = 0
    for summary in odds.summaries.values():
        own = []
        for each in summary.kept:
            if each.worths is None or each.worths.units.ndim == 2:
                return None
            name = str(len(arrays))
            size += each.worths.units.nbytes
            if size > MOST_BYTES:
                return None
            values: dict[int, Any] = {}
            for place, value in each.values.items():
                if isinstance(value, np.ndarray):
                    arrays[f"value{place} {name}"] = value
                elif value is None or isinstance(value, int | str):
                    values[place] = value
                else:
                    return None
            arrays |= {
                f"worths {name}": plain(each.worths.units),
                f"cards {name}": each.known.cards,
                f"legal {name}": each.legal,
                f"choice {name}": each.choice,
                f"weights {name}": plain(each.weights),
            }
            if each.ways is not None:
                arrays[f"ways {name}"] = plain(each.ways)
            groups = [[group.zone, group.number, group.ordered] for group in each.known.groups]
            own.append(
                [name, each.options, each.before, groups, [*values.items()],
                 [*each.values], str(each.total), str(each.worths.base), str(each.worths.bound)]
            )  # fmt: skip
        told.append(own)
    return _packed(arrays, told)


def situations_from_bytes(content: bytes, odds: Odds, kinds: Kinds) -> Odds:
    """Return odds with the situations that were kept of them."""
    arrays, told = _unpacked(content)
    summaries = {}
    for (key, summary), own in zip(odds.summaries.items(), told, strict=True):
        kept = []
        for name, options, before, groups, values, places, total, base, bound in own:
            plain_values = dict(values)
            held = tuple(Group(zone, number, ordered) for zone, number, ordered in groups)
            kept.append(
                Answered(
                    key[0],
                    tuple(options),
                    tuple(before),
                    Holdings(kinds, arrays[f"cards {name}"], held),
                    {
                        place: plain_values[place]
                        if place in plain_values
                        else arrays[f"value{place} {name}"]
                        for place in places
                    },
                    Amount(integers(arrays[f"worths {name}"]), int(base), int(bound)),
                    arrays[f"legal {name}"],
                    arrays[f"choice {name}"],
                    integers(arrays[f"weights {name}"]),
                    int(total),
                    integers(arrays[f"ways {name}"]) if f"ways {name}" in arrays else None,
                )
            )
        summaries[key] = Summary(summary.situations, summary.shares, kept)
    return replace(odds, summaries=summaries, kinds=kinds)


def _told(found: Outcomes, odds: Odds, name: str) -> list[Any]:
    """Return outcomes as texts: first all forms, once, then what is put down and the lines."""
    number = len(odds.names[name])
    forms: dict[Any, int] = {}
    rows = [
        [
            [*map(str, key[:number])],
            [forms.setdefault(form, len(forms)) for form in key[number : 2 * number]],
            [*map(int, key[2 * number :])],
            str(p),
        ]
        for key, p in found.items()
    ]
    return [[[*map(str, form)] for form in forms], rows]


def _read(told: Sequence[Any], number: int) -> Outcomes:
    texts, rows = told
    forms = [tuple(map(Fraction, form)) for form in texts]
    return {
        (
            *map(Fraction, stakes),
            *(forms[place] for place in nets),
            *map(Fraction, lines),
        ): Fraction(p)
        for stakes, nets, lines, p in rows
    }


def _texts(shares: Mapping[str, Fraction]) -> dict[str, str]:
    return {option: str(share) for option, share in shares.items()}


def _packed(arrays: Arrays, rest: Any) -> bytes:
    written = io.BytesIO()
    every = {**arrays, "rest": np.frombuffer(json.dumps(rest).encode(), dtype=np.uint8)}
    np.savez(written, **every)  # type: ignore[arg-type]
    return written.getvalue()


def _unpacked(content: bytes) -> tuple[Arrays, Any]:
    arrays: Arrays = dict(np.load(io.BytesIO(content), allow_pickle=False))
    return arrays, json.loads(arrays["rest"].tobytes())
