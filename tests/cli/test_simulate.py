"""`certify simulate`: the same bytes from any run of the same games, killed ones too."""

import json
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import accumulate

import pytest
from filelock import FileLock

from certify.play.simulate import checkpoint, shards
from certify.play.simulate.job import ENGINES, INTERPRETER
from certify.runtime import processes
from certify.studies.simulation.result import SimulationResult
from tests.support.dice import write_dice

SECONDS = 120.0
PROGRAM = """
from certify.runtime import processes
processes.SECONDS_ALONE = 0.1
from certify.cli.main import run
run()
"""
ENGINE = ("--engine", "interpreter")
"""Nothing is to be compiled in most of these tests."""


@pytest.fixture(scope="module")
def dice(tmp_path_factory):
    return write_dice(tmp_path_factory.mktemp("dice"))


@pytest.fixture
def simulate(certify, dice):
    """Return a function that runs the command with JSON, and returns its bytes."""

    def run(*arguments, code=0, engine=ENGINE):
        given = ("simulate", dice, "--players", 2, *engine, *arguments, "--json")
        found = certify(*given, code=code)
        return found.stdout_bytes if code == 0 else found.stderr

    return run


def test_the_json_is_a_result_without_a_word_on_how_it_was_made(simulate):
    text = simulate("--rounds", 300, "--seed", 3, "--policy", "2=careful", "--set", "bonus=5")
    found = SimulationResult.from_json(text)
    assert found.to_json().encode() + b"\n" == text
    assert (found.game, found.games, found.seed, found.players) == ("small", 300, 3, 2)
    assert found.changed == (("bonus", "5"),)
    assert [policy.policy for policy in found.policies] == ["random", "careful"]
    assert found.stop.ended_by == "rounds"
    score = found.quantities["score.1"]
    assert score.values is not None
    assert set(score.values) == {"-0.5", "2.5"}
    assert sum(score.values.values()) == 300
    total = sum(float(value) * count for value, count in score.values.items())
    assert score.mean == pytest.approx(total / 300)
    assert float(Fraction(score.mean_exact)) == score.mean
    assert (score.least, score.most) == (-0.5, 2.5)
    assert score.interval is not None
    assert score.sem is not None
    assert score.interval[1] - score.interval[0] == pytest.approx(2 * 1.959964 * score.sem)
    for word in ("worker", "second", "elapsed", "rate", "host"):
        assert word not in text.decode()


FEW_AND_MANY = ((0.01, 1), (0.01, 3))
OTHERS = ((1.0, 1), (1.0, 2), (1.0, 3), (0.01, 2))


@pytest.mark.parametrize("runs", [FEW_AND_MANY, pytest.param(OTHERS, marks=pytest.mark.slow)])
def test_workers_and_shards_change_no_byte(simulate, monkeypatch, runs):
    whole = simulate("--rounds", 2300, "--workers", 1)
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    for seconds, workers in runs:
        monkeypatch.setattr(shards, "SECONDS", seconds)
        monkeypatch.setattr("certify.play.simulate.runner.SECONDS", seconds)
        assert simulate("--rounds", 2300, "--workers", workers) == whole


@pytest.mark.parametrize("workers", [2, 3])
@pytest.mark.slow
def test_a_run_by_precision_ends_the_same_with_any_workers(
    simulate, monkeypatch, tmp_path, workers
):
    monkeypatch.setattr(processes, "SECONDS_ALONE", 0.0)
    stop = ("--until-sem", "0.013", "--of", "win.1")
    whole = simulate(*stop, "--workers", 1)
    assert json.loads(whole)["games"] % 1000 == 0
    assert json.loads(whole)["stop"]["ended_by"] == "precision"
    assert simulate(*stop, "--workers", workers) == whole
    simulate("--until-sem", "0.02", "--of", "win.1", "--resume", tmp_path / "run")
    assert simulate(*stop, "--resume", tmp_path / "run") == whole


def test_a_run_by_time_can_be_had_again_by_number(simulate):
    found = json.loads(simulate("--time", "0.2"))
    assert found["stop"] == {
        "rounds": None,
        "time": 0.2,
        "until_sem": None,
        "of": "score.1",
        "ended_by": "time",
    }
    again = json.loads(simulate("--rounds", found["games"]))
    assert again["quantities"] == found["quantities"]


