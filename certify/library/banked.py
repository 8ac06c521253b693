"""What is asked of games against a house: returns, strategy, hands, the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from certify.library.answer import Answer
from certify.library.asked import USUAL_SPLIT_PLAY, Asked, ShoeGiven, Value
from certify.runtime.workers import Workers
from certify.studies.house.asked import HandAsked, ReturnsAsked, StrategyAsked
from certify.studies.shoe.order import COMPOSITIONS, ShoeOrder

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.library.exposure import ExposureResult
    from certify.studies.banked.result import (
        BankedHandResult,
        BankedResult,
        BankedStrategyResult,
    )
    from certify.studies.crosscheck.result import CrosscheckResult
    from certify.studies.exposure.result import ExposedResult
    from certify.studies.returns.result import RtpResult
    from certify.studies.shoe.analysed_result import AnalysedShoeResult
    from certify.studies.shoe.result import ShoeResult
    from certify.studies.strategy.cost_result import StrategyCostResult
    from certify.studies.strategy.hand_result import HandResult
    from certify.studies.strategy.result import StrategyResult


class BankedCalls(Asked):
    """The calls of games against a house."""

    def returns(
        self,
        strategy: str | Path | StrategyCard = "optimal",
        *,
        exact: bool = False,
        distribution: bool = True,
        thorough: bool = False,
        split_play: str = USUAL_SPLIT_PLAY,
        workers: int | None = None,
        shoe: ShoeGiven = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[RtpResult | BankedResult]:
        """Return the exact figures of every wager: ``certify rtp``.

        Parameters
        ----------
        strategy : str, Path or StrategyCard
            ``optimal``, or a policy of the spec; of the twenty-one family also ``basic`` or a
            strategy file, of other games a file as ``certify strategy -o`` writes it.
        exact : bool
            Whether to give fractions too: the ``.exact`` of figures.
        distribution : bool
            Whether to work out outcomes and Bonus wagers too, which takes some 20 seconds. Other
            games than those of the twenty-one family always have their outcomes.
        thorough : bool
            Whether to work out too the best play for Bonus wagers of who never buys Burnout.
        split_play : str
            How optimal play goes on after a split in the twenty-one family: ``unsplit``, ``CDZ-``,
            ``CDP1``, ``CDP`` or ``pairs-seen``.
        workers : int, optional
            Processes that work on what takes long, of games that are analysed from their spec; by
            default one for each core.
        shoe, cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            Its ``wagers.main`` is also ``main``, and so are the other wagers.

        Raises
        ------
        EngineError
            If the game has no house.
        StateSpaceError
            If the rules are beyond the engine that reads them from the spec.
        """
        asked = self._of_house("returns", shoe, cache, settings)
        question = ReturnsAsked(
            strategy=strategy,
            exact=exact,
            distribution=distribution,
            thorough=thorough,
            split_play=split_play,
        )
        return Answer(asked.house.returns(question, asked.context, Workers(processes=workers)))

    def strategy(
        self,
        strategy: str | Path | StrategyCard = "basic",
        *,
        split_play: str = USUAL_SPLIT_PLAY,
        shoe: ShoeGiven = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[StrategyResult | BankedStrategyResult]:
        """Return the strategy charts and what following them costs: ``certify strategy``.

        Of other games than blackjack: the best play in words, and the closest decisions.

        Parameters
        ----------
        strategy : str, Path or StrategyCard
            ``basic``, which the tool derives, or a strategy file.
        split_play : str
            How the optimal play that charts are compared with goes on after a split; as `returns`
            takes it.
        shoe, cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            Charts, figures, and the hands that optimal play treats otherwise.

        Raises
        ------
        SpecError
            If the strategy is ``optimal``, which has no charts.
        EngineError
            If the game has no house.
        """
        asked = self._of_house("strategy", shoe, cache, settings)
        question = StrategyAsked(strategy, split_play)
        found = asked.house.strategy(question, asked.context)
        return Answer(cast("StrategyResult | BankedStrategyResult", found))

    def seeing(
        self,
        seen: Mapping[str, int | str],
        *,
        shoe: ShoeGiven = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[ExposedResult]:
        """Return what hidden cards are worth to who sees them: ``certify exposure``.

        Parameters
        ----------
        seen : dict
            How many hidden cards of each zone are seen before deciding, such as ``{"dealer": 1}``;
            ``others`` are cards that lie nowhere in the game. ``{"dealer": "1:T-A"}``: one card, of
            which only that is known whether it is one of these. Of the twenty-one family the
            dealer's second card, as ``{"hole": 1}``, or the next card, as ``{"next": 1}``.
        shoe, cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``wagers`` by the rules and to who sees more, and how it changes the ``decisions``.

        Raises
        ------
        EngineError
            If the game has no house.
        SpecError
            If there is no such hidden zone, or no such cards.
        StateSpaceError
            If nothing is decided, or the rules are beyond the engine.
        """
        asked = self._of_house("seeing", shoe, cache, settings)
        return Answer(asked.house.seeing(seen, asked.context))

    def strategy_cost(
        self,
        strategy: str | Path | StrategyCard = "basic",
        *,
        split_play: str = USUAL_SPLIT_PLAY,
        shoe: ShoeGiven = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[StrategyCostResult]:
        """Return what typical players lose, and what each wrong decision costs.

        Parameters
        ----------
        strategy, split_play, shoe, cache, **settings
            As `strategy` takes them.

        Returns
        -------
        Answer
            As ``certify strategy --cost --json``; errors as those of `strategy`.
        """
        asked = self._of_house("strategy_cost", shoe, cache, settings)
        question = StrategyAsked(strategy, split_play, cost=True)
        return Answer(cast("StrategyCostResult", asked.house.strategy(question, asked.context)))

    def hand(
        self,
        cards: str,
        upcard: str | None = None,
        *,
        after: str = "",
        burned: str | None = None,
        burnout: bool = True,
        kept: bool = False,
        split_play: str = USUAL_SPLIT_PLAY,
        splits: bool = False,
        shoe: ShoeGiven = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[HandResult | BankedHandResult]:
        """Return the expectation of every action for one hand: ``certify hand``.

        Parameters
        ----------
        cards : str
            The player's cards as they came, such as ``"8,8"``; A, 2, .., 9, T. Of other games than
            blackjack what the seat sees, zone by zone, such as ``"hand: Qh 6d 4c; board: 5s"``;
            without a name the cards that it sees first.
        upcard : str, optional
            The dealer's upcard, in blackjack.
        after : str
            Of other games: how the seat answered before, such as ``"first: ride"``.
        burned : str, optional
            A card that was burned earlier in the round.
        burnout : bool
            Whether the Burnout payment was made.
        kept : bool
            Whether the last card drawn was kept; by default it is still to be kept or burned.
        split_play : str
            How optimal play goes on after a split; as `returns` takes it.
        splits : bool
            Whether to work out too what splitting comes to by every split play, and what two hands
            can make of it at most.
        shoe, cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``actions``, and which is ``best``.

        Raises
        ------
        CardError
            If the cards make no hand that can be met.
        EngineError
            If the game has no house.
        """
        asked = self._of_house("hand", shoe, cache, settings)
        question = HandAsked(
            cards,
            upcard,
            after,
            burned,
            burnout=burnout,
            kept=kept,
            split_play=split_play,
            splits=splits,
        )
        return Answer(asked.house.hand(question, asked.context))

    def shoe(
        self,
        *,
        cut: int | None = None,
        compositions: int = COMPOSITIONS,
        seed: int = 1,
        bonus: bool = True,
        cut_card: bool = True,
        shoe: ShoeGiven = None,
        workers: int | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[ShoeResult | AnalysedShoeResult]:
        """Return how the composition of the shoe moves every wager: ``certify shoe``.

        Parameters
        ----------
        cut : int, optional
            Cards dealt before the cut card; by default as is usual for the shoe. A game whose pack
            has every card once is taken to be shuffled for every round, unless this is given.
        compositions : int
            Compositions that are drawn at random and worked out; 0 for none.
        seed : int
            Seed of the shoes.
        bonus, cut_card : bool
            Whether to look at Bonus wagers, and to play shoes to see what the cut card does; in
            blackjack only.
        workers : int, optional
            Processes; by default one for each core.
        shoe, cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            Effects of removal, counts, penetration.

        Raises
        ------
        EngineError
            If the game has no house, or the shoe cannot be looked at so.
        """
        asked = self._of_house("shoe", shoe, cache, settings)
        order = ShoeOrder(
            cut=cut,
            compositions=compositions,
            seed=seed,
            with_bonus=bonus,
            with_cut_card=cut_card,
        )
        return Answer(asked.house.shoe(order, asked.context, Workers(processes=workers)))

    def exposure(
        self, *, stake: int | Fraction = 1, cache: bool = True, **settings: Value
    ) -> Answer[ExposureResult]:
        """Return the most that can be lost and paid, whatever the cards and the play.

        Parameters
        ----------
        stake : int or Fraction
            What is put on each Bonus wager, in main wagers.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            ``exposure``: one entry for each set of wagers, as in ``certify rtp --json``.

        Raises
        ------
        EngineError
            If the game has no house.
        """
        from certify.library.exposure import exposure_of

        asked = self._of_house("exposure", None, cache, settings)
        return Answer(exposure_of(asked.analysed, Fraction(stake)))

    def crosscheck(
        self,
        strategy: str | Path | StrategyCard = "optimal",
        *,
        rounds: int | None = None,
        shoes: int | None = None,
        seed: int = 1,
        workers: int | None = None,
        cache: bool = True,
        **settings: Value,
    ) -> Answer[CrosscheckResult]:
        """Return whether the game as it is played agrees with every exact figure.

        Parameters
        ----------
        strategy : str, Path or StrategyCard
            ``optimal``, or a policy of the spec; of the twenty-one family also ``basic`` or a
            strategy file.
        rounds, shoes : int, optional
            Games of each part, and shoes dealt to the cut card; by default as many as are needed.
        seed : int
            Seed from which the seeds of all parts follow.
        workers : int, optional
            Processes; by default one for each core.
        cache, **settings
            See `Game`.

        Returns
        -------
        Answer
            As ``certify crosscheck --json``; ``passed`` tells whether all figures agree.

        Raises
        ------
        EngineError
            If the game has no house.
        """
        from certify.studies.crosscheck.study import Order

        asked = self._of_house("crosscheck", None, cache, settings)
        order = Order(rounds=rounds, shoes=shoes, seed=seed)
        return Answer(asked.house.crosscheck(strategy, order, asked.context, workers))
