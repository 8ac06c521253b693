"""Expressions that stand in several places: one function each, remembered while nothing changes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from certify.language import acts
from certify.play.compiler import repeated
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program
from tests.crosscheck.back_ends import differences
from tests.support.constructs import construct_game
from tests.support.one_in import one_in
from tests.support.plain_back_end import PlainGame

DEFINITIONS: dict[str, Any] = {
    "piled": {"is": "sum(c.rank for n in range(1, 3) for c in piles[n])"},
    "binned": {"is": "sum(c.rank for c in bin) + (piled if number > 4 else 2 * piled)"},
    "open": {"is": "2 * count(face_up(c) and c.rank > 0 for p in seats for c in hand[p]) + 1"},
    "marks": {"is": "sum(mark[n] * n for n in range(1, 3)) + 10 * supply(mark)"},
    "mine": {"is": "sum(c.rank for c in hand) - sum(c.rank for c in up)"},
    "risky": {"is": "max(c.rank for c in bin if c.rank > 4) * 3"},
    "share": {"is": "(piled + binned) / 4 + stake / 3"},
}
NOTED = ["piled + binned", "binned * open", "open + marks", "binned + marks - piled", "share"]
KINDS: dict[type[acts.Act], list[Any]] = {
    acts.SetAct: [{"set": {"number": "9 - number", "stake": "number / 4"}}],
    acts.ChanceAct: [{"chance": {"number": "range(0, 9)"}}],
    acts.TokenAct: [{"place": {"mark": "1 + number % 3"}}, {"remove": {"mark": "1"}}],
    acts.TurnAct: [{"turn": {"cards": "hand[p]", "face": "up"}}],
    acts.DealAct: [{"deal": {"cards": 2, "from": "deck", "to": "piles[1]"}}],
    acts.MoveAct: [
        {"move": {"from": "piles[1]", "to": "bin"}},
        {"move": {"cards": "[piles[2][-1]]", "to": "bin"}},
    ],
}


def game_of(folder: Any) -> Program:
    """Return a game that notes the same values before and after each kind of statement."""
    noted = [{"add": {f"noted[{n}]": value}} for n, value in enumerate(NOTED)]
    mine = {"each": {"me": "seats"}, "do": [{"add": {"points": "mine + mine * number - mine"}}]}
    risky = {
        "if": "any(c.rank > 4 for c in bin)",
        "then": [{"add": {"noted[0]": "risky + (risky if number > 3 else 1)"}}],
    }
    back = [{"move": {"from": zone, "to": "deck"}} for zone in ("up[p]", "bin", "piles[1]")]
    dealt = {"deal": {"cards": 2, "from": "deck", "to": "piles[2]"}}
    do: list[Any] = [*back, {"shuffle": "deck"}, dealt, *noted, mine, risky]
    for statements in KINDS.values():
        for statement in statements:
            do += [statement, *noted, mine]
    loaded = construct_game(
        folder,
        "different",
        do=do,
        definitions=DEFINITIONS,
        tokens={"mark": {"of": "1..3", "supply": 9}},
        variables={"noted": {"of": f"0..{len(NOTED)}", "type": "number"}},
        measures={
            **{f"noted_{n}": f"noted[{n}]" for n in range(len(NOTED))},
            "again": "share * 2 - binned",
        },
        zones={"hand": {"of": "seat", "see": "owner"}},
    )
    return Program(loaded, 3)


def test_remembered_values_are_those_of_the_interpreter(tmp_path):
    assert differences(PlainGame(game_of(tmp_path)), range(12)) == []


@pytest.mark.slow
def test_remembered_values_in_machine_code(tmp_path):
    assert differences(CompiledGame(game_of(tmp_path)), range(40)) == []


@pytest.mark.parametrize("kind", one_in(3, KINDS))
def test_what_is_not_forgotten_would_be_noticed(tmp_path, monkeypatch, kind):
    changed = repeated._changed
    monkeypatch.setattr(
        repeated, "_changed", lambda act: set() if isinstance(act, kind) else changed(act)
    )
    assert differences(PlainGame(game_of(tmp_path)), range(12)) != []


def test_a_definition_that_is_used_often_is_written_once(tmp_path):
    text = "sum(c.rank * c.rank for c in bin) + 7"
    source = [
        CompiledGame(
            Program(
                construct_game(
                    tmp_path,
                    "different",
                    definitions={"squares": {"is": text}},
                    measures={f"m_{n}": f"squares * {n + 1}" for n in range(times)},
                ),
                3,
            )
        ).source
        for times in (1, 2, 30)
    ]
    once, twice, often = (text.count("\n") for text in source)
    # One line to work each measure out and one to record it.
    assert often - twice <= 2 * 28 + 28
    assert source[1].count("def value_of_") == source[2].count("def value_of_") > 0
    assert twice - once < 30


SOURCES = """
from certify.language.catalogue import load_game
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreter.program import Program

for name in ("blackjack-burnout", "burned", "rookie-mistake"):
    program = Program(load_game(name))
    print(CompiledGame(program, policies=["random"] * program.players).source)
"""


def test_every_process_writes_the_same_source():
    # Machine code is found again by the source: another order would be compiled once more.
    found = {
        subprocess.run(
            [sys.executable, "-c", SOURCES],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1
