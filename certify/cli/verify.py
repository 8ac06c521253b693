"""``certify verify``: whether a report proves itself."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from certify.cli.display import hashes, show
from certify.cli.exits import end_unless
from certify.cli.options import examples, json_option
from certify.cli.output import print_json
from certify.cli.recording import record
from certify.evidence.verification.files import read_file
from certify.evidence.verification.result import Check, Recomputation, Signer, VerificationResult
from certify.evidence.verification.verify import Verification
from certify.present.paragraphs import paragraphs
from certify.studies.certification.fairness_result import FairnessCertification
from certify.studies.certification.result import Certification
from certify.studies.item.result import CertifiedItem

if TYPE_CHECKING:
    from certify.language.game import LoadedGame
    from certify.studies.certification.about import Given

MARKS = {"passed": "ok", "failed": "FAILED", "not_made": "-"}
COMMON_NAME = re.compile(r"Common Name: ([^;,]+)")
MOST_CHANGED = 30
"""Changed figures that the screen shows; --json has all of them."""


@click.command(
    "verify",
    epilog=examples(
        "certify verify blackjack-burnout.pdf",
        "certify verify blackjack-burnout.pdf --recompute",
        "certify verify signed.pdf --trust authority.pem --results published.json",
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

    Exit code 3 if a check fails.
    """
    verification = Verification(read_file(file), file.name)
    verification.run(
        published=None if published is None else read_file(published),
        trusted=[read_file(path) for path in trusted],
    )
    found = verification.result()
    if is_recomputed:
        found = _recomputed(verification, found, use_cache=use_cache)
    record(found, inputs=(file, published, *trusted), met=not found.has_failed)
    if as_json:
        print_json(found.to_json())
    else:
        show(*_shown(found, is_recomputed=is_recomputed))
    end_unless(not found.has_failed)


def _recomputed(
    verification: Verification, found: VerificationResult, *, use_cache: bool
) -> VerificationResult:
    """Return the result with the figures computed again."""
    title = "Figures"
    if verification.certification is None or verification.game is None:
        check = Check(
            id="figures",
            title=title,
            verdict="failed",
            text="They cannot be computed again: the report carries no rules that can be read.",
        )
        return found.model_copy(update={"checks": (*found.checks, check)})
    # The engine loads slowly, and only this needs it.
    from certify.cli.lasting import lasting
    from certify.cli.progress import working
    from certify.cli.report import report_duration
    from certify.cli.study_context import context_for
    from certify.evidence.recompute import recompute

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
    check = Check(
        id="figures",
        title=title,
        verdict="failed" if again.changed else "passed",
        text=_told(again),
        details=tuple(
            f"{one.path}: {one.reported} in the report, {one.recomputed} computed again"
            for one in again.changed[:MOST_CHANGED]
        )
        + (
            (f"and {len(again.changed) - MOST_CHANGED:,} more",)
            if len(again.changed) > MOST_CHANGED
            else ()
        ),
    )
    return found.model_copy(update={"checks": (*found.checks, check), "recomputation": again})


def _extent(item: CertifiedItem, game: LoadedGame) -> dict[str, Any]:
    """Return whether a report is brief, and numbers of games that are not the usual ones."""
    if not isinstance(item, FairnessCertification):
        return {
            "brief": isinstance(item, Certification) and item.sensitivity is None,
            "numbers": {},
        }
    from certify.studies.certification.fairness import question_of

    brief = item.extent.is_brief
    usual = question_of(game, brief=brief)
    names = ("games", "search_games")
    numbers = {name: getattr(item.extent, name) for name in names}
    return {
        "brief": brief,
        "numbers": {name: n for name, n in numbers.items() if n != getattr(usual, name)},
    }


