"""The kept inputs and a short series of changed ones, the same each time, in every run of tests.

The long run is ``python -m tools.fuzz.run --inputs 100000``; see docs/hostile-input.md.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fuzz.mutation import FORMS
from tools.fuzz.targets import CORPUS, LARGEST_SEED, TARGETS, seeds

ROOT = Path(__file__).parents[2]
FEW, MANY = 12, 300
MOST_SECONDS = 5.0


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def told(request, tmp_path_factory):
    """Return what each target came to, in a process whose audit hook no other test meets."""
    inputs = str(request.param)
    folder = tmp_path_factory.mktemp("fuzz")
    command = [sys.executable, "-m", "tools.fuzz.run", "--here", "--plain", "--inputs", inputs]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "CERTIFY_CACHE": str(folder / "cache")}
    ended = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.stdout.count("\n") == len(TARGETS), ended.stderr[-3000:]
    lines = [json.loads(line) for line in ended.stdout.splitlines()]
    return {line["target"]: line for line in lines}, request.param, ended.stderr


def test_nothing_but_success_or_an_error_in_words_and_both_are_met(told):
    targets, of_each, said = told
    for name in TARGETS:
        found, inputs = targets[name], of_each + len({*seeds(name)})
        assert found["findings"] == {}, said
        assert found["inputs"] == inputs, name
        if name not in ALWAYS_TAKEN:
            assert found["refused"] > 0, name
            assert found["refused"] < inputs or (of_each == FEW and name in RARELY_TAKEN), name


RARELY_TAKEN = ("about",)
"""Of a few changed inputs none may be right."""

ALWAYS_TAKEN = ("kept", "arguments")
"""What is damaged there counts as not there; a wrong argument does not end the others."""


def test_every_target_has_seeds_and_a_form():
    assert set(TARGETS) == set(FORMS) == {folder.name for folder in CORPUS.iterdir()}
    for path in CORPUS.rglob("*.*"):
        assert path.stat().st_size <= LARGEST_SEED, path


PLANTED = """
import os, socket, subprocess, sys
from pathlib import Path
from tools.fuzz import guard
watch = guard.Guard(guard.scratch_folder())
def tried(do):
    try:
        with watch.armed():
            do()
    except guard.Broken as error:
        return str(error)
    except OSError:
        pass
    return "nothing"
for do in (
    lambda: open("/etc/passwd").read(),
    lambda: Path("/tmp/certify-fuzz-written").write_text("x"),
    lambda: os.system("true"),
    lambda: subprocess.run(["true"]),
    lambda: socket.socket(),
    lambda: eval("1 + 1"),
    lambda: exec("x = 1"),
    lambda: os.listdir("/"),
    lambda: [None for _ in iter(int, 1)],
):
    print(tried(do))
with watch.armed():
    import ast
    ast.parse("1 + 1")
    (Path(watch.scratch) / "a").write_text("x")
print(tried(lambda: (Path(watch.scratch) / "a").read_text()))
"""


def test_the_guard_sees_what_must_not_be(tmp_path):
    """What would be a finding is one: files, programs, connections, code, and no end."""
    script = PLANTED.replace("from tools.fuzz import guard\n", SHORT)
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    events = [line.split("(")[0] for line in ended.stdout.splitlines()]
    assert events == [
        "open", "open", "os.system", "subprocess.Popen", "socket.__new__", "compile", "compile",
        "os.listdir", "more than 0.5 s", "nothing",
    ]  # fmt: skip


SHORT = "from tools.fuzz import guard\nguard.MOST_SECONDS = 0.5\n"
