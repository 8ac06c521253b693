"""Made-up but plausible figures of the composition of the shoe, for the report without engine."""

from __future__ import annotations

from typing import Any, Literal

from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.result import (
    CountingResult,
    CountResult,
    EffectsResult,
    Estimated,
    IdentityResult,
    MeanCheck,
    PenetrationResult,
    PerfectResult,
    ShoeResult,
    ShoeSample,
    StratumResult,
    WagerCounts,
)

LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")
EFFECTS = (-0.00084, 0.00065, 0.00078, 0.00105, 0.00125, 0.00076, 0.00043, -0.00006, -0.00038)
TAGS = {
    "hi_lo": ("Hi-Lo", (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1), True),
    "ko": ("Knock-Out", (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1), False),
    "halves": ("Wong Halves", (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1), True),
}
WAGERS: tuple[tuple[str, str, float, str], ...] = (
    ("main", "Main, without Burnout", -0.0061538912, "main wagers"),
    ("main_burnout", "Main, with Burnout", -0.0151831027, "main wagers"),
    ("main_or_burnout", "Main, Burnout where it pays", -0.0061538912, "main wagers"),
    ("insurance", "Insurance", -0.0739549839, "insurance wagers"),
    *(
        (f"bonus.{wins}.{side}", f"Bonus {wins}, {text}", -0.1 * wins, "Bonus wagers")
        for wins in (2, 3, 4, 5)
        for side, text in (("without_burnout", "without Burnout"), ("with_burnout", "with Burnout"))
    ),
)
NEVER = "bonus.2.without_burnout"
"""A wager that is never in the player's favour."""
CUT = 260
STRATA = 20


def sample_shoe(provenance: dict[str, Any], shoe: dict[str, int], **changes: Any) -> ShoeResult:
    """Return twelve wagers, with a sample of twenty strata.

    Parameters
    ----------
    provenance : dict
        Where it comes from.
    shoe : dict
        Undealt cards by value.
    **changes : Any
        Fields to replace.

    Returns
    -------
    ShoeResult
        The sample.
    """
    content: dict[str, Any] = {
        "strategy": "optimal",
        "shoe": shoe,
        "parameters": {"decks": 6},
        "cut": CUT,
        "payment": 0.2,
        "effects": tuple(
            _effects(place, wager, shoe) for place, wager in enumerate(WAGERS, start=1)
        ),
        "identities": tuple(
            IdentityResult(
                quantity=quantity,
                title=title,
                weighted_sum=total,
                demanded=demanded,
                tolerance=1e-9,
                holds=True,
            )
            for quantity, title, total, demanded in _identities()
        ),
        "counts": tuple(_counts(wager) for wager in WAGERS),
        "sample": sample_of_shoe(),
        "cut_card": tuple(
            CutCardEffect(
                wager=wager,
                cut_card=17,
                other_players=0,
                shoes=12354,
                seed=2000004,
                least_rounds=44,
                rounds=47.5635,
                exact=-0.0061538912,
                mean=-0.0061538912 + effect,
                effect=effect,
                half_width=0.00021,
                method="shoes dealt past the cut card",
            )
            for wager, effect in (("main", -0.00034), ("main_burnout", 0.00012))
        ),
        "error_bound": 1e-12,
        "method": "made up",
    }
    return ShoeResult(**provenance, **(content | changes))


def sample_of_shoe() -> ShoeSample:
    """Return what was found in compositions drawn at random."""
    return ShoeSample(
        cut=CUT,
        shoes=100,
        strata=STRATA,
        seed=1,
        counted=20_000,
        checks=(
            MeanCheck(
                quantity="main",
                title="Main wager",
                exact=-0.0061538912,
                mean=-0.0060017,
                half_width=0.00031,
                z=0.96,
                worst_z=-1.83,
            ),
        ),
        counting=tuple(
            _counting(place, wager, name)
            for place, wager in enumerate(WAGERS, start=1)
            for name in ("optimal", "hi_lo")
        ),
        perfect=tuple(_perfect(place, wager) for place, wager in enumerate(WAGERS, start=1)),
        penetration=tuple(
            _penetration(place, wager, play)
            for place, wager in enumerate(WAGERS, start=1)
            for play in ("fixed", "best")
            if play == "fixed" or wager[0].startswith("main")
        ),
    )


def _effects(place: int, wager: tuple[str, str, float, str], shoe: dict[str, int]) -> EffectsResult:
    name, title, value, unit = wager
    effects = {label: effect * place for label, effect in zip(LABELS, EFFECTS, strict=False)}
    rest = sum(effects[label] * shoe[label] for label in effects)
    effects["T"] = -rest / shoe["T"]
    improves = name.startswith("main")
    return EffectsResult(
        wager=name,
        title=title,
        value=value,
        effects=dict(effects),
        best_effects={label: effect + 0.0000068 for label, effect in effects.items()}
        if improves
        else None,
        weights=shoe,
        weighted_sum=3.7e-17 if name in ("main", "main_burnout", "insurance") else 3.7e-7,
        demanded="zero" if name in ("main", "main_burnout", "insurance") else None,
        best_weighted_sum=0.0000068 if improves else None,
        unit=unit,
    )


