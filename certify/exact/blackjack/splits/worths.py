"""What splitting one pair comes to by every way to play on, and for who forgets no card."""

from __future__ import annotations

from dataclasses import dataclass, replace

from certify.cards.split_play import SplitPlay
from certify.exact.blackjack.after_split import play_after_split
from certify.exact.blackjack.feasible import check_split
from certify.exact.blackjack.solve import Solution
from certify.exact.blackjack.split import NET, most_hands_of, split_values
from certify.exact.blackjack.splits.full_memory import full_memory_values
from certify.exact.blackjack.values import ShoeValues

TWO_HANDS = 2


@dataclass(frozen=True)
class SplitWorths:
    """The net result of splitting a pair, in main wagers, joint with no dealer blackjack.

    Attributes
    ----------
    by_play : dict
        By how hands after the split are played, split again as the rules allow.
    of_two_hands : dict
        The same if the pair is split once only.
    full_memory : float
        The most that any play of two hands can make of it.
    """

    by_play: dict[SplitPlay, float]
    of_two_hands: dict[SplitPlay, float]
    full_memory: float


def split_worths(solution: Solution, pair: int, upcard: int) -> SplitWorths:
    """Return what splitting a pair comes to by every way to play on.

    Parameters
    ----------
    solution : Solution
        The optimal strategy of the shoe, whatever its split play.
    pair, upcard : int
        Ranks; the rules allow the pair to be split.

    Returns
    -------
    SplitWorths
        The values.

    Raises
    ------
    InfeasibleShoeError
        If the shoe may not suffice for one of the ways.

    Notes
    -----
    Conditioning: on the pair and the upcard; joint with no dealer blackjack.
    Method: `split_values` and `full_memory_values`.
    Error: below 1e-12.
    Source: docs/split-play.md.
    """
    shoe = solution.shoe
    once = replace(shoe, rules=replace(shoe.rules, max_split_hands=TWO_HANDS))
    by_play = _by_play(solution, shoe, pair, upcard)
    is_split_once = most_hands_of(shoe.rules, pair) == TWO_HANDS
    return SplitWorths(
        by_play=by_play,
        of_two_hands=by_play if is_split_once else _by_play(solution, once, pair, upcard),
        full_memory=float(full_memory_values(once, pair, [upcard])[0]),
    )


def _by_play(
    solution: Solution, shoe: ShoeValues, pair: int, upcard: int
) -> dict[SplitPlay, float]:
    unsplit = replace(solution.decisions, after_split=None)
    ((hits, doubles),) = unsplit.after_splitting(pair)
    found = {}
    for play in SplitPlay:
        decisions = unsplit
        if play is not SplitPlay.UNSPLIT:
            after = play_after_split(shoe, hits, doubles, play, pairs=[pair])
            decisions = replace(unsplit, after_split=after)
        check_split(shoe, decisions.after_splitting)
        split = split_values(shoe, decisions, pairs=[pair])
        found[play] = float(split[NET, pair, upcard])
    return found
