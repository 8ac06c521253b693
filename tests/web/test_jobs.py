"""Jobs: found again, stopped, killed; nothing that was acknowledged is lost."""

import json
import os
import runpy
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from click.testing import CliRunner

from certify.cli.main import certify as command_line
from certify.errors import PlayError
from certify.evidence.ledger.store import VARIABLE, Ledger
from certify.web import jobs as jobs_module
from certify.web.jobs import Jobs, TooManyError
from certify.web.opponents import Opponents
from certify.web.processes import Worker
from certify.web.questions import Check, Monitor, Rtp, Simulate, Verify
from certify.web.shelf import Shelf
from tests.support.games import HEAD
from tests.unit.engine.test_search_play import HIGH_CARDS
from tests.web.conftest import TOKEN
from tests.web.running import server

QUICK = Rtp(game="casino-war")
"""Worked out exactly in less time than machine code is loaded for a simulation."""
LONG = Simulate(game="three-card-poker", rounds=1_000_000_000, seed=12)
PATIENCE = 120.0
CLIENT = Path(__file__).parents[2] / "docs" / "how-to" / "serve_client.py"


def client_of(address):
    """Return the client that the documents show."""
    return runpy.run_path(str(CLIENT))["Certify"](address, TOKEN)


@contextmanager
def begun(folder):
    found = Jobs(folder, Shelf())
    found.begin()
    try:
        yield found
    finally:
        found.close()


def waited(job, *states):
    until = time.monotonic() + PATIENCE
    while job.state not in states:
        assert time.monotonic() < until, job
        time.sleep(0.02)
    return job


def test_what_was_asked_is_answered_by_the_next_server(tmp_path):
    asked = Jobs(tmp_path, Shelf()).ask(QUICK)
    (tmp_path / "half-written").mkdir()
    with begun(tmp_path) as jobs:
        (found,) = jobs.all()
        assert found.name == asked.name
        assert waited(found, "done", "failed").told == ""
        assert jobs.ask(QUICK) is found
    again = Jobs(tmp_path, Shelf()).job(asked.name)
    assert (again.state, again.answer()) == ("done", found.answer())
    assert json.loads(again.answer())["wagers"]["main"]["house_edge"] > 0


def test_a_job_is_stopped_or_killed_and_others_go_on(tmp_path):
    with begun(tmp_path) as jobs:
        long = waited(jobs.ask(LONG), "running")
        assert jobs.stop(long.name).state == "stopped"
        other = waited(jobs.ask(LONG), "running")
        assert other is not long
        os.killpg(jobs._running[other].process.pid, signal.SIGKILL)
        assert "ask again" in waited(other, "failed").told
        waited(jobs.ask(QUICK), "done")
        monkey = waited(jobs.ask(LONG), "running")
        jobs._expire(monkey)
        assert "was ended" in waited(monkey, "failed").told
    assert {job.state for job in Jobs(tmp_path, Shelf()).all()} == {"failed", "done"}


def test_a_process_that_is_killed_before_it_is_told_a_job_is_ended_all_the_same():
    worker = Worker(None)
    worker.kill()
    worker.process.wait()
    assert list(worker.said("a folder")) == []
    worker.end()


def test_too_many_questions_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs_module, "MOST_WAITING", 2)
    monkeypatch.setattr(jobs_module, "MOST_RUNNING", 0)
    jobs = Jobs(tmp_path, Shelf())
    asked = [jobs.ask(Rtp(game="three-card-poker", shoe=f"Qh={n}")) for n in range(2)]
    with pytest.raises(TooManyError, match="ask again later"):
        jobs.ask(Rtp(game="three-card-poker"))
    assert jobs.stop(asked[0].name).state == "stopped"
    jobs.ask(Rtp(game="three-card-poker"))
    monkeypatch.setattr(jobs_module, "MOST_KEPT", 0)
    jobs.stop(asked[1].name)
    jobs.ask(Rtp(game="three-card-poker", exact=True))
    assert {job.state for job in jobs.all()} == {"waiting"}
    assert len(list(tmp_path.iterdir())) == 2


# The command ------------------------------------------------------------------------------------


def test_the_command_serves_and_the_client_of_the_documents_asks(tmp_path):
    with server(tmp_path) as (address, _):
        client = client_of(address)
        assert "three-card-poker" in {game["id"] for game in client.call("games")}
        answer = client.answer(kind="rtp", game="casino-war", exact=True)
        assert answer["wagers"]["main"]["house_edge"] > 0
    (row,) = Ledger(tmp_path / "ledger.sqlite").rows()
    assert row.entry().words == ("rtp", "casino-war", "--exact")


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing(tmp_path):
    names = []
    for round_number in range(3):
        with server(tmp_path) as (address, process):
            client = client_of(address)
            for seed in range(4):
                question = {"kind": "simulate", "game": "burn", "rounds": 3_000}
                question |= {"seed": 10 * round_number + seed}
                names.append(client.call("jobs", {"question": question})["id"])
            time.sleep(round_number)
            process.send_signal(signal.SIGKILL)
    with server(tmp_path) as (address, _):
        client = client_of(address)
        for name in names:
            while client.call(f"jobs/{name}?wait=30")["state"] in ("waiting", "running"):
                pass
            assert client.call(f"jobs/{name}/answer")["games"] == 3_000
    told = subprocess.run(
        [sys.executable, "-m", "certify.cli", "ledger", "verify"],
        env=os.environ | {VARIABLE: str(tmp_path / "ledger.sqlite")},
        capture_output=True,
        check=True,
    )
    assert b"is as it was written" in told.stdout


