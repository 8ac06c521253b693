"""What was played is kept, whatever happens: kills, damage, full disks, two runs at once."""

import errno
import json
import os
from pathlib import Path

import pytest

from certify.errors import CheckpointError, OutputError
from certify.play.simulate import checkpoint as module
from certify.play.simulate.checkpoint import LOCK, MANIFEST, MOST_FILES, PART, Checkpoint
from certify.play.simulate.shards import LOOKS, Shard
from certify.runtime.files import unsealed
from tests.support.dice import dice_job
from tests.support.runs import Anyhow, played, rule, run


class Killed(BaseException):
    """The process ends here."""


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    return dice_job(tmp_path_factory.mktemp("dice"))


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "run"


@pytest.fixture
def told():
    return []


@pytest.fixture
def opened(folder, job, told):
    """Return a function that opens the folder."""
    return lambda: Checkpoint(folder, job, told.append)


def resumed(opened, stop, executor=None):
    """Return what a run with the folder gives."""
    store = opened()
    try:
        return run(stop, executor, store)
    finally:
        store.close()


def files(folder):
    return sorted(path.name for path in folder.glob("games-*"))


def test_a_finished_run_is_not_played_again(opened, folder, told):
    whole = resumed(opened, rule(3500))
    nobody = Anyhow()
    assert resumed(opened, rule(3500), nobody) == whole == played(Shard(0, 3500))
    assert nobody.all == []
    assert told == []
    # Between two looks one file is left.
    assert len(files(folder)) == 4


def test_a_longer_run_goes_on_and_a_shorter_one_is_right(opened, folder):
    resumed(opened, rule(2500))
    executor = Anyhow()
    assert resumed(opened, rule(5200), executor) == played(Shard(0, 5200))
    assert min(shard.first for shard in executor.all) == 2500
    for games in (1, 700, 2500, 3100, 5199):
        assert resumed(opened, rule(games)) == played(Shard(0, games))
    executor = Anyhow()
    assert resumed(opened, rule(5200), executor) == played(Shard(0, 5200))
    assert executor.all == []


def test_a_run_by_precision_goes_on_from_any_run(opened):
    resumed(opened, rule(20_500))
    precise = resumed(opened, rule(sem=8.0))
    assert precise == run(rule(sem=8.0))
    assert resumed(opened, rule(sem=6.0)) == run(rule(sem=6.0))


def calls_that_write(monkeypatch, act):
    """Have `act` called with a number before every call that changes the disk."""
    number = 0

    def watched(function):
        def call(*arguments, **named):
            nonlocal number
            number += 1
            act(number)
            return function(*arguments, **named)

        return call

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    for name in ("unlink", "mkdir"):
        monkeypatch.setattr(Path, name, watched(getattr(Path, name)))
    return lambda: number


