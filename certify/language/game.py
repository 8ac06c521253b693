"""A loaded game with its settings, and how they change: parameters, and payouts of paytables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from certify.errors import (
    ParameterError,
    SpecError,
    UnknownParameterError,
    UnknownPaytableError,
    unknown_name,
)
from certify.language.acts import Play
from certify.language.base import Scalar
from certify.language.document import Document, Place, scalar_of
from certify.language.models import Basis, GameSpec, Paytable, PaytableRow
from certify.language.parameters import (
    PayoutParameter,
    ShareParameter,
    exact_share,
    parse_odds,
    written,
)
from certify.language.references import dotted
from certify.runtime.canonical import sha256_of, without
from certify.version import __version__

PAYS = "pays"
STAR = "*"
WAGERS = "wagers"
"""What is changed where other wagers are made than usually."""

NOT_PLAYED = frozenset(
    (
        *("game", "source", "clauses", "rulings", "assumptions", "invariants", "examples"),
        *("lengths", "figures", "wagers", "published", "title", "text", "choices", "cites"),
    )
)
"""Fields of a spec, and of its elements, on which the course of a game does not depend."""


@dataclass(frozen=True)
class NamedRow:
    """A row of a paytable with its key."""

    key: str
    outcome: str
    pays: str
    basis: Basis


@dataclass(frozen=True)
class LoadedGame:
    """A spec with its paytables, and what was changed in them.

    Attributes
    ----------
    path : str
        File of the spec.
    paytables, issued_paytables : dict
        By the name that the spec gives them: with every change, and as in their files.
    spec_sha256, paytable_sha256 : str
        SHA-256 of the canonical form of the files: of the spec, and of all the paytables by name.
        What was changed afterwards is in `changed`.
    made : tuple of str or None
        The wagers that are made; None for those that the spec does not call optional.
    play : Play or None
        What the spec says of play, resolved; None if it says nothing.
    settings : dict
        Values of parameters that differ from the spec's defaults.
    changed : tuple
        Name and new value of every setting and payout that was changed, as written in YAML.
    texts : dict
        The files as read, by their names without folders: the spec first, then its paytables.
    is_packaged : bool
        Whether it is a game of the package, and no file of somebody's own.
    """

    spec: GameSpec
    path: str
    paytables: dict[str, Paytable]
    issued_paytables: dict[str, Paytable]
    spec_sha256: str
    paytable_sha256: str
    settings: dict[str, Scalar]
    changed: tuple[tuple[str, str], ...] = ()
    play: Play | None = None
    made: tuple[str, ...] | None = None
    document: Document | None = None
    texts: dict[str, str] = field(default_factory=dict)
    is_packaged: bool = False

    @cached_property
    def play_sha256(self) -> str:
        """SHA-256 of what the rules mean in play: no title, clause, ruling or example is in it."""
        return sha256_of(without(self.spec, NOT_PLAYED))

    def identity(self) -> dict[str, Any]:
        """Return which game this is, to the hashes of its files and what was changed in them."""
        return {
            "game": self.spec.game.id,
            "title": self.spec.game.title,
            "version": self.spec.game.version,
            "spec_sha256": self.spec_sha256,
            "paytable_sha256": self.paytable_sha256,
            "changed": self.changed,
        }

    def provenance(self) -> dict[str, Any]:
        """Return the fields of `certify.results.Provenance`."""
        return {**self.identity(), "engine_version": __version__}

    def key(self) -> dict[str, Any]:
        """Return plain data that determines the game: what results of it are kept by.

        Not the version of certify: results are kept by the sources that they rest on.
        """
        return {
            "game": self.identity(),
            "parameters": self.parameters_as_written(),
            "paytables": {
                alias: [[row.key, row.pays, row.basis] for row in self.paytable_rows(alias)]
                for alias in self.paytables
            },
        }

    @property
    def carries_money(self) -> bool:
        """Whether it is played, and its wagers say what is put on them and what they bring."""
        return self.play is not None and any(w.carries_money for w in self.spec.wagers.values())

    def located(self, place: Place) -> str:
        """Return where an element stands, as ``file:line: element``."""
        line = self.document.locate(place)[1] if self.document is not None else None
        where = self.path if line is None else f"{self.path}:{line}"
        return f"{where}: {dotted(place)}" if place else where

    def row(self, path: str) -> PaytableRow:
        """Return the row of a paytable by a path such as ``main.insurance``."""
        alias, _, key = path.partition(".")
        known = [f"{name}.{row}" for name, table in self.paytables.items() for row in table.rows]
        if path not in known:
            raise UnknownPaytableError(path, known)
        return self.paytables[alias].rows[key]

    def pays(self, path: str) -> Fraction:
        """Return what a row pays to one, by a path such as ``main.insurance``."""
        return self.row(path).to_one

    def price(self, name: str) -> Fraction:
        """Return a payout to one, by its path, or a share, by the name of its parameter."""
        if name in self.spec.parameters:
            return exact_share(self.parameters_as_written()[name])
        return self.pays(name)

    def paytable_rows(self, alias: str) -> tuple[NamedRow, ...]:
        """Return the rows of a paytable in the file's order; none if there is no such table."""
        table = self.paytables.get(alias)
        rows = table.rows.items() if table else ()
        return tuple(NamedRow(key, row.outcome, row.pays, row.basis) for key, row in rows)

    def pay_lines(self, wager: str) -> tuple[tuple[int, NamedRow], ...]:
        """Return the rows that a wager can come to, each with its number in the paytable."""
        if self.play is None or self.play.result is None:
            return ()
        reached = self.play.result.wagers[wager].rows
        rows = self.paytable_rows(self.spec.wagers[wager].paytable or "")
        return tuple((n, row) for n, row in enumerate(rows, start=1) if row.key in reached)

    def parameters_as_written(self) -> dict[str, Scalar]:
        """Return every parameter in force, as written in YAML."""
        values: dict[str, Scalar] = {}
        for name, parameter in self.spec.parameters.items():
            if isinstance(parameter, PayoutParameter):
                values[name] = self.row(f"{parameter.paytable}.{parameter.row}").pays
            else:
                values[name] = self.settings.get(name, parameter.default)
        return values


