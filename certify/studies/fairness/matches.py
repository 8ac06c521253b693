"""Length of the matches that a spec names, beside the time that its source states."""

from __future__ import annotations

from collections.abc import Sequence

from certify.language.game import LoadedGame, apply_settings
from certify.language.parameters import written
from certify.play.policies import RANDOM
from certify.play.quantities import DECISIONS, DRAW
from certify.studies.fairness.intervals import family_of, share_of
from certify.studies.fairness.lengths import measure, measures_of
from certify.studies.fairness.results.length_of_play import MatchLength, MeasureFigures
from certify.studies.fairness.sensitivity import PlayedBy

SECONDS_A_MINUTE = 60.0
SHARES = 2
"""Shares of matches: wins of the first seat, and draws."""


def match_lengths(
    game: LoadedGame,
    play: PlayedBy,
    *,
    policies: Sequence[str] | None = None,
    confidence: float = 0.95,
) -> tuple[MatchLength, ...]:
    """Return the length of every match of a spec, by match and player.

    `policies` play all seats, one after the other; by default random and every policy of the spec.
    `confidence` holds for all intervals of one player's play of one match together. Seconds per
    decision are the source's minutes over the mean number of decisions of all players; they include
    dealing, counting, and watching the others.
    """
    who = (RANDOM, *game.spec.policies) if policies is None else tuple(policies)
    found = []
    for name, length in game.spec.lengths.items():
        changed = apply_settings(game, length.set)
        for player in who:
            tallies = play(changed, player, ())
            recorded = len(tallies.names) - tallies.names.index(DECISIONS)
            family = family_of(confidence, recorded + SHARES)
            decisions = measure(tallies, DECISIONS, family)
            minutes = None if length.minutes is None else (length.minutes[0], length.minutes[1])
            found.append(
                MatchLength(
                    name=name,
                    text=length.text,
                    settings=tuple((key, written(value)) for key, value in length.set.items()),
                    cites=length.cites,
                    player=player,
                    games=tallies.games,
                    measures=(decisions, *measures_of(tallies, family)),
                    minutes=minutes,
                    seconds_a_decision=_seconds(minutes, decisions),
                    win_first_seat=share_of(tallies, "win.1", family),
                    draw=share_of(tallies, DRAW, family),
                )
            )
    return tuple(found)


def _seconds(
    minutes: tuple[float, float] | None, decisions: MeasureFigures
) -> tuple[float, float] | None:
    """Return seconds per decision from the minutes of a match; None without decisions."""
    if minutes is None or not decisions.mean.value:
        return None
    first, second = (minute * SECONDS_A_MINUTE / decisions.mean.value for minute in minutes)
    return first, second
