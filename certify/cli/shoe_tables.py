"""The tables of `certify shoe`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType
from rich.table import Table

from certify.cards.ranks import RANK_LABELS
from certify.cli.display import NONE, identification, shoe_text, table, titled
from certify.results.crosscheck import CutCardEffect
from certify.results.shoe import (
    CountResult,
    Direction,
    EffectsResult,
    Estimated,
    PenetrationResult,
    ShoeResult,
    ShoeSample,
    StratumResult,
    WagerCounts,
)

ABREAST = 4
"""Wagers beside each other in a table."""

SHOWN_QUANTILES = ("1", "25", "50", "75", "99")
BONUS = "bonus."

EFFECTS_NOTE = (
    "Change of the expectation when one card of the value leaves the shoe, the strategy held as it"
    " is. The weighted sum is the mean over the cards of the shoe: zero for an expectation, since"
    " an unseen card burned changes nothing."
)
IDENTITY_NOTE = (
    "Mean change when a card drawn at random leaves the shoe: zero if the strategy is held, not"
    " below zero if play is made optimal for the cards left."
)
COUNTS_NOTE = (
    "A tag is added for each card seen; the true count is their sum by decks undealt. From is the"
    " whole true count at which the expectation is above zero, by the effects alone. Correlation"
    " is that of tags and effects, weighted by the shoe."
)
GAINS_NOTE = (
    "The wager is made only when the count says so, or for perfect play when its expectation is"
    " above zero; then it is played optimally for the cards left. Bets is the share of the rounds"
    " in which it is made, of those in which it is offered, edge the mean expectation then. ± is"
    " half the interval of 95 percent."
)
PENETRATION_NOTE = (
    "Expectations of the compositions with which rounds begin, % of the wager. Above zero is their"
    " share in percent, edge the mean of these where the sample is large enough to tell it."
)
CHECKS_NOTE = (
    "Means that exchangeability fixes whatever the depth. z is the difference in standard errors,"
    " worst that of the part of the shoe that is farthest off."
)


def shoe_tables(result: ShoeResult) -> Iterator[RenderableType]:
    """Yield what `certify shoe` prints.

    Parameters
    ----------
    result : ShoeResult
        The figures.

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
    yield from _effects(result.effects)
    yield _identities(result)
    yield from _counts(result.counts)
    if result.sample is not None:
        yield from _gains(result.sample)
        yield from _penetration(result.sample)
        yield _checks(result.sample)
    if result.cut_card:
        yield _cut_card(result.cut_card)
    bound = f"Numerical error of every expectation: at most {result.error_bound:.0e} main wagers."
    yield f"{bound}\nMethod: {result.method}."


# Effects


def _effects(effects: Sequence[EffectsResult]) -> Iterator[RenderableType]:
    remaining = iter(effects)
    while some := list(islice(remaining, ABREAST)):
        listed = table("Card gone", *(_head(effect.wager) for effect in some))
        for label in RANK_LABELS:
            listed.add_row(label, *(_percent(effect.effects[label]) for effect in some))
        listed.add_section()
        listed.add_row("Sum", *(_percent(effect.weighted_sum) for effect in some))
        listed.add_row("Shoe", *(_percent(effect.value) for effect in some))
        last = some[-1] is effects[-1]
        yield titled("Effects of removal, % of the wager", listed, EFFECTS_NOTE if last else "")


def _head(wager: str) -> str:
    """Return the name of a wager in few letters, for the head of a column."""
    if wager.startswith(BONUS):
        _, wins, side = wager.split(".")
        return f"Bonus {wins}{' + Burnout' if side == 'with_burnout' else ''}"
    heads = {"main": "Main", "main_burnout": "With Burnout", "main_or_burnout": "Where it pays"}
    return heads.get(wager, wager.capitalize())


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


# Counts


