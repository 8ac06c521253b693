"""The first page, what is certified and how surely, and the scope."""

from __future__ import annotations

from collections.abc import Iterator

from certify.evidence.report.sections.front import (
    IDENTIFICATION,
    SHORT_ROOM,
    identification,
    settings_text,
)
from certify.evidence.report.sections.rulings import mark_of, write_assumed
from certify.present.composer import Composer
from certify.present.document import Table
from certify.present.markup import counted, plain
from certify.present.quantity import COUNT, POINTS
from certify.studies.banked.view import rules_in_a_row
from certify.studies.banked.words import play_in_words
from certify.studies.certification.banked_result import BankedCertification, WagerEffect
from certify.studies.certification.banked_view import every_wager
from certify.studies.item.result import WagerText

MOST_RULES, FIRST_RULES = 6, 2
"""Rules of the best play that the certificate has room for; of more, how many it tells."""
MOST_PAID = 8
"""Rows of a paytable that the first page tells."""


def write_front(composer: Composer, certification: BankedCertification) -> None:
    """Write the first page: what was examined, and the result on one table."""
    composer.title("Test Report")
    composer.subtitle(
        f"{plain(certification.title)}, version {plain(certification.version)}: "
        "exact mathematical analysis"
    )
    composer.add(Table(IDENTIFICATION, identification(certification), has_header=False))
    composer.unnumbered("Summary")
    composer.text(plain(certification.summary))
    write_assumed(composer, certification)
    with composer.marked(mark_of(certification.assumptions, "wagers")):
        composer.put(every_wager(certification))
    composer.note(
        "<b>The results relate only to the item tested</b>: a round from a whole pack, well "
        "shuffled, to one seat."
    )
    _write_answers(composer, certification)


def _write_answers(composer: Composer, certification: BankedCertification) -> None:
    """Write in short what is certified, for which rules, how surely, and what is not covered."""
    composer.bullets(
        [
            "<b>What is certified:</b> house edge, odds and outcomes of every wager above, worked "
            "out exactly and rounded for print alone.",
            f"<b>For which rules:</b> the spec with the SHA-256 above; {_settings(certification)}.",
            f"<b>How surely:</b> {' '.join(_sure(certification))}",
            "<b>Not covered:</b> shuffling, random numbers, equipment, dealing, staff; players who "
            "see cards that the rules hide, or remember former rounds.",
        ]
    )


def _settings(certification: BankedCertification) -> str:
    if not certification.parameters:
        return "it has no settings"
    return settings_text(certification)


def _sure(certification: BankedCertification) -> Iterator[str]:
    """Yield how surely the figures are known, and what was compared."""
    bound = certification.returns.error_bound
    if bound is None:
        yield "each figure is a ratio of whole numbers; nothing is sampled or rounded on the way."
    else:
        yield (
            "expectations, and all figures of wagers on the first cards, are ratios of whole "
            "numbers; distributions of the main wager are in double precision, and are checked in "
            "the error budget. Nothing of it is sampled."
        )
    played = certification.crosscheck
    if played is None:
        yield "The game was not played for this report, to compare with."
        return
    verdict = "no comparison failed" if played.passed else "<b>at least one comparison failed</b>"
    yield (
        f"Played {COUNT(sum(run.games for run in played.runs))} times and compared in "
        f"{COUNT(len(played.tests))} tests: {verdict}."
    )


def write_in_short(composer: Composer, certification: BankedCertification) -> None:
    """Write the wagers with their conditions, the rules and the play."""
    composer.room(SHORT_ROOM)
    composer.unnumbered("Wagers, rules and play")
    composer.bullets(
        [
            "<b>Wagers.</b> "
            + " ".join(_wager(certification, each) for each in told(certification)),
            f"<b>Rules.</b> {_rules(certification)}",
            f"<b>Play.</b> {_play(certification)} {_most_lost(certification)}",
            *_rules_of_play(certification),
        ]
    )
    if certification.not_together:
        composer.text(
            "All wagers together were not worked out: "
            f"{plain(certification.not_together.rstrip('.'))}."
        )


def told(certification: BankedCertification) -> Iterator[WagerText]:
    """Yield the wagers of which there are figures, in the order of the spec."""
    known = certification.known
    yield from (wager for wager in certification.wagers if wager.name in known)


def _wager(certification: BankedCertification, wager: WagerText) -> str:
    """Return a wager with what it pays."""
    tables = {table.alias: table for table in certification.paytables}
    known = certification.known[wager.name]
    # Of a paytable that wagers share each has rows of its own.
    paid = {line.row for line in known.lines if line.probability}
    table = tables[wager.paytable].rows if wager.paytable in tables else ()
    rows = [row for row in table if row.key in paid]
    pays = "; ".join(
        f"{plain(row.outcome)} {plain(row.pays)}{'' if row.basis == 'to_one' else ' for one'}"
        for row in rows[:MOST_PAID]
    )
    more = "; the rest in the paytable" if len(rows) > MOST_PAID else ""
    text = f" {plain(wager.text)}" if wager.text else ""
    return f"<i>{plain(wager.title)}.</i>{text}{f' {pays}{more}.' if pays else ''}"


