"""Resolves all that a spec says of play; every problem at once."""

from __future__ import annotations

import keyword
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

from certify.language import acts, typed
from certify.language.acts import Play
from certify.language.cases import Key
from certify.language.document import Place
from certify.language.elements import Decision, Move, Pack, Pick, Result, Takes
from certify.language.expressions import (
    NOT_A_NAME,
    ExpressionProblem,
    fields_of,
    names_in,
    split_range,
)
from certify.language.models import GameSpec, Paytable
from certify.language.names import (
    RESERVED,
    Domain,
    argument_type,
    arguments_of,
    unknown,
)
from certify.language.procedures import BlockResolver, Locals
from certify.language.rankings import Ranking
from certify.language.typed import Local, Node
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    INTEGERS,
    NUMBER,
    SEAT,
    SEATS,
    Type,
    word_of,
)

MOST_PROCEDURES = 500
LONGEST_LABEL = 64

CANDIDATES = {"card": "c", "cards": "c", "order": "c", "seat": "p", "number": "n", "word": "w"}


def resolve_play(spec: GameSpec, paytables: Mapping[str, Paytable]) -> Play:
    """Return what a spec says of play with every name resolved and every type known."""
    return _PlayResolver(spec, paytables).play


class _PlayResolver(BlockResolver):
    def __init__(self, spec: GameSpec, paytables: Mapping[str, Paytable]) -> None:
        super().__init__(spec, paytables)
        self.play = Play(spec, self.names, self.resolver, problems=self.problems)
        for name, pack in spec.packs.items():
            self.play.packs[name] = self._pack(name, pack)
        for name, ranking in spec.rankings.items():
            self.play.rankings[name] = self._ranking(name, ranking)
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

    def _ranking(self, name: str, ranking: Ranking) -> acts.ResolvedRanking:
        """Return which cards a ranking compares, and which of them are wild."""
        place: Place = ("rankings", name)
        pack = self.names.ranked_pack(name)
        attributes = self.names.attributes.get(pack, {})
        if not pack:
            found = unknown(ranking.pack or "", "pack", self.spec.packs)
            if ranking.pack is None:
                found = f"missing: which pack; one of {', '.join(self.spec.packs)}"
            self.problems.append(((*place, "pack"), found))
        elif ranking.by not in attributes:
            message = unknown(ranking.by, "attribute", attributes)
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
                message = unknown(made, "category", ranking.categories)
                self.problems.append(((*inside, "completes"), message))
        if ranking.wild.completes and ranking.wild.otherwise is None:
            message = "missing: otherwise, the rank of the card where it makes none of these"
            self.problems.append((inside, message))
        wild = self._fixed((*inside, "is"), ranking.wild.value, BOOLEAN, locals_)
        read = names_in(ranking.wild.value)
        return acts.ResolvedRanking(pack, {a: slots[a] for a in slots if a in read}, wild)

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
                message = unknown(category.same, "attribute", attributes)
                self.problems.append(((*inside, "same"), message))
            if category.wild is not None and ranking.wild is None:
                self.problems.append(((*inside, "wild"), "the ranking has no wild cards"))
            if category.wild is not None and category.wild > ranking.cards:
                message = f"a hand has {ranking.cards} cards"
                self.problems.append(((*inside, "wild"), message))
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
            resolved = self._try(
                (*place, "is" if definition.match is None else "match"),
                partial(self.resolver.resolve_definition, name, definition, inside),
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
                owner = self.names.kinds.get(name)
                which = f": it is the name of a {owner}" if owner else ""
                self.problems.append((place, f"{name} already means something else{which}"))
            if keyword.iskeyword(name):
                self.problems.append((place, NOT_A_NAME.format(name=name)))
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
            wagers = self._wagers()
            score = self._score(spec.result, wagers)
            play.result = acts.ResolvedResult(score, spec.result.best, measures, wagers)
        else:
            self.problems.append(((), "missing: result, who wins"))
        for name, invariant in spec.invariants.items():
            value = self._resolve(("invariants", name, "is"), invariant.value, BOOLEAN)
            play.invariants[name] = acts.ResolvedInvariant(
                name, invariant.text or name, invariant.cites, value, invariant.at == "end"
            )
        self._policies()

    def _score(self, result: Result, wagers: Mapping[str, acts.ResolvedWager]) -> Node:
        """Return the score: as the spec says, or what all wagers bring that are made."""
        place: Place = ("result", "score")
        if not wagers:
            if result.score is None:
                self.problems.append((("result",), "missing: score"))
            return self._resolve(place, result.score or "0", NUMBER)
        if result.score is not None:
            message = "the score is the sum of what the wagers bring; leave it out"
            self.problems.append((place, message))
        nothing = typed.Literal(INTEGER, 0)
        return _sum(
            typed.Conditional(
                NUMBER, typed.ParameterValue(BOOLEAN, f"made.{name}"), wager.net, nothing
            )
            for name, wager in wagers.items()
        )

    def _wagers(self) -> dict[str, acts.ResolvedWager]:
        """Return what wagers bring, for the first seat; nothing if none says it."""
        declared = self.spec.wagers
        if not any(wager.carries_money for wager in declared.values()):
            return {}
        seats = self.spec.players.seats if self.spec.players is not None else [1]
        if max(seats) > 1:
            told = "wagers say what they bring to one seat; expected seats: [1]"
            self.problems.append((("players", "seats"), told))
        resolver = self.resolver
        resolver.me = typed.Literal(SEAT, 0)
        found: dict[str, acts.ResolvedWager] = {}
        todo = sorted(declared, key=lambda name: declared[name].of is not None)
        firsts = [name for name, wager in declared.items() if wager.of is None]
        for name in todo:
            wager, place = declared[name], ("wagers", name)
            under = found.get(wager.of) if wager.of is not None else None
            if wager.of is not None and wager.of not in firsts:
                told = unknown(wager.of, "first wager", firsts)
                if wager.of in declared:
                    above = declared[wager.of].of
                    told = f"{wager.of} follows {above} itself; expected {', '.join(firsts)}"
                self.problems.append(((*place, "of"), told))
            resolved = self._try(place, partial(self._wager, name, under))
            if resolved is not None:
                found[name] = resolved
        resolver.me = typed.Me(SEAT)
        for name, first in found.items():
            own = [first, *(found[other] for other in self.spec.following(name) if other in found)]
            if len(own) > 1:
                found[name] = replace(
                    first,
                    total=_sum(each.net for each in own),
                    wagered=_sum(each.stake for each in own),
                )
        self._rows_reached(found)
        return {name: found[name] for name in declared if name in found}

    def _rows_reached(self, wagers: Mapping[str, acts.ResolvedWager]) -> None:
        """Note rows of a paytable that no wager comes to, where its wagers name rows."""
        reached: dict[str, set[str]] = {}
        last: dict[str, str] = {}
        named: set[str] = set()
        for name, wager in wagers.items():
            if wager.line is None:
                named |= typed.rows_paid(wager.net)
            else:
                table = str(self.spec.wagers[name].paytable)
                reached.setdefault(table, set()).update(wager.rows)
                last[table] = name
        for table, rows in reached.items():
            never = [
                row
                for row in self.names.rows[table]
                if row not in rows and f"{table}.{row}" not in named
            ]
            if never:
                place: Place = ("wagers", last[table], "row")
                self.problems.append((place, f"the row {min(never)} is never reached"))

    def _wager(self, name: str, under: acts.ResolvedWager | None) -> acts.ResolvedWager:
        wager, place = self.spec.wagers[name], ("wagers", name)
        if wager.stake is None and under is None:
            raise ExpressionProblem("missing: stake, what is put on the wager", place)
        if wager.net is None and wager.row is None:
            raise ExpressionProblem(
                "missing: net, what it brings, or row, the row that pays", place
            )
        nothing = typed.Literal(INTEGER, 0)
        stake: Node = nothing
        if wager.stake is not None:
            stake = self._resolve((*place, "stake"), wager.stake, NUMBER)
        row = line = None
        reached: tuple[str, ...] = ()
        if wager.row is not None:
            inside: Place = (*place, "row")
            if wager.paytable is None or wager.paytable not in self.names.rows:
                raise ExpressionProblem("missing: the paytable of the row", place)
            text = wager.row
            row = self._try(inside, lambda: self.resolver.resolve(text, {}))
            if row is None:
                raise ExpressionProblem("its row has a problem", place, told=True)
            rows = self.names.rows[wager.paytable]
            paid = self.resolver.paid(wager.paytable, row, typed.Literal(INTEGER, -1), wager.row)
            reached = tuple(each for each in rows if each in (row.type.words or ()))
            numbers: list[tuple[Key, Node]] = [
                (key, typed.Literal(INTEGER, number)) for number, key in enumerate(rows, start=1)
            ]
            line = self.resolver.matched(row, numbers, nothing)
        if wager.net is not None:
            net = self._resolve((*place, "net"), wager.net, NUMBER)
        elif wager.stake is None and under is not None and row is not None:
            bonus = self.resolver.paid(str(wager.paytable), row, nothing, str(wager.row))
            net = typed.Arithmetic(NUMBER, "*", bonus, under.stake)
        else:
            net = typed.Arithmetic(NUMBER, "*", paid, stake)
        return acts.ResolvedWager(stake, net, line, reached)

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


def _sum(nodes: Iterable[Node]) -> Node:
    """Return the sum of amounts."""
    first, *others = nodes
    for node in others:
        first = typed.Arithmetic(NUMBER, "+", first, node)
    return first
