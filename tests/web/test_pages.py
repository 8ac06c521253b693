"""What is saved, issued, verified and described: pages, and the HTTP interface."""

import base64
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from certify.cli.main import certify as command_line
from certify.evidence.ledger.store import Ledger
from certify.language.catalogue import load_game, packaged_game
from certify.web.questions import QUESTIONS
from tests.report.sealed import change_digit, changed
from tests.support.games import HEAD
from tests.unit.engine.test_search_play import HIGH_CARDS
from tests.web.conftest import TOKEN

ROOT = Path(__file__).parents[2]
BEARER = {"Authorization": f"Bearer {TOKEN}"}
POKER = "three-card-poker"


def ended(client, name):
    while True:
        told = client.get(f"/api/jobs/{name}", params={"wait": 30}).json()
        if told["state"] not in ("waiting", "running"):
            return told


def asked(client, **order):
    found = client.post("/api/jobs", json=order, headers=BEARER)
    assert found.status_code == 202, found.text
    return ended(client, found.json()["id"])


def test_a_change_is_saved_as_a_new_version_with_its_diff(browser):
    given = {"knob.flush_pays": "5:1"}
    page = browser.get(f"/games/{POKER}/whatif/answer", params=given)
    form = browser.answered(page).select_one("form.save")
    sent = {each["name"]: each["value"] for each in form.select("[type=hidden]")}
    page = browser.post(form["action"], sent | {"version": "1.1.0"})
    assert "flush" in page.text
    saved = f"{POKER}-1-1-0"
    assert browser.client.get(f"/api/games/{saved}/spec").status_code == 200
    folder = browser.client.app.state.shelf.folder
    files = sorted(path.name for path in (folder / saved).iterdir())
    assert f"{saved}.yaml" in files
    game = load_game(str(folder / saved / f"{saved}.yaml"))
    assert game.spec.game.version == "1.1.0"
    assert "Your own" in browser.get("/").text
    for version, told in (("1.1.0", "there already"), ("0.1.0", "higher"), ("../x", "such as")):
        page = browser.post(form["action"], sent | {"version": version}, status=400)
        assert told in page.text
    assert sorted(path.name for path in folder.iterdir()) == [saved]


def test_a_spec_that_is_wrong_is_told_on_the_shelf(browser):
    folder = browser.client.app.state.shelf.folder
    wrong = folder / "wrong.yaml"
    wrong.write_text("certify: 1\nclauses: 3\n", encoding="utf-8")
    try:
        page = browser.get("/")
        assert "wrong.yaml" in page.select_one(".problem").text
    finally:
        wrong.unlink()


def test_the_editor_tells_problems_at_their_lines(browser):
    text = browser.get(f"/games/{POKER}/editor").select_one("textarea").text
    page = browser.post("/editor/problems", {"text": text.replace("\n", "\r\n")})
    assert "no problem" in page.text
    wrong = text.replace("kind: banked", "kind: bankd")
    line = 1 + wrong[: wrong.index("kind: bankd")].count("\n")
    page = browser.post("/editor/problems", {"text": wrong})
    assert page.select_one(f".problems [data-line='{line}']").text == f"Line {line}"
    assert "banked or between_players" in page.text
    # Paytables that are not of the package are not looked for anywhere.
    page = browser.post("/editor/problems", {"text": text.replace("id: three-card", "id: ../x")})
    assert page.select_one(".problems")


def test_rulings_and_texts_stand_beside_what_implements_them(browser):
    page = browser.get(f"/games/{POKER}/rules")
    game = load_game(POKER)
    for number, ruling in game.spec.rulings.items():
        assert f"{number}: {ruling.question}" in page.get_text()
        for each in ruling.alternatives:
            assert each.text in page.get_text()


@pytest.mark.slow
def test_every_other_reading_of_a_ruling_is_answered(browser):
    page = browser.answered(browser.get(f"/games/{POKER}/rulings"))
    assert page.select("table")


