"""Made-up but plausible results of Blackjack Burnout, to build a report without the engine."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import islice
from typing import Any, Literal

from certify.cards.charts import UPCARDS
from certify.language.catalogue import load_game
from certify.studies.certification.result import (
    AlternativeEffect,
    Certification,
    PublishedFigure,
    PublishedText,
    RulingText,
    ShoeCertification,
)
from certify.studies.item.result import (
    ClauseText,
    ParameterText,
    PaytableRow,
    PaytableText,
    Software,
    SourceText,
)
from certify.studies.item.study import wagers_of
from certify.studies.returns.exposure import exposures
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    UpcardResult,
    WagerResult,
    Wagers,
)
from certify.studies.strategy.result import (
    Chart,
    ChartRow,
    ChartSection,
    CompositionException,
    StrategyResult,
)
from certify.studies.twenty_one import TwentyOneGame
from tests.report.report_sample_charts import (
    BURN_ON_DOUBLE,
    BURN_ON_HIT,
    HARD,
    HARD_BURNOUT,
    PAIRS,
    SOFT,
)
from tests.report.report_sample_distribution import bonus_wagers, round_figures, streak
from tests.report.report_sample_texts import CLAUSES, PARAMETERS, RULINGS

PAYMENT = 0.2
METHOD = "composition-dependent recurrence, exact splits to four hands with zero memory (CDZ-)"
PROVENANCE: dict[str, Any] = {
    "game": "blackjack-burnout",
    "title": "Blackjack Burnout",
    "version": "1.0.0",
    "engine_version": "0.1.0",
}
BY_UPCARD = (
    0.09242669524, 0.12611845778, 0.16319034164, 0.20348277913, 0.23870809618,
    0.14460102687, 0.05757242137, -0.04114157566, -0.17313880618, -0.37240360381,
)  # fmt: skip


def sha256(text: str) -> str:
    """Return a hash that looks like one."""
    return hashlib.sha256(text.encode()).hexdigest()


PROVENANCE |= {"spec_sha256": sha256("spec"), "paytable_sha256": sha256("paytable")}


def sample_certification(**changes: Any) -> Certification:
    """Return a complete certification.

    Parameters
    ----------
    **changes : Any
        Fields to replace.

    Returns
    -------
    Certification
        Two shoes, twelve rulings with alternatives, five charts a shoe.
    """
    return Certification(**(_content() | changes))


@cache
def _content() -> dict[str, Any]:
    return {
        **PROVENANCE,
        "issued": "2025-01-31",
        "command": "certify report blackjack-burnout --issued 2025-01-31 -o blackjack-burnout.pdf",
        "engine_sha256": sha256("engine"),
        "summary": (
            "Blackjack Burnout is blackjack with an option, bought before the deal for 20 % of the "
            "main wager, to replace one drawn card. The option is worth less than its price."
        ),
        "source": SourceText(
            title="Blackjack Burnout rules",
            file="games/blackjack_burnout.txt",
            sha256=sha256("source"),
            reference="Colorado Gaming Rule 8, Regulation 30-899.25",
        ),
        "clauses": tuple(ClauseText(**clause) for clause in CLAUSES),
        "parameters": tuple(ParameterText(**parameter) for parameter in PARAMETERS),
        "rulings": tuple(
            _ruling(name, question, (decided, why), parameters, alternatives)
            for name, question, decided, why, parameters, alternatives in RULINGS
        ),
        "paytables": _paytables(),
        "wagers": wagers_of(load_game("blackjack-burnout")),
        "shoes": (
            _shoe("Six decks", 6, main=-0.00615389123, gross=0.1634201718, gain_spread=0.0),
            _shoe("Two decks", 2, main=-0.00411270338, gross=0.1659013344, gain_spread=0.0021),
        ),
        "published": (
            PublishedText(
                title="The advantage of the option",
                source="Press",
                text="A player advantage of 17.4 percent.",
                figures=(
                    PublishedFigure(
                        name="main_burnout.gross_ev",
                        title="Expectation before the payment",
                        published="0.174",
                        computed=0.1634201718,
                    ),
                    PublishedFigure(
                        name="main.ev",
                        title="Expectation",
                        published="-0.00615389123",
                        computed=-0.0061538912292483285,
                    ),
                ),
            ),
        ),
        "software": (
            Software(name="Python", version="3.11.9"),
            Software(name="numpy", version="2.3.1"),
            Software(name="numba", version="0.61.2"),
            Software(name="reportlab", version="5.1.0"),
        ),
    }


def _ruling(
    name: str,
    question: str,
    decision: tuple[str, str],
    parameters: tuple[str, ...],
    alternatives: tuple[tuple[str, tuple[tuple[str, str], ...], float | None, float | None], ...],
) -> RulingText:
    """Return a ruling with the effects of its alternatives."""
    decided, why = decision
    return RulingText(
        id=name,
        question=question,
        decided=decided,
        why=why,
        parameters=parameters,
        alternatives=tuple(
            AlternativeEffect(
                text=text,
                settings=settings,
                ev_main=None if main is None else -0.00615389123 + main,
                ev_main_burnout=None if burnout is None else -0.0365798282 + burnout,
                change_main=main,
                change_main_burnout=burnout,
            )
            for text, settings, main, burnout in alternatives
        ),
    )


def _paytables() -> tuple[PaytableText, ...]:
    """Return the two paytables."""
    main = (("blackjack", "Blackjack", "3:2"), ("win", "Any other winning hand", "1:1"))
    bonus = tuple(
        (f"bonus.{wins}", f"{wins} consecutive wins", f"{pays}:1")
        for wins, pays in ((2, 2), (3, 4), (4, 8), (5, 15))
    )
    return tuple(
        PaytableText(
            alias=alias,
            id=name,
            title=title,
            version="1.0.0",
            sha256=sha256(name),
            rows=tuple(
                PaytableRow(key=key, outcome=outcome, pays=pays, basis="to_one")
                for key, outcome, pays in rows
            ),
        )
        for alias, name, title, rows in (
            ("main", "blackjack-burnout-main", "Main wager", main),
            ("bonus", "blackjack-burnout-bonus", "Bonus wagers", bonus),
        )
    )


def _shoe(label: str, decks: int, *, main: float, gross: float, gain_spread: float) -> Any:
    """Return the results for one shoe."""
    counts = _counts(decks)
    return ShoeCertification(
        label=label,
        optimal=_rtp("optimal", decks, main, gross, gain_spread),
        basic=_rtp("basic", decks, main - 0.0000413, gross - 0.0018702, gain_spread),
        strategy=StrategyResult(
            **PROVENANCE,
            strategy="basic",
            strategy_sha256=sha256(label),
            shoe=counts,
            charts=_charts(),
            ev_main=main - 0.0000413,
            ev_main_burnout=gross - 0.0018702 - PAYMENT,
            cost_main=0.0000413,
            cost_main_burnout=0.0018702,
            exceptions=_exceptions(),
        ),
    )


def _counts(decks: int) -> dict[str, int]:
    """Return the counts of a full shoe."""
    return dict.fromkeys(("A", *UPCARDS[:8]), 4 * decks) | {"T": 16 * decks}


def _rtp(strategy: str, decks: int, main: float, gross: float, spread: float) -> RtpResult:
    """Return the figures of one strategy on one shoe."""
    counts = _counts(decks)
    net = gross - PAYMENT
    cards = sum(counts.values())
    return RtpResult(
        **PROVENANCE,
        strategy=strategy,
        strategy_class="composition_dependent" if strategy == "optimal" else "total_dependent",
        strategy_sha256=None if strategy == "optimal" else sha256(strategy),
        shoe=counts,
        parameters={
            "decks": decks, "dealer_hits_soft_17": True, "dealer_peeks": True, "double_on": "any",
            "double_after_split": True, "max_split_hands": 4, "resplit_aces": False,
            "hit_split_aces": False, "surrender": "none", "blackjack_pays": "3:2",
        },
        wagers=Wagers(
            main=WagerResult(**_amounts(main, 1.0, 1.1343117), **round_figures(0.0)),
            main_burnout=BurnoutWagerResult(
                **_amounts(net, 1.2, 1.4120095),
                **round_figures(PAYMENT),
                gross_ev=gross,
                payment=PAYMENT,
                gain=gross - main,
                burn_rate=0.3127845,
            ),
            insurance=InsuranceResult(
                pays="2:1",
                p_offered=1 / 13,
                ev_when_always_taken=-0.0739549839,
                best_ev=-0.0682593857,
                ev_even_money=-0.0001317,
            ),
            bonus=bonus_wagers(best=strategy == "optimal"),
        ),
        by_upcard=tuple(
            UpcardResult(
                upcard=upcard,
                probability=counts[upcard] / cards,
                main=value + spread,
                main_burnout_gross=value + 0.1695 + 0.004 * position + spread,
            )
            for position, (upcard, value) in enumerate(zip(UPCARDS, BY_UPCARD, strict=True))
        ),
        streak=streak(best=strategy == "optimal"),
        exposure=exposures(TwentyOneGame(load_game("blackjack-burnout"))),
    )  # fmt: skip


def _amounts(ev: float, initial: float, wagered: float) -> dict[str, Any]:
    """Return the fields that every wager has."""
    return {
        "ev": ev,
        "house_edge": -ev,
        "rtp": 1 + ev / initial,
        "element_of_risk": -ev / wagered,
        "rtp_on_action": 1 + ev / wagered,
        "initial_amount": initial,
        "average_wagered": wagered,
        "ev_error_bound": 2.3e-14,
        "method": METHOD,
    }


def _charts() -> tuple[Chart, ...]:
    """Return the five charts."""
    hits = {hand: cells.replace("Dh", "H").replace("Ds", "S") for hand, cells in HARD.items()}
    softs = {hand: cells.replace("Dh", "H").replace("Ds", "S") for hand, cells in SOFT.items()}
    return (
        Chart(
            id="without_burnout",
            title="Play without Burnout",
            note="Used for the main wager alone, and for every hand after a split.",
            cells="actions",
            sections=(_section("hard", HARD), _section("soft", SOFT), _section("pairs", PAIRS)),
        ),
        Chart(
            id="with_burnout",
            title="Play with the Burnout option unused",
            note="Used while the option is still there.",
            cells="actions",
            sections=(
                _section("hard", HARD_BURNOUT),
                _section("soft", SOFT),
                _section("pairs", PAIRS),
            ),
        ),
        Chart(
            id="burn_on_hit",
            title="Cards to burn after a hit",
            note="",
            cells="cards",
            sections=(_section("hard", BURN_ON_HIT), _section("soft", BURN_ON_DOUBLE)),
        ),
        Chart(
            id="burn_on_double",
            title="Cards to burn after a double",
            note="",
            cells="cards",
            sections=(_section("hard", {k: BURN_ON_HIT[k] for k in ("8", "9", "10", "11")}),
                      _section("soft", BURN_ON_DOUBLE)),
        ),
        Chart(
            id="after_burn",
            title="Play after the burn",
            note="A doubled hand stands after the burn.",
            cells="actions",
            sections=(_section("hard", hits), _section("soft", softs)),
        ),
    )  # fmt: skip


def _section(kind: Literal["hard", "soft", "pairs"], rows: dict[str, str]) -> ChartSection:
    """Return the rows of one kind of hand, cells given apart by blanks."""
    return ChartSection(
        kind=kind,
        rows=tuple(ChartRow(hand=hand, cells=tuple(cells.split())) for hand, cells in rows.items()),
    )


def _exceptions() -> tuple[CompositionException, ...]:
    """Return more exceptions than a report prints."""
    hands = (
        (f"{high},{low}", upcard, with_burnout)
        for with_burnout in (False, True)
        for high in ("T", "9", "8", "7")
        for low in ("6", "5", "4", "3", "2")
        for upcard in ("2", "T")
    )
    return tuple(
        CompositionException(
            cards=cards,
            upcard=upcard,
            chart="S" if number % 2 else "Dh",
            optimal="H",
            gain=0.0131 / (number + 1),
            with_burnout=with_burnout,
        )
        for number, (cards, upcard, with_burnout) in enumerate(islice(hands, 61))
    )
