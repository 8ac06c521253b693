"""The hand calculator: expectation of every action for one hand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST, hand_table
from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.cards.split_play import SplitPlay
from certify.errors import CardError
from certify.exact.blackjack.hand import KEEP, action_values, chance_of_no_blackjack
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.exact.blackjack.split import most_hands_of
from certify.runtime.context import Context
from certify.studies.strategy.hand_result import HandResult, SplitResult
from certify.studies.twenty_one import BlackjackGame

KIND = "hand"

METHOD = "exact recursion over compositions; optimal play from here"


def hand_study(
    game: BlackjackGame,
    cards: tuple[int, ...],
    upcard: int,
    *,
    burned: int | None = None,
    burnout: bool = True,
    kept: bool = False,
    splits: bool = False,
    context: Context | None = None,
) -> HandResult:
    """Return the expectation of every action for one hand.

    The game's shoe still has the hand's cards; these are in the order in which they came. `burned`
    is the rank of a card burned before, which uses the option up; `burnout` says whether the
    payment was made, where the rules have one; `kept` that the last card drawn was kept; `splits`
    asks what splitting comes to by every split play. A CardError if the cards make no hand that can
    occur, or no pair that may be split.
    """
    _check(game, cards, upcard, burned, burnout, kept)
    if splits:
        _check_pair(game, cards)

    def work() -> HandResult:
        option = game.has_option and burnout and burned is None
        values = action_values(game.optimal, cards, upcard, burned=burned, option=option, kept=kept)
        ranked = [action for action in values if action != KEEP or len(values) == 2]
        known = [*cards, upcard, *([] if burned is None else [burned])]
        gone = np.bincount(known, minlength=RANKS)
        usual = game.split_play is SplitPlay.UNSPLIT
        return HandResult(
            **game.loaded.provenance(),
            cards=tuple(RANK_LABELS[rank] for rank in cards),
            upcard=RANK_LABELS[upcard],
            burned=None if burned is None else RANK_LABELS[burned],
            total=_total(cards),
            burnout_available=option if game.has_option else None,
            shoe=game.shoe.by_label(),
            actions=values,
            best=max(ranked, key=values.__getitem__),
            condition="none" if game.rules.blackjack_takes_all else "no dealer blackjack",
            p_dealer_blackjack=1.0 - chance_of_no_blackjack(game.values.counts, gone, upcard),
            error_bound=ERROR_BOUND,
            method=METHOD if usual else f"{METHOD}, {game.split_play.told}",
            split_play=game.split_play,
            splits=_splits(game, cards[0], upcard, gone) if splits else None,
        )

    key = {
        **game.key(),
        "cards": list(cards),
        "upcard": upcard,
        "burned": burned,
        "burnout": burnout,
        "kept": kept,
        "splits": splits,
    }
    return (context or Context()).kept(KIND, key, HandResult, work)


def _splits(
    game: BlackjackGame,
    pair: int,
    upcard: int,
    gone: npt.NDArray[np.int64],
) -> SplitResult:
    # Imported here so that its kernels are compiled only if it is asked for.
    from certify.exact.blackjack.splits.worths import split_worths

    worths = split_worths(game.optimal, pair, upcard)
    no_blackjack = 1.0
    if not game.rules.blackjack_takes_all:
        no_blackjack = chance_of_no_blackjack(game.values.counts, gone, upcard)
    return SplitResult(
        by_play={play.value: value / no_blackjack for play, value in worths.by_play.items()},
        of_two_hands={
            play.value: value / no_blackjack for play, value in worths.of_two_hands.items()
        },
        full_memory=worths.full_memory / no_blackjack,
    )


def _total(cards: tuple[int, ...]) -> str:
    hard = sum(rank + 1 for rank in cards)
    if len(cards) == 2 and set(cards) == {ACE, TEN}:
        return "blackjack"
    if hard > 21:
        return f"{hard}, bust"
    if ACE in cards and hard <= 11:
        return f"soft {hard + 10}"
    return f"hard {hard}"


def _check_pair(game: BlackjackGame, cards: tuple[int, ...]) -> None:
    is_pair = len(cards) == 2 and cards[0] == cards[1]
    if not is_pair or most_hands_of(game.rules, cards[0]) < 2:
        written = ",".join(RANK_LABELS[rank] for rank in cards)
        raise CardError(
            "--splits is asked of a pair that the rules allow to be split;"
            f" --cards {written} is none"
        )


def _check(
    game: BlackjackGame,
    cards: tuple[int, ...],
    upcard: int,
    burned: int | None,
    burnout: bool,
    kept: bool,
) -> None:
    written = ",".join(RANK_LABELS[rank] for rank in cards)
    if len(cards) < 2:
        raise CardError(f"a hand has two cards or more; --cards {written} has {len(cards)}")
    if burned is not None and not game.has_option:
        raise CardError(
            f"{game.loaded.spec.game.id} has no option to burn a card, as --burned says"
        )
    if burned is not None and not burnout:
        raise CardError("--burned and --no-burnout exclude each other: burning needs the payment")
    if burned is not None and len(cards) < 3:
        raise CardError(
            "a card can have been burned only after a draw, but "
            f"--cards {written} are the first two"
        )
    may_burn = game.has_option and burnout and burned is None
    if kept and not (may_burn and len(cards) > 2):
        raise CardError(
            "--kept says that a card just drawn was not burned, which can be decided only of the"
            " third card or a later one, with the Burnout payment made and no card burned before"
        )
    table = hand_table()
    bust = table.index_of(cards) == BUST
    may_burn_bust = may_burn and not kept and game.rules.burnout_on_bust
    if table.index_of(cards[:-1]) == BUST or (bust and not may_burn_bust):
        raise CardError(f"the hand {written} is bust ({_total(cards)}): there is nothing to decide")
    known = [*cards, upcard, *([] if burned is None else [burned])]
    for rank, needed in enumerate(np.bincount(known, minlength=RANKS)):
        if needed > game.shoe.counts[rank]:
            raise CardError(
                f"the hand, the upcard and the burned card need {needed} cards of value "
                f"{RANK_LABELS[rank]}, but the shoe has {game.shoe.counts[rank]}"
            )
