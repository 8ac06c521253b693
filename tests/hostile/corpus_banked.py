"""Spec files that a stranger could send, of games against a house: rankings, wagers, cases.

A case is changes to the small banked game of `tests.support.banked_spec`, as in
`tests.hostile.corpus`; besides being played, it is compiled and its exact figures are asked for.
"""

from collections.abc import Iterator
from typing import Any

from tests.hostile.keywords import keywords
from tests.support.banked_spec import BANKED
from tests.support.specs import TAKEN_OUT

Change = dict[str, Any]

HUGE = 10**15 - 1
ORDER = "rankings/poker/order"
RANKS = "packs/cards/cards/rank"
WILD = "rankings/poker/wild"
LEAD = "definitions/lead/is"
NET = "wagers/ante/net"
STAKE = "wagers/ante/stake"
ROW = "wagers/bonus/row"
CASES = "definitions/worth/cases"
DO = "procedures/play/do"
HAND, DEALER = f"{DO}/1/deal/cards", f"{DO}/2/deal/cards"
LET = f"{DO}/3/let"
AFTER: Change = {"if": "extra > 2", "then": [{"set": {"extra": "worth(extra)"}}]}
"""In place of what reads the local name of the game, where that is taken away."""

FREE: Change = {"zones/hand/limit": TAKEN_OUT, "zones/dealer/limit": TAKEN_OUT, "invariants": {}}
"""Hands of any number of cards."""


def hands(size: int, **more: Any) -> Change:
    """Return changes by which both hands have so many cards, and so are ranked."""
    return {
        **FREE,
        HAND: size,
        DEALER: size,
        "rankings/poker/cards": size,
        "rankings/loose": TAKEN_OUT,
        "result/measures/loose": TAKEN_OUT,
        ORDER: [{"pair": {"groups": [2]}}, {"flush": {}}],
        "wagers/bonus": TAKEN_OUT,
        "parameters/pair_pays": TAKEN_OUT,
        "policies": {},
        "examples": {},
        f"{DO}/6": {"set": {"extra": 1}},
        "wagers/side/net": "0",
        "paytables": TAKEN_OUT,
        **more,
    }


