"""The figures beside others: the same game played, and what was published."""

from __future__ import annotations

from certify.present.composer import Composer
from certify.present.markup import mono, plain
from certify.present.quantity import COUNT, WHOLE, Quantity
from certify.studies.certification.banked_result import BankedCertification
from certify.studies.certification.result import Certification
from certify.studies.certification.view import published_table
from certify.studies.crosscheck.result import MOST_GAMES
from certify.studies.crosscheck.view import STREAKS, cut_card, scores_chart, tests

LEVEL = Quantity(1, 100)
"""The level of a test, in percent."""


def write_crosscheck(
    composer: Composer, certification: Certification | BankedCertification
) -> None:
    """Write every test with its verdict, if the game was played."""
    found = certification.crosscheck
    if found is None:
        return
    composer.new_page()
    composer.section("Crosscheck with the played game")
    failed = [test for test in found.tests if not test.passed]
    verdict = (
        f"<b>All {len(found.tests)} tests hold.</b>"
        if not failed
        else f"<b>{len(failed)} of {len(found.tests)} tests do not hold</b>: "
        + plain("; ".join(test.id for test in failed))
        + "."
    )
    games = sum(run.games for run in found.runs)
    what = "rounds and streaks" if any(run.procedure == STREAKS for run in found.runs) else "rounds"
    parts = f" in {len(found.runs)} parts" if len(found.runs) > 1 else ""
    composer.text(
        f"{verdict} The rules were also played as a game, {COUNT(games)} {what}{parts}, "
        f"by a program that shares with the exact engine nothing but the "
        "spec. Every test, its exact figure and its number of games were fixed before anything was "
        f"played. The tests are corrected for their number by {plain(found.correction)}’s method: "
        f"the chance that any fails though nothing is wrong is at most {LEVEL(found.level)} "
        "%. An error of the size under <i>sees</i> would be found with a chance of "
        f"{WHOLE(found.power)} %. Simulation confirms; no figure of this report rests on it."
    )
    most = max(run.games for run in found.runs)
    limit = f", but {COUNT(most)} at most" if most == MOST_GAMES else ""
    composer.text(
        f"Sampling plan: {plain(found.strategy)} strategy; seed {found.seed}; as many games as "
        f"show an error of {found.detect:g} wagers of a mean{limit}. SHA-256 of the plan: "
        f"{mono(found.plan_sha256)}."
    )
    if chart := scores_chart(found):
        composer.put(chart)
    composer.put(tests(found))
    if found.cut_card:
        composer.put(cut_card(found))


def write_comparison(composer: Composer, certification: Certification) -> None:
    """Write what others have published beside the figures of this report."""
    if not certification.published:
        return
    composer.section("Comparison with published figures")
    shoe = certification.shoes[0].label.lower()
    for publication in certification.published:
        composer.text(f"<b>{plain(publication.title)}.</b> {plain(publication.text)}")
        composer.put(published_table(publication, f"{shoe}, optimal strategy"))
