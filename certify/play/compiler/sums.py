"""Sums over the cards of zones of large packs, updated as cards move.

Rules mostly ask for a sum over the cards of such a zone: how many there are, their points, how many
are aces. Each is a field of a word that belongs to the zone; a card adds its own word to it, and
the fields of two zones together are the sum of their words. The number of cards has a word of its
own, so that the next card can be drawn before the last one is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from certify.play.compiler.forms import JoinForm, ListForm, ZoneForm
from certify.play.compiler.plan import PackPlan

MOST_BITS = 62


@dataclass(frozen=True)
class Field:
    """Where a sum is: number of the word, lowest bit, and how many bits."""

    word: int
    shift: int
    bits: int

    def read(self, word: str) -> str:
        """Return the text of the sum in a word."""
        shifted = f"({word} >> {self.shift})" if self.shift else word
        return f"({shifted} & {(1 << self.bits) - 1})"


@dataclass
class Sums:
    """The sums that are kept of the zones of a pack.

    `fields` tells where each is, by what each card adds; `asked` names the zones of which some sum
    is needed; `tops` are the bits in use of each word.
    """

    pack: PackPlan
    fields: dict[tuple[int, ...], Field] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    tops: list[int] = field(default_factory=list)

    def field(self, values: tuple[int, ...]) -> Field:
        """Return where the sum of values of cards is; none of them is negative."""
        if values not in self.fields:
            bits = max(1, sum(values).bit_length())
            word = next(
                (number for number, top in enumerate(self.tops) if top + bits <= MOST_BITS), None
            )
            if word is None:
                word = len(self.tops)
                self.tops.append(0)
            self.fields[values] = Field(word, self.tops[word], bits)
            self.tops[word] += bits
        return self.fields[values]

    def place(self, zone: ZoneForm, word: int) -> str:
        """Return the text of the place of a word of a zone."""
        return f"sums_{word}_of_{self.pack.name} + {zone.number}"

    def number(self, zone: ZoneForm) -> str:
        """Return the text of how many cards a zone has."""
        return f"load(block, count_of_{self.pack.name} + {zone.number})"

    def read(self, form: ListForm, values: tuple[int, ...]) -> str:
        """Return the text of a sum over the cards of one or more zones.

        `values` is what each card adds.
        """
        parts = form.parts if isinstance(form, JoinForm) else (form,)
        zones = [part for part in parts if isinstance(part, ZoneForm)]
        if set(values) == {1}:
            return f"({' + '.join(self.number(zone) for zone in zones)})"
        where = self.field(values)
        self.asked |= {zone.zone.name for zone in zones}
        words = [f"load(block, {self.place(zone, where.word)})" for zone in zones]
        total = f"({' + '.join(words)})" if len(words) > 1 else words[0]
        return where.read(total)

    def card_words(self) -> list[tuple[int, ...]]:
        """Return what each card adds to each word."""
        found = []
        for word in range(len(self.tops)):
            own = [(values, at) for values, at in self.fields.items() if at.word == word]
            found.append(
                tuple(
                    sum(values[card] << at.shift for values, at in own)
                    for card in range(self.pack.size)
                )
            )
        return found
