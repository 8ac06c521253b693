"""The content of the report of any game against the house, computed from its spec."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt

from certify.errors import StateSpaceError
from certify.language.game import LoadedGame, is_put_down_first
from certify.language.models import Settled
from certify.runtime.context import Context
from certify.runtime.workers import Workers, kept_meanwhile, not_asked
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.certification.about import Given, completed
from certify.studies.certification.banked_effects import (
    effects_of_settings,
    parameter_effects,
    payout_effects,
)
from certify.studies.certification.banked_result import (
    BankedAlternative,
    BankedCertification,
    BankedRuling,
    BankedSensitivity,
    PolicyFigures,
    PolicyLeftOut,
    PolicyWager,
    WagerRounds,
)
from certify.studies.certification.sheet import sheet_sessions
from certify.studies.certification.sheet_result import PlayerSheet, SheetWager
from certify.studies.certification.tolerance import MULTIPLES, return_tolerance
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.result import ExposedResult
from certify.studies.house.figures import Figures
from certify.studies.house.reported import figures_of
from certify.studies.item.study import (
    alternatives_of,
    item_of,
    paytables_of,
    software_of,
    wagers_of,
)
from certify.studies.returns.many_rounds import many_rounds
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.result import ShoeResult
from certify.studies.spec_figures import spec_figures, with_figures

PARTS = 100
"""Parts into which a step is divided to show its progress."""


def certify_banked(
    loaded: LoadedGame,
    *,
    issued: str | None = None,
    command: str,
    context: Context | None = None,
    brief: bool = False,
    given: Given | None = None,
) -> BankedCertification:
    """Return the content of the report of a game whose wagers say in the spec what they bring.

    `issued` is YYYY-MM-DD, by default the date of the spec, never the clock; `command` makes the
    report again. `brief` leaves out other values of parameters and payouts, the game played,
    and what cards are worth that are gone or seen.
    SpecInvalidError for a required figure that the results do not have; StateSpaceError if the
    rules are beyond the exact engine.
    """
    figures = figures_of(loaded)
    steps = _Steps(context or Context(), 5 if brief else 10)
    returns = figures.exactly(steps.next("the best play"))
    sensitivity = crosscheck = shoe = exposure = None
    shared = nullcontext(not_asked) if brief else kept_meanwhile(steps.context)
    with shared as ask:
        if not figures.has_effects(steps.context):
            ask(partial(_effects, loaded))
        together, not_together = figures.together(steps.next("all wagers together"))
        situations, charts = figures.best_play(returns, steps.next("every decision"))
        policies, left_out = _policies(figures, returns, steps.next("policies"))
        if not figures.is_played(steps.context):
            ask(partial(_played, loaded))
        if not figures.has_card_seen(returns, steps.context):
            ask(partial(_card_seen, loaded, returns))
        doing = steps.next("rulings")
        rulings = tuple(_settled(loaded, returns, loaded.spec.rulings, doing))
        supplied = tuple(_settled(loaded, returns, loaded.spec.assumptions, doing))
        if not brief:
            sensitivity = BankedSensitivity(
                parameters=tuple(parameter_effects(loaded, returns, steps.next("parameters"))),
                payouts=tuple(payout_effects(loaded, returns, steps.next("payouts"))),
            )
    if not brief:
        exposure = figures.card_seen(returns, steps.next("a hidden card, seen"))
        shoe = figures.effects(steps.next("single cards out of the pack"))
        crosscheck = figures.played(steps.next("the game, played"))
    facts = spec_figures(loaded, steps.context, Workers())
    certification = BankedCertification(
        **item_of(loaded, BankedCertification, issued, command),
        rulings=rulings,
        supplied=supplied,
        paytables=paytables_of(loaded),
        wagers=wagers_of(loaded),
        software=software_of(),
        returns=returns,
        together=together,
        not_together=not_together,
        rounds=(),
        multiples=MULTIPLES,
        situations=situations,
        policies=policies,
        policies_left_out=left_out,
        sensitivity=sensitivity,
        crosscheck=crosscheck,
        spec_figures=facts,
        charts=charts,
        composition=shoe if isinstance(shoe, ShoeResult) else None,
        pack=shoe if isinstance(shoe, AnalysedShoeResult) else None,
        exposure=exposure,
    )
    on_action = figures.sd_on_action(steps.context)
    certification = certification.model_copy(
        update={
            "rounds": tuple(_rounds(certification, on_action)),
            "sheet": _sheet(certification, loaded),
        }
    )
    steps.done()
    return completed(with_figures(certification, facts), given)


class _Steps:
    """The steps of a report, of which each tells how far it is within it."""

    def __init__(self, context: Context, total: int) -> None:
        self.context = context
        self._total, self._begun = PARTS * total, 0

    def next(self, doing: str) -> Context:
        """Begin a step; return the context for its work."""
        before = PARTS * self._begun
        self._begun += 1
        self.context.progress(before, self._total, doing)

        def progress(part: int, parts: int, what: str) -> None:
            done = before + min(PARTS, PARTS * part // max(parts, 1))
            self.context.progress(done, self._total, f"{doing}: {what}")

        return replace(self.context, progress=progress)

    def done(self) -> None:
        """Tell that all is done."""
        self.context.progress(self._total, self._total, "done")


def _effects(
    loaded: LoadedGame, context: Context, workers: Workers
) -> ShoeResult | AnalysedShoeResult | None:
    """Have another process take single cards out of the pack."""
    return figures_of(loaded).effects(context, workers)


def _played(loaded: LoadedGame, context: Context, workers: Workers) -> CrosscheckResult | None:
    """Have another process play the game."""
    return figures_of(loaded).played(context, workers)


def _card_seen(
    loaded: LoadedGame, returns: BankedResult, context: Context, workers: Workers
) -> ExposedResult | None:
    """Have another process work out what a hidden card is worth."""
    return figures_of(loaded).card_seen(returns, context, workers)


def _policies(
    figures: Figures, returns: BankedResult, context: Context
) -> tuple[tuple[PolicyFigures, ...], tuple[PolicyLeftOut, ...]]:
    """Return what each policy comes to, and those that the exact engine cannot follow."""
    found, left_out = [], []
    if figures.is_decided(returns):
        for name, policy in figures.loaded.spec.policies.items():
            try:
                exactly = figures.exactly(context, name)
            except StateSpaceError as error:
                left_out.append(PolicyLeftOut(policy=name, text=policy.text, why=error.message))
                continue
            found.append(_policy(name, policy.text, exactly, returns))
    return tuple(found), tuple(left_out)


def _policy(name: str, text: str, found: BankedResult, returns: BankedResult) -> PolicyFigures:
    """Return what a policy comes to; it costs what it loses to the best play."""
    cost = _exact(returns, "ev") - _exact(found, "ev")
    wagers = []
    for key, wager in found.wagers.items():
        best = returns.wagers[key]
        if wager.rtp is None:
            continue
        more = _exact(wager, "house_edge") - _exact(best, "house_edge")
        wagers.append(
            PolicyWager(
                wager=key,
                title=wager.title,
                house_edge=wager.house_edge,
                element_of_risk=wager.element_of_risk,
                average_wagered=wager.average_wagered,
                sd=wager.sd,
                cost=float(more),
                exact={"house_edge": str(_exact(wager, "house_edge")), "cost": str(more)},
            )
        )
    return PolicyFigures(
        policy=name,
        text=text,
        cost=float(cost),
        wagers=tuple(wagers),
        exact={"cost": str(cost)},
    )


def _exact(found: BankedResult | BankedWager, name: str) -> Fraction:
    return Fraction((found.exact or {})[name])


def _settled(
    loaded: LoadedGame,
    returns: BankedResult,
    settled: Mapping[str, Settled],
    context: Context,
) -> Iterator[BankedRuling]:
    """Yield rulings or assumptions with the effects of their alternatives."""
    for number, each in settled.items():
        texts = zip(each.alternatives, alternatives_of(each), strict=True)
        yield BankedRuling(
            id=number,
            question=each.question,
            decided=each.decided,
            why=each.why,
            parameters=each.parameters,
            alternatives=tuple(
                BankedAlternative(
                    text=text.text,
                    settings=text.settings,
                    found=effects_of_settings(loaded, returns, alternative.set, context),
                )
                for alternative, text in texts
            ),
        )


# Many rounds --------------------------------------------------------------------------------------


def _rounds(
    certification: BankedCertification, on_action: Mapping[str, float]
) -> Iterator[WagerRounds]:
    """Yield many rounds of every wager; `on_action`: deviations that outcomes do not tell."""
    for name, wager in certification.first_wagers():
        if wager.sd is None or wager.rtp is None or not wager.average_wagered:
            continue
        yield WagerRounds(
            wager=name,
            title=wager.title,
            **(many_rounds(_nets(wager), Fraction(0)) if is_always_made(wager) else {}),
            on_initial=return_tolerance("initial amount", wager.rtp, wager.sd),
            on_turnover=return_tolerance(
                "everything wagered",
                wager.rtp_on_action or 0.0,
                on_action[name] if name in on_action else _sd_on_action(wager),
            ),
        )


def _nets(wager: BankedWager) -> dict[Fraction, float]:
    """Return probabilities by net result, in units of the first wager."""
    unit = _unit(wager)
    found: dict[Fraction, Fraction] = {}
    for outcome in wager.outcomes:
        exact = outcome.exact or {"net": str(outcome.net), "probability": repr(outcome.probability)}
        net = Fraction(exact["net"]) / unit
        found[net] = found.get(net, Fraction(0)) + Fraction(exact["probability"])
    return {net: float(p) for net, p in found.items()}


def is_always_made(wager: BankedWager) -> bool:
    """Return whether something is put down in every round, so that rounds can be added up."""
    return all(outcome.staked != 0.0 for outcome in wager.outcomes)


def _unit(wager: BankedWager) -> Fraction:
    """Return what is put on the first wager, on average."""
    return _exact(wager, "stake")


def _sd_on_action(wager: BankedWager) -> float:
    """Return the standard deviation of the return on everything wagered, of a single round.

    With W net and T wagered, 1 + W/T has the variance of W - R T over n E[T]^2, R = E[W] / E[T].
    """
    ratio = -_exact(wager, "element_of_risk")
    wagered = _exact(wager, "average_wagered") * _unit(wager)
    variance = Fraction(0)
    for outcome in wager.outcomes:
        exact = outcome.exact or {}
        apart = Fraction(exact["net"]) - ratio * Fraction(exact["staked"])
        variance += apart**2 * Fraction(exact["probability"])
    return sqrt(variance) / float(wagered)


def _sheet(certification: BankedCertification, loaded: LoadedGame) -> PlayerSheet:
    """Return the figures of the sheet: every first wager, played at its best."""
    return PlayerSheet(
        label=certification.title,
        strategy=certification.returns.policy,
        wagers=tuple(
            SheetWager(
                wager=name,
                staked=float(_unit(wager)),
                rtp=wager.rtp or 0.0,
                first=float(1 + _compulsory(certification, loaded, name) / _unit(wager)),
                sessions=sheet_sessions(_nets(wager)) if is_always_made(wager) else (),
            )
            for name, wager in certification.first_wagers()
        ),
    )


def _compulsory(certification: BankedCertification, loaded: LoadedGame, name: str) -> Fraction:
    """Return what must be put down before the deal on wagers that go with a first one, in units."""
    told = certification.returns.wagers
    return sum(
        (
            _unit(told[other])
            for other in loaded.spec.following(name)
            if other in told and is_put_down_first(loaded, other)
        ),
        Fraction(0),
    )
