"""The tables of `certify shoe`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType
from rich.table import Table

from certify.cards.ranks import RANK_LABELS
from certify.cli.display import NONE, identification, shoe_text, table, titled
from certify.cli.shoe_count_tables import (
    ABREAST,
    BONUS,
    best_whole_tags,
    correlation_tables,
    count_tables,
    head_of,
    narrow,
    published_tags,
    trigger_text,
)
from certify.studies.crosscheck.result import CutCardEffect
from certify.studies.shoe.result import (
    EffectsResult,
    Estimated,
    PenetrationResult,
    ShoeResult,
    ShoeSample,
    StratumResult,
)

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
    "Mean change when a card drawn at random leaves the shoe: zero if the strategy is held, not"
    " below zero if play is made optimal for the cards left."
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


def shoe_tables(result: ShoeResult, *, everything: bool = False) -> Iterator[RenderableType]:
    """Yield what `certify shoe` prints.

    Parameters
    ----------
    result : ShoeResult
        The figures.
    everything : bool
        Whether to show every count of every wager, what each gains, and every depth.

    Yields
    ------
    str or renderable
        Parts of at most 80 columns.
    """
    cards = sum(result.shoe.values())
    lines = [
        ("Shoe", shoe_text(result.shoe)),
        ("Strategy", "optimal for this shoe, composition-dependent"),
        ("Cut card", f"after {result.cut} of {cards} cards"),
    ]
    if result.sample is not None:
        sample = result.sample
        lines.append(
            (
                "Sample",
                f"{sample.compositions:,} compositions, {sample.strata} of each of"
                f" {sample.shoes:,} shoes, seed {sample.seed}",
            )
        )
    yield identification(result, *lines)
    if result.sample is not None:
        yield _findings(result.sample)
    yield from _effects(result.effects)
    yield _identities(result)
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
        yield _checks(result.sample)
    if result.cut_card:
        yield _cut_card(result.cut_card)
    bound = f"Numerical error of every expectation: at most {result.error_bound:.0e} main wagers."
    yield f"{bound}\nMethod: {result.method}."
    if not everything:
        yield "Every count of every wager, what it gains, and every depth: --all."


def _findings(sample: ShoeSample) -> RenderableType:
    listed = narrow(table("Wager", "> 0, %", "±", "Perfect", "±", "Best count", "±", "Tags"))
    for perfect in sample.perfect:
        counts = [count for count in sample.counting if count.wager == perfect.wager]
        best = max(counts, key=lambda count: count.units.value or 0.0, default=None)
        by_count = [NONE, NONE, NONE]
        if best is not None and (best.units.value or 0.0) > 0.0:
            by_count = [*_with_error(best.units, 1), _short(best.count, best.count_title)]
        listed.add_row(
            head_of(perfect.wager),
            *_with_error(perfect.frequency, 100, 2),
            *_with_error(perfect.units, 1),
            *by_count,
        )
    return titled("What a player can make of it: gain for 100 rounds", listed, FINDINGS_NOTE)


# Effects


def _effects(effects: Sequence[EffectsResult]) -> Iterator[RenderableType]:
    remaining = iter(effects)
    while some := list(islice(remaining, ABREAST)):
        listed = table("Card gone", *(head_of(effect.wager) for effect in some))
        for label in RANK_LABELS:
            listed.add_row(label, *(_percent(effect.effects[label]) for effect in some))
        listed.add_section()
        listed.add_row("Sum", *(_percent(effect.weighted_sum) for effect in some))
        listed.add_row("Shoe", *(_percent(effect.value) for effect in some))
        last = some[-1] is effects[-1]
        yield titled("Effects of removal, % of the wager", listed, EFFECTS_NOTE if last else "")


def _identities(result: ShoeResult) -> RenderableType:
    listed = table("Weighted sum of effects", "Found", "Demanded", "Holds")
    for identity in result.identities:
        listed.add_row(
            identity.title,
            f"{identity.weighted_sum:.1e}",
            "0" if identity.demanded == "zero" else "0 or more",
            "yes" if identity.holds else "NO",
        )
    return titled("What exchangeability demands", listed, IDENTITY_NOTE)


# What the sample tells


def _gains(sample: ShoeSample) -> Iterator[RenderableType]:
    for perfect in sample.perfect:
        listed = table("Play by", "From", "Bets, %", "±", "Edge, %", "±", "Gain", "±")
        buys = ""
        for gain in sample.counting:
            if gain.wager != perfect.wager:
                continue
            listed.add_row(
                _short(gain.count, gain.count_title),
                trigger_text(gain.trigger, gain.direction),
                *_with_error(gain.frequency, 100),
                *_with_error(gain.edge, 100),
                *_with_error(gain.units, 1),
            )
            if gain.buys_direction is not None:
                when = trigger_text(gain.buys, gain.buys_direction)
                buys += f"{',' if buys else ''} {_short(gain.count, gain.count_title)} {when}"
        listed.add_row(
            "perfect",
            NONE,
            *_with_error(perfect.frequency, 100),
            *_with_error(perfect.edge, 100),
            *_with_error(perfect.units, 1),
        )
        note = []
        if perfect.flat_gain is not None:
            value, half = _with_error(perfect.flat_gain, 1)
            note.append(f"Perfect play, every round bet on, gains {value} ± {half}.")
        if buys:
            note.append(f"Burnout is bought by the count too:{buys}.")
        if perfect is sample.perfect[-1]:
            note.append(GAINS_NOTE)
        yield titled(f"{perfect.title}: gain in {perfect.unit}", listed, " ".join(note))


def _short(name: str, title: str) -> str:
    """Return the name of a count in few letters."""
    kind, _, level = name.partition(".")
    return "real tags" if kind == "optimal" else f"level {level}" if level else title


def _with_error(estimate: Estimated, times: int, decimals: int = 3) -> tuple[str, str]:
    if estimate.value is None:
        return NONE, NONE
    half = NONE if estimate.half_width is None else f"{times * estimate.half_width:.{decimals}f}"
    return f"{times * estimate.value:z.{decimals}f}", half


def _depths(sample: ShoeSample) -> Iterator[RenderableType]:
    for spread in _shown(sample):
        if spread.wager.startswith(BONUS):
            continue
        listed = _spread_table("Dealt")
        for stratum in spread.strata:
            _add(listed, f"{100 * stratum.penetration:.1f} %", stratum)
        listed.add_section()
        _add(listed, "all", spread.overall)
        yield titled(f"{spread.title}, {_play(spread)}: by penetration", listed)


def _penetration(sample: ShoeSample) -> RenderableType:
    listed = _spread_table("Wager")
    for spread in _shown(sample):
        _add(listed, head_of(spread.wager), spread.overall)
    return titled("At any depth before the cut card", listed, PENETRATION_NOTE)


def _shown(sample: ShoeSample) -> list[PenetrationResult]:
    return [spread for spread in sample.penetration if not _is_behind(spread, sample)]


def _is_behind(spread: PenetrationResult, sample: ShoeSample) -> bool:
    """Return whether there is the best play of the wager to be shown instead."""
    return spread.play == "fixed" and any(
        other.wager == spread.wager and other.play == "best" for other in sample.penetration
    )


def _play(spread: PenetrationResult) -> str:
    return "best play" if spread.play == "best" else "fixed strategy"


def _spread_table(first: str) -> Table:
    heads = [f"{percent} %" for percent in SHOWN_QUANTILES]
    return narrow(table(first, "Mean", "SD", *heads, "> 0", "±", "Edge"))


def _add(listed: Table, label: str, stratum: StratumResult) -> None:
    above, half = _with_error(stratum.favourable, 100, 2)
    listed.add_row(
        label,
        _two(stratum.mean.value),
        _two(stratum.sd),
        *(_two(stratum.quantiles[percent]) for percent in SHOWN_QUANTILES),
        above,
        half,
        _two(_told(stratum.mean_when_favourable)),
    )


def _checks(sample: ShoeSample) -> RenderableType:
    listed = table("Fixed strategy", "Exact, %", "Sample, %", "±", "z", "Worst")
    for check in sample.checks:
        listed.add_row(
            check.title,
            f"{100 * check.exact:z.5f}",
            f"{100 * check.mean:z.5f}",
            NONE if check.half_width is None else f"{100 * check.half_width:.5f}",
            NONE if check.z is None else f"{check.z:+.2f}",
            NONE if check.worst_z is None else f"{check.worst_z:+.2f}",
        )
    note = CHECKS_NOTE
    if sample.chance_check is not None:
        note += (
            " The chances of split rounds, on which Bonus wagers rest, are taken to first order in"
            f" the cards gone: off by {sample.chance_check.largest:.1e} at most in"
            f" {sample.chance_check.compositions} of the deepest compositions."
        )
    return titled("The sample against what is known exactly", listed, note)


def _cut_card(effects: Sequence[CutCardEffect]) -> RenderableType:
    listed = table("Wager", "Fresh shoe, %", "Cut card, %", "Effect, %", "±", "Shoes")
    for effect in effects:
        listed.add_row(
            head_of(effect.wager),
            f"{100 * effect.exact:z.4f}",
            f"{100 * effect.mean:z.4f}",
            f"{100 * effect.effect:+z.4f}",
            f"{100 * effect.half_width:.4f}",
            f"{effect.shoes:,}",
        )
    return titled(
        f"What ending the shoe with a cut card changes: {effects[0].cut_card} % behind it",
        listed,
        "The mean over all rounds of a shoe against that of a round from a fresh shoe, % of the"
        " main wager: a shoe in which the cut card comes late has more rounds.",
    )


def _percent(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:+z.6f}"


def _told(estimate: Estimated) -> float | None:
    """Return an estimate that its interval tells from zero."""
    if estimate.value is None or estimate.half_width is None:
        return None
    return estimate.value if estimate.half_width < abs(estimate.value) else None


def _two(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:z.2f}"
