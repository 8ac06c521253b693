"""What a person at a table can choose, in words that tell nothing which the person cannot see."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from certify.errors import IllegalMoveError, nearest_name
from certify.library.account import Account
from certify.play.events import CARD_PICKS
from certify.play.interpreter.interpreter import Options, decision_of, legal
from certify.play.interpreter.picks import MoveRule
from certify.play.logs.log import Session
from certify.play.reading import pickable, picked_from
from certify.present.markup import said

MOST_LISTED = 20
"""Options that are listed one by one; of more, the moves are told."""


class Moves:
    """What the seat that is asked can choose, in the words of its account."""

    def __init__(self, session: Session, account: Account) -> None:
        self.session, self.account = session, account

    def hidden(self, move: MoveRule, cards: Iterable[int]) -> list[int]:
        """Return those of the cards that the person cannot see."""
        if move.pick is None or move.pick.kind not in CARD_PICKS:
            return []
        state = self.session.state
        sees = self.session.recorder.visibility.zones[state.seat]
        up = self.session.program.layout.up
        return [c for c in cards if not (sees[state.where[c]] or up(state.values, c))]

    def has_hidden(self, found: Options) -> bool:
        """Return whether a card can be picked that the person cannot see."""
        return any(self.hidden(move, pickable(choice)) for move, choice in found.choices)

    def option(self, move: MoveRule, picked: Any) -> str:
        """Return a move with its pick."""
        cards: tuple[int, ...] = ()
        if move.pick is not None and move.pick.kind in CARD_PICKS:
            cards = (picked,) if isinstance(picked, int) else tuple(picked)
        return self.account.option(move, picked, self.hidden(move, cards))

    def listed(self, found: Options) -> list[str]:
        """Return every option in words, in the order of their numbers from 1."""
        return [self.option(*found.at(place)) for place in range(found.total)]

    def in_short(self, found: Options) -> list[str]:
        """Return a line for each move, where there are too many options to be listed."""
        lines = []
        for move, choice in found.choices:
            if choice.total == 1:
                lines.append(self.option(move, choice.at(0)))
                continue
            cards = pickable(choice)
            among = ""
            if cards and not self.hidden(move, cards):
                among = f", of {self.session.program.deck.written(cards)}"
            lines.append(f"{said(move.name)}: {choice.total} ways{among}")
        if self.has_hidden(found):
            lines.append(f"write a number from 1 to {found.total}")
        else:
            lines.append(f"write a move, such as `{self.option(*found.at(0))}`")
        return lines

    def numbered(self, words: list[str], found: Options) -> tuple[MoveRule, Any]:
        """Return the option of a number; `IllegalMoveError` if there is none."""
        if found.total > MOST_LISTED and not self.has_hidden(found):
            such = self.option(*found.at(0))
            raise IllegalMoveError(f"too many options to be numbered; write one, such as `{such}`")
        number = int(words[0]) if len(words[0]) < 12 else 0
        if len(words) > 1 or not 1 <= number <= found.total:
            raise IllegalMoveError(f"expected a number from 1 to {found.total}, or a move")
        return found.at(number - 1)

    def written(
        self, words: list[str], found: Options, others: Iterable[str] = ()
    ) -> tuple[MoveRule, Any]:
        """Return a move that is written: its name, with spaces or underscores, and its pick.

        `others`: what else could have been meant.
        """
        state = self.session.state
        rules = {move.name: move for move in decision_of(state).moves}
        for number in range(len(words), 0, -1):
            name = "_".join(words[:number]).lower()
            if name in rules:
                break
        else:
            known = [*rules, *others]
            nearest = nearest_name(words[0], known)
            meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(known)}"
            raise IllegalMoveError(f"there is no move {words[0]!r} here; {meant}")
        rest = words[number:]
        rule = rules[name]
        if rule.pick is None and rest:
            raise IllegalMoveError(f"{name} picks nothing; found {' '.join(rest)!r}")
        for move, choice in found.choices:
            if move is not rule or rest:
                continue
            if choice.total == 1:
                return move, choice.at(0)
        if rule.pick is None:
            return legal(state, name, None)
        if rest:
            self._refuse_hidden_labels(rule, found)
        return legal(state, name, picked_from(state, name, " ".join(rest)))

    def _refuse_hidden_labels(self, rule: MoveRule, found: Options) -> None:
        """Refuse labels of cards that the person cannot see: an answer would tell what they are."""
        for move, choice in found.choices:
            if move is rule and self.hidden(move, pickable(choice)):
                raise IllegalMoveError(
                    f"the cards of {rule.name} are hidden; write a number from the list"
                )
