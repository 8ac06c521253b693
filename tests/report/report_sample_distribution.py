"""Made-up but plausible distributions and Bonus figures, for the report without the engine."""

from __future__ import annotations

from math import sqrt
from typing import Any

from certify.studies.returns.bonus_result import (
    AtCount,
    BonusWagerResult,
    Choice,
    CombinationResult,
    LatePlacement,
    PlayChange,
    ReadingResult,
    ReadingReturn,
    StreakResult,
    StreakReturn,
    WagerInCombination,
)
from certify.studies.returns.distribution_result import (
    Extreme,
    ReturnBand,
    RuinResult,
    SessionResult,
)

PAYS = {2: 2, 3: 4, 4: 8, 5: 15}
Q = {False: 0.4735, True: 0.5587}
OUTCOMES = {
    "-8": 2e-7, "-4": 0.0004, "-2": 0.045, "-1": 0.4341, "0": 0.0863, "1": 0.3235, "1.5": 0.0453,
    "2": 0.061, "4": 0.0042, "8": 0.0001998,
}  # fmt: skip
SD = 1.16


def round_figures(payment: float) -> dict[str, Any]:
    """Return the fields of a wager that follow from its distribution."""
    initial = 1.0 + payment
    return {
        "error_bound": 3.1e-10,
        "outcomes": OUTCOMES,
        "p_win": 0.4322,
        "p_push": 0.0872,
        "p_loss": 0.4806,
        "hit_frequency": 0.433,
        "variance": SD**2,
        "sd": SD,
        "skewness": 0.155,
        "volatility_index": 1.645 * SD,
        "variance_wagered": 0.1731,
        "covariance_net_wagered": 0.0312,
        "seat_covariance": 0.4786,
        "seat_covariance_error": 3e-9,
        "max_loss": Extreme(net=-8.0, probability=2e-7),
        "max_win": Extreme(net=8.0, probability=0.0001998),
        "sessions": tuple(
            SessionResult(
                rounds=rounds,
                p_ahead=0.4,
                bands=tuple(
                    ReturnBand(
                        confidence=confidence,
                        low=0.99 - width * SD / sqrt(rounds) / initial,
                        high=0.99 + width * SD / sqrt(rounds) / initial,
                        normal_low=0.9901 - width * SD / sqrt(rounds) / initial,
                        normal_high=0.9901 + width * SD / sqrt(rounds) / initial,
                    )
                    for confidence, width in ((0.95, 1.96), (0.99, 2.58))
                ),
                error_bound=1e-12,
            )
            for rounds in (10**3, 10**4, 10**5, 10**6, 10**7)
        ),
        "ruin": tuple(
            RuinResult(
                bankroll=bankroll, rounds=rounds, probability=20.0 / bankroll / 2, error_bound=1e-12
            )
            for rounds in (1_000, 10_000)
            for bankroll in (20, 50, 100, 200)
        ),
    }


def _return(wins: int, q: float) -> StreakReturn:
    return StreakReturn(q=q, p_hit=q**wins, rtp=(PAYS[wins] + 1) * q**wins, expected_rounds=1.9)


def bonus_wagers(*, best: bool) -> dict[str, BonusWagerResult]:
    """Return the four Bonus wagers."""
    return {
        str(wins): BonusWagerResult(
            pays=f"{pays}:1",
            basis="to_one",
            without_burnout=_return(wins, Q[False]),
            with_burnout=_return(wins, Q[True]),
            best=_return(wins, 0.5635) if best else None,
            best_without_burnout=_return(wins, 0.4754) if best else None,
            late=tuple(
                LatePlacement(
                    wins_before=before,
                    rtp_without_burnout=(pays + 1) * Q[False] ** (wins - before),
                    rtp_with_burnout=(pays + 1) * Q[True] ** (wins - before),
                )
                for before in range(1, wins)
            ),
        )
        for wins, pays in PAYS.items()
    }


def streak(*, best: bool) -> StreakResult:
    """Return what belongs to no single wager."""

    def reading(name: str, shift: float, *, ruled: bool = False) -> ReadingResult:
        without, with_burnout = (
            ReadingReturn(
                q=q + shift,
                rtp={str(wins): (pays + 1) * (q + shift) ** wins for wins, pays in PAYS.items()},
            )
            for q in Q.values()
        )
        return ReadingResult(
            name=name, ruled=ruled, without_burnout=without, with_burnout=with_burnout
        )

    sets = ((2,), (3,), (4,), (5,), (2, 3), (2, 3, 4, 5))
    single = tuple(chosen for chosen in sets if len(chosen) in {1, 4})
    return StreakResult(
        reading="net",
        readings=(
            reading("by hands won less hands lost (net)", 0.0, ruled=True),
            reading("by the majority of all hands (majority)", 0.0005),
        ),
        p_even_money_push=0.00108,
        combinations=(
            *(_combination(chosen, 1.0, "free") for chosen in sets),
            *(_combination(chosen, 1.0, "never") for chosen in sets),
        )
        if best
        else (),
        ratios=tuple(
            _combination(chosen, stake, "free") for stake in (0.05, 5.0) for chosen in single
        )
        if best
        else (),
        changes=tuple(
            PlayChange(
                cards=cards, upcard=upcard, usual="D", changed="H", wins=wins, probability=0.0005
            )
            for cards, upcard, wins in (
                ("A,2", "5", (0, 1, 2, 3, 4)),
                ("A,2", "6", (1, 2, 3, 4)),
                ("3,5", "6", (0, 2, 3)),
                ("4,4", "6", (3,)),
            )
        )
        if best
        else (),
        error_bound=3.1e-10,
        method="made up",
    )


def _combination(wins: tuple[int, ...], stake: float, choice: Choice) -> CombinationResult:
    burnout = choice == "free"
    q = Q[burnout]
    return CombinationResult(
        wagers=tuple(
            WagerInCombination(
                wins=number,
                stake=stake,
                p_hit=q**number,
                rtp=(PAYS[number] + 1) * q**number,
                expected_rounds=1.9,
            )
            for number in wins
        ),
        choice=choice,
        counts=tuple(
            AtCount(
                wins=count,
                burnout=burnout and count > 0,
                q=q,
                win=0.4322,
                push=0.0872,
                loss=0.4806,
                cost=0.0157,
                worth=2.3 + count,
            )
            for count in range(max(wins))
        ),
        gain=-0.11 * stake,
        rtp=0.9,
    )
