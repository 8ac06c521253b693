"""What other rules and payouts make of every wager, each worked out anew by the exact engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from certify.errors import StateSpaceError
from certify.language.base import Scalar
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import (
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    ShareParameter,
    written,
)
from certify.numerics.odds import odds_text
from certify.runtime.context import Context
from certify.studies.banked.result import BankedResult
from certify.studies.certification.banked_result import (
    ParameterEffects,
    PayoutEffect,
    SettingEffects,
    WagerEffect,
)
from certify.studies.house.figures import Solved, edge_of, rules_of
from certify.studies.house.reported import figures_of
from certify.studies.whatif.result import IN_FORCE, NOT_WORKED_OUT, SETS_NOTHING
from certify.studies.whatif.settings import payout_settings

MOST_VALUES = 12
"""Values of a whole number that are all worked out; of more only the ends are."""


def effects_of_settings(
    loaded: LoadedGame, returns: BankedResult, settings: Mapping[str, Scalar], context: Context
) -> SettingEffects:
    """Return what settings change of every first wager, or why nothing was worked out."""
    written_settings = tuple((name, written(value)) for name, value in settings.items())
    reason = None if settings else SETS_NOTHING
    found = None
    if settings:
        changed = apply_settings(loaded, settings)
        if changed.key()["parameters"] == loaded.key()["parameters"]:
            reason = IN_FORCE
        else:
            found, reason = _found(changed, context)
    if found is None:
        return SettingEffects(settings=written_settings, effects=None, reason=reason)
    return SettingEffects(
        settings=written_settings,
        effects=tuple(_effects(returns, found)),
        rules=found.rules if found.rules != rules_of(returns) else (),
    )


def _found(game: LoadedGame, context: Context) -> tuple[Solved | None, str | None]:
    """Return what a changed game comes to, or why the engine cannot tell."""
    try:
        return figures_of(game).solved(context), None
    except StateSpaceError as error:
        return None, f"{NOT_WORKED_OUT}: {error}"


def _effects(returns: BankedResult, found: Solved) -> Iterator[WagerEffect]:
    for name, before in returns.wagers.items():
        if before.rtp is None:
            continue
        edge = found.edges.get(name)
        change = None if edge is None else edge - (edge_of(before) or 0)
        yield WagerEffect(
            wager=name,
            title=before.title,
            house_edge=None if edge is None else float(edge),
            change=None if change is None else float(change),
            exact=None if edge is None else {"house_edge": str(edge), "change": str(change)},
        )


# Parameters ---------------------------------------------------------------------------------------


def parameter_effects(
    loaded: LoadedGame, returns: BankedResult, context: Context
) -> Iterator[ParameterEffects]:
    """Yield what every other value of each parameter changes, the others as they are.

    Of whole numbers in a long range, and of shares, the ends. Payouts are no part of it.
    """
    values = loaded.parameters_as_written()
    for name in loaded.spec.parameters:
        others = [
            effects_of_settings(loaded, returns, {name: value}, context)
            for value in _values(loaded, name)
            if value != values[name]
        ]
        if others:
            yield ParameterEffects(
                name=name,
                title=loaded.spec.parameters[name].title,
                value=written(values[name]),
                others=tuple(others),
            )


def _values(loaded: LoadedGame, name: str) -> Iterator[Scalar]:
    parameter = loaded.spec.parameters[name]
    if isinstance(parameter, BooleanParameter):
        yield from (True, False)
    elif isinstance(parameter, ChoiceParameter):
        yield from parameter.choices
    elif isinstance(parameter, IntegerParameter):
        lowest, highest = parameter.minimum, parameter.maximum
        if highest - lowest < MOST_VALUES:
            yield from range(lowest, highest + 1)
        else:
            yield from (lowest, highest)
    elif isinstance(parameter, ShareParameter):
        yield from (parameter.minimum, parameter.maximum)


# Payouts ------------------------------------------------------------------------------------------


def payout_effects(
    loaded: LoadedGame, returns: BankedResult, context: Context
) -> Iterator[PayoutEffect]:
    """Yield what one unit less and more of every payout makes of each wager that it moves.

    Notes
    -----
    Method: the game with the other payout, worked out anew with its best play. The expectation is
        convex in the payout; if it rises as much to both sides, the best play is the same.
    Error: none; all are ratios of integers.
    Source: the greatest of linear functions is convex (Rockafellar, Convex Analysis, 1970,
        theorem 5.5).
    """
    payouts = [*payout_settings(loaded)]
    for done, (setting, path) in enumerate(payouts):
        row = loaded.row(path)
        context.progress(done, len(payouts), row.outcome)
        here = loaded.pays(path)
        whole = Fraction(row.basis == "for_one")
        sides: list[tuple[Fraction, Solved] | None] = []
        for there in (max(here - 1, Fraction(0)), here + 1):
            text = odds_text(there + whole)
            changed = apply_settings(loaded, {setting.name: text})
            quiet = Context(cache=context.cache, memory=context.memory)
            solved = None if there == here else figures_of(changed).solved(quiet, in_words=False)
            sides.append(None if solved is None else (there, solved))
        less, more = sides
        keeps = _keeps(returns, here, less, more)
        for name, wager in returns.wagers.items():
            edge = edge_of(wager)
            if wager.rtp is None or edge is None:
                continue
            ends = [_end(side, name, here, edge) for side in (less, more)]
            if not any(end[1] for end in ends if end is not None):
                continue
            exact = {
                f"{kind}{side}": str(value)
                for side, end in zip(("less", "more"), ends, strict=True)
                if end is not None
                for kind, value in zip(("", "slope_"), end, strict=True)
            }
            low, high = ends
            yield PayoutEffect(
                wager=name,
                title=wager.title,
                row=path,
                outcome=row.outcome,
                pays=odds_text(here),
                pays_less=None if less is None else odds_text(less[0]),
                less=None if low is None else float(low[0]),
                pays_more=None if more is None else odds_text(more[0]),
                more=None if high is None else float(high[0]),
                slope_less=None if low is None else float(low[1]),
                slope_more=None if high is None else float(high[1]),
                keeps=keeps,
                exact=exact,
            )


def _keeps(
    returns: BankedResult,
    here: Fraction,
    less: tuple[Fraction, Solved] | None,
    more: tuple[Fraction, Solved] | None,
) -> bool | None:
    """Return whether one play is best at all three payouts; None if only two of them are known."""
    if less is None or more is None:
        return None
    ev = [less[1].ev, Fraction((returns.exact or {})["ev"]), more[1].ev]
    return (ev[1] - ev[0]) * (more[0] - here) == (ev[2] - ev[1]) * (here - less[0])


def _end(
    side: tuple[Fraction, Solved] | None, name: str, here: Fraction, edge: Fraction
) -> tuple[Fraction, Fraction] | None:
    """Return the house edge at another payout, and what the expectation changes a unit."""
    if side is None:
        return None
    there, found = side
    after = found.edges[name]
    if after is None:
        return None
    return after, (edge - after) / (there - here)
