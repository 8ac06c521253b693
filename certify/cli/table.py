"""A game at the terminal: shows what a person sees, and reads what the person does."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from certify.errors import IllegalMoveError
from certify.language.references import filled
from certify.library.account import Account, heading, printable, result_lines, wrapped
from certify.library.moves import MOST_LISTED, Moves
from certify.library.played import choices, choose
from certify.library.table_figures import TableFigures, in_spec_order
from certify.play.events import EVERYONE, Announced, Chosen, Event
from certify.play.interpreter.interpreter import Options, decision_of, outcome
from certify.play.interpreter.picks import MoveRule
from certify.play.interpreter.program import Program
from certify.play.logs.log import Session
from certify.play.policies import Policy
from certify.play.views import observe
from certify.present.markup import counted, said
from certify.present.paragraphs import paragraphs
from certify.runtime.cache import Cache
from certify.studies.spec_figures import known_figures

MOST_EVENTS = 40
"""Lines of what happened since a person's last decision; of more, the last are shown."""

COMMANDS = {
    "?": "explain the moves; `? MOVE` prints the rules behind one",
    "view": "show again what you see, all of it",
    "undo": "take your last decision back (for training; the log keeps it)",
    "change": "be asked about side wagers again, from the next round on",
    "rules": "print the rules",
    "quit": "leave the game",
}


Asked = tuple[int, str, tuple[object, ...]]
"""Who is asked, the decision, and what was announced before it."""


@dataclass
class StandingWagers:
    """What persons have answered about side wagers.

    Attributes
    ----------
    program : Program
        The game.
    answers : dict
        By what was asked, the number of decisions made before it, and the option that was written.
    unasked : set of int
        Decisions that were made so, by how many were made before them.
    """

    program: Program
    answers: dict[Asked, tuple[int, str]] = field(default_factory=dict)
    unasked: set[int] = field(default_factory=set)

    def asked(self, seat: int, decision: str, history: Sequence[Event]) -> Asked | None:
        """Return what is asked if it is about a side wager; otherwise None."""
        # Alike ones, such as bonus_2 and bonus_3, are decided under the name before the number.
        names = {name.rstrip("_0123456789") for name in self.program.game.spec.wagers}
        if not set(decision.split("_")) & names:
            return None
        announced: list[object] = []
        for event in reversed(history):
            if isinstance(event, Chosen):
                break
            if isinstance(event, Announced):
                announced.append((event.text, event.values))
        return seat, decision, tuple(announced)

    def forget_after(self, made: int) -> None:
        """Forget what was answered when so many decisions or more had been made."""
        self.answers = {key: kept for key, kept in self.answers.items() if kept[0] < made}
        self.unasked = {number for number in self.unasked if number < made}


class _Left(Exception):  # noqa: N818
    """The person leaves the game."""


