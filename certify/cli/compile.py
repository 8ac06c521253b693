"""``certify compile``: a game as array code."""

from __future__ import annotations

import click

from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    players_option,
    procedure_option,
    set_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import working
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.studies.simulation.view import compiled_view


@click.command(
    "compile",
    epilog=examples(
        "certify compile my_game.yaml --players 3",
        "certify compile blackjack-burnout --procedure wagered_round --show",
    ),
)
@game_argument
@click.option("--show", "shows", is_flag=True, help="Print the generated source, and nothing else.")
@players_option
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[SEAT=]NAME",
    help="How the seats are played, as for `certify simulate`; by default at random.",
)
@procedure_option
@set_option
@json_option
def command(
    game: str,
    shows: bool,
    players: int | None,
    policies: tuple[str, ...],
    procedure: str,
    assignments: tuple[str, ...],
    as_json: bool,
) -> None:
    """Compile a game, as `certify simulate` plays it.

    From the rules Python code is generated that numba makes into machine code; it plays decision by
    decision as the interpreter does. The code is kept, so that a game is compiled once on a
    machine.
    """
    if shows and as_json:
        raise click.UsageError("--show and --json exclude each other")
    loaded = apply_overrides(load_game(game), assignments)
    # The engine loads slowly; a spec that is wrong is told of at once.
    from certify.studies.simulation.compiling import compile_game, described

    compiled = compile_game(loaded, players=players, policies=policies, procedure=procedure)
    if shows:
        click.echo(compiled.source, nl=False)
        return
    with working("Compiling"):
        compiled.play(1, 0, 1)
    found = described(compiled)
    if as_json:
        print_json(found.to_json())
    else:
        show(*compiled_view(found))
