"""``certify play``: a person against policies at the terminal."""

from __future__ import annotations

import secrets
from contextlib import ExitStack
from pathlib import Path

import click

from certify.cli.options import examples, game_argument, set_option
from certify.cli.table import Table
from certify.engine.log import LARGEST_SEED, PERSON, LogFile, Session, header_of
from certify.engine.policies import RANDOM, policy_of
from certify.engine.program import Program
from certify.spec.catalogue import load_game
from certify.spec.overrides import apply_overrides

NOBODY = 0


@click.command(
    "play",
    epilog=examples(
        "certify play blackjack-burnout",
        "certify play my_game.yaml --players 4 --seat 2 --seed 7 --log game.jsonl",
        "certify play my_game.yaml --seat 0 --policy random",
    ),
)
@game_argument
@click.option("--players", type=int, metavar="N", help="How many play; by default the fewest.")
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
    metavar="NAME",
    help="How the other seats are played: random, or a policy of the spec. By default the first of"
    " the spec, or random if it has none.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="S",
    help="Seed of everything random. By default one is drawn; it is shown.",
)
@set_option
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
    policy: str | None,
    seed: int | None,
    assignments: tuple[str, ...],
    log: Path | None,
) -> None:
    """Play a game at the terminal against policies.

    What is hidden from a player is not shown. Moves are numbered, or written with labels of cards,
    such as `play 3C 3D`; `?` explains them, `undo` takes back, `quit` ends. A log grows only: what
    was taken back stays in it, marked as taken back.
    """
    program = Program(apply_overrides(load_game(game), assignments), players)
    persons = _persons(seats, program.players)
    named = policy or next(iter(program.play.policies), RANDOM)
    chosen = policy_of(program, named)
    drawn = secrets.randbelow(LARGEST_SEED + 1) if seed is None else seed
    who = [PERSON if seat in persons else named for seat in range(program.players)]
    with ExitStack() as stack:
        sink = LogFile(log) if log is not None else None
        if sink is not None:
            stack.callback(sink.close)
        session = Session(program, header_of(program, drawn, who), sink)
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
