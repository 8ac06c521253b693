"""The command `certify serve`, running, and a browser that looks at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from certify.evidence.ledger.store import VARIABLE
from certify.runtime.cache import FOLDER_VARIABLE
from tests.web.conftest import TOKEN

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 30_000
"""Milliseconds."""

SIZES = {"desk": (1280, 900), "phone": (390, 844)}


@contextmanager
def server(folder: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the command; yield its address, its token and its process."""
    environment = os.environ | {
        FOLDER_VARIABLE: os.environ.get(FOLDER_VARIABLE, str(folder / "cache")),
        VARIABLE: str(folder / "ledger.sqlite"),
        "CERTIFY_PASSWORD": TOKEN,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "certify.cli", "serve", "--no-browser", "--port", "0", *options],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[-1]
        yield address, process
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


@contextmanager
def launched() -> Iterator[Any]:
    """Yield Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@contextmanager
def browsing(
    chromium: Any, address: str, size: str = "desk", scheme: Any = "light"
) -> Iterator[Any]:
    """Yield a page of Chromium that has entered; what it complains of is an error."""
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    with chromium.new_context(viewport=viewport, color_scheme=scheme) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
        page.goto(address)
        page.get_by_label("Token or password").fill(TOKEN)
        page.get_by_role("button", name="Enter").click()
        page.get_by_role("heading", name="Games", exact=True).wait_for()
        # That a password is asked for is told by a status, which the console calls an error.
        complaints.clear()
        yield page
        assert not complaints, complaints
