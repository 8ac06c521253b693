"""Resolves the statements of procedures and moves."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from certify.errors import listed
from certify.language import acts, typed
from certify.language import statements as models
from certify.language.base import Part
from certify.language.cases import ELSE, is_case, keys_of
from certify.language.document import Place
from certify.language.expressions import NOT_A_NAME, ExpressionProblem, fields_of
from certify.language.models import GameSpec, Paytable
from certify.language.names import RESERVED, Names, argument_type, arguments_of, unknown
from certify.language.resolver import Resolver
from certify.language.typed import Local, Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SEAT,
    SEATS,
    Type,
    fits,
)

MOST_NAMED = 20
"""Names given by `let` that hold at once."""

NAMED_KINDS = ("boolean", "integer", "number", "word", "seat", "card")

Locals = Mapping[str, Node]
Problems = list[tuple[Place, str]]
Found = TypeVar("Found", bound=Node)
Result = TypeVar("Result")


class BlockResolver:
    """Turns statements into acts, collecting what is wrong with them.

    Attributes
    ----------
    problems : list
        Place and text of everything that is wrong.
    """

    def __init__(self, spec: GameSpec, paytables: Mapping[str, Paytable]) -> None:
        self.spec = spec
        rows = {alias: tuple(table.rows) for alias, table in paytables.items()}
        self.names = Names(spec, rows)
        self.resolver = Resolver(self.names)
        self.problems: Problems = list(self.names.problems)
        self.loops = self.named = 0
        self.handlers: dict[type[Part], Callable[..., acts.Act]] = {
            models.Shuffle: self._shuffle,
            models.Deal: self._deal,
            models.Move: self._move,
            models.Turn: self._turn,
            models.Show: self._show,
            models.Set: self._set,
            models.Add: self._add,
            models.Place: self._place,
            models.Remove: self._remove,
            models.Chance: self._chance,
            models.If: self._if,
            models.Match: self._match,
            models.Each: self._each,
            models.Repeat: self._repeat,
            models.Call: self._call,
            models.Ask: self._ask,
            models.AskTogether: self._ask_together,
            models.Announce: self._announce,
            models.Stop: self._stop,
        }

    def block(
        self, place: Place, block: Iterable[Part], locals_: Locals, first: int = 0
    ) -> acts.Acts:
        """Return the acts of a list of statements; `first` is the number of the first of them.

        The result: the acts; a statement with a problem is left out, and the problem noted.
        """
        found: list[acts.Act] = []
        statements = list(block)
        for number, statement in enumerate(statements, start=first):
            here = (*place, number)
            if isinstance(statement, models.Let):
                rest = statements[number - first + 1 :]
                let = self._try(here, partial(self._let, here, statement, rest, locals_))
                return (*found, let) if let is not None else tuple(found)
            act = self._try(here, partial(self._act, here, statement, locals_))
            if act is not None:
                found.append(act)
        return tuple(found)

    def _act(self, place: Place, statement: Part, locals_: Locals) -> acts.Act:
        return self.handlers[type(statement)](place, statement, locals_)

    def _try(self, place: Place, call: Callable[[], Result]) -> Result | None:
        """Return what a call returns; its problem is noted, at the place unless it knows better."""
        try:
            return call()
        except ExpressionProblem as problem:
            if not problem.told:
                found = place if problem.place is None else problem.place
                self.problems.append((found, str(problem)))
            return None

    def _at(self, place: Place, call: Callable[[], Result]) -> Result:
        """Return what a call returns; a problem gets the place, and ends the statement."""
        try:
            return call()
        except ExpressionProblem as problem:
            if problem.place is None:
                problem.place = place
            raise

    # Parts of statements

    def _resolve(
        self,
        place: Place,
        text: str,
        wanted: Type | None = None,
        locals_: Locals | None = None,
    ) -> Node:
        found = self._try(place, lambda: self.resolver.resolve(text, locals_ or {}, wanted))
        # If a problem is noted, what stands in its place is never run.
        return typed.Literal(wanted or INTEGER, None) if found is None else found

    def _kind_of(self, place: Place, text: str, locals_: Locals, kind: type[Found]) -> Found:
        node = self._at(place, lambda: self.resolver.resolve(text, locals_))
        if not isinstance(node, kind):
            wanted = {"ZoneAt": "zone", "VariableAt": "variable", "TokensAt": "token"}
            name = wanted[kind.__name__]
            known = getattr(self.spec, f"{name}s")
            raise ExpressionProblem(
                f"expected a {name}; found {text}; known: {listed(sorted(known))}", place
            )
        return node

    def _zone(self, place: Place, text: str, locals_: Locals) -> typed.ZoneAt:
        return self._kind_of(place, text, locals_, typed.ZoneAt)

    def _cards(self, place: Place, text: str, locals_: Locals) -> Node:
        node = self._at(place, lambda: self.resolver.resolve(text, locals_))
        if node.type.kind == "card":
            return typed.Listed(Type("list", element=node.type), (node,))
        if node.type.kind == "list" and node.type.element is not None and node.type.element.pack:
            return node
        raise ExpressionProblem(f"expected cards; `{text}` is {node.type}", place)

    def _same_pack(self, cards: Node, target: typed.ZoneAt) -> None:
        if not fits(cards.type, target.type):
            raise ExpressionProblem(
                f"zone {target.name} holds {target.type.element}, not {cards.type}"
            )

    # Cards

    def _shuffle(self, place: Place, model: models.Shuffle, locals_: Locals) -> acts.Act:
        return acts.ShuffleAct(place, self._zone((*place, "shuffle"), model.shuffle, locals_))

    def _deal(self, place: Place, model: models.Deal, locals_: Locals) -> acts.Act:
        number = self._resolve((*place, "deal", "cards"), model.deal.cards, INTEGER, locals_)
        source = self._zone((*place, "deal", "from"), model.deal.source, locals_)
        target = self._zone((*place, "deal", "to"), model.deal.to, locals_)
        self._same_pack(source, target)
        return acts.DealAct(place, number, source, target)

    def _move(self, place: Place, model: models.Move, locals_: Locals) -> acts.Act:
        moving = model.move
        if (moving.cards is None) == (moving.source is None):
            raise ExpressionProblem("expected either cards (some) or from (all of a zone)")
        target = self._zone((*place, "move", "to"), moving.to, locals_)
        if moving.source is not None:
            source = self._zone((*place, "move", "from"), moving.source, locals_)
            self._same_pack(source, target)
            return acts.MoveAct(place, None, source, target)
        cards = self._cards((*place, "move", "cards"), str(moving.cards), locals_)
        self._same_pack(cards, target)
        return acts.MoveAct(place, cards, None, target)

    def _turn(self, place: Place, model: models.Turn, locals_: Locals) -> acts.Act:
        cards = self._cards((*place, "turn", "cards"), model.turn.cards, locals_)
        return acts.TurnAct(place, cards, model.turn.face == "up")

    def _show(self, place: Place, model: models.Show, locals_: Locals) -> acts.Act:
        cards = self._cards((*place, "show", "cards"), model.show.cards, locals_)
        seats: Node = typed.AllSeats(SEATS)
        if model.show.to is not None:
            seats = self._resolve((*place, "show", "to"), model.show.to, SEATS, locals_)
        return acts.ShowAct(place, cards, seats)

    # Variables, tokens, chance

    def _target(self, place: Place, text: str, locals_: Locals) -> typed.VariableAt:
        return self._kind_of(place, text, locals_, typed.VariableAt)

    def _set(self, place: Place, model: models.Set, locals_: Locals) -> acts.Act:
        changes = []
        for name, text in sorted(model.set.items()):
            here = (*place, "set", name)
            target = self._try(here, lambda h=here, n=name: self._target(h, n, locals_))  # type: ignore[misc]
            wanted = None if target is None else target.type
            value = self._resolve(here, text, wanted, locals_)
            if target is not None:
                changes.append((target, value))
        return acts.SetAct(place, tuple(changes))

    def _add(self, place: Place, model: models.Add, locals_: Locals) -> acts.Act:
        changes = []
        for name, text in sorted(model.add.items()):
            here = (*place, "add", name)
            target = self._target(here, name, locals_)
            if target.type not in (INTEGER, NUMBER):
                raise ExpressionProblem(f"{name} is {target.type}; only numbers are added to", here)
            value = self._resolve(here, text, target.type, locals_)
            changes.append((target, typed.Arithmetic(target.type, "+", target, value)))
        return acts.SetAct(place, tuple(changes))

    def _tokens(
        self, place: Place, changes: Mapping[str, str], locals_: Locals, change: int
    ) -> acts.Act:
        found = []
        for name, text in sorted(changes.items()):
            here = (*place, "place" if change > 0 else "remove", name)
            if name not in self.spec.tokens:
                raise ExpressionProblem(unknown(name, "token", self.spec.tokens), here)
            domain = self.names.domains[name]
            index = None
            if domain.type is not None:
                index = self._resolve(here, text, domain.type, locals_)
            elif text != "true":
                raise ExpressionProblem(
                    f"{name} lies on the table; expected true, found {text}", here
                )
            found.append(typed.TokensAt(INTEGER, name, index))
        return acts.TokenAct(place, tuple(found), change)

    def _place(self, place: Place, model: models.Place, locals_: Locals) -> acts.Act:
        return self._tokens(place, model.place, locals_, 1)

    def _remove(self, place: Place, model: models.Remove, locals_: Locals) -> acts.Act:
        return self._tokens(place, model.remove, locals_, -1)

    def _chance(self, place: Place, model: models.Chance, locals_: Locals) -> acts.Act:
        ((name, text),) = model.chance.items()
        here = (*place, "chance", name)
        target = self._target(here, name, locals_)
        wanted = Type("list", element=target.type)
        among = self._resolve(here, text, wanted, locals_)
        return acts.ChanceAct(place, target, among)

    # Flow

    def _if(self, place: Place, model: models.If, locals_: Locals) -> acts.Act:
        return acts.IfAct(
            place,
            self._resolve((*place, "if"), model.condition, BOOLEAN, locals_),
            self.block((*place, "then"), model.then, locals_),
            self.block((*place, "else"), model.otherwise, locals_),
        )

    def _match(self, place: Place, model: models.Match, locals_: Locals) -> acts.Act:
        here: Place = (*place, "match")
        selector = self._at(here, lambda: self.resolver.resolve(model.match, locals_))
        inside: Place = (*place, "cases")
        cases = self._at(inside, lambda: keys_of(model.cases, selector.type))
        if not cases:
            raise ExpressionProblem("there is no case but else", inside)
        blocks = {
            text: self.block((*place, "cases", text), block, locals_)
            for text, block in model.cases.items()
        }
        course = blocks.pop(ELSE, ())
        for text, key in reversed(cases.items()):
            course = (acts.IfAct(place, is_case(selector, key), blocks[text], course),)
        return course[0]

    def _each(self, place: Place, model: models.Each, locals_: Locals) -> acts.Act:
        ((name, text),) = model.each.items()
        here = (*place, "each", name)
        collection = self._at(here, lambda: self.resolver.resolve(text, locals_))
        element = collection.type.element
        if collection.type.kind != "list" or element is None:
            raise ExpressionProblem(f"expected a list; `{text}` is {collection.type}", here)
        inside = dict(locals_)
        slot: int | None = None
        if name == "me":
            collection = self._resolve(here, text, SEATS, locals_)
        else:
            self._require_new(name, here)
            slot = self.resolver.new_slot()
            inside[name] = Local(element, slot, name)
        do = self._looped((*place, "do"), model.do, inside)
        return acts.EachAct(place, slot, self.resolver.new_slot(), collection, do)

    def _let(
        self, place: Place, model: models.Let, rest: Sequence[Part], locals_: Locals
    ) -> acts.LetAct:
        """Return the statement that gives a name, with those after it, in which the name holds."""
        ((name, text),) = model.let.items()
        here = (*place, "let", name)
        if name in locals_:
            raise ExpressionProblem(f"{name} is a name already; choose another name", here)
        self._require_new(name, here)
        value = self._at(here, lambda: self.resolver.resolve(text, locals_))
        if value.type.kind not in NAMED_KINDS:
            raise ExpressionProblem(f"a name is given to one value; `{text}` is {value.type}", here)
        if self.named == MOST_NAMED:
            raise ExpressionProblem(f"more than {MOST_NAMED} names hold at once", here)
        slot = self.resolver.new_slot()
        inside = {**locals_, name: Local(value.type, slot, name)}
        before = len(self.problems)
        self.named += 1
        do = self.block(place[:-1], rest, inside, int(place[-1]) + 1)
        self.named -= 1
        if len(self.problems) == before and not _reads(do, slot):
            raise ExpressionProblem(f"nothing reads {name} in the statements after it", here)
        return acts.LetAct(place, slot, value, do)

    def _require_new(self, name: str, place: Place) -> None:
        """Raise ExpressionProblem if a local name is that of something else, or cannot be used."""
        if keyword.iskeyword(name):
            raise ExpressionProblem(NOT_A_NAME.format(name=name), place)
        if name in RESERVED or name in self.names.kinds:
            raise ExpressionProblem(f"{name} means something else; choose another name", place)

    def _repeat(self, place: Place, model: models.Repeat, locals_: Locals) -> acts.Act:
        loop, inside = model.repeat, (*place, "repeat")
        before = until = None
        if loop.before is not None:
            before = self._resolve((*inside, "while"), loop.before, BOOLEAN, locals_)
        if loop.until is not None:
            until = self._resolve((*inside, "until"), loop.until, BOOLEAN, locals_)
        at_most = self._resolve((*inside, "at_most"), loop.at_most, INTEGER, locals_)
        do = self._looped((*inside, "do"), loop.do, locals_)
        return acts.RepeatAct(place, self.resolver.new_slot(), before, until, at_most, do)

    def _call(self, place: Place, model: models.Call, locals_: Locals) -> acts.Act:
        call = model.call
        ((name, texts),) = call.items() if isinstance(call, dict) else ((call, ()),)
        if name not in self.spec.procedures:
            raise ExpressionProblem(unknown(name, "procedure", self.spec.procedures))
        takes = list(arguments_of(self.spec.procedures[name].takes))
        if len(takes) != len(texts):
            raise ExpressionProblem(
                f"{name} takes {len(takes)} arguments"
                f" ({', '.join(argument for argument, _ in takes) or 'none'}); found {len(texts)}"
            )
        arguments = tuple(
            self._resolve(
                (*place, "call"), text, argument_type(kind, self.names.argument_types), locals_
            )
            for (_, kind), text in zip(takes, texts, strict=True)
        )
        return acts.CallAct(place, name, arguments)

    def _asked(self, name: str) -> str:
        if name not in self.spec.decisions:
            raise ExpressionProblem(unknown(name, "decision", self.spec.decisions))
        return name

    def _ask(self, place: Place, model: models.Ask, locals_: Locals) -> acts.Act:
        ask = model.ask
        if isinstance(ask, str):
            return acts.AskAct(place, self._asked(ask), typed.Me(SEAT))
        ((name, text),) = ask.items()
        seat = self._resolve((*place, "ask"), text, SEAT, locals_)
        return acts.AskAct(place, self._asked(name), seat)

    def _ask_together(self, place: Place, model: models.AskTogether, locals_: Locals) -> acts.Act:
        ((name, text),) = model.ask_together.items()
        seats = self._resolve((*place, "ask_together"), text, SEATS, locals_)
        return acts.AskTogetherAct(place, self._asked(name), seats)

    def _announce(self, place: Place, model: models.Announce, locals_: Locals) -> acts.Act:
        known = model.announce.values
        values = tuple(
            (name, self._resolve((*place, "announce", "values", name), text, None, locals_))
            for name, text in sorted(known.items())
        )
        here = (*place, "announce", "text")
        fields = fields_of(model.announce.text)
        if fields is None:
            raise ExpressionProblem("expected names in braces, such as {name}", here)
        for name in fields:
            if name not in known:
                raise ExpressionProblem(unknown(name, "value", known), here)
        for name in known:
            if name not in fields:
                unused = (*place, "announce", "values", name)
                raise ExpressionProblem(f"the text does not show {name}", unused)
        return acts.AnnounceAct(place, model.announce.text, values)

    def _looped(self, place: Place, block: Iterable[Part], locals_: Locals) -> acts.Acts:
        self.loops += 1
        try:
            return self.block(place, block, locals_)
        finally:
            self.loops -= 1

    def _stop(self, place: Place, model: models.Stop, locals_: Locals) -> acts.Act:
        del locals_
        if model.stop == "repeat" and not self.loops:
            raise ExpressionProblem("`stop: repeat` is in no repeat and no each")
        return acts.StopAct(place, model.stop)


def _reads(block: acts.Acts, slot: int) -> bool:
    """Return whether statements, or those inside them, read a local."""
    for act in block:
        nodes = (part for node in act.nodes() for part in node.walk())
        if any(isinstance(part, Local) and part.slot == slot for part in nodes):
            return True
        inner = act.do if isinstance(act, acts.Enclosing) else ()
        if isinstance(act, acts.IfAct):
            inner = (*act.then, *act.otherwise)
        if _reads(inner, slot):
            return True
    return False
