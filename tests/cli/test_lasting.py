"""How long a command takes is said once, and who measured it; documents state the same."""

import json
import os
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import SimpleNamespace
from typing import Any

import click
import pytest
from click.testing import CliRunner

import certify as package
from certify import __version__
from certify.cli.durations import (
    COMPILING,
    SECONDS,
    SECONDS_EACH,
    Reference,
    of_command,
    of_crosscheck,
    of_parts,
    of_report,
    of_search,
)
from certify.cli.lasting import (
    FILE,
    LONG,
    VERY_LONG,
    Duration,
    ask_if_very_long,
    duration_of,
    lasting,
)
from certify.cli.main import COMMANDS, certify
from certify.cli.progress import COMPILING as COMPILING_SENTENCE
from certify.cli.study import context_for
from certify.errors import EngineError
from certify.language.catalogue import load_game
from certify.present.quantity import in_words
from certify.runtime.context import Context
from certify.studies.twenty_one import TwentyOneGame
from certify.studies.whatif.search import plan_paytable
from certify.studies.whatif.study import Question

ROOT = Path(__file__).parents[2]
GAME = "blackjack-burnout"
MINUTES = Reference(1200.0)
ELSEWHERE = f"as measured when certify {__version__} was made"


@pytest.fixture
def clock(monkeypatch, tmp_path):
    """Let every run take the seconds that are set, and keep them in a folder of the test."""
    monkeypatch.setenv("CERTIFY_CACHE", str(tmp_path))
    monkeypatch.setattr("certify.cli.lasting.LONG", LONG)
    times = [0.0]
    # For this module alone: servers of other tests may be looking at the true clock.
    own = SimpleNamespace(monotonic=lambda: times[0], time=time.time)
    monkeypatch.setattr("certify.cli.lasting.time", own)
    return times


def ran(clock, capsys, seconds, what="report", game="burn", reference=None, *, no_cache=False):
    """Return what a run says that has something to do."""
    duration = duration_of(what, load_game(game), reference, no_cache=no_cache)
    with lasting(duration) as run:
        run.works()
        run.works()
        clock[0] += seconds
    return " ".join(capsys.readouterr().err.split())


# The line


def test_the_first_run_is_told_what_it_took_elsewhere(clock, capsys):
    told = f"This takes about 20 minutes on two cores, {ELSEWHERE}"
    assert ran(clock, capsys, 0, reference=MINUTES) == f"{told}, and less where results are kept."
    assert ran(clock, capsys, 0, reference=MINUTES, no_cache=True) == f"{told}."
    assert "on one core," in ran(clock, capsys, 0, reference=Reference(60, 1))
    assert "on 64 cores," in ran(clock, capsys, 0, reference=Reference(60, 64))
    other = Reference(60, measured_with="Burnout")
    assert "as measured with Burnout when certify" in ran(clock, capsys, 0, reference=other)
    assert ran(clock, capsys, 0, reference=Reference(9.9)) == ""


def test_the_last_run_of_the_same_is_told_at_the_next(clock, capsys, tmp_path):
    assert ran(clock, capsys, 400) == ""
    measured = "as measured on this machine, and less where results are kept."
    assert ran(clock, capsys, 50, reference=MINUTES) == f"This takes about 7 minutes, {measured}"
    assert ran(clock, capsys, 3) == f"This takes about 50 seconds, {measured}"
    assert ran(clock, capsys, 60) == ""
    assert ran(clock, capsys, 0, game="burnout") == ""
    assert ran(clock, capsys, 0, what="fairness") == ""
    assert ran(clock, capsys, 60, no_cache=True).endswith("as measured on this machine.")
    with lasting(duration_of("report", load_game("burn"))):
        clock[0] += 1
    assert ran(clock, capsys, 0) == f"This takes about 60 seconds, {measured}"
    (tmp_path / FILE).write_text("[", encoding="utf-8")
    assert ran(clock, capsys, 0) == ""


