"""A small study of a real game: what must hold whatever is played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from certify.errors import EngineError, SpecError
from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.play.search.players import Searcher
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness.question import FairnessQuestion
from certify.studies.fairness.study import fairness_of
from tests.support.games import small_game
from tests.unit.engine.test_search_play import HIGH_CARDS

PLAYED_BY_ALL = ("random", "sensible")
LADDER = (*PLAYED_BY_ALL, "search:3:sensible")
QUESTION = FairnessQuestion(
    load_game("burnout"),
    players=(2,),
    ladder=LADDER,
    games=2_000,
    search_games=200,
    seed=3,
    sections=frozenset({"seats", "skill", "length"}),
)


@pytest.fixture(scope="module")
def context(tmp_path_factory):
    return Context(cache=Cache(tmp_path_factory.mktemp("kept"), print))


@pytest.fixture(scope="module")
def result(context):
    return fairness_of(QUESTION, context, Workers(processes=1))


@pytest.mark.slow
def test_scores_are_zero_sum_and_shares_of_seats_make_up_all_games(result):
    (table,) = result.tables
    assert [play.player for play in table.equal] == list(PLAYED_BY_ALL)
    for play in table.equal:
        assert play.is_zero_sum
        assert sum(seat.win.value for seat in play.seats) + play.draw.value == pytest.approx(1)
        assert sum(seat.score.value for seat in play.seats) == pytest.approx(0, abs=1e-12)
    assert table.equal[0].games == QUESTION.games


@pytest.mark.slow
def test_seats_are_symmetric_where_both_bid_at_once(result):
    # The first bid is made together, and who wins it leads: no seat is before the other.
    (table,) = result.tables
    for play in table.equal[:2]:
        assert play.seats_p > 0.001
        first, second = (seat.win for seat in play.seats)
        assert first.low < second.value < first.high


@pytest.mark.slow
def test_points_of_a_meeting_are_of_players_in_every_seat(result):
    (table,) = result.tables
    met = {(each.player, each.opponent): each for each in table.meetings}
    assert set(met) == {
        ("sensible", "random"),
        ("search:3:sensible", "random"),
        ("search:3:sensible", "sensible"),
    }
    assert all(each.games == 2 * each.deals for each in met.values())
    assert met["sensible", "random"].points.low > 0.5
    for each in met.values():
        assert 0 <= each.points.low <= each.points.value <= each.points.high <= 1


@pytest.mark.slow
def test_players_are_told_of_and_the_fictive_one_sees_all(result):
    # The fictive one plays as the strongest does, here by a policy, and looks as far as can be.
    assert [player.id for player in result.ladder] == [*LADDER, "open:100:sensible"]
    assert [player.sees_all for player in result.ladder] == [False, False, False, True]
    assert Searcher(3, "sensible", is_open=True).name == "open:3:sensible"


@pytest.mark.slow
def test_shares_of_the_variance_make_up_all_of_it(result):
    (table,) = result.tables
    for shares in table.shares:
        parts = (shares.deal, shares.seating, shares.interaction, shares.rest)
        assert sum(part.value for part in parts) == pytest.approx(1)
    # Among equals nothing can be due to who sits where.
    equal = [shares for shares in table.shares if shares.player == shares.opponent]
    assert [shares.seating.value for shares in equal] == [0]


@pytest.mark.slow
def test_lengths_are_those_of_the_same_games(result):
    (table,) = result.tables
    assert [length.player for length in table.lengths] == list(PLAYED_BY_ALL)
    for length, play in zip(table.lengths, table.equal, strict=True):
        assert length.games == play.games
        assert length.decisions.mean.low <= length.decisions.mean.value


@pytest.mark.slow
def test_the_strongest_plays_against_itself_too_if_it_searches(context):
    question = replace(QUESTION, ladder=("random", "search:20"))
    result = fairness_of(question, context, Workers(processes=1))
    assert [player.id for player in result.ladder] == ["random", "search:20", "open:20"]
    (table,) = result.tables
    (met,) = table.meetings
    assert met.points.low > 0.5
    assert [play.player for play in table.equal] == ["random", "search:20"]
    assert [length.player for length in table.lengths] == ["random", "search:20"]
    for play, length in zip(table.equal, table.lengths, strict=True):
        assert play.is_zero_sum
        assert length.games == play.games
    assert table.equal[1].games < QUESTION.search_games


@pytest.mark.slow
def test_the_strongest_comes_last_though_the_ladder_has_it_first(context, tmp_path):
    weak = """\
  idle:
    text: Draws, and plays nothing.
    decisions: {turn: {play: "0", draw: "1"}}
"""
    question = replace(
        QUESTION, game=small_game(tmp_path, HIGH_CARDS + weak), ladder=("high", "idle", "random")
    )
    (table,) = fairness_of(question, context, Workers(processes=1)).tables
    best = max(table.ratings, key=lambda rating: rating.elo.value)
    assert best.player == "high"
    assert [play.player for play in table.equal] == ["random", "idle", "high"]
    assert [length.player for length in table.lengths] == ["random", "idle", "high"]


@pytest.mark.slow
def test_the_study_is_the_same_again_whoever_works(result, tmp_path):
    again = fairness_of(QUESTION, Context(cache=Cache(tmp_path, print)), Workers(processes=2))
    assert again == result


def test_a_whole_study_is_kept_by_all_that_is_asked(tmp_path, monkeypatch):
    context = Context(cache=Cache(tmp_path, print))
    question = replace(QUESTION, sections=frozenset())
    found = fairness_of(question, context, Workers(processes=1))

    def worked_out(*_):
        raise AssertionError("worked out again")

    monkeypatch.setattr("certify.studies.fairness.study.Table", worked_out)
    assert fairness_of(question, context, Workers(processes=2)) == found
    for other in (
        {"game": load_game("burned")},
        {"game": apply_settings(QUESTION.game, {"match_target": 30})},
        {"ladder": ("random", "sensible")},
        {"games": 3_000},
        {"search_games": 300},
        {"seed": 4},
        {"confidence": 0.99},
        {"sections": frozenset({"length"})},
    ):
        with pytest.raises(AssertionError, match="worked out again"):
            fairness_of(replace(question, **other), context, Workers(processes=1))
    with pytest.raises(AssertionError, match="worked out again"):
        fairness_of(question, Context(), Workers(processes=1))


@pytest.mark.parametrize(
    ("changed", "error", "told"),
    [
        ({"players": (3,)}, SpecError, "burnout is not played by 3; the spec has 2"),
        ({"sections": frozenset({"seat"})}, EngineError, "there is no section 'seat'"),
        ({"games": 999}, EngineError, "need 1,000 games at least"),
        ({"search_games": 99}, EngineError, "need 100 games of search at least"),
        ({"ladder": ("random",)}, EngineError, "two different players or more"),
        ({"ladder": ("random", "random")}, EngineError, "two different players or more"),
        ({"ladder": ("random", "sensibel")}, SpecError, "did you mean sensible\\?"),
        ({"game": load_game("blackjack-burnout")}, SpecError, "played against the house"),
    ],
)
def test_questions_that_cannot_be_answered_are_refused_before_any_work(changed, error, told):
    question = FairnessQuestion(**(vars(QUESTION) | changed))
    with pytest.raises(error, match=told):
        fairness_of(question, Context(), Workers(processes=1))
