"""Long steps in pieces: the same figures whoever works, and whatever was ended midway."""

from __future__ import annotations

import gc
import hashlib
import io
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from certify.errors import EngineError, PlayError
from certify.exact.banked import boards, ending, looking, pieces
from certify.exact.banked.amounts import NotLinear
from certify.exact.banked.course import Solver
from certify.exact.banked.odds import odds_of
from certify.exact.banked.pieces import NOT_LINEAR, PieceWork, Ranks, come_to
from certify.exact.banked.solution import BEST, Leak, Solution, solve
from certify.exact.banked.walks import Walk
from certify.language.catalogue import game_of
from certify.language.game import LoadedGame
from certify.runtime import processes
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.banked.result import BankedResult
from certify.studies.banked.study import banked_study, odds_within
from tests.support.dask_cluster import MISSING, scheduler_in, worker
from tests.unit.studies.test_banked_steps import few_cards, same, with_boards

ENDED = """
import os, signal, sys
from pathlib import Path
from certify.exact.banked import boards, looking
from certify.exact.banked.course import Solver
from certify.language.catalogue import game_of
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.study import banked_study

boards.MOST_ROWS, Solver.most_single, Solver.least_apart = 100, 1000, 0
looking.LONG_STEP = float("inf")
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
        # As it comes to another process.
        self.do = pickle.loads(pickle.dumps(walk)).prepare()
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


@pytest.fixture
def poker(monkeypatch: pytest.MonkeyPatch) -> LoadedGame:
    """Return three-card poker with 40 cards, most steps of which are worked out in pieces."""
    monkeypatch.setattr(Solver, "least_apart", 1000)
    text = Path("rules/shelf/three_card_poker.yaml").read_text()
    few = '    only: "rank >= 6 or rank == 4"\n    into:'
    text = text[: text.index("examples:")].replace("    into:", few)
    return game_of(text, "few_ranks.yaml")


KEPT: dict[str, Any] = {}


def with_pieces(game: LoadedGame) -> tuple[list[bytes], Solution]:
    """Return which pieces of a game were worked out elsewhere, and what it comes to."""
    there = Elsewhere(Walk(game, BEST, None))
    found = solve(game, pieces=there)
    return there.asked, found


def in_pieces(game: LoadedGame) -> tuple[list[bytes], Solution]:
    """Return the same of the game of few cards, which is worked out once."""
    if "pieces" not in KEPT:
        KEPT["pieces"] = with_pieces(game)
    found: tuple[list[bytes], Solution] = KEPT["pieces"]
    return found


def studied(game: LoadedGame) -> BankedResult:
    """Return the figures of the game of few cards, found by one process, once."""
    if "study" not in KEPT:
        KEPT["study"] = banked_study(game, exact=True)
    found: BankedResult = KEPT["study"]
    return found


def whole(solution: Solution) -> object:
    """Return what is told of decisions, those of boards too."""
    return [
        (key, each.situations, each.shares, len(each.kept))
        for key, each in solution.decided.items()
    ]


def test_boards_in_pieces_come_to_the_same(game: LoadedGame) -> None:
    require_the_same(game, *in_pieces(game))


def test_rows_and_hidden_hands_in_pieces_come_to_the_same(poker: LoadedGame) -> None:
    require_the_same(poker, *with_pieces(poker))


def test_a_walk_with_marked_cards_is_the_same_in_pieces(poker: LoadedGame) -> None:
    leaks = {"dealer": Leak(1, "J-A")}
    there = Elsewhere(Walk(poker, BEST, None, leaks))
    assert same(solve(poker, pieces=there, leaks=leaks), solve(poker, leaks=leaks))
    assert there.asked


def require_the_same(game: LoadedGame, asked: list[bytes], found: Solution) -> None:
    """Require of a game that its pieces come to the same as the whole."""
    wanted = solve(game)
    assert same(found, wanted)
    assert whole(found) == whole(wanted)
    assert len(asked) > 4


@pytest.mark.slow
def test_figures_do_not_rest_on_the_cut(game: LoadedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows may be gone through more than once, but as often whoever does it."""
    _, cut = in_pieces(game)
    monkeypatch.setattr(boards, "MOST_ROWS", 1000)
    monkeypatch.setattr(ending, "MOST_STEPS", 50)
    found = solve(game)
    assert same(solve(game, pieces=Elsewhere(Walk(game, BEST, None))), found)
    assert (found.wagers, found.outcomes, found.joint) == (cut.wagers, cut.outcomes, cut.joint)


def test_a_policy_comes_to_the_same(poker: LoadedGame) -> None:
    policy = next(iter(poker.spec.policies))
    there = Elsewhere(Walk(poker, policy, None))
    assert same(solve(poker, policy, pieces=there), solve(poker, policy))
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
    (first, _), (second, _) = in_pieces(game), with_pieces(game)
    assert first == second
    assert len(set(first)) == len(first)


def test_what_is_raised_in_a_piece_is_raised_where_it_was_asked_for() -> None:
    with pytest.raises(NotLinear):
        come_to(NOT_LINEAR)


