"""Whatever a stranger's file says, it is refused in words or played, within bounds."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.hostile.corpus import all_cases
from tests.hostile.run_cases import MOST_MEMORY, MOST_SECONDS
from tests.support.banked_spec import PAYTABLES

ROOT = Path(__file__).parents[2]
PARTS = 2
LONGEST_MESSAGE = 100_000


ONE_IN = 40
"""Of the cases of a kind in order, so many make one that is played in every run."""


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return played(tmp_path_factory.mktemp("hostile"), all_cases())


def played(folder, cases, parts=PARTS):
    """Return what came of each case, in processes with limits."""
    (folder / "paytables").mkdir()
    for file, text in PAYTABLES.items():
        (folder / "paytables" / file).write_text(text, encoding="utf-8")
    for name, case in cases.items():
        (folder / f"{name}.yaml").write_bytes(case())
    command = [sys.executable, "-m", "tests.hostile.run_cases", str(folder)]
    running = [
        subprocess.Popen(
            [*command, str(part), str(parts)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for part in range(parts)
    ]
    lines = [line for process in running for line in process.communicate()[0].splitlines()]
    assert all(process.returncode == 0 for process in running)
    return {found["name"]: found for found in map(json.loads, lines)}


def is_well(found):
    """Whether a case ended in words, within bounds; one that runs away is ended, and a fault."""
    return (
        not found["fault"]
        and found["memory"] < MOST_MEMORY
        and found.get("code", 0) in (0, 1)
        and len(found["error"]) < LONGEST_MESSAGE
    )


def test_some_of_each_kind_are_refused_in_words_or_played(tmp_path):
    cases = all_cases()
    assert len(cases) > 3_200
    kinds: dict[str, list[str]] = {}
    for name in cases:
        kinds.setdefault(name.split("_")[0], []).append(name)
    some = {name: cases[name] for kind in kinds.values() for name in kind[::ONE_IN]}
    found = played(tmp_path, some, parts=1)
    assert found.keys() == some.keys()
    assert {name: each for name, each in found.items() if not is_well(each)} == {}


@pytest.mark.slow
def test_all_are_refused_in_words_or_played(results):
    assert results.keys() == all_cases().keys()
    assert {name: found for name, found in results.items() if not is_well(found)} == {}


@pytest.mark.slow
def test_none_takes_long(results):
    """On a quiet machine: that is why it is not in the ordinary suite."""
    slow = {name: found["seconds"] for name, found in results.items()}
    assert {name: took for name, took in slow.items() if took >= MOST_SECONDS} == {}
