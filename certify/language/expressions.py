"""Expressions as text: parsed with limits, written in one form, and refused where they go beyond.

Python's own parser reads them; nothing is ever run by it. What the tree may contain is decided
where names are resolved.
"""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from functools import lru_cache
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from certify.language.document import Place

LONGEST = 1_000
DEEPEST = 24
MOST_DIGITS = 15


NOT_A_NAME = "expressions cannot use the word {name} as a name; choose another"
NO_EXPRESSION = "not an expression"
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_WORD = re.compile(r"[A-Za-z_]+")
_OF_THE_SYNTAX = frozenset(
    ("and", "or", "not", "in", "if", "else", "for", "is", "lambda", "async", "await", "yield")
)
"""Keywords of Python that are part of expressions, if not of those of the language."""

_ELSEWHERE = tuple(
    (re.compile(sign), f"{way} is written {instead}")
    for sign, way, instead in (
        (r"&&|\|\|", "&& or ||", "and, or"),
        (r"=>|=<", "=> or =<", ">= or <="),
        (r"<>", "<>", "!="),
        (r"!(?!=)", "!", "not"),
        (r"\?", "a ? b : c", "b if a else c"),
        (r"\bthen\b", "if a then b else c", "b if a else c"),
        (r"(?<![=<>!])=(?!=)", "=", "=="),
        (r"\d\.\.+\d", "1..6", "range(1, 6)"),
    )
)
"""How something is written in other languages, and here."""

_FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class ExpressionProblem(ValueError):  # noqa: N818  (caught by who knows the place)
    """What is wrong with an expression.

    Attributes
    ----------
    place : tuple or None
        Where it is, if not where the expression stands: in a definition that it uses.
    told : bool
        Whether it is known already, and need not be told again.
    """

    def __init__(self, message: str, place: Place | None = None, *, told: bool = False) -> None:
        super().__init__(message)
        self.place, self.told = place, told


@lru_cache(maxsize=512)
def parse(text: str) -> ast.expr:
    """Return the syntax tree of an expression.

    Raises `ValueError` if it is no expression, or beyond a limit; the message says where.
    """
    if len(text) > LONGEST:
        raise ValueError(f"the expression has more than {LONGEST} characters")
    if "#" in text:
        raise ValueError("not an expression: # begins no comment in it")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(" ".join(text.split()), mode="eval").body
    except SyntaxError as error:
        for name in sorted(keywords_in(text) - _OF_THE_SYNTAX):
            raise ValueError(NOT_A_NAME.format(name=name)) from None
        unquoted = _QUOTED.sub("", text)
        instead = next((way for sign, way in _ELSEWHERE if sign.search(unquoted)), "")
        where = f" at character {error.offset}" if error.offset else ""
        raise ValueError(f"{NO_EXPRESSION}: {instead or error.msg + where}") from None
    except (ValueError, RecursionError, MemoryError):
        raise ValueError("not an expression: it cannot be read") from None
    _check_depth(tree)
    return tree


def keywords_in(text: str) -> set[str]:
    """Return the keywords of Python in a text, outside quotes."""
    return {word for word in _WORD.findall(_QUOTED.sub("", text)) if keyword.iskeyword(word)}


def _check_depth(tree: ast.expr) -> None:
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST):
        level = [
            child
            for node in level
            for child in ast.iter_child_nodes(node)
            if not isinstance(child, ast.expr_context)
        ]
        if not level:
            return
    raise ValueError(f"the expression is nested deeper than {DEEPEST} levels")


def left_of(text: str) -> str | None:
    """Return the left side of an expression that compares two values, or None of another."""
    tree = parse(text)
    if not isinstance(tree, ast.Compare) or len(tree.ops) > 1:
        return None
    return None if isinstance(tree.left, ast.Constant) else ast.unparse(tree.left)


def names_in(text: str) -> set[str]:
    """Return the names that an expression has in it."""
    return {node.id for node in ast.walk(parse(text)) if isinstance(node, ast.Name)}


@lru_cache(maxsize=4096)
def normalised(text: str) -> str:
    """Return an expression in the one form that is hashed."""
    try:
        return ast.unparse(parse(text))
    except RecursionError:
        raise ValueError("not an expression: it cannot be read") from None


def fields_of(text: str) -> list[str] | None:
    """Return the names in braces in a text, or None if the braces are no names in pairs."""
    rest = _FIELD.sub("", text)
    return None if "{" in rest or "}" in rest else _FIELD.findall(text)


def split_range(text: str) -> tuple[str, str]:
    """Return the two ends of a range ``a..b``; a single value is both.

    `text`: such as ``1..4``, ``0..all`` or ``3``.
    """
    least, dots, most = text.partition("..")
    return (least.strip(), most.strip()) if dots else (text.strip(), text.strip())


def _as_text(value: Any) -> Any:
    """Return a scalar that YAML reads as another kind as the text that it was."""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        if len(str(abs(value))) > MOST_DIGITS:
            raise ValueError(f"a number has at most {MOST_DIGITS} digits")
        return str(value)
    if isinstance(value, float):
        return repr(value)
    return value


def spaced(text: str) -> str:
    """Return a text that may be a range of expressions in the one form that is hashed."""
    return _checked_range(text) if ".." in text else text.strip()


def given_once(value: Any) -> Any:
    """Return a map from expressions as it is; refuse it if two keys are the same but for spaces."""
    if isinstance(value, dict):
        seen: dict[str, str] = {}
        for key in value:
            try:
                form = normalised(key)
            except ValueError:
                continue
            if form in seen:
                raise ValueError(f"{form} is given twice")
            seen[form] = key
    return value


def _checked_range(text: str) -> str:
    least, most = split_range(text)
    parts = [normalised(least), normalised(most)]
    return parts[0] if ".." not in text else "..".join(parts)


Expression = Annotated[
    str,
    BeforeValidator(_as_text, json_schema_input_type=str | int | bool),
    Field(description="An expression of the rule language."),
    AfterValidator(normalised),
]
RangeText = Annotated[
    str,
    BeforeValidator(_as_text, json_schema_input_type=str | int),
    Field(description="A range a..b of expressions, or one expression."),
    AfterValidator(_checked_range),
]
