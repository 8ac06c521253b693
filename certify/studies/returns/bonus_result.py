"""Bonus wagers: what they return, and how a player who minds them plays."""

from __future__ import annotations

from typing import Literal

from certify.results import Result

Choice = Literal["free", "never"]
"""Whether Burnout is bought: in every round where that is best, or never."""


class StreakReturn(Result):
    """What becomes of a Bonus wager.

    Attributes
    ----------
    q : float
        Probability that a round that is no push is won.
    p_hit : float
        Probability that the wager is paid.
    rtp : float
        Expected return per unit of the wager, the wager itself included.
    expected_rounds : float
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
    without_burnout, with_burnout : StreakReturn or None
        The player follows the strategy of the main wager and ignores the Bonus, never making the
        Burnout payment, or always.
    best, best_without_burnout : StreakReturn or None
        The Bonus alone is played for: always making the Burnout payment, which then never hurts, or
        never. Hands after a split are played as in the main game; who plays them for the Bonus too
        gets slightly more. None where it was not worked out.
    late : tuple of LatePlacement
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
    """Play after some wins, wagers on more wins being open.

    Attributes
    ----------
    wins : int
        Rounds won so far.
    burnout : bool
        Whether the Burnout payment is made.
    q, win, push, loss : float
        How the round counts, and the chance to win one that is no push.
    cost : float
        What the round costs the main wager against the best play without Bonus wagers, payment
        included, in main wagers.
    worth : float
        What the open wagers are worth, in main wagers.
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
    wagers : tuple of WagerInCombination
        Stakes are in main wagers.
    choice : str
        Whether Burnout is bought.
    counts : tuple of AtCount
        The play after 0, 1, .. wins.
    gain : float
        Expectation of the whole streak, stakes and what play costs the main wager included,
        against the best main game without Bonus wagers; in main wagers.
    rtp : float
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
    usual, changed : str
        S stand, H hit, D double, P split, R surrender; both with Burnout or both without it, as is
        best at the count.
    wins : tuple of int
        After how many won rounds it is made.
    probability : float
        Probability a round that the hand is dealt.
    """

    cards: str
    upcard: str
    usual: str
    changed: str
    wins: tuple[int, ...]
    probability: float


class ReadingReturn(Result):
    """Chance to win a round that is no push, and return of the Bonus wagers by their wins."""

    q: float
    rtp: dict[str, float]


class ReadingResult(Result):
    """What the streak comes to by one reading of the rules, the strategy ignoring the Bonus.

    Attributes
    ----------
    name : str
        The reading, in a sentence.
    ruled : bool
        Whether it is the one in force.
    """

    name: str
    ruled: bool
    without_burnout: ReadingReturn
    with_burnout: ReadingReturn


class StreakResult(Result):
    """Everything about the Bonus wagers that is no single wager's.

    Attributes
    ----------
    reading : str
        What a round with split hands counts as.
    readings : tuple of ReadingResult
        What every reading comes to, the strategy ignoring the Bonus.
    p_even_money_push : float or None
        Probability a round that even money could have been taken and the dealer had a blackjack:
        the only rounds in which taking it could change the count. None if it is not offered.
    combinations : tuple of CombinationResult
        Every set of wagers, each stake one main wager. Here and below only for optimal play.
    ratios : tuple of CombinationResult
        Single wagers and all of them at other stakes.
    changes : tuple of PlayChange
        What all wagers at one main wager each change, count by count.
    error_bound : float
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
    """Return ascending numbers as text, runs of them by their ends.

    Parameters
    ----------
    numbers : tuple of int
        Counts of wins, say.
    dash : str
        What stands between the ends of a run.

    Returns
    -------
    str
        Such as ``0, 2-4``.
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
