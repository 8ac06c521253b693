"""All paytables within bounds: against going through them one by one with plain fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from certify.errors import EngineError
from certify.exact.banked.odds import Odds
from certify.language.catalogue import load_game
from certify.language.game import LoadedGame
from certify.runtime.context import Context
from certify.studies.banked.study import odds_within
from certify.studies.paytable.asked import PaytableQuestion
from certify.studies.paytable.result import DesignedTable, PaytableResult
from certify.studies.paytable.study import paytable_study
from tests.oracle.random_games import random_game

Pays = tuple[Fraction, ...]
Round = list[tuple[Fraction, Fraction]]
"""How likely, and what it brings."""


class Told(NamedTuple):
    """A table as the plain way tells it: what a study must say of it."""

    pays: Pays
    edge: Fraction
    hit: Fraction
    variance: Fraction
    top: Fraction


def figures(pays: Pays, outcomes: Round) -> Told:
    mean = sum(p * net for p, net in outcomes)
    assert sum(p for p, _ in outcomes) == 1
    return Told(
        pays,
        Fraction(-mean),
        Fraction(sum(p for p, net in outcomes if net > 0)),
        Fraction(sum(p * (net - mean) ** 2 for p, net in outcomes)),
        max(pays),
    )


# Games by going through their cards ---------------------------------------------------------------


@cache
def hands_of_three() -> tuple[int, ...]:
    """Return how many hands are straight flush, three of a kind, straight, flush, pair, and all."""
    found: Counter[str] = Counter()
    for hand in combinations(product(range(2, 15), "cdhs"), 3):
        ranks = sorted(rank for rank, _ in hand)
        is_flush = len({suit for _, suit in hand}) == 1
        is_run = ranks in ([ranks[0], ranks[0] + 1, ranks[0] + 2], [2, 3, 14])
        different = len(set(ranks))
        found[
            "straight_flush"
            if is_run and is_flush
            else "run"
            if is_run
            else "flush"
            if is_flush
            else ("three", "pair", "nothing")[different - 1]
        ] += 1
    names = ("straight_flush", "three", "run", "flush", "pair")
    return (*(found[name] for name in names), sum(found.values()))


def pair_plus(pays: Pays) -> Round:
    *counts, every = hands_of_three()
    lost = Fraction(every - sum(counts), every)
    return [
        (lost, Fraction(-1)),
        *((Fraction(n, every), to_one) for n, to_one in zip(counts, pays, strict=True)),
    ]


def red_dog(pays: Pays) -> Round:
    """Six packs; raised where that gains. Rows: three, spread of one, two, three, more."""
    three, *by_spread = pays
    found: Round = []
    for first, second in product(range(13), repeat=2):
        p = Fraction(24 * (24 - (first == second)), 312 * 311)
        between = abs(first - second) - 1
        if between == 0:
            found.append((p, Fraction(0)))
        elif between < 0:
            found += [(p * Fraction(22, 310), three), (p * Fraction(288, 310), Fraction(0))]
        else:
            wins, to_one = Fraction(24 * between, 310), by_spread[min(between, 4) - 1]
            times = 2 if wins * to_one > 1 - wins else 1
            found += [(p * wins, times * to_one), (p * (1 - wins), Fraction(-times))]
    return found


def all_tables(ranges: Sequence[Sequence[Fraction | int]], *, is_monotone: bool) -> list[Pays]:
    return [
        tuple(map(Fraction, pays))
        for pays in product(*ranges)
        if not is_monotone or list(pays) == sorted(pays, reverse=True)
    ]


def is_in(told: Told, bounds: Mapping[str, tuple[Any, Any]]) -> bool:
    own = {"edge": told.edge, "hit": told.hit, "sd": told.variance, "top": told.top}
    for name, ends in bounds.items():
        power = 2 if name == "sd" else 1
        low, high = (None if end is None else Fraction(end) ** power for end in ends)
        if low is not None and own[name] < low:
            return False
        if high is not None and own[name] > high:
            return False
    return True


def unbeaten(tables: list[Told], objectives: Callable[[Told], Pays]) -> set[Pays]:
    own = {told.pays: objectives(told) for told in tables}
    return {
        pays
        for pays, mine in own.items()
        if not any(
            all(a <= b for a, b in zip(other, mine, strict=True)) and other != mine
            for other in own.values()
        )
    }


def usual(told: Told) -> Pays:
    """Return what the usual front wants low: a player's view at an edge that is the house's."""
    return (-told.hit, told.variance, -told.top)


SOLVED = Context()
"""Remembers the odds of games, so that each is solved once."""


def asked(game: LoadedGame | str, wager: str | None = None, **given: Any) -> PaytableResult:
    loaded = load_game(game) if isinstance(game, str) else game
    return paytable_study(PaytableQuestion.of(loaded, wager, **given), SOLVED)


def read(pay: str) -> Fraction:
    return Fraction(*map(int, pay.split(":")))


def as_told(table: DesignedTable) -> Told:
    exact = [Fraction(table.exact[n]) for n in ("house_edge", "hit_frequency", "variance", "top")]
    assert table.house_edge == float(exact[0])
    assert table.hit_frequency == float(exact[1])
    assert table.sd == pytest.approx(sqrt(exact[2]), rel=1e-15)
    assert table.top == float(exact[3])
    return Told(tuple(map(read, table.pays)), *exact)


def agrees(
    found: PaytableResult,
    tables: list[Pays],
    outcomes: Callable[[Pays], Round],
    bounds: Mapping[str, tuple[Any, Any]],
    objectives: Callable[[Told], Pays] = usual,
) -> list[Told]:
    """Hold a result against the plain way; return the tables within the bounds by that."""
    within = [told for pays in tables if is_in(told := figures(pays, outcomes(pays)), bounds)]
    assert found.tables == len(tables)
    assert found.within == len(within)
    listed = [as_told(table) for table in found.every]
    assert sorted(listed) == sorted(within)
    front = unbeaten(within, objectives)
    own = [as_told(table) for table in found.front]
    assert {told.pays for told in own} == front
    assert {*own} <= {*within}
    assert len(own) == len(front)
    assert [objectives(told)[0] for told in own] == sorted(objectives(told)[0] for told in own)
    assert {
        told.pays for told, table in zip(listed, found.every, strict=True) if table.is_best
    } == (front)
    return within


# Published ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pays", "edge"), [((40, 30, 6, 3, 1), 7.28), ((40, 30, 6, 4, 1), 2.32)])
def test_published_tables_of_pair_plus(pays: tuple[int, ...], edge: float) -> None:
    names = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair")
    found = asked("three-card-poker", "pair_plus", rows=dict(zip(names, pays, strict=True)))
    (only,) = found.front
    assert round(100 * only.house_edge, 2) == edge
    assert only.pays == tuple(map(str, pays))
    assert as_told(only) == figures(
        tuple(map(Fraction, pays)), pair_plus(tuple(map(Fraction, pays)))
    )


def test_odds_of_lines_are_those_of_all_hands() -> None:
    found = asked("three-card-poker", "pair_plus")
    *counts, every = hands_of_three()
    assert (*counts, every) == (48, 52, 720, 1096, 3744, 22_100)
    odds = [row.exact and row.exact["probability"] for row in found.rows]
    assert odds == [str(Fraction(n, every)) for n in counts]
    # Without ranges: from half of what is paid to twice that.
    assert [(row.low, row.high) for row in found.rows] == [
        ("20", "80"),
        ("15", "60"),
        ("3", "12"),
        ("2", "8"),
        ("1", "2"),
    ]
    assert found.tables == len(
        all_tables(
            [range(20, 81), range(15, 61), range(3, 13), range(2, 9), (1, 2)], is_monotone=True
        )
    )


# Bounds, fronts and fits --------------------------------------------------------------------------

SMALL = {
    "straight_flush": "30:36",
    "three_of_a_kind": "28:33",
    "straight": "3:6",
    "flush": "2:5",
    "pair": "0:1",
}
RANGES = [range(30, 37), range(28, 34), range(3, 7), range(2, 6), (0, 1)]


@pytest.mark.parametrize("is_monotone", [True, pytest.param(False, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "bounds",
    [
        {},
        {"edge": ("0.02", "0.10")},
        {"edge": ("0.0", None), "hit": (None, "0.1")},
        {"edge": (None, "0.05"), "sd": ("2.5", "2.8")},
        {"edge": ("-0.05", "0.2"), "top": ("31", "34"), "hit": ("0.2", None)},
        {"edge": ("128/5525", "128/5525")},
        {"sd": (None, "2.7")},
    ],
)
def test_pair_plus_by_going_through_all_tables(
    bounds: dict[str, tuple[str | None, str | None]], *, is_monotone: bool
) -> None:
    found = asked(
        "three-card-poker",
        "pair_plus",
        bounds=bounds,
        rows=SMALL,
        is_monotone=is_monotone,
        everything=True,
    )
    ranges = [*RANGES]
    if "top" in bounds:
        # What is above the top award is left out of every range.
        ranges = [[each for each in own if each <= 34] for own in ranges]
    agrees(found, all_tables(ranges, is_monotone=is_monotone), pair_plus, bounds)


@pytest.mark.parametrize(
    ("best", "objectives"),
    [
        ({"sd": "high"}, lambda told: (-told.variance,)),
        ({"edge": "low", "sd": "low"}, lambda told: (told.edge, told.variance)),
        (
            {"top": "low", "edge": "high", "hit": "high", "sd": "high"},
            lambda told: (told.top, -told.edge, -told.hit, -told.variance),
        ),
    ],
)
def test_fronts_of_other_figures(best: dict[str, str], objectives: Callable[[Told], Pays]) -> None:
    bounds = {"edge": ("0.01", "0.15")}
    given = {"bounds": bounds, "rows": SMALL, "best": best, "everything": True}
    found = asked("three-card-poker", "pair_plus", **given)
    agrees(found, all_tables(RANGES, is_monotone=True), pair_plus, bounds, objectives)


@pytest.mark.parametrize(
    ("chips", "grid"),
    [
        (("5:1",), Fraction(1, 5)),
        (("10:5",), Fraction(1, 2)),
        (("2:3",), Fraction(3, 2)),
        (("5:2", "5:5"), Fraction(2)),
        (("10:5", "15:5"), Fraction(1)),
    ],
)
def test_payouts_that_chips_can_pay(chips: tuple[str, ...], grid: Fraction) -> None:
    rows = {"straight_flush": "40:42", "three_of_a_kind": "30", "straight": "6", "flush": "3:4"}
    found = asked(
        "three-card-poker",
        "pair_plus",
        rows={**rows, "pair": "1:2"} if grid != 2 else {**rows, "flush": "2:4", "pair": "0:2"},
        chips=chips,
        everything=True,
    )
    stakes = [tuple(map(int, each.split(":"))) for each in chips]
    # Parts of a thirtieth hold every grid here; what each stake pays must be whole chips.
    lows = (40, 30, 6, 2, 0) if grid == 2 else (40, 30, 6, 3, 1)
    ranges = [
        [
            Fraction(part, 30)
            for part in range(30 * low, 30 * high + 1)
            if all(Fraction(part * stake, 30 * chip).denominator == 1 for stake, chip in stakes)
        ]
        for low, high in zip(lows, (42, 30, 6, 4, 2), strict=True)
    ]
    assert found.grid == str(grid)
    agrees(found, all_tables(ranges, is_monotone=True), pair_plus, {})


def test_steps_of_a_row() -> None:
    rows = {
        **SMALL,
        "straight_flush": "30:50:10",
        "three_of_a_kind": "29:30",
        "straight": "3:6:3/2",
    }
    found = asked("three-card-poker", "pair_plus", rows=rows, chips=["2:1"], everything=True)
    ranges: list[Sequence[Fraction | int]] = [
        range(30, 51, 10),
        [Fraction(n, 2) for n in range(58, 61)],
        [Fraction(n, 2) for n in (6, 9, 12)],
        [Fraction(n, 2) for n in range(4, 11)],
        [Fraction(n, 2) for n in range(3)],
    ]
    agrees(found, all_tables(ranges, is_monotone=True), pair_plus, {})


@pytest.mark.parametrize(
    "wanted",
    [
        {"edge": "0.05"},
        {"edge": "0.05", "hit": "0.25", "sd": "2.8"},
        {"edge": "0", "top": "33", "flush": "3", "straight": "5"},
    ],
)
def test_the_nearest_tables(wanted: dict[str, str]) -> None:
    bounds = {"edge": ("-0.1", "0.3")}
    found = asked("three-card-poker", "pair_plus", rows=SMALL, bounds=bounds, fit=wanted)
    rows = [*SMALL]

    def apart(told: Told) -> Fraction:
        own = {"edge": told.edge, "hit": told.hit, "sd": told.variance, "top": told.top}
        own |= dict(zip(rows, told.pays, strict=True))
        total = Fraction(0)
        for name, text in wanted.items():
            aim = Fraction(text) ** (2 if name == "sd" else 1)
            total += ((own[name] - aim) / (aim or 1)) ** 2
        return total

    tables = [
        told
        for pays in all_tables(RANGES, is_monotone=True)
        if is_in(told := figures(pays, pair_plus(pays)), bounds)
    ]
    distances = sorted(map(apart, tables))[:10]
    nearest = [as_told(table) for table in found.nearest]
    assert [apart(told) for told in nearest] == distances
    assert len({told.pays for told in nearest}) == 10
    for told, table in zip(nearest, found.nearest, strict=True):
        assert table.distance == pytest.approx(sqrt(apart(told)), rel=1e-14)


# Decisions ----------------------------------------------------------------------------------------

RED_DOG = {"three": "9:12", "one": "5:14:3", "two": "3:6", "three_ranks": "1:4", "more": "1:2"}
OF_RED_DOG = [range(9, 13), range(5, 15, 3), range(3, 7), range(1, 5), (1, 2)]


@pytest.mark.parametrize(
    "bounds",
    [
        pytest.param({}, marks=pytest.mark.slow),
        {"edge": ("0.02", "0.04")},
        pytest.param({"edge": (None, "0.03"), "sd": (None, "1.6")}, marks=pytest.mark.slow),
    ],
)
def test_red_dog_with_the_best_play_for_each_table(
    bounds: dict[str, tuple[str | None, str | None]],
) -> None:
    found = asked("red-dog", bounds=bounds, rows=RED_DOG, is_monotone=False, everything=True)
    order = {"three": 0, "one": 1, "two": 2, "three_ranks": 3, "more": 4}
    places = [order[row.row] for row in found.rows]

    def outcomes(pays: Pays) -> Round:
        by_place = dict(zip(places, pays, strict=True))
        return red_dog(tuple(by_place[place] for place in range(5)))

    tables = all_tables([OF_RED_DOG[place] for place in places], is_monotone=False)
    agrees(found, tables, outcomes, bounds)
    if not bounds:
        # A raise by one, two or three ranks between is best for some and not for others.
        assert found.plays > 4
        assert len({table.play for table in found.every}) == found.plays
    assert round(100 * found.in_force.house_edge, 2) == 2.80


# Outcomes that rest on several payouts ------------------------------------------------------------

PAIRS = """\
certify: 1
game:
  {id: doubles, title: Doubles, version: 1.0.0, date: 2026-11-25, kind: banked, summary: Two cards.}
