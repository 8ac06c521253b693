"""Exact figures of games against the house: against published ones, by hand, and rounded."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from certify.cli.main import COMMANDS
from certify.errors import SpecError
from certify.language.catalogue import load_game
from certify.language.game import apply_overrides, with_wagers
from certify.present.document import Band, Element, Table, Text
from certify.present.terminal import print_elements
from certify.resources import data_files
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked import study
from certify.studies.banked.result import BankedResult, BankedWager
from certify.studies.banked.study import banked_study
from certify.studies.banked.view import banked_tables, banked_view
from certify.studies.kinds import ANALYSED, commands_for, engine_for
from tests.support.shared import kept

ROUNDS_OF_BACCARAT = 4_998_398_275_503_360


@cache
def figures(game: str, policy: str = "optimal", *changes: str, wagers: str = "") -> BankedResult:
    loaded = apply_overrides(load_game(game), changes)
    asked = with_wagers(loaded, wagers.split(",")) if wagers else loaded
    return banked_study(asked, policy, exact=True, context=kept())


def exactly(found: BankedWager, name: str) -> Fraction:
    assert found.exact is not None
    return Fraction(found.exact[name])


@pytest.mark.parametrize(
    ("game", "policy", "changes", "wager", "edge", "digits"),
    [
        ("casino-war", "optimal", (), "main", 0.0233, 4),
        ("casino-war", "optimal", ("bonus_for_second_tie=false",), "main", 0.0288, 4),
        ("casino-war", "gives_up", (), "main", 0.0370, 4),
        ("casino-war", "optimal", (), "tie", 0.1865, 4),
        ("red-dog", "optimal", (), "main", 0.0280, 4),
        # Of these games `tests/golden/test_shelf.py` has the edges in every run.
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("punto-banco", "optimal", (), "banco", 0.010579, 6),
                ("punto-banco", "optimal", (), "punto", 0.012351, 6),
                ("punto-banco", "optimal", (), "tie", 0.143596, 6),
                ("three-card-poker", "optimal", (), "ante", 0.03373, 5),
                ("three-card-poker", "optimal", (), "pair_plus", 0.0232, 4),
            )
        ),
    ],
)
def test_house_edges_are_those_that_are_published(
    game: str, policy: str, changes: tuple[str, ...], wager: str, edge: float, digits: int
) -> None:
    found = figures(game, policy, *changes).wagers[wager]
    assert round(found.house_edge or 0.0, digits) == edge
    assert found.ev == -(found.house_edge or 0.0)
    assert found.rtp == float(1 - exactly(found, "house_edge"))


def test_hands_of_baccarat_are_counted() -> None:
    banco = figures("punto-banco").wagers["banco"]
    counts = {
        Fraction((outcome.exact or {})["net"]): Fraction((outcome.exact or {})["probability"])
        * ROUNDS_OF_BACCARAT
        for outcome in banco.outcomes
    }
    assert counts == {
        Fraction(19, 20): 2_292_252_566_437_888,
        Fraction(-1): 2_230_518_282_592_256,
        Fraction(0): 475_627_426_473_216,
    }
    tie = figures("punto-banco").wagers["tie"].lines[0]
    assert Fraction((tie.exact or {})["probability"]) * ROUNDS_OF_BACCARAT == counts[Fraction(0)]


def test_hands_of_three_cards_are_counted() -> None:
    lines = figures("three-card-poker").wagers["pair_plus"].lines
    counts = {line.row: Fraction((line.exact or {})["probability"]) * 22_100 for line in lines}
    assert counts == {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
    }
    assert [line.pays for line in lines] == ["40", "30", "6", "4", "1"]
    assert lines[0].one_in == 22_100 / 48
    assert lines[0].contribution == 40 * 48 / 22_100


def test_a_first_wager_is_told_with_those_that_follow_it() -> None:
    wagers = figures("three-card-poker").wagers
    ante, play, bonus = wagers["ante"], wagers["play"], wagers["ante_bonus"]
    assert ante.together == ("ante", "play", "ante_bonus")
    assert exactly(ante, "ev") == sum(exactly(wagers[name], "net") for name in ante.together)
    assert exactly(ante, "average_wagered") == 1 + exactly(play, "stake")
    assert exactly(ante, "element_of_risk") == (
        exactly(ante, "house_edge") / exactly(ante, "average_wagered")
    )
    assert (play.of, play.rtp, bonus.element_of_risk) == ("ante", None, None)
    assert exactly(play, "house_edge") == -exactly(play, "net")


@pytest.mark.parametrize("game", ["casino-war", "red-dog", "punto-banco", "three-card-poker"])
def test_outcomes_are_all_that_can_be(game: str) -> None:
    found = figures(game)
    tolds: list[BankedResult | BankedWager] = [found, *found.wagers.values()]
    for told in tolds:
        chances = [Fraction((each.exact or {})["probability"]) for each in told.outcomes]
        nets = [Fraction((each.exact or {})["net"]) for each in told.outcomes]
        assert sum(chances) == 1
        assert nets == sorted(nets)
        frequencies = [f"{name}_frequency" for name in ("hit", "push", "loss")]
        assert sum(Fraction((told.exact or {})[name]) for name in frequencies) == 1
        mean = sum(net * p for net, p in zip(nets, chances, strict=True))
        assert mean == Fraction((told.exact or {})["ev"])


def test_moments_are_those_of_the_outcomes() -> None:
    found = figures("casino-war", wagers="main,tie")
    terms = [(outcome.net - found.ev, outcome.probability) for outcome in found.outcomes]
    variance = sum(x**2 * p for x, p in terms)
    assert found.sd == pytest.approx(sqrt(variance), rel=1e-12)
    assert found.skewness == pytest.approx(sum(x**3 * p for x, p in terms) / variance**1.5)
    assert found.wagers_made == ("main", "raised", "tie")
    assert found.changed == (("wagers", "main,raised,tie"),)
    assert found.ev == pytest.approx(sum(found.wagers[name].net for name in found.wagers_made))


@pytest.mark.parametrize(
    "value", [Fraction(0), Fraction(9, 16), Fraction(2), Fraction(1, 3), Fraction(10**60 + 1)]
)
def test_roots_are_the_nearest_floats(value: Fraction) -> None:
    found = study.nearest_root(value)
    for other in (found, found * (1 + 2**-52), found * (1 - 2**-52)):
        assert abs(Fraction(found) ** 2 - value) <= abs(Fraction(other) ** 2 - value)


def test_decisions_have_their_frequencies() -> None:
    (decision,) = figures("three-card-poker").decisions
    assert decision.decision == "turn"
    assert [option.option for option in decision.options] == ["fold", "play"]
    assert (decision.exact or {})["frequency"] == "1"
    assert decision.situations == figures("three-card-poker").situations == 1_755
    played = figures("three-card-poker").wagers["play"].stake
    assert decision.options[1].frequency == played
    assert figures("punto-banco").decisions == ()


def test_the_best_play_is_put_into_words() -> None:
    (turn,) = figures("three-card-poker").decisions
    assert turn.rule == ("play with Q-6-4 or better, otherwise fold",)
    assert (turn.rule_cost, (turn.exact or {})["rule_cost"]) == (0.0, "0")
    (decided,) = figures("red-dog", "never").decisions
    assert (decided.rule, decided.rule_cost) == ((), None)
    shown = list(banked_tables(figures("three-card-poker")))
    assert table(shown, "The best play in words").rows == [(turn.rule[0], "0.000000")]
    captions = {getattr(each, "caption", "") for each in banked_tables(figures("red-dog", "never"))}
    assert "What is decided" in captions
    assert "The best play in words" not in captions


def test_a_policy_of_the_spec_costs_what_it_costs() -> None:
    best, never = figures("red-dog"), figures("red-dog", "never")
    assert (best.policy, never.policy) == ("optimal", "never")
    assert never.wagers["raised"].stake == 0.0
    assert never.ev < best.ev == figures("red-dog", "from_seven").ev
    assert figures("red-dog", "best").policy == "optimal"


def test_an_unknown_policy_is_told_with_those_that_there_are() -> None:
    with pytest.raises(SpecError, match="no policy basic; known: optimal, fights, gives_up"):
        banked_study(load_game("casino-war"), "basic")


def test_a_payout_moves_its_line_and_no_chance() -> None:
    before, after = figures("casino-war"), figures("casino-war", "optimal", "tie_pays=11:1")
    one, other = before.wagers["tie"], after.wagers["tie"]
    assert one.lines[0].probability == other.lines[0].probability
    assert exactly(one, "house_edge") - exactly(other, "house_edge") == Fraction(23, 311)
    assert other.lines[0].pays == "11"


def results_in(folder: Path) -> list[Path]:
    """Return the files of kept results; odds are kept beside them."""
    return [*folder.glob("banked-[0-9a-f]*")]


def test_fractions_are_there_if_they_were_asked_for(tmp_path: Path) -> None:
    context = Context(cache=Cache(tmp_path, pytest.fail))
    game = load_game("casino-war")
    rounded = banked_study(game, context=context)
    assert '"1/' not in rounded.to_json()
    exact = banked_study(game, exact=True, context=context)
    assert exact == figures("casino-war")
    assert study.without_fractions(exact) == rounded
    assert BankedResult.from_json(exact.to_json()) == exact
    assert len(results_in(tmp_path)) == 1


def test_other_wagers_are_kept_by_themselves(tmp_path: Path) -> None:
    context = Context(cache=Cache(tmp_path, pytest.fail))
    game = load_game("casino-war")
    for asked in (game, with_wagers(game, ["tie"]), with_wagers(game, ["main", "tie"])):
        banked_study(asked, context=context)
    banked_study(game, "fights", context=context)
    assert len(results_in(tmp_path)) == 4


def test_only_games_with_wagers_that_carry_money_are_analysed_so() -> None:
    assert engine_for(load_game("red-dog")) == ANALYSED
    assert engine_for(load_game("blackjack-burnout")) != ANALYSED
    assert engine_for(load_game("burn")) != ANALYSED


@pytest.mark.parametrize("game", ["casino-war", "blackjack-burnout", "burn"])
def test_commands_that_answer_for_a_game_exist(game: str) -> None:
    assert set(commands_for(load_game(game))) <= COMMANDS.keys()
    assert ("rtp" in commands_for(load_game(game))) == (game != "burn")


def test_play_is_asked_only_of_games_in_which_something_is_decided() -> None:
    of_play = {"strategy", "hand", "exposure"}
    for game in ("casino-war", "blackjack", "blackjack-burnout"):
        assert of_play <= set(commands_for(load_game(game)))
    for game in ("punto-banco", "blackjack-first-cards"):
        assert not of_play & set(commands_for(load_game(game)))


def test_a_wager_that_the_rules_ask_about_is_told_only_where_it_is_made(tmp_path: Path) -> None:
    text = data_files("rules/shelf", ".yaml")["casino_war.yaml"].read_text(encoding="utf-8")
    stake = '    of: main\n    stake: "1 if at_war else 0"\n'
    assert stake in text
    doubled = stake.replace("1 if", "(2 if made(tie) else 1) if")
    spec = tmp_path / "asks.yaml"
    spec.write_text(text.replace(stake, doubled), encoding="utf-8")
    without = banked_study(load_game(str(spec)))
    assert set(without.wagers) == {"main", "raised"}
    both = banked_study(with_wagers(load_game(str(spec)), ["main", "tie"]))
    assert set(both.wagers) == {"main", "raised", "tie"}
    assert both.wagers["raised"].stake == 2 * without.wagers["raised"].stake


def test_an_optional_wager_that_needs_another_has_figures_of_its_own(tmp_path: Path) -> None:
    text = data_files("rules/shelf", ".yaml")["casino_war.yaml"].read_text(encoding="utf-8")
    spec = tmp_path / "needs.yaml"
    assert "    title: Tie\n" in text
    spec.write_text(text.replace("    title: Tie\n", "    title: Tie\n    of: main\n"), "utf-8")
    game, usual = load_game(str(spec)), figures("casino-war")
    alone = banked_study(game, exact=True)
    both = banked_study(with_wagers(game, ["tie"]), exact=True)
    assert both.wagers_made == ("main", "raised", "tie")
    for found in (alone, both):
        assert found.wagers["main"] == usual.wagers["main"]
        assert exactly(found.wagers["tie"], "house_edge") == Fraction(58, 311)
        assert (found.wagers["tie"].of, found.wagers["tie"].rtp) == (
            "main",
            float(1 - Fraction(58, 311)),
        )
    assert alone.outcomes == usual.outcomes
    assert both.outcomes == figures("casino-war", wagers="main,tie").outcomes


# What is shown ------------------------------------------------------------------------------------


def table(elements: Iterable[Element], caption: str) -> Table:
    return next(each for each in elements if isinstance(each, Table) and each.caption == caption)


def test_wagers_are_shown_with_edge_return_risk_and_deviation() -> None:
    found = figures("three-card-poker")
    wagers = table(list(banked_tables(found)), "Wagers")
    ante, pair_plus, six_cards = (tuple(row) for row in wagers.rows if not isinstance(row, Band))
    assert ante[:4] == ("Ante", "3.372981", "96.627019", "2.014672")
    assert (pair_plus[0], six_cards[0]) == ("Pair plus *", "Six-card bonus *")
    assert "A star stands by a wager that is not made, which is told" in wagers.note
    assert "star" not in table(list(banked_tables(figures("red-dog"))), "Wagers").note


def test_pay_lines_are_shown_with_true_odds() -> None:
    lines = table(list(banked_tables(figures("three-card-poker"))), "Pay lines and their true odds")
    assert ("Straight flush", "40:1", "460.42", "0.2171946", "+8.6878") in lines.rows


def test_the_headline_has_the_most_frequent_outcomes_and_everything_has_all() -> None:
    found = figures("three-card-poker", wagers="ante,pair_plus")
    caption = "What a round brings, with the wagers made"
    brief = table(list(banked_tables(found, everything=False)), caption)
    assert (len(brief.rows), len(table(list(banked_tables(found)), caption).rows)) == (12, 20)
    assert "the 12 most frequent of 20" in brief.note
    left_out = min(outcome.probability for outcome in found.outcomes)
    assert all(float(row[2]) > 100 * left_out for row in brief.rows if not isinstance(row, Band))


def test_fractions_are_shown_line_by_line() -> None:
    shown = [
        element.markup
        for element in banked_view(figures("casino-war"), "casino-war")
        if isinstance(element, Text) and element.kind == "code"
    ]
    assert "house edge: 23138/993023" in shown[0]
    assert "  The first two cards are equal\n    probability: 23/311" in shown[2]
    assert not any("variance" not in text for text in shown)


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("game", ["casino-war", "red-dog", "punto-banco", "three-card-poker"])
def test_the_screen_has_80_columns(
    game: str, everything: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    print_elements(list(banked_view(figures(game), game, everything=everything)))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
