"""The shelf, a game, what is asked of it, what a change does to it, and the jobs that answer."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response, StreamingResponse

from certify.errors import SpecError
from certify.studies.kinds import BETWEEN_PLAYERS, commands_for, has_option
from certify.web.asking import SECONDS_AT_ONCE, answered, asked, fields_of, question_of, told_of
from certify.web.jobs import FILES, Job, Jobs, ended, steps
from certify.web.questions import QUESTIONS
from certify.web.rendering import TEMPLATES, is_part, page, part_of
from certify.web.safety import DOCUMENT_POLICY, require_changes
from certify.web.shelf import Shelf

if TYPE_CHECKING:
    from certify.language.game import LoadedGame
    from certify.studies.whatif.parameters_result import SettingListing

router = APIRouter()

KNOB = "knob."
"""Before the name of a setting in the form of what-if."""

OF_THE_HOUSE = ("whatif", "shoe", "exposure", "simulate")
"""What is asked of every game against a house, beside what its commands ask first."""

AIMING = ("solve", "target", "within")
FEW_GAMES = "100000"
"""Of a game between players, after each turn of a knob."""

COST = "cost"
"""What only games with the option to burn a card are asked."""

MOST_LISTED = 200
VERSION = r"\d{1,4}\.\d{1,4}\.\d{1,4}"


def tabs_of(name: str, game: LoadedGame) -> list[tuple[str, str]]:
    """Return the pages of a game: address and title."""
    asked = [each for each in commands_for(game) if each in QUESTIONS and not QUESTIONS[each].takes]
    asked = [*dict.fromkeys([*asked, "check"])]
    if game.spec.game.kind != BETWEEN_PLAYERS:
        asked = [*dict.fromkeys([*asked, *OF_THE_HOUSE])]
    found = [(f"/games/{name}/{each}", QUESTIONS[each].tells) for each in asked]
    if game.spec.game.kind == BETWEEN_PLAYERS:
        found.insert(0, (f"/games/{name}/whatif", "What if"))
    if game.play is not None:
        found.append((f"/games/{name}/play", "Play"))
    return [(f"/games/{name}", "Overview"), *found, (f"/games/{name}/rules", "Rules")]


def game_page(request: Request, template: str, name: str, **told: Any) -> Response:
    """Return a page of a game, with the links to its others."""
    game: LoadedGame = request.app.state.shelf.game(name)
    tabs = tabs_of(name, game)
    return page(request, template, name=name, game=game, tabs=tabs, **told)


@router.get("/")
def shelf(request: Request) -> Response:
    """Show all games."""
    found = request.app.state.shelf
    return page(request, "games", groups=found.groups(), faults=found.faults)


@router.get("/games/{name}")
def overview(request: Request, name: str) -> Response:
    """Show a game: what it is, and its first figures as soon as they are there."""
    game = request.app.state.shelf.game(name)
    first = "rtp" if "rtp" in commands_for(game) else ""
    return game_page(request, "overview", name, first=first)


def settings_of(request: Request, game: LoadedGame) -> tuple[SettingListing, ...]:
    """Return the settings of a game, each once; they are listed anew when its files change."""
    kept: dict[tuple[str, ...], Any] = request.app.state.settings
    key = game.path, game.spec_sha256, game.paytable_sha256
    if key not in kept:
        if len(kept) >= MOST_LISTED:
            kept.clear()
        from certify.library import Game

        found = Game(game).parameters(cache=False).result
        parameters = set(game.spec.parameters)
        kept[key] = tuple(each for each in found.settings if each.same_as not in parameters)
    found_settings: tuple[SettingListing, ...] = kept[key]
    return found_settings


@router.get("/games/{name}/whatif")
def what_if(request: Request, name: str) -> Response:
    """Show a knob for every setting; what turning them does is asked for by the form."""
    game = request.app.state.shelf.game(name)
    settings = settings_of(request, game)
    return game_page(
        request,
        "whatif",
        name,
        settings=settings,
        solvable=[each.name for each in settings if not each.choices],
        aims=[f"{wager}.edge" for wager in game.spec.wagers],
        given=dict(request.query_params),
        knob=KNOB,
        is_banked=game.spec.game.kind != BETWEEN_PLAYERS,
    )


@router.get("/games/{name}/whatif/answer")
async def what_if_answer(request: Request, name: str) -> Response:
    """Show what the knobs as they stand do; only those that were turned are asked about."""
    game = request.app.state.shelf.game(name)
    given = dict(request.query_params)
    now = {each.name: each.now for each in settings_of(request, game)}
    turned = [
        f"{key.removeprefix(KNOB)}={text.strip()}"
        for key, text in given.items()
        if key.startswith(KNOB) and text.strip() not in ("", now.get(key.removeprefix(KNOB)))
    ]
    is_banked = game.spec.game.kind != BETWEEN_PLAYERS
    solves = is_banked and bool(given.get("target", "").strip())
    if not turned and not solves:
        return page(request, "unchanged")
    if is_banked:
        wanted = [each for each in given.items() if solves and each[0] in AIMING]
        question = question_of("whatif", wanted, game=name, set=turned)
    else:
        question = question_of("fairness", [("games", FEW_GAMES)], game=name, set=turned)
    return await answered(request, await asked(request, question))


@router.post("/games/{name}/versions", dependencies=[Depends(require_changes)])
async def save_version(request: Request, name: str) -> Response:
    """Save changes as a new version, and show what changed."""
    form = await request.form()
    changes = [text for text in form.getlist("set") if isinstance(text, str)]
    version = str(form.get("version", "")).strip()
    return await run_in_threadpool(_saved, request, name, changes, version)


def _saved(request: Request, name: str, changes: list[str], version: str) -> Response:
    from certify.studies.whatif.reissue import check_new_version, new_version

    shelf: Shelf = request.app.state.shelf
    game = shelf.game(name)

    def files_at(path: Path) -> dict[Path, bytes]:
        check_new_version(game, path, version, [each.partition("=")[0] for each in changes])
        return new_version(game, changes, version, path).files

    if re.fullmatch(VERSION, version) is None:
        raise SpecError(f"the version is such as 1.1.0; found {version[:40]!r}")
    place = shelf.save(f"{game.spec.game.id}-{version.replace('.', '-')}", files_at)
    saved = shelf.game(place.name)
    from certify.language.diff import differences
    from certify.studies.specs.view import diff_view

    shown = part_of(diff_view(game, saved, differences(game, saved)), "diff")
    return game_page(request, "saved", name, shown=shown, saved=place.name)


@router.get("/games/{name}/{kind}")
async def question(request: Request, name: str, kind: str) -> Response:
    """Show the form of a question, and its answer if it is asked."""
    game = request.app.state.shelf.game(name)
    given = dict(request.query_params)
    if f"/games/{name}/{kind}" not in dict(tabs_of(name, game)):
        raise HTTPException(404, "there is no such page")
    model, told = QUESTIONS[kind], {}
    if "ask" in given or model.is_quick:
        if model.is_issue:
            require_changes(request)
        given_all = request.query_params.multi_items()
        job = await asked(request, question_of(kind, given_all, game=name))
        await ended(job, SECONDS_AT_ONCE)
        if is_part(request):
            return page(request, "job", **told_of(job))
        told = told_of(job)
    told = {"job": None, "shown": "", "hands": kind == "strategy", **told}
    fields = [each for each in fields_of(kind, given) if each["name"] != COST or has_option(game)]
    return game_page(request, "question", name, kind=kind, model=model, fields=fields, **told)


@router.get("/jobs")
def jobs(request: Request) -> Response:
    """Show all jobs, the last first."""
    return page(request, "jobs", jobs=_jobs(request).all()[:MOST_LISTED])


@router.get("/jobs/{name}")
async def job(request: Request, name: str) -> Response:
    """Show a job: its answer, or how far that is."""
    return await answered(request, found_job(request, name), seconds=0)


@router.get("/jobs/{name}/events")
def events(request: Request, name: str) -> Response:
    """Tell how far a job is, as server-sent events, until it has ended."""
    found = found_job(request, name)

    async def told() -> AsyncIterator[str]:
        async for each in steps(found):
            text = TEMPLATES.get_template("progress.html").render(job=each)
            yield f"event: progress\ndata: {' '.join(text.split())}\n\n"
        yield "event: end\ndata: end\n\n"

    return StreamingResponse(told(), media_type="text/event-stream")


@router.post("/jobs/{name}/stop", dependencies=[Depends(require_changes)])
def stop(request: Request, name: str) -> Response:
    """Stop a job."""
    found_job(request, name)
    _jobs(request).stop(name)
    return RedirectResponse(f"/jobs/{name}", 303)


@router.get("/jobs/{name}/files/{file}")
def job_file(request: Request, name: str, file: str) -> Response:
    """Give a file that a job has made."""
    found = found_job(request, name)
    if file not in found.files:
        raise HTTPException(404, "there is no such file")
    headers = {"Content-Security-Policy": DOCUMENT_POLICY} if file.endswith(".html") else {}
    return FileResponse(found.folder / file, media_type=FILES[file], headers=headers)


def found_job(request: Request, name: str) -> Job:
    """Return a job by its name, or say that there is none."""
    try:
        return _jobs(request).job(name)
    except KeyError:
        raise HTTPException(404, "there is no such job; it may have been forgotten") from None


def _jobs(request: Request) -> Jobs:
    found: Jobs = request.app.state.jobs
    return found
