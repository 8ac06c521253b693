"""``certify crosscheck``: the exact figures against the same game, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from certify.cli.durations import of_command, of_crosscheck
from certify.cli.lasting import duration_of, lasting
from certify.cli.options import (
    PLAY,
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
from certify.cli.study import context_for, loaded_game, played_instead, record, selected_game
from certify.errors import StateSpaceError
from certify.language.game import LoadedGame
from certify.runtime.canonical import canonical_bytes
from certify.studies.crosscheck.view import crosscheck_view
from certify.studies.kinds import is_analysed, is_plain
from certify.studies.strategy.strategy_file import selected_strategy, strategy_files

if TYPE_CHECKING:
    from certify.studies.crosscheck.study import Order
    from certify.studies.twenty_one import BlackjackGame


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
    f"{PLAY} Of other games a policy of the spec, or optimal: that is played from a table of every"
    " situation, or where there are too many, the first policy instead.",
    "optimal|basic|FILE|POLICY",
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
    type=click.IntRange(2, 10**12),
    help="Play so many rounds, or streaks of a Bonus wager, for each part, instead of as many as"
    " --detect needs.",
)
@click.option(
    "--shoes",
    type=click.IntRange(2, 10**12),
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
    brings, all outcomes, and every pay line. Of blackjack without the option to burn a card: the
    main wager with doubles and splits, and the wagers on the first cards.

    The exact engine and the played game share nothing but the spec. Every test, its exact figure
    and its number of rounds are fixed before anything is played, and the tests are corrected for
    their number. What dealing on to the cut card changes is estimated too; it is no test.

    Exit code 3 if a figure does not agree.
    """
    from certify.studies.crosscheck.study import Order, crosscheck, prepare
    from certify.studies.twenty_one import BlackjackGame

    order = Order(rounds=rounds, shoes=shoes, detect=detect, seed=seed, engine=engine)
    loaded = loaded_game(game, assignments, wagers)
    if is_analysed(loaded):
        _of_any_game(loaded, strategy, order, workers, plan=plan, as_json=as_json)
        return
    if is_plain(loaded):
        _of_plain(BlackjackGame(loaded), strategy, order, workers, plan=plan, as_json=as_json)
        return
    selected = selected_game(game, assignments, None)
    play = selected_strategy(strategy, selected)
    duration = duration_of(
        f"crosscheck {(strategy, detect, rounds, shoes, seed, engine, plan, workers)}",
        selected.loaded,
        of_command("rtp", selected.loaded)
        if plan
        else of_crosscheck(selected.loaded, detect=detect, rounds=rounds, workers=workers),
        no_cache=no_cache,
    )
    with lasting(duration) as run, working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        if plan:
            print_json(canonical_bytes(prepare(selected, play, order, context).plan).decode())
            return
        # Whatever is kept of the exact figures, the game is played anew.
        run.works()
        found = crosscheck(selected, play, order, context=context, workers=workers)
    record(found, selected.loaded, inputs=strategy_files(strategy), met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*crosscheck_view(found))
    end_unless(found.passed)


def _of_plain(
    game: BlackjackGame,
    strategy: str,
    order: Order,
    workers: int | None,
    *,
    plan: bool,
    as_json: bool,
) -> None:
    """Compare the figures of blackjack without the option to burn a card."""
    from certify.studies.crosscheck.plain import crosscheck_plain, prepare_plain

    with working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=True)
        if plan:
            print_json(canonical_bytes(prepare_plain(game, strategy, order, context).plan).decode())
            return
        result = crosscheck_plain(game, strategy, order, context=context, workers=workers)
    record(result, game.loaded, met=result.passed)
    if as_json:
        print_json(result.to_json())
    else:
        show(*crosscheck_view(result))
    end_unless(result.passed)


def _of_any_game(
    game: LoadedGame,
    strategy: str,
    order: Order,
    workers: int | None,
    *,
    plan: bool,
    as_json: bool,
) -> None:
    """Compare the figures of a game that is analysed from its spec."""
    from certify.studies.crosscheck.wagers import crosscheck_wagers, prepare_wagers

    with working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=True)
        try:
            if plan:
                found = prepare_wagers(game, strategy, order, context)
                print_json(canonical_bytes(found.plan).decode())
                return
            result = crosscheck_wagers(game, strategy, order, context=context, workers=workers)
        except StateSpaceError as error:
            raise played_instead(error) from None
    record(result, game, met=result.passed)
    if as_json:
        print_json(result.to_json())
    else:
        show(*crosscheck_view(result))
    end_unless(result.passed)
