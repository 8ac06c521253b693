"""Mistakes in the parts of play: one sentence each, at the deepest line, all at once."""

# ruff: noqa: E501  (one mistake a line)

import pytest
import yaml

from certify.errors import SpecInvalidError
from certify.language.catalogue import load_game
from tests.support.specs import TAKEN_OUT, spec_with, written

DO = "procedures/play/do"
MOVES = "decisions/turn/moves"
STEPS = "examples/one_play/steps"
NAME = "a name of small letters, digits and _ that begins with a letter"


def problems_of(folder, changes):
    """Return the file's lines and the problems of the small game with changes."""
    path = written(folder, spec_with(changes))
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    return path.read_text(encoding="utf-8").splitlines(), caught.value.problems


@pytest.mark.parametrize(
    ("changes", "place", "message", "line"),
    [
        ({f"{DO}/0": {"shufle": "draw"}}, f"{DO}/0", "unknown statement shufle; did you mean shuffle?", "{"),
        ({f"{DO}/0": {"do": []}}, f"{DO}/0", "do without each or repeat", "{"),
        ({f"{DO}/0": {"zzzzzz": 1}}, f"{DO}/0", "unknown statement zzzzzz; expected one of shuffle, deal,", "{"),
        ({f"{DO}/0": {}}, f"{DO}/0", "the statement is empty; expected one of shuffle, deal,", "{"),
        ({f"{DO}/0": "draw"}, f"{DO}/0", "expected a statement, one of shuffle, deal,", '"draw"'),
        ({f"{DO}/0/deal": {"from": "draw", "to": "stack"}}, f"{DO}/0/deal", "an entry holds one statement; begin a new one with `- deal:`", '"deal"'),
        ({f"{DO}/0": {"each": {"p": "seats"}}}, f"{DO}/0/do", "missing", "{"),
        ({f"{DO}/4/do": []}, f"{DO}/4/do", "do belongs inside repeat", '"do"'),
        ({f"{DO}/4/repeat/at_most": TAKEN_OUT}, f"{DO}/4/repeat/at_most", "missing", '"repeat"'),
        ({f"{DO}/4/repeat/untill": "over"}, f"{DO}/4/repeat/untill", "unknown key; did you mean until?", '"untill"'),
        ({f"{DO}/1/do/0/deal/form": "draw"}, f"{DO}/1/do/0/deal/form", "unknown key; did you mean from?", '"form"'),
        ({f"{DO}/0": {"let": {"n": "1", "m": "2"}}}, f"{DO}/0/let", "expected at most 1 entry", '"let"'),
        ({f"{DO}/0": {"let": {"n": "1"}}}, f"{DO}/0/let/n", "nothing reads n in the statements after it", '"n"'),
        ({f"{DO}/0": {"let": {"n": "unknown_name"}}}, f"{DO}/0/let/n", "unknown name unknown_name", '"n"'),
        ({f"{DO}/0": {"let": {"draw": "1"}}}, f"{DO}/0/let/draw", "draw means something else; choose another name", '"draw"'),
        ({f"{DO}/0": {"let": {"in": "1"}}}, f"{DO}/0/let/in", "expressions cannot use the word in as a name; choose another", '"in"'),
        ({f"{DO}/0": {"let": {"n": "draw"}}}, f"{DO}/0/let/n", "a name is given to one value; `draw` is a list of cards", '"n"'),
        ({f"{DO}/1/do": [{"let": {"p": "1"}}]}, f"{DO}/1/do/0/let/p", "p is a name already; choose another name", '"p"'),
        ({f"{DO}/1/do": [{"let": {"n": "1"}}, {"let": {"n": "2"}}]}, f"{DO}/1/do/1/let/n", "n is a name already; choose another name", '"n": "2"'),
        ({f"{DO}/1/do": [{"let": {f"n{i}": "1"}} for i in range(25)]}, f"{DO}/1/do/20/let/n20", "more than 20 names hold at once", '"n20"'),
        ({f"{DO}/1/do": [{"match": "len(draw)", "cases": {str(i): [{"stop": "game"}] for i in range(201)}}]}, f"{DO}/1/do/0/cases", "more than 200 cases", '"cases"'),
        ({f"{DO}/1/do": [{"if": "true", "then": [{"let": {"n": "1"}}, {"deal": {"cards": "n", "from": "draw", "to": "stack"}}]}, {"deal": {"cards": "n", "from": "draw", "to": "stack"}}]}, f"{DO}/1/do/1/deal/cards", "unknown name n", '"cards"'),
        ({f"{DO}/0/shuffle": [1]}, f"{DO}/0/shuffle", "expected text; write it in quotes; found a list", '"shuffle"'),
        ({f"{DO}/0": {"call": 5}}, f"{DO}/0/call", "expected text or keys and values; found 5 (a number)", '"call"'),
        ({f"{DO}/0": {"call": {"play": 5}}}, f"{DO}/0/call/play", "expected a list; found 5", '"play"'),
        ({f"{DO}/0": {"ask": "Bad Name"}}, f"{DO}/0/ask", f'expected {NAME}; found "Bad Name"', '"ask"'),
        ({f"{DO}/3/set": {}}, f"{DO}/3/set", "expected at least 1 entry; found none", '"set"'),
        ({f"{DO}/3/set/over ": "true", f"{DO}/3/set/over": "true"}, f"{DO}/3/set", "over is given twice", '"set"'),
        ({f"{MOVES}/play/wen": "hand"}, f"{MOVES}/play/wen", "unknown key; did you mean when?", '"wen"'),
        ({f"{MOVES}/play/pick/wher": "true"}, f"{MOVES}/play/pick/wher", "unknown key; did you mean where?", '"wher"'),
        ({f"{MOVES}/play/pick/seat": "seats"}, f"{MOVES}/play/pick", "expected exactly one of card, cards,", '"pick"'),
        ({f"{MOVES}/play/pick": {"cards": "hand"}}, f"{MOVES}/play/pick", "a pick of cards needs n, how many, such as 1..all", '"pick"'),
        ({f"{STEPS}/1": {"seat": 1, "mve": "play"}}, f"{STEPS}/1", "unknown step mve; did you mean move?", "{"),
        ({f"{STEPS}/1/seat": "A b"}, f"{STEPS}/1/seat", f'expected {NAME}; found "A b"', '"seat"'),
        ({f"{STEPS}/1/pick": [1]}, f"{STEPS}/1/pick", "expected text or a whole number; found a list", '"pick"'),
        ({f"{STEPS}/2/expect/fact": []}, f"{STEPS}/2/expect/fact", "unknown key; did you mean facts?", '"fact"'),
        ({"variables/over/type": "bool"}, "variables/over/type", "expected boolean, a..b, number, seat, a pack or a list of words; found bool (did you mean boolean?)", '"type": "bool"'),
        ({"variables/mood/type": 5}, "variables/mood/type", "expected text or a list; found 5 (a number)", '"type": 5'),
        ({"variables/mood/type": ["calm", 5]}, "variables/mood/type/1", "expected text; write it in quotes; found 5", "5"),
        ({"packs/cards/cards/rank": [1, None]}, "packs/cards/cards/rank/1", "expected a whole number or true or false or text; found nothing", "null"),
        ({"players/seats": [9]}, "players/seats/0", "expected at most 8; found 9", "9"),
        ({"players/roles": ["one", "two", "three", "four"]}, "players/roles", "4 roles are named, and at most 3 play", '"roles"'),
        ({"packs/cards/cards/rank": "2-14"}, "packs/cards/cards/rank", "2 - 14 is one number; a range is 2..14", '"rank"'),
        ({"zones/Hand": {"see": "all", "cites": ["C1"]}}, "zones/Hand", f'expected {NAME}; found "Hand"', '"Hand"'),
        ({"result/score": "1 +"}, "result/score", "not an expression: invalid syntax", '"score"'),
        ({f"{DO}/3/set/stake": "stake *"}, f"{DO}/3/set/stake", "not an expression: invalid syntax", '"stake"'),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_shape(tmp_path, changes, place, message, line):
    lines, problems = problems_of(tmp_path, changes)
    assert len(problems) == 1, [str(problem) for problem in problems]
    (problem,) = problems
    assert problem.place.strip() == place.replace("/", ".")
    assert problem.message.startswith(message)
    assert line in lines[problem.line - 1]


@pytest.mark.parametrize(
    ("changes", "place", "message", "line"),
    [
        ({f"{DO}/0/shuffle": "darw"}, f"{DO}/0/shuffle", "unknown name darw; did you mean draw?", "darw"),
        ({f"{DO}/0/shuffle": "points"}, f"{DO}/0/shuffle", "expected a zone; found points; known: draw, hand, stack", "points"),
        ({f"{DO}/3/set": {"moood": "'calm'", "stke": "1"}}, f"{DO}/3/set/stke", "unknown name stke; did you mean stake?", "stke"),
        ({f"{DO}/3/set/stake": "'calm'"}, f"{DO}/3/set/stake", "expected a number; `'calm'` is one of the words calm", "calm"),
        ({f"{DO}/3/set/mood": "'angri'"}, f"{DO}/3/set/mood", "expected one of the words angry, calm; `'angri'` is one of the words angri; did you mean 'angry'?", "angri"),
        ({f"{DO}/6/announce/values/seat": "leadr"}, f"{DO}/6/announce/values/seat", "unknown name leadr; did you mean leader?", "leadr"),
        ({f"{DO}/6/announce/text": "Led by {seet}."}, f"{DO}/6/announce/text", "there is no value seet; did you mean seat?", "seet"),
        ({f"{DO}/6/announce/text": "Led by {seat."}, f"{DO}/6/announce/text", "expected names in braces, such as {name}", "{seat"),
        ({f"{DO}/6/announce/text": "Led."}, f"{DO}/6/announce/values/seat", "the text does not show seat", '"seat"'),
        ({f"{DO}/1/do/0/deal/to": "hnd[p]"}, f"{DO}/1/do/0/deal/to", "unknown name hnd; did you mean hand?", "hnd"),
        ({f"{DO}/0": {"call": "plya"}}, f"{DO}/0", "there is no procedure plya; did you mean play?", "{"),
        ({f"{DO}/4/repeat/do/0/do/0": {"ask": {"trn": "p"}}, f"{DO}/0": {"ask": {"turn": "1"}}}, f"{DO}/4/repeat/do/0/do/0", "there is no decision trn; did you mean turn?", "{"),
        ({f"{MOVES}/wait/do/0/place": {"chp": "me"}}, f"{MOVES}/wait/do/0/place/chp", "there is no token chp; did you mean chip?", "chp"),
        ({"policies/high/decisions/turn/play": "picked.rnk"}, "policies/high/decisions/turn/play", "cards have no attribute rnk; did you mean rank?", "rnk"),
        ({"policies/high/decisions/turn/plya": "1"}, "policies/high/decisions/turn/plya", "there is no move plya; did you mean play?", "plya"),
        ({"invariants/few/is": "len(hands[1]) < 5"}, "invariants/few/is", "unknown name hands; did you mean hand?", "hands"),
        ({"definitions/fits/is": "not stak or r >= 2"}, "definitions/fits/is", "unknown name stak; did you mean stack?", "stak"),
        ({"definitions/fits/is": "not stack or r == 'a'"}, "definitions/fits/is", "an integer is never equal to one of the words a", "'a'"),
        ({"packs/cards/label": "{rnk}{suit}"}, "packs/cards/label", "there is no attribute rnk; did you mean rank?", "rnk"),
        ({"packs/cards/label": "{rank}{suit"}, "packs/cards/label", "expected attributes in braces without spaces", "{suit"),
        ({"packs/cards/names/suit/clubs": "a b"}, "packs/cards/names/suit/clubs", "expected at most 64 characters without spaces", "a b"),
        ({"packs/cards/copies": "len(draw)"}, "packs/cards/copies", "expected a value that is known before play; it reads draw", "draw"),
        ({"zones/hand/limit": "points[me]"}, "zones/hand/limit", "expected a value that is known before play; it reads me, points", "points"),
        ({"variables/points/type": "0..supply(chip)"}, "variables/points/type", "expected a value that is known before play; it reads chip", "supply"),
        ({"variables/leader/start": "me"}, "variables/leader/start", "expected a value that is known before play; it reads me", "me"),
        ({"variables/c": {"type": "boolean", "cites": ["C1"]}}, f"{MOVES}/play/pick/where", "c is a candidate here, and the name of a variable", "where"),
        ({"definitions/fits/takes": [{"sum": "integer"}]}, "definitions/fits/takes", "sum already means something else", "takes"),
        ({"definitions/fits/takes": [{"hand": "integer"}]}, "definitions/fits/takes", "hand already means something else: it is the name of a zone", "takes"),
        ({"packs/cards/into": "darw"}, "packs/cards/into", "there is no zone darw; did you mean draw?", "darw"),
        ({"zones/hand/of": "set"}, "zones/hand/of", "expected seat, a pack or a range a..b; found set (did you mean seat?)", '"set"'),
        ({"variables/leader/type": "seet"}, "variables/leader/type", "expected boolean, a..b, number, seat, a pack or a list of words; found seet", "seet"),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_meaning(tmp_path, changes, place, message, line):
    lines, problems = problems_of(tmp_path, changes)
    found = {problem.place: problem for problem in problems}
    wanted = place.replace("/", ".")
    assert wanted in found, [str(problem) for problem in problems]
    assert found[wanted].message.startswith(message), found[wanted].message
    assert line in lines[found[wanted].line - 1]


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({"examples/one_play/players": 5}, "players", "expected 2 or 3; found 5"),
        ({"examples/one_play/parameters": {"round": 1}}, "parameters/round", "there is no parameter round; did you mean rounds?"),
        ({"examples/one_play/parameters": {"rounds": 9}}, "parameters/rounds", "expected a whole number from 1 to 5; found 9"),
        ({"examples/one_play/run": "plya"}, "run", "there is no procedure plya; did you mean play?"),
        ({"examples/one_play/given/zones": {"hnd[1]": ""}}, "given/zones/hnd[1]", "unknown name hnd; did you mean hand?"),
        ({"examples/one_play/given/zones": {"hand": ""}}, "given/zones/hand", "hand is one for each seat; name the seat, hand[1]"),
        ({"examples/one_play/given/zones": {"hand[3]": ""}}, "given/zones/hand[3]", "there is no seat 3 with 2 players"),
        ({"examples/one_play/given/zones": {"points[1]": ""}}, "given/zones/points[1]", "expected a zone; found points[1]"),
        ({"examples/one_play/given/zones": {"mood": ""}}, "given/zones/mood", "there is no zone mood"),
        ({"examples/one_play/given/variables": {"mood": "'angri'"}}, "given/variables/mood", "expected one of the words angry, calm;"),
        ({"examples/one_play/given/variables": {"stack": "1"}}, "given/variables/stack", "there is no variable stack"),
        ({"examples/one_play/given/tokens": {"chp[1]": 1}}, "given/tokens/chp[1]", "unknown name chp; did you mean chip?"),
        ({"examples/one_play/given/rest": "darw"}, "given/rest", "unknown name darw; did you mean draw?"),
        ({f"{STEPS}/1/seat": 3}, "steps/1/seat", "expected a seat from 1 to 2; found 3"),
        ({f"{STEPS}/1/seat": "boss"}, "steps/1/seat", "there is no role boss; known: none"),
        ({f"{STEPS}/1/move": "plya"}, "steps/1/move", "there is no move plya; did you mean play?"),
        ({f"{STEPS}/1/decision": "trn"}, "steps/1/decision", "there is no decision trn; did you mean turn?"),
        ({f"{STEPS}/1": {"seat": 1, "refused": "plya"}}, "steps/1/refused", "there is no move plya; did you mean play?"),
        ({f"{STEPS}/1": {"seat": 1, "move": "wait", "pick": "3C"}}, "steps/1/pick", "there is nothing to pick in the move wait"),
        ({f"{STEPS}/2/expect/facts": ["poins[1] == 3"]}, "steps/2/expect/facts/0", "unknown name poins; did you mean points?"),
        ({f"{STEPS}/2/expect/facts": ["points[1]"]}, "steps/2/expect/facts/0", "expected true or false; `points[1]` is an integer, compare it"),
        ({f"{STEPS}/2/expect/zones": {"stak": ""}}, "steps/2/expect/zones/stak", "unknown name stak; did you mean stack?"),
        ({f"{STEPS}/2/expect/decision": "trn"}, "steps/2/expect/decision", "there is no decision trn; did you mean turn?"),
        ({f"{STEPS}/2/expect/seat": 4}, "steps/2/expect/seat", "expected a seat from 1 to 2; found 4"),
        ({f"{STEPS}/2/expect/scores": [1]}, "steps/2/expect/scores", "expected 2 scores; found 1"),
        ({f"{STEPS}/0/chance": []}, "steps/0/chance", "expected outcomes; found none"),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_examples_before_they_are_run(tmp_path, changes, place, message):
    lines, problems = problems_of(tmp_path, changes)
    (problem,) = problems
    assert problem.place == f"examples.one_play.{place.replace('/', '.')}"
    assert problem.message.startswith(message), problem.message
    last = place.rpartition("/")[2]
    assert last in lines[problem.line - 1] or last.isdigit()


CALL = {"call": "extra"}
EXTRA = {"text": "Extra.", "do": [{"set": {"over": "true"}}], "cites": ["C1"]}


def chain(number):
    """Return so many procedures that call each other, the last of them by `play`."""
    calls = {n: EXTRA | {"do": [{"call": f"extra{n - 1}"}]} for n in range(1, number)}
    procedures = {f"procedures/extra{n}": extra for n, extra in ({0: EXTRA} | calls).items()}
    return procedures | {f"{DO}/5/then/0": {"call": f"extra{number - 1}"}}


@pytest.mark.parametrize(
    ("changes", "place", "message"),
    [
        ({f"{MOVES}/wait/when": "false"}, f"{MOVES}/wait/when", "the move can never be legal"),
        ({"procedures/extra": EXTRA}, "procedures/extra", "the procedure is never called"),
        ({"definitions/one": {"is": "1", "cites": ["C1"]}}, "definitions/one", "no expression uses this definition"),
        ({"definitions/one": {"is": "1", "cites": ["C1"]}, "definitions/two": {"is": "one", "cites": ["C1"]}}, "definitions/one", "no expression uses this definition"),
        ({f"{DO}/4/repeat/at_most": "3"}, "parameters/rounds", "no expression reads this parameter"),
        ({"variables/spare": {"type": "0..9", "cites": ["C1"]}}, "variables/spare", "the variable is only set, never read"),
        ({"variables/spare": {"type": "0..9", "cites": ["C1"]}, f"{DO}/5/then/0": {"add": {"spare": "1"}}}, "variables/spare", "the variable is only set, never read"),
        ({"procedures/extra": EXTRA | {"do": [CALL]}, f"{DO}/5/then/0": CALL}, "procedures/extra", "the procedure calls itself"),
        ({f"{MOVES}/wait/do/0": {"ask": "turn"}}, "decisions/turn", "the decision asks for itself"),
        (chain(100), "procedures/play", "calls lie more than 100 deep in each other here"),
        (chain(99), "", ""),
        ({"zones/spare": {"see": "all", "cites": ["C1"]}}, "zones/spare", "no card ever comes into this zone"),
        ({f"{MOVES}/wait/when": "not draw"}, "", ""),
        ({f"{MOVES}/wait/when": "len(hand[1]) > 2"}, "", ""),
        ({f"{MOVES}/wait/when": "any(c.rank == 2 for c in hand[1])"}, f"{MOVES}/wait", "it depends on hand, which the player may not see"),
    ],
    ids=lambda value: str(value)[:60],
)  # fmt: skip
def test_parts_that_hang_together_with_nothing(tmp_path, changes, place, message):
    if not place:
        load_game(str(written(tmp_path, spec_with(changes))))
        return
    _, problems = problems_of(tmp_path, changes)
    found = {problem.place: problem.message for problem in problems}
    assert found[place.replace("/", ".")].startswith(message)


def test_a_family_reads_parameters_itself(tmp_path):
    changes = {f"{DO}/4/repeat/at_most": "3", "game/family": "twenty_one"}
    load_game(str(written(tmp_path, spec_with(changes))))


def test_all_problems_at_once(tmp_path):
    _, problems = problems_of(
        tmp_path,
        {
            "result/score": "pints[me]",
            "definitions/fits/is": "r >= 'a'",
            f"{DO}/0/shuffle": "darw",
            f"{DO}/3/set": {"moood": "1", "stake": "'x'"},
            f"{MOVES}/play/when": "hnd",
            "examples/one_play/run": "plya",
        },
    )
    assert len(problems) == 7
    assert [problem.line for problem in problems] == sorted(problem.line for problem in problems)


def test_a_definition_is_told_of_once_and_where_it_stands(tmp_path):
    _, problems = problems_of(
        tmp_path,
        {
            "definitions/one": {"is": "nothing + 1", "cites": ["C1"]},
            "definitions/two": {"is": "one + one", "cites": ["C1"]},
            "result/score": "two + one",
            "invariants/few/is": "one > 2",
            "examples/one_play/steps": [{"expect": {"facts": ["two == 1"]}}],
        },
    )
    assert [problem.place for problem in problems] == ["definitions.one.is"]


def test_a_definition_that_is_wrong_for_one_use_is_told_of_where_it_stands(tmp_path):
    _, problems = problems_of(
        tmp_path,
        {
            "definitions/same": {
                "takes": [{"x": "word"}],
                "is": "x == 'calm'",
                "cites": ["C1"],
            },
            "invariants/few/is": "same('furious')",
            f"{MOVES}/wait/when": "same(mood)",
        },
    )
    assert [problem.place for problem in problems] == ["definitions.same.is"]


def test_a_circle_of_definitions_is_told_of_once(tmp_path):
    _, problems = problems_of(
        tmp_path,
        {f"definitions/{name}": {"is": f"{used} + 1", "cites": ["C1"]}
         for name, used in zip("abd", "bda", strict=True)},
    )  # fmt: skip
    assert [str(problem.message) for problem in problems] == [
        "the definition uses itself: a -> b -> d -> a"
    ]


def test_many_problems_are_shortened(tmp_path):
    path = written(tmp_path, spec_with({DO: [{"shufle": "draw"}] * 500}))
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    lines = str(caught.value).splitlines()
    assert len(lines) == 101
    assert lines[-1].startswith("and ")


def test_the_small_game_is_yaml_and_right(tmp_path):
    path = tmp_path / "spec.yaml"
    path.write_text(yaml.safe_dump(spec_with()), encoding="utf-8")
    assert load_game(str(path)).play is not None
