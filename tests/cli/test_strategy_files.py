"""Strategy files: what is written is read back to the same figures; what is wrong is told."""

import json
from pathlib import Path

import pytest

from certify.exact.blackjack.card import StrategyCard
from certify.language.catalogue import load_game
from certify.language.document import read_document
from certify.language.loader import validated
from certify.studies.strategy.strategy_file import strategy_bytes
from certify.studies.twenty_one import TwentyOneGame

GAME = "blackjack-burnout"
SMALL = ("--shoe", "4,4,4,4,4,4,4,4,4,16")


@pytest.fixture(scope="module")
def card():
    return TwentyOneGame(load_game(GAME)).basic_card


def figures(certify, strategy):
    found = json.loads(
        certify("rtp", GAME, *SMALL, "--strategy", strategy, "--no-distribution", "--json").stdout,
        parse_float=str,
    )
    for wager in ("main", "main_burnout"):
        del found["wagers"][wager]["method"]
    return found


@pytest.mark.parametrize("name", ["card.yaml", "card.json"])
def test_a_written_strategy_is_read_back_to_the_bit(certify, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    assert certify("strategy", GAME, *SMALL, "-o", path).stdout.endswith(f"\nWrote {path}\n")
    assert figures(certify, path) == figures(certify, "basic")
    again = Path(f"again-{name}")
    certify("strategy", GAME, *SMALL, "--strategy", path, "-o", again, "--json")
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("title", ["1e5", "true", "null", "- a: [b", "# c", "it's", "Zoë", "0x1F"])
def test_any_title_survives(card, tmp_path, title):
    identity = card.strategy.model_copy(update={"title": title})
    changed = card.model_copy(update={"strategy": identity})
    text = strategy_bytes(changed, tmp_path / "card.yaml").decode()
    assert validated(read_document(text, "card.yaml"), StrategyCard) == changed


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("'11': 'Dh", "'11': 'Xx", "without_burnout.hard.11", "'Xx' is no action here"),
        (
            "game: 'blackjack-burnout'",
            "game: 'burnout'",
            "strategy.game",
            "is for the game burnout",
        ),
        ("after_burn:", "after_brn:", "after_brn", "did you mean after_burn?"),
    ],
)
def test_a_wrong_strategy_file_is_told_with_its_line(
    certify, card, tmp_path, words, old, new, place, message
):
    path = tmp_path / "card.yaml"
    text = strategy_bytes(card, path).decode()
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text[: text.index(old)].count("\n") + 1
    for command in ("rtp", "strategy"):
        error = words(certify(command, GAME, *SMALL, "--strategy", path, code=1).stderr)
        assert f"{path}:{line}: {place}: " in error
        assert message in error


def test_a_strategy_file_that_is_no_yaml(certify, tmp_path, words):
    path = tmp_path / "card.yaml"
    path.write_text("certify: 1\nstrategy: [\n", encoding="utf-8")
    error = words(certify("rtp", GAME, "--strategy", path, code=1).stderr)
    assert f"{path}:" in error
    assert "not YAML" in error


def test_what_if_plays_a_strategy_file_of_either_kind_of_blackjack(certify, tmp_path):
    for game in ("blackjack", GAME):
        path = tmp_path / f"{game}.yaml"
        certify("strategy", game, *SMALL, "-o", path)
        asked = (
            "whatif",
            game,
            *SMALL,
            "--set",
            "blackjack_pays=6:5",
            "--figure",
            "edge",
            "--json",
        )
        own, charts = (
            json.loads(certify(*asked, "--strategy", strategy).stdout)["figures"]
            for strategy in (path, "basic")
        )
        assert own == charts
