"""The YAML that is read, and the YAML that is refused."""

from math import inf

import pytest

from certify.errors import SpecSyntaxError
from certify.language.document import DEEPEST, LARGEST_FILE, read_document, scalar_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("True", "True"),
        ("6", 6),
        ("-6", -6),
        ("0.2", 0.2),
        ("1e3", 1000.0),
        ("3:2", "3:2"),
        ("9-11", "9-11"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("2026-11-21", "2026-11-21"),
        ("1.0.0", "1.0.0"),
        (".inf", ".inf"),
        ("0.30000000000000004", 0.30000000000000004),
        ("0.1234567890123456789", "0.1234567890123456789"),
        ("1e400", inf),
        ("null", None),
        ("~", None),
        ("", None),
    ],
)
def test_scalars_follow_the_core_schema(text, value):
    found = scalar_of(text)
    assert found == value
    assert type(found) is type(value)


def test_lines_and_values():
    document = read_document('a:\n  b: [1,\n    "2"]\nc: text\n', "x.yaml")
    assert document.data == {"a": {"b": [1, "2"]}, "c": "text"}
    assert document.lines["a", "b"] == 2
    assert document.lines["a", "b", 1] == 3
    assert document.locate(("a", "tag of a union", "b", 1, "missing")) == (("a", "b", 1), 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\na: 2\n", "x.yaml:2: a is given twice; first in line 1"),
        ("a: &x 1\nb: *x\n", "x.yaml:1: anchors and aliases"),
        ("a: !!python/object:os.system x\n", "x.yaml:1: tags are not read here"),
        ("a:\n  <<: {b: 1}\n", "x.yaml:2: merge keys"),
        ("? [a]\n: 1\n", "x.yaml:1: a key must be a word"),
        ("a: 1\n---\nb: 2\n", "several documents"),
        ("a: 0.1234567890123456789\n", "x.yaml:1: a number has at most 15 digits"),
        ("a: [1\nb: 2\n", "x.yaml:2: not YAML"),
        ("a: 'x\n", "not YAML"),
        ("a:\n  b: 1\n\tc: 2\n", "x.yaml:3: not YAML: found a tab; lines begin with blanks"),
        ("- 1\n- 2\n", "expected a file of keys and values"),
        ("", "expected a file of keys and values"),
        ("a: 1e999\n", "too large a number"),
        ("a: \x00\n", "not YAML"),
        ("[" * (DEEPEST + 5), "nested deeper"),
        ("a" * (LARGEST_FILE + 1), "larger than"),
    ],
)
def test_refused(text, message):
    with pytest.raises(SpecSyntaxError) as caught:
        read_document(text, "x.yaml")
    assert message in str(caught.value)
    assert caught.value.path == "x.yaml"


def test_an_alias_bomb_is_refused_before_it_grows():
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    with pytest.raises(SpecSyntaxError):
        read_document(bomb, "x.yaml")
