"""Puts the source of a generated module together: its imports, constants and functions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from certify.play.compiler import hands, imagined, machine, memory, searches, ways, writer
from certify.play.compiler.block import Block
from certify.play.compiler.generator import Generator
from certify.play.compiler.machine import BEYOND_SIZE, WINDOW_SIZE
from certify.play.compiler.memory import STREAM_SIZE
from certify.play.compiler.plan import PackPlan, ZonePlan

HEAD = '''"""{title}, compiled for {players} players.

Generated from the spec of SHA-256 {sha256}; one block of memory is one game in play.
"""

import numba

{imports}

'''

SERIES = """
@numba.njit(error_model="numpy", nogil=True, cache=True)
def {name}(block, at, seed, first, games):
    for number in range(first, first + games):
        store(block, game, number)
        step = (number - first) % {ahead}
        if step == 0:
            begin_ahead(block, streams_ahead, seed, number)
        copy_words(block, chance, streams_ahead + {size} * step, {size})
        {begin}
        procedure_{procedure}(block, -1)
        {keep}
    return 0
"""

SEARCH = """
@numba.njit(error_model="numpy", nogil=True, cache=True)
def search(block, at, seed, number, playouts):
    store(block, game, number){unmarked}
    done = 0
    for step in range(MOST_TRIES * playouts):
        if done == playouts:
            break
        store(block, searcher, at)
        begin_playout(at, step)
        start_stream(block, chance, seed, 2 * number)
        start_stream(block, choices, load(at, SEED), 2 * step)
        {begin}{go_on}
        try:
            procedure_{procedure}(block, -1)
            judge(block, at)
            back_up(at)
            done += 1
            if is_settled(at, playouts - done):
                break
        except Exception:
            # The deal imagined for it cannot be: it counts for nothing.
            pass
    store(block, searcher, 0)
    return best_of_root(at) if done > 0 else NO_OPTION
"""

UNMARKED = """
    store(block, resumed, 0)
    store(block, marked, 0)"""
GO_ON = """
        if load(block, marked) != 0:
            go_on(block, at)"""
"""What a search adds if its games can go on at a pass of a loop: all but the first do."""

SEARCH_WORDS = (
    "REPLAYED_CHOICE",
    "TREE_CHOICE",
    "TRIED",
    "VIEWER",
    "IS_OPEN",
    "SEED",
    "STEP",
    "HIDDEN",
    "PHASE",
    "REPLAYING",
    "DONE",
    "IN_TREE",
    "REWARDS",
    "ONE",
    "MOST_TRIES",
    "NO_OPTION",
)
"""Constants of searches that generated code names."""

IMAGINED_WORDS = ("MOST_ATTEMPTS", "CARDS", "LOOSE")
"""The same of imagined deals."""

FAR = """
@numba.cfunc("int64(int64, int64, int64, int64, int64)", error_model="numpy", cache=True)
{text}

