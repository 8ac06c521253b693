"""``certify compile``."""

import json
import re

import pytest

from tests.support.dice import write_dice


def test_the_source_can_be_shown(certify):
    shown = certify("compile", "burnout", "--show").stdout
    compile(shown, "generated", "exec")
    assert "def choose_later_bid(block, me):" in shown
    assert certify("compile", "burnout", "--show").stdout == shown


def test_the_table_tells_how_a_game_lies_in_memory(certify):
    shown = certify("compile", "burnout").stdout
    assert re.search(r"hand +set +2 +55", shown)
    assert re.search(r"deck +order +1 +55", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_json(certify, tmp_path):
    asked = ("compile", write_dice(tmp_path), "--players", "2", "--policy", "1=careful", "--json")
    found = json.loads(certify(*asked).stdout)
    assert found["policies"] == ["careful", "random"]
    assert found["units"] == 2
    assert len(found["source_sha256"]) == 64


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (["burnout", "--show", "--json"], 2, "exclude each other"),
        (["burnout", "--policy", "sensibel"], 1, "did you mean sensible?"),
        (["burnout", "--procedure", "deal_hand"], 1, "did you mean deal_hands?"),
        (["burnout", "--players", "5"], 1, "the number of players"),
        (["burnot"], 1, "did you mean burnout?"),
    ],
)
def test_what_is_wrong_is_told(certify, arguments, code, expected):
    result = certify("compile", *arguments, code=code)
    assert expected in " ".join((result.stdout + result.stderr).split())
