"""The figures of every wager: results, odds, distribution, exposure, Bonus wagers."""

from __future__ import annotations

from certify.evidence.report.sections.front import write_conditions
from certify.present.composer import Composer
from certify.present.markup import plain
from certify.present.quantity import GAIN, NONE, RATE, small
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
from certify.studies.returns.distribution_view import (
    chances_chart,
    contributions,
    contributions_chart,
    moments,
    outcomes,
    ruin,
    sessions,
    sessions_chart,
    sums_chart,
    wagers_of,
)
from certify.studies.returns.exposure_view import exposure_tables
from certify.studies.returns.odds_view import odds_table, rarity_tables
from certify.studies.returns.result import RtpResult
from certify.studies.returns.view import (
    denominators,
    insurance_wager,
    main_wager,
    shared_tables,
    upcards,
    upcards_chart,
)


def write_results(composer: Composer, certification: Certification) -> None:
    """Write what every wager comes to, and every figure of the main wager with the first shoe."""
    composer.section("Results in detail")
    composer.text(
        "All figures are exact expectations, not estimates from simulation; they are rounded only "
        "for print. Their numerical error is bounded in the last line of each table. Terms are "
        "defined in the annexes."
    )
    write_conditions(composer, certification)
    composer.put(denominators((shoe.label, played(shoe)) for shoe in certification.shoes))
    for shoe in certification.shoes[:1]:
        _write_wagers(composer, shoe)


def played(shoe: ShoeCertification) -> list[tuple[str, RtpResult]]:
    """Return the results of a shoe, by strategy."""
    return [("optimal", shoe.optimal), ("basic", shoe.basic)]


def _write_wagers(composer: Composer, shoe: ShoeCertification) -> None:
    """Write the main wager and insurance."""
    where, both = plain(shoe.label).lower(), played(shoe)
    composer.put(main_wager(both), where)
    errors = [wager.ev_error_bound for wager in wagers_of(both)]
    composer.text(f"Numerical error of every expectation: at most {small(max(errors))}.")
    for table in shared_tables(shoe.optimal):
        composer.put(table)
    if shoe.optimal.wagers.insurance is None:
        composer.text("Insurance and even money are not offered.")
    else:
        composer.put(insurance_wager(shoe.optimal.wagers.insurance), where)


def write_odds(composer: Composer, certification: Certification) -> None:
    """Write the odds of every wager with the first shoe."""
    composer.new_page()
    composer.section("Odds of every wager")
    composer.text(
        "True odds are those against the player, to one: a wager at true odds of 3 to 1 that "
        "is paid 3 to 1 has no house advantage. The house advantage is the player’s expected loss "
        "per unit of the wager named, under the optimal strategy of the main wager, the Burnout "
        "payment counted as lost. <i>One in</i>: once in so many rounds or wagers on average."
    )
    for shoe in certification.shoes[:1]:
        _write_odds(composer, certification, shoe)


def _write_odds(composer: Composer, certification: Certification, shoe: ShoeCertification) -> None:
    """Write the odds of every wager with a shoe."""
    rows = [row for table in certification.paytables for row in table.rows]
    even_money = next((row.pays for row in rows if row.key == "even_money"), NONE)
    paid = "; ".join(
        ", ".join(f"{row.outcome} {row.pays}" for row in table.rows)
        for table in certification.paytables
        if table.alias == "main"
    )
    payouts = f"Payouts of the main wager and of what belongs to it: {paid}." if paid else ""
    composer.put(odds_table(shoe.optimal, even_money, payouts), shoe.label.lower())


def write_distribution(composer: Composer, certification: Certification) -> None:
    """Write exposure, moments and the returns over many rounds with the first shoe."""
    shoes = [shoe for shoe in certification.shoes if shoe.optimal.wagers.main.outcomes]
    if not shoes:
        return
    composer.new_page()
    composer.section("Distribution of a round")
    composer.text(
        "The probability of every net result of a round is exact, with up to four hands after a "
        "split taken jointly with the dealer. Outcomes are in main wagers, before the Burnout "
        "payment; a payment moves each of them by its amount and changes neither standard "
        "deviation nor skewness."
    )
    _write_exposure(composer, certification)
    shoe = shoes[0]
    composer.subsection("A round, and many rounds")
    _write_moments(composer, shoe)
    if shoe.optimal.wagers.main.sessions:
        composer.put(sessions_chart(shoe.optimal), plain(shoe.label).lower())


def _write_moments(composer: Composer, shoe: ShoeCertification) -> None:
    """Write what a round comes to, and a chart of its results."""
    where = plain(shoe.label).lower()
    composer.put(moments(_with_outcomes(shoe)), where)
    composer.text(f"Probability misplaced: at most {small(_misplaced(shoe))} in all.")
    if chart := chances_chart(shoe.optimal):
        composer.put(chart, where)


def _with_outcomes(shoe: ShoeCertification) -> list[tuple[str, RtpResult]]:
    """Return the results of a shoe whose distribution was worked out, by strategy."""
    return [(name, result) for name, result in played(shoe) if result.wagers.main.outcomes]


