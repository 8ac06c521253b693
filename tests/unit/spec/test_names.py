"""Python's keywords, wherever a name is declared, work or are refused there in one sentence."""

from __future__ import annotations

import json
import keyword

import pytest

from certify.errors import SpecInvalidError
from certify.language.catalogue import game_of
from tests.hostile.keywords import PLACES, named
from tests.support.banked_spec import BANKED, by_name
from tests.support.specs import spec_with

SMALL = [word for word in keyword.kwlist if word.islower()]
OFTEN = ("raise", "is", "in", "from", "pass", "class")
"""Words that writers of games chose."""

EXPRESSED = (
    "parameters", "players/roles", "packs", "packs/cards/cards", "zones", "variables", "rankings",
    "definitions", "definitions/worth/takes", "wagers", "paytables", "let", "each",
)  # fmt: skip
"""Where the name is one that expressions say, and so can be no keyword."""


def problems_of(place: str, name: str) -> list[str]:
    """Return what is said against a name; what follows from it is told of the same name."""
    text = json.dumps(spec_with(named(place, name), BANKED), indent=1)
    try:
        game_of(text, "game.yaml", by_name)
    except SpecInvalidError as error:
        return [problem.message for problem in error.problems]
    return []


def one_sentence(place: str, name: str) -> None:
    found = problems_of(place, name)
    if place == "for/@":
        # The expression that declares it cannot be read, and is shown.
        (message,) = found
        assert message.endswith("(text)")
        assert f" {name} " in message
    elif place.rpartition("/")[0] in EXPRESSED:
        assert found == [f"expressions cannot use the word {name} as a name; choose another"]
    elif (place, name) == ("rankings/poker/order/@", "else"):
        # Among cases it stands for all others, of which there are none in this spec.
        assert found == ["there is no case but else"]
    else:
        assert found == []


@pytest.mark.parametrize("place", PLACES)
def test_words_that_writers_chose(place: str) -> None:
    assert problems_of(place, "chosen") == []
    for name in OFTEN:
        one_sentence(place, name)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_all_keywords(place: str) -> None:
    for name in SMALL:
        one_sentence(place, name)
