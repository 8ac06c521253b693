"""Files appear whole or not at all, and nothing is computed for one that cannot be written."""

import hashlib
import json
import os
import stat
from pathlib import Path

import pytest
from pypdf import PdfReader

from certify.cards.shoe import Shoe
from certify.errors import OutputError
from certify.evidence.issuing import ReportAsked, reproduction
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.runtime.files import check_destination, write_files
from certify.studies.certification.result import Certification
from tests.report.report_sample_crosscheck import sample_crosscheck
from tests.report.report_sample_sensitivity import sample_sensitivity
from tests.report.report_sample_shoe import sample_shoe

GAME = "blackjack-burnout"


@pytest.fixture
def few_ranks(monkeypatch):
    """Return the settings of a game whose deck has six ranks: any deck will do."""
    deck = Shoe.parse("4,0,4,0,4,4,0,4,0,16")
    monkeypatch.setattr(Shoe, "of_decks", lambda decks: deck)
    return ("--set", "decks=1", "--set", "max_split_hands=2")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_files_are_written(tmp_path):
    write_files({tmp_path / "a": b"1", tmp_path / "b": b"2"})
    write_files({tmp_path / "a": b"3"})
    assert contents(tmp_path) == {"a": b"3", "b": b"2"}


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_files({link: b"new"})
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("call", [1, 2])
@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_an_interrupted_write_leaves_everything_as_it_was(tmp_path, monkeypatch, error, call, step):
    (tmp_path / "report.pdf").write_bytes(b"old")
    real, calls = getattr(os, step), []

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == call:
            raise error
        return real(*arguments)

    monkeypatch.setattr(f"certify.runtime.files.os.{step}", failing)
    expected = OutputError if isinstance(error, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        write_files({tmp_path / "report.pdf": b"new", tmp_path / "report.json": b"new"})
    assert contents(tmp_path) == {"report.pdf": b"old"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing/report.pdf", "the folder .*missing does not exist; create it first"),
        ("file/report.pdf", "the folder .*file is not a folder"),
        ("folder.pdf", "it is a folder"),
        ("pipe.pdf", "it is no ordinary file"),
    ],
)
def test_a_destination_that_cannot_be_written(tmp_path, name, why):
    (tmp_path / "file").touch()
    (tmp_path / "folder.pdf").mkdir()
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(OutputError, match=why):
        check_destination(tmp_path / name)


def test_a_folder_without_permission(tmp_path, monkeypatch):
    def refuse(**settings):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("certify.runtime.files.tempfile.TemporaryFile", refuse)
    with pytest.raises(OutputError, match="cannot be written to: Permission denied"):
        check_destination(tmp_path / "report.pdf")


@pytest.mark.parametrize("name", ["missing/report.pdf", "folder.pdf", "json.pdf"])
def test_nothing_is_computed_for_a_report_that_cannot_be_written(
    certify, tmp_path, monkeypatch, words, name
):
    def compute(*arguments, **settings):
        raise AssertionError("computed")

    monkeypatch.setattr("certify.studies.certification.study.certify_game", compute)
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "json.json").mkdir()
    result = certify("report", GAME, "-o", tmp_path / name, code=1)
    assert "was not written" in words(result.stderr)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.pdf", "json.json"]


def test_strategy_and_schema_check_their_destination(certify, tmp_path, words):
    for arguments in (("strategy", GAME, "-o", "a.yaml"), ("schema", "spec", "-o", "a.json")):
        path = tmp_path / "missing" / arguments[-1]
        assert "does not exist" in words(certify(*arguments[:-1], path, code=1).stderr)
    assert not list(tmp_path.iterdir())


ABOUT = """
certify: 1
laboratory: {{name: Example Laboratory, address: 1 Example Street}}
requirements:
  - {{figure: shoes.0.optimal.wagers.main.rtp, at_least: {limit}, clause: house rule}}
"""


