"""Cards that are shown to some seats: these see them, others at most that something was shown."""

from __future__ import annotations

import pytest

from certify.language.catalogue import load_game
from certify.play.events import EVERYONE, REFEREE, Shown, Visibility
from certify.play.interpreter.program import Program
from tests.support.observed_game import write_spec

SPY, GUARD = 0, 1


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return Program(load_game(str(write_spec(tmp_path_factory.mktemp("spec")))))


@pytest.fixture(scope="module")
def seen_by(program):
    """Return a function: what each sees of cards 7 and 3 of a zone that are shown to seats."""
    sight = Visibility(program)

    def of(zone, *seats):
        number = program.position(zone)[1]
        event = Shown((7, 3), (number, number), seats)
        found = {seat: sight.seen_by(event, seat) for seat in (SPY, GUARD, EVERYONE, REFEREE)}
        return {
            seat: seen.cards if isinstance(seen, Shown) else seen for seat, seen in found.items()
        }

    return of


def test_who_cannot_count_the_zone_notices_nothing(seen_by):
    found = seen_by("cellar", SPY)
    assert (found[SPY], found[GUARD], found[EVERYONE]) == ((3, 7), None, None)


def test_who_can_count_the_zone_notices_how_many_are_shown(seen_by):
    found = seen_by("cellar", GUARD)
    assert (found[GUARD], found[SPY], found[EVERYONE]) == ((3, 7), (None, None), None)
    found = seen_by("deck", GUARD)
    assert (found[GUARD], found[SPY], found[EVERYONE]) == ((3, 7), (None, None), (None, None))


def test_who_sees_the_zone_sees_what_is_shown_to_another(seen_by):
    found = seen_by("attic", GUARD)
    # The attic is ordered: its cards are seen as they lie.
    assert (found[GUARD], found[SPY], found[EVERYONE]) == ((7, 3), (7, 3), None)


def test_what_is_shown_to_all_everybody_has_seen(seen_by):
    assert set(seen_by("deck", SPY, GUARD).values()) == {(3, 7)}
