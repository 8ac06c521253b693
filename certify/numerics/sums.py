"""Compensated sums inside kernels."""

from __future__ import annotations

from certify.numerics.jit import inline


@inline
def two_sum(first: float, second: float) -> tuple[float, float]:
    """Return the rounded sum of two numbers and its rounding error.

    Parameters
    ----------
    first, second : float
        The numbers.

    Returns
    -------
    tuple of float
        ``(total, error)`` with ``first + second == total + error`` exactly.

    Notes
    -----
    Conditioning: none.
    Method: six operations without a branch.
    Error: none, barring overflow.
    Source: Knuth, The Art of Computer Programming, volume 2, third edition, section 4.2.2.
    """
    total = first + second
    part = total - first
    error = (first - (total - part)) + (second - part)
    return total, error
