"""What the commands print: tables within 80 columns, and JSON with the keys of the contract."""

import hashlib
import json
import subprocess
import sys
from contextlib import nullcontext
from fractions import Fraction

import pytest

from certify import __version__
from certify.cli.main import COMMANDS
from certify.exact.blackjack.card import StrategyCard
from certify.language.catalogue import game_ids, load_game
from certify.language.models import GameSpec, Paytable, schema_text
from certify.resources import data_root
from certify.studies.returns.result import RtpResult
from certify.studies.strategy.hand_result import HandResult
from certify.studies.strategy.result import StrategyResult

GAME = "blackjack-burnout"
SMALL = ("--shoe", "2,0,4,0,4,2,0,4,0,8")
FEW_RANKS = ("--shoe", "2,0,4,0,4,0,0,4,0,8", "--set", "max_split_hands=2")
"""Where any shoe will do, and much is worked out."""

HAND = ("--cards", "8,8", "--upcard", "T")

TABLES = {
    "games": ("games",),
    "games of one": ("games", GAME),
    "parameters": ("parameters", GAME, "--all"),
    "parameters of a game between players": ("parameters", "burned"),
    "hash": ("hash", GAME),
    "rtp": ("rtp", GAME, *SMALL, "--all"),
    "rtp headline": ("rtp", GAME, *SMALL),
    "rtp without distribution": ("rtp", GAME, *SMALL, "--no-distribution", "--all"),
    "rtp thorough": ("rtp", GAME, *FEW_RANKS, "--thorough", "--all"),
    "rtp of many hands": ("rtp", GAME, *SMALL, "--set", "max_split_hands=5", "--all"),
    "rtp with every line": (
        *("rtp", GAME, "--strategy", "basic", *FEW_RANKS, "--all"),
        *("--set", "dealer_hits_soft_17=false"),
        *("--set", "double_after_split=false", "--set", "surrender=late"),
    ),
    "hand": ("hand", GAME, *HAND, *SMALL),
    "hand after a draw": ("hand", GAME, "--cards", "5,8,3", "--upcard", "T"),
    "strategy": ("strategy", GAME, *SMALL, "--all"),
}


def json_of(result):
    assert result.stderr == ""
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_and_fits_80_columns(certify, name):
    text = certify(name, "--help").stdout
    assert "Examples:" in text
    assert f"  certify {name}" in text
    assert max(map(len, text.splitlines())) <= 80


def test_help_lists_every_command(certify):
    text = certify("--help").stdout
    for name, meaning in COMMANDS.items():
        assert f"{name} " in text
        assert meaning in text


def test_version(certify):
    assert certify("--version").stdout == f"certify {__version__}\n"


@pytest.mark.parametrize("arguments", TABLES.values(), ids=TABLES)
def test_tables_fit_80_columns(certify, arguments):
    result = certify(*arguments)
    assert result.stderr == ""
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_games(certify):
    loaded = load_game(GAME)
    listed = json_of(certify("games", "--json"))
    assert listed[0] == {
        "id": GAME,
        "title": "Blackjack Burnout",
        "version": loaded.spec.game.version,
        "kind": "banked",
        "spec_sha256": loaded.spec_sha256,
    }
    others = {"burn", "burned", "burnout", "rookie-mistake"}
    assert {game["id"] for game in listed[1:5]} == others
    assert {game["kind"] for game in listed[1:5]} == {"between_players"}
    shelf = game_ids("rules/shelf")
    assert [game["id"] for game in listed[5:]] == shelf
    between = {game["id"] for game in listed[5:] if game["kind"] == "between_players"}
    assert between == {"kuhn-poker", "leduc-poker", "crazy-eights"}
    text = certify("games").stdout
    # Whole words: "blackjack" begins the id of another game.
    below = text.partition("On the shelf")[2].split()
    assert set(shelf) <= set(below)
    assert loaded.spec_sha256 in text
    assert GAME in text


