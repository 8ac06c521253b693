"""Live results of games that are analysed from their spec: lines, outcomes, false alarms, leaks."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

from certify.errors import ActualsError, SpecError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.language.influence import wagers_without_play
from certify.studies.banked.study import banked_study
from certify.studies.house.choice import house_of
from certify.studies.monitoring.asked import Asked
from certify.studies.monitoring.cells import Totals
from certify.studies.monitoring.groups import Book, Levels
from certify.studies.monitoring.lines import lines_of
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.references import Play
from certify.studies.monitoring.spreads import Counted, Counts, spread_of
from certify.studies.monitoring.study import MonitorOrder, monitor_study
from certify.studies.monitoring.tolerance import Volume
from certify.studies.monitoring.tolerance import test_of as distribution_of
from tests.support.shared import kept
from tools.live_results import FOLDER

HEADS = "date,table,round,seat,wager,stake,wagered,returned"
TOTALS = "date,table,wager,rounds,stake,wagered,returned"
SEATS = 3
CHIPS = np.array([10.0, 25.0, 100.0])


class Monitor:
    """Holds texts of one game against its figures, which are worked out once."""

    def __init__(self, game: str, folder: Path, *settings: str) -> None:
        self.game = apply_overrides(load_game(game), settings)
        self.context = kept()
        self.folder = folder

    def lines(self, play: Play | None = None, strategy: str = "optimal"):
        return house_of(self.game).lines(strategy, play or Play())

    def __call__(self, *rows: str, play: Play | None = None, **asked):
        path = self.folder / "actuals.csv"
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return self.of_file(path, play, **asked)

    def of_file(self, path: Path, play: Play | None = None, **asked):
        order = MonitorOrder(play=play or Play(), asked=Asked(**asked))
        return monitor_study(self.lines(play), [path], order, context=self.context)


@pytest.fixture(scope="module")
def baccarat(tmp_path_factory):
    return Monitor("punto-banco", tmp_path_factory.mktemp("baccarat"))


@pytest.fixture(scope="module")
def references(baccarat):
    return baccarat.lines().certified(baccarat.context).references


@pytest.fixture(scope="module")
def war(tmp_path_factory):
    return Monitor("casino-war", tmp_path_factory.mktemp("war"))


def test_lines_are_the_published_figures(references):
    assert list(references) == [
        *("banco", "punto", "tie", "punto_pair", "banco_pair", "punto_margin", "banco_margin")
    ]
    for wager, edge in (("banco", 0.010579), ("punto", 0.012351), ("tie", 0.143596)):
        assert references[wager].upper.mean == pytest.approx(-edge, abs=5e-7)
        assert references[wager].lower.mean == references[wager].upper.mean
    assert all(each.is_of_cards and each.seat_correlation == 1.0 for each in references.values())
    assert [name for name, each in references.items() if each.is_two_point] == [
        *("tie", "punto_pair", "banco_pair")
    ]
    # Nothing is added to a first wager: the return on turnover has the variance of the other.
    for each in references.values():
        assert each.variance_on_action == pytest.approx(each.upper.distribution.variance)


def test_what_follows_a_wager_is_a_part_of_it(war):
    known = war.lines(Play(player="gives_up")).certified(war.context)
    main = known.references["main"]
    assert main.possible == ((1.0, (-1.0, -0.5, 1.0)), (2.0, (-2.0, 1.0, 2.0)))
    assert main.upper.average_wagered == pytest.approx(1.073955, abs=1e-6)
    assert (main.upper.play, main.lower.play) == ("optimal play", "gives_up")
    assert main.upper.mean == pytest.approx(-0.0233, abs=5e-5)
    assert main.lower.mean == pytest.approx(-0.0370, abs=5e-5)
    assert not main.is_of_cards
    assert known.references["tie"].upper.average_wagered == 1.0
    # Another way: from the moments of what is won and what is wagered.
    figures = war.lines().certified(war.context).references["main"]
    outcomes = banked_study(war.game, context=war.context).wagers["main"].outcomes
    put, net, p = np.array([(each.staked, each.net, each.probability) for each in outcomes]).T
    ratio = (net @ p) / (put @ p)
    variances = [((each - each @ p) ** 2) @ p for each in (net, put)]
    covariance = ((net - net @ p) * (put - put @ p)) @ p
    wanted = variances[0] - 2 * ratio * covariance + ratio**2 * variances[1]
    assert figures.variance_on_action == pytest.approx(wanted)


def test_a_raise_is_in_the_row_of_its_wager(war):
    found = war(
        HEADS,
        "2026-03-01,T1,1,1,main,10,20,40",
        "2026-03-01,T1,1,2,main,10,10,0",
        "2026-03-01,T1,1,2,tie,5,5,0",
        "2026-03-01,T1,2,1,main,10,5,0",
        "2026-03-01,T1,2,2,main,10,10,30",
        # Who gives up plays worse than is certified; it is no error.
        "2026-03-01,T1,2,3,main,10,10,5",
        "2026-03-01,T1,2,3,Tie,5,5,54",
    )
    told = {errors.kind: [each.message for each in errors.first] for errors in found.errors}
    assert told == {
        "below_stake": ["wagered 5, less than the stake of 10"],
        "returned": [
            "main: returned 30 for a stake of 10 with 10 wagered; possible are 0 to 20",
            "tie: returned 54 for a stake of 5 with 5 wagered; possible are 0, 55",
        ],
    }
    lines = [line for line in found.lines if line.grouping == "wager"]
    assert {line.wager: line.wagers for line in lines} == {"main": 3, "tie": 1}


def test_a_day_without_play_is_no_error(war):
    row = "2026-03-01,T1,main,0,0,0,0"
    assert not war(TOTALS, row, "2026-03-02,T1,main,10,100,110,90").errors


@pytest.mark.parametrize(
    ("play", "said"),
    [
        (Play(player="weak"), "there is no policy weak"),
        (Play(bonus="never"), "has no Bonus wagers"),
    ],
)
def test_what_a_game_has_not_is_told_before_any_work(war, play, said):
    with pytest.raises(SpecError, match=said):
        war.lines(play)


def test_a_file_that_does_not_tell_the_wager_is_refused_where_there_are_several(baccarat):
    rows = ("date,table,hands,handle,win", "2026-03-01,PB1,100,1000,12")
    with pytest.raises(ActualsError, match="needs the column wager"):
        baccarat(*rows)
    found = baccarat(*rows, mapping=MappingAsked.of("wager:punto"))
    assert found.lines[0].wager == "punto"


def test_rounding_of_a_commission_is_no_error_and_is_taken_off(baccarat):
    row = "2026-03-01,PB1,1,1,banco,25,25,49"
    told = baccarat(HEADS, row).errors[0].first[0].message
    assert told == (
        "banco: returned 49 for a stake of 25 with 25 wagered; possible are 0, 25, 48.75"
    )
    found = baccarat(HEADS, row, rounding=0.5)
    assert not found.errors
    assert found.lines[0].actual == 49 / 25
    # As if the certified 48.75 had come back: the rest is the cashier's.
    assert found.powers[0].wagers == 1


# Outcomes


def test_both_layouts_count_the_same_outcomes(baccarat):
    nets = np.array([-1.0, 0.0, 0.95])
    random = np.random.default_rng(4)
    drawn = nets[random.choice(3, 300, p=[0.44, 0.1, 0.46])]
    rounds = [
        f"2026-03-01,PB{number % 2},{number // 2 + 1},{seat},banco,10,10,{10 * (1 + net):g}"
        for number, net in enumerate(drawn.tolist())
        for seat in (1, 2)
    ]
    whole = baccarat(HEADS, *rounds)
    assert not whole.errors
    totals = []
    for table in (0, 1):
        own = drawn[table::2]
        lines = " ".join(f"{net:g}:{2 * (own == net).sum()}" for net in nets.tolist())
        returned = 20 * (1 + own).sum()
        totals.append(f"2026-03-01,PB{table},banco,300,3000,3000,{returned:g},{lines}")
    summed = baccarat(f"{TOTALS},lines,seats", *(f"{each},2" for each in totals))
    assert not summed.errors
    for one, other in zip(whole.lines, summed.lines, strict=True):
        assert (one.spread is None) == (other.spread is None) == (one.grouping == "table")
        if one.spread is not None:
            assert one.spread.statistic == pytest.approx(other.spread.statistic)
            assert one.spread.outcomes == other.spread.outcomes
    first = whole.lines[0].spread
    assert first is not None
    assert sum(each.wagers for each in first.outcomes) == 600
    assert sum(each.expected for each in first.outcomes) == pytest.approx(600)


@pytest.mark.parametrize(
    "lines", ["0.95:50 -1:50 0:1", "1:50 -1:50", "0.95:x -1:50", "50", "0.95:-1 -1:101"]
)
def test_counts_that_cannot_be_are_told_by_line(baccarat, lines):
    found = baccarat(f"{TOTALS},lines", f"2026-03-01,PB1,banco,100,1000,1000,975,{lines}")
    (errors,) = found.errors
    assert errors.kind == "lines"
    assert errors.first[0].message == (
        "lines: expected the 100 wagers by net result for a stake of 1, as -1:N 0:N 0.95:N;"
        f" found {lines!r}"
    )


def test_outcomes_are_not_counted_where_the_play_changes_them(war):
    found = war(HEADS, *(f"2026-03-01,T1,{each},1,main,10,10,0" for each in range(1, 200)))
    assert all(line.spread is None for line in found.lines)


@pytest.mark.parametrize(
    ("game", "fixed"),
    [
        ("three-card-poker", {"pair_plus", "six_card_bonus"}),
        ("caribbean-stud", {"side"}),
        ("ultimate-texas-holdem", {"trips"}),
        ("casino-war", set()),
        ("blackjack", set()),
        ("punto-banco", set(load_game("punto-banco").spec.wagers)),
    ],
)
def test_wagers_that_no_answer_changes_are_found_in_the_rules(game, fixed):
    play = load_game(game).play
    assert play is not None
    assert wagers_without_play(play) == fixed


@pytest.mark.slow
def test_outcomes_of_a_wager_that_play_cannot_change_are_counted(tmp_path):
    monitor = Monitor("three-card-poker", tmp_path)
    references = monitor.lines().certified(monitor.context).references
    assert references["pair_plus"].is_of_cards
    assert not references["ante"].is_of_cards
    played = banked_study(
        monitor.game, next(iter(monitor.game.spec.policies)), exact=True, context=monitor.context
    )
    best = banked_study(monitor.game, exact=True, context=monitor.context)
    assert played.wagers["pair_plus"].outcomes == best.wagers["pair_plus"].outcomes


def test_a_wager_that_is_paid_too_often_by_small_stakes_shows_in_its_outcomes(references):
    known = references["punto_margin"]
    chances = known.upper.distribution.chances
    planted = chances.copy()
    # The rare margins of 30 to 1 come twice as often, of 20,000 wagers.
    planted[-1] *= 2
    planted[0] -= chances[-1]
    honest, wrong = (
        spread_of(Counted(np.rint(20_000 * each), 20_000.0), known) for each in (chances, planted)
    )
    assert honest is not None
    assert wrong is not None
    assert honest.p > 0.99
    assert wrong.p < 1e-3 * honest.p
    # If ten seats share every round, it is no evidence.
    shared = spread_of(Counted(np.rint(20_000 * planted), 200_000.0), known)
    assert shared is not None
    assert shared.p > 0.1


def test_rare_high_payouts_have_no_normal_tolerance_until_there_are_many(references):
    margin = references["punto_margin"]
    assert margin.upper.distribution.skewness == pytest.approx(7.41, abs=0.01)
    for number, test in ((7_500, "none"), (8_500, "normal")):
        volume = Volume(number, number, number, number, 0.0, number, number)
        assert distribution_of(volume, margin) == test
    banco = references["banco"]
    assert distribution_of(Volume(100, 100, 100, 100, 0.0, 100, 100), banco) == "normal"


# False alarms and planted errors


def drawn_totals(references, random, days, rounds, paid=None) -> tuple[Totals, Counts]:
    """Return totals of a table at which three seats make each wager in every round."""
    cells = []
    counts: dict[tuple[str, str | None], Counted] = {}
    for kind, (name, known) in enumerate(references.items()):
        distribution = known.upper.distribution
        values = distribution.values
        places = random.choice(values.size, (days, rounds), p=distribution.chances)
        stakes = random.choice(CHIPS, (days, rounds, SEATS))
        joined = stakes.sum(axis=2)
        net = values[places] if paid is None else paid(name, values[places])
        stake = joined.sum(axis=1)
        cells += [
            (day, kind, rounds * SEATS, stake[day], (stakes[day] ** 2).sum(),
             (joined[day] ** 2).sum(), (net[day] * joined[day]).sum(), stakes[day].max(),
             joined[day].max())
            for day in range(days)
        ]  # fmt: skip
        counted = SEATS * np.bincount(places.ravel(), minlength=values.size).astype(float)
        counts[name, None] = Counted(counted, float(SEATS**2 * places.size))
    (day, kinds, wagers, stake, squared, joined, net, largest, most) = map(
        np.array, zip(*cells, strict=True)
    )
    nothing = np.zeros(day.size)
    totals = Totals(
        days=day + 1, groups=np.zeros_like(day), wagers_kind=kinds, wagers=wagers * 1.0,
        stake=stake, stake_squared=squared, table_squared=joined, wagered=stake,
        returned=stake + net, rounded=nothing, seats=nothing + SEATS, largest=largest,
        largest_table=most,
    )  # fmt: skip
    return totals, counts


def flags(references, random, *, days=20, rounds=150, paid=None):
    """Return the flags of the wagers, and the p-values of their outcomes."""
    totals, counts = drawn_totals(references, random, days, rounds, paid)
    book = Book(np.unique(totals.days), references, counts)
    groups = list(book.groups(totals, ["PB1"], apart=False))
    lines = lines_of(book, "wager", groups, Levels(), 1)
    assert all(line.spread is not None for line in lines)
    return {line.wager: line.flag for line in lines}, [
        line.spread.p for line in lines if line.spread is not None
    ]


@pytest.mark.slow
def test_flags_are_as_rare_as_is_said(references):
    chosen = {name: references[name] for name in ("banco", "punto", "tie", "punto_margin")}
    random = np.random.default_rng(27)
    runs = 150
    any_flag = any_alert = any_alarm = 0
    ps = []
    for _ in range(runs):
        found, own = flags(chosen, random)
        ps += own
        any_flag += any(each != "ok" for each in found.values())
        any_alert += any(each in ("alert", "alarm") for each in found.values())
        any_alarm += "alarm" in found.values()
    # Holm bounds them; 3 standard errors above what is said.
    assert any_flag / runs <= 0.05 + 3 * (0.05 * 0.95 / runs) ** 0.5
    assert any_alert / runs <= 0.01 + 3 * (0.01 * 0.99 / runs) ** 0.5
    assert any_alarm / runs <= 0.01
    # Of a test that hardly ever speaks nothing would be known: outcomes do at 5 percent.
    assert np.mean(np.array(ps) < 0.05) == pytest.approx(0.05, abs=3 * (0.0475 / len(ps)) ** 0.5)


def test_a_wrong_commission_is_noticed_whatever_the_seats(references):
    chosen = {name: references[name] for name in ("banco", "punto", "tie")}

    def adds_it(name, net):
        return np.where(net == 0.95, 1.05, net) if name == "banco" else net

    random = np.random.default_rng(28)
    found = [flags(chosen, random, days=20, rounds=1_500, paid=adds_it)[0] for _ in range(20)]
    assert sum(each["banco"] == "alarm" for each in found) >= 18
    assert all(each["punto"] != "alarm" for each in found)


def test_the_examples_are_an_honest_month_and_one_with_a_leak(baccarat):
    honest = baccarat.of_file(FOLDER / "punto-banco-honest.csv")
    assert honest.sound
    assert honest.flag == "ok"
    leak = baccarat.of_file(FOLDER / "punto-banco-leak.csv")
    assert not leak.errors
    alarms = {(line.table, line.wager) for line in leak.lines if line.flag == "alarm"}
    assert alarms == {("PB3", None), ("PB3", "banco")}
    # The cards are as they should be: it is what was paid.
    assert all(line.spread.p_adjusted == 1.0 for line in leak.lines if line.spread is not None)


def test_rounds_show_every_wrong_commission_by_its_line(baccarat):
    rows = [f"2026-03-01,PB1,{each},1,banco,100,100,195" for each in range(1, 6)]
    rows[3] = "2026-03-01,PB1,4,1,banco,100,100,205"
    found = baccarat(HEADS, *rows)
    assert [each.line for each in found.errors[0].first] == [5]
    assert found.lines[0].wagers == 4


def test_another_payout_has_other_lines(war, tmp_path):
    other = Monitor("casino-war", tmp_path, "tie_pays=11:1")
    row = "2026-03-01,CW1,1,1,tie,100,100,1200"
    assert not other(HEADS, row).errors
    assert war(HEADS, row).errors


@pytest.mark.slow
def test_the_examples_are_what_the_tool_writes():
    from tools.live_results import HEADS as COLUMNS
    from tools.live_results import MONTHS, month

    for name, asked in MONTHS.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(month(*asked))
        assert text.getvalue() == (FOLDER / name).read_text(encoding="utf-8"), name


@pytest.mark.slow
def test_blackjack_without_the_option_has_its_own_lines_and_wagers_on_the_first_cards(tmp_path):
    blackjack = Monitor("blackjack", tmp_path, "decks=1", "max_split_hands=2")
    found = blackjack(
        HEADS,
        "2026-03-01,BJ1,1,1,main,10,10,25",
        "2026-03-01,BJ1,1,2,main,10,20,40",
        "2026-03-01,BJ1,1,2,insurance,5,5,15",
        "2026-03-01,BJ1,2,1,main,10,10,17",
        "2026-03-01,BJ1,2,2,pairs,10,10,70",
        play=Play(player="basic"),
    )
    (errors,) = found.errors
    assert errors.first[0].line == 5
    by_name = {each.wager: each for each in found.references}
    main = by_name["main"]
    assert main.upper.play == "optimal play"
    assert main.lower.play == "the charts"
    assert main.lower.rtp < main.upper.rtp
    assert 0.3 < main.seat_correlation < 0.45
    assert main.variance_on_action == pytest.approx(main.upper.variance, rel=0.05)
    # One pack has no two equal cards.
    assert by_name["pairs"].outcomes.keys() == {"-1", "6", "12"}
    # Who is offered it makes it at half his stake or not at all; by the stake it pays 2.
    assert by_name["insurance"].outcomes.keys() == {"-1", "2"}
    with pytest.raises(SpecError, match="has no Bonus wagers"):
        blackjack.lines(Play(bonus="never"))
