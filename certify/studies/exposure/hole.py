"""What the dealer's second card is worth to a player of blackjack who sees it before deciding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import fsum

import numpy as np
import numpy.typing as npt

from certify.cards.hands import BUST_ABOVE
from certify.cards.ranks import ACE, RANK_LABELS, RANKS, TEN
from certify.cards.shoe import Shoe
from certify.errors import SpecError, unknown_name
from certify.exact.banked.solution import Leak
from certify.exact.blackjack.decisions import DOUBLE, SPLIT
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import ERROR_BOUND, Solution, solve_basic, solve_optimal
from certify.exact.blackjack.values import shoe_values
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import ChoiceParameter
from certify.runtime.context import Context
from certify.studies.exposure.result import (
    ExposedCase,
    ExposedDecision,
    ExposedRemedy,
    ExposedResult,
    ExposedWager,
)
from certify.studies.twenty_one import BlackjackGame

PEEKS, LOSES = "dealer_peeks", "no_peek_loses"
"""Parameters: whether the second card is there at first, and what a blackjack found late takes."""
LATE = (
    "The second card is dealt after the players have played. What a blackjack that is found then"
    " takes: {told}"
)
NEXT = "next"
"""What is said to be seen: the card that is dealt next."""
DOING = "second cards of the dealer"
INSURED = 0.5
"""Part of the main wager that insurance costs."""
METHOD = (
    "the exact blackjack engine for each second card of the dealer, which is then out of the shoe;"
    " optimal composition-dependent play without and with it in sight"
)


def hidden_zones(game: LoadedGame) -> list[str]:
    """Return the zones of a game of the family that nobody sees, but for those cards come from."""
    dealt = {pack.into for pack in game.spec.packs.values()}
    return [
        name for name, zone in game.spec.zones.items() if zone.see == "none" and name not in dealt
    ]


def hole_study(game: BlackjackGame, leaks: dict[str, Leak], context: Context) -> ExposedResult:
    """Return what the dealer's second card is worth to who sees it.

    Notes
    -----
    Conditioning: the shoe, shuffled. Insurance, where there is any, is taken if it wins.
    Method: for each second card the shoe without it, with the dealer's outcomes given it; weighed
        by how often upcard and second card are these.
    Error: as `certify.exact.blackjack.solve.ERROR_BOUND`: what is weighed are the expectations of
        shoes, each of which holds it.
    Source: derived here; that any strategy comes to as much as without seeing is tested.
    """
    loaded = game.loaded
    zones = hidden_zones(loaded)
    for name, leak in leaks.items():
        if name not in zones:
            raise SpecError(unknown_name(name, "hidden zone", [*zones, NEXT]))
        if leak != Leak(1):
            raise SpecError(
                f"of {name} one card can be seen in {loaded.spec.game.id}; expected {name}:1"
            )
    (zone,) = leaks
    counts = game.shoe.array()
    found: dict[int, tuple[Solution, Solution]] = {}
    for done, hole in enumerate(np.flatnonzero(counts)):
        context.progress(done, RANKS, DOING)
        found[int(hole)] = _given(game, int(hole))
    cards = float(counts.sum())
    chances = {
        (up, hole): counts[up] * (counts[hole] - (up == hole)) / (cards * (cards - 1))
        for hole in found
        for up in range(RANKS)
        if counts[up] > (up == hole)
    }
    return ExposedResult(
        **loaded.provenance(),
        parameters=loaded.parameters_as_written(),
        wagers_made=(),
        leaks={zone: 1},
        marked={},
        shoe=game.shoe.by_label() if game.given_shoe else {},
        wagers=dict(_wagers(game, found, chances)),
        decisions=(
            ExposedDecision(
                decision="turn",
                text=loaded.spec.decisions["turn"].text,
                before=(),
                options=(),
                changed=None,
                cases=tuple(_cases(zone, found, chances)),
            ),
        ),
        situations=None,
        method=METHOD,
        error_bound=ERROR_BOUND,
    )


def dealt_late(game: BlackjackGame, found: ExposedResult) -> Iterator[ExposedRemedy]:
    """Yield what it does to deal the second card after the players have played, by the rules.

    Of insurance nothing is left: it is what it is by the rules.
    """
    parameters = game.loaded.spec.parameters
    takes = parameters.get(LOSES)
    if not (game.rules.dealer_peeks and PEEKS in parameters and isinstance(takes, ChoiceParameter)):
        return
    for value, told in takes.choices.items():
        late = replace(game, loaded=apply_settings(game.loaded, {PEEKS: False, LOSES: value}))
        edges = {name: wager.fair for name, wager in found.wagers.items()}
        edges["main"] = late.optimal.main.ev
        option = late.optimal.main_burnout
        if option is not None:
            edges["main_burnout"] = option.ev - float(game.rules.burnout_payment)
        yield ExposedRemedy(remedy="dealt_late", text=LATE.format(told=told), edges=edges)


def _given(game: BlackjackGame, hole: int) -> tuple[Solution, Solution]:
    """Return the optimal and the total-dependent play against a second card that is known."""
    left = game.shoe.array().copy()
    left[hole] -= 1
    shoe = Shoe(tuple(int(count) for count in left))
    values = shoe_values(game.rules, shoe, with_burnout=game.has_option, hole=hole)
    plain = shoe_values(game.rules, shoe, with_burnout=False, hole=hole)
    return solve_optimal(values, split_play=game.split_play), solve_basic(plain)


def _wagers(
    game: BlackjackGame,
    found: dict[int, tuple[Solution, Solution]],
    chances: dict[tuple[int, int], float],
) -> Iterator[tuple[str, ExposedWager]]:
    main = fsum(p * found[hole][0].main.by_upcard[up] for (up, hole), p in chances.items())
    option = [(p, found[hole][0].main_burnout, up) for (up, hole), p in chances.items()]
    gross = fsum(p * each.by_upcard[up] for p, each, up in option if each is not None)
    yield from wagers_seen(game, main, gross)
    if game.rules.insurance:
        won = chances.get((ACE, TEN), 0.0) * INSURED * float(game.pays("main.insurance"))
        yield "insurance", _wager("Insurance, taken when it wins", 0.0, won)


def wagers_seen(
    game: BlackjackGame, main: float, gross: float | None
) -> Iterator[tuple[str, ExposedWager]]:
    """Yield the main wager, and with the option to burn, by what they bring to who sees more.

    `gross` is that with the option before the payment, if there is one.
    """
    fair = game.optimal
    yield "main", _wager("Main wager", fair.main.ev, main)
    if fair.main_burnout is not None and gross is not None:
        payment = float(game.rules.burnout_payment)
        title = "Main wager with a card that may be burned, less its payment"
        yield "main_burnout", _wager(title, fair.main_burnout.ev - payment, gross - payment)


def _wager(title: str, fair: float, exposed: float) -> ExposedWager:
    return ExposedWager(title=title, fair=fair, exposed=exposed, gain=exposed - fair)


def _cases(
    zone: str,
    found: dict[int, tuple[Solution, Solution]],
    chances: dict[tuple[int, int], float],
) -> Iterator[ExposedCase]:
    """Yield what is done against each two cards of the dealer, whichever of them lies open."""
    for low in range(RANKS):
        for high in range(low, RANKS):
            both = [pair for pair in {(low, high), (high, low)} if pair in chances]
            p = fsum(chances[pair] for pair in both)
            if not p:
                continue
            worth = fsum(chances[up, hole] * found[hole][0].main.by_upcard[up] for up, hole in both)
            up, hole = both[0]
            is_blackjack = {low, high} == {ACE, TEN}
            yield ExposedCase(
                seen={f"upcard and {zone}": f"{RANK_LABELS[low]} {RANK_LABELS[high]}"},
                probability=p,
                worth=worth / p,
                rule=("nothing is to be decided",)
                if is_blackjack
                else tuple(_in_words(found[hole][1], up)),
            )


def _in_words(basic: Solution, upcard: int) -> Iterator[str]:
    """Yield total-dependent play against the dealer's two cards: when to stand, double, split."""
    table, decisions = basic.shoe.table, basic.decisions
    hits, first = decisions.hits[upcard, NONE_BURNED], decisions.first[upcard]
    two = table.size == 2
    two[list(basic.shoe.pairs)] = False
    for told, hands in (
        ("stand on", (table.size == 3) & ~hits),
        ("double", two & (first == DOUBLE)),
    ):
        kinds = [
            f"{kind} {_ranges(table.total[hands & (table.is_soft == is_soft)])}"
            for kind, is_soft in (("hard", False), ("soft", True))
            if (hands & (table.is_soft == is_soft)).any()
        ]
        if kinds:
            yield f"{told} {' and '.join(kinds)}"
    pairs = [RANK_LABELS[r] for r, hand in enumerate(basic.shoe.pairs) if first[hand] == SPLIT]
    if pairs:
        yield f"split {', '.join(pairs)}"


def _ranges(found: npt.NDArray[np.int64]) -> str:
    """Return totals as they are said: ``9 to 11``, or ``12 or more`` up to the highest."""
    parts: list[list[int]] = []
    for total in sorted(set(found.tolist())):
        if parts and parts[-1][-1] == total - 1:
            parts[-1].append(total)
        else:
            parts.append([total])
    return ", ".join(
        f"{each[0]} or more"
        if each[-1] == BUST_ABOVE
        else str(each[0])
        if len(each) == 1
        else f"{each[0]} to {each[-1]}"
        for each in parts
    )
