"""A game ready to be played: its rules as instructions, for given parameters and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from certify.errors import ParameterError, PlayError, SpecError
from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.expressions import ExpressionProblem
from certify.language.game import LoadedGame, parameter_values
from certify.language.resolver import Resolver
from certify.language.types import NUMBER, Type
from certify.play.interpreter.assembler import Assembler
from certify.play.interpreter.deck import Attributes, Deck, build_deck, kinds_of_alike, pack_cards
from certify.play.interpreter.evaluate import Constant, Evaluate, Evaluator
from certify.play.interpreter.layout import Layout
from certify.play.interpreter.picks import DecisionRule
from certify.play.interpreter.ranking import Hands, hands_of


@dataclass(frozen=True)
class ZoneRule:
    """A zone: who sees it, and the most cards that it can hold."""

    name: str
    index: int
    limit: int | None
    start: tuple[int, ...]


class Program:
    """A game for given parameters and number of players.

    Raises `SpecError` if the spec cannot be played, or not by so many. Raises `PlayError` if the
    rules lead to something impossible before play begins.

    Attributes
    ----------
    code : tuple of callable
        Instructions; each returns the position of the next.
    decisions : tuple of DecisionRule
        The questions, by number.
    entries : dict
        Position of the first instruction of each procedure.
    layout : Layout
        Where everything is.
    deck : Deck
        The cards.
    card_places : frozenset of int
        Positions of the values that can be cards, or lists of cards.
    """

    def __init__(self, game: LoadedGame, players: int | None = None) -> None:
        play, seats = game.play, game.spec.players
        if play is None or seats is None:
            raise SpecError(
                f"{game.spec.game.id} cannot be played: its spec says only what is certified"
            )
        if players is None:
            players = min(seats.seats)
        if players not in seats.seats:
            known = " or ".join(map(str, seats.seats))
            raise ParameterError("the number of players", str(players), known)
        self.game = game
        self.play: Play = play
        self.players = players
        self.layout = Layout(players, parameter_values(game), play.slots, game.pays)
        self.evaluator = Evaluator(self.layout)
        self.layout.deck = self._deck()
        self.layout.rankings = {name: self._hands(name) for name in play.rankings}
        self._places()
        assembler = Assembler(play, self.layout, self.evaluator, self._located)
        assembler.assemble()
        self.layout.add_scratch()
        self.code = assembler.instructions()
        self.places = assembler.places
        self.entries = assembler.entries
        self.chancy = frozenset(assembler.chancy)
        self.kept = tuple(sorted(assembler.kept | self._kept()))
        self.card_places = frozenset(assembler.card_places | self._card_variables())
        self.decisions: tuple[DecisionRule, ...] = assembler.decisions
        self.decision_numbers = {rule.name: number for number, rule in enumerate(self.decisions)}
        self.zones = self._zones()
        self.start_values = self._start_values()
        result = play.result
        self.score: Evaluate | None = None
        self.measures: dict[str, Evaluate] = {}
        if result is not None:
            self.score = self._at(
                ("result", "score"), lambda: self.evaluator.function(result.score)
            )
            self.measures = {
                name: self._at(
                    ("result", "measures", name), lambda n=node: self.evaluator.function(n)
                )
                for name, node in result.recorded().items()
            }
        self.invariants = [
            (
                rule,
                self._at(("invariants", rule.name), lambda r=rule: self.evaluator.truth(r.value)),
            )
            for rule in play.invariants.values()
        ]

    @property
    def deck(self) -> Deck:
        """The cards."""
        return self.layout.deck

    # Building

    def _located(self, place: tuple[str | int, ...]) -> str:
        return self.game.located(place)

    def _at(self, place: tuple[str | int, ...], call: Callable[..., Any], *given: Any) -> Any:
        """Return what a call returns; an error in it tells the place."""
        try:
            return call(*given)
        except PlayError as error:
            raise PlayError(error.message, error.place or self._located(place)) from None

    def _deck(self) -> Deck:
        read, individual = kinds_of_alike(self.play)
        packs = {}
        for name, pack in self.play.spec.packs.items():
            resolved = self.play.packs[name]
            place = ("packs", name)
            cards: list[Attributes] = self._at(place, self._cards_of, resolved, pack, name)
            packs[name] = (pack, cards)
        return build_deck(packs, read, individual)

    def _of_attributes(
        self, slots: Mapping[str, int], node: typed.Node
    ) -> Callable[[Attributes], Any]:
        """Return the function of an expression of the attributes of a card."""
        function = self.evaluator.function(node)
        values: list[Any] = [None] * self.layout.size
        values[0] = 0

        def work_out(attributes: Attributes) -> Any:
            for attribute, slot in slots.items():
                values[self.layout.local(slot)] = attributes[attribute]
            return function(values, [])

        return work_out

    def _cards_of(self, resolved: acts.ResolvedPack, pack: Any, name: str) -> list[Attributes]:
        def of(node: typed.Node) -> Callable[[Attributes], Any]:
            return self._of_attributes(resolved.slots, node)

        ends = {
            attribute: (self.evaluator.constant(least), self.evaluator.constant(most))
            for attribute, (least, most) in resolved.ends.items()
        }
        return pack_cards(
            pack,
            ends,
            of(resolved.copies),
            of(resolved.only),
            {attribute: of(node) for attribute, node in resolved.derived.items()},
            self.play.names.attributes[name],
        )

    def _hands(self, name: str) -> Hands:
        """Return a ranking of the cards that are in the game."""
        resolved, ranking = self.play.rankings[name], self.play.spec.rankings[name]
        wild = None if resolved.wild is None else self._of_attributes(resolved.slots, resolved.wild)
        deck = self.deck
        tables = {
            attribute: table
            for (pack, attribute), table in deck.attributes.items()
            if pack == resolved.pack
        }
        cards = {
            card: {attribute: table[card] for attribute, table in tables.items()}
            for card in deck.cards(resolved.pack)
        }
        hands: Hands = self._at(("rankings", name), hands_of, ranking, cards, wild)
        return hands

    def _places(self) -> None:
        layout = self.layout
        for section in ("zones", "variables", "tokens"):
            for name in sorted(getattr(self.play.spec, section)):
                size, shift = self._at((section, name), self._size, name)
                if section == "zones":
                    layout.add_zones(name, size, shift)
                else:
                    layout.add_values(name, size, shift)
                if section == "tokens":
                    layout.supply_at[name] = layout.new_place()
        if any(isinstance(act, acts.TurnAct) for act in self.play.statements()):
            layout.up_at = layout.size
            layout.size += len(layout.deck.labels)

    def _size(self, name: str) -> tuple[int, int]:
        domain = self.play.names.domains[name]
        match domain.kind:
            case "seat":
                return self.players, 0
            case "pack":
                first, number = self.layout.deck.packs[domain.pack]
                return number, first
            case "range":
                least, most = (self.evaluator.constant(end) for end in self.play.ends[name])
                if most < least:
                    raise PlayError(f"{name} has the empty range {least}..{most}")
                return most - least + 1, least
        return 1, 0

    def _zones(self) -> tuple[ZoneRule, ...]:
        into: dict[str, list[int]] = {}
        for name, pack in self.play.spec.packs.items():
            into.setdefault(pack.into, []).extend(self.deck.cards(name))
        limits = {
            name: self._at(("zones", name, "limit"), self.evaluator.constant, node)
            for name, node in self.play.zone_limits.items()
        }
        return tuple(
            ZoneRule(name, index, limits.get(name), tuple(into.get(name, ())))
            for name, index in self.layout.zones
        )

    def ends_of(self, name: str) -> tuple[int, int] | None:
        """Return the range of an integer variable; None of another."""
        variable = self.play.variables[name]
        if variable.least is None or variable.most is None:
            return None
        return self.evaluator.constant(variable.least), self.evaluator.constant(variable.most)

    def _start_values(self) -> list[Any]:
        layout = self.layout
        values: list[Any] = [None] * layout.size
        values[0] = 0
        for name, variable in self.play.variables.items():
            base, size, _ = layout.places[name]
            kind = self.play.names.variable_types[name]
            ends = self._at(("variables", name, "type"), self.ends_of, name)
            start: Any = None
            if ends is not None and ends[0] > ends[1]:
                place = ("variables", name, "type")
                message = f"{name} has the empty range {ends[0]}..{ends[1]}"
                raise PlayError(message, self._located(place))
            if variable.start is not None:
                place = ("variables", name, "start")
                start = self._at(place, self.evaluator.constant, variable.start)
                if ends is not None and not ends[0] <= start <= ends[1]:
                    raise PlayError(
                        f"{name} would be {start}; its range is {ends[0]}..{ends[1]}",
                        self._located(place),
                    )
            elif kind.kind == "boolean":
                start = False
            elif ends is not None:
                start = min(max(0, ends[0]), ends[1])
            elif kind == NUMBER:
                start = 0
            elif kind.kind == "word":
                words = self.play.spec.variables[name].type
                start = words[0]
            values[base : base + size] = [start] * size
        for name, tokens in self.play.tokens.items():
            base, size, _ = layout.places[name]
            values[base : base + size] = [0] * size
            place = ("tokens", name, "supply")
            supply = self._at(place, self.evaluator.constant, tokens.supply)
            if supply < 0:
                raise PlayError(f"{name} would have {supply} tokens", self._located(place))
            values[layout.supply_at[name]] = supply
        if layout.up_at >= 0:
            number = len(layout.deck.labels)
            values[layout.up_at : layout.up_at + number] = [False] * number
        return values

    def _kept(self) -> set[int]:
        layout = self.layout
        found = set(layout.supply_at.values())
        for name in (*self.play.variables, *self.play.tokens):
            base, size, _ = layout.places[name]
            found |= set(range(base, base + size))
        if layout.up_at >= 0:
            found |= set(range(layout.up_at, layout.up_at + len(layout.deck.labels)))
        return found

    def _card_variables(self) -> set[int]:
        found: set[int] = set()
        for name, kind in self.play.names.variable_types.items():
            if kind.kind == "card":
                base, size, _ = self.layout.places[name]
                found |= set(range(base, base + size))
        return found

    # Play

    def node(self, text: str, wanted: Type | None = None) -> typed.Node:
        """Return an expression from outside the rules, resolved.

        Raises `SpecError` if it is no expression of the language.
        """
        resolver = Resolver(self.play.names)
        resolver.slots = count(self.play.slots + 1)
        try:
            return resolver.resolve(text, {}, wanted)
        except ExpressionProblem as problem:
            raise SpecError(f"{text}: {problem}") from None

    def question(self, text: str, wanted: Type | None = None) -> Evaluate:
        """Return the function of an expression from outside the rules, of values and zones."""
        return self.evaluator.function(self.node(text, wanted))

    def written(self, name: str, value: Any) -> str:
        """Return a value of a variable as people write it: a seat from 1, a card by its label."""
        if value is None:
            return "none"
        kind = self.play.names.variable_types[name].kind
        if kind == "seat":
            return self.seat_name(value)
        if kind == "card":
            return str(self.deck.labels[value])
        return str(value).lower() if isinstance(value, bool) else str(value)

    def seat_name(self, seat: int) -> str:
        """Return how a seat is called: its role, or its number from 1."""
        players = self.play.spec.players
        return players.roles[seat] if players and players.roles else str(seat + 1)

    def called(self, seat: int) -> str:
        """Return how a seat is called in a sentence: its role, or player and its number."""
        name = self.seat_name(seat)
        return f"player {name}" if name.isdigit() else name.replace("_", " ")

    def position(self, text: str) -> tuple[str, int]:
        """Return what an expression such as ``hand[1]`` names, and where that is.

        It names a ``zone``, whose number is returned, or a ``variable`` or ``token``, whose
        position among the values is; each has an index if it needs one.
        """
        found = self.node(text)
        kinds = {typed.ZoneAt: "zone", typed.VariableAt: "variable", typed.TokensAt: "token"}
        kind = kinds.get(type(found))
        if kind is None:
            raise SpecError(f"expected a zone, a variable or a token; found {text}")
        place = self.evaluator.index(found.name, found.index)  # type: ignore[attr-defined]
        if not isinstance(place, Constant):
            raise SpecError(f"the index of {text} is not known before play")
        return kind, place.value
