"""Findings: each follows from the figures, and says them."""

from __future__ import annotations

import pytest

from certify.results import Estimate, Family
from certify.studies.fairness.finding_words import by, joined, percent, points, ranged, span
from certify.studies.fairness.findings import findings_of
from certify.studies.fairness.results.equal_play import EqualPlay, SeatFigures
from certify.studies.fairness.results.fairness import PlayerText, TableResult
from certify.studies.fairness.results.length_of_play import (
    LengthOfPlay,
    MatchLength,
    MeasureFigures,
    PlayLimit,
)
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.skill import RelativeSkill, Skill
from certify.studies.fairness.results.strength import Meeting
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules

LADDER = tuple(
    PlayerText(id=name, title=title, does="Plays.", sees_all=name.startswith("open"))
    for name, title in (
        ("random", "random play"),
        ("search:10", "search, 10 games a decision"),
        ("search:99", "search, 99 games a decision"),
        ("open:99", "open search"),
    )
)
TITLES = {player.id: player.title for player in LADDER}
NOTHING = Estimate(value=0.0, low=0.0, high=0.0)


def near(value, half=0.001):
    return Estimate(value=value, low=value - half, high=value + half)


def equal(player="random", *, seats=(0.5, 0.5), p=0.5, first=0.0, first_p=0.5, **changes):
    content = {
        "player": player,
        "games": 1000,
        "seats": tuple(
            SeatFigures(
                seat=number,
                role=f"seat {number}",
                win=near(win),
                score=near(0.0),
                opens=1 / len(seats),
            )
            for number, win in enumerate(seats, 1)
        ),
        "draw": near(0.02),
        "is_zero_sum": True,
        "seats_statistic": 1.0,
        "seats_freedom": 1,
        "seats_p": p,
        "first_win": near(0.5 + first / 2),
        "others_win": near(0.5 - first / 2),
        "first_advantage": near(first),
        "first_p": first_p,
    }
    return EqualPlay(**{**content, **changes})


def meeting(player, opponent, value, p):
    return Meeting(
        player=player,
        opponent=opponent,
        deals=100,
        games=200,
        points=near(value),
        win=near(value),
        sd=0.4,
        z=0.0,
        p=p,
        deals_for_75=None,
        deals_for_95=None,
    )


def measure(name, value, most):
    return MeasureFigures(name=name, mean=near(value), least=0.0, most=most, quantiles=None)


def length(player, value, *caps):
    return LengthOfPlay(
        player=player,
        games=1000,
        decisions=measure("decisions", value, 99.0),
        measures=caps,
        caps=caps,
    )


def effect(changes, p, name="mode"):
    return SettingEffect(
        settings=((name, "other"),),
        text="Other",
        rulings=("R1",),
        player="random",
        games=1000,
        win_first_seat=near(0.5),
        draw=near(0.0),
        first_advantage=near(0.0),
        decisions=near(20.0),
        changes=changes,
        p=p,
    )


def match(player, name, minutes, seconds):
    return MatchLength(
        name=name,
        text=f"A match {name}.",
        settings=(),
        cites=("C1",),
        player=player,
        games=10,
        measures=(),
        minutes=minutes,
        seconds_a_decision=seconds,
        win_first_seat=near(0.5),
        draw=near(0.0),
    )


def used(name, kind, *times):
    return Use(kind=kind, name=name, element=name, cites=("C1",), times=times, games=times)


def table(**changes):
    content = {
        "players": 2,
        "family": Family(confidence=0.95, figures=10, method="By Bonferroni."),
        "equal": (),
        "meetings": (),
        "ratings": (),
        "rating_checks": (),
        "shares": (),
        "skill": None,
        "lengths": (),
        "use": UseOfRules(players=(), games=(), elements=(), never=()),
        "sensitivity": (),
        "matches": (),
        "findings": (),
    }
    return TableResult(**{**content, **changes})


def found_in(**changes):
    """Return weight, about and text of each finding of a table with these parts."""
    return [(each.weight, each.about, each.text) for each in findings_of(table(**changes), LADDER)]


def told_about(about, **changes):
    return [(weight, text) for weight, of, text in found_in(**changes) if of == about]


def test_table_without_figures_has_no_findings():
    assert found_in() == []