source: {title: Rules, file: doubles.txt, sha256: SHA, reference: Written for a test.}
clauses:
  C1: {lines: "1", text: Two of ten cards from 1 to 5 are dealt and each pays.}
players: {seats: [1], cites: [C1]}
packs:
  cards: {cards: {value: 1..5}, copies: 2, label: "{value}", into: stack, cites: [C1]}
zones:
  stack: {see: none, cites: [C1]}
  hand: {see: all, ordered: true, limit: 2, cites: [C1]}
definitions:
  one:
    is: "'high' if hand[0].value == 5 else 'middle' if hand[0].value == 4 else 'none'"
    cites: [C1]
  other:
    is: "'high' if hand[1].value == 5 else 'middle' if hand[1].value == 4 else 'none'"
    cites: [C1]
procedures:
  play:
    text: Two cards are dealt.
    do:
      - shuffle: stack
      - {deal: {cards: 2, from: stack, to: hand}}
    cites: [C1]
result: {measures: {high: "1 if one == 'high' else 0"}, cites: [C1]}
wagers:
  main:
    title: Main
    stake: 1
    net: "pays(main, one, default=0) + pays(main, other, default=0) - 1"
    cites: [C1]
paytables:
  main: {id: doubles-main, version: 1.0.0}
examples:
  deals:
    text: A five and a four.
    steps:
      - chance: ["5", "4"]
      - expect: {scores: [2], over: true}
    cites: [C1]
