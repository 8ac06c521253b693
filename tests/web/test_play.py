"""Games at a table: legal moves, nothing hidden on the page, undo, logs, tables that go on."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache
from urllib.parse import parse_qsl, urlencode

import pytest
from bs4 import BeautifulSoup
from fastapi.testclient import TestClient

import certify
from certify.language.catalogue import game_ids, packaged_game
from certify.library.moves import MOST_LISTED
from certify.play.interpreter.interpreter import options
from certify.play.logs.replay import replay
from certify.studies.strategy.hand_result import HandResult
from certify.web.app import Served, application
from certify.web.pages.play import worths_at
from certify.web.questions import Hand
from certify.web.safety import Access
from certify.web.table import MOST_EVENTS, _last
from certify.web.tables import Tables
from tests.web.conftest import HOST, TOKEN, figures_in

BEARER = {"Authorization": f"Bearer {TOKEN}"}
PLAYABLE = [name for name in game_ids() if packaged_game(name).play is not None]
QUICK = ("burn", "burnout", "three-card-poker")
MOST_DECISIONS = 120
GAMES = 1_000
SEED = 987_654_321
LOOKED_AT = 0.02
"""The share of decisions before which hidden cards are exchanged."""


@pytest.fixture
def client(serve):
    client = serve()
    client.headers.update(BEARER)
    return client


def begun(client, game, **given):
    found = client.post("/api/tables", json={"game": game, **given})
    assert found.status_code == 201, found.text
    return found.json()


@cache
def seats_of(game):
    """Return how many may play."""
    players = packaged_game(game).spec.players
    return list(players.seats) if players else [1]


def words_of(table, chosen):
    """Return a move of the person at random, as it is sent."""
    found = table.options()
    move, picked = found.at(chosen.randrange(found.total))
    if found.total <= MOST_LISTED or table.moves.has_hidden(found):
        return str(chosen.randrange(found.total) + 1)
    return table.moves.option(move, picked)


def hidden_cards(table):
    """Return the cards that the person cannot see now, as the interpreter has it."""
    state, program = table.session.state, table.session.program
    sees = table.session.recorder.visibility.zones[table.seat]
    up = program.layout.up
    return [
        card
        for card, zone in enumerate(state.where)
        if zone >= 0 and not sees[zone] and not up(state.values, card)
    ]


def exchange(state, one, other):
    """Let two cards change their places."""
    here, there = state.where[one], state.where[other]
    place, target = state.zones[here].index(one), state.zones[there].index(other)
    state.zones[here][place], state.zones[there][target] = other, one
    state.where[one], state.where[other] = there, here


def nothing_hidden_is_told(client, table, chosen):
    """Check that hidden cards which change their places change no letter of the page."""
    labels = table.session.program.deck.labels
    cards = hidden_cards(table)
    if table.is_over or len({labels[card] for card in cards}) < 2:
        return False
    one = chosen.choice(cards)
    other = chosen.choice([card for card in cards if labels[card] != labels[one]])
    addresses = f"/tables/{table.name}", f"/api/tables/{table.name}"
    before = [client.get(address).text for address in addresses]
    exchange(table.session.state, one, other)
    after = [client.get(address).text for address in addresses]
    exchange(table.session.state, other, one)
    assert before == after
    assert f"Seed {table.session.header.seed}" not in before[0]
    return True


def played(client, game, seed):
    """Play a game to its end, or for a while, at random; return its table."""
    chosen = random.Random(seed)
    players = chosen.choice(seats_of(game))
    now = begun(client, game, players=players, seat=chosen.randint(1, players), seed=seed)
    table = client.app.state.tables.table(now["id"])
    for _ in range(MOST_DECISIONS):
        if now["is_over"]:
            break
        legal = options(table.session.state).total
        assert len(now["options"]) == (legal if legal <= MOST_LISTED else 0)
        if chosen.random() < LOOKED_AT:
            nothing_hidden_is_told(client, table, chosen)
        sent = {"decision": now["number"], "move": words_of(table, chosen)}
        found = client.post(f"/api/tables/{now['id']}/moves", json=sent)
        assert found.status_code == 200, found.text
        now = found.json()
    return table, now


@pytest.mark.parametrize("game", QUICK)
def test_games_are_played_and_their_logs_are_right(client, game):
    for seed in range(2):
        _, now = played(client, game, seed)
        if now["is_over"]:
            log = client.get(f"/api/tables/{now['id']}/log").text
            found = replay(log, "log", client.app.state.shelf.game)
            assert found.is_over
            assert found.has_result
            assert now["result"]
        else:
            assert client.get(f"/api/tables/{now['id']}/log").status_code == 400


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYABLE)
def test_a_thousand_games_of_each(client, game):
    ended = decisions = 0
    # Entered, so that all requests have one event loop.
    with client:
        for seed in range(GAMES):
            table, now = played(client, game, seed)
            decisions += len(table.session.made)
            if now["is_over"]:
                ended += 1
                log = client.get(f"/api/tables/{now['id']}/log").text
                assert replay(log, "log", client.app.state.shelf.game).is_over
    print(f"{game}: {GAMES} games, {ended} to their end, {decisions} decisions")
    assert ended


@pytest.mark.parametrize("game", PLAYABLE)
def test_nothing_hidden_reaches_a_page(client, game):
    chosen = random.Random(5)
    now = begun(client, game, players=seats_of(game)[-1], seed=SEED)
    table = client.app.state.tables.table(now["id"])
    for _ in range(6):
        if now["is_over"]:
            break
        nothing_hidden_is_told(client, table, chosen)
        sent = {"decision": now["number"], "move": words_of(table, chosen)}
        now = client.post(f"/api/tables/{now['id']}/moves", json=sent).json()


def test_only_the_last_events_are_put_in_words_and_they_are_the_same(client):
    table, _ = played(client, "burn", 3)
    recorder, account = table.session.recorder, table.account
    history = recorder.history(table.seat)
    assert len(history) > 4 * MOST_EVENTS
    for end in range(1, len(history), 7):
        last = account.events(_last(history[:end]))[-MOST_EVENTS:]
        assert last == account.events(history[:end])[-MOST_EVENTS:]


def test_a_page_that_told_a_hidden_card_would_be_noticed(client, monkeypatch):
    now = begun(client, "burn", players=2, seed=SEED)
    table = client.app.state.tables.table(now["id"])
    assert nothing_hidden_is_told(client, table, random.Random(1))
    told = table.told

    def telling():
        labels = table.session.program.deck.labels
        hidden = [labels[card] for zone in table.session.state.zones for card in zone]
        return told() | {"history": [" ".join(hidden)]}

    monkeypatch.setattr(table, "told", telling)
    with pytest.raises(AssertionError):
        nothing_hidden_is_told(client, table, random.Random(1))


def test_a_move_is_made_once_and_can_be_taken_back(client):
    now = begun(client, "three-card-poker", seed=4)
    address = f"/api/tables/{now['id']}"
    sent = {"decision": now["number"], "move": "1"}
    after = client.post(f"{address}/moves", json=sent).json()
    assert after["number"] == now["number"] + 1 or after["is_over"]
    again = client.post(f"{address}/moves", json=sent)
    assert again.status_code == 400
    assert "decided already" in again.json()["error"]
    assert client.post(f"{address}/undo").json() == now
    assert "nothing to take back" in client.post(f"{address}/undo").json()["error"]
    for wrong in ("99", "jump", "", "play Qh"):
        found = client.post(f"{address}/moves", json=sent | {"move": wrong})
        assert found.status_code == 400, wrong
    assert client.get(address).json() == now


def test_a_table_goes_on_after_the_server_was_killed(client):
    table, now = None, begun(client, "burn", players=2, seed=2)
    table = client.app.state.tables.table(now["id"])
    for place in range(3):
        move = words_of(table, random.Random(place))
        sent = {"decision": now["number"], "move": move}
        now = client.post(f"/api/tables/{now['id']}/moves", json=sent).json()
    client.post(f"/api/tables/{now['id']}/undo")
    now = client.get(f"/api/tables/{now['id']}").json()
    folder = client.app.state.tables.folder
    log = folder / f"{now['id']}.jsonl"
    with log.open("ab") as file:
        file.write(b'{"seat":1,"deci')
    again = TestClient(
        application(Served(Access(secret=TOKEN), None, folder.parent)),
        base_url=HOST,
        headers=BEARER,
    )
    assert again.get(f"/api/tables/{now['id']}").json() == now
    sent = {"decision": now["number"], "move": "1"}
    assert again.post(f"/api/tables/{now['id']}/moves", json=sent).status_code in (200, 400)


def test_the_log_is_told_when_the_game_is_over(browser):
    page = browser.post("/games/three-card-poker/play", {"players": 1, "seed": "12"})
    for _ in range(8):
        if page.select_one("a[href$='/log']"):
            break
        form = page.select_one("form[action$='/move']")
        number = form.select_one("[name=decision]")["value"]
        page = browser.post(form["action"], {"decision": number, "move": "1"})
    log = browser.client.get(page.select_one("a[href$='/log']")["href"])
    assert log.headers["content-disposition"].startswith("attachment")
    found = browser.post("/replay", files={"file": ("game.jsonl", log.content)})
    assert "The log is right" in found.text
    forged = log.content.replace(b'"scores":[', b'"scores":[1', 1)
    told = browser.post("/replay", files={"file": ("game.jsonl", forged)}, status=400)
    assert "log:" in told.text


def test_wagers_are_chosen_before_the_game_and_the_others_count_nothing(browser):
    page = browser.get("/games/three-card-poker/play")
    boxes = {box["value"]: box.has_attr("checked") for box in page.select("[name=wagers]")}
    assert boxes == {"ante": True, "pair_plus": False, "six_card_bonus": False}
    assert not browser.get("/games/blackjack-burnout/play").select("[name=wagers]")
    chosen = {"players": 1, "seed": "5", "wagers": ["ante", "pair_plus"]}
    page = browser.post("/games/three-card-poker/play", chosen)
    assert "put down so far: Ante 1, Pair plus 1" in page.text
    assert "balance" not in page.text
    assert "pair_plus" in page.select_one("#worth a")["href"]
    form = page.select_one("form[action$='/move']")
    page = browser.post(form["action"], {"decision": 1, "move": "1"})
    assert "Pair plus: put down 1, brought" in page.text
    assert "Six-card bonus" not in page.text


def test_seats_that_there_are_not(browser):
    page = browser.post("/games/burn/play", {"players": 2, "seat": 3}, status=400)
    assert "there is no seat 3" in page.text
    page = browser.post("/games/burn/play", {"players": 2, "policy": "randon"}, status=400)
    assert "did you mean random" in page.text
    assert "no such table" in browser.get(f"/tables/{'0' * 24}", 404).text


def test_tables_that_are_not_in_memory_are_found(monkeypatch, client):
    monkeypatch.setattr("certify.web.tables.MOST_OPEN", 1)
    first = begun(client, "burn", players=2, seed=1)
    begun(client, "burn", players=2, seed=2)
    assert client.get(f"/api/tables/{first['id']}").json() == first
    tables = Tables(client.app.state.tables.folder, client.app.state.shelf)
    assert tables.table(first["id"]).told()["number"] == first["number"]


def test_every_option_is_worth_what_the_library_says(browser):
    page = browser.post("/games/three-card-poker/play", {"players": 1, "seed": "5"})
    link = page.select_one("#worth a")["href"]
    told = browser.answered(browser.get(link))
    seen = [each["aria-label"] for each in page.select("svg.card:not(.back)")]
    wanted = certify.load("three-card-poker").hand(" ".join(seen)).show()._repr_html_()
    assert figures_in(told) == figures_in(BeautifulSoup(wanted, "html.parser"))


def test_every_option_of_blackjack_is_asked_about_until_a_pair_is_split(client):
    now = begun(client, "blackjack", seed=1)
    table = client.app.state.tables.table(now["id"])
    assert worths_at(table, table.told()) == "/games/blackjack/hand?ask=1&cards=4%2C6&upcard=T"
    Hand(game="blackjack", cards="4,6", upcard="T")
    seen = table.told()
    seen["places"] += [replace(seen["places"][0], name="hands 2")]
    assert worths_at(table, seen) == ""


def worth_of(client, table, told):
    """Return what is asked about a hand at the table; None if nothing is."""
    link = worths_at(table, told)
    return dict(parse_qsl(link.partition("?")[2])) if link else None


OFFERED = {"stand", "hit", "double", "split", "surrender", "keep", "burn"}


@pytest.mark.slow
def test_every_option_of_blackjack_burnout_is_told_with_its_worth(client):
    """Whatever is offered for one hand is among the answers, and nothing that is over."""
    game, told_of = certify.load("blackjack-burnout"), Counter[tuple[str, ...]]()
    for seed in range(4):
        began = begun(client, "blackjack-burnout", seed=seed)
        table, choices = client.app.state.tables.table(began["id"]), random.Random(seed)
        for _ in range(70):
            told = table.told()
            offered = {option.split()[0] for option in told["options"]}
            asked = worth_of(client, table, told)
            if asked is not None:
                found = game.hand(
                    asked["cards"],
                    asked["upcard"],
                    burned=asked.get("burned"),
                    burnout="no_burnout" not in asked,
                    kept="kept" in asked,
                    shoe=asked.get("shoe"),
                ).result
                assert isinstance(found, HandResult)
                told_of[tuple(sorted(offered))] += 1
                # Of a card just drawn it is told too what playing on comes to.
                also = {"stand", "hit"} if "burn" in offered else set()
                assert offered <= set(found.actions) <= offered | also
            elif offered & OFFERED:
                # Hands of a split, and the card of a double.
                hands = [place for place in told["places"] if place.name.startswith("hands ")]
                assert len(hands) > 1 or "burn" in offered
            else:
                assert offered <= {"wager", "pass", "buy", "decline", "insure", "play_on", "leave"}
            going = [
                str(place)
                for place, option in enumerate(told["options"], 1)
                if not option.startswith("leave")
            ]
            table.move(told["number"], choices.choice(going))
    assert len(told_of) == 4


def test_what_is_asked_about_a_hand_of_blackjack_burnout(client):
    began = begun(client, "blackjack-burnout", seed=1)
    table = client.app.state.tables.table(began["id"])
    answers = {"wager": "pass", "buy": "buy", "stand": "hit", "keep": "keep"}
    asked: list[dict[str, str]] = []
    while not table.is_over and len(asked) < 3:
        told = table.told()
        offered = [option.split()[0] for option in told["options"]]
        asked += filter(None, [worth_of(client, table, told)])
        table.move(told["number"], str(offered.index(answers.get(offered[0], offered[0])) + 1))
    hand = {"ask": "1", "cards": "4,6,K", "upcard": "10"}
    assert asked == [hand | {"cards": "4,6"}, hand, hand | {"kept": "True"}]
    assert client.get(f"/games/blackjack-burnout/hand?{urlencode(hand)}").status_code == 200
    # A game of its own may call its places and cards otherwise.
    seen = table.told() | {"options": ["stand"]}
    places = seen["places"]
    assert worths_at(table, seen)
    other = {"places": [place for place in places if place.name != "upcard"]}
    assert worths_at(table, seen | other) == ""
    other = {"places": [*places, replace(places[0], name="discards", cards=("Joker",))]}
    assert worths_at(table, seen | other) == ""


@pytest.mark.slow
def test_every_option_of_blackjack_is_worth_what_the_library_says(browser):
    page = browser.post("/games/blackjack/play", {"players": 1, "seed": "1"})
    told = browser.answered(browser.get(page.select_one("#worth a")["href"]))
    wanted = certify.load("blackjack").hand("4,6", "T").show()._repr_html_()
    assert figures_in(told) == figures_in(BeautifulSoup(wanted, "html.parser"))
