"""Runs a simulation: has shards played, merges them in the order of the games, knows when to stop.

The result is always of the games from the first on without a gap, so it follows from the job and
their number alone; any such run can be had again by that number.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from certify.play.simulate.shards import LOOKS, SECONDS, Pace, Plan, Shard
from certify.play.tallies import Tallies
from certify.runtime.executors import Done, Executor

Ending = Literal["rounds", "time", "precision"]

ALIKE = 100_000
"""Games from which a quantity that has always had one value is taken to have no other."""

SHARDS_IN_TIME = 8
"""Shards that a run that ends by the clock has time for, one after the other."""

INTERVAL = 1.959963984540054
"""Standard errors on either side within which a mean is with 95 percent."""


@dataclass(frozen=True)
class StopRule:
    """When a run ends: by whatever comes first.

    Attributes
    ----------
    games : int or None
        Number of games.
    seconds : float or None
        Time of this run; the shards that are being played then are played to their ends.
    sem : float or None
        Standard error of the mean of a quantity, looked at after fixed numbers of games.
    of : str
        That quantity.
    """

    games: int | None
    seconds: float | None
    sem: float | None
    of: str

    def is_met_by(self, tallies: Tallies) -> bool:
        """Return whether the mean is known well enough."""
        if self.sem is None or tallies.games < 2:
            return False
        tally = tallies.tally(self.of)
        if tally.least == tally.most and tallies.games < ALIKE:
            return False
        return tallies.sem(self.of) <= self.sem


class RunProgress(NamedTuple):
    """How far a run has come.

    Attributes
    ----------
    games : int
        Games of the series that were played, from the first on without a gap.
    goal : float or None
        How many it will have been, as far as that can be told.
    rate : float
        Games a second of this run.
    left : float or None
        Seconds to its end.
    mean, half_width : float or None
        Of the quantity that is watched, with its interval of 95 percent.
    """

    games: int
    goal: float | None
    rate: float
    left: float | None
    mean: float | None
    half_width: float | None


class Store(Protocol):
    """Keeps finished shards."""

    @property
    def found(self) -> dict[Shard, Tallies]:
        """What was kept before."""

    def store(self, shard: Shard, tallies: Tallies) -> None:
        """Keep the statistics of a shard."""


Progress = Callable[[RunProgress], None]


class Ledger:
    """Merges shards in the order of their games; looks at the rule at every look."""

    def __init__(self, empty: Tallies, rule: StopRule) -> None:
        self.total = empty
        self.is_precise = False
        self._rule = rule
        self._waiting: dict[int, Tallies] = {}

    def add(self, shards: Iterable[tuple[Shard, Tallies]]) -> None:
        """Take up shards, in any order; what lies beyond the end of the run is dropped."""
        self._waiting |= {shard.first: tallies for shard, tallies in shards}
        while not self.is_precise:
            following = self._waiting.pop(self.total.games, None)
            if following is None:
                return
            self.total.add(following)
            if LOOKS.is_look(self.total.games):
                self.is_precise = self._rule.is_met_by(self.total)

    @property
    def games(self) -> int:
        """How many games were played, those after a gap too."""
        return self.total.games + sum(tallies.games for tallies in self._waiting.values())


def run_games(
    empty: Tallies,
    rule: StopRule,
    executor: Executor[Shard, Tallies],
    store: Store | None = None,
    progress: Progress = lambda estimate: None,
) -> tuple[Tallies, Ending]:
    """Play games until a rule ends the run; return their statistics, and what ended it."""
    began = time.monotonic()
    known = dict(store.found) if store is not None else {}
    if rule.games is not None:
        known = {shard: tallies for shard, tallies in known.items() if shard.end <= rule.games}
    ledger = Ledger(empty, rule)
    ledger.add(known.items())
    before = ledger.games
    plan = Plan(known, rule.games)
    pace = Pace(SECONDS if rule.seconds is None else min(SECONDS, rule.seconds / SHARDS_IN_TIME))
    under_way = 0
    while not ledger.is_precise:
        # At least one shard is played, however short the time.
        while under_way < executor.width and not (_is_late(rule, began) and ledger.games):
            shard = plan.next(pace.size)
            if shard is None:
                break
            executor.submit(shard)
            under_way += 1
        if not under_way:
            break
        played = executor.finished()
        under_way -= len(played)
        _keep(played, store)
        for shard, _, seconds in played:
            pace.learn(shard, seconds)
        ledger.add((shard, tallies) for shard, tallies, _ in played)
        progress(_estimate(ledger, rule, before, time.monotonic() - began))
    if ledger.is_precise:
        return ledger.total, "precision"
    return ledger.total, "rounds" if ledger.total.games == rule.games else "time"


def _is_late(rule: StopRule, began: float) -> bool:
    return rule.seconds is not None and time.monotonic() - began >= rule.seconds


def _keep(played: Iterable[Done[Shard, Tallies]], store: Store | None) -> None:
    if store is not None:
        for shard, tallies, _ in played:
            store.store(shard, tallies)


def _estimate(ledger: Ledger, rule: StopRule, before: int, seconds: float) -> RunProgress:
    total = ledger.total
    rate = (ledger.games - before) / max(seconds, 1e-9)
    mean, sem = None, None
    if total.games >= 2:
        mean, sem = float(total.mean(rule.of)), total.sem(rule.of)
    goals: list[float] = [] if rule.games is None else [rule.games]
    if rule.seconds is not None:
        goals.append(ledger.games + rate * max(0.0, rule.seconds - seconds))
    if rule.sem is not None and sem:
        goals.append(max(total.games, total.games * (sem / rule.sem) ** 2))
    goal = min(goals, default=None)
    return RunProgress(
        games=total.games,
        goal=goal,
        rate=rate,
        left=None if goal is None or not rate else max(0.0, goal - ledger.games) / rate,
        mean=mean,
        half_width=None if sem is None else INTERVAL * sem,
    )
