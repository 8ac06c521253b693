"""The sheet for players: one page, plain words, few figures."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.markup import plain
from certify.present.quantity import COUNT
from certify.studies.certification.result import Certification
from certify.studies.certification.view import (
    SHOWN,
    STAKE,
    afterwards_table,
    ahead_chart,
    back_table,
)
from certify.studies.returns.result import RtpResult

SHEET_HEIGHT = 640.0
"""Points: the sheet is a page of its own."""


def write_sheet(composer: Composer, certification: Certification) -> None:
    """Write the sheet for players on a page of its own."""
    sheet = certification.sheet
    if sheet is None:
        return
    basic = certification.shoes[0].basic
    composer.room(SHEET_HEIGHT)
    composer.section("For the player")
    price = (
        " On average every wager costs something: that is the price of the game. For somebody who "
        "goes by the own cards and the dealer’s card alone, no way to play and no system of stakes "
        "makes it a gain in the long run."
    )
    composer.text(
        f"{plain(certification.title)}, {plain(sheet.label).lower()}. For somebody who plays every "
        f"hand by the charts of this report.{price if _all_cost(certification) else ''}"
    )
    composer.put(back_table(sheet, basic))
    _write_burnout(composer, basic)
    if all(wager.sessions for wager in sheet.wagers):
        composer.put(afterwards_table(sheet))
        composer.put(ahead_chart(sheet))


def _all_cost(certification: Certification) -> bool:
    """Return whether every wager, and every set of wagers, costs something on the first shoe."""
    optimal = certification.shoes[0].optimal
    wagers = optimal.wagers
    returns = [wagers.main.rtp, wagers.main_burnout.rtp]
    returns += [
        found.rtp
        for bonus in wagers.bonus.values()
        for found in (bonus.without_burnout, bonus.with_burnout, bonus.best)
        if found is not None
    ]
    gains = [found.gain for found in (optimal.streak.combinations if optimal.streak else ())]
    gains += [found.gain for found in (optimal.streak.ratios if optimal.streak else ())]
    if wagers.insurance is not None:
        gains += [wagers.insurance.best_ev, wagers.insurance.ev_even_money]
    return max(returns) < 1.0 and max(gains, default=0.0) <= 0.0


def _write_burnout(composer: Composer, basic: RtpResult) -> None:
    """Write what the payment costs and brings."""
    burnout = basic.wagers.main_burnout
    paid, gain = burnout.payment * STAKE, burnout.gain * STAKE
    less = paid - gain
    verdict = (
        f"it costs {SHOWN(less)} more than it brings"
        if less > 0
        else f"it brings {SHOWN(-less)} more than it costs"
    )
    composer.text(
        f"<b>Burnout.</b> For a wager of {STAKE} it costs {COUNT(paid)}, whether you burn a "
        f"card or not. You burn one in about {COUNT(burnout.burn_rate * STAKE)} of 100 rounds. "
        f"It brings {SHOWN(gain)} a round on average, so that {verdict}.{_wins_more(basic)}"
    )


def _wins_more(basic: RtpResult) -> str:
    """Return what it does to the share of rounds won, if that is known and more."""
    without, with_burnout = basic.wagers.main.p_win, basic.wagers.main_burnout.p_win
    if without is None or with_burnout is None or with_burnout <= without:
        return ""
    return (
        f" You win {COUNT(with_burnout * STAKE)} of 100 rounds with it and "
        f"{COUNT(without * STAKE)} without, which matters for a Bonus wager too."
    )