def test_what_is_quick_or_fails_is_not_remembered(clock, capsys, tmp_path):
    ran(clock, capsys, 9)
    with suppress(ZeroDivisionError), lasting(duration_of("report", load_game("burn"))):
        clock[0] += 100
        raise ZeroDivisionError
    assert not (tmp_path / FILE).exists()


def looked_up(clock, capsys, tmp_path, *, seconds, keys):
    """Return what a run says that looks results up; those under `old` are there from before."""
    with lasting(duration_of("rtp", load_game(GAME), MINUTES)) as run:
        cache = context_for(lambda *step: None, no_cache=False, run=run).cache
        assert cache is not None
        assert cache.folder == tmp_path
        for key in keys:
            if key.startswith("old"):
                cache.store("rtp", key, b"1")
                os.utime(cache.path("rtp", key), (1e9, 1e9))
            cache.load("rtp", key)
            if key.startswith("new"):
                cache.store("rtp", key, b"1")
                assert cache.load("rtp", key) == b"1"
        clock[0] += seconds
    return " ".join(capsys.readouterr().err.split())


def test_nothing_is_said_where_all_is_kept(clock, capsys, tmp_path):
    assert looked_up(clock, capsys, tmp_path, seconds=1, keys=["old.1", "old.2"]) == ""
    said = looked_up(clock, capsys, tmp_path, seconds=1, keys=["old.1", "new.1", "new.2"])
    assert said.count("This takes about 20 minutes") == 1


def test_a_run_that_was_spared_work_replaces_no_measurement(clock, capsys, tmp_path):
    looked_up(clock, capsys, tmp_path, seconds=60, keys=["old.1", "new.1"])
    assert not (tmp_path / FILE).exists()
    looked_up(clock, capsys, tmp_path, seconds=1300, keys=["old.1", "new.2"])
    assert list(json.loads((tmp_path / FILE).read_text()).values()) == [1300]


def test_a_run_that_found_nothing_replaces_the_reference(clock, capsys, tmp_path):
    looked_up(clock, capsys, tmp_path, seconds=60, keys=["new.1"])
    said = looked_up(clock, capsys, tmp_path, seconds=1, keys=["new.2"])
    assert said.startswith("This takes about 60 seconds, as measured on this machine")


# The question


@pytest.fixture
def asked(monkeypatch):
    """Sit at a terminal, and agree to everything."""
    questions = []
    monkeypatch.setattr("certify.cli.lasting.can_be_asked", lambda: True)
    monkeypatch.setattr(click, "confirm", lambda text, **given: questions.append(text))
    return questions


def test_a_question_says_what_the_line_says(clock, capsys, asked):
    duration = duration_of("shoe", load_game(GAME), Reference(9000.0))
    said = ask_if_very_long(duration, "to work out the shoe", hint="; less is less", yes=False)
    assert said
    (question,) = asked
    told = f"takes about 2.5 hours on two cores, {ELSEWHERE}, and less where results are kept"
    assert " ".join(question.split()) == f"To work out the shoe {told}; less is less. Begin?"
    with lasting(duration, said=said) as run:
        run.works()
    assert capsys.readouterr().err == ""
    assert not ask_if_very_long(duration, yes=True)
    with lasting(duration) as run:
        run.works()
    assert " ".join(capsys.readouterr().err.split()) == f"This {told}."


def test_what_began_unasked_is_not_asked_about_the_next_time(clock, asked):
    duration = duration_of("shoe", load_game(GAME), Reference(VERY_LONG))
    for measured in (0.0, 2 * VERY_LONG):
        assert not ask_if_very_long(replace(duration, measured=measured), yes=False)
    longer = replace(duration, reference=Reference(2 * VERY_LONG))
    assert not ask_if_very_long(replace(longer, measured=600.0), yes=False)
    assert asked == []
    assert ask_if_very_long(longer, yes=False)


def test_where_nobody_can_be_asked_it_is_an_error(monkeypatch):
    monkeypatch.setattr("certify.cli.lasting.can_be_asked", lambda: False)
    duration = duration_of("shoe", load_game(GAME), Reference(9000.0))
    with pytest.raises(EngineError, match=r"^this takes about 2.5 hours on two cores, .*--yes"):
        ask_if_very_long(duration, yes=False)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (40, "40 seconds"),
        (400, "7 minutes"),
        (9000, "2.5 hours"),
        (200_000, "56 hours"),
        (9_000_000, "2,500 hours"),
    ],
)
def test_a_duration_in_words(seconds, words):
    assert in_words(seconds) == words


