"""Expectations of a game at many compositions of its shoe: a card less, or some cards dealt.

Each is exact for its composition. So are the probabilities to win and to lose a round under the
strategy of the shoe itself, kept whatever is dealt, except that those of split rounds are taken to
first order in the cards dealt (`exact.blackjack.composition.FirstOrder`); `in_full` shows what that
leaves out.
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
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import solve_optimal
from certify.exact.blackjack.streak_rules import StreakRule
from certify.exact.blackjack.values import ShoeValues, shoe_values
from certify.runtime.context import Context
from certify.runtime.workers import Workers, work_out
from certify.studies.returns.round_distributions import reading_of
from certify.studies.twenty_one import BlackjackGame, can_tell

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
"""Figures of a composition: main wagers a round before any payment, and probabilities. Fixed is the
optimal strategy of the game's own shoe, best that of the composition. Won and lost is a round as it
counts for the streak. Without the option to burn a card its figures are NaN."""

EFFECTS, DEALT, CHECKED = "removal", "compositions", "split-chances"
"""Names under which results are kept."""


@dataclass(frozen=True)
class Effects:
    """Figures of a shoe, shape (8,), and without one card of a rank, shape (10, 8), as `FIELDS`.

    NaN for a rank that the shoe does not have. `chances` are first-order probabilities of split
    rounds; without them probabilities are NaN.
    """

    full: FloatArray
    removed: FloatArray
    chances: FirstOrder | None


@dataclass(frozen=True)
class Sample:
    """Random compositions at the beginning of rounds, and their figures in the order of `FIELDS`.

    Arrays begin with (shoes, strata). `counts` are undealt cards; `dealt` is in stratum j of n
    uniform in ``[j cut / n, (j + 1) cut / n)``.
    """

    counts: IntArray
    dealt: IntArray
    values: FloatArray


@dataclass(frozen=True)
class _Play:
    """Rules, the shoe of the fixed strategy, and how split rounds are counted."""

    rules: TwentyOneRules
    shoe: Shoe
    reading: StreakRule
    has_option: bool

    @classmethod
    def of(cls, game: BlackjackGame) -> _Play:
        return cls(game.rules, game.shoe, reading_of(game), game.has_option)

    def key(self) -> dict[str, Any]:
        """Return plain data that determines the figures."""
        rules = {name: str(value) for name, value in asdict(self.rules).items()}
        key = {"rules": rules, "shoe": list(self.shoe.counts), "reading": self.reading}
        return key if self.has_option else {**key, "option": False}


@lru_cache(maxsize=1)
def _fixed(play: _Play) -> FixedPlay:
    """Return the fixed strategy, computed once in each process."""
    return FixedPlay(
        solve_optimal(shoe_values(play.rules, play.shoe, with_burnout=play.has_option)),
        play.reading,
    )


def _figures(play: _Play, values: ShoeValues, chances: FloatArray | None) -> FloatArray:
    """Return the figures of a composition, shape (8,)."""
    best = solve_optimal(values)
    bought = best.main_burnout.ev if best.main_burnout is not None else np.nan
    fixed = _fixed(play).figures(values, chances)
    return np.array([*fixed.ravel(), best.main.ev, bought])


def effects(
    game: BlackjackGame,
    context: Context | None = None,
    workers: Workers | None = None,
    *,
    bonus: bool = True,
) -> Effects:
    """Return the effects of removing one card of each rank.

    `bonus` asks for the probabilities to win and to lose a round too, which takes some ten seconds
    for each rank. They are left out where splitting can make more than four hands.
    """
    play, context = _Play.of(game), context or Context()
    bonus = bonus and game.has_option and can_tell(game)
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
    game: BlackjackGame,
    *,
    cut: int,
    shoes: int,
    strata: int,
    seed: int,
    first_order: FirstOrder | None = None,
    context: Context | None = None,
    workers: Workers | None = None,
) -> Sample:
    """Return figures of random compositions at the beginning of rounds, up to a cut card.

    No round begins after `cut` cards are dealt. Each of the `shoes` has one composition in each of
    `strata` parts of equal length; shoe number i of a seed is always the same. Each shoe is kept,
    so that an interrupted sample, or a larger one, goes on from there. Without `first_order` (from
    `effects`) probabilities are NaN.
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

    One composition in each of `strata` parts of equal length before `cut`, from the first depth to
    the last; `number` is the number of the shoe of the seed.
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
    game: BlackjackGame,
    compositions: Sequence[IntArray],
    *,
    context: Context | None = None,
    workers: Workers | None = None,
) -> FloatArray:
    """Return the fixed strategy's probabilities without first-order terms, shape (compositions, 6).

    The first six of `FIELDS`; each composition takes ten seconds and more.
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
