"""The Bonus wagers: what they return, and what play for them looks like."""

from __future__ import annotations

from certify.present.document import Composer
from certify.present.figures import bound, percent
from certify.present.markup import plain
from certify.studies.certification.result import Certification, ShoeCertification
from certify.studies.returns.bonus_result import StreakResult
from certify.studies.returns.bonus_view import (
    bonus_returns,
    changed_decisions,
    combinations,
    late_wagers,
    other_rules,
    policy,
    ratios,
)


def write_bonus(composer: Composer, certification: Certification) -> None:
    """Write the Bonus wagers, by shoe; everything for the first, the returns for the others."""
    shoes = [shoe for shoe in certification.shoes if shoe.optimal.streak]
    if not shoes:
        return
    composer.new_page()
    composer.section("Bonus wagers")
    composer.text(
        "A Bonus wager on n consecutive wins is placed before the first round of a streak and is "
        "paid when n rounds are won; a loss ends it, a push leaves it. With q the chance that a "
        "round that is no push is won, rounds being independent, it is paid with probability "
        "q<super>n</super> if every round is played alike. But the player can raise q at some cost "
        "to the main wager, so three kinds of play are told apart. In all of them hands after a "
        "split are played as in the main game; playing these for the Bonus too would gain a little."
    )
    composer.bullets(
        [
            "<b>Ignoring the Bonus.</b> The strategy of the main wager, never with the Burnout "
            "payment or always with it.",
            "<b>For the Bonus alone.</b> Every round is played for the largest q, whatever that "
            "costs the main wager.",
            "<b>For all together.</b> The play that makes the expectation of main wager, Burnout "
            "payment and all Bonus wagers together largest, decided anew at every count of wins: "
            "what an informed player will do.",
        ]
    )
    for number, shoe in enumerate(shoes):
        streak = shoe.optimal.streak
        assert streak is not None  # noqa: S101  (chosen so)
        where = plain(shoe.label).lower()
        composer.subsection(f"{plain(shoe.label)}: returns")
        composer.put(bonus_returns([("optimal", shoe.optimal), ("basic", shoe.basic)]), where)
        _write_error(composer, shoe)
        if number == 0:
            composer.put(other_rules(streak), where)
            _write_even_money(composer, shoe, streak)
            late = late_wagers(shoe.optimal.wagers.bonus)
            if late is not None:
                composer.put(late, where)
        if streak.combinations:
            composer.subsection(f"{plain(shoe.label)}: wagers placed together")
            composer.put(combinations(streak), where)
            composer.put(policy(streak), where)
            if number == 0:
                changed = changed_decisions(streak)
                if changed is not None:
                    composer.put(changed, where)
                composer.put(ratios(streak), where)


def _write_error(composer: Composer, shoe: ShoeCertification) -> None:
    streaks = [result.streak for result in (shoe.optimal, shoe.basic) if result.streak]
    largest = bound(max(streak.error_bound for streak in streaks))
    composer.text(
        "The chance of a win, push or loss in a round is in error by at most " + largest + "."
    )


def _write_even_money(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    insurance = shoe.optimal.wagers.insurance
    if streak.p_even_money_push is None or insurance is None:
        return
    composer.text(
        "<b>Even money.</b> With a blackjack against an ace the count advances whether even money "
        "is taken or not, unless the dealer has a blackjack too; then it is a push either way. "
        "Taking it therefore changes no Bonus wager. It changes the expectation of the main wager "
        f"by {percent(insurance.ev_even_money, signed=True)} % of it a round. If an even money "
        "round against a dealer’s blackjack counted as a win, a further "
        f"{percent(streak.p_even_money_push)} % of rounds would advance the count: the last lines "
        "of the table."
    )
