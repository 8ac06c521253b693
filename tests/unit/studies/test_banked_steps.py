"""A long analysis: it goes on after its long steps; one beyond reach says so at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from certify.errors import StateSpaceError
from certify.exact.banked import boards, course, looking
from certify.exact.banked.course import Solver
from certify.exact.banked.keeping import Step
from certify.exact.banked.odds import odds_of
from certify.exact.banked.solution import Solution, solve
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame, apply_overrides, with_wagers
from certify.runtime.cache import DAMAGED, Cache
from certify.runtime.context import Context
from certify.runtime.files import sealed
from certify.studies.banked.study import banked_study, odds_within
from tests.unit.exact.banked.test_against_brute_force import ASK, SHUFFLE, deal, small

ENDED = """
import os, signal, sys
from pathlib import Path
from certify.exact.banked import looking
from certify.language.catalogue import load_game
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import banked_study

looking.LONG_STEP = 0.0

class Killing(Cache):
    def store(self, kind, key, payload):
        super().store(kind, key, payload)
        os.kill(os.getpid(), signal.SIGKILL)

cache = Killing(Path(sys.argv[1]), print)
banked_study(load_game("red-dog"), context=Context(cache))
"""


class Ended(Exception):  # noqa: N818  (it stands for a process that is killed)
    """The analysis was ended."""


class InMemory:
    """Keeps steps; ends the analysis after `left` more of them."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.left = 0
        self.found = 0

    def find(self, step: str, read: Callable[[bytes], Step]) -> Step | None:
        self.found += step in self.kept
        return read(self.kept[step]) if step in self.kept else None

    def keep(self, step: str, found: bytes, instead_of: Sequence[str]) -> None:
        self.kept[step] = found
        for within in instead_of:
            del self.kept[within]
        self.left -= 1
        if not self.left:
            raise Ended


def same(one: Solution, other: Solution) -> bool:
    """Return whether all that is told of two solutions is the same."""
    return (
        (one.wagers, one.outcomes, one.joint) == (other.wagers, other.outcomes, other.joint)
        and (one.situations, one.settled) == (other.situations, other.settled)
        and told(one) == told(other)
    )


def told(solution: Solution) -> object:
    """Return how decisions were answered, and in which situations."""
    return [
        (key, summary.situations, summary.shares, each.choice.tolist(), each.known.cards.tolist())
        for key, summary in solution.decided.items()
        for each in summary.kept
    ]


def few_cards() -> str:
    """Return the text of a game with a board and few cards."""
    text = Path("rules/shelf/ultimate_texas_holdem.yaml").read_text()
    only = "rank >= 10 and suit in ['spades', 'hearts']"
    return text[: text.index("examples:")].replace("    into:", f'    only: "{only}"\n    into:')


def with_boards(monkeypatch: pytest.MonkeyPatch) -> LoadedGame:
    """Return a game of few cards that is gone through board by board."""
    monkeypatch.setattr(Solver, "most_single", 1000)
    return game_of(few_cards(), "few_cards.yaml")


def ended_again_and_again(game: LoadedGame) -> tuple[Solution, int, InMemory]:
    """Return the solution of a run that is ended after each step, how often, and the steps."""
    steps, ended = InMemory(), 0
    while True:
        steps.left = 1
        try:
            return solve(game, steps=steps), ended, steps
        except Ended:
            ended += 1


@pytest.mark.parametrize(
    "name", ["with_boards", pytest.param("three-card-poker", marks=pytest.mark.slow)]
)
def test_a_run_that_was_ended_goes_on_and_comes_to_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_boards(monkeypatch) if name == "with_boards" else load_game(name)
    wanted = solve(game)
    monkeypatch.setattr(looking, "LONG_STEP", 0.0)
    found, ended, steps = ended_again_and_again(game)
    assert same(found, wanted)
    assert ended
    assert steps.found >= ended


