"""Games written from `docs/rule-language.md` alone: they load, hold, and are played by their rules.

The trick-taking game is judged by rules written here a second time, which know nothing of the
engine but the hands that were dealt and the decisions that were made.
"""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

import pytest

from certify.language.catalogue import load_game
from certify.language.game import LoadedGame, apply_settings
from certify.language.source_table import source_coverage
from certify.play.interpreter.interpreter import choose, decision_of, options, outcome, start
from certify.play.interpreter.program import Program
from certify.play.interpreter.state import State
from certify.play.policies import policy_names
from certify.play.scenario import example_failure
from certify.play.soundness import watch_games

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "tests" / "games"
NAMES = ("trick_taking", "liars_numbers", "high_card")
PLAYERS = (
    *(("trick_taking", players) for players in (3, 4, 5)),
    ("liars_numbers", 2),
    *(("high_card", players) for players in (2, 3, 4)),
)
RANDOM_GAMES = 30
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def whole_game_of_the_page() -> dict[str, str]:
    """Return the blocks of the page's example by their languages: the source and the spec."""
    page = (ROOT / "docs" / "rule-language.md").read_text(encoding="utf-8")
    chapter = page.split("\n## A whole game\n")[1].split("\n## ")[0]
    found: dict[str, str] = {}
    for language, content in BLOCK.findall(chapter):
        found.setdefault(language, content)
    return found


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, LoadedGame]:
    folder = tmp_path_factory.mktemp("page")
    path = folder / "high_card.yaml"
    path.write_text(whole_game_of_the_page()["yaml"], encoding="utf-8")
    return {
        "high_card": load_game(str(path)),
        "trick_taking": load_game(str(GAMES / "trick_taking.yaml")),
        "liars_numbers": load_game(str(GAMES / "liars_numbers.yaml")),
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_example_goes_as_it_is_written(games, name):
    game = games[name]
    assert game.spec.examples
    assert [example_failure(game, example) for example in game.spec.examples] == (
        [None] * len(game.spec.examples)
    )


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_random_games_are_sound(games, name, players):
    found = watch_games(games[name], players, range(RANDOM_GAMES))
    assert found.failures == {}
    assert found.games == RANDOM_GAMES
    assert found.decisions > RANDOM_GAMES


@pytest.mark.parametrize(("name", "players"), PLAYERS)
def test_policies_play_sound_games(games, name, players):
    game = games[name]
    policies = [policy for policy in policy_names(Program(game, players)) if policy != "random"]
    assert policies
    for policy in policies:
        assert watch_games(game, players, range(5), policy=policy).failures == {}


@pytest.mark.parametrize("name", NAMES)
def test_alternative_rulings_are_sound(games, name):
    game = games[name]
    settings = [
        alternative.set
        for ruling in game.spec.rulings.values()
        for alternative in ruling.alternatives
        if alternative.set
    ]
    assert settings
    assert game.spec.players is not None
    for changed in settings:
        for players in game.spec.players.seats:
            assert watch_games(apply_settings(game, changed), players, range(3)).failures == {}


@pytest.mark.parametrize("name", ["trick_taking", "liars_numbers"])
def test_every_line_of_the_source_is_in_a_clause(games, name):
    assert source_coverage(games[name].spec, (GAMES / f"{name}.txt").read_bytes()).is_complete


def test_the_source_of_the_page_s_example_is_the_one_that_it_names(games):
    source = whole_game_of_the_page()["text"].encode()
    assert hashlib.sha256(source).hexdigest() == games["high_card"].spec.source.sha256
    assert source_coverage(games["high_card"].spec, source).is_complete


# The trick-taking game, by rules of its own

Card = tuple[int, str]
RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}


def card_of(label: str) -> Card:
    rank = label[:-1]
    return (RANKS[rank] if rank in RANKS else int(rank)), label[-1]