"""
"""A function that is called by its address, which stands in the block."""

FAR_NAMES = ("imagine", "seen_by")
TREE = "tree_"

NAME = re.compile(r"[a-z_]+")
WORD = re.compile(r"[a-z_0-9]+")
MOST_INLINED = 150
"""Lines of a function, with what is part of it, up to which it can be part of its caller."""

MOST_AT_ONCE, MOST_IN_PARTS = 64, 512
"""Words that are copied by instructions where a call would take longer, at once and in parts."""

SHORT = ("value_of_", "gain_", "lose_", "procedure_")
MOST_SHORT = 14
"""Functions so named, of so few lines at most, are part of every caller."""

APART = ("guarded_", "noted_")
"""Functions so named are never part of a caller: they are seldom wanted by those who call them."""

CALL = re.compile(r"([a-z_0-9]+)\(")
TAKEN = re.compile(r"^ *(?:for )?([a-z_0-9]+(?:, [a-z_0-9]+)*) (?:in|[-+*|&]?=) ", re.MULTILINE)
"""Names that a line gives a value to."""

JOINED = ("procedure_", "perform_", "record")
MOST_JOINED = 600
"""Lines of a function that others are written into; longer ones take numba more than a share."""


@dataclass(frozen=True)
class Generated:
    """A generated module, and what must be in a block of memory before it runs.

    `size` is in words; `contents` are words by place (initial state and lookup tables); `units` is
    the number of units in an amount of one; `far` names functions whose addresses must be in the
    block, at the places named ``far_`` and the function; `constants` are quantities that are the
    same in every game, and not counted.
    """

    source: str
    size: int
    contents: Mapping[int, Sequence[int]]
    places: Mapping[str, int]
    quantities: tuple[str, ...]
    constants: Mapping[str, int]
    scales: tuple[int, ...]
    units: int
    zones: tuple[ZonePlan, ...]
    far: tuple[str, ...]


class Module:
    """A generated module; its functions are written by `generator`."""

    def __init__(self, generator: Generator) -> None:
        self.generator = generator
        self.plan = generator.plan
        self.functions = generator.generate()

    def generated(self) -> Generated:
        """Return the module and its memory."""
        generator = self.generator
        # They ask for tables, which the block must have.
        helpers = [line for pack in self.plan.packs.values() for line in self._helpers(pack)]
        helpers += [line for name in self.plan.ranked for line in self.plan.ranking(name)]
        named = set(WORD.findall("\n".join([*helpers, self.functions])))
        if generator.searches:
            named |= {stem for words in generator.words_seen for stem, _ in words}
        block = Block(generator, self._far_names() if generator.searches else (), named)
        loaded = generator.plan.program.game
        title = f"{loaded.spec.game.title} {loaded.spec.game.version}"
        functions = [*_functions("\n".join(helpers)), *_functions(self.functions)]
        entry = self._entry(block.places["state_size"])
        far = [text for text in functions if _is_far(text)]
        near = [text for text in functions if not _is_far(text)]
        *near, entry = _joined([*near, entry], far)
        inlined = _inlined(near, entry)
        # Far ones are compiled when they are defined, so what they call stands before them.
        far = [FAR.format(text=text) for text in far]
        code = "".join([*(_compiled(text, inlined) for text in near), *far, entry])
        head = HEAD.format(
            title=title,
            players=self.plan.players,
            sha256=loaded.spec_sha256,
            imports=_imports_for(code),
        )
        return Generated(
            source=f"{head}{self._constants(block)}\n\n\n{code}",
            size=block.size,
            contents=block.contents,
            places=block.places,
            quantities=generator.recorded,
            constants=generator.constants,
            scales=generator.scales,
            units=generator.units,
            zones=tuple(self.plan.zones.values()),
            far=block.far,
        )

    def _far_names(self) -> list[str]:
        """Return the names of the functions that are called by their addresses."""
        names = [_name_of(text) for text in _functions(self.functions) if _is_far(text)]
        return sorted(names)

    def _constants(self, block: Block) -> str:
        lines = [f"{name} = {place}" for name, place in block.places.items()]
        lines += [f"cards_of_{name} = {place}" for name, place in block.cards.items()]
        quantities = len(self.generator.recorded)
        lines += [
            f"ranks_in_category_of_{name} = {self.plan.ranks_in_category(name)}"
            for name in self.plan.ranked
        ]
        lines.append(f"TALLIES = {quantities * (WINDOW_SIZE + BEYOND_SIZE)}")
        if self.generator.searches:
            lines += [f"{name} = {getattr(searches, name)}" for name in SEARCH_WORDS]
            lines += [f"{name} = {getattr(imagined, name)}" for name in IMAGINED_WORDS]
        return "\n".join(lines)

    def _helpers(self, pack: PackPlan) -> list[str]:
        return self._helpers_of_small(pack) if pack.is_small else self._helpers_of_large(pack)

    def _helpers_of_small(self, pack: PackPlan) -> list[str]:
        zones = self.plan.zones_of(pack)
        number = sum(zone.number for zone in zones)
        lines = [f"def take_out_{pack.name}(block, cards):"]
        for zone in zones:
            if zone.has_order:
                mixed = f"mixed_of_{zone.name} + zone" if zone.is_shuffled else "-1"
                lines += [
                    f"    for zone in range({zone.number}):",
                    f"        held = load(block, set_of_{zone.name} + zone)",
                    "        if held & cards != 0:",
                    f"            remove(block, cards_of_{zone.name} + {pack.size} * zone,"
                    f" count_bits(held), {mixed}, cards, -1)",
                ]
        lines += [
            f"    clear_sets(block, sets_of_{pack.name}, {number}, cards)",
            "    return 0",
            "",
        ]
        return lines

    def _helpers_of_large(self, pack: PackPlan) -> list[str]:
        sums = self.generator.sums[pack.name]
        words = sums.card_words()
        tables = [self.plan.table(values, f"sums_{n}") for n, values in enumerate(words)]
        lines = []
        for name, sign in (("gain", "+"), ("lose", "-")):
            lines.append(f"def {name}_{pack.name}(block, zone, card):")
            count = f"count_of_{pack.name} + zone"
            lines.append(f"    store(block, {count}, load(block, {count}) {sign} 1)")
            for word, table in enumerate(tables):
                at = f"sums_{word}_of_{pack.name} + zone"
                change = f"load(block, {at}) {sign} load(block, {table} + card)"
                lines.append(f"    store(block, {at}, {change})")
            lines += ["    return 0", ""]
        kept = [zone for zone in self.plan.zones_of(pack) if zone.name in self.generator.kept_zones]
        for dealt in kept:
            # Of the zone that all cards are dealt from, few games ask for more than the number.
            lines.append(f"def lose_{pack.name}_of_{dealt.name}(block, card):")
            if dealt.name in sums.asked:
                lines.append(f"    lose_{pack.name}(block, number_of_{dealt.name}, card)")
            else:
                count = f"count_of_{pack.name} + number_of_{dealt.name}"
                lines.append(f"    store(block, {count}, load(block, {count}) - 1)")
            lines += ["    return 0", ""]
        lines.append(f"def pour_{pack.name}(block, source, target):")
        stems = ["count", *(f"sums_{word}" for word in range(len(tables)))]
        for stem in stems:
            here, there = (f"{stem}_of_{pack.name} + {zone}" for zone in ("source", "target"))
            lines += [
                f"    store(block, {there}, load(block, {there}) + load(block, {here}))",
                f"    store(block, {here}, 0)",
            ]
        lines += ["    return 0", "", f"def take_out_{pack.name}(block, card):"]
        for zone in self.plan.zones_of(pack):
            at = f"count_of_{pack.name} + number_of_{zone.name} + zone"
            mixed = f"mixed_of_{zone.name} + zone" if zone.is_shuffled else "-1"
            lines += [
                f"    for zone in range({zone.number}):",
                f"        number = load(block, {at})",
                f"        if remove(block, cards_of_{zone.name} + {pack.size} * zone, number,"
                f" {mixed}, -1, card) == 1:",
                f"            lose_{pack.name}(block, number_of_{zone.name} + zone, card)",
                "            return 0",
            ]
        lines += ["    return 0", ""]
        return lines

    def _entry(self, size: int) -> str:
        begin = begin_lines(size)
        seated, procedure = self.generator.seated, self.generator.procedure
        put_back = "".join(
            f"\n        put_back(block, cards_of_{name}, mixed_of_{name}, order_of_{name},"
            f" {self.plan.zones[name].pack.size})"
            for name in self.generator.kept_zones
        )
        start = begin + put_back
        if "choices" in self.functions:
            # Else nobody chooses at random.
            seed = "load(block, choice_seed)" if seated else "seed"
            start = f"start_stream(block, choices, {seed}, 2 * number + 1)\n        {start}"
        text = _series("play", procedure, start, "record(block, at)")
        if seated:
            keep = f"keep_scores(block, at + {8 * self.plan.players} * (number - first))"
            text += _series("scores", procedure, start, keep)
        if self.generator.searches:
            unmarked, go_on = (UNMARKED, GO_ON) if self.generator.trunk else ("", "")
            text += SEARCH.format(procedure=procedure, begin=begin, unmarked=unmarked, go_on=go_on)
        return text


def begin_lines(size: int) -> str:
    """Return the lines that copy so many words of the state in which a game begins."""
    if size > MOST_IN_PARTS:
        return "copy_words(block, state, beginning, state_size)"
    return "\n        ".join(
        f"copy_words(block, state + {at}, beginning + {at}, {min(MOST_AT_ONCE, size - at)})"
        for at in range(0, size, MOST_AT_ONCE)
    )


def _series(name: str, procedure: str, begin: str, keep: str) -> str:
    """Return the function that plays games of a series and keeps something of each."""
    return SERIES.format(
        name=name,
        procedure=procedure,
        begin=begin,
        keep=keep,
        ahead=machine.AHEAD,
        size=STREAM_SIZE,
    )


def _imports_for(source: str) -> str:
    """Return the imports of the functions that a source calls."""
    names = set(NAME.findall(source))
    lines = []
    for part in (machine, ways, searches, imagined, hands, memory):
        own = {name for name in names if _is_of(getattr(part, name, None), part.__name__)}
        names -= own
        inner = "".join(f"    {name},\n" for name in sorted(own))
        if inner:
            lines.append(f"from {part.__name__} import (\n{inner})")
    return "\n".join(lines)


def _is_of(found: object, module: str) -> bool:
    """Return whether something is a function of a module."""
    return callable(found) and getattr(found, "__module__", module) == module


def _is_far(text: str) -> bool:
    """Return whether a function is called by its address."""
    return _name_of(text) in FAR_NAMES or _name_of(text).startswith(TREE)


def _name_of(text: str) -> str:
    """Return the name of a function."""
    found: list[str] = CALL.findall(text.split("\n", 1)[0])
    return found[0]


def _functions(source: str) -> list[str]:
    """Return the functions of a source one by one."""
    found: list[list[str]] = []
    for line in source.split("\n"):
        if line.startswith("def "):
            found.append([])
        if found and line.strip():
            found[-1].append(line)
    return ["\n".join(lines) for lines in found]


def _joined(functions: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return functions, those that are called once written where they are called.

    The compiler would optimise such a function by itself, once more within its caller, and so on.
    `others` are functions that may call them too.
    """
    calls = Counter(CALL.findall("\n".join([*functions, *others])))
    found = {_name_of(text[text.index("def ") :]): text for text in functions}
    for name in [name for name in found if name.startswith(JOINED) and calls[name] == 2]:
        call = re.compile(rf"^( +){name}\((.*)\)$", re.MULTILINE)
        for caller, text in found.items():
            place = call.search(text)
            if place is None:
                continue
            body = _body(found[name], place[2].split(", "), text)
            if body is not None:
                written = "\n".join(place[1] + line for line in body)
                found[caller] = text[: place.start()] + written + text[place.end() :]
                del found[name]
            break
    return list(found.values())


