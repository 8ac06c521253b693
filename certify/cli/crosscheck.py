"""``certify crosscheck``: the exact figures against the same game, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from certify.cli.study import context_for, loaded_game, played_instead, record, selected_game
from certify.errors import StateSpaceError
from certify.language.game import LoadedGame
from certify.runtime.canonical import canonical_bytes
from certify.studies.crosscheck.view import crosscheck_view
from certify.studies.kinds import is_analysed, is_plain
from certify.studies.strategy.strategy_file import selected_strategy, strategy_files

if TYPE_CHECKING:
    from certify.exact.blackjack.card import StrategyCard
    from certify.studies.crosscheck.study import Order


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
    from certify.studies.crosscheck.study import Order, crosscheck, prepare

    order = Order(rounds=rounds, shoes=shoes, detect=detect, seed=seed, engine=engine)
    loaded = loaded_game(game, assignments, wagers)
    if is_analysed(loaded) or is_plain(loaded):
        _of_any_game(loaded, strategy, order, workers, plan=plan, as_json=as_json)
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
    record(found, selected.loaded, inputs=strategy_files(strategy, play), met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*crosscheck_view(found))
    end_unless(found.passed)


def _of_any_game(
    game: LoadedGame,
    strategy: str,
    order: Order,
    workers: int | None,
    *,
    plan: bool,
    as_json: bool,
) -> None:
    """Compare the figures of a game that is analysed from its spec, or of plain blackjack."""
    from certify.studies.crosscheck.blackjack import prepare_blackjack
    from certify.studies.crosscheck.wagers import compared, prepare_wagers
    from certify.studies.twenty_one import BlackjackGame

    play: StrategyCard | str = strategy
    with working("computing the exact figures") as progress:
        context = context_for(progress, no_cache=True)
        try:
            if is_plain(game):
                asked = BlackjackGame(game)
                play = selected_strategy(strategy, asked)
                entry = prepare_blackjack(asked, play, order, context)
            else:
                entry = prepare_wagers(game, strategy, order, context)
            if plan:
                print_json(canonical_bytes(entry.plan).decode())
                return
            result = compared(game, entry, order, context, workers)
        except StateSpaceError as error:
            raise played_instead(error) from None
    files = strategy_files(strategy, play)
    record(result, game, inputs=files, met=result.passed)
    if as_json:
        print_json(result.to_json())
    else:
        show(*crosscheck_view(result))
    end_unless(result.passed)
