"""Which exact engine answers for a game: nothing else asks."""

from __future__ import annotations

from certify.cards.shoe import Shoe
from certify.errors import EngineError
from certify.language.game import LoadedGame
from certify.studies.banked.shoes import ShoeGiven
from certify.studies.house.house import House
from certify.studies.kinds import (
    ANALYSED,
    WITH_OPTION,
    engine_for,
    require_house,
    who_answers,
)


def house_of(loaded: LoadedGame, given_shoe: ShoeGiven = None) -> House:
    """Return a game as studies ask it; an EngineError if no exact engine answers for it.

    `given_shoe`: the undealt cards, by default all.
    """
    engine = engine_for(loaded)
    if engine is None:
        require_house(loaded)
        raise EngineError(
            f"{loaded.spec.game.id} has no exact figures, since its wagers do not say in the spec"
            f" what they bring; {who_answers(loaded)}"
        )
    # Each engine loads slowly, and no game needs both.
    if engine == ANALYSED:
        from certify.studies.house.analysed import AnalysedHouse

        return AnalysedHouse(loaded, AnalysedHouse.shoe_of(given_shoe))
    from certify.studies.house.blackjack import BlackjackHouse, BurnoutHouse

    house = BurnoutHouse if engine == WITH_OPTION else BlackjackHouse
    return house(loaded, house.shoe_of(given_shoe))


def given_shoe_of(loaded: LoadedGame, given: ShoeGiven) -> Shoe | str | None:
    """Return undealt cards as the engine of a game takes them; of no house, as a shoe."""
    if engine_for(loaded) == ANALYSED:
        from certify.studies.house.analysed import AnalysedHouse

        return AnalysedHouse.shoe_of(given)
    from certify.studies.house.blackjack import BlackjackHouse

    return BlackjackHouse.shoe_of(given)
