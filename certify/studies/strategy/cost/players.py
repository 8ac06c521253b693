"""Players who do not play optimally: each departs from the charts in a way of their own.

A player is an entry of `PLAYERS`, with a list of rewrites of the charts, one after another. Play
that charts cannot express is given as a solution.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from certify.cards.ranks import RANK_LABELS
from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.solve import Solution, solve_optimal
from certify.studies.strategy.cost.rewrites import (
    BURNING_ALL,
    BURNING_BUSTS,
    BURNING_NOTHING,
    HITTING,
    NOT_DOUBLING,
    NOT_SURRENDERING,
    STANDING,
    STIFF,
    STRONG_UPCARDS,
    WEAK_UPCARDS,
    Rewrite,
    always_splitting,
    as_the_dealer,
    doubling_eleven_only,
    every_action,
    ignoring_the_option,
    keeping_doubles,
    never_busting,
    never_splitting,
    recoded,
    standing_after_a_burn,
)
from certify.studies.strategy.cost_result import PlayerGroup, WagerId
from certify.studies.twenty_one import TwentyOneGame

BOTH: tuple[WagerId, ...] = ("main", "main_burnout")
WITHOUT: tuple[WagerId, ...] = ("main",)
WITH: tuple[WagerId, ...] = ("main_burnout",)


@dataclass(frozen=True)
class Player:
    """A way to play.

    `rewrites` are the player's changes of the charts; `best` is the play, where no chart can
    express it; `insures` is ``blackjack`` for even money only; `exists` says whether the rules let
    the player differ at all.
    """

    id: str
    title: str
    does: str
    group: PlayerGroup
    rewrites: tuple[Rewrite, ...] = ()
    wagers: tuple[WagerId, ...] = BOTH
    best: Callable[[TwentyOneGame], Solution] | None = None
    insures: Literal["never", "always", "blackjack"] = "never"
    exists: Callable[[TwentyOneRules], bool] = lambda rules: True


def _best_burning_busts_only(game: TwentyOneGame) -> Solution:
    return solve_optimal(game.values, burns_kept=False, split_play=game.split_play)


NEVER_HITS_12 = recoded(STANDING, "hard", ("12",))
STANDS_ON_16 = recoded(STANDING, "hard", ("16",), STRONG_UPCARDS)
STANDS_ON_SOFT_17 = recoded(STANDING, "soft", ("17",))
NEVER_HITS_SOFT_18 = recoded(STANDING, "soft", ("18",))
NEVER_SPLITS_EIGHTS = never_splitting(("8",), ("9", "T", "A"))
NEVER_SPLITS_ACES = never_splitting(("A",), ("9", "T", "A"))
SPLITS_TENS = always_splitting(("T",))
SPLITS_FOURS_FIVES = always_splitting(("4", "5"))

PLAYERS: tuple[Player, ...] = (
    Player(
        "optimal",
        "Optimal play",
        "Plays best for every card seen; zero-memory after a split.",
        "reference",
        best=lambda game: game.optimal,
    ),
    Player(
        "basic",
        "Follows the charts",
        "Plays every cell of the charts as it stands.",
        "reference",
    ),
    Player(
        "never_buys",
        "Never buys Burnout",
        "Never makes the Burnout payment and follows the chart without it.",
        "burnout",
        wagers=WITHOUT,
    ),
    Player(
        "never_burns",
        "Buys Burnout, never burns",
        "Makes the payment, burns nothing and plays by the chart without Burnout.",
        "burnout",
        (BURNING_NOTHING, ignoring_the_option),
        WITH,
    ),
    Player(
        "never_burns_by_chart",
        "Never burns, hits as if he did",
        "Makes the payment, plays by the chart with Burnout, and burns nothing.",
        "burnout",
        (BURNING_NOTHING,),
        WITH,
    ),
    Player(
        "burns_busts",
        "Burns only what busts him",
        "Plays by the chart with Burnout and burns a card only if it busts the hand.",
        "burnout",
        (BURNING_BUSTS,),
        WITH,
        exists=lambda rules: rules.burnout_on_bust,
    ),
    Player(
        "burns_busts_best",
        "The same, played best for it",
        "Burns a card only if it busts the hand, and plays best for that restraint.",
        "burnout",
        wagers=WITH,
        best=_best_burning_busts_only,
        exists=lambda rules: rules.burnout_on_bust,
    ),
    Player(
        "ignores_option",
        "Plays on as without Burnout",
        "Burns by the charts, but hits, doubles and splits by the chart without Burnout.",
        "burnout",
        (ignoring_the_option,),
        WITH,
    ),
    Player(
        "keeps_doubles",
        "Never burns a doubled card",
        "Keeps every card drawn to a double, and follows the charts in everything else.",
        "burnout",
        (keeping_doubles,),
        WITH,
        exists=lambda rules: rules.burnout_on_double,
    ),
    Player(
        "burns_first_card",
        "Burns the first card drawn",
        "Burns the first card that he draws, whatever it is.",
        "burnout",
        (BURNING_ALL,),
        WITH,
    ),
    Player(
        "stands_after_burn",
        "Always stands after a burn",
        "Stands on whatever the replacement card makes.",
        "burnout",
        (standing_after_a_burn,),
        WITH,
    ),
    Player(
        "always_insures",
        "Always insures",
        "Insures every hand against an ace for half the main wager, blackjacks too.",
        "insurance",
        insures="always",
        exists=lambda rules: rules.insurance,
    ),
    Player(
        "takes_even_money",
        "Always takes even money",
        "Takes even money on every blackjack against an ace, and insures nothing else.",
        "insurance",
        insures="blackjack",
        exists=lambda rules: rules.insurance,
    ),
    Player(
        "mimics_dealer",
        "Mimics the dealer",
        "Hits as the dealer must; never doubles, splits or surrenders; burns only what busts him.",
        "manners",
        (as_the_dealer, BURNING_BUSTS),
    ),
    Player(
        "never_busts",
        "Never busts",
        "Stands on hard 12 and more, and follows the charts otherwise.",
        "manners",
        (never_busting,),
    ),
    Player(
        "never_doubles",
        "Never doubles",
        "Hits or stands where the chart doubles.",
        "manners",
        (every_action(NOT_DOUBLING),),
    ),
    Player(
        "never_splits",
        "Never splits",
        "Plays every pair as its total.",
        "manners",
        (never_splitting(RANK_LABELS),),
    ),
    Player(
        "never_surrenders",
        "Never surrenders",
        "Hits, stands or splits where the chart surrenders.",
        "manners",
        (every_action(NOT_SURRENDERING),),
        exists=lambda rules: rules.surrender == "late",
    ),
    Player(
        "stands_on_16",
        "Stands on 16 against 7 to A",
        "Stands on hard 16 against 7 to A.",
        "errors",
        (STANDS_ON_16,),
    ),
    Player(
        "never_hits_12",
        "Never hits 12",
        "Stands on hard 12 against every upcard.",
        "errors",
        (NEVER_HITS_12,),
    ),
    Player(
        "hits_stiff",
        "Hits 12 to 16 against 2 to 6",
        "Hits hard 12 to 16 against 2 to 6.",
        "errors",
        (recoded(HITTING, "hard", STIFF, WEAK_UPCARDS),),
    ),
    Player(
        "stands_on_soft_17",
        "Never hits soft 17",
        "Stands on soft 17 where the chart hits it.",
        "errors",
        (STANDS_ON_SOFT_17,),
    ),
    Player(
        "never_hits_soft_18",
        "Never hits soft 18",
        "Stands on soft 18 where the chart hits it.",
        "errors",
        (NEVER_HITS_SOFT_18,),
    ),
    Player(
        "never_doubles_soft",
        "Never doubles soft hands",
        "Hits or stands where the chart doubles a soft hand.",
        "errors",
        (recoded(NOT_DOUBLING, "soft", tuple(str(total) for total in range(12, 21))),),
    ),
    Player(
        "doubles_eleven_only",
        "Doubles 11 only",
        "Doubles no other total than hard 11.",
        "errors",
        (doubling_eleven_only,),
    ),
    Player(
        "never_splits_eights",
        "No 8,8 split against 9, T, A",
        "Plays 8,8 as 16 against 9, T and A.",
        "errors",
        (NEVER_SPLITS_EIGHTS,),
    ),
    Player(
        "never_splits_aces",
        "No A,A split against 9, T, A",
        "Plays A,A as soft 12 against 9, T and A.",
        "errors",
        (NEVER_SPLITS_ACES,),
    ),
    Player(
        "splits_tens",
        "Always splits T,T",
        "Splits T,T against every upcard, and again.",
        "errors",
        (SPLITS_TENS,),
    ),
    Player(
        "splits_fours_fives",
        "Always splits 4,4 and 5,5",
        "Splits 4,4 and 5,5 against every upcard.",
        "errors",
        (SPLITS_FOURS_FIVES,),
    ),
    Player(
        "splits_every_pair",
        "Splits every pair",
        "Splits every pair against every upcard.",
        "errors",
        (always_splitting(RANK_LABELS),),
    ),
    Player(
        "weak",
        "A typical weak player",
        "Stands on 16 against 7 to A, never hits 12, soft 17 or soft 18, doubles 11 only, does not"
        " split 8,8 and A,A against 9, T and A, always splits 4,4 and 5,5; burns only what busts"
        " him.",
        "errors",
        (
            STANDS_ON_16,
            NEVER_HITS_12,
            STANDS_ON_SOFT_17,
            NEVER_HITS_SOFT_18,
            doubling_eleven_only,
            NEVER_SPLITS_EIGHTS,
            NEVER_SPLITS_ACES,
            SPLITS_FOURS_FIVES,
            BURNING_BUSTS,
        ),
    ),
)
"""Every player, in the order in which they are printed."""
