"""`certify play` against a house: totals, money, order of moves, wagers asked for once."""

import json
import re

import pytest
from click.testing import CliRunner

from certify.cli.main import certify as command_line
from certify.errors import LogError
from certify.language.catalogue import load_game
from certify.play.interpreter.interpreter import outcome
from certify.play.logs.replay import replay_file

GAME = "blackjack-burnout"
LABEL = re.compile(r"\b(?:[2-9]|10|[JQKA])[CDHS]\b")
WAGERS = "pass\npass\nwager\npass\nbuy\n"


@pytest.fixture
def play():
    """Return a function that plays the game of a seed with lines of input."""

    def run(lines, *arguments, seed=3):
        asked = ["play", GAME, "--seed", str(seed), *map(str, arguments)]
        found = CliRunner().invoke(command_line, asked, input=lines, prog_name="certify")
        assert found.exit_code == 0, found.output
        assert max(map(len, found.stdout.splitlines())) <= 80
        return found.stdout

    return run


def test_moves_are_listed_in_the_order_of_the_spec(play):
    shown = play(WAGERS)
    listed = re.findall(r"^ +\d+  (\w+)$", shown.split("Play your hand.")[1], re.MULTILINE)
    assert listed == ["stand", "hit", "double", "split"]


def test_numbers_are_those_of_the_list(play, tmp_path):
    logs = []
    for name, answer in (("word", "hit"), ("number", "2")):
        path = tmp_path / name
        play(f"{WAGERS}{answer}\n", "--log", path)
        logs.append(path.read_text(encoding="utf-8"))
    assert logs[0] == logs[1]
    assert '"move":"hit"' in logs[0]


def test_totals_of_hands_are_told_and_what_was_won_so_far(play):
    shown = play(f"{WAGERS}hit\nkeep\nleave\n")
    assert "hands 1: QC KC (total 20)" in shown
    assert "hands 1: 2C QC KC (total 22)" in shown
    assert "balance 0 (in main wagers)" in shown
    assert "balance -2.2 (in main wagers)" in shown


def test_cards_that_lie_in_two_places_have_one_total(play):
    shown = play("pass\n" * 4 + "decline\nstand\nleave\n")
    found = re.search(r"^  dealer hand: (.*) \(total (\d+)\)$", shown, re.MULTILINE)
    assert found
    assert found[1].startswith("4D ")
    values = [
        min(int({"A": 1, "J": 10, "Q": 10, "K": 10}.get(c[:-1], c[:-1])), 10)
        for c in found[1].split()
    ]
    assert int(found[2]) in (sum(values), sum(values) + 10)


def test_all_cards_are_shown_at_the_end(play):
    end = play(f"{WAGERS}hit\nkeep\nleave\n").split("All cards:")[1]
    assert "discards: 7D" in end
    assert "hands[1]: 2C QC KC (total 22)" in end
    assert "upcard: 4D" in end
    assert re.search(r"shoe: \d+ cards", end)


def test_hidden_hands_are_shown_at_the_end_alone():
    asked = ["play", "burn", "--seed", "1", "--seat", "0", "--policy", "sensible"]
    shown = CliRunner().invoke(command_line, asked, prog_name="certify").stdout
    before, end = shown.split("All cards:")
    assert re.search(r"draw deck: \d+ card", before) or "draw deck" in before
    assert len(LABEL.findall(end)) == 52


def moves_of(path):
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [line["move"] for line in lines if "move" in line]


def test_side_wagers_are_asked_for_once(play, tmp_path):
    path = tmp_path / "game.jsonl"
    shown = play(f"{WAGERS}hit\nkeep\nplay_on\nstand\n", "--log", path)
    assert shown.count("(you): Make the Burnout payment") == 1
    assert shown.count("(you): Wager on the run of wins") == 4
    assert shown.count("As before: ") == 5
    assert "As before: buy. (`change` lets you be asked again.)" in shown
    first = ["pass", "pass", "wager", "pass", "buy"]
    assert moves_of(path)[:14] == [*first, "hit", "keep", "play_on", *first, "stand"]


def test_change_lets_one_be_asked_again(play, tmp_path):
    path = tmp_path / "game.jsonl"
    again = "pass\n" * 4 + "decline\nstand\n"
    shown = play(f"{WAGERS}hit\nkeep\nchange\nplay_on\n{again}", "--log", path)
    assert "You will be asked about side wagers again" in shown
    assert "As before" not in shown
    assert moves_of(path)[8:13] == ["pass"] * 4 + ["decline"]


def test_what_is_taken_back_is_asked_again(play):
    # Back over what was made unasked to the decision before it, and from there on to the payment.
    shown = play(f"{WAGERS}hit\nkeep\nplay_on\nundo\nundo\nundo\nundo\ndecline\n")
    assert [int(n) for n in re.findall(r"Back to decision (\d+)\.", shown)] == [8, 7, 6, 5]
    assert shown.count("(you): Make the Burnout payment") == 2


