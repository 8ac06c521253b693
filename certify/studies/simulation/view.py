"""How games that were played many times are shown, and a game as it is compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from certify.numerics.odds import odds_text
from certify.present.document import Band, Column, Element, Table, number
from certify.present.facts import digests, facts, identification
from certify.present.markup import counted, plain
from certify.present.quantity import COUNT, QUOTED, Interval, Quantity, shortest
from certify.results import Estimate, decimals_for
from certify.studies.simulation.compiled_result import CompiledResult
from certify.studies.simulation.result import (
    SimulatedLine,
    SimulatedPart,
    SimulatedQuantity,
    SimulatedReturn,
    SimulatedWager,
    SimulationResult,
)

MOST_LISTED = 40
"""Values of a quantity that are shown one by one."""
MOST_DECIMALS = 12
SHARE = Quantity(4, 100)
"""A share of games, in percent."""
SCORE = Quantity(1, signed=True)
"""A difference in standard errors."""
PLAYED_RATE = Interval(scale=100.0)
"""A rate that was found by playing, in percent with its interval."""
ONE_IN = Quantity(1, thousands=True)
BROUGHT = Quantity(2, 100, signed=True)
"""What a wager has brought by one of its rows, in percent."""
WAGERS_NOTE = (
    "House edge in percent of the first wager, element of risk of everything put down with it, both"
    " ± 95 %; SD is that of a game's gain, in units of what a game puts on the first wager on"
    " average. A star stands by a wager that is not made and so is no part of the score."
)
WAGERS = {"main": "main wagers", "main_burnout": "main wagers and Burnout payments"}
SHOE_NOTE = (
    "these games deal on from one shoe, which moves the return a little: certify crosscheck"
    " measures by how much, and --procedure single_round deals as the exact figure means it"
)


def simulation_view(found: SimulationResult) -> Iterator[Element]:
    """Yield what is shown of games that were played many times."""
    yield from identification(found, *_facts(found))
    if found.wagers:
        yield from _wager_tables(found.wagers)
    yield Table.of(
        "Quantities recorded",
        [
            Column("Quantity", value=lambda named: named[0]),
            Column("Mean", 1.0, "number", lambda named: _mean(named[1])),
            Column("± (95 %)", 1.0, "number", lambda named: shortest(_half(named[1]), 2)),
            Column("SD", 1.0, "number", lambda named: shortest(named[1].sd)),
            Column("Least", 1.0, "number", lambda named: shortest(named[1].least)),
            Column("Most", 1.0, "number", lambda named: shortest(named[1].most)),
        ],
        found.quantities.items(),
    )
    values = found.quantities[found.stop.of].values
    if values is not None and len(values) <= MOST_LISTED:
        yield Table.of(
            f"Values of {found.stop.of}",
            [
                Column("Value", 1.0, "number", lambda named: named[0]),
                number("Games", lambda named: named[1], COUNT),
                number("Percent", lambda named: named[1] / found.games, SHARE),
            ],
            values.items(),
        )


def _wager_tables(wagers: Mapping[str, SimulatedWager]) -> Iterator[Table]:
    """Yield the wagers as they were played, what each consists of, and their pay lines."""
    yield Table.of(
        "Wagers, as they were played",
        [
            Column("Wager", 2.0, value=_title),
            number("House edge, %", _edge, PLAYED_RATE),
            number("Element of risk, %", _risk, PLAYED_RATE),
            Column("SD", 1.0, "number", lambda wager: shortest(wager.sd)),
            number("Wins, %", lambda wager: wager.hit_frequency, QUOTED),
        ],
        wagers.values(),
        WAGERS_NOTE,
    )
    parts: list[Band | SimulatedPart] = []
    lines: list[Band | SimulatedLine] = []
    for name, wager in wagers.items():
        titles = {part.wager: part.title for part in wager.parts} | {name: wager.title}
        if wager.parts:
            parts += [Band(plain(f"{_title(wager)}, with what follows it")), *wager.parts]
        for other, rows in wager.lines.items():
            lines += [Band(plain(titles[other])), *rows]
    if parts:
        yield Table.of(
            "Wagers that are made together, in units of the first",
            [
                Column("Wager", 2.0, value=lambda part: part.title),
                Column("Put down", 1.0, "number", lambda part: shortest(part.average_wagered)),
                Column("Brings", 1.0, "number", lambda part: shortest(part.ev)),
            ],
            parts,
        )
    if lines:
        yield Table.of(
            "Pay lines, as they were played",
            [
                Column("Outcome", 2.0, value=lambda line: line.outcome),
                Column("Pays", 1.0, "number", lambda line: odds_text(Fraction(line.pays))),
                number("Games", lambda line: line.games, COUNT),
                number("1 in", lambda line: line.one_in, ONE_IN),
                number("Brings, %", lambda line: line.contribution, BROUGHT),
            ],
            lines,
        )


def _title(wager: SimulatedWager) -> str:
    return wager.title if wager.made else f"{wager.title} *"


def _edge(wager: SimulatedWager) -> Estimate:
    low, high = wager.interval or (wager.ev, wager.ev)
    return Estimate(value=wager.house_edge, low=-high, high=-low)


def _risk(wager: SimulatedWager) -> Estimate | None:
    risk = wager.element_of_risk
    if risk is None:
        return None
    low, high = wager.element_of_risk_interval or (risk, risk)
    return Estimate(value=risk, low=low, high=high)


def _mean(quantity: SimulatedQuantity) -> str:
    """Return a mean with the digits that its interval leaves."""
    half = _half(quantity)
    if not half:
        return shortest(quantity.mean)
    return Quantity(decimals_for(half, MOST_DECIMALS))(quantity.mean)


def _half(quantity: SimulatedQuantity) -> float | None:
    if quantity.interval is None:
        return None
    return (quantity.interval[1] - quantity.interval[0]) / 2


def _facts(found: SimulationResult) -> Iterator[tuple[str, str]]:
    """Yield what was played and how it ended, and the return in words."""
    procedure = "" if found.procedure == "play" else f" of the procedure {found.procedure}"
    seats = counted(found.players, "player")
    yield (
        "games",
        f"{COUNT(found.games)}{procedure}, {seats}, seed {found.seed}; ended {_end(found)}",
    )
    returned = found.returned
    if returned is not None:
        text = (found.procedure_text or "").rstrip(".")
        made = f"{returned.wagers_a_game:,.6g}"
        wagers = "1 main wager" if made == "1" else f"{made} main wagers on average"
        yield "a game is", f"the procedure {found.procedure}: {text}; {wagers}"
    if len({(policy.policy, policy.sha256) for policy in found.policies}) == 1:
        yield "policies", found.policies[0].policy
    else:
        yield "policies", ", ".join(f"{each.seat}: {each.policy}" for each in found.policies)
    yield "engine", found.engine
    if returned is not None:
        yield from _return_facts(returned)


def _end(found: SimulationResult) -> str:
    if found.stop.ended_by == "precision":
        return f"when the error of {found.stop.of} was at most {found.stop.until_sem:g}"
    return "by number" if found.stop.ended_by == "rounds" else "by time"


def _return_facts(returned: SimulatedReturn) -> Iterator[tuple[str, str]]:
    """Yield the return, with the digits that its error leaves, and the exact figure beside it."""
    half = returned.rtp - (returned.interval or (returned.rtp,))[0] if returned.sem else 0.0
    decimals = max(2, decimals_for(100 * half, MOST_DECIMALS)) if half else 4
    error = f" ± {100 * half:.2g}" if half else ""
    wager = WAGERS.get(returned.wager, returned.wager)
    rounds = counted(returned.wagers, "round")
    rtp = Quantity(decimals, 100)(returned.rtp)
    yield "return", f"{rtp} %{error} (95 %) of {wager}, {rounds}"
    if returned.exact is None:
        yield "exact", "not known for this play; basic, optimal and strategy files are"
        return
    play = f"of {wager} under the strategy {returned.exact_strategy}, from a full shoe"
    if returned.sem:
        play += f"; z = {SCORE((returned.rtp - returned.exact) / returned.sem)}"
    yield "exact", f"{Quantity(max(4, decimals + 2), 100)(returned.exact)} % {play}"
    if not returned.from_full_shoe:
        yield "mind", SHOE_NOTE


def compiled_view(found: CompiledResult) -> Iterator[Element]:
    """Yield what is shown of a game as it is compiled."""
    yield facts(
        [
            ("players", str(found.players)),
            ("a game", found.procedure),
            ("policies", ", ".join(dict.fromkeys(found.policies))),
            ("lines of source", COUNT(found.lines)),
            ("memory of a game in play", f"{COUNT(found.memory_bytes)} bytes"),
            ("amounts are counted in", "wholes" if found.units == 1 else f"1/{found.units}"),
        ],
        f"{found.title} {found.version} ({found.game}), compiled",
    )
    yield Table.of(
        "How cards are kept in memory",
        [
            Column("Zone", value=lambda zone: zone.name),
            Column("Kept as", value=lambda zone: zone.lies),
            number("Zones", lambda zone: zone.number, COUNT),
            number("Cards, at most", lambda zone: zone.cards, COUNT),
        ],
        found.zones,
    )
    yield digests([("spec", found.spec_sha256), ("source", found.source_sha256)])
