"""``--split-play`` and ``--splits``: on every command that takes them, and in the library."""

import json

import pytest

from certify import SpecError, load

GAME = "blackjack-burnout"
FEW = ("--shoe", "4,4,4,4,4,4,4,4,4,16")


def read(certify, *words):
    return json.loads(certify(*words, "--json").stdout)


def edge(certify, *words):
    found = read(certify, "rtp", GAME, "--set", "decks=1", "--no-distribution", *words)
    return found["wagers"]["main"]["house_edge"] * 100.0, found


@pytest.mark.parametrize(
    ("play", "percent"),
    [
        ("CDZ-", 0.008734733),
        ("cdp1", 0.008053671),
        ("CDP", 0.008029732),
        ("pairs-seen", 0.008021806),
    ],
)
def test_the_page_of_split_play_prints_what_comes_out(certify, play, percent):
    found, result = edge(certify, "--split-play", play)
    assert found == pytest.approx(percent, rel=0, abs=5.1e-10)
    assert result["split_play"].lower() == play.lower()
    assert result["wagers"]["main"]["method"].endswith(
        {"CDZ-": "decided with the pair gone"}.get(play, f"({result['split_play']})")
    )


def test_the_usual_play_is_not_written(certify):
    found, result = edge(certify)
    assert found == pytest.approx(0.008734733, rel=0, abs=5.1e-10)
    assert "split_play" not in result
    assert result["wagers"]["main"]["method"].endswith("zero-memory after a split (CDZ-)")
    assert result == edge(certify, "--split-play", "unsplit")[1]


def test_what_is_kept_of_one_play_is_not_taken_for_another():
    game = load(GAME, shoe=FEW[1])
    found = {
        play: float(game.returns(distribution=False, split_play=play).main.ev)
        for play in ("CDP", "unsplit", "CDP1", "pairs-seen")
    }
    assert len(set(found.values())) == len(found)
    again = game.returns(distribution=False, split_play="CDP")
    assert float(again.main.ev) == found["CDP"]


def test_a_play_that_goes_by_the_cards_gone_has_no_distribution(certify):
    words = ("rtp", GAME, *FEW, "--split-play", "CDP")
    assert read(certify, *words)["wagers"]["main"]["outcomes"] is None
    assert "Split play  CDP" in certify(*words).stdout
    assert "one strategy plays all the hands" in certify(*words, "--all").stdout.replace("\n", " ")


def test_one_strategy_has_its_distribution():
    game = load(GAME, shoe="4,0,0,4,4,4,0,0,0,12")
    found = json.loads(game.returns(split_play="CDP1", cache=False).to_json())["wagers"]["main"]
    mean = sum(float(net) * chance for net, chance in found["outcomes"].items())
    assert mean == pytest.approx(found["ev"], rel=0, abs=1e-12)
    assert found["ev"] != float(game.returns(distribution=False, cache=False).main.ev)


def test_charts_are_held_against_the_play_that_is_chosen(certify):
    usual, chosen = (
        read(certify, "strategy", GAME, *FEW, *words) for words in ((), ("--split-play", "CDP1"))
    )
    assert chosen["split_play"] == "CDP1"
    assert chosen["charts"] == usual["charts"]
    assert chosen["ev_main"] == usual["ev_main"]
    assert chosen["cost_main"] > usual["cost_main"]


def test_changes_are_worked_out_by_the_play_that_is_chosen(certify):
    words = ("whatif", GAME, *FEW, "--set", "dealer_hits_soft_17=false", "--figure", "edge")
    found = read(certify, *words, "--split-play", "CDP")
    before, result = edge(certify, "--split-play", "CDP")
    after = read(
        certify,
        *("rtp", GAME, "--set", "decks=1", "--set", "dealer_hits_soft_17=false"),
        *("--no-distribution", "--split-play", "CDP"),
    )
    (change,) = [each for each in found["figures"] if each["path"] == "wagers.main.house_edge"]
    assert change["before"] * 100.0 == pytest.approx(before, rel=0, abs=1e-12)
    assert change["after"] == pytest.approx(after["wagers"]["main"]["house_edge"], abs=1e-14)
    assert found["split_play"] == result["split_play"] == "CDP"


def test_a_sweep_goes_by_the_play_that_is_chosen(certify):
    words = ("whatif", GAME, *FEW, "--sweep", "dealer_hits_soft_17=true,false", "--figure", "edge")
    usual, chosen = (read(certify, *words, *more) for more in ((), ("--split-play", "CDP1")))
    assert chosen["split_play"] == "CDP1"
    for one, other in zip(usual["points"], chosen["points"], strict=True):
        assert one["figures"] != other["figures"]


def test_a_pair_by_every_play(certify):
    words = ("hand", GAME, *FEW, "--cards", "3,3", "--upcard", "2")
    found = read(certify, *words, "--splits")
    splits = found["splits"]
    assert list(splits["by_play"]) == ["unsplit", "CDZ-", "CDP1", "CDP", "pairs-seen"]
    assert splits["by_play"]["unsplit"] == pytest.approx(found["actions"]["split"], abs=1e-15)
    assert splits["full_memory"] > max(splits["of_two_hands"].values())
    assert read(certify, *words)["splits"] is None
    other = read(certify, *words, "--split-play", "pairs-seen")
    assert other["actions"]["split"] == pytest.approx(splits["by_play"]["pairs-seen"], abs=1e-15)
    shown = certify(*words, "--splits").stdout
    assert "every card remembered" in shown
    assert f"{splits['full_memory'] * 100.0:.9f}" in shown


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("rtp", GAME, "--split-play", "CPD"), 2, "'CPD' is not one of"),
        (
            ("rtp", GAME, "--no-distribution", "--strategy", "basic", "--split-play", "CDP"),
            1,
            "charts and policies say it themselves",
        ),
        (("rtp", "casino-war", "--split-play", "CDP"), 2, "only for games of the family"),
        (("strategy", "casino-war", "--split-play", "CDP"), 2, "only for games of the family"),
        (("hand", GAME, "--cards", "8,7", "--upcard", "2", "--splits"), 1, "--cards 8,7 is none"),
        (
            (
                *("hand", GAME, "--cards", "8,8", "--upcard", "2", "--splits"),
                *("--set", "max_split_hands=1"),
            ),
            1,
            "--cards 8,8 is none",
        ),
    ],
)
def test_what_is_asked_wrongly_is_told_in_a_sentence(certify, words, code, told):
    assert told in certify(*words, code=code).stderr.replace("\n  ", " ")


def test_a_name_that_is_wrong_tells_the_nearest():
    with pytest.raises(SpecError, match=r"no split play 'CDP2'.*did you mean CDP"):
        load(GAME).returns(split_play="CDP2", distribution=False)