def apply_overrides(game: LoadedGame, assignments: Iterable[str]) -> LoadedGame:
    """Return the game with settings changed as ``--set`` writes them.

    `assignments`: ``NAME=VALUE``, the value as in YAML: a parameter, or a payout by a path such as
    ``bonus.2.pays``. A name given twice is refused. The result: the changed game; what is set to
    the value it has counts as no change. Raises `UnknownParameterError` if there is no such name;
    it tells the nearest. Raises `ParameterError` if the value cannot be taken. Raises `SpecError`
    if an assignment has no ``=``, or a name comes twice.
    """
    texts: dict[str, str] = {}
    for assignment in assignments:
        name, equals, text = (part.strip() for part in assignment.partition("="))
        if not equals or not name:
            raise SpecError(f"--set {assignment!r} has no value: expected NAME=VALUE")
        same = {given for given in texts if target_of(game, given) == target_of(game, name)}
        if same:
            raise SpecError(f"--set gives {name} twice; give it once")
        texts[name] = text
    return apply_settings(
        game,
        {
            name: text if is_payout(game, name) else _value(game, name, text)
            for name, text in texts.items()
        },
    )


def apply_settings(game: LoadedGame, settings: Mapping[str, Scalar]) -> LoadedGame:
    """Return the game with settings changed; names and errors as `apply_overrides`."""
    values, paytables, changed = dict(game.settings), dict(game.paytables), dict(game.changed)
    for name, value in settings.items():
        target = target_of(game, name)
        if is_payout(game, name):
            alias, row = target.split(".")
            after = _with_payout(paytables[alias], row, name, str(value))
            if after != paytables[alias]:
                changed[name] = str(value)
            paytables[alias] = after
            continue
        parameter = game.spec.parameters[name]
        if isinstance(parameter, PayoutParameter) or not parameter.accepts(value):
            expected = parameter.expected() + parameter.hint(value)
            raise ParameterError(name, written(value), expected)
        if value != values.get(name, parameter.default):
            changed[name] = written(value)
        values[name] = value
    return replace(game, settings=values, paytables=paytables, changed=tuple(changed.items()))


def parameter_values(game: LoadedGame) -> dict[str, Scalar | Fraction]:
    """Return every parameter in force by name; shares and payouts as exact fractions to one."""
    values: dict[str, Scalar | Fraction] = {}
    for name, value in game.parameters_as_written().items():
        parameter = game.spec.parameters[name]
        if isinstance(parameter, PayoutParameter):
            values[name] = game.pays(f"{parameter.paytable}.{parameter.row}")
        elif isinstance(parameter, ShareParameter):
            values[name] = exact_share(value)
        else:
            values[name] = value
    made = wagers_made(game)
    return values | {f"made.{name}": name in made for name in game.spec.wagers}


