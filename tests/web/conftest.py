"""A server in this process, with a browser's cookie; its jobs run in processes of their own."""

import re
import socket
import threading
from collections.abc import Callable, Iterator
from functools import cache

import httpx2 as httpx
import pytest
import uvicorn
from bs4 import BeautifulSoup
from fastapi import FastAPI
from fastapi.testclient import TestClient

from certify.web.api import MOST_SECONDS
from certify.web.app import Served, application
from certify.web.safety import FIELD, Access

HOST = "http://127.0.0.1"
TOKEN = "token-of-the-tests"
PATIENCE = 300.0


class Browser:
    """A client that has entered, and sends the token of forms."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.csrf = client.app.state.access.csrf  # type: ignore[attr-defined]
        client.get("/enter", params={"token": TOKEN})

    def get(self, path: str, status: int = 200, **given: object) -> BeautifulSoup:
        """Return a page."""
        return self._page(self.client.get(path, **given), status)  # type: ignore[arg-type]

    def post(
        self, path: str, data: dict[str, object] | None = None, status: int = 200, **given: object
    ) -> BeautifulSoup:
        """Send a form, and return the page that it leads to."""
        sent = {FIELD: self.csrf, **(data or {})}
        response = self.client.post(path, data=sent, headers={"Origin": HOST}, **given)  # type: ignore[arg-type]
        return self._page(response, status)

    @staticmethod
    def _page(response: httpx.Response, status: int) -> BeautifulSoup:
        assert response.status_code == status, response.text
        page = BeautifulSoup(response.text, "html.parser")
        assert not page.select("style, [style], script:not([src]), [onclick], [onchange]")
        return page

    def answered(self, page: BeautifulSoup) -> BeautifulSoup:
        """Return the page of a job when it has ended."""
        name = str(page.select_one(".job")["id"]).removeprefix("job-")  # type: ignore[index]
        for _ in range(int(PATIENCE / MOST_SECONDS)):
            told = self.client.get(f"/api/jobs/{name}", params={"wait": MOST_SECONDS}).json()
            if told["state"] not in ("waiting", "running"):
                break
        assert told["state"] == "done", told
        return self.get(f"/jobs/{name}")


Serve = Callable[..., TestClient]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a client of a server of the package's games and of a folder."""
    place = tmp_path_factory.mktemp("web")
    folder = tmp_path_factory.mktemp("own")
    served = Served(Access(secret=TOKEN), folder, place)
    with TestClient(application(served), base_url=HOST) as client:
        yield client


@pytest.fixture(scope="session")
def browser(served: TestClient) -> Browser:
    """Return a browser that has entered."""
    return Browser(served)


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Serve:
    """Return a function that makes a client of a server without jobs; who enters is its own."""

    @cache
    def made(**given: object) -> FastAPI:
        access = Access(secret=TOKEN, **given)  # type: ignore[arg-type]
        return application(Served(access, None, tmp_path_factory.mktemp("idle")))

    def make(**given: object) -> TestClient:
        return TestClient(made(**given), base_url=HOST)

    return make


@pytest.fixture(scope="session")
def address(served: TestClient) -> Iterator[str]:
    """Return the address at which browsers reach the server, its jobs and kept results too."""
    app = served.app
    config = uvicorn.Config(app, lifespan="off", log_level="error")
    server, listening = uvicorn.Server(config), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield "http://{}:{}/".format(*listening.getsockname())
    server.should_exit = True
    thread.join()
    listening.close()


def figures_in(page: BeautifulSoup) -> list[tuple[str, ...]]:
    """Return every row of every table that has a figure in it."""
    rows = [
        tuple(cell.get_text(" ", strip=True) for cell in row.select("td, th"))
        for row in page.select("table tr")
    ]
    return [row for row in rows if re.search(r"\d", "".join(row))]
