"""Findings about the rules: length and limits, use, other settings, and matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.errors import listed
from certify.play.policies import RANDOM
from certify.results import Assignment
from certify.studies.fairness.finding_words import (
    PERCENT,
    SMALL,
    Titles,
    by,
    figure,
    matter,
    note,
    number,
    percent,
    points,
    ranged,
    rounded_percent,
    span,
    weighed,
)
from certify.studies.fairness.results.fairness import Finding, TableResult
from certify.studies.fairness.results.favoured import level_of
from certify.studies.fairness.results.length_of_play import (
    LengthOfPlay,
    MatchLength,
    MeasureFigures,
    PlayLimit,
)
from certify.studies.fairness.results.setting_effects import SettingEffect

MANY_CAPS = 0.001
LONGER = 0.2
"""Relative change of the length of a game from which it is told."""

SECONDS_OF_PEOPLE = (2.0, 60.0)
"""What a decision of card players takes, with all that goes with it, if an estimate is to hold."""

APART = 1.25
"""How far apart the seconds of two matches may be if estimates are to fit each other."""

MOST_TOLD = 5
CERTAINTY = 0.95


def length_findings(table: TableResult, titles: Titles) -> Iterator[Finding]:
    """Yield findings about the length of games, and how often a limit stops them."""
    lengths = table.lengths
    what = {limit.measure: limit for limit in table.limits}
    limits: dict[str, list[tuple[LengthOfPlay, MeasureFigures]]] = {}
    for length in lengths:
        for cap in length.caps:
            limits.setdefault(cap.name, []).append((length, cap))
    for name, all_found in limits.items():
        found = [(length, cap) for length, cap in all_found if cap.mean.value > 0.0]
        if not found:
            games = number(sum(length.games for length, _ in all_found))
            yield note(
                "length",
                f"None of {games} games was stopped by a limit ({_limit(name, what.get(name))}).",
            )
            continue
        shown = ranged(
            [
                (cap.mean.value, f"{_cap(cap)} with {by(length.player, titles)}")
                for length, cap in found
            ]
        )
        many = any(cap.mean.value >= MANY_CAPS for _, cap in found)
        worst = max(cap.mean.value for _, cap in found)
        yield weighed(
            "length",
            f"A limit stops play ({_limit(name, what.get(name))}): {shown}."
            f"{_without(worst, is_share=all(cap.most <= 1.0 for _, cap in found))}",
            matters=many,
        )
    if lengths:
        means = ranged(
            [
                (
                    length.decisions.mean.value,
                    f"{length.decisions.mean.value:.1f} with {by(length.player, titles)}",
                )
                for length in lengths
            ]
        )
        yield note("length", f"Decisions of all players in a game, on average: {means}.")


def _limit(name: str, limit: PlayLimit | None) -> str:
    """Describe a limit: the parameters that set it and their meaning, or its measure alone."""
    if limit is None or not limit.settings:
        return name
    cites = f", {', '.join(limit.rulings)}" if limit.rulings else ""
    return f"{_written(limit.settings)}{cites}: {limit.text.rstrip('.')}"


def _without(share: float, *, is_share: bool) -> str:
    """Describe in sentences what a limit does to the figures."""
    text = (
        " Play that is stopped counts with the result that the rules as modelled give it there, and"
        " its length ends there"
    )
    if not is_share:
        return f"{text}."
    return (
        f"{text}: without the limit, games would last longer, and a share of wins or draws could be"
        f" other by up to {points(share)}."
    )


def _cap(cap: MeasureFigures) -> str:
    """Describe how often a limit is reached: in a share of games, or so many times a game."""
    return f"{percent(cap.mean)} of games" if cap.most <= 1.0 else f"{figure(cap.mean)} times"


# Use, settings, matches


def use_findings(table: TableResult) -> Iterator[Finding]:
    """Yield findings about the elements that no game used."""
    use = table.use
    if not use.players or not use.elements:
        return
    games = sum(use.games)
    share = 1.0 - (1.0 - CERTAINTY) ** (1.0 / max(min(use.games), 1))
    seen = (
        f"what {rounded_percent(share)} of a player's games use would be seen with 95 % certainty"
    )
    never = [each for each in use.elements if each.name in use.never and not any(each.times)]
    rules = [each.name for each in never if each.kind != "card"]
    cards = [each.name for each in never if each.kind == "card"]
    if rules:
        yield matter("use", f"No game of {number(games)} used: {listed(rules)} ({seen}).")
    if cards:
        yield note("use", f"In no game of {number(games)} was picked: {listed(cards)}.")
    if not never:
        yield note("use", f"Every rule, move and card was used in {number(games)} games.")


def sensitivity_findings(table: TableResult, titles: Titles) -> Iterator[Finding]:
    """Yield findings about the settings that matter most, and those that change nothing."""
    level = level_of(table)
    found = [effect for effect in table.sensitivity if effect.p < level]
    large = sorted((each for each in found if _weight(each) >= 1.0), key=_weight, reverse=True)
    for effect in large[:MOST_TOLD]:
        yield matter("sensitivity", _effect(effect, titles))
    if len(large) > MOST_TOLD:
        yield note(
            "sensitivity", f"{len(large) - MOST_TOLD} further effects of settings are as large."
        )
    if table.sensitivity and not large:
        yield note(
            "sensitivity",
            f"No other setting or reading is found to change wins, draws or the advantage of going"
            f" first by {points(SMALL)}, or the length of a game by {rounded_percent(LONGER)}.",
        )
    still = {
        effect.settings
        for effect in table.sensitivity
        if not any(any(each.changes) for each in table.sensitivity if _alike(each, effect))
    }
    without = [_written(settings) for settings in sorted(still)]
    if without:
        yield note(
            "sensitivity",
            f"Wins, draws, going first and length stayed just as they were, whoever played, with"
            f" {listed(without)}.",
        )


def _alike(one: SettingEffect, other: SettingEffect) -> bool:
    return one.settings == other.settings


def _written(settings: tuple[Assignment, ...]) -> str:
    return " and ".join(f"{name}={value}" for name, value in settings)


def _weight(effect: SettingEffect) -> float:
    """Return how much an effect matters, in units of the smallest that is reported."""
    return max(max(map(abs, effect.changes[:3])) / SMALL, abs(_longer(effect)) / LONGER)


def _longer(effect: SettingEffect) -> float:
    before = effect.decisions.value - effect.changes[3]
    return effect.changes[3] / before if before else 0.0


def _effect(effect: SettingEffect, titles: Titles) -> str:
    parts = [
        f"{name} {points(change, signed=True)}"
        for name, change in zip(
            ("wins of the first seat", "draws", "advantage of going first"),
            effect.changes[:3],
            strict=True,
        )
        if abs(change) >= SMALL
    ]
    if abs(_longer(effect)) >= LONGER:
        parts.append(f"length {PERCENT * _longer(effect):+.0f} %")
    cites = f" ({', '.join(effect.rulings)})" if effect.rulings else ""
    who = by(effect.player, titles)
    within = f", compared with {effect.within}" if effect.within else ""
    return f"{_written(effect.settings)}{cites} changes{within}, with {who}: {'; '.join(parts)}."


def matches_findings(matches: Sequence[MatchLength], titles: Titles) -> Iterator[Finding]:
    """Yield findings about the time that the source's estimates leave for a decision."""
    told = [match for match in matches if match.seconds_a_decision is not None]
    for match in told:
        low, high = match.seconds_a_decision or (0.0, 0.0)
        holds = high >= SECONDS_OF_PEOPLE[0] and low <= SECONDS_OF_PEOPLE[1]
        text = (
            f"{match.text.rstrip('.')}: the source's {span(*(match.minutes or (0.0, 0.0)))}"
            f" minutes leave {span(low, high)} seconds for a decision with"
            f" {by(match.player, titles)}"
        )
        doubt = "" if holds else ", a pace that no table keeps"
        # Nobody expects of random players that they keep to an estimate of people.
        matters = not holds and match.player != RANDOM
        yield weighed("matches", f"{text}{doubt}.", matters=matters)
    for player in dict.fromkeys(match.player for match in told):
        own = [match for match in told if match.player == player]
        fastest = min((match.seconds_a_decision or (0.0, 0.0))[1] for match in own)
        slowest = max((match.seconds_a_decision or (0.0, 0.0))[0] for match in own)
        if slowest > APART * fastest:
            yield matter(
                "matches",
                f"The source's estimates do not fit each other with {by(player, titles)}: one"
                f" leaves {fastest:.3g} seconds for a decision at most, another {slowest:.3g} at"
                " least.",
            )
