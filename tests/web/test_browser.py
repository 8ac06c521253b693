"""In Chromium: the five stories of the tutorials told by clicks, and pages for every reader."""

import re
import runpy
from pathlib import Path

import pytest

from certify.present.html.page import html_body
from certify.studies.strategy.result import Chart, ChartRow, ChartSection
from certify.studies.strategy.view import chart_figures
from tests.report.sealed import change_digit, change_results, changed
from tests.web.running import CHROMIUM, SIZES, browsing, launched

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")

LONG = 300_000
"""Milliseconds that the certified figures may take where nothing is kept."""

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "out" / "pictures"
POKER = "games/three-card-poker"
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
PAGES = ["", f"{POKER}/whatif", "games/burn/play", "monitor"]
MORE_PAGES = [
    *("games/burn", "verify", "ledger"),
    *(f"{POKER}", f"{POKER}/rtp", f"{POKER}/strategy", f"{POKER}/rules", f"{POKER}/editor"),
    *("games/blackjack-burnout/strategy", "games/blackjack-burnout/whatif", "jobs", "replay"),
    *(f"{POKER}/report", f"{POKER}/simulate?ask=1&rounds=1000", f"{POKER}/hand?ask=1&cards=zz"),
    f"{POKER}/whatif?knob.flush_pays=3:1",
]


@pytest.fixture(scope="module")
def chromium():
    with launched() as found:
        yield found


@pytest.fixture(params=SIZES)
def size(request):
    return request.param


def pictured(page, name, size):
    """Keep a picture, and check that nothing must be scrolled sideways to be read."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}-{size}.png", full_page=True)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SIZES[size][0], (name, wide)


def has_no_findings(page):
    """Check a page by axe-core, which is run beside the page, whose policy forbids scripts."""
    from axe_playwright_python.base import AXE_FILE_PATH

    page.evaluate(Path(AXE_FILE_PATH).read_text("utf-8"))
    found = page.evaluate("rules => axe.run({runOnly: {type: 'tag', values: rules}})", list(RULES))
    assert found["passes"]
    told = [(each["id"], [node["html"] for node in each["nodes"]]) for each in found["violations"]]
    assert told == [], page.url


def looked_at(chromium, address, pages, size, scheme):
    with browsing(chromium, address, size, scheme) as page:
        for path in pages:
            page.goto(f"{address}{path}")
            page.locator("main").wait_for()
            page.wait_for_load_state("networkidle")
            has_no_findings(page)
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= SIZES[size][0], (path, wide)


def test_pages_are_for_every_reader(chromium, address):
    looked_at(chromium, address, PAGES, "phone", "dark")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_pages_are_for_every_reader(chromium, address, size, scheme):
    looked_at(chromium, address, [*PAGES, *MORE_PAGES], size, scheme)


@pytest.mark.slow
def test_pages_are_read_at_twice_their_size(chromium, address):
    with browsing(chromium, address, "desk") as page:
        # 200 % of a desk is half of its width.
        page.set_viewport_size({"width": 640, "height": 450})
        for path in [*PAGES, *MORE_PAGES]:
            page.goto(f"{address}{path}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= 640, path


CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
SMALL = """controls => [...document.querySelectorAll(controls)].filter(each => {
    const box = each.getBoundingClientRect();
    const is_inline = each.matches("a:not(.button)") && getComputedStyle(each).display === "inline";
    return each.checkVisibility() && !is_inline && !each.matches(".skip")
        && Math.min(box.width, box.height) < 24;
}).map(each => each.outerHTML.slice(0, 120))"""
LEFT_OUT = """controls => [...document.querySelectorAll(controls)].filter(
    each => each.checkVisibility() && !each.disabled && !each.dataset.reached
).map(each => each.outerHTML.slice(0, 120))"""
REACHED = """() => {
    const each = document.activeElement;
    if (each === document.body || each.dataset.reached) return null;
    each.dataset.reached = "1";
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    const x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const middle = box.top + Math.min(box.height, innerHeight) / 2;
    const y = Math.min(Math.max(middle, 1), innerHeight - 1);
    const above = document.elementFromPoint(x, y);
    return {
        what: each.outerHTML.slice(0, 120),
        seen: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
        outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
        free: each.contains(above) || above.contains(each),
    };
}"""
MOST_CONTROLS = 400


def is_used_by_keys(page):
    """Tab through a page: each control is reached, seen, marked, and covered by nothing."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(MOST_CONTROLS):
        page.keyboard.press("Tab")
        found = page.evaluate(REACHED)
        if found is None:
            break
        assert found["seen"], (page.url, found)
        assert found["free"], (page.url, found)
        assert found["outline"] >= 1, (page.url, found)
    assert page.evaluate(LEFT_OUT, CONTROLS) == [], page.url


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 320])
def test_every_control_is_reached_by_keys_and_large_enough(chromium, address, width):
    """WCAG 2.2: 1.4.10 reflow, 2.1.1 keyboard, 2.4.7 and 2.4.11 focus, 2.5.8 size of targets."""
    with browsing(chromium, address, "desk") as page:
        page.set_viewport_size({"width": width, "height": 640})
        for path in [*PAGES, *MORE_PAGES, "games/burn/play"]:
            page.goto(f"{address}{path}")
            if path == "games/burn/play":
                page.get_by_label("Players").select_option("2")
                page.get_by_role("button", name="Sit down").click()
                page.get_by_role("heading", name="What you see").wait_for()
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path
            assert page.evaluate(SMALL, CONTROLS) == [], page.url
            is_used_by_keys(page)


