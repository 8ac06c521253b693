"""The HTTP interface: the same questions as the pages ask, as JSON, with a description."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from certify.errors import SpecError
from certify.web.asking import SECONDS_AT_ONCE, asked
from certify.web.jobs import FILES, Job, State, ended
from certify.web.places import Place
from certify.web.questions import Asked, Question, Seed
from certify.web.safety import require_changes

if TYPE_CHECKING:
    from certify.web.table import Table

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
        except ValueError as error:
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


class Seats(BaseModel):
    """How a game is begun."""

    model_config = ConfigDict(extra="forbid")

    game: str = Field(pattern=r"^[a-z0-9-]{1,100}$")
    players: int | None = Field(default=None, ge=1, le=20)
    seat: int = Field(default=1, ge=1, le=20, description="The person's, from 1")
    policy: str = Field(default="", max_length=100, description="How the others play")
    seed: Seed | None = None
    wagers: str = Field(
        default="", max_length=2_000, description="Wagers made, such as ante,pair_plus"
    )


class Move(BaseModel):
    """An answer to the decision that is asked."""

    model_config = ConfigDict(extra="forbid")

    decision: int = Field(ge=1, le=10**9, description="The number of the decision")
    move: str = Field(max_length=2_000, description="The number of an option, or a move in words")


class Seen(BaseModel):
    """What the person at a table sees; nothing in it rests on what is hidden."""

    model_config = ConfigDict(from_attributes=True)

    id: str
    number: int
    decision: str
    options: list[str]
    short: list[str]
    places: list[Place]
    lines: list[str]
    history: list[str]
    is_over: bool
    thinks: str = Field(description="Whose choice is awaited, such as search:100")
    stuck: str = Field(description="Why no choice is made; again asks for it again")
    result: list[str] = []


@router.post("/tables", status_code=201)
def sit_down(request: Request, seats: Seats) -> Seen:
    """Begin a game at a table against policies."""
    given = seats.model_dump(exclude={"game"})
    return _seen(request.app.state.tables.open(seats.game, **given))


@router.get("/tables/{name}")
def table(
    request: Request,
    name: Identifier,
    wait: Annotated[float, Field(ge=0, le=MOST_SECONDS)] = 0.0,
) -> Seen:
    """Tell what the person at a table sees; `wait`: seconds to wait for others who search."""
    return _seen(_table(request, name), wait)


@router.post("/tables/{name}/moves")
def make_move(request: Request, name: Identifier, move: Move) -> Seen:
    """Make a move; one that the rules do not allow is refused, and nothing happens."""
    found = _table(request, name)
    with found.lock:
        found.move(move.decision, move.move)
    return _seen(found)


@router.post("/tables/{name}/undo")
def take_back(request: Request, name: Identifier) -> Seen:
    """Take the last move of the person back."""
    found = _table(request, name)
    with found.lock:
        found.undo()
    return _seen(found)


@router.post("/tables/{name}/again")
def choose_again(request: Request, name: Identifier) -> Seen:
    """Let an opponent search again that was stuck."""
    found = _table(request, name)
    with found.lock:
        found.advance()
    return _seen(found)


@router.get("/tables/{name}/log", response_class=Response)
def log(request: Request, name: Identifier) -> Response:
    """Give the log of a game that is over, which `certify replay` checks."""
    return Response(_table(request, name).text(), media_type="application/jsonl")


def _seen(found: Table, wait: float = SECONDS_AT_ONCE) -> Seen:
    found.rest(wait)
    with found.lock:
        return Seen.model_validate({"id": found.name, **found.told()})


def _table(request: Request, name: str) -> Table:
    try:
        found: Table = request.app.state.tables.table(name)
    except KeyError:
        raise HTTPException(404, "there is no such table") from None
    return found