def rankings() -> Iterator[tuple[str, Change]]:
    """Yield rankings that are large, or of hands that are none."""
    for size in (0, 1, 3, 7, 8, -1, HUGE):
        yield f"cards_{size}", {"rankings/poker/cards": size}
    for ranks in (13, 40, 100, 125, 500, 2_000, HUGE):
        for size in (1, 3, 5, 7):
            yield (
                f"ranks_{ranks}_{size}",
                hands(size, **{RANKS: f"1..{ranks}", "rankings/poker/also": {}}),
            )
        yield f"ranks_low_{ranks}", {RANKS: f"2..{ranks}"}
    for limit in (8, 20, 100, HUGE):
        for ranks in (1, 2, 40):
            changes = {RANKS: f"1..{ranks}", "rankings/poker/also": {}, "zones/hand/limit": limit}
            yield f"ranked_of_{limit}_{ranks}", hands(2, **changes)
    for text in (
        "true",
        "false",
        "rank > 2",
        "rank / 0 == 1",
        "rank == suit",
        "wild",
        "hand",
        "1",
        "suit == 'red'",
        "sum(x for x in range(1, 999999)) > rank",
        "rank_of(poker, hand) == 1",
    ):
        for size in (2, 7):
            for ranks in (7, 100):
                if size == 2 or text in ("true", "suit == 'red'", "rank > 2"):
                    changes = hands(size, **{RANKS: f"2..{ranks}"})
                    yield f"wild_{text}_{size}_{ranks}", {**changes, WILD: {"is": text}}
    wild: dict[str, Any] = {"is": "suit == 'red'"}
    others: dict[str, dict[str, Any]] = {
        "unknown": {"completes": ["nothing_such"]},
        "none": {"completes": []},
        "last": {"completes": ["nothing"]},
        "same": {"completes": ["flush"]},
        "otherwise": {"otherwise": 99},
        "otherwise_huge": {"otherwise": HUGE},
        "otherwise_only": {"completes": ["pair"], "otherwise": 2},
        "nan": {"otherwise": float("nan")},
    }
    for name, more in others.items():
        yield f"wild_of_{name}", {WILD: {**wild, **more}}
        yield f"wild_all_{name}", {WILD: {"is": "true", **more}}
    for name, groups in {
        "none": [],
        "one": [1],
        "huge": [HUGE],
        "many": [2] * 4,
        "rising": [2, 3],
        "all": [7],
        "text": "2",
        "word": ["a"],
        "nan": [float("nan")],
    }.items():
        yield f"groups_{name}", {f"{ORDER}/0/pair": {"groups": groups}}
        yield f"groups_7_{name}", hands(7, **{ORDER: [{"pair": {"groups": groups}}, {"flush": {}}]})
    for name, also in {
        "itself": {"7": 7},
        "next": {"7": 6},
        "far": {"7": -HUGE},
        "unknown": {"99": 1},
        "circle": {"7": 2, "2": 7},
        "word": {"a": 1},
        "to_word": {"7": "a"},
        "many": {str(n): n + 1 for n in range(50_000)},
        "nan": {"7": float("nan")},
    }.items():
        yield f"also_{name}", {"rankings/poker/also": also}
    for name, order in {
        "empty": [],
        "last_only": [{"nothing": {}}],
        "no_last": [{"pair": {"groups": [2]}}],
        "two_last": [{"nothing": {}}, {"all": {}}],
        "many": [{f"k{n}": {"least": n}} for n in range(63)] + [{"nothing": {}}],
        "too_many": [{f"k{n}": {"least": n}} for n in range(20_000)] + [{"nothing": {}}],
        "two_in_one": [{"pair": {"groups": [2]}, "nothing": {}}],
        "twice": [{"pair": {"groups": [2]}}, {"pair": {"run": True}}, {"nothing": {}}],
        "map": {"pair": {}},
        "null": [None],
        "null_inside": [{"pair": None}],
        "least_huge": [{"pair": {"least": HUGE}}, {"nothing": {}}],
        "least_negative": [{"pair": {"least": -HUGE}}, {"nothing": {}}],
        "least_nan": [{"pair": {"least": float("nan")}}, {"nothing": {}}],
        "same_rank": [{"pair": {"same": "rank"}}, {"nothing": {}}],
        "same_all": [
            {"a": {"same": "rank"}},
            {"b": {"same": "suit"}},
            {"pair": {"same": "value"}},
            {"nothing": {}},
        ],
        "else": [{"else": {"groups": [2]}}, {"nothing": {}}],
    }.items():
        yield f"order_{name}", {ORDER: order, ROW: TAKEN_OUT, "wagers/bonus/net": "0"}
        yield f"order_with_row_{name}", {ORDER: order}
    eight = {f"a{n}": ["x", "y"] for n in range(8)}
    yield (
        "many_attributes",
        hands(
            2,
            **{
                "packs/cards/cards": {"rank": "2..4", **eight},
                "packs/cards/label": "{rank}{a0}{a1}{a2}{a3}{a4}{a5}{a6}{a7}",
                "packs/cards/names": {},
                "rankings/poker/also": {},
                ORDER: [*({f"s{n}": {"same": f"a{n}"}} for n in range(8)), {"nothing": {}}],
            },
        ),
    )
    yield "best_least", {"rankings/poker/best": "least"}
    yield "best_unknown", {"rankings/poker/best": "worst"}
    yield "by_word", {"rankings/poker/by": "suit"}
    yield (
        "by_derived",
        {"packs/cards/derived": {"value": f"rank * {HUGE // 7}"}, "rankings/poker/by": "value"},
    )
    yield "by_negative", {"packs/cards/derived": {"value": "-rank"}, "rankings/poker/by": "value"}
    yield "pack_unknown", {"rankings/poker/pack": "cars"}
    many = {f"r{n}": {**BANKED["rankings"]["loose"], "cards": 2} for n in range(500)}
    summed = " + ".join(f"rank_of(r{n}, hand)" for n in range(40))
    yield "rankings_many", {"rankings": {**BANKED["rankings"], **many}}
    yield (
        "rankings_many_read",
        {
            "rankings": {**BANKED["rankings"], **dict(list(many.items())[:40])},
            "result/measures/all": summed,
        },
    )
    large = {
        f"r{n}": {
            "cards": 5,
            "by": "rank",
            "order": [{"a": {"same": "suit"}}, {"b": {}}],
            "cites": ["C1"],
        }
        for n in range(40)
    }
    yield (
        "rankings_large_read",
        {
            **FREE,
            RANKS: "2..26",
            HAND: 9,
            "rankings": {**BANKED["rankings"], **large},
            "result/measures": {"all": summed},
            "rankings/loose": TAKEN_OUT,
        },
    )
    texts = {
        "none": "rank_of(poker, none)",
        "nothing": "rank_of(poker, [])",
        "one_card": "rank_of(poker, hand[0])",
        "too_few": "rank_of(poker, [c for c in hand if c.rank > 99])",
        "pack": "rank_of(poker, draw)",
        "nine": "rank_of(poker, hand + hand + hand + hand)",
        "word": "rank_of('poker', hand)",
        "itself": "rank_of(rank_of, hand)",
        "unknown": "rank_of(pocker, hand)",
        "definition": "rank_of(lead, hand)",
        "computed": "rank_of(poker if plays else loose, hand)",
        "of_range": "rank_of(poker, range(1, 5))",
        "three": "rank_of(poker, hand, 2)",
        "bare": "rank_of",
        "product": "rank_of(poker, hand) * rank_of(poker, dealer) * 999999999999",
        "power": "rank_of(poker, hand) ** 30",
        "written": "1 if at_least(poker, hand, 'K Q') else 0",
        "written_nothing": "1 if at_least(poker, hand, '') else 0",
        "written_long": f"1 if at_least(poker, hand, '{'7 ' * 400}') else 0",
        "written_computed": "1 if at_least(poker, hand, category_of(poker, hand)) else 0",
        "written_number": "1 if at_least(poker, hand, 7) else 0",
        "written_odd": "1 if at_least(poker, hand, '7\\x00') else 0",
        "series": "sum(rank_of(poker, [a for a in draw if a.rank > b.rank]) for b in draw)",
        "series_work": "sum(rank_of(poker, hand) for a in range(1, 990) for b in range(1, 990))",
        "category_number": "1 if category_of(poker, hand) > 3 else 0",
        "category_unknown": "1 if category_of(poker, hand) == 'poker' else 0",
    }
    for name, text in texts.items():
        yield f"text_{name}", {"result/measures/more": text}
        yield f"net_{name}", {NET: text}
    yield (
        "pack_of_2000",
        {
            **FREE,
            "packs/cards/copies": 166,
            HAND: 4,
            DEALER: 4,
        },
    )
    yield (
        "nine_of_seven_wild",
        hands(7, **{RANKS: "2..40", HAND: 9, DEALER: 9, WILD: {"is": "rank < 9"}}),
    )
    yield (
        "nine_of_seven_all_wild",
        hands(7, **{RANKS: "2..60", HAND: 9, DEALER: 9, WILD: {"is": "rank > 2"}}),
    )


