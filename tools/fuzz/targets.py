"""Where bytes of a stranger enter, each as a function that takes them.

A target returns, or raises an error of `certify.errors`; whatever else it does is a finding. Each
is what a command does with the file, but for what takes seconds whatever the file says: the exact
engine's figures are made up here, and the pages of a report are not built again.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path

import scipy.optimize
import scipy.special  # noqa: F401  (loaded at first, as the other)
from pypdf import PdfReader

from certify.cards.ranks import parse_ranks
from certify.cards.shoe import Shoe
from certify.errors import CertifyError
from certify.evidence.ledger.audit import SQLITE, verify_ledger
from certify.evidence.ledger.reproduction import words_again
from certify.evidence.ledger.store import Ledger
from certify.evidence.report.identity import results_bytes
from certify.evidence.verification.differences import differences
from certify.evidence.verification.reader import Sealed, read_sealed, where_headings_stand
from certify.evidence.verification.results_text import read_results
from certify.exact.banked.solution import question, solve
from certify.language.catalogue import game_of, packaged_game
from certify.language.document import scalar_of, text_of
from certify.language.expressions import fields_of
from certify.language.game import LoadedGame, apply_overrides
from certify.language.loader import load_paytable
from certify.language.source_table import source_coverage, source_page
from certify.play.chance import Stream
from certify.play.compiler.compiled import CompiledGame
from certify.play.interpreted import InterpretedGame
from certify.play.interpreter.interpreter import WRONG, as_play_error, outcome, play_randomly, start
from certify.play.interpreter.program import Program
from certify.play.logs.replay import replay
from certify.play.policies import RANDOM
from certify.play.scenario import example_failure
from certify.play.simulate.checkpoint import Checkpoint
from certify.play.simulate.job import Job
from certify.resources import data_files
from certify.runtime.cache import Cache
from certify.runtime.context import Context
from certify.studies.banked.situations import banked_strategy_study
from certify.studies.banked.study import banked_study
from certify.studies.certification.about import read_about
from certify.studies.certification.kinds import KINDS
from certify.studies.kinds import ANALYSED, engine_for
from certify.studies.monitoring.actuals import read_actuals
from certify.studies.monitoring.asked import Asked, StakeLevels
from certify.studies.monitoring.groups import Levels
from certify.studies.monitoring.mapping import MappingAsked
from certify.studies.monitoring.study import MonitorOrder, monitored
from certify.studies.monitoring.workbook import LARGEST_SHEET  # noqa: F401  (loaded at first)
from certify.studies.returns.result import RtpResult
from certify.studies.returns.round_distributions import _unpacked
from certify.studies.strategy.strategy_file import read_strategy
from certify.studies.whatif.sweep import swept_values
from tests.support.banked_spec import by_name
from tests.support.monitoring import known_lines
from tests.support.specs import BASE

CORPUS = Path(__file__).with_name("corpus")
GAME = "blackjack-burnout"
LARGEST_SEED = 20_000
"""Bytes of a kept input: what is small is quick, and what it shows can be seen."""

MOST_VALUES = 50
"""Values of a sweep that are looked at."""

EXPORT = """Gaming Date;Table ID;Game Part;Hands;Handle;Win
13/01/2026;BJ1;Base;100;1.000,50;(12,50)
14/01/2026;BJ1;Base;120;1.200,00;30
"""

MOST_ANALYSED = 24
"""Cards of a pack whose game is analysed."""

LARGE = 8
"""Of so many specs with a larger pack, one further thing is done with one: it takes long."""

PATIENCE = 0.2
"""Seconds that one look at cards may take there."""

COMPARED = 16
"""Of so many live results one is compared with the figures, which takes ten times as long."""

JOB = b"the job's own hash"
"""Stands for what changes with every source file, in kept inputs."""

Target = Callable[[bytes, Path], None]


def spec(data: bytes, _scratch: Path) -> None:
    """Read a spec, and if it is one, play it once, and do the other things that take no time."""
    game = game_of(text_of(data, "spec.yaml"), "spec.yaml", by_name)
    if game.play is None:
        return
    program = Program(game)
    try:
        state = start(program, 1)
        play_randomly(state, Stream(1, 1))
        outcome(state)
    finally:
        further: tuple[Callable[[Program], None], ...] = (_played_on, _compiled, _analysed)
        number = zlib.crc32(data)
        if len(program.deck.labels) > MOST_ANALYSED:
            number, rest = divmod(number, LARGE)
            further = () if rest else (further[number % len(further)],)
        for use in further:
            with suppress(CertifyError):
                use(program)


def _played_on(program: Program) -> None:
    """Run the worked examples, compare with the source, and play by every policy."""
    for example in program.play.spec.examples:
        example_failure(program.game, example)
    source_page(program.game)
    source_coverage(program.game.spec, b"A line.\n")
    for policy in program.play.policies:
        InterpretedGame(program, policies=policy).play(1, 0, 1)


def _compiled(program: Program) -> None:
    """Write the code of the compiled game, which is not made machine code."""
    CompiledGame(program, policies=next(iter(program.play.policies), RANDOM))


def _analysed(program: Program) -> None:
    """Ask for exact figures; with a pack as small as `MOST_ANALYSED` they are worked out."""
    game = program.game
    if engine_for(game) != ANALYSED:
        return
    question(game)
    if len(program.deck.labels) <= MOST_ANALYSED:
        # What takes longer is refused; what is told of it then takes no longer either.
        solve(game, patience=PATIENCE)
        banked_study(game)
        banked_strategy_study(game, Context())


def paytable(data: bytes, _scratch: Path) -> None:
    """Read a paytable, and use its odds."""
    for row in load_paytable(text_of(data, "paytable.yaml"), "paytable.yaml").rows.values():
        float(row.to_one)


def expression(data: bytes, _scratch: Path) -> None:
    """Resolve an expression of the rule language, and work it out in a game."""
    program, state = _small_state()
    text = text_of(data, "expression")
    fields_of(text)
    question = program.question(text)
    try:
        question(state.values, state.zones)
    except WRONG as error:
        raise as_play_error(error, "expression") from None


def about(data: bytes, scratch: Path) -> None:
    """Read a file that is given with a report."""
    path = scratch / "about.yaml"
    path.write_bytes(data)
    for kind in KINDS:
        read_about(str(path), kind.content)


def strategy(data: bytes, scratch: Path) -> None:
    """Read a strategy file."""
    path = scratch / "strategy.yaml"
    path.write_bytes(data)
    read_strategy(str(path), _game(GAME))


def log(data: bytes, _scratch: Path) -> None:
    """Check the log of a game."""
    replay(text_of(data, "game.jsonl"), "game.jsonl", _game)


def monitor_csv(data: bytes, scratch: Path) -> None:
    """Read live results from a CSV file, and compare."""
    _monitor(data, scratch / "actuals.csv")


def monitor_parquet(data: bytes, scratch: Path) -> None:
    """Read live results from a Parquet file, and compare."""
    _monitor(data, scratch / "actuals.parquet")


def monitor_workbook(data: bytes, scratch: Path) -> None:
    """Read live results from a workbook, and compare."""
    _monitor(data, scratch / "actuals.xlsx")


def mapping(data: bytes, scratch: Path) -> None:
    """Read a mapping of columns, and an export with it."""
    path, export = scratch / "mapping.yaml", scratch / "export.csv"
    path.write_bytes(data)
    export.write_text(EXPORT, encoding="utf-8")
    asked = Asked(mapping=MappingAsked.of(str(path)))
    read_actuals([export], _lines().references, asked)


def pdf(data: bytes, _scratch: Path) -> None:
    """Read what a report carries, and compare its pages with those that are due."""
    sealed = read_sealed(data, "report.pdf")
    for _, content in sealed.attachments:
        if isinstance(content, bytes):
            hashlib.sha256(content).hexdigest()
    where_headings_stand(sealed)
    differences(sealed.reader, _due(), signed=True, most=41)


def results(data: bytes, _scratch: Path) -> None:
    """Read the results that a report carries, and write them again."""
    results_bytes(read_results(data))


def kept(data: bytes, scratch: Path) -> None:
    """Read what a simulation and an analysis have kept, with a hash that is right."""
    data = data.replace(JOB, _job().sha256().encode())
    digest = hashlib.sha256(data).hexdigest().encode()
    told: list[str] = []
    folder = _job_folder(scratch)
    (folder / "games-0000000000000000-10.json").write_bytes(digest + b"\n" + data)
    Checkpoint(folder, _job(), told.append).close()
    store = Cache(scratch / "cache", told.append)
    path = store.path("rtp", 1)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(digest + data)
    store.load_as("rtp", 1, RtpResult.from_json)
    store.load_as("rtp", 1, _unpacked)


def ledger(data: bytes, scratch: Path) -> None:
    """Verify a ledger, or an export of one, and read its entries and what it keeps."""
    path = scratch / "ledger"
    path.write_bytes(data)
    verify_ledger(path, "0" * 64)
    if data.startswith(SQLITE):
        found = Ledger(path)
        for row in found.rows(last=3):
            entry = row.entry()
            list(words_again(entry, {}))
            found.content(entry.result_sha256)
        found.find("1")


def arguments(data: bytes, _scratch: Path) -> None:
    """Read values of the command line, one in a line: ``set``, ``sweep``, ``shoe``, ``cards``."""
    game = _game(GAME)
    for line in text_of(data, "arguments").split("\n")[:20]:
        name, _, text = line.partition(" ")
        try:
            match name:
                case "set":
                    apply_overrides(game, [text])
                case "sweep":
                    list(islice(swept_values(game, text), MOST_VALUES))
                case "shoe":
                    Shoe.parse(text)
                case "map":
                    MappingAsked.of(text if "=" in text else f"{text},Handle=stake")
                case "cards":
                    parse_ranks(text)
                case _:
                    scalar_of(text)
        except CertifyError:
            continue


TARGETS: dict[str, Target] = {
    "spec": spec,
    "paytable": paytable,
    "expression": expression,
    "about": about,
    "strategy": strategy,
    "log": log,
    "monitor_csv": monitor_csv,
    "monitor_parquet": monitor_parquet,
    "monitor_workbook": monitor_workbook,
    "mapping": mapping,
    "pdf": pdf,
    "results": results,
    "kept": kept,
    "ledger": ledger,
    "arguments": arguments,
}


def seeds(name: str) -> list[bytes]:
    """Return the kept inputs of a target by their names; of specs also small ones of the shelf."""
    shelf = data_files("rules/shelf", ".yaml").values() if name == "spec" else ()
    kept = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    small = [data for path in shelf if len(data := path.read_bytes()) <= LARGEST_SEED]
    return [*kept * (LARGE if small else 1), *small]


# What does not depend on the input, worked out once --------------------------------------------


@cache
def _game(name: str) -> LoadedGame:
    return small_game() if name == "small-game" else packaged_game(name)


@cache
def small_game() -> LoadedGame:
    """Return the small game of the tests."""
    return game_of(json.dumps(BASE), "spec.yaml")


@cache
def _small_state():
    program = Program(small_game())
    state = start(program, 1)
    return program, state


@cache
def _due() -> PdfReader:
    sealed: Sealed = read_sealed((CORPUS / "pdf" / "seed_plain.pdf").read_bytes(), "due.pdf")
    return sealed.reader


@cache
def _lines():
    return known_lines()


def _monitor(data: bytes, path: Path) -> None:
    path.write_bytes(data)
    asked = Asked(
        rounding=0.5, levels=StakeLevels((10.0, 50.0)) if len(data) % 2 else StakeLevels()
    )
    actuals = read_actuals([path], _lines().references, asked)
    if zlib.crc32(data) % COMPARED == 0:
        order = MonitorOrder(levels=Levels(), asked=asked)
        monitored(_lines(), actuals, order).to_json()


@cache
def _job() -> Job:
    return Job(small_game(), 2, ("random", "random"), 1)


@cache
def _job_folder(scratch: Path) -> Path:
    folder = scratch / "simulation"
    Checkpoint(folder, _job(), print).close()
    return folder
