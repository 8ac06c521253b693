"""What can be done against seeing hidden cards, and what the player's edge is then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from certify.studies.exposure.result import ExposedRemedy, ExposedResult, ExposedWager

COVERED = (
    "The cards are covered, or dealt after the last decision where no rule looks at them before:"
    " nothing is seen, and the edge is that of the rules."
)
TURNED = (
    "Every card is turned around or not, at random, while they are shuffled: what backs tell then"
    " says nothing of ranks."
)
CUT = (
    "The pack is cut, or cards are burned unseen, before the deal: nothing changes, since it is"
    " shuffled as before."
)
SHUFFLED = (
    "The whole pack is shuffled before the round: the edge of who sees the cards, but has not"
    " counted."
)


def remedies_of(
    wagers: Mapping[str, ExposedWager], *, is_marked: bool, shuffled: ExposedResult | None
) -> Iterator[ExposedRemedy]:
    """Yield what the usual remedies do; `shuffled`: the same question of the whole pack."""
    fair = {name: wager.fair for name, wager in wagers.items()}
    yield ExposedRemedy(remedy="covered", text=COVERED, edges=fair)
    if is_marked:
        yield ExposedRemedy(remedy="turned", text=TURNED, edges=fair)
    if shuffled is not None:
        whole = {name: wager.exposed for name, wager in shuffled.wagers.items()}
        yield ExposedRemedy(remedy="shuffled", text=SHUFFLED, edges=whole)
    same = {name: wager.exposed for name, wager in wagers.items()}
    yield ExposedRemedy(remedy="cut", text=CUT, edges=same)