# The table


def known(reference_of: Callable[..., Reference | None]) -> Callable[..., Reference]:
    def found(*given: Any, **named: Any) -> Reference:
        reference = reference_of(*given, **named)
        assert reference is not None
        return reference

    return found


def test_of_a_game_that_was_not_measured_one_of_its_kind_is_told():
    seconds = SECONDS["report"]["burnout"]
    assert of_command("report", load_game("burnout")) == Reference(seconds)
    found = of_command("report", load_game("crazy-eights"))
    assert found == Reference(seconds, measured_with="Burnout")
    assert of_command("report", load_game(GAME)) == Reference(SECONDS["report"][GAME])
    alike = of_command("rtp", load_game("blackjack"))
    assert alike == Reference(SECONDS["rtp"][GAME], measured_with="Blackjack Burnout")


def test_how_long_a_spec_of_anybody_takes_is_not_known_before_it_has_run():
    game = load_game("three-card-poker")
    assert of_command("rtp", game) is of_report(game, brief=True, numbers={}) is None
    assert of_parts("shoe", game, 1000, 2) is None
    assert of_crosscheck(game, detect=1e-3, rounds=None, workers=2) is None
    assert of_parts("simulate", game, 1e9, 2) is not None


def test_parts_are_shared_among_processes():
    game = load_game(GAME)
    each, rest = SECONDS_EACH["shoe"][GAME], 2 * SECONDS["shoe"][GAME]
    assert of_parts("shoe", game, 1000, 4) == Reference((rest + 1000 * each) / 4, 4)


def test_a_double_entry_takes_by_the_error_that_it_sees():
    game = load_game(GAME)
    default = known(of_crosscheck)(game, detect=1e-3, rounds=None, workers=2)
    assert default == of_command("crosscheck", game)
    exact = SECONDS["rtp"][GAME]
    half = known(of_crosscheck)(game, detect=5e-4, rounds=None, workers=2)
    assert half.seconds - exact == pytest.approx(4 * (default.seconds - exact))
    alone = known(of_crosscheck)(game, detect=1e-3, rounds=None, workers=1)
    assert alone.seconds - exact == pytest.approx(2 * (default.seconds - exact))
    few = known(of_crosscheck)(game, detect=1e-3, rounds=1000, workers=2)
    assert exact < few.seconds < exact + 1


def test_a_study_of_a_game_between_players_takes_what_its_report_takes():
    game = load_game("burnout")
    whole = known(of_report)(game, brief=False, numbers={})
    usual = {"games": 1_000_000, "search_games": 10_000}
    assert known(of_report)(game, brief=False, numbers=usual).seconds == pytest.approx(
        whole.seconds
    )
    few = {"games": 100_000, "search_games": 1_000}
    brief = known(of_report)(game, brief=True, numbers={})
    assert known(of_report)(game, brief=True, numbers=few).seconds == pytest.approx(brief.seconds)
    assert known(of_report)(game, brief=False, numbers=few).seconds < whole.seconds


def test_what_is_longer_by_its_games_is_told_beside_the_game_that_was_measured():
    reference = known(of_report)(load_game("rookie-mistake"), brief=False, numbers={})
    assert (reference.measured_with, round(reference.longer)) == ("Burnout", 39)
    told = Duration("report rookie-mistake", reference).told()
    assert told.startswith("takes longer than Burnout, which took about 7 minutes on two cores")
    assert "one game takes 39 times as long" in told
    assert known(of_report)(load_game("burnout"), brief=False, numbers={}).longer == 1.0


# The commands


BEGINS = "the work begins"


def stop(*given, **named):
    """Do nothing, in place of a study that would take long."""
    raise EngineError(BEGINS)


