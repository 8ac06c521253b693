"""The content of the report of any game against the house, computed from its spec."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import sqrt

from certify.errors import StateSpaceError
from certify.exact.banked.solution import ANY
from certify.language.game import LoadedGame, with_wagers
from certify.language.models import Settled
from certify.runtime.context import Context
from certify.runtime.workers import Part, Workers, kept_meanwhile, not_asked
from certify.studies.banked.blackjack import blackjack_study, sd_on_action
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.banked.situations import COST, banked_strategy_study, told
from certify.studies.banked.study import banked_study
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
    PolicyWager,
    ToldSituations,
    WagerRounds,
)
from certify.studies.certification.sheet import sheet_sessions
from certify.studies.certification.sheet_result import PlayerSheet, SheetWager
from certify.studies.certification.tolerance import MULTIPLES, return_tolerance
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.exposure.hole import hidden_zones
from certify.studies.exposure.result import ExposedResult
from certify.studies.exposure.study import exposure_study, hole_exposure_study
from certify.studies.item.study import (
    alternatives_of,
    item_of,
    paytables_of,
    software_of,
    wagers_of,
)
from certify.studies.kinds import is_plain, main_wager
from certify.studies.returns.many_rounds import many_rounds
from certify.studies.shoe.analysed import MOST_WALKED, held_effects, is_held_kept
from certify.studies.shoe.analysed_result import AnalysedShoeResult
from certify.studies.shoe.order import ShoeOrder
from certify.studies.shoe.result import ShoeResult
from certify.studies.shoe.study import kept_shoe_study
from certify.studies.spec_figures import spec_figures, with_figures
from certify.studies.strategy.study import strategy_study
from certify.studies.twenty_one import OPTIMAL, BlackjackGame

SITUATIONS = "banked-situations"
MOST_LISTED = 150
"""Situations up to which every one is told."""

PARTS = 100
"""Parts into which a step is divided to show its progress."""


def certify_analysed(
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
    plain = BlackjackGame(loaded) if is_plain(loaded) else None
    steps = _Steps(context or Context(), 5 if brief else 10)
    returns = _returns(loaded, OPTIMAL, steps.next("the best play"))
    together, not_together, situations, charts = None, None, ToldSituations(), None
    sensitivity = crosscheck = composition = pack = exposure = None
    is_shared = plain is None and not brief
    shared = kept_meanwhile(steps.context) if is_shared else nullcontext(not_asked)
    with shared as ask:
        if is_shared:
            _ask_to_take_out(loaded, returns, ask, steps.context)
        if plain is None:
            together, not_together = _together(loaded, steps.next("all wagers together"))
            situations = _situations(loaded, returns, steps.next("every decision"))
        else:
            charts = strategy_study(plain, context=steps.next("the charts"))
            steps.next("every decision")
        policies = tuple(_policies(loaded, returns, steps.next("policies")))
        if is_shared:
            _ask_to_play(loaded, ask, steps.context)
        doing = steps.next("rulings")
        rulings = tuple(_settled(loaded, returns, loaded.spec.rulings, doing))
        supplied = tuple(_settled(loaded, returns, loaded.spec.assumptions, doing))
        if not brief:
            sensitivity = BankedSensitivity(
                parameters=tuple(parameter_effects(loaded, returns, steps.next("parameters"))),
                payouts=tuple(payout_effects(loaded, returns, steps.next("payouts"))),
            )
            if plain is None:
                exposure = hidden_card_seen(loaded, returns, steps.next("a hidden card, seen"))
    if is_shared:
        pack = pack_effects(loaded, returns, steps.next("single cards out of the pack"))
        crosscheck = _play(loaded, steps.next("the game, played"))
    elif plain is not None and not brief:
        crosscheck = _play_blackjack(plain, steps.next("the game, played"))
        composition = _composition(plain, steps.next("the shoe"))
        exposure = _exposure(plain, steps.next("the second card of the dealer, seen"))
    figures = spec_figures(loaded, steps.context, Workers())
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
        sensitivity=sensitivity,
        crosscheck=crosscheck,
        spec_figures=figures,
        charts=charts,
        composition=composition,
        pack=pack,
        exposure=exposure,
    )
    on_action = {}
    if plain is not None:
        on_action[main_wager(loaded)] = sd_on_action(plain, steps.context)
    certification = certification.model_copy(
        update={
            "rounds": tuple(_rounds(certification, on_action)),
            "sheet": _sheet(certification, loaded),
        }
    )
    steps.done()
    return completed(with_figures(certification, figures), given)


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


def _returns(loaded: LoadedGame, policy: str, context: Context) -> BankedResult:
    """Return the figures of a policy, of blackjack by the engine of its family."""
    if is_plain(loaded):
        return blackjack_study(BlackjackGame(loaded), policy, exact=True, context=context)
    return banked_study(loaded, policy, exact=True, context=context)


def _composition(game: BlackjackGame, context: Context) -> ShoeResult:
    """Return effects of removal and counts; no compositions are drawn at random."""
    order = ShoeOrder(compositions=0, with_cut_card=False)
    return kept_shoe_study(game, order, context=context, workers=Workers(processes=1))


def _ask_to_take_out(
    loaded: LoadedGame, returns: BankedResult, ask: Callable[[Part], None], context: Context
) -> None:
    """Have single cards taken out of the pack by another process, if they were not before."""
    if returns.situations <= MOST_WALKED and not is_held_kept(loaded, context):
        ask(partial(pack_effects, loaded, returns))


def _ask_to_play(loaded: LoadedGame, ask: Callable[[Part], None], context: Context) -> None:
    """Have the game played by another process, if it was not played before."""
    from certify.studies.crosscheck.policies import is_kept

    if not is_kept(loaded, context):
        ask(partial(_play, loaded))


def _play(
    loaded: LoadedGame, context: Context, workers: Workers | None = None
) -> CrosscheckResult | None:
    # Its statistics load slowly, and a brief report needs none of them.
    from certify.studies.crosscheck.policies import kept_policies_check

    return kept_policies_check(loaded, context, workers.processes if workers else None)


def _play_blackjack(game: BlackjackGame, context: Context) -> CrosscheckResult:
    from certify.studies.crosscheck.blackjack import kept_blackjack_check

    return kept_blackjack_check(game, context)


def pack_effects(
    loaded: LoadedGame, returns: BankedResult, context: Context, _: Workers | None = None
) -> AnalysedShoeResult | None:
    """Return effects of removal, the best play held, and counts; None of a large game."""
    if returns.situations > MOST_WALKED:
        return None
    try:
        return held_effects(loaded, context)
    except StateSpaceError:
        # Of some games no card is looked at that can be counted.
        return None


def hidden_card_seen(
    loaded: LoadedGame, returns: BankedResult, context: Context
) -> ExposedResult | None:
    """Return what a hidden card is worth to who sees it: of the house, or else of another hand."""
    if not 0 < returns.situations <= MOST_WALKED:
        return None
    (zone, *_) = (*hidden_zones(loaded), ANY)
    try:
        return exposure_study(loaded, {zone: 1}, context)
    except StateSpaceError:
        # With more in sight there are more situations; the report is one without it.
        return None


def _exposure(game: BlackjackGame, context: Context) -> ExposedResult | None:
    """Return what the second card of the dealer is worth to who sees it, if it is there."""
    zones = hidden_zones(game.loaded)
    if not game.rules.dealer_peeks or not zones:
        return None
    return hole_exposure_study(game, {zones[0]: 1}, context)


def _together(loaded: LoadedGame, context: Context) -> tuple[BankedResult | None, str | None]:
    """Return the figures with all wagers made, if that is not usual, or why there are none."""
    everything = with_wagers(loaded, loaded.spec.wagers)
    if everything.changed == loaded.changed:
        return None, None
    try:
        return banked_study(everything, exact=True, context=context), None
    except StateSpaceError as error:
        return None, str(error)


def _situations(loaded: LoadedGame, returns: BankedResult, context: Context) -> ToldSituations:
    """Return the closest decisions, and all if they are few."""
    if not returns.situations:
        return ToldSituations()

    def work() -> ToldSituations:
        found, table = banked_strategy_study(loaded, context)
        every = table.to_pylist() if found.situations <= MOST_LISTED else ()
        return ToldSituations(
            closest=found.closest,
            every=tuple(told(row) for row in every if row.get(COST) is not None),
            charts=found.charts,
        )

    return context.kept(SITUATIONS, loaded.key(), ToldSituations, work)


def _policies(
    loaded: LoadedGame, returns: BankedResult, context: Context
) -> Iterator[PolicyFigures]:
    """Yield what each policy of the spec comes to; they cost what they lose to the best play."""
    if not returns.situations and not is_plain(loaded):
        return
    for name, policy in loaded.spec.policies.items():
        found = _returns(loaded, name, context)
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
        yield PolicyFigures(
            policy=name,
            text=policy.text,
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
    result = loaded.play.result if loaded.play is not None else None
    told = certification.returns.wagers
    return sum(
        (
            _unit(told[other])
            for other in loaded.spec.following(name)
            if result is not None and other in told and result.wagers[other].is_put_down_first
        ),
        Fraction(0),
    )