class Table:
    """A game of trick-taking, judged without the engine; seats count from 0."""

    def __init__(
        self, players: int, hands: int, *, hook: bool, missed_scores_tricks: bool, plain_last: bool
    ) -> None:
        self.players, self.hands = players, hands
        self.hook, self.missed_scores_tricks = hook, missed_scores_tricks
        self.plain_last = plain_last
        self.size = 0
        self.points = [0] * players
        self.kept = 0

    def deal(self, dealer: int, hands: list[list[Card]], turned: Card) -> None:
        self.size += 1
        assert [len(hand) for hand in hands] == [self.size] * self.players
        dealt = [card for hand in hands for card in hand] + [turned]
        assert len(set(dealt)) == len(dealt)
        self.dealer = dealer
        self.cards = [set(hand) for hand in hands]
        self.trumps = "" if self.plain_last and self.size == self.hands else turned[1]
        self.bids: dict[int, int] = {}
        self.tricks = [0] * self.players
        self.trick: list[tuple[int, Card]] = []
        self.turn = (dealer + 1) % self.players

    def is_bidding(self) -> bool:
        return len(self.bids) < self.players

    def legal(self) -> set[object]:
        if self.is_bidding():
            bids = set(range(self.size + 1))
            if self.hook and len(self.bids) == self.players - 1:
                bids -= {self.size - sum(self.bids.values())}
            return set(bids)
        hand = self.cards[self.turn]
        if self.trick:
            led = self.trick[0][1][1]
            following = {card for card in hand if card[1] == led}
            return set(following or hand)
        return set(hand)

    def bid(self, number: int) -> None:
        self.bids[self.turn] = number
        self.turn = (self.turn + 1) % self.players

    def play(self, card: Card) -> None:
        self.cards[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) < self.players:
            return
        trumps = [(seat, card) for seat, card in self.trick if card[1] == self.trumps]
        led = [(seat, card) for seat, card in self.trick if card[1] == self.trick[0][1][1]]
        self.turn = max(trumps or led, key=lambda pair: pair[1][0])[0]
        self.tricks[self.turn] += 1
        self.trick = []
        if not any(self.cards):
            self.score()

    def score(self) -> None:
        for seat in range(self.players):
            if self.tricks[seat] == self.bids[seat]:
                self.points[seat] += 10 + self.bids[seat]
                self.kept += 1
            elif self.missed_scores_tricks:
                self.points[seat] += self.tricks[seat]


class Reader:
    """What a game's state says, in the words of the rules."""

    def __init__(self, state: State) -> None:
        self.state = state

    def cards(self, zone: str) -> list[Card]:
        number = self.state.program.position(zone)[1]
        labels = self.state.program.deck.labels
        return [card_of(labels[card]) for card in self.state.zones[number]]

    def value(self, variable: str) -> int:
        value = self.state.values[self.state.program.position(variable)[1]]
        assert isinstance(value, int)
        return value

    def legal(self) -> set[object]:
        labels = self.state.program.deck.labels
        listed: list[object] = []
        for move, choice in options(self.state).choices:
            for pick in choice:
                listed.append(card_of(labels[pick]) if move.name == "play" else pick)
        assert len(set(listed)) == len(listed)
        return set(listed)


def play_and_judge(game: LoadedGame, players: int, seed: int, table: Table) -> State:
    chooser = random.Random(seed)
    state = start(Program(game, players), seed)
    reader = Reader(state)
    seats = range(1, players + 1)
    first = reader.value("dealer")
    while not state.is_over:
        if table.size == 0 or not any(table.cards):
            dealer = (first + table.size) % players
            hands = [reader.cards(f"hand[{seat}]") for seat in seats]
            table.deal(dealer, hands, *reader.cards("turned"))
            assert reader.value("dealer") == dealer
            assert [reader.value(f"points[{seat}]") for seat in seats] == table.points
        assert state.seat == table.turn
        assert decision_of(state).name == ("promise" if table.is_bidding() else "card")
        assert [reader.value(f"taken[{seat}]") for seat in seats] == table.tricks
        assert reader.legal() == table.legal()
        found = options(state)
        move, picked = found.at(chooser.randrange(found.total))
        if table.is_bidding():
            table.bid(picked)
        else:
            table.play(card_of(state.program.deck.labels[picked]))
        choose(state, move, picked)
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("hook", [True, False])
@pytest.mark.parametrize(("missed", "last"), [(False, "trumps"), (True, "plain")])
def test_tricks_are_taken_and_scored_by_the_rules(games, players, hook, missed, last):
    hands = 6
    settings = {
        "hands": hands, "hook": hook, "missed_scores_tricks": missed, "last_hand": last,
    }  # fmt: skip
    game = apply_settings(games["trick_taking"], settings)
    for seed in range(4):
        table = Table(
            players, hands, hook=hook, missed_scores_tricks=missed, plain_last=last == "plain"
        )
        state = play_and_judge(game, players, seed, table)
        found = outcome(state)
        assert table.size == hands
        assert list(found.scores) == table.points
        best = [seat for seat in range(players) if table.points[seat] == max(table.points)]
        assert list(found.winners) == ([] if len(best) == players else best)
        assert found.measures["promises_kept"] == table.kept


def test_first_dealer_is_drawn_or_the_first_seat(games):
    game = games["trick_taking"]
    drawn = {Reader(start(Program(game, 3), seed)).value("dealer") for seed in range(30)}
    assert drawn == {0, 1, 2}
    fixed = apply_settings(game, {"first_dealer": "first_seat"})
    assert {Reader(start(Program(fixed, 3), seed)).value("dealer") for seed in range(5)} == {0}
