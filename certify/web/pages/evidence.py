"""Evidence: a report is verified, live results are held against figures, the ledger is read."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from certify.errors import LedgerError, SpecError
from certify.language.catalogue import game_ids
from certify.studies.kinds import commands_for
from certify.web.asking import asked, fields_of, question_of
from certify.web.questions import QUESTIONS, Question
from certify.web.rendering import page, part_of
from certify.web.safety import require_changes
from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.evidence.ledger.store import Ledger

router = APIRouter()

MOST_ENTRIES = 200
MONITOR = "monitor"


@router.get("/verify")
@router.get("/monitor")
def form(request: Request) -> Response:
    """Show the form that takes a file."""
    kind = request.url.path.strip("/")
    told: dict[str, Any] = {"kind": kind, "model": QUESTIONS[kind], "fields": fields_of(kind, {})}
    games = [] if kind == "verify" else _monitored(request.app.state.shelf)
    return page(request, "upload", games=games, **told)


def _monitored(shelf: Shelf) -> list[str]:
    """Return the games whose live results can be held against certified figures."""
    own = shelf.own()
    names = [*game_ids(), *own]
    games = {name: own.get(name) or shelf.game(name) for name in names}
    return [name for name, game in games.items() if MONITOR in commands_for(game)]


@router.post("/verify", dependencies=[Depends(require_changes)])
@router.post("/monitor", dependencies=[Depends(require_changes)])
async def answer(request: Request) -> Response:
    """Take a file, and go to the job that looks at it."""
    kind = request.url.path.strip("/")
    sent = await request.form()
    texts = [(key, text) for key, text in sent.multi_items() if isinstance(text, str)]
    known = {} if kind == "verify" else {"game": str(sent.get("game", ""))}
    uploads = await uploads_of(QUESTIONS[kind], sent)
    job = await asked(request, question_of(kind, texts, **known), uploads)
    return RedirectResponse(f"/jobs/{job.name}", 303)


async def uploads_of(model: type[Question], sent: FormData) -> dict[str, bytes]:
    """Return the files of a form, under names of ours; a `SpecError` says what is missing."""
    found: dict[str, bytes] = {}
    for each in sent.getlist("file"):
        if isinstance(each, UploadFile) and each.filename:
            suffix = PurePath(each.filename).suffix.lower()
            if suffix not in model.takes:
                expected = ", ".join(model.takes)
                raise SpecError(f"expected a file of {expected}; found {each.filename[-60:]!r}")
            found[f"file-{len(found) + 1}{suffix}"] = await each.read()
    if not found:
        raise SpecError(f"no file was sent; expected one of {', '.join(model.takes)}")
    return found


@router.get("/ledger")
def ledger(request: Request) -> Response:
    """Show the last entries of the ledger."""
    try:
        rows = list(_ledger().rows(last=MOST_ENTRIES))[::-1]
    except LedgerError as error:
        return page(request, "ledger", shown="", numbers=[], told=str(error))
    from certify.evidence.ledger.view import entries_view

    shown = part_of(entries_view(rows, _ledger().path), "ledger")
    return page(request, "ledger", shown=shown, numbers=[row.number for row in rows], told="")


@router.get("/ledger/{name}")
def entry(request: Request, name: str) -> Response:
    """Show an entry of the ledger."""
    row = _ledger().find(name)
    from certify.evidence.ledger.view import entry_view

    shown = part_of(entry_view(row, row.entry()), "entry")
    return page(request, "ledger", shown=shown, numbers=[], told="")


def _ledger() -> Ledger:
    from certify.evidence.ledger.store import Ledger

    found = Ledger.of_user()
    if found is None:
        raise HTTPException(404, "there is no ledger: CERTIFY_LEDGER says none")
    return found
