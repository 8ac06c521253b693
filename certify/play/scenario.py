"""Runs the worked examples of a spec."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from certify.errors import CertifyError, IllegalMoveError, PlayError, unknown_name
from certify.language import scenarios
from certify.language.document import Place
from certify.language.expressions import left_of
from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import exact_share
from certify.language.types import BOOLEAN
from certify.play.interpreter.effects import checker
from certify.play.interpreter.evaluate import Evaluate
from certify.play.interpreter.interpreter import (
    WRONG,
    as_play_error,
    decision_of,
    legal,
    outcome,
    run,
)
from certify.play.interpreter.interpreter import choose as make_move
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import initial_state
from certify.play.naming import unique_labels
from certify.play.reading import picked_from, seat_from


class Script:
    """Chance that does what an example says.

    Attributes
    ----------
    outcomes : deque
        What comes next: labels of cards, seats, numbers or words.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.outcomes: deque[str | int] = deque()

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return where the card is that comes next."""
        labels = self.program.deck.labels
        if number == 1:
            if self.outcomes and self.outcomes[0] == labels[cards[0]]:
                self.outcomes.popleft()
            return 0
        wanted = self._next("the next card that is dealt")
        for place in range(number):
            if labels[cards[place]] == str(wanted):
                return place
        if str(wanted) not in labels:
            raise PlayError(unknown_name(str(wanted), "card", labels))
        raise PlayError(f"the card {wanted} cannot come next: it is not there")

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return which element comes next; seats count from 1, cards go by their labels."""
        if len(elements) == 1:
            only = self.program.written(name, elements[0])
            if self.outcomes and str(self.outcomes[0]) == only:
                self.outcomes.popleft()
            return 0
        wanted = str(self._next(f"what chance gives for {name}"))
        written = [self.program.written(name, element) for element in elements]
        if wanted in written:
            return written.index(wanted)
        raise PlayError(f"chance cannot give {wanted}; it can give {', '.join(written)}")

    def _next(self, what: str) -> str | int:
        if not self.outcomes:
            raise PlayError(f"the example does not say {what}; name it in a step `chance: [..]`")
        return self.outcomes.popleft()


class Programs:
    """The programs of a game that worked examples run: one for all with the same settings."""

    def __init__(self) -> None:
        self._made: dict[str, Program] = {}

    def of(self, game: LoadedGame, example: scenarios.Example) -> Program:
        """Return the program of an example."""
        # One and true are equal, and not the same setting.
        settings = repr((example.players, sorted(example.parameters.items())))
        if settings not in self._made:
            played = apply_settings(game, example.parameters) if example.parameters else game
            self._made[settings] = Program(played, example.players)
        return self._made[settings]


def example_failure(game: LoadedGame, name: str, programs: Programs | None = None) -> str | None:
    """Run a worked example.

    `programs` are those that other examples of the game have run. The result: where and how the
    game went otherwise than the example says; None if it went so.
    """
    example = game.spec.examples[name]
    place: Place = ("examples", name)
    try:
        _Run(game, example, place, programs or Programs()).run()
    except _Otherwise as failure:
        return str(failure)
    except CertifyError as error:
        return f"{game.located(place)}: {error}"
    return None


def _shown(score: int | Fraction) -> str:
    """Return a score in decimal digits, as a fraction where these would be a rounded number."""
    digits = f"{float(score):g}"
    return digits if Fraction(digits) == score else str(score)


class _Otherwise(Exception):  # noqa: N818
    """The game went otherwise."""


