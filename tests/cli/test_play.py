"""Games at the terminal, through a pipe: what is shown, what is hidden, what is logged."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from certify.cli.main import certify as command_line
from certify.language.catalogue import load_game
from certify.play.events import Chosen, Moved
from certify.play.interpreter.interpreter import legal
from certify.play.interpreter.program import Program
from certify.play.logs.log import Session, header_of
from certify.play.logs.replay import replay_file
from certify.play.observation import observe
from certify.play.reading import picked_from
from tests.support.observed_game import write_spec

LABEL = re.compile(r"\b(?:[2-9]|10|[JQKA])[CDHS]\b")


def started(program, seed):
    """Return a session of which nothing was decided yet."""
    return Session(program, header_of(program, seed, ["person"] * program.players))


def hand_of(program, session, seat=1):
    zone = program.position(f"hand[{seat}]")[1]
    return [program.deck.labels[card] for card in session.state.zones[zone]]


@pytest.fixture
def run(words):
    """Return a function that runs a command with lines of input."""
    runner = CliRunner()

    def call(*arguments: object, lines: str = "", code: int = 0) -> str:
        found = runner.invoke(
            command_line, [str(one) for one in arguments], input=lines, prog_name="certify"
        )
        assert found.exit_code == code, found.output
        assert "Traceback" not in found.output
        assert "fault of its own" not in words(found.output)
        if code == 0 and "--json" not in arguments:
            assert max(len(line) for line in found.output.splitlines()) <= 80
        return found.output

    return call


@pytest.fixture
def observed(tmp_path):
    return write_spec(tmp_path)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_hidden_from_the_person_is_never_printed(run, tmp_path, seed):
    program = Program(load_game("burn"), 4)
    kept = " ".join(hand_of(program, started(program, seed)))
    path = tmp_path / "game.jsonl"
    output = run(
        *("play", "burn", "--players", 4, "--seed", seed, "--log", path),
        lines=f"keep {kept}\n" + "?\nview\n1\n2\n3\n" * 60,
    )
    # What the seat has seen, found without a word of what was printed.
    session = started(program, seed)
    seen: set[int] = set()

    def look() -> None:
        visible = observe(session.state, 0)
        labels = {label for zone in visible.zones for label in zone.cards}
        seen.update(card for card, label in enumerate(program.deck.labels) if label in labels)

    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        if "seat" in line:
            look()
            picked = picked_from(session.state, line["move"], line.get("pick", ""))
            session.choose(*legal(session.state, line["move"], picked))
    look()
    for event in session.recorder.history(0):
        cards = event.cards if isinstance(event, Moved) else ()
        if isinstance(event, Chosen) and event.kind in ("card", "cards"):
            cards = event.picked
        seen.update(card for card in cards if card is not None)
    # At the end of the game all cards are turned.
    printed = set(LABEL.findall(output.split("All cards:")[0]))
    known = {program.deck.labels[card] for card in seen}
    assert len(session.made) > 8
    assert len(known) < len(program.deck.labels)
    assert printed <= known
    assert set(kept.split()) <= printed


def test_the_other_hand_is_a_number(run):
    output = run("play", "burn", "--seed", 3)
    program = Program(load_game("burn"))
    session = started(program, 3)
    assert "hand of player 2: 6 cards" in output
    own = sorted(hand_of(program, session), key=program.deck.labels.index)
    assert f"your hand: {' '.join(own)}" in output
    for label in hand_of(program, session, 2):
        assert not re.search(rf"\b{label}\b", output)


def test_end_of_input_quit_and_a_bad_answer(run):
    output = run("play", "burnout", "--seed", 1, lines="\nbogus\nbit 3\n99\nbid 11\nbid\nquit\n1\n")
    assert "there is no move 'bogus' here; known: bid, ?," in output
    assert "there is no move 'bit' here; did you mean bid?" in output
    assert "expected a number from 1 to" in output
    assert "there is no card '11'" in output
    assert "You have left the game. Decisions made: 0." in output
    assert "The input has ended" in run("play", "burnout", "--seed", 1)


def test_help_names_the_moves_and_their_clauses(run, words):
    output = words(run("play", "burnout", "--seed", 1, lines="?\n? bid\n? x\nrules\n"))
    assert "bid: Bid one card, face down. (C13)" in output
    assert "C13 (lines 15-16): Both players choose one card of the hand" in output
    assert "there is no move 'x' here; known: bid" in output
    assert "C34: The bid with the higher sum takes the target." in output


def test_moves_are_written_with_labels_or_numbers(run, tmp_path):
    program = Program(load_game("burnout"))
    label = hand_of(program, started(program, 5))[0]
    shown = run("play", "burnout", "--seed", 5)
    listed = re.search(rf"^ +(\d+)  bid {label}$", shown, re.MULTILINE)
    assert listed
    logs = []
    for number, answer in enumerate((f"bid {label}", f"BID {label}", listed[1])):
        path = tmp_path / f"{number}.jsonl"
        run("play", "burnout", "--seed", 5, "--log", path, lines=f"{answer}\n")
        logs.append(path.read_text(encoding="utf-8"))
    assert logs[0] == logs[1] == logs[2]
    assert f'"move":"bid","pick":"{label}","seat":1' in logs[0]


def test_undo_goes_back_and_the_log_tells(run, tmp_path, words):
    path = tmp_path / "game.jsonl"
    output = run(
        *("play", "burnout", "--seed", 5, "--log", path),
        lines="undo\n1\nundo\n2\npass\nundo\nundo\nundo\n1\n",
    )
    assert "There is nothing to take back" in output
    assert output.count("Back to decision 1.") == 2
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert next(line["undo"] for line in lines if "undo" in line) >= 2
    found = replay_file(path, load_game)
    assert found.undone == sum(line.get("undo", 0) for line in lines)
    # The same cards are dealt again: after all that, the game is as if nothing had been taken back.
    plain = tmp_path / "plain.jsonl"
    run("play", "burnout", "--seed", 5, "--log", plain, lines="1\n")
    assert found.state.zones == replay_file(plain, load_game).state.zones
    told = words(run("replay", path))
    assert f"{found.undone} decisions taken back" in told


def test_a_whole_game_without_a_person(run, tmp_path, words):
    path = tmp_path / "game.jsonl"
    output = run("play", "burnout", "--seat", 0, "--seed", 4, "--policy", "random", "--log", path)
    assert "player 1: random, player 2: random" in output
    assert "The game is over after" in output
    assert "deck -> hand of player 1: 8 cards" in output
    told = words(run("replay", path))
    assert "The log is right: " in told
    assert "The result is right." in told
    data = json.loads(run("replay", path, "--json"))
    assert data["right"] is True
    assert data["over"] is True
    assert data["seats"] == ["random", "random"]
    assert sum(data["scores"]) == 0


def test_the_same_seed_and_answers_give_the_same_output(run):
    arguments = ("play", "burn", "--seat", 0, "--seed", 9, "--set", "move_cap=60")
    first = run(*arguments)
    assert first == run(*arguments)
    assert "Seed 9" in first
    assert "CHANGED from the spec: move_cap = 60" in first


def test_without_a_seed_one_is_drawn_and_shown(run):
    first, second = (run("play", "burnout") for _ in range(2))
    seeds = [re.findall(r"^Seed (\d+)$", text, re.MULTILINE) for text in (first, second)]
    assert len(seeds[0]) == len(seeds[1]) == 1
    assert seeds[0] != seeds[1]


def test_roles_and_secrets(run, observed):
    output = run(
        *("play", observed, "--seed", 2, "--seat", 2),
        lines="number 3\n" + "1\n" * 3 + "view\n" * 2,
    )
    assert "guard> " in output
    assert "spy: quiet, guard: person" in output
    assert "danger" not in output
    assert "coin" not in output
    assert "plan of spy" not in output
    assert "attic" not in output
    own = run("play", observed, "--seed", 2, "--seat", 1, lines="number 3\n")
    assert "coin left 5" in own
    assert "no cards: attic" in own


def test_all_seats_may_be_persons(run, observed):
    output = run("play", observed, "--seat", 1, "--seat", 2, "--seed", 2, lines="number 3\n" * 2)
    assert "Decision 1, spy (you)" in output
    assert "Decision 2, guard (you)" in output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("burn", "--seat", "3"), 2, "there is no seat 3 with 2 players"),
        (("burn", "--seat", "0", "--seat", "1"), 2, "0 means nobody"),
        (("burn", "--players", "7"), 1, "the number of players cannot be '7': expected 2 or 3"),
        (("burn", "--policy", "sensibel"), 1, "did you mean sensible?"),
        (("burn", "--seed", "-1"), 2, "--seed"),
        (("burn", "--set", "short=true"), 1, "there is no parameter or payout 'short'"),
        (("bburn",), 1, "did you mean burn?"),
        (("burn", "--log", "nowhere/game.jsonl"), 1, "the folder nowhere does not exist"),
    ],
)
def test_wrong_usage(run, words, arguments, code, message):
    assert message in words(run("play", *arguments, code=code))


def test_a_log_is_never_written_over(run, tmp_path, words):
    path = tmp_path / "game.jsonl"
    path.write_text("mine", encoding="utf-8")
    assert "it exists" in words(run("play", "burn", "--log", path, code=1))
    assert path.read_text(encoding="utf-8") == "mine"


@pytest.fixture
def log(run, tmp_path):
    """Return the path of a right log."""
    path = tmp_path / "right.jsonl"
    run("play", "burnout", "--seat", 0, "--seed", 4, "--log", path)
    return path


def changed(path: Path, number: int, **values: object) -> Path:
    """Return the path of a log with other values in a line, counted from 1."""
    lines = path.read_text(encoding="utf-8").splitlines()
    line = json.loads(lines[number - 1]) | values
    lines[number - 1] = json.dumps(line)
    other = path.with_name("wrong.jsonl")
    other.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return other


def test_a_wrong_log_is_refused_at_its_line(run, words, log):
    def refused(path):
        return words(run("replay", path, code=1)).replace(" ", "")

    name = str(log.with_name("wrong.jsonl"))
    assert f"{name}:1:spec_sha256:" in refused(changed(log, 1, spec_sha256="1" * 64))
    fourth = json.loads(log.read_text(encoding="utf-8").splitlines()[3])["card"]
    error = refused(changed(log, 4, card="9" if fourth != "9" else "8"))
    assert f"{name}:4:withseed4thecardis{fourth},not" in error
    text = log.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(text, 1) if '"decision"' in line)
    error = refused(changed(log, place, pick="1 1 1"))
    assert f"{name}:{place}:player1maynotbid" in error
    assert "(C13)" in error
    assert "cannotberead" in refused(log.with_name("nothing.jsonl"))


def test_a_log_of_a_spec_of_ones_own(run, words, observed, tmp_path):
    path = tmp_path / "game.jsonl"
    run("play", observed, "--seat", 0, "--seed", 4, "--log", path)
    error = words(run("replay", path, code=1))
    assert "there is no game 'observed'" in error
    assert "--game FILE" in error
    assert "The result is right." in words(run("replay", path, "--game", observed))
