"""Spec files that a stranger could send: each must be refused in words, or played in bounds.

A case is text, bytes, or changes to the small game of `tests.support.specs`, whose keys are paths
with slashes.
"""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import Any

from tests.hostile.corpus_banked import banked_cases
from tests.support.banked_spec import BANKED
from tests.support.specs import BASE, Data, spec_with

Case = dict[str, Any] | str | bytes

HUGE = 10**15 - 1
SCORE = "result/score"
IS = "definitions/fits/is"
DO = "procedures/play/do"
TURN = "decisions/turn/moves"


def definition(text: str, **more: Any) -> dict[str, Any]:
    return {"is": text, "cites": ["C1"], **more}


def injections() -> Iterator[tuple[str, Case]]:
    """Yield expressions that try to leave the language."""
    texts = {
        "import": "__import__('os').system('touch /tmp/hacked')",
        "eval": "eval('1')",
        "attribute_chain": "().__class__.__bases__[0].__subclasses__()",
        "card_class": "max(c.__class__ for c in hand)",
        "card_dict": "sum(c.rank.__class__ for c in hand)",
        "zone_method": "hand.append(1)",
        "string_format": "'{0.__class__}'.format(1)",
        "percent_format": "'%s' % 1",
        "lambda": "(lambda: 1)()",
        "f_string": "f'{1}'",
        "f_string_spec": "f'{1:>1000000000}'",
        "walrus": "(x := 1)",
        "comprehension": "[x for x in __builtins__]",
        "dunder_name": "__name__",
        "star": "max(*hand)",
        "double_star": "max(**hand)",
        "await": "await hand",
        "yield": "(yield 1)",
        "dict": "{1: 2}",
        "set": "{1, 2}",
        "dict_comprehension": "{c: 1 for c in hand}",
        "set_comprehension": "{c for c in hand}",
        "tuple": "(1, 2)",
        "bytes": "b'1'",
        "ellipsis": "...",
        "complex": "1j",
        "power": "9 ** 9 ** 9",
        "shift": "1 << 10000000",
        "bits": "1 | 2",
        "invert": "~1",
        "plus": "+1",
        "matrix": "hand @ hand",
        "is": "hand is hand",
        "slice": "hand[1:2]",
        "slices": "stack[1:2, 3]",
        "async_comprehension": "sum(c.rank async for c in hand)",
        "target_attribute": "sum(1 for c.rank in hand)",
        "target_tuple": "sum(1 for (a, b) in hand)",
        "target_builtin": "sum(1 for sum in hand)",
        "string_repeat": "'a' * 999999999999999",
        "list_repeat": "len([1] * 999999999999999)",
        "string_number": "int('9')",
        "statement": "1; 2",
        "assignment": "a = 1",
        "backticks": "`1`",
        "comment": "1 # all",
        "newline": "1\n+1",
        "null": "1\0",
        "resolver_method": "_names",
        "keyword": "class",
        "none_arithmetic": "none + none",
        "unicode_name": "ｍe",
        "long_number": "9" * 400,
        "float": "1e308 * 1e308",
        "hexadecimal": "0x" + "f" * 300,
        "underscores": "1_0",
        "imaginary_names": "hand.rank",
        "debug": "__debug__",
        "implicit_strings": "'a' 'b'",
        "raw_strings": "r'a'",
        "default_twice": "max((1 for c in hand), default=1, default=2)",
        "call_of_call": "max(1, 2)(3)",
        "pays_path": "pays('../../etc/passwd')",
        "pays_unknown": "pays('main.nothing')",
        "pays_class": "pays('__class__.__name__')",
        "supply_text": "supply('chip')",
        "supply_unknown": "supply(hand)",
        "range_of_cards": "sum(1 for x in range(hand, 2))",
        "empty": "",
        "spaces": "   ",
        "dots": "1..",
        "top_negative": "len(top(stack, -5))",
        "top_huge": "len(top(stack, 999999999999999))",
        "index_huge": "stack[999999999999999].rank",
        "modulo_zero": "1 % 0",
        "divide_zero": "1 // 0",
        "fraction_zero": "1 / 0",
        "none_attribute": "highest((c.rank for c in hand), default=none).rank",
        "empty_min": "min(c.rank for c in [])",
        "empty_list_len": "len([])",
        "sum_of_empty": "sum(c for c in [])",
        "after_none": "len(after(none))",
        "seat_from_range": "points[99]",
        "seat_negative": "points[-1]",
        "word_compare": "1 if mood == 'nonsense' else 0",
    }
    for name, text in texts.items():
        yield f"expression_{name}", {SCORE: text}
        yield f"condition_{name}", {f"{TURN}/play/when": text}
    for name in ("import", "walrus", "lambda", "comprehension"):
        yield f"target_{name}", {f"{DO}/3": {"set": {texts[name]: "1"}}}
        yield f"of_{name}", {"zones/hand/of": texts[name]}
        yield f"type_{name}", {"variables/points/type": f"0..{texts[name]}"}
        yield f"copies_{name}", {"packs/cards/copies": texts[name]}
        yield f"range_{name}", {"packs/cards/cards/rank": f"1..{texts[name]}"}
        yield f"given_{name}", {"examples/one_play/given/variables": {texts[name]: texts[name]}}


