"""What can be asked: each question is one call of the library, and the command that does the same.

Pages make their forms from the fields of these models, and the HTTP interface its description.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from certify.language.catalogue import game_of
from certify.studies.shoe.order import COMPOSITIONS
from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

SPEC = "spec.yaml"
"""What the file of a spec is called that is sent as text."""

MOST_GAMES = 1_000_000_000
LARGEST_SPEC = 1_000_000
LARGEST_SEED = 2**53 - 1
"""That of `certify.play.logs.log`, which loads what plays."""

Named = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:=+*-]{1,100}$")]
"""A name of the spec, with which no other folder can be meant."""

Change = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.]{1,100}=[^\n/\\]{1,60}$")]
"""A setting and its value, as `--set` takes them."""

Written = Annotated[str, Field(max_length=2_000, pattern=r"^[^\\/\x00]*$")]
Players = Annotated[int, Field(ge=1, le=20)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
Uploads = Mapping[str, Path]


def _pair(text: str, sign: str) -> tuple[str, str]:
    name, _, value = text.partition(sign)
    return name, value


class Question(BaseModel):
    """A question about a game.

    Attributes
    ----------
    is_quick : bool
        Whether it is asked as soon as its page is opened.
    tells : str
        What its answer tells.
    takes : tuple of str
        The suffixes of the files that go with it, of which at least one is needed; empty for none.
    is_issue : bool
        Whether it is refused where things are only shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    is_quick: ClassVar[bool] = False
    tells: ClassVar[str] = ""
    takes: ClassVar[tuple[str, ...]] = ()
    is_issue: ClassVar[bool] = False

    kind: str
    game: Annotated[str, Field(pattern=r"^[a-z0-9-]{0,100}$")] = ""
    spec: Annotated[str, Field(max_length=LARGEST_SPEC)] = ""
    set: Annotated[tuple[Change, ...], Field(max_length=100)] = ()

    def loaded(self, shelf: Shelf) -> LoadedGame | None:
        """Return the game that is asked about; None if it is none."""
        return game_of(self.spec, SPEC) if self.spec else shelf.game(self.game)

    def words(self, uploads: Uploads, named: str = "") -> tuple[str, ...]:
        """Return the command that asks the same, and its arguments.

        `named`: what a command is given for the game, by default its id.
        """
        found = [self.kind]
        if self.game or self.spec:
            found.append(named or self.game or SPEC)
        found += map(str, uploads.values())
        for name, value in self:
            if name in ("kind", "game", "spec") or value == type(self).model_fields[name].default:
                continue
            option = f"--{name.replace('_', '-')}"
            for each in value if isinstance(value, tuple) else (value,):
                found += [option] if each is True else [option, str(each)]
        return tuple(found)

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the answer of the library; files that it makes are put into the folder.

        `game`: a `certify.library.Game`; None if the question is about none. The result: a
        `certify.library.Answer`.
        """
        raise NotImplementedError

    def met(self, result: Any) -> bool | None:
        """Return whether the criteria were met, as the command's exit code tells; None for none."""
        return None


class Rtp(Question):
    """The exact figures of every wager."""

    is_quick = True
    tells = "Wagers with odds and edge"
    kind: Literal["rtp"] = "rtp"
    wagers: Annotated[Written, Field(description="Wagers made, such as ante,pair_plus")] = ""
    shoe: Annotated[Written, Field(description="Undealt cards, such as Qh=0,Kd=0")] = ""
    strategy: Annotated[Named, Field(description="optimal, basic, or a policy of the spec")] = (
        "optimal"
    )
    exact: Annotated[bool, Field(description="Fractions too")] = False

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the figures."""
        if self.wagers:
            game = game.wagering(*self.wagers.split(","))
        return game.returns(self.strategy, exact=self.exact, shoe=self.shoe or None)


class Strategy(Question):
    """The best play, in charts or words, and what it costs to follow them."""

    is_quick = True
    tells = "Strategy"
    kind: Literal["strategy"] = "strategy"
    shoe: Annotated[Written, Field(description="Undealt cards, such as Qh=0,Kd=0")] = ""
    cost: Annotated[
        bool,
        Field(description="What each wrong decision costs, where a card may be burned"),
    ] = False

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the charts."""
        return (game.strategy_cost if self.cost else game.strategy)(shoe=self.shoe or None)


