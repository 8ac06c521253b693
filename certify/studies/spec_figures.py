"""Figures that the texts of a spec refer to: computed, and filled into the texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from certify.errors import SpecError
from certify.language.game import LoadedGame, apply_settings
from certify.language.models import Figure
from certify.language.parameters import written
from certify.language.references import filled
from certify.language.types import BOOLEAN
from certify.results import Estimate, decimals_for
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.item.spec_figures import FigureValue, SpecFigure, SpecFigures

if TYPE_CHECKING:
    from certify.play.tallies import Tallies

KIND = "spec-figures"
CONFIDENCE = 0.95
PERCENT = 100.0
ROUNDING = 1e-9
EXACT_DECIMALS = 3
"""Decimals of an exact figure, in percent or in units."""

HELD = "\u00a0"
"""A space at which no line breaks."""

SHARES = ("draw", "win.")
"""Measures of every game that are 0 or 1."""

Filled = TypeVar("Filled", bound=BaseModel)


def spec_figures(game: LoadedGame, context: Context, workers: Workers) -> tuple[SpecFigure, ...]:
    """Return the figures that the texts of a spec refer to, in its order.

    Changed settings of the game are ignored, since a text of the spec is about the spec. A
    SpecError if the path of an exact figure does not exist.

    Notes
    -----
    Method: means of games with the seeds of the fairness study, so that a figure of as many games
        of random play is the same there; shares by Clopper and Pearson, other means by Student's t.
    Error: each interval by itself holds with 95 %; the least and the greatest value seen have none.
    Source: `certify.studies.fairness.intervals`.
    """
    if not game.spec.figures:
        return ()
    return context.kept(
        KIND, _key(game), SpecFigures, lambda: _worked_out(_as_issued(game), context, workers)
    ).figures


def known_figures(game: LoadedGame, cache: Cache) -> dict[str, str]:
    """Return the printed figures of a spec by name; empty if not computed on this machine."""
    if not game.spec.figures:
        return {}
    found = cache.load_as(KIND, _key(game), SpecFigures.from_json)
    return {figure.name: figure.shown for figure in found.figures} if found else {}


def _key(game: LoadedGame) -> Any:
    """Return plain data that determines the figures."""
    figures = {name: each.model_dump(mode="json") for name, each in game.spec.figures.items()}
    return {"play": game.play_sha256, "paytables": game.paytable_sha256, "figures": figures}


def _as_issued(game: LoadedGame) -> LoadedGame:
    return replace(game, settings={}, changed=(), paytables=game.issued_paytables)


def _worked_out(base: LoadedGame, context: Context, workers: Workers) -> SpecFigures:
    figures = base.spec.figures
    played = {name: figure for name, figure in figures.items() if figure.exact is None}
    exact = {name: figure for name, figure in figures.items() if figure.exact is not None}
    found = _played(base, played, context, workers) | _exact(base, exact, context)
    return SpecFigures(figures=tuple(found[name] for name in figures))


def with_figures(value: Filled, figures: Sequence[SpecFigure]) -> Filled:
    """Return results with the figures in every text that refers to them."""
    if not figures:
        return value
    result: Filled = _filled(value, {figure.name: figure.shown for figure in figures})
    return result


def _filled(value: Any, shown: Mapping[str, str]) -> Any:
    """Return the same data with figures in its texts; data without any are not copied."""
    if isinstance(value, str):
        return filled(value, shown) if "{{" in value else value
    if isinstance(value, BaseModel):
        changed = {}
        for name in type(value).model_fields:
            before = getattr(value, name)
            after = _filled(before, shown)
            if after is not before:
                changed[name] = after
        return value.model_copy(update=changed) if changed else value
    if isinstance(value, tuple):
        after = [_filled(each, shown) for each in value]
        same = all(one is other for one, other in zip(value, after, strict=True))
        return value if same else tuple(after)
    if isinstance(value, dict):
        after_keys = {key: _filled(each, shown) for key, each in value.items()}
        return value if all(value[key] is after_keys[key] for key in value) else after_keys
    return value


# Games played


@dataclass(frozen=True)
class _Series:
    """Games that a figure needs; several figures may need the same."""

    settings: tuple[tuple[str, Any], ...]
    players: int
    policy: str
    seed: int
    games: int


def _series_of(game: LoadedGame, figure: Figure) -> list[_Series]:
    allowed = game.spec.players.seats if game.spec.players else ()
    settings = tuple(figure.set.items())
    return [
        _Series(settings, players, figure.policy, figure.seed, figure.games)
        for players in figure.players or allowed
    ]


def _played(
    game: LoadedGame, figures: Mapping[str, Figure], context: Context, workers: Workers
) -> dict[str, SpecFigure]:
    if not figures:
        return {}
    # The engine loads slowly, and most figures of games with a house need none of it.
    from certify.studies.fairness.parts import Seating
    from certify.studies.fairness.play import Request, all_tallies
    from certify.studies.fairness.runs import EQUAL, seed_of

    asked = {name: _series_of(game, figure) for name, figure in figures.items()}
    every = list(dict.fromkeys(series for those in asked.values() for series in those))
    requests = [
        Request(
            Seating(
                apply_settings(game, dict(series.settings)),
                series.players,
                (series.policy,) * series.players,
                seed_of(series.seed, EQUAL),
            ),
            series.games,
        )
        for series in every
    ]
    tallies = dict(zip(every, all_tallies(requests, context, workers), strict=True))
    return {
        name: _figure(
            game,
            name,
            figure,
            [(series.players, tallies[series]) for series in asked[name]],
        )
        for name, figure in figures.items()
    }


def _figure(
    game: LoadedGame, name: str, figure: Figure, played: Sequence[tuple[int, Tallies]]
) -> SpecFigure:
    measure = figure.measure or ""
    is_percent = figure.kind == "share" or (
        figure.kind == "mean" and (measure.startswith(SHARES) or _is_yes_or_no(game, measure))
    )
    scale = PERCENT if is_percent else 1.0
    values = []
    for players, tallies in played:
        estimate = _estimate(figure, tallies)
        shown = _shown(estimate, scale)
        values.append(
            FigureValue(players=players, games=tallies.games, estimate=estimate, shown=shown)
        )
    return SpecFigure(
        name=name,
        text=figure.text,
        source=measure,
        kind=figure.kind,
        policy=figure.policy,
        settings=_settings(figure),
        seed=figure.seed,
        is_percent=is_percent,
        values=tuple(values),
        shown=_joined([value.shown for value in values], is_percent=is_percent),
    )


def _is_yes_or_no(game: LoadedGame, measure: str) -> bool:
    result = game.play.result if game.play is not None else None
    return (
        result is not None
        and measure in result.measures
        and (result.measures[measure].type == BOOLEAN)
    )


def _settings(figure: Figure) -> tuple[tuple[str, str], ...]:
    return tuple((name, written(value)) for name, value in figure.set.items())


def _estimate(figure: Figure, tallies: Tallies) -> Estimate:
    from certify.studies.fairness.intervals import family_of, mean_of, share

    measure, family = figure.measure or "", family_of(CONFIDENCE, 1)
    tally, scale = tallies.tally(measure), tallies.scale(measure)
    if figure.kind in ("least", "most"):
        end = (tally.least if figure.kind == "least" else tally.most) or 0
        return Estimate(value=end / scale, low=end / scale, high=end / scale)
    if figure.kind == "share" or (set(tally.counts) <= {0, scale} and not tally.beyond.number):
        return share(tallies.games - tally.counts.get(0, 0), tallies.games, family)
    return mean_of(tallies, measure, family)


# Exact figures


def _exact(
    game: LoadedGame, figures: Mapping[str, Figure], context: Context
) -> dict[str, SpecFigure]:
    if not figures:
        return {}
    from certify.studies.twenty_one import OPTIMAL, TwentyOneGame
    from certify.studies.whatif.figures import checked_path, figure_name
    from certify.studies.whatif.study import Question, figures_of

    found = {}
    for name, figure in figures.items():
        changed = TwentyOneGame(apply_settings(game, dict(figure.set)))
        try:
            path = checked_path(figure.exact or "", changed, OPTIMAL)
        except SpecError as error:
            raise SpecError(f"{game.located(('figures', name, 'exact'))}: {error}") from None
        (value,) = figures_of(changed, Question((path,)), context)
        if value is None:
            where = game.located(("figures", name, "exact"))
            raise SpecError(f"{where}: this game has no figure {path}")
        is_percent = figure_name(path).is_rate
        scaled = value * (PERCENT if is_percent else 1.0)
        shown = f"{scaled:z.{EXACT_DECIMALS}f}".replace("-", "\N{MINUS SIGN}")
        estimate = Estimate(value=value, low=value, high=value)
        found[name] = SpecFigure(
            name=name,
            text=figure.text,
            source=path,
            kind="exact",
            policy=None,
            settings=_settings(figure),
            seed=None,
            is_percent=is_percent,
            values=(FigureValue(players=None, games=None, estimate=estimate, shown=shown),),
            shown=_joined([shown], is_percent=is_percent),
        )
    return found


# Texts


def _shown(estimate: Estimate, scale: float) -> str:
    """Return a figure with the digits that its interval leaves, the last of them uncertain."""
    half = scale * max(estimate.high - estimate.value, estimate.value - estimate.low)
    if scale == PERCENT and half and estimate.value in (0.0, 1.0):
        # Of something never or always seen, the end of the interval says more.
        decimals = max(0, -floor(log10(half)))
        reach = ceil(half * 10**decimals - ROUNDING) / 10**decimals
        if estimate.value == 0.0:
            return f"less than {reach:.{decimals}f}"
        return f"more than {PERCENT - reach:.{decimals}f}"
    value = scale * estimate.value
    if half == 0.0:
        return f"{value:,.0f}" if value.is_integer() else f"{value:z.4g}"
    shown = f"{value:z,.{max(0, decimals_for(half) - 1)}f}"
    return shown.replace("-", "\N{MINUS SIGN}")


def _joined(shown: Sequence[str], *, is_percent: bool) -> str:
    unit = f"{HELD}%" if is_percent else ""
    *others, last = shown
    return f"{', '.join(others)} and {last}{unit}" if others else f"{last}{unit}"
