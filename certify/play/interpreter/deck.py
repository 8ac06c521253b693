"""The cards of a game: built from its packs, with their attributes, labels and kinds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from certify.errors import PlayError, nearest_name
from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.elements import Pack
from certify.language.types import Type

MOST_CARDS = 2_000
MOST_COMBINATIONS = 20_000
FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")
"""An attribute in a label."""

Attributes = dict[str, Any]


@dataclass(frozen=True)
class Deck:
    """Every card of a game, by its number.

    Attributes
    ----------
    packs : dict
        First number and number of cards of each pack.
    labels : tuple of str
        How each card is written.
    attributes : dict
        Tables by pack and attribute; a table has an entry for each card of the game.
    kinds : tuple of int
        Kind of each card: cards of one kind are alike. Kinds are numbered in the order of packs and
        of the values that rules read.
    order : tuple of int
        Position of each card among all, by kind and then by number.
    """

    packs: Mapping[str, tuple[int, int]]
    labels: tuple[str, ...]
    attributes: Mapping[tuple[str, str], list[Any]]
    kinds: tuple[int, ...]
    order: tuple[int, ...]

    def cards(self, pack: str) -> range:
        """Return the numbers of the cards of a pack."""
        first, number = self.packs[pack]
        return range(first, first + number)

    def named(self, text: str, among: Iterable[int]) -> list[int]:
        """Return the cards that labels name, each card once.

        Raises `PlayError` if a label names no card, or more cards than there are.
        """
        left: dict[str, list[int]] = {}
        for card in among:
            left.setdefault(self.labels[card], []).append(card)
        found = []
        for label in text.split():
            if label not in left:
                nearest = nearest_name(label, left)
                meant = f"; did you mean {nearest}?" if nearest else ""
                known = label in self.labels
                raise PlayError(
                    f"the card {label} is not there"
                    if known
                    else f"there is no card {label}{meant}"
                )
            if not left[label]:
                raise PlayError(f"the card {label} is named more often than there are such cards")
            found.append(left[label].pop(0))
        return found

    def written(self, cards: Iterable[int]) -> str:
        """Return the labels of cards with spaces between."""
        return " ".join(self.labels[card] for card in cards)


def pack_cards(
    pack: Pack,
    ends: Mapping[str, tuple[int, int]],
    copies: Callable[[Attributes], int],
    only: Callable[[Attributes], bool],
    derived: Mapping[str, Callable[[Attributes], Any]],
    types: Mapping[str, Type],
) -> list[Attributes]:
    """Return the attributes of every card of a pack.

    `copies` and `only`: copies of a card, and whether it takes part, by its attributes.
    """
    found: list[Attributes] = []
    for entry, given in _entries(pack, ends, types):
        if not only(entry):
            continue
        number = copies(entry) if given is None else given
        if number < 0:
            raise PlayError(f"a card cannot have {number} copies")
        if len(found) + number > MOST_CARDS:
            raise PlayError(f"the packs have more than {MOST_CARDS} cards")
        complete = entry | {name: function(entry) for name, function in derived.items()}
        found.extend([complete] * number)
    if not found:
        raise PlayError("the pack has no cards")
    return found


def _entries(
    pack: Pack, ends: Mapping[str, tuple[int, int]], types: Mapping[str, Type]
) -> Iterator[tuple[Attributes, int | None]]:
    if pack.list:
        for entry in pack.list:
            attributes = {
                name: frozenset(value) if isinstance(value, tuple) else value
                for name, value in entry.items()
                if name in types
            }
            yield attributes, entry.get("copies")  # type: ignore[misc]
        return
    names = sorted(pack.cards)
    columns = []
    combinations = 1
    for name in names:
        values = pack.cards[name]
        column = range(ends[name][0], ends[name][1] + 1) if isinstance(values, str) else values
        combinations *= len(column)
        if combinations > MOST_COMBINATIONS:
            raise PlayError(f"the packs have more than {MOST_CARDS} cards")
        columns.append(column)
    for values in product(*columns):
        yield dict(zip(names, values, strict=True)), None


def label_of(pack: Pack, attributes: Attributes) -> str:
    """Return how a card is written."""

    def shown(field: re.Match[str]) -> str:
        value = _written(attributes[field[1]])
        return pack.names.get(field[1], {}).get(value, value)

    return FIELD.sub(shown, pack.label)


def alike_label(deck: Deck, pack: Pack, name: str, cards: Sequence[int]) -> str:
    """Return how cards are written that are alike: what is the same in the labels of all."""

    def shown(field: re.Match[str]) -> str:
        values = {_written(deck.attributes[name, field[1]][card]) for card in cards}
        value = values.pop()
        return "" if values else pack.names.get(field[1], {}).get(value, value)

    return FIELD.sub(shown, pack.label).strip()


def _written(value: Any) -> str:
    """Return a value as a spec writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, frozenset):
        return "+".join(sorted(value))
    return str(value)


