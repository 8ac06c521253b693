"""The HTTP interface: the same questions as the pages ask, as JSON, with a description."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from certify.errors import SpecError
from certify.web.asking import asked
from certify.web.jobs import FILES, Job, State, ended
from certify.web.questions import Asked, Question
from certify.web.safety import require_changes

router = APIRouter(prefix="/api")

MOST_SECONDS = 30.0
Identifier = Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]


class GameListing(BaseModel):
    """A game that is served."""

    id: str
    title: str
    version: str
    kind: str


class JobListing(BaseModel):
    """A job: what was asked, how far it is, how it ended."""

    id: str
    state: State
    told: str = Field(description="An error, or whether criteria were met")
    done: int
    total: int
    doing: str
    command: str = Field(description="The command that asks the same")
    question: dict[str, Any]
    files: list[str]


class File(BaseModel):
    """A file that goes with a question."""

    model_config = ConfigDict(extra="forbid")

    suffix: Literal[".pdf", ".csv", ".tsv", ".txt", ".xlsx", ".parquet"]
    base64: str = Field(max_length=90_000_000)


class Order(BaseModel):
    """A question, and the files that go with it."""

    model_config = ConfigDict(extra="forbid")

    question: Asked
    files: list[File] = Field(default=[], max_length=8)


@router.get("/games")
def games(request: Request) -> list[GameListing]:
    """List the games that are served."""
    found = request.app.state.shelf.groups()
    return [
        GameListing(
            id=name,
            title=game.title,
            version=game.version,
            kind=game.kind,
        )
        for group in found.values()
        for name, game in group.items()
    ]


@router.get("/games/{name}/spec", response_class=Response)
def spec(request: Request, name: str) -> Response:
    """Give the spec of a game, as it is written."""
    text = next(iter(request.app.state.shelf.game(name).texts.values()))
    return Response(text, media_type="application/yaml")


@router.post("/jobs", status_code=202)
async def ask(
    request: Request, order: Order, wait: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 0.0
) -> JobListing:
    """Ask a question; the same question is the same job. `wait`: seconds to wait for its end."""
    question: Question = order.question
    if request.app.state.access.read_only and (question.is_issue or question.spec or order.files):
        require_changes(request)
    job = await asked(request, question, _contents(question, order.files))
    await ended(job, wait)
    return _listing(job)


def _contents(question: Question, files: list[File]) -> dict[str, bytes]:
    if bool(files) != bool(question.takes):
        needed = ", ".join(question.takes) or "no file"
        raise SpecError(f"{question.kind} takes {needed}; found {len(files)} files")
    found = {}
    for number, file in enumerate(files, 1):
        if file.suffix not in question.takes:
            raise SpecError(f"{question.kind} takes {', '.join(question.takes)}, not {file.suffix}")
        try:
            found[f"file-{number}{file.suffix}"] = base64.b64decode(file.base64, validate=True)
        except binascii.Error as error:
            raise SpecError(f"file {number} is not base64: {error}") from None
    return found


@router.get("/jobs")
def jobs(request: Request) -> list[JobListing]:
    """List all jobs, the last first."""
    return [_listing(job) for job in request.app.state.jobs.all()]


@router.get("/jobs/{name}")
async def job(
    request: Request,
    name: Identifier,
    wait: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 0.0,
) -> JobListing:
    """Tell of a job; `wait`: seconds to wait for its end."""
    found = _job(request, name)
    await ended(found, wait)
    return _listing(found)


@router.get("/jobs/{name}/answer", response_class=Response)
def answer(request: Request, name: Identifier) -> Response:
    """Give the answer of a job: byte for byte what the command prints with `--json`."""
    found = _job(request, name)
    if found.state != "done":
        raise HTTPException(409, f"the job is {found.state}: {found.told or 'ask again later'}")
    return Response(found.answer(), media_type="application/json")


@router.get("/jobs/{name}/files/{file}", response_class=FileResponse)
def job_file(request: Request, name: Identifier, file: str) -> FileResponse:
    """Give a file that a job has made, such as report.pdf."""
    found = _job(request, name)
    if file not in found.files:
        raise HTTPException(404, f"there is no file {file[:60]!r}; there are: {found.files}")
    return FileResponse(found.folder / file, media_type=FILES[file])


@router.delete("/jobs/{name}", dependencies=[Depends(require_changes)])
def stop(request: Request, name: Identifier) -> JobListing:
    """Stop a job."""
    _job(request, name)
    return _listing(request.app.state.jobs.stop(name))


def _job(request: Request, name: str) -> Job:
    try:
        found: Job = request.app.state.jobs.job(name)
    except KeyError:
        raise HTTPException(404, "there is no such job") from None
    return found


def _listing(job: Job) -> JobListing:
    return JobListing.model_validate(job.description())
