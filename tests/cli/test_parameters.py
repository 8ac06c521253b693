"""`certify parameters`: every name that can be set, and every figure to aim at."""

import json
import re

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.studies.returns.result import RtpResult
from certify.studies.twenty_one import OPTIMAL, TwentyOneGame
from certify.studies.whatif.figures import checked_path
from certify.studies.whatif.parameters_result import ParametersResult

GAME = "blackjack-burnout"
GAMES = (GAME, "burn", "burned", "burnout", "rookie-mistake")
TINY = ("--set", "decks=1", "--set", "max_split_hands=2")


def listing(certify, *arguments):
    return ParametersResult.from_json(certify("parameters", *arguments, "--json").stdout)


@pytest.mark.parametrize("game", GAMES)
def test_every_name_that_can_be_set_is_listed_with_values_that_can_be_taken(certify, game):
    loaded, found = load_game(game), listing(certify, game)
    rows = {
        f"{alias}.{key}.pays" for alias, table in loaded.paytables.items() for key in table.rows
    }
    assert {setting.name for setting in found.settings} == {*loaded.spec.parameters, *rows}
    for setting in found.settings:
        taken = [setting.now, setting.default, *setting.choices, setting.minimum, setting.maximum]
        for value in filter(None, taken):
            apply_overrides(loaded, [f"{setting.name}={value}"])
        assert setting.cites
        spec = loaded.spec
        assert set(setting.cites) <= {*spec.clauses, *spec.rulings, *spec.assumptions}
    text = certify("parameters", game).stdout
    for setting in found.settings:
        assert re.search(rf"^{re.escape(setting.name)}\b", text, re.MULTILINE)


def test_every_figure_that_is_listed_can_be_aimed_at(certify):
    game = TwentyOneGame(load_game(GAME))
    found = listing(certify, GAME)
    for figure in found.figures:
        assert checked_path(figure.name, game, OPTIMAL) == figure.path
    quoted = [figure.name for figure in found.figures if figure.is_quoted]
    assert {"main.edge", "burnout.edge", "bonus.2.rtp", "insurance.ev"} <= set(quoted)
    text = certify("parameters", GAME).stdout
    assert all(name in text for name in quoted)
    everything = certify("parameters", GAME, "--all").stdout
    assert all(figure.name in everything for figure in found.figures)


def test_values_are_those_that_were_kept(certify, tmp_path, monkeypatch, words):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    arguments = (GAME, *TINY)
    before = listing(certify, *arguments)
    assert not before.values_are_kept
    assert {figure.value for figure in before.figures} == {None}
    assert "There are no values yet" in words(certify("parameters", *arguments).stdout)
    certify("rtp", *arguments, "--no-distribution")
    kept = RtpResult.from_json(
        certify("rtp", *arguments, "--no-distribution", "--json").stdout
    ).wagers
    after = {figure.name: figure.value for figure in listing(certify, *arguments).figures}
    assert after["main.edge"] == kept.main.house_edge
    assert after["burnout.edge"] == kept.main_burnout.house_edge
    assert f"{100 * kept.main.house_edge:.9f}" in certify("parameters", *arguments).stdout
    assert not listing(certify, GAME, "--set", "decks=2").values_are_kept


def test_values_in_force_follow_what_is_set(certify):
    settings = {
        setting.name: setting
        for setting in listing(
            certify, GAME, "--set", "decks=2", "--set", "bonus.2.pays=3:1"
        ).settings
    }
    assert (settings["decks"].now, settings["decks"].default) == ("2", "6")
    assert (settings["bonus.2.pays"].now, settings["bonus.2.pays"].default) == ("3:1", "2:1")
    assert settings["blackjack_pays"].same_as == "main.blackjack.pays"
    assert not settings["cut_card"].moves_figures
    assert settings["decks"].moves_figures


def test_a_game_between_players_has_no_figure_to_aim_at(certify, words):
    found = listing(certify, "burn")
    assert found.figures == ()
    assert {setting.moves_figures for setting in found.settings} == {None}
    text = words(certify("parameters", "burn").stdout)
    assert "There is no figure to aim at" in text
    assert "`certify fairness burn --set NAME=VALUE` tells" in text


def test_games_leads_to_parameters(certify):
    text = certify("games", GAME).stdout
    assert f"certify parameters {GAME}" in text
    number = len(load_game(GAME).spec.parameters)
    assert f"{number} parameters and 8 payouts can be set" in text
    assert f"certify rtp {GAME}" in text
    assert "certify fairness burn" in certify("games", "burn").stdout
    assert [game["id"] for game in json.loads(certify("games", "burn", "--json").stdout)] == [
        "burn"
    ]
    assert "did you mean burn" in certify("games", "burnn", code=1).stderr
