"""Cases: which of several things holds for a word or an integer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Annotated

from pydantic import BeforeValidator, Field

from certify.language import typed
from certify.language.expressions import MOST_DIGITS, ExpressionProblem
from certify.language.typed import Node
from certify.language.types import BOOLEAN, INTEGER, Type, common, word_of

ELSE = "else"
MOST_CASES = 200
IN_A_ROW = 16
"""Cases that are looked at one after another; of more, first which half it is of."""

_INTEGER = re.compile(rf"-?\d{{1,{MOST_DIGITS}}}")

Key = tuple[int, int] | str
"""Ends of a range of integers, both included; or a word."""


def _as_text(value: object) -> object:
    """Return the key of a case as text: YAML reads 3 as a number."""
    return str(value) if type(value) is int else value


Case = Annotated[
    str,
    BeforeValidator(_as_text),
    Field(
        min_length=1,
        max_length=64,
        description="A word, an integer, a range a..b, or else.",
    ),
]


def keys_of(cases: Iterable[str], selector: Type) -> dict[str, Key]:
    """Return what the text of each case means, but that of `else`.

    Raises `ExpressionProblem` for too many keys, and one that the selector cannot have or that is
    there twice.
    """
    if selector.kind not in ("integer", "word"):
        raise ExpressionProblem(f"cases are of an integer or a word; found {selector}")
    found: dict[str, Key] = {}
    for text in cases:
        if text == ELSE:
            continue
        if len(found) == MOST_CASES:
            raise ExpressionProblem(f"more than {MOST_CASES} cases")
        key: Key = text
        if selector.kind == "integer":
            least, dots, most = text.partition("..")
            ends = (least.strip(), most.strip() if dots else least.strip())
            if not all(_INTEGER.fullmatch(end) for end in ends):
                raise ExpressionProblem(f"expected an integer or a range a..b; found {text}")
            key = (int(ends[0]), int(ends[1]))
            if key[0] > key[1]:
                raise ExpressionProblem(f"the range {text} is empty")
            if any(_overlap(key, other) for other in found.values()):
                raise ExpressionProblem(f"the case {text} is there twice")
        elif selector.words is not None and text not in selector.words:
            raise ExpressionProblem(
                f"there is no word {text}; known: {', '.join(sorted(selector.words))}"
            )
        found[text] = key
    return found


def _overlap(key: Key, other: Key) -> bool:
    return (
        isinstance(key, tuple)
        and isinstance(other, tuple)
        and key[0] <= other[1]
        and other[0] <= key[1]
    )


def is_case(selector: Node, key: Key) -> Node:
    """Return whether a selector has the value, or a value, of a key."""
    if isinstance(key, str):
        word = typed.Literal(word_of(frozenset((key,))), key)
        return typed.Comparison(BOOLEAN, ("==",), (selector, word))
    least, most = (typed.Literal(INTEGER, end) for end in key)
    if key[0] == key[1]:
        return typed.Comparison(BOOLEAN, ("==",), (selector, least))
    return typed.Comparison(BOOLEAN, ("<=", "<="), (least, selector, most))


def chosen(selector: Node, cases: Sequence[tuple[Key, Node]], otherwise: Node | None) -> Node:
    """Return the value of the case that a selector meets; the selector is worked out once before.

    Raises `ExpressionProblem` if some value of it has none, or the values have no common type.
    """
    if otherwise is None:
        words = selector.type.words
        missing = [] if words is None else sorted(words - {str(key) for key, _ in cases})
        if words is None or missing:
            what = f"of {', '.join(missing)}" if missing else "for all other values: else"
            raise ExpressionProblem(f"missing: the case {what}")
        *cases, (_, otherwise) = cases
    kind = otherwise.type
    for _, node in cases:
        joined = common(kind, node.type)
        if joined is None:
            raise ExpressionProblem(f"the cases are either {kind} or {node.type}")
        kind = joined
    if len(cases) <= IN_A_ROW:
        return _branched(selector, cases, otherwise, kind)
    # What is for all others stands once, outside the tree.
    *others, (_, last) = cases
    return typed.Conditional(
        kind, _is_one_of(selector, cases), _branched(selector, others, last, kind), otherwise
    )


def levels_of(number: int) -> int:
    """Return how deep the value of the last of so many cases lies."""
    return min(number, IN_A_ROW) + (max(number - 1, 0) // IN_A_ROW).bit_length()


def _branched(
    selector: Node, cases: Sequence[tuple[Key, Node]], otherwise: Node, kind: Type
) -> Node:
    if len(cases) <= IN_A_ROW:
        found = otherwise
        for key, node in reversed(cases):
            found = typed.Conditional(kind, is_case(selector, key), node, found)
        return found
    half = len(cases) // 2
    *first, (_, last) = cases[:half]
    return typed.Conditional(
        kind,
        _is_one_of(selector, cases[:half]),
        _branched(selector, first, last, kind),
        _branched(selector, cases[half:], otherwise, kind),
    )


def _is_one_of(selector: Node, cases: Sequence[tuple[Key, Node]]) -> Node:
    return typed.Logic(BOOLEAN, "or", tuple(is_case(selector, key) for key, _ in cases))
