"""Runs the command line in this process, as at a screen of 80 columns."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from certify.cli.main import certify as command_line
from certify.resources import data_files
from certify.spec.catalogue import load_game
from certify.studies.rtp import rtp_study
from certify.studies.twenty_one import TwentyOneGame

SPEC = "blackjack_burnout.yaml"

Run = Callable[..., Result]


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compile the kernels first, so that no command has to tell that it waits for it."""
    rtp_study(TwentyOneGame(load_game("blackjack-burnout")))


@pytest.fixture(autouse=True)
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


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
def copied(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies spec and paytables, replacing text in one of them."""

    def copy(old: str = "", new: str = "", file: str = SPEC) -> Path:
        for folder in ("rules", "paytables"):
            (tmp_path / folder).mkdir(exist_ok=True)
            for name, source in data_files(folder, ".yaml").items():
                text = source.read_text(encoding="utf-8")
                if name == file and old:
                    assert old in text
                    text = text.replace(old, new, 1)
                (tmp_path / folder / name).write_text(text, encoding="utf-8")
        return tmp_path / "rules" / SPEC

    return copy


@pytest.fixture
def words() -> Callable[[str], str]:
    """Return a function that undoes the wrapping of a message."""
    return lambda text: " ".join(text.split())
