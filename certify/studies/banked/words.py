"""Results of play in words: the names of decisions, answers and zones, as one says them.

A result has the names themselves, which are what a command is given; a screen has words.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from typing import TypeVar

from certify.cards.picks import picked_places
from certify.present.markup import counted, said
from certify.studies.banked.result import (
    BankedChart,
    BankedDecision,
    BankedHandResult,
    BankedOption,
    BankedResult,
    BankedSituation,
    BankedStrategyResult,
    ToldSituations,
)

MOST_BY_PLACE = 8
"""Ways to pick cards of one decision that are told by the places of the cards."""

Played = TypeVar("Played", BankedResult, BankedStrategyResult)


def play_in_words(found: Played) -> Played:
    """Return a result of which the play is told in words."""
    changes: dict[str, object] = {"decisions": tuple(map(_decision, found.decisions))}
    if isinstance(found, BankedStrategyResult):
        changes["closest"] = tuple(map(_situation, found.closest))
        changes["charts"] = tuple(map(chart_in_words, found.charts))
        changes["wagers_made"] = tuple(map(said, found.wagers_made))
    return found.model_copy(update=changes)


def situations_in_words(found: ToldSituations) -> ToldSituations:
    """Return situations of which the play is told in words."""
    changes = {
        "closest": tuple(map(_situation, found.closest)),
        "every": tuple(map(_situation, found.every)),
        "charts": tuple(map(chart_in_words, found.charts)),
    }
    return found.model_copy(update=changes)


def hand_in_words(found: BankedHandResult) -> BankedHandResult:
    """Return one situation, told in words."""
    answers = tuple(each.model_copy(update={"option": said(each.option)}) for each in found.answers)
    changes = {
        "wagers_made": tuple(map(said, found.wagers_made)),
        "before": tuple(map(said, found.before)),
        "cards": {said(zone): cards for zone, cards in found.cards.items()},
        "answers": answers,
        "best": said(found.best),
    }
    return found.model_copy(update=changes)


def chart_in_words(chart: BankedChart) -> BankedChart:
    """Return a chart of starting hands, told in words."""
    changes = {
        "decision": said(chart.decision),
        "before": tuple(map(said, chart.before)),
        "zone": said(chart.zone),
        "codes": {code: said(option) for code, option in chart.codes.items()},
    }
    return chart.model_copy(update=changes)


def _decision(decision: BankedDecision) -> BankedDecision:
    changes = {
        "decision": said(decision.decision),
        "before": tuple(map(said, decision.before)),
        "options": tuple(
            each.model_copy(update={"option": said(each.option)}) for each in _few(decision.options)
        ),
        "rule": tuple(map(said, decision.rule)),
    }
    return decision.model_copy(update=changes)


def _few(options: tuple[BankedOption, ...]) -> Iterable[BankedOption]:
    """Return options; of picks that are many, those of equally many cards as one."""
    if sum(bool(picked_places(each.option)) for each in options) <= MOST_BY_PLACE:
        return options
    alike: dict[str, list[BankedOption]] = {}
    for each in options:
        number = len(picked_places(each.option))
        move, _, _ = each.option.partition(" ")
        told = f"{move} {counted(number, 'card')}" if number else each.option
        alike.setdefault(told, []).append(each)
    return [
        BankedOption(option=told, frequency=fsum(each.frequency for each in some))
        for told, some in alike.items()
    ]


def _situation(close: BankedSituation) -> BankedSituation:
    move, _, _ = close.best.partition(" ")
    changes = {
        "before": said(close.before),
        "cards": {said(zone): cards for zone, cards in close.cards.items()},
        "best": f"{said(move)} {close.picked}" if close.picked else said(close.best),
    }
    return close.model_copy(update=changes)