def killed(folder, dice, files, *arguments):
    """Run the command until so many shards are kept, and kill it with all its processes."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "simulate", dice, *ENGINE, "--resume", folder, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + SECONDS
    while time.monotonic() < end and process.poll() is None:
        if folder.exists() and len(list(folder.glob("games-*"))) >= files:
            break
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    return process.wait()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("workers", "kept"),
    [
        ("2", (0, 3)),
        ("1", (0, 1, 2, 7)),
        ("2", (0, 1, 2, 7)),
    ],
)
def test_a_run_killed_again_and_again_gives_the_same_bytes(simulate, dice, tmp_path, workers, kept):
    stop = ("--rounds", "6000", "--players", "2", "--workers", workers)
    whole = simulate("--rounds", 6_000)
    folder = tmp_path / "run"
    # From before the first shard is kept to late in the run.
    codes = [killed(folder, dice, files, *stop) for files in accumulate(kept)]
    assert -signal.SIGKILL in codes
    assert simulate("--rounds", 6_000, "--resume", folder) == whole
    assert simulate("--rounds", 6_000, "--resume", folder, "--workers", workers) == whole
    assert sorted(path.name for path in folder.iterdir() if path.suffix != ".json") == ["lock"]


def test_a_damaged_file_is_told_in_one_sentence(certify, dice, tmp_path, words):
    folder = tmp_path / "run"
    arguments = ("simulate", dice, *ENGINE, "--rounds", 1500, "--resume", folder, "--json")
    whole = certify(*arguments)
    path = sorted(folder.glob("games-*"))[0]
    path.write_bytes(path.read_bytes()[:-20])
    again = certify(*arguments)
    assert again.stdout_bytes == whole.stdout_bytes
    told = f"The stored file {path} is damaged; games 0 to 999 are played again."
    assert words(again.stderr) == told
    assert whole.stderr == ""


def test_the_folder_of_another_simulation_is_refused(simulate, tmp_path, words):
    folder = tmp_path / "run"
    simulate("--rounds", 50, "--seed", 1, "--resume", folder)
    told = words(simulate("--rounds", 50, "--seed", 2, "--resume", folder, code=1))
    assert "holds another simulation: seed 1 there, 2 here; take another folder" in told
    with FileLock(folder / checkpoint.LOCK):
        told = words(simulate("--rounds", 50, "--seed", 1, "--resume", folder, code=1))
        assert "another run is using the folder" in told


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--rounds", "10", "--policy", "carefull"), 1, "did you mean careful?"),
        (("--rounds", "10", "--policy", "3=careful"), 1, "there is no seat '3'"),
        (("--rounds", "10", "--of", "scor.1"), 1, "did you mean score.1?"),
        (("--rounds", "10", "--procedure", "plya"), 1, "did you mean play?"),
        (("--rounds", "10", "--procedure", "pay"), 1, "takes arguments"),
        (("--rounds", "10", "--players", "7"), 1, "expected 1 or 2"),
        (("--rounds", "10", "--set", "bonsu=1"), 1, "did you mean bonus?"),
        (("--rounds", "10", "--engine", "interpretr"), 1, "there is no engine 'interpretr'"),
        (("--rounds", "10", "--scale", "score.3=2"), 1, "there is no quantity 'score.3'"),
        (("--rounds", "10", "--scale", "score.1"), 2, "such as score.1=1000"),
        (("--rounds", "10", "--scale", "score.1=1"), 1, "such as --scale score.1=2"),
        (("--rounds", "0"), 2, "expected a number of games from 1"),
        (("--rounds", "1.5"), 2, "expected a number of games from 1"),
        (("--rounds", "many"), 2, "found 'many'"),
        (("--rounds", "1e300"), 2, "expected a number of games from 1"),
        (("--rounds", "nan"), 2, "expected a number of games from 1"),
        ((), 2, "Give --rounds, --time or --until-sem"),
        (("--time", "0"), 2, "--time"),
        (("--until-sem", "-1"), 2, "--until-sem"),
        (("--rounds", "10", "--seed", "-1"), 2, "--seed"),
        (("--rounds", "10", "--workers", "0"), 2, "--workers"),
        (("--rounds", "5", "--workers", "2", "--scheduler", "a:1"), 2, "has its own workers"),
        (("--rounds", "5", "--scheduler", "nowhere"), 1, "is no address of a Dask scheduler"),
        (("--rounds", "5", "--resume", "/nowhere/run"), 1, "the folder /nowhere does not exist"),
    ],
)
def test_wrong_options_are_explained(certify, dice, words, arguments, code, told):
    assert told in words(certify("simulate", dice, *ENGINE, *arguments, code=code).stderr)


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_plays_the_same(simulate, engine):
    found = [
        json.loads(simulate("--rounds", 400, "--policy", "2=careful", engine=("--engine", name)))
        for name in (engine, INTERPRETER)
    ]
    assert found[0] == found[1] | {"engine": engine}


def test_a_number_may_be_written_with_an_exponent(simulate):
    assert simulate("--rounds", "1e2") == simulate("--rounds", "100")


def test_the_table_fits_the_screen(certify, dice):
    text = certify(
        "simulate", dice, *ENGINE, "--rounds", 120, "--policy", "careful", "--players", 2
    ).stdout
    assert "games     120, 2 players, seed 1; ended by number" in text
    assert "policies  careful" in text
    assert "Values of score.1" in text
    assert max(map(len, text.splitlines())) <= 80
    assert (
        "policies  1: random, 2: careful"
        in certify(
            "simulate", dice, *ENGINE, "--rounds", 1, "--policy", "2=careful", "--players", 2
        ).stdout
    )


def test_a_game_of_a_simulation_can_be_watched(certify, dice, simulate, tmp_path):
    seats = ("--policy", "careful", "--policy", "1=random", "--seed", 11)
    whole = json.loads(simulate("--rounds", 8, *seats))
    total = 0.0
    for number in range(8):
        log = tmp_path / f"{number}.jsonl"
        watched = certify(
            *("play", dice, "--seat", 0, "--players", 2, *seats, "--game", number, "--log", log)
        )
        assert f"Seed 11, game {number} of its series" in watched.stdout
        header, *_, last = map(json.loads, log.read_text(encoding="utf-8").splitlines())
        assert header["number"] == number
        assert "procedure" not in header
        total += float(last["scores"][0].removesuffix("/2")) / 2
        assert "The log is right" in certify("replay", log, "--game", dice).stdout
    assert total / 8 == whole["quantities"]["score.1"]["mean"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"number": 5}, "with seed 11 the card is"),
        ({"number": -1}, "number: expected 0 to"),
        ({"number": "1"}, "number: expected a whole number"),
        ({"seed": None}, "number: expected 0 to 9007199254740991, and a seed"),
        ({"procedure": "plya"}, "there is no procedure 'plya'; did you mean play?"),
        ({"seats": ["table:optimal+bonus", "nobody"]}, "nobody plays as"),
    ],
)
def test_a_log_of_another_game_of_the_series_is_refused(
    certify, dice, tmp_path, words, changes, told
):
    log = tmp_path / "game.jsonl"
    game = ("--players", 2, "--seed", 11, "--game", 1)
    certify("play", dice, "--seat", 0, *game, "--log", log)
    first, *rest = log.read_text(encoding="utf-8").splitlines()
    header = json.dumps(json.loads(first) | changes)
    log.write_text("\n".join([header, *rest]), encoding="utf-8")
    assert told in words(certify("replay", log, "--game", dice, code=1).stderr)
    header = json.dumps(json.loads(first) | {"seats": ["table:optimal+bonus", "random"]})
    log.write_text("\n".join([header, *rest]), encoding="utf-8")
    assert "The log is right" in certify("replay", log, "--game", dice).stdout


def test_a_game_of_a_procedure_is_logged_as_such(certify, dice, tmp_path, words):
    log = tmp_path / "game.jsonl"
    certify("play", dice, "--seat", 0, "--seed", 1, "--procedure", "round", "--log", log)
    lines = log.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["procedure"] == "round"
    assert "procedure round" in certify("replay", log, "--game", dice).stdout
    log.write_text("\n".join([lines[0].replace("round", "pay"), *lines[1:]]), encoding="utf-8")
    assert "pay takes arguments" in words(certify("replay", log, "--game", dice, code=1).stderr)
    told = certify("play", dice, "--seat", 0, "--game", 1, code=2).stderr
    assert "--game is the number of a game in the series of a --seed" in words(told)
