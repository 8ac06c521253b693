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

LEAST_TABLE = 1 << 10


class HiddenPack(NamedTuple):
    """What a seat knows of the cards of a pack that it cannot place.

    The first four are for each hidden card or zone of the pack: `kinds` of the cards, those with
    the fewest possible zones first; `allowed` zones of each, as bits; `room`, the number of them in
    each zone; `where` each lies (used only if no other deal is found). `known` and `loose` are
    pairs of zone and kind: of cards known to lie in one of these zones, and of cards whose place in
    a known zone is not known. `is_nested`: the sets of zones are nested.
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

    `seed` and `number` are of the simulation run and the game, `choices` the options so far by
    place. The seat relies on the first `replayed`: all but those of others who decide at the same
    time.
    """

    seed: int
    number: int
    choices: Sequence[int]
    replayed: int
    seat: int
    hidden: tuple[HiddenPack, ...]


class SeatedGame(CompiledGame):
    """Plays games in which each seat moves randomly, by a policy of the spec, or by a search.

    One generated module serves every player in every seat; `searches` makes it larger. Games
    without search are those of `CompiledGame` with the same policies. Products of `pairs` are
    summed; the quantities include ``first.1`` and so on: the first seat that decides alone.
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
        """Give each seat ``random`` or a policy of the spec.

        `choice_seed` is for what players choose at random; chance has the seed of the simulation
        run.
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
        """Return the scores of some games, shape (games, players), in the units of their scale."""
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
        """Return the place of the best option among all; -1 if no imagined deal could be played on.

        `playouts` games are imagined and played to the end, by `policy` beyond the tree, or fewer
        where the rest can change nothing; `seed`, below 2**63, is the search's own; `exploration`
        is the factor of the upper confidence bound's term for options tried little. If `is_open`,
        the seat sees all cards and what chance will bring.
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
            searches.MASK: size - 1,
            searches.CHOICES: choices.ctypes.data,
            searches.IS_OPEN: int(is_open),
            searches.HIDDEN: hidden.ctypes.data,
            searches.SEED: seed,
            searches.EXPLORATION: round(1000 * exploration),
        }
        for place, word in words.items():
            block[place] = word
        # A game that has left the tree is played on by who sits there.
        self.seat([policy] * self.program.players, seed)
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
