"""Games of two with all cards open: no secrets, no chance after the deal, and perhaps no end.

Both players see everything, the order of what is still to be drawn too. Play from a deal is then a
graph of positions, in which it may go round for ever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from certify.errors import StateSpaceError, nearest_name
from certify.exact.multiplayer.actions import action_names, holding
from certify.language import acts, typed
from certify.language.acts import Play
from certify.play.chance import Stream
from certify.play.interpreter.effects import settle_order
from certify.play.interpreter.interpreter import Options, begin, options, outcome
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.naming import Naming
from certify.play.unfolding import Belief, Number, Unfolding

MOST_POSITIONS = 5_000_000

CHANCE = -1
END = -2


@dataclass
class OpenGraph:
    """Every position that can be reached from any deal.

    Attributes
    ----------
    owners : list of int
        Of each position the seat that decides, `CHANCE`, or `END`.
    following : list of list of int
        The positions that each can lead to, option by option.
    weights : dict
        Probabilities of what follows on positions of chance.
    scores : dict
        Score of the first seat where the game is over.
    starts : list of tuple
        Probability and position of each deal, alike ones together.
    holdings : dict
        Of each start, the cards that the seat that decides has before play, as far as it would see
        them at a table.
    actions : dict
        Of each start, what its options are called.
    """

    owners: list[int] = field(default_factory=list)
    following: list[list[int]] = field(default_factory=list)
    weights: dict[int, list[Fraction]] = field(default_factory=dict)
    scores: dict[int, Fraction] = field(default_factory=dict)
    starts: list[tuple[Fraction, int]] = field(default_factory=list)
    holdings: dict[int, str] = field(default_factory=dict)
    actions: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def add(self, owner: int) -> int:
        """Add a position and return its number."""
        self.owners.append(owner)
        self.following.append([])
        return len(self.owners) - 1


def narrowed(graph: OpenGraph, seat: int, chosen: Mapping[int, int]) -> OpenGraph:
    """Return a graph in which a seat has no choice but one option at each of its positions.

    Parameters
    ----------
    graph : OpenGraph
        The game.
    seat : int
        Whose positions.
    chosen : mapping
        The place of the option at each of them.
    """
    following = [
        [after[chosen[position]]] if owner == seat else after
        for position, (owner, after) in enumerate(zip(graph.owners, graph.following, strict=True))
    ]
    return replace(graph, following=following)


Watcher = Callable[[int, State, Options], None]
"""Is told of every position of a decision: its number, its state and what can be chosen."""


def open_graph(
    program: Program,
    *,
    endless: Collection[str] = (),
    procedure: str = "play",
    most_positions: int = MOST_POSITIONS,
    watch: Watcher | None = None,
) -> OpenGraph:
    """Return the graph of a game with all cards open.

    Parameters
    ----------
    program : Program
        The game, of two players in which one gains what the other loses.
    endless : collection of str
        Procedures whose loops are taken to have no cap: how many passes are left does not tell
        positions apart.
    procedure : str
        The procedure that is played.
    most_positions : int
        How large the graph may become.
    watch : callable, optional
        Told of every position where a seat decides.

    Returns
    -------
    OpenGraph
        The graph, from every deal: the order of cards is settled before the first decision.

    Raises
    ------
    StateSpaceError
        If it is too large, or the players decide something together.
    """
    return _Builder(program, endless, most_positions, watch).build(procedure)


class _Builder:
    def __init__(
        self,
        program: Program,
        endless: Collection[str],
        most_positions: int,
        watch: Watcher | None,
    ) -> None:
        if program.players != 2:
            raise StateSpaceError(
                f"a game with open cards is solved for two players; this has {program.players}"
            )
        self.program = program
        self.most_positions = most_positions
        self.watch = watch
        self.counters = _counters(program, endless)
        self.without = self.counters | _unread(program)
        self.unfolding = Unfolding(program, lambda state: Fraction(0), Fraction)
        self.graph = OpenGraph()
        self.known: dict[object, int] = {}
        self.naming = Naming(program, alike=True)
        self.todo: deque[tuple[int, State]] = deque()

    def build(self, procedure: str) -> OpenGraph:
        start = initial_state(self.program, Stream(0), procedure=procedure)
        merged: dict[int, Fraction] = {}
        for weight, state in self._dealt([(Fraction(1), start)]):
            position = self._position(state)
            merged[position] = merged.get(position, Fraction(0)) + Fraction(weight)
            if position not in self.graph.holdings:
                self.graph.holdings[position] = holding(state, self.naming, own=True)
                self.graph.actions[position] = action_names(state, options(state), self.naming)
        self.graph.starts = [(weight, position) for position, weight in merged.items()]
        # Breadth first, so that each position is met with as many passes left as can be.
        while self.todo:
            self._expand(*self.todo.popleft())
        return self.graph

    def _dealt(self, states: Belief) -> Iterator[tuple[Number, State]]:
        """Yield states at their first decision, with the order of all cards settled."""
        merged: dict[object, tuple[Number, State]] = {}
        for weight, state in self._run(states):
            if state.is_over:
                raise StateSpaceError("nothing is decided in the game")
            key = self.unfolding.key(state, self.without)
            known = merged.get(key)
            merged[key] = (weight, state) if known is None else (known[0] + weight, known[1])
        for weight, state in merged.values():
            for share, settled in self.unfolding.outcomes(state, _settle):
                yield weight * share, settled

    def _run(self, states: Belief) -> Belief:
        """Run states through chance to their next decision or their end."""
        found: Belief = []
        todo = list(states)
        while todo:
            weight, state = todo.pop()
            fork = self.unfolding.run(state)
            if fork is None:
                found.append((weight, state))
            else:
                branches = self.unfolding.branches(state, fork)
                todo += [(weight * share, branch) for share, branch in branches]
        return found

    def _position(self, state: State) -> int:
        """Return the number of the position of a state at a decision or at the end."""
        if state.is_over:
            scores = outcome(state).scores
            if sum(scores) != 0:
                raise StateSpaceError(
                    "a game with open cards is solved if one player gains what the other loses;"
                    f" here scores of {scores[0]} and {scores[1]} occur"
                )
            key: object = ("over", scores)
        else:
            if state.together >= 0:
                raise StateSpaceError(
                    "the players decide something together, which open cards do not settle"
                )
            key = self.unfolding.key(state, self.without)
        known = self.known.get(key)
        if known is not None:
            return known
        if len(self.known) >= self.most_positions:
            raise StateSpaceError(
                f"the game has more than {self.most_positions} positions; cut it down further"
            )
        position = self.graph.add(END if state.is_over else state.seat)
        self.known[key] = position
        if state.is_over:
            self.graph.scores[position] = Fraction(scores[0])
        else:
            if any(state.values[place] == 0 for place in self.counters):
                raise StateSpaceError("a loop that is taken to be endless came to its cap")
            self.todo.append((position, state))
        return position

    def _expand(self, position: int, state: State) -> None:
        """Add what follows from each option of a decision."""
        found = options(state)
        if self.watch is not None:
            self.watch(position, state, found)
        for place in range(found.total):
            other = state.copy()
            begin(other, *found.at(place))
            reached: dict[int, Fraction] = {}
            for weight, after in self._run([(Fraction(1), other)]):
                there = self._position(after)
                reached[there] = reached.get(there, Fraction(0)) + Fraction(weight)
            if len(reached) == 1:
                (there,) = reached
            else:
                there = self.graph.add(CHANCE)
                self.graph.following[there] = list(reached)
                self.graph.weights[there] = list(reached.values())
            self.graph.following[position].append(there)


def _settle(state: State) -> None:
    for zone, mixed in enumerate(state.mixed):
        if mixed:
            settle_order(state, zone)


def _counters(program: Program, endless: Collection[str]) -> frozenset[int]:
    """Return where the loops of procedures count how many passes are left."""
    found = set()
    for name in endless:
        procedure = program.play.procedures.get(name)
        if procedure is None:
            nearest = nearest_name(name, program.play.procedures)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise StateSpaceError(f"there is no procedure {name}{meant}")
        blocks = [procedure.do]
        while blocks:
            for act in blocks.pop():
                if isinstance(act, acts.RepeatAct):
                    found.add(program.layout.local(act.slot))
                if isinstance(act, acts.Enclosing):
                    blocks.append(act.do)
                elif isinstance(act, acts.IfAct):
                    blocks += [act.then, act.otherwise]
    return frozenset(found)


def _unread(program: Program) -> frozenset[int]:
    """Return where variables are that no rule looks at, but to count them on."""
    play = program.play
    read = _read(play)
    found: set[int] = set()
    for name in play.variables:
        if name not in read:
            base, size, _ = program.layout.places[name]
            found |= set(range(base, base + size))
    return frozenset(found)


def _read(play: Play) -> set[str]:
    """Return the variables that rules look at, measures apart."""
    nodes = list(play.move_nodes())
    if play.result is not None:
        nodes.append(play.result.score)
    found: set[str] = set()
    for act in play.statements():
        if not isinstance(act, acts.SetAct):
            nodes += act.nodes()
            continue
        for target, value in act.changes:
            names = {part.name for part in value.walk() if isinstance(part, typed.VariableAt)}
            found |= names - {target.name}
            if target.index is not None:
                nodes.append(target.index)
    for node in nodes:
        found |= {part.name for part in node.walk() if isinstance(part, typed.VariableAt)}
    return found
