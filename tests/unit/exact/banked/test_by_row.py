"""Results of chance that are followed together: as one by one, and as every order of the cards."""

from __future__ import annotations

from typing import Any

import pytest

from certify.exact.banked import course
from certify.exact.banked.by_row import set_by_row
from certify.exact.banked.solution import solve
from certify.language.game import LoadedGame
from certify.studies.banked.study import banked_study
from tests.oracle.banked import brute_force
from tests.oracle.random_games import Data, decision, frame_of, loaded

SHUFFLE = {"shuffle": "pool"}
ASK = {"ask": {"turn": "player"}}
ROLL = {"chance": {"die": "[1, 1, 2, 4]"}}
ZONES = {"pool": {"see": "none"}, "mine": {"see": "all"}, "house": {"see": "none"}}
HELD = "sum(c.rank for c in mine) - sum(c.rank for c in house)"
VARIABLES = {
    "die": {"type": "0..9"},
    "rest": {"type": "0..30"},
    "lucky": {"type": "boolean"},
    "answer": {"type": "0..2"},
}
TURN = {
    "turn": decision(
        {
            "fold": {"when": "die < 4 or lucky"},
            "play": {"pick": {"number": "1..2"}, "do": [{"set": {"answer": "picked"}}]},
        }
    )
}


def deal(zone: str, number: int | str = 1) -> Data:
    return {"deal": {"cards": number, "from": "pool", "to": zone}}


def game(do: list[Any], net: str, **more: Any) -> LoadedGame:
    spec = frame_of(
        {"cards": {"rank": "1..3", "suit": ["a", "b"]}},
        ZONES,
        VARIABLES,
        [SHUFFLE, *do],
        TURN,
        {"main": {"stake": 1, "net": net}},
    )
    reads = {"used": "die + rest + answer + (1 if lucky else 0)"}
    policy = {"text": "P.", "decisions": {"turn": {"fold": "die - 2", "play": "picked - rest"}}}
    spec["result"] = {**spec["result"], "measures": reads}
    spec["procedures"] |= more.get("procedures", {})
    return loaded({**spec, "policies": {"keen": policy}}, {})


NET = f"answer * ({HELD} + die + rest + (1 if lucky else 0)) - 2"
GAMES = {
    "before": game([deal("mine"), ROLL, ASK, deal("house")], NET),
    "after": game([deal("mine"), ASK, deal("house"), ROLL], NET),
    "two, added up": game(
        [ROLL, {"set": {"rest": "2 * die"}}, deal("mine"), ROLL, ASK, deal("house")], NET
    ),
    "true or not": game(
        [deal("mine"), {"chance": {"lucky": "[true, false, false]"}}, ASK, deal("house")], NET
    ),
    "parts the course": game(
        [
            deal("mine"),
            ROLL,
            {"if": "die > 1", "then": [deal("mine")], "else": [{"set": {"rest": 3}}]},
            ASK,
            deal("house"),
        ],
        NET,
    ),
    "until": game(
        [
            deal("mine"),
            ASK,
            {
                "repeat": {
                    "do": [ROLL, {"add": {"rest": "die"}}],
                    "until": "die == 4 or rest > 4",
                    "at_most": 3,
                }
            },
            deal("house"),
        ],
        NET,
    ),
    "beside a hidden card": game(
        [
            deal("mine"),
            deal("house"),
            {"set": {"rest": "sum(c.rank for c in house) // 2"}},
            ROLL,
            ASK,
            ROLL,
        ],
        NET,
    ),
    "handed on": game(
        [deal("mine"), ROLL, {"call": {"more": ["die"]}}, ASK, deal("house")],
        NET,
        procedures={
            "more": {
                "text": "More.",
                "takes": [{"by": "integer"}],
                "do": [{"let": {"twice": "2 * by"}}, {"set": {"rest": "twice"}}],
                "cites": ["C1"],
            }
        },
    ),
}


@pytest.mark.parametrize("policy", ["optimal", "keen"])
@pytest.mark.parametrize("name", GAMES)
def test_results_of_chance_together_come_to_the_same(
    name: str, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = GAMES[name]
    assert set_by_row(asked.play) & {"die", "lucky"} if asked.play else False
    together = solve(asked, policy)
    wanted = brute_force(asked, policy)
    assert together.wagers["main"].net == wanted.value
    assert together.outcomes["main"] == wanted.outcomes["main"]
    monkeypatch.setattr(course, "MOST_TOGETHER", 0)
    apart = solve(asked, policy)
    assert together.wagers == apart.wagers
    assert together.outcomes == apart.outcomes
    assert together.situations == apart.situations
    for key, summary in apart.decided.items():
        assert together.decided[key].shares == summary.shares
        assert together.decided[key].situations == summary.situations


ONE_VALUE = {
    "cards dealt": [deal("mine"), ROLL, deal("mine", "die"), ASK, deal("house")],
    "cards dealt, through another": [
        ROLL, {"set": {"rest": "die - 1"}}, deal("mine", "rest + 1"), ASK, deal("house"),
    ],
    "passes": [
        deal("mine"), ROLL, {"repeat": {"do": [deal("house")], "at_most": "die"}}, ASK,
    ],
    "chosen from": [deal("mine"), ROLL, {"chance": {"rest": "range(0, die)"}}, ASK, deal("house")],
    "counted": [
        deal("mine"), ROLL, {"set": {"rest": "count(c.rank > die for c in mine)"}}, ASK,
        deal("house"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_VALUE)
def test_where_one_value_must_hold_for_all_they_are_followed_one_by_one(name: str) -> None:
    asked = game(ONE_VALUE[name], NET)
    assert asked.play is not None
    assert "die" not in set_by_row(asked.play)
    assert solve(asked).wagers["main"].net == brute_force(asked).value


def test_the_best_play_is_told_by_what_chance_came_to() -> None:
    (told,) = banked_study(GAMES["before"]).decisions
    assert told.rule
    assert any("die" in line for line in told.rule)
