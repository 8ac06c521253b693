"""Eight numbers side by side, which kernels hold and add at once.

A loop over eight neighbours of an array is left by the compiler as eight loops of one, wherever it
cannot tell arrays apart, and writes each sum back to memory. So they are written as instructions
here: a processor has registers for eight numbers, or two for four each. Kernels add, subtract and
multiply eights by the usual signs, with each other and with numbers, which count for all eight.

Places are counted in eights, in arrays of float64 without gaps. Nothing is checked.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from certify.numerics.jit import compiler, instruction

FloatMatrix = npt.NDArray[np.float64]

LANES = 8
BYTES = 8
"""Of a number."""

SIGNS: dict[Any, str] = {
    operator.add: "fadd",
    operator.iadd: "fadd",
    operator.sub: "fsub",
    operator.mul: "fmul",
}
"""The instruction of each sign."""


def rows_of_lanes(rows: int) -> FloatMatrix:
    """Return rows of eight zeros, none of them in two lines of the processor's memory.

    Parameters
    ----------
    rows : int
        Number of rows.

    Returns
    -------
    ndarray of float64, shape (rows, 8)
        The rows.

    Notes
    -----
    Conditioning: none.
    Method: a slice of a longer array, from the first place on that is a multiple of 64 bytes.
    Error: none.
    Source: definition.
    """
    room = np.zeros((rows + 1) * LANES)
    first = -room.ctypes.data // BYTES % LANES
    return room[first : first + rows * LANES].reshape(rows, LANES)


@cache
def _lanes() -> Any:
    """Return the type of eight numbers that are held at once, of which numba knows from then on."""
    compiler()
    from llvmlite import ir
    from numba.core import types
    from numba.core.datamodel import models
    from numba.extending import register_model

    class Lanes(types.Type):
        def __init__(self) -> None:
            cast(Any, super()).__init__(name="Lanes")

    @register_model(Lanes)
    class Model(models.PrimitiveModel):
        def __init__(self, manager: Any, kind: Any) -> None:
            cast(Any, super()).__init__(manager, kind, ir.VectorType(ir.DoubleType(), LANES))

    for sign, write in SIGNS.items():
        _teach(sign, write, Lanes())
    return Lanes()


def _teach(sign: Any, write: str, lanes: Any) -> None:
    """Have numba know a sign between eights, and between eights and a number."""
    from numba.core import types
    from numba.core.registry import cpu_target
    from numba.extending import lower_builtin, type_callable

    @type_callable(sign)
    def kind_of(_context: Any) -> Any:
        return lambda one, other: lanes if lanes in (one, other) else None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pair = zip(signature.args, arguments, strict=True)
        return getattr(builder, write)(*(_eight(context, builder, *each) for each in pair))

    for kinds in ((lanes, lanes), (lanes, types.Number), (types.Number, lanes)):
        cast(Any, lower_builtin)(sign, *kinds)(generate)
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def _eight(context: Any, builder: Any, kind: Any, given: Any) -> Any:
    """Return eights as they are, and a number eight times."""
    from llvmlite import ir
    from numba.core import types

    if kind == _lanes():
        return given
    number = context.cast(builder, given, kind, types.float64)
    nothing = ir.Constant(ir.VectorType(number.type, LANES), ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, everywhere)


def _pointer(context: Any, builder: Any, kind: Any, rows: Any, place: Any) -> Any:
    from llvmlite import ir

    word = ir.IntType(64)
    if place.type != word:
        place = builder.zext(place, word)
    first = builder.mul(place, ir.Constant(word, LANES))
    found = builder.gep(context.make_array(kind)(context, builder, rows).data, [first])
    return builder.bitcast(found, ir.VectorType(ir.DoubleType(), LANES).as_pointer())


def _loaded(context: Any, builder: Any, kind: Any, rows: Any, place: Any) -> Any:
    found = builder.load(_pointer(context, builder, kind, rows, place))
    found.align = BYTES
    return found


@instruction
def zeros(_typing: Any) -> Any:
    """Return eight zeros."""

    def generate(context: Any, _builder: Any, signature: Any, _arguments: Any) -> Any:
        return context.get_constant_null(signature.return_type)

    return _lanes()(), generate


@instruction
def lanes_at(_typing: Any, rows: Any, place: Any) -> Any:
    """Return the eight numbers at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _loaded(context, builder, signature.args[0], *arguments)

    return _lanes()(rows, place), generate


@instruction
def put(_typing: Any, lanes: Any, rows: Any, place: Any) -> Any:
    """Write eight numbers to a place."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, rows, place = arguments
        pointer = _pointer(context, builder, signature.args[1], rows, place)
        builder.store(lanes, pointer).align = BYTES
        return context.get_dummy_value()

    return types.void(lanes, rows, place), generate


@instruction
def everywhere(_typing: Any, number: Any) -> Any:
    """Return a number eight times."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _eight(context, builder, signature.args[0], *arguments)

    return _lanes()(number), generate


@instruction
def where_larger(_typing: Any, one: Any, other: Any, then: Any, otherwise: Any) -> Any:
    """Return, eight times, the third where the first is larger than the second, else the last."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pairs = zip(signature.args, arguments, strict=True)
        one, other, *choices = (_eight(context, builder, *each) for each in pairs)
        return builder.select(builder.fcmp_ordered(">", one, other), *choices)

    return _lanes()(one, other, then, otherwise), generate
