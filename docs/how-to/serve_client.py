"""Asks `certify serve` a question and prints the answer: serve_client.py SERVER TOKEN GAME."""

import json
import sys
from typing import Any
from urllib.request import Request, urlopen


class Certify:
    """A client of the HTTP interface."""

    def __init__(self, server: str, token: str) -> None:
        self.server, self.token = server.rstrip("/"), token

    def call(self, path: str, sent: Any = None) -> Any:
        """Return the JSON of an answer; what is sent makes it a POST."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if sent is None else json.dumps(sent).encode()
        with urlopen(Request(f"{self.server}/api/{path}", data, headers)) as response:
            return json.load(response)

    def answer(self, **question: Any) -> Any:
        """Return the answer of a question, however long it takes."""
        job = self.call("jobs?wait=30", {"question": question})
        while job["state"] in ("waiting", "running"):
            job = self.call(f"jobs/{job['id']}?wait=30")
        if job["state"] != "done":
            raise RuntimeError(job["told"])
        return self.call(f"jobs/{job['id']}/answer")


if __name__ == "__main__":
    server, token, game = sys.argv[1:]
    for name, wager in Certify(server, token).answer(kind="rtp", game=game)["wagers"].items():
        print(f"{name}: house edge {100 * wager['house_edge']:.4f} %")
