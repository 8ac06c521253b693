"""Options that several commands share, and the examples in their help."""

from __future__ import annotations

import click

MOST_WORKERS = 1024

game_argument = click.argument("game", metavar="GAME")

set_option = click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a parameter or a payout, such as decks=2, blackjack_pays=6:5 or"
    " bonus.2.pays=3:1; may be given several times.",
)

shoe_option = click.option(
    "--shoe",
    metavar="A,2,..,T",
    help="Undealt cards by value: ten counts in the order A, 2, .., 9, T. By default the full"
    " shoe of the game's decks.",
)

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON at full precision and nothing else."
)

no_cache_option = click.option(
    "--no-cache",
    "no_cache",
    is_flag=True,
    help="Work everything out again; neither look up nor keep results on disk.",
)

workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    metavar="W",
    help="Processes of this machine; by default one for each core. They change no result.",
)

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on a Dask cluster, by the address of its scheduler (needs certify[dask]).",
)


def examples(*commands: str) -> str:
    """Return examples for the end of a command's help.

    Parameters
    ----------
    *commands : str
        Complete command lines.

    Returns
    -------
    str
        A block that click prints as it stands.
    """
    return "\n".join(["\b", "Examples:", *(f"  {command}" for command in commands)])
