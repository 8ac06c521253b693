"""The best play in words, the decisions that are closest, and what simple play costs."""

from __future__ import annotations

from certify.evidence.report.sections.strategy import write_charts
from certify.present.composer import Composer
from certify.present.markup import plain
from certify.present.quantity import COUNT, small
from certify.studies.banked.result import BankedResult
from certify.studies.banked.view import (
    closest_table,
    decisions_table,
    rules_tables,
    starting_hand_figures,
)
from certify.studies.banked.words import play_in_words, situations_in_words
from certify.studies.certification.banked_play_view import (
    policies_chart,
    policies_table,
    situations_table,
)
from certify.studies.certification.banked_result import BankedCertification

CHARTS = (
    "The charts are the basic strategy of this report: they depend on the hand’s total and on the "
    "upcard. They were derived by the engine, and their return was computed exactly; figures of "
    "the main wager are those of optimal play, which looks at every card. Columns: the dealer’s "
    "upcard; T is a ten, jack, queen or king, A an ace. Rows: the player’s hand. The letter "
    "decides; the colour repeats it."
)


def write_strategy(composer: Composer, certification: BankedCertification) -> None:
    """Write what is decided and how, if anything is."""
    composer.section("Strategy")
    returns = play_in_words(certification.returns)
    situations = situations_in_words(certification.situations)
    if certification.charts is not None:
        composer.text(CHARTS)
        write_charts(composer, certification.charts, "")
        return
    if not certification.is_decided:
        if certification.decided_beside is None:
            composer.text("Nothing is decided in play: the cards alone make all results.")
            return
        composer.text("Nothing is decided with the wagers usually made.")
        _write_beside(composer, certification.decided_beside)
        return
    told = [decision for decision in returns.decisions if decision.rule]
    cost = sum(decision.rule_cost or 0.0 for decision in told)
    text = (
        f"{COUNT(returns.situations)} different situations come up, suits being exchanged where no "
        "rule tells them apart. In each every answer was followed to the end of the round."
    )
    if told and len(told) == len(returns.decisions):
        text += (
            " The rules in words below are the best play itself, in every one of them."
            if not cost
            else f" Who follows the rules in words loses {small(cost)} units a round against the "
            "best play."
        )
    elif len(told) < len(returns.decisions):
        text += " Of decisions without a rule no property was found that tells the best answer."
    composer.text(text)
    for table in rules_tables(returns):
        composer.put(table)
    composer.put(decisions_table(returns))
    for figure in starting_hand_figures(situations.charts):
        composer.put(figure)
    if every := situations_table(situations.every):
        composer.put(every)
    elif situations.closest:
        composer.put(closest_table(situations.closest))
    if certification.decided_beside is not None:
        _write_beside(composer, certification.decided_beside)


def _write_beside(composer: Composer, found: BankedResult) -> None:
    """Write what is decided only where wagers are made that are not usual."""
    told = play_in_words(found)
    composer.text(
        "The best play of what is decided only where other wagers are made, all together:"
    )
    for table in rules_tables(told):
        composer.put(table)
    composer.put(decisions_table(told))


def write_strategy_cost(composer: Composer, certification: BankedCertification) -> None:
    """Write what the policies of the spec cost, if it has any."""
    policies, left_out = certification.policies, certification.policies_left_out
    if not policies and not left_out:
        return
    composer.section("Strategy cost")
    if policies:
        _write_policies(composer, certification)
    for each in left_out:
        composer.text(
            f"Of the policy “{plain(each.policy)}” there are no exact figures: {plain(each.why)}. "
            f"In words: {plain(each.text)}"
        )


def _write_policies(composer: Composer, certification: BankedCertification) -> None:
    each = "hand that can come up" if certification.charts else "situation"
    composer.text(
        "Policies are ways to play that the spec states in words and as rules. Their figures are "
        f"exact too: every {each} is answered as the policy says."
    )
    if chart := policies_chart(certification.policies):
        composer.put(chart)
    composer.put(policies_table(certification.policies, certification.returns.wagers.values()))