def nestings() -> Iterator[tuple[str, Case]]:
    """Yield expressions and files that are nested deeply."""
    texts = {
        "parentheses": "(" * 10_000 + "1" + ")" * 10_000,
        "short_parentheses": "(" * 450 + "1" + ")" * 450,
        "brackets": "[" * 450 + "]" * 450,
        "open_brackets": "[" * 900,
        "indices": "hand" + "[hand" * 190,
        "minus": "-" * 990 + "1",
        "long_minus": "-" * 10_000 + "1",
        "not": "not " * 225 + "true",
        "invert": "~" * 900 + "1",
        "attributes": "hand" + ".a" * 490,
        "calls": "abs(" * 190 + "1" + ")" * 190,
        "comparisons": "1" + " < 2" * 240,
        "ands": "true" + " and true" * 105,
        "sums": "1" + " + 1" * 240,
        "conditionals": "1 if true else " * 60 + "1",
        "comprehensions": "[c for c in " * 80 + "hand" + "]" * 80,
        "generators": "sum(" * 5 + "1" + " for a in hand)" * 5,
        "many_for": "sum(1 " + "for a in hand " * 60 + ")",
        "many_if": "sum(1 for a in hand " + "if true " * 120 + ")",
        "subscripts": "stack" + "[0]" * 320,
        "lambdas": "lambda:" * 140 + "1",
        "f_strings": "f'{" * 200,
        "long_name": "a" * 999,
        "long_text": "'" + "a" * 990 + "'",
        "long_sum_of_definition": " + ".join(["points[1]"] * 80),
    }
    for name, text in texts.items():
        yield f"nested_{name}", {SCORE: text}
        yield f"nested_definition_{name}", {IS: text}
    for name, (opening, closing) in {"list": ("[", "]"), "map": ("{a: ", "}")}.items():
        yield f"yaml_deep_{name}", opening * 10_000 + closing * 10_000
        yield f"yaml_open_{name}", opening * 10_000
        yield f"yaml_million_{name}", opening * (999_999 // len(opening))
        yield f"yaml_quite_deep_{name}", opening * 31 + closing * 31
    yield "yaml_dashes", "- " * 10_000
    yield "yaml_questions", "? " * 10_000
    yield "yaml_indents", "".join(f"{' ' * n}a:\n" for n in range(1_200))
    deep: Any = {"set": {"over": "true"}}
    for _ in range(12):
        deep = {"if": "over", "then": [deep], "else": [deep]}
    yield "statements_doubled", {f"{DO}/3": deep}
    for _ in range(3):
        deep = {"each": {f"a{len(str(deep))}": "seats"}, "do": [deep]}
    yield "statements_deep", {f"{DO}/3": deep}


def bombs() -> Iterator[tuple[str, Case]]:
    """Yield files of YAML that grow, or that are no text."""
    aliases = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(9)
    )
    yield "alias_bomb", aliases
    yield "anchor", "certify: &a 1\n"
    yield "alias_of_itself", "a: &a [*a]\n"
    yield "merge_key", "a: {<<: {b: 1}}\n"
    yield "tag_python", "a: !!python/object/apply:os.system [ls]\n"
    yield "tag_python_name", "a: !!python/name:os.system ''\n"
    yield "tag_own", "certify: !x 1\n"
    yield "tag_str", "certify: !!str 1\n"
    yield "tag_directive", "%TAG ! tag:example.com,2000:app/\n---\ncertify: !foo 1\n"
    yield "yaml_directive", "%YAML 1.1\n---\ncertify: 1\n"
    yield "complex_key", "? {a: b}\n: 1\n"
    yield "two_documents", "certify: 1\n---\ncertify: 1\n"
    yield "many_keys", "".join(f"k{n}: 1\n" for n in range(90_000))
    yield "million_keys", "".join(f"k{n}: 1\n" for n in range(1_000_000))
    yield "million_flow", "{" + ",".join(f"a{n}" for n in range(140_000)) + "}"
    yield "million_items", "a: [" + "1," * 480_000 + "]"
    yield "many_items", "certify: [" + "1," * 90_000 + "]"
    yield "many_unknown_clauses", {"clauses": {f"X{n}": {} for n in range(20_000)}}
    yield "many_wrong_clauses", {"clauses": {f"C{n}": {"lnes": n} for n in range(1, 20_000)}}
    yield "many_wrong_cites", {"zones/hand/cites": [f"C{n}" for n in range(2, 50_000)]}
    yield "many_wrong_statements", {DO: [{"shufle": "draw"}] * 20_000}
    yield "many_wrong_expressions", {DO: [{"shuffle": "drawn"}] * 20_000}
    yield "ten_megabytes", "# " + "x" * 10_000_000
    yield "ten_megabytes_of_text", {"game/summary": "x" * 10_000_000}
    yield "long_summary", {"game/summary": "x" * 900_000}
    yield "long_key", {"x" * 900_000: 1}
    yield "long_nearest", {"kind" * 200_000: 1, "game/" + "kind" * 10_000: 1}
    yield "long_name", {"zones": {"z" * 100_000: {"see": "all", "cites": ["C1"]}}}
    yield "long_unknown_name", {"zones/hand/of": "z" * 900_000}
    yield "long_see", {"zones/hand/see": "z" * 900_000}
    yield "long_type", {"variables/points/type": "z" * 900_000}
    yield "long_id", {"game/id": "a-" * 400_000 + "a"}
    yield "long_pattern", {"game/id": "a" * 900_000 + "!"}
    yield "long_version", {"game/version": "1" * 900_000 + ".x"}
    yield "long_lines", {"clauses/C1/lines": "1" * 900_000 + "-"}
    yield "long_number", "certify: " + "9" * 900_000
    yield "long_float", "certify: 0." + "9" * 900_000
    yield "long_exponent", "certify: 1e999"
    yield "exponent_text", "certify: 1e9999999999"
    yield "infinity", {"parameters/rounds/default": "@@"}
    yield "big_integer", {"parameters/rounds/maximum": 10**18 - 1, "parameters/rounds/default": 7}
    yield "bigger_integer", {"parameters/rounds/maximum": 10**40}
    yield "invalid_utf8", b"certify: 1\ngame: \xff\xfe\xfa\n"
    yield "utf16", "certify: 1\n".encode("utf-16")
    yield "nul", b"certify: 1\n\0\0\0\n"
    yield "nul_in_text", b'certify: 1\ngame: {title: "a\\0b"}\n'
    yield "control", b"certify: 1\n\x07\x1b[31m\n"
    yield "bom", b"\xef\xbb\xbfcertify: 1\n"
    yield "two_boms", b"\xef\xbb\xbf\xef\xbb\xbfcertify: 1\n"
    yield "bom_inside", "certify: 1\n\ufeffgame: 1\n".encode()
    yield "surrogate", b'certify: 1\ngame: "\\ud800"\n'
    yield "surrogate_key", b'certify: 1\n"\\ud800": 1\n'
    yield "surrogates_in_expression", b"result: {score: \"'\\ud800'\"}\n"
    yield "tabs", b"certify:\t1\n\tgame: 1\n"
    yield "carriage_returns", b"certify: 1\r\rgame: 1\r"
    yield "only_comment", "# nothing\n"
    yield "only_spaces", "   \n  \n"
    yield "only_markers", "---\n...\n"
    yield "null_file", "null\n"
    yield "text_file", "text\n"
    yield "number_file", "1\n"
    yield "list_file", "- 1\n"
    yield "empty_file", ""
    yield "empty_map", "{}\n"
    yield "binary", bytes(range(256)) * 40
    yield "null_key", "null: 1\n~: 2\n"
    yield "number_keys", "1: 2\n1.5: 2\ntrue: 1\n"