@pytest.mark.slow
def test_a_report_is_issued_read_and_verified(browser):
    page = browser.get(f"/games/{POKER}/report", params={"ask": "1", "brief": "true"})
    page = browser.answered(page)
    links = [each["href"] for each in page.select("a.button")]
    files = {each.rpartition("/")[2]: browser.client.get(each) for each in links}
    assert set(files) == {"report.pdf", "report.html", "report.json"}
    assert "sandbox" in files["report.html"].headers["content-security-policy"]
    assert "3.372981" in files["report.html"].text
    pdf = files["report.pdf"].content
    page = browser.answered(browser.post("/verify", files={"file": ("mine.pdf", pdf)}))
    assert "The criteria are met." in page.text
    files = {"file": ("mine.pdf", changed(pdf, change_digit))}
    page = browser.answered(browser.post("/verify", files=files))
    assert "The criteria are NOT met." in page.text
    told = re.search(r"page (\d+).* “(.+?)” stands in place of “(.+?)”", page.text)
    assert told is not None
    now, before = told[2], told[3]
    assert now != before
    assert len(now) == len(before)


@pytest.mark.parametrize(
    ("path", "name", "told"),
    [
        ("/verify", "x.exe", "expected a file of .pdf"),
        ("/monitor", "x.pdf", "expected a file of .csv"),
        ("/verify", "", "no file was sent"),
    ],
)
def test_files_of_other_kinds_are_refused(browser, path, name, told):
    files = {"file": (name, b"x")} if name else {"other": ("x", b"x")}
    page = browser.post(path, {"game": "blackjack-burnout"}, files=files, status=400)
    assert told in page.text


def test_a_file_that_is_no_report_is_told(browser):
    page = browser.post("/verify", files={"file": ("x.pdf", b"%PDF-1.7 nothing")})
    told = ended(browser.client, page.select_one(".job")["id"].removeprefix("job-"))
    assert told["state"] == "failed"
    assert "file-1.pdf" in told["told"]


def test_the_ledger_has_what_was_asked(browser):
    asked(browser.client, question={"kind": "rtp", "game": "casino-war", "exact": True})
    page = browser.get("/ledger")
    assert "certify rtp casino-war --exact" in page.get_text(" ")
    number = page.select_one("a.button")["href"]
    assert "SHA-256" in browser.get(number).text
    assert "no entry" in browser.get("/ledger/99999", 400).text


def test_the_first_page_loads_nothing_that_plays_or_counts():
    words = "import sys, certify.web.app; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    loaded = {name for name in run.stdout.split() if name.startswith("certify.")}
    late = {"certify.web.api", "certify.present.document"}
    libraries = {"numpy", "numba", "reportlab", "sqlite3", "rapidfuzz"}
    assert not (libraries | late) & set(run.stdout.split())
    assert not [name for name in loaded if name.startswith(("certify.play", "certify.library"))]


# The HTTP interface ------------------------------------------------------------------------------


def test_the_interface_is_described(browser):
    found = browser.client.get("/api/openapi.json").json()
    assert set(found["paths"]) >= {"/api/games", "/api/jobs", "/api/tables/{name}/moves"}
    schemas = found["components"]["schemas"]
    kinds = {schemas[each.__name__]["properties"]["kind"]["const"] for each in QUESTIONS.values()}
    assert kinds == set(QUESTIONS)
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)


def test_a_spec_and_files_are_sent(browser):
    client = browser.client
    # So few players and games that this process plays them; worked examples are missing.
    spec = (HEAD + HIGH_CARDS).replace("[2, 3]", "[2]", 1)
    question = {"kind": "check", "spec": spec, "games": 1, "without_figures": True}
    told = asked(client, question=question)
    assert (told["state"], told["told"]) == ("done", "not met")
    content = (ROOT / "reports" / "red-dog.pdf").read_bytes()
    file = {"suffix": ".pdf", "base64": base64.b64encode(content).decode()}
    told = asked(client, question={"kind": "verify"}, files=[file])
    assert (told["state"], told["told"]) == ("done", "met")
    assert client.get(f"/api/jobs/{told['id']}/answer").json()["checks"]
    order = {"question": {"kind": "verify"}, "files": [file]}
    assert client.post("/api/jobs", json=order, headers=BEARER).json()["id"] == told["id"]