def _identities() -> list[tuple[str, str, float, Literal["zero", "not_negative"]]]:
    return [
        ("main", "Main wager", 4.9e-16, "zero"),
        ("lost", "Round lost", -1.2e-14, "zero"),
        ("best_main", "Main wager, best play", 6.8e-6, "not_negative"),
    ]


def _counts(wager: tuple[str, str, float, str]) -> WagerCounts:
    name, title = wager[:2]
    whole = dict(zip(LABELS, map(float, TAGS["hi_lo"][1]), strict=True))
    own = (
        CountResult(
            name="optimal",
            title="Optimal, real tags",
            kind="optimal",
            level=None,
            tags={label: -0.907663 if label == "A" else 0.128407 for label in LABELS},
            balanced=True,
            correlation=1.0,
            slope=0.005540637,
            trigger=2,
            direction="at_least",
        ),
        CountResult(
            name="integer.1",
            title="Best whole tags, level 1",
            kind="integer",
            level=1,
            tags=whole,
            balanced=True,
            correlation=0.965886,
            slope=0.005351621,
            trigger=None if name == NEVER else 2,
            direction="at_least",
        ),
    )
    published = tuple(
        CountResult(
            name=count,
            title=text,
            kind="published",
            level=None,
            tags=dict(zip(LABELS, map(float, tags), strict=True)),
            balanced=balanced,
            correlation=-0.448395 if name == "main_burnout" else 0.931415,
            slope=0.0049,
            trigger=-17 if name == "main_burnout" else 3,
            direction="at_most" if name == "main_burnout" else "at_least",
        )
        for count, (text, tags, balanced) in TAGS.items()
    )
    return WagerCounts(wager=name, title=title, counts=own + published)


def _estimated(value: float | None, half_width: float | None = 0.0003) -> Estimated:
    return Estimated(value=value, half_width=half_width)


def _counting(place: int, wager: tuple[str, str, float, str], count: str) -> CountingResult:
    name, title, _, unit = wager
    is_either = name == "main_or_burnout"
    share = 0.0 if name == NEVER else 0.2 / place
    gain = 0.2501 if count == "optimal" else 0.21
    return CountingResult(
        wager=name,
        title=title,
        count=count,
        count_title="Hi-Lo" if count == "hi_lo" else "Optimal, real tags",
        trigger=None if is_either or name == NEVER else 2,
        direction=None if is_either else "at_least",
        buys=-3 if is_either else None,
        buys_direction="at_most" if is_either else None,
        frequency=_estimated(share),
        edge=_estimated(None, None) if name == NEVER else _estimated(0.01231 / place),
        units=_estimated(0.0 if name == NEVER else gain / place),
        unit=f"{unit} per 100 rounds",
    )


def _perfect(place: int, wager: tuple[str, str, float, str]) -> PerfectResult:
    name, title, _, unit = wager
    share = 0.0 if name == NEVER else 0.3456 / place
    return PerfectResult(
        wager=name,
        title=title,
        frequency=_estimated(share),
        edge=_estimated(None, None) if name == NEVER else _estimated(0.01562 / place),
        units=_estimated(0.0 if name == NEVER else 0.4321 / place),
        flat_gain=_estimated(0.2934) if name.startswith("main") else None,
        most=0.09,
        unit=f"{unit} per 100 rounds",
    )


def _penetration(
    place: int, wager: tuple[str, str, float, str], play: Literal["fixed", "best"]
) -> PenetrationResult:
    name, title, value, unit = wager
    width = CUT // STRATA

    def stratum(start: int, end: int) -> StratumResult:
        middle = (start + end) / 2 / 312
        spread = 0.05 * middle / place
        favourable = 0.0 if name == NEVER else 0.6 * middle / place
        return StratumResult(
            dealt_from=start,
            dealt_to=end,
            penetration=middle,
            mean=_estimated(value + (0.004 * middle if play == "best" else 0.0)),
            sd=spread,
            quantiles={
                quantile: value + factor * spread
                for quantile, factor in zip(
                    ("1", "5", "25", "50", "75", "95", "99"),
                    (-2.3, -1.6, -0.7, -0.1, 0.7, 1.8, 2.6),
                    strict=True,
                )
            },
            favourable=_estimated(favourable, 0.02),
            mean_when_favourable=_estimated(0.01 if favourable else None),
        )

    return PenetrationResult(
        wager=name,
        title=title,
        play=play,
        strata=tuple(stratum(width * n, width * (n + 1)) for n in range(STRATA)),
        overall=stratum(0, CUT),
        unit=unit,
    )
