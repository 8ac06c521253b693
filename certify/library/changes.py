"""What is asked of changes of a game against a house: what-ifs, and paytables that meet an aim."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from certify.errors import SpecError
from certify.library.answer import Answer
from certify.library.asked import USUAL_SPLIT_PLAY, Asked, ShoeGiven, Value, as_swept

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.paytable.asked import Given, Written
    from certify.studies.paytable.result import PaytableResult
    from certify.studies.whatif.analysed_asked import AnalysedFound
    from certify.studies.whatif.result import SensitivityResult, SweepResult, WhatIfResult


class ChangeCalls(Asked):
    """The calls that ask what a change does."""

    def whatif(
        self,
        *,
        sweep: Mapping[str, str | Iterable[Value]] | None = None,
        solve: str | None = None,
        target: str | None = None,
        within: str | None = None,
        rulings: bool = False,
        figures: Sequence[str] = (),
        strategy: str | Path | StrategyCard = "optimal",
        split_play: str = USUAL_SPLIT_PLAY,
        shoe: ShoeGiven = None,
        workers: int | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[WhatIfResult | SweepResult | SensitivityResult | AnalysedFound]:
        """Return what a change of rules or payouts does to every wager: ``certify whatif``.

        Parameters
        ----------
        sweep : mapping, optional
            One or two settings with the values that they go through, such as
            ``{"decks": [1, 2, 6]}`` or ``{"decks": "all"}``.
        solve, target, within : str, optional
            The setting that is solved for, such as ``bonus.2.pays``; the figure that it meets, such
            as ``rtp=95%``; and between which values.
        rulings : bool
            Whether to tell what every other reading of a ruling changes.
        figures : sequence of str
            Figures by name, such as ``edge``; by default the headline of every wager.
        strategy : str, Path or StrategyCard
            How the player plays, before and after.
        split_play : str
            How optimal play goes on after a split, before and after; as `returns` takes it.
        workers : int, optional
            Processes; by default one for each core.
        shoe, cache, **settings
            See `Game`. The settings are the change that is asked about.

        Returns
        -------
        Answer
            Figures before and after, over the sweep, or by ruling.

        Raises
        ------
        SpecError
            If nothing is to be changed, or a setting, value or figure cannot be taken.
        EngineError
            If the game has no house.
        """
        from certify.runtime.workers import Workers
        from certify.studies.house.asked import ChangesAsked

        asked = self._of_house("whatif", shoe, cache, {})
        ways = {"sweep": bool(sweep), "solve": solve is not None, "rulings": rulings}
        given = [name for name, is_given in ways.items() if is_given]
        if len(given) > 1:
            raise SpecError(f"{' and '.join(given)} exclude each other")
        if not given and not settings:
            raise SpecError("nothing to change; expected a setting, sweep, solve or rulings")
        if (solve is None) != (target is None):
            raise SpecError("solve and target need each other")
        if within is not None and solve is None:
            raise SpecError("within needs solve")
        changes = tuple(self._assignments(settings))
        swept = tuple(f"{name}={as_swept(values)}" for name, values in (sweep or {}).items())
        question = ChangesAsked(
            tuple(changes),
            sweeps=swept,
            solve=solve,
            target=target,
            within=within,
            rulings=rulings,
            figures=tuple(figures),
            strategy=strategy,
            split_play=split_play,
        )
        house = asked.house
        plan = house.changes(question)
        return Answer(house.changed(plan, asked.context, Workers(processes=workers)))

    def paytable(
        self,
        target: str,
        *,
        within: str | None = None,
        figures: Sequence[str] = (),
        strategy: str | Path | StrategyCard = "optimal",
        shoe: ShoeGiven = None,
        workers: int | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[WhatIfResult]:
        """Return the odds of a whole paytable at which each of its wagers meets a target.

        Parameters
        ----------
        target : str
            A figure of the wagers, such as ``"rtp=95%"``.
        within, figures, strategy, workers
            As `whatif` takes them.
        shoe, cache, **settings
            See `Game`. The settings are changed too, before the odds are looked for.

        Returns
        -------
        Answer
            ``settings`` with the odds before and after, and ``figures``: as ``certify whatif
            --solve "bonus.*.pays" --json``.

        Raises
        ------
        SpecError
            If the target is none of the wagers, or no odds meet it.
        EngineError
            If the game has no house.
        """
        from certify.studies.whatif.search import ROWS

        found = self.whatif(
            solve=ROWS,
            target=target,
            within=within,
            figures=figures,
            strategy=strategy,
            shoe=shoe,
            workers=workers,
            cache=cache,
            **cast("dict[str, Any]", settings),
        )
        return cast("Answer[WhatIfResult]", found)

    def paytables(
        self,
        wager: str | None = None,
        *,
        bounds: Mapping[str, Given] | None = None,
        rows: Mapping[str, Given | Written] | None = None,
        chips: Iterable[Given] = (),
        best: Mapping[str, str] | None = None,
        fit: Mapping[str, Written] | None = None,
        any_order: bool = False,
        everything: bool = False,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[PaytableResult]:
        """Return all paytables within bounds that no other of them beats: ``certify paytable``.

        Parameters
        ----------
        wager : str, optional
            The wager whose paytable is designed; needed if several have one.
        bounds : dict, optional
            By figure (``edge``, ``hit``, ``sd``, ``top``) both ends, such as ``(0.02, 0.03)`` or
            ``"0.02:0.03"``; an end that is left out, or None, is open.
        rows : dict, optional
            By row what it may pay to one: a payout, both ends, or both ends and a step; of the
            others from half of what they pay to twice that.
        chips : iterable, optional
            Stakes and chips, such as ``["10:5"]``; by default payouts are whole.
        best : dict, optional
            By figure whether ``high`` or ``low`` is better; by default many wins, a low standard
            deviation and a high top award.
        fit : dict, optional
            By figure or row what is wanted; ``nearest`` are the tables closest to it.
        any_order : bool
            Whether a rarer row may pay less.
        everything : bool
            Whether to list all tables within the bounds, too.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``front``, ``nearest``, ``every`` and ``in_force``, as ``certify paytable --json``.

        Raises
        ------
        SpecError
            If there is no such wager, figure or row, or the ranges hold no table or too many.
        EngineError
            If the game has no house, or is not analysed from its spec.
        StateSpaceError
            If the rules are beyond the engine.
        """
        from certify.studies.paytable.asked import PaytableQuestion
        from certify.studies.paytable.study import paytable_study

        asked = self._of_house("paytables", None, cache, settings)
        question = PaytableQuestion.of(
            asked.loaded,
            wager,
            bounds=bounds,
            rows=rows,
            chips=chips,
            best=best,
            fit=fit,
            is_monotone=not any_order,
            everything=everything,
        )
        return Answer(paytable_study(question, asked.context))
