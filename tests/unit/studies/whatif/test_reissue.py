"""A changed game written out: it says what was set, and nothing else has changed."""

import pytest

from certify.errors import OutputError, SpecError
from certify.language.catalogue import load_game
from certify.language.diff import differences
from certify.language.game import parameter_values
from certify.language.reissue import Edited, spec_text
from certify.language.scenarios import ExpectStep
from certify.resources import data_files
from certify.runtime.canonical import sha256_of
from certify.runtime.context import Context
from certify.studies.check.study import _examples
from certify.studies.returns.study import rtp_study
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.reissue import check_new_version, new_version
from certify.studies.whatif.settings import with_settings

GAME = "blackjack-burnout"
SETTINGS = (
    "decks=1",
    "max_split_hands=2",
    "double_on=9-11",
    "burnout_payment=1/6",
    "blackjack_pays=6:5",
    "insurance=false",
)


@pytest.fixture(scope="module")
def game():
    return load_game(GAME)


def write(saved):
    for path, content in saved.files.items():
        path.write_bytes(content)


@pytest.fixture(scope="module")
def saved(game, tmp_path_factory):
    """Return the files of a new version, written, that of the spec first."""
    path = tmp_path_factory.mktemp("new") / "mine.yaml"
    check_new_version(game, path, "1.5.0", [each.partition("=")[0] for each in SETTINGS])
    made = new_version(game, SETTINGS, "1.5.0", path)
    write(made)
    return list(made.files)


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("red-dog", ("decks=2", "main.more.pays=2:1")),
        ("punto-banco", ("tie_pays=9:1",)),
        ("three-card-poker", ("flush_pays=3:1",)),
    ],
)
def test_a_game_of_the_shelf_is_written_too(game, settings, tmp_path):
    """Its paytables lie in a folder of their own."""
    loaded = load_game(game)
    path = tmp_path / "mine.yaml"
    check_new_version(loaded, path, "1.1.0", [each.partition("=")[0] for each in settings])
    write(new_version(loaded, settings, "1.1.0", path))
    again, changed = load_game(str(path)), with_settings(loaded, settings)
    assert again.changed == ()
    assert parameter_values(again) == parameter_values(changed)
    assert again.paytable_sha256 != loaded.paytable_sha256
    for alias in changed.paytables:
        for row in changed.paytable_rows(alias):
            assert again.pays(f"{alias}.{row.key}") == changed.pays(f"{alias}.{row.key}")
    assert _examples(again).passed


@pytest.mark.slow
def test_what_is_written_is_what_was_set(game, saved):
    path = saved[0]
    loaded, changed = load_game(str(path)), with_settings(game, SETTINGS)
    assert loaded.spec.game.version == "1.5.0"
    assert loaded.changed == ()
    assert parameter_values(loaded) == parameter_values(changed)
    assert _examples(loaded).passed
    one = rtp_study(TwentyOneGame(loaded), distribution=False, context=Context())
    other = rtp_study(TwentyOneGame(changed), distribution=False, context=Context())
    assert one.wagers == other.wagers
    assert one.parameters == other.parameters


def test_nothing_else_is_changed(game, saved):
    path = saved[0]
    before = data_files("rules", ".yaml")["blackjack_burnout.yaml"].read_text(encoding="utf-8")
    after = path.read_text(encoding="utf-8")
    new = [line.strip() for line in after.splitlines() if line not in before.splitlines()]
    assert all(line.startswith(("version:", "default:", "parameters: {")) for line in new)
    changes = {(change.element, change.part) for change in differences(game, load_game(str(path)))}
    told = {each for each in changes if not each[0].startswith(("example", "published"))}
    assert told == {
        ("game", "version"),
        *(
            (f"parameter {each.partition('=')[0]}", "default")
            for each in SETTINGS
            if "blackjack" not in each
        ),
        ("paytable main", "paytable.version"),
        ("paytable main", "rows.blackjack.pays"),
    }
    assert {file.name for file in saved} == {"mine.yaml", "blackjack_burnout_main.yaml"}