def looking_up(cache, progress, **_others):
    """Return a context; nothing is kept, so with the first that is looked up the work begins."""
    if cache is not None:
        cache.load("rtp", "none")
    return Context(cache=cache, progress=progress)


COMMANDS_THAT_TAKE_LONG = [
    (("report", GAME, "-o", "game.pdf"), "2 minutes on two cores"),
    (("report", "burnout", "--brief", "-o", "game.pdf"), "2 minutes on two cores"),
    (("rtp", GAME, "--json"), "10 seconds on two cores"),
    (("rtp", GAME, "--no-distribution"), None),
    (("fairness", "burnout", "--workers", "2"), "7 minutes on two cores"),
    (("shoe", GAME, "--workers", "1", "--compositions", "20"), " on one core"),
    (("crosscheck", GAME, "--workers", "2"), " on two cores"),
    (("simulate", "burnout", "--rounds", "1e8", "--workers", "2"), " on two cores"),
    (("simulate", "burnout", "--rounds", "1e8", "--time", "60"), None),
    (("simulate", "burnout", "--rounds", "1000"), None),
    (("whatif", GAME, "--rulings", "--workers", "2"), " on two cores"),
    (("whatif", GAME, "--set", "decks=2"), "17 seconds on one core"),
    (("whatif", GAME, "--set", "decks=2", "--figure", "edge"), None),
    (("whatif", GAME, "--sweep", "decks=all", "--workers", "2"), " on two cores"),
    (("whatif", GAME, "--solve", "bonus.2.pays", "--target", "rtp=95%"), None),
    (("whatif", GAME, "--solve", "decks", "--target", "bonus.2.rtp=95%"), " on one core"),
    (("verify", ROOT / "reports/burnout.pdf", "--recompute"), "7 minutes on two cores"),
]
STUDIES = (
    "certify.studies.certification.study.certify_game",
    "certify.studies.returns.study.rtp_study",
    "certify.studies.whatif.asked.sensitivity_study",
    "certify.studies.whatif.asked.solve_study",
    "certify.studies.whatif.asked.sweep_study",
    "certify.studies.whatif.asked.whatif_study",
    "certify.studies.crosscheck.study.crosscheck",
    "certify.studies.certification.fairness.certify_multiplayer",
    "certify.studies.fairness.study.fairness_of",
    "certify.evidence.recompute.recompute",
    "certify.studies.shoe.study.shoe_study",
    "certify.studies.simulation.study.simulate",
)


@pytest.fixture(scope="module")
def studies():
    """Return who names each study: what is loaded while one is replaced would keep that."""
    names = [found.name for found in walk_packages(package.__path__, "certify.")]
    modules = [import_module(name) for name in names if not name.endswith("__main__")]
    found = []
    for study in STUDIES:
        home, _, name = study.rpartition(".")
        own = getattr(import_module(home), name)
        found += [(each, name) for each in modules if vars(each).get(name) is own]
    return found


@pytest.mark.parametrize(("arguments", "told"), COMMANDS_THAT_TAKE_LONG)
def test_every_command_that_takes_long_says_so(
    clock, monkeypatch, studies, tmp_path, arguments, told
):
    for module, name in studies:
        monkeypatch.setattr(module, name, stop)
    monkeypatch.setattr("certify.cli.study.Context", looking_up)
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(certify, [str(argument) for argument in arguments])
    assert found.stdout == ""
    said, begins, _ = " ".join(found.stderr.split()).partition(f"Error: {BEGINS}")
    assert begins, found.stderr
    if told is None:
        assert said == ""
    else:
        assert said.startswith("This takes about ")
        less = ", and less where results are kept" if arguments[0] != "verify" else ""
        assert said.endswith(f"{told}, {ELSEWHERE}{less}. ")
        assert said.count("takes about") == 1


# The documents


def seconds_of(command, game=GAME):
    """Return what the table says, as it is said."""
    return in_words(SECONDS[command][game])


