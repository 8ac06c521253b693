"""Length of games, and how many of them a limit stopped."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from certify.errors import EngineError
from certify.language import acts, typed
from certify.language.base import Scalar
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import IntegerParameter, written
from certify.play.interpreter.interpreter import outcome
from certify.play.interpreter.program import Program
from certify.play.quantities import DECISIONS
from certify.play.tallies import WINDOW, Tallies
from certify.results import Family
from certify.studies.fairness.intervals import FEWEST, mean_of, share_of
from certify.studies.fairness.results.length_of_play import (
    QUANTILES,
    LengthOfPlay,
    MeasureFigures,
    PlayLimit,
)
from certify.studies.fairness.use import Watch

GAMES_LOOKED_AT = 60
"""Games played with each setting to find the measures that count a limit."""

SEED_OF_LIMITS = 1


def limits_of(game: LoadedGame, players: int) -> tuple[PlayLimit, ...]:
    """Return the limits that stop play, each with the measure that counts it, in the spec's order.

    Notes
    -----
    Method: a limit is the ``at_most`` of a loop that waits for something: one that has ``until`` or
        ``while``, or that a ``stop`` can end. A measure counts a limit if it differs from 0 in
        exactly those games in which the loop ran out of passes. That is tested in random games of
        the settings in force, of the lengths that the spec names, and of both with every parameter
        that such an ``at_most`` reads at its minimum, so that the limit is reached. The name of a
        measure means nothing.
    Error: a limit that is a number and no parameter is found only if random play reaches it.
    Source: derived here.
    """
    measures: dict[str, list[bool]] = {}
    ran_out: dict[str, list[bool]] = {}
    read: dict[str, set[str]] = {}
    games = 0
    for settings in _settings_to_look_at(game, players):
        watch = Watch(Program(apply_settings(game, settings), players))
        loops = {watch.reach.elements[at].path: at for at in watch.reach.loops}
        for path, at in loops.items():
            ran_out.setdefault(path, [False] * games)
            read.setdefault(path, set()).update(_parameters_of(watch.reach.loops[at]))
        for number in range(GAMES_LOOKED_AT):
            state, counts = watch.played(SEED_OF_LIMITS, number)
            games += 1
            for path, history in ran_out.items():
                history.append(path in loops and counts[loops[path]] > 0)
            for name, value in outcome(state).measures.items():
                measures.setdefault(name, []).append(value != 0)
    told = {path: history for path, history in ran_out.items() if any(history) != all(history)}
    return tuple(
        _limit(game, name, {each for path in told if told[path] == history for each in read[path]})
        for name, history in measures.items()
        if history in told.values()
    )


def _limit(game: LoadedGame, measure: str, names: Collection[str]) -> PlayLimit:
    """Return a limit that is set by some parameters."""
    spec, values = game.spec, game.parameters_as_written()
    ordered = [name for name in spec.parameters if name in names]
    return PlayLimit(
        measure=measure,
        settings=tuple((name, written(values[name])) for name in ordered),
        text=" ".join(spec.parameters[name].text for name in ordered),
        rulings=tuple(
            number
            for number, ruling in spec.rulings.items()
            if any(name in ruling.parameters for name in ordered)
        ),
    )


def _parameters_of(loop: acts.RepeatAct) -> set[str]:
    """Return the parameters that set the limit of a loop."""
    return {part.name for part in loop.at_most.walk() if isinstance(part, typed.ParameterValue)}


def _settings_to_look_at(game: LoadedGame, players: int) -> Iterator[Mapping[str, Scalar]]:
    """Yield settings that bring limits within reach of a few games, those in force first."""
    spec = game.spec
    given: list[dict[str, Scalar]] = [{}, *(dict(length.set) for length in spec.lengths.values())]
    yield given[0]
    seen: list[dict[str, Scalar]] = []
    for settings in given:
        watch = Watch(Program(apply_settings(game, settings), players))
        names = {name for loop in watch.reach.loops.values() for name in _parameters_of(loop)}
        low: dict[str, Scalar] = dict(settings)
        for name in sorted(names & set(spec.parameters) - set(settings)):
            parameter = spec.parameters[name]
            if isinstance(parameter, IntegerParameter):
                low[name] = parameter.minimum
        if low != settings and low not in seen:
            seen.append(low)
            yield low


def length_of_play(
    player: str, tallies: Tallies, family: Family, caps: Collection[str] = ()
) -> LengthOfPlay:
    """Return the length of games in which one player has all seats.

    `caps` are the measures that count limits, as `limits_of` finds them.
    """
    if tallies.games < FEWEST:
        raise EngineError(f"lengths need {FEWEST} games at least; found {tallies.games}")
    measures = measures_of(tallies, family, caps)
    known = [figures.name for figures in measures]
    unknown = [name for name in caps if name not in known]
    if unknown:
        raise EngineError(f"there is no measure {unknown[0]!r}; known: {', '.join(known)}")
    return LengthOfPlay(
        player=player,
        games=tallies.games,
        decisions=measure(tallies, DECISIONS, family),
        measures=measures,
        caps=tuple(figures for figures in measures if figures.name in caps),
    )


def measures_of(
    tallies: Tallies, family: Family, caps: Collection[str] = ()
) -> tuple[MeasureFigures, ...]:
    """Return the figures of every measure of the spec, in its order.

    The mean of a measure that was only ever 0 or 1 is a share, with an interval within 0 and 1; so
    is that of a limit that was never reached. `caps` are the measures that count limits.
    """
    found = []
    for name in tallies.names[tallies.names.index(DECISIONS) + 1 :]:
        figures = measure(tallies, name, family)
        ends = (figures.least, figures.most)
        is_share = ends == (0.0, 1.0) or (name in caps and ends in ((0.0, 0.0), (1.0, 1.0)))
        if is_share and tallies.scale(name) == 1:
            figures = figures.model_copy(update={"mean": share_of(tallies, name, family)})
        found.append(figures)
    return tuple(found)


def measure(tallies: Tallies, name: str, family: Family) -> MeasureFigures:
    """Return mean, extremes and quantiles of a quantity over two games or more.

    Notes
    -----
    Method: mean by Student's t; a quantile is the least value that at least so large a share of the
        games does not exceed, from exact counts.
    Error: quantiles are those of the games that were played. They are left out if one of them lies
        where values are not counted one by one.
    Source: inverse of the distribution function, definition 1 of Hyndman and Fan, The American
        Statistician 50 (1996) 361-365, doi:10.2307/2684934.
    """
    tally, scale = tallies.tally(name), tallies.scale(name)
    return MeasureFigures(
        name=name,
        mean=mean_of(tallies, name, family),
        least=(tally.least or 0) / scale,
        most=(tally.most or 0) / scale,
        quantiles=quantiles(tallies, name, QUANTILES),
    )


def quantiles(tallies: Tallies, name: str, shares: tuple[float, ...]) -> tuple[float, ...] | None:
    """Return quantiles of a quantity; None if some lie beyond the values counted one by one."""
    tally, scale = tallies.tally(name), tallies.scale(name)
    least, most = tally.beyond.least, tally.beyond.most
    below = 0
    if least is not None and most is not None and least < WINDOW.start:
        if most >= WINDOW.start:
            return None
        below = tally.beyond.number
    found = []
    values = sorted(tally.counts)
    for share in shares:
        # A share is meant as it is written: 0.01 is one hundredth.
        wanted = Fraction(str(share)) * tallies.games
        reached, value = below, None
        if wanted <= below:
            return None
        for value in values:
            reached += tally.counts[value]
            if reached >= wanted:
                break
        if value is None or reached < wanted:
            return None
        found.append(value / scale)
    return tuple(found)
