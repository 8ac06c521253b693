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
from certify.exact.blackjack.split_chances import COUNTED
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
    best = solve_optimal(values, net_only=True)
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

    `bonus` asks for the probabilities to win and to lose a round too, which takes some minutes.
    They are left out where splitting can make more than four hands.
    """
    play, context, workers = _Play.of(game), context or Context(), workers or Workers()
    bonus = bonus and game.has_option and can_tell(game)
    ranks = [rank for rank in range(RANKS) if game.shoe.counts[rank]]
    shoes = [game.shoe, *(_without(game.shoe, rank) for rank in ranks)]
    chances = None
    if bonus:
        (chances,) = _split_chances(play, [shoes], EFFECTS, "effects of removal", context, workers)
    rows = [
        _figures(play, _fixed(play).values(shoe), None if chances is None else chances[number])
        for number, shoe in enumerate(shoes)
    ]
    removed = np.full((RANKS, len(FIELDS)), np.nan)
    removed[ranks] = rows[1:]
    first_order = None
    if chances is not None:
        changes = np.zeros((RANKS, *chances[0].shape))
        changes[ranks] = chances[1:] - chances[0]
        first_order = FirstOrder(game.shoe.array(), chances[0], changes)
    return Effects(full=rows[0], removed=removed, chances=first_order)


def _without(shoe: Shoe, rank: int) -> Shoe:
    """Return a shoe without one card."""
    return Shoe(tuple(count - (place == rank) for place, count in enumerate(shoe.counts)))


def _split_chances(
    play: _Play,
    groups: Sequence[Sequence[Shoe]],
    kind: str,
    doing: str,
    context: Context,
    workers: Workers,
) -> list[FloatArray]:
    """Return what `FixedPlay.split_chances` tells of every pair and upcard, (shoes, 2, 10, 10).

    By groups of shoes with few cards less than the first of them, which are worked out together.
    """
    tasks = [(play, tuple(shoes), cell) for cell in _fixed(play).splits for shoes in groups]
    payloads = work_out(
        _of_split,
        tasks,
        [
            {**play.key(), "shoes": [list(shoe.counts) for shoe in shoes], "split": list(cell)}
            for _, shoes, cell in tasks
        ],
        kind=kind,
        context=context,
        workers=workers,
        doing=doing,
        are_long=True,
    )
    found = {tuple(shoes): np.zeros((len(shoes), COUNTED, RANKS, RANKS)) for shoes in groups}
    for (_, shoes, (pair, upcard)), payload in zip(tasks, payloads, strict=True):
        found[shoes][:, :, pair, upcard] = _unpacked(payload)["chances"]
    return [found[tuple(shoes)] for shoes in groups]


def _of_split(task: tuple[_Play, tuple[Shoe, ...], tuple[int, int]]) -> bytes:
    """Return how a split counts, from each of some shoes."""
    play, shoes, cell = task
    return _packed(chances=_fixed(play).split_chances(shoes, *cell))


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
    play, fixed = _Play.of(game), _fixed(_Play.of(game))
    shoes = [Shoe(tuple(int(count) for count in counts)) for counts in compositions]
    chances = _split_chances(
        play,
        [[shoe] for shoe in shoes],
        CHECKED,
        "split rounds in full",
        context or Context(),
        workers or Workers(),
    )
    rows = [
        fixed.figures(fixed.values(shoe), of_shoe[0]).ravel()
        for shoe, of_shoe in zip(shoes, chances, strict=True)
    ]
    return np.array(rows).reshape(-1, 6)


def _packed(**arrays: npt.NDArray[Any]) -> bytes:
    content = io.BytesIO()
    named: dict[str, Any] = dict(arrays)
    np.savez_compressed(content, **named)
    return content.getvalue()


def _unpacked(payload: bytes) -> dict[str, FloatArray]:
    with np.load(io.BytesIO(payload), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}
