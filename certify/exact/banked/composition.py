"""What is left of a pack: how many cards of each kind that the rules tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.cards.counts import listed_names, read_counts
from certify.errors import InfeasibleShoeError, SpecError, StateSpaceError, unknown_name
from certify.play.interpreter.deck import FIELD, alike_label
from certify.play.interpreter.program import Program


@dataclass(frozen=True)
class Composition:
    """Cards that a round is dealt from.

    Attributes
    ----------
    pack : str
        The pack.
    names : tuple of str
        The kinds of its cards, as the spec writes them; of several cards what they have in common,
        such as ``Q``.
    counts, full : tuple of int
        How many of each are left, and how many the pack has.
    """

    pack: str
    names: tuple[str, ...]
    counts: tuple[int, ...]
    full: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of cards that are left."""
        return sum(self.counts)

    def __str__(self) -> str:
        """Return what is written after ``--shoe``: kinds of which there are not all."""
        each = zip(self.names, self.counts, self.full, strict=True)
        return ",".join(f"{name}={count}" for name, count, all_ in each if count != all_)

    def cards(self, program: Program) -> list[int]:
        """Return cards of the pack, so many of each kind."""
        alike = _alike(program, self.pack)
        return [
            card for cards, count in zip(alike, self.counts, strict=True) for card in cards[:count]
        ]


def composition_of(program: Program, given: str | Sequence[int]) -> Composition:
    """Return what is left of the pack of a game.

    `given`: as ``--shoe`` takes it, counts in the order of kinds or ``NAME=COUNT,..``; ``Q=0``
    means all kinds that are written with it. Raises `InfeasibleShoeError` if it cannot be left so.
    """
    if len(program.play.spec.packs) != 1:
        raise StateSpaceError("a shoe can be given to games with one pack")
    (pack,) = program.play.spec.packs
    alike = _alike(program, pack)
    names = names_of_kinds(program, pack, alike)
    full = tuple(len(cards) for cards in alike)
    text = given if isinstance(given, str) else ",".join(str(int(count)) for count in given)
    counts = read_counts(_single(text, program, pack, alike, names), names, full)
    if len(counts) != len(names):
        raise InfeasibleShoeError(
            f"a shoe needs {len(names)} counts in the order {listed_names(names)}, not"
            f" {len(counts)}; or NAME=COUNT for those of which some are gone"
        )
    for name, count, most in zip(names, counts, full, strict=True):
        if not 0 <= count <= most:
            raise InfeasibleShoeError(
                f"{count} cards {name} cannot be left: the whole pack has {most}"
            )
    if not sum(counts):
        raise InfeasibleShoeError("the shoe is empty")
    return Composition(pack, names, counts, full)


def _alike(program: Program, pack: str) -> list[list[int]]:
    """Return the cards of each kind, in the order of the pack."""
    found: dict[int, list[int]] = {}
    for card in program.deck.cards(pack):
        found.setdefault(program.deck.kinds[card], []).append(card)
    return [*found.values()]


def names_of_kinds(program: Program, pack: str, alike: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return the names of kinds, each given by its cards: what their labels have in common."""
    deck, spec = program.deck, program.play.spec.packs[pack]
    names = tuple(alike_label(deck, spec, pack, cards) for cards in alike)
    if len(set(names)) < len(names) or not all(names):
        names = tuple(deck.labels[cards[0]] for cards in alike)
    if len(set(names)) < len(names):
        raise InfeasibleShoeError(f"the labels of {pack} do not tell its kinds of cards apart")
    return names


def cards_named(program: Program, pack: str, text: str) -> frozenset[int]:
    """Return the cards that somebody names by values of an attribute, such as ``T-A`` or ``6,7``.

    Raises `SpecError` if there is no such value.
    """
    deck, spec = program.deck, program.play.spec.packs[pack]
    cards = deck.cards(pack)
    by_value: dict[str, dict[str, set[int]]] = {}
    for attribute in FIELD.findall(spec.label):
        own = by_value.setdefault(attribute, {})
        for card in cards:
            value = str(deck.attributes[pack, attribute][card])
            own.setdefault(spec.names.get(attribute, {}).get(value, value), set()).add(card)
    found: set[int] = set()
    for part in text.split(","):
        ends = [end.strip() for end in part.split("-")]
        for values in by_value.values():
            if len(ends) <= 2 and all(end in values for end in ends):
                order = [*values]
                places = sorted(map(order.index, ends))
                within = order[places[0] : places[-1] + 1]
                found |= {card for value in within for card in values[value]}
                break
        else:
            known = [value for values in by_value.values() for value in values]
            unknown = next((end for end in ends if end not in known), part.strip())
            raise SpecError(unknown_name(unknown, "value of a card", known))
    return frozenset(found)


def _single(
    text: str, program: Program, pack: str, alike: Sequence[Sequence[int]], names: Sequence[str]
) -> str:
    """Return counts in which the name of a value stands for all kinds that have it."""
    deck, spec = program.deck, program.play.spec.packs[pack]
    shared: dict[str, list[str]] = {}
    for name, cards in zip(names, alike, strict=True):
        for attribute in FIELD.findall(spec.label):
            value = str(deck.attributes[pack, attribute][cards[0]])
            shared.setdefault(spec.names.get(attribute, {}).get(value, value), []).append(name)
    parts = []
    for part in text.split(","):
        name, equals, count = (each.strip() for each in part.partition("="))
        several = shared.get(name, ())
        if not equals or name in names or not several:
            parts.append(part)
        elif count == "0" or len(several) == 1:
            parts += [f"{each}={count}" for each in several]
        else:
            raise InfeasibleShoeError(
                f"{name} is several kinds of cards that the rules tell apart: {', '.join(several)};"
                " say of each how many are left"
            )
    return ",".join(parts)
