"""The submissions in reports/ are those that were made, and prove themselves."""

import pytest

from certify.evidence.submission.proof import verify_submission
from certify.runtime.context import Context
from certify.studies.submission.figures import NOT_COMPUTED, submission_figures
from tests.report.submissions import ALL, FOLDER, GAMES, changed, issued

ISSUED = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def test_blackjack_burnout_and_two_games_of_the_shelf_are_there():
    assert sorted(["blackjack-burnout", *GAMES]) == ISSUED


@pytest.mark.parametrize("game", ISSUED)
def test_a_submission_is_built_again_byte_for_byte(game):
    found = verify_submission(FOLDER / game)
    assert not found.has_failed, found.checks
    enclosed = {"report"} if (FOLDER / game / "report.pdf").exists() else set()
    assert {check.id for check in found.checks} == {
        "hashes",
        "results",
        "rules",
        "pages",
    } | enclosed
    assert {matrix.id for matrix in issued(game).matrices} == set(ALL)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game == "punto-banco" else ()) for game in GAMES],
)
def test_the_figures_are_those_that_are_worked_out_now(game):
    then, now = issued(game).figures, submission_figures(changed(game), Context())
    assert then.model_dump(exclude=set(NOT_COMPUTED)) == now.model_dump(exclude=set(NOT_COMPUTED))


def test_blackjack_burnout_rests_on_its_issued_report():
    rests_on = issued("blackjack-burnout").figures.rests_on
    assert rests_on is not None
    assert rests_on.startswith("BB-")


@pytest.mark.parametrize("game", ISSUED)
def test_what_is_not_met_is_said(game):
    made = issued(game)
    assert made.all_met == (game != "punto-banco")
