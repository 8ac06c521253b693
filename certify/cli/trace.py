"""``certify trace``: which elements implement each clause."""

from __future__ import annotations

import json
from pathlib import Path

import click

from certify.cli.options import examples, game_argument, json_option
from certify.cli.output import end_unless, print_json, show
from certify.language.catalogue import load_game
from certify.language.document import read_bytes
from certify.language.references import trace
from certify.language.source_table import source_coverage, source_page
from certify.runtime.cache import Cache
from certify.studies.item.study import assumptions_of
from certify.studies.spec_figures import known_figures
from certify.studies.specs.view import trace_view


@click.command(
    "trace",
    epilog=examples(
        "certify trace blackjack-burnout",
        "certify trace my_game.yaml --source my_game.txt",
        "certify trace my_game.yaml --markdown > my_game.md",
    ),
)
@game_argument
@click.option(
    "--source",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The source text: its SHA-256 is compared, and every line must be in a clause.",
)
@click.option(
    "--markdown",
    is_flag=True,
    help="Write a page that sets the source and the spec side by side, sentence by sentence.",
)
@json_option
def command(game: str, source: Path | None, markdown: bool, as_json: bool) -> None:
    """Print every clause, ruling and assumption with the elements that implement it.

    A clause that no element cites, or an element that cites nothing, is an error with its line.
    Exit code 3 if the source that is given is another, or has a line that no clause covers.
    """
    if markdown and as_json:
        raise click.UsageError("--json and --markdown exclude each other: each prints nothing else")
    loaded = load_game(game)
    elements = trace(loaded.spec, loaded.paytables)
    coverage = (
        None if source is None else source_coverage(loaded.spec, read_bytes(source, str(source)))
    )
    if as_json:
        found = {
            "game": loaded.spec.game.id,
            "version": loaded.spec.game.version,
            "spec_sha256": loaded.spec_sha256,
            "trace": {number: list(names) for number, names in elements.items()},
        }
        if coverage is not None:
            found["source"] = {
                "sha256": coverage.sha256,
                "is_the_source": coverage.is_the_source,
                "lines": coverage.lines,
                "uncovered": list(coverage.uncovered),
            }
        print_json(json.dumps(found, indent=2, ensure_ascii=False))
    elif markdown:
        click.echo(source_page(loaded), nl=False)
    else:
        figures = known_figures(loaded, Cache.of_user(lambda sentence: None))
        show(*trace_view(loaded, elements, figures, assumptions_of(loaded), coverage))
    end_unless(coverage is None or coverage.is_complete)