"""
PAYTABLE = """\
certify: 1
paytable: {id: doubles-main, title: Doubles, version: 1.0.0}
rows:
  high: {outcome: A five, pays: "2:1", basis: to_one, cites: [C1]}
  middle: {outcome: A four, pays: "1:1", basis: to_one, cites: [C1]}
"""


@pytest.fixture
def doubles(tmp_path: Path) -> LoadedGame:
    from hashlib import sha256

    text = "Two of ten cards from 1 to 5 are dealt and each pays.\n"
    (tmp_path / "doubles.txt").write_text(text)
    (tmp_path / "paytables").mkdir()
    (tmp_path / "paytables" / "doubles_main.yaml").write_text(PAYTABLE)
    spec = tmp_path / "doubles.yaml"
    spec.write_text(PAIRS.replace("SHA", sha256(text.encode()).hexdigest()))
    return load_game(str(spec))


def two_cards(pays: Pays) -> Round:
    cards = [value for value in range(1, 6) for _ in range(2)]
    by_value = {5: pays[0], 4: pays[1]}
    deals = [*combinations(cards, 2)]
    return [
        (
            Fraction(1, len(deals)),
            sum((by_value.get(card, Fraction(0)) for card in deal), Fraction(-1)),
        )
        for deal in deals
    ]


@pytest.mark.parametrize("bounds", [{}, {"edge": ("0", "0.3"), "hit": ("0.1", None)}])
def test_outcomes_that_rest_on_two_payouts(
    doubles: LoadedGame, bounds: dict[str, tuple[str | None, str | None]]
) -> None:
    rows = {"high": "0:4", "middle": "0:4"}
    found = asked(doubles, bounds=bounds, rows=rows, everything=True, is_monotone=False)
    assert [row.row for row in found.rows] == ["high", "middle"]
    tables = all_tables([range(5), range(5)], is_monotone=False)
    agrees(found, tables, two_cards, bounds)


def test_a_wager_on_which_nothing_is_put_has_no_edge() -> None:
    """A bonus that follows the main wager, and is paid for nothing."""
    with pytest.raises(EngineError, match="nothing is put on bonus by the play that is best, so"):
        paytable_study(PaytableQuestion.of(random_game(164374), "bonus"), Context())


def test_bounds_hold_where_play_changes_what_is_put_down() -> None:
    """The best play may leave the house a larger part of a smaller stake than another."""
    given: dict[str, Any] = {
        "rows": dict.fromkeys(("run", "flush"), "1:3"),
        "is_monotone": False,
        "everything": True,
    }
    game, low, high = random_game(171084), -5.85, -3.93
    every = paytable_study(PaytableQuestion.of(game, "bonus", **given), Context()).every
    bounds = {"edge": (str(low), str(high))}
    within = paytable_study(PaytableQuestion.of(game, "bonus", bounds=bounds, **given), Context())
    expected = {each.pays for each in every if low <= each.house_edge <= high}
    assert len(expected) == 5
    assert {each.pays for each in within.every} == expected


# Ranges that were not asked for -------------------------------------------------------------------


def test_wide_ranges_are_narrowed_until_one_play_is_the_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, context = load_game("red-dog"), Context()

    def asked(rows: Mapping[str, str] | None = None) -> PaytableResult:
        question = PaytableQuestion.of(game, rows=rows, is_monotone=False)
        return paytable_study(question, context)

    wide = asked()
    assert wide.plays > 1
    assert not wide.is_narrowed
    most = wide.tables // 2
    solved = []

    def counted(context: Context, changed: LoadedGame) -> Odds | None:
        solved.append(changed.changed)
        return odds_within(context, changed)

    with monkeypatch.context() as fewer:
        fewer.setattr("certify.studies.paytable.study.MOST_DECIDED", most)
        fewer.setattr("certify.studies.paytable.study.odds_within", counted)
        found = asked()
    assert solved == [()]
    assert found.is_narrowed
    assert found.plays == 1
    assert 1 < found.tables <= most
    ranges = {row.row: (int(row.low), int(row.high)) for row in found.rows}
    for row in found.rows:
        assert int(row.low) <= int(row.pays) <= int(row.high)
    # What is asked for is the same.
    given = {row: f"{low}:{high}" for row, (low, high) in ranges.items()}
    same = asked(given)
    assert not same.is_narrowed
    assert (same.tables, same.front, same.plays) == (found.tables, found.front, 1)
    # No row can be wider: another play is then the best somewhere, or there are too many.
    usual = {row.row: (int(row.low), int(row.high)) for row in wide.rows}
    for name, (low, high) in ranges.items():
        for first, last in ((low - 1, high), (low, high + 1)):
            if usual[name][0] <= first and last <= usual[name][1]:
                wider = asked(given | {name: f"{first}:{last}"})
                assert wider.plays > 1 or wider.tables > most


def test_a_row_that_is_asked_for_keeps_its_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("certify.studies.paytable.study.MOST_DECIDED", 40)
    question = PaytableQuestion.of(load_game("red-dog"), rows={"one": "4:6"}, is_monotone=False)
    found = paytable_study(question, Context())
    (one,) = (row for row in found.rows if row.row == "one")
    assert (one.low, one.high) == ("4", "6")
    assert found.is_narrowed
