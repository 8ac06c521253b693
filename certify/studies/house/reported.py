"""Which exact engine works out the figures of a report."""

from __future__ import annotations

from certify.errors import EngineError
from certify.language.game import LoadedGame
from certify.studies.house.figures import Figures
from certify.studies.kinds import ANALYSED, PLAIN, engine_for, require_house, who_answers


def figures_of(loaded: LoadedGame) -> Figures:
    """Return the figures of a game whose wagers have pay lines; an EngineError of another."""
    engine = engine_for(loaded)
    if engine == ANALYSED:
        from certify.studies.house.analysed_figures import AnalysedFigures

        return AnalysedFigures(loaded)
    if engine == PLAIN:
        from certify.studies.house.blackjack_figures import BlackjackFigures

        return BlackjackFigures(loaded)
    require_house(loaded)
    raise EngineError(f"{loaded.spec.game.id} has no wagers with pay lines; {who_answers(loaded)}")
