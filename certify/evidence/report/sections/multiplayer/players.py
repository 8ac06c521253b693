"""The players of a study."""

from __future__ import annotations

from certify.evidence.report.charts.fairness_figures import PlayerKey
from certify.present.document import Column, Composer
from certify.present.markup import capitalised, plain
from certify.studies.certification.fairness_result import FairnessCertification


def write_players(composer: Composer, certification: FairnessCertification) -> None:
    """Write who plays, from the weakest as it was expected.

    Parameters
    ----------
    composer : Composer
        Takes the text.
    certification : FairnessCertification
        The results.
    """
    result = certification.fairness
    if not result.ladder:
        return
    composer.section("Players of the study")
    composer.text(
        "Random play and searches know the rules and nothing else of the game; a policy is stated "
        "in the spec of the game. A search is the stronger the further it looks ahead. The players "
        "are listed from the weakest, as it was expected before anything was played. Where names "
        "are too long for a column the letters stand for them."
    )
    key = PlayerKey(result)
    composer.table(
        "Players",
        [Column("", 7, "bold"), Column("Name", 35, "mono"), Column("How it plays", 126)],
        [
            (
                plain(key.letter(player.id)),
                plain(player.id),
                f"<b>{plain(capitalised(player.title))}.</b> {plain(player.does)}"
                + (" It is a measure, and no opponent for a table." if player.sees_all else ""),
            )
            for player in result.ladder
        ],
    )
