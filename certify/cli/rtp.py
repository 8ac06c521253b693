"""``certify rtp``: the exact figures of every wager."""

from __future__ import annotations

from typing import cast

import click

from certify.cli.durations import of_command
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    examples,
    game_argument,
    json_option,
    no_cache_option,
    set_option,
    shoe_option,
    strategy_option,
    wagers_option,
)
from certify.cli.output import print_json, show
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, loaded_game, record
from certify.studies.banked.study import banked_study, is_banked
from certify.studies.banked.view import banked_view
from certify.studies.returns.result import RtpResult
from certify.studies.returns.view import rtp_view
from certify.studies.strategy.strategy_file import selected_strategy, strategy_files


@click.command(
    "rtp",
    epilog=examples(
        "certify rtp blackjack-burnout",
        "certify rtp blackjack-burnout --all",
        "certify rtp blackjack-burnout --set decks=2 --strategy basic --json",
        "certify rtp blackjack-burnout --no-distribution --exact",
        "certify rtp my_game.yaml --wagers ante,pair_plus --strategy simple",
    ),
)
@game_argument
@set_option
@wagers_option
@shoe_option
@strategy_option(
    "How the player plays: optimally; by the total-dependent charts or a strategy file, in"
    " blackjack; by a policy of the spec, in other games.",
    "optimal|basic|FILE|POLICY",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Give the expectations as fractions in lowest terms too, without any rounding.",
)
@click.option(
    "--no-distribution",
    is_flag=True,
    help="Give expectations only, in some seconds: no outcomes, no Bonus wagers.",
)
@click.option(
    "--thorough",
    is_flag=True,
    help="Work out too the best play for the Bonus wagers of a player who never buys Burnout; with"
    " the optimal strategy only, about 60 seconds in all.",
)
@click.option(
    "--all",
    "show_all",
    is_flag=True,
    help="Print everything that was worked out, at full digits, not only the headline.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    shoe: str | None,
    strategy: str,
    exact: bool,
    no_distribution: bool,
    thorough: bool,
    show_all: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print the exact figures of every wager: edge, return, outcomes, Bonus wagers.

    Six lines that people quote; --all prints every figure, and --json all of them at full
    precision. The distribution of a round takes about 20 seconds; it is kept on disk, and looked up
    when the same is asked again.
    """
    loaded = loaded_game(game, assignments, wagers)
    if is_banked(loaded):
        for option, is_given in (
            ("--shoe", shoe is not None),
            ("--no-distribution", no_distribution),
            ("--thorough", thorough),
        ):
            if is_given:
                raise click.UsageError(
                    f"{option} is for blackjack; {loaded.spec.game.id} is analysed from its spec."
                )
        with working("computing the exact figures") as progress:
            context = context_for(progress, no_cache=no_cache)
            found = banked_study(loaded, strategy, exact=exact, context=context)
        record(found, loaded)
        if as_json:
            print_json(found.to_json())
        else:
            show(*banked_view(found, everything=show_all))
        return
    asked = asked_game(game, assignments, shoe)
    play = selected_strategy(strategy, asked.analysed)
    reference = of_command("rtp --thorough" if thorough else "rtp", asked.loaded)
    duration = duration_of(
        f"rtp {(shoe, strategy, exact, no_distribution, thorough)}",
        asked.loaded,
        None if no_distribution else reference,
        no_cache=no_cache,
    )
    with lasting(duration) as run, working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        result = cast(
            RtpResult,
            asked.within(context)
            .returns(play, exact=exact, distribution=not no_distribution, thorough=thorough)
            .result,
        )
    record(result, asked.loaded, inputs=strategy_files(strategy))
    if as_json:
        print_json(result.to_json())
    else:
        show(*rtp_view(result, game, everything=show_all))
