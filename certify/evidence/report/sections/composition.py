"""How the composition of the shoe moves every wager, and what a player can make of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from certify.present.composer import Composer
from certify.present.markup import capitalised, plain
from certify.present.quantity import COUNT, Interval, small
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.count_view import (
    PUBLISHED,
    correlation_tables,
    count_table,
    published_tags,
)
from certify.studies.shoe.penetration_view import (
    charted_spreads,
    depths,
    overall,
    shown_spreads,
    spread_charts,
)
from certify.studies.shoe.result import (
    Estimated,
    PerfectResult,
    ShoeResult,
    ShoeSample,
)
from certify.studies.shoe.view import (
    SIDES_OF_MAIN,
    best_count,
    checks_table,
    cut_card_table,
    effects_chart,
    effects_tables,
    estimate,
    findings,
    gains,
    identities_table,
)

SHARE = Interval(100.0, is_share=True)
GAIN = Interval()
"""A gain in units."""
EFFECT = Interval(100.0, signed=True)
"""A change in percentage points."""
MOST_COLUMNS = 6
"""Effects beside each other in a table."""
EFFECTS = (
    "The effect of removal of a value is the change of a wager’s expectation when one card of "
    "that value leaves the shoe. With the strategy held it is a property of the shoe alone; "
    "with play made optimal the player knows the card and plays best without it."
)
PENETRATION = (
    "The deeper a round lies in the shoe, the farther its expectation may be from that of the "
    "full shoe, to either side. Each round is valued before its first card is dealt; where "
    "play can follow the composition, it is taken to do so."
)
COUNTS = (
    "A count adds the tag of each card seen; the true count is the sum divided by the decks "
    "undealt. The correlation of tags and effects, weighted by the shoe, tells how well the count "
    "follows the wager: 1 is as well as any linear count can. The slope is the change of the "
    "expectation for one more of the true count; from which whole true count nearest zero the "
    "expectation is above zero is told too; both from the effects alone."
)


def write_composition(
    composer: Composer, certification: Certification | BankedCertification
) -> None:
    """Write effects of removal, counts and penetration, if they were worked out."""
    result = certification.composition
    if result is None:
        return
    composer.new_page()
    composer.section("Shoe composition and counting")
    composer.text(_opening(result))
    sample = result.sample
    if sample is not None:
        composer.bullets([_family(sample, unit) for unit in _units(sample)])
        composer.text(_basis(sample))
        composer.put(findings(result.effects, sample))
    composer.subsection("Effects of removal", in_contents=False)
    composer.text(EFFECTS)
    if chart := effects_chart(result):
        composer.put(chart)
    for shown in effects_tables(result.effects, MOST_COLUMNS):
        composer.put(shown)
    table = identities_table(result.identities)
    verdict = "Every identity holds." if result.sound else "<b>Not every identity holds.</b>"
    composer.put(replace(table, note=f"{table.note} {verdict}"))
    composer.subsection("Counts", in_contents=False)
    composer.text(COUNTS)
    composer.put(count_table(result.counts))
    if any(count.kind == PUBLISHED for count in result.counts[0].counts):
        composer.put(published_tags(result.counts[0]))
        for shown in correlation_tables(result.counts):
            composer.put(shown)
    if sample is not None:
        composer.subsection("Gain from counting and from perfect play", in_contents=False)
        composer.put(gains(sample))
        composer.subsection("By penetration", in_contents=False)
        if shown_spreads(sample):
            composer.text(PENETRATION)
            for figure in spread_charts(result, sample):
                composer.put(figure)
            composer.put(overall(sample))
            for spread in charted_spreads(sample):
                composer.put(depths(spread))
        if sample.checks:
            composer.put(checks_table(sample))
    if result.cut_card:
        composer.subsection("Ending the shoe with a cut card", in_contents=False)
        _write_cut_card(composer, result)
    composer.note(
        f"Method: {plain(result.method.rstrip('.'))}. Numerical error of the expectation of a "
        f"composition: at most {small(result.error_bound)} main wagers."
    )


def _opening(result: ShoeResult) -> str:
    """Return what holds before any card is seen."""
    ahead = [effect.title for effect in result.effects if effect.value > 0.0]
    start = "Before a card of the shoe is seen no wager favours the player."
    if ahead:
        start = f"Before a card is seen these favour the player: {plain('; '.join(ahead))}."
    if result.sample is None:
        return f"{start} How that changes as the shoe is dealt was not sampled."
    return (
        f"{start} As the shoe is dealt, each turns one way or the other; found for a shoe of "
        f"{COUNT(sum(result.shoe.values()))} cards with the cut card after {COUNT(result.cut)}:"
    )


def _units(sample: ShoeSample) -> list[str]:
    """Return the units of the gains, each once."""
    return list(dict.fromkeys(perfect.unit for perfect in sample.perfect))


def _family(sample: ShoeSample, unit: str) -> str:
    """Return what is found of the wagers that have one unit."""
    perfect = [each for each in sample.perfect if each.unit == unit]
    often = max(perfect, key=lambda each: each.frequency.value or 0.0)
    most = max(perfect, key=lambda each: each.units.value or 0.0)
    counted = best_count([each for each in sample.counting if each.unit == unit])
    name = unit.partition(" ")[0].capitalize()
    several = f" (at most: {plain(often.title)})" if len(perfect) > 1 else ""
    share = SHARE(estimate(often.frequency, is_share=True))
    text = (
        f"<b>{plain(name)} wagers:</b> in the player’s favour in "
        f"{'no more than ' if several else ''}{share} % of "
        f"the rounds in which they are offered{several}. Who knows every card gone gains "
        f"{GAIN(estimate(most.units))} {plain(unit)}{_of(most, perfect)}"
    )
    if counted is None:
        return f"{text}; no count gains anything."
    return (
        f"{text}; by the best of the counts below {GAIN(estimate(counted.units))} "
        f"({plain(counted.title) + '; ' if several else ''}{plain(counted.count_title)})."
    )


def _of(found: PerfectResult, among: Sequence[PerfectResult]) -> str:
    """Return the wager in brackets if it is one of several."""
    return f" ({plain(found.title)})" if len(among) > 1 else ""


def _basis(sample: ShoeSample) -> str:
    """Return how the sample was drawn."""
    return (
        f"Sampling plan: {COUNT(sample.shoes)} shoes drawn at random without replacement (seed "
        f"{sample.seed}); in each one composition in each of {COUNT(sample.strata)} equal parts "
        f"before the cut card, {COUNT(sample.compositions)} compositions in all, each figure "
        "of a composition exact; the counts alone of "
        f"{COUNT(sample.counted)} further shoes make the estimates sharper. A round is taken to "
        "begin with equal chance at any number of cards gone before the cut card. ± is half the "
        "interval of 95 %, from the means of whole shoes; that of a share ends at zero. A Bonus "
        "wager’s expectation is that of a streak whose rounds are all dealt from the composition "
        "at which it is placed"
        + (
            "; of the rounds that are split its chances are taken to first order in the cards "
            f"gone, which changed none by more than {small(check.largest)} in the "
            f"{COUNT(check.compositions)} compositions from the end of the shoe that were worked "
            "out in full."
            if (check := sample.chance_check)
            else "."
        )
    )


def _write_cut_card(composer: Composer, result: ShoeResult) -> None:
    """Write what ending the shoe with a cut card changes."""
    first = result.cut_card[0]
    found = "; ".join(_cut_card_text(effect) for effect in result.cut_card)
    composer.text(
        "A shoe in which the cut card comes late has more rounds, so the rounds of a shoe are not "
        f"a fair sample of compositions. With {first.cut_card} % of the cards behind the cut card "
        f"that changes the mean result of all rounds dealt: {found}."
    )
    table = cut_card_table(result.cut_card)
    others = f", {first.other_players} others at the table" if first.other_players else ""
    seeds = ", ".join(str(effect.seed) for effect in result.cut_card)
    played = (
        f"Optimal strategy of the full shoe, one player{others}; seeds {seeds}. "
        f"{plain(capitalised(first.method))}."
    )
    composer.put(replace(table, note=f"{table.note} {played}"))


def _cut_card_text(effect: CutCardEffect) -> str:
    """Return the effect as it stands in a sentence."""
    name = SIDES_OF_MAIN.get(effect.wager, effect.wager)
    found = estimate(Estimated(value=effect.effect, half_width=effect.half_width))
    sure = abs(effect.effect) > effect.half_width
    return (
        f"{plain(name)} by {EFFECT(found)} percentage points"
        f"{'' if sure else ', which may be nothing'}"
    )
