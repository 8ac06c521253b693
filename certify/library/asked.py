"""What every call of a game begins from: the game with its settings, and where it is worked out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from certify.cards.shoe import Shoe
from certify.errors import EngineError, SpecError, UnknownGameError
from certify.language.catalogue import packaged_game
from certify.language.game import LoadedGame, apply_overrides, is_payout, wagers_made, with_wagers
from certify.language.parameters import written
from certify.runtime.context import Context
from certify.studies.kinds import is_analysed

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.twenty_one import BlackjackGame, TwentyOneGame

BANKED = "banked"
OF_THE_HOUSE = "returns(), strategy(), whatif() and shoe()"
OF_A_SPEC = "returns(), simulate(), play() and check()"

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
    def analysed(self) -> TwentyOneGame:
        """What the exact analysis takes; an `EngineError` tells why it cannot be had."""
        from certify.studies.twenty_one import TwentyOneGame

        given = None if self.given_shoe is None else _shoe(self.given_shoe)
        counts = given.counts if given else None
        loaded = self.loaded
        key = ("library", loaded.path, loaded.spec_sha256, loaded.paytable_sha256, loaded.changed)
        return self.context.memory.recall(
            "game", (*key, counts), lambda: TwentyOneGame(loaded, given)
        )

    @cached_property
    def blackjack(self) -> BlackjackGame:
        """What the exact analysis of the main wager takes, without Burnout too."""
        from certify.studies.twenty_one import BlackjackGame

        return BlackjackGame(
            self.loaded, None if self.given_shoe is None else _shoe(self.given_shoe)
        )

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
            given = _as_written(shoe) if is_analysed(loaded) else _shoe(shoe)
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
        if "analysed" in self.__dict__:
            found.__dict__["analysed"] = self.analysed
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
            asked = OF_A_SPEC if is_analysed(self.loaded) else OF_THE_HOUSE
            raise EngineError(
                f"{self.id} is played against a house, and {call}() is asked of games between"
                f" players; ask {asked}"
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

    def _play(self, strategy: str | Path | StrategyCard) -> str | StrategyCard:
        """Return the strategy that a call is given."""
        from certify.studies.strategy.strategy_file import selected_strategy

        if isinstance(strategy, str | Path):
            return selected_strategy(str(strategy), self.blackjack)
        return strategy

    def _playing(self, split_play: str) -> TwentyOneGame:
        """Return what the exact analysis takes, with hands after a split played so."""
        game = self.analysed
        return game if split_play == USUAL_SPLIT_PLAY else game.playing_after_splits(split_play)

    def _card(self, strategy: str | Path | StrategyCard) -> StrategyCard | None:
        """Return the card of a strategy that has charts; None for the one that the tool derives."""
        from certify.exact.blackjack.card import StrategyCard
        from certify.studies.twenty_one import OPTIMAL, is_policy

        play = self._play(strategy)
        if play == OPTIMAL:
            raise SpecError("optimal play depends on every card and has no charts; ask for basic")
        if is_policy(play):
            raise SpecError(
                f"{play} is a policy of the spec, which has no charts; rtp tells what it comes to"
            )
        return play if isinstance(play, StrategyCard) else None


def written_as_set(value: Value, *, odds: bool) -> str:
    """Return a value as ``--set`` takes it."""
    if isinstance(value, Fraction):
        return f"{value.numerator}{':' if odds else '/'}{value.denominator}"
    return written(value)


def _shoe(given: str | Sequence[int] | Shoe) -> Shoe:
    if isinstance(given, Shoe):
        return given
    return Shoe.parse(given) if isinstance(given, str) else Shoe(given)


def _as_written(given: str | Sequence[int] | Shoe) -> str:
    """Return what is left of a pack as ``--shoe`` takes it."""
    if isinstance(given, str):
        return given
    counts = given.counts if isinstance(given, Shoe) else given
    return ",".join(str(count) for count in counts)


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
