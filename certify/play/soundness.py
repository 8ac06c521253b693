"""Plays random games and watches that what must always hold does hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from certify.errors import PlayError
from certify.language.catalogue import LoadedGame
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import WRONG, as_play_error, choose, outcome, run
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import ME, State
from certify.play.policies import Policy, policy_of

MOST_FAILURES = 5
CHANCE, CHOICES = 0, 1
"""Streams of a game: of its chance, and of the choices of its players."""


@dataclass
class Watched:
    """What was seen in random games.

    Attributes
    ----------
    games, decisions, longest : int
        Games, decisions in all, and of the longest game.
    failures : dict
        What did not hold, and the first game in which it was seen.
    """

    games: int = 0
    decisions: int = 0
    longest: int = 0
    failures: dict[str, str] = field(default_factory=dict)

    def add(self, other: Watched) -> None:
        """Take up what was seen in other games."""
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        for failure, where in other.failures.items():
            self.failures.setdefault(failure, where)


def watch_games(
    game: LoadedGame, players: int, seeds: Iterable[int], *, policy: str = "random"
) -> Watched:
    """Play games to their ends, looking at every decision.

    The result: what was seen; after `MOST_FAILURES` failures no more games are played.
    """
    program = Program(game, players)
    choose_move = policy_of(program, policy)
    found = Watched()
    for seed in seeds:
        state = program.initial(Stream(seed, CHANCE))
        try:
            _watch(state, choose_move, Stream(seed, CHOICES))
        except PlayError as error:
            found.failures.setdefault(str(error), f"game of seed {seed}, {players} players")
        found.games += 1
        found.decisions += state.decisions
        found.longest = max(found.longest, state.decisions)
        if len(found.failures) >= MOST_FAILURES:
            break
    return found


def _watch(state: State, policy: Policy, stream: Stream) -> None:
    run(state)
    while not state.is_over:
        check_invariants(state)
        move, picked = policy(state, stream)
        choose(state, move, picked)
    check_invariants(state)
    outcome(state)


def check_invariants(state: State) -> None:
    """Raise `PlayError` if something does not hold that must."""
    program, v, z = state.program, state.values, state.zones
    where = state.where
    held = 0
    for number, (zone, cards) in enumerate(zip(program.zones, z, strict=True)):
        held += len(cards)
        if zone.limit is not None and len(cards) > zone.limit:
            raise PlayError(
                f"zone {zone.name} holds {len(cards)} cards; its limit is {zone.limit}",
                program.game.located(("zones", zone.name)),
            )
        for card in cards:
            if where[card] != number:
                raise PlayError(f"the card {program.deck.labels[card]} is in two zones")
    if held != sum(1 for zone_of_card in where if zone_of_card >= 0):
        raise PlayError("a card is in no zone or in two")
    me = v[ME]
    for rule, function in program.invariants:
        if rule.at_end and not state.is_over:
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
    v[ME] = me
