"""The dealing procedure: what the dealer does, in the dealer's order and voice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from certify.evidence.submission.course import course, joined, moves_of, rows_of, spoken_name
from certify.evidence.submission.traced import Chapter, Sentence, check_marks
from certify.language.game import LoadedGame
from certify.studies.submission.wagers import to_one_text

SHUFFLE, WAGERING = "Shuffle", "Take wagers"
ROUND, REVEAL, SETTLE, COLLECT = "Run the round", "Reveal", "Settle", "Collect"

LEFT = (
    ("shuffl", "how the cards are shuffled (by hand or machine), and how often"),
    ("cut", "the cut, and who makes it"),
    ("burn", "whether a card is burned before the deal"),
    ("misdeal", "what is a misdeal, and what follows"),
    ("malfunction", "malfunction of a shuffler, shoe or display"),
    ("limit", "minimum and maximum wagers"),
)
"""Word by which a clause, ruling or procedure says something, and what it is about."""


def dealing_chapters(game: LoadedGame) -> tuple[Chapter, ...]:
    """Return what the dealer does, step by step; every step is from something in the spec."""
    steps = _Steps(game)
    made = (
        (SHUFFLE, steps.shuffles()),
        (WAGERING, steps.wagering()),
        (ROUND, steps.round()),
        (REVEAL, steps.reveal()),
        (SETTLE, steps.settle()),
        (COLLECT, steps.collect()),
    )
    found = tuple(Chapter(title, sentences) for title, each in made if (sentences := tuple(each)))
    check_marks(found, game)
    return found


def left_to_the_house(game: LoadedGame) -> tuple[str, ...]:
    """Return what a dealing procedure needs and the spec does not say."""
    spec = game.spec
    texts = [clause.text for clause in spec.clauses.values()]
    texts += [f"{each.question} {each.decided}" for each in spec.settled.values()]
    told_of = " ".join(texts).lower()
    return tuple(what for word, what in LEFT if not re.search(rf"\b{word}", told_of))


class _Steps:
    """Steps in the imperative, from statements and texts of the procedures."""

    def __init__(self, game: LoadedGame) -> None:
        self.game, self.spec = game, game.spec
        steps = list(course(game))
        # What stands above everything else is no step.
        self.steps = steps[1:]

    def shuffles(self) -> Iterator[Sentence]:
        """Yield the shuffle before the first card, and when it comes again."""
        first = next((step for step in self.steps if step.kind == "shuffle"), None)
        if first is not None:
            yield Sentence(f"Shuffle the {first.what}.", first.cites)
        for number, settled in self.spec.settled.items():
            if re.search("shuffl", settled.question, re.IGNORECASE):
                yield Sentence(f"{settled.question} {settled.decided}", (number,))

    def wagering(self) -> Iterator[Sentence]:
        """Yield the wagers that are taken before the deal."""
        for wager in self.spec.wagers.values():
            if wager.of is None or wager.optional:
                yield Sentence(f"Accept the wager “{wager.title}” in its place.", wager.cites)

    def round(self) -> Iterator[Sentence]:
        """Yield dealing and asking, in the order of the procedures."""
        for number, step in enumerate(self.steps):
            match step.kind:
                case "told":
                    yield Sentence(self.spec.procedures[step.what].text, step.cites)
                case "shuffle" if number:
                    yield Sentence(f"Shuffle the {step.what}.", step.cites)
                case "deal":
                    deal = f"Deal {step.what} from the {step.source} to the {step.to}."
                    yield Sentence(deal, step.cites)
                case "ask":
                    decision = self.spec.decisions[step.what]
                    moves = ", ".join(map(spoken_name, moves_of(self.game, step.what)))
                    yield Sentence(
                        f"Ask the player: “{decision.text}” ({moves})",
                        (*step.cites, f"decisions.{step.what}"),
                    )

    def reveal(self) -> Iterator[Sentence]:
        """Yield the places whose cards lie face down until the settlement."""
        homes = {pack.into for pack in self.spec.packs.values()}
        for name, zone in self.spec.zones.items():
            if zone.see == "none" and name not in homes:
                yield Sentence(
                    f"Turn the cards of the place “{spoken_name(name)}” face up, if they are still"
                    " face down.",
                    (*zone.cites, f"zones.{name}"),
                )

    def settle(self) -> Iterator[Sentence]:
        """Yield the wagers in the order in which they are settled, with what each pays."""
        for name, wager in self.spec.wagers.items():
            yield Sentence(f"Settle “{wager.title}” by {joined(wager.cites)}.", wager.cites)
            pays = [
                f"{row.outcome} {to_one_text(amount)}"
                for row in rows_of(self.game, name)
                if (amount := self.game.pays(f"{wager.paytable}.{row.key}")) > 0
            ]
            if pays:
                yield Sentence(
                    f"Pay: {'; '.join(pays)}.", (*wager.cites, f"paytables.{wager.paytable}")
                )

    def collect(self) -> Iterator[Sentence]:
        """Yield what is taken from the layout at the end."""
        cites = tuple(dict.fromkeys(n for each in self.spec.wagers.values() for n in each.cites))
        yield Sentence("Take the wagers that are lost, and return those that are level.", cites[:4])
        for name, pack in self.spec.packs.items():
            yield Sentence("Collect the cards of the round.", (*pack.cites, f"packs.{name}"))
