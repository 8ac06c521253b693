"""Every form of the language has its type; what is not of it, or does not fit, is refused."""

# ruff: noqa: E501  (one mistake a line)

import json

import pytest

from certify.language.expressions import ExpressionProblem
from certify.language.models import GameSpec, Paytable
from certify.language.names import Names
from certify.language.resolver import Resolver
from certify.language.typed import Local
from certify.language.types import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SEAT,
    SEATS,
    WORD,
    WORDS,
    card_of,
    cards_of,
    fits,
)
from tests.support.specs import spec_with

CITES = {"cites": ["C1"]}
PLACES = [
    {"name": "grove", "letters": ["a", "b"], "size": 1, "wet": True},
    {"name": "plaza", "letters": ["b"], "size": 2, "wet": False},
]


@pytest.fixture(scope="module")
def resolver():
    data = spec_with(
        {
            "packs/places": {"list": PLACES, "label": "{name}", "into": "board", **CITES},
            "players/roles": ["boss", "guest"],
            "players/seats": [2],
            "zones/draw/holds": "cards",
            "zones/stack/holds": "cards",
            "zones/hand/holds": "cards",
            "zones/board": {"see": "all", "holds": "places", **CITES},
            "zones/cards_at": {"of": "places", "holds": "cards", "see": "all", **CITES},
            "zones/piles": {"of": "1..4", "holds": "cards", "see": "all", "ordered": True, **CITES},
            "variables/here": {"type": "places", **CITES},
            "variables/level": {"of": "1..3", "type": "0..9", **CITES},
            "definitions/twice": {"takes": [{"x": "number"}], "is": "x * 2", **CITES},
            "definitions/low": {
                "takes": [{"them": "list of cards"}, {"p": "seat"}],
                "is": "count(c.rank < 5 for c in them) + points[p]",
                **CITES,
            },
            "definitions/mine": {"is": "hand + stack", **CITES},
            "parameters/share": {
                "type": "share", "title": "x", "text": "x", "unit": "x", "default": 0.5,
                "minimum": 0, "maximum": 1, **CITES,
            },
        }
    )  # fmt: skip
    names = Names(GameSpec.model_validate_json(json.dumps(data)), {"main": tuple(PAYTABLE.rows)})
    assert not names.problems
    resolver = Resolver(names)
    resolver.names.attributes["cards"]["value"] = INTEGER
    return resolver