def _given(verification: Verification) -> Given | None:
    """Return what was given with the report, if it carries it."""
    from certify.evidence.enclosures import ABOUT
    from certify.studies.certification.about import read_about

    content = verification.enclosed.get(ABOUT)
    if content is None:
        return None
    with tempfile.TemporaryDirectory(prefix="certify-") as folder:
        path = Path(folder) / ABOUT
        path.write_bytes(content)
        between = isinstance(verification.certification, FairnessCertification)
        return read_about(str(path), between_players=between)


def _told(again: Recomputation) -> str:
    if again.changed:
        return (
            f"{len(again.changed):,} of {again.figures:,} figures and texts came out otherwise "
            "when they were computed again."
        )
    near = again.figures - again.equal
    if not near:
        return f"All {again.figures:,} figures and texts came out equal to the last bit."
    return (
        f"{again.equal:,} of {again.figures:,} figures and texts came out equal to the last bit, "
        f"the others up to {again.largest_difference:.1e}."
    )


def _shown(found: VerificationResult, *, is_recomputed: bool) -> Iterator[Table | Text | str]:
    """Yield what the screen shows."""
    if found.report_number is not None:
        yield Text(
            f"{found.title} {found.version}\nReport {found.report_number}, issued {found.issued}",
            style="bold",
        )
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check in found.checks:
        style = "bold" if check.verdict == "failed" else ""
        text = "\n".join([check.text, *(f"- {detail}" for detail in check.details)])
        table.add_row(Text(MARKS[check.verdict], style=style), check.title, Text(text))
    yield table
    yield hashes(
        (what, digest)
        for what, digest in (
            ("results", found.results_sha256),
            ("report as issued", found.sealed_sha256),
            ("file", found.sha256),
        )
        if digest is not None
    )
    if found.signers:
        yield signer_table(found.signers)
    yield paragraphs(_conclusion(found, is_recomputed=is_recomputed))


def _conclusion(found: VerificationResult, *, is_recomputed: bool) -> str:
    if found.has_failed:
        return "The report does NOT prove itself: see what failed."
    if is_recomputed:
        told = "The report proves itself, and its figures follow from the rules in it."
    else:
        told = (
            "The report is as it was made from its results. That its figures follow from the rules "
            "is shown by --recompute."
        )
    return f"{told} {_who_issued(found)}"


def _who_issued(found: VerificationResult) -> str:
    """Return what is known of who issued the report."""
    if not found.signers:
        return "It is not signed: compare its number with the one that was published."
    names = " and ".join(dict.fromkeys(_common_name(signer) for signer in found.signers))
    if all(signer.is_trusted for signer in found.signers):
        return (
            f"It is the one that {names} signed: a certificate that you trust vouches for the "
            "signature, and not a byte was changed since."
        )
    return (
        f"It bears a signature in the name of {names}, and not a byte was changed since; whether "
        "it is theirs is shown by --trust, with a certificate that you have from them."
    )


def _common_name(signer: Signer) -> str:
    """Return the name that a certificate gives, without what kind of name it is."""
    found = COMMON_NAME.search(signer.name)
    return found[1].strip() if found else signer.name


def signer_rows(signer: Signer) -> list[tuple[str, str]]:
    """Return what a signature says, as names and texts.

    Parameters
    ----------
    signer : Signer
        Whose it is.

    Returns
    -------
    list of (str, str)
        Subject and issuer of the certificate, until when it is valid, and when it was signed.
    """
    return [
        ("signed by", signer.name),
        ("certificate issued by", signer.issuer),
        ("valid until", signer.valid_until or "unknown"),
        ("signed at", f"{signer.signed} (as the signer says)" if signer.signed else "not told"),
        ("timestamp", signer.timestamp or "none: no authority confirms when it was signed"),
    ]


def signer_table(signers: Sequence[Signer]) -> Table:
    """Return what signatures say, to be shown."""
    listed = Table(box=None, show_header=False, pad_edge=False)
    listed.add_column(no_wrap=True)
    listed.add_column(overflow="fold")
    for signer in signers:
        for name, text in signer_rows(signer):
            listed.add_row(name, Text(text))
    return listed