def test_favoured_seat_is_named_with_both_shares():
    found = told_about("seats", equal=(equal(seats=(0.45, 0.53), p=1e-9),))
    assert found == [
        (
            "matter",
            "Seat 2 wins more often with random play: 53.00 % (52.90 to 53.10 %) of games; seat 1"
            " wins 45.00 % (44.90 to 45.10 %) (p below 0.001).",
        )
    ]
    # So small a difference is found, and does not matter.
    ((weight, _),) = told_about("seats", equal=(equal(seats=(0.496, 0.5), p=1e-9),))
    assert weight == "note"


def test_no_favoured_seat_says_how_far_one_could_be():
    ((weight, text),) = told_about("seats", equal=(equal(seats=(0.49, 0.5), p=0.04),) * 2)
    # Of two players who are looked at, 0.04 is no evidence.
    assert weight == "note"
    assert text.startswith(
        "No seat is found to be favoured (p 0.080, adjusted for 2 players); none wins more than"
        " 0.60 percentage points"
    )


def test_going_first():
    found = told_about("going first", equal=(equal(first=0.04, first_p=0.0),))
    assert found == [
        (
            "matter",
            "Whoever is the first to decide alone wins 52.00 % (51.90 to 52.10 %) of games, any"
            " other seat 48.00 % (47.90 to 48.10 %), with random play: a difference of +4.0"
            " percentage points (p below 0.001).",
        )
    ]
    ((weight, text),) = told_about("going first", equal=(equal(first=-0.0004),))
    assert weight == "note"
    assert text == (
        "Going first is not found to matter with random play (p 0.500); the difference is 0.14"
        " percentage points at most."
    )
    wide = equal(first_advantage=Estimate(value=0.0, low=-1.0, high=1.0))
    ((_, text),) = told_about("going first", equal=(wide,))
    assert text.endswith("of how large the difference is nothing can be said.")


def test_no_favoured_seat_does_not_hide_that_going_first_matters():
    """A reader of both sentences learns why they do not contradict each other."""
    drawn = equal("search:10", first=-0.3, first_p=1e-9)
    ((_, text),) = told_about("seats", equal=(equal(), drawn))
    assert "That says nothing of going first, which matters: who goes first changes" in text
    ((_, text),) = told_about("seats", equal=(equal(), equal("search:10")))
    assert "going first" not in text


def test_an_interval_that_leaves_out_zero_is_a_finding():
    by_interval = equal(first=0.02, first_p=0.06)
    ((weight, text),) = told_about("going first", equal=(by_interval,))
    assert weight == "matter"
    assert "found by its interval, which leaves out zero" in text


def test_a_sentence_and_an_interval_that_disagree_say_why():
    """Beats, by a p of 0.028, beside an interval that holds 1/2."""
    found = meeting("search:99", "random", 0.43, 0.028).model_copy(
        update={"points": near(0.43, 0.1)}
    )
    ((weight, text),) = told_about("skill", meetings=(found,))
    assert weight == "matter"
    assert "expected to be stronger (p 0.028): " in text
    assert text.endswith(
        "The interval still holds 1/2: it is wider than the test needs, since all 10 intervals of"
        " this number of players hold together with 95 % confidence."
    )
    texts = [text for _, text in told_about("skill", meetings=(found, found))]
    assert all("(p 0.028, adjusted for 2 meetings by Holm's method)" in text for text in texts)
    clear = meeting("search:99", "random", 0.4, 0.001)
    ((_, text),) = told_about("skill", meetings=(clear,))
    assert "still holds" not in text
    seat = equal(seats=(0.49, 0.51), p=1e-9)
    seats = tuple(one.model_copy(update={"win": near(one.win.value, 0.1)}) for one in seat.seats)
    ((_, text),) = told_about("seats", equal=(seat.model_copy(update={"seats": seats}),))
    assert "still holds an equal share" in text


def test_relative_skill_of_any_size_is_none():
    relative = RelativeSkill(
        beginner="random",
        strongest="search:10",
        fictive="open:99",
        beginner_points=near(0.5),
        strongest_points=near(0.5),
        fictive_points=near(0.5),
        learning_effect=near(0.0),
        random_effect=near(0.0),
        relative_skill=Estimate(value=0.0, low=0.0, high=1.0),
    )
    skill = Skill(
        relative=(relative,),
        elo_spread=1.0,
        strongest="search:10",
        weakest="random",
        strongest_points=0.5,
        coin_share=1.0,
        tests=(),
    )
    _, (weight, text) = told_about("skill", skill=skill)
    assert weight == "note"
    assert text.startswith("Nothing can be said of relative skill with random play")


