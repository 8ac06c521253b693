"""What specs of the package supply for what their sources have lost: it keeps to the sources."""

from __future__ import annotations

from functools import cache

import pytest

from certify.language.catalogue import load_game
from certify.language.game import apply_settings
from certify.language.parameters import written
from certify.play.interpreter.program import Program
from certify.play.scenario import example_failure
from certify.resources import data_files

SPECS = [name.removesuffix(".yaml").replace("_", "-") for name in data_files("rules", ".yaml")]
COLOURINGS = ("four_colours", "three_colours", "five_colours")
KINDS = {"director", "body_double", "operative", "spotter", "k9"}
MAPS = ("palm_tree", "pineapple", "fishing_pole", "shark_fin", "flip_flops", "martini")


@cache
def burned():
    """Return the game, read once."""
    return load_game("burned")


def city(colouring, on_map=None):
    """Return the colours of the places of the city, as the source's cards have them."""
    rows = burned().spec.packs["places"].list
    found = {
        row["name"]: frozenset(row["colours"])
        for row in rows
        if row["colouring_of"] == colouring and (on_map is None or on_map in row["maps"])
    }
    assert len(found) == (16 if on_map is None else 8)
    return found


@pytest.mark.parametrize("game", SPECS)
def test_every_assumption_has_two_other_data_that_are_played(game):
    spec = load_game(game).spec
    for number, assumption in spec.assumptions.items():
        assert assumption.supplies, number
        assert sum(bool(alternative.set) for alternative in assumption.alternatives) >= 2, number


@pytest.mark.parametrize("colouring", COLOURINGS)
def test_colours_keep_to_the_examples_of_the_source(colouring):
    """Line 158: Grove to Plaza and Plaza to Terrace share a colour, Grove to Lock do not."""
    places = city(colouring)
    assert places["grove"] & places["plaza"]
    assert places["plaza"] & places["terrace"]
    assert not places["grove"] & places["lock"]
    assert all(places.values())


@pytest.mark.parametrize("colouring", COLOURINGS)
@pytest.mark.parametrize("on_map", MAPS)
def test_every_map_has_the_grove_and_hangs_together(colouring, on_map):
    places = city(colouring, on_map)
    reached, new = set(), {"grove"}
    while new:
        reached |= new
        new = {
            other
            for other in places.keys() - reached
            if any(places[other] & places[place] for place in reached)
        }
    assert reached == places.keys()


@pytest.mark.parametrize("mix", ["two_each", "one_each", "three_spotters", "three_k9s"])
def test_every_mix_has_eleven_cards_and_the_five_operatives_of_the_quickstart(mix):
    program = Program(apply_settings(burned(), {"agent_mix": mix}), 2)
    labels = [label for label in program.deck.labels if label in KINDS]
    assert len(labels) == 11
    assert labels.count("director") == labels.count("body_double") == 1
    assert labels.count("operative") >= 5
    assert min(labels.count("spotter"), labels.count("k9")) >= 1


def test_most_equipment_returns_under_every_text():
    """Lines 228 and 230: most cards return to the hand; those that leave the game say so."""
    rows = burned().spec.packs["equipment"].list
    assert len(rows) == 19
    assert sum(row["after"] == "returns" for row in rows) > 19 / 2


def test_what_an_element_rests_on_says_it():
    spec = burned().spec
    assert spec.parameters["hits"].cites == ("A3",)
    why = spec.assumptions["A1"].why
    assert "preview" not in why
    assert "line 343 of the source" in why


@pytest.mark.parametrize(
    "name",
    [
        "k9_goes_where_an_agent_was",
        "k9_follows",
        "k9_leads",
        "staying_leaves_everything",
        "staying_with_a_new_aim",
    ],
)
def test_readings_that_were_mended_are_played_as_the_source_says(name):
    """Line 208: to another agent's location. Lines 240-252: aiming is a part of moving."""
    game = burned()
    assert example_failure(game, name) is None
    in_force = {key: written(value) for key, value in game.parameters_as_written().items()}
    assert (in_force["k9_orders"], in_force["aim_when_staying"]) == ("any", "false")
