"""``certify schema``: JSON Schema of the files, for editors."""

from __future__ import annotations

from pathlib import Path

import click
from pydantic import BaseModel

from certify.cli.options import examples
from certify.errors import nearest_name
from certify.language.models import GameSpec, Paytable, schema_text
from certify.runtime.files import check_destination, write_files

STRATEGY, RESULTS_OF, JURISDICTION = "strategy", "results", "jurisdiction"
MODELS: dict[str, type[BaseModel]] = {"spec": GameSpec, "paytable": Paytable}


@click.command(
    "schema",
    epilog=examples(
        "certify schema",
        "certify schema paytable -o paytables/schema.json",
        "certify schema jurisdiction -o rules/jurisdictions/schema.json",
        "certify schema results --of rtp",
    ),
)
@click.argument(
    "kind", type=click.Choice([*MODELS, STRATEGY, JURISDICTION, RESULTS_OF]), default="spec"
)
@click.option(
    "--of",
    "result",
    metavar="COMMAND",
    help="Of results: those of one command, such as rtp, whatif-sweep or report. By default all.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a file instead of standard output.",
)
def command(kind: str, result: str | None, output: Path | None) -> None:
    """Print the JSON Schema of a spec, a paytable, a strategy file, a jurisdiction or of results.

    Results are what commands print with --json, and those that are written beside a report.
    """
    if result is not None and kind != RESULTS_OF:
        raise click.UsageError("--of names a kind of results: certify schema results --of rtp")
    if output is not None:
        check_destination(output)
    if kind == STRATEGY:
        # The card comes with the engine, which the other schemas need not load.
        from certify.exact.blackjack.card import StrategyCard

        text = schema_text(StrategyCard, "certify strategy, version 1")
    elif kind == JURISDICTION:
        from certify.studies.submission.profile import Profile

        text = schema_text(Profile, "certify profile of a jurisdiction, version 1")
    elif kind == RESULTS_OF:
        from certify.evidence.schemas import RESULTS, results_schema_text

        if result is not None and result not in RESULTS:
            nearest = nearest_name(result, RESULTS)
            meant = f"did you mean {nearest}?" if nearest else f"known: {', '.join(RESULTS)}"
            raise click.BadParameter(
                f"there are no results of {result!r}; {meant}", param_hint="'--of'"
            )
        text = results_schema_text(result)
    else:
        text = schema_text(MODELS[kind])
    if output is None:
        click.echo(text.encode(), nl=False)
    else:
        write_files({output: text.encode()})
