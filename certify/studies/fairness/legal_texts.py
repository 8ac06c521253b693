"""Legal tests of skill and chance, used or proposed: what each asks, and its source.

In our own words. For the first four the review by Cabot, Light and Rutledge is cited, which lists
them; which of them applies in a place is for its own law to say.
"""

from __future__ import annotations

from dataclasses import dataclass

CABOT = (
    "Cabot, Light and Rutledge, Alex Rodriguez, a Monkey, and the Game of Scrabble, 57 Drake Law"
    " Review 383 (2009)"
)
MORROW = "Morrow v. State, 511 P.2d 127 (Alaska 1973)"
LEVITT = (
    "Levitt, Miles and Rosenfield, Is Texas Hold 'Em a Game of Chance? A Legal and Economic"
    " Analysis, 101 Georgetown Law Journal 581 (2013)"
)


@dataclass(frozen=True)
class Asked:
    """A legal test before it is answered: what it asks, and who asks it where (`source`)."""

    id: str
    title: str
    definition: str
    source: str


PREDOMINANCE = Asked(
    "predominance",
    "Predominance, or dominant factor",
    "Does skill or does chance have the larger part in who wins?",
    f"{CABOT}, part IV.A, p. 390; {MORROW}",
)
MATERIAL = Asked(
    "material-element",
    "Material element",
    "Does chance have more than an incidental part in who wins, even if skill has the larger one?",
    f"{CABOT}, part IV.B, p. 392",
)
ANY_CHANCE = Asked(
    "any-chance",
    "Any chance",
    "Does chance have any part at all in who wins?",
    f"{CABOT}, part IV.C, p. 393",
)
INSTINCT = Asked(
    "gambling-instinct",
    "Gambling instinct",
    "Does the game appeal to the wish to gamble, whatever decides it?",
    f"{CABOT}, part IV.D, p. 393",
)
POSSIBLE = Asked(
    "morrow-1",
    "Morrow, first factor",
    "Can players use skill, and do they see enough to judge by?",
    MORROW,
)
POSSESSED = Asked(
    "morrow-2",
    "Morrow, second factor",
    "Do players have the occasion to use that skill, and do players in general have it?",
    MORROW,
)
GOVERNS = Asked(
    "morrow-3",
    "Morrow, third factor",
    "Do skill and effort govern the result sufficiently?",
    MORROW,
)
KNOWN = Asked(
    "morrow-4",
    "Morrow, fourth factor",
    "Do players know the standard of skill, and does that standard govern the result?",
    MORROW,
)
EQUAL_BASIS = Asked(
    "equal-basis",
    "Players on an equal basis",
    "Do all players compete on an equal basis, each with a hand and decisions of their own?",
    "Washington Administrative Code, WAC 230-15-030(3)(c)",
)
PAYOFFS = Asked(
    "data-1",
    "Data test: equal expectations",
    "Do all players expect the same result? In a game of pure chance they do.",
    LEVITT,
)
PREDICTED = Asked(
    "data-2",
    "Data test: foreseeable results",
    "Does what is known of players beforehand tell who will do better? In pure chance it does not.",
    LEVITT,
)
ACTIONS = Asked(
    "data-3",
    "Data test: effect of decisions",
    "Do the decisions of players change their results? In pure chance they do not.",
    LEVITT,
)
PERSISTENT = Asked(
    "data-4",
    "Data test: persistent results",
    "Do players who did well go on doing well? In pure chance they do not.",
    LEVITT,
)
LONG_RUN = Asked(
    "long-run",
    "Skill in the long run",
    "Does skill tell once enough games are played, though chance may decide any single one?",
    "United States v. DiCristina, 886 F. Supp. 2d 164 (E.D.N.Y. 2012), reversed on other grounds,"
    " 726 F.3d 92 (2d Cir. 2013)",
)
RELATIVE = Asked(
    "relative-skill",
    "Relative skill",
    "Of what could be gained beyond a beginner, which part is gained by learning, and not by"
    " knowing the cards? 0 is pure chance and 1 pure skill; no limit is set here.",
    "Dreef, Borm and van der Genugten, Measuring skill in games: several approaches discussed,"
    " Mathematical Methods of Operations Research 59 (2004) 375-391, doi:10.1007/s001860400347",
)
CHESS = Asked(
    "50-percent-chess",
    "50 % chess",
    "Does the better player gain more than where a coin decides every second game, and the better"
    " player wins the others?",
    "Duersch, Lambrecht and Oechssler, Measuring skill and chance in games, European Economic"
    " Review 127 (2020) 103472, doi:10.1016/j.euroecorev.2020.103472",
)
