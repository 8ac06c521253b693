"""What rulings, payouts and shares change in a game that is analysed from its spec."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certify.errors import StateSpaceError
from certify.exact.banked.odds import Odds
from certify.language.game import apply_settings
from certify.language.models import Alternative
from certify.language.parameters import written
from certify.runtime.context import Context
from certify.studies.whatif.analysed import (
    AnalysedQuestion,
    Answers,
    Value,
    exact_changes,
    figure_changes,
    figure_of,
    floats,
    fraction,
    told,
)
from certify.studies.whatif.analysed_result import (
    AnalysedAlternative,
    AnalysedPayout,
    AnalysedRuling,
    AnalysedSensitivityResult,
)
from certify.studies.whatif.result import IN_FORCE, NOT_WORKED_OUT, SETS_NOTHING
from certify.studies.whatif.rulings import every_alternative, rulings_with
from certify.studies.whatif.settings import SHARE, farther, payout_settings, setting_of

PAYOUTS_MISSING = (
    "What one more unit of a payout is worth is not told here: for these rules that takes working"
    " the game out anew for every payout."
)
OF_LINE = "the average stake that it pays on"
LINEAR = {
    "house_edge": f"less {OF_LINE}",
    "ev": OF_LINE,
    "rtp": OF_LINE,
    "element_of_risk": f"less {OF_LINE}",
    "rtp_on_action": OF_LINE,
    "net": OF_LINE,
}
"""Figures that are linear in every payout while play stays the same, and what one more unit is."""

OF_SHARE = "what it is taken times, in the mean"


def analysed_sensitivity(question: AnalysedQuestion, context: Context) -> AnalysedSensitivityResult:
    """Return what every alternative of a ruling, and one more unit of every payout, changes.

    Of shares, such as a commission, too, where what wagers bring is linear in them.

    Notes
    -----
    Conditioning: each alternative by itself, all else as it is; optimal play is that of the changed
        rules. Payouts and shares with play as it is.
    Error: none but of figures that are no fractions, which are rounded once.
    """
    answers = Answers(question, context)
    before, odds = answers.at(question.base)
    is_same_play = answers.is_one_play(odds)
    every = every_alternative(question.base)
    found = []
    for done, alternative in enumerate(every):
        context.progress(done, len(every), "other readings of the rulings")
        found.append(_alternative(answers, alternative, before))
    return AnalysedSensitivityResult(
        **told(question),
        figures=tuple(figure_of(path, question.base) for path in question.paths),
        base=tuple(map(floats, before)),
        exact=tuple(map(fraction, before)),
        rulings=rulings_with(AnalysedRuling, question.base, found),
        payouts=tuple(payouts_told(answers, odds, before)) if is_same_play else (),
        payouts_missing=None if is_same_play else PAYOUTS_MISSING,
    )


def _alternative(
    answers: Answers, alternative: Alternative, before: Sequence[Value]
) -> AnalysedAlternative:
    """Return what one alternative changes, or why that was not worked out."""
    base, paths = answers.question.base, answers.question.paths
    settings = tuple((name, written(value)) for name, value in alternative.set.items())
    changed = apply_settings(base, alternative.set)
    reason, after = None, None
    if not alternative.set:
        reason = SETS_NOTHING
    elif changed.key()["parameters"] == base.key()["parameters"]:
        reason = IN_FORCE
    else:
        try:
            after = answers.figures(changed)
        except StateSpaceError as error:
            reason = f"{NOT_WORKED_OUT}: {error}"
    return AnalysedAlternative(
        text=alternative.text,
        settings=settings,
        changes=None if after is None else figure_changes(base, paths, before, after),
        reason=reason,
        exact={} if after is None else exact_changes(paths, before, after),
    )


def payouts_told(
    answers: Answers, odds: Odds | None, before: Sequence[Value]
) -> Iterator[AnalysedPayout]:
    """Yield what one more unit of every payout and share is worth, play being the same."""
    question, base = answers.question, answers.question.base
    shares = [] if odds is None else [row for row in odds.rows if row in base.spec.parameters]
    settings = [setting for setting, _ in payout_settings(base)]
    for setting in (*settings, *(setting_of(base, name) for name in shares)):
        here = setting.number(setting.now)
        other = farther(setting, here)
        there = answers.values(apply_settings(base, {setting.name: setting.text(other)}), odds)
        for path, now, then in zip(question.paths, before, there, strict=True):
            figure = path.rpartition(".")[2]
            if figure not in LINEAR or now is None or then is None or then == now:
                continue
            slope = (then - now) / (other - here)
            meaning = LINEAR[figure]
            yield AnalysedPayout(
                **figure_of(path, base).model_dump(),
                name=setting.name,
                pays=setting.now,
                derivative=float(slope),
                meaning=meaning.replace(OF_LINE, OF_SHARE) if setting.kind == SHARE else meaning,
                exact=fraction(slope),
            )