class Hand(Question):
    """The expectation of every action for one hand."""

    tells = "One hand"
    kind: Literal["hand"] = "hand"
    cards: Annotated[
        Written, Field(min_length=1, description="8,8 in blackjack; otherwise such as Qh 6d 4c")
    ]
    upcard: Annotated[Written, Field(description="The dealer's upcard, in blackjack")] = ""
    after: Annotated[Written, Field(description="Earlier answers, such as first: ride")] = ""
    burned: Annotated[Written, Field(description="The card burned before, in blackjack")] = ""
    no_burnout: Annotated[bool, Field(description="No Burnout payment was made")] = False
    kept: Annotated[bool, Field(description="The card just drawn was kept, not burned")] = False
    shoe: Annotated[Written, Field(description="Undealt cards, with those of the hand")] = ""
    wagers: Annotated[Written, Field(description="Wagers made, such as ante,pair_plus")] = ""

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the expectations."""
        if self.wagers:
            game = game.wagering(*self.wagers.split(","))
        return game.hand(
            self.cards,
            self.upcard or None,
            after=self.after,
            burned=self.burned or None,
            burnout=not self.no_burnout,
            kept=self.kept,
            shoe=self.shoe or None,
        )


class WhatIf(Question):
    """What a change does to every wager, or which value of a setting meets a target."""

    tells = "What if"
    kind: Literal["whatif"] = "whatif"
    solve: Annotated[Written, Field(description="The setting that is solved for")] = ""
    target: Annotated[Written, Field(description="The figure to meet, such as edge=2.5%")] = ""
    within: Annotated[Written, Field(description="Values to look among, LOW:HIGH")] = ""
    rulings: Annotated[bool, Field(description="Every other reading of a ruling")] = False

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the figures before and after."""
        changes: dict[str, Any] = dict(_pair(each, "=") for each in self.set)
        return game.whatif(
            solve=self.solve or None,
            target=self.target or None,
            within=self.within or None,
            rulings=self.rulings,
            **changes,
        )


class Shoe(Question):
    """How the composition of the shoe moves every wager."""

    tells = "The shoe"
    kind: Literal["shoe"] = "shoe"
    compositions: Annotated[int, Field(ge=0, le=100_000, description="Compositions drawn")] = (
        COMPOSITIONS
    )
    seed: Seed = 1

    def words(self, uploads: Uploads, named: str = "") -> tuple[str, ...]:
        """Return the command, which has a word of its own for no compositions."""
        words = super().words(uploads, named)
        return (*words[:-2], "--no-sample") if words[-2:] == ("--compositions", "0") else words

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return removal, counts and penetration."""
        return game.shoe(compositions=self.compositions, seed=self.seed)

    def met(self, result: Any) -> bool | None:
        """Return whether the sample is sound."""
        return bool(result.sound)


class Exposure(Question):
    """What hidden cards are worth to a player who sees them."""

    tells = "Hidden cards seen"
    kind: Literal["exposure"] = "exposure"
    sees: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[a-z_]{1,60}:[0-9A-Za-z:-]{1,40}$")], ...],
        Field(min_length=1, max_length=8, description="Such as dealer:1; in blackjack hole:1"),
    ]

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the figures of who sees more."""
        seen = dict(_pair(each, ":") for each in self.sees)
        return game.seeing({name: int(n) if n.isdecimal() else n for name, n in seen.items()})


class Simulate(Question):
    """The game, played many times."""

    tells = "Simulation"
    kind: Literal["simulate"] = "simulate"
    rounds: Annotated[int, Field(ge=1, le=MOST_GAMES, description="Games")] = 100_000
    seed: Seed = 1
    players: Annotated[Players | None, Field(description="Players")] = None
    policy: Annotated[tuple[Named, ...], Field(max_length=20, description="Who plays")] = ()

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return what was counted."""
        return game.simulate(
            self.rounds, seed=self.seed, players=self.players, policies=self.policy
        )


class Check(Question):
    """Whether the spec is sound: trace, worked examples, invariants in random play."""

    tells = "Check of the spec"
    kind: Literal["check"] = "check"
    games: Annotated[int, Field(ge=1, le=10_000_000, description="Random games")] = 10_000
    seed: Seed = 1
    without_figures: Annotated[bool, Field(description="Without the figures of its texts")] = False

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the criteria."""
        return game.check(games=self.games, seed=self.seed, figures=not self.without_figures)

    def met(self, result: Any) -> bool | None:
        """Return whether all criteria hold."""
        return bool(result.passed)


