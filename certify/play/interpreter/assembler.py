"""Turns statements into instructions.

Procedures cannot call themselves, so every local has one fixed place, and a frame is no more than
where to go on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from certify.errors import PlayError
from certify.language import acts
from certify.language.acts import Play
from certify.language.document import Place
from certify.language.order import zones_by_position
from certify.play.interpreter import effects, flow
from certify.play.interpreter.evaluate import Constant, Evaluate, Evaluator
from certify.play.interpreter.layout import Layout
from certify.play.interpreter.picks import DecisionRule, MoveRule, PickRule
from certify.play.interpreter.situation import ME, Instruction

MOST_INSTRUCTIONS = 20_000
HEAVY = 64
"""Parts of its expressions from which a statement counts as work beside a step."""


class _Label:
    """A position that is known once everything is assembled."""

    def __init__(self) -> None:
        self.at = -1


Factory = Callable[[], Instruction]


class Assembler:
    """Assembles the procedures and moves of a game.

    Attributes
    ----------
    places : list of tuple
        Where in the spec each instruction comes from.
    entries : dict
        Position of the first instruction of each procedure.
    chancy : set of int
        Instructions that may need chance.
    kept : set of int
        Positions of the values that mean something between two decisions, variables apart.
    card_places : set of int
        Those of them that can be cards, or lists of cards.
    """

    def __init__(
        self,
        play: Play,
        layout: Layout,
        evaluator: Evaluator,
        located: Callable[[Place], str],
    ) -> None:
        self.play = play
        self.layout = layout
        self.evaluator = evaluator
        self.located = located
        self.factories: list[Factory] = []
        self.places: list[Place] = []
        self.labels = {name: _Label() for name in play.procedures}
        self.entries: dict[str, int] = {}
        self.decisions: tuple[DecisionRule, ...] = ()
        self.numbers = {name: number for number, name in enumerate(sorted(play.decisions))}
        self.here: Place = ()
        self.handlers: dict[type[acts.Act], Callable[[Any], None]] = {
            acts.ShuffleAct: self._shuffle,
            acts.DealAct: self._deal,
            acts.MoveAct: self._move,
            acts.TurnAct: self._turn,
            acts.ShowAct: self._show,
            acts.SetAct: self._set,
            acts.TokenAct: self._tokens,
            acts.ChanceAct: self._chance,
            acts.IfAct: self._if,
            acts.EachAct: self._each,
            acts.RepeatAct: self._repeat,
            acts.LetAct: self._let,
            acts.CallAct: self._call,
            acts.AskAct: self._ask,
            acts.AskTogetherAct: self._ask_together,
            acts.AnnounceAct: self._announce,
            acts.StopAct: self._stop,
        }
        self.exits: list[_Label] = []
        self.weight = 0
        self.chancy: set[int] = set()
        self.kept: set[int] = {ME}
        self.card_places: set[int] = set()
        self.by_position = zones_by_position(play)

    def assemble(self) -> None:
        """Assemble every procedure and every move."""
        for name, procedure in self.play.procedures.items():
            self.labels[name].at = len(self.factories)
            self.entries[name] = len(self.factories)
            self._block(procedure.do)
            self._finish([self.layout.local(slot) for slot in procedure.arguments])
        self.decisions = tuple(
            self._decision(self.play.decisions[name]) for name in sorted(self.play.decisions)
        )

    def instructions(self) -> tuple[Instruction, ...]:
        """Return the code."""
        return tuple(factory() for factory in self.factories)

    # Parts

    def _emit(self, factory: Factory) -> None:
        if len(self.factories) >= MOST_INSTRUCTIONS:
            raise PlayError(f"more than {MOST_INSTRUCTIONS} instructions", self.located(self.here))
        weight = self.weight
        self.factories.append((lambda: flow.charged(factory(), weight)) if weight else factory)
        self.places.append(self.here)

    def _finish(self, locals_: list[int]) -> None:
        """Leave a procedure or a move; what it knew by name is forgotten."""
        self.kept |= set(locals_)
        self._emit(lambda: flow.finish_clearing(locals_) if locals_ else flow.finish)

    def _place(self) -> int:
        """Return the position of one more value that is kept between decisions."""
        place = self.layout.new_place()
        self.kept.add(place)
        return place

    def _next(self) -> int:
        """Return the position after the instruction that is emitted next."""
        return len(self.factories) + 1

    def _block(self, block: acts.Acts) -> None:
        for act in block:
            self.here = act.place
            if isinstance(act, acts.DealAct | acts.MoveAct | acts.ChanceAct):
                self.chancy.add(len(self.factories))
            weight = self.weight
            self.weight = sum(1 for node in act.nodes() for _ in node.walk()) // HEAVY
            try:
                self.handlers[type(act)](act)
            except PlayError as error:
                raise PlayError(error.message, error.place or self.located(act.place)) from None
            self.weight = weight

    def _decision(self, decision: acts.ResolvedDecision) -> DecisionRule:
        moves = []
        for move in decision.moves:
            entry = len(self.factories)
            self.here = ("decisions", decision.name, "moves", move.name)
            place = self.here
            try:
                when = self.evaluator.truth(move.when)
                pick = self._pick(move.pick) if move.pick is not None else None
            except PlayError as error:
                raise PlayError(error.message, self.located(place)) from None
            self._block(move.do)
            self._finish([] if pick is None else [pick.picked])
            if pick is not None and move.pick is not None and move.pick.candidate.type.pack:
                self.card_places.add(pick.picked)
            always = isinstance(when, Constant) and bool(when.value)
            moves.append(
                MoveRule(move.name, move.text, move.cites, None if always else when, pick, entry)
            )
        return DecisionRule(decision.name, decision.text, decision.secret, tuple(moves))

    def _pick(self, pick: acts.ResolvedPick) -> PickRule:
        evaluator, layout = self.evaluator, self.layout
        element = pick.candidate.type.pack

        def optional(node: Any, build: Callable[[Any], Evaluate]) -> Evaluate | None:
            return None if node is None else build(node)

        def table(attribute: str | None) -> Any:
            return None if attribute is None else layout.deck.attributes[element, attribute]

        return PickRule(
            kind=pick.kind,
            collection=evaluator.function(pick.collection),
            candidate=layout.local(pick.candidate.slot),
            picked=layout.local(pick.picked.slot),
            where=optional(pick.where, evaluator.truth),
            least=optional(pick.least, evaluator.function),
            most=optional(pick.most, evaluator.function),
            same=table(pick.same),
            distinct=table(pick.distinct),
            condition=optional(pick.condition, evaluator.truth),
            kinds=layout.deck.kinds,
            is_by_kind=self._is_by_kind(element, pick.same),
        )

    def _is_by_kind(self, pack: str, attribute: str | None) -> bool:
        """Return whether cards that are equal in an attribute are always alike."""
        if attribute is None:
            return False
        deck = self.layout.deck
        table = deck.attributes[pack, attribute]
        cards = deck.cards(pack)
        return len({(table[card], deck.kinds[card]) for card in cards}) == len(
            {table[card] for card in cards}
        )

    def _zone(self, zone: Any) -> Evaluate:
        """Return the function of the number of a zone."""
        return self.evaluator.index(zone.name, zone.index)

    # Effects

    def _shuffle(self, act: acts.ShuffleAct) -> None:
        zone, following = self._zone(act.zone), self._next()
        order = self.layout.deck.order
        settled = act.zone.name in self.by_position
        if settled:
            self.chancy.add(len(self.factories))
        self._emit(lambda: effects.shuffle(zone, order, settled, following))

    def _deal(self, act: acts.DealAct) -> None:
        number = self.evaluator.function(act.number)
        source, target, following = self._zone(act.source), self._zone(act.target), self._next()
        self._emit(lambda: effects.deal(number, source, target, following))

    def _move(self, act: acts.MoveAct) -> None:
        target, following = self._zone(act.target), self._next()
        if act.source is not None:
            source = self._zone(act.source)
            self._emit(lambda: effects.move_all(source, target, following))
        elif act.cards is not None:
            cards = self.evaluator.function(act.cards)
            self._emit(lambda: effects.move_cards(cards, target, following))

    def _turn(self, act: acts.TurnAct) -> None:
        cards, following = self.evaluator.function(act.cards), self._next()
        self._emit(lambda: effects.turn(cards, act.up, self.layout.up_at, following))

    def _show(self, act: acts.ShowAct) -> None:
        cards, seats = self.evaluator.function(act.cards), self.evaluator.function(act.seats)
        following = self._next()
        self._emit(lambda: effects.show(cards, seats, following))

    def _check_of(self, name: str) -> Callable[[Any], Any]:
        variable = self.play.variables[name]
        ends = None
        if variable.least is not None and variable.most is not None:
            ends = (
                self.evaluator.constant(variable.least),
                self.evaluator.constant(variable.most),
            )
        kind = self.play.names.variable_types[name].kind
        if kind == "number":
            return effects.amount(name)
        return effects.checker(name, ends, kind in ("seat", "card"))

    def _set(self, act: acts.SetAct) -> None:
        changes = [
            (
                target.name,
                self.evaluator.index(target.name, target.index),
                self.evaluator.function(value),
                self._check_of(target.name),
            )
            for target, value in act.changes
        ]
        following = self._next()
        if len(changes) == 1:
            self._emit(lambda: effects.set_one(changes[0], following))
        else:
            self._emit(lambda: effects.set_several(changes, following))

    def _tokens(self, act: acts.TokenAct) -> None:
        tokens = []
        for token in act.tokens:
            most = self.play.tokens[token.name].most
            limit = 10**9 if most is None else self.evaluator.constant(most)
            place = self.evaluator.index(token.name, token.index)
            tokens.append((token.name, place, self.layout.supply_at[token.name], limit))
        following = self._next()
        self._emit(lambda: effects.move_tokens(tokens, act.change, following))

    def _chance(self, act: acts.ChanceAct) -> None:
        name, following = act.target.name, self._next()
        place = self.evaluator.index(name, act.target.index)
        among, check = self.evaluator.function(act.among), self._check_of(name)
        self._emit(lambda: effects.by_chance(name, place, among, check, following))

    def _announce(self, act: acts.AnnounceAct) -> None:
        values = [(name, self.evaluator.function(node)) for name, node in act.values]
        following = self._next()
        self._emit(lambda: effects.announce(act.text, values, following))

    # Flow

    def _jump(self, label: _Label) -> None:
        self._emit(lambda: flow.jump(label.at))

    def _branch(self, condition: Evaluate, otherwise: _Label) -> None:
        """Go on if true, else to the label."""
        following = self._next()
        self._emit(lambda: flow.branch(condition, following, otherwise.at))

    def _mark(self, label: _Label) -> None:
        label.at = len(self.factories)

    def _if(self, act: acts.IfAct) -> None:
        condition = self.evaluator.truth(act.condition)
        if isinstance(condition, Constant):
            self._block(act.then if condition.value else act.otherwise)
            return
        otherwise, end = _Label(), _Label()
        self._branch(condition, otherwise)
        self._block(act.then)
        if act.otherwise:
            self._jump(end)
        self._mark(otherwise)
        self._block(act.otherwise)
        self._mark(end)

    def _each(self, act: acts.EachAct) -> None:
        collection = self.evaluator.function(act.collection)
        left, position = self._place(), self._place()
        if act.slot is None:
            places = flow.EachPlaces(left, position, ME, self._place())
        else:
            places = flow.EachPlaces(left, position, self.layout.local(act.slot), None)
        self.kept.add(places.element)
        if act.collection.type.element is not None and act.collection.type.element.pack:
            self.card_places |= {places.left, places.element}
        head, end, following = _Label(), _Label(), self._next()
        self._emit(lambda: flow.begin_each(collection, places, following))
        self._mark(head)
        body = self._next()
        self._emit(lambda: flow.step_each(places, body, end.at))
        self._body(act.do, end, act.place)
        self._jump(head)
        self._mark(end)
        done = self._next()
        self._emit(lambda: flow.finish_each(places, done))

    def _body(self, do: acts.Acts, end: _Label, place: Place) -> None:
        """Assemble what a loop does; what leaves the loop goes to `end`."""
        self.exits.append(end)
        self._block(do)
        self.exits.pop()
        self.here = place

    def _repeat(self, act: acts.RepeatAct) -> None:
        place = self.layout.local(act.slot)
        self.kept.add(place)
        at_most = self.evaluator.function(act.at_most)
        head, end, following = _Label(), _Label(), self._next()
        self._emit(lambda: flow.begin_repeat(at_most, place, following))
        self._mark(head)
        body = self._next()
        self._emit(lambda: flow.step_repeat(place, body, end.at))
        if act.before is not None:
            self._branch(self.evaluator.truth(act.before), end)
        self._body(act.do, end, act.place)
        if act.until is not None:
            until = self.evaluator.truth(act.until)
            self._emit(lambda: flow.branch(until, end.at, head.at))
        else:
            self._jump(head)
        self._mark(end)

    def _let(self, act: acts.LetAct) -> None:
        place, value = self.layout.local(act.slot), self.evaluator.function(act.value)
        self.kept.add(place)
        if act.value.type.pack:
            self.card_places.add(place)
        following = self._next()
        self._emit(lambda: flow.name(place, value, following))
        self._block(act.do)
        done = self._next()
        self._emit(lambda: flow.forget(place, done))

    def _call(self, act: acts.CallAct) -> None:
        label = self.labels[act.procedure]
        slots = self.play.procedures[act.procedure].arguments
        arguments = [
            (self.layout.local(slot), self.evaluator.function(node))
            for slot, node in zip(slots, act.arguments, strict=True)
        ]
        for (place, _), node in zip(arguments, act.arguments, strict=True):
            element = node.type.element
            if node.type.pack or (element is not None and element.pack):
                self.card_places.add(place)
        following = self._next()
        self._emit(lambda: flow.call(arguments, label.at, following))

    def _ask(self, act: acts.AskAct) -> None:
        number = self.numbers[act.decision]
        seat, following = self.evaluator.function(act.seat), self._next()
        self._emit(lambda: flow.ask(number, seat, following))

    def _ask_together(self, act: acts.AskTogetherAct) -> None:
        number = self.numbers[act.decision]
        seats = self.evaluator.function(act.seats)
        places = flow.TogetherPlaces(self._place(), self._place())
        self.card_places.add(places.choices)
        collect = self._next()
        self._emit(lambda: flow.begin_together(seats, places, collect))
        perform = self._next()
        self._emit(lambda: flow.ask_next(number, places, collect, perform))
        following = self._next()
        self._emit(lambda: flow.perform_next(places, perform, following))

    def _stop(self, act: acts.StopAct) -> None:
        if act.what == "game":
            self._emit(lambda: flow.stop_game)
        elif act.what == "procedure":
            self._emit(lambda: flow.finish)
        else:
            self._jump(self.exits[-1])
