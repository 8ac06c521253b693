"""Compositions that were drawn at random, as a file."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Compositions:
    """Compositions that were drawn, and what they come to.

    Attributes
    ----------
    cards, names : tuple of str
        The kinds of cards, and the figures.
    counts, figures : ndarray, shape (shoes, strata, kinds) and (shoes, strata, figures)
        Cards that are left, and what they come to.
    dealt : ndarray of int, shape (shoes, strata)
        Cards that are gone.
    """

    cards: tuple[str, ...]
    names: tuple[str, ...]
    counts: NDArray[np.int64]
    dealt: NDArray[np.int64]
    figures: NDArray[np.float64]


def compositions_csv(drawn: Compositions) -> bytes:
    """Return compositions, one a line: shoe, stratum, cards gone and left, figures."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["shoe", "stratum", "dealt", *drawn.cards, *drawn.names])
    whole = zip(drawn.counts, drawn.dealt, drawn.figures, strict=True)
    for shoe, (left, gone, figures) in enumerate(whole, start=1):
        for stratum, row in enumerate(zip(left, gone, figures, strict=True), start=1):
            writer.writerow([shoe, stratum, int(row[1]), *row[0].tolist(), *row[2].tolist()])
    return text.getvalue().encode()
