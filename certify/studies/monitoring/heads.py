"""Which column of an export is which of a layout: as mapped, by its own name, or guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from certify.errors import ActualsError, listed, nearest_name
from certify.studies.monitoring.data_result import ColumnRead, Layout
from certify.studies.monitoring.layouts import (
    CALLED,
    COLUMNS,
    LAYOUTS,
    MEAN_STAKE,
    MEANINGS,
    NET,
    TELLING,
    WON,
    key_of,
    layout_of,
    normal,
    refused_for,
)
from certify.studies.monitoring.mapping import MappingAsked

BY_KEY = {key_of(name): name for name in COLUMNS} | {
    key: name for name, keys in CALLED.items() for key in keys
}

DOUBTS = {
    "handle": "; if doubles, splits and payments are in it, say {head}=wagered",
    "total handle": "; if doubles, splits and payments are in it, say {head}=wagered",
}
"""How a guess could be wrong, by the key of the head."""

SIGNS = {
    WON: (
        "{head!r} is taken as what the house won, negative if it lost, and what came back as"
        " everything wagered less that; if it is what the players won, say {head}=net."
    ),
    NET: (
        "{head!r} is taken as what the players won, negative if they lost, and what came back as"
        " everything wagered and that; if it is what the house won, say {head}=won."
    ),
}
"""Messages about a column from which the return follows."""


@dataclass(frozen=True)
class Heads:
    """The columns of a file that are read.

    `used` has the head as written of each column; `constants` are values in every row of columns
    that the file lacks.
    """

    layout: Layout
    used: dict[str, str] = field(hash=False)
    constants: dict[str, str] = field(hash=False)
    ignored: tuple[str, ...]
    read: tuple[ColumnRead, ...]
    told: tuple[str, ...]


def heads_of(path: str, heads: Sequence[str], asked: MappingAsked) -> Heads:
    """Return which columns of a file are read as what.

    Raises ActualsError if a column is missing, occurs twice, or could be two things.
    """
    if asked.says_nothing and is_own(heads):
        layout = layout_of(path, heads)
        known = {column.name for column in LAYOUTS[layout]}
        return Heads(
            layout=layout,
            used={normal(head): head for head in heads if normal(head) in known},
            constants={},
            ignored=tuple(head.strip() for head in heads if normal(head) not in known),
            read=(),
            told=(),
        )
    used, read = _resolved(path, heads, asked)
    constants = {name: value for name, value in asked.constants.items() if name not in used}
    layout = _layout(path, heads, used, asked)
    unused = _superfluous(layout, used)
    left_out = [f"{used.pop(name)!r} is not read, since {why}." for name, why in unused.items()]
    told = [_told(each) for each in read if each.how == "guessed" and each.column in used]
    is_told = "wager" in used or "wager" in constants
    if not is_told and layout == "totals" and len(asked.usual) == 1:
        (constants["wager"],) = asked.usual
        told.append(
            f"No column tells the wager, so every row is taken as {asked.usual[0]}; --map"
            " wager:NAME names another."
        )
    told += [SIGNS[name].format(head=used[name].strip()) for name in SIGNS if name in used]
    told += left_out
    _require(path, heads, layout, {*used, *constants})
    left = [head for head in heads if head not in used.values() and head.strip()]
    told += [f"{head!r} is not read: {why}." for head in left if (why := refused_for(head))]
    return Heads(
        layout=layout,
        used=used,
        constants=constants,
        ignored=tuple(head.strip() for head in left),
        read=(
            *(each for each in read if each.column in used),
            *(
                ColumnRead(column=n, head=None, value=v, how="constant")
                for n, v in constants.items()
            ),
        ),
        told=tuple(told),
    )


def is_own(heads: Sequence[str]) -> bool:
    """Return whether a file has all columns of a layout under their own names."""
    found = {normal(head) for head in heads}
    return any(
        all(column.name in found for column in columns if column.required)
        for columns in LAYOUTS.values()
    )


def score(heads: Sequence[str], asked: MappingAsked) -> int:
    """Return how many of some heads are known; what the user maps counts most."""
    mapped = {key_of(head) for head in asked.columns}
    keys = {key_of(head) for head in heads if head.strip()}
    return len(keys & BY_KEY.keys() - mapped) + 3 * len(keys & mapped)


def _resolved(
    path: str, heads: Sequence[str], asked: MappingAsked
) -> tuple[dict[str, str], list[ColumnRead]]:
    """Return the head of each column, and how it was found."""
    used: dict[str, str] = {}
    read: list[ColumnRead] = []

    def take(name: str, head: str, how: str) -> None:
        used[name] = head
        read.append(ColumnRead(column=name, head=head.strip(), value=None, how=how))  # type: ignore[arg-type]

    for wanted, name in asked.columns.items():
        take(name, _mapped(path, wanted, heads), "mapped")
    left = [head for head in heads if head not in used.values()]
    for head in left:
        name = normal(head)
        if name in COLUMNS and name not in asked.columns.values() and name not in asked.constants:
            if name in used:
                raise ActualsError(path, f"column {name!r} is there twice")
            take(name, head, "own")
    guesses: dict[str, list[str]] = {}
    for head in left:
        guess = BY_KEY.get(key_of(head))
        free = guess is not None and guess not in used and guess not in asked.constants
        if guess is not None and free and head not in used.values() and not _is_share(head):
            guesses.setdefault(guess, []).append(head)
    for name, found in guesses.items():
        if len(found) > 1 or heads.count(found[0]) > 1:
            first = found[0].strip()
            raise ActualsError(
                path,
                f"each of the columns {listed(repr(each.strip()) for each in found)} could be"
                f" {name}; say which: --map '{first}={name}'",
            )
        take(name, found[0], "guessed")
    return used, read


def _mapped(path: str, wanted: str, heads: Sequence[str]) -> str:
    """Return the head that a mapping means."""
    exact = [head for head in heads if head.strip() == wanted.strip()]
    found = exact or [head for head in heads if key_of(head) == key_of(wanted)]
    if len(found) > 1:
        raise ActualsError(path, f"column {wanted!r} is there twice")
    if not found:
        nearest = nearest_name(wanted, [head.strip() for head in heads if head.strip()])
        meant = f"; did you mean {nearest!r}?" if nearest else ""
        raise ActualsError(
            path,
            f"the mapping names a column {wanted!r}, which is not there; found"
            f" {listed(head.strip() for head in heads)}{meant}",
        )
    return found[0]


def _is_share(head: str) -> bool:
    """Return whether a head is that of a share, such as Hold %."""
    return "%" in head or "percent" in head.lower() or "pct" in head.lower()


def _told(read: ColumnRead) -> str:
    """Return what is reported of a guess."""
    head = str(read.head)
    if read.column in SIGNS:
        return f"Read {head!r} as {read.column}."
    more = DOUBTS.get(key_of(head), "").format(head=head)
    return f"Read {head!r} as {read.column}: {MEANINGS[read.column]}{more}."


def _layout(path: str, heads: Sequence[str], used: dict[str, str], asked: MappingAsked) -> Layout:
    layouts = {TELLING[name] for name in used if name in TELLING}
    if "rounds" in layouts:
        return "rounds"
    if layouts or MEAN_STAKE in used or MEAN_STAKE in asked.constants:
        return "totals"
    if len({"stake", "wagered", "returned", WON, NET} & used.keys()) >= 2:
        # Amounts, but nothing that shows the layout: the error says what totals would need.
        return "totals"
    return layout_of(path, heads)


def _superfluous(layout: Layout, used: dict[str, str]) -> dict[str, str]:
    """Return columns that repeat others, and why they are not read."""
    found: dict[str, str] = {}
    if "returned" in used and ("wagered" in used or not {WON, NET} & used.keys()):
        why = f"{used['returned']!r} beside what was wagered tells the same"
        found |= {name: why for name in (WON, NET) if name in used}
    elif "returned" in used:
        amount = used[WON] if WON in used else used[NET]
        found["returned"] = f"without everything wagered it tells less than {amount!r}"
    if WON in used and NET in used and WON not in found:
        found[NET] = f"{used[WON]!r} tells the same"
    if "rounds" in used and MEAN_STAKE in used:
        found[MEAN_STAKE] = f"{used['rounds']!r} tells more"
    if layout == "rounds":
        known = {column.name for column in LAYOUTS["rounds"]} | {WON, NET}
        others = [name for name in used if name not in known]
        found |= dict.fromkeys(others, "it is of totals, and these are rounds")
    return found


def _require(path: str, heads: Sequence[str], layout: Layout, there: set[str]) -> None:
    """Raise an error that says what is missing."""
    needed = [column.name for column in LAYOUTS[layout] if column.required]
    if layout == "totals":
        alone = "stake" in there and not {"wagered", WON, NET} & there
        if "stake" in there and not alone:
            there = there | {"wagered"}
        if "wagered" in there:
            there = there | {"stake"}
        if MEAN_STAKE in there:
            there = there | {"rounds"}
    if {WON, NET} & there:
        there = there | {"returned"}
    missing = [name for name in needed if name not in there]
    if not missing:
        return
    others = [head.strip() for head in heads if key_of(head) not in BY_KEY and head.strip()]
    nearest = nearest_name(missing[0], others)
    meant = f"; is {nearest!r} meant?" if nearest else ""
    several = "s" if len(missing) > 1 else ""
    refused = next((why for head in heads if (why := refused_for(head))), None)
    if refused is not None and not {"stake", "wagered"} & there:
        raise ActualsError(path, f"no column tells what was wagered: {refused}")
    how = "; " + "; ".join(_how(layout, name) for name in missing)
    raise ActualsError(
        path,
        f"layout {layout} needs the column{several} {', '.join(missing)}; found"
        f" {listed(head.strip() for head in heads)}{meant}{how}",
    )


def _how(layout: Layout, name: str) -> str:
    """Return how a missing column can be given."""
    if name == "rounds":
        return "without it, --map mean_stake:25 tells the mean stake instead"
    if name == "returned":
        return f"{name} follows from what the house won too: --map HEAD={WON}"
    if name == "wagered" and layout == "totals":
        return f"it can be left out where the house's win is there: --map HEAD={WON}"
    if name in ("date", "table", "seat", "wager"):
        return f"--map HEAD={name} names it, --map {name}:VALUE gives it in all rows"
    return f"--map HEAD={name} names it"
