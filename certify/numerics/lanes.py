"""Eight numbers side by side, which kernels hold and add at once.

A loop over eight neighbours of an array is left by the compiler as eight loops of one, wherever it
cannot tell arrays apart, and writes each sum back to memory. So they are written as instructions
here: a processor has registers for eight numbers, or two for four each.

Places are counted in eights, in arrays of float64 without gaps. Nothing is checked.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from certify.numerics.jit import compiler, instruction

FloatMatrix = npt.NDArray[np.float64]

LANES = 8
BYTES = 8
"""Of a number."""


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

    return Lanes()


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
def plus(_typing: Any, lanes: Any, factor: Any, rows: Any, place: Any) -> Any:
    """Return eight numbers plus a factor times those at a place."""
    from llvmlite import ir

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, factor, rows, place = arguments
        values = _loaded(context, builder, signature.args[2], rows, place)
        nothing = ir.Constant(values.type, ir.Undefined)
        first = builder.insert_element(nothing, factor, ir.Constant(ir.IntType(32), 0))
        everywhere = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        factors = builder.shuffle_vector(first, nothing, everywhere)
        return builder.fadd(lanes, builder.fmul(factors, values))

    return _lanes()(lanes, factor, rows, place), generate


@instruction
def plus_product(
    _typing: Any, lanes: Any, rows: Any, place: Any, others: Any, other_place: Any
) -> Any:
    """Return eight numbers plus those at a place times those at another."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, rows, place, others, other_place = arguments
        values = _loaded(context, builder, signature.args[1], rows, place)
        factors = _loaded(context, builder, signature.args[3], others, other_place)
        return builder.fadd(lanes, builder.fmul(values, factors))

    return _lanes()(lanes, rows, place, others, other_place), generate
