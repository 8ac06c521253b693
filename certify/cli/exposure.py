"""``certify exposure``: what hidden cards are worth to a player who sees them."""

from __future__ import annotations

import click

from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    scheduler_option,
    set_option,
    shoe_option,
    wagers_option,
    workers_option,
    yes_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, record, workers_for
from certify.studies.exposure.study import leak_of
from certify.studies.exposure.view import exposed_view


@click.command(
    "exposure",
    epilog=examples(
        "certify exposure three-card-poker --sees dealer:1",
        "certify exposure three-card-poker --sees others:3 --json",
        "certify exposure three-card-poker --sees dealer:1:T-A",
        "certify exposure my_game.yaml --wagers ante --sees house:2",
        "certify exposure blackjack --sees hole:1",
    ),
)
@game_argument
@set_option
@wagers_option
@click.option(
    "--sees",
    "seen",
    multiple=True,
    required=True,
    metavar="ZONE:CARDS[:RANKS]",
    help="How many hidden cards of a zone the player sees before deciding; others:CARDS are cards"
    " that lie nowhere in the game, as in the hands of other players. With ranks, such as T-A or"
    " 6,7,8,9, only whether the cards are among them, as sorted backs tell. May be given several"
    " times. Of blackjack hole:1, the dealer's second card, or next:1, the next card of the shoe.",
)
@shoe_option
@workers_option
@scheduler_option
@yes_option
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    seen: tuple[str, ...],
    shoe: str | None,
    workers: int | None,
    scheduler: str | None,
    yes: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print what hidden cards are worth to a player who sees them, and how it changes the play.

    Cards that a dealer shows by mistake, that a mirror shows, or that colluding players tell each
    other: the player's edge by the rules and with them, exactly, how often the play is another, and
    the best play for each card seen.
    """
    asked = asked_game(game, assignments, shoe, wagers)
    staff = workers_for(asked, workers, scheduler)
    leaks = {zone: given for zone, _, given in (each.partition(":") for each in seen)}
    if len(leaks) < len(seen):
        raise click.BadParameter("a zone is given twice", param_hint="'--sees'")
    for zone, given in leaks.items():
        leak_of(zone, given)
    with working("computing what seen cards are worth") as progress:
        context = context_for(progress, no_cache=no_cache, is_patient=yes)
        result = asked.house.seeing(leaks, context, staff)
    record(result, asked.loaded)
    if as_json:
        print_json(result.to_json())
    else:
        show(*exposed_view(result))
