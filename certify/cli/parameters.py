"""``certify parameters``: what can be set in a game, and the figures to aim at."""

from __future__ import annotations

import click

from certify.cli.main import QUESTIONS, answers
from certify.cli.options import game_argument, json_option, set_option
from certify.cli.output import print_json, show
from certify.cli.study import context_for
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.studies.whatif.listing import parameters_study
from certify.studies.whatif.parameters_view import parameters_view


@click.command(
    "parameters",
    epilog=answers(
        (
            "What can be set in a game, and which figures are there to aim at?",
            "certify parameters blackjack-burnout",
        ),
        *QUESTIONS,
    ),
)
@game_argument
@set_option
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="List every figure that can be aimed at, not only those that people quote.",
)
@json_option
def command(game: str, assignments: tuple[str, ...], show_all: bool, as_json: bool) -> None:
    """List what can be set in a game, and the figures to aim at.

    Every name that --set, --sweep and --solve take, with its values, its value now and the clauses
    and rulings on which it rests; and every figure that --target and --figure take.
    """
    loaded = apply_overrides(load_game(game), assignments)
    result = parameters_study(loaded, context_for(lambda *_: None, no_cache=False))
    if as_json:
        print_json(result.to_json())
    else:
        show(*parameters_view(result, game, everything=show_all))
