"""`certify strategy --cost`: tables that fit the screen, JSON that holds everything."""

import json

import pytest

from certify.studies.strategy.cost.players import PLAYERS

GAME = "blackjack-burnout"
ONE_DECK = ("--set", "decks=1")
PRESENT = [player for player in PLAYERS if player.id != "never_surrenders"]


def test_the_tables_fit_and_name_every_player(certify, words):
    printed = certify("strategy", GAME, *ONE_DECK, "--cost").stdout
    assert max(map(len, printed.splitlines())) <= 80
    for player in PRESENT:
        assert player.title in printed
    assert "After a card was burned on a hit: what each cell matters" in printed
    told = words(printed)
    assert "% a round or less, are with --all." in told
    assert "The charts are derived" not in told


def test_json_holds_players_mistakes_and_charts(certify):
    found = json.loads(certify("strategy", GAME, *ONE_DECK, "--cost", "--json").stdout)
    assert found["strategy"] == "basic"
    assert {"players", "mistakes", "charts", "best_ev", "error_bound"} <= set(found)
    by_id = {player["id"]: player for player in found["players"]}
    assert by_id["basic"]["main"]["loss"] > 0.0
    assert by_id["never_buys"]["main_burnout"] is None
    assert found["charts"][0]["id"] == "without_burnout"


@pytest.mark.slow
def test_a_wrong_cell_of_a_file_gains_when_it_is_put_right(certify, tmp_path, words):
    path = tmp_path / "card.yaml"
    shoe = ("--shoe", "4,4,0,0,0,0,0,4,4,16")
    certify("strategy", GAME, *shoe, "-o", path)
    text = path.read_text(encoding="utf-8")
    start = text.index("'17': 'S")
    path.write_text(text[:start] + text[start:].replace("S", "H", 1), encoding="utf-8")
    printed = certify(
        "strategy", GAME, *shoe, "--cost", "--all", "--strategy", path, "--no-cache"
    ).stdout
    assert max(map(len, printed.splitlines())) <= 80
    told = words(printed)
    assert "of the cell hard 17 against 2 without Burnout, H to S." in told
    assert "The charts are derived" not in told
    assert "with --all" not in told
    for player in PRESENT:
        assert words(player.does) in told
