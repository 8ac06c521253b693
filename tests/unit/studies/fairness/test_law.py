"""Tests used in law: every answer follows from its figures, and no figures give no answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from certify.results import Estimate
from certify.studies.fairness.evidence import Evidence
from certify.studies.fairness.legal import legal_tests
from certify.studies.fairness.ratings import ELO
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures
from certify.studies.fairness.results.skill import RelativeSkill, VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating

NOTHING = Evidence((), (), (), (), (), (), 0.95)
IDS = [
    "predominance",
    "material-element",
    "any-chance",
    "gambling-instinct",
    "morrow-1",
    "morrow-2",
    "morrow-3",
    "morrow-4",
    "equal-basis",
    "data-1",
    "data-2",
    "data-3",
    "data-4",
    "long-run",
    "relative-skill",
    "50-percent-chess",
]
NEVER = "gambling-instinct", "morrow-2", "morrow-4", "equal-basis"
"""Tests that figures do not answer."""


def near(value, half=0.01):
    return Estimate(value=value, low=max(value - half, 0.0), high=min(value + half, 1.0))


def met(player, opponent, points, *, p=0.0, deals=1_000):
    needed = None if p >= 0.05 else 12.4
    return Meeting(
        player=player,
        opponent=opponent,
        deals=deals,
        games=2 * deals,
        points=near(points),
        win=near(points),
        sd=0.3,
        z=5.0,
        p=p,
        deals_for_75=needed,
        deals_for_95=None if needed is None else 6 * needed,
    )


def rated(**elo):
    return tuple(
        Rating(player=player, elo=Estimate(value=value, low=value, high=value))
        for player, value in elo.items()
    )


def shares(player, opponent, deal, seating, interaction, half=0.01):
    rest = 1.0 - deal - seating - interaction
    return VarianceShares(
        player=player,
        opponent=opponent,
        deals=500,
        seatings=2,
        repeats=2,
        deal=near(deal, half),
        seating=near(seating, half),
        interaction=near(interaction, half),
        rest=near(rest, half),
        variance=0.25,
    )


def equal(p, *, wins=(0.6, 0.4), freedom=1):
    seats = tuple(
        SeatFigures(seat=seat, role=f"seat {seat}", win=near(win), score=near(0.5), opens=0.5)
        for seat, win in enumerate(wins, 1)
    )
    return EqualPlay(
        player="random",
        games=1_000_000,
        seats=seats,
        draw=near(0.0, 0.0),
        is_zero_sum=True,
        seats_statistic=4.0,
        seats_freedom=freedom,
        seats_p=p,
        first_win=None,
        others_win=None,
        first_advantage=None,
        first_p=None,
    )


def relative(learning, random, half=0.01):
    return RelativeSkill(
        beginner="random",
        strongest="search:1000",
        fictive="open:1000",
        beginner_points=near(0.5 - learning),
        strongest_points=near(0.5),
        fictive_points=near(0.5 + random),
        learning_effect=Estimate(value=learning, low=learning - half, high=learning + half),
        random_effect=Estimate(value=random, low=random - half, high=random + half),
        relative_skill=near(learning / (learning + random) if learning + random else 0.0),
    )


def evidence(points, *, p=0.0, deal=0.2, seating=0.5, interaction=0.1, learning=0.3, luck=0.2):
    """Return the evidence of a game with these points of the strongest against the weakest."""
    return Evidence(
        ladder=("random", "search:1000"),
        meetings=(met("search:1000", "random", points, p=p),),
        ratings=rated(**{"random": 0.0, "search:1000": max(ELO * special.logit(points), 1.0)}),
        shares=(shares("search:1000", "random", deal, seating, interaction),),
        equal=(equal(0.5),),
        relative=(relative(learning, luck),),
        confidence=0.95,
    )


SKILL = evidence(0.9)
CHANCE = evidence(0.5, p=0.9, deal=0.6, seating=0.0, interaction=0.0, learning=0.0, luck=0.3)


def answers(given):
    return {test.id: test.answer for test in legal_tests(given)}


def finding(given, identity):
    return next(test.finding for test in legal_tests(given) if test.id == identity)


def test_every_test_has_a_name_a_definition_and_a_source():
    tests = legal_tests(SKILL)
    assert [test.id for test in tests] == IDS
    for test in tests:
        assert "?" in test.definition
        assert any(character.isdigit() for character in test.source)
        assert test.finding.endswith(".")
        assert type(test).from_json(test.to_json()) == test


def test_without_figures_nothing_is_answered():
    assert set(answers(NOTHING).values()) == {"open"}


def test_a_game_of_skill():
    found = answers(SKILL)
    assert {found[identity] for identity in NEVER} == {"open"}
    mixed = {"relative-skill": "mixed", "material-element": "chance", "any-chance": "chance"}
    for identity in set(IDS) - set(NEVER):
        assert found[identity] == mixed.get(identity, "skill"), identity


def test_a_game_of_chance():
    found = answers(CHANCE)
    for identity in set(IDS) - set(NEVER):
        assert found[identity] == "chance", identity


def test_what_predominates_depends_on_both_measures():
    assert answers(evidence(0.9, seating=0.1))["predominance"] == "mixed"
    assert answers(evidence(0.9, seating=0.1))["morrow-3"] == "mixed"
    assert answers(evidence(0.75))["predominance"] == "mixed"
    without = replace(evidence(0.9, seating=0.1), shares=())
    assert answers(without)["predominance"] == "skill"
    told = finding(SKILL, "predominance")
    assert "0.900 (0.890 to 0.910) points" in told
    assert "a coin decided 20.0 % (18.0 to 22.0 %) of the games" in told
    assert "60.0 % (58.0 to 62.0 %)" in told
    assert "40.0 % (38.0 to 42.0 %)" in told


@pytest.mark.parametrize(
    ("points", "answer"), [(0.77, "skill"), (0.755, "mixed"), (0.745, "mixed"), (0.73, "chance")]
)
def test_half_of_the_results_by_a_coin(points, answer):
    assert answers(evidence(points))["50-percent-chess"] == answer


def test_who_sat_alone_is_no_matter():
    turned = replace(SKILL, meetings=(met("random", "search:1000", 0.1),))
    assert answers(turned)["50-percent-chess"] == "skill"
    assert finding(turned, "predominance") == finding(SKILL, "predominance")


@pytest.mark.parametrize(("seating", "answer"), [(0.99, "skill"), (0.95, "mixed"), (0.8, "chance")])
def test_chance_that_is_material(seating, answer):
    given = evidence(0.9, deal=(1.0 - seating) / 2, seating=seating, interaction=0.0)
    given = replace(
        given,
        shares=(shares("search:1000", "random", (1.0 - seating) / 2, seating, 0.0, half=0.005),),
    )
    assert answers(given)["material-element"] == answer


def test_any_chance_is_that_of_the_deal():
    none = shares("search:1000", "random", 0.0, 1.0, 0.0, half=0.0)
    assert answers(replace(SKILL, shares=(none,)))["any-chance"] == "skill"
    own = shares("search:1000", "random", 0.0, 0.5, 0.0)
    assert answers(replace(SKILL, shares=(own,)))["any-chance"] == "open"
    same = shares("random", "random", 0.4, 0.0, 0.0)
    assert answers(replace(SKILL, shares=(own, same)))["any-chance"] == "chance"
    assert "with random in every seat" in finding(replace(SKILL, shares=(own, same)), "any-chance")


def test_seats_that_differ_are_told_with_their_shares():
    found = finding(replace(SKILL, equal=(equal(0.9), equal(0.001))), "equal-basis")
    assert found.startswith("Seats differ among equal players: seat 1 wins 60.0 %")
    assert "adjusted p 0.0020" in found
    assert finding(SKILL, "equal-basis").startswith("No difference of seats was found")
    assert answers(replace(SKILL, equal=(equal(1.0, freedom=0),)))["equal-basis"] == "open"


def test_who_was_expected_to_be_stronger():
    ladder = ("random", "sensible", "search:1000")
    meetings = (
        met("search:1000", "random", 0.9),
        met("sensible", "search:1000", 0.7),
        met("sensible", "random", 0.5, p=0.5),
    )
    found = replace(SKILL, ladder=ladder, meetings=meetings)
    assert answers(found)["data-2"] == "mixed"
    assert "In 1 of the 2 meetings" in finding(found, "data-2")
    assert "In 2 of 3 meetings" in finding(found, "data-1")


def test_effects_of_decisions_without_a_player_who_knows_the_cards():
    given = replace(SKILL, relative=())
    assert answers(given)["data-3"] == "skill"
    assert answers(given)["morrow-1"] == "skill"
    assert answers(given)["relative-skill"] == "open"
    assert answers(replace(CHANCE, relative=()))["data-3"] == "chance"


@pytest.mark.parametrize(
    ("learning", "luck", "answer"),
    [(0.3, 0.2, "mixed"), (0.3, 0.0, "skill"), (0.0, 0.3, "chance"), (0.0, 0.0, "open")],
)
def test_relative_skill_lies_between_its_ends(learning, luck, answer):
    assert answers(evidence(0.9, learning=learning, luck=luck))["relative-skill"] == answer


WHOLE = Estimate(value=0.0, low=0.0, high=1.0)
"""The interval of a share of which nothing is known."""


def test_a_share_of_which_nothing_is_known_is_evidence_of_nothing():
    """Relative skill of 0.00 (0.00 to 1.00) is neither skill nor chance, whatever its parts are."""
    of_skill = replace(
        SKILL, relative=(relative(0.3, 0.0).model_copy(update={"relative_skill": WHOLE}),)
    )
    assert answers(of_skill)["relative-skill"] == "open"
    assert "nothing can be said (0 to 1) with random" in finding(of_skill, "relative-skill")
    # A second beginner of whom something is known decides alone.
    both = replace(of_skill, relative=(*of_skill.relative, relative(0.3, 0.2)))
    assert answers(both)["relative-skill"] == "mixed"


def test_unknown_parts_of_the_variance_are_left_open():
    unknown = shares("search:1000", "random", 0.2, 0.5, 0.1).model_copy(
        update={"deal": WHOLE, "seating": WHOLE, "interaction": WHOLE, "rest": WHOLE}
    )
    given = replace(SKILL, shares=(unknown,), relative=())
    found = answers(given)
    for identity in ("material-element", "any-chance", "data-3", "data-4"):
        assert found[identity] == "open", identity
    # The other measure of what predominates decides alone.
    assert found["predominance"] == "skill"
    assert "a share of which nothing can be said (0 to 100 %)" in finding(given, "predominance")


def test_points_of_any_size_leave_coin_and_long_run_open():
    lost = met("search:1000", "random", 0.5, p=0.9).model_copy(update={"points": WHOLE})
    given = replace(CHANCE, meetings=(lost,))
    assert answers(given)["50-percent-chess"] == "open"
    assert answers(given)["long-run"] == "open"


def test_the_long_run():
    assert "75 % after 12 deals and of 95 % after 74" in finding(SKILL, "long-run")
    # Rated higher for other meetings, and behind in this one.
    behind = replace(SKILL, meetings=(met("search:1000", "random", 0.3),))
    assert answers(behind)["long-run"] == "mixed"
    assert "In 1,000 deals no difference" in finding(CHANCE, "long-run")


def test_the_spread_of_ratings_is_told_and_not_compared():
    spread = np.std([0.0, ELO * special.logit(0.9)])
    assert f"standard deviation of {spread:.0f} Elo" in finding(SKILL, "50-percent-chess")
