"""Settings given by ``--set NAME=VALUE``: of a parameter, or of a payout of a paytable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from certify.errors import ParameterError, SpecError, UnknownParameterError, unknown_name
from certify.language.base import Scalar
from certify.language.catalogue import LoadedGame
from certify.language.document import scalar_of
from certify.language.models import Paytable
from certify.language.parameters import (
    EXPECTED_ODDS,
    PayoutParameter,
    ShareParameter,
    exact_share,
    parse_odds,
    written,
)

PAYS = "pays"
WAGERS = "wagers"
"""What is changed where other wagers are made than usually."""


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
    """Return the wagers that are made: those asked for, otherwise all that are not optional."""
    if game.made is not None:
        return game.made
    return tuple(name for name, wager in game.spec.wagers.items() if not wager.optional)


def names_in(text: str) -> list[str]:
    """Return names that are written with commas between."""
    return [name.strip() for name in text.split(",")]


def with_wagers(game: LoadedGame, names: Iterable[str]) -> LoadedGame:
    """Return the game with these wagers made, and those that must be made before them.

    Raises `SpecError` if there is no such wager; it tells the nearest.
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
        raise UnknownParameterError(name, [*game.spec.parameters, *payouts])
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
    except ValueError:
        raise ParameterError(name, text, EXPECTED_ODDS.replace(" in quotes", "")) from None
    if unchanged:
        return paytable
    rows = {**paytable.rows, key: row.model_copy(update={"pays": text})}
    return paytable.model_copy(update={"rows": rows})
