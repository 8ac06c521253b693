"""What other settings and readings of the rules change."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result


class SettingEffect(Result):
    """What another setting or reading does, all seats played by one player.

    Attributes
    ----------
    settings : tuple of Assignment
        What is changed.
    text : str
        The alternative in words.
    rulings : tuple of str
        Rulings and assumptions that it belongs to.
    player : str
        Who plays all seats.
    games : int
        How many games.
    win_first_seat, draw, first_advantage, decisions : Estimate
        Figures with the setting.
    changes : tuple of float
        Their differences from the rules as certified, in the same order; from the length of the
        spec in `within`, if the setting is another way to play that.
    p : float
        Smallest p of no difference among them, adjusted by Bonferroni.
    within : str
        Name of a length of the spec, or none.
    """

    settings: tuple[Assignment, ...]
    text: str
    rulings: tuple[str, ...]
    player: str
    games: int
    win_first_seat: Estimate
    draw: Estimate
    first_advantage: Estimate
    decisions: Estimate
    changes: tuple[float, float, float, float]
    p: float
    within: str = ""
