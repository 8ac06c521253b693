"""What a spec says of play after names are resolved: what both back ends run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from certify.language.document import Place
from certify.language.models import GameSpec
from certify.language.names import Names
from certify.language.resolver import Resolver
from certify.language.typed import Local, Named, Node, TokensAt, VariableAt, ZoneAt

STAKE, NET, LINE, TOTAL, WAGERED = "stake", "net", "line", "total", "wagered"
"""What is recorded of each wager, before its name; the number of its pay line is 0 of none."""


@dataclass(frozen=True)
class Act:
    """A statement.

    Attributes
    ----------
    place : tuple
        Where it stands in the spec.
    """

    place: Place

    def nodes(self) -> Iterator[Node]:
        """Yield its expressions, not those of statements inside it."""
        for value in vars(self).values():
            if isinstance(value, Node):
                yield value
            elif isinstance(value, tuple):
                for part in value:
                    for inner in part if isinstance(part, tuple) else (part,):
                        if isinstance(inner, Node):
                            yield inner


Acts = tuple[Act, ...]


@dataclass(frozen=True)
class ShuffleAct(Act):
    """Make the order of a zone unknown."""

    zone: ZoneAt


@dataclass(frozen=True)
class DealAct(Act):
    """Deal top cards."""

    number: Node
    source: ZoneAt
    target: ZoneAt


@dataclass(frozen=True)
class MoveAct(Act):
    """Move cards, or all cards of `source`."""

    cards: Node | None
    source: ZoneAt | None
    target: ZoneAt


@dataclass(frozen=True)
class TurnAct(Act):
    """Turn cards."""

    cards: Node
    up: bool


@dataclass(frozen=True)
class ShowAct(Act):
    """Show cards to seats."""

    cards: Node
    seats: Node


@dataclass(frozen=True)
class SetAct(Act):
    """Set variables, all values worked out first."""

    changes: tuple[tuple[VariableAt, Node], ...]


@dataclass(frozen=True)
class TokenAct(Act):
    """Place (+1) or remove (-1) a token each."""

    tokens: tuple[TokensAt, ...]
    change: int


@dataclass(frozen=True)
class ChanceAct(Act):
    """Set a variable to an element of a list by chance."""

    target: VariableAt
    among: Node


@dataclass(frozen=True)
class IfAct(Act):
    """One of two courses."""

    condition: Node
    then: Acts
    otherwise: Acts


@dataclass(frozen=True)
class EachAct(Act):
    """Once for each element; `slot` is None for `me`. `list_slot` keeps what is left."""

    slot: int | None
    list_slot: int
    collection: Node
    do: Acts


@dataclass(frozen=True)
class RepeatAct(Act):
    """A loop; `slot` counts the passes that are left."""

    slot: int
    before: Node | None
    until: Node | None
    at_most: Node
    do: Acts


@dataclass(frozen=True)
class LetAct(Act):
    """A local name for a value; `do` are the statements after it, in which it holds."""

    slot: int
    value: Node
    do: Acts


Enclosing = EachAct | RepeatAct | LetAct
"""Statements with others in `do`."""


@dataclass(frozen=True)
class CallAct(Act):
    """Run a procedure."""

    procedure: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class AskAct(Act):
    """Put a decision to a seat."""

    decision: str
    seat: Node


@dataclass(frozen=True)
class AskTogetherAct(Act):
    """Put a decision to seats who do not know of each other's choice."""

    decision: str
    seats: Node


@dataclass(frozen=True)
class AnnounceAct(Act):
    """Say something to all."""

    text: str
    values: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class StopAct(Act):
    """Leave the repeat, the procedure or the game."""

    what: str


@dataclass(frozen=True)
class ResolvedPick:
    """What a move chooses.

    Attributes
    ----------
    kind : str
        ``card``, ``cards``, ``order``, ``seat``, ``number`` or ``word``.
    collection : Node
        What is chosen from: a list, or a set of words.
    candidate, picked : Local
        The names by which `where` and the effects know one candidate, and what was chosen.
    least, most : Node or None
        How many cards; `most` None for all.
    """

    kind: str
    collection: Node
    candidate: Local
    picked: Local
    where: Node | None
    least: Node | None
    most: Node | None
    same: str | None
    distinct: str | None
    condition: Node | None


@dataclass(frozen=True)
class ResolvedMove:
    """A way to answer a decision."""

    name: str
    text: str
    cites: tuple[str, ...]
    when: Node
    pick: ResolvedPick | None
    do: Acts

    def nodes(self) -> Iterator[Node]:
        """Yield what decides whether it is legal, and what can be picked."""
        yield self.when
        pick = self.pick
        if pick is not None:
            yield pick.collection
            for node in (pick.where, pick.least, pick.most, pick.condition):
                if node is not None:
                    yield node


@dataclass(frozen=True)
class ResolvedDecision:
    """A question; its moves by name."""

    name: str
    text: str
    secret: bool
    moves: tuple[ResolvedMove, ...]


@dataclass(frozen=True)
class ResolvedProcedure:
    """A procedure with the slots of its arguments."""

    name: str
    text: str
    cites: tuple[str, ...]
    arguments: tuple[int, ...]
    do: Acts


@dataclass(frozen=True)
class ResolvedVariable:
    """A variable's values: ends of the range of an integer, and the start."""

    least: Node | None
    most: Node | None
    start: Node | None


