"""Players by name: random moves, a policy of the spec, or a search of so many playouts."""

from __future__ import annotations

from dataclasses import dataclass

from certify.errors import SpecError, nearest_name
from certify.play.interpreter.program import Program
from certify.play.policies import RANDOM, SEARCHER, policy_names

SEARCH, OPEN = "search", "open"
EXPLORATION = 0.5
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class Searcher:
    """A player that searches.

    Attributes
    ----------
    playouts : int
        Games that are imagined and played to the end for a decision; fewer where the choice can no
        longer change.
    policy : str
        How they are played on beyond the tree: ``random``, or a policy of the spec.
    is_open : bool
        Whether the player sees all cards and what chance will bring.
    exploration : float
        Factor of the term by which little tried options gain.

    Notes
    -----
    Method: information-set Monte Carlo tree search. Each playout deals the hidden cards anew, as
    `certify.play.search.knowledge` allows; the nodes of the tree are what the searching seat sees
    and who decides, so that no decision rests on what is hidden. Options are taken by upper
    confidence bounds that count how often each was available, and widen slowly; a playout adds a
    node, and is rewarded by the part of the other seats that a seat comes out ahead of.
    Source: Cowling, Powley and Whitehouse, Information set Monte Carlo tree search, IEEE
    Transactions on Computational Intelligence and AI in Games 4, 2012; widening after Couetoux and
    others, Continuous upper confidence trees, 2011.
    """

    playouts: int
    policy: str = RANDOM
    is_open: bool = False
    exploration: float = EXPLORATION

    @property
    def name(self) -> str:
        """The player's name."""
        kind = OPEN if self.is_open else SEARCH
        policy = "" if self.policy == RANDOM else f":{self.policy}"
        return f"{kind}:{self.playouts}{policy}"


Player = str | Searcher


def player_named(program: Program, name: str) -> Player:
    """Return the player that a name means.

    `name`: ``random``, a policy of the spec, ``search:N`` or ``search:N:POLICY`` for a search of N
    playouts, ``open:N`` or ``open:N:POLICY`` for one that sees all cards. Raises `SpecError` if
    there is none of that name.
    """
    known = policy_names(program)
    if name in known:
        return name
    found = SEARCHER.fullmatch(name)
    if found is None:
        names = (*known, f"{SEARCH}:100", f"{OPEN}:100")
        nearest = nearest_name(name, names)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(
            f"there is no player {name!r}{meant}; known: {', '.join(known)}, {SEARCH}:N,"
            f" {SEARCH}:N:POLICY, {OPEN}:N, {OPEN}:N:POLICY with N playouts"
        )
    kind, number, policy = found.groups()
    playouts = int(number) if len(number) < 10 else MOST_PLAYOUTS + 1
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise SpecError(f"the player {name} has {number} playouts; expected 1 to {MOST_PLAYOUTS:,}")
    if policy is not None and policy not in known:
        nearest = nearest_name(policy, known)
        meant = f"; did you mean {nearest}?" if nearest else ""
        raise SpecError(
            f"the player {name} plays on by {policy!r}, which is no policy{meant}; known:"
            f" {', '.join(known)}"
        )
    return Searcher(playouts, policy or RANDOM, kind == OPEN)
