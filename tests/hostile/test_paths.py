"""No name that a stranger's file has leads out of its folder, and none of the user's is a fault."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from certify.errors import LogError, SpecError, StrategyFileError, UnknownGameError
from certify.language.catalogue import load_game, packaged_game
from certify.language.document import MOST_BYTES, is_file, read_text
from certify.play.logs.replay import replay_file
from certify.studies.certification.about import read_about
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.strategy.strategy_file import read_strategy
from tests.support.specs import BASE, spec_with, written

ROOT = Path(__file__).parents[2]
LONG = "a" * 5_000
IMPOSSIBLE = (LONG, f"folder/{LONG}.yaml", "a\0b.yaml", "folder/a\0b")
PAYTABLE = """certify: 1
paytable: {id: own-table, title: Own, version: 1.0.0}
rows: {one: {outcome: One, pays: "1:1", basis: to_one, cites: [C1]}}
"""


@pytest.fixture
def spec(tmp_path):
    """Return a spec in a folder of its own that refers to a paytable beside it."""
    folder = tmp_path / "game"
    folder.mkdir()
    reference = {"main": {"id": "own-table", "version": "1.0.0"}}
    result = {
        **BASE["result"],
        "measures": {**BASE["result"]["measures"], "paid": "pays('main.one')"},
    }
    return written(folder, spec_with({"paytables": reference, "result": result}))


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_name_that_no_file_can_have_is_no_fault(name):
    with pytest.raises((SpecError, UnknownGameError)):
        load_game(name)
    with pytest.raises(SpecError):
        read_about(name, FairnessCertification)
    with pytest.raises(StrategyFileError):
        read_strategy(name, load_game("blackjack-burnout"))
    with pytest.raises(SpecError):
        replay_file(name, packaged_game)
    assert not is_file(Path(f"{name}.csv"))


@pytest.mark.parametrize(
    "name",
    [
        "../own-table",
        "/etc/passwd",
        "..",
        "own_table",
        "con.yaml",
        "a/b",
        "a\\b",
        "a\0b",
        "",
        LONG,
        "é",
    ],
)
def test_the_id_of_a_paytable_is_no_path(tmp_path, name):
    reference = {"main": {"id": name, "version": "1.0.0"}}
    path = written(tmp_path, spec_with({"paytables": reference}))
    with pytest.raises(SpecError, match=r"paytables\.main\.id|there is no paytable"):
        load_game(str(path))


@pytest.mark.parametrize("place", [".", "paytables", "../paytables"])
def test_a_paytable_is_found_beside_its_spec(spec, place):
    folder = spec.parent / place
    folder.mkdir(exist_ok=True)
    (folder / "own_table.yaml").write_text(PAYTABLE, encoding="utf-8")
    assert load_game(str(spec)).pays("main.one") == 1


@pytest.mark.skipif(os.name != "posix", reason="links need no rights there")
@pytest.mark.parametrize("place", [".", "paytables", "../paytables"])
def test_a_link_out_of_the_folder_is_not_followed(spec, tmp_path, place):
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: 1\n", encoding="utf-8")
    folder = spec.parent / place
    folder.mkdir(exist_ok=True)
    (folder / "own_table.yaml").symlink_to(secret)
    with pytest.raises(SpecError, match=r"own_table\.yaml is a link to .*secret\.yaml, outside"):
        load_game(str(spec))


def test_the_game_of_a_log_is_never_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("secret").write_text("password: 1\n", encoding="utf-8")
    header = {
        "certify_log": 1, "game": "secret", "version": "1", "spec_sha256": "",
        "paytable_sha256": "", "parameters": {}, "players": 2, "seed": 1,
        "seats": ["random", "random"],
    }  # fmt: skip
    Path("game.jsonl").write_text(json.dumps(header) + "\n", encoding="utf-8")
    with pytest.raises(LogError, match="there is no game 'secret'"):
        replay_file("game.jsonl", packaged_game)
    command = [sys.executable, "-m", "certify.cli.main", "replay", "game.jsonl"]
    command[1:3] = ["-c", "from certify.cli.main import run; run()"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ended.returncode == 1
    assert "there is no game 'secret'" in ended.stderr.replace("\n", " ").replace("  ", " ")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file")
def test_a_file_without_end_is_read_to_the_limit():
    with pytest.raises(SpecError, match=f"larger than {MOST_BYTES:,} bytes"):
        read_text(Path("/dev/zero"), "/dev/zero")


def test_a_file_that_is_too_large_is_not_read_whole(tmp_path):
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(50 * MOST_BYTES)
    with pytest.raises(SpecError, match=f"larger than {MOST_BYTES:,} bytes"):
        load_game(str(path))


def test_a_spec_is_read_whatever_ends_its_lines(tmp_path):
    path = written(tmp_path, BASE)
    text = path.read_bytes()
    path.write_bytes(text.replace(b"\n", b"\r\n"))
    assert load_game(str(path)).spec_sha256 == load_game(str(written(tmp_path, BASE))).spec_sha256
