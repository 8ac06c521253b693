"""Profiles of jurisdictions: what each asks, as a file that a laboratory can write of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, StrictFloat, StrictInt, model_validator

from certify.errors import SpecError, nearest_name
from certify.language.base import Identifier, Part, Text
from certify.language.document import Place, is_there, read_document, read_text
from certify.language.loader import raise_problems, validated
from certify.resources import data_files
from certify.studies.submission.parts import PARTS

SUFFIX = ".yaml"

Certainty = Literal["V", "S", "T", "M"]
CERTAINTIES: dict[Certainty, str] = {
    "V": "the words were read in a public page",
    "S": "a secondary source, a part, or an older text",
    "T": "the title only",
    "M": "from memory, to be checked against the primary text",
}

Share = Annotated[StrictFloat | StrictInt, Field(ge=0, le=2)]


class LeastReturn(Part):
    """The least return of each wager, under the play that returns most."""

    kind: Literal["least_return"]
    share: Share


class MostReturn(Part):
    """The greatest return of each wager, under the play that returns most."""

    kind: Literal["most_return"]
    share: Share


class LongestOdds(Part):
    """An award comes at least once in so many rounds."""

    kind: Literal["longest_odds"]
    one_in: Annotated[StrictInt, Field(ge=2)]


class ReturnByStake(Part):
    """The return falls by no more than so much with a larger stake; in shares of the stake."""

    kind: Literal["return_by_stake"]
    most_fall: Share


class EqualJackpots(Part):
    """Awards that one linked jackpot pays have one probability."""

    kind: Literal["equal_jackpots"]


class TrialLength(Part):
    """A trial is so long that the return seen lies within `within` of the certified one.

    `rounds` is how long a trial is planned, if that is known.
    """

    kind: Literal["trial_length"]
    within: Annotated[StrictFloat, Field(gt=0, le=0.5)]
    confidence: Annotated[StrictFloat, Field(ge=0.5, lt=1)]
    rounds: Annotated[StrictInt, Field(ge=1)] | None = None


class MostWagers(Part):
    """At most so many separate wagers are decided by one hand."""

    kind: Literal["most_wagers"]
    number: Annotated[StrictInt, Field(ge=1, le=100)]


Limit = Annotated[
    LeastReturn
    | MostReturn
    | LongestOdds
    | ReturnByStake
    | EqualJackpots
    | TrialLength
    | MostWagers,
    Field(discriminator="kind"),
]


class Clause(Part):
    """What a clause asks, in our own words, and what of the submission answers it.

    Attributes
    ----------
    certainty : str
        How sure the house is of what the clause says.
    source : str
        Where it was read.
    answered_by : tuple of str
        Parts of the submission.
    limit : Limit or None
        A number that the clause sets, which is worked out and compared.
    applies_to : str
        A game at a table, or a gaming device alone: a limit of devices that a game does not keep is
        for a human, who asks whether it is held against the game.
    human : str or None
        What is left to do for people.
    """

    clause: Text
    asks: Text
    certainty: Certainty
    source: Text
    answered_by: tuple[Text, ...] = ()
    limit: Limit | None = None
    applies_to: Literal["game", "device"] = "game"
    human: Text | None = None

    @model_validator(mode="after")
    def _says_who_answers(self) -> Self:
        if not (self.answered_by or self.limit or self.human):
            raise ValueError("expected answered_by, limit or human; found none of them")
        return self


class Jurisdiction(Part):
    """A state or country, its authority, and the name under which ``--for`` takes it."""

    id: Identifier
    name: Text
    authority: Text


class Profile(Part):
    """What a jurisdiction, or a laboratory, asks of a submission."""

    certify: Annotated[Literal[1], Field(description="Version of the format.")]
    jurisdiction: Jurisdiction
    note: Text | None = None
    clauses: Annotated[tuple[Clause, ...], Field(min_length=1, max_length=500)]


@dataclass(frozen=True)
class GivenProfile:
    """A profile with its file: its name, its text, and its path if it is one of the user's."""

    profile: Profile
    file: str
    text: str
    path: str | None = None


def profile_files() -> Mapping[str, Traversable]:
    """Return the files of the profiles in the package, by the names that ``--for`` takes."""
    found = data_files("rules/jurisdictions", SUFFIX)
    return {name.removesuffix(SUFFIX): file for name, file in found.items()}


def read_profiles(names: Sequence[str]) -> tuple[GivenProfile, ...]:
    """Return profiles by the names of the package's, or by the paths of files.

    A SpecError if there is no such profile, or two have one id; a SpecInvalidError with every
    problem of a file.
    """
    found: dict[str, GivenProfile] = {}
    for name in names:
        given = _read(name)
        identity = given.profile.jurisdiction.id
        if identity in found:
            raise SpecError(f"the profile {identity} is given twice; give it once")
        found[identity] = given
    if not found:
        raise SpecError(f"no profile is given; known: {', '.join(profile_files())}")
    return tuple(found.values())


def _read(name: str) -> GivenProfile:
    known = profile_files()
    if name in known:
        return profile_of(read_text(known[name], name), f"{name}{SUFFIX}")
    if not name.endswith(SUFFIX):
        nearest = nearest_name(name, known)
        meant = f"did you mean {nearest}? The" if nearest else f"known: {', '.join(known)}; the"
        raise SpecError(
            f"there is no profile {name!r}; {meant} path of a file that ends in {SUFFIX} is taken"
            " too"
        )
    if not is_there(Path(name)):
        raise SpecError(f"{name}: there is no such file; expected the profile of a jurisdiction")
    return profile_of(read_text(Path(name), name), name, name)


def profile_of(text: str, shown: str, path: str | None = None) -> GivenProfile:
    """Return the profile that a text tells, checked; `path` if it is a file of the user's."""
    document = read_document(text, shown)
    profile = validated(document, Profile)
    problems: list[tuple[Place, str]] = []
    for number, clause in enumerate(profile.clauses):
        for index, part in enumerate(clause.answered_by):
            if part not in PARTS:
                nearest = nearest_name(part, PARTS)
                meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(PARTS)}"
                place: Place = ("clauses", number, "answered_by", index)
                problems.append((place, f"no submission has a part {part!r}; {meant}"))
    raise_problems(document, problems)
    return GivenProfile(profile, Path(shown).name, text, path)
