"""The rulebook of a game, from its spec alone, in plain words or in the style of rulemaking."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from certify.evidence.submission.course import (
    NUMBERS,
    cards_text,
    course,
    joined,
    moves_of,
    paid_by,
    spoken_name,
)
from certify.evidence.submission.traced import Chapter, Sentence, check_marks
from certify.language.game import LoadedGame
from certify.language.models import Settled
from certify.language.parameters import (
    ChoiceParameter,
    PayoutParameter,
    ShareParameter,
    exact_share,
    written,
)
from certify.language.scenarios import ChanceStep, Example, ExpectStep, MoveStep
from certify.play.interpreter.program import Program
from certify.play.scenario import Programs, example_failure
from certify.present.markup import capitalised
from certify.studies.submission.parts import (
    CHOICES,
    DECIDED,
    EQUIPMENT,
    EXAMPLES,
    IRREGULARITIES,
    OBJECT,
    ROUND,
    RULES,
    SETTINGS,
    SETTLEMENT,
    WAGERS,
)
from certify.studies.submission.wagers import to_one_text

Style = Literal["plain", "rulemaking"]
DEFINITIONS = "Definitions"
FLAVOUR = "flavour"
ONE = cards_text("1")
IRREGULAR = re.compile(
    r"misdeal|malfunction|irregular|exposed card|by mistake|dealt in error|\bvoid\b|run[s]? out"
    r"|too few cards|missing card|foul hand",
    re.IGNORECASE,
)
"""Words of a clause or ruling that is about an irregularity."""
ENDS = ("win", "loss", "push")
_NET = re.compile(r"(?:net|main_net) == (-?[\d /.]+)")


def chapters_of(game: LoadedGame, style: Style = "plain") -> tuple[Chapter, ...]:
    """Return the rules of a game; every sentence is from something that the spec has."""
    writer = _Writer(game, style)
    made = (
        (OBJECT, writer.object()),
        (DEFINITIONS, writer.definitions() if style == "rulemaking" else ()),
        (EQUIPMENT, writer.equipment()),
        (WAGERS, writer.wagers()),
        (RULES, writer.rules()),
        (ROUND, writer.round()),
        (CHOICES, writer.choices()),
        (SETTLEMENT, writer.settlement()),
        (IRREGULARITIES, writer.irregularities()),
        (DECIDED, writer.decided()),
        (SETTINGS, writer.settings()),
        (EXAMPLES, writer.examples()),
    )
    found = tuple(Chapter(title, sentences) for title, each in made if (sentences := tuple(each)))
    check_marks(found, game)
    return found


def worked_examples(game: LoadedGame) -> dict[str, str]:
    """Return the name of an example of a win, a loss and a push that hold under the settings."""
    found: dict[str, str] = {}
    programs = Programs()
    for name, example in game.spec.examples.items():
        end = _end_of(example)
        if end is None or end in found or _sets_otherwise(game, example):
            continue
        if example_failure(game, name, programs) is None:
            found[end] = name
    return {end: found[end] for end in ENDS if end in found}


def net_of(example: Example) -> Fraction | None:
    """Return what an example brings the player, if it says so."""
    for step in reversed(example.steps):
        if isinstance(step, ExpectStep):
            if step.expect.scores is not None:
                return Fraction(str(step.expect.scores[0]))
            for fact in step.expect.facts:
                matched = _NET.fullmatch(fact)
                if matched:
                    return Fraction(matched[1].replace(" ", ""))
    return None


def _end_of(example: Example) -> str | None:
    net = net_of(example)
    if net is None:
        return None
    return "win" if net > 0 else "loss" if net < 0 else "push"


def _sets_otherwise(game: LoadedGame, example: Example) -> bool:
    values = game.parameters_as_written()
    return any(values.get(name) != value for name, value in example.parameters.items())


class _Writer:
    """Writes the sentences of each chapter in a style."""

    def __init__(self, game: LoadedGame, style: Style) -> None:
        self.game, self.spec = game, game.spec
        self.shall = style == "rulemaking"
        self.changed = dict(game.changed)

    def _is(self, plain: str, shall: str) -> str:
        return shall if self.shall else plain

    def object(self) -> Iterator[Sentence]:
        """Yield what the game is, and whom it is played against."""
        yield Sentence(f"The name of the game is {self.spec.game.title}.", ("game.title",))
        yield Sentence(self.spec.game.summary, ("game.summary",))
        players = self.spec.players
        if players is not None:
            yield Sentence(
                self._is(
                    "Each player plays against the house, and no player against another.",
                    "Each player shall play against the house, and no player against another.",
                ),
                players.cites,
            )
        for name in self.changed:
            if name in self.spec.parameters:
                yield Sentence(
                    f"This version departs from the spec: “{self.spec.parameters[name].title}” is"
                    f" {self._value(name)}.",
                    (f"parameters.{name}",),
                )

    def definitions(self) -> Iterator[Sentence]:
        """Yield numbered definitions: of wagers, and of places where cards lie."""
        for name, wager in self.spec.wagers.items():
            own = f": {wager.text[:1].lower()}{wager.text[1:]}" if wager.text else "."
            yield Sentence(f"“{wager.title}” means a wager of this game{own}", wager.cites)
            del name
        for name, zone in self.spec.zones.items():
            yield Sentence(
                f"“{capitalised(spoken_name(name))}” means the place of this name on the layout,"
                f" with the cards that lie there {self._seen(zone.see)}.",
                zone.cites,
            )
        for name, pack in self.spec.packs.items():
            yield Sentence(f"“Pack” means the {spoken_name(name)} of this game.", pack.cites)

    @staticmethod
    def _seen(see: str) -> str:
        return {"all": "face up", "none": "face down", "owner": "for their owner alone"}.get(
            see, f"for the {see} alone"
        )

    def equipment(self) -> Iterator[Sentence]:
        """Yield packs, and the places where cards lie."""
        players = self.spec.players
        if self.game.play is None or players is None:
            return
        deck = Program(self.game, min(players.seats)).deck
        for name, pack in self.spec.packs.items():
            labels = Counter(deck.labels[card] for card in deck.cards(name))
            number, copies = sum(labels.values()), max(labels.values())
            of = f"{NUMBERS[copies] if copies < len(NUMBERS) else copies} pack"
            of += f"{'s' if copies > 1 else ''} of {number // copies} cards"
            more = f", {number} cards in all" if copies > 1 else ""
            yield Sentence(
                self._is(
                    f"The game is dealt from {of}{more}.",
                    f"The game shall be dealt from {of}{more}.",
                ),
                pack.cites,
            )
            suits = pack.cards.get("suit")
            if suits is not None and not isinstance(suits, str):
                yield Sentence(
                    f"The suits are {', '.join(map(str, suits))}.",
                    pack.cites,
                )
        for name, zone in self.spec.zones.items():
            most = zone.limit or ""
            limit = f", at most {cards_text(most)}" if most.isdigit() else ""
            yield Sentence(
                self._is(
                    f"Cards have a place “{spoken_name(name)}”: they lie there"
                    f" {self._seen(zone.see)}{limit}.",
                    f"Cards shall have a place “{spoken_name(name)}”, and shall lie there"
                    f" {self._seen(zone.see)}{limit}.",
                ),
                zone.cites,
            )

    def wagers(self) -> Iterator[Sentence]:
        """Yield every wager, and what every row of its paytable pays."""
        for wager in self.spec.wagers.values():
            may = self._is("may", "may")
            must = self._is("makes", "shall make")
            if wager.of is not None:
                first = self.spec.wagers[wager.of].title
                made = f"“{wager.title}” goes with “{first}”."
            elif wager.optional or (wager.text or "").startswith("Optional"):
                made = f"A player {may} make the wager “{wager.title}”."
            else:
                made = f"A player who takes part {must} the wager “{wager.title}”."
            yield Sentence(made, wager.cites)
            if wager.text:
                yield Sentence(f"“{wager.title}”: {wager.text}", wager.cites)
        told_tables: set[str] = set()
        for wager in self.spec.wagers.values():
            alias = wager.paytable
            if alias is None or alias in told_tables:
                continue
            told_tables.add(alias)
            for row in self.game.paytable_rows(alias):
                owners = [f"“{title}”" for title in paid_by(self.game, alias, row)]
                on, many = joined(owners), len(owners) > 1
                pays = self.game.pays(f"{alias}.{row.key}")
                verb = self._is("pay" if many else "pays", "shall pay")
                amount = f"{verb} {to_one_text(pays)}"
                if pays == 0:
                    amount = self._is("come back" if many else "comes back", "shall be returned")
                yield Sentence(
                    f"{on} {amount}: {row.outcome}.",
                    (*self.game.row(f"{alias}.{row.key}").cites, f"paytables.{alias}"),
                )

    def rules(self) -> Iterator[Sentence]:
        """Yield every clause of the source in the project's own words, and what was changed."""
        if self.shall:
            yield Sentence("The following rules shall govern the game.", ("clauses",))
        for number, clause in self.spec.clauses.items():
            if clause.kind != FLAVOUR:
                yield Sentence(clause.text, (number,))
                yield from self._changes_of(number)

    def _changes_of(self, number: str) -> Iterator[Sentence]:
        """Yield what a changed setting or payout makes of a clause or ruling."""
        holds = self._is("this holds", "this shall hold")
        for name in self.changed:
            parameter = self.spec.parameters.get(name)
            if parameter is not None and number in parameter.cites:
                yield Sentence(
                    f"In this version “{parameter.title}” is {self._value(name)}; where the rule"
                    f" before says"
                    f" otherwise, {holds}.",
                    (number, f"parameters.{name}"),
                )
            elif parameter is None and name.endswith(".pays"):
                alias, _, row = name.removesuffix(".pays").partition(".")
                if alias in self.game.paytables and number in self.game.row(f"{alias}.{row}").cites:
                    told_row = self.game.row(f"{alias}.{row}")
                    yield Sentence(
                        f"In this version “{told_row.outcome}” pays {to_one_text(told_row.to_one)};"
                        f" where the rule before says otherwise, {holds}.",
                        (number, f"paytables.{alias}"),
                    )

    def round(self) -> Iterator[Sentence]:
        """Yield how a round goes: the procedures in the order in which they are run."""
        are = self._is("are", "shall be")
        for step in course(self.game):
            match step.kind:
                case "told":
                    yield Sentence(self.spec.procedures[step.what].text, step.cites)
                case "shuffle":
                    yield Sentence(f"The {step.what} {self._is('is', are)} shuffled.", step.cites)
                case "deal":
                    is_one = self._is("is" if step.what == ONE else "are", are)
                    yield Sentence(
                        f"{capitalised(step.what)} {is_one} dealt from the {step.source} to the"
                        f" {step.to}.",
                        step.cites,
                    )
                case "ask":
                    yield Sentence(
                        f"The player {self._is('is', are)} asked:"
                        f" {self.spec.decisions[step.what].text}",
                        (*step.cites, f"decisions.{step.what}"),
                    )

    def choices(self) -> Iterator[Sentence]:
        """Yield every decision, and every way to answer it."""
        for name, decision in self.spec.decisions.items():
            moves = moves_of(self.game, name)
            if len(moves) < 2:
                continue
            yield Sentence(
                self._is(
                    f"The player decides: {decision.text}",
                    f"The player shall decide: {decision.text}",
                ),
                (f"decisions.{name}",),
            )
            for move, each in moves.items():
                text = f": {each.text}" if each.text else "."
                may = "The player may"
                if each.when != "true":
                    may = "Where the rules allow it, the player may"
                yield Sentence(f"{may} {spoken_name(move)}{text}", each.cites)

    def settlement(self) -> Iterator[Sentence]:
        """Yield by what each wager is settled."""
        for wager in self.spec.wagers.values():
            numbers = joined(wager.cites)
            by = self._is("is settled as", "shall be settled as")
            say = "say" if len(wager.cites) > 1 else "says"
            pay = f", by its table of payouts in the chapter “{WAGERS}”" if wager.paytable else ""
            yield Sentence(f"“{wager.title}” {by} {numbers} {say}{pay}.", wager.cites)

    def irregularities(self) -> Iterator[Sentence]:
        """Yield every clause and ruling that is about an irregularity."""
        for number, clause in self.spec.clauses.items():
            if clause.kind != FLAVOUR and IRREGULAR.search(clause.text):
                yield Sentence(clause.text, (number,))
        for number, settled in self.spec.settled.items():
            if IRREGULAR.search(f"{settled.question} {settled.decided}"):
                yield Sentence(f"{settled.question} {self._decided(settled)}", (number,))

    def decided(self) -> Iterator[Sentence]:
        """Yield every ruling: what was decided where the source is silent."""
        for number, settled in self.spec.settled.items():
            yield Sentence(f"{settled.question} {self._decided(settled)}", (number,))

    def _decided(self, settled: Settled) -> str:
        """Return what is decided, by the alternative that the settings make if they make one."""
        changed = [
            name
            for name in settled.parameters
            if name in self.changed or self._is_paid_otherwise(name)
        ]
        if not changed:
            return settled.decided
        values = self.game.parameters_as_written()
        for alternative in settled.alternatives:
            if alternative.set and all(
                written(values[name]) == written(value) for name, value in alternative.set.items()
            ):
                return f"{alternative.text.rstrip('.')}, in this version."
        told_values = "; ".join(
            f"{self.spec.parameters[name].title}: {self._value(name)}" for name in changed
        )
        return f"In this version: {told_values}."

    def _is_paid_otherwise(self, name: str) -> bool:
        parameter = self.spec.parameters[name]
        path = (getattr(parameter, "paytable", None), getattr(parameter, "row", None))
        return f"{path[0]}.{path[1]}.pays" in self.changed

    def settings(self) -> Iterator[Sentence]:
        """Yield every parameter in force."""
        for name, parameter in self.spec.parameters.items():
            value = self._value(name)
            mark = " (changed)" if name in self.changed else ""
            is_ = self._is("is", "shall be")
            yield Sentence(f"“{parameter.title}” {is_}: {value}{mark}.", parameter.cites)

    def _value(self, name: str) -> str:
        """Return the value of a parameter in force, in words."""
        parameter = self.spec.parameters[name]
        value = written(self.game.parameters_as_written()[name])
        if isinstance(parameter, ChoiceParameter):
            return parameter.choices[value].rstrip(".")
        if isinstance(parameter, ShareParameter):
            share = float(exact_share(value))
            return f"{100 * share:.6g} % of {parameter.unit}"
        if isinstance(parameter, PayoutParameter):
            return value.replace(":", " to ")
        return {"true": "yes", "false": "no"}.get(value, value)

    def examples(self) -> Iterator[Sentence]:
        """Yield an example of a win, of a loss and of a push, card by card."""
        for end, name in worked_examples(self.game).items():
            example = self.spec.examples[name]
            marks = (*example.cites, f"examples.{name}")
            yield Sentence(f"Example of a {end}. {example.text}", marks)
            cards = " ".join(
                str(card)
                for step in example.steps
                if isinstance(step, ChanceStep)
                for card in step.chance
            )
            if cards:
                yield Sentence(f"The cards come in this order: {cards}.", marks)
            moves = ", then ".join(
                spoken_name(step.move) for step in example.steps if isinstance(step, MoveStep)
            )
            if moves:
                yield Sentence(f"The player chooses: {moves}.", marks)
            net = net_of(example) or Fraction(0)
            units = f"{float(abs(net)):g} unit{'' if abs(net) == 1 else 's'}"
            result = (
                f"wins {units}"
                if net > 0
                else f"loses {units}"
                if net < 0
                else "neither wins nor loses"
            )
            yield Sentence(f"The player {result}, all wagers made together.", marks)