def test_charts_answer_to_the_pointer_to_keys_and_to_a_finger(chromium, address):
    with browsing(chromium, address, "phone") as page:
        page.goto(f"{address}{POKER}/rtp")
        said = page.locator(".teller output").first
        said.wait_for()
        areas = page.locator("figure").first.locator("g.told rect")
        texts = [each.strip() for each in areas.locator("title").all_text_contents()]
        assert len(texts) > 3
        areas.nth(2).hover()
        assert said.inner_text() == texts[2]
        assert areas.nth(2).get_attribute("class") == "now"
        slider = page.get_by_label("Figures of the chart, one by one").first
        slider.focus()
        page.keyboard.press("ArrowRight")
        assert said.inner_text() == slider.get_attribute("aria-valuetext") == texts[3]
        areas.nth(0).dispatch_event("pointerdown", {"pointerType": "touch"})
        assert said.inner_text() == texts[0]
        cells_answer(page)
        has_no_findings(page)
        page.emulate_media(media="print")
        assert not page.locator(".teller").first.is_visible()


GRIDS = "figure:has(.grids)"


def cells_answer(page):
    """Check that cells of a chart answer too; one is put into a page that has none."""
    chart = Chart(
        id="without_burnout",
        title="Play",
        note="",
        cells="actions",
        sections=tuple(
            ChartSection(
                kind=kind, rows=tuple(ChartRow(hand=row, cells=10 * ("H",)) for row in "89")
            )
            for kind in ("hard", "soft")
        ),
    )
    part = html_body([*chart_figures([chart])], prefix="play")
    page.evaluate(
        "part => document.querySelector('main').insertAdjacentHTML('beforeend', part)", part
    )
    page.evaluate("document.dispatchEvent(new Event('htmx:afterSettle'))")
    steps_through_cells(page)


def steps_through_cells(page):
    cells = page.locator(f"{GRIDS} td[title]")
    said = page.locator(f"{GRIDS} output").first
    texts = [each.get_attribute("title") for each in cells.all()[:24]]
    cells.nth(12).hover()
    assert said.inner_text() == texts[12]
    slider = page.get_by_label("Cells of the chart, one by one").first
    slider.focus()
    page.keyboard.press("ArrowUp")
    assert said.inner_text() == slider.get_attribute("aria-valuetext") == texts[2]
    page.keyboard.press("ArrowRight")
    assert said.inner_text() == texts[3]
    assert cells.nth(3).get_attribute("class").split()[-1] == "now"
    box = cells.nth(1).bounding_box()
    at = {"clientX": box["x"] + 3, "clientY": box["y"] + 3}
    cells.nth(1).dispatch_event("pointerdown", {"pointerType": "touch", **at})
    assert said.inner_text() == texts[1]


@pytest.mark.slow
def test_cells_of_charts_of_play_answer(chromium, address, size):
    with browsing(chromium, address, size) as page:
        for path in ("blackjack/strategy", "blackjack-burnout/strategy?ask=1&cost=true"):
            page.goto(f"{address}games/{path}")
            page.locator(GRIDS).first.wait_for(timeout=LONG)
            steps_through_cells(page)
            has_no_findings(page)
            pictured(page, f"cells-{path.partition('/')[0]}", size)


# The stories -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["desk", pytest.param("phone", marks=pytest.mark.slow)])
def test_somebody_plays_burn_and_replays_the_log(chromium, address, size, tmp_path):
    with browsing(chromium, address, size) as page:
        page.get_by_role("link", name="Burn", exact=True).click()
        page.get_by_role("link", name="Play", exact=True).click()
        page.get_by_label("Players").select_option("2")
        page.get_by_label("Seed").fill("7")
        page.get_by_role("button", name="Sit down").click()
        page.get_by_role("heading", name="What you see").wait_for()
        pictured(page, "play", size)
        taken_back = False
        while not page.get_by_role("heading", name="The game is over").count():
            if page.get_by_role("button", name="Take back").count() and not taken_back:
                taken_back = True
                page.get_by_role("button", name="Take back").click()
                page.get_by_role("button", name="Take back").wait_for(state="detached")
            asked = page.locator("[name=decision]").input_value()
            moved(page)
            page.locator(f"[name=decision][value='{asked}']").wait_for(state="detached")
        pictured(page, "play-over", size)
        with page.expect_download() as download:
            page.get_by_role("link", name="Save the log").click()
        log = tmp_path / "game.jsonl"
        download.value.save_as(log)
        page.get_by_role("link", name="Replay").click()
        page.get_by_label("Drop a log here").set_input_files(log)
        page.get_by_role("button", name="Check").click()
        assert "The log is right" in page.locator("main").inner_text()
        pictured(page, "replay", size)


