"""``certify check``: whether a spec is sound."""

from __future__ import annotations

import click
from rich.text import Text

from certify.cli.assumed import assumed_lines
from certify.cli.display import hashes, show, table
from certify.cli.exits import end_unless
from certify.cli.messages import paragraphs
from certify.cli.options import examples, game_argument, json_option, seed_option, set_option
from certify.cli.output import print_json
from certify.cli.progress import working
from certify.cli.recording import record
from certify.results.check import CheckResult
from certify.spec.catalogue import load_game
from certify.spec.overrides import apply_overrides


@click.command(
    "check",
    epilog=examples(
        "certify check blackjack-burnout", "certify check my_game.yaml --games 200 --seed 7"
    ),
)
@game_argument
@set_option
@click.option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    default=10_000,
    show_default=True,
    help="Random games that are played, shared among the numbers of players; of each alternative"
    " ruling and each policy a hundredth as many.",
)
@seed_option("Seed of the first random game.", 2**63)
@json_option
def command(
    game: str,
    assignments: tuple[str, ...],
    games: int,
    seed: int,
    as_json: bool,
) -> None:
    """Check a spec: trace, worked examples, invariants in random play.

    That the file can be read, that every name is known and every type right is checked first, with
    all problems at once. For a game that is analysed too, the played game is compared with the
    exact engine on tiny shoes.

    Exit code 3 if something does not hold.
    """
    loaded = apply_overrides(load_game(game), assignments)
    # The engine loads slowly; a spec that is wrong is told of at once.
    from certify.studies.check import check_game

    with working("Checking") as progress:
        found = check_game(loaded, games=games, seed=seed, progress=progress)
    record(found, loaded, met=found.passed)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)
    end_unless(found.passed)


def _show(found: CheckResult) -> None:
    criteria = table("Checked", "Found", "Holds", numbers_from=3)
    for criterion in found.criteria:
        criteria.add_row(criterion.name, criterion.found, "yes" if criterion.passed else "NO")
    parts: list[object] = [f"{found.title} {found.version} ({found.game})", criteria]
    parts += assumed_lines(found.assumptions, "The game that was checked")
    failures = [
        f"{criterion.name}: {failure}"
        for criterion in found.criteria
        for failure in criterion.failures
    ]
    if failures:
        parts.append(Text("\n".join(paragraphs(failure, hanging=2) for failure in failures)))
    if found.played:
        games = table("Random games", "Players", "Games", "Decisions a game", "Longest")
        for played in found.played:
            mean = played.decisions / played.games if played.games else 0
            games.add_row(
                played.setting or "as the spec stands",
                str(played.players),
                f"{played.games:,}",
                f"{mean:,.1f}",
                f"{played.longest:,}",
            )
        parts.append(games)
    parts.append(hashes([("spec", found.spec_sha256)]))
    show(*parts)  # type: ignore[arg-type]
