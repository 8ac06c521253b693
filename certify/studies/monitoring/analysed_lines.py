"""The certified lines of a game against the house that is analysed from its spec."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import fsum

from certify.errors import EngineError, SpecError, unknown_name
from certify.exact.banked.solution import BEST
from certify.language.game import LoadedGame
from certify.language.influence import wagers_without_play
from certify.results import Provenance
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import BankedResult
from certify.studies.banked.study import banked_study, checked_policy
from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.references import BONUS_PLAYS, Certified, Line, Play, Reference
from certify.studies.simulation.wagers import told_wagers

SEATS = (
    "Seats that make the same wager in a round are taken to win and lose together. Where they wager"
    " on the same hands, as in baccarat, they do; where each has its own cards this is a bound, and"
    " the tolerances are wider than need be."
)


@dataclass(frozen=True)
class AnalysedLines:
    """The lines of a game: a policy above, and a policy of its spec below.

    Wrong names are reported before any work.
    """

    game: LoadedGame
    policy: str
    play: Play
    usual: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "usual", told_wagers(self.game))
        if self.play.bonus != BONUS_PLAYS[0]:
            raise SpecError(f"{self.game.spec.game.id} has no Bonus wagers that Burnout changes")
        known = (BEST, *self.game.spec.policies)
        name = self.play.player
        if name is not None and checked_policy(name) not in known:
            raise SpecError(unknown_name(name, "policy", known))

    def certified(self, context: Context) -> Certified:
        """Return the figures, looked up if they were computed before."""
        upper, lower = (
            banked_study(self.game, policy, context=context, workers=Workers())
            for policy in (self.policy, self.play.player or self.policy)
        )
        fixed = frozenset[str]() if self.game.play is None else wagers_without_play(self.game.play)
        references = {
            name: reference_of(name, upper, lower, correlation=1.0, fixed=fixed)
            for name in self.usual
        }
        return certified_from(upper, references, self.play, (SEATS,))


def certified_from(
    upper: BankedResult,
    references: Mapping[str, Reference],
    play: Play,
    assumptions: tuple[str, ...],
) -> Certified:
    """Return what live results are held against; `upper` are the figures of the upper line."""
    return Certified(
        upper.model_dump(include=set(Provenance.model_fields) | {"parameters", "shoe"})
        | {"strategy": upper.policy},
        {name: each.allowing(play.allowed) for name, each in references.items()}
        if play.allowed
        else dict(references),
        assumptions,
    )


def reference_of(
    name: str,
    upper: BankedResult,
    lower: BankedResult,
    *,
    correlation: float,
    fixed: Collection[str] = (),
) -> Reference:
    """Return a wager's figures by what is put on it first, given those of both lines.

    `fixed` are wagers that play cannot change; where nothing is decided, all are.
    Rounds in which it is not made are left out: of them there are no rows.
    """
    made = _made(name, upper)
    wager = upper.wagers[name]
    # What pays by its own rows alone has these outcomes by any play.
    is_open = bool(upper.decisions) and (len(wager.together) > 1 or not wager.lines)
    known = [*made, *_made(name, lower)] if is_open else made
    mean = fsum(net * p for _, net, p in made)
    wagered = fsum(staked * p for staked, _, p in made)
    returned = mean / wagered
    return Reference(
        wager=name,
        upper=_line(_play(upper), made),
        lower=_line(_play(lower), _made(name, lower)),
        payment=0.0,
        seat_correlation=correlation,
        variance_on_action=fsum((net - returned * staked) ** 2 * p for staked, net, p in made),
        possible=tuple(
            (staked, tuple(sorted({net for put, net, _ in known if put == staked})))
            for staked in sorted({put for put, _, _ in known})
        ),
        is_open=is_open,
        is_of_cards=(not upper.decisions or set(wager.together) <= set(fixed))
        and all(each.staked for each in wager.outcomes),
    )


def _made(name: str, figures: BankedResult) -> list[tuple[float, float, float]]:
    """Return what is put down in all, what it brings, and its probability, if it is made."""
    wager = figures.wagers[name]
    made = [each for each in wager.outcomes if each.staked]
    total = fsum(each.probability for each in made)
    unit = wager.stake / total
    found = [
        (
            _rounded(float(each.staked or 0.0) / unit),
            _rounded(each.net / unit),
            each.probability / total,
        )
        for each in made
    ]
    if min(staked for staked, _, _ in found) < 1.0:
        raise EngineError(
            f"{figures.game}: what is put on {name} first is not the same in every round, so that"
            " live results by stake cannot be held against its figures"
        )
    return found


def _rounded(value: float) -> float:
    # What was a ratio of small numbers is one again, so that equal amounts are equal.
    return round(value, 12)


def _play(figures: BankedResult) -> str:
    if not figures.decisions:
        return "any play"
    return "optimal play" if figures.policy == BEST else figures.policy


def _line(play: str, made: list[tuple[float, float, float]]) -> Line:
    outcomes: dict[float, float] = {}
    for _, net, p in made:
        outcomes[net] = outcomes.get(net, 0.0) + p
    distribution = WagerDistribution.of(outcomes)
    return Line(
        play,
        distribution.mean,
        distribution,
        fsum(staked * p for staked, _, p in made),
    )
