"""Games found by id and by path; every mistake in a file named with its line."""

import pytest

from certify.errors import (
    SpecError,
    SpecInvalidError,
    UnknownGameError,
    UnknownPaytableError,
)
from certify.language.catalogue import load_game
from certify.language.models import GameSpec
from certify.language.references import trace
from certify.resources import data_files


def line_of(path, text):
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_every_game_of_the_package_loads_by_its_id():
    files = [name.removesuffix(".yaml") for name in data_files("rules", ".yaml")]
    assert len(files) == 5
    for file in files:
        assert load_game(file.replace("_", "-")).spec.game.id == file.replace("_", "-")


def test_a_copy_has_the_same_hashes(copied):
    copy, issued = load_game(str(copied())), load_game("blackjack-burnout")
    assert copy.spec_sha256 == issued.spec_sha256
    assert copy.paytable_sha256 == issued.paytable_sha256


def test_hash_changes_with_meaning_and_not_with_comments(copied):
    issued = load_game("blackjack-burnout")
    assert load_game(str(copied("certify: 1", "# a word\ncertify:   1"))).spec_sha256 == (
        issued.spec_sha256
    )
    changed = load_game(str(copied("default: 0.2", "default: 0.25")))
    assert changed.spec_sha256 != issued.spec_sha256
    assert changed.paytable_sha256 == issued.paytable_sha256
    paid = copied('pays: "15:1"', 'pays: "16:1"', file="blackjack_burnout_bonus.yaml")
    assert load_game(str(paid)).paytable_sha256 != issued.paytable_sha256


@pytest.mark.parametrize(
    ("old", "new", "spoiled", "message"),
    [
        ("kind: banked", "kinde: banked", "kinde:", "game.kinde: unknown key; did you mean kind?"),
        ("kind: banked", "kind: bank", "kind: bank", "game.kind: expected banked or between_pl"),
        (
            "    maximum: 8\n",
            "    maximun: 8\n",
            "maximun",
            "parameters.decks.maximun: unknown key; did you mean maximum?",
        ),
        (
            "    default: 6\n",
            '    default: "6"\n',
            'default: "6"',
            'parameters.decks.default: expected a whole number; found "6" (text)',
        ),
        (
            "    default: 6\n",
            "    default: 9\n",
            "default: 9",
            "parameters.decks.default: expected a whole number from 1 to 8; found 9",
        ),
        (
            "    default: true\n",
            "    default: yes\n",
            "default: yes",
            'expected true or false; found "yes" (text)',
        ),
        ("    type: boolean\n", "    type: bolean\n", "bolean", "did you mean boolean?"),
        ("version: 1.0.0", "version: 1.0", "version: 1.0", "expected text; write it in quotes"),
        ("cites: [C1]\n", "cites: [C99]\n", "C99", "there is no clause C99"),
        (
            "clauses:\n",
            'clauses:\n  C99: {lines: "1", text: More.}\n',
            "C99:",
            "clauses.C99: no element cites this clause",
        ),
        (
            "parameters: [burnout_on_bust]",
            "parameters: [burnout_on_bus]",
            "[burnout_on_bus]",
            "there is no parameter burnout_on_bus; did you mean burnout_on_bust?",
        ),
        (
            "set: {decks: 2}",
            "set: {decks: 99}",
            "decks: 99",
            "expected a whole number from 1 to 8; found 99",
        ),
        (
            "    row: blackjack\n",
            "    row: blackjac\n",
            "blackjac\n"[:-1],
            "there is no row blackjac; did you mean blackjack?",
        ),
        (
            "  main:\n    id: blackjack-burnout-main\n    version: 1.0.0",
            "  main:\n    id: blackjack-burnout-main\n    version: 1.0.1",
            "version: 1.0.1",
            "is version 1.0.0",
        ),
        (
            "    id: blackjack-burnout-main\n",
            f"    id: blackjack-burnout-main\n    sha256: {'ab' * 32}\n",
            "sha256: ab",
            "paytables.main.sha256: the SHA-256 of",
        ),
    ],
)
def test_a_mistake_is_named_with_its_line(copied, old, new, spoiled, message):
    path = copied(old, new)
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    found = [str(problem) for problem in caught.value.problems]
    matching = [text for text in found if message in text]
    assert matching, found
    lines = {problem.line for problem in caught.value.problems if message in str(problem)}
    assert line_of(path, spoiled) in lines or spoiled.startswith("blackjac")
    assert all(text.startswith(str(path)) for text in found)


