"""The content of a compliance report, computed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import numpy as np

from certify.cards.charts import UPCARDS
from certify.errors import SpecError, nearest_name
from certify.exact.blackjack.decisions import DOUBLE, HIT, SPLIT, STAND
from certify.exact.blackjack.player import NONE_BURNED
from certify.exact.blackjack.solve import evaluate
from certify.language.game import LoadedGame, apply_settings
from certify.language.models import Alternative, Ruling
from certify.runtime.context import Context
from certify.runtime.workers import Workers, kept_meanwhile, not_asked
from certify.studies.certification.about import Given, completed
from certify.studies.certification.result import (
    AlternativeEffect,
    Certification,
    PublishedFigure,
    PublishedText,
    RulingText,
    ShoeCertification,
)
from certify.studies.certification.sheet import sheet_of
from certify.studies.certification.tolerance import tolerances_of
from certify.studies.crosscheck.result import CrosscheckResult
from certify.studies.item.study import item_of, paytables_of, software_of, wagers_of
from certify.studies.returns.result import RtpResult
from certify.studies.returns.study import rtp_study
from certify.studies.shoe.compositions import effects
from certify.studies.shoe.order import ShoeOrder, checked_order
from certify.studies.shoe.study import cut_card_effects, kept_shoe_study
from certify.studies.spec_figures import spec_figures, with_figures
from certify.studies.strategy.cost.study import strategy_cost_study
from certify.studies.strategy.study import strategy_study
from certify.studies.twenty_one import BASIC, TwentyOneGame, can_tell
from certify.studies.whatif.figures import figure_at
from certify.studies.whatif.sensitivity import alternative_sensitivities, sensitivity_study
from certify.studies.whatif.study import Question

Figure = Callable[[TwentyOneGame, RtpResult], float | None]


def published_figures(game: TwentyOneGame, result: RtpResult) -> tuple[PublishedText, ...]:
    """Return each publication that the spec names, beside the figures of this analysis.

    For the game as issued, under optimal play. A SpecError if the spec names a figure that does not
    exist.
    """
    known = _figures()
    return tuple(
        PublishedText(
            title=publication.title,
            source=publication.source,
            text=publication.text,
            figures=tuple(
                PublishedFigure(
                    name=name,
                    title=_known(known, game, name)[0],
                    published=value,
                    computed=_known(known, game, name)[1](game, result),
                )
                for name, value in publication.figures.items()
            ),
        )
        for publication in game.loaded.spec.published.values()
    )


def _known(
    known: dict[str, tuple[str, Figure]], game: TwentyOneGame, name: str
) -> tuple[str, Figure]:
    if name in known:
        return known[name]
    nearest = nearest_name(name, known)
    raise SpecError(
        f"{game.loaded.path}: published: there is no figure {name}; "
        + (f"did you mean {nearest}?" if nearest else f"known: {', '.join(known)}")
    )


def _figures() -> dict[str, tuple[str, Figure]]:
    """Return title and value of every figure that can be compared, by name."""
    figures: dict[str, tuple[str, Figure]] = {
        f"by_upcard.{upcard}.main": (f"Expectation given upcard {upcard}", _of_upcard(upcard))
        for upcard in UPCARDS
    }
    figures["main.ev"] = ("Expectation", lambda _, result: result.wagers.main.ev)
    figures["main_burnout.gross_ev"] = (
        "Expectation with Burnout, before the payment",
        lambda _, result: result.wagers.main_burnout.gross_ev,
    )
    figures["main_burnout.gain"] = (
        "Gain over the main wager alone",
        lambda _, result: result.wagers.main_burnout.gain,
    )
    figures["restrained.gross_ev"] = (
        "Expectation with Burnout, before the payment, doubling and splitting only as without it",
        lambda game, _: _restrained(game),
    )
    return figures


def _of_upcard(label: str) -> Figure:
    def value(_: TwentyOneGame, result: RtpResult) -> float | None:
        return next(row.main for row in result.by_upcard if row.upcard == label)

    return value


def _restrained(game: TwentyOneGame) -> float:
    """Return the gross expectation when doubles and splits stay as without the option."""
    optimal = game.optimal
    assert optimal.option is not None  # noqa: S101  (a TwentyOneGame always analyses the option)
    plain = optimal.decisions.first
    stands = game.values.stand[:, NONE_BURNED]
    otherwise = np.where(optimal.option.hit > stands, HIT, STAND)
    first = np.where((plain == DOUBLE) | (plain == SPLIT), plain, otherwise).astype(np.int8)
    solution = evaluate(game.values, replace(optimal.decisions, option_first=first))
    assert solution.main_burnout is not None  # noqa: S101
    return solution.main_burnout.ev


Step = Callable[[str], Context]
"""Called at the beginning of a step."""

PARTS = 100
"""Parts into which a step is divided to show its progress."""

NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight")
COMPARED_DECKS = (2, 6)
"""Shoes that a report shows beside the spec's own: the first that differs from it."""

EXPECTATIONS = ("wagers.main.ev", "wagers.main_burnout.ev")
"""Figures for which a report shows the effect of every ruling."""

ALONE = Workers(processes=1)


