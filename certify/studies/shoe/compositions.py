"""Expectations of a game at many compositions of its shoe: a card less, or dealt to some depth.

Each is exact for its composition. Under the strategy of the shoe itself, kept whatever is dealt, so
are the chances to win and to lose a round, but that of split rounds these are taken to first order
in the cards gone (`exact.blackjack.composition.FirstOrder`); `in_full` tells what that leaves out.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.cards.ranks import RANKS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.composition import FirstOrder, FixedPlay
from certify.exact.blackjack.readings import Reading
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.values import ShoeValues, shoe_values
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.returns.round_distributions import can_tell, reading_of
from certify.studies.twenty_one import TwentyOneGame

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

FIELDS = (
    "fixed_main",
    "fixed_win",
    "fixed_loss",
    "fixed_main_burnout",
    "fixed_win_burnout",
    "fixed_loss_burnout",
    "best_main",
    "best_main_burnout",
)
"""What is told of a composition, in main wagers a round before any payment, and probabilities.

Fixed is the optimal strategy of the game's own shoe, best that of the composition. Won and lost is
a round as it counts for the streak.
"""

EFFECTS, DEALT, CHECKED = "removal", "compositions", "split-chances"
"""Under what names results are kept."""


@dataclass(frozen=True)
class Effects:
    """What one card less does.

    Attributes
    ----------
    full : ndarray of float64, shape (8,)
        The figures of the shoe, in the order of `FIELDS`.
    removed : ndarray of float64, shape (10, 8)
        Those of the shoe without one card of a rank; NaN for a rank that it does not have.
    chances : FirstOrder, optional
        How split rounds count; None if that was not asked for, then chances are NaN.
    """

    full: FloatArray
    removed: FloatArray
    chances: FirstOrder | None


@dataclass(frozen=True)
class Sample:
    """Compositions that rounds begin with, dealt at random.

    Attributes
    ----------
    counts : ndarray of int64, shape (shoes, strata, 10)
        Undealt cards.
    dealt : ndarray of int64, shape (shoes, strata)
        Cards gone: in stratum j of n uniform in ``[j cut / n, (j + 1) cut / n)``.
    values : ndarray of float64, shape (shoes, strata, 8)
        Figures in the order of `FIELDS`.
    """

    counts: IntArray
    dealt: IntArray
    values: FloatArray


@dataclass(frozen=True)
class _Play:
    """Whose figures are wanted: rules, the shoe of the fixed strategy, and how rounds count."""

    rules: TwentyOneRules
    shoe: Shoe
    reading: Reading

    @classmethod
    def of(cls, game: TwentyOneGame) -> _Play:
        return cls(game.rules, game.shoe, reading_of(game))

    def key(self) -> dict[str, Any]:
        """Return what the figures follow from, as plain data."""
        rules = {name: str(value) for name, value in asdict(self.rules).items()}
        return {"rules": rules, "shoe": list(self.shoe.counts), "reading": self.reading}


@lru_cache(maxsize=1)
def _fixed(play: _Play) -> FixedPlay:
    """Return the fixed strategy; each process works it out once."""
    return FixedPlay(
        solve_optimal(shoe_values(play.rules, play.shoe, with_burnout=True)), play.reading
    )


def _figures(play: _Play, values: ShoeValues, chances: FloatArray | None) -> FloatArray:
    """Return the figures of a composition, shape (8,)."""
    best = solve_optimal(values)
    assert best.main_burnout is not None  # noqa: S101  (asked for)
    fixed = _fixed(play).figures(values, chances)
    return np.array([*fixed.ravel(), best.main.ev, best.main_burnout.ev])


def effects(
    game: TwentyOneGame,
    context: Context | None = None,
    workers: Workers | None = None,
    *,
    bonus: bool = True,
) -> Effects:
    """Return what one card less of each rank does.

    Parameters
    ----------
    game : TwentyOneGame
        The game and the shoe.
    context : Context, optional
        Cache and progress.
    workers : Workers, optional
        Who works.
    bonus : bool
        Whether the chances to win and to lose a round are wanted, which takes some ten seconds for
        each rank. They are not worked out where splitting can make more than four hands.

    Returns
    -------
    Effects
        The figures.
    """
    play, context = _Play.of(game), context or Context()
    bonus = bonus and can_tell(game)
    ranks = [None, *(rank for rank in range(RANKS) if game.shoe.counts[rank])]
    tasks = [(play, rank, bonus) for rank in ranks]
    keys = [{**play.key(), "rank": rank, "bonus": bonus} for rank in ranks]
    parts = [
        _unpacked(payload)
        for payload in work_out(
            _without_one,
            tasks,
            keys,
            kind=EFFECTS,
            context=context,
            workers=workers or Workers(),
            doing="effects of removal",
        )
    ]
    removed = np.full((RANKS, len(FIELDS)), np.nan)
    chances = np.zeros((RANKS, *parts[0]["chances"].shape))
    for rank, part in zip(ranks[1:], parts[1:], strict=True):
        removed[rank] = part["figures"]
        chances[rank] = part["chances"] - parts[0]["chances"]
    return Effects(
        full=parts[0]["figures"],
        removed=removed,
        chances=FirstOrder(game.shoe.array(), parts[0]["chances"], chances) if bonus else None,
    )


def _without_one(task: tuple[_Play, int | None, bool]) -> bytes:
    """Return the figures of the shoe without a card of a rank."""
    play, rank, bonus = task
    counts = list(play.shoe.counts)
    if rank is not None:
        counts[rank] -= 1
    shoe = Shoe(tuple(counts))
    fixed = _fixed(play)
    chances = fixed.split_chances(shoe) if bonus else None
    return _packed(
        figures=_figures(play, fixed.values(shoe), chances),
        chances=np.zeros(0) if chances is None else chances,
    )


def sample(
    game: TwentyOneGame,
    *,
    cut: int,
    shoes: int,
    strata: int,
    seed: int,
    first_order: FirstOrder | None = None,
    context: Context | None = None,
    workers: Workers | None = None,
) -> Sample:
    """Return the figures of compositions that rounds begin with, at all depths up to a cut card.

    Parameters
    ----------
    game : TwentyOneGame
        The game and the shoe from which is dealt.
    cut : int
        Cards dealt when the cut card comes; no round begins later.
    shoes : int
        Shuffled shoes; shoe number i of a seed is always the same.
    strata : int
        Compositions of each shoe, one in each of so many parts of equal length.
    seed : int
        Of the shuffles.
    first_order : FirstOrder, optional
        How split rounds count, from `effects`; without, chances are NaN.
    context : Context, optional
        Cache and progress. Each shoe is kept: what was interrupted, or is asked for again with more
        shoes, goes on from there.
    workers : Workers, optional
        Who works.

    Returns
    -------
    Sample
        The compositions and their figures.
    """
    play = _Play.of(game)
    dealt = [
        dealt_from(game.shoe, cut=cut, strata=strata, seed=seed, number=i) for i in range(shoes)
    ]
    of_shoes = {**play.key(), "bonus": first_order is not None}
    payloads = work_out(
        _of_shoe,
        [(play, counts, first_order) for counts in dealt],
        [{**of_shoes, "counts": counts.tolist()} for counts in dealt],
        kind=DEALT,
        context=context or Context(),
        workers=workers or Workers(),
        doing="shoes",
    )
    counts = np.array(dealt)
    return Sample(
        counts=counts,
        dealt=game.shoe.size - counts.sum(axis=2),
        values=np.array([_unpacked(payload)["figures"] for payload in payloads]),
    )


def dealt_from(shoe: Shoe, *, cut: int, strata: int, seed: int, number: int) -> IntArray:
    """Return the undealt cards at random depths of a shuffled shoe, shape (strata, 10).

    Parameters
    ----------
    shoe : Shoe
        The cards.
    cut : int
        Depth before which every composition lies.
    strata : int
        Parts of equal length, with one composition each.
    seed, number : int
        Seed of a series of shoes, and which of them it is.

    Returns
    -------
    ndarray of int64, shape (strata, 10)
        Counts by value, from the first depth to the last.
    """
    generator = np.random.Generator(np.random.Philox(key=[seed, number]))
    cards = generator.permutation(np.repeat(np.arange(RANKS), shoe.counts))
    depths = (np.arange(strata) + generator.random(strata)) * cut / strata
    return np.array([np.bincount(cards[int(depth) :], minlength=RANKS) for depth in depths])


def _of_shoe(task: tuple[_Play, IntArray, FirstOrder | None]) -> bytes:
    """Return the figures of the compositions of one shoe."""
    play, compositions, first_order = task
    fixed = _fixed(play)
    return _packed(
        figures=np.array(
            [
                _figures(
                    play,
                    fixed.values(Shoe(tuple(int(count) for count in counts))),
                    None if first_order is None else first_order.at(counts),
                )
                for counts in compositions
            ]
        )
    )


def in_full(
    game: TwentyOneGame,
    compositions: Sequence[IntArray],
    *,
    context: Context | None = None,
    workers: Workers | None = None,
) -> FloatArray:
    """Return the fixed strategy's chances at some compositions without taking any to first order.

    Parameters
    ----------
    game : TwentyOneGame
        The game and the shoe of the strategy.
    compositions : sequence of ndarray of int64, shape (10,)
        Undealt cards.
    context : Context, optional
        Cache and progress.
    workers : Workers, optional
        Who works; each composition takes ten seconds and more.

    Returns
    -------
    ndarray of float64, shape (compositions, 6)
        The first six of `FIELDS`.
    """
    play = _Play.of(game)
    payloads = work_out(
        _in_full,
        [(play, counts) for counts in compositions],
        [{**play.key(), "counts": counts.tolist()} for counts in compositions],
        kind=CHECKED,
        context=context or Context(),
        workers=workers or Workers(),
        doing="split rounds in full",
    )
    return np.array([_unpacked(payload)["figures"] for payload in payloads]).reshape(-1, 6)


def _in_full(task: tuple[_Play, IntArray]) -> bytes:
    play, counts = task
    shoe = Shoe(tuple(int(count) for count in counts))
    fixed = _fixed(play)
    return _packed(figures=fixed.figures(fixed.values(shoe), fixed.split_chances(shoe)).ravel())


def _packed(**arrays: npt.NDArray[Any]) -> bytes:
    content = io.BytesIO()
    named: dict[str, Any] = dict(arrays)
    np.savez_compressed(content, **named)
    return content.getvalue()


def _unpacked(payload: bytes) -> dict[str, FloatArray]:
    with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
