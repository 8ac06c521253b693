"""Processes that play: the same statistics from any number of them, and from dying ones."""

import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing import active_children, popen_fork
from multiprocessing.process import BaseProcess
from pathlib import Path
from uuid import uuid4

import pytest

from certify.errors import EngineError
from certify.play.compiler.compiled import CompiledGame
from certify.play.compiler.store import was_written
from certify.play.simulate.job import COMPILED, Job, playable
from certify.play.simulate.runner import StopRule, run_games
from certify.play.simulate.shards import Shard
from certify.play.tallies import Tallies
from certify.runtime import processes
from certify.runtime.executors import Executor, InProcess
from certify.runtime.processes import LocalMachine, LocalProcesses
from certify.studies.simulation.study import compile_games
from tests.support.dice import BODY, Deadly, dice_job
from tests.support.games import small_game

GAMES = 1200
RULE = StopRule(GAMES, None, None, "score.1")


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    return dice_job(tmp_path_factory.mktemp("dice"))


@pytest.fixture(scope="module")
def whole(job):
    return playable(job).play(job.seed, 0, GAMES)


@pytest.fixture(autouse=True)
def _none_wait():
    processes.idle.end()
    yield
    processes.idle.end()


def result(job, executor: Executor[Shard, Tallies]):
    try:
        return run_games(playable(job).play(job.seed, 0, 0), RULE, executor)[0]
    finally:
        executor.close()


def test_this_process_plays(job, whole):
    assert result(job, InProcess(job)) == whole


@pytest.mark.parametrize("workers", [2, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 3))])
def test_so_many_processes_play_the_same(job, whole, workers):
    # Another test may have left some that are just ending.
    before = active_children()
    executor = LocalProcesses(job, workers)
    assert result(job, executor) == whole
    processes.idle.end()
    assert set(active_children()) <= set(before)


def numbers() -> set[int | None]:
    return {process.pid for process in active_children()}


def test_processes_that_have_done_a_work_do_the_next(job, whole, tmp_path):
    assert result(job, LocalProcesses(job, 2)) == whole
    before = numbers()
    other = dice_job(tmp_path, seed=job.seed + 1)
    assert result(other, LocalProcesses(other, 2)) != whole
    assert result(job, LocalProcesses(job, 2)) == whole
    assert numbers() == before


def test_a_run_takes_over_processes_that_wait_once_its_first_part_is_done(job, whole, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 1e9)
    assert result(job, LocalProcesses(job, 2)) == whole
    executor = LocalMachine(job, 2)
    widths = []
    for _ in range(2):
        executor.submit(Shard(0, 10))
        widths.append(executor.width)
        executor.finished()
    executor.close()
    assert widths == [1, 2]


def test_processes_of_other_surroundings_are_not_taken_over(job, whole, monkeypatch):
    assert result(job, LocalProcesses(job, 2)) == whole
    before = numbers()
    monkeypatch.setenv("CERTIFY_CACHE", "elsewhere")
    assert result(job, LocalProcesses(job, 2)) == whole
    assert not numbers() & before


