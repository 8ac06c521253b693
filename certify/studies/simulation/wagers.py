"""Wagers and pay lines as they were played: house edge, element of risk, frequency of each row."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from certify.language.acts import LINE, NET, STAKE, TOTAL, WAGERED
from certify.language.game import LoadedGame, wagers_made
from certify.language.typed import ParameterValue
from certify.play.simulate.runner import INTERVAL
from certify.play.tallies import Pair, Tallies
from certify.studies.simulation.intervals import share_interval
from certify.studies.simulation.result import SimulatedLine, SimulatedPart, SimulatedWager


def told_wagers(game: LoadedGame) -> tuple[str, ...]:
    """Return the first wagers that are told: those made, and those that play does not ask about.

    Of a wager that the rules ask about with `made`, what it brings is known only where it is made.
    """
    play = game.play
    if play is None or play.result is None:
        return ()
    result = play.result
    # Not the score: it asks for every wager.
    nodes = [*play.move_nodes(), *(node for act in play.statements() for node in act.nodes())]
    nodes += result.measures.values()
    nodes += [node for wager in result.wagers.values() for node in (wager.stake, wager.net)]
    asked = {
        part.name.removeprefix("made.")
        for node in nodes
        for part in node.walk()
        if isinstance(part, ParameterValue) and part.name.startswith("made.")
    }
    made = wagers_made(game)
    first = [
        name
        for name, wager in game.spec.wagers.items()
        if name in result.wagers and (wager.of is None or wager.optional)
    ]
    return tuple(name for name in first if name in made or name not in asked)


def wager_pairs(game: LoadedGame) -> tuple[Pair, ...]:
    """Return the pairs of quantities whose products the figures of wagers need."""
    found: list[Pair] = []
    for name in told_wagers(game):
        net, stake = _whole(game, name)
        first = f"{STAKE}.{name}"
        found += [pair for pair in ((net, stake), (net, first)) if pair[0] != pair[1]]
    return tuple(dict.fromkeys(found))


def simulated_wagers(game: LoadedGame, tallies: Tallies) -> dict[str, SimulatedWager] | None:
    """Return the figures of every wager; None if the spec's wagers carry no money.

    `tallies` have the products of `wager_pairs`.

    Notes
    -----
    Method: ratios of sums over all games; the error of N / D is that of the mean of N - (N / D) D,
        from the exact covariances of a game (delta method).
    Source: Cochran, Sampling Techniques, 3rd edition, 1977, section 2.11.
    """
    names = told_wagers(game)
    if not names:
        return None
    # Of a wager that was never made in play nothing is known.
    played = [name for name in names if tallies.mean(f"{STAKE}.{name}")]
    return {name: _wager(game, tallies, name) for name in played}


def _whole(game: LoadedGame, name: str) -> tuple[str, str]:
    """Return the quantities of what a wager brings with those that follow, and what is put on."""
    if game.spec.following(name):
        return f"{TOTAL}.{name}", f"{WAGERED}.{name}"
    return f"{NET}.{name}", f"{STAKE}.{name}"


def _wager(game: LoadedGame, tallies: Tallies, name: str) -> SimulatedWager:
    spec = game.spec.wagers[name]
    net, wagered = _whole(game, name)
    first = f"{STAKE}.{name}"
    ev, sem = _ratio(tallies, net, first)
    risk, risk_sem = _ratio(tallies, net, wagered)
    tally = tallies.tally(net)
    unit = tallies.mean(first)
    sd = sqrt(tallies.variance(net)) / float(unit) if tallies.games > 1 and unit else None
    own = (name, *game.spec.following(name))
    return SimulatedWager(
        title=spec.title,
        made=name in wagers_made(game),
        average_wagered=float(tallies.mean(wagered) / unit) if unit else 0.0,
        ev=ev or 0.0,
        sem=sem,
        interval=_interval(ev, sem),
        house_edge=-(ev or 0.0),
        rtp=1.0 + (ev or 0.0),
        sd=sd,
        element_of_risk=None if risk is None else -risk,
        element_of_risk_interval=_interval(None if risk is None else -risk, risk_sem),
        hit_frequency=None
        if tally.beyond.number
        else sum(count for value, count in tally.counts.items() if value > 0) / tallies.games,
        parts=tuple(_part(game, tallies, each, unit) for each in own if len(own) > 1),
        lines={
            each: _lines(game, tallies, each, unit)
            for each in own
            if f"{LINE}.{each}" in tallies.names
        },
    )


def _part(game: LoadedGame, tallies: Tallies, name: str, unit: Fraction) -> SimulatedPart:
    return SimulatedPart(
        wager=name,
        title=game.spec.wagers[name].title,
        average_wagered=float(tallies.mean(f"{STAKE}.{name}") / unit) if unit else 0.0,
        ev=float(tallies.mean(f"{NET}.{name}") / unit) if unit else 0.0,
    )


def _lines(
    game: LoadedGame, tallies: Tallies, name: str, unit: Fraction
) -> tuple[SimulatedLine, ...]:
    """Return the rows of a wager's paytable as they were played."""
    counts = tallies.tally(f"{LINE}.{name}").counts
    found = []
    spec = game.spec.wagers[name]
    put = tallies.tally(f"{STAKE}.{name if spec.stake is not None else spec.of}")
    is_plain = spec.net is None and put.least == put.most and unit != 0
    for number, row in game.pay_lines(name):
        pays = game.pays(f"{spec.paytable}.{row.key}")
        games = counts.get(number, 0)
        share = games / tallies.games
        found.append(
            SimulatedLine(
                row=row.key,
                outcome=row.outcome,
                pays=str(pays),
                games=games,
                frequency=share,
                interval=share_interval(share, tallies.games),
                one_in=tallies.games / games if games else None,
                contribution=float(pays * Fraction(games, tallies.games)) if is_plain else None,
            )
        )
    return tuple(found)


def _ratio(tallies: Tallies, over: str, under: str) -> tuple[float | None, float | None]:
    """Return the ratio of two sums, and its standard error; None where nothing is below."""
    below = tallies.mean(under)
    if not below:
        return None, None
    ratio = tallies.mean(over) / below
    if tallies.games < 2:
        return float(ratio), None
    spread = tallies.variance(over) + ratio**2 * tallies.variance(under)
    if over != under:
        spread -= 2 * ratio * tallies.covariance(over, under)
    return float(ratio), sqrt(max(spread, Fraction(0)) / tallies.games) / float(below)


def _interval(value: float | None, sem: float | None) -> tuple[float, float] | None:
    if value is None or sem is None:
        return None
    return value - INTERVAL * sem, value + INTERVAL * sem