def build_deck(
    packs: Mapping[str, tuple[Pack, list[Attributes]]],
    read: Mapping[str, set[str]],
    individual: set[str],
) -> Deck:
    """Return the deck of a game.

    `individual`: packs in which every card is a kind of its own.
    """
    ranges: dict[str, tuple[int, int]] = {}
    labels: list[str] = []
    rows: list[Attributes] = []
    keys: list[tuple[Any, ...]] = []
    for name in sorted(packs):
        pack, cards = packs[name]
        ranges[name] = (len(labels), len(cards))
        for number, attributes in enumerate(cards):
            labels.append(label_of(pack, attributes))
            if name in individual:
                keys.append((name, number))
            else:
                values = (_sortable(attributes[attribute]) for attribute in sorted(read[name]))
                keys.append((name, *values))
        rows += cards
    if len(labels) > MOST_CARDS:
        raise PlayError(f"the packs have more than {MOST_CARDS} cards")
    order = {key: kind for kind, key in enumerate(sorted(set(keys)))}
    tables = {
        (name, attribute): [row.get(attribute) for row in rows]
        for name in packs
        for attribute in dict.fromkeys(key for row in packs[name][1] for key in row)
    }
    kinds = tuple(order[key] for key in keys)
    places = {
        card: place
        for place, card in enumerate(
            sorted(range(len(kinds)), key=lambda card: (kinds[card], card))
        )
    }
    return Deck(
        ranges, tuple(labels), tables, kinds, tuple(places[card] for card in range(len(kinds)))
    )


def _sortable(value: Any) -> Any:
    return tuple(sorted(value)) if isinstance(value, frozenset) else value


def kinds_of_alike(play: Play) -> tuple[dict[str, set[str]], set[str]]:
    """Return, by pack, the attributes that rules read, and the packs without alike cards.

    In a pack without alike cards each card has something of its own, is turned over, or is compared
    with another.
    """
    read: dict[str, set[str]] = {name: set() for name in play.spec.packs}
    individual = {domain.pack for domain in play.names.domains.values() if domain.kind == "pack"}
    for node in play.rule_nodes():
        for pack, attribute in typed.attributes_read(node):
            read[pack].add(attribute)
        for found in node.walk():
            if isinstance(found, typed.Comparison):
                individual |= {part.type.pack for part in found.operands if part.type.pack}
            elif isinstance(found, typed.Membership) and found.item.type.pack:
                individual.add(found.item.type.pack)
            elif isinstance(found, typed.Apply) and found.function == "face_up":
                individual.add(found.arguments[0].type.pack)
    for decision in play.decisions.values():
        for move in decision.moves:
            if move.pick is not None:
                pick = move.pick
                named = {name for name in (pick.same, pick.distinct) if name is not None}
                read.setdefault(pick.candidate.type.pack, set()).update(named)
    for act in play.statements():
        if isinstance(act, acts.TurnAct) and act.cards.type.element is not None:
            individual.add(act.cards.type.element.pack)
    return read, individual - {""}