def wrong_types() -> Iterator[tuple[str, Case]]:
    """Yield the small game with a value of another type in every place."""
    others: dict[str, Any] = {
        "null": None,
        "list": [1, None],
        "map": {"a": {"b": None}},
        "number": 7,
        "text": "x",
        "empty": {},
        "empty_list": [],
        "float": 1.5,
        "true": True,
    }
    for section in BASE:
        for name, value in others.items():
            yield f"type_{name}_{section}", {section: value}
    inner = (
        "game/id", "zones/hand", "zones/hand/of", "zones/hand/see", "zones/hand/cites",
        "variables/points", "variables/points/type", "variables/points/start", "tokens/chip",
        "tokens/chip/supply", "definitions/fits", IS, "definitions/fits/takes", "packs/cards",
        "packs/cards/cards", "packs/cards/cards/rank", "packs/cards/list", "packs/cards/copies",
        "packs/cards/derived", "packs/cards/names", "packs/cards/label", "packs/cards/into",
        "decisions/turn", TURN, f"{TURN}/play", f"{TURN}/play/pick", f"{TURN}/play/do",
        f"{TURN}/play/pick/card", f"{TURN}/play/when", DO, f"{DO}/0", f"{DO}/0/shuffle",
        f"{DO}/1/each", f"{DO}/1/do", f"{DO}/3/set", f"{DO}/4/repeat", f"{DO}/4/repeat/at_most",
        f"{DO}/5/if", f"{DO}/5/then", f"{DO}/6/announce", f"{DO}/6/announce/values",
        "players/seats", "players/roles", SCORE, "result/measures", "policies/high/decisions",
        "invariants/few/is", "examples/one_play/given", "examples/one_play/steps",
        "examples/one_play/steps/1", "examples/one_play/run", "examples/one_play/players",
        "parameters/rounds/type", "parameters/rounds/default", "parameters/mode/choices",
    )  # fmt: skip
    for place in inner:
        for name in ("null", "list", "map", "number", "text", "empty", "empty_list"):
            yield f"type_{name}_{place.replace('/', '_')}", {place: others[name]}


