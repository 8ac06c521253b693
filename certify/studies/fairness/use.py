"""How often everything in the rules is used; elements that no game uses are a finding."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from certify.errors import EngineError
from certify.language.game import LoadedGame
from certify.play.interpreted import by_seat, streams
from certify.play.interpreter.interpreter import choose, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import Instruction
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import RANDOM, Policy, policy_of
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules
from certify.studies.fairness.use_elements import CARD_PICKS, PLAY, Branching, reach_of

GAMES = 2_000
GAMES_A_TASK = 25
"""So few that no core waits long for the last task, however long the games are."""
KIND = "use-of-rules"
DOING = "use of rules"


class Watch:
    """Plays games by the reference interpreter, and counts the elements of the rules they use.

    `policy` plays all seats; `procedure` plays a game.
    """

    def __init__(self, program: Program, policy: str = RANDOM, procedure: str = PLAY) -> None:
        self.reach = reach_of(program, procedure)
        self.procedure = procedure
        self._counts = [0] * len(self.reach.elements)
        self._policies: list[Policy] = [
            policy_of(program, name) for name in by_seat(program, policy)
        ]
        # The same program, but that some of its instructions count.
        self.program = copy.copy(program)
        self.program.code = self._counting(program.code)

    def played(self, seed: int, number: int) -> tuple[State, list[int]]:
        """Return a finished game of a simulation run, and how often it used each element."""
        counts, reach = self._counts, self.reach
        counts[:] = [0] * len(counts)
        chance, choices = streams(seed, number)
        state = initial_state(self.program, chance, procedure=self.procedure)
        run(state)
        while not state.is_over:
            asked = state.asked
            move, picked = self._policies[state.seat](state, choices)
            counts[reach.decisions[asked]] += 1
            counts[reach.moves[asked, move.name]] += 1
            if move.pick is not None and move.pick.kind in CARD_PICKS:
                for card in picked if isinstance(picked, tuple) else (picked,):
                    counts[reach.cards[card]] += 1
            choose(state, move, picked)
        return state, list(counts)

    def _counting(self, code: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        found = list(code)
        for branching in self.reach.branchings:
            found[branching.at] = self._counting_courses(found[branching.at], branching)
        for position, element in self.reach.entries.items():
            found[position] = self._counting_entry(found[position], element)
        return tuple(found)

    def _counting_entry(self, instruction: Instruction, element: int) -> Instruction:
        counts = self._counts

        def go_on(state: State) -> int:
            counts[element] += 1
            return instruction(state)

        return go_on

    def _counting_courses(self, instruction: Instruction, branching: Branching) -> Instruction:
        counts, following = self._counts, branching.at + 1
        first, second, still = branching.first, branching.second, branching.still

        def go_on(state: State) -> int:
            target = instruction(state)
            element = first if target == following else second
            if element is None:
                return target
            if target == following or still is None or still(state.values, state.zones):
                counts[element] += 1
            return target

        return go_on


@dataclass(frozen=True)
class _Part:
    """Some games of a simulation run, in which the use of rules is counted."""

    game: LoadedGame
    players: int
    policy: str
    procedure: str
    seed: int
    first: int
    games: int

    def key(self) -> list[Any]:
        """Return plain data that determines the counts."""
        return [
            self.game.spec_sha256,
            self.game.paytable_sha256,
            [list(change) for change in self.game.changed],
            self.players,
            self.policy,
            self.procedure,
            [self.seed, self.first, self.games],
        ]


@dataclass
class Counts:
    """Number of games, uses of each element, and games in which each was used."""

    games: int = 0
    times: list[int] = field(default_factory=list)
    used_in: list[int] = field(default_factory=list)

    def record(self, counts: Sequence[int]) -> None:
        """Add a game."""
        self.add(Counts(1, list(counts), [int(count > 0) for count in counts]))

    def add(self, other: Counts) -> None:
        """Add other games."""
        if not self.games:
            self.times, self.used_in = [0] * len(other.times), [0] * len(other.times)
        self.games += other.games
        self.times = [one + more for one, more in zip(self.times, other.times, strict=True)]
        self.used_in = [one + more for one, more in zip(self.used_in, other.used_in, strict=True)]


def use_of_rules(
    game: LoadedGame,
    players: int,
    context: Context,
    workers: Workers,
    *,
    policies: Sequence[str] | None = None,
    games: int | Mapping[str, int] = GAMES,
    seed: int = 1,
    procedure: str = PLAY,
) -> UseOfRules:
    """Return how often every element of the rules is used, in the spec's order.

    `policies` play all seats, one after the other; by default random and every policy of the spec.
    `games` is the number of games of each, or a mapping by name with the default for others.

    Notes
    -----
    Conditioning: the settings in force; what they rule out is not listed.
    Method: games played by the reference interpreter, every element counted as it is used; the same
        games as in a simulation of that seed.
    Error: of a share of games its binomial error; an element that is used in a share s of games is
        missed by all of n with probability ``(1 - s)**n``.
    Source: rule of three, Hanley and Lippman-Hand, JAMA 249 (1983) 1743.
    """
    program = Program(game, players)
    who = tuple(policies) if policies is not None else (RANDOM, *program.play.policies)
    numbers = {
        policy: games if isinstance(games, int) else games.get(policy, GAMES) for policy in who
    }
    if min(numbers.values()) < 1:
        raise EngineError(
            f"the use of rules needs 1 game at least; {min(numbers.values())} were asked for"
        )
    for policy in who:
        policy_of(program, policy)
    parts = [
        _Part(game, players, policy, procedure, seed, first, min(GAMES_A_TASK, number - first))
        for policy, number in numbers.items()
        for first in range(0, number, GAMES_A_TASK)
    ]
    payloads = work_out(
        _counted,
        parts,
        [part.key() for part in parts],
        kind=KIND,
        context=context,
        workers=workers,
        doing=DOING,
    )
    counts = {policy: Counts() for policy in who}
    for part, payload in zip(parts, payloads, strict=True):
        counts[part.policy].add(Counts(**json.loads(payload)))
    found = tuple(counts.values())
    elements = reach_of(program, procedure).elements
    return UseOfRules(
        players=who,
        games=tuple(each.games for each in found),
        elements=tuple(
            Use(
                kind=element.kind,
                name=element.name,
                element=element.path,
                cites=element.cites,
                times=tuple(each.times[number] / each.games for each in found),
                games=tuple(each.used_in[number] / each.games for each in found),
            )
            for number, element in enumerate(elements)
        ),
        never=tuple(
            element.name
            for number, element in enumerate(elements)
            if not element.is_limit and not any(each.times[number] for each in found)
        ),
    )


def _counted(part: _Part) -> bytes:
    """Return the counts of a part as JSON."""
    watch = Watch(Program(part.game, part.players), part.policy, part.procedure)
    counts = Counts()
    for number in range(part.first, part.first + part.games):
        counts.record(watch.played(part.seed, number)[1])
    return json.dumps(vars(counts)).encode()
