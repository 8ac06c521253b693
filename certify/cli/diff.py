"""``certify diff``: what changed between two specs."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from certify.cli.options import examples, json_option
from certify.cli.output import print_json, show
from certify.language.catalogue import load_game
from certify.language.diff import differences
from certify.language.game import LoadedGame
from certify.studies.specs.view import diff_view


@click.command(
    "diff",
    epilog=examples(
        "certify diff blackjack-burnout my_version.yaml", "certify diff old.yaml new.yaml --json"
    ),
)
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@json_option
def command(before: str, after: str, as_json: bool) -> None:
    """Print what changed from spec A to spec B, in the rules' own terms.

    Comments, layout and the spelling of expressions do not count. What can change play or payouts
    is told apart from texts, citations and examples. Of two specs that render different games it is
    said that they do.
    """
    one, other = load_game(before), load_game(after)
    changes = differences(one, other)
    if as_json:
        found = {
            "before": _identity(one),
            "after": _identity(other),
            "same_game": one.spec.game.id == other.spec.game.id,
            "changes": [asdict(change) for change in changes],
        }
        print_json(json.dumps(found, indent=2, ensure_ascii=False))
        return
    show(*diff_view(one, other, changes))


def _identity(game: LoadedGame) -> dict[str, str]:
    identity = game.spec.game
    return {
        "game": identity.id,
        "version": identity.version,
        "path": game.path,
        "spec_sha256": game.spec_sha256,
        "paytable_sha256": game.paytable_sha256,
    }
