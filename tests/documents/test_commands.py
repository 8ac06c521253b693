"""Every command has its page, and every option its text."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape

import click
import pytest

from certify.cli.main import COMMANDS
from certify.cli.main import certify as command_line
from tests.documents.notebooks import notebooks
from tests.documents.pages import ROOT


def command_of(name: str) -> click.Command:
    command = command_line.get_command(click.Context(command_line), name)
    assert command is not None
    return command


def options_of(name: str) -> list[click.Option]:
    return [option for option in command_of(name).params if isinstance(option, click.Option)]


def test_commands_and_options_have_a_text():
    for name in COMMANDS:
        command = command_of(name)
        assert command.help, name
        assert not command.hidden, name
        for option in options_of(name):
            assert option.help, f"{name} {option.name}"
            assert option.help.endswith("."), f"{name} {option.name}"
            assert not option.hidden, f"{name} {option.name}"


@pytest.mark.slow
def test_site_builds_without_a_warning_and_has_every_option(tmp_path):
    site = tmp_path / "site"
    subprocess.run(
        [
            *(sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q"),
            *("-d", str(tmp_path / "doctrees"), "-c", "docs", ".", str(site)),
        ],
        cwd=ROOT,
        check=True,
    )
    folder = site / "docs" / "commands"
    assert {path.stem for path in folder.glob("*.html")} == {"index", *COMMANDS}
    for name in COMMANDS:
        page = unescape((folder / f"{name}.html").read_text(encoding="utf-8"))
        text = re.sub(r"<[^>]*>", "", page)
        for option in options_of(name):
            for written in option.opts:
                assert written in text, f"{name} {written}"
    assert (site / "index.html").is_file()
    for path in notebooks():
        page = (site / "docs" / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert "certify" in page
        assert "assert" not in page