@pytest.mark.parametrize(
    ("line", "changed", "at", "told"),
    [
        (
            '    net: "0 if wagered == 0 or lead == 0 else wagered if',
            '    net: "0 if wagered == 0 or lead == 0 else 1 // (14 - high) if',
            "  play:\n    title: Play",
            "wagers.play: a division by zero",
        ),
        (
            "      raise_one: {text: Wager one ante., do: [{set: {wagered: 1",
            "      raise_one: {text: Wager one ante., do: [{set: {wagered: "
            "count(c.rank == 14 for c in board) * 5 + 1",
            "      raise_one: {text: Wager one ante.",
            "decisions.last.moves.raise_one.do.0: wagered would leave its range 0..4",
        ),
    ],
)
def test_an_error_in_a_piece_tells_where_in_the_spec(
    line: str, changed: str, at: str, told: str, game: LoadedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = few_cards()
    number = text[: text.index(at)].count("\n") + 1
    broken = game_of(text.replace(line, changed), "few_cards.yaml")
    there = Elsewhere(Walk(broken, BEST, None))
    for worked in (None, there):
        with pytest.raises(PlayError) as error:
            solve(broken, pieces=worked)
        assert str(error.value) == f"few_cards.yaml:{number}: {told}"
    assert there.asked
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    with pytest.raises(PlayError) as error:
        banked_study(broken, workers=Workers(processes=2))
    assert str(error.value) == f"few_cards.yaml:{number}: {told}"


@pytest.mark.slow
def test_a_dask_cluster_comes_to_the_same(game: LoadedGame, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason=MISSING)
    wanted = studied(game)
    with scheduler_in(tmp_path) as address, worker(address, tmp_path):
        done = Workers(scheduler=address)
        cache = Cache(tmp_path / "kept", pytest.fail)
        assert banked_study(game, exact=True, context=Context(cache), workers=done) == wanted
    assert not [*(tmp_path / "kept").glob("banked-step-*")]


def test_walks_are_forgotten_when_they_are_done(game: LoadedGame, tmp_path: Path) -> None:
    """Their arrays have gigabytes in large games, which a report solves one after the other."""
    gc.collect()
    gc.disable()
    try:
        banked_study(game, context=Context(Cache(tmp_path, pytest.fail)))
        assert not [each for each in gc.get_objects() if issubclass(type(each), Solver)]
    finally:
        gc.enable()


def test_pieces_need_somebody_who_does_them(game: LoadedGame) -> None:
    solver = looking.Looking._done_apart
    with pytest.raises(EngineError, match="nobody"):
        next(solver(type("Nobody", (), {"pieces": None})(), []))


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
    wanted = studied(game)
    cache = Cache(tmp_path, pytest.fail)
    found = banked_study(game, exact=True, context=Context(cache), workers=Workers(processes=2))
    assert found == wanted
    assert started == [2]
    assert not [*tmp_path.glob("banked-step-*")]


@pytest.mark.slow
def test_two_processes_come_to_the_same_odds(
    game: LoadedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    priced = odds_within(Context(), game, workers=Workers(processes=2))
    alone = odds_of(game)
    assert priced is not None
    assert alone is not None
    assert priced.outcomes == alone.outcomes


@pytest.mark.parametrize("stored", [pytest.param(2, marks=pytest.mark.slow), -3])
def test_a_killed_process_leaves_its_pieces(
    stored: int, game: LoadedGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the way backward, and forward: after the third, and before the last pieces."""
    asked, wanted = in_pieces(game)
    number = stored % (len(asked) + 1)
    text = tmp_path / "few_cards.yaml"
    text.write_text(few_cards())
    folder = tmp_path / "kept"
    run = subprocess.run(
        [sys.executable, "-c", ENDED, str(folder), str(number), str(text)],
        check=False,
        env=dict(os.environ),
    )
    assert run.returncode == -signal.SIGKILL
    kept = [*folder.glob("banked-step-*")]
    assert len(kept) == number
    worked_out = []
    do = PieceWork.do

    def counted(self: PieceWork, *piece: Any) -> Any:
        worked_out.append(piece)
        return do(self, *piece)

    monkeypatch.setattr(PieceWork, "do", counted)
    again = game_of(text.read_text(), "few_cards.yaml")
    found = banked_study(again, exact=True, context=Context(Cache(folder, pytest.fail)))
    assert len(worked_out) == len(asked) - number
    assert found == studied(game)
    assert found.situations == wanted.situations
    assert not [*folder.glob("banked-step-*")]


def test_a_digest_is_that_of_the_bytes_that_are_written() -> None:
    """Of many numbers, whose memory is not copied, and of few."""
    for array in (np.arange(10), np.arange(10**6), np.arange(10**6).reshape(1000, 1000).T):
        digest, written = pieces._Digest(), io.BytesIO()
        pieces._Writer(digest, {}).dump((array, "rows"))
        pieces._Writer(written, {}).dump((array, "rows"))
        assert digest.digest.hexdigest() == hashlib.sha256(written.getvalue()).hexdigest()
