"""``certify check``: whether a spec is sound."""

from __future__ import annotations

import click

from certify.cli.options import (
    NumberOf,
    examples,
    game_argument,
    json_option,
    no_cache_option,
    seed_option,
    set_option,
)
from certify.cli.output import end_unless, print_json, show
from certify.cli.progress import working
from certify.cli.study import context_for, record
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.studies.check.view import check_view


@click.command(
    "check",
    epilog=examples(
        "certify check blackjack-burnout", "certify check my_game.yaml --games 200 --seed 7"
    ),
)
@game_argument
@set_option
@click.option(
    "--games",
    type=NumberOf("games", 1, 10_000_000),
    default=10_000,
    show_default=True,
    help="Random games that are played, shared among the numbers of players; of each alternative"
    " ruling and each policy a hundredth as many, or as many as reach 20,000 decisions.",
)
@seed_option("Seed of the first random game.", 2**63)
@click.option(
    "--without-figures",
    is_flag=True,
    help="Do not work out the figures that texts of the spec refer to, which plays many games.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    games: int,
    seed: int,
    without_figures: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Check a spec: trace, worked examples, invariants in random play.

    That the file can be read, that every name is known and every type right is checked first, with
    all problems at once. For a game that is analysed too, the played game is compared with the
    exact engine on small shoes. The figures that texts of the spec refer to are worked out and
    shown with their intervals.

    Exit code 3 if something does not hold.
    """
    loaded = apply_overrides(load_game(game), assignments)
    # The engine loads slowly; a spec that is wrong is told of at once.
    from certify.studies.check.study import check_game

    with working("Checking") as progress:
        context = None if without_figures else context_for(progress, no_cache=no_cache)
        found = check_game(loaded, games=games, seed=seed, progress=progress, context=context)
    record(found, loaded, met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*check_view(found))
    end_unless(found.passed)