@dataclass(frozen=True)
class ResolvedTokens:
    """How many tokens there are, and at most in one place."""

    supply: Node
    most: Node | None


@dataclass(frozen=True)
class ResolvedRanking:
    """A ranking: the pack of its cards, and which of them are wild.

    `slots` are those of the attributes that `wild` reads.
    """

    pack: str
    slots: Mapping[str, int]
    wild: Node | None


@dataclass(frozen=True)
class ResolvedPack:
    """How a pack's cards are worked out; attributes by the slot that they have meanwhile."""

    slots: Mapping[str, int]
    ends: Mapping[str, tuple[Node, Node]]
    copies: Node
    only: Node
    derived: Mapping[str, Node]


@dataclass(frozen=True)
class ResolvedPolicy:
    """The value of each move, by decision and move."""

    name: str
    text: str
    decisions: Mapping[str, Mapping[str, Node]]


@dataclass(frozen=True)
class ResolvedInvariant:
    """What is always true, or at the end."""

    name: str
    text: str
    cites: tuple[str, ...]
    value: Node
    at_end: bool


@dataclass(frozen=True)
class ResolvedWager:
    """What is put on a wager, what it brings, and the number of its pay line (0: none), if told.

    `rows` are those of its paytable that it can come to. Of a first wager, `total` and `wagered`
    are those of all that belong to it: the wager itself, and those that follow it.
    """

    stake: Node
    net: Node
    line: Node | None
    rows: tuple[str, ...] = ()
    total: Node | None = None
    wagered: Node | None = None

    @property
    def is_put_down_first(self) -> bool:
        """Whether the stake rests on no card, and on nothing that play changes."""
        return not any(
            isinstance(part, VariableAt | TokensAt | ZoneAt)
            or (isinstance(part, Named) and part.function == "supply")
            for part in self.stake.walk()
        )


@dataclass(frozen=True)
class ResolvedResult:
    """Scores and measures."""

    score: Node
    best: str | None
    measures: Mapping[str, Node]
    wagers: Mapping[str, ResolvedWager]

    def recorded(self) -> dict[str, Node]:
        """Return the measures, and what is put on each wager, won on it, and its pay line."""
        found = dict(self.measures)
        for name, wager in self.wagers.items():
            found |= {f"{STAKE}.{name}": wager.stake, f"{NET}.{name}": wager.net}
            others = {LINE: wager.line, TOTAL: wager.total, WAGERED: wager.wagered}
            found |= {f"{what}.{name}": node for what, node in others.items() if node is not None}
        return found


@dataclass
class Play:
    """What a spec says of play, resolved.

    Attributes
    ----------
    names : Names
        Domains, types and attributes by name.
    resolver : Resolver
        What has read every expression.
    zone_limits, zone_ends, variables, .. : dict
        Resolved expressions by the name of the element.
    slots : int
        How many slots locals need; slots are numbered from 1.
    problems : list
        Place and text of everything that is wrong; play only if there are none.
    """

    spec: GameSpec
    names: Names
    resolver: Resolver
    packs: dict[str, ResolvedPack] = field(default_factory=dict)
    rankings: dict[str, ResolvedRanking] = field(default_factory=dict)
    ends: dict[str, tuple[Node, Node]] = field(default_factory=dict)
    zone_limits: dict[str, Node] = field(default_factory=dict)
    variables: dict[str, ResolvedVariable] = field(default_factory=dict)
    tokens: dict[str, ResolvedTokens] = field(default_factory=dict)
    decisions: dict[str, ResolvedDecision] = field(default_factory=dict)
    procedures: dict[str, ResolvedProcedure] = field(default_factory=dict)
    result: ResolvedResult | None = None
    policies: dict[str, ResolvedPolicy] = field(default_factory=dict)
    invariants: dict[str, ResolvedInvariant] = field(default_factory=dict)
    slots: int = 1
    problems: list[tuple[Place, str]] = field(default_factory=list)

    def blocks(self) -> Iterator[Acts]:
        """Yield every list of statements of the rules, those inside others too."""
        blocks = [procedure.do for procedure in self.procedures.values()]
        blocks += [move.do for decision in self.decisions.values() for move in decision.moves]
        while blocks:
            block = blocks.pop()
            yield block
            for act in block:
                if isinstance(act, IfAct):
                    blocks += [act.then, act.otherwise]
                elif isinstance(act, Enclosing):
                    blocks.append(act.do)

    def statements(self) -> Iterator[Act]:
        """Yield every statement of the rules, those inside others too."""
        return (act for block in self.blocks() for act in block)

    def move_nodes(self) -> Iterator[Node]:
        """Yield what decides whether moves are legal, and what can be picked."""
        for decision in self.decisions.values():
            for move in decision.moves:
                yield from move.nodes()

    def result_nodes(self) -> Iterator[Node]:
        """Yield scores and measures."""
        if self.result is not None:
            yield self.result.score
            yield from self.result.measures.values()
            for wager in self.result.wagers.values():
                yield from (node for node in vars(wager).values() if isinstance(node, Node))

    def rule_nodes(self) -> Iterator[Node]:
        """Yield every expression of the rules: not of policies, invariants and examples."""
        yield from self.move_nodes()
        for act in self.statements():
            yield from act.nodes()
        yield from self.result_nodes()