PAYTABLE = Paytable.model_validate(
    {
        "certify": 1,
        "paytable": {"id": "main", "title": "Main", "version": "1.0.0"},
        "rows": {"row": {"outcome": "x", "pays": "2:1", "basis": "to_one", "cites": ("C1",)}},
    }
)
CARDS, CARD = cards_of("cards"), card_of("cards")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("3", INTEGER),
        ("-3", INTEGER),
        ("true", BOOLEAN),
        ("false", BOOLEAN),
        ("rounds", INTEGER),
        ("share", NUMBER),
        ("players", INTEGER),
        ("me", SEAT),
        ("boss", SEAT),
        ("seats", SEATS),
        ("leader", SEAT),
        ("points", INTEGER),
        ("points[me]", INTEGER),
        ("points[2]", INTEGER),
        ("points[boss]", INTEGER),
        ("points[leader]", INTEGER),
        ("level[2]", INTEGER),
        ("stake", NUMBER),
        ("over", BOOLEAN),
        ("here", card_of("places")),
        ("chip[me]", INTEGER),
        ("hand", CARDS),
        ("hand[2]", CARDS),
        ("piles[1]", CARDS),
        ("cards_at[here]", CARDS),
        ("here.size", INTEGER),
        ("here.wet", BOOLEAN),
        ("stack[-1]", CARD),
        ("stack[0].rank", INTEGER),
        ("piles[2][-1].value", INTEGER),
        ("1 + 2 * 3 - 4", INTEGER),
        ("7 // 2 + 7 % 2", INTEGER),
        ("7 / 2", NUMBER),
        ("stake + 1", NUMBER),
        ("-stake", NUMBER),
        ("1 <= rounds <= 3", BOOLEAN),
        ("leader == me", BOOLEAN),
        ("leader != none", BOOLEAN),
        ("leader == 2", BOOLEAN),
        ("mood == 'calm'", BOOLEAN),
        ("mode != 'double'", BOOLEAN),
        ("stack[-1].suit == 'clubs'", BOOLEAN),
        ("here == none", BOOLEAN),
        ("not hand", BOOLEAN),
        ("hand and leader or over", BOOLEAN),
        ("1 if over else 2", INTEGER),
        ("1 if over else stake", NUMBER),
        ("leader if over else 1", SEAT),
        ("leader if over else none", SEAT),
        ("stack[-1] in hand", BOOLEAN),
        ("'a' in here.letters", BOOLEAN),
        ("rounds not in [2, 3]", BOOLEAN),
        ("me in [1, leader]", BOOLEAN),
        ("leader in seats", BOOLEAN),
        ("hand + stack", CARDS),
        ("hand - stack", CARDS),
        ("[c for c in hand if c.rank == 2]", CARDS),
        ("[p for p in seats if points[p] > 1]", SEATS),
        ("sum(c.rank for c in hand)", INTEGER),
        ("sum(stake for x in range(1, 3))", NUMBER),
        ("min(c.rank for c in hand)", INTEGER),
        ("max((c.rank for c in hand), default=0)", INTEGER),
        ("max((c.rank for c in hand), default=stake)", NUMBER),
        ("count(c.rank == 2 for c in hand)", INTEGER),
        ("any(hand[p] for p in seats)", BOOLEAN),
        ("all(c.suit == 'clubs' for c in hand)", BOOLEAN),
        ("highest(c.rank for c in hand)", CARD),
        ("lowest((c.rank for c in hand), nth=2)", CARD),
        ("max((c.rank for c in hand), nth=2, default=0)", INTEGER),
        ("2 ** level[1]", INTEGER),
        ("(-3) ** 30", INTEGER),
        ("lowest((points[p] for p in seats), default=none)", SEAT),
        ("first(p for p in after(me) if not over)", SEAT),
        ("first((p for p in seats), default=none)", SEAT),
        ("run(c.rank for c in stack)", INTEGER),
        ("distinct(c.suit for c in hand)", INTEGER),
        ("sum(1 for a in hand for b in hand if a.rank == b.rank)", INTEGER),
        ("sum(sum(1 for a in hand) for b in hand)", INTEGER),
        ("len(hand)", INTEGER),
        ("len(range(1, 9))", INTEGER),
        ("abs(stake)", NUMBER),
        ("min(1, rounds)", INTEGER),
        ("max(1, stake)", NUMBER),
        ("after(leader)", SEATS),
        ("top(stack, 3)", CARDS),
        ("shares(here.letters, here.letters)", BOOLEAN),
        ("face_up(stack[-1])", BOOLEAN),
        ("supply(chip)", INTEGER),
        ("pays('main.row')", NUMBER),
        ("twice(rounds)", INTEGER),
        ("twice(stake)", NUMBER),
        ("low(hand + stack, leader)", INTEGER),
        ("low(hand, 2)", INTEGER),
        ("mine", CARDS),
    ],
)  # fmt: skip
def test_types(resolver, text, kind):
    assert resolver.resolve(text, {}).type == kind


def test_words(resolver):
    assert resolver.resolve("mood", {}).type.words == {"calm", "angry"}
    assert resolver.resolve("here.letters", {}).type.kind == WORDS.kind
    assert resolver.resolve("'calm' if over else 'angry'", {}).type.kind == WORD.kind


