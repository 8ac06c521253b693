"""Content of the elements that cite an assumption: the data that a spec supplies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from certify.language.game import LoadedGame
from certify.play.interpreter.deck import Deck
from certify.play.interpreter.program import Program
from certify.studies.item.result import SuppliedText


def supplied_texts(loaded: LoadedGame, elements: Iterable[str]) -> tuple[SuppliedText, ...]:
    """Return the content of elements that cite an assumption.

    The cards of packs that are in the game with these settings, and the texts of procedures;
    `elements` are dotted names.
    """
    play = loaded.play
    if play is None or play.spec.players is None:
        return ()
    deck = Program(loaded, min(play.spec.players.seats)).deck
    found = []
    for element in elements:
        section, _, name = element.partition(".")
        if section == "packs":
            found.append(SuppliedText(element=element, text=_cards(deck, name)))
        elif section == "procedures":
            found.append(SuppliedText(element=element, text=play.spec.procedures[name].text))
    return tuple(found)


def _cards(deck: Deck, pack: str) -> str:
    """Return the cards of a pack in words, equal ones once."""
    cards = deck.cards(pack)
    tables = {name: values for (of, name), values in sorted(deck.attributes.items()) if of == pack}
    told = {
        name: values
        for name, values in tables.items()
        if len({_written(values[card]) for card in cards}) > 1
    }
    counted = Counter(
        (
            deck.labels[card],
            tuple(
                f"{name.replace('_', ' ')} {_written(values[card])}"
                for name, values in told.items()
                if _written(values[card]) != deck.labels[card].replace("_", " ")
            ),
        )
        for card in cards
    )
    return "; ".join(
        f"{f'{number} ' if number > 1 else ''}{label.replace('_', ' ')}"
        + (f" ({', '.join(values)})" if values else "")
        for (label, values), number in counted.items()
    )


def _written(value: Any) -> str:
    """Return the value of an attribute."""
    if isinstance(value, frozenset | tuple):
        # A set has no order of its own, and a report must be the same every time.
        return " + ".join(sorted(map(_written, value))) or "none"
    return str(value).replace("_", " ")
