"""The types of expressions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["boolean", "integer", "number", "word", "words", "seat", "card", "list", "none"]


@dataclass(frozen=True)
class Type:
    """A type of the rule language.

    Attributes
    ----------
    kind : str
        What it is; ``words`` is a set of words, ``none`` the value none.
    pack : str
        Of a card, the pack.
    words : frozenset or None
        Of a word or a set of words, the words that it can be; None if any.
    element : Type or None
        Of a list, its elements.
    """

    kind: Kind
    pack: str = ""
    words: frozenset[str] | None = None
    element: Type | None = None

    def __str__(self) -> str:
        match self.kind:
            case "card":
                return f"a card{self._of_pack}"
            case "list":
                return f"a list of {self.element.plural if self.element else 'nothing'}"
            case "words":
                return "a set of words"
            case "integer":
                return "an integer"
            case "none":
                return "none"
            case "word" if self.words is not None and len(self.words) <= 8:
                return f"one of the words {', '.join(sorted(self.words))}"
        return f"a {self.kind}"

    @property
    def plural(self) -> str:
        """The type as that of several things."""
        return f"cards{self._of_pack}" if self.kind == "card" else f"{self.kind}s"

    @property
    def _of_pack(self) -> str:
        return "" if self.pack == "cards" else f" of {self.pack}"


BOOLEAN = Type("boolean")
INTEGER = Type("integer")
NUMBER = Type("number")
WORD = Type("word")
WORDS = Type("words")
SEAT = Type("seat")
NONE = Type("none")
SEATS = Type("list", element=SEAT)
INTEGERS = Type("list", element=INTEGER)


def card_of(pack: str) -> Type:
    """Return the type of a card of a pack."""
    return Type("card", pack=pack)


def cards_of(pack: str) -> Type:
    """Return the type of a list of cards of a pack."""
    return Type("list", element=card_of(pack))


def word_of(words: frozenset[str]) -> Type:
    """Return the type of one of some words."""
    return Type("word", words=words)


def common(first: Type, second: Type) -> Type | None:
    """Return the type that holds the values of both, or None if none does."""
    if first == second:
        return first
    kinds = {first.kind, second.kind}
    if kinds == {"integer", "number"}:
        return NUMBER
    if kinds in ({"word"}, {"words"}):
        known = first.words is not None and second.words is not None
        words = (first.words or frozenset()) | (second.words or frozenset()) if known else None
        return Type(first.kind, words=words)
    if "none" in kinds:
        other = second if first.kind == "none" else first
        return other if other.kind in ("seat", "card") else None
    if kinds == {"list"}:
        if first.element is None or second.element is None:
            return first if second.element is None else second
        element = common(first.element, second.element)
        return Type("list", element=element) if element else None
    return None


def fits(found: Type, wanted: Type) -> bool:
    """Return whether a value of one type can be taken where another is wanted."""
    if wanted.kind == "word" and found.kind == "word":
        return wanted.words is None or (found.words is not None and found.words <= wanted.words)
    if wanted.kind == "words" and found.kind == "words":
        return True
    return common(found, wanted) == wanted