def test_a_run_killed_before_any_step_on_the_disk_goes_on(opened, folder, monkeypatch):
    stop, whole = rule(1300), played(Shard(0, 1300))
    with monkeypatch.context() as patch:
        count = calls_that_write(patch, lambda number: None)
        assert resumed(opened, stop, Anyhow(7, most_seconds=1.0)) == whole
        steps = count()
    assert steps > 40
    for moment in range(1, steps + 1, max(1, steps // 40)):
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()

        def killed(number, moment=moment):
            if number >= moment:
                raise Killed

        store = None
        with monkeypatch.context() as patch:
            calls_that_write(patch, killed)
            try:
                store = opened()
                run(stop, Anyhow(7, most_seconds=1.0), store)
            except Killed:
                pass
        if store is not None:
            store.close()
        assert resumed(opened, stop, Anyhow(moment)) == whole
        assert not list(folder.glob(f"{PART}*"))
        assert len(files(folder)) < MOST_FILES


def test_every_byte_of_a_torn_file_is_noticed(opened, folder, told):
    resumed(opened, rule(1000))
    path = folder / files(folder)[0]
    content = path.read_bytes()
    for length in (0, 1, 63, 64, 65, 66, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:length])
        told.clear()
        assert resumed(opened, rule(1000)) == played(Shard(0, 1000))
        assert told == [f"The stored file {path} is damaged; games 0 to 999 are played again."]


def test_a_damaged_file_is_told_and_played_again(opened, folder, told):
    whole = resumed(opened, rule(4000))
    path = folder / files(folder)[2]
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    executor = Anyhow()
    assert resumed(opened, rule(4000), executor) == whole
    assert told == [f"The stored file {path} is damaged; games 2,000 to 2,999 are played again."]
    assert {LOOKS.stretch(shard.first).first for shard in executor.all} == {2000}


@pytest.mark.parametrize(
    "change",
    [
        {"job": "0" * 64},
        {"tallies": {}},
        {"tallies": played(Shard(0, 999)).to_data()},
    ],
)
def test_a_file_of_something_else_is_played_again(opened, folder, told, change):
    resumed(opened, rule(1000))
    path = folder / files(folder)[0]
    data = json.loads(unsealed(path.read_bytes()))
    path.write_bytes(module._sealed(data | change))
    assert resumed(opened, rule(1000)) == played(Shard(0, 1000))
    assert len(told) == 1


def test_a_file_that_goes_beyond_a_look_is_played_again(opened, folder, told):
    store = opened()
    path = folder / module._name(Shard(900, 200))
    path.write_bytes(store._content(Shard(900, 200), played(Shard(900, 200))))
    store.close()
    assert resumed(opened, rule(1200)) == played(Shard(0, 1200))
    assert told == [f"The stored file {path} is damaged; games 900 to 1,099 are played again."]


def test_the_folder_of_another_job_is_refused(folder, tmp_path, job, told):
    Checkpoint(folder, job, told.append).close()
    other = dice_job(tmp_path, seed=6, policies=("random", "careful"))
    with pytest.raises(
        CheckpointError,
        match="another simulation: policies random, random there, random, careful here, "
        "seed 5 there, 6 here",
    ):
        Checkpoint(folder, other, told.append)
    # The refusal has left no lock.
    Checkpoint(folder, job, told.append).close()


def test_the_folder_of_other_sources_is_refused(folder, job, told, monkeypatch):
    Checkpoint(folder, job, told.append).close()
    monkeypatch.setattr("certify.play.simulate.job.code_fingerprint", lambda: "0" * 64)
    with pytest.raises(CheckpointError, match="another state of the sources"):
        Checkpoint(folder, job, told.append)


def test_a_folder_of_something_else_is_left_alone(opened, folder):
    folder.mkdir()
    (folder / "letter.txt").write_text("dear")
    with pytest.raises(CheckpointError, match=r"holds no simulation, but letter.txt"):
        opened()
    assert sorted(path.name for path in folder.iterdir()) == ["letter.txt", LOCK]


def test_a_description_that_cannot_be_read_is_told(opened, folder):
    opened().close()
    path = folder / MANIFEST
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(CheckpointError, match=r"simulation.json cannot be read \(its SHA-256"):
        opened()


def test_two_runs_at_once_are_refused(opened):
    store = opened()
    with pytest.raises(CheckpointError, match="another run is using the folder"):
        opened()
    store.close()
    opened().close()


def test_a_lock_file_that_a_dead_process_left_is_no_lock(opened, folder):
    opened().close()
    (folder / LOCK).write_text("12345")
    opened().close()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_is_told_and_nothing_is_lost(opened, folder, monkeypatch, call):
    resumed(opened, rule(2000))
    kept = {name: (folder / name).read_bytes() for name in files(folder)}

    def full(*arguments, **named):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(OutputError, match=r"No space left on device; .*the same command"):
            resumed(opened, rule(3000))
    assert {name: (folder / name).read_bytes() for name in files(folder)} == kept
    assert not list(folder.glob(f"{PART}*"))
    assert resumed(opened, rule(3000)) == played(Shard(0, 3000))


def test_folders_that_cannot_be_used_are_told(tmp_path, job, told, monkeypatch):
    with pytest.raises(OutputError, match="does not exist; create it first"):
        Checkpoint(tmp_path / "no" / "run", job, told.append)
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="it is no folder"):
        Checkpoint(tmp_path / "file", job, told.append)


def test_a_folder_that_is_read_only_is_told(tmp_path, job, told, monkeypatch):
    def refused(*arguments, **named):
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refused)
        with pytest.raises(OutputError, match="Permission denied"):
            Checkpoint(tmp_path / "run", job, told.append)
    folder = tmp_path / "other"
    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("filelock._unix.os.open", refused)
        with pytest.raises(OutputError, match="lock was not written: Permission denied"):
            Checkpoint(folder, job, told.append)


def test_files_stay_few_however_many_shards_there_are(opened, folder):
    store = opened()
    # The games of a stretch far out, one by one from its end: none follow each other till the last.
    stretch = LOOKS.stretch(40_000)
    most = 0
    for number in range(stretch.games // 4 - 1, -1, -1):
        shard = Shard(stretch.first + 4 * number, 4)
        store.store(shard, played(shard))
        most = max(most, len(files(folder)))
    store.close()
    assert most <= MOST_FILES + 1
    store = opened()
    assert [*store.found] == [Shard(stretch.first, stretch.games // 4 * 4)]
    assert store.found[Shard(stretch.first, stretch.games // 4 * 4)] == played(
        Shard(stretch.first, stretch.games // 4 * 4)
    )
    store.close()