def _write_outcomes(composer: Composer, shoe: ShoeCertification, *, is_first: bool) -> None:
    """Write every outcome and what it contributes, the returns over many rounds, and ruin."""
    where, main = plain(shoe.label).lower(), shoe.optimal.wagers.main
    composer.put(outcomes(_with_outcomes(shoe)), where)
    composer.put(sums_chart(shoe.optimal), where)
    composer.put(contributions(shoe.optimal), where)
    composer.put(contributions_chart(shoe.optimal), where)
    if main.sessions:
        composer.put(sessions(shoe.optimal), where)
        if not is_first:
            composer.put(sessions_chart(shoe.optimal), where)
    if main.ruin:
        composer.put(ruin(shoe.optimal), where)


def _misplaced(shoe: ShoeCertification) -> float:
    """Return how much probability may stand at a wrong result."""
    wagers = shoe.optimal.wagers, shoe.basic.wagers
    return max(each.error_bound for pair in wagers for each in (pair.main, pair.main_burnout))


def _write_exposure(composer: Composer, certification: Certification) -> None:
    """Write what is at risk with every set of wagers, in one round and in one streak."""
    exposures = certification.shoes[0].optimal.exposure
    if not exposures:
        return
    composer.subsection("Exposure: the most that can be lost and paid")
    composer.text(
        "These amounts follow from the rules alone: no cards and no play lead beyond them, and a "
        "full shoe can reach each of them."
    )
    for table in exposure_tables(exposures):
        composer.put(table)


def write_bonus(composer: Composer, certification: Certification) -> None:
    """Write what the Bonus wagers return with the first shoe, by the play."""
    shoes = [shoe for shoe in certification.shoes if shoe.optimal.streak]
    if not shoes:
        return
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
    _write_bonus_returns(composer, shoes[0])


def _write_bonus_returns(composer: Composer, shoe: ShoeCertification) -> None:
    """Write what the Bonus wagers return with a shoe."""
    composer.put(bonus_returns(played(shoe)), plain(shoe.label).lower())
    composer.text(
        "The chance of a win, push or loss in a round is in error by at most "
        f"{small(_streak_error(shoe))}."
    )


def _write_bonus_play(composer: Composer, shoe: ShoeCertification, *, is_first: bool) -> None:
    """Write other rules of the Bonus wagers, and their play together, most for the first shoe."""
    streak, where = shoe.optimal.streak, plain(shoe.label).lower()
    if streak is None:
        return
    composer.subsection(f"{plain(shoe.label)}: Bonus wagers")
    if is_first:
        composer.put(other_rules(streak), where)
        _write_even_money(composer, shoe, streak)
        late = late_wagers(shoe.optimal.wagers.bonus)
        if late is not None:
            composer.put(late, where)
    else:
        _write_bonus_returns(composer, shoe)
    if streak.combinations:
        composer.put(combinations(streak), where)
        composer.put(policy(streak), where)
        if is_first:
            changed = changed_decisions(streak)
            if changed is not None:
                composer.put(changed, where)
            composer.put(ratios(streak), where)


def write_in_full(composer: Composer, certification: Certification) -> None:
    """Write by shoe what stands of the first in short in the report, and the other shoes whole."""
    composer.section("Figures in full")
    for number, shoe in enumerate(certification.shoes):
        is_first, where = not number, plain(shoe.label)
        if not is_first:
            composer.subsection(f"{where}: wagers and odds")
            _write_wagers(composer, shoe)
            _write_odds(composer, certification, shoe)
        if shoe.optimal.by_upcard:
            composer.subsection(f"{where}: by upcard")
            composer.put(upcards(shoe.optimal), where.lower())
            composer.put(upcards_chart(shoe.optimal), where.lower())
        if shoe.optimal.wagers.main.outcomes:
            composer.subsection(f"{where}: every outcome")
            for part in rarity_tables(shoe.optimal):
                composer.write([part], where.lower())
            if not is_first:
                _write_moments(composer, shoe)
            _write_outcomes(composer, shoe, is_first=is_first)
        _write_bonus_play(composer, shoe, is_first=is_first)


def _streak_error(shoe: ShoeCertification) -> float:
    streaks = [result.streak for result in (shoe.optimal, shoe.basic) if result.streak]
    return max(streak.error_bound for streak in streaks)


def _write_even_money(composer: Composer, shoe: ShoeCertification, streak: StreakResult) -> None:
    insurance = shoe.optimal.wagers.insurance
    if streak.p_even_money_push is None or insurance is None:
        return
    composer.text(
        "<b>Even money.</b> With a blackjack against an ace the count advances whether even money "
        "is taken or not, unless the dealer has a blackjack too; then it is a push either way. "
        "Taking it therefore changes no Bonus wager. It changes the expectation of the main wager "
        f"by {GAIN(insurance.ev_even_money)} % of it a round. If an even money "
        "round against a dealer’s blackjack counted as a win, a further "
        f"{RATE(streak.p_even_money_push)} % of rounds would advance the count: the last lines "
        "of the table."
    )