def sizes() -> Iterator[tuple[str, Case]]:
    """Yield games that ask for too much."""
    yield "ranks", {"packs/cards/cards/rank": f"1..{HUGE}"}
    yield "ranks_negative", {"packs/cards/cards/rank": "5..1"}
    yield "copies", {"packs/cards/copies": 10**9}
    yield "copies_huge", {"packs/cards/copies": HUGE}
    yield "copies_negative", {"packs/cards/copies": -1}
    yield "copies_fraction", {"packs/cards/copies": "1 / 2"}
    yield (
        "copies_list",
        {
            "packs/cards/cards": {},
            "packs/cards/list": [{"rank": 1, "value": 1, "suit": "a", "copies": 10**9}],
            "packs/cards/derived": {},
        },
    )
    yield (
        "copies_list_text",
        {
            "packs/cards/cards": {},
            "packs/cards/list": [{"rank": 1, "suit": "a", "copies": "many"}],
        },
    )
    yield "zone_of", {"zones/hand/of": "1..1000000000"}
    yield "zone_of_huge", {"zones/hand/of": f"1..{HUGE}"}
    yield "zone_of_negative", {"zones/hand/of": "9..1"}
    yield "zone_of_expression", {"zones/hand/of": "1..rounds * 1000"}
    yield "variable_of", {"variables/leader/of": f"1..{HUGE}"}
    yield "variable_range", {"variables/points/type": f"-{HUGE}..{HUGE}"}
    yield "variable_empty_range", {"variables/points/type": "5..1"}
    yield "variable_start", {"variables/points/start": 10**14}
    yield "tokens_of", {"tokens/chip/of": f"1..{HUGE}"}
    yield "tokens_supply", {"tokens/chip/supply": HUGE}
    yield "tokens_negative", {"tokens/chip/supply": -HUGE}
    yield "limit_negative", {"zones/hand/limit": -1}
    yield "limit_in_play", {"zones/hand/limit": "len(draw)"}
    yield "seats_many", {"players/seats": [8]}
    yield "seats_too_many", {"players/seats": [9]}
    yield "seats_huge", {"players/seats": [10**15]}
    yield "seats_list", {"players/seats": list(range(1, 100_000))}
    yield "seats_none", {"players/seats": []}
    yield "seats_zero", {"players/seats": [0]}
    yield "seats_twice", {"players/seats": [2, 2]}
    yield "roles_many", {"players/roles": ["a", "b", "c", "d"]}
    yield "roles_twice", {"players/roles": ["a", "a"]}
    yield "roles_none", {"players/roles": ["none", "all"]}
    empty: list[Any] = [{"set": {"over": "true"}}]
    loop: Any = {"repeat": {"do": empty, "at_most": HUGE}}
    yield "loop_without_decision", {f"{DO}/3": loop}
    for _ in range(3):
        loop = {"repeat": {"do": [loop], "at_most": HUGE}}
    yield "nested_loops", {f"{DO}/3": loop}
    yield "empty_loop", {f"{DO}/3": {"repeat": {"do": [], "at_most": HUGE}}}
    yield "negative_loop", {f"{DO}/3": {"repeat": {"do": empty, "at_most": -5}}}
    yield "each_of_range", {f"{DO}/3": {"each": {"n": f"range(1, {HUGE})"}, "do": empty}}
    yield "each_of_million", {f"{DO}/3": {"each": {"n": "range(1, 10000000)"}, "do": []}}
    nested: Any = {"set": {"over": "true"}}
    for name in "abcdef":
        nested = {"each": {f"n{name}": "range(1, 900000)"}, "do": [nested]}
    yield "nested_each", {f"{DO}/3": nested}
    yield (
        "each_of_series",
        {f"{DO}/3": {"each": {"n": f"[x for x in range(1, {HUGE})]"}, "do": empty}},
    )
    asking: Any = {
        "repeat": {"do": [{"each": {"p": "seats"}, "do": [{"ask": {"turn": "p"}}]}],
                   "at_most": HUGE}
    }  # fmt: skip
    yield "endless_decisions", {f"{DO}/3": asking}
    yield (
        "endless_ask_together",
        {f"{DO}/3": {"repeat": {"do": [{"ask_together": {"turn": "seats"}}], "at_most": HUGE}}},
    )
    yield "together_often", {f"{DO}/3": {"ask_together": {"turn": "[1] + [1]"}}}
    yield "together_many", {f"{DO}/3": {"ask_together": {"turn": "[me for x in range(1, 900000)]"}}}
    cards = {"packs/cards/copies": 38}
    series = {
        "range": f"sum(x for x in range(1, {HUGE}))",
        "count_range": f"count(x > 1 for x in range(1, {HUGE}))",
        "any_range": f"1 if any(x < 0 for x in range(1, {HUGE})) else 0",
        "first_range": f"first(x for x in range(1, {HUGE}))",
        "run_range": f"run(1 for x in range(1, {HUGE}))",
        "distinct_range": f"distinct(x for x in range(1, {HUGE}))",
        "len_range": f"len(range(1, {HUGE}))",
        "len_huge_range": "len(range(-999999999999999, 999999999999999) + range(1, 9))",
        "in_range": f"1 if 5 in range(1, {HUGE}) else 0",
        "half_in_range": f"1 if stake in range(1, {HUGE}) else 0",
        "list_of_range": f"len([x for x in range(1, {HUGE})])",
        "list_of_million": "len([x for x in range(1, 990000)])",
        "million_often": "len([x for x in range(1, 300000)])"
        " + len([x for x in range(1, 300000)]) + len([x for x in range(1, 300000)])",
        "join_ranges": f"len(range(1, {HUGE}) + range(1, {HUGE}))",
        "without_ranges": f"len(range(1, {HUGE}) - range(1, {HUGE}))",
        "join_millions": "len(range(1, 5000000) + range(1, 5000000))",
        "join_often": "len(" + " + ".join(["range(1, 900000)"] * 18) + ")",
        "without_million": "len(range(1, 5000000) - hand)",
        "top_of_range": "len(top([x for x in range(1, 900000)], 900000))",
        "element_of_range": f"range(1, {HUGE})[5]",
        "nested_ranges": "sum(x * y for x in range(1, 100000) for y in range(1, 100000))",
        "three_deep": "sum(sum(sum(1 for c in draw) for b in draw) for a in draw)",
        "three_deep_two_loops": "sum(sum(sum(1 for c in draw for d in draw) for b in draw"
        " for e in draw) for a in draw for f in draw)",
        "joined_in_series": "sum(len(draw + draw) for a in draw for b in draw)",
        "joined_in_condition": "sum(1 for a in draw for b in draw if draw + draw)",
        "in_list_in_series": "sum(1 for a in draw for b in draw if a in (draw - stack))",
        "membership_in_series": "sum(1 for a in draw for b in draw if b in draw)",
        "range_in_series": "sum(1 if stake in range(1, 999999999999999) else 0 for a in draw)",
        "sum_lists": "len([a for a in draw for b in draw])",
        "fractions": "sum(1 / x for x in range(1, 900000))",
        "fraction_sums": "max(1 / x + 1 / (x + 1) + 1 / (x + 2) for x in range(99999, 100009))",
        "fraction_in_range": "1 if stake / 3 in range(1, 999999999999999) else 0",
        "words": "count(a.suit == 'clubs' for a in draw for b in draw)",
        "top_in_series": "sum(len(top(draw + draw, 2000)) for a in draw for b in draw)",
        "negative_modulo": f"(-{HUGE}) % 7 + (-{HUGE}) // 7",
    }
    for name, text in series.items():
        yield f"series_{name}", {SCORE: text, **cards}
        yield f"condition_series_{name}", {f"{TURN}/wait/when": f"{text} >= 0", **cards}
    yield (
        "chance_range",
        {
            "variables/points/type": f"0..{HUGE}",
            f"{DO}/2": {"chance": {"points[1]": f"range(1, {HUGE})"}},
        },
    )
    yield (
        "chance_million",
        {
            "variables/points/type": f"0..{HUGE}",
            f"{DO}/2": {"chance": {"points[1]": "[x for x in range(1, 999000)]"}},
        },
    )
    yield (
        "chance_joined",
        {
            "variables/points/type": f"0..{HUGE}",
            f"{DO}/2": {"chance": {"points[1]": "range(1, 90000000) + range(1, 90000000)"}},
        },
    )
    yield "chance_of_nothing", {f"{DO}/2": {"chance": {"leader": "[p for p in seats if over]"}}}
    yield "deal_huge", {f"{DO}/3": {"deal": {"cards": HUGE, "from": "draw", "to": "stack"}}}
    yield "deal_negative", {f"{DO}/3": {"deal": {"cards": -5, "from": "draw", "to": "stack"}}}
    yield "deal_to_itself", {f"{DO}/3": {"deal": {"cards": HUGE, "from": "draw", "to": "draw"}}}
    yield "deal_fraction", {f"{DO}/3": {"deal": {"cards": "5 / 2", "from": "draw", "to": "stack"}}}
    yield "move_twice", {f"{DO}/3": {"move": {"cards": "draw + draw", "to": "stack"}}}
    yield (
        "move_many_often",
        {
            f"{DO}/3": {
                "repeat": {
                    "do": [{"move": {"cards": "draw + stack", "to": "stack"}}],
                    "at_most": HUGE,
                }
            },
            **cards,
        },
    )
    yield (
        "shuffle_often",
        {
            f"{DO}/3": {"repeat": {"do": [{"shuffle": "draw"}], "at_most": HUGE}},
            **cards,
        },
    )
    yield (
        "move_shuffled_often",
        {
            f"{DO}/3": {
                "repeat": {
                    "do": [
                        {"shuffle": "draw"},
                        {"move": {"from": "draw", "to": "stack"}},
                        {"move": {"from": "stack", "to": "draw"}},
                    ],
                    "at_most": HUGE,
                }
            },
            **cards,
        },
    )
    yield (
        "deal_often",
        {
            f"{DO}/3": {
                "repeat": {
                    "do": [
                        {"deal": {"cards": 2000, "from": "draw", "to": "stack"}},
                        {"move": {"from": "stack", "to": "draw"}},
                    ],
                    "at_most": HUGE,
                }
            },
            **cards,
        },
    )
    yield (
        "turn_often",
        {
            f"{DO}/3": {
                "repeat": {"do": [{"turn": {"cards": "draw", "face": "up"}}], "at_most": HUGE}
            },
            **cards,
        },
    )
    yield "expression_often", {
        f"{DO}/3": {
            "repeat": {"do": [{"set": {"over": "5 in range(1, 9) and draw + draw + draw"}}],
                       "at_most": HUGE}
        },
        **cards,
    }  # fmt: skip


