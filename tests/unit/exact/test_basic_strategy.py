"""The derived basic strategy: no single cell of it can be bettered."""

from dataclasses import replace

import numpy as np
import pytest

from certify.cards.ranks import RANK_LABELS
from certify.cards.shoe import Shoe
from certify.exact.blackjack.card import (
    UPCARD_ORDER,
    StrategyCard,
    card_of,
    decisions_of,
    format_ranks,
    parse_rank_set,
)
from certify.exact.blackjack.solve import evaluate, solve_basic, solve_optimal
from certify.exact.blackjack.values import shoe_values
from tests.oracle.tiny_shoes import CASES
from tests.support.rules import rules_with

IDENTITY = {"id": "basic", "title": "Basic", "version": "1.0.0", "game": "blackjack-burnout"}
ROUNDING = 1e-13
SAMPLED_BURN_CELLS = 400


@pytest.fixture(scope="module")
def shoe():
    return shoe_values(rules_with(), Shoe.of_decks(6), with_burnout=True)


@pytest.fixture(scope="module")
def basic(shoe):
    return solve_basic(shoe)


@pytest.fixture(scope="module")
def card(basic):
    return card_of(basic.decisions, identity=IDENTITY)


def figures(solution):
    return np.array([solution.main.ev, solution.main_burnout.ev])


def test_the_card_plays_as_the_decisions_it_was_made_of(shoe, basic, card):
    followed = evaluate(shoe, decisions_of(card, shoe.rules))
    assert np.array_equal(figures(followed), figures(basic))


def test_it_costs_little_and_never_gains(shoe, basic):
    cost = figures(solve_optimal(shoe)) - figures(basic)
    assert (cost >= 0.0).all()
    assert (cost < 1e-4).all()


def flipped_cells(card):
    """Yield the place of every action cell and what it may say instead."""
    for table in ("without_burnout", "with_burnout", "after_burn"):
        for kind, rows in getattr(card, table):
            for row, cells in rows.items():
                for column, cell in enumerate(cells.split()):
                    others = ("H", "S") if table == "after_burn" else ("H", "S", "Dh", "Ds")
                    choices = (*others, "P") if kind == "pairs" else others
                    for other in choices:
                        if other != cell:
                            yield table, kind, row, column, other


def flipped_burns(card):
    for table in ("burn_on_hit", "burn_on_double"):
        for kind, rows in getattr(card, table):
            for row, cells in rows.items():
                for column, cell in enumerate(cells.split()):
                    for rank in range(10):
                        if cell != ".":
                            changed = format_ranks(parse_rank_set(cell) ^ {rank})
                            yield table, kind, row, column, changed


def with_cell(card, table, kind, row, column, cell):
    content = card.model_dump()
    cells = content[table][kind][row].split()
    cells[column] = cell
    content[table][kind][row] = " ".join(cells)
    return StrategyCard.model_validate(content)


def gains(shoe, basic, card, cells):
    for place in cells:
        changed = decisions_of(with_cell(card, *place), shoe.rules)
        yield place, figures(evaluate(shoe, changed)) - figures(basic)


def assert_none_gains(found):
    better = [(place, gain) for place, gain in found if (gain > ROUNDING).any()]
    assert not better, better


@pytest.mark.slow
def test_no_action_cell_can_be_bettered(shoe, basic, card):
    assert_none_gains(gains(shoe, basic, card, flipped_cells(card)))


@pytest.mark.slow
def test_no_burn_cell_can_be_bettered(shoe, basic, card):
    cells = list(flipped_burns(card))
    chosen = np.random.default_rng(1).choice(len(cells), SAMPLED_BURN_CELLS, replace=False)
    assert_none_gains(gains(shoe, basic, card, [cells[place] for place in chosen]))


def test_cells_that_matter_are_not_bettered(shoe, basic, card):
    cells = [
        ("without_burnout", "hard", "16", 8, "S"),
        ("without_burnout", "hard", "12", 2, "H"),
        ("without_burnout", "pairs", "9", 5, "P"),
        ("with_burnout", "hard", "15", 0, "S"),
        ("burn_on_hit", "hard", "16", 8, "T"),
        ("after_burn", "hard", "16", 8, "H"),
    ]
    found = list(gains(shoe, basic, card, cells))
    assert all((gain < 0.0).any() for _, gain in found)
    assert_none_gains(found)


@pytest.mark.parametrize("double_after_hit", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_action_cell_of_a_tiny_shoe_can_be_bettered(double_after_hit):
    case = next(case for case in CASES if case.id == "no-split")
    rules = replace(case.rules, double_after_hit=double_after_hit)
    shoe = shoe_values(rules, Shoe(case.shoe), with_burnout=False)
    basic = solve_basic(shoe)
    content = card_of(basic.decisions, identity=IDENTITY).model_dump()
    paired = [RANK_LABELS[rank] for rank, count in enumerate(case.shoe) if count > 1]
    worse = set()
    for kind, rows in content["without_burnout"].items():
        for row in paired if kind == "pairs" else rows:
            for cell in ("H", "S", "Dh"):
                # What is done against one upcard changes nothing against the others.
                changed = rows | {row: " ".join([cell] * len(UPCARD_ORDER))}
                charts = content["without_burnout"] | {kind: changed}
                card = StrategyCard.model_validate(content | {"without_burnout": charts})
                played = evaluate(shoe, decisions_of(card, rules)).main.by_upcard
                gained = played - basic.main.by_upcard
                assert not (gained > ROUNDING).any(), (kind, row, cell)
                if (gained < -ROUNDING).any():
                    worse.add(kind)
    assert worse == {"hard", "soft", "pairs"}
