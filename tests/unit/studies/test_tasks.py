"""Tasks that do not need each other: looked up, worked out anywhere, kept one by one."""

import os
import signal
from functools import partial
from pathlib import Path

import pytest

from certify.errors import EngineError
from certify.runtime import processes
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers, done_meanwhile, kept_meanwhile, work_out

KIND = "squares"


def squared(task: tuple[Path, int]) -> bytes:
    """Return the square of a number, and leave a mark that it was worked out."""
    folder, number = task
    with (folder / str(number)).open("a") as marks:
        marks.write(f"{os.getpid()}\n")
    if number < 0:
        raise EngineError(f"{number} is below zero")
    if (folder / "kill").exists() and number == 3 and not (folder / "killed").exists():
        (folder / "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return str(number * number).encode()


def squared_by_others(task: tuple[Path, list[int]]) -> bytes:
    """Have other processes square numbers."""
    marks, numbers = task
    run(Context(), marks, numbers, Workers(processes=2), are_long=True)
    return b""


@pytest.fixture
def context(tmp_path):
    told: list[str] = []
    return Context(cache=Cache(tmp_path / "cache", told.append))


@pytest.fixture
def marks(tmp_path):
    folder = tmp_path / "marks"
    folder.mkdir()
    return folder


def run(context, marks, numbers, workers=None, **changes):
    return work_out(
        squared,
        [(marks, number) for number in numbers],
        list(numbers),
        kind=KIND,
        context=context,
        workers=workers or Workers(processes=1),
        doing="squares",
        **changes,
    )


def worked_out(marks):
    return sorted(int(path.name) for path in marks.iterdir() if path.name.lstrip("-").isdigit())


@pytest.mark.parametrize("workers", [1, 2])
def test_the_order_is_that_of_the_tasks_whoever_works(context, marks, monkeypatch, workers):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    found = run(context, marks, range(7), Workers(processes=workers))
    assert found == [str(number * number).encode() for number in range(7)]
    assert worked_out(marks) == list(range(7))
    doers = {path.read_text() for path in marks.iterdir()}
    # The first is done here; of others that are quick, one process may do all.
    assert len(doers) in {workers, workers + (workers > 1)}


def test_what_was_worked_out_is_looked_up(context, marks):
    run(context, marks, [1, 2])
    for path in marks.iterdir():
        path.unlink()
    assert run(context, marks, [2, 5, 1]) == [b"4", b"25", b"1"]
    assert worked_out(marks) == [5]


def test_what_was_interrupted_goes_on(context, marks):
    with pytest.raises(EngineError, match="-4 is below zero"):
        run(context, marks, [1, 2, -4, 3])
    assert worked_out(marks) == [-4, 1, 2]
    for path in marks.iterdir():
        path.unlink()
    assert run(context, marks, [1, 2, 3]) == [b"1", b"4", b"9"]
    assert worked_out(marks) == [3]


def test_without_a_cache_everything_is_worked_out(marks):
    for _ in range(2):
        assert run(Context(), marks, [1, 2]) == [b"1", b"4"]
    assert [len(path.read_text().split()) for path in sorted(marks.iterdir())] == [2, 2]


def test_a_process_that_is_killed_is_replaced(context, marks, monkeypatch):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    (marks / "kill").touch()
    found = run(context, marks, range(6), Workers(processes=2))
    assert found == [str(number * number).encode() for number in range(6)]
    assert (marks / "killed").exists()


def test_no_tasks_are_no_work(context, marks):
    assert run(context, marks, []) == []


def test_progress_is_told_from_what_is_known_on(context, marks):
    run(context, marks, [1])
    told: list[tuple[int, int, str]] = []
    telling = Context(cache=context.cache, progress=lambda *step: told.append(step))
    run(telling, marks, [1, 2, 3])
    assert told == [(done, 3, "squares") for done in (1, 2, 3)]


def test_a_task_is_done_by_another_process_while_a_block_is_worked_through(marks, monkeypatch):
    monkeypatch.setattr("certify.runtime.workers.cores", lambda: 2)
    with done_meanwhile(doing="squares") as ask:
        ask(partial(squared, (marks, 4)))
        squared((marks, 5))
    assert worked_out(marks) == [4, 5]
    assert (marks / "4").read_text() != (marks / "5").read_text()
    # What fails there is done again, and told, by whoever needs it.
    with done_meanwhile(doing="squares") as ask:
        ask(partial(squared, (marks, -2)))
        squared((marks, 6))
        ask(partial(squared, (marks, 7)))
    assert worked_out(marks) == [-2, 4, 5, 6, 7]
    assert (marks / "-2").read_text() == (marks / "7").read_text()


def test_the_processes_of_a_task_end_with_it(marks, monkeypatch):
    monkeypatch.setattr("certify.runtime.workers.cores", lambda: 2)
    with done_meanwhile(doing="squares") as ask:
        ask(partial(squared_by_others, (marks, [4, 5])))
    assert worked_out(marks) == [4, 5]
    for number in ("4", "5"):
        with pytest.raises(ProcessLookupError):
            os.kill(int((marks / number).read_text()), 0)


def test_on_one_core_nothing_is_done_meanwhile(marks, monkeypatch):
    monkeypatch.setattr("certify.runtime.workers.cores", lambda: 1)
    with done_meanwhile(doing="squares") as ask:
        ask(partial(squared, (marks, 4)))
    assert worked_out(marks) == []


def kept_square(marks: Path, number: int, context: Context, workers: Workers) -> None:
    """Keep the square of a number."""
    assert workers.processes == 1
    run(context, marks, [number], workers)


def test_what_is_done_meanwhile_is_kept(context, marks, monkeypatch):
    monkeypatch.setattr("certify.runtime.workers.cores", lambda: 2)
    with kept_meanwhile(context) as ask:
        ask(partial(kept_square, marks, 4))
    own = (marks / "4").read_text()
    assert own != f"{os.getpid()}\n"
    assert run(context, marks, [4]) == [b"16"]
    assert (marks / "4").read_text() == own
    # Without a cache nobody could look it up.
    with kept_meanwhile(Context()) as ask:
        ask(partial(kept_square, marks, 5))
    assert worked_out(marks) == [4]
