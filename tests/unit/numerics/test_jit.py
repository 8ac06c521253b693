"""Where compiled kernels are kept."""

import gc
import os
import subprocess
import sys
from threading import Thread
from typing import cast

import numba
import pytest

from certify.numerics import jit
from certify.numerics.fingerprint import KERNEL_PARTS, code_hash


def double(value):
    return 2 * value


@jit.inline
def twice(value):
    return 2 * value


def calling(value):
    return twice(value)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return the folder that the user gave for kernels."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def compiles(function):
    """Return how often it is told that something is compiled while a kernel is called."""
    told = []
    with jit.when_compiling(lambda: told.append(True)):
        assert function(3) == 6
        assert function(3.0) == 6.0
    return len(told)


def test_kernels_of_these_sources_have_a_folder_of_their_own(kept):
    assert compiles(jit.kernel(double)) == 1
    (folder,) = kept.iterdir()
    assert folder.name == f"kernels-{code_hash(KERNEL_PARTS)[:16]}"
    assert list(folder.rglob("*double*.nbi"))
    assert compiles(jit.kernel(double)) == 0


@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_collected_while_something_is_compiled(kept, monkeypatch, collects):
    asked = []
    monkeypatch.setattr(gc, "disable", lambda: asked.append("rest"))
    monkeypatch.setattr(gc, "isenabled", lambda: collects)
    monkeypatch.setattr(gc, "enable", lambda: asked.append("go on"))
    assert compiles(jit.kernel(calling)) == 1
    # Two signatures, each with that of what it calls.
    assert asked == (["rest", "go on"] * 2 if collects else ["rest"] * 2)


def test_other_sources_do_not_take_them_back(kept, monkeypatch):
    assert compiles(jit.kernel(double)) == 1
    monkeypatch.setattr(jit, "code_hash", lambda parts: "0" * 64)
    jit._code_folder.cache_clear()
    assert compiles(jit.kernel(double)) == 1
    jit._code_folder.cache_clear()


def test_the_setting_of_the_process_is_left_as_it_was(kept):
    jit.kernel(double)
    assert compiles(jit.kernel(double)) == 1
    assert str(kept) == jit.compiler().config.CACHE_DIR


def test_what_one_thread_lends_no_other_takes_for_what_was_given(kept):
    other = Thread(target=compiles, args=(jit.kernel(double),))
    with jit.code_kept_in(kept / "lent"):
        other.start()
        other.join(0.5)
    other.join()
    (folder,) = kept.iterdir()
    assert folder.name == f"kernels-{code_hash(KERNEL_PARTS)[:16]}"


def test_old_kernels_are_deleted_and_nothing_else(kept):
    for number in range(6):
        old = kept / f"kernels-{number:016x}"
        old.mkdir()
        os.utime(old, (number, number))
    (kept / "mine").mkdir()
    jit.code_folder(jit.FOLDER, KERNEL_PARTS)
    assert sorted(path.name for path in kept.iterdir()) == [
        *(f"kernels-{number:016x}" for number in (3, 4, 5)),
        "mine",
    ]


def test_a_folder_that_cannot_be_written_is_done_without(kept, tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(file))
    assert jit.kernel(double)(4) == 8


def test_without_the_compiler_a_kernel_is_the_function_itself(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", True)
    assert cast(jit.Kernel, jit.kernel(double)).compiled is double


def test_the_compiler_is_loaded_with_the_first_call_alone():
    code = (
        "import sys; from certify.numerics.sums import two_sum; before = 'numba' in sys.modules;"
        " print(before, two_sum(1.0, 2.0), 'numba' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False (3.0, 0.0) True\n"
