"""Certified figures and made-up live results for the tests of the monitor.

The figures are those of six decks, rounded to what these tests need, so that no engine runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as arrow_csv
from pyarrow import parquet

from certify.studies.monitoring.burnout_lines import certified_from
from certify.studies.monitoring.distributions import WagerDistribution
from certify.studies.monitoring.references import Certified, Play, Reference
from certify.studies.returns.bonus_result import BonusWagerResult, StreakReturn
from certify.studies.returns.result import (
    BurnoutWagerResult,
    InsuranceResult,
    RtpResult,
    UpcardResult,
    WagerResult,
    Wagers,
)

FIRST_DAY = date(2026, 1, 5)
SEATS = 5
CHIPS = (5.0, 10.0, 15.0, 25.0, 50.0, 100.0)

OUTCOMES = {
    "-8": 1.9e-7, "-7": 2.5e-6, "-6": 1.87e-5, "-5": 9.31e-5, "-4": 4.902e-4, "-3": 2.0599e-3,
    "-2": 0.0437841, "-1": 0.4342006, "0": 0.0863450, "1": 0.3235455, "1.5": 0.0453230,
    "2": 0.0607810, "3": 2.4164e-3, "4": 7.437e-4, "5": 1.5e-4, "6": 3.93e-5, "7": 6.4e-6,
    "8": 6.7e-7,
}  # fmt: skip
WITH_BURNOUT = {
    "-8": 1.1e-7, "-7": 1.4e-6, "-6": 1.00e-5, "-5": 4.79e-5, "-4": 2.499e-4, "-3": 1.0142e-3,
    "-2": 0.0616719, "-1": 0.3308318, "0": 0.1072780, "1": 0.3343357, "1.5": 0.0453230,
    "2": 0.1173545, "3": 1.3512e-3, "4": 4.191e-4, "5": 8.47e-5, "6": 2.23e-5, "7": 3.7e-6,
    "8": 4.0e-7,
}  # fmt: skip
PAYS = {"2": 2.0, "3": 4.0, "4": 8.0, "5": 15.0}
NEVER, ALWAYS, BEST = 0.473497, 0.558692, 0.563484


def certified(strategy: str = "optimal", *, worse: float = 0.0) -> RtpResult:
    """Return the certified figures.

    Parameters
    ----------
    strategy : str
        What they are of.
    worse : float
        By how much every expectation is lower.
    """
    main, burnout = _distribution(OUTCOMES, worse), _distribution(WITH_BURNOUT, worse)
    payment = 0.2
    gross = burnout.mean
    return RtpResult(
        game="blackjack-burnout",
        title="Blackjack Burnout",
        version="1.0.0",
        spec_sha256="a" * 64,
        paytable_sha256="b" * 64,
        engine_version="0.1.0",
        strategy=strategy,
        strategy_class="composition_dependent",
        strategy_sha256=None,
        shoe={label: 96 if label == "T" else 24 for label in "A23456789T"},
        parameters={"decks": 6, "blackjack_pays": "3:2", "burnout_payment": payment},
        wagers=Wagers(
            main=WagerResult(**_figures(main, 0.0, 1.1362, 0.1310, 0.0361, 0.4986)),
            main_burnout=BurnoutWagerResult(
                **_figures(burnout, payment, 1.2102 + payment, 0.1787, 0.0771, 0.5103),
                gross_ev=gross,
                payment=payment,
                gain=gross - main.mean,
                burn_rate=0.3897,
            ),
            insurance=InsuranceResult(
                pays="2:1",
                p_offered=1.0 / 13.0,
                ev_when_always_taken=3.0 * 96.0 / 311.0 - 1.0,
                best_ev=3.0 * 96.0 / 309.0 - 1.0,
                ev_even_money=-0.000137,
            ),
            bonus={
                wins: BonusWagerResult(
                    pays=f"{pays:g}:1",
                    basis="to_one",
                    without_burnout=_streak(int(wins), pays, NEVER - worse),
                    with_burnout=_streak(int(wins), pays, ALWAYS - worse),
                    best=_streak(int(wins), pays, BEST),
                )
                for wins, pays in PAYS.items()
            },
        ),
        by_upcard=(UpcardResult(upcard="2", probability=1.0, main=0.0, main_burnout_gross=0.0),),
    )


def known_lines(play: Play | None = None, *, worse: float = 0.0) -> Certified:
    """Return what the monitor makes of the certified figures."""
    player = certified("weak", worse=worse) if worse else None
    return certified_from(certified(), player, play or Play())


def references(play: Play | None = None, *, worse: float = 0.0) -> dict[str, Reference]:
    """Return what the monitor makes of the certified figures of every wager."""
    return known_lines(play, worse=worse).references


def _distribution(outcomes: dict[str, float], worse: float) -> WagerDistribution:
    distribution = WagerDistribution.of(
        {float(value): chance for value, chance in outcomes.items()}
    )
    chances = distribution.chances.copy()
    # A won stake becomes a lost one.
    chances[distribution.values == 1.0] -= worse / 2.0
    chances[distribution.values == -1.0] += worse / 2.0
    return WagerDistribution(distribution.values, chances)


def _figures(
    distribution: WagerDistribution,
    payment: float,
    wagered: float,
    variance_wagered: float,
    covariance: float,
    seats: float,
) -> dict[str, Any]:
    ev = distribution.mean - payment
    return {
        "ev": ev,
        "house_edge": -ev,
        "rtp": 1.0 + ev / (1.0 + payment),
        "element_of_risk": -ev / wagered,
        "rtp_on_action": 1.0 + ev / wagered,
        "initial_amount": 1.0 + payment,
        "average_wagered": wagered,
        "error_bound": 1e-9,
        "ev_error_bound": 1e-12,
        "outcomes": {
            f"{value:g}": float(chance)
            for value, chance in zip(distribution.values, distribution.chances, strict=True)
        },
        "variance": distribution.variance,
        "sd": distribution.variance**0.5,
        "variance_wagered": variance_wagered,
        "covariance_net_wagered": covariance,
        "seat_covariance": seats,
        "method": "made up for tests",
    }


def _streak(wins: int, pays: float, q: float) -> StreakReturn:
    hit = q**wins
    return StreakReturn(q=q, p_hit=hit, rtp=hit * (pays + 1.0), expected_rounds=2.0)


class SharedDealer:
    """Draws net results of seats against one dealer hand, with the exact distribution of each seat.

    A hidden state of the dealer, one of two that are equally likely, makes high results likelier
    or less likely for all seats. Each seat by itself has the given distribution exactly, and two
    seats have the given covariance exactly.

    Parameters
    ----------
    distribution : WagerDistribution
        The distribution of a seat.
    covariance : float
        Of two seats.
    """

    def __init__(self, distribution: WagerDistribution, covariance: float) -> None:
        side = np.sign(distribution.values - distribution.mean)
        side = side - side @ distribution.chances
        # With lean a the covariance is a^2 E[W side]^2.
        lean = covariance**0.5 / float((distribution.values * side) @ distribution.chances)
        tilted = [distribution.chances * (1.0 + sign * lean * side) for sign in (-1.0, 1.0)]
        assert min(each.min() for each in tilted) >= 0.0
        self.distribution = distribution
        self._sums = np.cumsum(tilted, axis=1)

    def draw(self, random: np.random.Generator, hands: int, seats: int) -> np.ndarray:
        """Return net results by the stake, shape (hands, seats)."""
        state = random.integers(0, 2, hands)
        uniform = random.random((hands, seats))
        found = np.empty((hands, seats))
        for number in (0, 1):
            chosen = state == number
            places = np.searchsorted(self._sums[number], uniform[chosen])
            found[chosen] = self.distribution.values[
                np.minimum(places, self.distribution.values.size - 1)
            ]
        return found


def rounds_table(
    rows: int,
    *,
    seed: int = 1,
    tables: int = 4,
    seats: int = SEATS,
    days: int = 30,
    bonus: bool = True,
    shift: float = 0.0,
) -> pa.Table:
    """Return made-up rounds without errors, by day and round.

    Parameters
    ----------
    rows : int
        About how many rows.
    seed : int
        Of the draws.
    tables, seats, days : int
        Tables, seats of each, and days.
    bonus : bool
        Whether there are Bonus wagers and insurance too.
    shift : float
        Share of won single stakes that are lost instead.

    Returns
    -------
    Table
        The columns of the layout.
    """
    random = np.random.default_rng(seed)
    hands = max(days, rows // (seats * (2 if bonus else 1)) // tables * tables)
    table = np.arange(hands) % tables
    number = np.arange(hands) // tables + 1
    day = np.arange(hands) * days // hands
    with_burnout = np.repeat(random.random(hands) < 0.5, seats)
    distributions = references()
    net = np.where(
        with_burnout,
        SharedDealer(_distribution(WITH_BURNOUT, 0.0), 0.5).draw(random, hands, seats).ravel(),
        SharedDealer(distributions["main"].upper.distribution, 0.5)
        .draw(random, hands, seats)
        .ravel(),
    )
    net = np.where((net == 1.0) & (random.random(net.size) < shift), -1.0, net)
    stake = random.choice(CHIPS, net.size)
    multiple = np.where(np.abs(net) > 1.5, np.ceil(np.abs(net)), 1.0)
    payment = np.where(with_burnout, 0.2, 0.0)
    rows_of = {
        "day": np.repeat(day, seats),
        "table": np.repeat(table, seats),
        "round": np.repeat(number, seats),
        "seat": np.tile(np.arange(1, seats + 1), hands),
        "wager": with_burnout.astype(np.int64),
        "stake": stake,
        "wagered": (multiple + payment) * stake,
        "returned": (multiple + net) * stake,
    }
    parts = [rows_of]
    names = ["main", "main_burnout"]
    if bonus:
        for place, (name, chance, share) in enumerate(
            (
                ("insurance", 96.0 / 311.0, 0.05),
                ("bonus.2", ALWAYS**2, 0.3),
                ("bonus.3", ALWAYS**3, 0.3),
                ("bonus.5", ALWAYS**5, 0.3),
            ),
            start=2,
        ):
            names.append(name)
            chosen = np.flatnonzero(random.random(net.size) < share)
            paid = random.random(chosen.size) < chance
            pays = 2.0 if name == "insurance" else PAYS[name[-1]]
            own = random.choice(CHIPS[:3], chosen.size)
            parts.append(
                {key: values[chosen] for key, values in rows_of.items()}
                | {
                    "wager": np.full(chosen.size, place),
                    "stake": own,
                    "wagered": own,
                    "returned": np.where(paid, (pays + 1.0) * own, 0.0),
                }
            )
    joined = {key: np.concatenate([part[key] for part in parts]) for key in rows_of}
    order = np.lexsort((joined["wager"], joined["seat"], joined["table"], joined["round"]))
    joined = {key: values[order] for key, values in joined.items()}
    dates = [(FIRST_DAY + timedelta(days=each)).isoformat() for each in range(days)]
    return pa.table(
        {
            "date": _named(joined["day"], dates),
            "table": _named(joined["table"], [f"BJ{place + 1}" for place in range(tables)]),
            "round": joined["round"],
            "seat": joined["seat"],
            "wager": _named(joined["wager"], names),
            "stake": np.round(joined["stake"], 2),
            "wagered": np.round(joined["wagered"], 2),
            "returned": np.round(joined["returned"], 2),
        }
    )


def _named(places: np.ndarray, names: Sequence[str]) -> pa.Array:
    coded = pa.DictionaryArray.from_arrays(pa.array(places.astype(np.int32)), pa.array(list(names)))
    return coded.cast(pa.string())


def write(table: pa.Table, path: Path) -> Path:
    """Write a table as CSV or Parquet, by the name of the file, and return the path."""
    if path.suffix == ".csv":
        options = arrow_csv.WriteOptions(quoting_style="needed")
        arrow_csv.write_csv(table, path, options)
    else:
        parquet.write_table(table, path)
    return path
