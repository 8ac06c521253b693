"""Elements of the rules that can be used: procedures, branches, decisions, moves, cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from certify.errors import shortened
from certify.language import acts
from certify.language.document import Place
from certify.language.references import dotted
from certify.play.interpreter.evaluate import Constant, Evaluate
from certify.play.interpreter.program import Program

PLAY = "play"
MOST_OF_A_CONDITION = 60
"""Characters of a condition that stand in the name of a branch."""

CARD_PICKS = ("card", "cards", "order")

Kind = Literal["procedure", "branch", "decision", "move", "card"]

GAME_STOP = frozenset(("game",))
ANY_STOP = frozenset(("repeat", "procedure")) | GAME_STOP


@dataclass(frozen=True)
class Element:
    """An element of the rules whose use is counted.

    `is_limit` marks the end of a loop that ran out of passes: no fault if it is never used.
    """

    kind: Kind
    name: str
    place: Place
    cites: tuple[str, ...]
    is_limit: bool = False

    @property
    def path(self) -> str:
        """Its path in the spec, dotted."""
        return dotted(self.place)


@dataclass(frozen=True)
class Branching:
    """An instruction with two branches, and the number of the element of each; None to not count.

    The first branch follows right after the position `at`; the second counts only under the
    condition `still`, if there is one.
    """

    at: int
    first: int | None
    second: int | None
    still: Evaluate | None = None


@dataclass
class Reach:
    """Elements that can be reached from a procedure with the settings in force.

    `elements` are in the order of the spec, and the other fields have their numbers: `entries` by
    the position of a procedure's first instruction, `decisions` by number, `moves` by number of the
    decision and name. The keys of `loops` are the elements that count a loop's running out.
    """

    elements: list[Element] = field(default_factory=list)
    entries: dict[int, int] = field(default_factory=dict)
    branchings: list[Branching] = field(default_factory=list)
    decisions: dict[int, int] = field(default_factory=dict)
    moves: dict[tuple[int, str], int] = field(default_factory=dict)
    cards: dict[int, int] = field(default_factory=dict)
    loops: dict[int, acts.RepeatAct] = field(default_factory=dict)

    def add(self, element: Element) -> int:
        """Add an element, and return its number."""
        self.elements.append(element)
        return len(self.elements) - 1


def reach_of(program: Program, procedure: str = PLAY) -> Reach:
    """Return the elements that can be reached from a procedure.

    What the settings rule out, such as the other branch of a condition on parameters alone, is not
    part of the game as it is set.
    """
    return _Walk(program).reach(procedure)


class _Walk:
    """Follows the rules from a procedure to everything it can lead to."""

    def __init__(self, program: Program) -> None:
        self.program, self.play = program, program.play
        self.at: dict[Place, int] = {}
        for position, place in enumerate(program.places):
            self.at.setdefault(place, position)
        self.found = Reach()

    def reach(self, procedure: str) -> Reach:
        """Return the elements that a procedure leads to."""
        procedures, decisions = self._led_to(procedure)
        spec, found = self.play.spec, self.found
        for name in (name for name in spec.procedures if name in procedures):
            rule = self.play.procedures[name]
            element = Element("procedure", name, ("procedures", name), rule.cites)
            found.entries[self.program.entries[name]] = found.add(element)
            self._branches(rule.do, element)
        packs: set[str] = set()
        for name in (name for name in spec.decisions if name in decisions):
            number, place = self.program.decision_numbers[name], ("decisions", name)
            moves = self._moves(name)
            cites = tuple(dict.fromkeys(cite for move in moves for cite in move.cites))
            found.decisions[number] = found.add(Element("decision", name, place, cites))
            for move in moves:
                called = f"{name}: {move.name}"
                element = Element("move", called, (*place, "moves", move.name), move.cites)
                found.moves[number, move.name] = found.add(element)
                self._branches(move.do, element)
                if move.pick is not None and move.pick.kind in CARD_PICKS:
                    packs.add(move.pick.candidate.type.pack)
        for pack in (pack for pack in spec.packs if pack in packs):
            self._cards(pack, is_only_pack=len(packs) == 1)
        return found

    def _led_to(self, procedure: str) -> tuple[set[str], set[str]]:
        """Return the procedures and decisions that a procedure leads to, itself among them."""
        procedures, decisions = {procedure}, set[str]()
        blocks = [self.play.procedures[procedure].do]
        while blocks:
            for act in self._possible(blocks.pop()):
                if isinstance(act, acts.CallAct) and act.procedure not in procedures:
                    procedures.add(act.procedure)
                    blocks.append(self.play.procedures[act.procedure].do)
                elif (
                    isinstance(act, acts.AskAct | acts.AskTogetherAct)
                    and act.decision not in decisions
                ):
                    decisions.add(act.decision)
                    blocks += [move.do for move in self._moves(act.decision)]
        return procedures, decisions

    def _moves(self, decision: str) -> list[acts.ResolvedMove]:
        """Return the moves of a decision that the settings allow."""
        whens = {
            move.name: self.program.evaluator.truth(move.when)
            for move in self.play.decisions[decision].moves
        }
        return [
            move
            for move in self.play.decisions[decision].moves
            if not isinstance(when := whens[move.name], Constant) or when.value
        ]

    def _possible(self, block: acts.Acts) -> Iterator[acts.Act]:
        """Yield the statements of a block that the settings allow, nested ones too."""
        for act in block:
            if not isinstance(act, acts.IfAct):
                yield act
                if isinstance(act, acts.Enclosing):
                    yield from self._possible(act.do)
                continue
            condition = self.program.evaluator.truth(act.condition)
            if isinstance(condition, Constant):
                yield from self._possible(act.then if condition.value else act.otherwise)
            else:
                yield act
                yield from self._possible(act.then)
                yield from self._possible(act.otherwise)

    def _branches(self, block: acts.Acts, within: Element) -> None:
        """Add the branches of conditions, and the ends of loops that wait for something."""
        found = self.found
        for act in self._possible(block):
            if isinstance(act, acts.IfAct) and act.then:
                condition = shortened(self._written(act.place, "if"), MOST_OF_A_CONDITION)
                first = Element(
                    "branch",
                    f"{within.name}: if {condition}",
                    (*act.place, "then"),
                    within.cites,
                )
                second = Element(
                    "branch",
                    f"{within.name}: if {condition}, else",
                    (*act.place, "else"),
                    within.cites,
                )
                numbers = found.add(first), found.add(second) if act.otherwise else None
                found.branchings.append(Branching(self.at[act.place], *numbers))
            elif isinstance(act, acts.RepeatAct) and self._waits(act):
                most = shortened(self._written(act.place, "repeat", "at_most"), MOST_OF_A_CONDITION)
                ran_out = found.add(
                    Element(
                        "branch",
                        f"{within.name}: stopped after {most}",
                        (*act.place, "repeat", "at_most"),
                        within.cites,
                        is_limit=True,
                    )
                )
                found.loops[ran_out] = act
                # The instruction that begins a pass follows that which begins the loop. After the
                # last pass it is not yet known whether `while` still holds.
                before = None if act.before is None else self.program.evaluator.truth(act.before)
                at = self.at[act.place] + 1
                found.branchings.append(Branching(at, None, ran_out, before))

    def _waits(self, act: acts.RepeatAct) -> bool:
        """Return whether a loop can end otherwise than after a number of passes."""
        return act.before is not None or act.until is not None or self._can_stop(act.do)

    def _can_stop(self, body: acts.Acts) -> bool:
        """Return whether a loop's body, or what it leads to, can leave the loop.

        A nested loop has a ``stop: repeat`` of its own, and a procedure or move that is called can
        end itself or the game.
        """
        seen: set[tuple[str, str]] = set()
        blocks = [(body, ANY_STOP)]
        while blocks:
            block, stops = blocks.pop()
            for act in block:
                if isinstance(act, acts.StopAct) and act.what in stops:
                    return True
                if isinstance(act, acts.IfAct):
                    blocks += [(act.then, stops), (act.otherwise, stops)]
                elif isinstance(act, acts.EachAct | acts.RepeatAct):
                    blocks.append((act.do, stops - {"repeat"}))
                elif isinstance(act, acts.LetAct):
                    blocks.append((act.do, stops))
                elif isinstance(act, acts.CallAct | acts.AskAct | acts.AskTogetherAct):
                    if isinstance(act, acts.CallAct):
                        led_to = ("call", act.procedure)
                    else:
                        led_to = ("ask", act.decision)
                    if led_to not in seen:
                        seen.add(led_to)
                        blocks += [(each, GAME_STOP) for each in self._led_by(*led_to)]
        return False

    def _led_by(self, how: str, name: str) -> list[acts.Acts]:
        """Return what is done by calling a procedure, or by the moves of a decision."""
        if how == "call":
            return [self.play.procedures[name].do]
        return [move.do for move in self._moves(name)]

    def _written(self, place: Place, *keys: str) -> str:
        """Return an expression as the spec writes it, in one line."""
        document = self.program.game.document
        found: Any = document.data if document is not None else {}
        for key in (*place, *keys):
            found = found[key] if found else ""
        return " ".join(str(found).split())

    def _cards(self, pack: str, *, is_only_pack: bool) -> None:
        """Add the kinds of cards of a pack."""
        deck = self.program.deck
        by_kind: dict[int, list[int]] = {}
        for card in deck.cards(pack):
            by_kind.setdefault(deck.kinds[card], []).append(card)
        # Cards may differ for the rules and look the same.
        by_name: dict[str, list[int]] = {}
        for cards in by_kind.values():
            name = _common(list(dict.fromkeys(deck.labels[card] for card in cards)))
            by_name.setdefault(name, []).extend(cards)
        cites = self.play.spec.packs[pack].cites
        for name, cards in by_name.items():
            called = name if is_only_pack else f"{pack}: {name}"
            number = self.found.add(Element("card", called, ("packs", pack), cites))
            self.found.cards |= dict.fromkeys(cards, number)


def _common(labels: list[str]) -> str:
    """Return the common part of the labels of cards that are alike."""
    if len(labels) == 1:
        return labels[0]
    ends = [label[::-1] for label in labels]
    return _same_start(labels) or _same_start(ends)[::-1] or " ".join(labels)


def _same_start(texts: list[str]) -> str:
    """Return the longest common prefix of some texts."""
    same = 0
    while same < min(map(len, texts)) and len({text[same] for text in texts}) == 1:
        same += 1
    return texts[0][:same]
