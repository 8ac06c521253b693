"""The mutants of a module, by the operators of Cosmic Ray, and a sample of them."""

from __future__ import annotations

import ast
import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from tools.mutation.definitions import path_of

OPERATORS = (
    "NumberReplacer",
    "AddNot",
    "ReplaceUnaryOperator_Delete_Not",
    "ReplaceUnaryOperator_Delete_USub",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ZeroIterationForLoop",
    "ExceptionReplacer",
    "ReplaceComparisonOperator_Eq_NotEq",
    "ReplaceComparisonOperator_NotEq_Eq",
    "ReplaceComparisonOperator_Lt_LtE",
    "ReplaceComparisonOperator_LtE_Lt",
    "ReplaceComparisonOperator_Gt_GtE",
    "ReplaceComparisonOperator_GtE_Gt",
    "ReplaceComparisonOperator_Is_IsNot",
    "ReplaceComparisonOperator_IsNot_Is",
    "ReplaceBinaryOperator_Add_Sub",
    "ReplaceBinaryOperator_Sub_Add",
    "ReplaceBinaryOperator_Mul_Div",
    "ReplaceBinaryOperator_Div_Mul",
    "ReplaceBinaryOperator_FloorDiv_Mul",
    "ReplaceBinaryOperator_Mod_Mul",
    "ReplaceBinaryOperator_Pow_Mul",
    "ReplaceBinaryOperator_LShift_RShift",
    "ReplaceBinaryOperator_RShift_LShift",
    "ReplaceBinaryOperator_BitAnd_BitOr",
    "ReplaceBinaryOperator_BitOr_BitAnd",
    "ReplaceBinaryOperator_BitXor_BitAnd",
)
"""One partner for every operator. All pairs would be four times as many mutants: most of them say
the same again, or die of a type at once and flatter the score."""


@dataclass(frozen=True, order=True)
class Mutant:
    """One change of one module.

    Attributes
    ----------
    module, operator : str
        Where and what.
    occurrence : int
        The place among all where the operator applies.
    line : int
        The line, from 1.
    text : str
        The line as it is written.
    """

    module: str
    operator: str
    occurrence: int
    line: int
    text: str

    @property
    def key(self) -> str:
        """What the result of the mutant is kept under: it changes with the source."""
        digest = hashlib.sha256(path_of(self.module).read_bytes()).hexdigest()[:12]
        return f"{self.module}:{digest}:{self.operator}:{self.occurrence}"

    def source(self) -> str:
        """Return the changed module."""
        from cosmic_ray.mutating import mutate_code
        from cosmic_ray.plugins import get_operator

        text = path_of(self.module).read_text(encoding="utf-8")
        changed = mutate_code(text, get_operator(f"core/{self.operator}")(), self.occurrence)
        assert isinstance(changed, str)
        return changed

    def change(self) -> str:
        """Return the line that differs, as it is in the mutant."""
        before = path_of(self.module).read_text(encoding="utf-8").splitlines()
        after = self.source().splitlines()
        return next(
            (new for old, new in zip(before, after, strict=False) if old != new), ""
        ).strip()


def mutants_of(module: str) -> list[Mutant]:
    """Return all mutants of a module; annotations, which are never run, are left alone."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator

    text = path_of(module).read_text(encoding="utf-8")
    lines = text.splitlines()
    left_alone = list(_annotations(ast.parse(text)))
    nodes = list(ast_nodes(get_ast(text)))
    found = []
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for occurrence, (start, _) in enumerate(places):
            if not any(first <= start < last for first, last in left_alone):
                text_of_line = lines[start[0] - 1].strip()
                found.append(Mutant(module, name, occurrence, start[0], text_of_line))
    return sorted(found)


Place = tuple[int, int]


def _annotations(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            found = getattr(node, name, None)
            if isinstance(found, ast.expr):
                yield (
                    (found.lineno, found.col_offset),
                    (found.end_lineno or found.lineno, found.end_col_offset or 0),
                )


def sampled(module: str, most: int, seed: int) -> list[Mutant]:
    """Return mutants of a module drawn without replacement, in the order they were drawn.

    A larger sample of the same seed begins with the smaller one.
    """
    everything = mutants_of(module)
    random.Random(f"{seed} {module}").shuffle(everything)
    return everything[:most]
