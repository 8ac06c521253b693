"""Whether a spec is sound: its trace, its worked examples, its invariants in random play."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import inf
from multiprocessing import active_children, get_context
from typing import TypeVar

from certify.errors import CertifyError, EngineError
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import written
from certify.language.references import trace
from certify.play.policies import RANDOM
from certify.play.scenario import Programs, example_failure
from certify.play.soundness import Watched, watch_compiled, watch_games
from certify.present.markup import counted
from certify.runtime.context import Context
from certify.runtime.cores import cores
from certify.runtime.workers import Workers
from certify.studies.check.equivalence import (
    EQUIVALENCE_CHECKS,
    Compared,
    EquivalenceCheck,
    compare_plays,
    has_exact_play,
)
from certify.studies.check.result import CheckResult, Criterion, PlayedGames
from certify.studies.item.study import assumptions_of
from certify.studies.spec_figures import spec_figures

Progress = Callable[[int, int, str], None]

Done = TypeVar("Done")
"""What a task comes to."""

SHARD = 250
"""Games that a process plays before it reports."""

COMPILED_FROM = 2_000
"""Games of a number of players from which compiling them takes less time than it saves."""

COMPILED_SHARD = 5_000
"""Games of compiled play that a process plays before it reports."""

OF_ALTERNATIVES = 100
"""Each alternative of a ruling, and each policy, has one game for so many of the spec as it
stands."""


MOST_DECISIONS = 20_000
"""Decisions after which an alternative, or a policy, has no more games of a number of players."""


@dataclass(frozen=True)
class _Shard:
    """Games that are played in one go."""

    game: LoadedGame
    setting: str
    players: int
    first: int
    games: int
    policy: str = RANDOM
    is_compiled: bool = False


def check_game(
    game: LoadedGame,
    *,
    games: int,
    seed: int,
    progress: Progress = lambda done, total, doing: None,
    workers: int | None = None,
    context: Context | None = None,
) -> CheckResult:
    """Return the result of a check; that the game was loaded shows that its spec is valid.

    `games` are random games of the spec as it stands, shared among the numbers of players; of each
    alternative of each ruling and of each policy a hundredth as many, or so many as reach
    `MOST_DECISIONS` decisions. `seed` is that of the first
    game; the next has the next. Figures of the spec's texts are computed only with a context.
    `workers` change no result.
    """
    criteria = [_trace(game)]
    played: list[PlayedGames] = []
    if game.play is not None:
        criteria.append(_examples(game))
        random_play, played, compared = _played_games(game, games, seed, progress, workers)
        criteria += random_play
        if has_exact_play(game):
            criteria.append(_equivalence(compared))
    figures = () if context is None else spec_figures(game, context, Workers(processes=workers))
    if figures:
        found = f"{len(figures)} worked out"
        criteria.append(Criterion(name="figures in texts", passed=True, found=found))
    return CheckResult(
        **game.provenance(),
        seed=seed,
        criteria=tuple(criteria),
        played=tuple(played),
        assumptions=assumptions_of(game),
        spec_figures=figures,
    )


def _trace(game: LoadedGame) -> Criterion:
    spec = game.spec
    elements = {name for cited in trace(spec, game.paytables).values() for name in cited}
    # A spec in which something is not cited, or cites nothing, is not loaded at all.
    found = (
        f"{counted(len(spec.clauses), 'clause')}, {counted(len(spec.rulings), 'ruling')}, "
        f"{counted(len(spec.assumptions), 'assumption')}, "
        f"{counted(len(elements), 'element that cites', 'elements that cite')} them"
    )
    return Criterion(name="trace complete", passed=True, found=found)


def _examples(game: LoadedGame) -> Criterion:
    names = list(game.spec.examples)
    programs = Programs()
    failures = [
        failure for name in names if (failure := example_failure(game, name, programs)) is not None
    ]
    return Criterion(
        name="worked examples",
        passed=not failures and bool(names),
        found=f"{len(names) - len(failures)} of {len(names)} played as written",
        failures=tuple(failures) if names else ("the spec has no examples",),
    )


def _played_games(
    game: LoadedGame, games: int, seed: int, progress: Progress, workers: int | None
) -> tuple[list[Criterion], list[PlayedGames], list[Compared]]:
    """Return what random games show, and the comparisons with the exact engine if there is one."""
    checks = EQUIVALENCE_CHECKS if has_exact_play(game) else ()
    shards = list(_shards(game, games, seed))
    # What takes longest begins first.
    tasks: list[Callable[[], Watched | list[Compared]]] = [
        *(partial(_compared, game, check) for check in checks),
        *(partial(_play, shard) for shard in shards),
    ]
    total, done = sum(shard.games for shard in shards), 0
    found_in: dict[int, Watched] = {}
    compared: dict[int, list[Compared]] = {}
    # Closed whatever happens, so that no process is left.
    with closing(_done(tasks, workers or cores())) as results:
        for place, result in results:
            if isinstance(result, list):
                compared[place] = result
                continue
            found_in[place - len(checks)] = result
            done += shards[place - len(checks)].games
            progress(done, total, f"Random games of {game.spec.game.title}")
    # In the order of the shards, so that the result does not depend on which ended first.
    seen: dict[tuple[str, int, str], Watched] = {}
    for place, shard in enumerate(shards):
        key = (shard.setting, shard.players, shard.policy)
        seen.setdefault(key, Watched()).add(found_in[place])
    played = [
        PlayedGames(
            setting=setting if policy == RANDOM else f"policy {policy}",
            players=players,
            games=watched.games,
            decisions=watched.decisions,
            longest=watched.longest,
            compiled=watched.compiled,
            replayed=watched.replayed,
        )
        for (setting, players, policy), watched in seen.items()
    ]
    criteria = []
    groups = (
        ("invariants in random play", lambda setting, policy: not setting and policy == RANDOM),
        ("invariants under alternative rulings", lambda setting, policy: bool(setting)),
        ("invariants when policies play", lambda setting, policy: policy != RANDOM),
    )
    for name, belongs in groups:
        those = [w for (setting, _, policy), w in seen.items() if belongs(setting, policy)]
        once: dict[str, str] = {}
        for watched in those:
            once = {**watched.failures, **once}
        failures = tuple(f"{failure} ({where})" for failure, where in once.items())
        number = sum(watched.games for watched in those)
        decisions = sum(watched.decisions for watched in those)
        if those:
            found = f"{counted(number, 'game')}, {counted(decisions, 'decision')}"
            criteria.append(
                Criterion(name=name, passed=not failures, found=found, failures=failures)
            )
    return criteria, played, [one for place in sorted(compared) for one in compared[place]]


def _shards(game: LoadedGame, games: int, seed: int) -> Iterator[_Shard]:
    spec = game.spec
    seats = spec.players.seats if spec.players else ()
    few = max(10, games // OF_ALTERNATIVES)
    for place, players in enumerate(seats):
        share = games // len(seats) + (place < games % len(seats))
        is_compiled = share >= COMPILED_FROM
        size = COMPILED_SHARD if is_compiled else SHARD
        for first in range(0, share, size):
            part = min(size, share - first)
            yield _Shard(game, "", players, seed + first, part, is_compiled=is_compiled)
        for policy in spec.policies:
            share = max(1, few // len(seats))
            yield _Shard(game, "", players, seed, share, policy)
    for number, settled in spec.settled.items():
        for alternative in settled.alternatives:
            if not alternative.set:
                continue
            setting = ", ".join(
                f"{name}={written(value)}" for name, value in alternative.set.items()
            )
            changed = apply_settings(game, alternative.set)
            for players in seats:
                share = max(1, few // len(seats))
                yield _Shard(changed, f"{number}: {setting}", players, seed, share)


def _done(
    tasks: Sequence[Callable[[], Done]], workers: int
) -> Generator[tuple[int, Done], None, None]:
    """Yield the position of a task, and what it came to, as the tasks are done."""
    if workers <= 1 or len(tasks) <= 2:
        for place, task in enumerate(tasks):
            yield place, task()
        return
    others = set(active_children())
    # Started afresh: a fork of a process that runs threads may hang.
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_leave_interrupts
    )
    try:
        waiting = {pool.submit(task): place for place, task in enumerate(tasks)}
        for future in as_completed(waiting):
            yield waiting[future], future.result()
        pool.shutdown()
    except BrokenProcessPool:
        raise EngineError(
            "a process that played games was ended from outside, perhaps for want of memory;"
            " run the check again"
        ) from None
    finally:
        # After an interrupt nobody waits for the games that are being played.
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(active_children()) - others:
            child.terminate()


def _leave_interrupts() -> None:
    """Ignore interrupts, which the process that waits for this one handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(shard: _Shard) -> Watched:
    seeds = range(shard.first, shard.first + shard.games)
    try:
        if shard.is_compiled:
            return watch_compiled(shard.game, shard.players, seeds)
        is_beside = bool(shard.setting) or shard.policy != RANDOM
        return watch_games(
            shard.game,
            shard.players,
            seeds,
            policy=shard.policy,
            most_decisions=MOST_DECISIONS if is_beside else inf,
        )
    except CertifyError as error:
        found = Watched()
        where = f" under {shard.setting}" if shard.setting else ""
        found.failures[str(error)] = f"{counted(shard.players, 'player')}{where}"
        return found


def _compared(game: LoadedGame, check: EquivalenceCheck) -> list[Compared]:
    return list(compare_plays(game, (check,)))


def _equivalence(compared: Sequence[Compared]) -> Criterion:
    failures = [one.sentence for one in compared if not one.agrees]
    largest = max((abs(one.played - one.analysed) for one in compared), default=0.0)
    return Criterion(
        name="the played game is the analysed game",
        passed=not failures,
        found=f"{len(compared)} values on small shoes, largest difference {largest:.1e}",
        failures=tuple(failures),
    )
