"""Effects of other settings and of alternatives of rulings."""

from __future__ import annotations

from certify.results import Assignment, Estimate, Result


class SettingEffect(Result):
    """Effect of another setting or alternative, with one player in all seats.

    Attributes
    ----------
    changes
        Changes of these figures (wins of the first seat, draws, advantage of going first,
        decisions) from the rules as certified; or from the length of the spec in `within`, if the
        setting is another way to play that.
    p
        Least p of no change among them, adjusted by Bonferroni.
    within
        Name of a length of the spec, or empty.
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