def test_going_first_is_no_finding_where_one_seat_always_does_or_none():
    seats = equal().seats
    always = (seats[0].model_copy(update={"opens": 1.0}), seats[1])
    assert (
        told_about(
            "going first",
            equal=(equal(first=0.2, first_p=0.0).model_copy(update={"seats": always}),),
        )
        == []
    )
    none = {"first_win": None, "others_win": None, "first_advantage": None, "first_p": None}
    assert told_about("going first", equal=(equal(**none),)) == []


@pytest.mark.parametrize(("share", "weight"), [(0.02, "note"), (0.3, "matter")])
def test_draws(share, weight):
    (found,) = told_about("draws", equal=(equal(draw=near(share)),))
    assert found[0] == weight
    assert f"{100 * share:.2f} %" in found[1]
    (none,) = told_about("draws", equal=(equal(draw=NOTHING), equal(draw=NOTHING)))
    assert none == ("note", "None of 2 000 games was drawn.")


def test_strength():
    better = meeting("search:10", "random", 0.7, 1e-6)
    level = meeting("search:99", "search:10", 0.51, 0.4)
    worse = meeting("search:99", "random", 0.4, 1e-6)
    mirrored = meeting("random", "search:99", 0.6, 1e-6)
    seeing = meeting("open:99", "random", 0.2, 1e-6)
    assert told_about("skill", meetings=(better, seeing)) == [
        (
            "note",
            "The stronger player is ahead in each of 1 meetings found: p, adjusted by Holm's method"
            " for 2 meetings, is below 0.05 in each.",
        )
    ]
    ((weight, text),) = told_about("skill", meetings=(better, level))
    assert weight == "matter"
    assert text.startswith(
        "No difference of strength is found between search (99 games a decision) and search (10"
        " games a decision) (p 0.400, adjusted for 2 meetings by Holm's method): search (99"
        " games a decision) has 0.5100 (0.5090 to 0.5110) points"
    )
    for wrong in (worse, mirrored):
        ((weight, text),) = told_about("skill", meetings=(wrong,))
        assert weight == "matter"
        assert text.startswith("Random play beats search (99 games a decision), which was expected")


def test_limits():
    never = told_about("length", lengths=(length("random", 20.0, measure("capped", 0.0, 0.0)),))
    assert never[0] == ("note", "None of 1 000 games was stopped by a limit (capped).")
    assert never[1][1].endswith("on average: 20.0 with random play.")
    shares = told_about("length", lengths=(length("random", 20.0, measure("capped", 0.25, 1.0)),))
    assert shares[0] == (
        "matter",
        "A limit stops play (capped): 25.00 % (24.90 to 25.10 %) of games with random play. Play"
        " that is stopped counts with the result that the rules as modelled give it there, and its"
        " length ends there: without the limit, games would last longer, and a share of wins or"
        " draws could be other by up to 25.0 percentage points.",
    )
    limit = PlayLimit(
        measure="capped",
        settings=(("most_turns", "500"),),
        text="After so many turns nobody wins.",
        rulings=("R7",),
    )
    named = told_about(
        "length", lengths=(length("random", 20.0, measure("capped", 0.25, 1.0)),), limits=(limit,)
    )
    assert named[0][1].startswith(
        "A limit stops play (most_turns=500, R7: After so many turns nobody wins): 25.00 %"
    )
    times = told_about("length", lengths=(length("random", 20.0, measure("capped", 1.5, 4.0)),))
    assert "1.5000 (1.4990 to 1.5010) times with random play" in times[0][1]
    assert len(told_about("length", lengths=(length("random", 20.0),))) == 1


def test_what_is_never_used():
    use = UseOfRules(
        players=("random", "search:10"),
        games=(1000, 2000),
        elements=(
            used("collect", "procedure", 1.0, 2.0),
            used("bury", "procedure", 0.0, 0.0),
            used("seldom", "move", 0.0, 0.1),
            used("7", "card", 0.0, 0.0),
            used("play: stopped after most", "branch", 0.0, 0.0),
        ),
        never=("bury", "7"),
    )
    rules, cards = told_about("use", use=use)
    # 1 - 0.05 ** (1 / 1000): the rule of three.
    assert rules == (
        "matter",
        "No game of 3 000 used: bury (what 0.3 % of a player's games use would be seen with 95 %"
        " certainty).",
    )
    assert cards == ("note", "In no game of 3 000 was picked: 7.")
    all_used = use.model_copy(update={"elements": use.elements[:1], "never": ()})
    assert told_about("use", use=all_used) == [
        ("note", "Every rule, move and card was used in 3 000 games.")
    ]


