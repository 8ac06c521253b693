"""A command that has no answer for a game names commands that do, and each of those answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from certify.cli.main import certify as command_line

GAMES = ("kuhn-poker", "burn", "casino-war", "blackjack", "blackjack-burnout")
BLACKJACK_HAND = ("--cards", "8,8", "--upcard", "T")
ASKED: dict[str, tuple[str, ...]] = {
    "games": (),
    "parameters": (),
    "rtp": (),
    "hand": BLACKJACK_HAND,
    "strategy": (),
    "whatif": ("--rulings",),
    "shoe": (),
    "paytable": (),
    "exposure": ("--sees", "dealer_cards:1"),
    "fairness": ("--games", "1000"),
    "report": ("-o", "{folder}/report.pdf"),
    "monitor": ("{folder}/data.csv",),
    "check": (),
    "crosscheck": (),
    "trace": (),
    "play": ("--policy", "random"),
    "simulate": ("--rounds", "10"),
    "hash": (),
}
"""Every command that answers for some games and not for others, and those that refusals name."""

OF_CASINO_WAR = {
    "hand": ("--cards", "mine: 8c; theirs: 8d"),
    "exposure": ("--sees", "theirs:1"),
    "paytable": ("--wager", "tie"),
    "whatif": ("--set", "decks=8"),
}
OF_BLACKJACK = {"paytable": ("--wager", "pairs")}
OF_ONE = {"casino-war": OF_CASINO_WAR, "blackjack": OF_BLACKJACK}
ELSEWHERE = {
    *("verify", "sign", "diff", "compile", "replay", "ledger", "reproduce", "schema"),
    *("serve", "submit"),
}
"""Commands that are given files, or answer for every game, and are named by no refusal."""

DATA = """\
date,table,wager,rounds,stake,wagered,returned
2026-11-01,T1,main,100,1000,1100,990
"""

NAMED = re.compile(r"certify ([a-z]+(?:(?:, | and )[a-z]+)*)")


class Begun(BaseException):
    """Something is worked out or played: the game is not refused."""


@pytest.fixture(autouse=True)
def nothing_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin(*_given: object, **_named: object) -> None:
        raise Begun

    for place in (
        "certify.runtime.context.Context.kept",
        "certify.studies.twenty_one.shoe_values",
        "certify.studies.simulation.study.run_games",
        "certify.studies.check.study.check_game",
        "certify.studies.shoe.study.effects",
    ):
        monkeypatch.setattr(place, begin)


def told(command: str, game: str, folder: Path) -> str | None:
    """Return the error that a command ends with; None if it answers."""
    given = OF_ONE.get(game, {}).get(command, ASKED[command])
    arguments = [command, game, *(each.format(folder=folder) for each in given)]
    try:
        result = CliRunner().invoke(command_line, arguments, prog_name="certify")
    except Begun:
        return None
    return " ".join(result.output.split()) if result.exit_code in (1, 2) else None


def test_every_command_is_looked_at() -> None:
    assert set(ASKED) | ELSEWHERE == set(command_line.list_commands(Context(command_line)))


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_names_commands_that_answer(game: str, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text(DATA)
    answers = {command: told(command, game, tmp_path) for command in ASKED}
    refusals = {command: text for command, text in answers.items() if text is not None}
    # Each game is asked something that it has no answer to.
    assert refusals
    for command, text in refusals.items():
        assert text.startswith("Error: "), (command, text)
        found = [name for names in NAMED.findall(text) for name in re.split(r", | and ", names)]
        named = [name for name in found if name in ASKED]
        assert named, (command, text)
        for name in named:
            assert name not in refusals, (command, text, refusals[name])
