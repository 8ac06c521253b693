"""`certify rtp` for games against the house that are analysed from their specs."""

import json
from fractions import Fraction

import pytest

from certify.errors import StateSpaceError
from certify.language.catalogue import load_game
from certify.studies.banked.result import BankedResult

GAME = "casino-war"
CARDS = "three-card-poker"


def found(certify, *arguments):
    return json.loads(certify("rtp", *arguments, "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "wager", "edge"),
    [
        ((GAME,), "main", "2.3301"),
        ((GAME, "--set", "bonus_for_second_tie=false"), "main", "2.8771"),
        ((GAME, "--strategy", "gives_up"), "main", "3.6977"),
        ((GAME,), "tie", "18.6495"),
        (("red-dog",), "main", "2.7978"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                (("punto-banco",), "banco", "1.0579"),
                (("punto-banco",), "punto", "1.2351"),
                (("punto-banco",), "tie", "14.3596"),
                ((CARDS,), "ante", "3.3730"),
                ((CARDS,), "pair_plus", "2.3167"),
            )
        ),
    ],
)
def test_published_edges_are_printed(certify, arguments, wager, edge):
    told = found(certify, *arguments)["wagers"][wager]
    assert f"{100 * told['house_edge']:.4f}" == edge
    assert edge in certify("rtp", *arguments).stdout


def test_json_has_every_figure_and_its_provenance(certify):
    told = found(certify, GAME, "--set", "tie_pays=11:1", "--wagers", "tie,main")
    game = load_game(GAME)
    assert told["spec_sha256"] == game.spec_sha256
    assert told["changed"] == [["tie_pays", "11:1"], ["wagers", "main,raised,tie"]]
    assert told["wagers_made"] == ["main", "raised", "tie"]
    assert told["exact"] is None
    assert {
        *("ev", "house_edge", "rtp", "element_of_risk", "average_wagered", "sd"),
        *("hit_frequency", "outcomes", "lines", "exact"),
    } <= told["wagers"]["tie"].keys()
    assert sum(outcome["probability"] for outcome in told["outcomes"]) == pytest.approx(1.0)


def test_exact_prints_fractions(certify):
    told = found(certify, CARDS, "--exact")
    assert told["wagers"]["ante"]["exact"]["house_edge"] == "686689/20358520"
    assert told["wagers"]["ante"]["house_edge"] == 686689 / 20358520
    text = certify("rtp", CARDS, "--exact").stdout
    assert "house edge: 686689/20358520" in text
    assert "686689" not in certify("rtp", CARDS).stdout


def test_exact_counts_of_baccarat(certify):
    told = found(certify, "punto-banco", "--exact")
    counts = [
        Fraction(outcome["exact"]["probability"]) * 4_998_398_275_503_360
        for outcome in told["outcomes"]
    ]
    assert counts == [2_230_518_282_592_256, 475_627_426_473_216, 2_292_252_566_437_888]


def test_everything_is_more_than_the_headline(certify):
    brief, whole = (certify("rtp", CARDS, *more).stdout for more in ((), ("--all",)))
    assert "3.3730" in brief
    assert "SHA-256" not in brief
    assert f"`certify rtp {CARDS} --all`" in " ".join(brief.split())
    assert "3.372981" in whole
    assert load_game(CARDS).spec_sha256 in whole
    assert "Method: every situation once" in whole


