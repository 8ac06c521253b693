"""The front of many choices: those that no other beats."""

# Kernels are typed by numba at run time, not by annotations.
# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from certify.numerics.jit import kernel

Column = npt.NDArray[Any]

LARGEST = 2**62


def front_of(objectives: Sequence[Column]) -> npt.NDArray[np.bool_]:
    """Mark the choices that no other beats: as good in every objective, and better in one.

    Parameters
    ----------
    objectives : sequence of ndarray, each of shape (choices,)
        Integers, machine words or Python's own; less is better in each.

    Returns
    -------
    ndarray of bool, shape (choices,)
        True of the front; choices that are equal in every objective are in it together.

    Notes
    -----
    Conditioning: none; the choices are those that are given.
    Method: objectives become ranks; in ascending order nothing is beaten by what comes after it, so
        that each choice is held against the front found so far.
    Error: none; only integers are compared.
    Source: Kung, Luccio and Preparata, On finding the maxima of a set of vectors, Journal of the
        ACM 22, 1975; here without their division, since fronts are short.
    """
    ranks, sizes = [], []
    for objective in objectives:
        found, rank = np.unique(objective, return_inverse=True)
        ranks.append(rank.reshape(-1).astype(np.int64))
        sizes.append(len(found))
    rows = np.stack(ranks, axis=1)
    different, place = _different(rows, sizes)
    kept = np.zeros(len(different), dtype=np.bool_)
    _mark(np.ascontiguousarray(different), kept)
    marked: npt.NDArray[np.bool_] = kept[place]
    return marked


def _different(rows: Column, sizes: Sequence[int]) -> tuple[Column, Column]:
    """Return the different rows in ascending order, and by row which of them it is."""
    code, product = np.zeros(len(rows), dtype=np.int64), 1
    for column, size in enumerate(sizes):
        product *= size
        code = code * size + rows[:, column]
    if product >= LARGEST:
        different, place = np.unique(rows, axis=0, return_inverse=True)
        return different, place.reshape(-1)
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    return rows[first], place.reshape(-1)


@kernel
def _mark(rows, kept):
    """Mark the rows that no row before them is at most in every column; rows ascend, all differ.

    What has beaten a row is looked at first for the next, since neighbours are beaten by the same.
    """
    front = np.empty(len(rows), dtype=np.int64)
    number = 0
    for row in range(len(rows)):
        is_beaten = False
        for place in range(number):
            other = front[place]
            beats = True
            for column in range(rows.shape[1]):
                if rows[other, column] > rows[row, column]:
                    beats = False
                    break
            if beats:
                for before in range(place, 0, -1):
                    front[before] = front[before - 1]
                front[0] = other
                is_beaten = True
                break
        if not is_beaten:
            front[number] = row
            number += 1
            kept[row] = True