def test_a_broken_spec_is_named_beside_the_games(certify, copied, monkeypatch, words):
    good = copied()
    bad = good.with_name("rookie_mistake.yaml")
    bad.write_text("certify: 1\n", encoding="utf-8")
    files = {path.name: path for path in (good, bad)}

    def data_files(kind, suffix):
        tables = {p.name: p for p in good.parents[1].glob("p*/*")}
        return {"rules": files, "paytables": tables}.get(kind, {})

    monkeypatch.setattr("certify.language.catalogue.data_files", data_files)
    result = certify("games", code=1)
    assert GAME in result.stdout
    assert "rules/rookie_mistake.yaml:1: game: missing" in words(result.stderr)
    assert [game["id"] for game in json.loads(certify("games", "--json", code=1).stdout)] == [GAME]
    # Nothing is kept of a list in which something is wrong, and nothing taken for other files.
    bad.write_text((data_root("rules") / bad.name).read_text(), encoding="utf-8")
    listed = json_of(certify("games", "--json"))
    assert [game["id"] for game in listed] == [GAME, "rookie-mistake"]
    assert json_of(certify("games", "--json")) == listed


def test_hash(certify):
    found = json_of(certify("hash", GAME, "--json"))
    loaded = load_game(GAME)
    assert found["spec_sha256"] == loaded.spec_sha256
    assert found["paytable_sha256"] == loaded.paytable_sha256
    assert set(found["paytables"]) == {"main", "bonus"}
    text = certify("hash", GAME).stdout
    for digest in (
        found["spec_sha256"],
        found["paytable_sha256"],
        *(table["sha256"] for table in found["paytables"].values()),
    ):
        assert digest in text


def test_the_canonical_form_is_what_is_hashed(certify):
    canonical = certify("hash", GAME, "--canonical").stdout_bytes
    assert hashlib.sha256(canonical).hexdigest() == load_game(GAME).spec_sha256


@pytest.mark.parametrize(
    ("kind", "model", "title"),
    [
        ("spec", GameSpec, None),
        ("paytable", Paytable, None),
        ("strategy", StrategyCard, "certify strategy, version 1"),
    ],
)
def test_schema(certify, tmp_path, kind, model, title):
    text = certify("schema", kind).stdout
    assert text == schema_text(model, title)
    path = tmp_path / "schema.json"
    assert certify("schema", kind, "-o", path).stdout == ""
    assert path.read_text(encoding="utf-8") == text


def test_schema_of_a_spec_by_default(certify):
    assert certify("schema").stdout == certify("schema", "spec").stdout


def test_rtp_json_has_the_keys_of_the_contract(certify):
    text = certify("rtp", GAME, "--json", *SMALL).stdout
    RtpResult.from_json(text)
    found = json.loads(text)
    assert {"game", "version", "spec_sha256", "paytable_sha256", "strategy"} <= set(found)
    assert found["engine_version"] == __version__
    assert list(found["shoe"].items())[::9] == [("A", 2), ("T", 8)]
    main, burnout = found["wagers"]["main"], found["wagers"]["main_burnout"]
    common = {
        *("ev", "house_edge", "rtp", "element_of_risk", "rtp_on_action"),
        *("average_wagered", "error_bound", "sd", "p_win", "p_push", "p_loss"),
        *("hit_frequency", "outcomes"),
    }
    assert common <= set(main)
    assert common | {"gross_ev", "payment"} <= set(burnout)
    assert burnout["gross_ev"] - burnout["payment"] == burnout["ev"]
    bonus = found["wagers"]["bonus"]
    pays = {"2": "2:1", "3": "4:1", "4": "8:1", "5": "15:1"}
    assert {wins: wager["pays"] for wins, wager in bonus.items()} == pays
    for wager in bonus.values():
        for play in ("without_burnout", "with_burnout", "best"):
            assert {"q", "p_hit", "rtp", "expected_rounds"} <= set(wager[play])


