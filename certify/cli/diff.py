"""``certify diff``: what changed between two specs."""

from __future__ import annotations

import json
from dataclasses import asdict

import click
from rich.text import Text

from certify.cli.display import hashes, show
from certify.cli.options import examples, json_option
from certify.cli.output import print_json
from certify.language.catalogue import load_game
from certify.language.diff import Change, differences
from certify.language.game import LoadedGame
from certify.present.paragraphs import paragraphs

LONGEST = 300
"""Characters of a value that are shown; `--json` has all of it."""


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
    parts: list[object] = [f"{_named(one)} -> {_named(other)}"]
    unlike = _unlike(one, other)
    if unlike:
        parts.append(unlike)
    if not changes:
        parts.append("The two specs say the same.")
    for play, title in ((True, "Play and payouts"), (False, "Texts, citations and examples")):
        those = [change for change in changes if change.play is play]
        if those:
            lines = "\n".join(_lines(change) for change in those)
            parts.append(Text(f"{title}\n{lines}"))
    digests = [("A", one.spec_sha256), ("B", other.spec_sha256)]
    if one.paytable_sha256 != other.paytable_sha256:
        digests += [("A paytables", one.paytable_sha256), ("B paytables", other.paytable_sha256)]
    show(*parts, hashes(digests))  # type: ignore[arg-type]


def _identity(game: LoadedGame) -> dict[str, str]:
    identity = game.spec.game
    return {
        "game": identity.id,
        "version": identity.version,
        "path": game.path,
        "spec_sha256": game.spec_sha256,
        "paytable_sha256": game.paytable_sha256,
    }


def _unlike(one: LoadedGame, other: LoadedGame) -> str:
    """Return a sentence if two specs are of different games, otherwise nothing."""
    named, renamed = one.spec.game.id, other.spec.game.id
    if named == renamed:
        return ""
    if one.spec.source.sha256 == other.spec.source.sha256:
        return (
            f"The ids differ, {named} and {renamed}, but both specs render the same source: what"
            " follows is what changed between them."
        )
    return (
        f"These are two different games, {named} and {renamed}, with different sources: nearly"
        " everything below differs for that reason, and nothing was changed from one into the"
        " other."
    )


def _named(game: LoadedGame) -> str:
    return f"{game.spec.game.title} {game.spec.game.version} ({game.path})"


def _lines(change: Change) -> str:
    cites = f" [{', '.join(change.cites)}]" if change.cites else ""
    part = f", {change.part}" if change.part else ""
    lines = [f"- {change.element}{part}: {change.kind}{cites}"]
    if change.before:
        lines.append(f"    was  {_short(change.before)}")
    if change.after:
        lines.append(f"    is   {_short(change.after)}")
    return "\n".join(
        paragraphs(line, hanging=9 if line.startswith("    ") else 2) for line in lines
    )


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
