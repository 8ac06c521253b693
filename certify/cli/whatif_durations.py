"""How long what-ifs take, by the rules that are solved and the figures that are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from certify.cli.durations import CORES, Reference, of_command
from certify.runtime.cores import cores
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.figures import depth_of
from certify.studies.whatif.search import Search
from certify.studies.whatif.settings import INTEGER
from certify.studies.whatif.study import Question
from certify.studies.whatif.sweep import Sweep, estimated, is_paid

VALUES_TRIED = 24
"""Values that are tried to solve for a setting that is no whole number, about."""


def of_sweep(sweep: Sweep, workers: int) -> Reference:
    """Return how long a sweep takes so many processes."""
    return Reference(sweep.seconds(workers), workers)


def of_changes(base: TwentyOneGame, settings: Iterable[str], question: Question) -> Reference:
    """Return how long the figures before and after a change take."""
    rule_sets = 1 + _solves_anew(base, settings)
    return Reference(estimated(base, question.depth, rule_sets, 2), 1)


def of_search(*searches: Search) -> Reference:
    """Return how long it takes to solve for settings, of which each has a figure to meet."""
    first = searches[0]
    seconds = of_changes(first.base, first.settings, first.question).seconds
    for search in searches:
        values = VALUES_TRIED
        if search.setting.kind == INTEGER:
            values = int(search.highest) - int(search.lowest) + 1
        rule_sets = 0 if is_paid(search.base, search.setting.name) else values
        seconds += estimated(search.base, depth_of([search.path]), rule_sets, values)
    return Reference(seconds, 1)


def of_rulings(base: TwentyOneGame, question: Question, workers: int | None) -> Reference:
    """Return how long every other reading of the rulings takes, as much as is asked of each."""
    number, usual = workers or cores(), replace(question, paths=Question.of(base).paths)
    whole = of_command("whatif --rulings", base.loaded)
    share = estimated(base, question.depth, 1, 1) / estimated(base, usual.depth, 1, 1)
    return replace(whole, seconds=whole.seconds * share * CORES / number, cores=number)


def _solves_anew(base: TwentyOneGame, settings: Iterable[str]) -> bool:
    """Return whether a setting changes the rules, so that they are solved anew."""
    return not all(is_paid(base, setting.partition("=")[0].strip()) for setting in settings)
