"""Values that are chosen by what one name is, such as the pays of a paytable: a table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from certify.language import typed
from certify.language.typed import Node
from certify.play.interpreter.evaluate import Constant

LEAST_CASES = 3
"""Cases from which on a table is used: a branch that depends on cards is often guessed wrong."""


@dataclass(frozen=True)
class Cases:
    """The value for each value of a local name, and that for all others."""

    subject: typed.Local
    values: Mapping[Any, Any]
    otherwise: Any


def cases_of(node: Node, constant: Callable[[Node], Constant | None]) -> Cases | None:
    """Return the cases that an expression consists of; None if it is of another form."""
    values: dict[Any, Any] = {}
    subject: typed.Local | None = None
    while isinstance(node, typed.Conditional) and constant(node) is None:
        compared = node.condition
        if not (isinstance(compared, typed.Comparison) and compared.operators == ("==",)):
            return None
        local, other = compared.operands
        key, value = constant(other), constant(node.then)
        if not isinstance(local, typed.Local) or key is None or value is None:
            return None
        if subject is not None and local.slot != subject.slot:
            return None
        subject = local
        values.setdefault(key.value, value.value)
        node = node.otherwise
    last = constant(node)
    if subject is None or last is None or len(values) < LEAST_CASES:
        return None
    return Cases(subject, values, last.value)
