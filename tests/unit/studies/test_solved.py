"""Cut-down versions: what the files say, and what is found of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from certify.errors import SpecError, StateSpaceError
from certify.language.catalogue import load_game
from certify.language.cut_down import SmallVersion, small_versions
from certify.resources import data_files
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness import solved
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.results.solved import SolvedVersion
from certify.studies.fairness.solved import looks_of, solve_version, solved_versions
from certify.studies.fairness.study import fairness_of

FILES = sorted(data_files("rules/cut_down", ".yaml"))
SIX_OPEN = SmallVersion(
    title="Six open cards",
    why="The smallest pack.",
    players=2,
    set={"move_cap": 100_000},
    edits={
        "packs.cards.cards.suit": ["clubs"],
        "packs.cards.only": "rank in [3, 5, 9, 10, 13, 14]",
        "definitions.cards_each.is": "1",
        "procedures.exchange_cards.do": [],
    },
    method="open_cards",
    endless=("take_turns",),
)


@pytest.fixture(scope="module")
def six():
    game = load_game("burnout")
    version = small_versions("burnout")["six_cards"]
    return solve_version(version, version.cut(game))


@pytest.mark.parametrize("file", FILES)
def test_every_version_fits_its_game(file):
    name = file.removesuffix(".yaml").replace("_", "-")
    game = load_game(name)
    versions = small_versions(name)
    assert versions
    for version in versions.values():
        smaller = version.cut(game)
        assert smaller.spec_sha256 != game.spec_sha256
        assert smaller.spec.clauses == game.spec.clauses


def kuhn_in(folder, text=lambda spec: spec):
    """Write Kuhn poker and its cut-down file in a folder, and return the game."""
    spec = text(Path("rules/shelf/kuhn_poker.yaml").read_text(encoding="utf-8"))
    (folder / "kuhn_poker.yaml").write_text(spec, encoding="utf-8")
    (folder / "cut_down").mkdir(exist_ok=True)
    cut = Path("rules/cut_down/kuhn_poker.yaml").read_text(encoding="utf-8")
    (folder / "cut_down" / "kuhn_poker.yaml").write_text(cut, encoding="utf-8")
    return load_game(str(folder / "kuhn_poker.yaml"))


def test_a_study_is_not_taken_from_what_was_kept_when_its_cut_down_file_was_another(tmp_path):
    question = FairnessQuestion(
        game=kuhn_in(tmp_path), games=1000, sections=frozenset({"solved"}), players=(2,)
    )
    context = Context(cache=Cache(tmp_path / "cache", print))
    (first,) = fairness_of(question, context, Workers(processes=1)).solved
    file = tmp_path / "cut_down" / "kuhn_poker.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("The whole", "Another"), "utf-8")
    (second,) = fairness_of(question, context, Workers(processes=1)).solved
    assert (first.title, second.title) == ("The whole game", "Another game")
    file.write_text("garbage: [", encoding="utf-8")
    with pytest.raises(SpecError, match=r"kuhn_poker\.yaml"):
        fairness_of(question, context, Workers(processes=1))


def test_a_game_that_the_least_score_wins_is_not_solved_as_if_the_most_did(tmp_path):
    game = kuhn_in(tmp_path, lambda spec: spec.replace("  best: most", "  best: least"))
    with pytest.raises(StateSpaceError, match="The whole game: the least score wins"):
        solved_versions(game, Context())
    turned = kuhn_in(tmp_path)
    file = tmp_path / "cut_down" / "kuhn_poker.yaml"
    edits = "    method: equilibrium\n    edits: {result.best: least}"
    text = file.read_text(encoding="utf-8").replace("    method: equilibrium", edits)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StateSpaceError, match="the least score wins"):
        solved_versions(turned, Context())


def test_games_without_versions_have_none():
    assert small_versions("rookie-mistake") == {}
    assert solved_versions(load_game("rookie-mistake"), Context()) == ()


def test_a_version_with_hidden_cards(six):
    assert six.value == pytest.approx(-1099 / 1800, abs=1e-12)
    assert six.error < 1e-12
    assert six.exploitability < 1e-9
    assert six.edits[0] == ("packs.cards.cards.rank", "1..3")
    assert [iterations for iterations, _ in six.trace] == looks_of(10_000)
    assert [gain for _, gain in six.trace] == sorted((gain for _, gain in six.trace), reverse=True)
    assert SolvedVersion.from_json(six.to_json()) == six


def test_nobody_does_better_than_best_play(six):
    assert [player.player for player in six.against_best] == ["random", "sensible"]
    for player in six.against_best:
        # On average over both seats best play against itself brings nothing.
        assert player.best_answer < player.best_play < 0


def test_first_plays_bring_the_value_of_the_game(six):
    assert sum(play.chance for play in six.first_plays) == pytest.approx(1, abs=1e-12)
    value = 0.0
    for play in six.first_plays:
        assert sum(play.probabilities) == pytest.approx(1, abs=1e-9)
        made = [
            worth
            for worth, chance in zip(play.values, play.probabilities, strict=True)
            if chance > 1e-6
        ]
        # What is played at all is worth as much as anything else that could be.
        assert min(made) == pytest.approx(max(play.values), abs=1e-9)
        value += play.chance * max(play.values)
    assert value == pytest.approx(six.value, abs=1e-9)


def test_a_version_with_open_cards():
    found = solve_version(SIX_OPEN, SIX_OPEN.cut(load_game("burn")))
    assert dict(found.outcomes) == {
        solved.FIRST_WINS: float(Fraction(149, 360)),
        solved.SECOND_WINS: float(Fraction(211, 360)),
        solved.ENDLESS: 0.0,
    }
    assert found.value == 0
    assert found.error == 0
    (sensible,) = found.against_best
    assert sensible.player == "sensible"
    assert sensible.best_play is None
    shares = dict(sensible.outcomes)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-12)
    assert shares["wins"] - shares["loses"] == pytest.approx(sensible.best_answer, abs=1e-12)
    assert sensible.best_answer < 0
    # With a single card in hand the first play is forced: its mean is what the outcomes say.
    assert all(len(play.plays) == 1 for play in found.first_plays)
    mean = sum(play.chance * play.values[0] for play in found.first_plays)
    assert mean == pytest.approx((149 - 211) / 360, abs=1e-12)


def test_what_was_solved_is_looked_up(tmp_path, monkeypatch, six):
    versions = {"six_cards": small_versions("burnout")["six_cards"]}
    monkeypatch.setattr(solved, "versions_of", lambda game: versions)
    told = []
    context = Context(
        cache=Cache(tmp_path, pytest.fail),
        progress=lambda done, total, doing: told.append((done, total)),
    )
    assert solved_versions(load_game("burnout"), context) == (six,)
    assert told == [(0, 1), (1, 1)]
    monkeypatch.setattr(solved, "solve_version", lambda version, game: pytest.fail("again"))
    assert solved_versions(load_game("burnout"), context) == (six,)


def test_what_does_not_fit_is_told_before_any_work(monkeypatch):
    version = small_versions("burnout")["six_cards"]
    wrong = version.model_copy(update={"edits": {"packs.card.copies": 2}})
    monkeypatch.setattr(solved, "versions_of", lambda game: {"good": version, "bad": wrong})
    monkeypatch.setattr(solved, "solve_version", lambda version, game: pytest.fail("too early"))
    with pytest.raises(SpecError, match="packs has no card; did you mean cards"):
        solved_versions(load_game("burnout"), Context())


@pytest.mark.slow
def test_seats_are_equal_where_the_rules_make_them_so():
    version = small_versions("burnout")["nine_cards"]
    found = solve_version(version, version.cut(load_game("burnout")))
    assert found.value == pytest.approx(0, abs=1e-9)
    assert found.trace[-1][1] < 1e-5
    assert sum(play.chance for play in found.first_plays) == pytest.approx(1, abs=1e-9)


@pytest.mark.slow
def test_eight_open_cards():
    version = small_versions("burn")["eight_cards"]
    found = solve_version(version, version.cut(load_game("burn")))
    assert found.value == 0
    assert dict(found.outcomes) == pytest.approx(
        {solved.FIRST_WINS: 221 / 630, solved.SECOND_WINS: 25 / 42, solved.ENDLESS: 17 / 315}
    )


@pytest.mark.slow
def test_before_an_exchange_it_does_not_matter_which_card_lies_where():
    version = small_versions("burn")["seven_cards"]
    found = solve_version(version, version.cut(load_game("burn")))
    assert found.value == pytest.approx(-0.05, abs=1e-12)
    worth = {
        play.holding: dict(zip(play.plays, play.values, strict=True)) for play in found.first_plays
    }
    assert len(worth) == 7 * 6
    for held, plays in worth.items():
        first, second = held.removeprefix("hand ").split(", up ")
        assert plays == worth[f"hand {second}, up {first}"]