class Table:
    """A session at the terminal.

    `persons`: seats that persons play, from 0.
    """

    def __init__(
        self, session: Session, policies: Sequence[Policy], persons: frozenset[int]
    ) -> None:
        self.session, self.policies, self.persons = session, policies, persons
        self.program = session.program
        self.streams = choices(session.header)
        seats = persons or {EVERYONE}
        self.accounts = {seat: Account(self.program, seat) for seat in sorted(seats)}
        self.told = dict.fromkeys(self.accounts, 0)
        self.figures = TableFigures(self.program)
        self.wagers = StandingWagers(self.program)

    def play(self) -> None:
        """Play to the end, or until the person leaves or the input ends."""
        account = next(iter(self.accounts.values()))
        self._say(heading(account, self.session.header))
        try:
            while not self.session.state.is_over:
                if self.session.state.seat in self.persons:
                    self._ask()
                else:
                    choose(self.session, self.policies, self.streams)
                if not self.persons:
                    self._tell(EVERYONE)
        except _Left as left:
            self._say(f"\n{left} Decisions made: {len(self.session.made)}.")
            return
        self._finish()

    def _say(self, text: str) -> None:
        click.echo(paragraphs(printable(text), hanging=2))

    def _finish(self) -> None:
        for seat in self.accounts:
            self._tell(seat)
        account = next(iter(self.accounts.values()))
        if len(self.accounts) > 1:
            account = Account(self.program, EVERYONE)
        decisions = counted(len(self.session.made), "decision")
        self._say(f"\nThe game is over after {decisions}. All cards:")
        click.echo(wrapped(self.figures.at_the_end(self.session.state)))
        lines = result_lines(outcome(self.session.state), account, self.session.header.seats)
        click.echo(wrapped(lines))

    # What a person sees --------------------------------------------------------------------------

    def _tell(self, seat: int) -> None:
        """Print what the seat has seen since it was told last."""
        history = self.session.recorder.history(seat)
        lines = self.accounts[seat].events(history[self.told[seat] :])
        self.told[seat] = len(history)
        left_out = len(lines) - MOST_EVENTS if self.persons else 0
        if left_out > 0:
            lines = [f".. {left_out} earlier events", *lines[left_out:]]
        if lines:
            before = "\n" if self.persons else ""
            click.echo(before + wrapped(lines))

    def _show(self, seat: int, *, whole: bool = False) -> None:
        state = self.session.state
        view = observe(state, seat)
        totals = {zone.zone: self.figures.total(state, zone) for zone in view.zones}
        lines = self.accounts[seat].view(view, whole=whole, totals=totals)
        lines += self.figures.sums(state, view.zones)
        money = self.figures.money(state)
        click.echo(wrapped([*lines, money] if money else lines))

    # What a person does --------------------------------------------------------------------------

    def _ask(self) -> None:
        """Show the person that is asked what there is, and carry out the answer."""
        session = self.session
        seat = session.state.seat
        account = self.accounts[seat]
        name = account.player(seat)
        self._tell(seat)
        decision = decision_of(session.state)
        found = in_spec_order(self.program, session.state)
        wager = self.wagers.asked(seat, decision.name, session.recorder.history(seat))
        if self._made_again(wager, found):
            return
        self._say(f"\nDecision {len(session.made) + 1}, {name} (you): {decision.text}")
        self._show(seat)
        self._list(found)
        while True:
            words = self._read(f"{name}> ").split()
            if not words:
                continue
            try:
                answer = self._answer(words, found)
            except IllegalMoveError as error:
                self._say(str(error))
                continue
            if answer is None:
                continue
            if answer == "undo":
                if self._undo():
                    return
                continue
            if wager is not None:
                self.wagers.answers[wager] = (len(session.made), self._moves().option(*answer))
            session.choose(*answer)
            return

    def _made_again(self, wager: Asked | None, found: Options) -> bool:
        """Answer about a side wager as before; return whether that could be done."""
        kept = None if wager is None else self.wagers.answers.get(wager)
        if kept is None or found.total > MOST_LISTED:
            return False
        for number in range(found.total):
            move, picked = found.at(number)
            if self._moves().option(move, picked) == kept[1]:
                self.wagers.unasked.add(len(self.session.made))
                self._say(f"As before: {said(kept[1])}. (`change` lets you be asked again.)")
                self.session.choose(move, picked)
                return True
        return False

    def _read(self, prompt: str) -> str:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line.endswith("\n") and not line:
            click.echo()
            raise _Left("The input has ended, and the game with it.")
        if not sys.stdin.isatty():
            click.echo(printable(line.rstrip("\n")))
        return line

    def _list(self, found: Options) -> None:
        moves = self._moves()
        if found.total <= MOST_LISTED:
            lines = [f"{number:2}  {text}" for number, text in enumerate(moves.listed(found), 1)]
        else:
            lines = moves.in_short(found)
        click.echo(wrapped(lines))

    def _moves(self) -> Moves:
        return Moves(self.session, self.accounts[self.session.state.seat])

    def _answer(self, words: list[str], found: Options) -> tuple[MoveRule, Any] | str | None:
        first = words[0].lower()
        if first in ("?", "help"):
            self._explain(words[1:], found)
        elif first in ("quit", "q", "exit"):
            raise _Left("You have left the game.")
        elif first == "undo":
            return "undo"
        elif first == "change":
            self.wagers.answers.clear()
            self._say("You will be asked about side wagers again, from the next round on.")
        elif first == "view":
            self._show(self.session.state.seat, whole=True)
            self._list(found)
        elif first == "rules":
            self._rules()
        elif first.isdecimal():
            return self._moves().numbered(words, found)
        else:
            return self._moves().written(words, found, COMMANDS)
        return None

    def _undo(self) -> bool:
        """Go back to the last decision of a person; return whether there is one."""
        made = self.session.made
        mine = [
            place
            for place, (seat, _, _) in enumerate(made)
            if seat in self.persons and place not in self.wagers.unasked
        ]
        if not mine:
            self._say("There is nothing to take back: you have not decided anything yet.")
            return False
        self.session.undo(len(made) - mine[-1])
        self.wagers.forget_after(mine[-1])
        self.told = {seat: len(self.session.recorder.history(seat)) for seat in self.accounts}
        self._say(f"\nBack to decision {len(self.session.made) + 1}.")
        return True

    # Explanations --------------------------------------------------------------------------------

    def _explain(self, words: list[str], found: Options) -> None:
        decision = decision_of(self.session.state)
        rules = {move.name: move for move in decision.moves}
        if words:
            name = "_".join(words).lower()
            if name not in rules:
                raise IllegalMoveError(
                    f"there is no move {' '.join(words)!r} here; known: {', '.join(rules)}"
                )
            self._clauses(rules[name])
            return
        legal_now = {move.name for move, _ in found.choices}
        lines = [decision.text]
        for move in decision.moves:
            now = "" if move.name in legal_now else " Not now."
            lines.append(f"{move.name}: {move.text}{now} ({', '.join(move.cites)})")
        lines.append("Write a number of the list, or a move and its pick, such as labels of cards.")
        lines += [f"{name}: {text}" for name, text in COMMANDS.items()]
        click.echo(wrapped(lines))

    def _clauses(self, move: MoveRule) -> None:
        spec = self.program.game.spec
        lines = [f"{move.name}: {move.text}"]
        for cite in move.cites:
            if cite in spec.clauses:
                lines.append(
                    f"{cite} (lines {spec.clauses[cite].lines}): {spec.clauses[cite].text}"
                )
            elif cite in spec.rulings:
                ruling = spec.rulings[cite]
                lines.append(f"{cite}: {ruling.question} {ruling.decided}")
            elif cite in spec.assumptions:
                assumption = spec.assumptions[cite]
                lines.append(f"{cite}: {assumption.question} {assumption.decided}")
        click.echo(wrapped(self._with_figures(lines)))

    def _rules(self) -> None:
        spec = self.program.game.spec
        lines = [spec.game.summary]
        lines += [
            f"{number}: {clause.text}"
            for number, clause in spec.clauses.items()
            if clause.kind == "rule"
        ]
        lines += [f"{number}: {r.question} {r.decided}" for number, r in spec.rulings.items()]
        lines += [f"{number}: {a.question} {a.decided}" for number, a in spec.assumptions.items()]
        click.echo(wrapped(self._with_figures(lines)))

    def _with_figures(self, lines: list[str]) -> list[str]:
        """Return texts of the spec with the figures that were worked out on this machine."""
        shown = known_figures(self.program.game, Cache.of_user(lambda sentence: None))
        return [filled(line, shown) for line in lines]
