"""A game, and everything that can be asked of it, one call a question."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from certify.errors import SpecError, nearest_name
from certify.language.catalogue import game_of, load_game
from certify.library.answer import Answer
from certify.library.asked import ShoeGiven, Value, listed, number_of
from certify.library.banked import BankedCalls
from certify.library.changes import ChangeCalls
from certify.library.playing import PlayCalls
from certify.library.reports import EvidenceCalls
from certify.runtime.cache import Cache
from certify.runtime.context import Context, Progress

if TYPE_CHECKING:
    from certify.studies.check.result import CheckResult
    from certify.studies.fairness.results.fairness import FairnessResult
    from certify.studies.monitoring.result import MonitorResult
    from certify.studies.whatif.parameters_result import ParametersResult

TEXT = "spec.yaml"
"""What the file of a spec is called that is given as text."""


def load(
    game: str | Path,
    /,
    *assignments: str,
    shoe: ShoeGiven = None,
    cache: bool = True,
    progress: Progress | None = None,
    **settings: Value,
) -> Game:
    """Return a game.

    Parameters
    ----------
    game : str or Path
        An id that ``certify games`` lists, the path of a spec file, or the text of a spec.
    *assignments : str
        Settings as ``--set`` of the command line takes them, such as ``"bonus.2.pays=5:1"``.
    shoe : str, sequence of int or Shoe, optional
        Undealt cards by value, in the order A, 2, .., 9, T; by default the full shoe.
    cache : bool
        Whether results are looked up and kept in the user's cache, as by the command line.
    progress : callable, optional
        Told of every step: how many are done, of how many, and what is being done.
    **settings
        Settings by their names, such as ``decks=2``.

    Returns
    -------
    Game
        The game, nothing worked out yet.

    Raises
    ------
    UnknownGameError
        If it is neither an id nor a file.
    SpecError
        If the spec or a setting is wrong; it tells every problem.

    Examples
    --------
    >>> load("blackjack-burnout", decks=2).loaded.changed
    (('decks', '2'),)
    """
    name = str(game)
    loaded = game_of(name, TEXT) if "\n" in name else load_game(name)
    context = Context(cache=Cache.of_user(_warn) if cache else None)
    if progress is not None:
        context = replace(context, progress=progress)
    return Game(loaded, context=context).changed(*assignments, shoe=shoe, **settings)


def monitor(game: str | Path, /, *actuals: str | Path, **asked: Any) -> Answer[MonitorResult]:
    """Return live results held against the certified figures of a game.

    Parameters
    ----------
    game : str or Path
        As `load` takes it.
    *actuals : str or Path
        Files of live results.
    **asked
        As `Game.monitor` takes it.

    Returns
    -------
    Answer
        That of `Game.monitor`, with its errors.
    """
    return load(game).monitor(*actuals, **asked)


class Game(BankedCalls, ChangeCalls, PlayCalls, EvidenceCalls):
    """A game with its settings; `load` returns it.

    Every call takes settings by their names, such as ``decks=2``, and answers for the game with
    these changed; the game itself stays as it is. Three names are the same in all calls:

    ``shoe``
        Undealt cards by value, as `changed` takes them; by default the full shoe.
    ``cache``
        Whether results are looked up and kept, True by default.
    ``workers``
        Processes that work; by default one for each core. No result depends on it.

    A setting that is called as an argument of the call is set by `changed`.

    Attributes
    ----------
    loaded : LoadedGame
        The spec with its paytables.
    given_shoe : Shoe, str or None
        The undealt cards, if they were given.
    context : Context
        Where it is worked out: cache, progress, and what this process remembers.
    """

    def fairness(
        self,
        players: int | Sequence[int] | None = None,
        *,
        ladder: Sequence[str] | None = None,
        games: float = 1_000_000,
        search_games: float | None = None,
        seed: int = 1,
        confidence: float = 0.95,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        workers: int | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[FairnessResult]:
        """Return whether seats are equal, what skill decides, how long games last.

        Parameters
        ----------
        players : int or sequence of int, optional
            How many play; by default every number that the rules allow.
        ladder : sequence of str, optional
            Who plays, the weakest first, such as ``["random", "search:50"]``.
        games : float
            Games with the same player in all seats, for each player that does not search.
        search_games : float, optional
            Games in which a player searches, about so many in all.
        seed : int
            Seed of the games.
        confidence : float
            Probability with which all intervals of a family hold together.
        only, without : sequence of str
            Sections that are wanted, or are not: seats, skill, length, use, sensitivity, matches,
            solved.
        workers : int, optional
            Processes; by default one for each core.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            As ``certify fairness --json``.

        Raises
        ------
        EngineError
            If the game has a house.
        SpecError
            If something is named that the game has not.
        """
        from certify.runtime.workers import Workers
        from certify.studies.fairness.asked import allowed_players, checked_ladder, searched_of
        from certify.studies.fairness.question import SECTIONS, FairnessQuestion
        from certify.studies.fairness.study import fairness_of

        asked = self._between_players("fairness", cache, settings)
        for name in (*listed(only), *listed(without)):
            if name not in SECTIONS:
                nearest = nearest_name(name, SECTIONS)
                meant = f"; did you mean {nearest}?" if nearest else ""
                known = ", ".join(SECTIONS)
                raise SpecError(f"there is no section {name!r}{meant}; known: {known}")
        if not 0.5 <= confidence < 1.0:
            raise SpecError(f"confidence is from 0.5 to below 1; found {confidence!r}")
        number = number_of(games, "games")
        sizes = [players] if isinstance(players, int) else players or ()
        question = FairnessQuestion(
            game=asked.loaded,
            players=allowed_players(sizes, asked.loaded),
            ladder=checked_ladder(listed(ladder), asked.loaded) if ladder else None,
            games=number,
            search_games=searched_of(number)
            if search_games is None
            else number_of(search_games, "search_games"),
            seed=seed,
            confidence=confidence,
            sections=frozenset(listed(only) or SECTIONS) - frozenset(listed(without)),
        )
        return Answer(fairness_of(question, asked.context, Workers(processes=workers)))

    def check(
        self,
        *,
        games: int = 10_000,
        seed: int = 1,
        figures: bool = True,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[CheckResult]:
        """Return whether the spec is sound: ``certify check``.

        Parameters
        ----------
        games : int
            Random games that are played.
        seed : int
            Seed of the first of them.
        figures : bool
            Whether to work out the figures that texts of the spec refer to.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``criteria``, and whether all hold: ``passed``.
        """
        from certify.studies.check.study import check_game

        asked = self._asked(None, cache, settings)
        context = asked.context if figures else None
        return Answer(
            check_game(
                asked.loaded,
                games=number_of(games, "games"),
                seed=seed,
                progress=asked.context.progress,
                context=context,
            )
        )

    def parameters(self, *, cache: bool = True, **settings: Value) -> Answer[ParametersResult]:
        """Return what can be set in the game, and the figures to aim at: ``certify parameters``.

        Parameters
        ----------
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``settings`` and ``figures``.
        """
        from certify.studies.whatif.listing import parameters_study

        asked = self._asked(None, cache, settings)
        return Answer(parameters_study(asked.loaded, asked.context))


def _warn(sentence: str) -> None:
    warnings.warn(sentence, stacklevel=2)
