"""`import certify`: the same figures as the command line, with what is known of each."""

import subprocess
import sys
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from click.testing import CliRunner

import certify
from certify.cli.main import certify as command_line
from certify.studies.certification.fairness_result import FairnessCertification
from tests.report.built import rebuilt_once

GAME = "blackjack-burnout"
SHOE = "2,0,4,0,4,2,0,4,0,8"
REPORTS = Path(__file__).parents[2] / "reports"
BACCARAT = Path(__file__).parents[2] / "docs/examples/punto-banco-honest.csv"
TOTALS = Path(__file__).parents[2] / "docs/notebooks/data/month.csv"


@pytest.fixture(autouse=True)
def reports(monkeypatch):
    rebuilt_once(monkeypatch)


@pytest.fixture(scope="module")
def game():
    return certify.load(GAME, shoe=SHOE)


@pytest.fixture(scope="module")
def returns(game):
    return game.returns(exact=True, distribution=False)


def printed(*arguments: object) -> str:
    """Return what a command prints, without the last line break."""
    words = [str(argument) for argument in arguments]
    found = CliRunner().invoke(command_line, words, prog_name="certify")
    assert found.exit_code == 0, found.output
    return found.stdout.removesuffix("\n")


ASKED = {
    "rtp": (
        ("rtp", GAME, "--shoe", SHOE, "--no-distribution", "--exact", "--set", "decks=2"),
        lambda game: game.returns(exact=True, distribution=False, decks=2, cache=False),
    ),
    "strategy": (
        ("strategy", GAME, "--shoe", SHOE),
        lambda game: game.strategy(cache=False),
    ),
    "hand": (
        ("hand", GAME, "--shoe", SHOE, "--cards", "8,8", "--upcard", "T", "--no-burnout"),
        lambda game: game.hand("8,8", upcard="T", burnout=False),
    ),
    "whatif": (
        ("whatif", GAME, "--shoe", SHOE, "--set", "blackjack_pays=6:5", "--figure", "edge"),
        lambda game: game.whatif(blackjack_pays=Fraction(6, 5), figures=["edge"], cache=False),
    ),
    "sweep": (
        ("whatif", GAME, "--shoe", SHOE, "--sweep", "blackjack_pays=6:5,3:2", "--figure", "edge"),
        lambda game: game.whatif(
            sweep={"blackjack_pays": ["6:5", "3:2"]}, figures=["edge"], cache=False
        ),
    ),
    "simulate": (
        ("simulate", GAME, "--rounds", 50, "--engine", "interpreter", "--policy", "random"),
        lambda _: certify.load(GAME).simulate(50, engine="interpreter", policies="random"),
    ),
    "shoe": (
        ("shoe", GAME, "--set", "decks=1", "--no-sample", "--no-bonus", "--no-cut-card"),
        lambda _: certify.load(GAME).shoe(compositions=0, bonus=False, cut_card=False, decks=1),
    ),
    "fairness": (
        (
            *("fairness", "burnout", "--players", 2, "--only", "length", "--games", 1000),
            *("--ladder", "random,sensible", "--no-cache"),
        ),
        lambda _: certify.load("burnout", cache=False).fairness(
            2, only="length", games=1e3, ladder=["random", "sensible"]
        ),
    ),
    "parameters": (
        ("parameters", "burnout"),
        lambda _: certify.load("burnout").parameters(),
    ),
    "monitor": (
        (
            *("monitor", GAME, TOTALS, "--map", "Handle=stake,Win=won", "--rounding", 0.5),
            *("--set", "decks=1", "--set", "max_split_hands=2"),
        ),
        lambda _: certify.monitor(
            *(GAME, TOTALS),
            mapping="Handle=stake,Win=won",
            rounding=0.5,
            decks=1,
            max_split_hands=2,
        ),
    ),
    "monitor of baccarat": (
        ("monitor", "punto-banco", BACCARAT, "--allow", 0.5),
        lambda _: certify.load("punto-banco").monitor(BACCARAT, allow=0.5),
    ),
    "verify": (
        ("verify", REPORTS / "burnout.pdf"),
        lambda _: certify.verify(REPORTS / "burnout.pdf"),
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_the_json_is_that_of_the_command(game, name):
    words, call = ASKED[name]
    assert call(game).to_json() == printed(*words, "--json")


def test_a_figure_is_a_float_that_knows_how_exact_it_is(returns):
    edge = returns.main.house_edge
    assert isinstance(edge, certify.Figure)
    assert edge == returns.result.wagers.main.house_edge
    assert edge.exact is not None
    assert edge.error == 1e-12
    assert abs(float(edge.exact) - edge) <= edge.error
    assert (edge.unit, edge.interval) == ("main wager", None)
    assert returns.main.rtp.exact == 1 - edge.exact
    bought = returns.main_burnout
    for figure in (bought.ev, bought.house_edge, bought.rtp, bought.gross_ev, bought.gain):
        assert abs(figure.exact - Fraction(figure)) <= 1e-14


def test_without_fractions_a_figure_has_none(game):
    assert game.returns(distribution=False).main.ev.exact is None


def test_what_was_found_by_playing_has_its_interval():
    mean = certify.load(GAME).simulate(50, engine="interpreter").quantities["score.1"].mean
    low, high = mean.interval
    assert low < mean < high
    assert mean.error == max(mean - low, high - mean)
    assert mean.exact == Fraction(mean.exact) == Fraction(mean).limit_denominator(1000)


@pytest.mark.parametrize(
    ("call", "error", "told"),
    [
        (lambda game: game.fairness(), certify.EngineError, "ask returns(), strategy()"),
        (lambda _: certify.load("burnout").returns(), certify.EngineError, "ask fairness()"),
        (lambda _: certify.load("burnout").hand("8,8", "T"), certify.EngineError, "hand() is"),
        (lambda game: game.returns(deks=2), certify.UnknownParameterError, "did you mean decks?"),
        (lambda game: game.returns(decks=99), certify.ParameterError, "from 1 to 8"),
        (lambda _: certify.load("blackjak"), certify.UnknownGameError, "blackjack"),
        (lambda _: certify.load("certify: 1\n"), certify.SpecError, "spec.yaml:1: game: missing"),
        (lambda game: game.hand("8,X", "T"), certify.CardError, "X"),
        (lambda game: game.whatif(), certify.SpecError, "nothing to change"),
        (lambda game: game.simulate(), certify.SpecError, "when the run ends"),
        (lambda _: certify.load("burnout").fairness(5), certify.ParameterError, "expected 2"),
        (lambda _: certify.load("burnout").fairness(only="seat"), certify.SpecError, "seats?"),
        (lambda game: game.strategy("optimal"), certify.SpecError, "no charts"),
        (lambda _: certify.load("burnout").monitor("a.csv"), certify.EngineError, "has no house"),
        (lambda game: game.monitor("a.csv"), certify.CertifyError, "a.csv"),
        (
            lambda game: game.monitor("a.csv", play="weak", allow=1),
            certify.SpecError,
            "give one of them",
        ),
        (lambda game: game.monitor("a.csv", bonus_play="all"), certify.SpecError, "any, never"),
        (lambda game: game.monitor("a.csv", confidence=(0.9, 0.8)), certify.SpecError, "rising"),
        (lambda game: game.paytable("rtp"), certify.SpecError, "expected"),
        (lambda game: game.report("report.txt"), certify.CertifyError, "ends in .pdf or .html"),
        (lambda game: game.report("report.pdf", games=5), certify.SpecError, "without playing"),
        (lambda game: game.play(policies="strong"), certify.SpecError, "strong"),
        (lambda _: certify.verify("no.pdf"), certify.VerificationError, "cannot be read"),
    ],
)
def test_what_is_asked_wrongly_is_told_in_a_sentence(game, call, error, told):
    with pytest.raises(error, match=r".") as raised:
        call(game)
    assert told in str(raised.value)
    assert isinstance(raised.value, certify.CertifyError)


def test_a_field_that_is_not_there_tells_the_nearest(returns):
    with pytest.raises(AttributeError, match=r"did you mean house_edge\?"):
        _ = returns.main.house_edg


def test_a_frame_goes_through_the_interchange_protocol(game, returns):
    frame = returns.to_frame()
    exchanged = frame.__dataframe__()
    assert exchanged.num_rows() == frame.num_rows > 20
    rows = {row["place"]: row for row in frame.to_pylist()}
    edge = rows["wagers.main.house_edge"]
    assert edge["value"] == returns.main.house_edge
    assert Fraction(edge["exact"]) == returns.main.house_edge.exact
    hand = game.hand("8,8", "T").to_frame().to_pylist()
    assert hand[0]["to_the_best"] == 0.0
    assert returns.to_frame("by_upcard").column("upcard").to_pylist()[0] == "2"
    with pytest.raises(certify.SpecError, match="there is no list 'by_hand'"):
        returns.to_frame("by_hand")


@pytest.mark.parametrize(
    "name", ["rtp", "strategy", "hand", "sweep", "shoe", "simulate", "fairness", "verify"]
)
def test_a_notebook_shows_a_table_that_can_be_read_aloud(game, name):
    answer = ASKED[name][1](game)
    page = BeautifulSoup(answer._repr_html_(), "html.parser")
    assert page.select("table")
    for table in page.select("table"):
        # The grids of a strategy stand in a figure.
        figure = table.find_parent("figure")
        caption = table.caption if figure is None else figure.figcaption
        assert caption is not None
        assert caption.get_text()
    assert page.select('table tbody th[scope="row"]')
    for heads in page.select("table thead"):
        assert heads.select('th[scope="col"]')
    assert not page.find_all(["script", "html"])


def test_its_style_changes_nothing_else_on_the_page(game):
    """Every rule of it begins with the class of what it is for, or lies within one that does."""
    page = BeautifulSoup(game.hand("8,8", "T")._repr_html_(), "html.parser")
    assert [each.name for each in page.find_all(recursive=False)] == ["div"]
    assert page.find_all("div")[0]["class"] == ["certify"]
    depth, head, heads = 0, "", []
    (style,) = page.find_all("style")
    for letter in style.get_text():
        if letter == "{":
            heads += [head] * (depth == 0)
            depth, head = depth + 1, ""
        elif letter == "}":
            depth, head = depth - 1, ""
        elif depth == 0:
            head += letter
    assert depth == 0
    assert len(heads) == 5
    scoped = [each.strip() for head in heads for each in head.split(",")]
    assert all(
        each.endswith(".certify") or each == "@media screen and (prefers-color-scheme: dark)"
        for each in scoped
    )


def test_everything_that_a_command_shows_is_shown(returns):
    shown = returns.show()
    assert len(shown) > 8
    tables = shown.only("by the dealer's upcard", "loss an hour")
    assert len(tables) == 2
    frame = tables[0].to_frame()
    assert frame.column("Upcard").to_pylist()[:2] == ["2", "3"]
    without = frame.column("Without Burnout").to_pylist()
    # In percent, at full precision.
    # There is no two in the shoe.
    assert without[0] is returns.by_upcard[0].main is None
    assert without[1] == 100 * returns.by_upcard[1].main
    with pytest.raises(certify.SpecError, match="no caption has the words 'by hand'"):
        returns.show("by hand")
    with pytest.raises(certify.SpecError, match="no table is shown"):
        certify.bars("Edge", "AB", {"edge": [1, 2]}, unit="%").to_frame()


def test_an_answer_shows_itself_whole_if_that_is_short(game, returns):
    def tables(answer):
        return len(BeautifulSoup(answer._repr_html_(), "html.parser").select("table"))

    change = ASKED["whatif"][1](game)
    assert tables(change) == len(change.show().captions) == 2
    assert tables(returns) == 1
    # The grids of one chart.
    assert tables(game.strategy()) == 3


def test_a_sweep_has_a_column_for_each_setting(game):
    swept = game.whatif(
        sweep={"blackjack_pays": ["6:5", "3:2"], "burnout_payment": [0.1, 0.2]}, figures=["edge"]
    )
    rows = swept.to_frame().to_pylist()
    assert len(rows) == 2 * 2 * 2
    (now,) = (
        row
        for row in rows
        if (row["blackjack_pays"], row["burnout_payment"]) == ("3:2", "0.2")
        and row["wager"] == "Main wager, with Burnout"
    )
    assert now["value"] == game.returns(distribution=False).main_burnout.house_edge
    assert now["difference"] == 0


def test_charts_of_own_figures_need_nothing_before_them():
    code = "import certify; certify.bars('Edge', 'AB', {'edge': [1, 2]}, unit='%')"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_charts_are_pictures_that_are_read_out(game):
    charts = [
        game.strategy().chart(),
        ASKED["shoe"][1](game).chart(),
        ASKED["sweep"][1](game).chart(),
        certify.intervals(
            "Wins", {"first": certify.Figure(0.5, interval=(0.4, 0.6))}, unit="%", scale=100
        ),
    ]
    ids = []
    for chart in charts:
        page = BeautifulSoup(chart._repr_html_(), "html.parser")
        assert page.select("figure > figcaption")
        assert page.select("svg[role=img] > title") or page.select("table.grid")
        ids += [each["id"] for each in page.select("[id]")]
    # A notebook is one page.
    assert len(ids) == len(set(ids)) > 0


def test_a_game_is_played_and_played_again_from_its_log(game, tmp_path):
    path = tmp_path / "game.jsonl"
    found = certify.load("burnout").play(seed=3, players=2, log=path)
    assert path.read_text() == found.log
    assert found.to_json() == printed("replay", path, "--json")
    again = certify.load("burnout").replay(path)
    assert again.to_json() == found.to_json()
    assert again.to_frame().num_rows == found.decisions + found.chance_events
    assert found.winners == found.result.winners
    printed("play", "burnout", "--players", 2, "--seat", 0, "--seed", 3, "--log", tmp_path / "2")
    assert (tmp_path / "2").read_text() == found.log
    forged = found.log.replace('"winners":[2]', '"winners":[1]')
    assert forged != found.log
    with pytest.raises(certify.CertifyError, match="winners"):
        certify.load("burnout").replay(forged)


def test_a_changed_game_is_played_again_too():
    changed = certify.load(GAME).play(procedure="single_round", decks=2)
    assert changed.parameters == {"decks": 2}
    # The log tells its settings, whatever those of the game.
    for game in (certify.load(GAME), certify.load(GAME, decks=4)):
        assert game.replay(changed.log) == changed


def test_a_game_with_other_wagers_is_played_and_replayed():
    found = certify.load("three-card-poker").wagering("ante", "pair_plus").play()
    assert found.wagers == ("ante", "play", "ante_bonus", "pair_plus")
    # The log tells its wagers, whatever those of the game.
    assert certify.load("three-card-poker").replay(found.log) == found
    usual = certify.load("three-card-poker").play()
    other = certify.load("three-card-poker").wagering("pair_plus").replay(usual.log)
    assert (other.log, other.scores) == (usual.log, usual.scores)
    assert "wagers" not in usual.to_json() or not usual.wagers


def test_a_report_is_that_of_the_command(tmp_path, monkeypatch):
    text = (REPORTS / "burnout.json").read_text(encoding="utf-8")
    certification = FairnessCertification.from_json(text)
    asked = []

    def certify_multiplayer(*_, **settings):
        asked.append(settings)
        return certification

    monkeypatch.setattr(
        "certify.studies.certification.fairness.certify_multiplayer", certify_multiplayer
    )
    path = tmp_path / "burnout.pdf"
    words = ("report", "burnout", "-o", path, "--issued-at", "2026-11-20", "--games", 5000)
    found = certify.load("burnout").report(path, issued_at=date(2026, 11, 20), games=5e3)
    written = {file.path: Path(file.path).read_bytes() for file in found.files}
    assert found.to_json() == printed(*words, "--json")
    assert {name: Path(name).read_bytes() for name in written} == written
    assert len(written) == 2
    assert asked[0].pop("context") is not asked[1].pop("context")
    assert asked[0] == asked[1]
    assert not certify.verify(path).has_failed


def test_texts_of_a_spec_are_no_markup(copied):
    path = copied("title: Blackjack Burnout", "title: <script>alert(1)</script> & Co")
    found = certify.load(path, shoe=SHOE).hand("8,8", "T")
    assert "<script>" not in found._repr_html_()


def test_settings_leave_the_game_as_it_is(game):
    other = game.changed("bonus.2.pays=5:1", decks=2)
    assert dict(other.loaded.changed) == {"bonus.2.pays": "5:1", "decks": "2"}
    assert game.loaded.changed == ()
    assert repr(other).endswith("bonus.2.pays=5:1, decks=2>")


def test_nothing_is_kept_where_that_is_said(game, tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path / "kept"))
    fresh = certify.load(GAME, shoe=SHOE)
    fresh.returns(distribution=False, cache=False)
    assert not (tmp_path / "kept").exists()
    fresh.returns(distribution=False)
    assert list((tmp_path / "kept").iterdir())


def test_the_best_play_is_kept_for_the_wagers_and_the_cards_asked_about(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    asked = certify.load("casino-war")
    first = asked.strategy().to_json()
    others = [
        asked.wagering("tie", "main").strategy().to_json(),
        asked.strategy(shoe="2=0").to_json(),
    ]
    assert len({first, *others}) == 3

    def refused(*_given, **_named):
        raise AssertionError("it is worked out again")

    monkeypatch.setattr("certify.studies.banked.situations.solved_within", refused)
    assert certify.load("casino-war").strategy().to_json() == first
    with pytest.raises(AssertionError):
        asked.strategy(cache=False)


def test_importing_it_loads_nothing_heavy():
    code = (
        "import sys, certify; certify.__version__; certify.SpecError; certify.load;"
        "import certify.cli.main;"
        "print(*{'numba', 'scipy', 'pyarrow', 'reportlab'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
    light = "import sys, certify; print(*{'numpy', 'pydantic', 'rich'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", light], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_everything_that_is_exported_is_there():
    assert certify.__all__ == sorted(certify.__all__)
    assert all(hasattr(certify, name) for name in certify.__all__)
    assert set(certify.__all__) <= set(dir(certify))


# Games that are analysed from their specs


def test_figures_of_a_game_from_its_spec_are_those_of_the_command():
    asked = certify.load("casino-war").wagering("tie", "main")
    found = asked.returns(exact=True, cache=False)
    assert found.to_json() == printed(
        "rtp", "casino-war", "--wagers", "main,tie", "--exact", "--no-cache", "--json"
    )
    assert found.tie.house_edge.exact == Fraction(58, 311)
    assert found.tie.house_edge == float(Fraction(58, 311))
    assert found.tie.lines[0].probability.exact == Fraction(23, 311)
    assert found.sd.exact is None
    assert found.ev.exact == found.main.ev.exact + found.tie.ev.exact
    assert found.ev.unit == "units"


def test_other_readings_of_a_game_from_its_spec_are_those_of_the_command():
    found = certify.load("casino-war").whatif(rulings=True)
    assert found.to_json() == printed("whatif", "casino-war", "--rulings", "--json")
    frame = found.to_frame()
    assert frame.column_names[:4] == ["ruling", "reading", "wager", "figure"]
    assert frame.num_rows == len(found.figures) * sum(
        len(ruling.alternatives) for ruling in found.rulings
    )
    assert "one more unit of a payout" in " ".join(found.show().captions)


def test_wagers_are_made_and_left_out_again():
    game = certify.load("casino-war")
    assert game.wagering("tie").loaded.made == ("tie",)
    usual = game.wagering("tie").wagering().loaded
    assert (usual.made, usual.changed) == (("main", "raised"), ())
    with pytest.raises(certify.SpecError, match="did you mean tie"):
        game.wagering("ties")


def test_figures_from_a_spec_are_shown_and_framed():
    found = certify.load("casino-war").returns()
    assert "Pay lines and their true odds" in found.show().captions
    frame = found.to_frame()
    assert frame.column("name").to_pylist() == ["main", "raised", "tie"]
    assert frame.column("house_edge").to_pylist()[2] == found.tie.house_edge
    assert found.to_frame("outcomes").num_rows == len(found.outcomes)
    assert BeautifulSoup(found._repr_html_(), "html.parser").select("caption")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"thorough": True}, "thorough: only for games of the family twenty_one"),
        ({"distribution": False}, "distribution: only for games of the family"),
        ({"strategy": Path("basic.yaml")}, "no policy basic.yaml"),
        ({"strategy": "basic"}, "no policy basic"),
    ],
)
def test_what_a_game_from_its_spec_does_not_take_is_refused(asked, told):
    with pytest.raises(certify.SpecError, match=told):
        certify.load("casino-war").returns(**asked)


def test_a_game_from_its_spec_is_asked_of_hands_and_shoes():
    game = certify.load("casino-war")
    found = game.hand("mine: 8h; theirs: 8c", shoe="A=20")
    assert (found.best, found.shoe["A"]) == ("war", 20)
    assert found.to_frame().column("option").to_pylist() == ["war", "surrender"]
    assert "the cards are equal" in found.show().captions[0]
    assert game.returns(shoe="A=20").ev != game.returns().ev
    with pytest.raises(certify.SpecError, match="all that the seat sees, zone by zone"):
        game.hand("8,8", "T")
    with pytest.raises(certify.CertifyError, match="a shoe needs 13 counts"):
        game.returns(shoe="4,4,4,4,4,4,4,4,4,16")


def test_calls_between_players_send_to_those_that_answer():
    with pytest.raises(certify.EngineError, match=r"ask returns\(\), strategy\(\), whatif\(\)"):
        certify.load("casino-war").fairness()
