"""``certify hand``: the expectation of every action for one hand."""

from __future__ import annotations

import click

from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    set_option,
    shoe_option,
    split_play_option,
    wagers_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, played_instead, record
from certify.library.shown import page_of
from certify.studies.house.asked import HandAsked


@click.command(
    "hand",
    epilog=examples(
        "certify hand blackjack-burnout --cards 8,8 --upcard T",
        "certify hand blackjack-burnout --cards 8,8 --upcard T --splits",
        "certify hand blackjack-burnout --cards 5,8,T --upcard 6",
        "certify hand blackjack-burnout --cards 5,8,3 --upcard T --burned T",
        "certify hand three-card-poker --cards 'Qh 6d 4c'",
        "certify hand let-it-ride --cards 'hand: 2s 7h 9c; board: 2c' --after ride",
    ),
)
@game_argument
@click.option(
    "--cards",
    required=True,
    metavar="CARDS",
    help="In blackjack the player's cards in the order in which they came; A, 2, .., 9, T (J, Q, K"
    " count as T). In other games what the seat sees, zone by zone, such as 'hand: Qh 6d 4c; board:"
    " 5s'; without a name the cards that it sees first.",
)
@click.option("--upcard", metavar="CARD", help="The dealer's upcard, in blackjack.")
@click.option(
    "--after",
    metavar="ANSWER;..",
    help="In other games: how the seat answered before, such as 'first: ride; second: ride'.",
)
@click.option(
    "--burned",
    metavar="CARD",
    help="A card that was burned earlier in the round; no other can be burned then.",
)
@click.option("--no-burnout", is_flag=True, help="The Burnout payment was not made.")
@click.option(
    "--kept",
    is_flag=True,
    help="The last card drawn was kept; by default it is still to be kept or burned.",
)
@split_play_option
@click.option(
    "--splits",
    is_flag=True,
    help="Tell too what splitting the pair comes to by every --split-play, and the most that any"
    " play of two hands can make of it.",
)
@set_option
@wagers_option
@shoe_option
@no_cache_option
@json_option
def command(
    game: str,
    cards: str,
    upcard: str | None,
    after: str | None,
    burned: str | None,
    no_burnout: bool,
    kept: bool,
    split_play: str,
    splits: bool,
    assignments: tuple[str, ...],
    wagers: str | None,
    shoe: str | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the expectation of every action for one hand, optimal play from there on.

    Of any game against the house whose wagers say what they bring: any situation, what each answer
    is worth in it, and how often it comes about.
    """
    asked = asked_game(game, assignments, shoe, wagers)
    question = HandAsked(
        cards,
        upcard,
        after or "",
        burned,
        burnout=not no_burnout,
        kept=kept,
        split_play=split_play,
        splits=splits,
    )
    asked.house.check(question)
    with working("computing the hand") as progress, played_instead():
        result = asked.house.hand(question, context_for(progress, no_cache=no_cache))
    record(result, asked.loaded)
    if as_json:
        print_json(result.to_json())
    else:
        show(*page_of(result))
