"""Length, use, settings, matches and solved versions of the made-up study."""

from __future__ import annotations

from typing import Literal

from certify.results import Estimate
from certify.studies.fairness.results.length_of_play import (
    LengthOfPlay,
    MatchLength,
    MeasureFigures,
)
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.solved import FirstPlay, SolvedVersion
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules

POLICY_GAMES, SEARCH_GAMES = 1_000_000, 10_000
Kind = Literal["procedure", "branch", "decision", "move", "card"]


def estimate(value: float, half: float) -> Estimate:
    """Return a figure with an interval of half a width on either side."""
    return Estimate(value=value, low=value - half, high=value + half)


def games_of(player: str) -> int:
    """Return how many games a player played in every seat."""
    return SEARCH_GAMES if ":" in player else POLICY_GAMES


def measure(name: str, mean: float, *, most: float, known: bool = True) -> MeasureFigures:
    """Return a measure of which the quantiles follow its mean."""
    factors = (0.45, 0.8, 0.98, 1.17, 1.75)
    return MeasureFigures(
        name=name,
        mean=estimate(mean, 0.002 * mean + 1e-5),
        least=0.0,
        most=most,
        quantiles=tuple(float(round(factor * mean)) for factor in factors) if known else None,
    )


def length_of_play(player: str, players: int) -> LengthOfPlay:
    """Return the length of games, with a limit that stops some."""
    capped = measure("capped", 0.0005, most=1.0)
    return LengthOfPlay(
        player=player,
        games=games_of(player),
        decisions=measure("decisions", 31.0 * players, most=412.0),
        measures=(
            measure("rounds", 9.4, most=61.0),
            measure("turns", 14.0 * players, most=205.0),
            measure("margin", 12.2, most=70.0, known=False),
            capped,
        ),
        caps=(capped,),
    )


def use_of_rules(players: tuple[str, ...]) -> UseOfRules:
    """Return how often twenty elements are used; one is never."""
    listed: tuple[tuple[Kind, str, float], ...] = (
        ("procedure", "deal", 1.0),
        ("procedure", "collect_alone", 3.7),
        ("procedure", "bury_again", 0.0),
        ("branch", "settle: then", 4.1),
        ("branch", "settle: else", 0.003),
        ("decision", "first_bid", 2.0),
        ("decision", "later_bid", 15.8),
        ("move", "first_bid: bid", 2.0),
        ("move", "later_bid: bid", 11.3),
        ("move", "later_bid: pass", 4.5),
        *(("card", f"rank {rank}", 0.2 * rank) for rank in range(1, 11)),
    )
    return UseOfRules(
        players=players,
        games=tuple(4000 for _ in players),
        elements=tuple(
            Use(
                kind=kind,
                name=name,
                element=f"procedures.{name.partition(':')[0].replace(' ', '_')}",
                cites=(f"C{number + 1}", "R2"),
                times=tuple(times * (1 + 0.2 * place) for place in range(len(players))),
                games=tuple(min(1.0, times) for _ in players),
            )
            for number, (kind, name, times) in enumerate(listed)
        ),
        never=("bury_again",),
    )


def sensitivity(players: tuple[str, ...], seats: int) -> tuple[SettingEffect, ...]:
    """Return what three other settings do."""
    listed = (
        ("hand_size", "6", "Six cards are dealt", ("R2",), 0.021, -11.2, 2.0e-9),
        ("hand_size", "10", "Ten cards are dealt", ("R2",), -0.013, 9.8, 4.0e-8),
        ("equal_bids", "leader", "Equal bids go to the player who bid first", (), 0.0004, 0.1, 1.0),
    )
    return tuple(
        SettingEffect(
            settings=((name, value),),
            text=text,
            rulings=rulings,
            player=player,
            games=100_000,
            win_first_seat=estimate((1 - 0.024) / seats + win, 0.004),
            draw=estimate(0.024, 0.001),
            first_advantage=estimate(0.012 + 2 * win, 0.008),
            decisions=estimate(31.0 * seats + decisions, 0.2),
            changes=(win, 0.0, 2 * win, decisions),
            p=p,
        )
        for player in players
        for name, value, text, rulings, win, decisions, p in listed
    )


def matches(player: str, seats: int) -> tuple[MatchLength, ...]:
    """Return a match with an estimate of the source that holds, and one without."""
    listed: tuple[tuple[str, str, float, tuple[float, float] | None], ...] = (
        ("short", "To 100 points", 8.0, (30.0, 45.0)),
        ("long", "To 300 points", 22.0, None),
    )
    return tuple(
        MatchLength(
            name=name,
            text=text,
            settings=(("target", text.split()[1]),),
            cites=("C31",),
            player=player,
            games=100_000,
            measures=(
                measure("decisions", 31.0 * seats * hands, most=9000.0),
                measure("hands", hands, most=80.0),
            ),
            minutes=minutes,
            seconds_a_decision=None
            if minutes is None
            else (60 * minutes[0] / (31 * seats * hands), 60 * minutes[1] / (31 * seats * hands)),
            win_first_seat=estimate(0.976 / seats, 0.004),
            draw=estimate(0.001, 0.0003),
        )
        for name, text, hands, minutes in listed
    )


def solved_by_program() -> SolvedVersion:
    """Return a cut-down game solved to an equilibrium, with a trace."""
    return SolvedVersion(
        title="Ranks 1 to 3, hands of two",
        edits=(("packs.cards.cards.rank", "1..3"), ("hand_size", "2")),
        method="linear program in sequence form",
        nodes=184_233,
        information_sets=9_412,
        sequences=21_377,
        value=0.0412,
        exploitability=3.0e-12,
        error=1.0e-9,
        trace=tuple((10 * 4**step, 0.8 / 4**step) for step in range(6)),
        checked_by="counterfactual regret minimisation; the values differ by 8e-4",
        first_plays=tuple(
            FirstPlay(
                holding=holding,
                chance=1 / 3,
                plays=("1", "2", "3"),
                values=(-0.41, 0.02, 0.19 * place),
                probabilities=(0.0, 0.25, 0.75),
            )
            for place, holding in enumerate(("1 2", "1 3", "2 3"))
        ),
    )


def solved_by_looking_back() -> SolvedVersion:
    """Return a cut-down game with open cards."""
    return SolvedVersion(
        title="Open cards, ranks 2 to 4",
        edits=(("packs.cards.cards.rank", "2..4"),),
        method="retrograde analysis",
        nodes=48_211,
        information_sets=48_211,
        sequences=0,
        value=0.118,
        exploitability=0.0,
        error=0.0,
        checked_by="brute force on the smallest deck; no difference",
        outcomes=(
            ("first player wins", 0.521),
            ("second player wins", 0.403),
            ("goes on for ever", 0.076),
        ),
    )
