"""Opponents that search: what they choose, how long they may take, what is told meanwhile."""

import random

import pytest
from fastapi.testclient import TestClient

from certify.play.logs.replay import replay
from certify.play.search.games import PlayersGame
from certify.web import opponents
from certify.web.app import Served, application
from certify.web.pages.play import _opponents
from certify.web.safety import Access
from tests.support.games import write_game
from tests.unit.engine.test_search_play import HIGH_CARDS
from tests.web.conftest import HOST, TOKEN, Browser
from tests.web.test_play import BEARER, begun, nothing_hidden_is_told, words_of

PLAYER = "search:12:high"
SEED = 6


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    folder = tmp_path_factory.mktemp("searched")
    write_game(folder, HIGH_CARDS)
    app = application(Served(Access(secret=TOKEN), folder, folder / "place"))
    yield TestClient(app, base_url=HOST, headers=BEARER)
    app.state.tables.opponents.close()


@pytest.fixture(scope="module")
def game(client):
    (name,) = client.app.state.shelf.own()
    return name


def waited(client, now):
    """Return what is seen when nobody thinks any more."""
    return client.get(f"/api/tables/{now['id']}", params={"wait": 30}).json()


def test_an_opponent_chooses_what_the_search_of_a_series_does(client, game):
    now = waited(client, begun(client, game, players=2, seed=SEED, policy=PLAYER))
    table = client.app.state.tables.table(now["id"])
    chosen = random.Random(2)
    while not now["is_over"]:
        assert (now["thinks"], now["stuck"]) == ("", "")
        nothing_hidden_is_told(client, table, chosen)
        sent = {"decision": now["number"], "move": words_of(table, chosen)}
        now = waited(client, client.post(f"/api/tables/{now['id']}/moves", json=sent).json())
    log = client.get(f"/api/tables/{now['id']}/log").text
    assert f'"seats":["person","{PLAYER}"]' in log
    found = replay(log, "log", client.app.state.shelf.game)
    assert found.has_result
    made = [(move.name, picked) for _, move, picked in table.session.made]
    seats = [seat for seat, _, _ in table.session.made]
    searching = PlayersGame(table.session.program, searches=True)
    players = searching.players(["random", PLAYER])
    for number, seat in enumerate(seats):
        played = [
            searching.played(players, SEED, 0, made=made[:many], most=number + 1).choices
            for many in (number, number + 1)
        ]
        assert seat == 0 or played[0] == played[1]


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        ("open:10", "sees all cards"),
        ("search:0", "expected 1 to 10,000"),
        ("search:10001", "expected 1 to 10,000"),
        ("search:10:hihg", "did you mean high"),
        ("serch:10", "no policy"),
    ],
)
def test_opponents_that_there_are_not(client, game, policy, told):
    found = client.post("/api/tables", json={"game": game, "players": 2, "policy": policy})
    assert found.status_code == 400
    assert told in found.json()["error"]


def test_a_page_never_hangs(client, game, monkeypatch):
    monkeypatch.setattr(opponents, "SECONDS_TO_CHOOSE", 0.0)
    now = begun(client, game, players=2, seat=2, seed=SEED, policy=PLAYER)
    stuck = waited(client, now)
    assert "no choice was made within 0 seconds" in stuck["stuck"]
    assert stuck["thinks"] == PLAYER
    page = Browser(client).get(f"/tables/{now['id']}")
    assert page.select("form[action$='/again'] button")[0].text == "Ask again"
    assert not page.select(".moves, [hx-trigger]")
    sent = {"decision": now["number"], "move": "1"}
    refused = client.post(f"/api/tables/{now['id']}/moves", json=sent)
    assert "not your turn" in refused.json()["error"]
    monkeypatch.undo()
    again = client.post(f"/api/tables/{now['id']}/again").json()
    assert waited(client, again)["options"]


def test_what_was_taken_back_meanwhile_is_not_answered(client, game, monkeypatch):
    now = waited(client, begun(client, game, players=2, seed=SEED, policy=PLAYER))
    table = client.app.state.tables.table(now["id"])
    monkeypatch.setattr("certify.web.api.SECONDS_AT_ONCE", 0.0)
    with table.opponents._lock:
        sent = {"decision": now["number"], "move": "1"}
        moved = client.post(f"/api/tables/{now['id']}/moves", json=sent).json()
        assert moved["thinks"] == PLAYER
        page = Browser(client).get(f"/tables/{now['id']}")
        assert page.select("#table")[0]["hx-trigger"] == "every 1s"
        client.post(f"/api/tables/{now['id']}/undo")
    assert waited(client, now) == now


def test_searches_are_offered_where_others_play(client, game):
    shelf = client.app.state.shelf
    assert _opponents(shelf.game(game)) == [
        *("high", "random", "search:10:high", "search:100:high", "search:1000:high")
    ]
    assert "search:10" not in " ".join(_opponents(shelf.game("three-card-poker")))
