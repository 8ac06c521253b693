"""The study of a game between players: seats, skill, length, use of the rules, small versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from certify.errors import EngineError, SpecError
from certify.language.cut_down import versions_of
from certify.play.interpreter.program import Program
from certify.play.search.players import Searcher
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness.ladder import (
    default_ladder,
    is_clairvoyant,
    players_of,
    text_of,
)
from certify.studies.fairness.parts import BOTH, SCORES, TALLIES
from certify.studies.fairness.play import compile_ahead
from certify.studies.fairness.question import (
    LEAST_GAMES,
    LEAST_SEARCH_GAMES,
    PLAYED,
    SEARCHED,
    SECTIONS,
    FairnessQuestion,
)
from certify.studies.fairness.results.assumed import resting_on, supplied
from certify.studies.fairness.results.fairness import FairnessResult, Finding, TableResult
from certify.studies.fairness.runs import is_search
from certify.studies.fairness.sensitivity import settings_of
from certify.studies.fairness.solved import plain, solved_versions
from certify.studies.fairness.table import Table
from certify.studies.item.result import AssumptionText
from certify.studies.item.study import assumptions_of
from certify.studies.kinds import who_answers

KIND = "fairness"


def fairness_of(
    question: FairnessQuestion, context: Context, workers: Workers, *, preliminary: bool = False
) -> FairnessResult:
    """Return the study of a game between players.

    A `preliminary` study may have fewer games than statistics need, and is not kept as a whole. A
    game with a house is a SpecError, too few games an EngineError. No result depends on `workers`.
    """
    game = question.game
    sizes = sizes_of(question)
    ladder = question.ladder or default_ladder(game)
    players = players_of(Program(game, sizes[0]), ladder)
    if sum(not is_clairvoyant(player) for player in players.values()) < 2:
        raise EngineError(
            f"a ladder has two players or more who do not see all cards; found {', '.join(ladder)}"
        )
    if not preliminary:
        _check(question)

    def work() -> FairnessResult:
        if not preliminary and question.sections & PLAYED:
            wanted = [TALLIES]
            if "skill" in question.sections:
                wanted.append(SCORES)
            if question.sections & SEARCHED and any(map(is_search, players.values())):
                wanted.append(BOTH)
            compile_ahead(game, sizes, wanted, context, workers)
        each = question.search_games // len(sizes)
        studies = [Table(question, ladder, size, each, context, workers) for size in sizes]
        tables = tuple(study.result() for study in studies)
        assumptions = assumptions_of(game)
        every = dict(players)
        for study in studies:
            # A study adds the player that sees all cards.
            every.update(study.players)
        return FairnessResult(
            **game.provenance(),
            seed=question.seed,
            confidence=question.confidence,
            ladder=tuple(text_of(game, name, player) for name, player in every.items()),
            tables=tuple(qualified(table, assumptions) for table in tables),
            solved=solved_versions(game, context) if "solved" in question.sections else (),
            assumptions=assumptions,
        )

    if preliminary:
        return work()
    # Thousands of simulation runs are kept too, but reading and merging them takes many seconds.
    return context.kept(KIND, _key(question, sizes, ladder), FairnessResult, work)


def is_kept(question: FairnessQuestion, context: Context) -> bool:
    """Return whether a study was kept before, as a whole."""
    if context.cache is None:
        return False
    ladder = question.ladder or default_ladder(question.game)
    return context.cache.load(KIND, _key(question, sizes_of(question), ladder)) is not None


def _key(question: FairnessQuestion, sizes: Sequence[int], ladder: Sequence[str]) -> Any:
    """Return plain data that determines a study."""
    return {
        **question.game.key(),
        "players": list(sizes),
        "ladder": list(ladder),
        "games": question.games,
        "search_games": question.search_games,
        "seed": question.seed,
        "confidence": question.confidence,
        "sections": sorted(question.sections),
        **_cut_down(question),
    }


def _cut_down(question: FairnessQuestion) -> dict[str, Any]:
    """Return the cut-down versions, which lie in a file of their own, if any are solved."""
    versions = versions_of(question.game) if "solved" in question.sections else {}
    told = [*map(plain, versions.values())]
    return {"cut_down": told} if told else {}


def sizes_of(question: FairnessQuestion) -> tuple[int, ...]:
    """Return the numbers of players asked for, checked against the spec."""
    game = question.game
    players = game.play.spec.players if game.play is not None else None
    if game.spec.game.kind != "between_players" or players is None:
        raise SpecError(
            f"{game.spec.game.id} is played against the house, and fairness is asked of games"
            f" between players; {who_answers(game)}"
        )
    allowed = tuple(players.seats)
    asked = question.players or allowed
    for size in asked:
        if size not in allowed:
            known = ", ".join(map(str, allowed))
            raise SpecError(f"{game.spec.game.id} is not played by {size}; the spec has {known}")
    return tuple(dict.fromkeys(asked))


def _check(question: FairnessQuestion) -> None:
    unknown = sorted(question.sections - set(SECTIONS))
    if unknown:
        raise EngineError(f"there is no section {unknown[0]!r}; known: {', '.join(SECTIONS)}")
    if question.games < LEAST_GAMES:
        raise EngineError(
            f"the statistics need {LEAST_GAMES:,} games at least; {question.games:,} were asked for"
        )
    if question.search_games < LEAST_SEARCH_GAMES:
        raise EngineError(
            f"the statistics need {LEAST_SEARCH_GAMES:,} games of search at least;"
            f" {question.search_games:,} were asked for"
        )


SECONDS_A_GAME = 1e-4
SECONDS_A_PLAYOUT = 4e-3
SECONDS_A_SETTING = 30.0
SECONDS_OF_THE_REST = 120.0
"""Measured on one core of an ordinary server, for the longest of the games."""


def estimate_seconds(question: FairnessQuestion) -> float:
    """Return an upper estimate of a study's seconds on one core, with nothing kept.

    It uses the numbers of games, playouts and settings alone.
    """
    sizes = sizes_of(question)
    ladder = question.ladder or default_ladder(question.game)
    players = players_of(Program(question.game, sizes[0]), ladder).values()
    searchers = [player for player in players if isinstance(player, Searcher)]
    playouts = sum(player.playouts for player in searchers) / max(1, len(searchers))
    found = SECONDS_OF_THE_REST
    found += len(sizes) * (len(players) - len(searchers)) * question.games * SECONDS_A_GAME
    if searchers and question.sections & SEARCHED:
        found += question.search_games * playouts * SECONDS_A_PLAYOUT
    if "sensitivity" in question.sections:
        found += len(sizes) * len(settings_of(question.game)) * SECONDS_A_SETTING
    return found


def qualified(table: TableResult, assumptions: Sequence[AssumptionText]) -> TableResult:
    """Return a table whose findings say which assumptions they rest on.

    All findings get the numbers of the assumptions. Those that matter, which are quoted as
    headlines, name them in words. Without assumptions the table stays as it is.
    """
    return table.model_copy(
        update={"findings": tuple(_qualified(finding, assumptions) for finding in table.findings)}
    )


def _qualified(finding: Finding, assumptions: Sequence[AssumptionText]) -> Finding:
    resting = resting_on(assumptions, "matches" if finding.about == "matches" else "play")
    if not resting:
        return finding
    text = finding.text
    # What another setting changes is told of that setting, against what was supplied.
    if finding.weight == "matter" and finding.about != "sensitivity":
        text = f"With {supplied(resting)}: {text[:1].lower()}{text[1:]}"
    return finding.model_copy(
        update={"text": text, "assumptions": tuple(each.id for each in resting)}
    )