def _rules(certification: BankedCertification) -> str:
    """Return the source and its reading, and which other reading matters most."""
    source = certification.source
    number = len(certification.rulings)
    decided = (
        f"{counted(number, 'ruling decides', 'rulings decide')} where it is silent or can be read "
        "in two ways."
        if number
        else "nothing in it had to be decided."
    )
    text = (
        f"{plain(source.title)}, read in {counted(len(certification.clauses), 'clause')}; {decided}"
    )
    most = max(_effects(certification), key=lambda each: abs(each[2].change or 0.0), default=None)
    if most is None or not most[2].change:
        return text
    ruling, alternative, effect = most
    return (
        f"{text} The reading that changes most is one of {plain(ruling)} ({plain(alternative)}): "
        f"the house edge of “{plain(effect.title)}” by {POINTS(effect.change)} points."
    )


def _effects(certification: BankedCertification) -> Iterator[tuple[str, str, WagerEffect]]:
    for ruling in certification.rulings:
        for alternative in ruling.alternatives:
            for effect in alternative.found.effects or ():
                yield ruling.id, alternative.text, effect


def _play(certification: BankedCertification) -> str:
    """Return how the seat plays."""
    returns = certification.returns
    if not certification.is_decided:
        if certification.decided_beside is None:
            return "Nothing is decided in play, so that every player gets these figures."
        return (
            "Nothing is decided with the wagers usually made. With others it is: figures of these "
            "are those of the best play, which the section on strategy tells."
        )
    made = ", ".join(
        plain(returns.wagers[name].title) for name in returns.wagers_made if name in returns.wagers
    )
    compared = f"compared in all {COUNT(returns.situations)} situations"
    if certification.charts is not None:
        compared = "by the cards of the hand and the upcard, after a split as the same unsplit"
    return (
        f"The best that there is for the wagers usually made ({made}), {compared}. Who plays "
        "otherwise loses more; the section on strategy tells how much."
    )


def _rules_of_play(certification: BankedCertification) -> list[str]:
    """Return the best play in words, or its first rules where the certificate has no more room."""
    decisions = play_in_words(certification.returns).decisions
    has_room = sum(len(each.rule) for each in decisions) <= MOST_RULES
    told, left = [], MOST_RULES if has_room else FIRST_RULES
    for each in decisions:
        if rules := each.rule[:left]:
            told.append(plain(rules_in_a_row(each, rules)))
            left -= len(rules)
    if not has_room:
        told.append("The rest stands in the section on strategy.")
    return [f"<b>Strategy.</b> {' '.join(told)}"] if told else []


def _most_lost(certification: BankedCertification) -> str:
    """Return the most that can be lost with each first wager in a round."""
    most = "; ".join(
        f"{plain(wager.title)} {-min(each.net for each in wager.outcomes):g}"
        for _, wager in certification.first_wagers()
        if wager.outcomes
    )
    return f"The most that a round loses, in units, with all that follows: {most}." if most else ""


def write_scope(composer: Composer, certification: BankedCertification) -> None:
    """Write what the report covers and what it does not."""
    composer.section("Scope and exclusions")
    composer.text(
        "The results relate only to the item tested: the rules, rulings and paytables that are "
        "printed here and identified by the SHA-256 values on the first page. Another version of "
        "the rules, another paytable or another number of packs is another item."
    )
    items = [
        "<b>A whole pack.</b> Every round is dealt from a complete, well shuffled pack or shoe. "
        + (
            "Effects of its composition have a section of their own."
            if certification.composition or certification.pack
            else "Nothing is said here about what is left of it later on."
        ),
        "<b>One seat.</b> One player plays against the house. Other players’ cards are unseen "
        "cards like any others, so they change no expectation; a player who uses what other hands "
        "show is not covered.",
    ]
    if certification.is_decided:
        items.append(
            "<b>Play as stated.</b> Each figure holds for the play named beside it, and for a seat "
            "that sees what the rules show. Other play has another expectation."
        )
    if not all(wager.made for _, wager in certification.first_wagers()):
        under = (
            " Their figures are those under the best play for the wagers that are."
            if certification.is_decided
            else ""
        )
        together = (
            ""
            if certification.charts
            else " All wagers together stand in the section on the distribution."
        )
        items.append(f"<b>Wagers with a star.</b> They are no part of usual play.{under}{together}")
    unknown = [
        wager.title
        for wager in certification.wagers
        if wager.name not in certification.known and not certification.charts
    ]
    if certification.charts:
        items.append("<b>Doubles and splits</b> are told with the main wager, which they raise.")
    if unknown:
        items.append(f"<b>Without figures:</b> {plain(', '.join(unknown))}.")
    protection = "the protection of the game against advantage play"
    told = ["of composition"] if certification.composition or certification.pack else []
    told += ["of a card seen"] if certification.exposure else []
    if told:
        protection += f", but for the effects {' and '.join(told)}"
    items.append(
        "<b>Not examined:</b> shuffling, random number generation, equipment, dealing procedure, "
        f"staff, and {protection}."
    )
    composer.bullets(items)
    composer.text(
        "The report states figures and how they were found. A statement of conformity is made for "
        "requirements that were given, in its own section, and for nothing else; no opinion is "
        "expressed. The report may be reproduced in full only."
    )
