"""Generated modules are kept on disk, and played without where they cannot be."""

import os
import tempfile
from pathlib import Path

import pytest

from certify.play.compiler import store

SOURCE = "def double(number):\n    return 2 * number\n"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    folder.mkdir()
    monkeypatch.setattr(store, "_folder", lambda: folder)
    monkeypatch.setattr(store, "_modules", {})
    return folder


def again(monkeypatch):
    """Return the module as another process finds it."""
    monkeypatch.setattr(store, "_modules", {})
    return store.compiled_module(SOURCE, "some-game")


def test_a_module_is_written_once_for_all_processes(kept, monkeypatch):
    module = store.compiled_module(SOURCE, "some-game")
    assert module.double(4) == 8
    assert store.compiled_module(SOURCE, "some-game") is module
    (path,) = kept.glob("*.py")
    assert path.name.startswith("some_game_")
    assert Path(str(module.__file__)) == path
    written = path.stat()
    assert again(monkeypatch).double(4) == 8
    # A file that is written again is another one.
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (written.st_ino, written.st_mtime_ns)
    assert [entry for entry in kept.iterdir() if entry.name.startswith("part-")] == []


def test_a_module_that_is_not_what_it_was_is_written_again(kept, monkeypatch):
    store.compiled_module(SOURCE, "some-game")
    (path,) = kept.glob("*.py")
    path.write_text(SOURCE.replace("2", "3"))
    assert again(monkeypatch).double(4) == 8
    assert path.read_text() == SOURCE


@pytest.mark.parametrize("step", ["mkstemp", "replace"])
def test_where_nothing_can_be_written_a_module_passes_with_its_process(kept, monkeypatch, step):
    def refuse(*given, **named):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile if step == "mkstemp" else os, step, refuse)
    module = store.compiled_module(SOURCE, "some-game")
    assert module.double(4) == 8
    assert Path(str(module.__file__)).parent != kept
    assert list(kept.iterdir()) == []


def test_of_too_many_modules_the_oldest_are_deleted(tmp_path, monkeypatch):
    monkeypatch.setattr(store, "code_folder", lambda stem, parts: tmp_path)
    monkeypatch.setattr(store, "MOST_MODULES", 2)
    for number in range(4):
        path = tmp_path / f"game_{number}.py"
        path.write_text(SOURCE)
        os.utime(path, (number, number))
    store._folder.cache_clear()
    try:
        assert store._folder() == tmp_path
    finally:
        store._folder.cache_clear()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game_2.py", "game_3.py"]
