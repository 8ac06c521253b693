"""What is asked of a game that is played: once, many times, or again from its log."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from certify.errors import SpecError
from certify.library.answer import Answer
from certify.library.asked import Asked, Value, listed, number_of

if TYPE_CHECKING:
    from certify.library.played import Played
    from certify.studies.simulation.result import SimulationResult


class PlayCalls(Asked):
    """The calls that play a game."""

    def play(
        self,
        *,
        seed: int = 1,
        players: int | None = None,
        policies: str | Sequence[str] = (),
        number: int | None = None,
        procedure: str = "play",
        log: str | Path | None = None,
        **settings: Value,
    ) -> Played:
        """Return one game, played by policies in all seats: ``certify play --seat 0``.

        Parameters
        ----------
        seed : int
            Seed of everything random.
        players : int, optional
            How many play; by default the fewest.
        policies : str or sequence of str
            How seats are played, as `simulate` takes it; by default as ``certify play`` does.
        number : int, optional
            Which game, from 0, of those that `simulate` plays with the seed: the same, move for
            move, with the same policies.
        procedure : str
            What is played as a game.
        log : str or Path, optional
            A file that does not exist yet, for the log.
        **settings
            See `Game`.

        Returns
        -------
        Played
            As ``certify replay --json`` tells of the log, and the log itself: ``log``.

        Raises
        ------
        SpecError
            If something is named that the game has not.
        """
        from certify.library.played import played

        asked = self._asked(None, True, settings)
        found = played(
            asked.loaded,
            seed,
            players=players,
            policies=listed(policies),
            number=number,
            procedure=procedure,
            file=None if log is None else Path(log),
        )
        return found

    def replay(self, log: str | Path) -> Played:
        """Return whether the log of a game is right, move by move: ``certify replay``.

        Parameters
        ----------
        log : str or Path
            The file, or the log itself as text.

        Returns
        -------
        Played
            As ``certify replay --json``.

        Raises
        ------
        LogError
            At the first line that is wrong; it names the line, and the clauses that it breaks.
        """
        from certify.library.played import replayed

        return replayed(self.loaded, log)

    def simulate(
        self,
        games: float | None = None,
        *,
        seconds: float | None = None,
        until_sem: float | None = None,
        of: str | None = None,
        seed: int = 1,
        players: int | None = None,
        policies: str | Sequence[str] = (),
        procedure: str = "play",
        scales: Mapping[str, int] | None = None,
        engine: str | None = None,
        workers: int | None = None,
        folder: str | Path | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[SimulationResult]:
        """Return what a game that is played many times comes to: ``certify simulate``.

        Parameters
        ----------
        games : float, optional
            Number of games, such as 1_000_000 or 1e6.
        seconds, until_sem : float, optional
            End after so many seconds; or when the standard error of the mean of `of` is at most
            this.
        of : str, optional
            The quantity that is watched; by default the score of the first seat.
        seed : int
            Seed of the series: result follows from it and the number of games alone.
        players : int, optional
            How many play; by default the fewest.
        policies : str or sequence of str
            How seats are played: a name for all, or ``SEAT=NAME`` each.
        procedure : str
            What is played as a game.
        scales : mapping, optional
            Quantities that are recorded in parts of one.
        engine : str, optional
            ``compiled`` or ``interpreter``.
        workers : int, optional
            Processes; by default one for each core.
        folder : str or Path, optional
            Keeps what was played, so that the same call goes on from there.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            As ``certify simulate --json``.

        Raises
        ------
        SpecError
            If nothing tells when the run ends, or something is named that the game has not.
        """
        if games is None and seconds is None and until_sem is None:
            raise SpecError("nothing tells when the run ends; give games, seconds or until_sem")
        number = None if games is None else number_of(games, "games")
        asked = self._asked(None, cache, settings)
        # The engine loads slowly; a spec that is wrong is told of at once.
        from certify.studies.simulation.simulated_return import return_pairs
        from certify.studies.simulation.study import job_for, means_of, simulate

        job = job_for(
            asked.loaded,
            seed=seed,
            players=players,
            policies=listed(policies),
            procedure=procedure,
            pairs=return_pairs(asked.loaded, players),
            scales=dict(scales or {}),
            engine=engine,
        )
        kept = None if folder is None else Path(folder)
        means = means_of(asked.context.progress, workers, "simulating")
        return Answer(
            simulate(
                job,
                rounds=number,
                seconds=seconds,
                until_sem=until_sem,
                of=of,
                means=replace(means, folder=kept, notice=_warn),
                context=asked.context,
            )
        )


def _warn(sentence: str) -> None:
    warnings.warn(sentence, stacklevel=2)