def test_all_mistakes_are_told_at_once(copied):
    path = copied("kind: banked", "kinde: banked")
    text = path.read_text(encoding="utf-8").replace("    default: 6\n", "    default: six\n")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    assert [problem.place for problem in caught.value.problems] == [
        "game.kind",
        "game.kinde",
        "parameters.decks.default",
    ]


def test_a_payout_without_a_basis_is_refused(copied):
    path = copied(
        '    pays: "15:1"\n    basis: to_one\n',
        '    pays: "15:1"\n',
        file="blackjack_burnout_bonus.yaml",
    )
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(path))
    paytable = path.parent.parent / "paytables" / "blackjack_burnout_bonus.yaml"
    line = line_of(paytable, '"5":')
    assert str(caught.value) == f"{paytable}:{line}: rows.5.basis: missing"


@pytest.mark.parametrize("pays", ["15", '"15"', '"-1:1"', '"15:0"', "15.5", '"1/2"', '"1e9:1"'])
def test_odds_are_two_numbers_in_quotes(copied, pays):
    path = copied('pays: "15:1"', f"pays: {pays}", file="blackjack_burnout_bonus.yaml")
    with pytest.raises(SpecInvalidError, match=r"rows\.5\.pays: expected"):
        load_game(str(path))


def test_unknown_games_and_files():
    with pytest.raises(UnknownGameError, match="did you mean blackjack-burnout"):
        load_game("blackjack-burnot")
    with pytest.raises(SpecError, match=r"no/such\.yaml cannot be read: No such file"):
        load_game("no/such.yaml")


def test_a_paytable_that_is_not_there(copied):
    path = copied("id: blackjack-burnout-bonus", "id: blackjack-burnout-bonuses")
    with pytest.raises(
        UnknownPaytableError, match="did you mean blackjack-burnout-bonus"
    ) as caught:
        load_game(str(path))
    assert f"{path}:{line_of(path, 'bonuses')}" in str(caught.value)


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SpecError, match="is not text in UTF-8"):
        load_game(str(path))
    with pytest.raises(SpecError, match="cannot be read: Is a directory"):
        load_game(f"{tmp_path}/")


def test_the_spec_accounts_for_every_line_of_the_source():
    # Lines of the source that hold text.
    source = {3, 23, 7, 9, 11, *range(13, 20), 21, 25, 27, 29, 31, 33, 35, *range(37, 42)}
    covered: set[int] = set()
    for clause in load_game("blackjack-burnout").spec.clauses.values():
        first, _, last = clause.lines.partition("-")
        covered |= set(range(int(first), int(last or first) + 1))
    assert covered - {36} == source


def test_every_clause_is_implemented_and_every_ruling_used():
    game = load_game("blackjack-burnout")
    elements = trace(game.spec, game.paytables)
    assert list(elements) == [*game.spec.clauses, *game.spec.rulings]
    rules = [number for number, clause in game.spec.clauses.items() if clause.kind != "flavour"]
    assert all(elements[number] for number in [*rules, *game.spec.rulings])
    assert elements["C28"] == ("wagers.bonus_2", "paytables.bonus.2")


def test_canonical_form_reads_back_to_the_same_spec():
    spec = load_game("blackjack-burnout").spec
    assert GameSpec.model_validate_json(spec.model_dump_json()) == spec


def changed_copy(tmp_path, old, new):
    """Return a game whose spec has other words in one place."""
    text = data_files("rules", ".yaml")["burnout.yaml"].read_text()
    assert text.count(old) >= 1
    path = tmp_path / "burnout.yaml"
    path.write_text(text.replace(old, new, 1))
    return load_game(str(path))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Burnout\n", "title: Another\n"),
        ("text: After so many", "text: Behind so many"),
        ("  R1:\n    question: ", "  R1:\n    question: And "),
        ("separate: for each player apart", "separate: for every player apart"),
    ],
)
def test_words_of_a_spec_change_its_hash_and_not_that_of_play(tmp_path, old, new):
    changed, issued = changed_copy(tmp_path, old, new), load_game("burnout")
    assert changed.spec_sha256 != issued.spec_sha256
    assert changed.play_sha256 == issued.play_sha256


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("default: separate\n", "default: net\n"),
        ("default: 200\n", "default: 199\n"),
        ("rank: 1..10", "rank: 1..9"),
        ("pick: {cards: hand, n: 1..all}", "pick: {cards: hand, n: 1..2}"),
    ],
)
def test_rules_change_both(tmp_path, old, new):
    assert changed_copy(tmp_path, old, new).play_sha256 != load_game("burnout").play_sha256
