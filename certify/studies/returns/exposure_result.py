"""The most that a player can lose, and that the house can pay, by what is wagered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certify.results import Result
from certify.studies.returns.bonus_result import runs

MAIN, BURNOUT, INSURANCE, BONUS = "main", "burnout", "insurance", "bonus"
"""Wagers and payments as a set of them names them; a Bonus wager as ``bonus.2``."""


class MostAtRisk(Result):
    """Bounds on a net result, in main wagers, payments and lost stakes included.

    `house_pays` is less what the house keeps of payments and other wagers.
    """

    player_loses: float
    house_pays: float


class WagersExposure(Result):
    """Amounts at risk with one set of wagers, whatever the cards and the play.

    Attributes
    ----------
    wagers
        main; burnout where the payment is made in every round; insurance where it is taken whenever
        it is offered; bonus.2 and so on.
    stake
        Stake of each Bonus wager of the set, in main wagers; None if there is none.
    placed
        Amount on the layout when the first card is dealt, payment included.
    streak
        In the rounds of one streak that are no push: it ends with the first loss, or with as many
        wins as the longest Bonus wager needs.
    push
        In a round that counts as a push. The rules do not limit how many of them a streak has.
    """

    wagers: tuple[str, ...]
    stake: float | None = None
    placed: float
    round: MostAtRisk
    streak: MostAtRisk
    push: MostAtRisk

    @property
    def bonus(self) -> tuple[str, ...]:
        """The Bonus wagers of the set, by their number of wins."""
        return tuple(
            name.removeprefix(f"{BONUS}.") for name in self.wagers if name.startswith(f"{BONUS}.")
        )


STREAK_IS = (
    "A streak ends with the first loss, or with as many wins as the longest Bonus wager asks for; "
    "Bonus wagers are placed before its first round."
)
"""What is meant by one streak."""


@dataclass(frozen=True)
class ExposureLine:
    """Sets of wagers that differ in the Burnout payment alone, as tables show them."""

    title: str
    without: WagersExposure
    bought: WagersExposure


def exposure_lines(exposures: Sequence[WagersExposure]) -> tuple[ExposureLine, ...]:
    """Return the lines of a table of amounts at risk.

    Each set of Bonus wagers; those with insurance only where there is no Bonus wager, and with all
    of them.
    """
    by_wagers = {each.wagers: each for each in exposures}
    most = max((len(each.bonus) for each in exposures), default=0)
    lines = []
    for each in exposures:
        with_payment = (each.wagers[0], BURNOUT, *each.wagers[1:])
        insured_in_part = INSURANCE in each.wagers and 0 < len(each.bonus) < most
        if with_payment in by_wagers and not insured_in_part:
            lines.append(ExposureLine(title_of(each.wagers), each, by_wagers[with_payment]))
    return tuple(lines)


def push_sentence(exposures: Sequence[WagersExposure]) -> str:
    """Return what pushes add to the amounts at risk in a streak, in a sentence or two."""
    loses = max(each.push.player_loses for each in exposures)
    pays = max(each.push.house_pays for each in exposures)
    if loses <= 0.0 and pays <= 0.0:
        return "A push neither costs nor pays anything, however many of them a streak has."
    return (
        "Pushes prolong a streak, and no rule limits their number, so that a streak as a whole is "
        f"not bounded: each push can cost the player up to {loses:g} more, and the house up to "
        f"{pays:g} more."
    )


def title_of(wagers: tuple[str, ...]) -> str:
    """Return the title of a set of wagers, such as "Main wager, Burnout, Bonus on 2–5 wins"."""
    named = {MAIN: "main wager", BURNOUT: "Burnout", INSURANCE: "insurance"}
    parts = [named[name] for name in wagers if name in named]
    wins = [name.removeprefix(f"{BONUS}.") for name in wagers if name.startswith(f"{BONUS}.")]
    if wins:
        parts.append(f"Bonus on {runs(tuple(map(int, wins)))} wins")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]
