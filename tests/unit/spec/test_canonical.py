"""One meaning, one SHA-256: layout does not change it, and any change of meaning does."""

import json

import pytest
import yaml

from certify.language.catalogue import load_game
from certify.runtime.canonical import canonical_bytes
from tests.support.specs import TAKEN_OUT, spec_with, written

DO = "procedures/play/do"


def digest(folder, text):
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return load_game(str(path)).spec_sha256


@pytest.fixture
def issued(tmp_path):
    return load_game(str(written(tmp_path, spec_with()))).spec_sha256


def test_layout_quoting_and_the_order_of_keys_do_not_matter(tmp_path, issued):
    data = spec_with()

    def turned_round(value):
        if isinstance(value, dict):
            return {key: turned_round(value[key]) for key in reversed(value)}
        return [turned_round(part) for part in value] if isinstance(value, list) else value

    texts = [
        json.dumps(data),
        json.dumps(turned_round(data), indent=7),
        yaml.safe_dump(data, sort_keys=True),
        yaml.safe_dump(data, sort_keys=False, width=20),
        yaml.safe_dump(data, default_flow_style=True),
        "# a comment\n" + yaml.safe_dump(data).replace("\n", "  # said beside\n", 1),
        "\n\n" + yaml.safe_dump(data) + "\n# the end\n",
        yaml.safe_dump(data).replace("\n", "\r\n"),
    ]
    assert {digest(tmp_path, text) for text in texts} == {issued}


@pytest.mark.parametrize(
    "changes",
    [
        {"result/score": "points[me]+chip[ me ]"},
        {"result/score": "(points[me] + chip[me])"},
        {"result/score": "points [me]\n  + chip[me]"},
        {f"{DO}/1/do/0/deal/cards": "5"},
        {f"{DO}/1/do/0/deal/cards": " 5 "},
        {f"{DO}/5/if": 'mood=="angry"'},
        {f"{DO}/5/then/0/set/over": True},
        {"tokens/chip/supply": "4"},
        {"variables/points/type": "0 .. 1000"},
        {"packs/cards/cards/rank": " 2..14"},
        {"packs/cards/copies": TAKEN_OUT},
        {"players/roles": TAKEN_OUT},
        {"invariants/few/at": TAKEN_OUT},
        {"game/summary": "  Each plays a card onto the stack in turn.  "},
        {"zones/draw/ordered": False},
        {"definitions/fits/is": "not stack or (r >= 2)"},
    ],
    ids=str,
)
def test_another_way_to_write_the_same(tmp_path, issued, changes):
    assert load_game(str(written(tmp_path, spec_with(changes)))).spec_sha256 == issued


@pytest.mark.parametrize(
    "changes",
    [
        {"game/version": "1.0.1"},
        {"clauses/C1/text": "Everything!"},
        {"parameters/rounds/default": 4},
        {"parameters/mode/default": "double"},
        {"players/seats": [3, 2]},
        {"players/seats": [2]},
        {"packs/cards/copies": 2},
        {"packs/cards/cards/suit": ["diamonds", "clubs", "hearts", "spades"]},
        {"packs/cards/cards/rank": "2..13"},
        {"packs/cards/label": "{suit}{rank}"},
        {"zones/hand/see": "all"},
        {"zones/draw/ordered": True},
        {"zones/stack/limit": 52},
        {"variables/stake/start": "1 / 3"},
        {"variables/mood/type": ["angry", "calm"]},
        {"tokens/chip/supply": 5},
        {"definitions/fits/is": "not stack or r > 2"},
        {"definitions/fits/is": "r >= 2 or not stack"},
        {"decisions/turn/secret": True},
        {"decisions/turn/moves/play/when": "len(hand) > 0"},
        {"decisions/turn/moves/play/text": "Play!"},
        {f"{DO}/1/do/0/deal/cards": 6},
        {f"{DO}/4/repeat/at_most": "rounds + 1"},
        {f"{DO}/5/then": []},
        {"result/score": "chip[me] + points[me]"},
        {"result/best": "least"},
        {"result/measures/left": TAKEN_OUT},
        {"policies/high/decisions/turn/wait": "1"},
        {"invariants/few/at": "end"},
        {"examples/one_play/steps/1/pick": "3D"},
        {"examples/one_play/given/zones": {"hand[1]": "3D 3C"}},
    ],
    ids=str,
)
def test_another_meaning(tmp_path, issued, changes):
    assert load_game(str(written(tmp_path, spec_with(changes)))).spec_sha256 != issued


def test_the_order_of_statements_matters(tmp_path, issued):
    data = spec_with()
    do = data["procedures"]["play"]["do"]
    do[2], do[3] = do[3], do[2]
    assert load_game(str(written(tmp_path, data))).spec_sha256 != issued


def test_the_form_is_that_of_the_standard(tmp_path):
    spec = load_game(str(written(tmp_path, spec_with()))).spec
    form = canonical_bytes(spec)
    assert json.loads(form)["procedures"]["play"]["do"][0] == {"shuffle": "draw"}
    assert b'"if":' in form
    assert (
        form
        == json.dumps(
            json.loads(form), sort_keys=True, separators=(",", ":"), ensure_ascii=False
        ).encode()
    )
