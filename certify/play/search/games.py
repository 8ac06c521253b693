"""Games of a series with players of any strength in the seats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, PlayError
from certify.play.chance import Stream
from certify.play.compiler.searches import NO_OPTION
from certify.play.compiler.seated import SeatedGame, Situation
from certify.play.interpreted import PLAY
from certify.play.interpreter.interpreter import Options, choose, legal, options, outcome, run
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import Placing, placing_of
from certify.play.quantities import Quantities
from certify.play.search.knowledge import Knowledge
from certify.play.search.players import Player, Searcher, player_named
from certify.play.tallies import Pair, Tallies


class PlayedGame(NamedTuple):
    """A game that has been played.

    Attributes
    ----------
    state : State
        How it ended.
    choices : tuple of int
        The options chosen, by their places.
    opened : int
        The first seat that decided alone, from 0; -1 if none did.
    """

    state: State
    choices: tuple[int, ...]
    opened: int


class PlayersGame:
    """Plays games of a series whose seats are given to players by name.

    Where nobody searches, the game is compiled as a whole. Where somebody does, the reference
    interpreter plays, and the searches are compiled; the same numbers give the same games.
    """

    def __init__(
        self,
        program: Program,
        procedure: str = PLAY,
        pairs: Sequence[Pair] = (),
        scales: Mapping[str, int] | None = None,
        *,
        searches: bool = False,
    ) -> None:
        self.program, self.procedure, self.pairs = program, procedure, tuple(pairs)
        self.compiled = SeatedGame(program, procedure, pairs, scales, searches=searches)
        self.names, self.scales = self.compiled.names, self.compiled.scales
        self._placings: dict[str, Placing] = {}

    def players(self, names: Sequence[str]) -> tuple[Player, ...]:
        """Return the players of the seats by their names."""
        if len(names) != self.program.players:
            raise EngineError(
                f"there are {len(names)} players for {self.program.players} seats; expected one"
                " for each"
            )
        return tuple(player_named(self.program, name) for name in names)

    def play(
        self,
        names: Sequence[str],
        seed: int,
        first: int,
        games: int,
        repeat: int = 0,
        *,
        interpreted: bool = False,
    ) -> Tallies:
        """Return the statistics of some games.

        `first` and `games`: number of the first game, from 0, and how many are played.
        `interpreted`: whether the interpreter plays even where nobody searches: slowly, but at
        once.
        """
        players = self.players(names)
        policies = [player for player in players if isinstance(player, str)]
        if len(policies) == len(players) and not interpreted:
            with self._told(players, seed, repeat):
                chosen_by = choice_seed(seed, repeat)
                return self.compiled.played(policies, seed, first, games, chosen_by)
        return self.interpreted(names, seed, first, games, repeat)[0]

    def scores(
        self,
        names: Sequence[str],
        seed: int,
        first: int,
        games: int,
        repeat: int = 0,
        *,
        interpreted: bool = False,
    ) -> npt.NDArray[np.int64]:
        """Return the scores of some games; parameters as `play`."""
        players = self.players(names)
        policies = [player for player in players if isinstance(player, str)]
        if len(policies) == len(players) and not interpreted:
            with self._told(players, seed, repeat):
                chosen_by = choice_seed(seed, repeat)
                return self.compiled.scores(policies, seed, first, games, chosen_by)
        return self.interpreted(names, seed, first, games, repeat)[1]

    def interpreted(
        self, names: Sequence[str], seed: int, first: int, games: int, repeat: int = 0
    ) -> tuple[Tallies, npt.NDArray[np.int64]]:
        """Return the statistics and the scores of some games, played by the interpreter."""
        players = self.players(names)
        tallies = Tallies.empty(self.names, self.scales, self.pairs)
        scores = np.zeros((games, self.program.players), dtype=np.int64)
        for place in range(games):
            row = self._row(self.played(players, seed, first + place, repeat))
            tallies.record(row)
            scores[place] = row[: self.program.players]
        return tallies, scores

    @contextmanager
    def _told(self, players: Sequence[Player], seed: int, repeat: int) -> Iterator[None]:
        """Where compiled play stops, have the interpreter play the game and tell what is wrong."""
        try:
            yield
        except EngineError:
            self.played(players, seed, self.compiled.last_game, repeat)
            raise

    def _row(self, game: PlayedGame) -> list[int]:
        seats = self.program.players
        found = outcome(game.state)
        opening = [f"first.{seat + 1}" for seat in range(seats)]
        kept = [
            (name, scale)
            for name, scale in zip(self.names, self.scales, strict=True)
            if name not in opening
        ]
        plain = Quantities(tuple(name for name, _ in kept), tuple(scale for _, scale in kept))
        values = dict(zip(plain.names, plain.row(found, len(game.choices)), strict=True))
        values |= {name: int(seat == game.opened) for seat, name in enumerate(opening)}
        return [values[name] for name in self.names]

    def played(
        self,
        players: Sequence[Player],
        seed: int,
        number: int,
        repeat: int = 0,
        *,
        made: Sequence[tuple[str, Any]] = (),
        most: int | None = None,
    ) -> PlayedGame:
        """Return a game of the series, played to its end.

        `seed`, `number` and `repeat`: seed of the series, number of the game, and which of
        several plays of the same deal. `made`: moves with their picks that were made already, by
        whoever sits there. `most`: decisions after which it is left, over or not.
        """
        chosen_by = choice_seed(seed, repeat)
        chance, stream = Stream(seed, 2 * number), Stream(chosen_by, 2 * number + 1)
        state = initial_state(self.program, chance, procedure=self.procedure)
        searching = [
            seat
            for seat, player in enumerate(players)
            if isinstance(player, Searcher) and not player.is_open
        ]
        knowledge = Knowledge(self.program, searching)
        if searching:
            state.recorder = knowledge
        choices: list[int] = []
        asked_together, opened = 0, -1
        try:
            run(state)
            while not state.is_over and len(choices) != most:
                is_together = state.together >= 0
                if not is_together and opened < 0:
                    opened = state.seat
                if is_together and not state.values[state.together]:
                    asked_together = len(choices)
                found, player = options(state), players[state.seat]
                if len(choices) < len(made):
                    place = _place_of(found, *legal(state, *made[len(choices)]))
                elif isinstance(player, str):
                    place = self._placing(player)(state, found, stream)
                elif found.total == 1:
                    place = 0
                else:
                    replayed = asked_together if is_together else len(choices)
                    hidden = (
                        ()
                        if player.is_open
                        else knowledge.hidden(state, state.seat, self.compiled.plan)
                    )
                    situation = Situation(seed, number, choices, replayed, state.seat, hidden)
                    place = self._searched(player, situation, found, chosen_by)
                    if place == NO_OPTION:
                        place = self._placing(player.policy)(state, found, stream)
                move, picked = found.at(place)
                choose(state, move, picked)
                choices.append(place)
        except PlayError as error:
            message = f"{error.message} (game {number} of seed {seed})"
            raise PlayError(message, error.place) from None
        return PlayedGame(state, tuple(choices), opened)

    def _searched(
        self, player: Searcher, situation: Situation, found: Options, chosen_by: int
    ) -> int:
        place = self.compiled.search(
            situation,
            player.playouts,
            seed=_search_seed(player, situation, chosen_by),
            policy=player.policy,
            exploration=player.exploration,
            is_open=player.is_open,
        )
        if place != NO_OPTION and not 0 <= place < found.total:
            raise EngineError(
                f"a search chose option {place} of {found.total} in game {situation.number} of"
                f" seed {situation.seed}; compiled and interpreted play are not the same"
            )
        return place

    def _placing(self, policy: str) -> Placing:
        if policy not in self._placings:
            self._placings[policy] = placing_of(self.program, policy)
        return self._placings[policy]


def _place_of(found: Options, move: MoveRule, picked: Any) -> int:
    """Return the place of a legal move with its pick."""
    first = 0
    for each, choice in found.choices:
        if each is move:
            return first + next(place for place, pick in enumerate(choice) if pick == picked)
        first += choice.total
    raise EngineError(f"{move.name} is not among the options")


def choice_seed(seed: int, repeat: int) -> int:
    """Return the seed of players' choices: of the first play of a deal that of chance."""
    return seed if repeat == 0 else _hashed(f"choices {seed} {repeat}")


def _search_seed(player: Searcher, situation: Situation, chosen_by: int) -> int:
    where = f"{situation.number} {len(situation.choices)} {situation.seat}"
    return _hashed(f"search {player.name} {chosen_by} {where}")


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1
