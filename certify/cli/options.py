"""Options that several commands share, and the examples in their help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

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

yes_option = click.option(
    "--yes", is_flag=True, help="Begin without asking, however long it takes."
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


PLAY = (
    "How the player plays: optimally for the cards seen, by the total-dependent charts, or as a"
    " strategy file says."
)


def strategy_option(told: str = PLAY) -> Callable[[Function], Function]:
    """Return the option ``--strategy``, of which `told` is the help."""
    return click.option(
        "--strategy",
        default="optimal",
        show_default=True,
        metavar="optimal|basic|FILE",
        help=told,
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