class _Run:
    def __init__(
        self, game: LoadedGame, example: scenarios.Example, place: Place, programs: Programs
    ) -> None:
        self.game = game
        self.example = example
        self.place = place
        self.program = programs.of(game, example)
        self.script = Script(self.program)
        self.placed: dict[int, list[int]] = {}
        self.state = initial_state(self.program, self.script, procedure=example.run)

    def run(self) -> None:
        self._arrange(self.example.given)
        steps = self.example.steps
        first = 0
        while first < len(steps) and isinstance(steps[first], scenarios.ChanceStep):
            first += 1
        self._queue(0, first)
        self._guarded(first, lambda: run(self.state))
        for number in range(first, len(steps)):
            self._step(number)
        if self.script.outcomes:
            raise _Otherwise(self._unused())

    def _step(self, number: int) -> None:
        """Carry out a step, and chance that follows a move."""
        steps = self.example.steps
        step = steps[number]
        if isinstance(step, scenarios.MoveStep):
            after = number + 1
            while after < len(steps) and isinstance(steps[after], scenarios.ChanceStep):
                after += 1
            self._queue(number + 1, after)
            self._guarded(number, lambda: self._move(step))
        elif isinstance(step, scenarios.RefusedStep):
            self._refused(number, step)
        elif isinstance(step, scenarios.ChanceStep):
            if not isinstance(steps[number - 1], scenarios.MoveStep | scenarios.ChanceStep):
                self._queue(number, number + 1)
        elif isinstance(step, scenarios.ExpectStep):
            try:
                self._guarded(number, lambda: self._expect(step.expect, number))
            except _Otherwise as failure:
                unused = self._unused_after(number)
                raise _Otherwise(f"{failure}; {unused}" if unused else str(failure)) from None

    def _unused(self) -> str:
        last = self._at(len(self.example.steps) - 1)
        return f"{last}: chance was not asked for {self.script.outcomes[0]}"

    def _unused_after(self, number: int) -> str:
        """Return what of chance the rest of the example does not use either; nothing if it goes on.

        It is often why what was expected is not so.
        """
        try:
            for later in range(number + 1, len(self.example.steps)):
                if not isinstance(self.example.steps[later], scenarios.ExpectStep):
                    self._step(later)
        except (_Otherwise, CertifyError):
            return ""
        return self._unused() if self.script.outcomes else ""

    def _at(self, number: int) -> str:
        return self.game.located((*self.place, "steps", number))

    def _guarded(self, number: int, call: Any) -> None:
        try:
            call()
        except (IllegalMoveError, PlayError) as error:
            raise _Otherwise(f"{self._at(number)}: {error}") from None

    def _queue(self, first: int, last: int) -> None:
        for step in self.example.steps[first:last]:
            if isinstance(step, scenarios.ChanceStep):
                self.script.outcomes.extend(step.chance)

    # The state at the beginning

    def _arrange(self, given: scenarios.Given) -> None:
        if given.zones or given.rest:
            self._place_cards(given)
        state = self.state
        found = []
        for text, value in given.variables.items():
            kind, position = self.program.position(text)
            if kind != "variable":
                raise _Otherwise(f"{self.game.located(self.place)}: {text} is no variable")
            node = self.program.node(text)
            found.append((text, position, self.program.question(value, node.type)))
        for text, position, function in found:
            value = self._worked_out(function, (*self.place, "given", "variables", text))
            state.values[position] = self._check_of(text)(value)
        for text, number in given.tokens.items():
            self._give_tokens(text, number)
        if given.face_up:
            if self.program.layout.up_at < 0:
                raise PlayError("no card of this game is ever turned; `face_up` says nothing")
            # Of cards with the same label, those are meant that the example places.
            named = [card for cards in self.placed.values() for card in cards]
            others = [card for card in range(len(state.where)) if card not in named]
            for card in self.program.deck.named(given.face_up, [*named, *others]):
                state.values[self.program.layout.up_at + card] = True

    def _worked_out(self, function: Evaluate, place: Place) -> Any:
        """Return the value of an expression of the example."""
        state = self.state
        state.values[0] = 0
        try:
            return function(state.values, state.zones)
        except WRONG as error:
            raise _Otherwise(str(as_play_error(error, self.game.located(place)))) from None

    def _check_of(self, text: str) -> Callable[[Any], Any]:
        """Return what checks the value of a variable, such as ``bids[1]``."""
        name = text.partition("[")[0]
        kind = self.program.play.names.variable_types[name].kind
        return checker(text, self.program.ends_of(name), kind in ("seat", "card"))

    def _give_tokens(self, text: str, number: int) -> None:
        """Lay tokens where the example has them."""
        program, values = self.program, self.state.values
        kind, position = program.position(text)
        name = text.partition("[")[0]
        if kind != "token":
            raise _Otherwise(f"{self.game.located(self.place)}: {text} is no token")
        supply, most = program.layout.supply_at[name], program.play.tokens[name].most
        can_lie = values[supply] if most is None else program.evaluator.constant(most)
        if not 0 <= number <= min(can_lie, values[supply]):
            raise PlayError(f"{number} tokens cannot lie at {text}")
        values[position] = number
        values[supply] -= number

    def _place_cards(self, given: scenarios.Given) -> None:
        state, deck = self.state, self.program.deck
        rest = (given.rest,) if isinstance(given.rest, str) else given.rest
        spec = self.program.play.spec
        homes = {name: self.program.position(pack.into)[1] for name, pack in spec.packs.items()}
        for text in rest:
            node = self.program.node(text)
            element = node.type.element
            if element is not None:
                homes[element.pack] = self.program.position(text)[1]
        contents: dict[int, list[int]] = {number: [] for number in range(len(state.zones))}
        left = {name: list(deck.cards(name)) for name in spec.packs}
        for text, labels in given.zones.items():
            kind, zone = self.program.position(text)
            pack = self.program.play.names.zone_packs.get(text.partition("[")[0], "")
            if kind != "zone":
                raise _Otherwise(f"{self.game.located(self.place)}: {text} is no zone")
            cards = deck.named(labels, left[pack])
            left[pack] = [card for card in left[pack] if card not in cards]
            contents[zone] += cards
            self.placed[zone] = cards
        for pack, cards in left.items():
            contents[homes[pack]] = cards + contents[homes[pack]]
        for zone, cards in contents.items():
            state.zones[zone] = cards
            for card in cards:
                state.where[card] = zone

    # Steps

    def _seat(self, seat: int | str) -> int:
        try:
            return seat_from(self.program, seat)
        except ValueError as error:
            raise PlayError(str(error)) from None

    def _move(self, step: scenarios.MoveStep) -> None:
        state = self.state
        if state.is_over:
            raise PlayError("the game is over, and nobody is asked")
        decision, seat = decision_of(state).name, self._seat(step.seat)
        if seat != state.seat:
            raise PlayError(
                f"{self.program.called(state.seat)} is asked ({decision}),"
                f" not {self.program.called(seat)}"
            )
        if step.decision not in (None, decision):
            raise PlayError(f"{self.program.called(seat)} is asked {decision}, not {step.decision}")
        move, picked = legal(state, step.move, picked_from(state, step.move, step.pick))
        make_move(state, move, picked)

    def _refused(self, number: int, step: scenarios.RefusedStep) -> None:
        state = self.state
        try:
            self._check_named(step)
            if state.is_over or self._seat(step.seat) != state.seat:
                return
            legal(state, step.refused, picked_from(state, step.refused, step.pick))
        except IllegalMoveError:
            return
        except PlayError as error:
            raise _Otherwise(f"{self._at(number)}: {error}") from None
        raise _Otherwise(f"{self._at(number)}: {step.refused} {step.pick} is legal")

    def _check_named(self, step: scenarios.RefusedStep) -> None:
        """Raise `PlayError` if what must be refused names nothing: it would prove nothing."""
        picks = [
            move.pick
            for decision in self.program.play.decisions.values()
            for move in decision.moves
            if move.name == step.refused and move.pick is not None
        ]
        if any(pick.candidate.type.pack for pick in picks):
            known = {*self.program.deck.labels, *unique_labels(self.program)}
            for label in str(step.pick).split():
                if label not in known:
                    raise PlayError(f"there is no card {label}")
        words = {word for pick in picks for word in pick.candidate.type.words or ()}
        if words and str(step.pick) not in words:
            raise PlayError(f"there is no word {step.pick}")

    def _expect(self, expected: scenarios.Expected, number: int) -> None:
        state, deck = self.state, self.program.deck
        where: Place = (*self.place, "steps", number, "expect")
        for text, labels in expected.zones.items():
            _, zone = self.program.position(text)
            found = [deck.labels[card] for card in state.zones[zone]]
            wanted = labels.split()
            ordered = self.program.play.spec.zones[text.partition("[")[0]].ordered
            if (found if ordered else sorted(found)) != (wanted if ordered else sorted(wanted)):
                place = self.game.located((*where, "zones", text))
                raise _Otherwise(
                    f"{place}: expected {labels or 'no card'}; found {' '.join(found) or 'no card'}"
                )
        for index, fact in enumerate(expected.facts):
            question = self.program.question(fact, BOOLEAN)
            if not self._worked_out(question, (*where, "facts", index)):
                place = self.game.located((*where, "facts", index))
                raise _Otherwise(f"{place}: {fact} is false{self._instead(fact)}")
        self._expect_asked(expected, number)

    def _instead(self, fact: str) -> str:
        """Return what the left side of a false comparison is; nothing of another fact."""
        side = left_of(fact)
        if side is None:
            return ""
        node = self.program.node(side)
        value = self.program.evaluator.function(node)(self.state.values, self.state.zones)
        if node.type.kind == "seat" and value is not None:
            value = self.program.seat_name(value)
        elif node.type.kind == "card" and value is not None:
            value = self.program.deck.labels[value]
        elif node.type.kind in ("list", "words"):
            return ""
        return f"; {side} is {'none' if value is None else str(value).lower()}"

    def _expect_asked(self, expected: scenarios.Expected, number: int) -> None:
        state, at = self.state, self._at(number)
        asked = "the game is over" if state.is_over else f"{decision_of(state).name} is asked"
        if expected.over is not None and expected.over != state.is_over:
            raise _Otherwise(f"{at}: expected over: {str(expected.over).lower()}; {asked}")
        if expected.decision is not None and (
            state.is_over or decision_of(state).name != expected.decision
        ):
            raise _Otherwise(f"{at}: expected {expected.decision}; {asked}")
        if expected.seat is not None and (state.is_over or self._seat(expected.seat) != state.seat):
            who = "nobody" if state.is_over else self.program.called(state.seat)
            raise _Otherwise(f"{at}: expected seat {expected.seat}; {who} is asked")
        if expected.scores is not None:
            found = outcome(state).scores
            if found != tuple(map(exact_share, expected.scores)):
                wanted, told = ", ".join(map(str, expected.scores)), ", ".join(map(_shown, found))
                raise _Otherwise(f"{at}: expected the scores {wanted}; found {told}")
