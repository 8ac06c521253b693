"""The players of a study, from the expected weakest to the strongest."""

from __future__ import annotations

from collections.abc import Sequence

from certify.errors import EngineError
from certify.language.game import LoadedGame
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM
from certify.play.search.players import Player, Searcher, player_named
from certify.studies.fairness.results.fairness import PlayerText

BUDGETS = (10, 100)
WITHOUT_POLICY = (10, 100, 1000)
"""Playouts of the searching players; more of them where the spec has no policy."""


def default_ladder(game: LoadedGame) -> tuple[str, ...]:
    """Return the ids of the default players of a study.

    Random play; searches with random playouts; the policies of the spec; searches with playouts by
    the last of these.
    """
    policies = tuple(game.spec.policies)
    if not policies:
        return (RANDOM, *(f"search:{budget}" for budget in WITHOUT_POLICY))
    return (
        RANDOM,
        *(f"search:{budget}" for budget in BUDGETS),
        *policies,
        *(f"search:{budget}:{policies[-1]}" for budget in BUDGETS),
    )


def players_of(program: Program, ladder: Sequence[str]) -> dict[str, Player]:
    """Return the players of a ladder by their ids, in its order, checked."""
    found = {name: player_named(program, name) for name in ladder}
    if len(ladder) < 2 or len(found) != len(ladder):
        raise EngineError(
            f"a ladder has two different players or more; found {', '.join(ladder) or 'none'}"
        )
    return found


def is_clairvoyant(player: Player) -> bool:
    """Return whether a player sees hidden cards."""
    return isinstance(player, Searcher) and player.is_open


def clairvoyant_of(player: Player) -> str:
    """Return the id of the player that searches as this one does, and sees all cards."""
    if isinstance(player, Searcher):
        return Searcher(player.playouts, player.policy, is_open=True).name
    return Searcher(BUDGETS[-1], player, is_open=True).name


def text_of(game: LoadedGame, name: str, player: Player) -> PlayerText:
    """Return the title and description of a player."""
    if isinstance(player, Searcher):
        return _searcher_text(name, player)
    if player == RANDOM:
        does = "Takes every option of a decision with the same probability."
        return PlayerText(id=name, title="random play", does=does)
    return PlayerText(
        id=name,
        title=f"the policy {name} of the spec",
        does=" ".join(game.spec.policies[name].text.split()),
    )


def _searcher_text(name: str, player: Searcher) -> PlayerText:
    on = "at random" if player.policy == RANDOM else f"by the policy {player.policy}"
    games = "game" if player.playouts == 1 else "games"
    what = (
        "Sees all cards and what chance will bring; searches from there"
        if player.is_open
        else "Deals the cards it cannot see as they may lie, and searches"
    )
    return PlayerText(
        id=name,
        title=f"{'open ' if player.is_open else ''}search, {player.playouts} {games}"
        f" a decision, played on {on}",
        does=f"{what}: {player.playouts} {games} for every decision, chosen by upper confidence"
        f" bounds in a tree and played on {on}. It knows the rules, and nothing else of the game.",
        sees_all=player.is_open,
    )
