"""Effect of a change of rules or payouts on the figures: before and after."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from certify.cards.shoe import Shoe
from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.language.game import LoadedGame
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.returns.round_distributions import pays_on_bonus, reading_of
from certify.studies.returns.study import method_of, worked_out
from certify.studies.twenty_one import (
    OPTIMAL,
    TwentyOneGame,
    card_sha256,
    is_policy,
    rules_key,
    strategy_name,
)
from certify.studies.whatif.aims import aims_of
from certify.studies.whatif.figures import (
    Depth,
    checked_aims,
    depth_of,
    figure_at,
    figure_name,
    headline_paths,
)
from certify.studies.whatif.result import FigureChange, FigureName, SettingChange, WhatIfResult
from certify.studies.whatif.settings import setting_of, with_settings, without_effect

KIND = "whatif"
DOING = "games with other settings"

AT_ONCE = 100
"""Points of the same rules in one task."""

Figures = tuple[float | None, ...]
Point = tuple[str, ...]
"""Settings, each ``NAME=VALUE``."""


@dataclass(frozen=True)
class Question:
    """Full paths of the figures asked for, and the strategy: ``optimal``, ``basic``, or a card."""

    paths: tuple[str, ...]
    strategy: str | StrategyCard = OPTIMAL

    @classmethod
    def of(
        cls,
        game: TwentyOneGame,
        strategy: str | StrategyCard = OPTIMAL,
        paths: Sequence[str] = (),
    ) -> Question:
        """Return a question, checked before any work; no `paths` for the default figures.

        `paths` are figures by name or path; a SpecError if there is no such figure.
        """
        name = strategy_name(strategy)
        asked = [
            aim.path for path in paths for aim in checked_aims(path, aims_of(path), game, name)
        ]
        return cls(tuple(dict.fromkeys(asked)) or headline_paths(game, name), strategy)

    @property
    def depth(self) -> Depth:
        """How much has to be computed."""
        return depth_of(self.paths)

    @property
    def names(self) -> tuple[FigureName, ...]:
        """The figures in words."""
        return tuple(figure_name(path) for path in self.paths)

    def also(self, path: str) -> Question:
        """Return the question with one more figure."""
        return replace(self, paths=tuple(dict.fromkeys([*self.paths, path])))

    def identity(self) -> list[Any]:
        """Return plain data that determines the answer."""
        card = self.strategy if isinstance(self.strategy, StrategyCard) else None
        digest = card_sha256(card) if card else None
        return [strategy_name(self.strategy), digest, list(self.paths)]


def figures_of(game: TwentyOneGame, question: Question, context: Context) -> Figures:
    """Return figures of a game, None for those that it does not have.

    What follows from the rules alone is taken from the context if it is known there.
    """
    depth = question.depth
    result = worked_out(
        game,
        question.strategy,
        distribution=depth.distribution,
        further=depth.further,
        wagered=depth.wagered,
        seats=depth.seats,
        context=replace(context, thorough=depth.thorough),
    )
    return tuple(figure_at(result, path) for path in question.paths)


def rests_on(game: TwentyOneGame, question: Question) -> tuple[object, ...]:
    """Return the parts of a game that the figures of a question can depend on."""
    loaded = game.loaded
    pays = tuple(
        (alias, row.key, row.pays)
        for alias in loaded.paytables
        for row in loaded.paytable_rows(alias)
    )
    streak = (
        (reading_of(game), pays_on_bonus(game)) if question.depth.distribution else (None, None)
    )
    # What a policy looks at can be any parameter.
    read = loaded.key()["parameters"] if is_policy(question.strategy) else {}
    play = (rules_key(game), *sorted(read.items()))
    return (play, game.rules.insurance, game.rules.burnout_payment, pays, *streak)


@dataclass(frozen=True)
class Errand:
    """Points of the same rules, computed one after another.

    `loaded` is the game without the points' settings; `folder` is where distributions are kept, if
    it is on the same machine; `context` is that of this process, others take their own.
    """

    loaded: LoadedGame
    shoe: Shoe | None
    split_play: SplitPlay
    points: tuple[Point, ...]
    question: Question
    folder: str | None
    context: Context | None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "context": None}


@cache
def _own_desk(folder: str | None) -> Context:
    """Return the context of a worker process, which reports no progress."""
    return Context(cache=Cache(Path(folder), lambda sentence: None) if folder else None)


def run_errand(errand: Errand) -> bytes:
    """Return the figures of each point of an errand, as JSON."""
    context = errand.context or _own_desk(errand.folder)
    found = []
    for point in errand.points:
        loaded = with_settings(errand.loaded, point)
        game = TwentyOneGame(loaded, errand.shoe, errand.split_play)
        found.append(figures_of(game, errand.question, context))
    return json.dumps(found).encode()


def figures_at(
    base: TwentyOneGame,
    points: Sequence[Point],
    question: Question,
    context: Context,
    workers: Workers,
) -> list[Figures]:
    """Return the figures of a game under several settings, in the order of the points.

    Points of the same rules are computed together, kept as soon as they are there, and looked up
    when they are asked for again.
    """
    together: dict[object, list[int]] = {}
    for place, point in enumerate(points):
        game = base.changed(with_settings(base.loaded, point))
        together.setdefault(rules_key(game), []).append(place)
    tasks = [
        places[begin : begin + AT_ONCE]
        for places in together.values()
        for begin in range(0, len(places), AT_ONCE)
    ]
    # Neither what is played nor where the file's elements stand is needed to work figures out.
    loaded = replace(base.loaded, play=None, document=None)
    folder = str(context.cache.folder) if context.cache and workers.scheduler is None else None
    quiet = replace(context, progress=Context.progress)
    errands = [
        Errand(
            loaded,
            base.given_shoe,
            base.split_play,
            tuple(points[place] for place in task),
            question,
            folder,
            quiet,
        )
        for task in tasks
    ]
    identity = [
        base.loaded.provenance(),
        [[row.pays for row in loaded.paytable_rows(alias)] for alias in loaded.paytables],
        base.loaded.parameters_as_written(),
        list(base.shoe.counts) if base.given_shoe else None,
        question.identity(),
        *base.split_play_key().values(),
    ]
    answers = work_out(
        run_errand,
        errands,
        [[*identity, [list(point) for point in errand.points]] for errand in errands],
        kind=KIND,
        context=context,
        workers=workers,
        doing=DOING,
        are_long=question.depth.distribution,
    )
    found: list[Figures] = [()] * len(points)
    for task, answer in zip(tasks, answers, strict=True):
        for place, figures in zip(task, json.loads(answer), strict=True):
            found[place] = tuple(figures)
    return found


def whatif_study(
    base: TwentyOneGame, settings: Sequence[str], question: Question, context: Context
) -> WhatIfResult:
    """Return every figure before and after a change of settings, each ``NAME=VALUE``.

    The strategy is computed anew for changed rules. A SpecError if a setting cannot be changed so.
    """
    changed = base.changed(with_settings(base.loaded, settings))
    card = question.strategy if isinstance(question.strategy, StrategyCard) else None
    before = figures_of(base, question, context)
    return WhatIfResult(
        **base.loaded.provenance(),
        settings=setting_changes(base.loaded, changed.loaded),
        strategy=strategy_name(question.strategy),
        strategy_sha256=card_sha256(card) if card else None,
        shoe=base.shoe.by_label(),
        changed_shoe=changed.shoe.by_label(),
        without_effect=without_effect(changed.loaded),
        figures=figure_changes(question, before, figures_of(changed, question, context)),
        error_bound=ERROR_BOUND,
        method=method_of(base, question.strategy),
        split_play=base.split_play,
    )


def setting_changes(before: LoadedGame, after: LoadedGame) -> tuple[SettingChange, ...]:
    """Return the settings in which a game was changed further, as written."""
    already = dict(before.changed)
    return tuple(
        SettingChange(name=name, before=setting_of(before, name).now, after=value)
        for name, value in after.changed
        if already.get(name) != value
    )


def figure_changes(
    question: Question, before: Sequence[float | None], after: Sequence[float | None]
) -> tuple[FigureChange, ...]:
    """Return figures before and after, and their differences."""
    return tuple(
        FigureChange(
            **name.model_dump(), before=one, after=other, difference=difference(one, other)
        )
        for name, one, other in zip(question.names, before, after, strict=True)
    )


def difference(before: float | None, after: float | None) -> float | None:
    """Return the second less the first; None if either is missing."""
    return None if before is None or after is None else after - before