def wagers() -> Iterator[tuple[str, Change]]:
    """Yield wagers that hang together with nothing, and money beyond all bounds."""
    ante, more = BANKED["wagers"]["ante"], BANKED["wagers"]["more"]
    yield "of_itself", {"wagers/ante/of": "ante"}
    yield "of_circle", {"wagers/ante/of": "more"}
    yield (
        "of_circle_of_three",
        {"wagers/ante/of": "more", "wagers/more/of": "side", "wagers/side/of": "ante"},
    )
    yield "of_chain", {"wagers/side/of": "more"}
    yield "of_unknown", {"wagers/more/of": "anti"}
    yield "of_optional", {"wagers/more/of": "side"}
    yield (
        "all_optional",
        {"wagers/ante/optional": True, "wagers/more/optional": True, "wagers/bonus/optional": True},
    )
    yield "no_stake", {STAKE: TAKEN_OUT}
    yield (
        "no_stakes",
        {STAKE: TAKEN_OUT, "wagers/more/stake": TAKEN_OUT, "wagers/side/stake": TAKEN_OUT},
    )
    yield "no_net", {NET: TAKEN_OUT}
    yield "nothing", {"wagers/ante": {"title": "Ante", "cites": ["C1"]}}
    yield "all_nothing", {"wagers": {n: {"title": "A", "cites": ["C1"]} for n in "abc"}}
    yield "none", {"wagers": {}}
    yield "row_without_paytable", {"wagers/bonus/paytable": TAKEN_OUT}
    yield "row_unknown", {ROW: "'pare'"}
    yield "row_of_some", {ROW: "'pair' if plays else 'pear'"}
    yield "row_number", {ROW: "1"}
    yield "row_none", {ROW: "none"}
    yield "row_of_choice", {ROW: "category_of(loose, hand)"}
    yield "row_with_net", {"wagers/bonus/net": "1"}
    yield "paytable_unknown", {"wagers/bonus/paytable": "bones"}
    yield "paytable_twice", {"paytables/again": BANKED["paytables"]["bonus"]}
    yield "many", {"wagers": {f"w{n}": {**ante} for n in range(2_000)}}
    yield "many_of_one", {"wagers": {"ante": ante} | {f"w{n}": {**more} for n in range(60)}}
    yield (
        "some",
        {
            "wagers": {f"w{n}": {**ante, "net": f"{n} if lead > {n} else -1"} for n in range(30)},
            "parameters/pair_pays": TAKEN_OUT,
        },
    )
    yield "score_too", {"result/score": "1"}
    yield "best_too", {"result/best": "most"}
    yield "between_players", {"game/kind": "between_players"}
    yield "two_seats", {"players": {"seats": [1, 2], "cites": ["C1"]}}
    yield "family", {"game/family": "twenty_one"}
    yield "family_unknown", {"game/family": "poker"}
    texts = {
        "zero": "0",
        "negative": "-1",
        "huge": str(HUGE),
        "product": f"{HUGE} * {HUGE}",
        "product_of_values": f"extra * {HUGE} * {HUGE}",
        "fraction": f"1 / {HUGE}",
        "fractions": "1 / (extra + 7) + 1 / (extra + 11) + 1 / (extra + 13) + 1 / (extra + 17)",
        "many_fractions": " + ".join(f"1 / (extra + {n})" for n in range(10, 60)),
        "long_fractions": " * ".join("(1 / (extra + 999999999999937))" for _ in range(9)),
        "by_zero": "1 / 0",
        "by_zero_sometimes": "1 / extra",
        "modulo_zero": "1 % extra",
        "none": "none",
        "word": "'a'",
        "boolean": "plays",
        "list": "hand",
        "me": "me",
        "card": "hand[0].rank",
        "hidden": "sum(c.rank for c in draw)",
        "top": "draw[-1].rank",
        "wager": "ante",
        "made": "1 if made(side) else 0",
        "made_unknown": "1 if made(sid) else 0",
        "made_text": "1 if made('side') else 0",
        "made_bare": "made",
        "made_itself": "1 if made(ante) else 0",
        "stake": "stake",
        "net": "net",
        "nan": "nan",
        "inf": "inf",
        "exponent": "1e9",
        "power": f"{HUGE} ** 30",
        "power_power": "2 ** 30 ** 30",
        "power_negative": "2 ** -1",
        "power_half": "2 ** (1 / 2)",
        "power_zero": "0 ** 0",
        "power_31": "2 ** 31",
        "power_value": "extra ** extra",
        "power_fraction": "(1 / 3) ** 2",
        "power_tower": "(((3 ** 3) ** 3) ** 3) ** 3",
        "power_minus": "-2 ** 2",
        "power_long": "(extra + 2) ** 30 * (extra + 2) ** 30",
        "pays_one": "pays(bonus)",
        "pays_number": "pays(bonus, 5)",
        "pays_three": "pays(bonus, 'pair', 1)",
        "pays_missing": "pays(bonus, 'pare')",
        "pays_some": "pays(bonus, category_of(poker, hand))",
        "pays_default": "pays(bonus, category_of(poker, hand), default=none)",
        "pays_default_huge": f"pays(bonus, category_of(poker, hand), default={HUGE})",
        "pays_default_text": "pays(bonus, category_of(poker, hand), default='a')",
        "pays_row": "pays('bonus.pare')",
        "pays_dots": "pays('bonus.pair.pays')",
        "pays_nothing": "pays('')",
        "pays_computed": "pays('bonus.' + category_of(poker, hand))",
        "pays_word": "pays(bonus, 'pair')",
        "nth_zero": "max((c.rank for c in hand), nth=0)",
        "nth_negative": "max((c.rank for c in hand), nth=-1)",
        "nth_huge": f"max((c.rank for c in hand), nth={HUGE})",
        "nth_half": "max((c.rank for c in hand), nth=1 / 2)",
        "nth_value": "max((c.rank for c in hand), nth=extra)",
        "nth_three": "max((c.rank for c in hand), nth=3)",
        "nth_default": "max((c.rank for c in hand), nth=3, default=0)",
        "nth_sum": "sum((c.rank for c in hand), nth=2)",
        "nth_first": "first((c.rank for c in hand), nth=2)",
        "nth_two": "max(1, 2, nth=2)",
        "nth_range": f"max((x for x in range(1, {HUGE})), nth=2)",
        "nth_million": "min((x * 7 % 13 for x in range(1, 900000)), nth=500000)",
        "nth_highest": "highest((c.rank for c in hand), nth=2).rank",
        "nth_word": "max((c.rank for c in hand), nth='a')",
        "nth_none": "highest((c.rank for c in hand), nth=9, default=none).rank",
        "unknown_keyword": "max((c.rank for c in hand), key=2)",
    }
    for name, text in texts.items():
        yield f"net_{name}", {NET: text}
        yield f"stake_{name}", {STAKE: text}
        if name.startswith(("power", "nth", "pays")):
            yield f"set_{name}", {f"{DO}/4/then": [{"set": {"extra": text}}], LET: {"low": "1 + 1"}}
    for name, value in {
        "null": None,
        "nan": float("nan"),
        "inf": float("inf"),
        "float": 0.5,
        "true": True,
        "list": [1],
        "map": {"a": 1},
        "empty": "",
    }.items():
        for place in (
            NET,
            STAKE,
            ROW,
            "wagers/side/optional",
            "wagers/more/of",
            "wagers/ante/title",
            "wagers/ante",
        ):
            yield f"{name}_{place.replace('/', '_')}", {place: value}


