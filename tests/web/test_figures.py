"""Every figure of a page is the command's, to the last digit."""

import json
import shlex

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

from certify.cli.main import certify as command_line
from tests.web.conftest import TOKEN, figures_in

POKER, PUNTO = "three-card-poker", "punto-banco"
ROUNDS = {"rounds": "2000", "seed": "3"}
CHECK = {"games": "50", "without_figures": "true"}
FEW = {"compositions": "0"}
HAND = {"cards": "hand: Qh 6d 4c"}

ASKED = [
    (POKER, "rtp", {}),
    (POKER, "rtp", {"exact": "true"}),
    pytest.param(POKER, "rtp", {"wagers": "ante,pair_plus"}, marks=pytest.mark.slow),
    pytest.param(POKER, "rtp", {"shoe": "Qh=0,Kd=0"}, marks=pytest.mark.slow),
    pytest.param(POKER, "strategy", {}, marks=pytest.mark.slow),
    (POKER, "hand", HAND),
    pytest.param(PUNTO, "rtp", {}, marks=pytest.mark.slow),
    pytest.param(POKER, "simulate", ROUNDS, marks=pytest.mark.slow),
    pytest.param(POKER, "check", CHECK, marks=pytest.mark.slow),
    pytest.param(PUNTO, "check", CHECK, marks=pytest.mark.slow),
    pytest.param(PUNTO, "simulate", ROUNDS, marks=pytest.mark.slow),
    pytest.param(POKER, "crosscheck", ROUNDS, marks=pytest.mark.slow),
    pytest.param(PUNTO, "crosscheck", ROUNDS, marks=pytest.mark.slow),
    pytest.param(POKER, "shoe", FEW, marks=pytest.mark.slow),
    pytest.param(PUNTO, "shoe", FEW, marks=pytest.mark.slow),
    pytest.param(POKER, "exposure", {"sees": "dealer:1"}, marks=pytest.mark.slow),
]
ALL = {"rtp": ["--all"], "whatif": ["--all"], "shoe": ["--all"]}


def command(tmp_path, job):
    """Return the page and the JSON that the command of a job writes."""
    runner = CliRunner()
    _, *words = shlex.split(job["command"])
    page = tmp_path / "page.html"
    shown = runner.invoke(command_line, [*words, *ALL.get(words[0], []), "--html", str(page)])
    assert shown.exit_code in (0, 3), shown.output
    told = runner.invoke(command_line, [*words, "--json"])
    return BeautifulSoup(page.read_text("utf-8"), "html.parser"), told.stdout


def same_as_the_command(browser, page, tmp_path):
    name = page.select_one(".job")["id"].removeprefix("job-")
    job = browser.client.get(f"/api/jobs/{name}").json()
    wanted, told = command(tmp_path, job)
    rows, known = figures_in(page), figures_in(wanted)
    assert rows
    assert [row for row in rows if row not in known] == []
    charts_tell_figures_of(page, rows)
    answer = browser.client.get(f"/api/jobs/{name}/answer").text
    assert json.loads(answer) == json.loads(told)
    return answer, told


def charts_tell_figures_of(page, rows):
    """Check what charts tell against the rows of tables; sums of several rows stand in none."""
    told = [each.text.replace("\N{MINUS SIGN}", "-") for each in page.select("g.told title")]
    pairs = [(text.partition(": ")[0], text.rpartition(": ")[2]) for text in told]
    assert bool(pairs) == bool(page.select("figure svg"))
    apart = [pair for pair in pairs if not any(set(pair) <= set(row) for row in rows)]
    assert all(sum(row[0] == of for row in rows) > 1 for of, _ in apart)
    assert len(apart) <= len(pairs) / 2


@pytest.mark.parametrize(("game", "kind", "given"), ASKED)
def test_a_page_has_the_figures_of_the_command(browser, tmp_path, game, kind, given):
    page = browser.get(f"/games/{game}/{kind}", params={"ask": "1", **given})
    answer, told = same_as_the_command(browser, browser.answered(page), tmp_path)
    assert f"{answer}\n" == told


