"""The certified side of a monitor: the return of every wager, and its variance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

from certify.runtime.context import Context
from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.result import ReferenceLine, ReferenceResult

BONUS_PLAYS = ("any", "never", "always")
"""Whether players of Bonus wagers buy Burnout: not known, never, or in every round."""

ANYTHING = 1e9
"""The most that is wagered, by the stake, where no play that is known bounds it."""


@dataclass(frozen=True)
class Line:
    """A certified line of a wager: expectations by the stake.

    `mean` is net of the payment, and may differ from the distribution's; `average_wagered` includes
    the payment.
    """

    play: str
    mean: float
    distribution: WagerDistribution
    average_wagered: float


@dataclass(frozen=True)
class Reference:
    """Certified figures of a wager, by the stake; its return should lie between two lines.

    `seat_correlation` is that of the net results of two seats that play against the same dealer
    hand; `variance_on_action` that of the net result less its expected share of everything wagered;
    `possible` are the net results that there are, ascending, by everything wagered, ascending too,
    both without the payment; `is_open`: another play than the certified ones may have others.
    `is_streak`: it lasts until a round decides it. `is_of_cards`: no play changes its distribution,
    so that its outcomes can be counted.
    """

    wager: str
    upper: Line
    lower: Line
    payment: float
    seat_correlation: float
    variance_on_action: float
    possible: tuple[tuple[float, tuple[float, ...]], ...]
    is_open: bool = False
    is_streak: bool = False
    is_of_cards: bool = False

    @property
    def outcomes(self) -> tuple[float, ...]:
        """The possible net results without the payment, ascending."""
        return tuple(sorted({net for _, nets in self.possible for net in nets}))

    @property
    def most_wagered(self) -> float:
        """The most that can be wagered, without the payment."""
        return ANYTHING if self.is_open else self.possible[-1][0]

    @property
    def least_wagered(self) -> float:
        """The least that can be wagered, without the payment."""
        return self.possible[0][0]

    @property
    def most_returned(self) -> float:
        """The most that can come back of everything wagered, by what was wagered."""
        return max(1.0 + nets[-1] / wagered for wagered, nets in self.possible)

    @property
    def is_two_point(self) -> bool:
        """Whether the wager is either paid or lost, never more."""
        outcomes = self.outcomes
        return self.most_wagered == 1 and len(outcomes) == 2 and outcomes[0] == -1.0

    @property
    def initial_amount(self) -> float:
        """Stake and payment, by the stake."""
        return 1.0 + self.payment

    def allowing(self, points: float) -> Reference:
        """Return it with the lower line below the upper by a share of the initial amount."""
        lower = replace(
            self.lower,
            play=f"{self.lower.play}, less {100 * points:g} points",
            mean=self.lower.mean - points * self.initial_amount,
        )
        return replace(self, lower=lower)

    def result(self) -> ReferenceResult:
        """Return it as it is printed."""
        distribution = self.upper.distribution
        return ReferenceResult(
            wager=self.wager,
            upper=self._line(self.upper),
            lower=self._line(self.lower),
            initial_amount=self.initial_amount,
            variance_on_action=self.variance_on_action,
            seat_correlation=self.seat_correlation,
            outcomes={
                f"{value + self.payment:.12g}": chance
                for value, chance in zip(
                    distribution.values.tolist(), distribution.chances.tolist(), strict=True
                )
            },
        )

    def _line(self, line: Line) -> ReferenceLine:
        return ReferenceLine(
            play=line.play,
            mean=line.mean,
            variance=line.distribution.variance,
            rtp=1.0 + line.mean / self.initial_amount,
            rtp_on_action=1.0 + line.mean / line.average_wagered,
        )


@dataclass(frozen=True)
class Play:
    """How the lower line is drawn: by a documented player, and points of return below that.

    `allowed` is a fraction of the initial amount; `bonus` says whether players of Bonus wagers buy
    Burnout.
    """

    player: str | None = None
    allowed: float = 0.0
    bonus: str = BONUS_PLAYS[0]


@dataclass(frozen=True)
class Certified:
    """What live results are held against.

    `identity` are the game, the strategy, the shoe and the parameters, as a `MonitorResult` has
    them; `references` the figures of every wager by name; `assumptions` what they rest on.
    """

    identity: dict[str, Any]
    references: dict[str, Reference]
    assumptions: tuple[str, ...] = ()


class Lines(Protocol):
    """Where the certified lines of a game come from, all that was asked being checked."""

    @property
    def usual(self) -> tuple[str, ...]:
        """The wagers of which results may be that do not tell; several if they must tell."""

    def certified(self, context: Context) -> Certified:
        """Return the figures, worked out."""