def test_wagers_are_chosen(certify):
    told = found(certify, GAME, "--wagers", "tie")
    assert told["wagers_made"] == ["tie"]
    assert [wager["made"] for wager in told["wagers"].values()] == [False, False, True]
    assert told["ev"] == told["wagers"]["tie"]["ev"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("--shoe", "4,4,4,4,4,4,4,4,4,16"), 1, "a shoe needs 13 counts in the order 2,3,4,"),
        (("--shoe", "1=3"), 1, "there is no kind of card 1"),
        (("--thorough",), 2, "--thorough: only for games of the family twenty_one"),
        (("--strategy", "none.csv"), 1, "none.csv: there is no such strategy file"),
        (("--thorough", "--no-distribution"), 2, "--no-distribution and --thorough: only for"),
        (("--strategy", "basic"), 1, "there is no policy basic; known: optimal, fights, gives_up"),
        (("--strategy", "fight"), 1, "there is no policy fight; did you mean fights?"),
        (("--wagers", "ties"), 1, "there is no wager ties; did you mean tie?"),
        (("--set", "tie_pays=lots"), 1, "tie_pays cannot be 'lots'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(certify, words, arguments, code, told):
    assert told in words(certify("rtp", GAME, *arguments, code=code).stderr)


def test_wagers_that_carry_no_money_cannot_be_chosen(certify, words):
    told = words(certify("rtp", "kuhn-poker", "--wagers", "main", code=1).stderr)
    assert "the wagers of kuhn-poker do not say what is put on them" in told


def test_wagers_that_play_decides_on_cannot_be_left_out(certify, words):
    for command in ("rtp", "simulate"):
        given = ("--rounds", 10) if command == "simulate" else ()
        asked = (command, "blackjack-burnout", *given, "--wagers", "main,bonus_5")
        assert words(certify(*asked, code=1).stderr) == (
            "Error: no wager of blackjack-burnout is optional: which of them are made is decided in"
            " play, so by a policy, and insurance cannot be left out beforehand"
        )


def test_a_game_beyond_the_engine_is_sent_to_simulation(certify, words, monkeypatch, tmp_path):
    def solve(*_asked, **_others):
        raise StateSpaceError("too many situations")

    monkeypatch.setattr("certify.studies.banked.study.solve", solve)
    monkeypatch.setattr("certify.studies.banked.study.odds_of", solve)
    for game in ("red-dog", "rules/shelf/red_dog.yaml"):
        report = ("report", game, "--no-cache", "-o", str(tmp_path / "report.pdf"))
        for asked in (
            ("rtp", game, "--no-cache"),
            ("strategy", game),
            ("crosscheck", game),
            report,
        ):
            told = words(certify(*asked, code=1).stderr)
            wanted = f"Error: too many situations; certify simulate {game} plays it instead"
            assert told == wanted


def test_parameters_and_games_send_to_what_answers(certify, words):
    assert f"`certify whatif {GAME} --set NAME=VALUE` tells" in words(
        certify("parameters", GAME).stdout
    )
    told = certify("games", GAME).stdout
    for command in ("rtp", "strategy", "parameters", "whatif", "simulate", "play", "check"):
        assert f"certify {command} {GAME}" in told


def test_what_is_shown_is_written_too(certify, tmp_path):
    page, values = tmp_path / "page.html", tmp_path / "values.csv"
    certify("rtp", GAME, "--html", page, "--csv", values)
    edge = found(certify, GAME)["wagers"]["main"]["house_edge"]
    assert f"Main wager,{100 * edge}," in values.read_text(encoding="utf-8")
    assert "2.3301" in page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_work_is_recorded_in_the_ledger_and_can_be_done_again(certify):
    certify("rtp", GAME, "--wagers", "main,tie", "--exact")
    listed = json.loads(certify("ledger", "list", "--json").stdout)
    last = max((each["entry"] for each in listed), key=lambda entry: entry["number"])
    assert last["words"] == ["rtp", GAME, "--wagers", "main,tie", "--exact"]
    assert last["result"] == BankedResult.__name__
    again = json.loads(certify("reproduce", str(last["number"]), "--json").stdout)
    assert again["result_sha256"] == again["found_sha256"]


def test_simulation_shows_wagers_and_pay_lines(certify):
    asked = ("simulate", CARDS, "--rounds", 400, "--engine", "interpreter")
    text = certify(*asked).stdout
    assert max(map(len, text.splitlines())) <= 80
    told = json.loads(certify(*asked, "--json").stdout)["wagers"]
    ante = told["ante"]
    half = 100 * (ante["interval"][1] - ante["interval"][0]) / 2
    (line,) = (line for line in text.splitlines() if line.startswith("Ante  ") and "±" in line)
    assert f"± {half:.0f}" in line
    assert "Pair plus *" in text
    (flushes,) = (
        line for line in told["pair_plus"]["lines"]["pair_plus"] if line["row"] == "flush"
    )
    assert ["Flush", "4:1", str(flushes["games"])] in [
        line.split()[:3] for line in text.splitlines()
    ]
    both = certify(*asked, "--wagers", "ante,pair_plus").stdout
    assert "Pair plus *" not in both
    assert "wagers = ante,play,ante_bonus,pair_plus" in both


def test_the_best_play_and_every_situation_are_written(certify, tmp_path):
    file = tmp_path / "situations.csv"
    told = certify("strategy", "red-dog", "-o", str(file)).stdout
    assert "raise it if spread is 7 or more, otherwise hold" in told
    header, *rows = file.read_text().splitlines()
    assert header.startswith('"decision","before","posts","frequency","best"')
    assert len(rows) == 132
    refused = certify("strategy", "red-dog", "--cost", code=2).stderr
    assert "--cost: only for games of the family twenty_one" in " ".join(refused.split())


def test_a_shoe_and_a_strategy_file(certify, tmp_path):
    file = tmp_path / "play.csv"
    certify("strategy", "red-dog", "-o", str(file))
    told = found_of(certify, file)
    assert f"{100 * told['wagers']['main']['house_edge']:.4f}" == "2.7978"
    assert len(told["strategy_sha256"]) == 64
    file.write_text(file.read_text().replace(',"raise_it",', ',"hold",'))
    edited, never = found_of(certify, file), found(certify, "red-dog", "--strategy", "never")
    assert edited["wagers"] == never["wagers"]
    left = found(certify, "red-dog", "--shoe", "5=0,6=0")
    assert left["changed"] == [["shoe", "5=0,6=0"]]
    assert (left["shoe"]["5"], left["shoe"]["4"]) == (0, 24)
    assert left["ev"] != never["ev"]
    assert found(certify, "red-dog", "--shoe", "5=24")["changed"] == []


def found_of(certify, file):
    """Return the figures of a strategy file."""
    return found(certify, "red-dog", "--strategy", str(file))


def test_any_situation_of_a_game(certify, words):
    text = certify("hand", "three-card-poker", "--cards", "Qh 6d 4c").stdout
    assert "play (best)  -0.99337820      0.00000000" in text
    assert max(map(len, text.splitlines())) <= 80
    told = json.loads(certify("hand", GAME, "--cards", "mine: 8h; theirs: 8c", "--json").stdout)
    assert (told["decision"], told["best"]) == ("tie", "war")
    assert told["answers"][1]["exact"]["ev"] == "-1/2"
    refused = certify("hand", GAME, "--cards", "8,8", "--upcard", "T", code=2).stderr
    assert "--upcard: only for games of the family twenty_one" in words(refused)
    missing = certify("hand", GAME, "--cards", "8h", code=1).stderr
    assert "given are 1 of mine" in words(missing)


def test_blackjack_needs_its_upcard(certify, words):
    told = certify("hand", "blackjack-burnout", "--cards", "8,8", code=2).stderr
    assert "--upcard: a hand is played against an upcard, such as T" in words(told)


def test_of_a_game_in_which_nothing_is_decided_that_is_said(certify, words):
    game = "tests/games/andar_bahar.yaml"
    told = words(certify("hand", game, "--cards", "7c", code=1).stderr)
    assert told == "Error: nothing is decided in andar-bahar: no hand has a choice"
    told = words(certify("exposure", game, "--sees", "joker:1", code=1).stderr)
    assert told == "Error: nothing is decided in andar-bahar, so that seeing cards changes nothing"
    shown = words(certify("shoe", game).stdout)
    assert "52 cards, which are all alike to the rules" in shown
    assert "--all" not in shown


def test_where_no_whole_tags_are_balanced_that_is_said(certify, words):
    shown = words(certify("shoe", "tests/games/press_on.yaml").stdout)
    assert "There are no balanced counts with whole tags up to 2 that tell" in shown


def test_a_situation_is_told_with_the_cards_that_were_given(certify, words):
    game = ("tests/games/press_on.yaml", "--cards", "2c,3d")
    shown = words(certify("hand", *game, "--after", "go").stdout)
    assert "Seen row 2c 3d Before turn: go Comes about once in 1.18 rounds, if the answers" in shown
    told = words(certify("hand", *game, code=1).stderr)
    assert told.endswith("given are 2 of row; a later decision needs the answers before it")
    first = words(certify("hand", CARDS, "--cards", "Qh 6d 4c").stdout)
    assert "Comes about once in 920.83 rounds Fold or play?" in first


def test_where_nothing_had_to_be_decided_there_is_no_other_reading(certify, words):
    shown = words(certify("whatif", "tests/games/press_on.yaml", "--rulings").stdout)
    assert "The spec has no ruling with another reading that could be worked out." in shown


def test_a_payout_that_is_solved_for_is_told_as_a_decimal_and_exactly(certify):
    asked = ["whatif", "three-card-poker", "--wagers", "pair_plus", "--solve", "flush_pays"]
    asked += ["--target", "pair_plus.edge=3%"]
    told = certify(*asked).stdout
    assert "flush_pays     4:1  3.862226277372:1" in told
    assert "flush_pays = 3.862226277372:1  exactly 4233:1096" in told
    assert json.loads(certify(*asked, "--json").stdout)["solved"]["value"] == "4233:1096"


def test_play_is_told_in_words_and_asked_for_in_words(certify):
    for command in ("strategy", "rtp"):
        told = certify(command, "red-dog").stdout
        assert "raise it if spread is 7 or more, otherwise hold" in told
        assert "raise_it" not in told
    assert '"raise_it"' in certify("strategy", "red-dog", "--json").stdout
    asked = ["hand", "let-it-ride", "--cards", "hand: 2c 3c 9d; board: Kh", "--after"]
    told = certify(*asked, "first: take back").stdout
    assert "Before       first: take back" in told
    assert "take back (best)" in told
    assert told == certify(*asked, "take_back").stdout
    told = certify("hand", "three-card-poker", "--cards", "Qh 6d 4c").stdout
    assert "ante, play, ante bonus" in told


def test_no_strategy_is_told_where_nothing_is_decided(certify):
    asked = ("--set", "commission=0.04")
    for more in (asked, ("--sweep", "commission=0.04,0.05"), ("--rulings",)):
        assert "Strategy" not in certify("whatif", "punto-banco", *more).stdout
    assert json.loads(certify("whatif", "punto-banco", *asked, "--json").stdout)["strategy"]
    told = certify("whatif", "red-dog", "--set", "decks=2", "--json").stdout
    assert "is_decided" not in told
    assert "Strategy  optimal" in certify("whatif", "red-dog", "--set", "decks=2").stdout


def test_a_star_in_a_name_is_told_to_be_none(certify, words):
    for asked in (("--set", "tie.*.pays=3:1"), ("--solve", "tie.*.pays", "--target", "edge=3%")):
        told = words(certify("whatif", "casino-war", *asked, code=1).stderr)
        assert "did you mean tie.tie.pays?" in told
        assert "a payout is named row by row, as TABLE.ROW.pays, and no name has a star" in told
    told = words(certify("whatif", "casino-war", "--set", "tie_pay=3:1", code=1).stderr)
    assert "star" not in told


def test_wagers_of_a_shoe_go_by_their_titles_and_columns_are_explained(certify, words):
    told = certify("shoe", "red-dog", "--set", "decks=2", "--compositions", "20").stdout
    assert "Wagers made  Main wager, with what follows" in told
    assert "\nMain " not in told.replace("\nMain wager", "")
    said = words(told)
    assert "its tags are any numbers (real tags), or whole ones up to a level" in said
    assert "From is the whole true count at which the expectation is above zero" in said
