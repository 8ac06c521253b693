"""What authorities ask a report to contain, and where a report answers: data, not a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.item.matrix import FIRST_PAGE, MatrixEntry, Status
from certify.studies.item.result import CertifiedItem

PARTIES, CONFORMITY, SCOPE = "Parties", "Statement of conformity", "Scope and exclusions"
METHOD, REPRODUCE = "Method", "How to reproduce"
METHOD_BETWEEN = "Definitions and method"
CARRIES = "What this file carries"
RESULTS, ODDS, DISTRIBUTION = "Results in detail", "Odds of every wager", "Distribution of a round"
BONUS, RULES, PAYTABLES, RULINGS = "Bonus wagers", "Rules as modelled", "Paytables", "Rulings"
STRATEGY, COST, CROSSCHECK = "Strategy", "Strategy cost", "Crosscheck with the played game"
MONITORING, SHEET, PROOF = "Live monitoring", "For the player", "Error budget"
FINDINGS, SEATS, SKILL, LENGTH = "Findings", "Seats", "Skill and chance", "Length of play"

Entry = tuple[Status, Sequence[str], str]
"""Whether, where and how an entry is answered."""

ASKED: tuple[tuple[str, str, str], ...] = (
    (
        "A1",
        "A title; one number of the report on every page; page n of N; a clear end",
        "ISO/IEC 17025:2017, 7.8.2.1 a, d",
    ),
    (
        "A2",
        "Laboratory with address and place of work, client with contact, who authorised it",
        "ISO/IEC 17025:2017, 7.8.2.1 b, c, e, o",
    ),
    (
        "A3",
        "The item: name, version, hashes of rules, paytables and engine; received when, in what "
        "condition",
        "ISO/IEC 17025:2017, 7.8.2.1 g, h",
    ),
    (
        "A4",
        "The method and its version; additions, deviations, exclusions; the plan of any sampling",
        "ISO/IEC 17025:2017, 7.8.2.1 f, k, n",
    ),
    ("A5", "Dates: when performed, when issued", "ISO/IEC 17025:2017, 7.8.2.1 i, j"),
    (
        "A6",
        "Results with their units; results of others marked",
        "ISO/IEC 17025:2017, 7.8.2.1 m, p",
    ),
    (
        "A7",
        "That results relate to the item only, and that the report is to be copied whole; a "
        "statement of conformity with its decision rule",
        "ISO/IEC 17025:2017, 7.8.2.1 l, 7.8.6",
    ),
    (
        "A8",
        "True odds, payout odds and house advantage of each wager; rules with examples; dealing "
        "procedure, irregularities, layout, equipment",
        "205 CMR 147.04(3)(e), (f); N.J.A.C. 13:69F-8.4(d)3",
    ),
    (
        "A9",
        "Papers for a field trial: rules with examples, dealing procedure, payouts, layout, rack "
        "card, samples, mathematics of a registered laboratory",
        "Nevada Reg. 14.230",
    ),
    (
        "A10",
        "A mathematical explanation of the return: all assumptions, models and methods; least and "
        "largest wager; steps of emulation",
        "N.J.A.C. 13:69E-1.28P, 13:69D-1.31",
    ),
    (
        "A11",
        "Games of skill: the return at the best play, of the advice that is printed, and that of "
        "people as they play",
        "NS 1.22.13, 1.22.19",
    ),
    (
        "A12",
        "Prizes and their probabilities, derivation of the return, standard deviation, the "
        "strategy that is assumed; nothing rounded before the end; statistics from the field",
        "NZ Gazette 2003, 6.4.10 to 6.4.15; NS 1.22.17 g",
    ),
    ("A13", "How rare the rarest award is", "GLI-11 v3, 4.8.2"),
    (
        "A14",
        "Evidence on the random number generator and on shuffled decks of electronic versions",
        "UKGC testing strategy, section 3; NS 1.27.4",
    ),
    ("A15", "A sheet for players with the theoretical return", "UKGC RTS 3C"),
    (
        "A16",
        "Tolerances for the return that is seen live: by volume, with a rule when to act",
        "UKGC guidance on monitoring live return",
    ),
    (
        "A17",
        "What laboratories ask to be handed over: rules, results in full, probabilities of every "
        "prize, build steps",
        "list of requirements of the test laboratory BMM",
    ),
    (
        "A18",
        "Limits of single jurisdictions on games, returns and wagers",
        "WAC 230-15-035; 205 CMR 138 and others",
    ),
    (
        "A19",
        "Games without a bank: players on an equal basis; how much is skill",
        "WAC 230-15-030",
    ),
)


def matrix_of(certification: CertifiedItem) -> tuple[MatrixEntry, ...]:
    """Return the matrix of a report, A1 to A19: an entry is answered where its content exists.

    Sections are named as in the report, which fails to print another name.
    """
    found = _of_any(certification) | OWN[type(certification)](certification)
    return tuple(
        MatrixEntry(
            id=name,
            asks=asks,
            source=source,
            status=found[name][0],
            sections=tuple(found[name][1]),
            text=found[name][2],
        )
        for name, asks, source in ASKED
    )


def _of_any(item: CertifiedItem) -> dict[str, Entry]:
    """Return the entries that all reports answer in the same way."""
    about = item.about
    parties = [about.laboratory, about.client, about.authorised_by] if about else []
    given = sum(part is not None for part in parties)
    is_received = about is not None and about.received and about.condition
    has_days = about is not None and about.performed is not None
    where = [FIRST_PAGE, PARTIES]
    method = METHOD_BETWEEN if isinstance(item, FairnessCertification) else METHOD
    return {
        "A1": (
            "answered",
            [FIRST_PAGE],
            "Number and page stand on every page, the end at the end.",
        ),
        "A2": (
            "answered" if given == len(parties) != 0 else "in part" if given else "not given",
            where if given else [PARTIES],
            "As the user gave it." if given else "The user gave none of it.",
        ),
        "A3": (
            "answered" if is_received else "in part",
            [*where, REPRODUCE],
            "Names, versions and hashes."
            if is_received
            else "Names, versions and hashes. When the item was received, and in what condition, "
            "was not given.",
        ),
        "A4": (
            "answered",
            [SCOPE, method, REPRODUCE],
            "The method with its version, what deviates from the spec, and what is left out.",
        ),
        "A5": (
            "answered" if has_days else "in part",
            where if has_days else [FIRST_PAGE],
            "Issued as printed; performed as the user says."
            if has_days
            else "The date of issue. When the work was done was not given; no clock is read.",
        ),
        "A7": (
            "answered" if item.requirements else "in part",
            [SCOPE, CONFORMITY],
            "Each limit that was given, with the decision rule."
            if item.requirements
            else "No limit was given, so that there is nothing to state conformity with.",
        ),
        "A9": (
            "in part",
            [RULES, *([PAYTABLES] if item_has_paytables(item) else []), method],
            "Rules, rulings and mathematics only. Layout, rack card, samples and papers are the "
            "applicant’s; whether the laboratory is registered is not known here.",
        ),
        "A14": (
            "not examined",
            [SCOPE],
            "No shuffle and no generator was examined; every figure takes the cards to be well "
            "shuffled.",
        ),
        "A17": (
            "in part",
            [CARRIES, REPRODUCE],
            "Results in full, rules and paytables as data, software and the command. Images, help "
            "texts and the configuration of a production system are not part of the item.",
        ),
        "A18": (
            "in part" if item.requirements else "not examined",
            [CONFORMITY],
            "Only the limits that were given are looked at; no list of jurisdictions is kept here.",
        ),
    }


def item_has_paytables(item: CertifiedItem) -> bool:
    """Return whether anything is paid by a table."""
    return isinstance(item, Certification) or bool(getattr(item, "paytables", ()))


def _of_analysed(item: BankedCertification) -> dict[str, Entry]:
    """Return the entries of a game against a house that is worked out from its spec."""
    paid = [PAYTABLES] if item.paytables else []
    is_decided = item.is_decided or item.decided_beside is not None
    advice = (
        "the printed charts followed exactly" if item.charts else "what its rules in words lose"
    )
    cost = [COST] if item.policies or item.policies_left_out else []
    return {
        "A6": (
            "answered",
            [FIRST_PAGE, RESULTS],
            "Units stand in every table. Nothing was provided by others.",
        ),
        "A8": (
            "in part",
            [ODDS, RESULTS, RULES, *paid],
            "Odds, payouts and house advantage of every wager, and the rules. Dealing procedure, "
            "irregularities, layout and equipment were not examined.",
        ),
        "A10": (
            "in part",
            [SCOPE, METHOD, RULINGS],
            "Assumptions, models and methods. Limits of wagers and emulation are no part of the "
            "item.",
        ),
        "A11": (
            "in part" if is_decided else "not applicable",
            [RESULTS, STRATEGY, *cost] if is_decided else [STRATEGY],
            f"The best play, {advice}, and simple ways to play; no statistics of real players."
            if is_decided
            else "Nothing is decided in play.",
        ),
        "A12": (
            "in part",
            [*paid, ODDS, DISTRIBUTION, METHOD, PROOF],
            "All but statistics from the field. Figures are rounded for print alone.",
        ),
        "A13": ("answered", [ODDS, DISTRIBUTION], "One in so many, of every award and result."),
        "A15": (
            "answered" if item.sheet else "not examined",
            [SHEET] if item.sheet else [],
            "One page without technical terms." if item.sheet else "No sheet was asked for.",
        ),
        "A16": (
            "answered" if item.rounds else "not examined",
            [MONITORING] if item.rounds else [],
            "Tolerances by volume and wager, and when to act. Stakes of one size; the text tells "
            "what to do with others.",
        ),
        "A19": ("not applicable", [], "The house covers the wagers."),
    }


def _of_house(item: Certification) -> dict[str, Entry]:
    """Return the entries of a game against a house."""
    has_law = any(shoe.optimal.wagers.main.outcomes for shoe in item.shoes)
    law = [DISTRIBUTION] if has_law else []
    without = "" if has_law else " The distribution of a round was not worked out for these rules."
    has_bonus = any(shoe.optimal.streak for shoe in item.shoes)
    cost = item.strategy_cost is not None
    return {
        "A6": (
            "answered",
            [FIRST_PAGE, RESULTS],
            "Units stand in every table. Nothing was provided by others"
            + ("; figures of others are only compared." if item.published else "."),
        ),
        "A8": (
            "in part",
            [ODDS, RESULTS, RULES, PAYTABLES],
            "Odds, payouts and house advantage of every wager, and the rules. Dealing procedure, "
            "irregularities, layout and equipment were not examined." + without,
        ),
        "A10": (
            "in part",
            [SCOPE, METHOD, RULINGS],
            "Assumptions, models and methods. Limits of wagers and emulation are no part of the "
            "item.",
        ),
        "A11": (
            "answered" if cost else "in part",
            [RESULTS, STRATEGY, *([COST] if cost else [])],
            "The best play, the printed charts followed exactly, and players who err as described; "
            "no statistics of real players."
            if cost
            else "The best play and the printed charts followed exactly.",
        ),
        "A12": (
            "in part",
            [PAYTABLES, ODDS, *law, METHOD, PROOF],
            "All but statistics from the field. Figures are rounded for print alone." + without,
        ),
        "A13": (
            "answered" if has_law else "in part",
            [ODDS, *([BONUS] if has_bonus else [])],
            "One in so many, of every award and of the rarest result of a round." + without,
        ),
        "A15": (
            "answered" if item.sheet else "not examined",
            [SHEET] if item.sheet else [],
            "One page without technical terms." if item.sheet else "No sheet was asked for.",
        ),
        "A16": (
            "answered" if item.annex else "not examined",
            [MONITORING] if item.annex else [],
            "Tolerances by volume, seats and wager, and when to act. Stakes of one size; the text "
            "tells what to do with others."
            if item.annex
            else "Tolerances need the distribution of a round." + without,
        ),
        "A19": ("not applicable", [], "The house covers the wagers."),
    }


def _between(item: FairnessCertification) -> dict[str, Entry]:
    """Return the entries of a game between players."""
    tables = item.fairness.tables
    no_bank = "Nobody holds a bank: there is no wager against a house, and no return."
    has_seats = any(table.equal for table in tables)
    has_skill = any(table.skill or table.shares for table in tables)
    sections = [*([SEATS] if has_seats else []), *([SKILL] if has_skill else [])]
    return {
        "A6": (
            "answered",
            [FIRST_PAGE, *sections],
            "Units stand in every table, intervals beside what was found by playing. Nothing was "
            "provided by others.",
        ),
        "A8": ("not applicable", [], no_bank),
        "A10": ("not applicable", [], no_bank),
        "A11": ("not applicable", [], no_bank),
        "A12": ("not applicable", [], no_bank),
        "A13": ("not applicable", [], no_bank),
        "A15": (
            "answered",
            [SHEET],
            "One page without technical terms; there is no return to state.",
        ),
        "A16": ("not applicable", [], no_bank),
        "A19": (
            "answered" if has_seats and has_skill else "in part" if sections else "not examined",
            sections,
            "Whether seats are equal at equal strength, and how much skill decides, for the "
            "players of the study. What follows in law is for its authorities.",
        ),
    }


OWN: Mapping[type[CertifiedItem], Callable[[Any], dict[str, Entry]]] = {
    Certification: _of_house,
    BankedCertification: _of_analysed,
    FairnessCertification: _between,
}
"""What answers the entries that kinds of reports answer in their own way."""