def test_examples_state_what_they_need_and_no_more(game, tmp_path):
    saved = new_version(
        game, ["burnout_payment=0.25", "bonus.5.pays=20:1"], "2.0.0", tmp_path / "a.yaml"
    )
    assert saved.left_out == ()
    assert set(saved.shortened) == {"the_fifth_win", "all_that_a_round_can_pay"}
    write(saved)
    loaded = load_game(str(tmp_path / "a.yaml"))
    assert saved.stating
    for name in saved.stating:
        assert loaded.spec.examples[name].parameters["burnout_payment"] == 0.2
    (_, last) = loaded.spec.examples["the_fifth_win"].steps
    assert isinstance(last, ExpectStep)
    assert last.expect.facts == ("streak == 0",)
    assert loaded.spec.published == {}
    # A version of a version is written from files beside it.
    (tmp_path / "next").mkdir()
    again = new_version(loaded, ["decks=2"], "2.1.0", tmp_path / "next" / "b.yaml")
    assert {file.name for file in again.files} == {"b.yaml", "blackjack_burnout_bonus.yaml"}
    write(again)
    assert load_game(str(tmp_path / "next" / "b.yaml")).pays("bonus.5") == 20


@pytest.mark.parametrize("version", ["1.4.0", "1.3.9", "0.9.0", "2", "1.5.x", "v1.5.0"])
def test_the_version_must_be_higher(game, tmp_path, version):
    with pytest.raises(SpecError, match="version"):
        check_new_version(game, tmp_path / "a.yaml", version, ["decks"])


def test_nothing_is_overwritten(game, tmp_path):
    (tmp_path / "a.yaml").write_text("mine")
    with pytest.raises(OutputError, match="there already"):
        check_new_version(game, tmp_path / "a.yaml", "1.5.0", ["decks"])
    (tmp_path / "blackjack_burnout_bonus.yaml").write_text("mine")
    with pytest.raises(OutputError, match="there already"):
        check_new_version(game, tmp_path / "b.yaml", "1.5.0", ["bonus.2.pays"])
    check_new_version(game, tmp_path / "b.yaml", "1.5.0", ["decks"])


def test_no_paytable_takes_the_place_of_that_of_another_spec(game, copied):
    spec = copied()
    own = load_game(str(spec))
    with pytest.raises(OutputError, match="taken for those"):
        check_new_version(own, spec.with_name("new.yaml"), "1.5.0", ["bonus.2.pays"])
    check_new_version(own, spec.with_name("new.yaml"), "1.5.0", ["decks"])


def test_nothing_changed_is_no_version(game, tmp_path):
    with pytest.raises(SpecError, match="nothing is changed"):
        new_version(game, ["decks=6"], "1.5.0", tmp_path / "a.yaml")


@pytest.mark.slow
def test_a_hash_in_the_spec_is_that_of_the_new_paytable(game, copied, tmp_path):
    reference = "id: blackjack-burnout-bonus\n    version: 1.0.0"
    digest = sha256_of(game.issued_paytables["bonus"])
    spec = copied(reference, f"{reference}\n    sha256: {digest}")
    (tmp_path / "new").mkdir()
    path = tmp_path / "new" / "a.yaml"
    write(new_version(load_game(str(spec)), ["bonus.2.pays=3:1"], "1.5.0", path))
    loaded = load_game(str(path))
    assert loaded.pays("bonus.2") == 3
    assert loaded.spec.paytables["bonus"].sha256 == sha256_of(loaded.paytables["bonus"]) != digest


def test_texts_are_edited_where_they_stand(game):
    text = (
        "# head\na:\n  b: 1 # one\n  c: {d: x}\n# of e\ne:\n  f: >-\n    long\n    text\n\n"
        "# of g\ng: [1, 'b: c', 3]\nh:\n  - a[2] == 0\n  - b\n"
    )
    edited = Edited(text)
    edited.set(("a", "b"), "9-11")
    edited.add(("a",), "c", {"k": True})
    edited.add(("a",), "new", {"k": "3:2"})
    edited.remove(("e",))
    edited.remove(("nothing",))
    edited.keep_items(("g",), [1, 2])
    edited.keep_items(("h",), [0])
    assert edited.result() == (
        '# head\na:\n  new: {k: "3:2"}\n  b: 9-11 # one\n  c: {d: x, k: true}\n\n# of g\n'
        "g: ['b: c', 3]\nh:\n  [\"a[2] == 0\"]\n"
    )
    assert edited.has(("a", "c", "d"))
    assert not edited.has(("a", "b", "d"))
    assert spec_text(game).startswith("# yaml-language-server")
