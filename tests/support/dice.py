"""A quick game for simulations: each draws a card and guesses; amounts are halves."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from certify.play.simulate.job import Job
from tests.support.games import pack, small_game, write_game

BODY = """\
parameters:
  bonus: {type: integer, default: 3, minimum: 0, maximum: 1000, title: Bonus,
          text: What a right guess is worth in halves., cites: [C1]}
players: {seats: [1, 2], cites: [C1]}
zones:
  deck: {see: none, cites: [C1]}
  hand: {of: seat, see: none, cites: [C1]}
variables:
  won: {of: seat, type: number, cites: [C1]}
  guess: {of: seat, type: 0..6, cites: [C1]}
decisions:
  guessing:
    text: Which rank is it?
    moves:
      say: {pick: {number: 1..6}, do: [{set: {"guess[me]": picked}}], cites: [C1]}
procedures:
  play:
    text: Draw and guess.
    do:
      - shuffle: deck
      - call: round
    cites: [C1]
  round:
    text: Draw and guess.
    do:
      - each: {p: seats}
        do: [{deal: {from: deck, to: "hand[p]"}}, {ask: {guessing: p}}, {call: {pay: [p]}}]
    cites: [C1]
  pay:
    text: A right guess is paid.
    takes: [{p: seat}]
    do:
      - if: "any(c.rank == guess[p] for c in hand[p])"
        then: [{add: {"won[p]": bonus / 2}}]
        else: [{add: {"won[p]": -1 / 2}}]
    cites: [C1]
result:
  {score: "won[me]", best: most, cites: [C1],
   measures: {first: "guess[1]", loud: "guess[1] == 6"}}
policies:
  careful: {text: Always says three., decisions: {guessing: {say: "-abs(picked - 3)"}}}
examples:
  a_wrong_guess:
    text: The first guesses wrong.
    players: 2
    given: {zones: {deck: 1 1 2 2 3 3 4 4 5 5 6 6}}
    steps:
      - chance: [2]
      - {seat: 1, move: say, pick: 4}
      - chance: [3]
      - {seat: 2, move: say, pick: 3}
      - expect: {over: true, facts: ["won[2] == 3 / 2"]}
    cites: [C1]
""" + pack(6, "2")


def write_dice(folder: Path) -> Path:
    """Write the spec, and return its path."""
    return write_game(folder, BODY, "dice.yaml")


def dice_job(folder: Path, **changes: object) -> Job:
    """Return a job of the game for two."""
    given = {
        "game": small_game(folder, BODY),
        "players": 2,
        "policies": ("random", "random"),
        "seed": 5,
        "scales": (("score.1", 2), ("score.2", 2)),
    }
    return Job(**given | changes)  # type: ignore[arg-type]


class Deadly(Job):
    """A job that kills whoever plays it; who unpacks it imports this module, and no test."""

    def __reduce__(self):
        return (_die, ())


def _die():
    os.kill(os.getpid(), signal.SIGKILL)
