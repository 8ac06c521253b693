"""Bonus wagers: their return, and how to play for them."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Choice = Literal["free", "never"]
"""Whether Burnout is bought: in every round where that is best, or never."""


class StreakReturn(Result):
    """Return of a Bonus wager.

    Attributes
    ----------
    q
        Probability that a round that is no push is won.
    p_hit
        Probability that the wager is paid.
    rtp
        Expected return per unit of the wager, the wager itself included.
    expected_rounds
        Rounds until it is paid or lost, pushes included.
    """

    q: float
    p_hit: float
    rtp: float
    expected_rounds: float


class LatePlacement(Result):
    """Return of a wager that is placed only after some wins: a game-protection finding."""

    wins_before: int
    rtp_without_burnout: float
    rtp_with_burnout: float


class BonusWagerResult(Result):
    """One Bonus wager.

    Attributes
    ----------
    without_burnout, with_burnout
        The player follows the strategy of the main wager and ignores the Bonus, never making the
        Burnout payment, or always.
    best, best_without_burnout
        Play for the Bonus alone: always making the Burnout payment, which then never hurts, or
        never. Hands after a split are played as in the main game; to play them for the Bonus too
        gains slightly more. None where it was not computed.
    late
        By wins before it is placed; the rules do not allow it.
    """

    pays: str
    basis: Literal["to_one", "for_one"]
    without_burnout: StreakReturn | None = None
    with_burnout: StreakReturn | None = None
    best: StreakReturn | None = None
    best_without_burnout: StreakReturn | None = None
    late: tuple[LatePlacement, ...] = ()


class AtCount(Result):
    """Play after some wins, with open wagers on more wins.

    Attributes
    ----------
    q, win, push, loss
        Probability to win a round that is no push, and of each way that the round counts.
    cost
        Cost of the round to the main wager against the best play without Bonus wagers, payment
        included, in main wagers.
    worth
        Expectation of the open wagers, in main wagers.
    """

    wins: int
    burnout: bool
    q: float
    win: float
    push: float
    loss: float
    cost: float
    worth: float


class WagerInCombination(Result):
    """A Bonus wager of a combination."""

    wins: int
    stake: float
    p_hit: float
    rtp: float
    expected_rounds: float


class CombinationResult(Result):
    """Best play of main wager, Burnout and a set of Bonus wagers placed together.

    Attributes
    ----------
    gain
        Expectation of the whole streak, stakes and the cost of play to the main wager included,
        against the best main game without Bonus wagers; in main wagers.
    rtp
        Expected return of all the Bonus stakes, per unit.
    """

    wagers: tuple[WagerInCombination, ...]
    choice: Choice
    counts: tuple[AtCount, ...]
    gain: float
    rtp: float


class PlayChange(Result):
    """A first decision that differs from the main game's, all Bonus wagers being open.

    Attributes
    ----------
    usual, changed
        S stand, H hit, D double, P split, R surrender; both with Burnout or both without it, as is
        best at the count.
    wins
        Numbers of won rounds after which it is made.
    """

    cards: str
    upcard: str
    usual: str
    changed: str
    wins: tuple[int, ...]
    probability: float


class ReadingReturn(Result):
    """Probability to win a round that is no push, and return of the Bonus wagers by their wins."""

    q: float
    rtp: dict[str, float]


class ReadingResult(Result):
    """Return of the streak by one alternative for split rounds, the strategy ignoring the Bonus.

    `name` is the alternative in a sentence, `ruled` whether it is in force.
    """

    name: str
    ruled: bool
    without_burnout: ReadingReturn
    with_burnout: ReadingReturn


class StreakResult(Result):
    """Figures of all Bonus wagers together.

    Attributes
    ----------
    p_even_money_push
        Probability a round that even money could have been taken and the dealer had a blackjack:
        the only rounds in which taking it could change the count. None if it is not offered.
    combinations
        Every set of wagers, each stake one main wager. Here and below only for optimal play.
    error_bound
        Bound on the error of the probability of a win, a push or a loss in any round.
    """

    reading: str
    readings: tuple[ReadingResult, ...]
    p_even_money_push: float | None
    combinations: tuple[CombinationResult, ...] = ()
    ratios: tuple[CombinationResult, ...] = ()
    changes: tuple[PlayChange, ...] = ()
    error_bound: float
    unit: str = "main wagers"
    method: str


def runs(numbers: tuple[int, ...], dash: str = "\N{EN DASH}") -> str:
    """Return ascending numbers as text, with consecutive ones as ranges, such as ``0, 2-4``.

    `dash` is put between the ends of a range.
    """
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(
        f"{part[0]}" if len(part) == 1 else f"{part[0]}{dash}{part[-1]}" for part in parts
    )
