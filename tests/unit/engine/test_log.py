"""Logs: what is written can be replayed, and what cannot be is refused where it stands."""

import json
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from certify.errors import LogError, OutputError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides
from certify.play.chance import Stream
from certify.play.events import REFEREE
from certify.play.interpreter.interpreter import options
from certify.play.interpreter.program import Program
from certify.play.logs.log import LARGEST_SEED, LogFile, Session, header_of
from certify.play.logs.log_lines import LONGEST_LINE
from certify.play.logs.replay import Replayed, replay, replay_file
from certify.runtime.canonical import canonical_bytes
from tests.support.observed_game import write_spec

Lines = list[dict[str, Any]]

GAMES = ["burn", "burnout", "observed"]


@pytest.fixture(scope="module")
def loaders(tmp_path_factory):
    path = str(write_spec(tmp_path_factory.mktemp("spec")))
    return cache(lambda name: load_game(path if name == "observed" else name))


def written(program, seed, undo=()):
    """Play at random and return the lines of the log; after some decisions, take back."""
    lines: Lines = []
    session = Session(program, header_of(program, seed, ["random"] * program.players), lines.append)
    stream, made = Stream(seed, 1), 0
    while not session.state.is_over:
        found = options(session.state)
        session.choose(*found.at(stream.below(found.total)))
        made += 1
        if made in undo and not session.state.is_over:
            session.undo(undo[made])
    return lines


def text_of(lines: Lines) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def burn():
    return written(Program(load_game("burn"), 3), 1)


@pytest.fixture
def refused(burn, loaders):
    """Return a function that changes a right log and returns the error."""

    def refuse(change: Callable[[Lines], object], lines: Lines = burn) -> str:
        changed = json.loads(json.dumps(lines))
        change(changed)
        with pytest.raises(LogError) as caught:
            replay(text_of(changed), "a.jsonl", loaders)
        return str(caught.value)

    return refuse


def first(lines: Lines, **wanted: object) -> int:
    """Return the place of the first line with these values."""
    return next(
        place
        for place, line in enumerate(lines)
        if all(line.get(key) == value for key, value in wanted.items())
    )


# What is right -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_played_can_be_replayed(loaders, name, seed):
    lines = written(Program(loaders(name)), seed)
    found = replay(text_of(lines), "a.jsonl", loaders)
    assert found.is_over
    assert found.has_result
    assert found.decisions == sum("seat" in line for line in lines)
    assert found.chances == sum("card" in line or "chance" in line for line in lines)
    assert found.decisions + found.chances + 2 == len(lines)
    assert found.recorder.history(REFEREE)


@pytest.mark.parametrize("name", GAMES)
def test_a_log_dealt_by_hand_is_checked_too(loaders, name):
    lines = written(Program(loaders(name)), 3)
    lines[0]["seed"] = None
    assert replay(text_of(lines), "a.jsonl", loaders).has_result


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [4, None])
def test_moves_taken_back(loaders, name, seed):
    lines = written(Program(loaders(name)), 4, {2: 1, 5: 3, 6: 2})
    lines[0]["seed"] = seed
    found = replay(text_of(lines), "a.jsonl", loaders)
    assert found.undone == 6
    assert found.has_result
    assert found.decisions == sum("seat" in line for line in lines) - 6


def test_lines_are_canonical_and_the_file_grows(tmp_path, loaders):
    program = Program(apply_overrides(loaders("observed"), ["rounds=1"]))
    path = tmp_path / "game.jsonl"
    log = LogFile(path)
    session = Session(program, header_of(program, 7, ["person", "random"]), log)
    stream, before = Stream(1), ""
    while not session.state.is_over:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(before)
        assert text.endswith("\n")
        assert len(text) > len(before)
        assert not replay(text, "a.jsonl", loaders).is_over
        before = text
        found = options(session.state)
        session.choose(*found.at(stream.below(found.total)))
    log.close()
    for line in path.read_bytes().splitlines():
        assert line == canonical_bytes(json.loads(line))
    whole = replay_file(path, loaders)
    assert whole.header.parameters == {"rounds": 1}
    assert whole.header.seats == ("person", "random")
    assert whole.game.changed == (("rounds", "1"),)


def test_a_log_is_never_written_over(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="never written over"):
        LogFile(path)
    with pytest.raises(OutputError, match="does not exist"):
        LogFile(tmp_path / "nowhere" / "game.jsonl")
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_log_on_a_full_disk(tmp_path, monkeypatch):
    log = LogFile(tmp_path / "a.jsonl")
    log.close()

    def full() -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log, "_file", SimpleNamespace(write=len, flush=full, close=full))
    for attempt in (lambda: log({"undo": 1}), log.close):
        with pytest.raises(OutputError, match="No space left on device"):
            attempt()


def test_nobody_plays_by_a_policy_that_is_none(refused):
    assert 'nobody plays as "randm"' in refused(lambda lines: lines[0].update(seats=["randm"] * 3))


@pytest.mark.parametrize("length", [1, 2, 20, 30, 41, 60])
def test_a_log_that_stops_early_is_unfinished(burn, loaders, length):
    found = replay(text_of(burn[:length]), "a.jsonl", loaders)
    assert (found.is_over, found.has_result, found.outcome) == (False, False, None)