def test_rtp_distribution_belongs_to_the_figures_beside_it(certify):
    wagers = json_of(certify("rtp", GAME, "--json", *SMALL))["wagers"]
    for name, ev in (
        ("main", wagers["main"]["ev"]),
        ("main_burnout", wagers["main_burnout"]["gross_ev"]),
    ):
        wager = wagers[name]
        outcomes = {Fraction(value): chance for value, chance in wager["outcomes"].items()}
        assert {Fraction(-8), Fraction(3, 2), Fraction(8)} <= set(outcomes)
        assert sum(outcomes.values()) == pytest.approx(1, abs=1e-13)
        mean = sum(float(value) * chance for value, chance in outcomes.items())
        assert mean == pytest.approx(ev, abs=1e-10)
        variance = sum((float(value) - mean) ** 2 * chance for value, chance in outcomes.items())
        assert wager["sd"] == pytest.approx(variance**0.5, rel=1e-12)
        assert wager["p_win"] + wager["p_push"] + wager["p_loss"] == pytest.approx(1, abs=1e-12)
        assert wager["hit_frequency"] == pytest.approx(
            sum(chance for value, chance in outcomes.items() if value > 0), abs=1e-13
        )
        assert wager["max_win"] == {"net": 8.0, "probability": outcomes[Fraction(8)]}
        assert wager["error_bound"] <= 1e-9


def test_rtp_bonus_follows_from_the_chance_to_win(certify):
    wagers = json_of(certify("rtp", GAME, "--json", *SMALL))["wagers"]
    for play, name in (("without_burnout", "main"), ("with_burnout", "main_burnout")):
        chances = wagers[name]
        q = chances["p_win"] / (chances["p_win"] + chances["p_loss"])
        for wins, bonus in wagers["bonus"].items():
            paid = q ** int(wins)
            found = bonus[play]
            assert found["q"] == pytest.approx(q, rel=1e-13)
            assert found["p_hit"] == pytest.approx(paid, rel=1e-13)
            pays = int(bonus["pays"].partition(":")[0])
            assert found["rtp"] == pytest.approx((pays + 1) * paid, rel=1e-13)
            assert found["rtp"] < bonus["best"]["rtp"]


def test_rtp_without_distribution_has_the_same_expectations(certify):
    arguments = ("rtp", GAME, "--json", *SMALL)
    full, short = json_of(certify(*arguments)), json_of(certify(*arguments, "--no-distribution"))
    for name in ("main", "main_burnout"):
        assert full["wagers"][name]["ev"] == short["wagers"][name]["ev"]
        assert short["wagers"][name]["outcomes"] is None
    assert short["streak"] is None


def test_rtp_is_looked_up_the_second_time(certify, monkeypatch, words):
    arguments = ("rtp", GAME, *SMALL, "--all")
    first = certify(*arguments).stdout

    def compute(*arguments, **settings):
        raise AssertionError("computed")

    monkeypatch.setattr("certify.studies.twenty_one.shoe_values", compute)
    assert certify(*arguments).stdout == first
    with pytest.raises(AssertionError, match="computed"):
        certify(*arguments, "--no-cache")
    with pytest.raises(AssertionError, match="computed"):
        certify(*arguments, "--set", "burnout_payment=0.3")


def test_rtp_of_a_player_who_cannot_lose(certify):
    twos = ("--shoe", "0,30,0,0,0,0,0,0,0,0", "--set", "max_split_hands=2")
    bonus = json_of(certify("rtp", GAME, *twos, "--json"))["wagers"]["bonus"]
    assert bonus["5"]["best"] == {"q": 1.0, "p_hit": 1.0, "rtp": 16.0, "expected_rounds": 5.0}
    assert "-0.000000" not in certify("rtp", GAME, *twos, "--all").stdout
    assert "-0.00" not in certify("rtp", GAME, *twos).stdout


def test_rtp_leaves_out_what_would_take_too_long(certify, monkeypatch):
    few = (*FEW_RANKS, "--set", "burnout_payment=0.123")
    monkeypatch.setattr("certify.studies.returns.many_rounds.MOST_STEPS", 0.0)
    monkeypatch.setattr("certify.studies.returns.many_rounds.MOST_MOVES", 0.0)
    text = certify("rtp", GAME, *few, "--all").stdout
    assert "Probability of every net result" in text
    assert "Return over many rounds" not in text
    assert "Probability of ruin" not in text


