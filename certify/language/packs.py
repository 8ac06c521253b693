"""Resolves the packs of a game, and whatever else must be known before play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from certify.language import acts, typed
from certify.language.document import Place
from certify.language.elements import Pack
from certify.language.expressions import ExpressionProblem, fields_of, split_range
from certify.language.models import GameSpec
from certify.language.names import NameProblem, Names
from certify.language.rankings import Ranking
from certify.language.resolver import Resolver
from certify.language.typed import Local, Node
from certify.language.types import BOOLEAN, INTEGER, Type

LONGEST_LABEL = 64

Found = TypeVar("Found")


def _of_play(node: Node) -> str:
    """Return the name of what a part of an expression reads of the state of play, or nothing."""
    if isinstance(node, typed.ZoneAt | typed.VariableAt | typed.TokensAt):
        return node.name
    if isinstance(node, typed.Named) and node.function == "supply":
        return node.name
    return "me" if isinstance(node, typed.Me) else ""


class PackResolver:
    """Resolves packs, collecting what is wrong with them.

    Attributes
    ----------
    problems : list
        Place and text of everything that is wrong.
    """

    def __init__(
        self,
        spec: GameSpec,
        names: Names,
        resolver: Resolver,
        problems: list[tuple[Place, str]],
    ) -> None:
        self.spec = spec
        self.names = names
        self.resolver = resolver
        self.problems = problems

    def _try(self, place: Place, call: Callable[[], Found]) -> Found | None:
        try:
            return call()
        except ExpressionProblem as problem:
            if not problem.told:
                found = place if problem.place is None else problem.place
                self.problems.append((found, str(problem)))
        except NameProblem as problem:
            self.problems.append((place, str(problem)))
        return None

    def _resolve(
        self,
        place: Place,
        text: str,
        wanted: Type | None = None,
        locals_: Mapping[str, Node] | None = None,
    ) -> Node:
        found = self._try(place, lambda: self.resolver.resolve(text, locals_ or {}, wanted))
        return found if found is not None else typed.Literal(wanted or INTEGER, None)

    def _fixed(
        self,
        place: Place,
        text: str,
        wanted: Type | None = None,
        locals_: Mapping[str, Node] | None = None,
    ) -> Node:
        """Return an expression that must be known before play."""
        node = self._resolve(place, text, wanted, locals_)
        read = sorted({name for found in node.walk() if (name := _of_play(found))})
        if read:
            message = f"expected a value that is known before play; it reads {', '.join(read)}"
            self.problems.append((place, message))
        return node

    def pack(self, name: str, pack: Pack) -> acts.ResolvedPack:
        """Return how the cards of a pack are worked out."""
        place: Place = ("packs", name)
        attributes = self.names.attributes[name]
        base = dict(attributes)
        slots = {attribute: self.resolver.new_slot() for attribute in base}
        locals_: dict[str, Node] = {
            attribute: Local(kind, slots[attribute], attribute) for attribute, kind in base.items()
        }
        ends = {}
        for attribute, values in pack.cards.items():
            if isinstance(values, str):
                inside: Place = (*place, "cards", attribute)
                least, most = split_range(values)
                ends[attribute] = (
                    self._fixed(inside, least, INTEGER),
                    self._fixed(inside, most, INTEGER),
                )
        derived = {}
        for attribute, text in pack.derived.items():
            node = self._fixed((*place, "derived", attribute), text, None, locals_)
            derived[attribute] = node
            attributes[attribute] = node.type
        resolved = acts.ResolvedPack(
            slots=slots,
            ends=ends,
            copies=self._fixed((*place, "copies"), pack.copies, INTEGER, locals_),
            only=self._fixed((*place, "only"), pack.only, BOOLEAN, locals_),
            derived=derived,
        )
        self._label(place, pack, attributes)
        into = self.spec.zones.get(pack.into)
        if into is None:
            message = self.names.unknown(pack.into, "zone", self.spec.zones)
            self.problems.append(((*place, "into"), message))
        elif into.of is not None:
            self.problems.append(((*place, "into"), f"{pack.into} is no zone of the table"))
        elif self.names.zone_packs[pack.into] != name:
            self.problems.append(((*place, "into"), f"{pack.into} holds another pack"))
        return resolved

    def ranking(self, name: str, ranking: Ranking) -> acts.ResolvedRanking:
        """Return which cards a ranking compares, and which of them are wild."""
        place: Place = ("rankings", name)
        pack = self.names.ranked_pack(name)
        attributes = self.names.attributes.get(pack, {})
        if not pack:
            found = self.names.unknown(ranking.pack or "", "pack", self.spec.packs)
            if ranking.pack is None:
                found = f"missing: which pack; one of {', '.join(self.spec.packs)}"
            self.problems.append(((*place, "pack"), found))
        elif ranking.by not in attributes:
            message = self.names.unknown(ranking.by, "attribute", attributes)
            self.problems.append(((*place, "by"), message))
        elif attributes[ranking.by] != INTEGER:
            message = f"expected an attribute of integers; {ranking.by} is {attributes[ranking.by]}"
            self.problems.append(((*place, "by"), message))
        self._categories(place, ranking, attributes if pack else {})
        if ranking.wild is None:
            return acts.ResolvedRanking(pack, {}, None)
        slots = {attribute: self.resolver.new_slot() for attribute in attributes}
        locals_: dict[str, Node] = {
            attribute: Local(kind, slots[attribute], attribute)
            for attribute, kind in attributes.items()
        }
        inside = (*place, "wild")
        for made in ranking.wild.completes:
            if made not in ranking.categories:
                message = self.names.unknown(made, "category", ranking.categories)
                self.problems.append(((*inside, "completes"), message))
        if ranking.wild.completes and ranking.wild.otherwise is None:
            message = "missing: otherwise, the rank of the card where it makes none of these"
            self.problems.append((inside, message))
        wild = self._fixed((*inside, "is"), ranking.wild.value, BOOLEAN, locals_)
        return acts.ResolvedRanking(pack, slots, wild)

    def _categories(self, place: Place, ranking: Ranking, attributes: Mapping[str, Type]) -> None:
        """Find what is wrong with the categories of a ranking."""
        seen: set[str] = set()
        for number, (name, category) in enumerate(
            (name, category) for entry in ranking.order for name, category in entry.items()
        ):
            inside: Place = (*place, "order", number, name)
            if name in seen:
                self.problems.append((inside, f"the category {name} is given twice"))
            seen.add(name)
            if category.groups and category.run:
                self.problems.append((inside, "a run has no groups of equal cards"))
            if list(category.groups) != sorted(category.groups, reverse=True):
                self.problems.append(((*inside, "groups"), "expected the greatest group first"))
            if sum(category.groups) > ranking.cards:
                message = f"the groups have more than {ranking.cards} cards"
                self.problems.append(((*inside, "groups"), message))
            if category.same is not None and attributes and category.same not in attributes:
                message = self.names.unknown(category.same, "attribute", attributes)
                self.problems.append(((*inside, "same"), message))
        last_name, last = list(ranking.categories.items())[-1]
        if not last.is_any:
            self.problems.append(
                (
                    (*place, "order", len(ranking.order) - 1, last_name),
                    "expected a last category that every hand fits, such as high_card: {}",
                )
            )

    def _label(self, place: Place, pack: Pack, attributes: Mapping[str, Type]) -> None:
        fields = fields_of(pack.label)
        if not fields or len(pack.label) > LONGEST_LABEL or set(pack.label) & set(" \t\n"):
            message = "expected attributes in braces without spaces, such as {rank}{suit}"
            self.problems.append(((*place, "label"), message))
        for name in fields or ():
            if name not in attributes:
                message = self.names.unknown(name, "attribute", attributes)
                self.problems.append(((*place, "label"), message))
        for name, written in pack.names.items():
            if name not in attributes:
                message = self.names.unknown(name, "attribute", attributes)
                self.problems.append(((*place, "names", name), message))
            for value, text in written.items():
                if len(text) > LONGEST_LABEL or any(sign.isspace() for sign in text):
                    message = f"expected at most {LONGEST_LABEL} characters without spaces"
                    self.problems.append(((*place, "names", name, value), message))