def wagers_made(game: LoadedGame) -> tuple[str, ...]:
    """Return the wagers that are made: those asked for, otherwise the usual ones.

    An optional wager is not usual, and neither is what follows one.
    """
    if game.made is not None:
        return game.made
    wagers = game.spec.wagers
    optional = {name for name, wager in wagers.items() if wager.optional}
    return tuple(
        name for name, wager in wagers.items() if name not in optional and wager.of not in optional
    )


def is_put_down_first(game: LoadedGame, name: str) -> bool:
    """Return whether what is put on a wager rests on no card, and on nothing that play changes."""
    result = None if game.play is None else game.play.result
    return result is not None and result.wagers[name].is_put_down_first


def names_in(text: str) -> list[str]:
    """Return names that are written with commas between."""
    return [name.strip() for name in text.split(",")]


def with_wagers(game: LoadedGame, names: Iterable[str]) -> LoadedGame:
    """Return the game with these wagers made, and those that must be made before them.

    Raises `SpecError` if there is no such wager; it tells the nearest. Raises it too if wagers are
    left out of a game in which none is optional.
    """
    wagers = game.spec.wagers
    if not any(wager.carries_money for wager in wagers.values()):
        raise SpecError(
            f"the wagers of {game.spec.game.id} do not say what is put on them and what they bring,"
            " so that none can be chosen"
        )
    asked = list(dict.fromkeys(names))
    for name in asked:
        if name not in wagers:
            raise SpecError(unknown_name(name, "wager", wagers))
    first = [under for name in asked if (under := wagers[name].of) is not None]
    needed = {*asked, *first}
    needed |= {name for name, each in wagers.items() if each.of in needed and not each.optional}
    made = tuple(name for name in wagers if name in needed)
    left_out = [name for name in wagers if name not in needed]
    if left_out and not any(each.optional for each in wagers.values()):
        raise SpecError(
            f"no wager of {game.spec.game.id} is optional: which of them are made is decided in"
            f" play, so by a policy, and {left_out[0]} cannot be left out beforehand"
        )
    changed = dict(game.changed)
    changed.pop(WAGERS, None)
    if made != wagers_made(replace(game, made=None)):
        changed[WAGERS] = ",".join(made)
    return replace(game, made=made, changed=tuple(changed.items()))


def is_payout(game: LoadedGame, name: str) -> bool:
    """Return whether a name sets a payout, and no parameter of another kind."""
    parameter = game.spec.parameters.get(name)
    return parameter is None or isinstance(parameter, PayoutParameter)


def target_of(game: LoadedGame, name: str) -> str:
    """Return what a name sets: a parameter, or a row of a paytable as ``alias.row``.

    Raises `UnknownParameterError` if there is no such name; it tells the nearest.
    """
    parameter = game.spec.parameters.get(name)
    if isinstance(parameter, PayoutParameter):
        return f"{parameter.paytable}.{parameter.row}"
    if parameter is not None:
        return name
    payouts = {
        f"{alias}.{key}.{PAYS}": f"{alias}.{key}"
        for alias, table in game.paytables.items()
        for key in table.rows
    }
    if name not in payouts:
        hint = ""
        if STAR in name:
            hint = f"a payout is named row by row, as TABLE.ROW.{PAYS}, and no name has a star"
            hint += "; certify parameters lists the names"
        raise UnknownParameterError(name, [*game.spec.parameters, *payouts], hint=hint)
    return payouts[name]


def _value(game: LoadedGame, name: str, text: str) -> Scalar:
    parameter = game.spec.parameters[name]
    value = scalar_of(text)
    if value is None or not parameter.accepts(value):
        raise ParameterError(name, text, parameter.expected() + parameter.hint(text))
    return value


def _with_payout(paytable: Paytable, key: str, name: str, text: str) -> Paytable:
    """Return the paytable with one payout changed; its basis stays."""
    row = paytable.rows[key]
    try:
        unchanged = parse_odds(text) == parse_odds(row.pays)
    except ValueError as error:
        expected = str(error).removeprefix("expected ").replace(" in quotes", "")
        raise ParameterError(name, text, expected) from None
    if unchanged:
        return paytable
    rows = {**paytable.rows, key: row.model_copy(update={"pays": text})}
    return paytable.model_copy(update={"rows": rows})


def default_of(game: LoadedGame, name: str) -> str:
    """Return the default of a parameter as written; of a payout, what the file pays."""
    parameter = game.spec.parameters[name]
    if isinstance(parameter, PayoutParameter):
        return game.issued_paytables[parameter.paytable].rows[parameter.row].pays
    return written(parameter.default)
