"""A compiled game whose seats are given to players when it is played, and in which they search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, SpecError, nearest_name
from certify.play.compiler import searches
from certify.play.compiler.compiled import CompiledGame, signed
from certify.play.compiler.generator import Generator
from certify.play.compiler.machine import Stopped
from certify.play.interpreted import PLAY, by_seat, require_procedure
from certify.play.interpreter.program import Program
from certify.play.policies import policy_names
from certify.play.tallies import Pair, Tallies

MOST_PLAYOUTS = 1_000_000
LEAST_TABLE = 1 << 10


class HiddenPack(NamedTuple):
    """What a seat knows of the cards of a pack that it cannot place.

    Attributes
    ----------
    kinds : tuple of int
        Kind in the pack of each, those that may be in the fewest zones first.
    allowed : tuple of int
        The zones of the pack that each may be in, as bits.
    room : tuple of int
        How many of the cards each zone of the pack holds.
    where : tuple of int
        The zone where each lies; of no weight, unless no other deal is found.
    known : tuple of tuple of int
        Zone and kind of each card that is known to lie in one of these zones.
    loose : tuple of tuple of int
        Zone and kind of cards of which the zone is known but not the place in it.
    is_nested : bool
        Whether of the sets of zones each lies within the next larger one.
    """

    kinds: tuple[int, ...]
    allowed: tuple[int, ...]
    room: tuple[int, ...]
    where: tuple[int, ...]
    known: tuple[tuple[int, int], ...]
    loose: tuple[tuple[int, int], ...]
    is_nested: bool


class Situation(NamedTuple):
    """A decision that is searched.

    Attributes
    ----------
    seed, number : int
        Seed of the series, and number of the game.
    choices : sequence of int
        The options chosen so far, by their places.
    replayed : int
        How many of them the seat can rely on: all but those of others who decide at the same time.
    seat : int
        Who searches.
    hidden : tuple of HiddenPack
        What the seat knows of hidden cards, for each pack.
    """

    seed: int
    number: int
    choices: Sequence[int]
    replayed: int
    seat: int
    hidden: tuple[HiddenPack, ...]


class SeatedGame(CompiledGame):
    """Plays games of a series, every seat by random moves, a policy of the spec, or a search.

    `pairs`: quantities of which the products are summed too; among all quantities are ``first.1``
    and so on, which tell the first seat that decides alone.

    One generated module serves all players in all seats. Games in which nobody searches are the
    same as those of `CompiledGame` with the same policies.
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
        require_procedure(program, procedure)
        self.program, self.procedure, self.pairs = program, procedure, tuple(pairs)
        self.seated = policy_names(program)
        self.policies = by_seat(program, self.seated[0])
        self.searches = searches
        self._generate(
            Generator(
                program,
                procedure,
                self.policies,
                pairs=self.pairs,
                scales=dict(scales or {}),
                seated=self.seated,
                searches=searches,
            ),
            None,
        )

    def number_of(self, policy: str) -> int:
        """Return what stands for a policy; raise `SpecError` if there is no such policy."""
        if policy not in self.seated:
            nearest = nearest_name(policy, self.seated)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise SpecError(
                f"there is no policy {policy!r}{meant}; known: {', '.join(self.seated)}"
            )
        return self.seated.index(policy)

    def seat(self, policies: Sequence[str], choice_seed: int) -> None:
        """Give the seats to policies.

        `policies`: ``random`` or a policy of the spec for each seat. `choice_seed`: seed of what
        players choose at random; chance has the seed of the series.
        """
        self.policies = by_seat(self.program, policies)
        at = self.generated.places["player_of_seat"]
        for seat, policy in enumerate(self.policies):
            self._block[at + seat] = self.number_of(str(policy))
        self._block[self.generated.places["choice_seed"]] = signed(choice_seed)

    def played(
        self, policies: Sequence[str], seed: int, first: int, games: int, choice_seed: int
    ) -> Tallies:
        """Return the statistics of some games; parameters as `seat` and `CompiledGame.play`."""
        self.seat(policies, choice_seed)
        return self.play(seed, first, games)

    def scores(
        self, policies: Sequence[str], seed: int, first: int, games: int, choice_seed: int
    ) -> npt.NDArray[np.int64]:
        """Return the scores of some games."""
        self.seat(policies, choice_seed)
        found = np.zeros((games, self.program.players), dtype=np.int64)
        self._guarded(self._module.scores, found.ctypes.data, seed, first, games)
        return found

    def search(
        self,
        situation: Situation,
        playouts: int,
        *,
        seed: int,
        policy: str,
        exploration: float,
        is_open: bool,
    ) -> int:
        """Return the option that a search finds best.

        `seed`: of the search, below 2**63. `exploration`: factor of the term of the upper
        confidence bound by which little tried options gain. `is_open`: whether the seat sees all
        cards, and what chance will bring. The result: its place among all options; -1 if none of
        the deals imagined could be played on.
        """
        size = table_size(playouts)
        block = np.zeros(searches.TABLE_AT + searches.ENTRY * size, dtype=np.int64)
        choices = np.array([*situation.choices, 0], dtype=np.int64)
        records = [_record(pack) for pack in situation.hidden]
        hidden = np.array([record.ctypes.data for record in records], dtype=np.int64)
        words = {
            searches.REPLAYED: situation.replayed,
            searches.ROOT: len(situation.choices),
            searches.VIEWER: situation.seat,
            searches.PLAYOUT: self.number_of(policy),
            searches.MASK: size - 1,
            searches.CHOICES: choices.ctypes.data,
            searches.IS_OPEN: int(is_open),
            searches.HIDDEN: hidden.ctypes.data,
            searches.SEED: seed,
            searches.EXPLORATION: round(1000 * exploration),
        }
        for place, word in words.items():
            block[place] = word
        # The addresses stay valid: all arrays are held here until the call returns.
        found: int = self._guarded(
            self._module.search,
            block.ctypes.data,
            situation.seed,
            situation.number,
            playouts,
        )
        return found

    @property
    def last_game(self) -> int:
        """The number of the game that was played last, perhaps not to its end."""
        return int(self._block[self.generated.places["game"]])

    def _run(self, recorded: Any, seed: int, first: int, games: int) -> None:
        self._guarded(self._module.play, recorded.ctypes.data, seed, first, games)

    def _guarded(self, function: Any, at: int, seed: int, first: int, games: int) -> Any:
        block = self._block
        try:
            return function(block.ctypes.data, at, signed(seed), first, games)
        except Stopped:
            if self.searches:
                block[self.generated.places["searcher"]] = 0
            raise EngineError(
                f"compiled play stopped in game {self.last_game} of seed {seed}: a game goes"
                " wrong, or an amount or a list is beyond what compiled play can hold"
            ) from None


def table_size(playouts: int) -> int:
    """Return room for nodes and options of a search, a power of two: eight a playout at least."""
    return 1 << max(LEAST_TABLE, 8 * playouts).bit_length()


def _record(pack: HiddenPack) -> npt.NDArray[np.int64]:
    """Return what a search reads of hidden cards, with room for what it notes there."""
    cards, zones = len(pack.kinds), len(pack.room)
    words = [cards, zones, int(pack.is_nested), len(pack.known), len(pack.loose)]
    words += [*pack.kinds, *pack.allowed, *pack.room]
    words += [word for pair in (*pack.known, *pack.loose) for word in pair]
    words += [*[0] * cards, *pack.where, *[0] * (cards + zones)]
    return np.array(words, dtype=np.int64)
