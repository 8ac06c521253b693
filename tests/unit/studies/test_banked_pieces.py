"""Long steps in pieces: the same figures whoever works, and whatever was ended midway."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from certify.errors import EngineError, StateSpaceError
from certify.exact.banked import boards, looking
from certify.exact.banked.amounts import NotLinear
from certify.exact.banked.course import Solver
from certify.exact.banked.odds import odds_of
from certify.exact.banked.pieces import NOT_LINEAR, Ranks, come_to
from certify.exact.banked.solution import BEST, Solution, solve
from certify.exact.banked.walks import Walk
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame
from certify.runtime import processes
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.study import banked_study, odds_within
from tests.unit.studies.test_banked_steps import same, with_boards

ENDED = """
import os, signal, sys
from pathlib import Path
from certify.exact.banked import boards
from certify.exact.banked.course import Solver
from certify.language.catalogue import game_of
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import banked_study

boards.MOST_ROWS, Solver.most_single, Solver.least_apart = 100, 1000, 0
left = int(sys.argv[2])

class Killing(Cache):
    def store(self, kind, key, payload):
        global left
        super().store(kind, key, payload)
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

game = game_of(Path(sys.argv[3]).read_text(), "few_cards.yaml")
banked_study(game, context=Context(Killing(Path(sys.argv[1]), print)))
"""


class Elsewhere:
    """Works pieces out by another solver, and counts them."""

    cores = 3

    def __init__(self, walk: Walk) -> None:
        self.do = walk.prepare()
        self.asked: list[bytes] = []

    def done(self, asked: Iterable[tuple[bytes, Ranks]]) -> Iterator[tuple[str, bytes, Ranks]]:
        for piece, ranks in asked:
            self.asked.append(piece)
            yield "", *self.do((len(self.asked), piece, ranks))


@pytest.fixture
def few_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have steps of few rows worked out in pieces."""
    monkeypatch.setattr(boards, "MOST_ROWS", 100)
    monkeypatch.setattr(Solver, "least_apart", 0)


@pytest.fixture
def game(few_rows: None, monkeypatch: pytest.MonkeyPatch) -> LoadedGame:
    return with_boards(monkeypatch)


def whole(solution: Solution) -> object:
    """Return what is told of decisions, those of boards too."""
    return [
        (key, each.situations, each.shares, len(each.kept))
        for key, each in solution.decided.items()
    ]


@pytest.mark.parametrize("name", ["boards", "three-card-poker", "mississippi-stud"])
def test_pieces_come_to_the_same_as_the_whole(name: str, game: LoadedGame) -> None:
    asked = game if name == "boards" else load_game(name)
    there = Elsewhere(Walk(asked, BEST, None))
    found, wanted = solve(asked, pieces=there), solve(asked)
    assert same(found, wanted)
    assert whole(found) == whole(wanted)
    assert name == "mississippi-stud" or len(there.asked) > 4


def test_a_policy_comes_to_the_same(few_rows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("three-card-poker")
    policy = next(iter(game.spec.policies))
    there = Elsewhere(Walk(game, policy, None))
    assert same(solve(game, policy, pieces=there), solve(game, policy))
    assert there.asked


def test_payouts_apart_come_to_the_same(game: LoadedGame) -> None:
    there = Elsewhere(Walk(game, BEST, None, is_priced=True))
    found, wanted = odds_of(game, pieces=there), odds_of(game)
    assert found is not None
    assert wanted is not None
    assert found.outcomes == wanted.outcomes
    assert found.bounds.rows.tolist() == wanted.bounds.rows.tolist()
    assert found.bounds.strict.tolist() == wanted.bounds.strict.tolist()
    assert same(found.solution(game), wanted.solution(game))
    assert len(there.asked) > 4


def test_the_same_pieces_are_the_same_bytes(game: LoadedGame) -> None:
    walks = [Elsewhere(Walk(game, BEST, None)) for _ in range(2)]
    for there in walks:
        solve(game, pieces=there)
    assert walks[0].asked == walks[1].asked
    assert len(set(walks[0].asked)) == len(walks[0].asked)


def test_what_is_raised_in_a_piece_is_raised_where_it_was_asked_for() -> None:
    with pytest.raises(NotLinear):
        come_to(NOT_LINEAR)


def test_pieces_need_somebody_who_does_them(game: LoadedGame) -> None:
    solver = looking.Looking._done_apart
    with pytest.raises(EngineError, match="nobody"):
        next(solver(type("Nobody", (), {"pieces": None})(), []))  # type: ignore[arg-type]


def test_two_processes_come_to_the_same(
    game: LoadedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    started = []
    begin = processes.LocalProcesses.__init__

    def watched(self: object, work: object, workers: int) -> None:
        started.append(workers)
        begin(self, work, workers)  # type: ignore[arg-type]

    monkeypatch.setattr(processes.LocalProcesses, "__init__", watched)
    wanted = banked_study(game, exact=True)
    cache = Cache(tmp_path, pytest.fail)
    found = banked_study(game, exact=True, context=Context(cache), workers=Workers(processes=2))
    assert found == wanted
    assert started == [2]
    assert not [*tmp_path.glob("banked-step-*")]
    priced = odds_within(Context(), game, workers=Workers(processes=2))
    alone = odds_of(game)
    assert priced is not None
    assert alone is not None
    assert priced.outcomes == alone.outcomes


@pytest.mark.parametrize("stored", [2, -3])
def test_a_killed_process_leaves_its_pieces(
    stored: int, game: LoadedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the way backward, and forward: after the third, and before the last pieces."""
    there = Elsewhere(Walk(game, BEST, None))
    wanted = solve(game, pieces=there)
    number = stored % (len(there.asked) + 1)
    text = tmp_path / "few_cards.yaml"
    source = Path("rules/shelf/ultimate_texas_holdem.yaml").read_text()
    only = "rank >= 10 and suit in ['spades', 'hearts']"
    source = source[: source.index("examples:")]
    text.write_text(source.replace("    into:", f'    only: "{only}"\n    into:'))
    folder = tmp_path / "kept"
    run = subprocess.run(
        [sys.executable, "-c", ENDED, str(folder), str(number), str(text)],
        check=False,
        env=dict(os.environ),
    )
    assert run.returncode == -signal.SIGKILL
    kept = [*folder.glob("banked-step-*")]
    assert len(kept) == number
    again = game_of(text.read_text(), "few_cards.yaml")
    found = banked_study(again, exact=True, context=Context(Cache(folder, pytest.fail)))
    assert found == banked_study(again, exact=True)
    assert found.situations == wanted.situations
    assert not [*folder.glob("banked-step-*")]
