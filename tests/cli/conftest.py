"""Runs the command line in this process, as at a screen of 80 columns."""

from collections.abc import Callable
from contextlib import nullcontext
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from certify.cli.main import certify as command_line

Run = Callable[..., Result]


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
        return result

    return run


@pytest.fixture
def words() -> Callable[[str], str]:
    """Return a function that undoes the wrapping of a message."""
    return lambda text: " ".join(text.split())