REPORT, BRIEF = seconds_of("report"), seconds_of("report --brief")
BETWEEN, BETWEEN_BRIEF = seconds_of("report", "burnout"), seconds_of("report --brief", "burnout")
BASE = TwentyOneGame(load_game(GAME))
ROWS = plan_paytable(BASE, ("decks=8",), "rtp=94%", None, Question.of(BASE))
PAYTABLE = in_words(of_search(*ROWS).seconds)
STATED = {
    "report": [
        f"takes about {REPORT} on two cores, with --brief {BRIEF};",
        f"takes about {BETWEEN} for Burnout, with --brief {BETWEEN_BRIEF}.",
    ],
    "rtp": [
        f"The distribution of a round takes about {seconds_of('rtp')};",
        f"about {seconds_of('rtp --thorough')} in all",
    ],
    "README.md": [
        f"takes about {REPORT} on two cores, with `--brief` {BRIEF}.",
    ],
    "docs/commands/index.md": [
        f"takes up to {in_words(COMPILING)};",
        f"takes about {seconds_of('rtp')};",
        f"takes about {seconds_of('rtp --thorough')}.",
        f"takes {in_words(LONG)} or more says how long",
    ],
    "docs/verification.md": [
        f"about {REPORT} for Blackjack Burnout and {BETWEEN} for Burnout,"
        f" {BRIEF} if the report is brief",
    ],
    "docs/tutorials/laboratory-mathematician.md": [
        f"# slow: {BRIEF} with --brief, {REPORT} without",
        f"# slow: {seconds_of('rtp')} $ certify crosscheck {GAME} --rounds",
        f"# slow: {seconds_of('whatif --rulings')} $ certify whatif {GAME} --rulings",
    ],
    "docs/how-to/add-a-wager.md": [f"# slow: {seconds_of('rtp')} $ certify rtp"],
    "docs/tutorials/game-designer.md": [
        f"# slow: {PAYTABLE} $ certify whatif {GAME} --set decks=8"
    ],
}
"""What help texts and documents say of durations, from the table."""

OTHERS = {
    "docs/banked-games.md": ["39 seconds", "35 minutes", "an hour", "20 seconds", "a minute"],
    "docs/compiled-play.md": ["42 seconds", "40 seconds"],
    "docs/fairness.md": ["an hour"],
    "docs/how-to/add-a-game.md": ["half a minute"],
    "docs/how-to/add-a-wager.md": ["half a minute"],
    "docs/how-to/serve.md": ["60 seconds", "15 minutes", "120 seconds"],
    "docs/how-to/work-on-several-machines.md": ["a minute"],
    "docs/shoe.md": ["an hour"],
    "docs/tutorials/game-designer.md": ["half a minute", "a minute"],
    "docs/tutorials/laboratory-mathematician.md": ["half a minute"],
    "docs/what-if.md": ["ten minutes", "ten seconds"],
}
"""Durations of other things: of `check`, of compiling, of what is asked about or waited for."""

COUNTED = re.compile(
    r"\b(?:\d+|half a|a|an|two|three|five|ten|twenty|thirty|sixty) (?:second|minute|hour)s?\b"
)
RATE = "a second"
"""So many of something."""

PAGES = [
    str(page.relative_to(ROOT))
    for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    if "sources" not in page.parts and page.name not in ("testing.md", "hostile-input.md")
]


def text_of(name):
    """Return the help of a command, or a document, without the breaks of its lines."""
    if name in COMMANDS:
        text = CliRunner().invoke(certify, [name, "--help"]).stdout
    else:
        text = (ROOT / name).read_text(encoding="utf-8")
    return " ".join(text.split())


def test_help_and_documents_state_the_durations_of_the_table_and_no_other():
    for name in [*COMMANDS, *PAGES]:
        text, stated = text_of(name), STATED.get(name, [])
        assert [told for told in stated if told not in text] == [], name
        known = {found for told in stated for found in COUNTED.findall(told)}
        assert set(COUNTED.findall(text)) <= known | {RATE, *OTHERS.get(name, [])}, name
    assert set(STATED) <= {*COMMANDS, *PAGES}


def test_what_is_compiled_is_told_with_the_same_duration():
    assert f"takes up to {in_words(COMPILING)};" in COMPILING_SENTENCE
