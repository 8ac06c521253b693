"""``certify shoe``: effects of removal, counting, penetration."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certify.cards.ranks import RANK_LABELS
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
from certify.errors import EngineError, StateSpaceError
from certify.play.logs.log import LARGEST_SEED
from certify.present.quantity import in_words
from certify.runtime.files import check_destination, write_files
from certify.studies.kinds import is_analysed, is_plain
from certify.studies.shoe.analysed_view import analysed_shoe_view
from certify.studies.shoe.order import COMPOSITIONS
from certify.studies.shoe.view import shoe_view

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from certify.library import Game
    from certify.runtime.workers import Workers
    from certify.studies.shoe.compositions import Sample
    from certify.studies.shoe.order import ShoeOrder
    from certify.studies.twenty_one import BlackjackGame

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
    from certify.studies.shoe.order import ShoeOrder, checked_order

    order = ShoeOrder(
        cut=cut,
        compositions=0 if no_sample else compositions,
        seed=seed,
        with_bonus=not no_bonus,
        with_cut_card=not no_cut_card,
    )
    selected: BlackjackGame
    try:
        selected = asked.analysed
    except EngineError:
        # Without the option to burn a card: blackjack all the same, or another game.
        if is_analysed(asked.loaded):
            _refuse_of_others(
                {
                    "--no-bonus": no_bonus,
                    "--no-cut-card": no_cut_card,
                },
                asked.id,
            )
            _of_pack(
                asked,
                order,
                staff,
                csv_file,
                everything=everything,
                yes=yes,
                no_cache=no_cache,
                as_json=as_json,
            )
            return
        if not is_plain(asked.loaded):
            raise
        _refuse_of_others({"--no-bonus": no_bonus, "--no-cut-card": no_cut_card}, asked.id)
        selected = asked.blackjack
    order = checked_order(selected.shoe.size, order)
    number = 0 if no_sample else order.shoes * order.strata
    options = (shoe, cut, number, seed, no_bonus, no_cut_card, workers)
    command_asked = "shoe --no-cut-card" if no_cut_card else "shoe"
    duration = duration_of(
        f"shoe {options}",
        selected.loaded,
        of_parts(command_asked, selected.loaded, number, workers),
        no_cache=no_cache,
    )
    # How long a cluster takes is not known.
    said = scheduler is None and ask_if_very_long(
        duration, f"to work out {number:,} compositions", yes=yes
    )
    from certify.studies.shoe.study import kept_shoe_study, shoe_study

    written = {}
    with lasting(duration, said=said) as run, working("working out the shoe") as progress:
        context = context_for(progress, no_cache=no_cache, run=run)
        if csv_file is None:
            result = kept_shoe_study(selected, order, context=context, workers=staff)
        else:
            drawn: list[Sample] = []
            # Compositions are kept one by one, and no result has them.
            result = shoe_study(selected, order, context=context, workers=staff, keep=drawn.append)
            written[csv_file] = csv_bytes(drawn[0])
    record(result, selected.loaded, outputs=written, met=result.sound)
    write_files(written)
    if as_json:
        print_json(result.to_json())
    else:
        show(*shoe_view(result, everything=everything))
        tell_written(written)
    end_unless(result.sound)


def _refuse_of_others(given: dict[str, bool], game: str) -> None:
    """Refuse options that only blackjack has."""
    found = [option for option, value in given.items() if value]
    if found:
        raise click.UsageError(f"{', '.join(found)} is asked of blackjack only, not of {game}.")


def _of_pack(
    asked: Game,
    order: ShoeOrder,
    staff: Workers,
    csv_file: Path | None,
    *,
    everything: bool,
    yes: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Tell how the composition of the pack moves the wagers of a game that its spec analyses."""
    from certify.studies.shoe.analysed import (
        analysed_compositions,
        analysed_shoe_study,
        is_sampled,
    )

    if csv_file is not None and not is_sampled(asked.loaded, order):
        raise click.UsageError(
            f"--csv writes what is drawn, and the pack of {asked.id} is shuffled for every round;"
            " --cut says how far it is dealt"
        )

    def ask(seconds: float) -> None:
        if seconds > HOUR:
            ask_to_begin(
                f"to take each card from the pack takes about {in_words(seconds)}", yes=yes
            )
        elif seconds > WORTH_TELLING:
            click.echo(
                f"To take each card from the pack takes about {in_words(seconds)}.", err=True
            )

    written = {}
    with working("working out the pack") as progress:
        context = context_for(progress, no_cache=no_cache, is_patient=yes)
        try:
            result = analysed_shoe_study(
                asked.loaded,
                order,
                shoe=asked.given_shoe,
                context=context,
                workers=staff,
                ask=ask,
            )
            if csv_file is not None:
                labels, names, found = analysed_compositions(
                    asked.loaded, order, shoe=asked.given_shoe, context=context, workers=staff
                )
                dealt = sum(result.shoe.values()) - found.undealt.sum(axis=-1)
                rows = (found.undealt, dealt, found.figures)
                written[csv_file] = compositions_csv(labels, names, *rows)
        except StateSpaceError as error:
            raise played_instead(error) from None
    record(result, asked.loaded, outputs=written, met=result.sound)
    write_files(written)
    if as_json:
        print_json(result.to_json())
    else:
        show(*analysed_shoe_view(result, everything=everything))
        tell_written(written)
    end_unless(result.sound)


def csv_bytes(drawn: Sample) -> bytes:
    """Return every composition of blackjack that was drawn, one a line."""
    from certify.studies.shoe.compositions import FIELDS

    return compositions_csv(RANK_LABELS, FIELDS, drawn.counts, drawn.dealt, drawn.values)


def compositions_csv(
    cards: Sequence[str],
    names: Sequence[str],
    counts: NDArray[np.int64],
    dealt: NDArray[np.int64],
    values: NDArray[np.float64],
) -> bytes:
    """Return compositions, one a line: shoe, stratum, cards gone and left, figures by `names`."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["shoe", "stratum", "dealt", *cards, *names])
    for shoe, (left, gone, figures) in enumerate(zip(counts, dealt, values, strict=True), start=1):
        for stratum, row in enumerate(zip(left, gone, figures, strict=True), start=1):
            writer.writerow([shoe, stratum, int(row[1]), *row[0].tolist(), *row[2].tolist()])
    return text.getvalue().encode()
