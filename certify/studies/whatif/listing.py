"""Settings of a game, and figures to aim at."""

from __future__ import annotations

from fractions import Fraction

from certify.errors import SpecError
from certify.language.game import PAYS, LoadedGame, default_of
from certify.language.parameters import (
    MOST_ODDS,
    BooleanParameter,
    ChoiceParameter,
    IntegerParameter,
    Parameter,
    PayoutParameter,
    ShareParameter,
    written,
)
from certify.numerics.odds import odds_text
from certify.runtime.context import Context
from certify.studies.kinds import has_option
from certify.studies.returns.result import RtpResult
from certify.studies.returns.study import kept_rtp
from certify.studies.twenty_one import OPTIMAL, TwentyOneGame
from certify.studies.whatif.aims import short_name
from certify.studies.whatif.figures import all_figures, figure_at, figure_name, quoted_figures
from certify.studies.whatif.parameters_result import (
    FigureListing,
    ParametersResult,
    SettingListing,
    WagerListing,
)
from certify.studies.whatif.settings import PAYOUT, TAKEN_PARAMETERS, payout_path

LEAST_ODDS, MOST_ODDS_TEXT = "0:1", odds_text(Fraction(MOST_ODDS))
UNITS_OF_ODDS = {"to_one": "to one", "for_one": "for one"}


def parameters_study(loaded: LoadedGame, context: Context) -> ParametersResult:
    """Return the settings of a game of any kind, and the figures to aim at; nothing is computed."""
    is_analysed = has_option(loaded)
    figures: tuple[FigureListing, ...] = ()
    kept = None
    if is_analysed:
        game = TwentyOneGame(loaded)
        kept = kept_rtp(game, context)
        figures = _figures(game, kept)
    return ParametersResult(
        **loaded.provenance(),
        kind=loaded.spec.game.kind,
        settings=(
            *(_parameter(loaded, name, is_analysed) for name in loaded.spec.parameters),
            *_rows(loaded, is_analysed),
        ),
        figures=figures,
        values_are_kept=kept is not None,
        wagers=()
        if is_analysed
        else tuple(
            WagerListing(name=name, title=wager.title, optional=wager.optional, follows=wager.of)
            for name, wager in loaded.spec.wagers.items()
        ),
    )


def _parameter(loaded: LoadedGame, name: str, is_analysed: bool) -> SettingListing:
    parameter = loaded.spec.parameters[name]
    limits = _limits(parameter)
    unit, same_as = "", None
    if isinstance(parameter, ShareParameter):
        unit = parameter.unit
    elif isinstance(parameter, PayoutParameter):
        row = f"{parameter.paytable}.{parameter.row}"
        unit, same_as = UNITS_OF_ODDS[loaded.row(row).basis], f"{row}.{PAYS}"
    taken = _is_taken(loaded, same_as) if same_as else name in TAKEN_PARAMETERS
    return SettingListing(
        name=name,
        title=parameter.title,
        kind=parameter.type,
        unit=unit,
        now=written(loaded.parameters_as_written()[name]),
        default=default_of(loaded, name),
        minimum=limits[0],
        maximum=limits[1],
        choices=_choices(parameter),
        cites=parameter.cites,
        same_as=same_as,
        moves_figures=taken if is_analysed else None,
    )


def _limits(parameter: Parameter) -> tuple[str | None, str | None]:
    if isinstance(parameter, IntegerParameter | ShareParameter):
        return written(parameter.minimum), written(parameter.maximum)
    if isinstance(parameter, PayoutParameter):
        return LEAST_ODDS, MOST_ODDS_TEXT
    return None, None


def _choices(parameter: Parameter) -> dict[str, str]:
    if isinstance(parameter, ChoiceParameter):
        return dict(parameter.choices)
    return {"false": "no", "true": "yes"} if isinstance(parameter, BooleanParameter) else {}


def _rows(loaded: LoadedGame, is_analysed: bool) -> list[SettingListing]:
    """Return every payout by its row."""
    named = {
        f"{parameter.paytable}.{parameter.row}": name
        for name, parameter in loaded.spec.parameters.items()
        if isinstance(parameter, PayoutParameter)
    }
    return [
        SettingListing(
            name=f"{alias}.{key}.{PAYS}",
            title=row.outcome,
            kind=PAYOUT,
            unit=UNITS_OF_ODDS[row.basis],
            now=row.pays,
            default=loaded.issued_paytables[alias].rows[key].pays,
            minimum=LEAST_ODDS,
            maximum=MOST_ODDS_TEXT,
            choices={},
            cites=row.cites,
            same_as=named.get(f"{alias}.{key}"),
            moves_figures=_is_taken(loaded, f"{alias}.{key}.{PAYS}") if is_analysed else None,
        )
        for alias, table in loaded.paytables.items()
        for key, row in table.rows.items()
    ]


def _is_taken(loaded: LoadedGame, name: str) -> bool:
    """Return whether the exact analysis takes a payout."""
    try:
        payout_path(loaded, name)
    except SpecError:
        return False
    return True


def _figures(game: TwentyOneGame, kept: RtpResult | None) -> tuple[FigureListing, ...]:
    """Return the figures to aim at, those that people quote first."""
    quoted = quoted_figures(game, OPTIMAL)
    others = [path for _, path in all_figures(game) if path not in quoted]
    found = []
    for path in (*quoted, *others):
        found.append(
            FigureListing(
                **figure_name(path).model_dump(),
                name=short_name(path),
                is_quoted=path in quoted,
                value=figure_at(kept, path) if kept else None,
            )
        )
    return tuple(found)
