"""Policies of the exact engine by their names, for simulations of games of the family."""

from __future__ import annotations

from pathlib import Path

from certify.errors import SpecError, nearest_name
from certify.exact.blackjack.card import decisions_of
from certify.exact.blackjack.decisions import Decisions
from certify.language.document import is_file
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.play.policies import policy_names
from certify.play.tables import TablePolicy
from certify.studies.kinds import has_charts, has_option
from certify.studies.simulation.table_play import FIRST_BONUS, LAST_BONUS, certified_play
from certify.studies.strategy.strategy_file import read_strategy
from certify.studies.twenty_one import BASIC, OPTIMAL, BlackjackGame

BURNOUT, INSURANCE, EVEN_MONEY, EVERY_BONUS = "burnout", "insurance", "even_money", "bonus"
BONUS = {f"bonus.{wins}": wins for wins in range(FIRST_BONUS, LAST_BONUS + 1)}
WAGERS = (BURNOUT, *BONUS, EVERY_BONUS, INSURANCE, EVEN_MONEY)
"""Wagers beside the main wager, as they are added to the name of a strategy."""

STRATEGIES = (OPTIMAL, BASIC)
FILE_ENDINGS = (".yaml", ".yml", ".json")


def family_policy(game: LoadedGame, program: Program, name: str) -> TablePolicy | None:
    """Return the policy of the exact engine that a name means; None where no charts are derived.

    ``optimal``, ``basic`` or a strategy file, and other wagers with plus signs:
    ``optimal+burnout``, ``basic+bonus.2+bonus.5``, ``mine.yaml+insurance``. A SpecError if there is
    no such policy or wager, or the file is wrong.
    """
    if not has_charts(game):
        return None
    strategy, *wagers = name.split("+")
    is_given = strategy.endswith(FILE_ENDINGS) or is_file(Path(strategy))
    if strategy not in STRATEGIES and not is_given:
        known = (*policy_names(program), *STRATEGIES)
        nearest = nearest_name(strategy, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(
            f"there is no policy {name!r}{meant}; known: {', '.join(known)}, a strategy file"
        )
    if wagers and not has_option(game):
        raise SpecError(
            f"wagers beside the main wager of {game.spec.game.id} are made by --wagers, not by the"
            f" name of the policy; found {name!r}"
        )
    for wager in wagers:
        if wager not in WAGERS:
            nearest = nearest_name(wager, WAGERS)
            meant = f"; did you mean {nearest}?" if nearest else ""
            raise SpecError(f"there is no wager {wager!r}{meant}; known: {', '.join(WAGERS)}")
    placed = BONUS.values() if EVERY_BONUS in wagers else [BONUS[w] for w in wagers if w in BONUS]
    return certified_play(
        program,
        strategy_decisions(BlackjackGame(game), strategy),
        name=name,
        bought=BURNOUT in wagers,
        wagers=placed,
        insures=INSURANCE in wagers,
        takes_even_money=EVEN_MONEY in wagers,
    )


def strategy_decisions(game: BlackjackGame, strategy: str) -> Decisions:
    """Return every decision of ``optimal``, ``basic`` or a strategy file."""
    if strategy == OPTIMAL:
        return game.optimal.decisions
    if strategy == BASIC:
        return game.basic.decisions
    card = read_strategy(strategy, game.loaded)
    return decisions_of(card, game.rules)
