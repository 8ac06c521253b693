"""How the composition of the shoe is shown: removal, counts, penetration, the cut card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from certify.cards.ranks import RANK_LABELS
from certify.present.document import Band, Column, Row, Table, Text, number, numbers
from certify.present.markup import plain
from certify.present.quantity import AMOUNT, COUNT, NONE, RATE, Number, Quantity
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.count_view import (
    ABREAST,
    BONUS,
    best_whole_tags,
    correlation_tables,
    count_tables,
    head_of,
    published_tags,
    trigger_text,
)
from certify.studies.shoe.result import (
    EffectsResult,
    Estimated,
    PenetrationResult,
    ShoeResult,
    ShoeSample,
    StratumResult,
)

GAIN = Quantity(3)
"""A gain in units."""
SHARE = Quantity(2, 100)
MEAN_SHARE = Quantity(3, 100)
"""What a sample of compositions tells, in percent."""
REMOVAL = Quantity(6, 100, signed=True)
CHECKED = Quantity(6, 100)
CUT = Quantity(4, 100)
Z = Quantity(2, signed=True)
SHOWN_QUANTILES = ("1", "25", "50", "75", "99")

FINDINGS_NOTE = (
    "The wager is made only when its expectation is above zero, by all cards gone or by the best of"
    " the counts, one unit each time. > 0 is the share of the rounds in which it is offered that"
    " have such a composition. ± is half the interval of 95 percent; that of a share ends at zero."
)
EFFECTS_NOTE = (
    "Change of the expectation when one card of the value leaves the shoe, the strategy held as it"
    " is. The weighted sum is the mean over the cards of the shoe: zero for an expectation, since"
    " an unseen card burned changes nothing."
)
IDENTITY_NOTE = (
    "A card burned unseen from the top changes nothing: so the effects on an expectation under one"
    " strategy, weighted by the cards of the shoe, sum to zero. To know the card cannot hurt: so"
    " the sum is not below zero if play is made optimal for what is left. In main wagers, insurance"
    " wagers, or as a probability; allowed is what rounding may do."
)
GAINS_NOTE = (
    "The wager is made only when the count says so, or for perfect play when its expectation is"
    " above zero; then it is played optimally for the cards left. Bets is the share of the rounds"
    " in which it is made, of those in which it is offered, edge the mean expectation then. ± is"
    " half the interval of 95 percent; that of a share ends at zero."
)
PENETRATION_NOTE = (
    "Expectations of the compositions with which rounds begin, % of the wager. Above zero is their"
    " share in percent, edge the mean of these where the sample is large enough to tell it."
)
CHECKS_NOTE = (
    "Means that exchangeability fixes whatever the depth. z is the difference in standard errors,"
    " worst that of the part of the shoe that is farthest off."
)


def shoe_tables(result: ShoeResult, *, everything: bool = False) -> Iterator[Table | Text]:
    """Yield what is shown of a shoe, but what identifies it.

    Parameters
    ----------
    result : ShoeResult
        The figures.
    everything : bool
        Whether to show every count of every wager, what each gains, and every depth.
    """
    if result.sample is not None:
        yield _findings(result.sample)
    yield from _effects(result.effects)
    yield identities_table(result)
    if everything:
        yield from count_tables(result.counts)
        yield published_tags(result.counts[0])
    else:
        yield best_whole_tags(result.counts)
    yield from correlation_tables(result.counts)
    if result.sample is not None:
        if everything:
            yield from _gains(result.sample)
            yield from _depths(result.sample)
        yield _penetration(result.sample)
        yield checks_table(result.sample)
    if result.cut_card:
        yield cut_card_table(result.cut_card)
    yield Text(
        f"Numerical error of every expectation: at most {result.error_bound:.0e} main wagers."
    )
    yield Text(plain(f"Method: {result.method}."))
    if not everything:
        yield Text("Every count of every wager, what it gains, and every depth: --all.")


def _findings(sample: ShoeSample) -> Table:
    rows = []
    for perfect in sample.perfect:
        counts = [count for count in sample.counting if count.wager == perfect.wager]
        best = max(counts, key=lambda count: count.units.value or 0.0, default=None)
        by_count = [NONE, NONE, NONE]
        if best is not None and (best.units.value or 0.0) > 0.0:
            by_count = [*_with_error(best.units, GAIN), _short(best.count, best.count_title)]
        rows.append(
            (
                head_of(perfect.wager),
                *_with_error(perfect.frequency, SHARE),
                *_with_error(perfect.units, GAIN),
                *by_count,
            )
        )
    return Table(
        [Column("Wager"), *numbers("&gt; 0, %", "±", "Perfect", "±", "Best count", "±", "Tags")],
        rows,
        caption="What a player can make of it: gain for 100 rounds",
        note=plain(FINDINGS_NOTE),
    )


# Effects


def _effects(effects: Sequence[EffectsResult]) -> Iterator[Table]:
    remaining = iter(effects)
    while some := list(islice(remaining, ABREAST)):
        rows: list[Row] = [
            (label, *(REMOVAL(effect.effects[label]) for effect in some)) for label in RANK_LABELS
        ]
        rows += [
            Band(),
            ("Sum", *(REMOVAL(effect.weighted_sum) for effect in some)),
            ("Shoe", *(REMOVAL(effect.value) for effect in some)),
        ]
        last = some[-1] is effects[-1]
        yield Table(
            [Column("Card gone"), *numbers(*(head_of(effect.wager) for effect in some))],
            rows,
            caption="Effects of removal, % of the wager",
            note=plain(EFFECTS_NOTE) if last else "",
        )


def identities_table(result: ShoeResult) -> Table:
    """Return what exchangeability demands of the effects, and what was found."""
    return Table.of(
        "What exchangeability demands",
        [
            Column("Weighted sum of effects", 78, value=lambda identity: identity.title),
            Column("Found", 32, "number", lambda identity: _power(identity.weighted_sum)),
            Column(
                "Demanded",
                28,
                "number",
                lambda identity: "0" if identity.demanded == "zero" else "0 or more",
            ),
            Column("Allowed", 28, "number", lambda identity: _power(identity.tolerance)),
            Column("Holds", 18, "centre", lambda identity: "yes" if identity.holds else "NO"),
        ],
        result.identities,
        IDENTITY_NOTE,
    )


def _power(value: float) -> str:
    return Number.of(value, f"{value:.1e}")


# What the sample tells


def _gains(sample: ShoeSample) -> Iterator[Table]:
    for perfect in sample.perfect:
        rows, buys = [], ""
        for gain in sample.counting:
            if gain.wager != perfect.wager:
                continue
            rows.append(
                (
                    plain(_short(gain.count, gain.count_title)),
                    trigger_text(gain.trigger, gain.direction),
                    *_with_error(gain.frequency, MEAN_SHARE),
                    *_with_error(gain.edge, MEAN_SHARE),
                    *_with_error(gain.units, GAIN),
                )
            )
            if gain.buys_direction is not None:
                when = trigger_text(gain.buys, gain.buys_direction)
                buys += f"{',' if buys else ''} {_short(gain.count, gain.count_title)} {when}"
        rows.append(
            (
                "perfect",
                NONE,
                *_with_error(perfect.frequency, MEAN_SHARE),
                *_with_error(perfect.edge, MEAN_SHARE),
                *_with_error(perfect.units, GAIN),
            )
        )
        note = []
        if perfect.flat_gain is not None:
            value, half = _with_error(perfect.flat_gain, GAIN)
            note.append(f"Perfect play, every round bet on, gains {value} ± {half}.")
        if buys:
            note.append(f"Burnout is bought by the count too:{buys}.")
        if perfect is sample.perfect[-1]:
            note.append(GAINS_NOTE)
        yield Table(
            [Column("Play by"), *numbers("From", "Bets, %", "±", "Edge, %", "±", "Gain", "±")],
            rows,
            caption=plain(f"{perfect.title}: gain in {perfect.unit}"),
            note=plain(" ".join(note)),
        )


def _short(name: str, title: str) -> str:
    """Return the name of a count in few letters."""
    kind, _, level = name.partition(".")
    return "real tags" if kind == "optimal" else f"level {level}" if level else title


def _with_error(estimate: Estimated, quantity: Quantity) -> tuple[str, str]:
    if estimate.value is None:
        return NONE, NONE
    return quantity(estimate.value), quantity(estimate.half_width)


def _depths(sample: ShoeSample) -> Iterator[Table]:
    for spread in _shown(sample):
        if spread.wager.startswith(BONUS):
            continue
        rows: list[Row] = [
            _spread(f"{100 * stratum.penetration:.1f} %", stratum) for stratum in spread.strata
        ]
        rows += [Band(), _spread("all", spread.overall)]
        yield Table(
            [Column("Dealt"), *SPREAD],
            rows,
            caption=plain(f"{spread.title}, {_play(spread)}: by penetration"),
        )


def _penetration(sample: ShoeSample) -> Table:
    return Table(
        [Column("Wager"), *SPREAD],
        [_spread(head_of(spread.wager), spread.overall) for spread in _shown(sample)],
        caption="At any depth before the cut card",
        note=plain(PENETRATION_NOTE),
    )


def _shown(sample: ShoeSample) -> list[PenetrationResult]:
    return [spread for spread in sample.penetration if not _is_behind(spread, sample)]


def _is_behind(spread: PenetrationResult, sample: ShoeSample) -> bool:
    """Return whether there is the best play of the wager to be shown instead."""
    return spread.play == "fixed" and any(
        other.wager == spread.wager and other.play == "best" for other in sample.penetration
    )


def _play(spread: PenetrationResult) -> str:
    return "best play" if spread.play == "best" else "fixed strategy"


SPREAD = numbers("Mean", "SD", *(f"{q} %" for q in SHOWN_QUANTILES), "&gt; 0", "±", "Edge")
"""Columns of the spread of an expectation."""


def _spread(label: str, stratum: StratumResult) -> Row:
    return (
        label,
        SHARE(stratum.mean.value),
        SHARE(stratum.sd),
        *(SHARE(stratum.quantiles[percent]) for percent in SHOWN_QUANTILES),
        *_with_error(stratum.favourable, SHARE),
        SHARE(_told(stratum.mean_when_favourable)),
    )


def checks_table(sample: ShoeSample) -> Table:
    """Return the means that are known exactly beside those of the sample."""
    note = CHECKS_NOTE
    if sample.chance_check is not None:
        note += (
            " The chances of split rounds, on which Bonus wagers rest, are taken to first order in"
            f" the cards gone: off by {sample.chance_check.largest:.1e} at most in"
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


def _told(estimate: Estimated) -> float | None:
    """Return an estimate that its interval tells from zero."""
    if estimate.value is None or estimate.half_width is None:
        return None
    return estimate.value if estimate.half_width < abs(estimate.value) else None
