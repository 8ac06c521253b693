"""Options that several commands share, and the examples in their help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from certify.cards.split_play import SplitPlay
from certify.cli.output import remember
from certify.language.catalogue import game_ids

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_WORKERS = 1024


class NumberOf(click.ParamType[int]):
    """A whole number of games, rounds or the like, which may be written such as 1e6."""

    name = "number"

    def __init__(self, what: str, least: int, most: int) -> None:
        self.what, self.least, self.most = what, least, most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return how the value is called in a help."""
        del param, ctx
        return "N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; an error tells what was expected."""
        text = str(value)
        try:
            size = float(text)
            number = int(text) if text.isdecimal() else int(size)
        except (ValueError, OverflowError):
            number, size = 0, -1.0
        if number != size or not self.least <= number <= self.most:
            self.fail(
                f"expected a number of {self.what} from {self.least:,} to {self.most:.0e}, such as"
                f" 100000 or 1e5; found {text!r}",
                param,
                ctx,
            )
        return number


def complete_game(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the ids that begin as what was typed; a path is completed as paths are."""
    del context, parameter
    found = [CompletionItem(name) for name in game_ids() if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


game_argument = click.argument("game", metavar="GAME", shell_complete=complete_game)

set_option = click.option(
    "--set",
    "assignments",
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a parameter or a payout, such as decks=2, blackjack_pays=6:5 or"
    " bonus.2.pays=3:1; may be given several times.",
)

issued_at_option = click.option(
    "--issued-at",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="YYYY-MM-DD",
    help="Date of issue. By default the date of the spec, so that the clock changes no document.",
)

wagers_option = click.option(
    "--wagers",
    metavar="NAME,NAME",
    help="The wagers that are made, such as ante,pair_plus; those that must be made with them are"
    " too. By default all that are not optional.",
)

shoe_option = click.option(
    "--shoe",
    metavar="COUNTS",
    help="Undealt cards: in blackjack ten counts by value, in the order A, 2, .., 9, T; in other"
    " games a count for each kind that the rules tell apart, or NAME=COUNT,.. for those of which"
    " some are gone, such as Qh=0,Kd=0. By default all cards.",
)

only_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON at full precision and nothing else."
)


def _shown_option(kind: str, told: str) -> Callable[[Function], Function]:
    """Return the option by which what is shown is written to a file of a kind, too."""
    return click.option(
        f"--{kind}",
        metavar=f"FILE.{kind}",
        type=click.Path(path_type=Path),
        expose_value=False,
        callback=remember,
        help=told,
    )


_html_option = _shown_option("html", "Write what is shown as a page for a browser, too.")
_values_option = _shown_option(
    "csv", "Write the tables that are shown as comma-separated values, too."
)


def page_option(command: Function) -> Function:
    """Give a command ``--json`` and ``--html``."""
    return only_json_option(_html_option(command))


def json_option(command: Function) -> Function:
    """Give a command ``--json``, ``--html`` and ``--csv``: what any that shows figures has."""
    return only_json_option(_html_option(_values_option(command)))


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

players_option = click.option(
    "--players", type=int, metavar="N", help="How many play; by default the fewest."
)

procedure_option = click.option(
    "--procedure",
    default="play",
    show_default=True,
    metavar="NAME",
    help="The procedure of the spec that is played as a game.",
)

csv_option = click.option(
    "--csv",
    "csv_file",
    metavar="FILE",
    help="Write comma-separated values at full precision; - prints them and nothing else.",
)


def seed_option(told: str, largest: int) -> Callable[[Function], Function]:
    """Return the option ``--seed``, of which `told` is the help."""
    return click.option(
        "--seed",
        type=click.IntRange(0, largest),
        default=1,
        show_default=True,
        metavar="S",
        help=told,
    )


PLAY = (
    "How the player plays: optimally for the cards seen, by the total-dependent charts, or as a"
    " policy of the spec or a strategy file says."
)


def strategy_option(
    told: str = PLAY, known: str = "optimal|basic|FILE|POLICY"
) -> Callable[[Function], Function]:
    """Return the option ``--strategy``, of which `told` is the help, `known` what it takes."""
    return click.option(
        "--strategy",
        default="optimal",
        show_default=True,
        metavar=known,
        help=told,
    )


split_play_option = click.option(
    "--split-play",
    default=SplitPlay.UNSPLIT.value,
    show_default=True,
    type=click.Choice([play.value for play in SplitPlay], case_sensitive=False),
    help="How optimal play goes on after a split: as the same cards unsplit; the same, but ace and"
    " ten decided there (CDZ-); by one strategy for the pair gone (CDP1); by the pair cards gone,"
    " as the literature adds it up (CDP), or as they are seen (pairs-seen).",
)


def examples(*commands: str) -> str:
    """Return examples for the end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {command}" for command in commands)])