@pytest.mark.slow
def test_fifty_clients_at_once(tmp_path):
    with server(tmp_path) as (address, _):

        def asks(number):
            client = client_of(address)
            seen = client.call("tables", {"game": "three-card-poker", "seed": number})
            while not seen["is_over"]:
                sent = {"decision": seen["number"], "move": "1"}
                seen = client.call(f"tables/{seen['id']}/moves", sent)
            answer = client.answer(
                kind="simulate", game="three-card-poker", rounds=1_000 + number % 10
            )
            headers = {"Authorization": f"Bearer {TOKEN}"}
            with urlopen(Request(f"{address}games/burn", headers=headers)) as page:
                assert page.status == 200
            return answer["games"]

        with ThreadPoolExecutor(50) as pool:
            found = list(pool.map(asks, range(50)))
    assert found == [1_000 + number % 10 for number in range(50)]


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["--host", "0.0.0.0"], 2, "needs --password or CERTIFY_PASSWORD"),
        (["--host", "192.0.2.1", "--password", "x"], 1, "cannot be listened on"),
        (["nowhere"], 1, "nowhere is no folder"),
    ],
)
def test_what_cannot_be_served_is_told(monkeypatch, words, code, told):
    monkeypatch.delenv("CERTIFY_PASSWORD", raising=False)
    found = CliRunner().invoke(command_line, ["serve", "--no-browser", *words])
    assert found.exit_code == code
    assert told in " ".join(found.output.split())


def test_a_library_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    found = CliRunner().invoke(command_line, ["serve", "--no-browser"])
    assert found.exit_code == 1
    assert "certify[web]" in found.output


HUNGRY = """
from certify.web import processes, worker
processes.MOST_MEMORY, processes.MOST_OF_STRANGERS = 2**29, 2**28
answered = worker._answered
def hungry(question, *given):
    if question.game != "casino-war":
        bytearray(2**30)
    return answered(question, *given)
worker._answered = hungry
worker.answer = lambda *given: bytearray(2**30)
worker.main()
"""


@pytest.fixture
def hungry(monkeypatch):
    """Let every process be one that needs too much memory for all but one game."""
    begin = subprocess.Popen

    def hungrily(command, **given):
        return begin([command[0], "-c", HUNGRY], **given)

    monkeypatch.setattr("certify.web.processes.subprocess.Popen", hungrily)


@pytest.mark.parametrize(
    ("question", "uploads", "most"),
    [
        (Rtp(game="red-dog"), {}, "0.5"),
        pytest.param(Verify(), {"file-1.pdf": b"%PDF"}, "0.25", marks=pytest.mark.slow),
        pytest.param(
            Monitor(game="red-dog"), {"file-1.parquet": b"PAR1"}, "0.25", marks=pytest.mark.slow
        ),
        pytest.param(Check(spec=HEAD + HIGH_CARDS, games=1), {}, "0.25", marks=pytest.mark.slow),
    ],
)
def test_a_job_that_needs_too_much_memory_ends_and_others_go_on(
    tmp_path, hungry, question, uploads, most
):
    with begun(tmp_path) as jobs:
        full = jobs.ask(question, uploads)
        assert waited(full, "done", "failed").told == (
            f"It needed more than {most} GB of memory, the most that a job may have."
        )
        # The process that ran out of memory is not used again.
        assert waited(jobs.ask(QUICK), "done", "failed").state == "done"
        assert len(jobs._idle) == 1


def test_an_opponent_that_needs_too_much_memory_is_told_and_another_begins(hungry):
    searching = Opponents(Shelf())
    with pytest.raises(PlayError, match="for want of memory"):
        searching.place({})
    assert searching._worker is None


def test_processes_that_a_job_starts_are_bounded_as_it_is():
    """Those of a simulation or a check, which multiprocessing and pools begin."""
    words = (
        "import resource, subprocess, sys; from certify.web import processes\n"
        "most = processes.bound_memory(of_strangers=True)\n"
        "told = 'import resource; print(resource.getrlimit(resource.RLIMIT_DATA)[0])'\n"
        "run = subprocess.run([sys.executable, '-c', told], capture_output=True, check=True)\n"
        "assert int(run.stdout) == most == processes.MOST_OF_STRANGERS, run.stdout\n"
    )
    subprocess.run([sys.executable, "-c", words], check=True)
