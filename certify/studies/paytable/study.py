"""All paytables of a wager within bounds, and those that no other of them beats."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from certify.errors import EngineError, SpecError, StateSpaceError
from certify.exact.banked.odds import Odds
from certify.exact.banked.walking import HOUR
from certify.language.game import PAYS, LoadedGame, apply_settings, is_put_down_first, wagers_made
from certify.numerics.odds import odds_text
from certify.runtime.context import Context
from certify.studies.banked.study import nearest_root, odds_within
from certify.studies.paytable.asked import PaytableQuestion
from certify.studies.paytable.figures import EDGE, FIGURES, HIT, SD, TOP, Figures
from certify.studies.paytable.plays import Region, regions_of
from certify.studies.paytable.result import DesignedRow, DesignedTable, PaytableResult
from certify.studies.paytable.rows import Designed, box_of, designed_rows, narrowed
from certify.studies.paytable.selection import Front, Nearest, Tables, numbered
from certify.studies.paytable.tables import AT_ONCE, Box, Places

KIND = "paytable"
METHOD = (
    "odds of the pay lines as exact fractions under the play that is best for each table; every"
    " table of the ranges is looked at or shown to lie outside by the edge, in integers throughout"
)
MOST_TABLES = 20_000_000
MOST_DECIDED = 2_000_000
"""Tables that are gone through, and of those with several best plays."""
MOST_LISTED = 100_000
"""Tables that a result lists."""


def paytable_study(question: PaytableQuestion, context: Context | None = None) -> PaytableResult:
    """Return all tables within bounds that no other beats, and the nearest to what is wanted.

    Parameters
    ----------
    question : PaytableQuestion
        The wager, the ranges of its payouts, the bounds and what is better.
    context : Context, optional
        What may be looked up, and who is told how far it is.

    Raises
    ------
    EngineError
        If the payouts of the wager do not enter what it brings as numbers that are added.
    SpecError
        If the ranges hold no table or too many, or too many are to be listed.
    StateSpaceError
        If the rules are beyond the engine, or it would take more than an hour.
    """
    context = context or Context()
    return context.kept(
        KIND, question.key(), PaytableResult, lambda: _Design(question, context).result()
    )


class _Design:
    def __init__(self, question: PaytableQuestion, context: Context) -> None:
        self.question, self.context = question, context
        self.game = question.game
        self.odds = self._odds(self.game)
        self.rows = designed_rows(question, self.odds)
        self.box = box_of(question, self.rows)
        if not self.box.number:
            raise SpecError(
                "the ranges hold no table in which a rarer row pays at least as much;"
                f" from the rarest on: {self._ranges()}"
            )
        self.plays = 0
        self.is_narrowed = False
        self.one_play = self._best_for_all()
        if self.one_play is None and self.box.number > MOST_DECIDED:
            self._narrow()
        self.begun = time.monotonic()

    def result(self) -> PaytableResult:
        """Go through the tables."""
        question = self.question
        front, nearest = Front(question.best), None
        if question.wanted:
            nearest = Nearest(question.wanted, self.box)
        within, every = 0, []
        for tables in self._tables():
            own = tables.take(self._are_within(tables))
            within += len(own)
            if not len(own):
                continue
            front.add(own)
            if nearest is not None:
                nearest.add(own)
            if question.everything:
                every.append(own)
                self._check_listed(within, "lie within the bounds")
        best = front.in_order()
        self._check_listed(0 if best is None else len(best), "are beaten by no other")
        named = set() if best is None else {self.box.payouts(places) for places in best.places}
        close = () if nearest is None else nearest.in_order()
        return PaytableResult(
            **self.game.provenance(),
            parameters=self.game.parameters_as_written(),
            wagers_made=wagers_made(self.game),
            wager=question.wager,
            wager_title=self.game.spec.wagers[question.wager].title,
            table=question.table,
            table_title=self.game.paytables[question.table].paytable.title,
            together=question.own,
            rows=tuple(map(self._row, self.rows)),
            grid=str(question.grid),
            chips=tuple((str(stake), str(chip)) for stake, chip in question.chips),
            is_monotone=question.is_monotone,
            bounds={
                name: (_text(low), _text(high)) for name, (low, high) in question.bounds.items()
            },
            best=dict(question.best),
            wanted={name: str(value) for name, value in (question.wanted or {}).items()},
            tables=self.box.number,
            within=within,
            front=() if best is None else tuple(self._told(best, named)),
            nearest=tuple(
                next(self._told(each, named, nearest_root(square))) for each, square in close
            ),
            every=tuple(self._told(Tables.joined(every), named)) if every else (),
            in_force=self._in_force(named),
            plays=max(self.plays, 1),
            is_narrowed=self.is_narrowed,
            method=METHOD,
        )

    # Odds and rows

    def _odds(self, game: LoadedGame) -> Odds:
        odds = odds_within(self.context, game)
        if odds is None:
            raise EngineError(
                f"payouts of {game.spec.game.id} are not told apart by the engine, so that its"
                " paytables are not gone through; certify whatif --sweep answers for single payouts"
            )
        return odds

    def _game(self, pays: Sequence[Fraction], rows: Sequence[str]) -> LoadedGame:
        """Return the game with other payouts."""
        settings = {
            f"{row}.{PAYS}": odds_text(to_one + (self.game.row(row).basis == "for_one"))
            for row, to_one in zip(rows, pays, strict=True)
        }
        return apply_settings(self.game, settings)

    def _ranges(self) -> str:
        return ", ".join(
            f"{row.path.rpartition('.')[2]} {row.values[0]} to {row.values[-1]}"
            for row in self.rows
        )

    # Tables

    def _tables(self) -> Iterator[Tables]:
        """Yield all tables that may lie within the bounds, with their figures."""
        odds = self.one_play
        if odds is not None:
            figures = Figures(odds, self.game, self.question.own, self.box)
            means = figures.means(self.question.bounds.get(EDGE, (None, None)))
            if means is None and self.box.number > MOST_TABLES:
                raise self._too_many(MOST_TABLES, "without bounds of the edge")
            first = len(self.rows[0].values)
            looked = 0

            def look(number: int) -> None:
                nonlocal looked
                looked += number
                if looked > MOST_TABLES:
                    raise self._too_many(MOST_TABLES, "within bounds of the edge such as these")

            for places in self.box.tables(means, look):
                self.context.progress(int(places[-1, 0]) + 1, first, "payouts of the rarest row")
                yield self._measured(figures, places)
            return
        if self.box.number > MOST_DECIDED:
            raise self._too_many(MOST_DECIDED, "where one play is not the best for all of them")
        for odds, found in regions_of(
            self.box,
            self.game,
            lambda pays: self._odds(self._game(pays, self.box.rows)),
            self._lie_below,
            self._tell,
        ):
            figures = Figures(odds, self.game, self.question.own, self.box)
            self.plays += 1
            for start in range(0, len(found), AT_ONCE):
                yield self._measured(figures, found[start : start + AT_ONCE])

    def _best_for_all(self) -> Odds | None:
        """Return the odds of the play that is best for all tables; None if there are several."""
        region = Region(self.odds, self.game, self.box)
        if region.is_everything:
            return self.odds
        if region.is_never_single:
            # Another play need not be found to see that it is not the best for all either.
            return None
        if not any(row in self.odds.decisive for row in self.box.rows):
            return self.odds
        highest = self._game([row.values[-1] for row in self.rows], self.box.rows)
        odds = self._odds(highest)
        return odds if Region(odds, self.game, self.box).is_everything else None

    def _narrow(self) -> None:
        """Narrow the ranges that were not asked for, so that the play in force is best for all."""
        before = self.rows
        self.rows = narrowed(
            self.question,
            before,
            lambda box: (
                box.number <= MOST_DECIDED and Region(self.odds, self.game, box).is_everything
            ),
        )
        self.is_narrowed = self.rows != before
        self.box = box_of(self.question, self.rows)
        if Region(self.odds, self.game, self.box).is_everything:
            self.one_play = self.odds

    def _lie_below(self, odds: Odds, places: Places) -> npt.NDArray[np.bool_]:
        """Return which tables have an edge below the bounds under a play, the best or not.

        The best play leaves the house no more, if it is best for these wagers alone, and what is
        put on the first of them is the same by each play.
        """
        low, _ = self.question.bounds.get(EDGE, (None, None))
        own, game = self.question.own, self.game
        is_alone = {*wagers_made(game)} == {*own} and is_put_down_first(game, own[0])
        if low is None or not is_alone:
            return np.zeros(len(places), dtype=np.bool_)
        figures = Figures(odds, game, own, self.box)
        return ~figures.measured(places, [EDGE])[EDGE].within((low, None))

    def _tell(self, done: int, total: int, plays: int) -> None:
        self.context.progress(done, total, f"tables, for which {plays} plays are best")
        if time.monotonic() - self.begun > HOUR and not self.context.is_patient and done < total:
            raise StateSpaceError(
                f"after an hour {plays} best plays are found, for {done:,} of {total:,} tables;"
                " narrow the ranges with --row, or give --yes to go on however long it takes"
            )

    def _measured(self, figures: Figures, places: Places) -> Tables:
        return numbered(Tables(places, figures.measured(places, FIGURES), np.zeros(0)), self.plays)

    def _are_within(self, tables: Tables) -> npt.NDArray[np.bool_]:
        kept = np.ones(len(tables), dtype=np.bool_)
        for name, (low, high) in self.question.bounds.items():
            ends = (None if low is None else low**2, None if high is None else high**2)
            kept &= tables.figures[name].within(ends if name == SD else (low, high))
        return kept

    def _too_many(self, most: int, where: str) -> SpecError:
        widest = sorted(self.rows, key=lambda row: -len(row.values))[:2]
        named = " and ".join(
            f"{row.path.rpartition('.')[2]} ({len(row.values):,} payouts)" for row in widest
        )
        return SpecError(
            f"the ranges hold {self.box.number:,} tables, and at most {most:,} are gone through"
            f" {where}: narrow {named} with --row ROW=LOW:HIGH, or take steps with"
            " --row ROW=LOW:HIGH:STEP"
        )

    def _check_listed(self, number: int, told: str) -> None:
        if number > MOST_LISTED:
            raise SpecError(
                f"more than {MOST_LISTED:,} tables {told}; narrow the bounds or the ranges"
            )

    # Result

    def _row(self, row: Designed) -> DesignedRow:
        key = row.path.rpartition(".")[2]
        return DesignedRow(
            row=key,
            outcome=self.game.row(row.path).outcome,
            probability=float(row.probability),
            one_in=float(1 / row.probability),
            pays=_pay(self.game.pays(row.path)),
            low=_pay(row.values[0]),
            high=_pay(row.values[-1]),
            step=str(row.step),
            values=len(row.values),
            exact={"probability": str(row.probability), "one_in": str(1 / row.probability)},
        )

    def _told(
        self,
        tables: Tables,
        best: set[tuple[Fraction, ...]],
        distance: float | None = None,
    ) -> Iterator[DesignedTable]:
        for place, own in enumerate(tables.places):
            pays = self.box.payouts(own)
            exact = {name: figure.at(place) for name, figure in tables.figures.items()}
            play = int(tables.play[place]) if self.plays > 1 else None
            yield _table(
                pays, exact, is_within=True, is_best=pays in best, play=play, distance=distance
            )

    def _in_force(self, best: set[tuple[Fraction, ...]]) -> DesignedTable:
        pays = tuple(self.game.pays(row) for row in self.box.rows)
        base = lcm(*(each.denominator for each in pays))
        values = tuple(np.array([int(each * base)], dtype=np.int64) for each in pays)
        box = Box(self.box.rows, values, base, is_monotone=False)
        places = np.zeros((1, len(pays)), dtype=np.int32)
        figures = Figures(self.odds, self.game, self.question.own, box)
        tables = Tables(places, figures.measured(places, FIGURES), np.zeros(1))
        is_one = all(each in row.values for each, row in zip(pays, self.rows, strict=True)) and (
            not self.question.is_monotone or [*pays] == sorted(pays, reverse=True)
        )
        exact = {name: figure.at(0) for name, figure in tables.figures.items()}
        is_within = is_one and bool(self._are_within(tables)[0])
        return _table(pays, exact, is_within=is_within, is_best=pays in best)


def _table(
    pays: tuple[Fraction, ...],
    exact: dict[str, Fraction],
    *,
    is_within: bool,
    is_best: bool,
    play: int | None = None,
    distance: float | None = None,
) -> DesignedTable:
    return DesignedTable(
        pays=tuple(map(_pay, pays)),
        house_edge=float(exact[EDGE]),
        hit_frequency=float(exact[HIT]),
        sd=nearest_root(exact[SD]),
        top=float(exact[TOP]),
        is_within=is_within,
        is_best=is_best,
        play=play,
        distance=distance,
        exact={
            "house_edge": str(exact[EDGE]),
            "hit_frequency": str(exact[HIT]),
            "variance": str(exact[SD]),
            "top": str(exact[TOP]),
        },
    )


def _pay(value: Fraction) -> str:
    """Return a payout to one as tables print it: 40, or 3:2."""
    return str(value) if value.denominator == 1 else odds_text(value)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
