"""The interpreter against plain hand-written players of the same games, under random play.

They share no code, and nothing but the rules. Means of every measure are compared; the bounds hold
for all comparisons of a run together (Bonferroni), at seeds that are fixed.
"""

from __future__ import annotations

import math
from collections import defaultdict
from random import Random
from statistics import NormalDist
from typing import Any

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.chance import Stream
from certify.play.interpreter.interpreter import outcome, play_randomly, start
from certify.play.interpreter.program import Program
from tests.crosscheck import plain_burn, plain_burnout, plain_rookie_mistake

FALSE_ALARM = 1e-4
"""Chance that a run in which nothing is wrong fails."""

PLAIN = {"burn": plain_burn, "burnout": plain_burnout, "rookie-mistake": plain_rookie_mistake}
MEASURES = {
    "burn": {
        "decisions": "decisions",
        "capped": "capped",
        "pick_ups": "pick_ups",
        "burns_by_ten": "burns_by_ten",
        "burns_by_four": "burns_by_four",
        "cards_burnt": "cards_burnt",
        "blind_plays": "blind_plays",
        "blind_failures": "blind_failures",
        "lowest_rank": "lowest",
        "first_seat_wins": "first_seat_wins",
    },
    "burnout": {
        "decisions": "decisions",
        "hands": "hands",
        "rounds": "rounds",
        "first_ties": "first_ties",
        "later_ties": "later_ties",
        "double_passes": "double_passes",
        "margin": "margin",
        "last_burned": "cards_burned",
        "last_deck": "deck_left",
        "first_seat_wins": "first_seat_wins",
    },
    "rookie-mistake": {
        "decisions": "decisions",
        "rounds": "rounds",
        "turns": "turns",
        "turns_one_unmatched": "sole_turns",
        "turns_more_unmatched": "big_crowd_turns",
        "capped_rounds": "capped",
        "rounds_out_together": "out_together",
        "first_seat_wins": "first_seat_wins",
    },
}
"""What the spec records, and what the plain player calls it."""


class Means:
    """Sums of measures and of their squares."""

    def __init__(self):
        self.games = 0
        self.sums: defaultdict[str, float] = defaultdict(float)
        self.squares: defaultdict[str, float] = defaultdict(float)

    def add(self, measures):
        self.games += 1
        for name, value in measures.items():
            self.sums[name] += float(value)
            self.squares[name] += float(value) ** 2

    def of(self, name):
        """Return mean and squared standard error."""
        mean = self.sums[name] / self.games
        spread = max(0.0, self.squares[name] / self.games - mean**2)
        return mean, spread / (self.games - 1)


def interpreted(game, players, games, settings):
    program = Program(apply_settings(load_game(game), settings), players)
    found = Means()
    for seed in range(games):
        state = start(program, Stream(seed))
        play_randomly(state, Stream(seed, 1))
        ended = outcome(state)
        first = 0 in ended.winners or (len(set(ended.scores)) == 1 and game != "burn")
        found.add(ended.measures | {"decisions": state.decisions, "first_seat_wins": first})
    return found


def plainly_played(game, players, games, rulings):
    found, rng = Means(), Random(20_261_121)
    for _ in range(games):
        played = dict(PLAIN[game].play(players, rng, **rulings))
        first = 0 in played["winners"]
        numbers = {
            name: value
            for name, value in played.items()
            if isinstance(value, bool | int | float) and value is not None
        }
        found.add(numbers | {"first_seat_wins": first})
    return found


def differences(game, players, games, settings, rulings):
    """Return the differences of means in standard errors, by measure."""
    mine = interpreted(game, players, games, settings)
    theirs = plainly_played(game, players, games, rulings)
    found = {}
    for name, other in MEASURES[game].items():
        (mean, error), (plain_mean, plain_error) = mine.of(name), theirs.of(other)
        spread = math.sqrt(error + plain_error)
        found[name] = (mean - plain_mean) / spread if spread else mean - plain_mean
    return found


def agrees(found):
    bound = NormalDist().inv_cdf(1 - FALSE_ALARM / (2 * len(found)))
    return all(abs(z) <= bound for z in found.values()), bound


ONE_ROUND = {"point_limit": 0}
CONTINUES = {"stop_at": 100, "opening_continues": True}
PACK: dict[str, Any] = {"short_game": True, "short_cards": "pack"}
PLAIN_PACK: dict[str, Any] = {"short": True, "pack_of_16": True}
OTHER_READINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"on_a_nine": "both_limits"}, {"both_limits": True}),
    ({"face_up_early": True}, {"early": True}),
    ({"pass_other_turn": True}, {"passes": True}),
    ({"first_play": "one"}, {"one_starts": True}),
    ({"places": True}, {"places": True}),
]
"""Of Burn, what the spec sets and what the plain player calls it."""

