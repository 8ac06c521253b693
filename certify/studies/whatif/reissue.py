"""A changed game written out as a new version of its spec."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from certify.errors import EngineError, OutputError, SpecError
from certify.language.base import Scalar
from certify.language.catalogue import PAYTABLES, SPECS, file_of, load_game
from certify.language.game import LoadedGame, is_payout, parameter_values
from certify.language.reissue import (
    ExampleEdit,
    is_packaged,
    paytable_text,
    reissued,
    version_numbers,
)
from certify.language.scenarios import ExpectStep, Step
from certify.play.scenario import Programs, example_failure
from certify.resources import data_root
from certify.studies.whatif.settings import payout_path, with_settings


@dataclass(frozen=True)
class NewVersion:
    """The files of a new version by path, and the worked examples that had to change.

    Those left out no longer hold, shortened ones lost facts that no longer hold, and stating ones
    now state former settings for themselves.
    """

    files: dict[Path, bytes]
    left_out: tuple[str, ...]
    shortened: tuple[str, ...]
    stating: tuple[str, ...]


def check_new_version(game: LoadedGame, path: Path, version: str, names: Sequence[str]) -> None:
    """Check that a new version can be written, before anything is computed for it.

    Raises SpecError if the version is not above the present one; OutputError if the file exists, or
    if the new paytables would be taken for those of the present version.
    """
    present = game.spec.game.version
    if version_numbers(version) <= version_numbers(present):
        raise SpecError(
            f"--as-version {version}: {game.spec.game.id} is version {present}; expected a higher"
            " one"
        )
    tables = [payout_path(game, name).partition(".")[0] for name in names if is_payout(game, name)]
    files = {path.parent / file_of(game.issued_paytables[alias].paytable.id) for alias in tables}
    for file in (path, *files):
        if file.exists():
            raise OutputError(str(file), "it is there already; give another name or folder")
    if not files:
        return
    here = path.parent.resolve()
    own = Path(game.path).resolve().parent
    packaged = [Path(str(data_root(kind))).resolve() for kind in (*SPECS, *PAYTABLES)]
    if here in {own, own / "paytables", own.parent / "paytables", *packaged}:
        raise OutputError(
            str(path),
            f"its paytables would be taken for those of {game.path}; give a name in another folder",
        )


def new_version(game: LoadedGame, settings: Sequence[str], version: str, path: Path) -> NewVersion:
    """Return the files of a changed game, checked by reading them.

    `settings` are the changes, each ``NAME=VALUE`` (none is a SpecError); changed paytables are put
    beside the spec at `path`.
    """
    changed = with_settings(game, settings)
    if changed.changed == game.changed:
        raise SpecError("nothing is changed, so there is no new version to write")
    _, loaded = _staged(changed, version, path, {})
    former = _former(game, changed)
    programs = Programs()
    edits = {
        name: _edit_of(loaded, name, former, programs)
        for name in _failing(loaded, loaded.spec.examples, programs)
    }
    files, loaded = _staged(changed, version, path, edits)
    kept = [name for name, edit in edits.items() if edit is not None]
    failing = _failing(loaded, kept, Programs())
    if failing:
        raise EngineError(f"the new version contradicts its example {failing[0]}")
    return NewVersion(
        {path.with_name(name): text.encode() for name, text in files.items()},
        tuple(name for name, edit in edits.items() if edit is None),
        tuple(name for name, edit in edits.items() if edit is not None and edit.without),
        tuple(name for name, edit in edits.items() if edit is not None and edit.states),
    )


def _former(game: LoadedGame, changed: LoadedGame) -> dict[str, Scalar]:
    """Return the former values of the parameters that were changed, payouts with a name too."""
    before, after = game.parameters_as_written(), changed.parameters_as_written()
    return {name: value for name, value in before.items() if after[name] != value}


def _failing(game: LoadedGame, names: Iterable[str], programs: Programs) -> list[str]:
    """Return those of some worked examples that do not hold."""
    if game.play is None:
        return []
    return [name for name in names if example_failure(game, name, programs) is not None]


def _edit_of(
    game: LoadedGame, name: str, former: Mapping[str, Scalar], programs: Programs
) -> ExampleEdit | None:
    """Return the smallest change of a worked example that makes it hold; None if there is none.

    Former settings are stated where they can be; a payout that has no name of its own cannot, and
    the facts that rest on it are taken out.
    """
    example = game.spec.examples[name]
    facts = [
        (place, number)
        for place, step in enumerate(example.steps)
        if isinstance(step, ExpectStep)
        for number in range(len(step.expect.facts))
    ]

    def holds(settings: Mapping[str, Scalar], without: Collection[tuple[int, int]]) -> bool:
        steps = tuple(
            _without(step, {number for at, number in without if at == place})
            for place, step in enumerate(example.steps)
        )
        parameters = {**settings, **example.parameters}
        stated = example.model_copy(update={"parameters": parameters, "steps": steps})
        examples = {**game.spec.examples, name: stated}
        tried = replace(game, spec=game.spec.model_copy(update={"examples": examples}))
        return example_failure(tried, name, programs) is None

    needed = {key: value for key, value in former.items() if key not in example.parameters}
    without = () if holds(needed, ()) else tuple(facts)
    if not holds(needed, without):
        return None
    for fact in without:
        fewer = tuple(other for other in without if other != fact)
        if holds(needed, fewer):
            without = fewer
    for key in list(needed):
        rest = {other: value for other, value in needed.items() if other != key}
        if holds(rest, without):
            needed = rest
    return ExampleEdit(needed, without)


def _without(step: Step, numbers: Collection[int]) -> Step:
    """Return a step without some of its facts."""
    if not numbers or not isinstance(step, ExpectStep):
        return step
    kept = tuple(fact for number, fact in enumerate(step.expect.facts) if number not in numbers)
    return step.model_copy(update={"expect": step.expect.model_copy(update={"facts": kept})})


def _staged(
    changed: LoadedGame,
    version: str,
    path: Path,
    edits: Mapping[str, ExampleEdit | None],
) -> tuple[dict[str, str], LoadedGame]:
    """Return the texts of all files by name, and the game that is read from them."""
    text, paytables = reissued(changed, version, examples=edits)
    for alias, table in changed.issued_paytables.items():
        name = file_of(table.paytable.id)
        if name not in paytables and not is_packaged(changed, alias):
            paytables[name] = paytable_text(changed, alias)
    files = {path.name: text, **paytables}
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            (Path(folder) / name).write_text(content, encoding="utf-8")
        loaded = load_game(str(Path(folder) / path.name))
    same_payouts = all(
        loaded.pays(f"{alias}.{row.key}") == changed.pays(f"{alias}.{row.key}")
        for alias in changed.paytables
        for row in changed.paytable_rows(alias)
    )
    if not same_payouts or parameter_values(loaded) != parameter_values(changed):
        raise EngineError("the new version cannot be written so that it says what was changed")
    return files, loaded