def test_a_log_without_its_result(burn, loaders):
    found = replay(text_of(burn[:-1]), "a.jsonl", loaders)
    assert (found.is_over, found.has_result) == (True, False)


def test_roles_name_seats(loaders):
    lines = written(Program(loaders("observed")), 1)
    for line in lines:
        if "seat" in line:
            line["seat"] = ["spy", "guard"][line["seat"] - 1]
        elif line.get("chance") == "target":
            line["is"] = ["spy", "guard"][line["is"] - 1]
    assert replay(text_of(lines), "a.jsonl", loaders).has_result


def test_a_label_names_any_card_of_that_label(loaders):
    """The pack has one to ten of each label; which of them is meant does not matter."""
    lines = written(Program(loaders("burnout")), 6)
    lines[0]["seed"] = None
    dealt = [place for place, line in enumerate(lines) if "card" in line][:16]
    # The first hand in another order is the same hand.
    hand = [lines[place]["card"] for place in dealt[:8]]
    for place, label in zip(dealt[:8], sorted(hand), strict=True):
        lines[place]["card"] = label
    assert replay(text_of(lines), "a.jsonl", loaders).has_result


# What is wrong -----------------------------------------------------------------------------------


def by_hand(lines: Lines) -> None:
    lines[0]["seed"] = None


def test_a_card_that_is_dealt_twice(refused, burn):
    def change(lines):
        by_hand(lines)
        lines[5]["card"] = lines[2]["card"]

    label = burn[2]["card"]
    error = refused(change)
    assert error.startswith(f"a.jsonl:6: {label} has been dealt already, in line 3; it lies in ")
    assert "C10, C12, C13" in error
    assert "rules/burn.yaml:" in error
    assert "procedures.deal_cards" in error


def test_a_card_that_is_no_card(refused):
    def change(lines):
        by_hand(lines)
        lines[5]["card"] = "11S"

    assert 'a.jsonl:6: there is no card "11S"; did you mean' in refused(change)


def test_a_card_of_another_zone(refused):
    error = refused(lambda lines: lines[5].update({"from": "stack"}))
    assert 'a.jsonl:6: a card of draw_deck is dealt here, not of "stack" (C10' in error


def test_cards_that_the_seed_does_not_give(refused):
    def change(lines):
        lines[5]["card"], lines[6]["card"] = lines[6]["card"], lines[5]["card"]

    assert "a.jsonl:6: with seed 1 the card is" in refused(change)


def test_chance_that_cannot_be(refused, burn):
    place = first(burn, chance="turn")
    error = refused(lambda lines: lines[place].update({"is": 9}))
    assert f"a.jsonl:{place + 1}: chance cannot give turn 9; it can give" in error
    assert "C21, C23, R2" in error


def test_an_illegal_move_names_its_clauses(refused, burn):
    place = first(burn, move="pick_up")
    held = burn[place]["seat"]
    label = next(line["card"] for line in reversed(burn[:place]) if "card" in line)

    def change(lines):
        lines[place] |= {"move": "play_face_down"}

    assert refused(change) == (
        f"a.jsonl:{place + 1}: player {held} may not play face down now (C34, C35)"
    )

    def play(lines):
        lines[place] |= {"move": "play", "pick": f"{label} {label}"}

    error = refused(play)
    assert error.startswith(f"a.jsonl:{place + 1}: player {held} may not play")
    assert "(C28, C29, C30)" in error
    assert f"{label} lies in " in error


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"move": "fold"}, "has no move fold in take_turn; known: decline_face_down, "),
        ({"decision": "exchange"}, "is asked for take_turn, not for 'exchange' (C43, C44, R13)"),
        ({"seat": 9}, "seat: expected 1 to 3; found 9"),
        ({"pick": "3C"}, "the move pick_up picks nothing (C37, C38, R6)"),
    ],
)
def test_decisions_that_cannot_be(refused, burn, change, message):
    place = first(burn, move="pick_up")
    assert message in refused(lambda lines: lines[place].update(change))


def test_a_wrong_seat(refused, burn):
    place = first(burn, move="pick_up")
    seat = burn[place]["seat"]
    error = refused(lambda lines: lines[place].update({"seat": seat % 3 + 1}))
    assert f"player {seat} is asked for take_turn here, not player {seat % 3 + 1} (C43" in error


def test_a_missing_event(refused, burn):
    place = first(burn, move="pick_up")
    assert f"a.jsonl:{place + 1}: " in refused(lambda lines: lines.pop(place))
    assert "a card of draw_deck is dealt here; found" in refused(
        lambda lines: lines.__delitem__(slice(10, first(burn, decision="exchange")))
    )


def test_an_event_of_chance_that_is_not_asked_for(refused, burn):
    place = first(burn, move="pick_up")
    error = refused(lambda lines: lines.insert(place, {"card": "3C", "from": "draw_deck"}))
    assert "is asked for take_turn here; found a card that is dealt" in error