def test_local_names(resolver):
    assert resolver.resolve("it.rank + 1", {"it": Local(CARD, 1, "it")}).type == INTEGER


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("2", SEAT), ("none", SEAT), ("[1, 2]", SEATS), ("leader", SEATS), ("stack[-1]", CARDS),
     ("hand", BOOLEAN), ("leader", BOOLEAN), ("1", NUMBER), ("[]", CARDS)],
)  # fmt: skip
def test_what_is_taken_for_another_type(resolver, text, wanted):
    assert fits(resolver.resolve(text, {}, wanted).type, wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hnad", "unknown name hnad; did you mean hand?"),
        ("rouds + 1", "unknown name rouds; did you mean rounds?"),
        ("hand[3]", "expected a seat from 1 to 2; found `3`"),
        ("hand[mood]", "expected a seat; `mood` is one of the words angry, calm"),
        ("level", "level needs an index, level[..], an integer"),
        ("level[me]", "expected an integer; `me` is a seat"),
        ("stack[me]", "expected an integer; `me` is a seat"),
        ("hand[1][0]", "the order of zone hand means nothing; it is not `ordered`"),
        ("over[1]", "`over` is a boolean and takes no index"),
        ("draw[0]", "the order of zone draw means nothing"),
        ("stack[-1].rnk", "cards have no attribute rnk; did you mean rank?"),
        (
            "hand.rank",
            "only cards have attributes; `hand` is a list of cards; c.rank for c in hand goes through"
            " it",
        ),
        ("over == yes", "write true or false, not yes"),
        ("two", "unknown name two"),
        ("hand + 1", "a list of cards and an integer cannot be joined"),
        (
            "hand + stack[-1]",
            "a list of cards and a card cannot be joined; put `stack[-1]` in"
            " brackets, a list of one",
        ),
        ("hand + board", "a list of cards and a list of cards of places cannot be joined"),
        ("stack[-1] + 1", "expected a number; `stack[-1]` is a card"),
        ("mood + 1", "expected a number; `mood` is one of the words angry, calm"),
        ("stake // 2", "// is for integers"),
        ("mood == 'calmm'", "is never true: expected one of the words angry, calm; did you mean 'calm'?"),
        ("mode == 'doubel'", "did you mean 'double'?"),
        ("mood < 'calm'", "only numbers are greater or less"),
        ("hand == stack", "lists and sets are not compared"),
        ("leader == 3", "expected a seat from 1 to 2; found `3`"),
        ("rounds == none", "an integer is never equal to none"),
        ("not rounds", "expected true or false; `rounds` is an integer, compare it"),
        ("1 if rounds else 2", "expected true or false; `rounds` is an integer, compare it"),
        ("1 if over else hand", "is either an integer or a list of cards"),
        ("1 in hand", "`1` is an integer; `hand` is a list of cards"),
        ("1 in here.letters", "expected a word; `1` is an integer"),
        ("1 < 2 in [1]", "is not of the language"),
        ("1 in [1] in [1]", "`in` cannot be chained"),
        ("[1, over]", "mixes an integer and a boolean"),
        ("sum(c for c in hand)", "expected a number; `c` is a card"),
        ("sum(c.rank for c in rounds)", "`rounds` is an integer, not a list"),
        ("2 ** -1", "an exponent lies between 0 and 30; found -1"),
        ("2 ** 31", "an exponent lies between 0 and 30; found 31"),
        ("9 ** 999999999999999", "an exponent lies between 0 and 30; found 999999999999999"),
        ("(1 / 2) ** 2", "** is for integers: `(1 / 2) ** 2`"),
        ("2 ** (1 / 2)", "** is for integers: `2 ** (1 / 2)`"),
        ("'a' ** 2", "expected a number; `'a'` is"),
        ("max((c.rank for c in hand), nth=0)", "nth counts from 1; found 0"),
        ("max((c.rank for c in hand), nth=-1)", "nth counts from 1; found -1"),
        ("max((c.rank for c in hand), nth=1 / 2)", "expected an integer; `1 / 2` is a number"),
        ("first((c.rank for c in hand), nth=2)", "first takes no nth"),
        ("sum((c.rank for c in hand), nth=2)", "sum takes no nth"),
        ("max(1, 2, nth=2)", "max takes no nth"),
        ("sum(c.rank for hand in hand)", "hand means something else; choose another name after for"),
        ("sum(c.rank for sum in hand)", "sum means something else"),
        ("sum(hand)", "write sum(x for x in ..)"),
        ("summ(c.rank for c in hand)", "there is no function or definition summ; did you mean sum?"),
        ("len(hand, stack)", "len takes 1 arguments"),
        ("max(1, 2, 3)", "max takes 2 arguments"),
        ("max(1, 2, default=3)", "max takes no default"),
        ("count((over for c in hand), default=1)", "count takes no default"),
        ("max((c.rank for c in hand), defalt=1)", "max takes no defalt"),
        ("max((c.rank for c in hand), default=none)", "the default is none, the rest an integer"),
        ("top(hand, 1)", "the order of zone hand means nothing"),
        ("after(1.5)", "write 1.5 as a fraction of integers: 3 / 2"),
        ("after(rounds)", "expected a seat; `rounds` is an integer"),
        ("face_up(hand)", "`hand` is not a card"),
        ("supply(chips)", "supply takes a token, one of chip"),
        ("pays(main)", "pays takes a row in quotes, pays('table.row')"),
        ("len", "len is a function; write len(..)"),
        ("cards", "cards is a pack, not a list of cards; name the zone where they are"),
        ("True", "write true, false, none in small letters"),
        ("None", "write true, false, none in small letters"),
        ("stack[0:2]", "slices are not of the language; use top(zone, n)"),
        ("twice()", "write twice(x)"),
        ("twice(x=1)", "arguments of twice are given without names"),
        ("twice(hand)", "expected a number; `hand` is a list of cards"),
        ("low(stack[0:1], me)", "slices are not of the language"),
        ("low(board, me)", "expected a list of cards; `board` is a list of cards of places"),
        ("twic(1)", "there is no function or definition twic; did you mean twice?"),
        ("hand.sort()", "`hand.sort()` is not of the language"),
        ("lambda: 1", "`lambda: 1` is not of the language"),
        ("(x := 1)", "is not of the language"),
        ("{1: 2}", "is not of the language: name the cases of a definition, with match"),
        ("1 in (1, 2)", "`(1, 2)` is not of the language: a list stands in square brackets, [..]"),
        ("1 in {1, 2}", "`{1, 2}` is not of the language: a list stands in square brackets"),
        ("me is none", "`me is none` is not of the language: compare with ==, !=, <"),
        ("true & false", "`true & false` is not of the language: write and"),
        ("~true", "`~true` is not of the language: write not"),
        ("f'{me}'", "is not of the language"),
        ("2 << 9", "`2 << 9` is not of the language: expected +, -, *, /, //, % or **"),
        ("+1", "`+1` is not of the language"),
        ("9999999999999999", "a number has at most 15 digits"),
        ("sum(sum(sum(sum(1 for a in hand) for b in hand) for d in hand) for e in hand)",
         "series are nested deeper than 3"),
    ],
)  # fmt: skip
def test_refused(resolver, text, message):
    with pytest.raises(ExpressionProblem) as caught:
        resolver.resolve(text, {})
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "wanted", "message"),
    [
        ("'calmm'", "mood", "did you mean 'calm'?"),
        ("1", "over", "expected true or false; `1` is an integer, compare it"),
        ("stake", "points", "expected an integer; `stake` is a number"),
        ("stack[-1]", "here", "expected a card of places; `stack[-1]` is a card"),
        ("9", "leader", "expected a seat from 1 to 2; found `9`"),
    ],
)
def test_values_of_variables(resolver, text, wanted, message):
    kind = resolver.resolve(wanted, {}).type
    with pytest.raises(ExpressionProblem) as caught:
        resolver.resolve(text, {}, kind)
    assert message in str(caught.value)