TOGETHER, PLAIN_TOGETHER = dict(PACK), dict(PLAIN_PACK)
for _settings, _plain in OTHER_READINGS:
    TOGETHER |= _settings
    PLAIN_TOGETHER |= _plain

CASES = [
    ("burn", 3, 150, TOGETHER, PLAIN_TOGETHER),
    ("burnout", 2, 2_000, {"burnout_takes": "hand"}, {"burns_reserve": False}),
    ("rookie-mistake", 5, 150, {"next_opener": "continues"}, CONTINUES),
]
"""A few games of each, by the rules in force and by others: these are played in every run."""
MANY = [
    ("burn", 2, 60, {}, {}),
    (
        *("burnout", 2, 800, {"match_target": 30, "match_scoring": "net"}),
        {"match_to": 30, "on_one_balance": True},
    ),
    (
        *("rookie-mistake", 3, 600, {**ONE_ROUND, "sole_non_matcher": "discards"}),
        {"takes_own_back": False},
    ),
    ("burn", 4, 150, {}, {}),
    ("burnout", 2, 3_000, {}, {}),
    ("burnout", 2, 800, {"match_target": 30}, {"match_to": 30}),
    ("burnout", 2, 2_000, {"after_two_passes": "other"}, {"turns_after_passes": True}),
    ("burnout", 2, 2_000, {"running_out": "at_once"}, {"out_at_once": True}),
    ("rookie-mistake", 4, 150, {}, {"stop_at": 100}),
    ("rookie-mistake", 4, 800, ONE_ROUND, {}),
    ("rookie-mistake", 4, 600, {**ONE_ROUND, "out_test": "at_once"}, {"ends_at_once": True}),
    ("rookie-mistake", 5, 600, {**ONE_ROUND, "equal_cards": "later"}, {"later_is_lower": True}),
    ("burn", 4, 2_000, PACK, PLAIN_PACK),
    *(
        ("burn", 3, 1_000, PACK | settings, PLAIN_PACK | plain)
        for settings, plain in OTHER_READINGS
    ),
    ("burn", 4, 6_000, {}, {}),
    ("burn", 3, 3_000, {}, {}),
    ("burn", 2, 3_000, {"short_game": True}, {"short": True}),
    ("burn", 4, 6_000, {"voluntary_pick_up": False}, {"picks_up_at_will": False}),
    ("burnout", 2, 20_000, {}, {}),
    *(("rookie-mistake", players, 10_000, ONE_ROUND, {}) for players in (2, 3, 4, 5)),
    *(("rookie-mistake", players, 1_000, {}, {"stop_at": 100}) for players in (2, 3, 4, 5)),
    ("rookie-mistake", 4, 1_000, {"point_limit": 200}, {"stop_at": 200}),
]


def named(case):
    game, players, games, settings, _ = case
    return "-".join([game, str(players), str(games), *settings])


@pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=named(case)) for case in CASES),
        *(pytest.param(case, id=named(case), marks=pytest.mark.slow) for case in MANY),
    ],
)
def test_interpreter_agrees_with_the_plain_player(case):
    found = differences(*case)
    holds, bound = agrees(found)
    assert holds, f"beyond {bound:.2f} standard errors: {found}"


OTHERS = [
    ("burn", 4, 300, {"voluntary_pick_up": False}, {}),
    ("burnout", 2, 3_000, {"burnout_takes": "hand"}, {}),
    ("burnout", 2, 800, {"match_target": 30, "match_scoring": "net"}, {"match_to": 30}),
    ("burnout", 2, 3_000, {"running_out": "at_once"}, {}),
    ("rookie-mistake", 4, 800, {**ONE_ROUND, "sole_non_matcher": "discards"}, {}),
    ("rookie-mistake", 4, 300, {**ONE_ROUND, "out_test": "at_once"}, {}),
    ("rookie-mistake", 4, 60, {"point_limit": 200}, {"stop_at": 100}),
]
QUICK = (5,)
"""Of each kind of game one is noticed in every run, but of Burn, which takes longest."""


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=named(case), marks=() if place in QUICK else pytest.mark.slow)
        for place, case in enumerate(OTHERS)
    ],
)
def test_another_rule_is_noticed(case):
    holds, _ = agrees(differences(*case))
    assert not holds