def picks() -> Iterator[tuple[str, Case]]:
    """Yield decisions with too much to choose from."""
    given: dict[str, Any] = {"packs/cards/copies": 20, f"{DO}/1/do/0/deal/cards": 60}
    kinds: dict[str, Any] = {
        "cards": {"cards": "hand", "n": "0..all"},
        "cards_all": {"cards": "hand", "n": f"{HUGE}"},
        "cards_some": {"cards": "hand", "n": "30"},
        "cards_negative": {"cards": "hand", "n": "-5..-1"},
        "cards_same": {"cards": "hand", "n": "1..all", "same": "suit"},
        "cards_distinct": {"cards": "hand", "n": "1..all", "distinct": "rank"},
        "cards_distinct_suit": {"cards": "hand", "n": "1..all", "distinct": "suit"},
        "cards_if": {"cards": "hand", "n": "0..all", "if": "len(picked) == 3"},
        "cards_if_some": {"cards": "hand", "n": "3", "if": "sum(c.rank for c in picked) == 3"},
        "order": {"order": "hand"},
        "order_if": {"order": "hand", "if": "picked[0].rank == 3"},
        "number": {"number": f"0..{HUGE}"},
        "number_negative": {"number": "5..1"},
        "number_where": {"number": f"0..{HUGE}", "where": "n % 2 == 0"},
        "number_if": {"number": f"0..{HUGE}", "if": "picked % 2 == 0"},
        "number_million_where": {"number": "0..999999", "where": "n % 2 == 0"},
        "number_some_if": {"number": "0..60000", "if": "any(x == picked for x in range(1, 900))"},
        "word": {"word": ["a", "b"]},
        "word_many": {"word": [f"w{n}" for n in range(5_000)]},
        "seat": {"seat": "seats"},
        "seat_many": {"seat": "[p for p in seats for x in range(1, 400000)]", "where": "p == p"},
        "card_if": {"card": "hand", "if": "picked.rank == 99"},
        "range_of_cards": {"card": f"range(1, {HUGE})"},
        "where_work": {"cards": "hand", "n": "1..all",
                       "where": "sum(1 for a in draw for b in draw) > c.rank"},
    }  # fmt: skip
    fixed = [{"move": {"from": "hand", "to": "stack"}}]
    for name, pick in kinds.items():
        changes = {f"{TURN}/play/pick": pick, f"{TURN}/play/do": fixed, "policies": {}}
        yield f"pick_{name}", {**given, **changes, "examples": {}}
    everything = {"packs/cards/copies": 38, f"{DO}/1/do/0/deal/cards": 900}
    for name in ("cards", "cards_some", "cards_same", "order", "cards_distinct_suit", "where_work"):
        # Every card is a kind of its own as soon as one is compared with another.
        changes = {f"{TURN}/play/pick": kinds[name], f"{TURN}/play/do": fixed, "policies": {}}
        single = {f"{DO}/5/if": "any(a == b for a in hand[1] for b in hand[2])"}
        yield f"pick_single_{name}", {**everything, **changes, **single, "examples": {}}
        if name in ("cards_some", "where_work"):
            continue
        yield f"pick_everything_{name}", {**everything, **changes, "examples": {}}
    yield (
        "pick_half_of_everything",
        {
            **everything,
            f"{TURN}/play/pick": {"cards": "hand", "n": "400..800"},
            f"{TURN}/play/do": fixed,
            f"{DO}/5/if": "any(a == b for a in hand[1] for b in hand[2])",
            "policies": {},
            "examples": {},
        },
    )
    yield (
        "many_decisions",
        {
            "decisions": {
                f"d{n}": {"text": "x", "moves": {"m": {"cites": ["C1"]}}} for n in range(3_000)
            }
        },
    )
    yield "many_moves", {TURN: {f"m{n}": {"cites": ["C1"]} for n in range(1_000)}}
    yield "no_moves", {TURN: {}}
    yield (
        "no_legal_move",
        {
            f"{TURN}/play/when": "over",
            f"{TURN}/wait/when": "over",
        },
    )


