"""What the terms of the report mean, how its figures were found, and how to make it again."""

from __future__ import annotations

from collections.abc import Iterator

from certify.evidence.report.sections.method import write_command
from certify.present.composer import Composer
from certify.present.document import Column
from certify.present.markup import plain
from certify.present.quantity import COUNT
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.fairness.results.fairness import FairnessResult
from certify.studies.fairness.view import families_table, games_table

Term = tuple[str, str, str]
"""A term, what it means, and how it is computed."""

OF_SEATS: tuple[Term, ...] = (
    (
        "Equal strength",
        "All seats are played by the same player, so that what a seat wins more than another is "
        "due to the rules.",
        "",
    ),
    (
        "Win",
        "The seat is among the winners, and not all seats are level.",
        "games won / games",
    ),
    ("Draw", "All scores of a game are equal.", "draws / games"),
    ("Opens", "The seat is the first to decide alone, not asked together with others.", ""),
    (
        "Advantage of going first",
        "Share of games won by whoever is the first to decide alone, less that of any other seat.",
        "E[A − B / (P − 1)]",
    ),
)
OF_STRENGTH: tuple[Term, ...] = (
    (
        "Points",
        "Mean over the opponents of 1 for each who is behind, 1/2 for each who is level, 0 for "
        "each who is ahead; 1/2 is equal strength, however many play.",
        "",
    ),
    (
        "Meeting",
        "One player in every seat in turn on the same deals, all other seats taken by players of "
        "another kind. A deal with all its seatings is one observation.",
        "",
    ),
    (
        "Deals for 75 %, 95 %",
        "Deals after which the better player is ahead with that probability.",
        "(z sd / (points − 1/2))²",
    ),
    (
        "Rating",
        "Strength after Bradley and Terry on Elo’s scale: 400 for odds of 10 to 1; the first "
        "player of the study has 0.",
        'points = 1 / (1 + 10<super size="7" rise="2.6">(R′ − R) / 400</super>)',
    ),
)
OF_VARIANCE: tuple[Term, ...] = (
    (
        "Share due to the deal",
        "Luck that no player of the table can change: the cards and their order.",
        "deal / variance",
    ),
    (
        "Share due to the seating",
        "What changes with the players changing seats; between players of different strength it "
        "is skill.",
        "seating / variance",
    ),
    (
        "Interaction, rest",
        "What deal and seating do only together; and what is drawn later or chosen at random.",
        "",
    ),
)
OF_SKILL: tuple[Term, ...] = (
    (
        "Relative skill",
        "What the strongest player gains beyond a beginner, by the sum of that and of what a "
        "player who sees all cards gains beyond the strongest: 0 is chance alone, 1 skill alone.",
        "LE / (LE + RE)",
    ),
    (
        "Coin share",
        "The share of results that a coin would have to decide, the better player winning all "
        "others, for the same points.",
        "2 (1 − points)",
    ),
    (
        "Spread of the ratings",
        "Standard deviation of the ratings of the players of the study.",
        "",
    ),
)
OF_LENGTH: tuple[Term, ...] = (
    (
        "Decision",
        "The rules ask a player what to do; it counts even where a single option is left.",
        "",
    ),
    (
        "Limit",
        "Where the rules could go on for ever the model stops a game or a part of it; the number "
        "of times is told.",
        "",
    ),
)
OF_SOLVED: tuple[Term, ...] = (
    (
        "Value",
        "What the first seat scores on average if both play best.",
        "",
    ),
    (
        "Exploitability",
        "What best answers to both strategies gain together; 0 in equilibrium.",
        "",
    ),
)
OF_TESTS: tuple[Term, ...] = (
    (
        "p",
        "How likely a difference at least as large as the one found is, if there is none.",
        "",
    ),
    (
        "Interval, family",
        "The figures of a family lie within all their intervals together with the confidence "
        "stated.",
        "each at level a / m",
    ),
)


def write_method(composer: Composer, certification: FairnessCertification) -> None:
    """Write what the terms mean, how the figures were found, and how intervals are made."""
    result = certification.fairness
    composer.section("Definitions and method")
    composer.subsection("Identification, deviations and exclusions", in_contents=False)
    composer.bullets(list(_identified(certification)))
    composer.subsection("Definitions")
    composer.table(
        "Terms",
        [Column("Term", 34, "bold"), Column("Meaning", 92), Column("Computed as", 46)],
        list(_terms(result)),
        breakable=True,
    )
    composer.subsection("Method")
    composer.text(
        "The rules are read from the spec and played by a program that is made from it; the test "
        "suite of the engine compares that program with a plain interpreter of the same rules, "
        "decision by decision. Every figure follows "
        f"from the games asked for and the seed {result.seed} alone, whatever the machine and the "
        "number of its processors. Sums of results are exact whole numbers."
    )
    composer.bullets(list(_methods(result)))
    _write_families(composer, result)


