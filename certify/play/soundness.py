"""Plays random games and watches that what must always hold does hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf

from certify.errors import CompileError, PlayError
from certify.language import typed
from certify.language.game import LoadedGame
from certify.language.typed import Node
from certify.play.chance import Stream
from certify.play.compiler.watching import WatchedGame
from certify.play.interpreter.interpreter import WRONG, as_play_error, choose, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.situation import ME
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import RANDOM, Policy, policy_of
from certify.play.quantities import quantities_of
from certify.play.tallies import Tallies

MOST_FAILURES = 5
CHANCE, CHOICES = 0, 1
"""Streams of a game: of its chance, and of the choices of its players."""

REPLAYED_OF = 50
"""One of so many games of compiled play is replayed by the interpreter."""


@dataclass
class Watched:
    """What was seen in random games.

    Attributes
    ----------
    games, decisions, longest : int
        Games, decisions in all, and of the longest game.
    compiled, replayed : int
        Games of compiled play, and those of them that the interpreter replayed.
    failures : dict
        What did not hold, and the first game in which it was seen.
    """

    games: int = 0
    decisions: int = 0
    longest: int = 0
    compiled: int = 0
    replayed: int = 0
    failures: dict[str, str] = field(default_factory=dict)

    def add(self, other: Watched) -> None:
        """Take up what was seen in other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.compiled += other.compiled
        self.replayed += other.replayed
        for failure, where in other.failures.items():
            self.failures.setdefault(failure, where)


def watch_games(
    game: LoadedGame,
    players: int,
    seeds: Iterable[int],
    *,
    policy: str = RANDOM,
    most_decisions: float = inf,
) -> Watched:
    """Play games to their ends, looking at every decision.

    The result: what was seen; after `MOST_FAILURES` failures, or so many decisions, no more games
    are played.
    """
    program = Program(game, players)
    choose_move, invariants = policy_of(program, policy), Invariants(program)
    found = Watched()
    for seed in seeds:
        found.add(_watched(invariants, choose_move, seed)[0])
        if len(found.failures) >= MOST_FAILURES or found.decisions >= most_decisions:
            break
    return found


def watch_compiled(game: LoadedGame, players: int, seeds: Iterable[int]) -> Watched:
    """Play the games of `watch_games` at machine speed, looking at every decision.

    Compiled play stops where an invariant or the limit of a zone is broken, or anything else goes
    wrong; the interpreter replays that game and tells what. Of the others it replays one in
    `REPLAYED_OF`, where it must find the same, and that no card is in two zones. A game that cannot
    be compiled is played by the interpreter alone.
    """
    program = Program(game, players)
    try:
        compiled = WatchedGame(program)
    except CompileError:
        return watch_games(game, players, seeds)
    choose_move, invariants = policy_of(program, RANDOM), Invariants(program)
    found, sound = Watched(), 0
    for place, seed in enumerate(seeds):
        held = compiled.is_sound(seed)
        sound += held
        found.compiled += 1
        if held and place % REPLAYED_OF:
            continue
        found.replayed += 1
        replayed, state = _watched(invariants, choose_move, seed)
        if held:
            # It is counted with the games of compiled play.
            found.failures |= replayed.failures
        else:
            found.add(replayed)
        if not replayed.failures and not (held and _is_alike(compiled, state, seed)):
            where = f"game of seed {seed}, {players} players"
            found.failures.setdefault("compiled play and the interpreter do not agree", where)
        if len(found.failures) >= MOST_FAILURES:
            break
    decisions = compiled.counted(sound).tally("decisions")
    longest = max(found.longest, decisions.most or 0)
    counted = Watched(games=sound, decisions=decisions.total, longest=longest)
    found.add(counted)
    return found


def _is_alike(compiled: WatchedGame, state: State, seed: int) -> bool:
    """Return whether compiled play ends the game of a seed as the interpreter did."""
    expected = Tallies.empty(compiled.names, compiled.scales)
    scales = dict(zip(compiled.names, compiled.scales, strict=True))
    quantities = quantities_of(state.program, scales)
    expected.record(quantities.row(outcome(state), state.decisions))
    return expected == compiled.play(seed, 0, 1)


def _watched(invariants: Invariants, policy: Policy, seed: int) -> tuple[Watched, State]:
    """Return what was seen in a game, and the game when it is over or something does not hold."""
    program = invariants.program
    state = initial_state(program, Stream(seed, CHANCE))
    failures = {}
    try:
        _watch(state, policy, Stream(seed, CHOICES), invariants)
    except PlayError as error:
        failures[str(error)] = f"game of seed {seed}, {program.players} players"
    seen = Watched(1, state.decisions, state.decisions, failures=failures)
    return seen, state


def _watch(state: State, policy: Policy, stream: Stream, invariants: Invariants) -> None:
    run(state)
    while not state.is_over:
        invariants.check(state)
        move, picked = policy(state, stream)
        choose(state, move, picked)
    invariants.check(state)
    outcome(state)


class Invariants:
    """What must hold in every state of a game: where cards lie, limits, invariants of the spec.

    An invariant of the spec is worked out again only where what it reads has changed.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._rules = [(*pair, *_read_by(program, pair[0].value)) for pair in program.invariants]
        self._held: list[object] = [None] * len(self._rules)

    def check(self, state: State) -> None:
        """Raise `PlayError` if something does not hold in a game at a decision, or over."""
        program, v, z = self.program, state.values, state.zones
        _check_zones(state)
        me = v[ME]
        for number, (rule, function, values, zones) in enumerate(self._rules):
            if rule.at_end and not state.is_over:
                continue
            read = [v[part] for part in values], [[*cards] for part in zones for cards in z[part]]
            if read == self._held[number]:
                continue
            v[0] = 0
            try:
                holds = function(v, z)
            except WRONG as error:
                place = program.game.located(("invariants", rule.name))
                raise as_play_error(error, place) from None
            if not holds:
                place = program.game.located(("invariants", rule.name))
                raise PlayError(f"the invariant does not hold: {rule.text}", place)
            self._held[number] = read
        v[ME] = me


def _read_by(program: Program, node: Node) -> tuple[list[slice], list[slice]]:
    """Return the values and the zones that an expression reads."""
    layout = program.layout
    values, zones = set[tuple[int, int]](), set[tuple[int, int]]()
    for part in node.walk():
        match part:
            case typed.VariableAt() | typed.TokensAt() | typed.ZoneAt():
                first, number, _ = layout.places[part.name]
                found = zones if isinstance(part, typed.ZoneAt) else values
                found.add((first, first + number))
            case typed.Named(function="supply"):
                values.add((layout.supply_at[part.name], layout.supply_at[part.name] + 1))
            case typed.Apply(function="face_up") if layout.up_at >= 0:
                values.add((layout.up_at, layout.up_at + len(layout.deck.labels)))
    return [slice(*ends) for ends in sorted(values)], [slice(*ends) for ends in sorted(zones)]


def _check_zones(state: State) -> None:
    program, z = state.program, state.zones
    where = state.where
    for number, (zone, cards) in enumerate(zip(program.zones, z, strict=True)):
        if zone.limit is not None and len(cards) > zone.limit:
            raise PlayError(
                f"zone {zone.name} holds {len(cards)} cards; its limit is {zone.limit}",
                program.game.located(("zones", zone.name)),
            )
        if cards and set(map(where.__getitem__, cards)) != {number}:
            wrong = next(card for card in cards if where[card] != number)
            raise PlayError(f"the card {program.deck.labels[wrong]} is in two zones")
    if sum(map(len, z)) != len(where) - where.count(-1):
        raise PlayError("a card is in no zone or in two")