class Fairness(Question):
    """Whether seats are equal, what skill decides, how long games last."""

    tells = "Fairness"
    kind: Literal["fairness"] = "fairness"
    players: Annotated[tuple[Players, ...], Field(max_length=8, description="Players")] = ()
    games: Annotated[int, Field(ge=1, le=MOST_GAMES, description="Games")] = 1_000_000
    seed: Seed = 1

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the study."""
        return game.fairness(self.players or None, games=self.games, seed=self.seed)


class Crosscheck(Question):
    """The exact figures against the same game, played."""

    tells = "Exact figures against play"
    kind: Literal["crosscheck"] = "crosscheck"
    rounds: Annotated[int | None, Field(ge=1, le=MOST_GAMES, description="Games")] = None
    seed: Seed = 1

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the comparison."""
        return game.crosscheck(rounds=self.rounds, seed=self.seed)

    def met(self, result: Any) -> bool | None:
        """Return whether all figures agree."""
        return bool(result.passed)


class Report(Question):
    """The compliance report as PDF and as a page, and its results as JSON."""

    is_issue = True
    tells = "Report"
    kind: Literal["report"] = "report"
    brief: Annotated[bool, Field(description="Leave out what takes minutes")] = False
    issued_at: Annotated[
        str, Field(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="Date of issue, YYYY-MM-DD")
    ] = ""

    def words(self, uploads: Uploads, named: str = "") -> tuple[str, ...]:
        """Return the command, with the file that it writes."""
        return (*super().words(uploads, named), "-o", "report.pdf")

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the report in short; the files are in the folder."""
        given: dict[str, Any] = {"brief": self.brief, "issued_at": self.issued_at or None}
        game.report(folder / "report.html", **given)
        return game.report(folder / "report.pdf", **given)


class Verify(Question):
    """Whether a report proves itself."""

    is_issue = True
    tells = "Verification"
    takes = (".pdf",)
    kind: Literal["verify"] = "verify"
    game: Literal[""] = ""
    spec: Literal[""] = ""

    def loaded(self, shelf: Shelf) -> LoadedGame | None:
        """Return none: the rules are in the report."""
        return None

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the checks."""
        # Where questions are only asked, the library is not loaded.
        from certify.library import verify

        (report,) = uploads.values()
        return verify(report)

    def met(self, result: Any) -> bool | None:
        """Return whether no check failed."""
        return not result.has_failed


class Monitor(Question):
    """Live results against the certified figures."""

    is_issue = True
    tells = "Live results"
    takes = (".csv", ".tsv", ".txt", ".xlsx", ".parquet")
    kind: Literal["monitor"] = "monitor"
    map: Annotated[
        str,
        Field(
            max_length=10_000,
            pattern=r"^([^=\n]*=[\s\S]*)?$",
            description="How the file names its columns, such as Handle=stake,Win=won",
        ),
    ] = ""
    rounding: Annotated[float, Field(ge=0, le=1e6, description="Unit of rounding")] = 0.0

    def answer(self, game: Any, uploads: Uploads, folder: Path) -> Any:
        """Return the comparison, with alarms and errors of data."""
        return game.monitor(*uploads.values(), mapping=self.map or None, rounding=self.rounding)

    def met(self, result: Any) -> bool | None:
        """Return whether the data are sound and nothing alarms."""
        return bool(result.sound)


Asked = Annotated[
    Rtp
    | Strategy
    | Hand
    | WhatIf
    | Shoe
    | Exposure
    | Simulate
    | Check
    | Fairness
    | Crosscheck
    | Report
    | Verify
    | Monitor,
    Field(discriminator="kind"),
]

QUESTIONS: dict[str, type[Question]] = {
    each.model_fields["kind"].default: each
    for each in (
        *(Rtp, Strategy, Hand, WhatIf, Shoe, Exposure, Simulate, Check, Fairness, Crosscheck),
        *(Report, Verify, Monitor),
    )
}