def moved(page):
    """Make the first move that is listed, or as it is suggested."""
    buttons = page.locator(".moves button")
    if buttons.count():
        buttons.first.click()
        return
    such = re.search(r"such as `(.+)`|(write a number)", page.locator("main").inner_text())
    assert such is not None
    page.get_by_label("Your move").fill(such[1] or "1")
    page.get_by_role("button", name="Make it").click()


@pytest.mark.slow
def test_a_designer_sets_the_payment_for_an_edge(chromium, address, size):
    with browsing(chromium, address, size) as page:
        page.goto(f"{address}{POKER}/whatif")
        page.get_by_label("A flush pays").fill("3:1")
        page.get_by_label("A flush pays").press("Tab")
        page.get_by_text("Before and after", exact=True).first.wait_for()
        pictured(page, "whatif", size)
        page.get_by_role("link", name="As it is issued").click()
        page.get_by_label("Which setting meets it").select_option("flush_pays")
        page.get_by_label("Figure and value").fill("pair_plus.edge=2.5%")
        page.get_by_label("Figure and value").press("Tab")
        page.locator("#answer").get_by_text("flush_pays").first.wait_for()
        pictured(page, "goal", size)


@pytest.mark.slow
def test_a_regulator_verifies_a_report_and_finds_a_forged_one(chromium, address, size, tmp_path):
    content = (ROOT / "reports" / "blackjack-burnout.pdf").read_bytes()
    files = {"verify": content}
    files |= {"forged-page": changed(content, change_digit)}
    files |= {"forged-results": changed(content, change_results)}
    with browsing(chromium, address, size) as page:
        for name, pdf in files.items():
            (tmp_path / f"{name}.pdf").write_bytes(pdf)
            page.goto(f"{address}verify")
            page.get_by_label("Drop a file here").set_input_files(tmp_path / f"{name}.pdf")
            page.get_by_role("button", name="Verify").click()
            if name == "verify":
                page.get_by_text("The criteria are met.").wait_for(timeout=LONG)
            else:
                page.get_by_text("The criteria are NOT met.").wait_for(timeout=LONG)
                told = page.locator("main").inner_text()
                assert re.search(
                    "page [0-9]+: “(.?0.[0-9]+)” stands in place of “.?0.[0-9]+”", told
                )
            pictured(page, name, size)


@pytest.mark.slow
def test_a_mathematician_certifies_a_typed_spec(chromium, address, size):
    with browsing(chromium, address, size) as page:
        page.goto(f"{address}{POKER}/editor")
        box = page.get_by_label("The spec, as YAML")
        text = box.input_value()
        box.fill(text.replace("kind: banked", "kind: bankd"))
        page.locator("#problems .line").first.wait_for()
        line = 1 + text[: text.index("kind: banked")].count("\n")
        assert page.locator(".lines .wrong").inner_text().split() == ["\u25cf", str(line)]
        page.get_by_role("button", name=f"Line {line}", exact=True).click()
        selected = "getSelection().toString()"
        assert page.evaluate(selected).strip() == "kind: bankd"
        has_no_findings(page)
        pictured(page, "editor-problem", size)
        box.fill(text)
        page.get_by_text("The checker finds no problem.").wait_for()
        page.get_by_role("button", name="Check, with examples and games").click()
        page.locator("#checked").get_by_text("The criteria are met.").wait_for()
        page.get_by_role("button", name="Figures").click()
        page.locator("#checked").get_by_text("3.372981").first.wait_for()
        pictured(page, "editor-figures", size)


@pytest.mark.slow
def test_an_operator_drops_a_month_of_results(chromium, address, size):
    with browsing(chromium, address, size) as page:
        page.goto(f"{address}monitor")
        page.get_by_label("Game").select_option("blackjack-burnout")
        month = ROOT / "docs" / "notebooks" / "data" / "month.csv"
        page.get_by_label("Drop a file here").set_input_files(month)
        page.get_by_role("button", name="Compare").click()
        page.locator(".answer svg").first.wait_for(timeout=LONG)
        pictured(page, "monitor", size)


@pytest.mark.slow
def test_the_picture_of_the_readme_is_made(chromium):
    PICTURES.mkdir(parents=True, exist_ok=True)
    runpy.run_path(str(ROOT / ".ci" / "pictures"))["browser"](chromium, PICTURES / "readme.png")
    assert (PICTURES / "readme.png").stat().st_size > 10_000
