"""``certify shoe``: effects of removal, counting, penetration."""

from __future__ import annotations

from pathlib import Path

import click

from certify.cli.durations import of_parts
from certify.cli.lasting import (
    ask_if_very_long,
    ask_to_begin,
    duration_of,
    lasting,
)
from certify.cli.options import (
    NumberOf,
    examples,
    game_argument,
    no_cache_option,
    page_option,
    scheduler_option,
    seed_option,
    set_option,
    shoe_option,
    wagers_option,
    workers_option,
    yes_option,
)
from certify.cli.output import end_unless, print_json, require_suffix, show, tell_written
from certify.cli.progress import working
from certify.cli.study import asked_game, context_for, given_workers, played_instead, record
from certify.library.shown import page_of
from certify.play.logs.log import LARGEST_SEED
from certify.present.quantity import in_words
from certify.runtime.files import check_destination, write_files
from certify.studies.shoe.csv import Compositions, compositions_csv
from certify.studies.shoe.order import COMPOSITIONS, ShoeOrder

HOUR = 3600.0
WORTH_TELLING = 10.0
"""Seconds from which on it is said how long it takes."""

LARGEST_OWN_SEED = LARGEST_SEED // 2
"""Seeds of parts are counted on from the seed that is given."""


@click.command(
    "shoe",
    epilog=examples(
        "certify shoe blackjack-burnout",
        "certify shoe blackjack-burnout --compositions 10000 --csv shoes.csv",
        "certify shoe blackjack-burnout --set decks=2 --cut 75 --no-bonus",
        "certify shoe blackjack-burnout --no-sample --json",
        "certify shoe punto-banco --cut 400",
        "certify shoe three-card-poker --wagers ante,pair_plus",
    ),
)
@game_argument
@set_option
@wagers_option
@shoe_option
@click.option(
    "--cut",
    type=int,
    metavar="CARDS",
    help="Cards dealt before the cut card; by default 260 of six decks, 75 of two, five sixths of"
    " other shoes.",
)
@click.option(
    "--compositions",
    type=NumberOf("compositions", 1, 10_000_000),
    default=COMPOSITIONS,
    show_default=True,
    metavar="N",
    help="Compositions of the shoe that are drawn at random and worked out, twenty of each shoe;"
    " rounded up to whole shoes.",
)
@seed_option("Seed of the shoes.", LARGEST_OWN_SEED)
@click.option("--no-sample", is_flag=True, help="Draw no compositions: effects and counts only.")
@click.option("--no-bonus", is_flag=True, help="Leave the Bonus wagers out.")
@click.option(
    "--no-cut-card", is_flag=True, help="Do not play shoes to see what the cut card does."
)
@click.option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write every composition that was drawn, with its figures, as .csv.",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print every count of every wager, what each gains, and every depth.",
)
@yes_option
@workers_option
@scheduler_option
@no_cache_option
@page_option
def command(
    game: str,
    assignments: tuple[str, ...],
    wagers: str | None,
    shoe: str | None,
    cut: int | None,
    compositions: int,
    seed: int,
    no_sample: bool,
    no_bonus: bool,
    no_cut_card: bool,
    csv_file: Path | None,
    everything: bool,
    yes: bool,
    workers: int | None,
    scheduler: str | None,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Print how the composition of the shoe moves every wager: removal, counts, penetration.

    Every composition is worked out exactly; which ones are is drawn at random, and what follows
    from the draw has an interval of 95 percent. What is worked out is kept on disk: an interrupted
    run goes on where it was.

    Of any other game against the house the effects of one card of each kind on every wager, exact;
    where the pack has cards several times, so that rounds are dealt on from it, what a player who
    counts makes of it too. Where every card is there once it is taken to be shuffled for each
    round, unless --cut says how far it is dealt.

    Exit code 3 if the effects do not add up to what exchangeability demands.
    """
    staff = given_workers(workers, scheduler)
    if no_sample and csv_file is not None:
        raise click.UsageError("--csv writes what is drawn, and --no-sample draws nothing.")
    if csv_file is not None:
        require_suffix(csv_file, ".csv", option="--csv")
        check_destination(csv_file)
    asked = asked_game(game, assignments, shoe, wagers)
    house = asked.house
    order = house.shoe_order(
        ShoeOrder(
            cut=cut,
            compositions=0 if no_sample else compositions,
            seed=seed,
            with_bonus=not no_bonus,
            with_cut_card=not no_cut_card,
        )
    )
    if csv_file is not None and not house.draws(order):
        raise click.UsageError(
            f"--csv writes what is drawn, and the pack of {asked.id} is shuffled for every round;"
            " --cut says how far it is dealt"
        )
    number = order.shoes * order.strata
    options = (shoe, cut, number, seed, no_bonus, no_cut_card, workers)
    duration = duration_of(
        f"shoe {options}",
        asked.loaded,
        of_parts("shoe --no-cut-card" if no_cut_card else "shoe", asked.loaded, number, workers),
        no_cache=no_cache,
    )
    # How long a cluster takes is not known.
    said = scheduler is None and ask_if_very_long(
        duration, f"to work out {number:,} compositions", yes=yes
    )

    def ask(seconds: float) -> None:
        told = f"to take each card from the pack takes about {in_words(seconds)}"
        if seconds > HOUR:
            ask_to_begin(told, yes=yes)
        elif seconds > WORTH_TELLING:
            click.echo(f"{told[0].upper()}{told[1:]}.", err=True)

    drawn: list[Compositions] = []
    with lasting(duration, said=said) as run, working("working out the shoe") as progress:
        context = context_for(progress, no_cache=no_cache, run=run, is_patient=yes)
        keep = drawn.append if csv_file is not None else None
        with played_instead():
            result = house.shoe(order, context, staff, ask=ask, keep=keep)
    written = {} if csv_file is None else {csv_file: compositions_csv(drawn[0])}
    record(result, asked.loaded, outputs=written, met=result.sound)
    write_files(written)
    if as_json:
        print_json(result.to_json())
    else:
        show(*page_of(result, everything=everything))
        tell_written(written)
    end_unless(result.sound)
