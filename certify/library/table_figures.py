"""What a player reckons at a table: totals of cards, what is wagered, what was won so far.

Nothing of a game is known here; a spec says it by the names of definitions. ``total`` takes one
list of cards: cards that lie in one place are told with theirs, and so are those of several places
that another definition adds up, such as ``upcard + dealer_cards``; ``is_soft``, of the same cards,
says whether an ace counts as eleven in it. ``stake`` takes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from certify.language.acts import STAKE as WAGER_STAKE
from certify.language.game import wagers_made
from certify.play.events import REFEREE
from certify.play.interpreter.interpreter import WRONG, Options, decision_of, options
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.observation import observe
from certify.play.views import ZoneView

TOTAL, SOFT, STAKE = "total", "is_soft", "stake"
SUM = re.compile(r"\w+( \+ \w+)+")
BANKED = "banked"

MOST_SHOWN = 60
"""Cards of a place that are shown at the end; of more, such as a shoe's, the number is told."""


def in_spec_order(program: Program, state: State) -> Options:
    """Return what the seat that is asked can do, moves in the order in which the spec has them."""
    found = options(state)
    named = list(program.play.spec.decisions[decision_of(state).name].moves)
    ordered = sorted(found.choices, key=lambda choice: named.index(choice[0].name))
    return Options(tuple(ordered), found.total)


class TableFigures:
    """Totals, the stake and the balance of a game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        spec = program.play.spec
        defined = spec.definitions
        takes = (
            [kind for one in defined[TOTAL].takes for kind in one.values()]
            if TOTAL in defined
            else []
        )
        packs = [pack for pack in spec.packs if takes == [f"list of {pack}"]]
        soft = defined.get(SOFT)
        self._knows_soft = soft is not None and takes == [
            kind for one in soft.takes for kind in one.values()
        ]
        counted = {
            name
            for name, zone in spec.zones.items()
            if packs and (zone.holds or next(iter(spec.packs))) == packs[0]
        }
        self._own = {name for name in counted if spec.zones[name].of is not None}
        single = counted - self._own
        self._sums = {}
        for name, definition in defined.items():
            text = str(definition.value).strip()
            parts = text.split(" + ")
            is_sum = SUM.fullmatch(text) is not None and single.issuperset(parts)
            if packs and not definition.takes and is_sum:
                self._sums[name] = parts
        self._functions: dict[str, Callable[[Any, Any], Any]] = {}

    def value(self, state: State, text: str) -> Any:
        """Return what an expression of the spec comes to."""
        if text not in self._functions:
            self._functions[text] = self.program.question(text)
        return self._functions[text](state.values, state.zones)

    def _told(self, state: State, cards: str) -> str:
        """Return the total of cards as players say it."""
        soft = self._knows_soft and self.value(state, f"{SOFT}({cards})")
        return f"{'soft' if soft else TOTAL} {self.value(state, f'{TOTAL}({cards})')}"

    def total(self, state: State, zone: ZoneView) -> str:
        """Return the total of the cards of a zone if all are seen, in brackets; or nothing."""
        name = self.program.layout.zones[zone.zone][0]
        if name not in self._own or zone.unseen != 0 or len(zone.cards) < 2:
            return ""
        return f" ({self._told(state, zone.name)})"

    def sums(self, state: State, zones: Sequence[ZoneView]) -> list[str]:
        """Return a line for cards of several places that the spec adds up, if all are seen."""
        by_name = {zone.name: zone for zone in zones}
        lines = []
        for name, parts in self._sums.items():
            lying = [by_name[part] for part in parts]
            cards = [card for zone in lying for card in zone.cards]
            if all(zone.unseen == 0 for zone in lying) and len(cards) > 1:
                total = self._told(state, " + ".join(parts))
                lines.append(f"{name.replace('_', ' ')}: {' '.join(cards)} ({total})")
        return lines

    def money(self, state: State) -> str:
        """Return what is wagered, if the spec says, and what was won so far of a house."""
        program = self.program
        if program.game.spec.game.kind != BANKED or program.score is None:
            return ""
        if self._is_settled_at_the_end and not state.is_over:
            return self._put_down(state)
        try:
            won = float(program.score(state.values, state.zones))
        except WRONG:
            return ""  # it rests on cards that are not dealt yet
        parts = [f"balance {won:+g}" if won else "balance 0"]
        stake = program.play.spec.definitions.get(STAKE)
        if stake is not None and not stake.takes:
            parts.insert(0, f"stake {float(self.value(state, STAKE)):g}")
        return f"{', '.join(parts)} (in main wagers)"

    @cached_property
    def _is_settled_at_the_end(self) -> bool:
        """Whether a wager that is made stands before play begins: what it brings is not known yet.

        Where nothing is put down at first, the game itself adds up what was won round by round.
        """
        result = self.program.play.result
        wagers = {} if result is None else result.wagers
        return any(
            wagers[name].is_put_down_first
            for name in self._made
            if name in wagers and self.program.game.spec.wagers[name].of is None
        )

    @property
    def _made(self) -> tuple[str, ...]:
        return wagers_made(self.program.game)

    def _put_down(self, state: State) -> str:
        """Return what is put down so far on each wager that is made."""
        parts = []
        for name in self._made:
            stake_of = self.program.measures[f"{WAGER_STAKE}.{name}"]
            try:
                stake = stake_of(state.values, state.zones)
            except WRONG:
                continue  # it rests on cards that are not dealt yet
            if stake:
                parts.append(f"{self.program.game.spec.wagers[name].title} {float(stake):g}")
        return f"put down so far: {', '.join(parts)} (in main wagers)" if parts else ""

    def at_the_end(self, state: State) -> list[str]:
        """Return where all cards lie, those that were hidden too."""
        zones = observe(state, REFEREE).zones
        lines = []
        for zone in zones:
            if zone.cards:
                many = len(zone.cards) > MOST_SHOWN
                cards = f"{len(zone.cards)} cards" if many else " ".join(zone.cards)
                lines.append(f"{zone.name.replace('_', ' ')}: {cards}{self.total(state, zone)}")
        return lines + self.sums(state, zones)