def test_two_steps_after_the_same_answers_are_not_taken_for_one_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the boards bring to the ante, and after it to trips, a wager of its own."""
    game = with_boards(monkeypatch)
    monkeypatch.setattr(Solver, "most_single", 100)
    game = with_wagers(game, game.spec.wagers)
    wanted = solve(game)
    monkeypatch.setattr(looking, "LONG_STEP", 0.0)
    assert same(solve(game, steps=InMemory()), wanted)
    found, ended, steps = ended_again_and_again(game)
    assert same(found, wanted)
    assert steps.found >= ended > 2


def test_a_process_that_was_killed_leaves_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", ENDED, str(tmp_path)], check=False, env=dict(os.environ)
    )
    assert run.returncode == -signal.SIGKILL
    assert len([*tmp_path.glob("banked-step-*")]) == 1
    game, cache = load_game("red-dog"), Cache(tmp_path, pytest.fail)
    wanted = banked_study(game)
    (step,) = tmp_path.glob("banked-step-*")
    whole = step.read_bytes()
    # Other bytes with the right hash count as nothing.
    step.write_bytes(sealed(b"no step"))
    told: list[str] = []
    assert banked_study(game, context=Context(Cache(tmp_path, told.append))) == wanted
    assert told == [DAMAGED.format(path=step)]
    for kept in tmp_path.iterdir():
        kept.unlink()
    step.write_bytes(whole)
    # What was decided is not found again: it is there.
    monkeypatch.setattr(looking.Looking, "_by_boards", None)
    monkeypatch.setattr(Solver, "_decide", None)
    assert banked_study(game, context=Context(cache)) == wanted
    assert [*tmp_path.glob("banked-step-*")] == []


@pytest.mark.parametrize(
    ("limit", "value", "told"),
    [
        (
            "MOST_HELD",
            1000,
            "2 cards of hand can lie in 1,326 ways: 1,326 steps before a decision, and at"
            " most 1,000 are held",
        ),
        (
            "RATE",
            5,
            "3 cards of hand can lie in 22,100 ways: 22,100 steps, about 1.2 hours at a"
            " million a second; --yes begins all the same",
        ),
    ],
)
def test_what_is_beyond_reach_says_so_before_it_begins(
    limit: str, value: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, limit, value)
    with pytest.raises(StateSpaceError) as error:
        solve(load_game("casino-holdem" if limit == "MOST_HELD" else "three-card-poker"))
    assert str(error.value) == told


def test_too_many_boards_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_boards(monkeypatch)
    monkeypatch.setattr(boards, "MOST_BOARDS", 1000)
    with pytest.raises(StateSpaceError, match="boards with hands beside them; at most 1,000 are"):
        solve(game)


def test_what_is_done_again_for_every_piece_counts_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cards drawn after the last decision, and then those of the house for each of them."""
    ahead = "1 if sum(c.rank for c in mine) > sum(c.rank for c in house) else -1"
    do = [SHUFFLE, deal("mine", 2), ASK, deal("mine", 2), deal("house", 2)]
    drawn = small(do, ahead, ranks=4)
    wanted = solve(drawn)
    monkeypatch.setattr(looking, "MOST_KEPT", 0)
    monkeypatch.setattr(looking, "MOST_STEPS", 6)
    monkeypatch.setattr(looking, "RATE", 1)
    assert solve(drawn, patience=1000).wagers == wanted.wagers
    with pytest.raises(StateSpaceError) as error:
        solve(drawn, patience=200)
    told = "2 cards of house can lie in 6 ways in each of 6 situations, and so again 10 times: 360"
    assert told in str(error.value)


def test_what_is_done_again_for_each_result_of_chance_counts_as_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ahead = "factor * (1 if sum(c.rank for c in mine) > sum(c.rank for c in house) else -1)"
    chance = {"chance": {"factor": "range(1, 5)"}}
    do = [SHUFFLE, chance, deal("mine", 2), ASK, deal("house", 2)]
    drawn = small(do, ahead, ranks=4, variables={"factor": {"type": "1..5"}})
    wanted = solve(drawn)
    monkeypatch.setattr(looking, "RATE", 1)
    monkeypatch.setattr(course, "STEPS_OF_A_RESULT", 1)
    monkeypatch.setattr(course, "MOST_TOGETHER", 0)
    assert solve(drawn, patience=1000).wagers == wanted.wagers
    with pytest.raises(StateSpaceError, match="and so again 5 times"):
        solve(drawn, patience=100)


def test_chance_that_comes_again_and_again_is_not_begun() -> None:
    often = {"repeat": {"do": [{"chance": {"factor": "range(1, 5)"}}], "at_most": 30}}
    do = [SHUFFLE, often, deal("mine"), ASK, deal("house")]
    game = small(do, "factor", variables={"factor": {"type": "1..5"}})
    with pytest.raises(StateSpaceError) as error:
        solve(game)
    assert str(error.value) == (
        "random_game.yaml:1: procedures.play.do.1.repeat.do.0: chance comes to 1,953,125 results in"
        " all, each gone through by itself: 5,859,375,000 steps, about 1.6 hours at a million a"
        " second; --yes begins all the same"
    )


def test_of_whole_boards_what_matters_to_no_play_is_paid_anew_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = with_boards(monkeypatch)
    assert odds_of(game, takes_boards=False) is None
    context = Context(Cache(tmp_path, notice=print))
    odds = odds_within(context, game, in_words=True)
    assert odds is not None
    assert {row.partition(".")[0] for row in odds.fixed} == {"blind"}
    assert {row.partition(".")[0] for row in odds.rows} == {"trips"}
    other = apply_overrides(game, ["trips.straight.pays=9:1"])
    with monkeypatch.context() as unsolved:
        unsolved.setattr(Solver, "best_play", None)
        found = odds_within(context, other, in_words=True)
    assert found is not None
    solution, wanted = found.solution(other), solve(other)
    assert solution.wagers == wanted.wagers
    assert solution.joint == wanted.joint
    assert solution.wagers != solve(game).wagers
    # What the blind pays matters to the play: that is another game.
    assert not odds.hold(apply_overrides(game, ["blind.flush.pays=9:1"]))
