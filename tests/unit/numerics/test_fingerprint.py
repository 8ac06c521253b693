"""Which sources figures rest on; that a hash of them changes with figures, and not with words."""

from __future__ import annotations

import ast
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from certify.numerics import fingerprint as module
from certify.numerics.fingerprint import (
    PLACES,
    REPORTS,
    WORDS,
    engine_of,
    fingerprint,
    imports,
    meaning,
    sources_of,
    statements,
)

PACKAGE = Path(module.__file__).parents[1]
FILES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


KNOWN = frozenset(map(name_of, FILES))


def imported(tree: ast.AST) -> set[str]:
    """Return what Python's own parser finds imported, but for types alone."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                found |= {each.name for each in names if each.name.startswith("certify")}
            case ast.ImportFrom(module=str(origin), names=names) if origin.startswith("certify"):
                full = [f"{origin}.{each.name}" for each in names]
                found |= {name if name in KNOWN else origin for name in full}
        found |= imported(node)
    return found


def without_texts(source: str) -> str:
    """Return a source as Python's own parser reads it, without texts that are statements."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                kept = [
                    one
                    for one in body
                    if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
                    or not isinstance(one.value.value, str)
                ]
                setattr(node, name, kept)
    return ast.dump(tree)


def parsed(left: str) -> str:
    """Return what is left of a source as the parser reads it, where bodies may be empty."""
    lines = left.split("\n")
    for number, line in reversed(list(enumerate(lines))):
        depth = len(line) - len(line.lstrip())
        after = lines[number + 1] if number + 1 < len(lines) else ""
        opens = line.split("  #")[0].endswith(":")
        if opens and len(after) - len(after.lstrip()) <= depth:
            lines.insert(number + 1, " " * (depth + 4) + '""')
    return without_texts("\n".join(lines))


@pytest.mark.parametrize("files", [FILES[::24], pytest.param(FILES, marks=pytest.mark.slow)])
def test_what_is_read_of_every_source_is_what_python_reads(files: Sequence[Path]) -> None:
    for path in files:
        source = path.read_text()
        assert imports(source, KNOWN) == imported(ast.parse(source)), path
        assert parsed(meaning(source)) == without_texts(source), path
        # Each statement by itself, put together again, is the whole.
        single = (parsed(each)[len("Module(body=[") : -len(END)] for each in statements(source))
        assert f"Module(body=[{', '.join(single)}{END}" == without_texts(source), path


END = "], type_ignores=[])"


