"""Resolves all that a spec says of play; every problem at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.document import Place
from certify.language.elements import Decision, Move, Pack, Pick, Takes
from certify.language.expressions import ExpressionProblem, fields_of, split_range
from certify.language.models import GameSpec
from certify.language.names import RESERVED, Domain, argument_type, arguments_of, unknown
from certify.language.procedures import BlockResolver, Locals
from certify.language.typed import Local, Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    INTEGERS,
    NUMBER,
    SEATS,
    Type,
    word_of,
)

MOST_PROCEDURES = 500
LONGEST_LABEL = 64

CANDIDATES = {"card": "c", "cards": "c", "order": "c", "seat": "p", "number": "n", "word": "w"}


def resolve_play(spec: GameSpec) -> Play:
    """Return what a spec says of play with every name resolved and every type known."""
    return _PlayResolver(spec).play


class _PlayResolver(BlockResolver):
    def __init__(self, spec: GameSpec) -> None:
        super().__init__(spec)
        self.play = Play(spec, self.names, self.resolver, problems=self.problems)
        for name, pack in spec.packs.items():
            self.play.packs[name] = self._pack(name, pack)
        self._definitions()
        self._elements()
        for name, decision in spec.decisions.items():
            self.play.decisions[name] = self._decision(name, decision)
        self._procedures()
        self._rest()
        self.play.slots = self.resolver.new_slot()

    # Packs

    def _pack(self, name: str, pack: Pack) -> acts.ResolvedPack:
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
            message = unknown(pack.into, "zone", self.spec.zones)
            self.problems.append(((*place, "into"), message))
        elif into.of is not None:
            self.problems.append(((*place, "into"), f"{pack.into} is no zone of the table"))
        elif self.names.zone_packs[pack.into] != name:
            self.problems.append(((*place, "into"), f"{pack.into} holds another pack"))
        return resolved

    def _label(self, place: Place, pack: Pack, attributes: Mapping[str, Type]) -> None:
        fields = fields_of(pack.label)
        if not fields or len(pack.label) > LONGEST_LABEL or set(pack.label) & set(" \t\n"):
            message = "expected attributes in braces without spaces, such as {rank}{suit}"
            self.problems.append(((*place, "label"), message))
        for name in fields or ():
            if name not in attributes:
                message = unknown(name, "attribute", attributes)
                self.problems.append(((*place, "label"), message))
        for name, written in pack.names.items():
            if name not in attributes:
                message = unknown(name, "attribute", attributes)
                self.problems.append(((*place, "names", name), message))
            for value, text in written.items():
                if len(text) > LONGEST_LABEL or any(sign.isspace() for sign in text):
                    message = f"expected at most {LONGEST_LABEL} characters without spaces"
                    self.problems.append(((*place, "names", name, value), message))

    # Elements

    def _fixed(
        self,
        place: Place,
        text: str,
        wanted: Type | None = None,
        locals_: Locals | None = None,
    ) -> Node:
        """Return an expression that must be known before play."""
        node = self._resolve(place, text, wanted, locals_)
        read = sorted({name for found in node.walk() if (name := _of_play(found))})
        if read:
            message = f"expected a value that is known before play; it reads {', '.join(read)}"
            self.problems.append((place, message))
        return node

    def _definitions(self) -> None:
        """Resolve definitions by themselves; those with a problem are told of here alone."""
        for name, definition in self.spec.definitions.items():
            place: Place = ("definitions", name)
            before = len(self.problems)
            inside: dict[str, Node] = dict(self._arguments((*place, "takes"), definition.takes))
            value, found = definition.value, (*place, "is")
            resolved = self._try(
                found,
                lambda v=value, i=inside, n=name: self.resolver.resolve(v, i, None, n),  # type: ignore[misc]
            )
            if resolved is None or len(self.problems) > before:
                self.resolver.bad.add(name)

    def _elements(self) -> None:
        spec, play = self.spec, self.play
        for section in ("zones", "variables", "tokens"):
            for name, element in getattr(spec, section).items():
                domain = self.names.domains[name]
                place: Place = (section, name)
                if domain.kind == "range":
                    first, last = domain.ends
                    play.ends[name] = (
                        self._fixed((*place, "of"), first, INTEGER),
                        self._fixed((*place, "of"), last, INTEGER),
                    )
                keys = ("see", "counted") if section == "zones" else ("see",)
                for key in keys:
                    self._seen((*place, key), getattr(element, key), domain)
        for name, zone in spec.zones.items():
            if zone.limit is not None:
                place = ("zones", name, "limit")
                play.zone_limits[name] = self._fixed(place, zone.limit, INTEGER)
        for name, variable in spec.variables.items():
            place = ("variables", name)
            kind = self.names.variable_types[name]
            least: Node | None = None
            most: Node | None = None
            start: Node | None = None
            if isinstance(variable.type, str) and ".." in variable.type:
                ends = split_range(variable.type)
                least = self._fixed((*place, "type"), ends[0], INTEGER)
                most = self._fixed((*place, "type"), ends[1], INTEGER)
            if variable.start is not None:
                start = self._fixed((*place, "start"), variable.start, kind)
            play.variables[name] = acts.ResolvedVariable(least, most, start)
        for name, tokens in spec.tokens.items():
            place = ("tokens", name)
            most = None
            if tokens.most is not None:
                most = self._fixed((*place, "most"), tokens.most, INTEGER)
            supply = self._fixed((*place, "supply"), tokens.supply, INTEGER)
            play.tokens[name] = acts.ResolvedTokens(supply, most)

    def _seen(self, place: Place, text: str, domain: Domain) -> None:
        roles = self.spec.players.roles if self.spec.players else ()
        known = ["all", "none", *roles]
        if domain.kind == "seat":
            known.append("owner")
        if text not in known:
            message = f"expected one of {', '.join(known)}; found {text}"
            self.problems.append((place, message))

    # Decisions

    def _decision(self, name: str, decision: Decision) -> acts.ResolvedDecision:
        moves = []
        for move_name, move in sorted(decision.moves.items()):
            place: Place = ("decisions", name, "moves", move_name)
            moves.append(self._resolved_move(place, move_name, move))
        return acts.ResolvedDecision(name, decision.text, decision.secret, tuple(moves))

    def _resolved_move(self, place: Place, name: str, move: Move) -> acts.ResolvedMove:
        when = self._resolve((*place, "when"), move.when, BOOLEAN)
        if isinstance(when, typed.Literal) and when.value is False:
            self.problems.append(((*place, "when"), "the move can never be legal"))
        locals_: dict[str, Node] = {}
        pick = None
        if move.pick is not None:
            pick = self._try((*place, "pick"), lambda: self._pick(place, move.pick))  # type: ignore[arg-type]
            if pick is not None:
                locals_["picked"] = pick.picked
        do = self.block((*place, "do"), move.do, locals_)
        text = move.text or name.replace("_", " ")
        return acts.ResolvedMove(name, text, move.cites, when, pick, do)

    def _pick(self, place: Place, pick: Pick) -> acts.ResolvedPick:
        inside: Place = (*place, "pick")
        kind = pick.kind
        collection = self._pick_collection((*inside, kind), pick)
        element = collection.type.element
        if collection.type.kind == "words":
            element = Type("word", words=collection.type.words)
        if element is None:
            raise ExpressionProblem(f"there is nothing to pick from in {collection.type}")
        candidate = Local(element, self.resolver.new_slot(), CANDIDATES[kind])
        whole = Type("list", element=element) if kind in ("cards", "order") else element
        picked = Local(whole, self.resolver.new_slot(), "picked")
        where = condition = least = most = None
        names = {CANDIDATES[kind]: candidate}
        if pick.where is not None and CANDIDATES[kind] in self.names.kinds:
            other = self.names.kinds[CANDIDATES[kind]]
            message = f"{CANDIDATES[kind]} is a candidate here, and the name of a {other}"
            self.problems.append(((*inside, "where"), message))
        if pick.where is not None:
            where = self._resolve((*inside, "where"), pick.where, BOOLEAN, names)
        if pick.condition is not None:
            condition = self._resolve((*inside, "if"), pick.condition, BOOLEAN, {"picked": picked})
        if pick.n is not None:
            ends = split_range(pick.n)
            least = self._resolve((*inside, "n"), ends[0], INTEGER)
            if ends[1] != "all":
                most = self._resolve((*inside, "n"), ends[1], INTEGER)
        for key in ("same", "distinct"):
            attribute = getattr(pick, key)
            known = self.names.attributes.get(element.pack, {})
            if attribute is not None and attribute not in known:
                message = unknown(attribute, "attribute", known)
                self.problems.append(((*inside, key), message))
        return acts.ResolvedPick(
            kind, collection, candidate, picked, where, least, most, pick.same, pick.distinct,
            condition,
        )  # fmt: skip

    def _pick_collection(self, place: Place, pick: Pick) -> Node:
        kind = pick.kind
        if kind == "number":
            least, most = split_range(str(pick.number))
            ends = [self._resolve(place, end, INTEGER) for end in (least, most)]
            return typed.Range(INTEGERS, ends[0], ends[1])
        if kind == "word" and isinstance(pick.word, tuple):
            words = tuple(
                typed.Literal(word_of(frozenset((word,))), word) for word in sorted(pick.word)
            )
            return typed.Listed(Type("list", element=word_of(frozenset(pick.word))), words)
        if kind == "seat":
            return self._resolve(place, str(pick.seat), SEATS)
        found = self._resolve(place, str(pick.collection))
        if kind == "word":
            if found.type.kind != "words":
                raise ExpressionProblem(f"expected a set of words; found {found.type}")
            return found
        if found.type.kind != "list" or found.type.element is None or not found.type.element.pack:
            raise ExpressionProblem(f"expected a zone or a list of cards; found {found.type}")
        return found

    # Procedures and the rest

    def _procedures(self) -> None:
        spec, play = self.spec, self.play
        if len(spec.procedures) > MOST_PROCEDURES:
            self.problems.append((("procedures",), f"more than {MOST_PROCEDURES} procedures"))
        arguments = {}
        for name, procedure in spec.procedures.items():
            found = self._arguments(("procedures", name, "takes"), procedure.takes)
            arguments[name] = found
        for name, procedure in spec.procedures.items():
            inside: dict[str, Node] = dict(arguments[name])
            play.procedures[name] = acts.ResolvedProcedure(
                name,
                procedure.text,
                procedure.cites,
                tuple(local.slot for local in arguments[name].values()),
                self.block(("procedures", name, "do"), procedure.do, inside),
            )
        if "play" not in spec.procedures or not spec.procedures["play"].do:
            self.problems.append((("procedures",), "missing: play, the procedure of a whole game"))

    def _arguments(self, place: Place, takes: Takes) -> dict[str, Local]:
        found: dict[str, Local] = {}
        for name, kind in arguments_of(takes):
            wanted = self._try(place, partial(argument_type, kind, self.names.argument_types))
            if name in self.names.kinds or name in found or name in RESERVED:
                self.problems.append((place, f"{name} already means something else"))
            found[name] = Local(wanted or INTEGER, self.resolver.new_slot(), name)
        return found

    def _rest(self) -> None:
        spec, play = self.spec, self.play
        if spec.result is not None:
            measures = {
                name: self._resolve(("result", "measures", name), text)
                for name, text in spec.result.measures.items()
            }
            for name, node in measures.items():
                if node.type.kind not in ("integer", "number", "boolean"):
                    message = f"expected a number or a boolean; found {node.type}"
                    self.problems.append((("result", "measures", name), message))
            score = self._resolve(("result", "score"), spec.result.score, NUMBER)
            play.result = acts.ResolvedResult(score, spec.result.best, measures)
        else:
            self.problems.append(((), "missing: result, who wins"))
        for name, invariant in spec.invariants.items():
            value = self._resolve(("invariants", name, "is"), invariant.value, BOOLEAN)
            play.invariants[name] = acts.ResolvedInvariant(
                name, invariant.text or name, invariant.cites, value, invariant.at == "end"
            )
        self._policies()

    def _policies(self) -> None:
        for name, policy in self.spec.policies.items():
            decisions: dict[str, dict[str, Node]] = {}
            for decision, values in policy.decisions.items():
                place: Place = ("policies", name, "decisions", decision)
                known = self.play.decisions.get(decision)
                if known is None:
                    message = unknown(decision, "decision", self.spec.decisions)
                    self.problems.append((place, message))
                    continue
                moves = {move.name: move for move in known.moves}
                decisions[decision] = {}
                for move_name, text in values.items():
                    inside: Place = (*place, move_name)
                    if move_name not in moves:
                        message = unknown(move_name, "move", moves)
                        self.problems.append((inside, message))
                        continue
                    pick = moves[move_name].pick
                    locals_: dict[str, Node] = {"picked": pick.picked} if pick else {}
                    decisions[decision][move_name] = self._resolve(inside, text, NUMBER, locals_)
            self.play.policies[name] = acts.ResolvedPolicy(name, policy.text, decisions)


def _of_play(node: Node) -> str:
    """Return the name of what a part of an expression reads of the state of play, or nothing."""
    if isinstance(node, typed.ZoneAt | typed.VariableAt | typed.TokensAt):
        return node.name
    if isinstance(node, typed.Named) and node.function == "supply":
        return node.name
    return "me" if isinstance(node, typed.Me) else ""