def test_the_stake_is_told_with_everything_that_is_wagered(play):
    shown = play("wager\npass\npass\npass\nbuy\nhit\nkeep\nleave\n")
    assert "stake 1, balance 0 (in main wagers)" in shown
    assert "stake 2.2, balance 0 (in main wagers)" in shown
    doubled = play("pass\npass\npass\npass\nbuy\ndouble\nkeep\nleave\n")
    assert "stake 2.2, balance" in doubled.split("you: double")[1]


def test_an_ace_that_counts_eleven_is_told_of(play):
    shown = play("pass\n" * 4 + "decline\nstand\nleave\n", seed=4)
    assert "hands 1: AC 5C (soft 16)" in shown


@pytest.mark.parametrize(
    ("game", "policy"),
    [("three-card-poker", "queen_six_four"), ("casino-war", "fights"), ("punto-banco", "random")],
)
def test_a_round_without_a_person_tells_all_cards_and_what_wagers_brought(game, policy, tmp_path):
    """What is told at the end is what the interpreter settles in the same round."""
    path = tmp_path / "round.jsonl"
    asked = ["play", game, "--seat", "0", "--policy", policy, "--seed", "3", "--log", str(path)]
    found = CliRunner().invoke(command_line, asked, prog_name="certify")
    assert found.exit_code == 0, found.output
    assert max(map(len, found.stdout.splitlines())) <= 80
    end = " ".join(found.stdout.partition("The game is over")[2].split())
    state = replay_file(str(path), load_game).state
    program = state.program
    for number, (name, _) in enumerate(program.layout.zones):
        cards = [program.deck.labels[card] for card in state.zones[number]]
        if 0 < len(cards) <= 6:
            told = re.search(rf" {name}: ((?:[2-9TJQKA][cdhs] )+)", end)
            assert told, name
            assert sorted(told[1].split()) == sorted(cards)
    (score,) = outcome(state).scores
    assert f"player ({policy}): score {score}" in end


def three_card(*arguments, lines=""):
    asked = ["play", "three-card-poker", "--seed", "1", *map(str, arguments)]
    found = CliRunner().invoke(command_line, asked, input=lines, prog_name="certify")
    assert found.exit_code == 0, found.output
    return found.stdout


def test_wagers_that_are_not_made_are_neither_lost_nor_put_down():
    shown = three_card(lines="fold\n")
    assert "put down so far: Ante 1 (in main wagers)" in shown
    assert "Ante: put down 1, brought -1" in shown
    assert "Pair plus" not in shown
    assert "net." not in shown


def test_wagers_are_made_by_who_asks_for_them_and_stand_in_the_log(tmp_path):
    path = tmp_path / "game.jsonl"
    shown = three_card("--wagers", "ante,pair_plus", "--log", path, lines="play\n")
    assert "CHANGED from the spec: wagers = ante,play,ante_bonus,pair_plus" in shown
    assert "put down so far: Ante 1, Pair plus 1 (in main wagers)" in shown
    assert "Pair plus: put down 1, brought -1" in shown
    log = path.read_text(encoding="utf-8")
    header = json.loads(log.splitlines()[0])
    assert header["wagers"] == ["ante", "play", "ante_bonus", "pair_plus"]
    assert header["parameters"] == {}
    again = replay_file(path, load_game)
    assert again.has_result
    forged = log.replace('"wagers":["ante","play","ante_bonus","pair_plus"]', '"wagers":["antes"]')
    path.write_text(forged, encoding="utf-8")
    with pytest.raises(LogError, match="wagers: there is no wager antes; did you mean ante"):
        replay_file(path, load_game)


def test_what_a_wager_brings_is_told_when_the_game_is_over():
    """Before, what it would bring could tell of hidden cards: insurance, of the hole card."""
    asked = ["play", "blackjack", "--wagers", "main,insurance", "--seed"]
    for seed in range(1, 40):
        found = CliRunner().invoke(command_line, [*asked, str(seed)], input="", prog_name="certify")
        assert found.exit_code == 0, found.output
        before = found.stdout.partition("The game is over")[0]
        assert "balance" not in before
        assert ("put down so far" in before) == ("Decision 1" in before)


def test_a_row_of_a_paytable_is_told_by_its_outcome():
    shown = "".join(
        CliRunner()
        .invoke(
            command_line,
            ["play", "three-card-poker", "--wagers", "pair_plus", "--seed", str(seed)],
            input="fold\n",
            prog_name="certify",
        )
        .stdout
        for seed in range(1, 12)
    )
    assert re.search(r"Pair plus: put down 1, brought 1 \(.*[Pp]air.*\)", shown)


def test_moves_are_listed_in_words_and_taken_so(play):
    shown = play(f"{WAGERS}hit\nkeep\nplay on\n")
    assert "1  play on" in shown
    assert "play_on" not in shown
    assert "you: play on" in shown
