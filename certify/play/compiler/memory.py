"""The machine's words: loads, stores and bit counts that compiled play is made of.

A game in play is one block of memory, given by its address: words of 64 bits, and cards of 16 bits
at offsets counted in cards. Written as LLVM instructions, since an array would be checked for
negative positions at every access, and numba has no 128-bit product and no bit count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import extending, types
from numba.core.registry import cpu_target

WORD = ir.IntType(64)
CARD = ir.IntType(16)
HALF = ir.IntType(32)
BYTE = ir.IntType(8)
DOUBLE_WORD = ir.IntType(128)
INTEGER = types.int64
PAIR: Any = cast(Any, types).UniTuple(INTEGER, 2)


def intrinsic(function: Callable[..., Any]) -> Callable[..., int]:
    """Make of a function that writes instructions one that numba's code can call."""
    return cast(Callable[..., int], extending.intrinsic(function))


def _pointer(builder: Any, block: Any, place: Any, kind: Any) -> Any:
    base = builder.inttoptr(block, kind.as_pointer())
    return builder.gep(base, [place])


def _loading(kind: Any) -> Any:
    def load(_typing: Any, _block: Any, _place: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            block, place = arguments
            found = builder.load(_pointer(builder, block, place, kind))
            return found if kind is WORD else builder.zext(found, WORD)

        return INTEGER(INTEGER, INTEGER), generate

    return load


def _storing(kind: Any) -> Any:
    def store(_typing: Any, _block: Any, _place: Any, _value: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            block, place, value = arguments
            if kind is not WORD:
                value = builder.trunc(value, kind)
            builder.store(value, _pointer(builder, block, place, kind))
            return context.get_dummy_value()

        return types.void(INTEGER, INTEGER, INTEGER), generate

    return store


load = intrinsic(_loading(WORD))
load_card = intrinsic(_loading(CARD))
load_half = intrinsic(_loading(HALF))
load_byte = intrinsic(_loading(BYTE))
store = intrinsic(_storing(WORD))
store_card = intrinsic(_storing(CARD))


def _of_words(number: int, name: str) -> Any:
    """Return an instruction of one word or two, by the name that its builder gives it."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return getattr(builder, name)(*arguments)

    def of_one(_typing: Any, _word: Any) -> Any:
        return INTEGER(INTEGER), generate

    def of_two(_typing: Any, _left: Any, _right: Any) -> Any:
        return INTEGER(INTEGER, INTEGER), generate

    return of_one if number == 1 else of_two


count_bits = intrinsic(_of_words(1, "ctpop"))
"""How many bits of a word are set."""
reverse_bits = intrinsic(_of_words(1, "bitreverse"))
"""A word with its lowest bit last."""
shift_down = intrinsic(_of_words(2, "lshr"))
"""A word shifted to its lowest bit, zeros behind; by less than 64 places."""
add_wrapping = intrinsic(_of_words(2, "add"))
"""A sum of words, less what does not fit into one."""
quotient = intrinsic(_of_words(2, "sdiv"))
"""A quotient without its fraction; of a constant divisor without a branch."""


@intrinsic
def lowest_bit(_typing: Any, _word: Any) -> Any:
    """Return the position of the lowest bit that is set; of none, 64."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return INTEGER(INTEGER), generate


@intrinsic
def highest_bit(_typing: Any, _word: Any) -> Any:
    """Return the position of the highest bit that is set; of none, -1."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(WORD, 63), zeros)

    return INTEGER(INTEGER), generate


SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")
"""Processors that put bits into the places of others, but one by one."""

_, PROCESSOR, FEATURES = cpu_target.target_context.codegen().magic_tuple()
HAS_DEPOSIT = "+bmi2" in FEATURES.split(",") and PROCESSOR not in SLOW_DEPOSIT
"""Whether the processor that code is made for puts bits into the places of others in one step."""


@intrinsic
def deposit_at_once(_typing: Any, _bits: Any, _places: Any) -> Any:
    """Put the lowest bits of a word into the places of the bits set in another, in order."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, arguments)

    return INTEGER(INTEGER, INTEGER), generate


FAR_ARGUMENTS = 5
"""Of a function that is called by its address."""


@intrinsic
def call_far(
    _typing: Any, _at: Any, _one: Any, _two: Any, _three: Any, _four: Any, _five: Any
) -> Any:
    """Call a function of five words by its address.

    A function called by name is optimised again inside every caller; this one is not.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        at, *given = arguments
        kind = ir.FunctionType(WORD, [WORD] * FAR_ARGUMENTS)
        return builder.call(builder.inttoptr(at, kind.as_pointer()), given)

    return INTEGER(*[INTEGER] * (FAR_ARGUMENTS + 1)), generate


MIXERS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""Odd numbers without a pattern: that of Philox's keys, and those of the SplitMix64 finaliser."""


@intrinsic
def mix(_typing: Any, _left: Any, _right: Any) -> Any:
    """Return a hash of two words, in which their order counts."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        left, right = arguments
        step, *multipliers = (ir.Constant(WORD, number) for number in MIXERS)
        word = builder.add(builder.mul(builder.add(left, step), step), right)
        for multiplier, shift in zip(multipliers, (30, 27), strict=True):
            word = builder.xor(word, builder.lshr(word, ir.Constant(WORD, shift)))
            word = builder.mul(word, multiplier)
        return builder.xor(word, builder.lshr(word, ir.Constant(WORD, 31)))

    return INTEGER(INTEGER, INTEGER), generate


@intrinsic
def divide_small(_typing: Any, _number: Any, _divisor: Any) -> Any:
    """Return a quotient of numbers below 2**32, which takes a quarter of the time of words."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        number, divisor = (builder.trunc(argument, HALF) for argument in arguments)
        return builder.zext(builder.udiv(number, divisor), WORD)

    return INTEGER(INTEGER, INTEGER), generate


@intrinsic
def copy_words(_typing: Any, _block: Any, _target: Any, _source: Any, _number: Any) -> Any:
    """Copy words within a block; the two places do not overlap."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        block, target, source, number = arguments
        pointers = [
            builder.bitcast(_pointer(builder, block, place, WORD), BYTE.as_pointer())
            for place in (target, source)
        ]
        size = builder.mul(number, ir.Constant(WORD, 8))
        kinds = [BYTE.as_pointer(), BYTE.as_pointer(), WORD]
        function = builder.module.declare_intrinsic("llvm.memcpy", kinds)
        builder.call(function, [*pointers, size, ir.Constant(ir.IntType(1), 0)])
        return context.get_dummy_value()

    return types.void(INTEGER, INTEGER, INTEGER, INTEGER), generate


def _overflowing(name: str) -> Any:
    def operate(_typing: Any, _left: Any, _right: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            result = ir.LiteralStructType([WORD, ir.IntType(1)])
            kind = ir.FunctionType(result, [WORD, WORD])
            function = builder.module.globals.get(f"llvm.{name}.with.overflow.i64")
            if function is None:
                function = ir.Function(builder.module, kind, f"llvm.{name}.with.overflow.i64")
            found = builder.call(function, arguments)
            parts = [builder.extract_value(found, 0)]
            parts.append(builder.zext(builder.extract_value(found, 1), WORD))
            return context.make_tuple(builder, PAIR, parts)

        return PAIR(INTEGER, INTEGER), generate

    return operate


add_overflowing: Callable[[int, int], tuple[int, int]] = cast(Any, intrinsic)(_overflowing("sadd"))
subtract_overflowing: Callable[[int, int], tuple[int, int]] = cast(Any, intrinsic)(
    _overflowing("ssub")
)
multiply_overflowing: Callable[[int, int], tuple[int, int]] = cast(Any, intrinsic)(
    _overflowing("smul")
)


@intrinsic
def add_product(_typing: Any, _block: Any, _place: Any, _left: Any, _right: Any) -> Any:
    """Add a product to a sum of 128 bits, which lies in two words, the low one first."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        block, place, left, right = arguments
        above = builder.add(place, ir.Constant(WORD, 1))
        low, high = _pointer(builder, block, place, WORD), _pointer(builder, block, above, WORD)
        bits = ir.Constant(DOUBLE_WORD, 64)
        total = builder.or_(
            builder.zext(builder.load(low), DOUBLE_WORD),
            builder.shl(builder.zext(builder.load(high), DOUBLE_WORD), bits),
        )
        factors = [builder.sext(factor, DOUBLE_WORD) for factor in (left, right)]
        total = builder.add(total, builder.mul(*factors))
        builder.store(builder.trunc(total, WORD), low)
        builder.store(builder.trunc(builder.lshr(total, bits), WORD), high)
        return context.get_dummy_value()

    return types.void(INTEGER, INTEGER, INTEGER, INTEGER), generate


PHILOX_MULTIPLIERS = (0xD2E7470EE14C6C93, 0xCA5A826395121157)
PHILOX_KEYS = (0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)
PHILOX_ROUNDS = 10
STREAM_COUNTER, STREAM_POSITION, STREAM_WORDS = 2, 3, 4
"""Of a stream in a block, after its two keys: counter, next half word, and four random words."""

STREAM_SIZE = 8
LINE = 8
"""Words that a processor fetches together."""


@intrinsic
def next_words(_typing: Any, _block: Any, _stream: Any) -> Any:
    """Draw the next four words of a stream: Philox 4x64 with ten rounds, as numpy numbers them."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        _philox(builder, *arguments)
        return context.get_dummy_value()

    return types.void(INTEGER, INTEGER), generate


@intrinsic
def next_words_apart(_typing: Any, _block: Any, _stream: Any) -> Any:
    """Do the same in a function that is no part of its callers: what is rare is not in the way."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        name = "certify_next_words"
        function = builder.module.globals.get(name)
        if function is None:
            kind = ir.FunctionType(ir.VoidType(), [WORD, WORD])
            function = ir.Function(builder.module, kind, name)
            function.linkage = "internal"
            function.attributes.add("noinline")
            inner = ir.IRBuilder(function.append_basic_block())
            _philox(inner, *function.args)
            inner.ret_void()
        builder.call(function, arguments)
        return context.get_dummy_value()

    return types.void(INTEGER, INTEGER), generate


def _philox(builder: Any, block: Any, stream: Any) -> None:
    """Write the instructions that draw the next four words of a stream."""

    def at(offset: int) -> Any:
        place = builder.add(stream, ir.Constant(WORD, offset))
        return _pointer(builder, block, place, WORD)

    keys = [builder.load(at(0)), builder.load(at(1))]
    counter = builder.add(builder.load(at(STREAM_COUNTER)), ir.Constant(WORD, 1))
    builder.store(counter, at(STREAM_COUNTER))
    zero = ir.Constant(WORD, 0)
    words = [counter, zero, zero, zero]
    for turn in range(PHILOX_ROUNDS):
        if turn:
            keys = [
                builder.add(key, ir.Constant(WORD, step))
                for key, step in zip(keys, PHILOX_KEYS, strict=True)
            ]
        halves = []
        for multiplier, word in zip(PHILOX_MULTIPLIERS, (words[0], words[2]), strict=True):
            product = builder.mul(
                builder.zext(word, DOUBLE_WORD), ir.Constant(DOUBLE_WORD, multiplier)
            )
            high = builder.trunc(builder.lshr(product, ir.Constant(DOUBLE_WORD, 64)), WORD)
            halves.append((high, builder.trunc(product, WORD)))
        (high0, low0), (high1, low1) = halves
        words = [
            builder.xor(builder.xor(high1, words[1]), keys[0]),
            low1,
            builder.xor(builder.xor(high0, words[3]), keys[1]),
            low0,
        ]
    for number, word in enumerate(words):
        builder.store(word, at(STREAM_WORDS + number))
