"""``certify crosscheck``: the exact figures against the same game, played."""

from __future__ import annotations

import click

from certify.cli.durations import of_command, of_crosscheck
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    PLAY,
    NumberOf,
    examples,
    game_argument,
    json_option,
    no_cache_option,
    seed_option,
    set_option,
    strategy_option,
    wagers_option,
    workers_option,
)
from certify.cli.output import end_unless, print_json, show
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, played_instead, record
from certify.runtime.canonical import canonical_bytes
from certify.studies.crosscheck.view import crosscheck_view


@click.command(
    "crosscheck",
    epilog=examples(
        "certify crosscheck blackjack-burnout",
        "certify crosscheck blackjack-burnout --strategy basic --detect 1e-4",
        "certify crosscheck blackjack-burnout --set cut_card=50 --set other_players=4",
        "certify crosscheck three-card-poker --wagers ante,pair_plus --rounds 1000000",
    ),
)
@game_argument
@set_option
@wagers_option
@strategy_option(
    f"{PLAY} Optimal play of games outside the twenty-one family is played from a table of every"
    " situation, or where there are too many, the first policy instead.",
)
@click.option(
    "--detect",
    type=click.FloatRange(1e-6, 1.0),
    default=1e-3,
    show_default=True,
    metavar="ERROR",
    help="The error of a mean, in wagers, that must be seen; so many rounds are played that it is"
    " seen with a chance of 99 percent.",
)
@click.option(
    "--rounds",
    type=NumberOf("rounds", 2, 10**12),
    help="Play so many rounds, or streaks of a Bonus wager, for each part, instead of as many as"
    " --detect needs.",
)
@click.option(
    "--shoes",
    type=NumberOf("shoes", 2, 10**12),
    help="Shoes that are dealt to the cut card; by default as many as make the interval of its"
    " effect a twentieth of --detect.",
)
@seed_option("Seed from which the seeds of all parts follow.", 2**62)
@workers_option
@click.option(
    "--engine",
    type=click.Choice(["compiled", "interpreter"]),
    help="Who plays; by default the fastest that there is.",
)
@click.option(
    "--plan",
    is_flag=True,
    help="Print the plan as JSON, every test with its exact figures, and play nothing for it.",
)
@no_cache_option
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    strategy: str,
    detect: float,
    rounds: int | None,
    shoes: int | None,
    seed: int,
    workers: int | None,
    engine: str | None,
    plan: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Play the game, and compare every exact figure with what is seen.

    Of any game against the house whose wagers say what they bring: what is put on each and what it
    brings, all outcomes, and every pay line.

    The exact engine and the played game share nothing but the spec. Every test, its exact figure
    and its number of rounds are fixed before anything is played, and the tests are corrected for
    their number. What dealing on to the cut card changes is estimated too; it is no test.

    Exit code 3 if a figure does not agree.
    """
    from certify.studies.crosscheck.study import Order

    order = Order(rounds=rounds, shoes=shoes, detect=detect, seed=seed, engine=engine)
    asked = asked_game(game, assignments, None, wagers)
    house, loaded = asked.house, asked.loaded
    play = house.play(strategy)
    duration = duration_of(
        f"crosscheck {(strategy, detect, rounds, shoes, seed, engine, plan, workers)}",
        loaded,
        of_command("rtp", loaded)
        if plan
        else of_crosscheck(loaded, detect=detect, rounds=rounds, workers=workers),
        no_cache=no_cache,
    )
    with lasting(duration) as run, working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        with played_instead():
            if plan:
                fixed = house.crosscheck_plan(play, order, context)
                print_json(canonical_bytes(fixed).decode())
                return
            # Whatever is kept of the exact figures, the game is played anew.
            run.works()
            found = house.crosscheck(play, order, context, workers)
    record(found, loaded, inputs=house.files(strategy), met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*crosscheck_view(found))
    end_unless(found.passed)