def growth() -> Iterator[tuple[str, Case]]:
    """Yield definitions, procedures and numbers that grow."""
    doubled = {"d0": definition("1 + 1")} | {
        f"d{n}": definition(f"d{n - 1} + d{n - 1}") for n in range(1, 41)
    }
    yield "definitions_double", {"definitions": doubled, SCORE: "d40", f"{TURN}/play/when": "hand",
                                 f"{TURN}/play/pick/where": "true"}  # fmt: skip
    squared = {"d0": definition("999999999999999")} | {
        f"d{n}": definition(f"d{n - 1} * d{n - 1}") for n in range(1, 11)
    }
    base = {f"{TURN}/play/pick/where": "true"}
    yield "definitions_square", {"definitions": squared, SCORE: "d10", **base}
    chain = {"d0": definition("1")} | {f"d{n}": definition(f"d{n - 1}") for n in range(1, 2_000)}
    yield "definitions_chain", {"definitions": chain, SCORE: "d1999", **base}
    grown = {"d0": definition("1")} | {
        f"d{n}": definition(f"1 + (1 + (1 + (1 + (1 + (1 + d{n - 1})))))") for n in range(1, 400)
    }
    yield "definitions_long_chain", {"definitions": grown, SCORE: "d399", **base}
    yield "definition_of_itself", {IS: "fits(1)"}
    yield (
        "definitions_circle",
        {
            "definitions/a": definition("b"),
            "definitions/b": definition("c"),
            "definitions/c": definition("a"),
            SCORE: "a",
        },
    )
    taking = {"d0": definition("x + x", takes=[{"x": "integer"}])} | {
        f"d{n}": definition(f"d{n - 1}(x + x) + d{n - 1}(x)", takes=[{"x": "integer"}])
        for n in range(1, 41)
    }
    yield "definitions_take_double", {"definitions": taking, SCORE: "d40(points[1])", **base}
    yield (
        "definitions_take_themselves",
        {
            "definitions/a": definition("x", takes=[{"x": "integer"}]),
            SCORE: "a(" * 150 + "1" + ")" * 150,
        },
    )
    yield (
        "definition_takes_many",
        {"definitions/a": definition("1", takes=[{f"x{n}": "integer"} for n in range(10_000)])},
    )
    yield "definitions_many", {
        "definitions": {f"d{n}": definition("1") for n in range(9_000)}, SCORE: "d1", **base,
    }  # fmt: skip
    yield (
        "series_of_definitions",
        {
            "definitions/a": definition("sum(1 for a1 in draw for a2 in draw)"),
            "definitions/b": definition("sum(a for b1 in draw for b2 in draw)"),
            "definitions/d": definition("sum(b for c1 in draw for c2 in draw)"),
            SCORE: "d",
        },
    )
    yield (
        "series_hidden_in_definitions",
        {
            "definitions": {"d0": definition("1")}
            | {
                f"d{n}": definition(f"sum(d{n - 1} for x{n} in draw for y{n} in draw)")
                for n in range(1, 12)
            },
            SCORE: "d11",
            **base,
        },
    )
    work = {"text": "Work.", "cites": ["C1"]}

    def procedures(**more: Any) -> dict[str, Any]:
        return {f"procedures/{name}": {**work, "do": do} for name, do in more.items()}

    yield "procedure_of_itself", procedures(a=[{"call": "a"}])
    yield (
        "procedures_circle",
        procedures(a=[{"call": "b"}], b=[{"call": "a"}]) | {f"{DO}/3": {"call": "a"}},
    )
    yield "decision_of_itself", {f"{TURN}/wait/do": [{"ask": "turn"}]}
    yield "decision_circle", procedures(a=[{"ask": "turn"}]) | {f"{TURN}/wait/do": [{"call": "a"}]}
    doubling: dict[str, Any] = {"p0": [{"set": {"over": "true"}}]} | {
        f"p{n}": [{"call": f"p{n - 1}"}, {"call": f"p{n - 1}"}] for n in range(1, 41)
    }
    yield "procedures_double", procedures(**doubling) | {f"{DO}/3": {"call": "p40"}}
    for depth in (99, 480):
        deep: dict[str, Any] = {"p0": [{"set": {"over": "true"}}]} | {
            f"p{n}": [{"call": f"p{n - 1}"}] for n in range(1, depth)
        }
        yield (
            f"procedures_deep_{depth}",
            procedures(**deep) | {f"{DO}/3": {"call": f"p{depth - 1}"}},
        )
    yield "procedures_many", procedures(**{f"p{n}": [{"stop": "game"}] for n in range(600)})
    yield (
        "procedures_crossed",
        procedures(
            **{f"p{n}": [{"call": f"p{m}"} for m in range(n)] for n in range(1, 200)}
            | {"p0": [{"set": {"over": "true"}}]}
        )
        | {f"{DO}/3": {"call": "p199"}},
    )
    many = [{"set": {"over": "true"}}]
    start = BASE["procedures"]["play"]["do"]
    yield "instructions_many", {DO: start + many * 20_500}
    yield "instructions_most", {DO: start + many * 12_000}
    heavy = {"d0": definition("points[1]")} | {
        f"d{n}": definition(" + ".join([f"d{n - 1}"] * 4)) for n in range(1, 7)
    }
    yield (
        "definitions_heavy",
        {
            "definitions": heavy,
            DO: start + [{"set": {"over": "d6 > 1"}}] * 4_000,
            **base,
        },
    )
    yield (
        "definitions_heavy_often",
        {
            "definitions": heavy,
            f"{DO}/3": {"repeat": {"do": [{"set": {"over": "d5 > 1"}}], "at_most": HUGE}},
            SCORE: "d6",
            **base,
        },
    )
    yield (
        "definitions_heavy_in_series",
        {
            "definitions": heavy,
            SCORE: "sum(d5 for a in draw for b in draw)",
            "packs/cards/copies": 38,
            **base,
        },
    )
    condition = " and ".join(["hand"] * 60)
    wide = {"d0": definition("hand")} | {
        f"d{n}": definition(f"{condition} and d{n - 1}") for n in range(1, 60)
    }
    yield "definitions_wide", {"definitions": wide, f"{TURN}/play/when": "d59", **base}
    loop = {"repeat": {"do": [{"set": {"stake": "stake * stake * stake"}}], "at_most": HUGE}}
    yield "product_set", {f"{DO}/3": loop, "variables/stake/start": 7}
    adding = {"repeat": {"do": [{"add": {"stake": "stake"}}], "at_most": HUGE}}
    yield "sum_set", {f"{DO}/3": adding, "variables/stake/start": 7}
    halves = {"repeat": {"do": [{"add": {"stake": "1 / (stake + 1)"}}], "at_most": HUGE}}
    yield "fraction_set", {f"{DO}/3": halves, "variables/stake/start": "1 / 3"}
    minus = {"repeat": {"do": [{"set": {"stake": "0 - stake - stake"}}], "at_most": HUGE}}
    yield "difference_set", {f"{DO}/3": minus, "variables/stake/start": 7}
    summed = {
        "repeat": {"do": [{"set": {"stake": "sum(stake for x in range(1, 9))"}}], "at_most": HUGE}
    }
    yield "series_sum_set", {f"{DO}/3": summed, "variables/stake/start": 7}
    yield "zero_procedure", procedures(a=[])
    arguments = {**work, "takes": [{"x": "integer"}, {"x": "integer"}], "do": []}
    yield "argument_twice", {"procedures/a": arguments}


