"""A small game against the house as plain data: wagers, rankings, cases, powers, local names."""

from tests.support.specs import Data

PAYTABLE = "small-banked-bonus"
PAYTABLES = {
    "small_banked_bonus.yaml": """certify: 1
paytable: {id: small-banked-bonus, title: Bonus, version: 1.0.0}
rows:
  pair: {outcome: Pair, pays: "3:1", basis: to_one, cites: [C1]}
  flush: {outcome: Flush, pays: "3:2", basis: to_one, cites: [C1]}
  straight: {outcome: Straight, pays: "2:1", basis: for_one, cites: [C1]}
"""
}
"""By the name of the file that the spec looks for."""


def by_name(file: str) -> tuple[str, str] | None:
    """Return the text and the name of a paytable of the game."""
    text = PAYTABLES.get(file)
    return None if text is None else (text, file)


BANKED: Data = {
    "certify": 1,
    "game": {
        "id": "small-banked",
        "title": "Small banked game",
        "version": "1.0.0",
        "date": "2026-11-25",
        "kind": "banked",
        "summary": "Two cards against two; the better hand wins.",
    },
    "source": {"title": "None", "file": "none.txt", "sha256": "0" * 64, "reference": "None"},
    "clauses": {"C1": {"lines": "1", "text": "Everything."}},
    "parameters": {
        "tie_loses": {
            "type": "boolean",
            "title": "Ties lose",
            "text": "Whether an equal hand loses.",
            "default": False,
            "cites": ["C1"],
        },
        "pair_pays": {
            "type": "payout",
            "title": "Pair pays",
            "text": "What a pair pays to one.",
            "paytable": "bonus",
            "row": "pair",
            "cites": ["C1"],
        },
    },
    "players": {"seats": [1], "roles": ["player"], "cites": ["C1"]},
    "packs": {
        "cards": {
            "cards": {"rank": "2..7", "suit": ["red", "black"]},
            "names": {"suit": {"red": "r", "black": "b"}},
            "label": "{rank}{suit}",
            "into": "draw",
            "cites": ["C1"],
        }
    },
    "zones": {
        "draw": {"see": "none", "cites": ["C1"]},
        "hand": {"see": "all", "limit": 2, "cites": ["C1"]},
        "dealer": {"see": "none", "limit": 2, "cites": ["C1"]},
    },
    "variables": {
        "plays": {"type": "boolean", "cites": ["C1"]},
        "extra": {"type": "0..9", "cites": ["C1"]},
    },
    "rankings": {
        "poker": {
            "cards": 2,
            "by": "rank",
            "also": {"7": 1},
            "order": [
                {"pair": {"groups": [2]}},
                {"flush": {"same": "suit"}},
                {"straight": {"run": True}},
                {"high": {"least": 6}},
                {"nothing": {}},
            ],
            "cites": ["C1"],
        },
        "loose": {
            "cards": 2,
            "by": "rank",
            "wild": {"is": "rank == 2", "completes": ["pair"], "otherwise": 7},
            "order": [{"pair": {"groups": [2]}}, {"nothing": {}}],
            "best": "least",
            "cites": ["C1"],
        },
    },
    "definitions": {
        "lead": {"is": "rank_of(poker, hand) - rank_of(poker, dealer)", "cites": ["C1"]},
        "worth": {
            "takes": [{"rank": "integer"}],
            "match": "rank",
            "cases": {"2..4": "1", "5": "2", "6": "3 ** 1", "else": "0"},
            "cites": ["C1"],
        },
    },
    "decisions": {
        "turn": {
            "text": "Fold or play?",
            "moves": {
                "fold": {"cites": ["C1"]},
                "play": {"do": [{"set": {"plays": "true"}}], "cites": ["C1"]},
            },
        }
    },
    "procedures": {
        "play": {
            "text": "Deal, ask, settle.",
            "do": [
                {"shuffle": "draw"},
                {"deal": {"cards": 2, "from": "draw", "to": "hand"}},
                {"deal": {"cards": 2, "from": "draw", "to": "dealer"}},
                {"let": {"low": "max((c.rank for c in hand), nth=2)"}},
                {"if": "low > 2", "then": [{"set": {"extra": "worth(low)"}}]},
                {"ask": {"turn": "player"}},
                {
                    "match": "category_of(poker, hand)",
                    "cases": {"pair": [{"add": {"extra": 1}}], "else": []},
                },
            ],
            "cites": ["C1"],
        }
    },
    "result": {
        "measures": {"loose": "rank_of(loose, hand)", "square": "extra ** 2"},
        "cites": ["C1"],
    },
    "wagers": {
        "ante": {
            "title": "Ante",
            "stake": 1,
            "net": "-1 if not plays or lead < 0 else 1 if lead > 0 else 0",
            "cites": ["C1"],
        },
        "more": {
            "title": "More",
            "of": "ante",
            "stake": "1 if plays else 0",
            "net": "0 if not plays else 1 + extra / 3 if lead > 0"
            " else -1 if lead < 0 or tie_loses else 0",
            "cites": ["C1"],
        },
        "bonus": {
            "title": "Bonus",
            "of": "ante",
            "paytable": "bonus",
            "row": "category_of(poker, hand)",
            "cites": ["C1"],
        },
        "side": {
            "title": "Side",
            "stake": 1,
            "optional": True,
            "net": "pays(bonus, category_of(poker, dealer), default=-1)",
            "cites": ["C1"],
        },
    },
    "paytables": {"bonus": {"id": PAYTABLE, "version": "1.0.0"}},
    "policies": {
        "pairs": {
            "text": "Plays seven high.",
            "decisions": {
                "turn": {"play": "1 if at_least(poker, hand, '7') else 0", "fold": "1 / 2"}
            },
        }
    },
    "invariants": {
        "two": {"is": "len(hand) == 2 and len(dealer) == 2", "at": "end", "cites": ["C1"]}
    },
    "examples": {
        "a_pair": {
            "text": "A pair wins.",
            "steps": [
                {"chance": ["3r", "3b", "4r", "6b"]},
                {"seat": "player", "move": "play"},
                {"expect": {"facts": ["lead > 0", "extra == 2"], "over": True}},
            ],
            "cites": ["C1"],
        }
    },
}
"""Uses every form of the language for games against a house once; its pack is tiny."""
