"""Wagers that carry money, rows chosen by a word, cases and rankings: what is refused, and how."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from certify.errors import SpecError, SpecInvalidError
from certify.language.catalogue import game_of, load_game
from certify.language.game import LoadedGame, apply_overrides, wagers_made, with_wagers
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.program import Program
from tests.support.plain_back_end import PlainGame

SHELF = Path(__file__).parents[3] / "rules" / "shelf"
SPEC = (SHELF / "three_card_poker.yaml").read_text(encoding="utf-8")


def game(*changes: tuple[str, str]) -> LoadedGame:
    text = SPEC
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)

    def find(file: str) -> tuple[str, str]:
        path = SHELF / "paytables" / file
        return path.read_text(encoding="utf-8"), file

    return game_of(text, "game.yaml", find)


def test_the_score_is_what_the_wagers_bring_that_are_made() -> None:
    asked = game()
    assert wagers_made(asked) == ("ante", "play", "ante_bonus")
    both = with_wagers(asked, ["pair_plus", "ante"])
    assert both.changed == (("wagers", "ante,play,ante_bonus,pair_plus"),)
    assert with_wagers(both, ["ante"]).changed == ()
    for played, made in ((asked, ("total.ante",)), (both, ("total.ante", "net.pair_plus"))):
        found = InterpretedGame(Program(played), policies=("queen_six_four",)).play(1, 0, 200)
        assert found.mean("score.1") == sum(found.mean(name) for name in made)


def test_wagers_are_those_of_one_seat() -> None:
    told = r"game\.yaml:96: players\.seats: wagers say what they bring to one seat; expected"
    with pytest.raises(SpecInvalidError, match=told):
        game(("seats: [1], roles: [player]", "seats: [1, 2], roles: [player, other]"))


def test_a_row_that_an_expression_names_is_reached_by_it() -> None:
    by_pair = (ROW, "    row: \"'pair'\"\n")
    rows = ("straight_flush", "three_of_a_kind", "straight", "flush")
    named = " + ".join(f"pays('pair_plus.{row}')" for row in rows)
    asked = game(by_pair, ('net: "-1 if not plays', f'net: "-1 - 0 * ({named}) if not plays'))
    assert "pair_plus" in asked.spec.wagers
    with pytest.raises(SpecError, match="the row flush is never reached"):
        game(by_pair)


@pytest.mark.parametrize("wagers", [("ante",), ("ante", "pair_plus")])
def test_compiled_play_records_the_same_wagers(wagers: tuple[str, ...]) -> None:
    asked = with_wagers(game(), wagers)
    one, other = (
        back_end(Program(asked), policies=("queen_six_four",)).play(3, 0, 400)
        for back_end in (InterpretedGame, PlainGame)
    )
    for name in one.names:
        assert one.mean(name) == other.mean(name), name


def test_a_payout_can_be_set() -> None:
    asked = apply_overrides(game(), ["pair_plus.flush.pays=3:1"])
    before, after = (
        InterpretedGame(Program(each), policies=("queen_six_four",)).play(1, 0, 300)
        for each in (game(), asked)
    )
    flushes = Fraction(before.tally("line.pair_plus").counts[4], 300)
    assert before.mean("net.pair_plus") - after.mean("net.pair_plus") == flushes > 0


STAKE = "    title: Pair plus\n    stake: 1\n"
ROW = "    row: category_of(three_cards, hand)\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "result:\n",
            "result:\n  score: 0\n",
            "result.score: the score is the sum of what the wagers bring; leave it out",
        ),
        (STAKE, "    title: Pair plus\n", "wagers.pair_plus: missing: stake"),
        (ROW, "", "wagers.pair_plus: missing: net, what it brings, or row"),
        (
            "of: ante\n    stake",
            "of: anti\n    stake",
            "there is no first wager anti; did you mean ante",
        ),
        (
            "of: ante\n    paytable",
            "of: play\n    paytable",
            "play follows ante itself; expected ante, pair_plus, six_card_bonus",
        ),
        (
            ROW,
            "    row: \"'pair'\"\n",
            "the row flush is never reached",
        ),
        (ROW, '    row: "1"\n', "expected a word; 1 is an integer"),
        (
            'net: "-1 if not plays',
            "net: \"pays('pair_plus.flosh') if not plays",
            "there is no row of a paytable pair_plus.flosh; did you mean pair_plus.flush",
        ),
        (
            'net: "-1 if not plays',
            'net: "pays(pair_plus, category_of(three_cards, hand)) if not plays',
            "paytable pair_plus has no row high_card; add `default=`",
        ),
        (
            'net: "-1 if not plays',
            'net: "pays(pare_plus, category_of(three_cards, hand)) if not plays',
            "pays takes a paytable, one of ante_bonus, pair_plus, six_card_bonus; found",
        ),
        ("'Q')\"", "'Z')\"", "there is no rank Z; known: T, J, Q, K, A"),
        (
            "'Q')\"",
            "'22')\"",
            "no card has the rank 22; the cards of a hand stand apart, as in 'K Q'",
        ),
        ("'Q')\"", "'K Q J 9')\"", "a hand of three_cards has 1 to 3 cards; found 4"),
        ("'Q')\"", '12)"', "expected a hand in quotes, its highest cards first, such as 'K Q'"),
        (
            "by: rank",
            "by: rang",
            "rankings.three_cards.by: there is no attribute rang; did you mean rank",
        ),
        ("by: rank", "by: suit", "expected an attribute of integers; suit is one of the words"),
        ("same: suit", "same: siut", "there is no attribute siut; did you mean suit"),
        ("groups: [3]", "groups: [4]", "the groups have more than 3 cards"),
        (
            "      - high_card: {}\n",
            "",
            "expected a last category that every hand fits, such as high_card: {}",
        ),
        ("- pair: {groups: [2]}", "- flush: {groups: [2]}", "the category flush is given twice"),
        (
            "rank_of(three_cards, hand)",
            "rank_of(tree_cards, hand)",
            "rank_of takes a ranking, one of six_cards, three_cards",
        ),
        ("lead:", "raise:", "expressions cannot use the word raise as a name; choose another"),
        (
            "  plays: {type",
            "  in: {type",
            "expressions cannot use the word in as a name; choose another",
        ),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(old: str, new: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        game((old, new))
    assert told in " ".join(str(caught.value).split())


def test_a_row_told_by_a_definition_that_is_wrong_is_no_second_problem() -> None:
    with pytest.raises(SpecError) as caught:
        game(
            (ROW, "    row: line\n"),
            ("definitions:\n", "definitions:\n  line: {is: nothing_known, cites: [C1]}\n"),
        )
    told = str(caught.value)
    assert "definitions.line.is: unknown name nothing_known" in told
    assert "wagers.pair_plus" not in told


def test_rows_by_which_nothing_is_paid_are_told() -> None:
    bare = STAKE.replace("stake: 1", "stake: 1\n    net: 0") + "    optional: true\n"
    with pytest.raises(SpecError, match="nothing is paid by its row straight_flush"):
        game((STAKE + "    optional: true\n    paytable: pair_plus\n" + ROW, bare))


def test_a_wager_that_is_not_there_is_told() -> None:
    with pytest.raises(SpecError, match="there is no wager pairplus; did you mean pair_plus"):
        with_wagers(game(), ["pairplus"])


CASES = """definitions:
  worth:
    match: hand[0].rank
    cases: {"2..10": 1, 11: 2, 12: 1 / 2, else: 0}
    cites: [C3]
