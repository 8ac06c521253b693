"""The section on the composition of the shoe says what the result says."""

from __future__ import annotations

from typing import Any

import pytest

from certify.evidence.report.sections.composition import write_composition
from certify.studies.certification.result import Certification
from certify.studies.shoe.result import (
    CountingResult,
    Estimated,
    PerfectResult,
    ShoeResult,
    ShoeSample,
)
from tests.report.conftest import SectionText
from tests.report.report_sample_shoe import NEVER
from tests.report.test_content import shown


@pytest.fixture
def shoe(full_certification: Certification) -> ShoeResult:
    assert full_certification.composition is not None
    return full_certification.composition


@pytest.fixture
def sample(shoe: ShoeResult) -> ShoeSample:
    assert shoe.sample is not None
    return shoe.sample


def changed(certification: Certification, **changes: Any) -> Certification:
    """Return the certification with another study of the shoe."""
    assert certification.composition is not None
    return certification.model_copy(
        update={"composition": certification.composition.model_copy(update=changes)}
    )


def estimate(estimated: Estimated, scale: float) -> str:
    """Return an estimate as two cells."""
    if estimated.value is None or estimated.half_width is None:
        return "– –"
    return " ".join(
        shown(value, 3, scale=scale) for value in (estimated.value, estimated.half_width)
    )


def test_begins_with_what_protects_the_game(full_text: str) -> None:
    assert "Before a card of the shoe is seen no wager favours the player." in full_text
    assert "for a shoe of 312 cards with the cut card after 260:" in full_text
    assert (
        "Main wagers: in the player’s favour in no more than 34.560 ± 0.030 % of the rounds in "
        "which they are offered (at most: Main, without Burnout). Who knows every card gone gains "
        "0.43210 ± 0.00030 main wagers per 100 rounds (Main, without Burnout); by the best of the "
        "counts below 0.25010 ± 0.00030 (Main, without Burnout; Optimal, real tags)."
    ) in full_text
    assert (
        "Insurance wagers: in the player’s favour in 8.640 ± 0.030 % of the rounds in which they "
        "are offered. Who knows every card gone gains 0.10802 ± 0.00030 insurance wagers"
    ) in full_text
    assert "100 shoes drawn at random without replacement (seed 1)" in full_text
    assert "2 000 compositions in all" in full_text


def test_every_effect_is_printed(full_text: str, shoe: ShoeResult) -> None:
    words = set(full_text.split())
    for effect in shoe.effects:
        for effects in (effect.effects, effect.best_effects or {}):
            assert {
                shown(value, sign="+") for value in effects.values() if value is not None
            } <= words
        assert shown(effect.value) in words
    assert "Sum 4 × 10−15 +0.000680" in full_text


def test_identities_and_what_they_demand(
    full_text: str,
    full_certification: Certification,
    shoe: ShoeResult,
    section_text: SectionText,
) -> None:
    assert "Main wager 5 × 10−16 0 1 × 10−9 yes" in full_text
    assert "Round lost −2 × 10−14 0 1 × 10−9 yes" in full_text
    assert "Main wager, best play 7 × 10−6 0 or more 1 × 10−9 yes" in full_text
    assert "Every identity holds." in full_text
    broken = shoe.identities[0].model_copy(update={"holds": False})
    ahead = shoe.effects[0].model_copy(update={"value": 0.001})
    text = section_text(
        write_composition,
        changed(
            full_certification,
            identities=(broken,),
            effects=(ahead, *shoe.effects[1:]),
            sample=None,
            cut_card=(),
        ),
    )
    assert "Not every identity holds." in text
    assert "Before a card is seen these favour the player: Main, without Burnout." in text
    assert "was not sampled" in text
    assert "By penetration" not in text
    assert "Ending the shoe with a cut card" not in text


def test_counts_have_tags_correlations_and_triggers(full_text: str) -> None:
    assert (
        "real −0.91 +0.13 +0.13 +0.13 +0.13 +0.13 +0.13 +0.13 +0.13 +0.13 1.000 +0.5541 ≥ 2"
    ) in full_text
    assert "level 1 −1 +1 +1 +1 +1 +1 0 0 0 −1 0.966 +0.5352 never" in full_text
    assert "Knock-Out −1 +1 +1 +1 +1 +1 +1 0 0 −1 no" in full_text
    assert "Wong Halves −1 +0.50 +1 +1 +1.50 +1 +0.50 0 −0.50 −1 yes" in full_text
    assert "Hi-Lo 0.931 ≥ 3 −0.448 ≤ −17 0.931 ≥ 3 0.931 ≥ 3" in full_text


def test_every_gain_has_its_interval(full_text: str, sample: ShoeSample) -> None:
    gains: list[CountingResult | PerfectResult] = [*sample.counting, *sample.perfect]
    for found in gains:
        figures = (
            estimate(found.frequency, 100),
            estimate(found.edge, 100),
            estimate(found.units, 1),
        )
        assert (" ".join(figures) in full_text) is (found.wager != NEVER)
    assert "Hi-Lo Burnout ≤ −3" in full_text
    assert "every round 0.293 0.000" in full_text
    assert "Never made in the sample, so not listed: Bonus 2, without Burnout." in full_text


def test_every_part_of_the_shoe_has_its_line(full_text: str, sample: ShoeSample) -> None:
    for spread in sample.penetration:
        if spread.wager not in ("main", "main_burnout"):
            continue
        for stratum in spread.strata:
            quantiles = (stratum.quantiles[each] for each in ("1", "25", "50", "75", "99"))
            values = (stratum.mean.value, stratum.sd, *quantiles)
            line = " ".join(shown(value, 2) for value in values if value is not None)
            dealt = f"{100 * stratum.penetration:.1f} %"
            assert (f"{dealt} {line}" in full_text) is (spread.play == "best")


def test_no_bonus_wager_in_favour_is_said(
    full_text: str,
    full_certification: Certification,
    sample: ShoeSample,
    section_text: SectionText,
) -> None:
    assert "Of the Bonus wagers none is in the player’s favour in more than" in full_text
    kept = tuple(
        spread
        for spread in sample.penetration
        if spread.wager == NEVER or not spread.wager.startswith("bonus.")
    )
    text = section_text(
        write_composition,
        changed(full_certification, sample=sample.model_copy(update={"penetration": kept})),
    )
    assert "No Bonus wager is in the player’s favour in any part of the shoe." in text


def test_cut_card_effect_says_whether_it_is_sure(full_text: str) -> None:
    assert "without Burnout by −0.034 ± 0.021 percentage points;" in full_text
    assert "with Burnout by +0.012 ± 0.021 percentage points, which may be nothing" in full_text
    assert "With Burnout −0.615389 −0.6034 +0.0120 0.0210 47.56 12 354" in full_text


def test_means_that_are_known_are_compared(full_text: str) -> None:
    assert "Main wager −0.615389 −0.600170 0.031000 +0.96 −1.83" in full_text


def test_without_a_result_there_is_no_section(text: str) -> None:
    assert "Shoe composition" not in text