def certify_game(
    loaded: LoadedGame,
    *,
    issued: str | None = None,
    command: str,
    context: Context | None = None,
    brief: bool = False,
    given: Given | None = None,
) -> Certification:
    """Return the content of the report of a game against a house.

    `issued` is YYYY-MM-DD, by default the date of the spec, never the clock; `command` makes the
    report again. `brief` leaves out what takes minutes: the effect of rulings and payouts on every
    wager, the composition of the shoe, and the cross-check by simulation. SpecInvalidError for a
    required figure that the results do not have.
    """
    context = context or Context()
    game = TwentyOneGame(loaded)
    decks = (game.rules.decks, next(n for n in COMPARED_DECKS if n != game.rules.decks))
    alternatives = sum(len(ruling.alternatives) for ruling in loaded.spec.rulings.values())
    total = 3 * len(decks) + alternatives + (1 if brief else 4)
    done = 0

    def step(doing: str) -> Context:
        """Begin a step; return the context for its work, which reports progress within it."""
        nonlocal done
        before = done
        done += 1
        context.progress(PARTS * before, PARTS * total, doing)

        def progress(part: int, parts: int, what: str) -> None:
            shown = f"{doing}: {what}" + (f" {part}/{parts}" if part else "")
            context.progress(PARTS * before + PARTS * part // max(parts, 1), PARTS * total, shown)

        return replace(context, progress=progress)

    is_played = not brief and loaded.play is not None and can_tell(game)
    is_new = is_played and _is_new(game, context)
    with kept_meanwhile(context) if is_new else nullcontext(not_asked) as ask:
        ask(partial(_begin, loaded))
        own = _shoe(loaded, decks[0], step, own=True)
        ask(partial(_play, loaded))
        shoes = (own, *(_shoe(loaded, number, step, own=False) for number in decks[1:]))
        rulings = tuple(
            _ruling(game, number, ruling, own.optimal, step)
            for number, ruling in loaded.spec.rulings.items()
        )
        strategy_cost = strategy_cost_study(game, context=step("players and mistakes"))
        sensitivity = composition = None
        if not brief:
            doing = step("rulings and payouts")
            sensitivity = sensitivity_study(game, Question.of(game), doing, Workers())
            composition = kept_shoe_study(game, context=step("the shoe"))
            doing = step("the game, played")
    crosscheck = _crosscheck(game, doing) if is_played else None
    figures = spec_figures(loaded, context, Workers())
    context.progress(total, total, "done")
    certification = Certification(
        **item_of(loaded, Certification, issued, command),
        rulings=rulings,
        paytables=paytables_of(loaded),
        wagers=wagers_of(loaded),
        shoes=shoes,
        published=() if loaded.changed else published_figures(game, own.optimal),
        software=software_of(),
        sensitivity=sensitivity,
        strategy_cost=strategy_cost,
        composition=composition,
        crosscheck=crosscheck,
        annex=tuple(annex for annex in map(tolerances_of, shoes) if annex is not None),
        sheet=sheet_of(shoes[0]),
        spec_figures=figures,
    )
    return completed(with_figures(certification, figures), given)


def _crosscheck(game: TwentyOneGame, context: Context) -> CrosscheckResult:
    # Its statistics load slowly, and a brief report needs none of them.
    from certify.studies.crosscheck.study import kept_crosscheck

    return kept_crosscheck(game, context=context)


def _is_new(game: TwentyOneGame, context: Context) -> bool:
    """Return whether what a report plays was not played before."""
    from certify.studies.crosscheck.study import is_kept

    return not is_kept(game, context)


def _begin(loaded: LoadedGame, context: Context, workers: Workers) -> None:
    """Do what needs no figures of the game: compile what is played, and take out single cards."""
    from certify.studies.crosscheck.study import compile_ahead

    game = TwentyOneGame(loaded)
    compile_ahead(game)
    effects(game, context, workers)


def _play(loaded: LoadedGame, context: Context, workers: Workers) -> None:
    """Play the double entry and the shoes to the cut card."""
    from certify.studies.crosscheck.study import kept_crosscheck

    game = TwentyOneGame(loaded)
    kept_crosscheck(game, context=context, workers=workers.processes)
    cut_card_effects(game, checked_order(game.shoe.size, ShoeOrder()), context, workers)


def _shoe(loaded: LoadedGame, decks: int, step: Step, *, own: bool) -> ShoeCertification:
    label = f"{NUMBER_WORDS[decks]} deck{'s' if decks > 1 else ''}"
    game = TwentyOneGame(_with(loaded, {"decks": decks}))
    context = replace(step(f"{label}, optimal"), thorough=own)
    optimal = rtp_study(game, context=context)
    basic = rtp_study(game, BASIC, distribution=own, context=step(f"{label}, basic"))
    charts = strategy_study(game, context=step(f"{label}: strategy charts"))
    return ShoeCertification(label=label, optimal=optimal, basic=basic, strategy=charts)


def _with(loaded: LoadedGame, settings: dict[str, bool | int | float | str]) -> LoadedGame:
    """Return the game under other settings, which do not count as changes of the certified game."""
    return replace(apply_settings(loaded, settings), changed=loaded.changed)


def _ruling(
    game: TwentyOneGame,
    number: str,
    ruling: Ruling,
    base: RtpResult,
    step: Step,
) -> RulingText:
    effects = [
        _effect(game, alternative, base, step(f"ruling {number}: {alternative.text}"))
        for alternative in ruling.alternatives
    ]
    return RulingText(
        id=number,
        question=ruling.question,
        decided=ruling.decided,
        why=ruling.why,
        parameters=ruling.parameters,
        alternatives=tuple(effects),
    )


def _effect(
    game: TwentyOneGame, alternative: Alternative, base: RtpResult, context: Context
) -> AlternativeEffect:
    """Return the effect of an alternative; nothing is computed where no rule changes."""
    question = Question(EXPECTATIONS)
    before = tuple(figure_at(base, path) for path in EXPECTATIONS)
    (found,) = alternative_sensitivities(game, [alternative], before, question, context, ALONE)
    main, burnout = found.changes or (None, None)
    return AlternativeEffect(
        text=alternative.text,
        settings=found.settings,
        ev_main=main.after if main else None,
        ev_main_burnout=burnout.after if burnout else None,
        change_main=main.difference if main else None,
        change_main_burnout=burnout.difference if burnout else None,
    )