@pytest.mark.parametrize(
    ("order", "status", "told"),
    [
        ({"question": {"kind": "rtp", "game": "burm"}}, 404, "did you mean burn"),
        ({"question": {"kind": "rtp", "game": "../burn"}}, 422, "pattern"),
        ({"question": {"kind": "rtp", "game": POKER, "strategy": "../x.csv"}}, 422, "strategy"),
        ({"question": {"kind": "monitor", "game": POKER, "map": "/etc/x.yaml"}}, 422, "map"),
        ({"question": {"kind": "rtq"}}, 422, "kind"),
        ({"question": {"kind": "verify"}}, 400, "takes .pdf"),
        ({"question": {"kind": "check", "spec": "certify: 2"}}, 400, "spec.yaml"),
        ({"question": {"kind": "rtp", "game": POKER}, "files": [{}]}, 422, "suffix"),
        ({"question": {"kind": "rtp", "game": POKER, "set": ["x"]}}, 422, "set"),
    ],
)
def test_what_cannot_be_asked_is_told(browser, order, status, told):
    found = browser.client.post("/api/jobs", json=order, headers=BEARER)
    assert found.status_code == status, found.text
    assert told in found.json()["error"]


def test_a_job_that_has_no_answer_says_so(browser):
    question = {"kind": "simulate", "game": POKER, "rounds": 1_000_000_000}
    found = browser.client.post("/api/jobs", json={"question": question}, headers=BEARER).json()
    path = f"/api/jobs/{found['id']}"
    assert browser.client.get(f"{path}/answer").status_code == 409
    assert browser.client.get(f"{path}/files/report.pdf").status_code == 404
    page = browser.get(f"/jobs/{found['id']}")
    assert page.select_one("progress")
    assert page.select_one("[sse-connect]")["sse-connect"] == f"/jobs/{found['id']}/events"
    browser.post(f"/jobs/{found['id']}/stop")
    with browser.client.stream("GET", f"/jobs/{found['id']}/events") as told:
        text = "".join(told.iter_text())
    assert text.startswith("event: progress\ndata: ")
    assert text.endswith("event: end\ndata: end\n\n")
    assert browser.client.get(path).json()["state"] == "stopped"
    assert "stopped" in browser.get("/jobs").text


# To reproduce an entry compiles what counts anew, in a folder of its own.
@pytest.mark.parametrize("again", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_game_of_the_folder_is_named_by_its_file(browser, again):
    folder = browser.client.app.state.shelf.folder
    spec, paytable = packaged_game("casino-war").texts.values()
    file, beside = folder / "mine.yaml", folder / "mine_pays.yaml"
    file.write_text(spec.replace("id: casino-war\n", "id: my-war\n"), encoding="utf-8")
    beside.write_text(paytable, encoding="utf-8")
    try:
        told = asked(browser.client, question={"kind": "rtp", "game": "my-war"})
        assert told["command"] == f"certify rtp {file}"
        ledger = Ledger.of_user()
        assert ledger is not None
        (row,) = ledger.rows(last=1)
        entry = row.entry()
        assert entry.words == ("rtp", str(file))
        found = CliRunner().invoke(command_line, [*entry.words, "--json"])
        answer = browser.client.get(f"/api/jobs/{told['id']}/answer").text
        assert found.stdout == f"{answer}\n"
        if again:
            found = CliRunner().invoke(command_line, ["reproduce", str(entry.number)])
            assert "equal, byte for byte" in found.output
    finally:
        file.unlink()
        beside.unlink()
