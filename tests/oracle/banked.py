"""Brute force for games against the house: every order of the cards, stepped by the interpreter.

Nothing is merged, counted or relabelled. Each card of a pack is a card of its own, chance is
followed place by place, and a decision is taken for all games together in which the seat has seen
and chosen the same. Only the interpreter and what the rules mean are shared with the exact engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from certify.language.game import LoadedGame, wagers_made
from certify.play.chance import Stream
from certify.play.events import Visibility
from certify.play.interpreter.interpreter import Options, begin, options
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State, initial_state
from certify.play.policies import placing_of

BEST = "optimal"

Key = tuple[Fraction, ...]
"""What is put on each wager, what each brings, the number of its pay line, and the score."""

Numbers = tuple[Fraction | int, ...]
"""The same as the rules work it out: whole numbers are equal to the fractions that they are."""

Told = Callable[[State], Any]

Weighted = list[tuple[int, State]]
"""Games, each in one of so many equally likely ways."""

Decided = tuple[str, tuple[str, ...], tuple[Fraction, ...], str]
"""A decision, its options, what each is worth, and the option taken."""


@dataclass(frozen=True)
class BruteForce:
    """What brute force finds of a game.

    Attributes
    ----------
    wagers : dict
        Expected stake and net of every wager, and the probability of each pay line (``""``: none).
    joint : dict
        Probabilities by what is put on each wager, what each brings and the numbers of pay lines.
    outcomes : dict
        Probabilities by total stake and total net: of each first wager made with what belongs to
        it, and of all that are made as ``""`` if these are several.
    decisions : dict
        Probabilities of situations with a choice, by what each option is worth; none for a policy.
    value : Fraction
        Expected net of all wagers that are made.
    """

    wagers: Mapping[str, tuple[Fraction, Fraction, dict[str, Fraction]]]
    joint: Mapping[Key, Fraction]
    outcomes: Mapping[str, dict[tuple[Fraction, Fraction], Fraction]]
    decisions: Mapping[Decided, Fraction]
    value: Fraction


class _Fork(Exception):  # noqa: N818  (no error: chance has several outcomes)
    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Script:
    """Chance as it is written down; beyond its end it forks."""

    def __init__(self, places: Sequence[int]) -> None:
        self.places = list(places)

    def card(self, cards: Sequence[int], number: int) -> int:
        """Return the place of the next card."""
        del cards
        return self._next(number)

    def element(self, name: str, elements: Sequence[object]) -> int:
        """Return the place of the next element."""
        del name
        return self._next(len(elements))

    def _next(self, number: int) -> int:
        if not self.places:
            raise _Fork(number)
        return self.places.pop(0)


class _Seen:
    """A recorder of all that the seat has seen and chosen, card by card."""

    def __init__(self, visibility: Visibility, notes: tuple[Any, ...] = ()) -> None:
        self.visibility = visibility
        self.notes = notes

    def copy(self) -> _Seen:
        """Return a recorder that goes on by itself."""
        return _Seen(self.visibility, self.notes)

    def moved(self, state: State, cards: Sequence[int], source: int, target: int) -> None:
        """Note cards that move."""
        zones, counted = self.visibility.zones[0], self.visibility.known[0]
        if not (counted[source] or counted[target]):
            return
        for card in cards:
            up = state.program.layout.up(state.values, card)
            seen = zones[source] or zones[target] or up
            self._note("moved", card if seen else None, source, target)

    def shuffled(self, state: State, zone: int) -> None:
        """Note a shuffle."""
        del state
        self._note("shuffled", zone)

    def turned(self, state: State, card: int) -> None:
        """Note a card that is turned."""
        self._note("turned", card, state.where[card])

    def shown(self, state: State, cards: Sequence[int], seats: Sequence[int]) -> None:
        """Note cards that are shown: as they lie, unless the zone has no order."""
        if 0 in seats:
            ordered = self.visibility.ordered
            places = [
                (state.where[card], place if ordered[state.where[card]] else 0, card)
                for place, card in enumerate(cards)
            ]
            self._note("shown", tuple(sorted(places)))

    def changed(self, state: State, name: str, place: int) -> None:
        """Note a variable or tokens that the seat sees."""
        base = state.program.layout.places[name][0]
        if self.visibility.sees_value(name, place - base, 0):
            self._note("changed", place, state.values[place])

    def announced(self, state: State, text: str, values: Mapping[str, Any]) -> None:
        """Note what is said."""
        del state
        self._note("announced", text, tuple(sorted(values.items())))

    def chosen(self, state: State, move: Any, picked: Any) -> None:
        """Note what the seat chose."""
        del state
        self._note("chosen", move.name, picked)

    def _note(self, *what: Any) -> None:
        self.notes = (*self.notes, what)


def _copied(state: State) -> State:
    other = state.copy()
    assert isinstance(state.recorder, _Seen)
    other.recorder = state.recorder.copy()
    return other


@dataclass
class _Found:
    """Outcomes, by the number of equally likely ways that each is one of, and decisions."""

    ends: Counter[tuple[Numbers, int]] = field(default_factory=Counter)
    decided: list[tuple[Decided, Fraction]] = field(default_factory=list)

    def add(self, other: _Found) -> None:
        self.ends.update(other.ends)
        self.decided += other.decided

    @property
    def worth(self) -> Fraction:
        """The sum of what the wagers bring that are made, times its probability."""
        brought: dict[int, Fraction | int] = {}
        for (key, ways), number in self.ends.items():
            brought[ways] = brought.get(ways, 0) + key[-1] * number
        return sum((Fraction(total) / ways for ways, total in brought.items()), Fraction(0))


class _Tree:
    def __init__(self, game: LoadedGame, policy: str, told: Told) -> None:
        self.told = told
        self.program = Program(game)
        result = self.program.play.result
        assert result is not None
        function = self.program.evaluator.function
        wagers = result.wagers.values()
        self.stakes = [function(wager.stake) for wager in wagers]
        self.nets = [function(wager.net) for wager in wagers]
        self.lines = [None if wager.line is None else function(wager.line) for wager in wagers]
        self.placing = None if policy == BEST else placing_of(self.program, policy)

    def start(self) -> State:
        state = initial_state(self.program, _Script(()))
        state.recorder = _Seen(Visibility(self.program))
        return state

    def followed(self, states: Weighted) -> _Found:
        """Return all that follows games, with the best decisions or those of the policy."""
        found = _Found()
        asked: dict[Any, Weighted] = {}
        for ways, state in self._unfolded(states):
            if state.is_over:
                found.ends[self._key(state), ways] += 1
            else:
                assert isinstance(state.recorder, _Seen)
                key = (state.asked, state.recorder.notes, self.told(state))
                asked.setdefault(key, []).append((ways, state))
        for alike in asked.values():
            found.add(self._decided(alike))
        return found

    def _decided(self, alike: Weighted) -> _Found:
        known = [options(state) for _, state in alike]
        names = _names(known[0])
        assert all(_names(other) == names for other in known), "the options tell what is hidden"
        if self.placing is not None:
            found = _Found()
            for (ways, state), own in zip(alike, known, strict=True):
                place = self.placing(state, own, Stream(0))
                found.add(self._taken([(ways, state)], place))
            return found
        every = [self._taken(alike, place) for place in range(len(names))]
        worths = [found.worth for found in every]
        best = worths.index(max(worths))
        if len(names) > 1:
            share = sum((Fraction(1, ways) for ways, _ in alike), Fraction(0))
            name = self.program.decisions[alike[0][1].asked].name
            decided = (name, names, tuple(worth / share for worth in worths), names[best])
            every[best].decided.append((decided, share))
        return every[best]

    def _taken(self, alike: Weighted, place: int) -> _Found:
        """Return what follows if an option is taken in games that look alike."""
        after: Weighted = []
        for ways, state in alike:
            other = _copied(state)
            begin(other, *options(other).at(place))
            after.append((ways, other))
        return self.followed(after)

    def _unfolded(self, states: Weighted) -> Iterator[tuple[int, State]]:
        """Yield games at their next decision or their end, for every outcome of chance."""
        code, chancy = self.program.code, self.program.chancy
        todo = [(ways, _copied(state)) for ways, state in states]
        while todo:
            ways, state = todo.pop()
            state.chance = _Script(())
            state.values[0] = 0
            while state.pc >= 0:
                if state.pc in chancy:
                    todo += [(ways * more, other) for more, other in self._after(state, ())]
                    break
                state.pc = code[state.pc](state)
            else:
                yield ways, state

    def _after(self, before: State, places: tuple[int, ...]) -> Iterator[tuple[int, State]]:
        """Yield the games after an instruction, each in one of so many ways."""
        state = _copied(before)
        state.chance = _Script(places)
        try:
            state.pc = self.program.code[before.pc](state)
        except _Fork as fork:
            for place in range(fork.number):
                for ways, other in self._after(before, (*places, place)):
                    yield ways * fork.number, other
            return
        yield 1, state

    def _key(self, state: State) -> Numbers:
        v, z = state.values, state.zones
        score = self.program.score
        assert score is not None
        return (
            *(stake(v, z) for stake in self.stakes),
            *(net(v, z) for net in self.nets),
            *(0 if line is None else line(v, z) for line in self.lines),
            score(v, z),
        )


def _names(found: Options) -> tuple[str, ...]:
    names = []
    for place in range(found.total):
        move, picked = found.at(place)
        names.append(move.name if picked is None else f"{move.name} {picked}")
    return tuple(names)


def brute_force(
    game: LoadedGame, policy: str = BEST, told: Told = lambda state: None
) -> BruteForce:
    """Return what a game comes to, by best play or a policy of the spec.

    `told`: what the seat knows of a game besides, against the rules, whenever it decides.
    """
    tree = _Tree(game, policy, told)
    found = tree.followed([(1, tree.start())])
    chances: dict[Key, Fraction] = {}
    for (numbers, ways), number in found.ends.items():
        key = tuple(map(Fraction, numbers))
        chances[key] = chances.get(key, Fraction(0)) + Fraction(number, ways)
    assert sum(chances.values()) == 1
    result = tree.program.play.result
    assert result is not None
    names = list(result.wagers)
    wagers = {}
    for place, name in enumerate(names):
        rows = [row.key for row in game.paytable_rows(game.spec.wagers[name].paytable or "")]
        lines = dict.fromkeys([*rows, ""], Fraction(0)) if rows else {}
        for key, chance in chances.items():
            if rows:
                line = int(key[2 * len(names) + place])
                lines[rows[line - 1] if line else ""] += chance
        stake = sum((key[place] * chance for key, chance in chances.items()), Fraction(0))
        net = sum((key[len(names) + place] * p for key, p in chances.items()), Fraction(0))
        wagers[name] = (stake, net, lines)
    made = wagers_made(game)
    first = [name for name in names if game.spec.wagers[name].of is None and name in made]
    groups = {name: [name, *_following(game, name)] for name in first}
    if len(first) > 1:
        groups[""] = [name for name in names if name in made]
    outcomes: dict[str, dict[tuple[Fraction, Fraction], Fraction]] = {}
    for name, own in groups.items():
        places = [names.index(each) for each in own]
        outcomes[name] = {}
        for key, chance in chances.items():
            total = (
                sum((key[place] for place in places), Fraction(0)),
                sum((key[len(names) + place] for place in places), Fraction(0)),
            )
            outcomes[name][total] = outcomes[name].get(total, Fraction(0)) + chance
    decisions: dict[Decided, Fraction] = {}
    for decided, share in found.decided:
        decisions[decided] = decisions.get(decided, Fraction(0)) + share
    joint: dict[Key, Fraction] = {}
    for key, chance in chances.items():
        joint[key[:-1]] = joint.get(key[:-1], Fraction(0)) + chance
    return BruteForce(wagers, joint, outcomes, decisions, found.worth)


def _following(game: LoadedGame, name: str) -> list[str]:
    """Return the wagers that belong to a first one: made with it, whether asked for or not."""
    made = wagers_made(game)
    return [other for other, each in game.spec.wagers.items() if each.of == name and other in made]
