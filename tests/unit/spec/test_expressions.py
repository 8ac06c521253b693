"""The text of expressions: one form, limits, ranges, fields in braces."""

import pytest

from certify.language.expressions import (
    DEEPEST,
    LONGEST,
    fields_of,
    given_once,
    normalised,
    parse,
    spaced,
    split_range,
)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("a+b", "a + b"),
        ("( a + b )", "a + b"),
        ("a\n  + b", "a + b"),
        ('"word"', "'word'"),
        ("not(a)", "not a"),
        ("hand[ p ]", "hand[p]"),
        ("max((c.rank for c in hand),default=0)", "max((c.rank for c in hand), default=0)"),
        ("[c for c in hand if c.rank==2]", "[c for c in hand if c.rank == 2]"),
        ("1<=n<=3", "1 <= n <= 3"),
        ("a if(b)else c", "a if b else c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a - b) - c", "a - b - c"),
        ("-(-a)", "--a"),
    ],
)
def test_one_form(text, form):
    assert normalised(text) == form
    assert normalised(form) == form


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an expression"),
        ("1 +", "not an expression: invalid syntax"),
        ("a = 1", "not an expression: = is written =="),
        ("1..6", "not an expression: 1..6 is written range(1, 6)"),
        ("a && b", "not an expression: && or || is written and, or"),
        ("a => 1", "not an expression: => or =< is written >= or <="),
        ("a <> 1", "not an expression: <> is written !="),
        ("!a", "not an expression: ! is written not"),
        ("a ? 1 : 2", "not an expression: a ? b : c is written b if a else c"),
        ("if a then 1 else 2", "not an expression: if a then b else c is written b if a else c"),
        ("a; b", "not an expression: invalid syntax at character 2"),
        ("(a", "not an expression: '(' was never closed at character 1"),
        ("a)(b", "not an expression"),
        ("a # or b", "# begins no comment in it"),
        ("a\0", "not an expression"),
        ("(" * 300 + "a" + ")" * 300, "not an expression: too many nested parentheses"),
        ("a" * (LONGEST + 1), f"more than {LONGEST} characters"),
        ("not " * DEEPEST + "a", f"nested deeper than {DEEPEST} levels"),
        ("-" * 900 + "a", f"nested deeper than {DEEPEST} levels"),
    ],
)
def test_refused(text, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  (looked at below)
        parse(text)
    assert message in str(caught.value)


def test_as_deep_as_the_limit():
    assert parse("not " * (DEEPEST - 1) + "a")


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1..4", ("1", "4")),
        ("3", ("3", "3")),
        (" 0 .. all", ("0", "all")),
        ("a+1..b", ("a+1", "b")),
    ],
)
def test_ranges(text, ends):
    assert split_range(text) == ends


def test_what_may_be_a_range():
    assert spaced(" 0 ..  2*n ") == "0..2 * n"
    assert spaced(" seat ") == "seat"
    with pytest.raises(ValueError, match="not an expression"):
        spaced("0..")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("to {letter}, {name}", ["letter", "name"]),
        ("nothing", []),
        ("{rank", None),
        ("rank}", None),
        ("{{rank}}", None),
        ("{}", None),
        ("{0}", None),
        ("{rank!r}", None),
        ("{rank:>9}", None),
        ("{rank.__class__}", None),
    ],
)
def test_fields(text, fields):
    assert fields_of(text) == fields


def test_keys_that_are_the_same():
    assert given_once({"a": "1", "b": "2", "not +": "3"})
    with pytest.raises(ValueError, match=r"a\[p\] is given twice"):
        given_once({"a[p]": "1", "a[ p ]": "2"})
