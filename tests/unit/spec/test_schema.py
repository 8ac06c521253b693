"""The JSON Schema of specs: takes every game of the package, refuses what an editor should mark."""

import pytest
from jsonschema import Draft202012Validator

from certify.language.document import read_document
from certify.language.models import GameSpec, Paytable, schema_of
from certify.resources import data_files
from tests.support.specs import TAKEN_OUT, spec_with

DO = "procedures/play/do"
PICK = "decisions/turn/moves/play/pick"


@pytest.fixture(scope="module")
def validator():
    schema = schema_of(GameSpec)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("folder", ["rules", "paytables"])
def test_takes_the_files_of_the_package(folder):
    validator = Draft202012Validator(schema_of(GameSpec if folder == "rules" else Paytable))
    files = data_files(folder, ".yaml")
    assert files
    for name, source in files.items():
        document = read_document(source.read_text(encoding="utf-8"), name)
        found = [
            f"{name}: {error.json_path}: {error.message}"
            for error in validator.iter_errors(document.data)
        ]
        assert found == []


def test_takes_every_section(validator):
    assert list(validator.iter_errors(spec_with())) == []


@pytest.mark.parametrize(
    "changes",
    [
        {f"{DO}/0": {"shufle": "draw"}},
        {f"{DO}/0": {}},
        {f"{DO}/0": "draw"},
        {f"{DO}/0": {"shuffle": "draw", "move": {"from": "draw", "to": "stack"}}},
        {f"{DO}/0": {"each": {"p": "seats"}}},
        {f"{DO}/0": {"stop": "everything"}},
        {f"{DO}/0": {"move": {"to": "stack"}}},
        {f"{DO}/0": {"move": {"to": "stack", "from": "draw", "cards": "hand"}}},
        {f"{DO}/3/set": {}},
        {f"{DO}/4/repeat/at_most": TAKEN_OUT},
        {PICK: {"crd": "hand"}},
        {PICK: {"card": "hand", "seat": "seats"}},
        {PICK: {"cards": "hand"}},
        {PICK: {"seat": "seats", "same": "rank"}},
        {"packs/cards/list": [{"rank": 1}]},
        {"examples/one_play/steps/0": {"sat": 1}},
        {"game/kind": "x"},
        {"game/version": "1"},
        {"variables/mood/type": 5},
        {"procedures/Play": {"text": "x", "cites": ["C1"]}},
        {"zones/hand/se": "all"},
        {"zones/hand": {"cites": ["C1"]}},
        {"zones/Hand": {"see": "all", "cites": ["C1"]}},
        {"zones/hand/cites": ["X1"]},
        {"result/score": 1.5},
        {"result/best": "highest"},
        {"players/seats": [9]},
        {"certify": 2},
    ],
    ids=str,
)
def test_refuses_typical_mistakes(validator, changes):
    assert list(validator.iter_errors(spec_with(changes)))
