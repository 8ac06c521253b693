"""Laws of rounds for a study: taken from the cache where they were worked out before."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from certify.exact.distribution import RoundLaw, SplitLaws, round_law, split_laws
from certify.exact.readings import READINGS, Reading
from certify.exact.solve import Solution
from certify.exact.split_law import MOST_HANDS, SplitLaw
from certify.spec.overrides import parameter_values
from certify.studies.cache import Cache
from certify.studies.twenty_one import TwentyOneGame

KIND = "split-laws"
WITHOUT_EFFECT = {"decks", "blackjack_pays", "insurance", "burnout_payment"}
"""Rules of which the law of a split round does not depend, the decisions being given."""

SPLIT_RULE = "streak_split_rule"

Progress = Callable[[int, int, str], None]
"""Called with the steps done, the steps in all, and what is being done."""


@dataclass(frozen=True)
class Desk:
    """Where a study works: what it may look up, and whom it tells how far it is.

    Parameters
    ----------
    cache : Cache, optional
        Results of earlier runs.
    progress : callable
        Told of every step.
    thorough : bool
        Whether to work out too what is seldom asked for and takes a minute more: the best play for
        the Bonus wagers of a player who never makes the Burnout payment.
    """

    cache: Cache | None = None
    progress: Progress = lambda done, total, doing: None
    thorough: bool = False


@dataclass(frozen=True)
class Laws:
    """The laws of a round under a strategy, without the Burnout payment and with it."""

    splits: SplitLaws
    main: RoundLaw
    main_burnout: RoundLaw


def reading_of(game: TwentyOneGame) -> Reading:
    """Return what a split round counts as for the streak, by the rules in force."""
    given = parameter_values(game.loaded).get(SPLIT_RULE, READINGS[0])
    return next(reading for reading in READINGS if reading == given)


def can_tell(game: TwentyOneGame) -> bool:
    """Return whether the rules allow no more hands than the law of a round is worked out for."""
    return game.rules.max_split_hands <= MOST_HANDS


def laws_of(game: TwentyOneGame, solution: Solution, desk: Desk) -> Laws:
    """Return the laws of a round.

    Parameters
    ----------
    game : TwentyOneGame
        The game.
    solution : Solution
        The strategy.
    desk : Desk
        Cache and progress.

    Returns
    -------
    Laws
        The laws.
    """
    key = key_of(game, solution)
    splits = desk.cache.load_as(KIND, key, _unpacked) if desk.cache else None
    if splits is None:
        splits = split_laws(
            solution,
            progress=lambda done, total: desk.progress(done, total, "laws of split rounds"),
        )
        if desk.cache:
            desk.cache.store(KIND, key, _packed(splits))
    return Laws(
        splits=splits,
        main=round_law(solution, with_option=False, splits=splits),
        main_burnout=round_law(solution, with_option=True, splits=splits),
    )


def key_of(game: TwentyOneGame, solution: Solution) -> dict[str, Any]:
    """Return what the laws follow from: rules, shoe and every decision."""
    decisions = hashlib.sha256()
    for name in solution.decisions.__dataclass_fields__:
        decisions.update(getattr(solution.decisions, name).tobytes())
    return {
        "rules": {
            name: str(value)
            for name, value in asdict(game.rules).items()
            if name not in WITHOUT_EFFECT
        },
        "shoe": list(game.shoe.counts),
        "decisions": decisions.hexdigest(),
    }


def _packed(splits: SplitLaws) -> bytes:
    content = io.BytesIO()
    np.savez_compressed(
        content,
        cells=np.array(list(splits), dtype=np.int64).reshape(-1, 2),
        probability=np.array([law.probability for law in splits.values()]),
        error_bound=np.array([law.error_bound for law in splits.values()]),
    )
    return content.getvalue()


def _unpacked(content: bytes) -> SplitLaws:
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        return {
            (int(pair), int(upcard)): SplitLaw(probability, float(bound))
            for (pair, upcard), probability, bound in zip(
                stored["cells"], stored["probability"], stored["error_bound"], strict=True
            )
        }
