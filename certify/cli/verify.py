"""``certify verify``: whether a report proves itself."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certify.cli.options import examples, json_option
from certify.cli.output import end_unless, print_json, show
from certify.cli.study import record
from certify.errors import VerificationError
from certify.evidence.verification.files import read_file
from certify.evidence.verification.result import VerificationResult
from certify.evidence.verification.view import verification_view
from certify.studies.submission.parts import MANIFEST, is_submission

if TYPE_CHECKING:
    from certify.evidence.verification.verify import Verification
    from certify.language.game import LoadedGame
    from certify.studies.certification.about import Given
    from certify.studies.item.result import CertifiedItem


@click.command(
    "verify",
    epilog=examples(
        "certify verify blackjack-burnout.pdf",
        "certify verify blackjack-burnout.pdf --recompute",
        "certify verify signed.pdf --trust authority.pem --results published.json",
        "certify verify package",
    ),
)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.pdf")
@click.option(
    "--recompute",
    "is_recomputed",
    is_flag=True,
    help="Compute all figures again from the rules in the report, and compare. Takes as long as"
    " the report did.",
)
@click.option(
    "--results",
    "published",
    type=click.Path(path_type=Path),
    metavar="FILE.json",
    help="The results as they were published: those in the report must be the same.",
)
@click.option(
    "--trust",
    "trusted",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="CERT.pem",
    help="A certificate that is trusted to vouch for signers; may be given several times. A file"
    " that is not signed then fails.",
)
@click.option(
    "--use-cache",
    is_flag=True,
    help="With --recompute: take what this machine has kept from earlier runs of the same code.",
)
@json_option
def command(
    file: Path,
    is_recomputed: bool,
    published: Path | None,
    trusted: tuple[Path, ...],
    use_cache: bool,
    as_json: bool,
) -> None:
    """Verify a report: what it carries, that its pages follow from it, who signed it.

    The results, the rules and the software bill are taken out of FILE.pdf, their hashes are
    checked, and the document is built again from the results and compared byte for byte. That
    shows that nobody changed the report; that the figures follow from the rules is shown by
    --recompute. Compare the report number with the one that was published: whoever forges
    everything cannot forge that.

    The folder of a submission (certify submit) is verified in the same way: its hashes, its rules,
    every document built again from the figures in its manifest.

    Exit code 3 if a check fails.
    """
    from certify.evidence.verification.verify import Verification

    if is_submission(file):
        if published is not None or trusted:
            raise click.UsageError(
                "--results and --trust are of a report; of a submission verify the signed file"
            )
        found = _submission(file, is_recomputed=is_recomputed, use_cache=use_cache)
        _tell(found, (), is_recomputed=is_recomputed, as_json=as_json)
        return
    if file.is_dir():
        raise VerificationError(
            f"{file} is a folder without {MANIFEST}; expected a report, or the folder of a"
            " submission"
        )
    verification = Verification(read_file(file), file.name)
    verification.run(
        published=None if published is None else read_file(published),
        trusted=[read_file(path) for path in trusted],
    )
    found = verification.result()
    if is_recomputed:
        found = _recomputed(verification, found, use_cache=use_cache)
    inputs = (file, published, *trusted)
    _tell(found, inputs, is_recomputed=is_recomputed, as_json=as_json)


def _tell(
    found: VerificationResult,
    inputs: tuple[Path | None, ...],
    *,
    is_recomputed: bool,
    as_json: bool,
) -> None:
    """Record and show what was found, and end by its exit code."""
    record(found, inputs=inputs, met=not found.has_failed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*verification_view(found, is_recomputed=is_recomputed))
    end_unless(not found.has_failed)


def _submission(folder: Path, *, is_recomputed: bool, use_cache: bool) -> VerificationResult:
    """Return what was found of the folder of a submission."""
    from certify.evidence.submission.proof import verify_submission

    if not is_recomputed:
        return verify_submission(folder)
    from certify.cli.progress import working
    from certify.cli.study import context_for

    with working("computing again") as progress:
        return verify_submission(folder, context_for(progress, no_cache=not use_cache))


def _recomputed(
    verification: Verification, found: VerificationResult, *, use_cache: bool
) -> VerificationResult:
    """Return the result with the figures computed again."""
    # The engine loads slowly, and only this needs it.
    from certify.cli.lasting import lasting
    from certify.cli.progress import working
    from certify.cli.report import report_duration
    from certify.cli.study import context_for
    from certify.evidence.recompute import figures_check, recompute

    if verification.certification is None or verification.game is None:
        return found.model_copy(update={"checks": (*found.checks, figures_check(None))})
    duration = report_duration(
        verification.game,
        no_cache=not use_cache,
        **_extent(verification.certification, verification.game),
    )
    with lasting(duration) as run, working("computing again") as progress:
        again = recompute(
            verification.certification,
            verification.game,
            _given(verification),
            context=context_for(progress, no_cache=not use_cache, run=run),
        )
    checks = (*found.checks, figures_check(again))
    return found.model_copy(update={"checks": checks, "recomputation": again})


def _extent(item: CertifiedItem, game: LoadedGame) -> dict[str, Any]:
    """Return whether a report is brief, and numbers of games that are not the usual ones."""
    from certify.studies.certification.kinds import kind_of

    asked = dict(item.asked)
    brief = bool(asked.pop("brief", False))
    usual = kind_of(item).usual(game, brief)
    return {
        "brief": brief,
        "numbers": {name: n for name, n in asked.items() if n != usual.get(name)},
    }


def _given(verification: Verification) -> Given | None:
    """Return what was given with the report, if it carries it."""
    from certify.evidence.enclosures import ABOUT
    from certify.studies.certification.about import read_about

    content = verification.enclosed.get(ABOUT)
    if content is None or verification.certification is None:
        return None
    with tempfile.TemporaryDirectory(prefix="certify-") as folder:
        path = Path(folder) / ABOUT
        path.write_bytes(content)
        return read_about(str(path), type(verification.certification))
