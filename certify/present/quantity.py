"""Numbers as they are shown, which still know what they are."""

from __future__ import annotations

from typing import Self


class Number(str):
    """A number as it is shown.

    Attributes
    ----------
    value : float
        The number at full precision, in the unit in which it is shown.
    """

    __slots__ = ("value",)
    value: float

    @classmethod
    def of(cls, value: float, text: str) -> Self:
        """Return a number.

        Parameters
        ----------
        value : float
            The number.
        text : str
            What is shown of it.

        Returns
        -------
        Number
            The text, with the number.
        """
        number = cls(text)
        number.value = value
        return number
