"""How the composition of the shoe is shown: removal, counts, gains, the cut card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from certify.present.charts import ColumnChart, bars
from certify.present.document import Band, Column, Element, Figure, Row, Table, Text, number
from certify.present.facts import identification, shoe_text
from certify.present.markup import plain
from certify.present.quantity import AMOUNT, COUNT, NONE, RATE, Number, Quantity, small
from certify.results import Estimate
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.count_view import (
    ABREAST,
    BONUS,
    best_whole_tags,
    correlation_tables,
    count_table,
    head_of,
    published_tags,
    trigger_text,
)
from certify.studies.shoe.penetration_view import (
    SHARE,
    depths,
    overall,
    shown_spreads,
    with_error,
)
from certify.studies.shoe.result import (
    CountingResult,
    EffectsResult,
    Estimated,
    IdentityResult,
    PerfectResult,
    ShoeResult,
    ShoeSample,
)

GAIN = Quantity(3)
"""A gain in units."""
SAMPLED = Quantity(3, 100)
"""What a sample of compositions tells, in percent."""
SIDES_OF_MAIN = {"main": "without Burnout", "main_burnout": "with Burnout"}
REMOVAL = Quantity(6, 100, signed=True)
CHECKED = Quantity(6, 100)
CUT = Quantity(4, 100)
Z = Quantity(2, signed=True)

FINDINGS_NOTE = (
    "Full shoe: the expectation in % of the wager. In favour: share of the rounds in which the"
    " wager is offered with an expectation above zero, and the mean expectation of these. Gain:"
    " units for 100 rounds if the wager is made only when it is in the player's favour, one unit"
    " each time; perfect play knows every card gone and plays best for it. A unit is the wager"
    " named. ± is half the interval of 95 percent; that of a share ends at zero."
)
TAGS_NOTE = (
    " Best count: the one that gains most; its tags are any numbers (real tags), or whole ones up"
    " to a level."
)
EFFECTS_NOTE = (
    "Change of the expectation when one card of the value leaves the shoe, the strategy of the full"
    " shoe held, or play made optimal without the card. Sum: weighted by the cards of the shoe, for"
    " insurance less the ace that is shown; where it must be zero its absolute value is given,"
    " which is rounding alone."
)
BONUS_EFFECTS_NOTE = (
    "The return of a Bonus wager is no expectation of one round, so its sum need not vanish; the"
    " sums of the chances it is made of do (next table)."
)
IDENTITY_NOTE = (
    "A card burned unseen from the top changes nothing: so the effects on an expectation under one"
    " strategy, weighted by the cards of the shoe, sum to zero. To know the card cannot hurt: so"
    " the sum is not below zero if play is made optimal for what is left. In main wagers, insurance"
    " wagers, or as a probability; allowed is what rounding may do."
)
GAINS_NOTE = (
    "By a count: the strategy of the full shoe, one unit each time the count calls for the wager."
    " Perfect: every card gone is known, the wager is made when its expectation is above zero and"
    " played best for the composition. Every round: the wager is always made and played best; the"
    " gain is over the strategy of the full shoe. Shares are of the rounds in which the wager is"
    " offered."
)
CHECKS_NOTE = (
    "Means that exchangeability fixes whatever the depth. z is the difference in standard errors,"
    " worst that of the part of the shoe that is farthest off."
)


def shoe_view(result: ShoeResult, *, everything: bool = False) -> Iterator[Element]:
    """Yield what identifies the study of a shoe, and what is shown of it."""
    lines = [
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", "optimal for this shoe, composition-dependent"),
        ("Cut card", f"after {result.cut} of {sum(result.shoe.values())} cards"),
    ]
    if result.sample is not None:
        lines.append(("Sample", sample_text(result.sample)))
    yield from identification(result, *lines)
    yield from shoe_tables(result, everything=everything)


def sample_text(sample: ShoeSample) -> str:
    """Return what was drawn, in a few words."""
    drawn = " of one shoe"
    if sample.shoes > 1:
        drawn = f", {sample.strata} of each of {COUNT(sample.shoes)} shoes"
    return f"{COUNT(sample.compositions)} compositions{drawn}, seed {sample.seed}"


def shoe_tables(result: ShoeResult, *, everything: bool = False) -> Iterator[Table | Text]:
    """Yield what is shown of a shoe, but what identifies it.

    `everything`: whether to show every count of every wager, what each gains, and every depth.
    """
    if result.sample is not None:
        yield findings(result.effects, result.sample, TAGS_NOTE)
    yield from effects_tables(result.effects)
    yield identities_table(result.identities)
    if everything:
        yield count_table(result.counts, slopes=False)
        yield published_tags(result.counts[0])
    else:
        yield best_whole_tags(result.counts)
    yield from correlation_tables(result.counts)
    if result.sample is not None:
        if everything:
            yield gains(result.sample)
            for spread in shown_spreads(result.sample):
                if not spread.wager.startswith(BONUS):
                    yield depths(spread)
        yield overall(result.sample)
        yield checks_table(result.sample)
    if result.cut_card:
        yield cut_card_table(result.cut_card)
    yield Text(
        f"Numerical error of every expectation: at most {small(result.error_bound)} main wagers."
    )
    yield Text(plain(f"Method: {result.method}."))
    if not everything:
        yield Text("Every count of every wager, what it gains, and every depth: --all.")


def findings(effects: Sequence[EffectsResult], sample: ShoeSample, more: str = "") -> Table:
    """Return what a player can make of the composition of the shoe, by wager.

    `more`: what a screen says besides of the columns.
    """
    values = {effect.wager: effect.value for effect in effects}
    rows: list[Row] = []
    for perfect in sample.perfect:
        best = best_count([each for each in sample.counting if each.wager == perfect.wager])
        counted = (NONE, NONE, NONE)
        if best is not None:
            counted = (*with_error(best.units, GAIN), _short(best.count, best.count_title))
        rows.append(
            (
                head_of(perfect.wager),
                SAMPLED(values.get(perfect.wager)),
                *with_error(perfect.frequency, SHARE),
                SAMPLED(perfect.edge.value),
                *with_error(perfect.units, GAIN),
                *counted,
            )
        )
    return Table(
        [
            Column("Wager", 44),
            *(
                Column(head, share, "number")
                for head, share in (
                    ("Full shoe", 27),
                    ("&gt; 0, %", 21),
                    ("±", 17),
                    ("Mean then", 27),
                    ("Gain", 21),
                    ("±", 17),
                    ("Gain", 21),
                    ("±", 17),
                    ("Tags", 24),
                )
            ),
        ],
        rows,
        caption="What a player can make of the composition of the shoe, by wager",
        note=plain(FINDINGS_NOTE + more),
        groups=[("", 2), ("In favour", 3), ("Perfect", 2), ("Best count", 3)],
        is_numbered=True,
    )


def best_count(counting: Sequence[CountingResult]) -> CountingResult | None:
    """Return the count that gains most; None if none gains."""
    gaining = [each for each in counting if (each.units.value or 0.0) > 0.0]
    return max(gaining, key=lambda each: each.units.value or 0.0) if gaining else None


def estimate(found: Estimated, *, is_share: bool = False) -> Estimate | None:
    """Return what was found in a sample with its interval, that of a share not below zero."""
    if found.value is None:
        return None
    half = found.half_width or 0.0
    low = found.value - half
    low = max(0.0, low) if is_share else low
    return Estimate(value=found.value, low=low, high=found.value + half)


# Effects


class _Effect(NamedTuple):
    """A column of effects: strategy held, or play made optimal without the card."""

    title: str
    of: EffectsResult
    is_best: bool

    def at(self, label: str) -> float | None:
        """Return the effect of a card of a value."""
        return ((self.of.best_effects or {}) if self.is_best else self.of.effects).get(label)

    @property
    def weighted_sum(self) -> str:
        """Its weighted sum; of one that must vanish, how large rounding leaves it."""
        if self.is_best:
            return REMOVAL(self.of.best_weighted_sum)
        if self.of.demanded == "zero":
            return small(100 * abs(self.of.weighted_sum))
        return REMOVAL(self.of.weighted_sum)


def effects_tables(
    effects: Sequence[EffectsResult], most: int = ABREAST, told: str = EFFECTS_NOTE
) -> Iterator[Table]:
    """Yield the effects of removal on every wager, at most so many columns to a table."""
    for of_bonus in (False, True):
        columns: list[_Effect] = []
        for effect in effects:
            if effect.wager.startswith(BONUS) is of_bonus:
                columns.append(_Effect(head_of(effect.wager), effect, is_best=False))
                if effect.best_effects is not None:
                    columns.append(_Effect("play optimal", effect, is_best=True))
        remaining = iter(columns)
        while some := list(islice(remaining, most)):
            rows: list[Row] = [
                (label, *(REMOVAL(each.at(label)) for each in some)) for label in some[0].of.weights
            ]
            rows += [
                ("Sum", *(each.weighted_sum for each in some)),
                ("Full shoe", *(REMOVAL(each.of.value) for each in some)),
            ]
            yield Table(
                [
                    Column("Card gone", 31, "bold"),
                    *(Column(each.title, 27, "number") for each in some),
                ],
                rows,
                caption="Effects of removal, percentage points of the wager",
                note=plain(BONUS_EFFECTS_NOTE if of_bonus else told)
                if some[-1] is columns[-1]
                else "",
                total=True,
                is_numbered=True,
            )


def effects_chart(result: ShoeResult) -> Figure | None:
    """Return the chart of the effects on the main wager; None if they were not worked out."""
    charted = [effect for effect in result.effects if effect.wager in SIDES_OF_MAIN]
    if not charted:
        return None
    labels = list(charted[0].effects)
    chart = ColumnChart(
        labels,
        [
            bars(SIDES_OF_MAIN[effect.wager], [effect.effects[label] for label in labels], REMOVAL)
            for effect in charted
        ],
        "percentage points of the main wager; by value of the card that is gone",
    )
    caption = "Effect of removal of one card of each value on the main wager, strategy held"
    return Figure.of(caption, chart)


def identities_table(identities: Sequence[IdentityResult], told: str = IDENTITY_NOTE) -> Table:
    """Return what exchangeability demands of the effects, and what was found."""
    return Table.of(
        "What exchangeability demands",
        [
            Column("Weighted sum of effects", 78, value=lambda identity: identity.title),
            Column("Found", 32, "number", lambda identity: _found(identity.weighted_sum)),
            Column(
                "Demanded",
                28,
                "number",
                lambda identity: "0" if identity.demanded == "zero" else "0 or more",
            ),
            Column("Allowed", 28, "number", lambda identity: small(identity.tolerance)),
            Column("Holds", 18, "centre", lambda identity: "yes" if identity.holds else "NO"),
        ],
        identities,
        told,
    )


def _found(value: float) -> str:
    """Return a sum that is zero or near it, with its sign."""
    return small(value) if value >= 0.0 else Number.of(value, f"-{small(-value)}")


# What the sample tells


def gains(sample: ShoeSample) -> Table:
    """Return what every count, and perfect play, gains on each wager."""
    rows: list[Row] = []
    never = []
    for perfect in sample.perfect:
        counting = [found for found in sample.counting if found.wager == perfect.wager]
        made_at_all = [perfect.frequency.value, *(found.frequency.value for found in counting)]
        if not any(made_at_all):
            never.append(perfect.title)
            continue
        rows.append(Band(f"{plain(perfect.title)}: gain in {plain(perfect.unit)}"))
        for found in counting:
            made = trigger_text(found.trigger, found.direction)
            if found.buys_direction is not None:
                made = f"Burnout {trigger_text(found.buys, found.buys_direction)}"
            rows.append((plain(_short(found.count, found.count_title)), made, *_gained(found)))
        rows.append(("perfect", "", *_gained(perfect)))
        if perfect.flat_gain is not None:
            rows.append(("every round", "", *[""] * 4, *with_error(perfect.flat_gain, GAIN)))
    unused = f" Never made in the sample, so not listed: {'; '.join(never)}." if never else ""
    return Table(
        [
            Column("Play by", 34),
            Column("Made at", 32, "number"),
            Column("Made, %", 24, "number"),
            Column("±", 19, "number"),
            Column("Mean then, %", 27, "number"),
            Column("±", 19, "number"),
            Column("Gain", 23, "number"),
            Column("±", 19, "number"),
        ],
        rows,
        caption="Gain of a player who makes a wager only when it is in their favour",
        note=plain(GAINS_NOTE + unused),
        breakable=True,
        is_numbered=True,
    )


def _gained(found: CountingResult | PerfectResult) -> tuple[str, ...]:
    """Return how often a wager is made, what it is worth then, and what that gains."""
    rates = (with_error(each, SAMPLED) for each in (found.frequency, found.edge))
    return (*(cell for pair in rates for cell in pair), *with_error(found.units, GAIN))


def _short(name: str, title: str) -> str:
    """Return the name of a count in few letters."""
    kind, _, level = name.partition(".")
    return "real tags" if kind == "optimal" else f"level {level}" if level else title


def checks_table(sample: ShoeSample) -> Table:
    """Return the means that are known exactly beside those of the sample."""
    note = CHECKS_NOTE
    if sample.chance_check is not None:
        note += (
            " The chances of split rounds, on which Bonus wagers rest, are taken to first order in"
            f" the cards gone: off by {small(sample.chance_check.largest)} at most in"
            f" {sample.chance_check.compositions} of the deepest compositions."
        )
    return Table.of(
        "The sample against what is known exactly",
        [
            Column("Fixed strategy", 3, value=lambda check: check.title),
            number("Exact, %", lambda check: check.exact, CHECKED),
            number("Sample, %", lambda check: check.mean, CHECKED),
            number("±", lambda check: check.half_width, CHECKED),
            number("z", lambda check: check.z, Z),
            number("Worst", lambda check: check.worst_z, Z),
        ],
        sample.checks,
        note,
    )


def cut_card_table(effects: Sequence[CutCardEffect]) -> Table:
    """Return what ending the shoe with a cut card changes."""
    return Table.of(
        f"What ending the shoe with a cut card changes: {effects[0].cut_card} % behind it",
        [
            Column("Wager", value=lambda effect: head_of(effect.wager)),
            number("Fresh shoe, %", lambda effect: effect.exact, RATE),
            number("Cut card, %", lambda effect: effect.mean, CUT),
            number("Effect, %", lambda effect: effect.effect, replace(CUT, signed=True)),
            number("±", lambda effect: effect.half_width, CUT),
            number("Rounds", lambda effect: effect.rounds, AMOUNT),
            number("Shoes", lambda effect: effect.shoes, COUNT),
        ],
        effects,
        "The mean over all rounds of a shoe against that of a round from a fresh shoe, % of the"
        " main wager: a shoe in which the cut card comes late has more rounds. Rounds: of a shoe.",
    )
