"""How long a knob of what-if takes where odds are kept, and the first page of `certify serve`."""

from itertools import count
from urllib.request import urlopen

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
    def opened():
        with server(tmp_path) as (address, _), urlopen(f"{address}assets/web.css") as page:
            return page.read()

    assert b"main" in benchmark.pedantic(opened, rounds=3, iterations=1)