def lookups() -> Iterator[tuple[str, Change]]:
    """Yield cases and local names that are many, deep, doubled or circular."""
    for name, cases in {
        "empty": {},
        "else_only": {"else": "1"},
        "no_else": {"1": "1"},
        "most": {str(n): str(n) for n in range(199)} | {"else": "0"},
        "too_many": {str(n): str(n) for n in range(300)} | {"else": "0"},
        "huge": {str(n): "1" for n in range(90_000)} | {"else": "0"},
        "wide": {f"-{HUGE}..{HUGE}": "1", "else": "0"},
        "wider": {f"-{HUGE}0..{HUGE}0": "1", "else": "0"},
        "overlap": {"1..5": "1", "5": "2", "else": "0"},
        "backward": {"5..1": "1", "else": "0"},
        "spaces": {" 1 .. 5 ": "1", "else": "0"},
        "digits": {"１": "1", "else": "0"},
        "half": {"1/2": "1", "else": "0"},
        "three_ends": {"1..2..3": "1", "else": "0"},
        "dots": {"..": "1", "else": "0"},
        "empty_key": {"": "1", "else": "0"},
        "long_key": {"1" * 900_000: "1", "else": "0"},
        "word": {"low": "1", "else": "0"},
        "itself": {"1": "worth(2)", "else": "0"},
        "types": {"1": "true", "2": "'a'", "3": "hand", "else": "0"},
        "none": {"1": "none", "else": "0"},
        "null": {"1": None, "else": "0"},
        "nan": {"nan": "1", "else": "0"},
        "list": [1, 2],
        "by_zero": {"2..7": "1 / 0", "else": "0"},
    }.items():
        yield f"cases_{name}", {CASES: cases}
        statements = (
            cases
            if not isinstance(cases, dict)
            else {key: [{"add": {"extra": value}}] for key, value in cases.items()}
        )
        yield (
            f"statement_{name}",
            {f"{DO}/6": {"match": "extra", "cases": statements}, ROW: "'pair'"},
        )
    for text in (
        "rank",
        "plays",
        "extra / 2",
        "hand",
        "none",
        "'a'",
        "category_of(poker, hand)",
        "worth(2)",
        "",
    ):
        yield f"match_{text}", {"definitions/worth/match": text}
    yield "match_and_is", {"definitions/worth/is": "1"}
    yield "match_alone", {CASES: TAKEN_OUT}
    yield "cases_alone", {"definitions/worth/match": TAKEN_OUT}
    for depth, wide in ((5, 190), (90, 9), (40, 3), (20, 20), (3, 60)):
        cases = {str(n): "1" for n in range(wide)}
        chain: dict[str, Any] = {
            "d0": {"match": "extra", "cases": {**cases, "else": "0"}, "cites": ["C1"]}
        } | {
            f"d{n}": {"match": "extra", "cases": {**cases, "else": f"d{n - 1}"}, "cites": ["C1"]}
            for n in range(1, depth)
        }
        net = {NET: f"d{depth - 1} if lead > 0 else -1"}
        yield f"chain_{depth}_{wide}", {"definitions": {**BANKED["definitions"], **chain}, **net}
        crossed = {
            name: {**each, "cases": dict.fromkeys(each["cases"], each["cases"]["else"])}
            for name, each in chain.items()
        }
        yield (
            f"crossed_{depth}_{wide}",
            {"definitions": {**BANKED["definitions"], **crossed}, **net},
        )
        selected = {"s0": {"is": "extra", "cites": ["C1"]}} | {
            f"s{n}": {
                "match": f"s{n - 1}",
                "cases": {**{str(k): str(k + 1) for k in range(wide)}, "else": "0"},
                "cites": ["C1"],
            }
            for n in range(1, depth)
        }
        yield (
            f"selector_{depth}_{wide}",
            {
                "definitions": {**BANKED["definitions"], **selected},
                NET: f"s{depth - 1}",
            },
        )
    deep: Any = [{"add": {"extra": 1}}]
    for _ in range(9):
        deep = [{"match": "extra", "cases": {"0..4": deep, "else": deep}}]
    yield "statements_doubled", {f"{DO}/6": deep[0]}
    deep = [{"add": {"extra": 1}}]
    for _ in range(5):
        deep = [{"match": "extra", "cases": {"0..4": deep, "else": []}}]
    yield "statements_deep", {f"{DO}/6": deep[0]}
    circle = {
        "a": {"match": "b", "cases": {"1": "2", "else": "0"}, "cites": ["C1"]},
        "b": {"match": "a", "cases": {"1": "2", "else": "0"}, "cites": ["C1"]},
    }
    yield "circle", {"definitions": {**BANKED["definitions"], **circle}, NET: "a"}
    for name, value in {
        "itself": {"low": "low + 1"},
        "two": {"low": "1", "high": "2"},
        "none": {},
        "list": {"low": "hand"},
        "none_value": {"low": "none"},
        "word": {"low": "'a'"},
        "boolean": {"low": "plays"},
        "range": {"low": f"range(1, {HUGE})"},
        "card": {"low": "hand[0]"},
        "null": {"low": None},
        "nan": {"low": float("nan")},
        "by_zero": {"low": "1 / 0"},
        "huge": {"low": f"{HUGE} * {HUGE}"},
        "not_a_map": ["low"],
    }.items():
        yield f"let_{name}", {LET: value}
    for name in (
        "extra",
        "hand",
        "player",
        "poker",
        "lead",
        "bonus",
        "ante",
        "me",
        "sum",
        "picked",
        "c",
        "p",
        "seats",
        "low",
        "true",
        "none",
        "a b",
        "A",
        "ä",
        "",
        "__class__",
        "_low",
        "1",
        "z" * 5000,
    ):
        label = name[:9].replace(" ", "_")
        yield f"let_named_{label}", {LET: {name: "2"}, f"{DO}/4/if": f"{name} > 1"}
        yield (
            f"let_again_{label}",
            {f"{DO}/4/then": [{"let": {name: "low"}}, {"set": {"extra": name}}]},
        )
    yield "let_unused", {f"{DO}/4/if": "plays"}
    yield "let_before", {f"{DO}/0": {"set": {"extra": "low"}}}
    yield "let_out_of_block", {f"{DO}/3": {"if": "plays", "then": [{"let": {"low": "1"}}]}}
    yield (
        "let_of_loop",
        {f"{DO}/4/then": [{"each": {"low": "seats"}, "do": [{"let": {"n": "low"}}]}]},
    )
    yield (
        "let_in_loop",
        {
            f"{DO}/4/then": [
                {
                    "each": {"n": f"range(1, {HUGE})"},
                    "do": [{"let": {"more": "n * n"}}, {"set": {"extra": "more % 9"}}],
                }
            ]
        },
    )
    for number in (19, 21, 2_000):
        lets = [{"let": {f"l{n}": f"l{n - 1} + low" if n else "low"}} for n in range(number)]
        yield f"let_{number}", {f"{DO}/4/then": [*lets, {"set": {"extra": f"l{number - 1} % 9"}}]}
    doubled = [{"let": {f"l{n}": f"l{n - 1} * l{n - 1}" if n else "low"}} for n in range(18)]
    yield "let_doubled", {f"{DO}/4/then": [*doubled, {"set": {"extra": "l17 % 9"}}]}


