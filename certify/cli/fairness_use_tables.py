"""Tables of `certify fairness` about the rules: what is used of them, and other settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from certify.cli.display import titled
from certify.cli.fairness_figures import (
    Letters,
    chance_text,
    share_text,
    sheet,
    use_text,
    wrapped,
)
from certify.studies.fairness.results.setting_effects import SettingEffect
from certify.studies.fairness.results.use_of_rules import Use, UseOfRules

RARE = 0.01
"""Share of games up to which an element counts as rarely used."""

MOST_RARE = 12
"""Rarely used elements that are shown where not all are."""

ABREAST = 2
"""Players beside each other in a table."""

KINDS = {
    "procedure": "procedures",
    "branch": "branches",
    "decision": "decisions",
    "move": "moves",
    "card": "cards",
}
USE_NOTE = "Times a game, and % of games in which it is used; {players}."
MORE = " {number} more; all elements with --use."
SENSITIVITY_NOTE = (
    "Changes from the rules as certified, {games} games: of the wins of the first seat, of draws"
    " and of the advantage of going first in percentage points, of decisions in number. p is the"
    " smallest of the four tests of no change, adjusted for their number."
)


def use_tables(
    use: UseOfRules, seats: str, letters: Letters, *, everything: bool
) -> Iterator[RenderableType]:
    """Yield what of the rules is used: what never is first, then what rarely is, or all."""
    if not use.elements:
        return
    yield _never(use, seats)
    if everything:
        for kind, title in KINDS.items():
            some = [each for each in use.elements if each.kind == kind]
            yield from _elements(use, some, f"{seats}: use of {title}", letters)
        return
    rare = [each for each in use.elements if 0.0 < max(each.games, default=0.0) <= RARE]
    rare.sort(key=lambda each: max(each.games))
    more = len(rare) - MOST_RARE
    note = MORE.format(number=more) if more > 0 else " All elements with --use."
    title = f"{seats}: used in less than {100 * RARE:g} % of games"
    yield from _elements(use, rare[:MOST_RARE], title, letters, note)


def _never(use: UseOfRules, seats: str) -> Text:
    played = ", ".join(
        f"{games:,} games of {player}" for player, games in zip(use.players, use.games, strict=True)
    )
    elements = f"{len(use.elements)} elements, {played}"
    cites = {each.name: each.cites for each in use.elements}
    lines = [Text(f"{seats}: what of the rules is never used", style="bold")]
    if not use.never:
        lines.append(Text(wrapped(f"Nothing: every one is used ({elements}).")))
    else:
        lines += [
            Text(wrapped(_cited(name, cites.get(name, ())), label="! ", hanging=2))
            for name in use.never
        ]
        lines.append(Text(wrapped(f"{len(use.never)} of {elements}.")))
    return Text("\n").join(lines)


def _cited(name: str, cites: Sequence[str]) -> str:
    return f"{name} ({' '.join(cites)})" if cites else name


def _elements(
    use: UseOfRules, elements: Sequence[Use], title: str, letters: Letters, more: str = ""
) -> Iterator[RenderableType]:
    if not elements:
        return
    remaining = iter(range(len(use.players)))
    while some := list(islice(remaining, ABREAST)):
        heads = [
            f"{letters.of(use.players[player])}{what}" for player in some for what in ("", ", %")
        ]
        listed = _folded(*heads, "Element")
        for each in elements:
            figures = [
                text
                for player in some
                for text in (use_text(each.times[player]), share_text(each.games[player]))
            ]
            listed.add_row(*figures, _cited(each.name, each.cites))
        players = ", ".join(letters.lettered(use.players[player]) for player in some)
        last = some[-1] == len(use.players) - 1
        yield titled(title, listed, USE_NOTE.format(players=players) + (more if last else ""))


def sensitivity_tables(effects: Sequence[SettingEffect], seats: str) -> Iterator[RenderableType]:
    """Yield what other settings and readings change, player by player, and what they are."""
    for player in dict.fromkeys(effect.player for effect in effects):
        some = [effect for effect in effects if effect.player == player]
        listed = _folded("Seat 1", "Draws", "First", "Decisions", "p", "Setting", narrow=True)
        for effect in some:
            win, draw, first, decisions = effect.changes
            listed.add_row(
                *(f"{100 * change:+z.2f}" for change in (win, draw, first)),
                f"{decisions:+z.2f}",
                chance_text(effect.p),
                _cited(_settings(effect), effect.rulings),
            )
        games = " or ".join(f"{number:,}" for number in sorted({each.games for each in some}))
        note = SENSITIVITY_NOTE.format(games=games)
        yield titled(f"{seats}: other settings, all seats played by {player}", listed, note)
    texts = dict.fromkeys(
        f"{_settings(effect)}: {effect.text}"
        + (f" (compared with {effect.within}, not with the game)" if effect.within else "")
        for effect in effects
    )
    if texts:
        lines = [Text(f"{seats}: what the other settings are", style="bold")]
        lines += [Text(wrapped(text, hanging=2)) for text in texts]
        yield Text("\n").join(lines)


def _settings(effect: SettingEffect) -> str:
    return ", ".join(f"{name}={value}" for name, value in effect.settings)


def _folded(*columns: str, narrow: bool = False) -> Table:
    """Return an empty table of numbers with a name at the end of the row, folded if it must be."""
    made = sheet(*columns, names=0, narrow=narrow)
    made.columns[-1].no_wrap, made.columns[-1].justify = False, "left"
    return made