def names() -> Iterator[tuple[str, Case]]:
    """Yield names and labels that mean something elsewhere."""
    for name in (
        "class", "lambda", "none", "true", "me", "seats", "sum", "__class__", "__init__", "import",
        "not", "and", "if", "for", "in", "is", "async", "await", "match", "print", "self", "a b",
        "A", "ä", "", "1", "a.b", "../x", "_x", "picked", "c", "p", "n", "w", "all", "owner",
    ):  # fmt: skip
        shown = name.replace("/", "_").replace(".", "_").replace(" ", "_")
        yield (
            f"variable_{shown}",
            {
                f"variables/{name}" if "/" not in name else "variables": (
                    {"type": "boolean", "cites": ["C1"]}
                    if "/" not in name
                    else {name: {"type": "boolean", "cites": ["C1"]}}
                )
            },
        )
        yield (
            f"attribute_{shown}",
            {"packs/cards/cards": {"rank": "2..14", name: ["x", "y"], "suit": ["a", "b"]}},
        )
    for name, label in {
        "class": "{rank.__class__}",
        "position": "{0}",
        "empty": "{}",
        "conversion": "{rank!r}",
        "width": "{rank:>1000000000}",
        "open": "{rank",
        "closed": "rank}",
        "double": "{{rank}}",
        "nested": "{rank:{suit}}",
        "unknown": "{rnk}",
        "spaces": "{rank} {suit}",
        "long": "{rank}" * 600,
        "nothing": "x",
        "newline": "{rank}\n{suit}",
        "percent": "%s{rank}%(rank)s",
        "escape": "\x1b[31m{rank}",
    }.items():
        yield f"label_{name}", {"packs/cards/label": label}
        yield (
            f"announce_{name}",
            {f"{DO}/6": {"announce": {"text": label, "values": {"rank": "1", "suit": "2"}}}},
        )
    yield "names_format", {"packs/cards/names": {"rank": {"11": "{suit}{suit}{suit}"}}}
    yield "names_space", {"packs/cards/names": {"rank": {"11": "a b"}}}
    yield "names_unknown", {"packs/cards/names": {"rnk": {"11": "J"}}}
    yield "names_grow", {
        "packs/cards/names": {"rank": {str(n): "{suit}" * 500 for n in range(2, 15)},
                              "suit": {"clubs": "x" * 4000}},
        "packs/cards/label": "{rank}{suit}" * 300,
    }  # fmt: skip
    for name, identity in {
        "path": "../../../etc/passwd",
        "absolute": "/etc/passwd",
        "dots": "..",
        "nul": "a\0b",
        "long": "a" * 10_000,
        "device": "con",
        "missing": "no-such-table",
    }.items():
        yield f"paytable_{name}", {"paytables": {"main": {"id": identity, "version": "1.0.0"}}}
    yield "paytable_parameter", {
        "parameters/rounds": {
            "type": "payout", "title": "x", "text": "x", "paytable": "main", "row": "a",
            "default": 1, "cites": ["C1"],
        }
    }  # fmt: skip
    yield "paytable_unknown_parameter", {
        "parameters/pay": {
            "type": "payout", "title": "x", "text": "x", "paytable": "main", "row": "a",
            "cites": ["C1"],
        }
    }  # fmt: skip
    for name, share in {"zero": "1/0", "long": "1/" + "3" * 900_000, "nan": "nan", "e": "1e999",
                        "exponent": "1e-99999999"}.items():  # fmt: skip
        yield f"share_{name}", {
            "parameters/share": {
                "type": "share", "title": "x", "text": "x", "unit": "x", "default": share,
                "minimum": 0, "maximum": 1, "cites": ["C1"],
            }
        }  # fmt: skip


