"""A plugin of pytest: plants an error in a module of `certify` before anything imports it.

What is planted stands in the environment, as JSON: `module`, `old`, `new` and a `folder` for
machine code that the error changes.
"""

import json
import os
from pathlib import Path

import pytest

from tools.mutation.changed_source import change
from tools.mutation.definitions import path_of

VARIABLE = "CERTIFY_PLANTED"


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Plant the error, before a `conftest.py` imports what it is planted in."""
    given = json.loads(os.environ[VARIABLE])
    text = path_of(given["module"]).read_text(encoding="utf-8")
    before, found, after = text.partition(given["old"])
    if not found or given["old"] in after:
        raise ValueError(f"{given['old']!r} does not stand in {given['module']} precisely once")
    line = before.count("\n") + 1
    change(given["module"], before + given["new"] + after, line, Path(given["folder"]))