SOURCE = '''"""A module."""

from certify.cards import shoe  # what is dealt from

LIMIT = 3
"""A bound."""


def work(number: int) -> str:
    """Return words."""
    # Why.
    return f"""{number}
# not a comment
"""
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', '"""Another.\n\nAt length.\n"""'),
        ('"""A bound."""\n', ""),
        ("# Why.", "# Because it is so.\n\n    # And so on."),
        ('"""Return words."""', 'r"""Return\n\n    # words.\n    """'),
    ],
)
def test_words_for_readers_change_nothing(old: str, new: str) -> None:
    assert old in SOURCE
    assert meaning(SOURCE.replace(old, new)) == meaning(SOURCE)


@pytest.mark.parametrize("old", ["3", "number}", "# not a comment", "number: int", "shoe "])
def test_everything_else_does(old: str) -> None:
    assert old in SOURCE
    assert meaning(SOURCE.replace(old, f"other{old}")) != meaning(SOURCE)


def test_modules_that_are_left_out_exist() -> None:
    assert KNOWN.issuperset((*WORDS, *PLACES, *REPORTS.values()))


def test_a_figure_rests_on_all_that_its_module_imports_and_on_nothing_else() -> None:
    banked = set(sources_of((REPORTS["banked"],)))
    between = set(sources_of((REPORTS["between_players"],)))
    assert {
        "certify.exact.blackjack.dealer",
        "certify.exact.blackjack.splits.split_joint",
        "certify.numerics.sums",
    } <= banked
    assert {"certify.play.search.games", "certify.play.interpreter.evaluate"} <= between
    assert "certify.studies.fairness.table" not in banked
    assert "certify.studies.shoe.tags" not in between
    for found in (banked, between):
        assert not [
            name for name in found if name.startswith(("certify.cli", "certify.evidence.report"))
        ]
        assert not found.intersection((*WORDS, *PLACES))
    parts = sources_of(("certify.studies.fairness.parts",))
    assert not [
        name for name in parts if name.startswith(("certify.exact.blackjack", "certify.results"))
    ]


@pytest.mark.parametrize(
    ("source", "changes"),
    [
        ("certify.studies.shoe.tags", {"analysed", "banked"}),
        pytest.param("certify.studies.fairness.table", {"between_players"}, marks=pytest.mark.slow),
        # A spec's own figures may be exact, or those of games played, whatever the game.
        ("certify.exact.blackjack.dealer", {"analysed", "banked", "between_players"}),
        pytest.param(
            "certify.play.interpreter.evaluate",
            {"analysed", "banked", "between_players"},
            marks=pytest.mark.slow,
        ),
        pytest.param("certify.studies.fairness.findings", set(), marks=pytest.mark.slow),
        ("certify.present.pdf.styles", set()),
        pytest.param("certify.studies.returns.view", set(), marks=pytest.mark.slow),
    ],
)
def test_a_changed_source_changes_what_rests_on_it(
    source: str, changes: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {kind: engine_of(kind) for kind in REPORTS}
    text = module._text(source)
    monkeypatch.setattr(
        module, "_text", lambda name: text + "more = 1\n" if name == source else _plain(name)
    )
    _forget()
    after = {kind: engine_of(kind) for kind in REPORTS}
    monkeypatch.undo()
    _forget()
    assert {kind for kind in REPORTS if before[kind] != after[kind]} == changes


def _plain(name: str) -> str:
    return module._modules()[name].read_text(encoding="utf-8")


def _forget() -> None:
    for kept in vars(module).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


ROOT_SOURCE = """import math as m
from certify.rules import pays
LIMIT = 2
def edge(): return pays(LIMIT) + m.pi
"""
RULES = """from math import e
LIMIT = 3
def pays(number):
    from certify.deep import rate
    return number * LIMIT + rate() + e
"""
DEEP = "def rate(): return 5\n"


def hashed(monkeypatch: pytest.MonkeyPatch, **sources: str) -> str:
    """Return the fingerprint of a module in a package of these modules."""
    texts = {f"certify.{name}": source for name, source in sources.items()}
    with monkeypatch.context() as patch:
        _forget()
        patch.setattr(module, "_modules", lambda: texts)
        patch.setattr(module, "_text", lambda name: texts[name])
        found = fingerprint(("certify.root",))
    _forget()
    return found


def test_a_fingerprint_is_kept_until_a_source_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sources = {"certify.root": tmp_path / "root.py", "certify.deep": tmp_path / "deep.py"}
    texts = ("from certify.deep import rate\ndef edge(): return rate()\n", DEEP)
    for path, text in zip(sources.values(), texts, strict=True):
        path.write_text(text)
    monkeypatch.setattr(module, "user_cache_path", lambda name: tmp_path / "cache")
    monkeypatch.setattr(module, "_modules", lambda: sources)
    worked: list[str] = []
    plain = module.worked_out

    def counted(roots: tuple[str, ...], *, words: bool = False) -> str:
        worked.append(roots[0])
        return plain(roots, words=words)

    monkeypatch.setattr(module, "worked_out", counted)

    def told() -> str:
        _forget()
        return fingerprint(("certify.root",))

    first = told()
    assert told() == first == plain(("certify.root",))
    assert len(worked) == 1
    deep = sources["certify.deep"]
    times = deep.stat().st_atime_ns, deep.stat().st_mtime_ns
    deep.write_text(DEEP.replace("5", "6"))
    # Its own time of change is kept by the file system, whatever is said of it.
    os.utime(deep, ns=times)
    assert told() != first
    deep.write_text(DEEP)
    assert told() == first
    (tmp_path / "cache" / module.KEPT).write_text("[")
    assert told() == first
    assert len(worked) == 4
    _forget()


def test_where_a_function_stands_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = hashed(monkeypatch, root=ROOT_SOURCE, rules=RULES, deep=DEEP)
    moved = RULES.replace("certify.deep", "certify.far")
    assert hashed(monkeypatch, root=ROOT_SOURCE, rules=moved, far=DEEP) == before
    elsewhere = ROOT_SOURCE.replace("certify.rules", "certify.house")
    assert hashed(monkeypatch, root=elsewhere, house=RULES, deep=DEEP) == before
    without_import = ROOT_SOURCE.replace("from certify.rules import pays\n", "from math import e\n")
    alone = RULES.partition("\n")[2].replace("LIMIT", "FACTOR")
    joined = hashed(monkeypatch, root=without_import + alone, deep=DEEP)
    apart = hashed(monkeypatch, root=ROOT_SOURCE, rules=RULES.replace("LIMIT", "FACTOR"), deep=DEEP)
    assert joined == apart != before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("deep", "5", "6"),
        ("rules", "import e", "import tau as e"),
        ("root", "math as m", "cmath as m"),
        ("rules", "LIMIT = 3", "LIMIT = 2"),
    ],
)
def test_whatever_is_changed_changes_it(
    monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str
) -> None:
    sources = {"root": ROOT_SOURCE, "rules": RULES, "deep": DEEP}
    before = hashed(monkeypatch, **sources)
    assert old in sources[name]
    changed = sources | {name: sources[name].replace(old, new)}
    assert hashed(monkeypatch, **changed) != before


def test_of_a_name_that_two_modules_define_it_counts_which_is_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = hashed(monkeypatch, root=ROOT_SOURCE, rules=RULES, deep=DEEP)
    # The two values of a name change places: the same statements, and another meaning.
    swapped = {
        "root": ROOT_SOURCE.replace("LIMIT = 2", "LIMIT = 3"),
        "rules": RULES.replace("LIMIT = 3", "LIMIT = 2"),
    }
    assert hashed(monkeypatch, **swapped, deep=DEEP) != before
    twice = {"one": "def pays(n): return n\n", "two": "def pays(n): return -n\n"}
    root = (
        "from certify import one, two\nfrom certify.one import pays\ndef edge(): return pays(2)\n"
    )
    other = root.replace("certify.one", "certify.two")
    assert hashed(monkeypatch, root=root, **twice) != hashed(monkeypatch, root=other, **twice)
    renamed = root.replace("import pays", "import pays as rate").replace(
        "return pays", "return rate"
    )
    other = renamed.replace("certify.one", "certify.two")
    assert hashed(monkeypatch, root=renamed, **twice) != hashed(monkeypatch, root=other, **twice)


def test_versions_of_the_libraries_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(("certify.cards",))
    monkeypatch.setattr(module, "version", lambda library: "0")
    _forget()
    assert fingerprint(("certify.cards",)) != before
    _forget()


def test_a_root_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match=r"no module certify\.nowhere"):
        fingerprint(("certify.nowhere",))


def test_a_package_that_is_not_there_keeps_no_code() -> None:
    with pytest.raises(LookupError, match=r"no package certify\.engine"):
        module.code_hash(("engine",))
