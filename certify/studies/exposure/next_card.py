"""What the next card of the shoe is worth to a player of blackjack who sees it before deciding."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from certify.cards.ranks import RANK_LABELS, RANKS
from certify.errors import SpecError
from certify.exact.banked.solution import Leak
from certify.exact.blackjack.decisions import ACTION_NAMES
from certify.exact.blackjack.next_card import NextCard, SeenNext
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import ERROR_BOUND
from certify.runtime.context import Context
from certify.studies.exposure.hole import NEXT, wagers_seen
from certify.studies.exposure.result import (
    ExposedCase,
    ExposedDecision,
    ExposedOption,
    ExposedResult,
)
from certify.studies.twenty_one import BlackjackGame

DOING = "next cards of the shoe"
METHOD = (
    "the exact blackjack engine with the next card of the shoe known before each decision; the"
    " dealer's second card was dealt before, so that on standing it is the first that he draws;"
    " once a pair is split it is the second card of the first hand, no further card is seen, and"
    " all hands are played as after any split; who decides whether to burn a card sees the one"
    " after it; insurance is not looked at"
)


def next_card_study(game: BlackjackGame, leaks: dict[str, Leak], context: Context) -> ExposedResult:
    """Return what the next card is worth to who sees it before each decision.

    Notes
    -----
    Conditioning: the shoe, shuffled.
    Method: `certify.exact.blackjack.next_card.SeenNext`.
    Error: as `certify.exact.blackjack.solve.ERROR_BOUND`.
    Source: derived here.
    """
    if leaks != {NEXT: Leak(1)}:
        raise SpecError(
            f"of the shoe one card can be seen in {game.loaded.spec.game.id}, by itself; expected"
            f" {NEXT}:1"
        )
    optimal = game.optimal
    seen = SeenNext(
        game.values, optimal.decisions, lambda done, total: context.progress(done, total, DOING)
    )
    plain, option = seen.rounds()
    loaded = game.loaded
    return ExposedResult(
        **loaded.provenance(),
        parameters=loaded.parameters_as_written(),
        wagers_made=(),
        leaks={NEXT: 1},
        marked={},
        shoe=game.shoe.by_label() if game.given_shoe else {},
        wagers=dict(wagers_seen(game, plain.ev, None if option is None else option.ev)),
        decisions=(
            ExposedDecision(
                decision="turn",
                text=loaded.spec.decisions["turn"].text,
                before=(),
                options=tuple(_options(game, plain)),
                changed=None,
                cases=tuple(_cases(plain)),
            ),
        ),
        situations=None,
        method=METHOD,
        error_bound=ERROR_BOUND,
    )


def _options(game: BlackjackGame, seen: NextCard) -> Iterator[ExposedOption]:
    """Yield how often each first action is taken, by the rules and with the next card seen."""
    values, first = game.values, game.optimal.decisions.first
    upcards = values.counts / values.counts.sum()
    asked = upcards[:, None] * values.deal * values.no_blackjack[:, NONE_BURNED]
    asked[:, values.natural] = 0.0
    for action, name in enumerate(ACTION_NAMES):
        fair, exposed = float(asked[first == action].sum()), float(seen.actions[:, action].sum())
        if fair or exposed:
            yield ExposedOption(option=name, fair=fair, exposed=exposed)


def _cases(seen: NextCard) -> Iterator[ExposedCase]:
    """Yield what a round brings by the next card, and how its first decision is answered."""
    for card in range(RANKS):
        if not seen.chances[card]:
            continue
        asked = seen.actions[card]
        shares = asked / asked.sum() if asked.sum() else asked
        said = [
            f"{name} {100 * share:.0f} %"
            for name, share in zip(ACTION_NAMES, shares, strict=True)
            if np.round(100 * share)
        ]
        yield ExposedCase(
            seen={NEXT: RANK_LABELS[card]},
            probability=float(seen.chances[card]),
            worth=float(seen.by_card[card]),
            rule=(f"first {', '.join(said)}",),
        )
