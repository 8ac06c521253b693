"""How many cards a pack has: two thousand at most, one at least, and no card less than none."""

from __future__ import annotations

import pytest

from certify.errors import PlayError
from certify.play.interpreter.program import Program
from certify.play.naming import unique_labels
from tests.support.games import small_game

BODY = """\
players: {seats: [1], cites: [C1]}
packs:
%s
zones:
%s
decisions:
  wait: {text: Wait., moves: {wait: {cites: [C1]}}}
procedures:
  play: {text: All of it., cites: [C1], do: [{shuffle: deck_0}, {ask: {wait: 1}}]}
result: {score: len(deck_0), best: most, cites: [C1]}
"""
PACK = (
    '  pack_%d: {cards: {rank: 1..%d}, copies: "%s", label: "{rank}", into: deck_%d, cites: [C1]}'
)
ZONE = "  deck_%d: {see: none, holds: pack_%d, cites: [C1]}"
MOST = 2_000


def cards(tmp_path, *packs):
    """Return how many cards a game has whose packs have so many ranks, and copies of each."""
    written = [PACK % (place, *each, place) for place, each in enumerate(packs)]
    zones = [ZONE % (place, place) for place in range(len(packs))]
    body = BODY % ("\n".join(written), "\n".join(zones))
    return len(Program(small_game(tmp_path, body)).deck.labels)


@pytest.mark.parametrize("packs", [[(1, MOST)], [(2, MOST // 2)], [(1, MOST - 7), (7, 1)]])
def test_as_many_cards_as_there_may_be(tmp_path, packs):
    assert cards(tmp_path, *packs) == MOST


@pytest.mark.parametrize("packs", [[(1, MOST + 1)], [(3, 667)], [(1, MOST - 6), (7, 1)]])
def test_too_many_cards_are_refused(tmp_path, packs):
    with pytest.raises(PlayError, match="the packs have more than 2000 cards"):
        cards(tmp_path, *packs)


def test_a_card_cannot_have_less_copies_than_none(tmp_path):
    assert cards(tmp_path, (3, "rank - 1")) == 0 + 1 + 2
    with pytest.raises(PlayError, match="a card cannot have -1 copies"):
        cards(tmp_path, (3, "rank - 2"))


def test_a_pack_has_cards(tmp_path):
    with pytest.raises(PlayError, match="the pack has no cards"):
        cards(tmp_path, (3, "0"))


LISTED = """\
  pack_0:
    list:
      - {name: red, worth: 3}
      - {name: blue, worth: 1, copies: 2}
      - {name: green, worth: 2}
    only: "name != 'green'"
    label: "{name}"
    into: deck_0
    cites: [C1]"""


def test_cards_can_be_listed_each_with_its_copies(tmp_path):
    deck = Program(small_game(tmp_path, BODY % (LISTED, ZONE % (0, 0)))).deck
    assert sorted(deck.labels) == ["blue", "blue", "red"]


def test_cards_of_one_label_that_are_not_alike_have_numbers(tmp_path):
    body = (BODY % (LISTED, ZONE % (0, 0))).replace("blue", "red")
    body = body.replace("score: len(deck_0)", 'score: "sum(c.worth for c in deck_0)"')
    labels = unique_labels(Program(small_game(tmp_path, body)))
    assert sorted(labels) == ["red#1", "red#2", "red#2"]


def test_attributes_stand_in_one_order(tmp_path):
    """Not as in a set, which is another in each process: words of the best play follow it."""
    names = ["worth", "rank", "suit", "colour", "age", "value"]
    written = ", ".join(f"{name}: 1..2" for name in names)
    pack = f'  pack_0: {{cards: {{{written}}}, label: "{{rank}}", into: deck_0, cites: [C1]}}'
    path = small_game(tmp_path, BODY % (pack, ZONE % (0, 0)))
    assert [name for _, name in Program(path, 1).deck.attributes] == sorted(names)
