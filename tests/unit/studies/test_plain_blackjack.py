"""Blackjack without the option to burn cards: the family's engine serves it too."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from certify.cards.ranks import parse_rank, parse_ranks
from certify.cards.shoe import Shoe
from certify.errors import CardError, CertifyError, EngineError, SpecError, StrategyFileError
from certify.exact.blackjack.rules import TwentyOneRules
from certify.language.catalogue import load_game
from certify.language.cut_down import cut_down
from certify.language.game import apply_overrides, parameter_values, with_wagers
from certify.present.document import Table
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.blackjack import blackjack_study
from certify.studies.banked.study import banked_study
from certify.studies.banked.view import banked_tables
from certify.studies.kinds import PLAIN, commands_for, engine_for, has_option
from certify.studies.simulation.simulated_return import return_pairs
from certify.studies.simulation.study import job_for, simulate
from certify.studies.strategy.hand import hand_study
from certify.studies.strategy.hand_view import hand_view
from certify.studies.strategy.strategy_file import read_strategy, strategy_bytes
from certify.studies.strategy.study import strategy_study
from certify.studies.twenty_one import BASIC, BlackjackGame, TwentyOneGame

GAME = "blackjack"
FIRST_CARDS = ("pairs", "three_cards", "twenty", "insurance")


def plain(*settings: str) -> BlackjackGame:
    """Return the game of the shelf with other settings."""
    return BlackjackGame(apply_overrides(load_game(GAME), settings))


def test_the_shoe_is_that_of_the_pack() -> None:
    """Without tens, which costs two percent; and with kings that count as aces."""
    whole = plain("decks=1")
    assert whole.shoe == whole.full_shoe == Shoe.of_decks(1)
    few = BlackjackGame(cut_down(whole.loaded, {"packs.cards.only": "rank != 10"}))
    assert few.shoe == few.full_shoe == Shoe([4] * 9 + [12])
    assert few.optimal.main.ev == pytest.approx(whole.optimal.main.ev - 0.02, abs=0.003)
    aces = {"packs.cards.derived.value": "1 if rank == 13 else min(rank, 10)"}
    assert BlackjackGame(cut_down(whole.loaded, aces)).shoe == Shoe([8, *[4] * 8, 12])
    for value in ("rank", "rank - 1"):
        with pytest.raises(SpecError, match="packs: expected one pack whose cards have a value"):
            _ = BlackjackGame(cut_down(whole.loaded, {"packs.cards.derived.value": value})).shoe


def test_it_is_the_game_without_burnout() -> None:
    """The same rules with the option beside them, and what others have published of them."""
    game = plain()
    assert not game.values.with_burnout
    with_option = TwentyOneGame(load_game("blackjack-burnout"))
    assert game.optimal.main.ev == pytest.approx(with_option.optimal.main.ev, abs=1e-14)
    assert game.basic.main.ev == pytest.approx(with_option.basic.main.ev, abs=1e-14)
    printed = with_option.loaded.spec.published["without_burnout"].figures["main.ev"]
    assert f"{game.optimal.main.ev:.11f}" == str(printed)


@pytest.mark.parametrize("cards", ["8,8", "A,7", "9,2", "T,6", "5,3,8"])
def test_a_single_hand(cards: str) -> None:
    """What the game with the option says where the payment was not made."""
    hand, ten = parse_ranks(cards), parse_rank("T")
    found = hand_study(plain(), hand, ten)
    with_option = hand_study(
        TwentyOneGame(load_game("blackjack-burnout")), hand, ten, burnout=False
    )
    assert found.actions == pytest.approx(with_option.actions, abs=1e-14)
    assert (found.best, found.burnout_available) == (with_option.best, None)
    assert "Burnout" not in str([*hand_view(found)])
    with pytest.raises(CardError, match="no option to burn a card"):
        hand_study(plain(), hand, ten, burned=ten)


def test_a_hand_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is solved for a hand that was asked for before; another one is another entry."""
    context = Context(cache=Cache(tmp_path, pytest.fail))
    cards, ten = parse_ranks("8,8"), parse_rank("T")
    found = hand_study(plain(), cards, ten, splits=True, context=context)
    other = hand_study(plain(), cards, ten, context=context)
    assert other.splits is None
    assert found.splits is not None
    monkeypatch.delattr(BlackjackGame, "values")
    assert hand_study(plain(), cards, ten, splits=True, context=context) == found
    assert hand_study(plain(), cards, ten, context=context) == other
    with pytest.raises(CardError, match="is bust"):
        hand_study(plain(), parse_ranks("8,8,T"), ten, context=context)
    with pytest.raises(AttributeError, match="values"):
        hand_study(plain(), cards, parse_rank("9"), context=context)


@pytest.mark.parametrize(
    ("settings", "gains"),
    [
        (("dealer_hits_soft_17=false",), True),
        (("surrender=late",), True),
        (("resplit_aces=true",), True),
        (("decks=1",), True),
        (("double_on=10-11",), False),
        (("max_split_hands=1",), False),
        (("dealer_peeks=false",), False),
        (("blackjack_pays=6:5",), False),
    ],
)
def test_rules_are_parameters(settings: tuple[str, ...], gains: bool) -> None:
    assert (plain(*settings).optimal.main.ev > plain().optimal.main.ev) is gains