def test_processes_end_that_wait_for_nothing(job, whole, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS_IDLE", 0.1)
    assert result(job, LocalProcesses(job, 2)) == whole
    until = time.monotonic() + 30
    while active_children() and time.monotonic() < until:
        time.sleep(0.05)
    assert not active_children()


def test_processes_that_are_doing_something_are_ended(job):
    executor = LocalProcesses(job, 2)
    executor.submit(Shard(0, 10))
    executor.finished()
    executor.submit(Shard(0, 10**9))
    executor.close()
    assert not active_children()
    assert not processes.idle.has(2)


def test_none_is_left_where_another_thread_is_told_first_that_they_ended(job, monkeypatch):
    # The pool's own thread asks too. It holds what it was told for a while before it is known.
    class Slow:
        def __getattr__(self, name):
            return getattr(os, name)

        def waitpid(self, number, options):
            is_mine = threading.current_thread() is threading.main_thread()
            if is_mine:
                time.sleep(0.05)
            told = os.waitpid(number, options)
            if told[0] and not is_mine:
                time.sleep(1)
            return told

    before = active_children()
    executor = LocalProcesses(job, 2)
    executor.submit(Shard(0, 10))
    executor.finished()
    executor.close()
    monkeypatch.setattr(popen_fork, "os", Slow())
    processes.idle.end()
    assert set(active_children()) <= set(before)


UNGUARDED = """
import sys
from pathlib import Path
from certify.runtime.processes import LocalProcesses
from certify.play.simulate.shards import Shard
from tests.support.dice import dice_job

executor = LocalProcesses(dice_job(Path(sys.argv[1])), 1)
executor.submit(Shard(0, 10))
print(executor.finished()[0].answer.games)
executor.close()
"""


@pytest.mark.parametrize("is_typed", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_program_without_a_guard_or_a_file_can_ask_for_processes(tmp_path, is_typed):
    (tmp_path / "unguarded.py").write_text(UNGUARDED)
    program = "-" if is_typed else str(tmp_path / "unguarded.py")
    done = subprocess.run(
        [sys.executable, program, str(tmp_path)],
        check=False,
        input=UNGUARDED if is_typed else "",
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert (done.stdout, done.stderr) == ("10\n", "")


def test_a_long_run_goes_over_to_processes(job, whole, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    executor = LocalMachine(job, 2)
    for width in (1, 2):
        executor.submit(Shard(0, 10))
        assert executor.width == width
        assert executor.finished()[0].answer == playable(job).play(job.seed, 0, 10)
    assert result(job, executor) == whole


def test_a_short_run_is_played_here(job, whole, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 1e9)
    executor = LocalMachine(job, 2)
    assert result(job, executor) == whole
    assert executor.width == 1


class Killing(LocalProcesses[Shard, Tallies]):
    """Kills some of its own processes while they play."""

    killed: list[BaseProcess]

    def finished(self):
        if len(self.killed) < 2:
            process = active_children()[0]
            process.kill()
            self.killed.append(process)
        return super().finished()


def test_a_process_that_is_killed_is_replaced(job, whole):
    executor = Killing(job, 2)
    executor.killed = []
    assert result(job, executor) == whole
    assert executor.killed
    assert all(process.exitcode == -signal.SIGKILL for process in executor.killed)


@pytest.mark.slow
def test_a_process_killed_while_it_is_idle_is_replaced(job, whole):
    executor = LocalProcesses(job, 2)
    executor.submit(Shard(0, 10))
    assert executor.finished()
    for process in active_children():
        process.kill()
        process.join()
    assert result(job, executor) == whole


def test_processes_end_with_the_one_that_is_killed(tmp_path):
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    command = [sys.executable, str(script), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 30
    while is_alive(child) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(child)


ROOT = Path(__file__).parents[3]
ORPHANS = """
import sys, time
from multiprocessing import active_children
from pathlib import Path
from certify.runtime.processes import LocalProcesses
from certify.play.simulate.shards import Shard
from tests.support.dice import dice_job

if __name__ == "__main__":
    executor = LocalProcesses(dice_job(Path(sys.argv[1])), 1)
    executor.submit(Shard(0, 10))
    executor.finished()
    print(active_children()[0].pid, flush=True)
    time.sleep(60)
"""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]


def test_games_that_kill_every_process_are_told(job):
    deadly = Deadly(**vars(job))
    executor = LocalProcesses(deadly, 1)
    try:
        executor.submit(Shard(0, 10))
        with pytest.raises(EngineError, match="games 0 to 9 of seed 5 was ended from outside 3"):
            executor.finished()
    finally:
        executor.close()


def test_an_error_of_a_game_is_told(tmp_path):
    job = dice_job(tmp_path, scales=(("score.1", 1),))
    executor = LocalProcesses(job, 1)
    try:
        executor.submit(Shard(0, 10))
        with pytest.raises(EngineError, match=r"score.1 is -?\d/2"):
            executor.finished()
    finally:
        executor.close()


def test_a_fault_of_a_process_is_no_error_of_the_user(job):
    broken = Job(**vars(job) | {"game": None})
    executor = LocalProcesses(broken, 1)
    try:
        executor.submit(Shard(0, 10))
        with pytest.raises(RuntimeError, match="AttributeError"):
            executor.finished()
    finally:
        executor.close()


def test_games_are_compiled_side_by_side_once(tmp_path):
    # A text that no game had before, so that none of them was compiled.
    jobs = [
        dice_job(
            tmp_path,
            game=small_game(
                tmp_path, BODY.replace("Draw and guess.", f"Draw and guess {uuid4()}.")
            ),
            engine=COMPILED,
            policies=policies,
        )
        for policies in (("random", "random"), ("careful", "careful"))
    ]
    told = []
    compile_games([*jobs, *jobs], 1, lambda done, of, _doing: told.append((done, of)))
    assert not told
    compile_games([*jobs, *jobs], 2, lambda done, of, _doing: told.append((done, of)))
    assert told[0] == (0, 2)
    games = [game for job in jobs if isinstance(game := playable(job), CompiledGame)]
    assert all(was_written(game.source, "small") for game in games)
    before = list(told)
    compile_games(jobs, 2, lambda done, of, _doing: told.append((done, of)))
    assert told == before
    assert [game.play(5, 0, 100).games for game in games] == [100, 100]
