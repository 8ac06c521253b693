"""The most that can be lost and paid: bounds by the rules, whatever the cards and the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product

from certify.exact.blackjack.rules import TwentyOneRules
from certify.exact.blackjack.streak_rules import LOSS, PUSH, WIN, StreakRule, counts_as
from certify.studies.returns.exposure_result import (
    BONUS,
    BURNOUT,
    INSURANCE,
    MAIN,
    MostAtRisk,
    WagersExposure,
)
from certify.studies.returns.round_distributions import pays_on_bonus, reading_of
from certify.studies.twenty_one import TwentyOneGame

PAYTABLE = "bonus"
NOTHING, HALF = Fraction(0), Fraction(1, 2)
DOUBLED = 2


@dataclass
class Range:
    """The lowest and the highest net result of rounds of one kind."""

    lowest: Fraction
    highest: Fraction

    def hold(self, net: Fraction) -> None:
        """Widen the range to hold a result."""
        self.lowest, self.highest = min(self.lowest, net), max(self.highest, net)


Ranges = dict[int, Range]
"""Net results of the main wager and of insurance, by what the round counts as."""


def exposures(game: TwentyOneGame, stake: Fraction = Fraction(1)) -> tuple[WagersExposure, ...]:
    """Return the amounts at risk with every kind of set of wagers.

    Without Bonus wagers, with each of them alone, and with all together, each with and without the
    Burnout payment and insurance; `stake` is that of each Bonus wager, in main wagers.

    Notes
    -----
    Method: all possible results of hands, one by one, doubled where that is allowed; the worst and
        the best course of a streak.
    Error: none. No cards and no play exceed the bounds; a full shoe reaches them, one that lacks
        cards may not.
    Source: derived here, reports/METHOD.md section 7.
    """
    pays = {
        int(row.key): game.pays(f"{PAYTABLE}.{row.key}")
        for row in game.loaded.paytable_rows(PAYTABLE)
    }
    single = [(wins,) for wins in sorted(pays)]
    sets: list[tuple[int, ...]] = [(), *single]
    if len(pays) > 1:
        sets.append(tuple(sorted(pays)))
    ranges = {
        insures: round_ranges(
            game.rules,
            reading_of(game),
            even_money_pays=game.pays("main.even_money"),
            insurance_pays=game.pays("main.insurance") if insures else None,
        )
        for insures in ((False, True) if game.rules.insurance else (False,))
    }
    payment = game.rules.burnout_payment
    payments = {
        True: (payment, payment if pays_on_bonus(game) else NOTHING),
        False: (NOTHING, NOTHING),
    }
    return tuple(
        _exposure(
            _Course(
                ranges[insures],
                dict.fromkeys(chosen, stake),
                pays,
                payments[bought],
                max(pays, default=1),
            ),
            [MAIN, *([BURNOUT] if bought else []), *([INSURANCE] if insures else [])],
        )
        for chosen, insures, bought in product(sets, ranges, (False, True))
    )


def _exposure(course: _Course, names: Sequence[str]) -> WagersExposure:
    """Return the amounts at risk with one set of wagers, of which those besides Bonus are named."""
    stakes = course.stakes
    return WagersExposure(
        wagers=(*names, *(f"{BONUS}.{wins}" for wins in sorted(stakes))),
        stake=float(next(iter(stakes.values()))) if stakes else None,
        placed=float(1 + course.paid[0] + sum(stakes.values())),
        round=_most(course.rounds()),
        streak=_most(course.streaks()),
        push=_most(course.pushes()),
    )


def _most(nets: Sequence[Fraction]) -> MostAtRisk:
    return MostAtRisk(player_loses=float(-min(nets)), house_pays=float(max(nets)))


@dataclass(frozen=True)
class _Course:
    """A streak of one player: the possible results of its rounds, by count of wins."""

    ranges: Ranges
    stakes: Mapping[int, Fraction]
    pays: Mapping[int, Fraction]
    payment: tuple[Fraction, Fraction]
    """On the main wager, and on each Bonus wager that is open."""
    wins: int
    """Wins after which the count starts again."""

    @cached_property
    def open_stakes(self) -> list[Fraction]:
        """The stakes of Bonus wagers that are open, by count."""
        return [
            sum((stake for wins, stake in self.stakes.items() if wins > count), NOTHING)
            for count in range(self.wins)
        ]

    @cached_property
    def paid(self) -> list[Fraction]:
        """The Burnout payment, by count."""
        on_main, on_bonus = self.payment
        return [on_main + on_bonus * stake for stake in self.open_stakes]

    def _ends(self, outcome: int, besides: Fraction) -> tuple[Fraction, Fraction]:
        """Return the lowest and the highest result of a round, other payments included."""
        found = self.ranges[outcome]
        return found.lowest + besides, found.highest + besides

    @cached_property
    def won(self) -> list[tuple[Fraction, Fraction]]:
        """The lowest and the highest result of a round won, by the count before it."""
        gained = [
            self.stakes.get(wins, NOTHING) * self.pays.get(wins, 0)
            for wins in range(1, self.wins + 1)
        ]
        return [self._ends(WIN, gain - paid) for gain, paid in zip(gained, self.paid, strict=True)]

    @cached_property
    def lost(self) -> list[tuple[Fraction, Fraction]]:
        """The same of a round lost, which takes all Bonus wagers that are open."""
        return [
            self._ends(LOSS, -stake - paid)
            for stake, paid in zip(self.open_stakes, self.paid, strict=True)
        ]

    def pushes(self) -> list[Fraction]:
        """Return the same of a push, at any count."""
        return [net for paid in self.paid for net in self._ends(PUSH, -paid)]

    def rounds(self) -> list[Fraction]:
        """Return extremes of every kind of round."""
        return [*self.pushes(), *chain.from_iterable(self.won), *chain.from_iterable(self.lost)]

    def streaks(self) -> list[Fraction]:
        """Return extremes of the possible courses of a streak without pushes."""
        found = []
        for extreme in range(2):
            so_far = NOTHING
            for won, lost in zip(self.won, self.lost, strict=True):
                found.append(so_far + lost[extreme])
                so_far += won[extreme]
            found.append(so_far)
        return found


def round_ranges(
    rules: TwentyOneRules,
    reading: StreakRule,
    *,
    even_money_pays: Fraction = Fraction(1),
    insurance_pays: Fraction | None = None,
) -> Ranges:
    """Return the lowest and highest net result of a round, under `LOSS`, `PUSH` and `WIN`.

    Before any payment. `reading` is what a split round counts as; `even_money_pays` is to one,
    where it is offered; `insurance_pays` too, if it is taken whenever it is offered.

    Notes
    -----
    Method: every number of hands with every number of them won and lost; each won or lost hand
        single, or doubled where hands of such a round may be.
    """
    found: Ranges = {}

    def hold(outcome: int, net: Fraction | int) -> None:
        found.setdefault(outcome, Range(Fraction(net), Fraction(net))).hold(Fraction(net))

    for hands in range(1, rules.max_split_hands + 1):
        most = DOUBLED if hands == 1 or rules.double_after_split else 1
        for won in range(hands + 1):
            for lost in range(hands + 1 - won):
                outcome = counts_as(hands, won, lost, reading)
                for amount_won, amount_lost in product((1, most), repeat=2):
                    hold(outcome, won * amount_won - lost * amount_lost)
    if rules.surrender == "late":
        hold(LOSS, -HALF)
    played = {outcome: each.lowest for outcome, each in found.items()}
    hold(WIN, rules.blackjack_pays)
    if rules.insurance:
        # Even money is paid though the dealer has a blackjack too; the round is a push then.
        hold(WIN, even_money_pays)
        hold(PUSH, even_money_pays)
    if insurance_pays is not None:
        for outcome, lowest in played.items():
            hold(outcome, lowest - HALF)
        hold(LOSS, insurance_pays * HALF - 1)
    return found
