"""What is done in a round, step by step, and who pays what: what several documents tell."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from certify.language import statements as told
from certify.language.elements import Move
from certify.language.game import LoadedGame, NamedRow

PLAY = "play"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Step:
    """A step of a round.

    Attributes
    ----------
    kind : str
        The text of a procedure, a shuffle, a deal, or a question to the player.
    what : str
        The procedure, the zone that is shuffled, the cards that are dealt, or the decision.
    source, to : str
        Of a deal: from where to where.
    cites : tuple of str
        What the procedure cites.
    """

    kind: Literal["told", "shuffle", "deal", "ask"]
    what: str
    cites: tuple[str, ...]
    source: str = ""
    to: str = ""


def course(game: LoadedGame) -> Iterator[Step]:
    """Yield the steps of a round, each procedure once, in the order in which they are run.

    What is dealt under a condition is told by the text of its procedure, and is no step.
    """
    if PLAY in game.spec.procedures:
        yield from _procedure(game, PLAY, set())


def _procedure(game: LoadedGame, name: str, seen: set[str]) -> Iterator[Step]:
    if name in seen:
        return
    seen.add(name)
    procedure = game.spec.procedures[name]
    yield Step("told", name, procedure.cites)
    yield from _block(game, procedure.do, procedure.cites, seen, always=True)


def _block(
    game: LoadedGame,
    statements: Sequence[told.Statement],
    cites: tuple[str, ...],
    seen: set[str],
    *,
    always: bool,
) -> Iterator[Step]:
    for statement in statements:
        match statement:
            case told.Shuffle() if always:
                yield Step("shuffle", zone_name(statement.shuffle), cites)
            case told.Deal() if always:
                dealt = statement.deal
                places = zone_name(dealt.source), zone_name(dealt.to)
                yield Step("deal", cards_text(dealt.cards), cites, *places)
            case told.Ask():
                yield Step("ask", _named(statement.ask), cites)
            case told.Call():
                yield from _procedure(game, _named(statement.call), seen)
            case told.If():
                both = (*statement.then, *statement.otherwise)
                yield from _block(game, both, cites, seen, always=False)
            case told.Match():
                for each in statement.cases.values():
                    yield from _block(game, each, cites, seen, always=False)
            case told.Each():
                yield from _block(game, statement.do, cites, seen, always=always)
            case told.Repeat():
                looped = always and statement.repeat.before is None
                yield from _block(game, statement.repeat.do, cites, seen, always=looped)
            case _:
                # What is only remembered is no step that anybody sees.
                continue


def _named(called: object) -> str:
    """Return the name of what is called or asked, with arguments or without."""
    return called if isinstance(called, str) else str(next(iter(called)))  # type: ignore[call-overload]


def rows_of(game: LoadedGame, name: str) -> list[NamedRow]:
    """Return the rows of a paytable that pay a wager.

    Where several wagers share a table, a row pays those that cite what it cites; one that none of
    them cites pays those that have no row of their own.
    """
    alias = game.spec.wagers[name].paytable
    if alias is None:
        return []
    sharing = {n: set(w.cites) for n, w in game.spec.wagers.items() if w.paytable == alias}
    rows = game.paytable_rows(alias)
    owners = {
        row.key: {n for n, cites in sharing.items() if cites & set(_cites(game, alias, row))}
        for row in rows
    }
    with_own = {n for each in owners.values() for n in each}
    others = set(sharing) - with_own or set(sharing)
    return [row for row in rows if name in (owners[row.key] or others)]


def paid_by(game: LoadedGame, alias: str, row: NamedRow) -> list[str]:
    """Return the titles of the wagers that a row pays."""
    wagers = game.spec.wagers.items()
    return [w.title for n, w in wagers if w.paytable == alias and row in rows_of(game, n)]


def _cites(game: LoadedGame, alias: str, row: NamedRow) -> tuple[str, ...]:
    return game.row(f"{alias}.{row.key}").cites


def moves_of(game: LoadedGame, decision: str) -> dict[str, Move]:
    """Return the ways to answer a decision, without those that the settings rule out."""
    moves = game.spec.decisions[decision].moves
    return {name: move for name, move in moves.items() if not _is_ruled_out(game, move.when)}


def _is_ruled_out(game: LoadedGame, expression: str) -> bool:
    """Return whether a condition fails whatever the cards, by the value of a parameter alone."""
    values = game.parameters_as_written()

    def fails(node: ast.expr) -> bool:
        match node:
            case ast.BoolOp(op=ast.And()):
                return any(map(fails, node.values))
            case ast.Name(id=name) if name in game.spec.definitions:
                value = game.spec.definitions[name].value
                return value is not None and _is_ruled_out(game, value)
            case ast.Name(id=name):
                return values.get(name) is False
            case ast.Compare(
                left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=wanted)]
            ) if name in values:
                return values[name] != wanted
            case _:
                return False

    return fails(ast.parse(expression.strip(), mode="eval").body)


def spoken_name(name: str) -> str:
    """Return a name of the spec as it is spoken."""
    return name.replace("_", " ")


def zone_name(expression: str) -> str:
    """Return a zone as it is spoken; of one with an index, that of all of them."""
    return spoken_name(expression.partition("[")[0])


def cards_text(number: str) -> str:
    """Return a number of cards."""
    word = NUMBERS[int(number)] if number.isdigit() and int(number) < len(NUMBERS) else number
    return f"{word} card{'' if number == '1' else 's'}"


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
