"""``certify play``: a person against policies at the terminal."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path

import click

from certify.cli.options import (
    examples,
    game_argument,
    players_option,
    procedure_option,
    set_option,
    wagers_option,
)
from certify.cli.study import loaded_game
from certify.cli.table import Table
from certify.play.interpreted import require_procedure
from certify.play.interpreter.program import Program
from certify.play.logs.log import LARGEST_SEED, PERSON, TABLE, LogFile, Session, header_of
from certify.play.policies import RANDOM, policy_of
from certify.studies.simulation.study import policies_by_seat

NOBODY = 0


@click.command(
    "play",
    epilog=examples(
        "certify play blackjack-burnout",
        "certify play my_game.yaml --players 4 --seat 2 --seed 7 --log game.jsonl",
        "certify play three-card-poker --wagers ante,pair_plus",
        "certify play my_game.yaml --seat 0 --policy random",
        "certify play my_game.yaml --seat 0 --policy random --seed 7 --game 12",
    ),
)
@game_argument
@players_option
@click.option(
    "--seat",
    "seats",
    type=click.IntRange(min=0),
    multiple=True,
    metavar="K",
    help="A seat that a person plays; may be given several times. By default 1. With 0 nobody"
    " is a person, and what all see is printed.",
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[SEAT=]NAME",
    help="How the other seats are played: random, or a policy of the spec; for all, or for one"
    " seat. By default the first of the spec, or random if it has none.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="S",
    help="Seed of everything random. By default one is drawn; it is shown.",
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="I",
    help="Play game number I, from 0, of the series that `certify simulate` plays with the seed:"
    " with the same policies it is that game, move for move.",
)
@procedure_option
@set_option
@wagers_option
@click.option(
    "--log",
    "log",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a log, which `certify replay` checks; the file must not exist.",
)
def command(
    game: str,
    players: int | None,
    seats: tuple[int, ...],
    policies: tuple[str, ...],
    seed: int | None,
    number: int | None,
    procedure: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    log: Path | None,
) -> None:
    """Play a game at the terminal against policies.

    What is hidden from a player is not shown. Moves are numbered, or written with labels of cards,
    such as `play 3C 3D`; `?` explains them, `undo` takes back, `quit` ends. A log grows only: what
    was taken back stays in it, marked as taken back.
    """
    if number is not None and seed is None:
        raise click.UsageError("--game is the number of a game in the series of a --seed.")
    loaded = loaded_game(game, assignments, wagers)
    program = Program(loaded, players)
    require_procedure(program, procedure)
    persons = _persons(seats, program.players)
    first = next(iter(program.play.policies), RANDOM)
    named = policies_by_seat(loaded, program, policies, otherwise=first)
    chosen = [policy_of(program, policy) for policy in named]
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    who = [
        PERSON
        if seat in persons
        else policy
        if isinstance(policy, str)
        else f"{TABLE}{policy.name}"
        for seat, policy in enumerate(named)
    ]
    with ExitStack() as stack:
        sink = LogFile(log) if log is not None else None
        if sink is not None:
            stack.callback(sink.close)
        header = header_of(program, drawn, who, number=number, procedure=procedure)
        session = Session(program, header, sink)
        Table(session, chosen, persons).play()


def _persons(seats: tuple[int, ...], players: int) -> frozenset[int]:
    """Return the seats that persons play, from 0."""
    given = seats or (1,)
    if NOBODY in given and len(set(given)) > 1:
        raise click.BadParameter("0 means nobody, and no other seat with it", param_hint="'--seat'")
    for seat in given:
        if seat > players:
            raise click.BadParameter(
                f"there is no seat {seat} with {players} players", param_hint="'--seat'"
            )
    return frozenset(seat - 1 for seat in given if seat != NOBODY)