def test_rtp_thorough_is_for_the_optimal_strategy(certify, tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    basic = ("rtp", GAME, *FEW_RANKS, "--strategy", "basic", "--json")
    assert certify(*basic).stdout == certify(*basic, "--thorough").stdout
    assert len(list(tmp_path.glob("rtp-*"))) == 1


def test_rtp_works_out_again_what_is_damaged(certify, monkeypatch, tmp_path, words):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    arguments = ("rtp", GAME, *FEW_RANKS, "--json")
    first = certify(*arguments)
    assert first.stderr == ""
    kept = list(tmp_path.iterdir())
    assert len(kept) > 2
    for path in kept:
        content = path.read_bytes()
        path.write_bytes(content[:-9] + b"x" + content[-8:])
    second = certify(*arguments)
    assert second.stdout == first.stdout
    assert words(second.stderr).count("is damaged; it is worked out again.") == len(kept)
    assert certify(*arguments).stderr == ""


def test_rtp_prints_the_published_digits(certify):
    lines = certify("rtp", GAME, "--no-distribution", "--all").stdout.splitlines()
    expectation = next(line for line in lines if line.startswith("Expectation  "))
    assert "% of main wager" in expectation
    assert expectation.split()[-2] == "-0.615389123"


def test_rtp_begins_with_six_lines_at_the_digits_that_people_quote(certify):
    text = certify("rtp", GAME, *SMALL).stdout
    wagers = json_of(certify("rtp", GAME, *SMALL, "--json"))["wagers"]
    main, burnout = wagers["main"], wagers["main_burnout"]
    lines = text.partition("─\n")[2].splitlines()[:6]
    expected = [
        *(
            (label, [f"{100 * wager[key]:.2f}" for wager in (main, burnout)])
            for label, key in (("House edge", "house_edge"), ("Return to player", "rtp"))
        ),
        ("Standard deviation", [f"{wager['sd']:.2f}" for wager in (main, burnout)]),
        ("Hit frequency", [f"{100 * wager['hit_frequency']:.2f}" for wager in (main, burnout)]),
        ("Most a round can cost", []),
        ("Bonus edge", []),
    ]
    for line, (label, values) in zip(lines, expected, strict=True):
        assert line.startswith(label)
        assert line.split()[-2:][: len(values)] == values
    # The payment is lost in a round that costs the most; so are insurance and four Bonus wagers.
    cost, every = -main["max_loss"]["net"], -main["max_loss"]["net"] + 0.5 + 4
    assert lines[4].endswith(f" {cost + 0.2:g} ({every + 0.2:g})")
    assert f" {cost:g} ({every:g}) " in lines[4]
    returns = [wagers["bonus"][row]["with_burnout"]["rtp"] for row in "2345"]
    assert lines[5].split()[-1] == "/".join(f"{100 * (1 - rtp):.2f}" for rtp in returns)
    assert len(text.splitlines()) <= 17
    everything = certify("rtp", GAME, *SMALL, "--all").stdout
    assert all(line.strip() in everything for line in lines)
    assert "Probability of every net result" not in text
    assert "Probability of every net result" in everything


def test_rtp_says_what_the_headline_leaves_out(certify, words):
    short = certify("rtp", GAME, *SMALL, "--no-distribution").stdout
    assert "A dash was not worked out" in words(short)
    assert f"`certify rtp {GAME} --all` prints all of them" in words(short)


def test_rtp_names_changed_settings(certify):
    short = (*SMALL, "--no-distribution")
    text = certify("rtp", GAME, "--set", "burnout_payment=0.25", *short).stdout
    assert "CHANGED from the spec: burnout_payment = 0.25" in " ".join(text.split())
    assert "CHANGED" not in certify("rtp", GAME, "--set", "decks=6", *short).stdout


def test_rtp_strategies_differ(certify):
    optimal, basic = (
        json_of(certify("rtp", GAME, "--strategy", name, "--json", *SMALL, "--no-distribution"))
        for name in ("optimal", "basic")
    )
    assert optimal["strategy_class"] == "composition_dependent"
    assert basic["strategy_class"] == "total_dependent"
    assert optimal["wagers"]["main"]["ev"] > basic["wagers"]["main"]["ev"]


def test_hand_json_has_the_keys_of_the_contract(certify):
    text = certify("hand", GAME, *HAND, *SMALL, "--no-burnout", "--json").stdout
    HandResult.from_json(text)
    found = json.loads(text)
    assert set(found["actions"]) == {"stand", "hit", "double", "split"}
    assert found["best"] == max(found["actions"], key=found["actions"].get)
    assert found["condition"] == "no dealer blackjack"


def test_a_card_that_was_kept_is_not_decided_again(certify):
    hand = ("hand", GAME, "--cards", "5,8,3", "--upcard", "6", "--json", *SMALL)
    before, after = (json_of(certify(*hand, *kept))["actions"] for kept in ((), ("--kept",)))
    assert set(before) - set(after) == {"keep", "burn"}
    assert after == {action: before[action] for action in ("stand", "hit")}
    assert before["keep"] == max(after.values())


def test_hand_lists_the_best_action_first(certify):
    arguments = ("hand", GAME, *HAND, *SMALL)
    actions = json_of(certify(*arguments, "--json"))["actions"]
    order = sorted(actions, key=lambda action: -actions[action])
    lines = certify(*arguments).stdout.splitlines()
    printed = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in actions]
    assert printed == order
    assert any(f"{100 * actions[order[0]]:.9f}" in line for line in lines)