def test_a_blackjack_that_takes_one_wager_is_found_early_or_late_alike() -> None:
    late = plain("dealer_peeks=false", "no_peek_loses=original")
    assert late.optimal.main.ev == pytest.approx(plain().optimal.main.ev, abs=1e-13)


def test_charts() -> None:
    found = strategy_study(plain())
    (chart,) = found.charts
    assert chart.id == "without_burnout"
    assert found.ev_main_burnout is None
    assert found.cost_main_burnout is None
    assert 0 < found.cost_main < 1e-3
    rows = {(part.kind, row.hand): row.cells for part in chart.sections for row in part.rows}
    assert set(rows["pairs", "8,8"]) == {"P"}
    assert set(rows["pairs", "T,T"]) == {"S"}


def test_what_needs_the_option_is_refused_and_sends_to_what_answers() -> None:
    game = load_game(GAME)
    assert engine_for(game) == PLAIN
    assert not has_option(game)
    with pytest.raises(EngineError) as refused:
        TwentyOneGame(game)
    for command in commands_for(game):
        assert command in str(refused.value)
    assert commands_for(game).count("whatif") == 1
    assert commands_for(load_game("blackjack-burnout")).count("whatif") == 1


def test_the_option_is_declared_whole_or_not_at_all() -> None:
    values = dict(parameter_values(load_game("blackjack-burnout")))
    del values["burnout_on_bust"]
    with pytest.raises(EngineError, match="burnout_on_bust"):
        TwentyOneRules.from_parameters(values)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(SpecError, match="by_totals"):
        blackjack_study(plain(), "by_totals")
    wagering = BlackjackGame(with_wagers(load_game(GAME), ["main", "pairs"]))
    with pytest.raises(SpecError, match="leave out pairs"):
        blackjack_study(wagering)


@pytest.mark.parametrize("name", ["card.yaml", pytest.param("card.json", marks=pytest.mark.slow)])
def test_a_strategy_file_has_no_option_and_is_read_back(tmp_path: Path, name: str) -> None:
    game, path = plain("decks=1", "max_split_hands=2"), tmp_path / name
    path.write_bytes(strategy_bytes(game.basic_card, path, with_option=False))
    assert path.read_text().count("burn") == 1, "without_burnout, which is how it is played"
    card = read_strategy(str(path), game.loaded)
    assert card.without_burnout == game.basic_card.without_burnout
    assert game.evaluate_card(card).main.ev == pytest.approx(game.basic.main.ev, abs=1e-14)
    context = Context(Cache(tmp_path, pytest.fail))
    found, basic = (blackjack_study(game, each, context=context) for each in (card, BASIC))
    assert found.strategy_sha256 is not None
    assert basic.strategy_sha256 is None
    assert (found.policy, found.outcomes) == (BASIC, basic.outcomes)


def test_a_strategy_file_is_for_one_kind_of_game(tmp_path: Path) -> None:
    with_option, game = load_game("blackjack-burnout"), plain()
    path = tmp_path / "card.yaml"
    path.write_bytes(strategy_bytes(TwentyOneGame(with_option).basic_card, path))
    with pytest.raises(StrategyFileError, match="no option to burn a card; expected no with_burn"):
        read_strategy(str(path), game.loaded)
    path.write_bytes(strategy_bytes(game.basic_card, path, with_option=False))
    with pytest.raises(StrategyFileError, match="with_burnout: missing"):
        read_strategy(str(path), with_option)
    path.write_text("[1, 2]")
    with pytest.raises(CertifyError):
        read_strategy(str(path), game.loaded)


@pytest.mark.slow
def test_figures_of_every_wager() -> None:
    """The main wager by its engine; those on the first cards as where nothing else is dealt."""
    context = Context()
    found = blackjack_study(plain(), exact=True, context=context)
    main = found.wagers["main"]
    assert main.exact is not None
    assert float(Fraction(main.exact["ev"])) == pytest.approx(main.ev, abs=1e-14)
    assert sum(each.net * each.probability for each in found.outcomes) == pytest.approx(main.ev)
    assert sum(each.probability for each in found.outcomes) == pytest.approx(1)
    assert sum(each.ev * each.probability for each in found.by_upcard) == pytest.approx(main.ev)
    alone = banked_study(load_game("blackjack-first-cards"))
    for name in FIRST_CARDS:
        assert found.wagers[name].house_edge == alone.wagers[name].house_edge
        assert not found.wagers[name].made
    assert len([each for each in banked_tables(found) if isinstance(each, Table)]) == 4
    twenty = found.wagers["twenty"].exact
    assert twenty is not None
    assert float(Fraction(twenty["house_edge"])) == alone.wagers["twenty"].house_edge
    small = BlackjackGame(load_game(GAME), plain("decks=2").shoe)
    assert list(blackjack_study(small, context=context).wagers) == ["main"]


@pytest.mark.slow
def test_played_rounds_agree() -> None:
    game = load_game(GAME)
    job = job_for(game, seed=5, policies=["optimal"], pairs=return_pairs(game))
    found = simulate(job, rounds=1_000_000)
    assert found.wagers is not None
    main = found.wagers["main"]
    assert main.sem is not None
    assert abs(main.ev - plain().optimal.main.ev) < 4 * main.sem