def analysed() -> Iterator[tuple[str, Change]]:
    """Yield games whose exact figures would take more time or memory than there is."""
    yield (
        "hands_of_seven",
        hands(7, **{RANKS: "1..13", "packs/cards/cards/suit": ["red", "black", "c", "d"]}),
    )
    yield (
        "all_cards",
        {
            **FREE,
            HAND: 6,
            DEALER: 6,
            "rankings": TAKEN_OUT,
            "definitions": {},
            DO + "/3": {"set": {"extra": 1}},
        },
    )
    wide = {RANKS: "1..1000", "rankings/poker/also": {}, **FREE}
    yield "pack_of_2000", wide
    for number in (1, 3, 5, 9):
        yield (
            f"pack_of_2000_{number}",
            {
                **wide,
                HAND: number,
                DEALER: number,
                "rankings": {},
                LEAD: "sum(c.rank for c in hand) - sum(c.rank for c in dealer)",
                "result/measures": {},
                "policies": {},
                f"{DO}/6": {"set": {"extra": 1}},
                "wagers/bonus": TAKEN_OUT,
                "examples": {},
                "wagers/side/net": "0",
                "parameters/pair_pays": TAKEN_OUT,
                "paytables": TAKEN_OUT,
            },
        )
    yield "copies", {"packs/cards/copies": 166}
    ask = {"ask": {"turn": "player"}}
    for number in (2, 5, 40):
        yield f"decisions_{number}", {f"{DO}/5": {"repeat": {"do": [ask], "at_most": number}}}
    yield "decisions_endless", {f"{DO}/5": {"repeat": {"do": [ask], "at_most": HUGE}}}
    dealing = {
        "repeat": {
            "do": [ask, {"deal": {"cards": 1, "from": "draw", "to": "dealer"}}],
            "at_most": HUGE,
        }
    }
    yield (
        "dealing_endless",
        {**FREE, f"{DO}/5": dealing, "packs/cards/copies": 100, LEAD: "len(dealer)"},
    )
    chance: Any = {"chance": {"extra": "range(1, 9)"}}
    for number in (1, 3, 30):
        yield (
            f"chances_{number}",
            {f"{DO}/3": {"repeat": {"do": [chance], "at_most": number}}, f"{DO}/4": AFTER},
        )
    yield (
        "chance_huge",
        {
            "variables/extra/type": f"0..{HUGE}",
            f"{DO}/3": {"chance": {"extra": f"range(1, {HUGE})"}},
            f"{DO}/4": AFTER,
        },
    )
    yield "series", {NET: f"sum(x for x in range(1, {HUGE}))"}
    yield (
        "series_of_cards",
        {NET: "sum(1 for a in draw for b in draw) + lead", "packs/cards/copies": 100},
    )
    for name, pick in {
        "number": {"number": f"0..{HUGE}"},
        "hundred": {"number": "0..99"},
        "card": {"card": "hand"},
        "cards": {"cards": "hand", "n": "0..all"},
        "order": {"order": "hand"},
        "seat": {"seat": "seats"},
    }.items():
        yield f"pick_{name}", {"decisions/turn/moves/play/pick": pick}
    for zone in ("hand", "dealer"):
        for see in ("all", "none", "owner"):
            yield f"see_{zone}_{see}", {f"zones/{zone}/see": see}
    yield "ordered", {"zones/dealer/ordered": True, NET: "dealer[-1].rank - dealer[0].rank"}
    yield "draw_read", {NET: "draw[-1].rank"}
    yield (
        "no_cards",
        {
            f"{DO}/1": {"set": {"plays": "true"}},
            f"{DO}/2": {"set": {"plays": "true"}},
            LET: {"low": "3"},
        },
    )
    yield "two_packs", {"packs/more": {**BANKED["packs"]["cards"], "into": "dealer"}}
    yield (
        "variables_many",
        {
            "variables": BANKED["variables"]
            | {f"v{n}": {"type": f"0..{HUGE}", "cites": ["C1"]} for n in range(300)},
            f"{DO}/3": {"set": {f"v{n}": "extra" for n in range(300)}},
            f"{DO}/4": AFTER,
        },
    )
    yield (
        "variable_unbounded",
        {
            "variables/extra/type": "number",
            f"{DO}/3": {"repeat": {"do": [{"set": {"extra": "extra / 3 + 1 / 7"}}], "at_most": 60}},
            f"{DO}/4": AFTER,
        },
    )


def banked_cases() -> Iterator[tuple[str, Change]]:
    """Yield every case by its name."""
    for group in (rankings, wagers, lookups, analysed, keywords):
        for name, changes in group():
            safe = "".join(c if c.isalnum() or c in "_-" else "." for c in name)[:120]
            yield f"{group.__name__}_{safe}", changes
