"""``certify hand``: the expectation of every action for one hand."""

from __future__ import annotations

import click

from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    set_option,
    split_play_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import working
from certify.cli.study import asked_game, record
from certify.studies.strategy.hand_view import hand_view


@click.command(
    "hand",
    epilog=examples(
        "certify hand blackjack-burnout --cards 8,8 --upcard T",
        "certify hand blackjack-burnout --cards 8,8 --upcard T --splits",
        "certify hand blackjack-burnout --cards 5,8,T --upcard 6",
        "certify hand blackjack-burnout --cards 5,8,3 --upcard T --burned T",
    ),
)
@game_argument
@click.option(
    "--cards",
    required=True,
    metavar="CARD,CARD,..",
    help="The player's cards in the order in which they came; A, 2, .., 9, T (J, Q, K count as T).",
)
@click.option("--upcard", required=True, metavar="CARD", help="The dealer's upcard.")
@click.option(
    "--burned",
    metavar="CARD",
    help="A card that was burned earlier in the round; no other can be burned then.",
)
@click.option("--no-burnout", is_flag=True, help="The Burnout payment was not made.")
@split_play_option
@click.option(
    "--splits",
    is_flag=True,
    help="Tell too what splitting the pair comes to by every --split-play, and the most that any"
    " play of two hands can make of it.",
)
@set_option
@click.option(
    "--shoe",
    metavar="A,2,..,T",
    help="Cards of the shoe by value, those of the hand included: ten counts in the order"
    " A, 2, .., 9, T. By default the full shoe of the game's decks.",
)
@json_option
def command(
    game: str,
    cards: str,
    upcard: str,
    burned: str | None,
    no_burnout: bool,
    split_play: str,
    splits: bool,
    assignments: tuple[str, ...],
    shoe: str | None,
    as_json: bool,
) -> None:
    """Print the expectation of every action for one hand, optimal play from there on."""
    asked = asked_game(game, assignments, shoe)
    with working("computing the hand"):
        result = asked.hand(
            cards,
            upcard,
            burned=burned,
            burnout=not no_burnout,
            split_play=split_play,
            splits=splits,
        ).result
    record(result, asked.loaded)
    if as_json:
        print_json(result.to_json())
    else:
        show(*hand_view(result))
