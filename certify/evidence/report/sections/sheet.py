"""The sheet for players: one page, plain words, few figures."""

from __future__ import annotations

from certify.evidence.report.charts.bars import column_chart
from certify.present.document import Column, Composer, Row
from certify.present.figures import count, fixed, percent
from certify.present.markup import plain
from certify.present.pdf.drawing import Bars
from certify.studies.certification.result import Certification
from certify.studies.certification.sheet_result import PlayerSheet, SheetSession
from certify.studies.returns.result import RtpResult

SHOWN = 1
"""Decimals of percent: as many as a player can use."""
NAMES = {"main": "without Burnout", "main_burnout": "with Burnout"}
STAKE = 100
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
    _write_returns(composer, sheet, basic)
    _write_burnout(composer, basic)
    if all(wager.sessions for wager in sheet.wagers):
        _write_sessions(composer, sheet)


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


def _write_returns(composer: Composer, sheet: PlayerSheet, basic: RtpResult) -> None:
    rows: list[Row] = []
    for wager in sheet.wagers:
        staked = wager.staked * STAKE
        back = wager.rtp * staked
        rows.append(
            (
                f"The game {NAMES[wager.wager]}",
                fixed(staked, 0),
                fixed(back, SHOWN),
                fixed(staked - back, SHOWN),
                percent(wager.rtp, SHOWN),
            )
        )
    if basic.wagers.insurance is not None:
        cost = -basic.wagers.insurance.ev_when_always_taken * STAKE
        rows.append(_per_hundred("Insurance, when it is offered", cost))
    for wins, bonus in basic.wagers.bonus.items():
        for words, found in (
            ("without Burnout", bonus.without_burnout),
            ("with Burnout in every round", bonus.with_burnout),
        ):
            if found is not None:
                cost = (1.0 - found.rtp) * STAKE
                rows.append(_per_hundred(f"Bonus on {plain(wins)} wins, {words}", cost))
    composer.table(
        "What comes back",
        [
            Column("If you play", 66),
            Column("You put down", 24, "number"),
            Column("You get back,<br/>on average", 28, "number"),
            Column("It costs you,<br/>on average", 28, "number"),
            Column("Back of each 100", 26, "number"),
        ],
        rows,
        note="Amounts for a main wager, insurance or Bonus wager of 100. Of a single round you "
        "cannot tell: it may win or lose.",
    )


def _per_hundred(name: str, cost: float) -> Row:
    back = STAKE - cost
    return (name, str(STAKE), fixed(back, SHOWN), fixed(cost, SHOWN), fixed(back, SHOWN))


def _write_burnout(composer: Composer, basic: RtpResult) -> None:
    """Write what the payment costs and brings."""
    burnout = basic.wagers.main_burnout
    paid, gain = burnout.payment * STAKE, burnout.gain * STAKE
    less = paid - gain
    verdict = (
        f"it costs {fixed(less, SHOWN)} more than it brings"
        if less > 0
        else f"it brings {fixed(-less, SHOWN)} more than it costs"
    )
    composer.text(
        f"<b>Burnout.</b> For a wager of {STAKE} it costs {fixed(paid, 0)}, whether you burn a "
        f"card or not. You burn one in about {fixed(burnout.burn_rate * STAKE, 0)} of 100 rounds. "
        f"It brings {fixed(gain, SHOWN)} a round on average, so that {verdict}.{_wins_more(basic)}"
    )


def _wins_more(basic: RtpResult) -> str:
    """Return what it does to the share of rounds won, if that is known and more."""
    without, with_burnout = basic.wagers.main.p_win, basic.wagers.main_burnout.p_win
    if without is None or with_burnout is None or with_burnout <= without:
        return ""
    return (
        f" You win {fixed(with_burnout * STAKE, 0)} of 100 rounds with it and "
        f"{fixed(without * STAKE, 0)} without, which matters for a Bonus wager too."
    )


def _write_sessions(composer: Composer, sheet: PlayerSheet) -> None:
    rows: list[Row] = []
    for wager in sheet.wagers:
        for session in wager.sessions:
            rows.append(
                (
                    f"{count(session.rounds)} rounds, {NAMES[wager.wager]}",
                    fixed(STAKE * session.p_ahead, 0),
                    _amount(session.quarter_low),
                    _amount(session.quarter_high),
                    _amount(session.unlucky),
                )
            )
    composer.table(
        "Where you may stand afterwards",
        [
            Column("After", 58),
            Column("Of 100 players<br/>are ahead", 28, "number"),
            Column("Half of them are<br/>between", 28, "number"),
            Column("and", 20, "number"),
            Column("One in 20 is at this<br/>or below", 34, "number"),
        ],
        rows,
        note="Amounts in main wagers, the same wager every round, any Burnout payment taken off.",
    )
    composer.figure(
        "Of 100 players, how many are ahead",
        column_chart(
            [f"{count(session.rounds)} rounds" for session in sheet.wagers[0].sessions],
            [
                Bars(
                    NAMES[wager.wager],
                    tuple(_ahead(session) for session in wager.sessions),
                )
                for wager in sheet.wagers
            ],
            unit="players of 100",
            height=150,
        ),
    )


def _ahead(session: SheetSession) -> float:
    return STAKE * session.p_ahead


def _amount(value: float) -> str:
    """Return an amount in main wagers with its sign."""
    return fixed(value, SHOWN, signed=True)
