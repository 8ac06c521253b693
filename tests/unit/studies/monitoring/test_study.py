"""The whole of a monitor: one path for both layouts, and flags that are what they say."""

from __future__ import annotations

from math import log10

import numpy as np
import pyarrow as pa
import pytest

from certify.errors import EngineError
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.burnout_lines import references_from
from certify.studies.monitoring.groups import Levels
from certify.studies.monitoring.references import Play
from certify.studies.monitoring.study import MonitorOrder, monitored
from tests.support.monitoring import certified, known_lines, references, rounds_table, write


def monitor(path, *, play=None, levels=None, **asked):
    known = known_lines(play)
    order = MonitorOrder(asked=Asked(**asked), levels=levels or Levels())
    return monitored(known, read_actuals([path], known.references, order.asked), order)


def totals_of(table: pa.Table) -> pa.Table:
    """Return the totals of rounds as a house would sum them up, by another way."""
    hands = table.group_by(["date", "table", "wager", "round"]).aggregate([("stake", "sum")])
    hands = hands.append_column("joined", pa.array(hands["stake_sum"].to_numpy() ** 2))
    joined = hands.group_by(["date", "table", "wager"]).aggregate([("joined", "sum")])
    squared = table.append_column("squared", pa.array(table["stake"].to_numpy() ** 2))
    sums = squared.group_by(["date", "table", "wager"]).aggregate(
        [
            ("seat", "count"),
            ("seat", "count_distinct"),
            ("stake", "sum"),
            ("wagered", "sum"),
            ("returned", "sum"),
            ("squared", "sum"),
            ("stake", "max"),
        ]
    )
    both = sums.join(joined, ["date", "table", "wager"]).combine_chunks()
    return both.rename_columns(
        {
            "seat_count": "rounds",
            "seat_count_distinct": "seats",
            "stake_sum": "stake",
            "wagered_sum": "wagered",
            "returned_sum": "returned",
            "squared_sum": "stake_squared",
            "stake_max": "largest_stake",
            "joined_sum": "table_stake_squared",
        }
    )


def test_both_layouts_come_to_the_same(tmp_path):
    table = rounds_table(20_000, tables=3, days=6)
    rounds = monitor(write(table, tmp_path / "rounds.csv"))
    totals = monitor(write(totals_of(table), tmp_path / "totals.parquet"))
    assert not rounds.errors
    assert not totals.errors
    assert totals.assumptions == rounds.assumptions
    assert (rounds.layout, totals.layout) == ("rounds", "totals")
    by_name = {(line.grouping, line.table, line.wager): line for line in totals.lines}
    for line in rounds.lines:
        other = by_name[line.grouping, line.table, line.wager]
        for name in ("wagers", "effective", "actual", "actual_on_action", "p", "upper", "lower"):
            assert getattr(other, name) == pytest.approx(getattr(line, name), rel=1e-9)
        assert other.tolerances == pytest.approx(line.tolerances)
        # Of totals the largest stakes of a hand are a bound.
        assert other.log10_e == pytest.approx(line.log10_e, abs=0.01)


def test_a_return_too_high_alarms_whatever_the_lower_line(tmp_path):
    table = rounds_table(60_000, tables=2, days=10, bonus=False)
    returned = table["returned"].to_numpy().copy()
    wagered, stake = table["wagered"].to_numpy(), table["stake"].to_numpy()
    random = np.random.default_rng(2)
    chosen = (returned == 0) & (wagered < 1.5 * stake) & (random.random(stake.size) < 0.15)
    returned[chosen] = 2 * stake[chosen]
    path = write(table.set_column(7, "returned", pa.array(returned)), tmp_path / "rounds.csv")
    found = monitor(path, play=Play(allowed=0.3))
    lines = [line for line in found.lines if line.grouping == "wager"]
    assert [line.flag for line in lines] == ["alarm", "alarm"]
    for line in lines:
        assert line.band_high is not None
        assert line.actual > line.band_high > line.tolerances[1].high > line.upper
        assert "above the certified" in line.reason
        assert line.alarm_on is not None
    assert not found.sound
    # The same with a lower line alone is no alarm below.
    low = write(rounds_table(60_000, tables=2, days=10, bonus=False, shift=0.2), path)
    assert monitor(low).flag == "alarm"
    assert monitor(low, play=Play(allowed=0.3)).flag == "ok"


def test_bands_of_the_series_are_those_of_the_lines(tmp_path):
    path = write(rounds_table(20_000, tables=2, days=6), tmp_path / "rounds.csv")
    found = monitor(path)
    for line, series in zip(found.lines, found.series, strict=False):
        last = series.points[-1]
        assert (last.band_low, last.band_high) == pytest.approx((line.band_low, line.band_high))
        assert last.alert_low == pytest.approx(line.tolerances[1].low)
        assert last.actual == pytest.approx(line.actual)
        assert [point.wagers for point in series.points] == sorted(
            point.wagers for point in series.points
        )


def test_thresholds_share_alpha(tmp_path):
    path = write(rounds_table(5_000, tables=2, days=3), tmp_path / "rounds.csv")
    known = known_lines()
    order = MonitorOrder(levels=Levels(alpha=0.02), asked=Asked(levels=StakeLevels((10.0,))))
    found = monitored(known, read_actuals([path], known.references, order.asked), order)
    kinds = {line.grouping for line in found.lines}
    assert kinds == {"wager", "table", "table_wager", "level"}
    for kind in kinds:
        lines = [line for line in found.lines if line.grouping == kind]
        assert lines[0].log10_threshold == pytest.approx(log10(4 * len(lines) / 0.02))


def test_figures_without_moments_are_refused():
    figures = certified()
    for update in ({"outcomes": None}, {"seat_covariance": None}):
        main = figures.wagers.main.model_copy(update=update)
        wagers = figures.wagers.model_copy(update={"main": main})
        with pytest.raises(EngineError, match="not worked out"):
            references_from(figures.model_copy(update={"wagers": wagers}), None, Play())


def test_bonus_lines_by_who_buys_burnout():
    between = {bonus: references(Play(bonus=bonus))["bonus.3"] for bonus in ("never", "always")}
    anyone = references()["bonus.3"]
    assert between["never"].lower.mean == between["never"].upper.mean == anyone.lower.mean
    assert between["always"].upper.mean == anyone.upper.mean
    assert anyone.lower.mean < between["always"].lower.mean < anyone.upper.mean


def test_insurance_lies_between_the_worst_hand_and_the_best():
    insurance = references()["insurance"]
    assert insurance.upper.mean == pytest.approx(3 * 96 / 309 - 1)
    assert insurance.lower.mean == pytest.approx(3 * 94 / 309 - 1)
    assert insurance.seat_correlation == 1.0
