"""Made-up but plausible sensitivity of every wager, for the report without the engine."""

from __future__ import annotations

from typing import Any

from certify.studies.whatif.result import (
    AlternativeSensitivity,
    FigureChange,
    FigureName,
    PayoutSensitivity,
    RulingSensitivity,
    SensitivityResult,
)

PLAYS = {
    "without_burnout": "return, without Burnout",
    "with_burnout": "return, with Burnout",
    "best": "return, best play for it",
}
FIGURES = (
    FigureName(
        path="wagers.main.ev",
        wager="Main wager, without Burnout",
        figure="expectation",
        unit="main wager",
        is_rate=True,
    ),
    FigureName(
        path="wagers.main_burnout.ev",
        wager="Main wager, with Burnout",
        figure="expectation",
        unit="main wager",
        is_rate=True,
    ),
    FigureName(
        path="wagers.insurance.ev_when_always_taken",
        wager="Insurance",
        figure="expectation",
        unit="insurance wager",
        is_rate=True,
    ),
    *(
        FigureName(
            path=f"wagers.bonus.{wins}.{play}.rtp",
            wager=f"Bonus wager on {wins} wins",
            figure=figure,
            unit="Bonus wager",
            is_rate=True,
        )
        for wins in (2, 3, 4, 5)
        for play, figure in PLAYS.items()
    ),
)
BASE = (-0.00615389123, -0.0151831027, -0.0739549839, *(0.6731 - 0.01 * n for n in range(12)))
READINGS: tuple[tuple[str, tuple[tuple[str, str], ...], tuple[float | None, ...] | None], ...] = (
    ("No hole card", (("dealer_peeks", "false"),), (-0.00111554, -0.0038644, 0.0, 0.0004)),
    ("Doubling 10 and 11 only", (("double_on", "10-11"),), (-0.0020054, -0.0127671, 0.0, 0.021)),
    ("No card that busts", (("burnout_on_bust", "false"),), (0.0, -0.1028941, 0.0, -0.3161234)),
    ("Two decks", (("decks", "2"),), (0.0023494, 0.0041478, 0.0059942, 0.0071)),
    ("Not offered", (("insurance", "false"),), (0.0, 0.0, None, 0.0)),
    ("Computed for nothing", (("decks", "6"),), (0.0, 0.0, 0.0, 0.0)),
    ("Only words", (), None),
)


def sample_sensitivity(provenance: dict[str, Any], shoe: dict[str, int]) -> SensitivityResult:
    """Return seven readings of four rulings, and the payouts.

    Parameters
    ----------
    provenance : dict
        Where it comes from.
    shoe : dict
        Undealt cards by value.

    Returns
    -------
    SensitivityResult
        The sample; one reading outlies all others, one takes a figure away, two change nothing.
    """
    return SensitivityResult(
        **provenance,
        strategy="optimal",
        strategy_sha256=None,
        shoe=shoe,
        figures=FIGURES,
        base=BASE,
        rulings=tuple(
            RulingSensitivity(
                id=f"R{number}",
                question=f"What of question {number}?",
                decided="As it is.",
                parameters=(),
                alternatives=tuple(_alternative(*reading) for reading in READINGS[start:end]),
            )
            for number, (start, end) in enumerate(((0, 2), (2, 3), (3, 5), (5, 7)), start=1)
        ),
        payouts=tuple(_payouts()),
        error_bound=1e-13,
        method="made up",
    )


def _alternative(
    text: str, settings: tuple[tuple[str, str], ...], changes: tuple[float | None, ...] | None
) -> AlternativeSensitivity:
    """Return a reading; the last change is spread over the Bonus wagers."""
    if changes is None:
        return AlternativeSensitivity(
            text=text, settings=settings, changes=None, reason="No parameter carries it."
        )
    main, burnout, insurance, bonus = changes
    spread = [(bonus or 0.0) * (1 + 0.01 * number) for number in range(12)]
    found = [main, burnout, insurance, *spread]
    return AlternativeSensitivity(
        text=text,
        settings=settings,
        changes=tuple(
            FigureChange(
                **figure.model_dump(),
                before=base,
                after=None if change is None else base + change,
                difference=change,
            )
            for figure, base, change in zip(FIGURES, BASE, found, strict=True)
        ),
    )


def _payouts() -> list[PayoutSensitivity]:
    """Return what one more unit of some payouts and of the payment is worth."""
    return [
        PayoutSensitivity(
            **figure.model_dump(), name=name, pays=pays, derivative=derivative, meaning=meaning
        )
        for name, pays, figure, derivative, meaning in (
            ("blackjack_pays", "3:2", FIGURES[0], 0.04532299, "the chance of a blackjack"),
            ("blackjack_pays", "3:2", FIGURES[1], 0.04532299, "the chance of a blackjack"),
            ("bonus.2.pays", "2:1", FIGURES[3], 0.22419967, "the chance that it is paid"),
            ("burnout_payment", "0.2", FIGURES[1], -1.0, "the payment is never returned"),
        )
    ]