def places_in(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the keys that lead to everything in some data."""
    yield place
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for key, part in inner:
        yield from places_in(part, (*place, key))


def at(value: Any, place: tuple[Any, ...]) -> Any:
    """Return what the keys lead to."""
    for key in place:
        value = value[key]
    return value


def mutations() -> Iterator[tuple[str, Case]]:
    """Yield the small game with one part taken from another place, left out, or spliced."""
    for seed in range(300):
        chance = Random(seed)
        data = deepcopy(BASE)
        places = [place for place in places_in(data) if len(place) > 1]
        here, there = chance.choice(places), chance.choice(places)
        holder, old, new = at(data, here[:-1]), at(data, here), deepcopy(at(data, there))
        match chance.randrange(4):
            case 0:
                holder[here[-1]] = new
            case 1:
                del holder[here[-1]]
            case 2 if isinstance(holder, dict):
                holder[str(there[-1])] = new
            case _ if isinstance(old, str) and isinstance(new, str) and old.split() and new.split():
                words = old.split()
                words[chance.randrange(len(words))] = chance.choice(new.split())
                holder[here[-1]] = " ".join(words)
            case _:
                holder[here[-1]] = chance.choice([None, 0, -1, [], {}, "none", "me", "all", "1..3"])
        yield str(seed), json.dumps(data)


@cache
def all_cases() -> dict[str, Callable[[], bytes]]:
    """Return every case by its name; what is in its file is made when it is asked for."""
    found: dict[str, Callable[[], bytes]] = {
        f"{group.__name__}_{name}": partial(_written, case, BASE)
        for group in (injections, nestings, bombs, wrong_types, sizes, picks, growth, names,
                      mutations)
        for name, case in group()
    }  # fmt: skip
    return found | {name: partial(_written, case, BANKED) for name, case in banked_cases()}


def _written(case: Case, base: Data) -> bytes:
    if isinstance(case, bytes):
        return case
    if isinstance(case, dict):
        # Each part on a line of its own; with these separators it is quick, by `indent` it is not.
        case = json.dumps(spec_with(case, base), separators=(",\n", ": "))
    return case.encode()