def _body(function: str, given: Sequence[str], caller: str) -> list[str] | None:
    """Return the lines of a function with what it is given; None where it cannot be written out."""
    head, *lines, end = function.split("\n")
    body = "\n".join(line.removeprefix(writer.INDENT) for line in lines)
    taken = [name for names in TAKEN.findall(body) for name in names.split(", ")]
    parameters = head[head.index("(") + 1 : head.index(")")].split(", ")
    is_whole = end.strip() == "return 0" and "return" not in body
    is_short = len(lines) + caller.count("\n") < MOST_JOINED
    is_plain = len(parameters) == len(given) and all(map(writer.is_plain, given))
    mixed = {*taken} & {*parameters, *given, *WORD.findall(caller)}
    if not (is_whole and is_short and is_plain) or mixed:
        return None
    value = dict(zip(parameters, given, strict=True))
    return WORD.sub(lambda word: value.get(word[0], word[0]), body).split("\n")


def _inlined(functions: Sequence[str], entry: str) -> set[str]:
    """Return the functions that are called once or short, and made part of their callers.

    Large ones stay apart, since each caller is optimised together with all that is part of it.
    """
    texts = {CALL.findall(text.split("\n", 1)[0])[0]: text for text in functions}
    calls = Counter(CALL.findall("\n".join([*functions, entry])))
    # Its own head counts too.
    once = {name for name in texts if calls[name] == 2 and not name.startswith(APART)}
    sizes: dict[str, int] = {}

    def size(name: str) -> int:
        if name not in sizes:
            sizes[name] = texts[name].count("\n")  # of one that leads back to itself
            inner = [
                other for other in CALL.findall(texts[name]) if other in once and other != name
            ]
            sizes[name] += sum(found for other in inner if (found := size(other)) <= MOST_INLINED)
        return sizes[name]

    short = {
        name
        for name, text in texts.items()
        if name.startswith(SHORT) and text.count("\n") < MOST_SHORT
    }
    return short | {name for name in once if size(name) <= MOST_INLINED}


def _compiled(text: str, inlined: set[str]) -> str:
    """Return a function with what makes it machine code."""
    # What is left out is taken over from the function that calls it first. Python calls none.
    (name,) = CALL.findall(text.split("\n", 1)[0])
    settings = f"forceinline={name in inlined}, no_cpython_wrapper=True, no_cfunc_wrapper=True"
    return f'@for_words\n@numba.njit(error_model="numpy", {settings})\n{text}\n\n\n'
