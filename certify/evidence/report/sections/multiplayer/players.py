"""The players of a study."""

from __future__ import annotations

from certify.evidence.report.sections.multiplayer.prose import write
from certify.present.document import Composer
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.view import players_table


def write_players(composer: Composer, certification: FairnessCertification) -> None:
    """Write who plays, from the weakest as it was expected."""
    if not certification.fairness.ladder:
        return
    composer.section("Players of the study")
    composer.text(
        "Random play and searches know the rules and nothing else of the game; a policy is stated "
        "in the spec of the game. A search is the stronger the further it looks ahead. Where names "
        "are too long for a column the letters stand for them."
    )
    write(composer, [players_table(certification.fairness)])