@pytest.mark.slow
def test_costs_of_wrong_decisions_are_those_of_the_command(browser):
    path = "/games/blackjack-burnout/strategy"
    page = browser.answered(browser.get(path, params={"ask": "1", "cost": "true"}))
    name = page.select_one(".job")["id"].removeprefix("job-")
    words = ["strategy", "blackjack-burnout", "--cost"]
    assert browser.client.get(f"/api/jobs/{name}").json()["command"] == shlex.join(
        ["certify", *words]
    )
    told = CliRunner().invoke(command_line, [*words, "--json"]).stdout
    assert f"{browser.client.get(f'/api/jobs/{name}/answer').text}\n" == told
    assert page.select("figure .grid td[title*='next best']")
    assert not browser.get("/games/blackjack/strategy").select("[name=cost]")


@pytest.mark.parametrize(
    ("game", "given"),
    [
        (POKER, {"knob.flush_pays": "3:1"}),
        (POKER, {"target": "pair_plus.edge=2.5%", "solve": "flush_pays"}),
        pytest.param(PUNTO, {"knob.commission": "0.04"}, marks=pytest.mark.slow),
    ],
)
def test_what_if_has_the_figures_of_the_command(browser, tmp_path, game, given):
    form = browser.get(f"/games/{game}/whatif")
    knobs = {each["name"]: each.get("value") for each in form.select("[name^='knob.']")}
    knobs |= {
        each["name"]: each.select_one("[selected]")["value"]
        for each in form.select("select[name^='knob.']")
    }
    page = browser.get(f"/games/{game}/whatif/answer", params={**knobs, **given})
    same_as_the_command(browser, browser.answered(page), tmp_path)


def test_every_setting_has_a_knob(browser):
    page = browser.get("/games/blackjack-burnout/whatif")
    told = CliRunner().invoke(command_line, ["parameters", "blackjack-burnout", "--json"])
    settings = json.loads(told.stdout)["settings"]
    names = {each["name"] for each in settings if not each["same_as"] or "." not in each["name"]}
    knobs = {each["name"].removeprefix("knob.") for each in page.select("[name^='knob.']")}
    assert knobs == names
    labels = {each["for"] for each in page.select("label")}
    assert {each["id"] for each in page.select("form input:not([type=hidden]), select")} <= labels


def test_rules_are_those_of_the_trace(browser, tmp_path):
    for game in (POKER, PUNTO):
        page = browser.get(f"/games/{game}/rules")
        file = tmp_path / f"{game}.html"
        CliRunner().invoke(command_line, ["trace", game, "--html", str(file)])
        wanted = BeautifulSoup(file.read_text("utf-8"), "html.parser")
        assert set(figures_in(wanted)) <= set(figures_in(page))


def test_nothing_changed_is_nothing_asked(browser):
    page = browser.get(f"/games/{POKER}/whatif/answer", params={"knob.flush_pays": "4:1"})
    assert "Turn a knob" in page.text


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (f"/games/{POKER}/whatif/answer?knob.flush_pays=none", "flush_pays"),
        (f"/games/{POKER}/whatif/answer?target=nothing%3D2%25&solve=flush_pays", "nothing"),
        (f"/games/{POKER}/rtp?wagers=antee", "did you mean"),
        (f"/games/{POKER}/hand?ask=1&cards=Zz", "Zz"),
    ],
)
def test_what_is_wrong_is_told_in_words(browser, path, told):
    page = browser.get(path)
    name = page.select_one(".job")["id"].removeprefix("job-")
    job = browser.client.get(f"/api/jobs/{name}", params={"wait": 30}).json()
    assert job["state"] == "failed"
    assert told in job["told"]
    assert told in browser.get(f"/jobs/{name}").select_one("[role=alert]").text


def test_forms_say_what_is_wrong(browser):
    assert "Games" in browser.get(f"/games/{POKER}/simulate?ask=1&rounds=0", 400).text
    assert "../x" in browser.get(f"/games/{POKER}/rtp?strategy=../x", 400).text
    assert "did you mean burn" in browser.get("/games/burm", 404).text
    assert TOKEN not in browser.get("/").text
