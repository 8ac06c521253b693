"""Runs the command line in this process, as at a screen of 80 columns."""

import json
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from certify.cli.main import certify as command_line
from certify.evidence.schemas import RESULTS, results_schema

Run = Callable[..., Result]

WITH_RESULTS = (0, 3)
WITHOUT_SCHEMA = ("--plan",)
"""A plan is data that is hashed, and no result."""


@cache
def validators_of(command: str) -> list[Draft202012Validator]:
    """Return what the JSON of a command must meet one of."""
    kinds = [kind for kind in RESULTS if kind == command or kind.startswith(f"{command}-")]
    if command == "report":
        kinds = ["report-written"]
    return [Draft202012Validator(results_schema(kind)) for kind in kinds]


def meets_its_schema(command: str, arguments: list[str], printed: str) -> None:
    """Check what any test prints as JSON against the schema of the command."""
    if any(option in arguments for option in WITHOUT_SCHEMA):
        return
    found = json.loads(printed)
    validators = validators_of(command)
    assert validators, f"there is no schema of what {command} prints"
    errors = [next(each.iter_errors(found), None) for each in validators]
    assert None in errors, errors


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    # Whether anything is still to be compiled or worked out depends on which tests came before.
    monkeypatch.setattr("certify.cli.progress.when_compiling", lambda tell: nullcontext())
    monkeypatch.setattr("certify.cli.lasting.LONG", inf)


@pytest.fixture
def certify() -> Run:
    """Return a function that runs a command and checks its exit code."""
    runner = CliRunner()

    def run(*arguments: str | Path, code: int = 0) -> Result:
        result = runner.invoke(
            command_line, [str(argument) for argument in arguments], prog_name="certify"
        )
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        if "--json" in arguments and code in WITH_RESULTS:
            meets_its_schema(str(arguments[0]), [str(each) for each in arguments], result.stdout)
        return result

    return run


@pytest.fixture
def words() -> Callable[[str], str]:
    """Return a function that undoes the wrapping of a message."""
    return lambda text: " ".join(text.split())
