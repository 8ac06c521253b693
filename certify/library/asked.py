"""What every call of a game begins from: the game with its settings, and where it is worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

from certify.cards.shoe import Shoe
from certify.errors import EngineError, SpecError, UnknownGameError
from certify.language.catalogue import packaged_game
from certify.language.game import LoadedGame, apply_overrides, is_payout, wagers_made, with_wagers
from certify.language.parameters import written
from certify.runtime.context import Context

if TYPE_CHECKING:
    from certify.studies.house.house import House
    from certify.studies.twenty_one import TwentyOneGame

BANKED = "banked"
OF_THE_HOUSE = "returns(), strategy(), whatif() and shoe()"

MOST_GAMES = 10**15

USUAL_SPLIT_PLAY = "unsplit"

Value = bool | int | float | str | Fraction
"""What a setting can be set to."""

ShoeGiven = str | Sequence[int] | Shoe | None


@dataclass(frozen=True, repr=False, eq=False)
class Asked:
    """A game with its settings: what every call begins from.

    Attributes
    ----------
    loaded : LoadedGame
        The spec with its paytables.
    given_shoe : Shoe, str or None
        The undealt cards, if they were given; as written, of a game that is analysed from its spec.
    context : Context
        Where it is worked out: cache, progress, and what this process remembers.
    """

    loaded: LoadedGame
    given_shoe: Shoe | str | None = None
    context: Context = field(default_factory=Context, compare=False)

    def __repr__(self) -> str:
        identity = self.loaded.spec.game
        changed = "".join(f", {name}={value}" for name, value in self.loaded.changed)
        return f"<certify.Game {identity.id} {identity.version}{changed}>"

    @property
    def id(self) -> str:
        """The id of the game."""
        return self.loaded.spec.game.id

    @cached_property
    def house(self) -> House:
        """What is asked of the game's house; an `EngineError` tells why there is none."""
        from certify.studies.house.choice import house_of

        loaded = self.loaded
        given = self.given_shoe.counts if isinstance(self.given_shoe, Shoe) else self.given_shoe

        def made() -> House:
            if not loaded.is_packaged:
                from certify.studies.check.equivalence import require_analysed

                require_analysed(loaded, self.context)
            return house_of(loaded, self.given_shoe)

        key = ("library", loaded.path, loaded.spec_sha256, loaded.paytable_sha256, loaded.changed)
        return self.context.memory.recall("game", (*key, loaded.made, given), made)

    @property
    def analysed(self) -> TwentyOneGame:
        """What the exact analysis of Burnout takes; an `EngineError` if it cannot be had."""
        from certify.studies.house.blackjack import BurnoutHouse
        from certify.studies.twenty_one import TwentyOneGame

        house = self.house
        return house.game if isinstance(house, BurnoutHouse) else TwentyOneGame(self.loaded)

    def changed(self, /, *assignments: str, shoe: ShoeGiven = None, **settings: Value) -> Self:
        """Return the game with settings changed.

        Parameters
        ----------
        *assignments : str
            Settings as ``--set`` of the command line takes them, such as ``"bonus.2.pays=5:1"``.
        shoe : str, sequence of int or Shoe, optional
            Undealt cards by value, in the order A, 2, .., 9, T; of other games than blackjack by
            the kinds that the rules tell apart, or such as ``"Qh=0,Kd=0"``.
        **settings
            Settings by their names.

        Returns
        -------
        Game
            The changed game; this one stays as it is.

        Raises
        ------
        SpecError
            If there is no such setting, or it cannot have the value.
        """
        loaded = apply_overrides(self.loaded, (*assignments, *self._assignments(settings)))
        given = self.given_shoe
        if shoe is not None:
            from certify.studies.house.choice import given_shoe_of

            given = given_shoe_of(loaded, shoe)
        return replace(self, loaded=loaded, given_shoe=given)

    def wagering(self, *wagers: str) -> Self:
        """Return the game with these wagers made, and those that must be made with them.

        Parameters
        ----------
        *wagers : str
            Names of wagers; without any, all that are not optional.

        Returns
        -------
        Game
            The game with other wagers; this one stays as it is.

        Raises
        ------
        SpecError
            If there is no such wager, or the spec does not say what its wagers bring.
        """
        usual = wagers_made(replace(self.loaded, made=None))
        return replace(self, loaded=with_wagers(self.loaded, wagers or usual))

    def within(self, context: Context) -> Self:
        """Return the game as it is worked out elsewhere.

        Parameters
        ----------
        context : Context
            Cache, progress and memory.

        Returns
        -------
        Game
            The game.
        """
        found = replace(self, context=context)
        if "house" in self.__dict__:
            found.__dict__["house"] = self.house
        return found

    def _assignments(self, settings: Mapping[str, Value]) -> list[str]:
        """Return settings as the command line takes them."""
        return [
            f"{name}={written_as_set(value, odds=is_payout(self.loaded, name))}"
            for name, value in settings.items()
        ]

    def _asked(self, shoe: ShoeGiven, cache: bool, settings: Mapping[str, Value]) -> Self:
        """Return the game that a call is asked of."""
        found = self.changed(shoe=shoe, **settings) if settings or shoe is not None else self
        return found if cache else found.within(replace(found.context, cache=None))

    def _of_house(
        self, call: str, shoe: ShoeGiven, cache: bool, settings: Mapping[str, Value]
    ) -> Self:
        """Return the game that a call is asked of which only games against a house have."""
        if self.loaded.spec.game.kind != BANKED:
            raise EngineError(
                f"{self.id} is played between players and has no house, and {call}() is asked of"
                " games against one; ask fairness(), which tells whether its seats are equal, what"
                " skill decides and how long games last"
            )
        return self._asked(shoe, cache, settings)

    def _between_players(self, call: str, cache: bool, settings: Mapping[str, Value]) -> Self:
        """Return the game that a call is asked of which only games between players have."""
        if self.loaded.spec.game.kind == BANKED:
            raise EngineError(
                f"{self.id} is played against a house, and {call}() is asked of games between"
                f" players; ask {OF_THE_HOUSE}"
            )
        if self.loaded.play is None:
            raise EngineError(f"{self.id} cannot be played: its spec says only what is certified")
        return self._asked(None, cache, settings)

    @property
    def _named(self) -> str:
        """What a command is given for the game: its id, or the file of a spec that has none."""
        try:
            packaged = packaged_game(self.id)
        except UnknownGameError:
            return self.loaded.path
        hashes = packaged.spec_sha256, packaged.paytable_sha256
        is_packaged = hashes == (self.loaded.spec_sha256, self.loaded.paytable_sha256)
        return self.id if is_packaged else self.loaded.path


def written_as_set(value: Value, *, odds: bool) -> str:
    """Return a value as ``--set`` takes it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}{':' if odds else '/'}{value.denominator}"
    return written(value)


def as_swept(values: str | Iterable[Value]) -> str:
    """Return the values of a sweep as ``--sweep`` takes them."""
    if isinstance(values, str):
        return values
    return ",".join(written_as_set(value, odds=False) for value in values)


def listed(names: str | Sequence[str] | None) -> list[str]:
    """Return names that are given as a list, or in a text with commas between."""
    if isinstance(names, str):
        return [name.strip() for name in names.split(",")]
    return list(names or ())


def number_of(value: float, name: str) -> int:
    """Return a number of games, which may be given as 1e6."""
    if isinstance(value, bool) or not 1 <= value <= MOST_GAMES or value % 1:
        raise SpecError(f"{name} is a whole number from 1 to {MOST_GAMES:.0e}; found {value!r}")
    return int(value)
