"""Smaller studies before the one asked for: a first answer in seconds.

Games of a simulation run are the same for every study, and whole parts of them are kept; so most of
what is played for an early answer serves the final one, which is the same without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from certify.play.interpreter.program import Program
from certify.play.search.players import Searcher, player_named
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness.ladder import default_ladder
from certify.studies.fairness.question import SEARCHED, FairnessQuestion
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.seats import pairs_needed
from certify.studies.fairness.study import fairness_of, is_kept, sizes_of

AT_ONCE = 100
"""Games that the interpreter plays in seconds, whatever the game."""

FIRST_GAMES, MOST_GAMES = 5_000, 100_000
"""Games of the first stage that is compiled, and the most of one with search, by each policy."""

FIRST_SEARCHES = (100, 1_000)

WORTH = 3
"""A stage is played only if the next one has so many times its games."""

SHORT = frozenset({"seats", "length"})
OF_PLAY = SHORT | {"skill"}


@dataclass(frozen=True)
class Stage:
    """A smaller study before the whole one, by the interpreter if nothing is compiled yet."""

    question: FairnessQuestion
    interpreted: bool = False


Told = Callable[[FairnessResult, Stage, int, int], None]
"""Receives the result of a stage, the stage, its number from 1, and how many there are."""


def stages_of(question: FairnessQuestion) -> tuple[Stage, ...]:
    """Return the stages before a study, the smallest first.

    Play by policies alone, of which the first is interpreted if nothing is compiled yet; then with
    players that search. There are no stages if the study is too small for them, or plays nothing.
    """
    ladder = question.ladder or default_ladder(question.game)
    sizes = sizes_of(question)
    program = Program(question.game, sizes[0])
    searchers = [name for name in ladder if isinstance(player_named(program, name), Searcher)]
    policies = [name for name in ladder if name not in searchers]
    short = question.sections & SHORT
    found = []
    if short and policies:
        # Two players at least make a ladder; of equals, the last alone is asked to search.
        own = policies if len(policies) > 1 else [*searchers[:1], *policies]
        plain = replace(question, ladder=tuple(own), sections=short)
        if not _is_compiled(program):
            few = replace(plain, players=sizes[:1], games=AT_ONCE)
            found.append(Stage(few, interpreted=True))
        searches = bool(searchers) and "seats" in short
        if searches or question.games >= WORTH * FIRST_GAMES:
            found.append(Stage(replace(plain, games=min(question.games, FIRST_GAMES))))
    played = question.sections & OF_PLAY
    if searchers and question.sections & SEARCHED:
        for number, sections in zip(FIRST_SEARCHES, (short, played), strict=True):
            if sections and number * WORTH <= question.search_games:
                games = min(question.games, MOST_GAMES)
                asked = replace(question, sections=sections, games=games, search_games=number)
                found.append(Stage(asked))
    return tuple(found)


def _is_compiled(program: Program) -> bool:
    # What is kept is shown without what plays.
    from certify.play.compiler.store import was_written
    from certify.play.search.games import PlayersGame

    game = PlayersGame(program, pairs=pairs_needed(program.players))
    return was_written(game.compiled.source, program.game.spec.game.id)


def fairness_in_stages(
    question: FairnessQuestion, context: Context, workers: Workers, told: Told
) -> FairnessResult:
    """Return the same study as `fairness_of`, to the last bit, and report every stage to `told`."""
    stages = () if is_kept(question, context) else stages_of(question)
    for number, stage in enumerate(stages, start=1):
        # What takes seconds is done here: other processes take as long to start.
        hands = Workers(processes=1, interpreted=True) if stage.interpreted else workers
        found = fairness_of(stage.question, context, hands, preliminary=True)
        told(found, stage, number, len(stages))
    return fairness_of(question, context, workers)