def test_settings_that_matter_most_come_first():
    small, wins = effect((0.002, 0.0, 0.0, 0.0), 1e-9), effect((0.02, 0.0, 0.0, 0.0), 1e-9, "wins")
    draws, longer = (
        effect((0.0, -0.3, 0.0, 0.0), 1e-9, "draws"),
        effect((0.0, 0.0, 0.0, 10.0), 1e-9, "longer"),
    )
    by_luck = effect((0.0, 0.0, 0.9, 0.0), 0.2, "luck")
    found = told_about("sensitivity", sensitivity=(small, wins, draws, longer, by_luck))
    assert found == [
        (
            "matter",
            "draws=other (R1) changes, with random play: draws -30.0 percentage points.",
        ),
        ("matter", "longer=other (R1) changes, with random play: length +100 %."),
        (
            "matter",
            "wins=other (R1) changes, with random play: wins of the first seat +2.0 percentage"
            " points.",
        ),
    ]
    ((weight, text),) = told_about("sensitivity", sensitivity=(small, by_luck))
    assert weight == "note"
    assert text.startswith("No other setting or reading is found to change")


def test_settings_that_change_nothing_are_named():
    still = effect((0.0, 0.0, 0.0, 0.0), 1.0, "still")
    moving = effect((0.0, 0.0, 0.001, 0.0), 1.0, "moving")
    other = effect((0.0, 0.0, 0.0, 0.0), 1.0, "moving").model_copy(update={"player": "search:10"})
    *_, last = told_about("sensitivity", sensitivity=(still, moving, other))
    assert last == (
        "note",
        "Wins, draws, going first and length stayed just as they were, whoever played, with"
        " still=other.",
    )


def test_estimates_of_the_source():
    holds = match("search:10", "to_10", (30.0, 45.0), (8.0, 12.0))
    assert told_about("matches", matches=(holds,)) == [
        (
            "note",
            "A match to_10: the source's 30 to 45 minutes leave 8 to 12 seconds for a decision with"
            " search (10 games a decision).",
        )
    ]
    hasty = match("search:10", "to_20", (10.0, 10.0), (0.5, 0.5))
    ((weight, text),) = told_about("matches", matches=(hasty,))
    assert weight == "matter"
    assert text.endswith("a pace that no table keeps.")
    # Nobody expects it of players at random.
    ((weight, _),) = told_about("matches", matches=(match("random", "x", (9.0, 9.0), (0.5, 0.5)),))
    assert weight == "note"
    other = match("search:10", "to_20", (90.0, 90.0), (20.0, 20.0))
    assert any(
        weight == "matter" and "do not fit each other" in text and "12" in text and "20" in text
        for weight, text in told_about("matches", matches=(holds, other))
    )
    assert told_about("matches", matches=(match("random", "x", None, None),)) == []


def test_what_matters_comes_first():
    weights = [
        weight
        for weight, _, _ in found_in(
            equal=(equal(seats=(0.4, 0.6), p=0.0),),
            lengths=(length("random", 20.0, measure("capped", 0.25, 1.0)),),
            matches=(match("search:10", "a", (10.0, 10.0), (0.5, 0.5)),),
        )
    ]
    assert weights == sorted(weights)
    assert set(weights) == {"matter", "note"}


def test_words_and_numbers():
    assert by("search:10", TITLES) == "search (10 games a decision)"
    assert by("other", TITLES) == "other"
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b or c"
    assert ranged([(1.0, "one"), (2.0, "two")]) == "one and two"
    assert ranged([(2.0, "two"), (1.0, "one"), (3.0, "three")]) == "from one to three"
    assert ranged([(1.0, "one"), (1.0, "too"), (1.0, "also")]) == "one, as with all"
    assert percent(Estimate(value=0.5, low=0.49, high=0.51)) == "50.0 % (49.0 to 51.0 %)"
    assert percent(Estimate(value=1e-5, low=0.0, high=3e-5)) == "0.0010 % (0.0000 to 0.0030 %)"
    assert points(-0.0004) == "-0.040 percentage points"
    assert span(7.5, 7.5) == "7.5"
    assert span(7.5, 11.25) == "7.5 to 11.2"