def _counts(wagers: Sequence[WagerCounts]) -> Iterator[RenderableType]:
    for wager in wagers:
        own = [count for count in wager.counts if count.kind != "published"]
        if not own:
            yield f"{wager.title}: no card has an effect, so there is nothing to count."
            continue
        listed = _narrow(table("Level", *RANK_LABELS, "Corr.", "From"))
        for count in own:
            listed.add_row(
                "real" if count.level is None else str(count.level),
                *(_tag(tag) for tag in count.tags.values()),
                _correlation(count),
                _from(count.trigger, count.direction),
            )
        yield titled(f"{wager.title}: best balanced counts", listed)
    yield _published(wagers[0])
    remaining = iter(wagers)
    while some := list(islice(remaining, ABREAST)):
        listed = table("Count", *(_head(wager.wager) for wager in some))
        by_wager = [[count for count in w.counts if count.kind == "published"] for w in some]
        for counts in zip(*by_wager, strict=True):
            listed.add_row(
                counts[0].title,
                *(f"{_correlation(c)} {_from(c.trigger, c.direction):>6}" for c in counts),
            )
        note = COUNTS_NOTE if some[-1] is wagers[-1] else ""
        yield titled("Published counts: correlation, and from when they bet", listed, note)


def _published(wager: WagerCounts) -> RenderableType:
    listed = table("Count", *RANK_LABELS, "Balanced", numbers_from=1)
    for count in wager.counts:
        if count.kind == "published":
            tags = [_tag(tag) for tag in count.tags.values()]
            listed.add_row(count.title, *tags, "yes" if count.balanced else "no")
    return titled("Published counts", listed)


def _tag(tag: float) -> str:
    return f"{tag:+.0f}" if tag and tag.is_integer() else f"{tag:+.2f}" if tag else "0"


def _correlation(count: CountResult) -> str:
    return NONE if count.correlation is None else f"{count.correlation:z.3f}"


def _from(trigger: int | None, direction: Direction | None) -> str:
    if direction is None:
        return NONE
    if trigger is None:
        return "never"
    return f"{'≥' if direction == 'at_least' else '≤'} {trigger}"


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
                _from(gain.trigger, gain.direction),
                *_with_error(gain.frequency, 100),
                *_with_error(gain.edge, 100),
                *_with_error(gain.units, 1),
            )
            if gain.buys_direction is not None:
                when = _from(gain.buys, gain.buys_direction)
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


def _penetration(sample: ShoeSample) -> Iterator[RenderableType]:
    shown = [spread for spread in sample.penetration if not _is_behind(spread, sample)]
    for spread in shown:
        if spread.wager.startswith(BONUS):
            continue
        listed = _spread_table("Dealt")
        for stratum in spread.strata:
            _add(listed, f"{100 * stratum.penetration:.1f} %", stratum)
        listed.add_section()
        _add(listed, "all", spread.overall)
        yield titled(f"{spread.title}, {_play(spread)}: by penetration", listed)
    listed = _spread_table("Wager")
    for spread in shown:
        _add(listed, _head(spread.wager), spread.overall)
    yield titled("At any depth before the cut card", listed, PENETRATION_NOTE)


def _is_behind(spread: PenetrationResult, sample: ShoeSample) -> bool:
    """Return whether there is the best play of the wager to be shown instead."""
    return spread.play == "fixed" and any(
        other.wager == spread.wager and other.play == "best" for other in sample.penetration
    )


def _play(spread: PenetrationResult) -> str:
    return "best play" if spread.play == "best" else "fixed strategy"


def _spread_table(first: str) -> Table:
    heads = [f"{percent} %" for percent in SHOWN_QUANTILES]
    return _narrow(table(first, "Mean", "SD", *heads, "> 0", "±", "Edge"))


def _narrow(listed: Table) -> Table:
    """Return a table of many columns with a single space between them."""
    listed.padding = 0
    return listed


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
    return titled("The sample against what is known exactly", listed, CHECKS_NOTE)


def _cut_card(effects: Sequence[CutCardEffect]) -> RenderableType:
    listed = table("Wager", "Fresh shoe, %", "Cut card, %", "Effect, %", "±", "Shoes")
    for effect in effects:
        listed.add_row(
            _head(effect.wager),
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
