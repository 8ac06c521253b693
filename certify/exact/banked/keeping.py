"""Long steps of the way backward as bytes: a run that was ended goes on after them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from certify.exact.banked.amounts import Amount
from certify.exact.banked.frames import Answered
from certify.exact.banked.holdings import Holdings
from certify.exact.banked.kinds import Kinds

Arrays = dict[str, npt.NDArray[Any]]

Place = tuple[tuple[str, ...], int, int]
"""Answers and decisions before boards, and the piece of them."""


@dataclass(frozen=True, eq=False)
class Step:
    """What a step came to.

    Attributes
    ----------
    number, situations, settled : int
        Decisions, situations and settled rows that it added.
    answered, after : dict
        How decisions were answered, by number; the same after boards, piece by piece.
    bounds : sequence of ndarray
        Where the best play stays best, where payouts are kept apart.
    """

    worth: Amount
    number: int
    situations: int
    settled: int
    answered: Mapping[int, Answered]
    after: Mapping[Place, Mapping[int, Answered]]
    bounds: Sequence[npt.NDArray[Any]] = ()

    def to_bytes(self) -> bytes:
        """Return arrays and, as JSON, what else there is."""
        arrays: Arrays = {"worth": plain(self.worth.units)}
        answers: list[tuple[Any, ...]] = []
        for place, own in [(None, self.answered), *self.after.items()]:
            for number, each in own.items():
                name = str(len(answers))
                arrays[f"choice{name}"] = each.choice.astype(np.int16)
                arrays[f"legal{name}"] = each.legal
                if each.worths is not None:
                    arrays[f"worths{name}"] = plain(each.worths.units)
                worths = None if each.worths is None else [each.worths.base, each.worths.bound]
                answers.append((place, number, each.decision, each.options, each.before, worths))
        rest = {
            "worth": [self.worth.base, self.worth.bound],
            "added": [self.number, self.situations, self.settled],
            "answers": answers,
            "bounds": len(self.bounds),
        }
        arrays.update((f"bound{n}", plain(each)) for n, each in enumerate(self.bounds))
        arrays["rest"] = np.frombuffer(json.dumps(rest).encode(), dtype=np.uint8)
        written = io.BytesIO()
        np.savez(written, **arrays)  # type: ignore[arg-type]
        return written.getvalue()


class Steps(Protocol):
    """Keeps what long steps came to."""

    def find(self, step: str, read: Callable[[bytes], Step]) -> Step | None:
        """Return what a step came to, as `read` makes it of what was kept, or None."""

    def keep(self, step: str, found: bytes, instead_of: Sequence[str]) -> None:
        """Keep what a step came to; those within it are not needed any more."""


def step_of(content: bytes, kinds: Kinds) -> Step:
    """Return a step that was kept; the cards of its situations are filled in on the way forward."""
    arrays: Arrays = dict(np.load(io.BytesIO(content), allow_pickle=False))
    rest = json.loads(arrays["rest"].tobytes())
    nothing = Holdings(kinds, np.zeros((0, 0), dtype=np.uint8), ())
    answered: dict[int, Answered] = {}
    after: dict[Place, dict[int, Answered]] = {}
    for name, (place, number, decision, options, before, worths) in enumerate(rest["answers"]):
        own = answered
        if place is not None:
            path, at, piece = place
            own = after.setdefault((tuple(path), at, piece), {})
        units = arrays.get(f"worths{name}")
        own[number] = Answered(
            decision,
            tuple(options),
            tuple(before),
            nothing,
            {},
            None if units is None else Amount(integers(units), *worths),
            arrays[f"legal{name}"],
            arrays[f"choice{name}"].astype(np.int64),
        )
    number, situations, settled = rest["added"]
    worth = Amount(integers(arrays["worth"]), *rest["worth"])
    bounds = [integers(arrays[f"bound{place}"]) for place in range(rest["bounds"])]
    return Step(worth, number, situations, settled, answered, after, bounds)


def plain(units: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return integers as they can be written: those beyond a machine word as text."""
    return units.astype(str) if units.dtype == object else units


def integers(units: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return integers of what `plain` wrote."""
    if units.dtype.kind != "U":
        return units
    found: npt.NDArray[Any] = np.array([*map(int, units.flat)], dtype=object)
    return found.reshape(units.shape)
