"""What a player may not know is found before play: every seeded leak, and no false alarm."""

from __future__ import annotations

import pytest

from certify.errors import SpecInvalidError
from certify.language.catalogue import load_game
from certify.resources import data_files
from tests.support.games import pack, small_game

GAME = (
    """\
players: {seats: [2], roles: [left, right], cites: [C1]}
"""
    + pack(4)
    + """\
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: owner, cites: [C1]}
  secret: {see: left, counted: left, cites: [C1]}
  table: {see: all, cites: [C1]}
variables:
  plan: {see: right, type: 0..3, cites: [C1]}
  bid: {of: seat, see: owner, type: 0..3, cites: [C1]}
decisions:
  lay:
    text: Lay a card.
    moves:
      lay:
        when: WHEN
        pick: {card: hand, where: WHERE}
        do: [{move: {cards: picked, to: table}}]
        cites: [C1]
      pass: {cites: [C1]}
procedures:
  play:
    text: All of it.
    cites: [C1]
    do:
      - shuffle: deck
      - deal: {from: deck, to: secret}
      - each: {me: seats}
        do:
          - deal: {from: deck, to: hand}
          - set: {plan: 0, bid: 0}
          - ASK
result: {score: "len(hand) + plan + bid", best: most, cites: [C1]}
policies:
  first: {text: The first., decisions: {lay: {lay: VALUE}}}
"""
)


def load(tmp_path, *, when="true", where="true", value="1", ask="ask: lay", referee=False):
    text = GAME.replace("WHEN", f'"{when}"').replace("WHERE", f'"{where}"')
    text = text.replace("VALUE", f'"{value}"').replace("ASK", ask)
    if referee:
        text = text.replace("        when:", "        referee: true\n        when:")
    return small_game(tmp_path, text)


@pytest.mark.parametrize(
    "changes",
    [
        {"when": "hand"},
        {"when": "len(hand[left]) > 0"},
        {"where": "c.rank > bid"},
        {"where": "c.rank > bid[me]"},
        {"when": "table and secret", "ask": "ask: {lay: left}"},
        {"where": "c.rank > plan", "ask": "ask: {lay: right}"},
        {"where": "any(d.rank == 2 for d in hand[left])", "ask": "ask: {lay: left}"},
        {"when": "any(c.rank == 2 for c in deck)", "referee": True},
        {"value": "max((c.rank for c in hand), default=0)"},
    ],
)
def test_what_the_player_sees_may_be_read(tmp_path, changes):
    assert load(tmp_path, **changes).play is not None


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"when": "any(c.rank == 2 for c in deck)"}, "deck"),
        ({"where": "c.rank > sum(d.rank for d in hand[left])"}, "hand"),
        ({"where": "c.rank > bid[right]"}, "bid"),
        ({"when": "secret"}, "secret"),
        ({"when": "secret", "ask": "ask: {lay: right}"}, "secret"),
        ({"when": "plan > 0"}, "plan"),
        ({"when": "plan > 0", "ask": "ask: {lay: left}"}, "plan"),
        ({"when": "plan > 0", "ask": "ask_together: {lay: seats}"}, "plan"),
        ({"value": "sum(c.rank for p in seats for c in hand[p])"}, "hand"),
        ({"value": "plan"}, "plan"),
    ],
)
def test_what_is_hidden_may_not(tmp_path, changes, name):
    with pytest.raises(SpecInvalidError, match=f"{name}, which the player may not see") as caught:
        load(tmp_path, **changes)
    assert caught.value.line is not None


def test_what_belongs_to_a_hidden_card_must_be_hidden_too(tmp_path):
    marked = GAME.replace(
        "variables:\n", "variables:\n  mark: {of: cards, type: boolean, cites: [C1]}\n"
    )
    marked = marked.replace("len(hand) +", "len(hand) + count(mark[c] for c in table) +")
    for word, text in (("WHEN", "true"), ("WHERE", "true"), ("VALUE", "1"), ("ASK", "ask: lay")):
        marked = marked.replace(word, text)
    with pytest.raises(SpecInvalidError, match="such a card can lie hidden in deck, hand, secret"):
        small_game(tmp_path, marked)


def test_cards_that_are_not_seen_are_not_picked(tmp_path):
    with pytest.raises(SpecInvalidError, match="cards of deck are picked, which the player may"):
        small_game(
            tmp_path,
            GAME.replace("pick: {card: hand,", "pick: {card: deck,")
            .replace("        when: WHEN", "        referee: true")
            .replace("WHERE", '"true"')
            .replace("VALUE", "1")
            .replace("ASK", "ask: lay"),
        )


@pytest.mark.parametrize("file", data_files("rules", ".yaml"))
def test_no_false_alarm_in_the_games(file):
    load_game(file.removesuffix(".yaml").replace("_", "-"))