def _identified(certification: FairnessCertification) -> Iterator[str]:
    """Yield what method it is, what deviates, what is left out, and the plan of the sample."""
    result, extent = certification.fairness, certification.extent
    yield (
        f"<b>Method.</b> certify {plain(certification.engine_version)}, reports/METHOD.md of this "
        "version, section 13; the engine by the SHA-256 of the first page."
    )
    changes = ", ".join(f"{plain(name)} = {plain(value)}" for name, value in certification.changed)
    yield f"<b>Deviations</b> from the spec as issued: {changes or 'none'}."
    left_out = plain(", ".join(extent.left_out).replace("_", " "))
    yield (
        "<b>Exclusions</b>: as the scope says"
        + (f"; parts of the study that were left out: {left_out}." if left_out else ".")
    )
    yield (
        f"<b>Sampling plan</b>: {COUNT(extent.games)} games of each play without search, about "
        f"{COUNT(extent.search_games)} in all with search, fewer where games are long by a rule "
        f"that looks at their lengths alone; seed {result.seed}; fixed before anything was played."
    )


def _has(result: FairnessResult, part: str) -> bool:
    """Return whether any number of players has a part of the study."""
    return any(getattr(table, part) for table in result.tables)


def _terms(result: FairnessResult) -> Iterator[Term]:
    """Yield the terms that the report uses."""
    for part, terms in (
        ("equal", OF_SEATS),
        ("meetings", OF_STRENGTH),
        ("shares", OF_VARIANCE),
        ("skill", OF_SKILL),
        ("lengths", OF_LENGTH),
    ):
        if _has(result, part):
            yield from terms
    if result.solved:
        yield from OF_SOLVED
    yield from OF_TESTS


def _methods(result: FairnessResult) -> Iterator[str]:
    """Yield how the figures of each part were found, as markup."""
    yield (
        "<b>Players that search</b> use Monte Carlo tree search over information sets: for each "
        "decision the cards that the player cannot see are dealt as they may lie, moves are chosen "
        "by upper confidence bounds in a tree that is kept for what the player knows, and games "
        "are played on from its leaves. No game has an evaluation of its own."
    )
    yield (
        "<b>Shares and means.</b> Shares of games have the intervals of Clopper and Pearson "
        "(Biometrika 26, 1934), means those of Student’s t; for points some observations of 0 and "
        "of 1 are added first, after Agresti and Coull (The American Statistician 52, 1998)."
    )
    if _has(result, "equal"):
        yield (
            "<b>Seats.</b> Equal shares of wins are tested by Wald’s chi-square (Transactions of "
            "the American Mathematical Society 54, 1943) with the covariances of seats of the same "
            "game, computed in fractions; their rank is the number of degrees of freedom."
        )
    if _has(result, "meetings"):
        yield (
            "<b>Meetings.</b> Deals are independent observations. The p of all meetings of a table "
            "are adjusted by Holm’s method (Scandinavian Journal of Statistics 6, 1979)."
        )
    if _has(result, "ratings"):
        yield (
            "<b>Ratings</b> are the likeliest under the model of Bradley and Terry (Biometrika 39, "
            "1952). Their intervals come from the variances of the points that were found, since "
            "points of a deal vary less or more than coins would."
        )
    if _has(result, "shares"):
        yield (
            "<b>Variance.</b> Each deal is played in several seatings, and each of these several "
            "times with other chance in what players do. Components follow from the mean squares "
            "(Scheffé, The Analysis of Variance, 1959); components below 0 are put at 0. Intervals "
            "come from samples of deals with replacement (Efron, The Annals of Statistics 7, 1979)."
        )
    if _has(result, "skill"):
        yield (
            "<b>Relative skill</b> is that of Dreef, Borm and van der Genugten (Mathematical "
            "Methods of Operations Research 59, 2004); its interval is Fieller’s (Journal of the "
            "Royal Statistical Society B 16, 1954). The coin is the second benchmark of Duersch, "
            "Lambrecht and Oechssler (European Economic Review 127, 2020)."
        )
        yield (
            "<b>Tests used in law</b> are answered from ends of intervals: <i>skill</i> or "
            "<i>chance</i> where the figures fall to that side, <i>mixed</i> between the two, "
            "<i>open</i> where nothing was played that tells or where figures cannot."
        )
    if _has(result, "use"):
        yield (
            "<b>Use of the rules</b> is counted by the interpreter, element by element of the spec."
        )
    if _has(result, "sensitivity"):
        yield (
            "<b>Other settings</b> are played one at a time. The p of an effect is the smallest of "
            "its four figures, adjusted for their number by Bonferroni."
        )
    if result.solved:
        yield (
            "<b>Cut-down versions</b> are laid out as whole trees and solved as the section on "
            "them says; their values are checked by other means, named there."
        )
    yield "METHOD.md, section 13, has formulas and derivations."


def _write_families(composer: Composer, result: FairnessResult) -> None:
    """Write how the intervals of each number of players are made."""
    if not result.tables:
        return
    composer.subsection("Games and intervals")
    if games := games_table(result):
        composer.put(games)
    told: dict[str, list[int]] = {}
    for table in result.tables:
        told.setdefault(table.family.method, []).append(table.players)
    for method in told:
        composer.text(f"{plain(method.rstrip('.'))}.")
    composer.put(families_table(result))


def write_reproduction(composer: Composer, certification: FairnessCertification) -> None:
    """Write the command and the hashes to compare."""
    write_command(
        composer,
        certification,
        [("Source text", plain(certification.source.sha256))],
        certification.paytables,
    )
