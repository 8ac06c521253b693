"""Every construct of the language, compiled, against the interpreter.

Most of it runs as plain Python (`tests.support.plain_back_end`), where every access to memory is
checked; some of it as machine code.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import numpy as np
import pytest

from certify.errors import CompileError, PlayError
from certify.play.compiler.compiled import CompiledGame
from certify.play.compiler.generator import Generator
from certify.play.interpreter.program import Program
from certify.play.tables import TableDecision, TablePolicy
from tests.crosscheck.back_ends import differences
from tests.support.constructs import PACKS, construct_game
from tests.support.plain_back_end import PlainGame


def crossed(*kinds: Iterable[object]) -> list[Any]:
    """Return what goes together with what: each with half of the others, the rest when slow."""
    return [
        pytest.param(*(each for _, each in met), marks=pytest.mark.slow if number % 2 else ())
        for met in product(*map(enumerate, kinds))
        for number in [sum(place for place, _ in met)]
    ]


PICKS: dict[str, list[dict[str, Any]]] = {
    "picks1": [
        {
            "act": {
                "pick": {"card": "hand"},
                "do": [
                    {"add": {"points[me]": "picked.rank"}},
                    {"move": {"cards": "picked", "to": "up"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "hand + up", "where": "c.rank != number"},
                "do": [{"move": {"cards": "picked", "to": "piles[1]"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "up + bin", "if": "picked.rank > 1 or flag"},
                "do": [{"set": {"kept": "picked"}}, {"move": {"cards": "picked", "to": "hand"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "[c for p in seats for c in up[p] if c.rank <= 2]"},
                "do": [{"move": {"cards": "picked", "to": "bin"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "[c for p in after(me) for c in up[p]]"},
                "do": [{"move": {"cards": "picked", "to": "piles[2]"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "hand if flag else up"},
                "do": [{"move": {"cards": "picked", "to": "piles[3]"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "up + hand if flag else hand + up"},
                "do": [{"move": {"cards": "picked", "to": "piles[3]"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"card": "top(up, 2)"},
                "do": [{"move": {"cards": "picked", "to": "bin"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "when": "up",
                "pick": {"card": "[up[me][-1], up[me][0]]"},
                "do": [{"move": {"cards": "picked", "to": "bin"}}],
            },
            "wait": {},
        },
    ],
    "picks2": [
        {
            "act": {
                "pick": {"cards": "hand", "n": "0..2"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "up"}},
                ],
            }
        },
        {
            "act": {
                "pick": {"cards": "hand + up", "n": "1..all"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[1]"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "up", "n": "0..all"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "hand"}},
                ],
            }
        },
        {
            "act": {
                "pick": {"cards": "up + bin", "n": "number - 6"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[2]"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "up + bin", "n": "number - 6..number - 4"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "hand"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "hand + hand + up", "n": "2"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "bin"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "top(up, 3)", "n": "1..2"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "bin"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "[c for p in seats for c in up[p]]", "n": "1..2"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[3]"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {
                    "cards": "piles[1] + piles[2] if flag else piles[2] + piles[1]",
                    "n": "1..3",
                },
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "bin"}},
                ],
            },
            "wait": {},
        },
    ],
    "picks3": [
        {
            "act": {
                "pick": {"cards": "hand + up", "n": "1..all", "same": "rank"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[1]"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "up", "n": "0..2", "same": "suit"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "hand"}},
                ],
            }
        },
        {
            "act": {
                "pick": {"cards": "up + bin + piles[1]", "n": "2..all", "same": "suit"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "hand"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"cards": "hand + up", "n": "0..all", "distinct": "rank"},
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[2]"}},
                ],
            }
        },
        {
            "act": {
                "pick": {
                    "cards": "up",
                    "n": "2",
                    "distinct": "suit",
                    "if": "sum(c.rank for c in picked) > 3",
                },
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "piles[2]"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {
                    "cards": "hand",
                    "n": "1..2",
                    "if": "any(c.rank == number % 4 for c in picked)",
                },
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "up"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"order": "top(up, 4)"},
                "do": [
                    {"add": {"points[me]": "picked[0].rank * 5 if picked else 0"}},
                    {"move": {"cards": "picked", "to": "piles[3]"}},
                ],
            }
        },
        {
            "act": {
                "pick": {"order": "piles[3]", "where": "c.rank != 2"},
                "do": [{"move": {"cards": "picked", "to": "up"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {
                    "cards": "hand + up",
                    "n": "1..all",
                    "same": "rank",
                    "where": "c.suit == 'a' or flag",
                    "if": "len(picked) != 2",
                },
                "do": [
                    {"add": {"points[me]": "sum(c.rank + 1 for c in picked)"}},
                    {"move": {"cards": "picked", "to": "bin"}},
                ],
            },
            "wait": {},
        },
    ],
    "picks4": [
        {
            "act": {
                "pick": {"seat": "seats", "where": "p != me"},
                "do": [{"set": {"who": "picked"}}, {"move": {"from": "hand[picked]", "to": "up"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "when": "who",
                "pick": {"seat": "[who, 1, who]"},
                "do": [{"add": {"points[picked]": 3}}],
            },
            "wait": {},
        },
        {
            "act": {"pick": {"number": "0..number"}, "do": [{"add": {"points[me]": "picked"}}]},
            "wait": {},
        },
        {
            "act": {
                "pick": {
                    "number": "number - 5..number",
                    "where": "n % 2 == 0 or n in [3, 5]",
                    "if": "picked != 4",
                },
                "do": [{"add": {"points[me]": "picked * 2"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"word": ["zeta", "loud", "alpha"]},
                "do": [
                    {"if": "picked == 'zeta'", "then": [{"add": {"points[me]": 7}}]},
                    {"if": "picked in ['alpha', 'loud']", "then": [{"add": {"points[me]": 1000}}]},
                ],
            }
        },
        {
            "act": {
                "pick": {"word": ["odd", "calm"], "where": "w != mood"},
                "do": [
                    {"set": {"mood": "picked"}},
                    {"add": {"points[me]": "100 if mood == 'odd' else 1"}},
                ],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"seat": "[p for p in after(me) if hand[p]]"},
                "do": [{"move": {"from": "hand[picked]", "to": "bin"}}],
            },
            "wait": {},
        },
        {
            "act": {
                "pick": {"seat": "after(me)", "if": "len(hand[picked]) > 1"},
                "do": [{"add": {"points[picked]": 11}}],
            },
            "wait": {},
        },
        {"act": {"pick": {"number": "3..1"}}, "wait": {}},
    ],
}
LISTS = [
    "len(hand[p] + up[p])",
    "len(hand[p] + hand[p])",
    "sum(c.rank for c in up[p] + up[p] + piles[1])",
    "len(up[p] - hand[p])",
    "sum(c.rank for c in (hand[p] + up[p]) - top(up[p], 2))",
    "run(c.rank for c in up[p] + hand[p])",
    "run(c.suit for c in up[p])",
    "run(c.rank for c in up[p] if c.rank > 1)",
    "run(c.rank for q in seats for c in up[q])",
    "distinct(c.rank for c in hand[p] + up[p])",
    "distinct(c.suit for q in seats for c in up[q] if c.rank != 2)",
    "distinct(q for q in [who, 1, 2])",
    "distinct(c.rank * number for c in up[p])",
    "distinct(c.rank / 2 + stake for c in up[p])",
    "distinct(kept for q in seats)",
    "distinct(mood == 'calm' for q in seats)",
    "distinct(w for w in [mood, 'odd'])",
    "max((c.rank for c in bin), default=-3)",
    "min((c.rank for c in hand[p] if c.suit == 'b'), default=number)",
    "max((c.rank * 2 - number for c in up[p]), default=0)",
    "max((stake + c.rank for c in up[p]), default=0)",
    "min((c.rank for q in seats for c in up[q] if q != p), default=stake)",
    "sum(c.rank / 3 for c in hand[p])",
    "sum(stake for c in hand[p])",
    "sum((1 if c.suit == 'a' else 1 / 4) for c in hand[p])",
    "top(up[p], 2)[0].rank if len(up[p]) > 2 else 0",
    "sum(c.rank for c in top(up[p], number))",
    "len(top(up[p], number - 4))",
    "top(up[p], 3)[-1].rank if len(up[p]) > 3 else 0",
    "up[p][number].rank if len(up[p]) > number else -1",
    "up[p][-1 - number].rank if len(up[p]) > number else -1",
    "(hand[p] + up[p])[0].rank if up[p] else 0",
    "[c.rank for c in up[p]][0] if up[p] else 9",
    "[c.rank for c in up[p]][-1] if up[p] else 9",
    "[c.rank for c in up[p]][len(up[p]) - 1] if up[p] else 9",
    "len([c for c in up[p] if c.rank == 2])",
    "sum(n for n in [c.rank for c in up[p]])",
    "first((c.rank for c in up[p] if c.suit == 'a'), default=number)",
    "first((stake / 2 for c in up[p]), default=0)",
    "first((n for n in range(number, 9) if n % 3 == 0), default=-1)",
    "highest((c.rank for c in up[p]), default=none).rank if up[p] else 0",
    "max((c.rank for c in hand[p]), nth=2, default=-7)",
    "min((c.rank for q in seats for c in up[q] if q != p), nth=1 + number % 4, default=50)",
    "max((c.rank * stake for c in hand[p] + up[p]), nth=3, default=1 / 4)",
    "highest((c.rank for c in up[p]), nth=2, default=none).rank if len(up[p]) > 1 else 0",
    "1 if lowest((len(hand[q]) for q in seats), nth=2, default=p) == p else 0",
    "lowest((number - c.rank for c in up[p] + piles[1]), default=none).rank if up[p] else 0",
    "1 if after(highest(len(hand[q]) for q in seats))[0] == p else 0",
    "1 if highest((stake * len(hand[q]) for q in seats if q != p), default=none) else 0",
    "count(c.rank == number for c in up[p])",
    "count(c.rank > 1 and c.suit == 'a' or c.rank == 2 and flag for c in hand[p])",
    "count(c.rank in [1, 3, number] for c in hand[p])",
    "count(not (c.suit == 'a') for c in hand[p])",
    "1 if any(c.rank == 2 for c in hand[p]) else 0",
    "1 if all(c.rank != number for c in hand[p]) else 0",
    "1 if any(c.rank == 2 or 10 // max(c.rank - 1, 1) > number for c in up[p]) else 0",
    "1 if all(len(hand[q]) > 1 for q in seats) else 0",
    "1 if any(c.rank == number for q in after(p) for c in up[q]) else 0",
    "count(any(c.rank == len(up[q]) and len(hand[q]) > 1 for q in seats) for c in hand[p])",
    "count(all(c.rank != n and c not in up[q] for q in seats for n in [1, number]) for c in up[p])",
    "count(any(c.rank == 6 // (n - number) for n in range(1, 4) if n != number) for c in bin)",
    "sum(1 if c in hand[q] else 0 for q in seats for c in hand[p])",
    "sum(n * n for n in range(1, number))",
    "sum(n for n in range(number, 3))",
    "sum(n for n in [number, 2, number + 1])",
    "count(n in range(1, number) for n in range(0, 5))",
    "1 if stake in [1, 5 / 4, 2] else 0",
    "1 if number in [1, 2, 3] else 0",
    "1 if stake in range(1, 3) else 0",
    "1 if number in [stake, 2] else 0",
    "sum(n for n in ([1, number] if flag else [number]))",
    "len([p] + after(p))",
    "len(seats - [p])",
    "sum(1 for q in seats - [who])",
    "1 if mood in ['calm', 'odd'] else 0",
    "1 if first(q for q in after(p)) == who else 0",
    "1 if after(p)[-1] == p else 0",
    "1 if after(p)[0] == who else 0",
    "1 if seats[0] == p else 0",
    "1 if seats[-1] == p else 0",
    "first((c.rank for c in up[p] + piles[1] if c.rank > 2), default=number)",
    "run(c.rank * d.rank for c in up[p] for d in hand[p])",
]
ARITH = [
    "number ** 3",
    "(number - 5) ** (which % 6)",
    "0 ** (number % 2)",
    "2 ** (number + 9) // 7",
    "(-2) ** number - 10 ** 18 // 10 ** 17",
    "stake * 2 ** number",
    "number // 2 - number % 3",
    "(number - 5) // 2",
    "(number - 5) % 3",
    "-number % 4",
    "(number - 4) // (2 if flag else -2)",
    "(number - 4) % (3 if flag else -3)",
    "stake * stake",
    "stake / 3",
    "stake / (number + 1)",
    "number / (1 + number % 3)",
    "stake - number",
    "-stake",
    "abs(stake - 2)",
    "abs(number - 5)",
    "min(stake, number)",
    "max(stake, 2)",
    "min(number, 4)",
    "stake if flag else number",
    "1 / 4 * number",
    "(number + 1 / 2) * (number - 1 / 2)",
    "stake * number * 2",
    "number * (1 / 3)",
    "1 if stake == 1 else 0",
    "1 if stake < number else 0",
    "1 if 1 <= stake <= number < 8 else 0",
    "1 if stake != number / 4 + 1 else 0",
    "1 if stake > 1 / 2 and number > 1 else 0",
    "1 if number == 3 or number == 4 or flag else 0",
    "1 if not flag and not who else 0",
    "1 if who == p else 0",
    "1 if who != none else 0",
    "1 if kept == none else 0",
    "1 if who == none and kept == none else 0",
    "1 if (who if who else p) == p else 0",
    "1 if flag == (number > 3) else 0",
    "1 if flag != flag else 0",
    "1 if mood == 'calm' else 0",
    "1 if mood != 'odd' else 0",
    "(2 if flag else 3) * (number if mood == 'angry' else 1)",
    "number * 1000000 * 1000000 // 1000000",
    "1 if (flag or kept.rank > 1) and kept else 0",
    "kept.rank if kept else -1",
    "1 if kept and kept.suit == 'a' else 0",
    "1 if who and flag else 0",
    "(stake + 1) / 2 / 2",
    "sum(stake * n for n in range(1, number))",
    "sum(n / 2 for n in range(1, 4))",
    "min((n / 2 for n in range(1, number)), default=7)",
    "f_num(number)",
    "f_num(number / 2)",
    "f_num(3)",
    "f_list(hand[p] + hand[p])",
    "f_list(up[p])",
    "f_list([c for c in up[p] if c.rank > 1])",
    "f_seat(p)",
    "f_seat(who) if who else 0",
    "f_word(mood)",
    "f_word('odd')",
    "f_bool(number > 3)",
    "f_list(top(up[p], 2) + bin)",
    "f_seats(after(p))",
    "f_seats([p])",
]
DEFINITIONS = {
    "f_num": {"takes": [{"x": "number"}], "is": "x * 2 + stake"},
    "f_list": {
        "takes": [{"cs": "list of cards"}],
        "is": "len(cs) * 100 + (cs[1].rank if len(cs) > 1 else 0) + 9 * run(c.rank for c in cs)"
        " + distinct(c.rank for c in cs) + (1000 * cs[-1].rank if cs else 5)",
    },
    "f_seat": {"takes": [{"s": "seat"}], "is": "sum(c.rank for c in hand[s]) + len(up[s])"},
    "f_word": {
        "takes": [{"w": "word"}],
        "is": "3 if w == 'odd' else 4 if w in ['calm', 'strange'] else 0",
    },
    "f_bool": {"takes": [{"b": "boolean"}], "is": "1 if b else 2"},
    "f_seats": {
        "takes": [{"ss": "list of seat"}],
        "is": "sum(len(hand[s]) for s in ss) + 10 * len(ss)",
    },
}


@pytest.mark.parametrize(("pack", "picks"), crossed(PACKS, PICKS))
def test_picks(tmp_path, pack, picks):
    loaded = construct_game(tmp_path, pack, decisions=PICKS[picks])
    assert differences(PlainGame(Program(loaded, 3)), range(25)) == []


def worked_out(folder, pack, expressions):
    """Return a game that adds up what expressions are, each by itself."""
    used = {
        name: definition
        for name, definition in DEFINITIONS.items()
        if any(f"{name}(" in expression for expression in expressions)
    }
    again = {"act": {"pick": {"cards": "hand", "n": "0..1"}, "do": [{"move": MOVED}]}}
    back = {"act": {"pick": {"cards": "up", "n": "0..2"}, "do": [{"move": MOVED_BACK}]}}
    return construct_game(
        folder,
        pack,
        decisions=[again, back],
        do=[{"add": {f"found[{n}]": expression}} for n, expression in enumerate(expressions)],
        measures={f"found_{n}": f"found[{n}]" for n in range(len(expressions))},
        variables={"found": {"of": f"0..{len(expressions)}", "type": "number"}},
        **({"definitions": used} if used else {}),
    )


MOVED = {"cards": "picked", "to": "up"}
MOVED_BACK = {"cards": "picked", "to": "hand"}
AT_ONCE = 25


@pytest.mark.parametrize(("pack", "first"), crossed(PACKS, range(0, len(LISTS), AT_ONCE)))
def test_lists(tmp_path, pack, first):
    loaded = worked_out(tmp_path, pack, LISTS[first : first + AT_ONCE])
    assert differences(PlainGame(Program(loaded, 3)), range(15)) == []


@pytest.mark.parametrize(("pack", "first"), crossed(PACKS, range(0, len(ARITH), AT_ONCE)))
def test_numbers(tmp_path, pack, first):
    loaded = worked_out(tmp_path, pack, ARITH[first : first + AT_ONCE])
    assert differences(PlainGame(Program(loaded, 3)), range(15)) == []


STATEMENTS: list[dict[str, Any]] = [
    # What leaves a loop over one element leaves that loop alone.
    {
        "repeat": {
            "at_most": "3",
            "do": [
                {"each": {"n": "[2]"}, "do": [{"add": {"points[p]": "n"}}, {"stop": "repeat"}]},
                {"add": {"points[p]": "10"}},
            ],
        }
    },
    # A name keeps its value, whatever becomes of what it was worked out from.
    {
        "repeat": {
            "at_most": "2",
            "do": [
                {"let": {"before": "sum(c.rank for c in bin) + number"}},
                {"let": {"seat": "who if number % 2 == 0 else p"}},
                {"let": {"quarter": "stake / 4"}},
                {"let": {"tempers": "mood if flag else 'odd'"}},
                {"deal": {"from": "deck", "to": "bin"}},
                {"set": {"number": "(number + 3) % 10", "stake": "1 / 2"}},
                {"add": {"points[p]": "before * 2 - sum(c.rank for c in bin)"}},
                {"if": "seat and tempers == 'odd'", "then": [{"add": {"points[seat]": "before"}}]},
                {"if": "number > 4 and quarter > 1 / 4", "then": [{"stop": "repeat"}]},
                {"let": {"lowest_one": "first((c for c in hand[p]), default=none)"}},
                {"if": "lowest_one", "then": [{"add": {"points[p]": "lowest_one.rank"}}]},
            ],
        }
    },
    # From one of several zones to another, which may be the same.
    {"deal": {"cards": "2", "from": "piles[1 + number % 3]", "to": "piles[1 + which % 3]"}},
    {"move": {"from": "piles[1 + number % 3]", "to": "piles[1 + which % 3]"}},
    # Nobody is among some seats, and no card among some cards.
    {"add": {"points[p]": "count(c in [kept, kept] for c in hand[p])"}},
    {"add": {"points[p]": "len(up[p] - [kept])"}},
    {"if": "kept in [kept]", "then": [{"add": {"points[p]": "100"}}]},
    {"add": {"points[p]": "1000 if who in [who, p] else 0"}},
    # What decides ends the search.
    {
        "if": "any(c.rank == 1 or 6 // (c.rank - 1) > number for c in bin)",
        "then": [{"shuffle": "bin"}],
    },
    {"chance": {"stake": "range(1, 3)"}},
    {"add": {"points[p]": "1 if stake == 2 else 7"}},
    {"chance": {"stake": "[1 / 4, 3]"}},
    {
        "each": {"q": "[p, who] if who else [p]"},
        "do": [{"call": {"lend": ["q", "hand[q] + up[q]"]}}],
    },
    {
        "each": {"me": "[p]"},
        "do": [{"move": {"cards": "[c for c in up if c.rank == 2]", "to": "bin"}}],
    },
]
LEND = {
    "text": "Cards of a list go, others stay, whatever has become of the zones.",
    "takes": [{"taker": "seat"}, {"those": "list of cards"}],
    "do": [
        {"move": {"from": "hand[taker]", "to": "bin"}},
        {
            "each": {"c": "those"},
            "do": [{"if": "c.rank == 2", "then": [{"move": {"cards": "c", "to": "up[taker]"}}]}],
        },
        {"add": {"points[taker]": "len(those) + sum(c.rank for c in those)"}},
    ],
}


def stated(folder, pack):
    return construct_game(folder, pack, do=STATEMENTS, procedures={"lend": LEND})


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("pack", ["different", "many_different"])
def test_statements(tmp_path, pack, players):
    game = PlainGame(Program(stated(tmp_path, pack), players))
    assert differences(game, range(40)) == []


def test_statements_in_machine_code(tmp_path):
    game = CompiledGame(Program(stated(tmp_path, "different"), 3))
    assert differences(game, range(40)) == []


@pytest.mark.slow
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("picks", PICKS)
def test_picks_in_machine_code(tmp_path, pack, picks):
    loaded = construct_game(tmp_path, pack, decisions=PICKS[picks])
    assert differences(CompiledGame(Program(loaded, 3)), range(60), seed=2) == []


WRONG = [
    {"add": {"points[p]": "sum(c.rank for q in [who] for c in hand[q])"}},
    {"move": {"cards": "[kept]", "to": "bin"}},
    {"add": {"points[p]": "6 // (number - 1)"}},
    {"add": {"points[p]": "2 ** (number - 3)"}},
    {"add": {"points[p]": "1 ** (number * 4)"}},
    {"add": {"points[p]": "0 * 9 ** (3 * number)"}},
    {"add": {"points[p]": "0 * 11 ** (2 * number)"}},
    {"add": {"points[p]": "max((c.rank for c in bin), nth=number - 1, default=0)"}},
    {"add": {"points[p]": "min((c.rank for c in bin), nth=number + 2)"}},
    {"add": {"points[p]": "up[p][number].rank"}},
    {"set": {"number": "number + 3"}},
    {"add": {"points[p]": "max(c.rank for c in bin if c.rank == number)"}},
    {"add": {"points[p]": "1 if after(p)[-4] == p else 0"}},
    {"announce": {"text": "{low}", "values": {"low": "min(c.rank for c in bin if c.rank == 9)"}}},
]


def test_powers_of_powers_take_no_room(tmp_path):
    powers = "(" * 11 + "number + 1" + ") ** 30" * 11
    game = PlainGame(
        Program(construct_game(tmp_path, "different", do=[{"add": {"points[p]": powers}}]), 3)
    )
    assert differences(game, range(10)) == []


@pytest.mark.parametrize("statement", WRONG, ids=str)
def test_a_game_that_goes_wrong_says_the_same(tmp_path, statement):
    program = Program(construct_game(tmp_path, "different", do=[statement]), 3)
    game = PlainGame(program)
    assert differences(game, range(30)) == []
    with pytest.raises(PlayError, match=r"game \d+ of seed 1"):
        game.play(1, 0, 30)


ASK = {"ask_together": {"decision_0": "seats"}}


@pytest.mark.parametrize(
    ("times", "is_asked", "counted"),
    [(1000, True, False), (1200, True, True), (1200, False, False)],
)
def test_decisions_are_counted_where_there_may_be_too_many(tmp_path, times, is_asked, counted):
    """A hundred thousand in thirty turns, of three seats each."""
    asked = [{"repeat": {"at_most": times, "do": [ASK]}}]
    known = {"if": "2 > 1" if is_asked else "1 > 2", "then": asked}
    program = Program(construct_game(tmp_path, "different", do=[known]), 3)
    assert Generator(program, "play", ("random",) * 3, ()).counts_decisions is counted


def test_no_more_tokens_lie_anywhere_than_may(tmp_path):
    loaded = construct_game(
        tmp_path,
        "different",
        tokens={
            "bell": {"of": "seat", "supply": 5, "most": 2},
            "flag_up": {"of": "seat", "supply": 2},
        },
        do=[
            {
                "if": "number < 6",
                "then": [{"place": {"bell": "p", "flag_up": "p"}}],
                "else": [{"remove": {"bell": "p", "flag_up": "p"}}],
            },
            {"add": {"points[p]": "bell[p] + 100 * flag_up[p]"}},
        ],
    )
    assert differences(PlainGame(Program(loaded, 3)), range(15)) == []


def test_an_index_outside_of_a_table_stops_the_game(tmp_path):
    turns = np.array([0, 1] * 5, dtype=np.int8)
    table = TableDecision(("number - 5",), turns, (("act", "wait"), ("wait",)))
    moves = {"act": {"do": [{"add": {"points[me]": 1}}]}, "wait": {}}
    program = Program(construct_game(tmp_path, "different", decisions=[moves]), 1)
    game = PlainGame(program, policies=TablePolicy("mine", {"decision_0": table}, "random"))
    assert differences(game, range(10)) == []
    with pytest.raises(PlayError, match=r"no entry -\d along index 1"):
        game.play(1, 0, 10)


def test_an_amount_that_is_set_anew_before_it_is_divided_is_held(tmp_path):
    amount = "stake / (1 + len(up[p]))"
    program = Program(construct_game(tmp_path, "different", do=[{"set": {"stake": amount}}]), 3)
    assert differences(PlainGame(program), range(15)) == []


@pytest.mark.parametrize("amount", ["1 / 99991 / 99989", "stake / [number + 1, 2][0]"])
def test_amounts_without_a_common_denominator_are_refused(tmp_path, amount):
    program = Program(construct_game(tmp_path, "different", do=[{"set": {"stake": amount}}]), 3)
    with pytest.raises(CompileError, match="its amounts have no common denominator"):
        PlainGame(program)


def test_a_variable_that_is_read_for_another_alone_is_kept(tmp_path):
    loaded = construct_game(
        tmp_path,
        "different",
        variables={"once": {"type": "0..9"}, "twice": {"type": "0..9"}},
        do=[{"set": {"once": "number"}}, {"set": {"twice": "once"}}],
        measures={"found": "twice"},
    )
    program = Program(loaded, 3)
    alone = PlainGame(program, quantities=["found"]).play(1, 0, 10)
    assert alone.mean("found") == PlainGame(program).play(1, 0, 10).mean("found") > 0


@pytest.mark.parametrize("pack", ["alike", "many"])
def test_cards_that_are_moved_keep_their_order(tmp_path, pack):
    moved: list[dict[str, Any]] = [
        {"move": {"cards": "up[p]", "to": "piles[1]"}},
        {"move": {"cards": "[c for c in piles[1] if c.rank > 1]", "to": "piles[2]"}},
        {"deal": {"cards": 3, "from": "deck", "to": "up[p]"}},
    ]
    order = {f"at_{n}": f"piles[2][{n}].rank if len(piles[2]) > {n} else 0" for n in range(4)}
    loaded = construct_game(tmp_path, pack, do=moved, measures=order)
    assert differences(PlainGame(Program(loaded, 1)), range(10)) == []


def test_a_word_is_picked_from_more_words_than_there_are_cards(tmp_path):
    words = [f"word_{n}" for n in range(90)]
    move = {"pick": {"word": words}, "do": [{"set": {"flag": f"picked == '{words[80]}'"}}]}
    add = {"if": "flag", "then": [{"add": {"points[p]": 1}}]}
    loaded = construct_game(tmp_path, "different", do=[add], decisions=[{"act": move}])
    assert differences(PlainGame(Program(loaded, 3)), range(10)) == []
