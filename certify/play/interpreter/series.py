"""Functions of a series: a body for each element of collections, under conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from certify.errors import PlayError

Values = list[Any]
Zones = list[list[int]]
Evaluate = Callable[[Values, Zones], Any]
Loop = tuple[int, Evaluate, Evaluate | None]
"""Position of the element among the values, the collection, the condition."""

MOST_WORK = 1_000_000
LARGEST = 10**18
"""Products, sums and denominators beyond it stop a game: no count or amount of money comes near."""

FEW = 1024
WORK = 0


def series_function(
    name: str,
    body: Evaluate,
    loops: list[Loop],
    default: Evaluate | None,
    weight: int = 1,
    nth: Evaluate | None = None,
) -> Evaluate:
    """Return the function of a series."""
    if len(loops) == 1:
        each = _one_loop(*loops[0], weight)
    else:
        each = _two_loops(loops[0], loops[1], weight)
    last = loops[-1][0]
    if nth is not None:
        return _nth(each, body, default, nth, name, last)
    match name:
        case "sum":
            return _sum(each, body)
        case "count":
            return lambda v, z: sum(1 for _ in each(v, z) if body(v, z))
        case "any":
            return lambda v, z: any(body(v, z) for _ in each(v, z))
        case "all":
            return lambda v, z: all(body(v, z) for _ in each(v, z))
        case "list":
            return lambda v, z: [body(v, z) for _ in each(v, z)]
        case "distinct":
            return lambda v, z: len({body(v, z) for _ in each(v, z)})
        case "first":
            return _first(each, body, default)
        case "run":
            return _run(each, body, loops, weight)
        case "min" | "max":
            return _extreme(each, body, default, max if name == "max" else min, name)
    return _best(each, body, default, name == "highest", last)


def worked(values: Values, number: int) -> None:
    """Count work, and stop a game that does more than it may between two decisions."""
    done = values[WORK] + number
    if done > MOST_WORK:
        raise PlayError(f"more than {MOST_WORK} elements of series between two decisions")
    values[WORK] = done


Each = Callable[[Values, Zones], Iterator[Any]]


def _one_loop(place: int, collection: Evaluate, condition: Evaluate | None, weight: int) -> Each:
    if condition is None:

        def each(v: Values, z: Zones) -> Iterator[Any]:
            elements = collection(v, z)
            worked(v, len(elements) * weight)
            for element in elements:
                v[place] = element
                yield element

        return each

    def each_if(v: Values, z: Zones) -> Iterator[Any]:
        elements = collection(v, z)
        worked(v, len(elements) * weight)
        for element in elements:
            v[place] = element
            if condition(v, z):
                yield element

    return each_if


def _two_loops(outer: Loop, inner: Loop, weight: int) -> Each:
    outside, inside = _one_loop(*outer, weight), _one_loop(*inner, weight)

    def each(v: Values, z: Zones) -> Iterator[Any]:
        for _ in outside(v, z):
            yield from inside(v, z)

    return each


def _sum(each: Each, body: Evaluate) -> Evaluate:
    def total(v: Values, z: Zones) -> Any:
        found = 0
        for _ in each(v, z):
            found += body(v, z)
            if found.denominator > LARGEST:
                raise PlayError(f"a fraction with parts beyond {LARGEST}")
        return found

    return total


def _first(each: Each, body: Evaluate, default: Evaluate | None) -> Evaluate:
    def first(v: Values, z: Zones) -> Any:
        for _ in each(v, z):
            return body(v, z)
        return _default(default, v, z, "first")

    return first


def _default(default: Evaluate | None, v: Values, z: Zones, name: str) -> Any:
    if default is None:
        raise PlayError(f"{name} of nothing; give a default")
    return default(v, z)


def _extreme(
    each: Each,
    body: Evaluate,
    default: Evaluate | None,
    function: Callable[..., Any],
    name: str,
) -> Evaluate:
    def extreme(v: Values, z: Zones) -> Any:
        found = [body(v, z) for _ in each(v, z)]
        return function(found) if found else _default(default, v, z, name)

    return extreme


def _best(
    each: Each, body: Evaluate, default: Evaluate | None, highest: bool, place: int
) -> Evaluate:
    def best(v: Values, z: Zones) -> Any:
        best_value = best_element = None
        for _ in each(v, z):
            value = body(v, z)
            if best_value is None or (value > best_value if highest else value < best_value):
                best_value, best_element = value, v[place]
        if best_value is None:
            return _default(default, v, z, "highest" if highest else "lowest")
        return best_element

    return best


def _nth(
    each: Each,
    body: Evaluate,
    default: Evaluate | None,
    nth: Evaluate,
    name: str,
    place: int,
) -> Evaluate:
    sign = -1 if name in ("max", "highest") else 1

    def found(v: Values, z: Zones) -> Any:
        number = nth(v, z)
        if number < 1:
            raise PlayError(f"nth counts from 1; found {number}")
        both = [(body(v, z), v[place]) for _ in each(v, z)]
        if number > len(both):
            if default is None:
                raise PlayError(f"{name} with nth={number} of {len(both)} elements; give a default")
            return default(v, z)
        # Of equals the first comes first.
        value, element = sorted(both, key=lambda pair: sign * pair[0])[number - 1]
        return element if name in ("highest", "lowest") else value

    return found


def _run(each: Each, body: Evaluate, loops: list[Loop], weight: int) -> Evaluate:
    place, collection, condition = loops[0]
    if len(loops) > 1 or condition is not None:

        def general(v: Values, z: Zones) -> int:
            found = [body(v, z) for _ in each(v, z)]
            length = 0
            while length < len(found) and found[-1 - length] == found[-1]:
                length += 1
            return length

        return general

    def run(v: Values, z: Zones) -> int:
        # From the end, since runs are short.
        length, last = 0, None
        for element in reversed(collection(v, z)):
            v[place] = element
            value = body(v, z)
            if length and value != last:
                break
            last = value
            length += 1
            if not length % FEW:
                worked(v, FEW * weight)
        worked(v, length % FEW * weight)
        return length

    return run
