"""What a designer asks first, and examples that are questions with their commands."""

from __future__ import annotations

QUESTIONS = (
    (
        "Which payment gives an edge of 2.5 %?",
        "certify whatif blackjack-burnout --solve burnout_payment \\\n      --target edge=2.5%",
    ),
    (
        "Which Bonus paytable returns 94 % with eight decks?",
        "certify whatif blackjack-burnout --set decks=8 \\\n"
        "      --solve 'bonus.*.pays' --target rtp=94%",
    ),
    (
        "What if the dealer stands on soft 17?",
        "certify whatif blackjack-burnout --set dealer_hits_soft_17=false",
    ),
)
"""What a designer asks first, and the command that answers it."""


def answers(*questions: tuple[str, str]) -> str:
    """Return examples as questions, each with the command that answers it.

    Parameters
    ----------
    *questions : tuple of str
        A question and a complete command line.

    Returns
    -------
    str
        A block that click prints as it stands.
    """
    lines = [line for asked, command in questions for line in (f"  {asked}", f"    {command}")]
    return "\n".join(["\b", "Examples:", *lines])