def test_a_wrong_result(refused, burn):
    number = len(burn)
    error = refused(lambda lines: lines[-1].update({"scores": [0, 0, 0]}))
    assert f"a.jsonl:{number}: scores: found [0, 0, 0]; it is" in error
    assert "C42, C44" in error
    error = refused(lambda lines: lines[-1]["measures"].update({"pick_ups": 1}))
    assert "measures: pick_ups: found 1; it is" in error
    error = refused(lambda lines: lines[-1]["measures"].update({"capped": 0}))
    assert "measures: capped: found 0; it is false" in error
    error = refused(lambda lines: lines[-1].update({"winners": []}))
    assert "winners: found []" in error
    error = refused(lambda lines: lines.append({"undo": 1}))
    assert f"a.jsonl:{number + 1}: the game is over here" in error
    early = first(burn, move="pick_up")
    error = refused(lambda lines: lines.insert(early, lines[-1]))
    assert "found the result" in error


def test_taking_back_what_was_not_done(refused, burn):
    place = first(burn, move="pick_up")
    made = sum("seat" in line for line in burn[:place])
    error = refused(lambda lines: lines.insert(place, {"undo": made + 1}))
    assert f"undo: expected 1 to {made}, the decisions made so far; found {made + 1}" in error


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"spec_sha256": "0" * 64}, "spec_sha256: the log is of"),
        ({"paytable_sha256": "0" * 64}, "paytable_sha256: the log is of"),
        ({"version": "9.0.0"}, 'version: the log is of "9.0.0", but rules/burn.yaml is "1.1.0"'),
        ({"game": "brun"}, "game: there is no game 'brun'; did you mean burn?"),
        ({"game": "../rules/burn.yaml"}, "expected the id of a game"),
        ({"parameters": {"short": True}}, "there is no parameter or payout 'short'"),
        ({"parameters": {"short_game": 3}}, "short_game cannot be '3'"),
        ({"parameters": {"short_game": None}}, "short_game cannot be null"),
        ({"players": 7}, "the number of players cannot be '7': expected 2 or 3 or 4"),
        ({"seats": ["person"]}, "seats has 1 entries; expected 3"),
        ({"seats": [1, 2, 3]}, "seats: expected who plays each seat"),
        ({"seed": LARGEST_SEED + 1}, "seed: expected null or 0 to"),
        ({"seed": "1"}, "seed: expected a whole number or null"),
        ({"certify_log": 2}, "a log of format 2; expected 1"),
        ({"sed": 1}, "unknown key 'sed' in a header; did you mean seed?"),
    ],
)
def test_a_header_that_is_wrong(refused, change, message):
    error = refused(lambda lines: lines[0].update(change))
    assert error.startswith("a.jsonl:1: ")
    assert message in error


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "not JSON: an empty line"),
        ("{", "not JSON: "),
        ("[1]", "expected an object in braces; found [1]"),
        ("{}", "expected one of the keys card, chance, seat, undo, over; found {}"),
        ('{"crad": "3C"}', "did you mean card?"),
        ('{"card": "3C"}', "a card that is dealt lacks the key 'from'"),
        ('{"card": 3, "from": "x"}', "card: expected text; found 3"),
        ('{"card": "3C", "from": "x", "form": 1}', "unknown key 'form'"),
        ('{"card": "3C", "card": "3C"}', "the key 'card' is given twice"),
        ('{"undo": NaN}', "NaN is no number of JSON"),
        ('{"undo": true}', "undo: expected a whole number; found true"),
        ("[" * 15_000, "not JSON that is read here"),
        ('{"undo": ' + "1" * 5_000 + "}", "not JSON that is read here"),
        (" " * (LONGEST_LINE + 1), "the line is longer than"),
        ('{"certify_log": 1}', "a second header"),
    ],
)
def test_a_line_that_is_none(burn, loaders, line, message):
    text = text_of(burn[:3]) + line + "\n"
    with pytest.raises(LogError) as caught:
        replay(text + text_of(burn[3:]), "a.jsonl", loaders)
    assert str(caught.value).startswith("a.jsonl:4: ")
    assert message in str(caught.value)
    assert caught.value.line == 4


@pytest.mark.parametrize("text", ["", "\n", "{}", '{"card": "3C", "from": "deck"}'])
def test_what_is_no_log(loaders, text):
    with pytest.raises(LogError, match="header"):
        replay(text, "a.jsonl", loaders)


def test_a_session_goes_back_to_the_same_cards(loaders):
    program = Program(loaders("burnout"))
    session = Session(program, header_of(program, 11, ["person", "random"]))
    stream = Stream(1)
    states = []
    for _ in range(5):
        states.append(str(session.recorder.information_state(0)))
        found = options(session.state)
        session.choose(*found.at(stream.below(found.total)))
    for number, before in ((1, states[4]), (2, states[2]), (2, states[0])):
        session.undo(number)
        assert str(session.recorder.information_state(0)) == before
    assert isinstance(session.made, list)
    assert not session.made


def test_replayed_games_are_whole(burn, loaders):
    found = replay(text_of(burn), "a.jsonl", loaders)
    assert isinstance(found, Replayed)
    assert found.outcome is not None
    assert list(found.outcome.scores) == burn[-1]["scores"]