def test_hand_after_a_draw_can_burn(certify):
    arguments = ("hand", GAME, "--cards", "5,8,T", "--upcard", "6", *SMALL, "--json")
    assert set(json_of(certify(*arguments))["actions"]) == {"keep", "burn"}


def test_strategy(certify):
    text = certify("strategy", GAME, "--json", *SMALL).stdout
    result = StrategyResult.from_json(text)
    shown = certify("strategy", GAME, *SMALL, "--all").stdout
    assert result.strategy_sha256 in shown
    for chart in result.charts:
        assert chart.title in shown
    assert "Letters: S stand; H hit; Dh double, otherwise hit" in shown
    assert f"{100 * result.cost_main:.9f}" in shown
    assert shown.count("\nwithout  ") + shown.count("\nwith     ") == len(result.exceptions)


@pytest.mark.parametrize(("command", "heavy"), [("games", "numba"), ("--help", "pydantic")])
def test_cheap_commands_do_not_load_the_engine(command, heavy):
    code = (
        "import sys\n"
        "from certify.cli.main import certify\n"
        f"try: certify(['{command}'])\n"
        f"finally: assert '{heavy}' not in sys.modules and 'numpy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_first_run_says_why_it_takes_long(certify, monkeypatch, words):
    monkeypatch.setattr("certify.cli.progress.when_compiling", lambda tell: nullcontext(tell()))
    result = certify("hand", GAME, *HAND, *SMALL, "--json")
    assert "compiles numerical kernels" in words(result.stderr)
    json.loads(result.stdout)


def test_rtp_exact_gives_fractions(certify):
    shoe = (*FEW_RANKS, "--no-distribution")
    result = json.loads(certify("rtp", "blackjack-burnout", *shoe, "--exact", "--json").stdout)
    for name, ev in (
        ("main", result["wagers"]["main"]["ev"]),
        ("main_burnout", result["wagers"]["main_burnout"]["ev"]),
        ("main_burnout_gross", result["wagers"]["main_burnout"]["gross_ev"]),
    ):
        fraction = result["exact"][name]
        value = Fraction(int(fraction["numerator"]), int(fraction["denominator"]))
        assert float(value) == pytest.approx(ev, abs=1e-12)
    table = certify("rtp", "blackjack-burnout", *shoe, "--exact").stdout
    assert (
        table.partition("Expectation as")[2].splitlines()[:7]
        == (
            certify("rtp", "blackjack-burnout", *shoe, "--exact", "--all")
            .stdout.partition("Expectation as")[2]
            .splitlines()[:7]
        )
    )
    assert f"/ {result['exact']['main']['denominator']}" in table
    assert max(map(len, table.splitlines())) <= 80
