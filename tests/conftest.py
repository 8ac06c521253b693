"""What all tests share: a folder for kept results, a ledger, and copies of specs to be changed."""

import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha1
from importlib import import_module
from math import inf
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from certify.evidence.ledger.store import VARIABLE
from certify.language import catalogue
from certify.language.game import LoadedGame
from certify.numerics import jit
from certify.numerics.fingerprint import KERNEL_PARTS
from certify.play.compiler import store
from certify.resources import data_files
from certify.runtime import processes
from certify.runtime.cache import FOLDER_VARIABLE
from tests.support.shared import Shared

SPEC = "blackjack_burnout.yaml"
WORKER = "PYTEST_XDIST_WORKER"
ORDINARY = "not slow"
OPTIMISATION, CODE_FOLDER = "NUMBA_OPT", "NUMBA_CACHE_DIR"
ALGEBRA_THREADS = "OPENBLAS_NUM_THREADS"


def pytest_configure(config: pytest.Config) -> None:
    """Read each game of the package once in a process, while its files are found where they lie.

    Ordinary tests run code that is optimised less, which takes a quarter less to compile and comes
    to the same bits; it is kept apart from that of users and of slow tests.
    """
    # Where Python is told to keep no bytecode, each process would read and rewrite all tests anew.
    sys.dont_write_bytecode = False
    # The processes that run the tests, one for each core, inherit it: threads of linear algebra
    # wait for each other without rest, and take the processor from the other process.
    os.environ.setdefault(ALGEBRA_THREADS, "1")
    if config.option.markexpr == ORDINARY and not {OPTIMISATION, CODE_FOLDER} & os.environ.keys():
        os.environ[OPTIMISATION] = "1"
        os.environ[CODE_FOLDER] = str(user_cache_path("certify") / "tests")
        share_code(os.environ[CODE_FOLDER])
    read: Callable[[str], LoadedGame] = catalogue.packaged_game
    found, kept = data_files, cache(read)
    used = vars(catalogue)

    def packaged_game(identity: str) -> LoadedGame:
        return (kept if used["data_files"] is found else read)(identity)

    patch = pytest.MonkeyPatch()
    patch.setattr(catalogue, "packaged_game", packaged_game)
    config.add_cleanup(patch.undo)


def share_code(base: str) -> None:
    """Keep the code of equal sources once for all checkouts: numba keeps it by where they lie."""
    root = Path(__file__).parents[1]
    kernels = jit._code_folder(jit.FOLDER, KERNEL_PARTS, base)
    games = jit._code_folder(store.FOLDER, store.PARTS, base) / "code"
    sources = [path for part in KERNEL_PARTS for path in root.glob(f"certify/{part}/**/*.py")]
    places = dict.fromkeys((path.parent for path in sources), kernels)
    places |= {root / "certify/play/compiler": games, root / "tests/crosscheck": Path(base)}
    for source, folder in places.items():
        shared = folder / ".".join(source.relative_to(root).parts)
        # Where it cannot be shared it is kept as numba keeps it.
        with suppress(OSError):
            shared.mkdir(parents=True, exist_ok=True)
            (folder / f"{source.name}_{sha1(bytes(source)).hexdigest()}").symlink_to(shared)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Look for no garbage while tests are collected: almost all stays, and it takes a quarter."""
    gc.disable()
    import_own_part(session.config)
    try:
        return (yield)
    finally:
        gc.enable()


def import_own_part(config: pytest.Config) -> None:
    """Import a part of the tests before all others, in each of several processes another one.

    All collect the same tests in the same order, and each would compile every source itself where
    no bytecode is kept yet; so each finds most of it compiled by the others.
    """
    given: dict[str, str] = getattr(config, "workerinput", {})
    if not given:
        return
    number, processes = int(given["workerid"].removeprefix("gw")), int(given["workercount"])
    root = Path(__file__).parents[1]
    modules = sorted(root.glob("tests/**/test_*.py"))
    first, last = (len(modules) * each // processes for each in (number, number + 1))
    for module in modules[first:last]:
        # What fails here fails again where it is told.
        with suppress(Exception), warnings.catch_warnings(action="error"):
            import_module(".".join(module.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Look for garbage less often, and not among what stays: that took a quarter of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(400_000, 5, 100)


@pytest.fixture(scope="session", autouse=True)
def own_cache_and_ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep results for this run of tests alone, and for all its processes."""
    folder = tmp_path_factory.getbasetemp()
    if WORKER in os.environ:
        folder = folder.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(folder / "kept"))
        # Many tests start Python: it shall not compile every source anew each time.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setattr(Shared, "folder", folder / "shared")
        # Processes are begun where a test asks for them, not where the machine is slow just now.
        patch.setattr(processes, "SECONDS_ALONE", inf)
        patch.setattr("certify.studies.check.study.cores", lambda: 1)
        Shared.folder.mkdir(exist_ok=True)
        patch.setenv(VARIABLE, str(tmp_path_factory.mktemp("ledger") / "ledger.sqlite"))
        yield


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that copies spec and paytables, replacing text in one of them."""

    def copy(old: str = "", new: str = "", file: str = SPEC) -> Path:
        for folder in ("rules", "paytables"):
            (tmp_path / folder).mkdir(exist_ok=True)
            for name, source in data_files(folder, ".yaml").items():
                text = source.read_text(encoding="utf-8")
                if name == file and old:
                    assert old in text
                    text = text.replace(old, new, 1)
                (tmp_path / folder / name).write_text(text, encoding="utf-8")
        return tmp_path / "rules" / SPEC

    return copy