"""


def with_cases(cases: str) -> LoadedGame:
    text = CASES.replace('{"2..10": 1, 11: 2, 12: 1 / 2, else: 0}', cases)
    return game(
        ("definitions:\n", text),
        ("hand: {see: all, limit: 3", "hand: {see: all, ordered: true, limit: 3"),
        ("result:\n", "result:\n  measures: {worth: worth}\n"),
    )


def test_cases_of_a_definition() -> None:
    asked = with_cases('{"2..10": 1, 11: 2, 12: 1 / 2, else: 0}')
    values = []
    for back_end in (InterpretedGame, PlainGame):
        counts = (
            back_end(Program(asked), scales={"worth": 2}).play(1, 0, 3000).tally("worth").counts
        )
        values.append(sorted(counts.items()))
        assert set(counts) == {0, 1, 2, 4}
        assert abs(counts[2] / 3000 - 9 / 13) < 0.04
    assert values[0] == values[1]


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("{2: 1, 3: 2}", "missing: the case for all other values: else"),
        ('{"2..5": 1, 4: 2, else: 0}', "the case 4 is there twice"),
        ('{"5..2": 1, else: 0}', "the range 5..2 is empty"),
        ("{two: 1, else: 0}", "expected an integer or a range a..b; found two"),
        ("{2: 1, else: plays}", "the cases are either a boolean or an integer"),
    ],
)
def test_cases_that_cannot_be_are_told(cases: str, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        with_cases(cases)


def test_a_statement_has_cases_too() -> None:
    asked = game(
        (
            "play: {do: [{set: {plays: true}}], cites: [C2]}",
            'play: {do: [{match: "category_of(three_cards, hand)", cases:'
            " {high_card: [], else: [{set: {plays: true}}]}}], cites: [C2]}",
        )
    )
    policies = ("queen_six_four",)
    found = InterpretedGame(Program(asked), policies=policies).play(1, 0, 2000)
    pairs = found.tally("line.pair_plus").counts
    assert found.mean("stake.play") == Fraction(2000 - pairs[0], 2000)


def test_a_wager_whose_first_wager_is_faulty_is_not_told(tmp_path):
    """The fault is, where it is."""
    text = Path("rules/shelf/three_card_poker.yaml").read_text(encoding="utf-8")
    game = tmp_path / "own.yaml"
    game.write_text(text.replace('net: "-1 if not plays', 'net: "-1 if not playz', 1))
    with pytest.raises(SpecInvalidError) as caught:
        load_game(str(game))
    (problem,) = caught.value.problems
    assert "unknown name playz; did you mean plays?" in problem.message
