"""The study of a game for one number of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from certify.language.game import LoadedGame, apply_settings
from certify.play.interpreter.program import Program
from certify.play.quantities import DECISIONS
from certify.play.search.players import Player
from certify.play.tallies import Tallies
from certify.results import Family
from certify.runtime.context import Context
from certify.runtime.workers import Workers
from certify.studies.fairness import matches, sensitivity
from certify.studies.fairness.duplicates import variance_shares
from certify.studies.fairness.effort import (
    DECISIONS_OF_A_GAME,
    DECISIONS_OF_A_MATCH,
    OF_MEETINGS,
    PILOT_GAMES,
    Searched,
    affordable,
    parts_of,
    searched_play,
)
from certify.studies.fairness.evidence import Evidence
from certify.studies.fairness.findings import findings_of
from certify.studies.fairness.intervals import FloatArray, family_of
from certify.studies.fairness.ladder import clairvoyant_of, is_clairvoyant, players_of, text_of
from certify.studies.fairness.legal import legal_tests
from certify.studies.fairness.lengths import length_of_play, limits_of
from certify.studies.fairness.meetings import Best, adjust, meeting, points_of, wins_of
from certify.studies.fairness.other_games import OtherGames, lengths_of
from certify.studies.fairness.parts import Seating
from certify.studies.fairness.play import Request, Scored, all_scores, all_tallies
from certify.studies.fairness.question import SEARCHED, FairnessQuestion
from certify.studies.fairness.ratings import checks_of, ratings_of
from certify.studies.fairness.results.equal_play import EqualPlay
from certify.studies.fairness.results.fairness import TableResult
from certify.studies.fairness.results.length_of_play import LengthOfPlay, MatchLength, PlayLimit
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.skill import RelativeSkill, VarianceShares
from certify.studies.fairness.results.strength import Meeting, Rating
from certify.studies.fairness.results.use_of_rules import UseOfRules
from certify.studies.fairness.runs import (
    AGAIN,
    EQUAL,
    MOST_POLICY_DEALS,
    RELATIVE,
    Run,
    deals_of,
    further_runs,
    is_search,
    is_searched,
    meetings_of,
    seed_of,
    styles_of,
)
from certify.studies.fairness.seats import equal_play
from certify.studies.fairness.skill import relative_skill, skill_of
from certify.studies.fairness.use import GAMES as USE_GAMES
from certify.studies.fairness.use import use_of_rules

SEAT_FIGURES, PLAY_FIGURES, MEETING_FIGURES, SHARE_FIGURES, SKILL_FIGURES = 2, 4, 2, 4, 6
"""Number of intervals of each seat and play of equal strength, of a meeting, of the shares of a
variance, and of relative skill."""

MOST_MATCHES = 10_000
LEAST_USE_GAMES = 100
"""Games in which the use of rules is counted, by the interpreter, however long they are."""


class Table:
    """The study for one number of players.

    `seats` is that number, `search_games` the number of games with search.
    """

    def __init__(
        self,
        question: FairnessQuestion,
        ladder: Sequence[str],
        seats: int,
        search_games: int,
        context: Context,
        workers: Workers,
    ) -> None:
        self.question, self.game, self.seats = question, question.game, seats
        self.search_games, self.context, self.workers = search_games, context, workers
        self.program = Program(question.game, seats)
        self.players: dict[str, Player] = players_of(self.program, ladder)
        self.fair = [name for name in ladder if not is_clairvoyant(self.players[name])]
        result = self.program.play.result
        self.best: Best = "least" if result is not None and result.best == "least" else "most"
        self.others = OtherGames(question.game, seats, question.seed, context, workers)
        self._played: dict[Run, list[Scored]] = {}

    # Plays

    @cached_property
    def equal(self) -> dict[str, Tallies]:
        """Statistics of play of equal strength, for all policies that somebody plays by."""
        styles = styles_of(self.players)
        seed = seed_of(self.question.seed, EQUAL)
        seatings = [Seating(self.game, self.seats, (name,) * self.seats, seed) for name in styles]
        numbers = [
            affordable(self.question.games, length, DECISIONS_OF_A_GAME)
            for length in lengths_of(seatings, self.question.games, self.context, self.workers)
        ]
        requests = [Request(each, games) for each, games in zip(seatings, numbers, strict=True)]
        found = all_tallies(requests, self.context, self.workers)
        return dict(zip(styles, found, strict=True))

    def _pilot(self, game: LoadedGame) -> dict[str, float]:
        """Return the length of a game for every policy that somebody plays by."""
        styles, seed = styles_of(self.players), seed_of(self.question.seed, EQUAL)
        seatings = [Seating(game, self.seats, (name,) * self.seats, seed) for name in styles]
        found = lengths_of(seatings, PILOT_GAMES, self.context, self.workers)
        return dict(zip(styles, found, strict=True))

    @cached_property
    def searched(self) -> Searched:
        """What players that search play, and how many games."""
        return searched_play(
            self.game,
            {name: float(tallies.mean(DECISIONS)) for name, tallies in self.equal.items()},
            parts_of(self.program, self.players, self.fair, "skill" in self.question.sections),
            self.seats,
            self.search_games,
            self._pilot,
        )

    @cached_property
    def meetings(self) -> tuple[Meeting, ...]:
        """Meetings of every player of the ladder with every other."""
        runs = meetings_of(self.fair)
        self._play(runs, round(OF_MEETINGS * self.searched.effort.played))
        found = []
        for run in runs:
            points = [points_of(each.scores, self.best) for each in self._played[run]]
            wins = [wins_of(each.scores, self.best) for each in self._played[run]]
            own, won = self._own(points), self._own(wins)
            found.append(meeting(run.player, run.opponent, own, won, self.family))
        return adjust(found, self.family)

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """Ratings of the players of the ladder."""
        return ratings_of(self.fair, self.meetings, self.family)

    @cached_property
    def strongest(self) -> str:
        """The player with the highest rating, of those who do not see hidden cards."""
        if "skill" not in self.question.sections:
            return self.fair[-1]
        return max(self.ratings, key=lambda rating: rating.elo.value).player

    @cached_property
    def beginners(self) -> list[str]:
        """The players of the ladder that do not search, except the strongest."""
        return self._others(self.strongest)

    def _others(self, strongest: str) -> list[str]:
        return [
            name for name in self.fair if not is_search(self.players[name]) and name != strongest
        ]

    @cached_property
    def clairvoyant(self) -> str:
        """The strongest player, if it saw all cards."""
        found = clairvoyant_of(self.players[self.strongest])
        self.players |= players_of(self.program, (*dict.fromkeys((*self.players, found)),))
        return found

    def _play_further(self) -> None:
        """Play the games from which relative skill and the shares of the variance follow."""
        runs = further_runs(self.strongest, self.beginners, self.clairvoyant)
        self._play(runs, round((1 - OF_MEETINGS) * self.searched.effort.played))

    def _play(self, runs: Sequence[Run], search_games: int) -> None:
        """Play simulation runs with about so many games of players that search."""
        lengths, most = self.searched.lengths, min(self.question.games, MOST_POLICY_DEALS)
        searched = [run for run in runs if is_searched(run, self.players)]
        deals = {
            run: affordable(
                most,
                lengths.among([self.players[run.player], self.players[run.opponent]]),
                DECISIONS_OF_A_GAME,
            )
            for run in runs
        }
        given = deals_of(searched, self.players, lengths, self.seats, search_games)
        deals |= dict(zip(searched, given, strict=True))
        relative = [run for run in runs if run.purpose == RELATIVE]
        for run in relative:
            # Effects are differences of gains on the same deals.
            deals[run] = min(deals[other] for other in relative)
        requests = [
            run.requests(self.searched.game, self.seats, self.question.seed, deals[run])
            for run in runs
        ]
        flat = [request for own in requests for request in own]
        found = iter(all_scores(flat, self.context, self.workers))
        for run, own in zip(runs, requests, strict=True):
            self._played[run] = [next(found) for _ in own]

    @staticmethod
    def _own(values: Sequence[FloatArray]) -> FloatArray:
        """Return the results of a run's player in each seat, shape (deals, seats)."""
        return np.stack([grid[:, seat] for seat, grid in enumerate(values)], axis=1)

    # What is found

    def result(self) -> TableResult:
        """Return the study."""
        sections, family = self.question.sections, self.family
        is_played = "skill" in sections
        meetings = self.meetings if is_played else ()
        ratings = self.ratings if is_played else ()
        if is_played:
            self._play_further()
        equal = self._equal_plays() if sections & SEARCHED else ()
        shares = self._shares() if is_played else ()
        relative = self._relative() if is_played else ()
        evidence = Evidence(
            self.fair, meetings, ratings, shares, equal, relative, self.question.confidence
        )
        found = TableResult(
            players=self.seats,
            family=family,
            equal=equal if "seats" in sections else (),
            meetings=meetings,
            ratings=ratings,
            rating_checks=checks_of(ratings, meetings) if is_played else (),
            shares=shares,
            skill=skill_of(relative, ratings, meetings, legal_tests(evidence))
            if is_played
            else None,
            lengths=self._lengths() if "length" in sections else (),
            use=self._use(),
            sensitivity=self._sensitivity() if "sensitivity" in sections else (),
            matches=self._matches() if "matches" in sections else (),
            findings=(),
            limits=self.limits if "length" in sections else (),
            effort=self.searched.effort if sections & SEARCHED else None,
        )
        texts = [text_of(self.game, name, player) for name, player in self.players.items()]
        return found.model_copy(update={"findings": findings_of(found, texts)})

    @cached_property
    def family(self) -> Family:
        """Family of the intervals of shares, scores, points and lengths."""
        plays = len(styles_of(self.players)) + 1
        figures = plays * (SEAT_FIGURES * self.seats + PLAY_FIGURES)
        met = len(self.fair) * (len(self.fair) - 1) // 2
        figures += MEETING_FIGURES * met + len(self.fair)
        still = sum(not is_search(player) for player in self.players.values())
        figures += SHARE_FIGURES * (1 + still) + SKILL_FIGURES * still
        result = self.program.play.result
        figures += plays * (1 + (len(result.measures) if result is not None else 0))
        return family_of(self.question.confidence, figures)

    def _roles(self) -> tuple[str, ...]:
        players = self.program.play.spec.players
        return tuple(players.roles) if players is not None and players.roles else ()

    @cached_property
    def _searched_tallies(self) -> dict[str, Tallies]:
        """Statistics of equal play of the strongest, if it searches and plays the game itself."""
        if not is_search(self.players[self.strongest]) or self.searched.effort.shorter is not None:
            return {}
        run = Run(self.strongest, self.strongest, AGAIN, repeats=2)
        played = self._played[run][0].tallies if run in self._played else None
        if played is None:
            games = self.searched.effort.played
            request = run.requests(self.game, self.seats, self.question.seed, games)[0]
            (played,) = all_tallies([request], self.context, self.workers)
        return {self.strongest: played}

    def _strongest_last(self) -> dict[str, Tallies]:
        """Return the statistics of equal play of all policies and the strongest, which comes last.

        Summaries report the last.
        """
        found = self.equal | self._searched_tallies
        if self.strongest in found:
            found[self.strongest] = found.pop(self.strongest)
        return found

    def _equal_plays(self) -> tuple[EqualPlay, ...]:
        return tuple(
            equal_play(name, tallies, self._roles(), self.family)
            for name, tallies in self._strongest_last().items()
        )

    def _shares(self) -> tuple[VarianceShares, ...]:
        found = []
        for run in self._played:
            if run.purpose == AGAIN:
                points = np.stack(
                    [points_of(each.scores, self.best) for each in self._played[run]], axis=1
                )
                deals = len(points)
                grid = points.reshape(deals, run.repeats, run.seatings(self.seats), self.seats)
                found.append(
                    variance_shares(
                        run.player,
                        run.opponent,
                        grid.transpose(0, 2, 1, 3),
                        self.family,
                        seed=self.question.seed,
                    )
                )
        return tuple(found)

    def _relative(self) -> tuple[RelativeSkill, ...]:
        gains = {}
        for run in self._played:
            if run.purpose == RELATIVE:
                points = [points_of(each.scores, self.best) for each in self._played[run]]
                gains[run.player] = self._own(points).mean(axis=1)
        clairvoyant = self.clairvoyant
        # Among equals every seat is the strongest's, and all points of a deal together are fixed.
        even = np.full(len(gains[clairvoyant]), 0.5)
        return tuple(
            relative_skill(
                name,
                self.strongest,
                clairvoyant,
                gains[name],
                even,
                gains[clairvoyant],
                self.family,
            )
            for name in self.beginners
        )

    @cached_property
    def limits(self) -> tuple[PlayLimit, ...]:
        """Limits that stop games."""
        return limits_of(self.game, self.seats)

    def _lengths(self) -> tuple[LengthOfPlay, ...]:
        caps = [limit.measure for limit in self.limits]
        every: Mapping[str, Tallies] = self.equal
        if self.question.sections & SEARCHED:
            every = self._strongest_last()
        return tuple(
            length_of_play(name, tallies, self.family, caps) for name, tallies in every.items()
        )

    def _sensitivity(self) -> tuple[SettingEffect, ...]:
        chosen = sensitivity.settings_of(self.game)
        games = sensitivity.games_of(self.game, chosen)
        asked = min(self.question.games, sensitivity.GAMES)
        return sensitivity.effects(
            self.game,
            self.seats,
            self.others.alike(games, asked, DECISIONS_OF_A_GAME),
            settings=chosen,
            confidence=self.question.confidence,
        )

    def _matches(self) -> tuple[MatchLength, ...]:
        lengths = self.game.spec.lengths.values()
        games = [apply_settings(self.game, length.set) for length in lengths]
        asked = min(self.question.games, MOST_MATCHES)
        play = self.others.each(games, asked, DECISIONS_OF_A_MATCH)
        return matches.match_lengths(self.game, play, confidence=self.question.confidence)

    def _use(self) -> UseOfRules:
        if "use" not in self.question.sections:
            return UseOfRules(players=(), games=(), elements=(), never=())
        games = self.others.fewer(self.game, USE_GAMES, DECISIONS_OF_A_GAME, LEAST_USE_GAMES)
        return use_of_rules(
            self.game, self.seats, self.context, self.workers, games=games, seed=self.question.seed
        )
