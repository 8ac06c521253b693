"""Effect of every ruling and every payout on every wager."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from certify.exact.blackjack.card import StrategyCard
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.language.game import LoadedGame, apply_settings
from certify.language.models import Alternative
from certify.language.parameters import ShareParameter, written
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.returns.bonus import PAYTABLE
from certify.studies.returns.study import method_of
from certify.studies.twenty_one import TwentyOneGame, card_sha256, strategy_name
from certify.studies.whatif.result import (
    IN_FORCE,
    SETS_NOTHING,
    AlternativeSensitivity,
    PayoutSensitivity,
    RulingSensitivity,
    SensitivityResult,
)
from certify.studies.whatif.rulings import every_alternative, rulings_with
from certify.studies.whatif.settings import (
    TAKEN_PARAMETERS,
    Setting,
    payout_settings,
    setting_of,
)
from certify.studies.whatif.study import (
    Figures,
    Point,
    Question,
    figure_changes,
    figures_at,
    figures_of,
    rests_on,
)

CHANGES_NOTHING = "It changes nothing that these figures rest on."

EVEN_MONEY = "wagers.insurance.ev_even_money"
"""A figure that is reported for payouts besides those of every wager."""

MEANINGS = {
    "blackjack": "the chance that a blackjack is paid",
    "insurance": "the chance that insurance is paid, when it is offered",
    "even_money": "the chance of a blackjack against an ace",
}
OF_BONUS = "the chance that the wager is paid"
OF_PAYMENT = "the payment is made in every round, and never returned"
OF_EVEN_MONEY = "less the chance that a blackjack against an ace is paid"


def sensitivity_study(
    base: TwentyOneGame, question: Question, context: Context, workers: Workers
) -> SensitivityResult:
    """Return the effect of every alternative of a ruling, and of every payout."""
    card = question.strategy if isinstance(question.strategy, StrategyCard) else None
    before = figures_of(base, question, context)
    every = every_alternative(base.loaded)
    found = alternative_sensitivities(base, every, before, question, context, workers)
    return SensitivityResult(
        **base.loaded.provenance(),
        strategy=strategy_name(question.strategy),
        strategy_sha256=card_sha256(card) if card else None,
        shoe=base.shoe.by_label(),
        figures=question.names,
        base=before,
        rulings=rulings_with(RulingSensitivity, base.loaded, found),
        payouts=payout_sensitivities(base, question, context),
        error_bound=ERROR_BOUND,
        method=method_of(base, question.strategy),
        split_play=base.split_play,
    )


def alternative_sensitivities(
    base: TwentyOneGame,
    alternatives: Sequence[Alternative],
    before: Figures,
    question: Question,
    context: Context,
    workers: Workers,
) -> list[AlternativeSensitivity]:
    """Return the effects of alternatives of rulings on figures, in their order.

    `before` are the figures as ruled. Alternatives that change nothing are not computed.
    """
    reasons = [_reason(base, alternative, question) for alternative in alternatives]
    computed = [
        alternative
        for alternative, reason in zip(alternatives, reasons, strict=True)
        if reason is None
    ]
    after = iter(figures_at(base, [_point(each) for each in computed], question, context, workers))
    return [
        AlternativeSensitivity(
            text=alternative.text,
            settings=tuple((name, written(value)) for name, value in alternative.set.items()),
            changes=None if reason else figure_changes(question, before, next(after)),
            reason=reason,
        )
        for alternative, reason in zip(alternatives, reasons, strict=True)
    ]


def _point(alternative: Alternative) -> Point:
    return tuple(f"{name}={written(value)}" for name, value in alternative.set.items())


def _reason(base: TwentyOneGame, alternative: Alternative, question: Question) -> str | None:
    """Return why an alternative changes nothing; None if it may change something."""
    if not alternative.set:
        return SETS_NOTHING
    loaded = apply_settings(base.loaded, alternative.set)
    if loaded.changed == base.loaded.changed:
        return IN_FORCE
    other = base.changed(loaded)
    return CHANGES_NOTHING if rests_on(other, question) == rests_on(base, question) else None


def payout_sensitivities(
    base: TwentyOneGame, question: Question, context: Context
) -> tuple[PayoutSensitivity, ...]:
    """Return the change of each figure for one more unit of each payout and payment.

    Figures that are no linear function of a payout are left out.
    """
    wanted = question.also(EVEN_MONEY)
    names = dict(zip(wanted.paths, wanted.names, strict=True))
    found = []
    for setting, row in _paid(base.loaded):
        low, high = _ends(setting)
        ends = [
            _at(base, setting, number, wanted, context) for number in (low, high, (low + high) / 2)
        ]
        for path, one, other, between in zip(wanted.paths, *ends, strict=True):
            if one is None or other is None or between is None or one == other:
                continue
            if abs(between - (one + other) / 2) > ERROR_BOUND:
                continue
            found.append(
                PayoutSensitivity(
                    **names[path].model_dump(),
                    name=setting.name,
                    pays=setting.now,
                    derivative=(other - one) / float(high - low),
                    meaning=_meaning(row, path),
                )
            )
    return tuple(found)


def _paid(loaded: LoadedGame) -> list[tuple[Setting, str]]:
    """Return every payout that the exact analysis takes, and every share, with its row if any."""
    shares = [
        name
        for name, parameter in loaded.spec.parameters.items()
        if isinstance(parameter, ShareParameter) and name in TAKEN_PARAMETERS
    ]
    return [
        *payout_settings(loaded),
        *((setting_of(loaded, name), "") for name in shares),
    ]


def _ends(setting: Setting) -> tuple[Fraction, Fraction]:
    """Return two values of a payout or share; of a payout, its present value and one more."""
    if setting.lowest is not None and setting.highest is not None and setting.highest <= 1:
        return setting.lowest, setting.highest
    now = setting.number(setting.now)
    return now, now + 1


def _at(
    base: TwentyOneGame, setting: Setting, number: Fraction, question: Question, context: Context
) -> Figures:
    loaded = apply_settings(base.loaded, {setting.name: setting.text(number)})
    return figures_of(base.changed(loaded), question, context)


def _meaning(row: str, path: str) -> str:
    alias, _, key = row.partition(".")
    if not row:
        return OF_PAYMENT
    if alias == PAYTABLE:
        return OF_BONUS
    return OF_EVEN_MONEY if key == "blackjack" and path == EVEN_MONEY else MEANINGS[key]
