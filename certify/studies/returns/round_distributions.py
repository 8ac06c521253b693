"""Distributions of rounds for a study: what is of splits is kept by pair and upcard."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from multiprocessing import parent_process
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from certify.exact.blackjack.distribution import (
    WORKERS,
    RoundDistribution,
    SplitDistributions,
    SplitsWagered,
    WageredMoments,
    distributions_of_splits,
    hands_of_split,
    round_distribution,
    split_cells,
    wagered_of_splits,
)
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import most_hands_of
from certify.exact.blackjack.splits.split_distribution import SplitDistribution
from certify.exact.blackjack.streak_rules import STREAK_RULES, StreakRule
from certify.language.game import parameter_values
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.twenty_one import WITHOUT_EFFECT, BlackjackGame, TwentyOneGame

KIND, WAGERED_KIND = "split-distribution", "split-wagered"
SPLIT_RULE = "streak_split_rule"
BURNOUT_BASE, MAIN_AND_BONUS = "burnout_base", "main_and_bonus"
"""Parameter for the base of the Burnout payment, and its value that includes Bonus wagers."""

DOING = "distributions of split rounds"
DOING_WAGERED = "what is wagered in split rounds"

Cell = tuple[int, int]
"""A pair and an upcard."""

Worked = TypeVar("Worked")


@dataclass(frozen=True)
class Distributions:
    """The distributions of a round under a strategy, without the Burnout payment and with it."""

    splits: SplitDistributions
    main: RoundDistribution
    main_burnout: RoundDistribution


def reading_of(game: BlackjackGame) -> StreakRule:
    """Return what a split round counts as for the streak, by the rules in force."""
    given = parameter_values(game.loaded).get(SPLIT_RULE, STREAK_RULES[0])
    return next(reading for reading in STREAK_RULES if reading == given)


def pays_on_bonus(game: TwentyOneGame) -> bool:
    """Return whether the Burnout payment is a share of the open Bonus wagers too."""
    return parameter_values(game.loaded).get(BURNOUT_BASE) == MAIN_AND_BONUS


def distributions_of(game: TwentyOneGame, solution: Solution, context: Context) -> Distributions:
    """Return the distributions of a round under a strategy."""
    key = key_of(game, solution)
    distributions = context.memory.recall(
        "distributions", sha256_of(key), lambda: _distributions(solution, context)
    )
    # Of all payouts, the distribution of a round depends on that of a blackjack only.
    return Distributions(
        splits=distributions.splits,
        main=_paying(distributions.main, game.rules.blackjack_pays),
        main_burnout=_paying(distributions.main_burnout, game.rules.blackjack_pays),
    )


def distribution_of(game: BlackjackGame, solution: Solution, context: Context) -> RoundDistribution:
    """Return the distribution of a round of the main wager alone."""
    found = context.memory.recall(
        "distribution",
        sha256_of(key_of(game, solution)),
        lambda: round_distribution(
            solution, with_option=False, splits=_split_distributions(solution, context)
        ),
    )
    return _paying(found, game.rules.blackjack_pays)


def wagered_in_splits(solution: Solution, context: Context) -> SplitsWagered:
    """Return what is wagered in all the splits of a strategy, for `RoundDistribution`."""
    cells = split_cells(solution.shoe, solution.decisions)

    def told(done: int) -> None:
        context.progress(done, len(cells), DOING_WAGERED)

    return _kept(_WAGERED, solution, solution.shoe.rules, cells, context, told)


def wagered_moments_of(
    distribution: RoundDistribution, solution: Solution, context: Context
) -> WageredMoments:
    """Return what is wagered in a round of a distribution that a strategy has."""
    return distribution.wagered_moments(wagered_in_splits(solution, context))


def key_of(game: BlackjackGame, solution: Solution) -> dict[str, Any]:
    """Return what determines the distributions: rules, shoe and every decision."""
    decisions = hashlib.sha256()
    for part in solution.decisions.arrays():
        decisions.update(part.tobytes())
    return {
        "rules": {
            name: str(value)
            for name, value in asdict(game.rules).items()
            if name not in WITHOUT_EFFECT
        },
        "shoe": list(game.shoe.counts),
        "decisions": decisions.hexdigest(),
    }


def _paying(distribution: RoundDistribution, blackjack_pays: Fraction) -> RoundDistribution:
    return (
        distribution
        if distribution.blackjack_pays == blackjack_pays
        else replace(distribution, blackjack_pays=blackjack_pays)
    )


def _distributions(solution: Solution, context: Context) -> Distributions:
    splits = _split_distributions(solution, context)
    return Distributions(
        splits=splits,
        main=round_distribution(solution, with_option=False, splits=splits),
        main_burnout=round_distribution(solution, with_option=True, splits=splits),
    )


def _split_distributions(solution: Solution, context: Context) -> SplitDistributions:
    """Return the distributions of all pairs that a strategy splits, as `split_distributions`."""
    cells = split_cells(solution.shoe, solution.decisions)

    def told(done: int) -> None:
        context.progress(done, len(cells), DOING)

    return kept_splits(solution, solution.shoe.rules, cells, context, told)


def kept_splits(
    solution: Solution,
    rules: TwentyOneRules,
    cells: Sequence[tuple[int, int]],
    context: Context,
    computed: Callable[[int], None],
) -> SplitDistributions:
    """Return the distributions of several splits, as `distributions_of_splits`.

    Each is looked up by itself, and kept as soon as it is computed. `computed` is told how many
    are there.
    """
    return _kept(_DISTRIBUTIONS, solution, rules, cells, context, computed)


@dataclass(frozen=True)
class _Kept(Generic[Worked]):
    """What is kept for each split: its kind, what works several out, and how one is written."""

    kind: str
    work: Callable[..., dict[Cell, Worked]]
    packed: Callable[[Worked], bytes]
    unpacked: Callable[[bytes], Worked]


def _kept(
    what: _Kept[Worked],
    solution: Solution,
    rules: TwentyOneRules,
    cells: Sequence[Cell],
    context: Context,
    computed: Callable[[int], None],
) -> dict[Cell, Worked]:
    """Return what is asked for of several splits, as `kept_splits`."""
    keys = {cell: _key_of_cell(solution, rules, *cell) for cell in cells}
    digests = {cell: sha256_of(key) for cell, key in keys.items()}
    found: dict[Cell, Worked] = {}
    for cell in cells:
        known: Worked | None = context.memory.find(what.kind, digests[cell])
        if known is None and context.cache:
            known = context.cache.load_as(what.kind, keys[cell], what.unpacked)
        if known is not None:
            found[cell] = known
    computed(len(found))

    def keep(cell: Cell, worked: Worked) -> None:
        found[cell] = worked
        if context.cache:
            context.cache.store(what.kind, keys[cell], what.packed(worked))
        computed(len(found))

    missing = [cell for cell in cells if cell not in found]
    what.work(solution, rules, missing, computed=keep, workers=_threads())
    for cell in cells:
        context.memory.keep(what.kind, digests[cell], found[cell])
    return {cell: found[cell] for cell in cells}


def _threads() -> int:
    """Return how many are computed at a time: one, where other processes compute others."""
    return 1 if parent_process() is not None else WORKERS


def _key_of_cell(
    solution: Solution, rules: TwentyOneRules, pair: int, upcard: int
) -> dict[str, Any]:
    """Return what determines the round of a split: cards, dealer, what a hand can become.

    What a hand can become covers all of the strategy and of the rules of doubling that matters.
    """
    hands = hands_of_split(solution, rules, pair, upcard)
    played = hashlib.sha256()
    for name in hands.__dataclass_fields__:
        played.update(getattr(hands, name).tobytes())
    return {
        "shoe": [int(count) for count in solution.shoe.counts],
        "pair": pair,
        "upcard": upcard,
        "dealer_hits_soft_17": rules.dealer_hits_soft_17,
        "blackjack_takes_all": rules.takes_all_against(upcard),
        "most_hands": most_hands_of(rules, pair),
        "hands": played.hexdigest(),
    }


def _packed(distribution: SplitDistribution) -> bytes:
    content = io.BytesIO()
    np.savez_compressed(
        content,
        probability=distribution.probability,
        error_bound=np.array(distribution.error_bound),
    )
    return content.getvalue()


def _unpacked(content: bytes) -> SplitDistribution:
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        return SplitDistribution(stored["probability"], float(stored["error_bound"]))


def _packed_moments(moments: npt.NDArray[np.float64]) -> bytes:
    return json.dumps(moments.tolist()).encode()


def _unpacked_moments(content: bytes) -> npt.NDArray[np.float64]:
    return np.array(json.loads(content), dtype=np.float64)


_DISTRIBUTIONS = _Kept(KIND, distributions_of_splits, _packed, _unpacked)
_WAGERED = _Kept(WAGERED_KIND, wagered_of_splits, _packed_moments, _unpacked_moments)
