"""How long a knob of what-if takes where odds are kept, and the first page of `certify serve`.

Beside it stands what a process takes that imports numpy, since machines are loaded differently.
"""

import subprocess
import sys
from contextlib import ExitStack
from itertools import count
from urllib.request import Request, urlopen

import pytest
from fastapi.testclient import TestClient

from certify.web.app import Served, application
from certify.web.safety import Access
from tests.web.conftest import HOST, TOKEN, Browser
from tests.web.running import server


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    served = Served(Access(secret=TOKEN), None, tmp_path_factory.mktemp("web"))
    with TestClient(application(served), base_url=HOST) as client:
        found = Browser(client)
        found.answered(found.get("/games/three-card-poker/rtp"))
        yield found


def test_a_knob(browser, benchmark):
    numbers = count(2)

    def turned():
        given = {"knob.flush_pays": f"{next(numbers)}:7"}
        return browser.client.get("/games/three-card-poker/whatif/answer", params=given)

    turned()
    page = benchmark.pedantic(turned, rounds=20, iterations=1)
    assert "Before and after" in page.text


def test_the_first_page(benchmark, tmp_path):
    running = ExitStack()

    def opened():
        address, _ = running.enter_context(server(tmp_path))
        for path in ("", "assets/parts.css"):
            asked = Request(f"{address}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
            with urlopen(asked) as page:
                found = page.read()
        return found

    # Ending the server is no part of it.
    assert b"main" in benchmark.pedantic(opened, rounds=9, teardown=running.close)


def test_what_the_first_page_is_held_against(benchmark):
    def begun():
        subprocess.run([sys.executable, "-c", "import numpy"], check=True)

    benchmark.pedantic(begun, rounds=9)
