"""The wagers as functions of the undealt cards, for studies of the shoe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from certify.cards.ranks import ACE, RANKS, TEN
from certify.cards.shoe import IntVector
from certify.studies.shoe.compositions import FIELDS
from certify.studies.shoe.tags import CARDS_OF_A_DECK, FloatArray, Line, centred, line_of
from certify.studies.twenty_one import BlackjackGame

FIELD = {name: place for place, name in enumerate(FIELDS)}
"""Index of a composition's figure in the last axis of arrays."""

MAIN, BURNOUT, EITHER, INSURANCE = "main", "main_burnout", "main_or_burnout", "insurance"
MAIN_UNIT = "main wagers"
HUNDRED = " per 100 rounds"
PLACED = " per 100 rounds before which it may be placed"

Figures = Callable[[FloatArray, IntVector], FloatArray]
"""Function of figures, shape (.., fields), and undealt cards, shape (.., 10), to shape (..)."""


@dataclass(frozen=True)
class Wager:
    """A wager as a function of the undealt cards when its round begins.

    `fixed` and `best` are its expectation under the strategy of the full shoe, and under that of
    the composition; `improves` says whether play can make a difference between them. `kept` is the
    field whose mean must not change as cards are dealt: the wager's expectation under one strategy.
    With `shows_ace` it is offered only when an ace is shown, which has been seen then.
    """

    name: str
    title: str
    unit: str
    gain_unit: str
    fixed: Figures
    best: Figures
    improves: bool = False
    kept: str | None = None
    shows_ace: bool = False

    def offered(self, undealt: IntVector) -> FloatArray:
        """Return the probability that a round offers the wager."""
        if not self.shows_ace:
            return np.ones(undealt.shape[:-1])
        cards: FloatArray = undealt[..., ACE] / np.maximum(undealt.sum(axis=-1), 1)
        return cards

    def unseen(self, undealt: IntVector) -> IntVector:
        """Return the cards that nobody has seen when the wager is made."""
        return undealt - _ACE if self.shows_ace else undealt

    def line(self, effects: FloatArray, tags: FloatArray, start: IntVector, value: float) -> Line:
        """Return the expectation by true count; effects are those of `unseen`."""
        cards = int(self.unseen(start).sum())
        begins = CARDS_OF_A_DECK * float(centred(tags, start)[ACE]) / cards
        return line_of(
            effects,
            tags,
            start,
            value=value,
            cards=cards,
            count_at_value=begins if self.shows_ace else 0.0,
        )


_ACE: IntVector = np.eye(RANKS, dtype=np.int64)[ACE]


def wagers_of(game: BlackjackGame, *, with_bonus: bool = True) -> list[Wager]:
    """Return the wagers of a game; of one without the option to burn a card the main wager alone.

    Main wager without Burnout, with it, and with it where it pays; insurance if it is offered; each
    Bonus wager without Burnout and with it.
    """
    if not game.has_option:
        return [_main("Main wager")]
    payment = float(game.rules.burnout_payment)
    found = [
        _main("Main, without Burnout"),
        Wager(
            BURNOUT,
            "Main, with Burnout",
            MAIN_UNIT,
            MAIN_UNIT + HUNDRED,
            _field("fixed_main_burnout", payment),
            _field("best_main_burnout", payment),
            improves=True,
            kept="fixed_main_burnout",
        ),
        Wager(
            EITHER,
            "Main, Burnout where it pays",
            MAIN_UNIT,
            MAIN_UNIT + HUNDRED,
            _higher(_field("fixed_main"), _field("fixed_main_burnout", payment)),
            _higher(_field("best_main"), _field("best_main_burnout", payment)),
            improves=True,
        ),
    ]
    if game.rules.insurance:
        taken = _insurance(float(game.pays("main.insurance")))
        unit = "insurance wagers"
        found.append(
            Wager(INSURANCE, "Insurance", unit, unit + HUNDRED, taken, taken, shows_ace=True)
        )
    rows = game.loaded.paytable_rows("bonus") if with_bonus else ()
    for row in rows:
        pays = float(game.pays(f"bonus.{row.key}"))
        for name, title, suffix in (
            ("without_burnout", "without Burnout", ""),
            ("with_burnout", "with Burnout", "_burnout"),
        ):
            chance = _bonus(int(row.key), pays, suffix)
            unit = "Bonus wagers"
            found.append(
                Wager(
                    f"bonus.{row.key}.{name}",
                    f"Bonus {row.key}, {title}",
                    unit,
                    unit + PLACED,
                    chance,
                    chance,
                )
            )
    return found


def _main(title: str) -> Wager:
    return Wager(
        MAIN,
        title,
        MAIN_UNIT,
        MAIN_UNIT + HUNDRED,
        _field("fixed_main"),
        _field("best_main"),
        improves=True,
        kept="fixed_main",
    )


def _field(name: str, payment: float = 0.0) -> Figures:
    return field(FIELD[name], payment)


def field(place: int, payment: float = 0.0) -> Figures:
    """Return the figure at a place, less a payment."""
    return lambda figures, undealt: figures[..., place] - payment


def _higher(first: Figures, second: Figures) -> Figures:
    return lambda figures, undealt: np.maximum(first(figures, undealt), second(figures, undealt))


def _insurance(pays: float) -> Figures:
    def value(figures: FloatArray, undealt: IntVector) -> FloatArray:
        unseen = np.maximum(undealt.sum(axis=-1) - 1, 1)
        taken: FloatArray = (pays + 1.0) * undealt[..., TEN] / unseen - 1.0
        return taken

    return value


def _bonus(wins: int, pays: float, suffix: str) -> Figures:
    won, lost = FIELD[f"fixed_win{suffix}"], FIELD[f"fixed_loss{suffix}"]

    def value(figures: FloatArray, undealt: IntVector) -> FloatArray:
        decided = figures[..., won] + figures[..., lost]
        chance = np.divide(
            figures[..., won], decided, out=np.zeros_like(decided), where=decided > 0.0
        )
        returned: FloatArray = (pays + 1.0) * chance**wins - 1.0
        return returned

    return value