def test_report(certify, tmp_path, tmp_path_factory, monkeypatch, words, few_ranks):
    path = tmp_path / "report.pdf"
    about = tmp_path_factory.mktemp("given") / "about.yaml"
    about.write_text(ABOUT.format(limit=0.9))
    settings = (
        *few_ranks,
        *("--issued-at", "2026-11-21"),
        *("--about", about),
        "--brief",
    )
    result = certify("report", GAME, "-o", path, *settings)
    assert result.stderr == ""
    written = contents(tmp_path)
    assert set(written) == {"report.pdf", "report.json"}
    assert written["report.pdf"].startswith(b"%PDF-")
    text = written["report.json"].decode()
    certification = Certification.from_json(text)
    assert certification.command == (
        f"certify report {GAME} --set decks=1 --set max_split_hands=2"
        " --issued-at 2026-11-21 --about about.yaml --brief -o report.pdf"
    )
    assert "Requirements met " in words(result.stdout)
    shown = words(certify("verify", path, "--recompute", "--use-cache").stdout)
    assert "All 5 files have the hashes that the results state" in shown
    assert "came out equal to the last bit" in shown
    assert certification.issued == "2026-11-21"
    for content in written.values():
        assert hashlib.sha256(content).hexdigest() in result.stdout
    for shoe in certification.shoes:
        assert f"{100 * shoe.optimal.wagers.main.house_edge:.9f}" in result.stdout

    # A report follows from its results alone.
    monkeypatch.setattr(
        "certify.studies.certification.study.certify_game",
        lambda *arguments, **settings: certification,
    )
    found = json.loads(certify("report", GAME, "-o", path, *settings, "--json").stdout)
    assert contents(tmp_path) == written
    assert [Path(file["path"]).name for file in found["files"]] == ["report.pdf", "report.json"]
    assert found["command"] == certification.command

    # A requirement that is not met is a criterion that is not met.
    strict = certification.requirements[0].model_copy(update={"verdict": "not met"})
    certification = certification.model_copy(update={"requirements": (strict,)})
    monkeypatch.setattr(
        "certify.evidence.issuing.build_pdf", lambda *_, **__: written["report.pdf"]
    )
    result = certify("report", GAME, "-o", path, *settings, code=3)
    assert "not met " in words(result.stdout)


@pytest.mark.slow
def test_a_whole_report_has_what_a_brief_one_leaves_out(certify, tmp_path, monkeypatch, few_ranks):
    """What takes minutes is worked out for the game of the report, and printed."""

    def sensitivity(game, *_):
        return sample_sensitivity(game.loaded.provenance(), game.shoe.by_label())

    def composition(game, **_):
        return sample_shoe(game.loaded.provenance(), game.shoe.by_label())

    def played(game, **_):
        return sample_crosscheck(game.loaded.provenance())

    monkeypatch.setattr("certify.studies.certification.study.sensitivity_study", sensitivity)
    monkeypatch.setattr("certify.studies.certification.study.kept_shoe_study", composition)
    monkeypatch.setattr("certify.studies.crosscheck.study.kept_crosscheck", played)
    certify("report", GAME, "-o", tmp_path / "whole.pdf", *few_ranks)
    certify("report", GAME, "-o", tmp_path / "brief.pdf", *few_ranks, "--brief")
    whole, brief = (
        Certification.from_json((tmp_path / f"{name}.json").read_bytes())
        for name in ("whole", "brief")
    )
    assert whole.composition is not None
    assert whole.composition.shoe == whole.shoes[0].optimal.shoe
    assert whole.sensitivity is not None
    assert whole.crosscheck is not None
    assert (brief.composition, brief.sensitivity, brief.crosscheck) == (None, None, None)
    assert whole.strategy_cost == brief.strategy_cost is not None
    pages = [len(PdfReader(tmp_path / f"{name}.pdf").pages) for name in ("whole", "brief")]
    assert pages[0] > pages[1] + 5


@pytest.mark.parametrize(
    ("game", "assignments", "issued", "command"),
    [
        (GAME, (), None, f"certify report {GAME} -o r.pdf"),
        (GAME, ("decks=6",), None, f"certify report {GAME} -o r.pdf"),
        (
            "/home/someone/my rules/spec.yaml",
            ("decks=2", "bonus.2.pays=3:1"),
            "2026-01-02",
            "certify report spec.yaml --set decks=2 --set bonus.2.pays=3:1"
            " --issued-at 2026-01-02 -o r.pdf",
        ),
    ],
)
def test_the_reproduction_command_names_no_machine(game, assignments, issued, command):
    loaded = apply_overrides(load_game(GAME), assignments)
    asked = ReportAsked(game, Path("/tmp/out/r.pdf"), issued)
    assert reproduction(loaded, asked) == command


def test_the_reproduction_command_names_the_numbers_of_games():
    numbers = {"games": 50_000, "search_games": 2_000}
    asked = ReportAsked("burn", Path("b.pdf"), numbers=numbers)
    assert (
        reproduction(load_game("burn"), asked)
        == "certify report burn --games 50000 --search-games 2000 -o b.pdf"
    )
