"""The games of a table: their simulation runs, and how many games of each a budget allows."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from certify.language.game import LoadedGame
from certify.play.policies import RANDOM
from certify.play.search.players import Player, Searcher
from certify.studies.fairness.parts import Seating
from certify.studies.fairness.play import Request

EQUAL, MEETING, RELATIVE, AGAIN = "equal", "meeting", "relative", "variance"
"""Purposes of games."""

FEWEST_DEALS = 20
MOST_POLICY_DEALS = 100_000
"""Fewest deals of a run, and the most where nobody searches."""

OF_EQUALS, OF_BUDGETS = 6, 4
"""Greater weights of the strongest among themselves, and of searches that differ only in their
playouts: whether seats are equal, and whether more search is better, rests on them."""


@dataclass(frozen=True)
class Run:
    """One player among others of another kind, in every seat in turn on the same deals.

    `opponent` takes the other seats; it is the player itself for equal strength. Runs for the same
    purpose have the same deals; each meeting has its own. Each seating of a deal is played
    `repeats` times; where that is more than once, choices are drawn anew for each seating too.
    """

    player: str
    opponent: str
    purpose: str
    repeats: int = 1

    @property
    def is_equal(self) -> bool:
        """Whether all seats are played by the same player."""
        return self.player == self.opponent

    def seatings(self, seats: int) -> int:
        """Return the number of seatings in which a deal is played."""
        return 1 if self.is_equal else seats

    def requests(self, game: LoadedGame, seats: int, seed: int, deals: int) -> list[Request]:
        """Return the requested games: the first repeat in every seating, then the next."""
        own = f"{self.player} {self.opponent}" if self.purpose == MEETING else ""
        seatings = self.seatings(seats)
        # Seatings that shared what is drawn for choices would vary together, and shares of the
        # variance would take that for what is due to the deal, or to both.
        return [
            Request(
                Seating(
                    game,
                    seats,
                    tuple(
                        self.player if seat == place else self.opponent for place in range(seats)
                    ),
                    seed=seed_of(seed, f"{self.purpose} {own}".strip()),
                    repeat=repeat * seatings + seat if self.repeats > 1 else 0,
                ),
                deals,
            )
            for repeat in range(self.repeats)
            for seat in range(seatings)
        ]


def meetings_of(players: Sequence[str]) -> list[Run]:
    """Return the meetings of all players, from the weakest on."""
    return [Run(strong, weak, MEETING) for weak, strong in combinations(players, 2)]


def further_runs(strongest: str, beginners: Sequence[str], clairvoyant: str) -> list[Run]:
    """Return the runs from which relative skill and the shares of the variance follow."""
    return [
        Run(strongest, strongest, AGAIN, repeats=2),
        *(Run(strongest, name, AGAIN, repeats=2) for name in beginners),
        *(Run(name, strongest, RELATIVE) for name in (*beginners, clairvoyant)),
    ]


def seed_of(seed: int, purpose: str) -> int:
    """Return the seed of games for a purpose, below 2**53 as all seeds that are printed."""
    digest = hashlib.sha256(f"{seed} {purpose}".encode()).digest()
    return int.from_bytes(digest[:8]) >> 11


@dataclass(frozen=True)
class Lengths:
    """Mean decisions of a game, by the policy that plays all seats."""

    of: Mapping[str, float]

    def among(self, players: Sequence[Player]) -> float:
        """Return the approximate length of a game between players, in decisions."""
        found = []
        for player in players:
            if isinstance(player, str):
                found.append(self.of[player])
            else:
                # Searches play shorter games than random play, whatever they play on by.
                found.append(min(self.of.values()))
        return sum(found) / len(found)

    def cost(self, player: Player, opponent: Player, seats: int) -> float:
        """Return the approximate decisions of a game, most of them simulated in searches."""
        everyone = [player, *[opponent] * (seats - 1)]
        length = self.among(everyone)
        # The game so far is played again for every playout: half of it, on average.
        imagined = sum(
            each.playouts * (length / 2 + self.of[each.policy] / 2)
            for each in everyone
            if isinstance(each, Searcher)
        )
        return length / seats * imagined + length


def deals_of(
    runs: Sequence[Run],
    players: Mapping[str, Player],
    lengths: Lengths,
    seats: int,
    games: int,
) -> list[int]:
    """Return the number of deals of each run of players that search, at least `FEWEST_DEALS`.

    Games in inverse proportion to the square root of what one costs, which minimises the sum of the
    variances of all means for the same work (Neyman's allocation, with equal variances); more where
    the strongest play among themselves, or more search against less. Cost is estimated from lengths
    alone, so that no result depends on a clock.
    """
    weights = [
        weight_of(run, players)
        / sqrt(lengths.cost(players[run.player], players[run.opponent], seats))
        for run in runs
    ]
    total = sum(weights)
    found = []
    for run, weight in zip(runs, weights, strict=True):
        games_of_deal = run.seatings(seats) * run.repeats
        found.append(max(FEWEST_DEALS, round(games * weight / total / games_of_deal)))
    return found


def weight_of(run: Run, players: Mapping[str, Player]) -> int:
    """Return the weight of a run in the allocation of games."""
    if run.is_equal:
        return OF_EQUALS
    player, opponent = players[run.player], players[run.opponent]
    differ_in_budget = (
        isinstance(player, Searcher)
        and isinstance(opponent, Searcher)
        and (player.policy, player.is_open) == (opponent.policy, opponent.is_open)
    )
    return OF_BUDGETS if differ_in_budget else 1


def is_search(player: Player) -> bool:
    """Return whether a player searches."""
    return isinstance(player, Searcher)


def is_searched(run: Run, players: Mapping[str, Player]) -> bool:
    """Return whether a player of a run searches."""
    return is_search(players[run.player]) or is_search(players[run.opponent])


def styles_of(players: Mapping[str, Player]) -> tuple[str, ...]:
    """Return the policies that players or their playouts follow; random play always."""
    found = [RANDOM]
    for player in players.values():
        found.append(player.policy if isinstance(player, Searcher) else player)
    return tuple(dict.fromkeys(found))
