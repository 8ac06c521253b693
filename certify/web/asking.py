"""From a request to a question, and from a job to what is shown of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from certify.errors import SpecError
from certify.web.jobs import Job, ended
from certify.web.questions import QUESTIONS, Question
from certify.web.rendering import page

SECONDS_AT_ONCE = 0.6
"""So long a page waits for its answer; then it shows how far the answer is."""

HIDDEN = ("kind", "game", "spec", "set")


def question_of(kind: str, given: Iterable[tuple[str, str]], **known: Any) -> Question:
    """Return the question of a form; a `SpecError` names what is wrong in it."""
    if kind not in QUESTIONS:
        raise HTTPException(404, "there is no such page")
    model = QUESTIONS[kind]
    told: dict[str, Any] = dict(known)
    for name, text in given:
        if name not in model.model_fields or not text.strip() or name in known:
            continue
        if _is_tuple(model, name):
            told.setdefault(name, []).extend(text.split(",") if name != "set" else [text])
        else:
            told[name] = text.strip()
    try:
        return model(**told)
    except ValidationError as error:
        raise SpecError("; ".join(_problems(model, error))) from None


def _problems(model: type[Question], error: ValidationError) -> Iterable[str]:
    for each in error.errors():
        name = str(each["loc"][0]) if each["loc"] else "the question"
        field = model.model_fields.get(name)
        label = (field.description if field else None) or name
        yield f"{label}: {each['msg']}; found {str(each['input'])[:60]!r}"


def _is_tuple(model: type[Question], name: str) -> bool:
    return any(get_origin(each) is tuple for each in _kinds(model.model_fields[name].annotation))


def _kinds(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (Union, UnionType):
        return get_args(annotation)
    return (annotation,)


def fields_of(kind: str, given: dict[str, str]) -> list[dict[str, str]]:
    """Return the fields of the form of a question, with what was given for each."""
    found = []
    for name, field in QUESTIONS[kind].model_fields.items():
        if name in HIDDEN:
            continue
        kinds = _kinds(field.annotation)
        default = "" if field.is_required() or field.default in (None, ()) else field.default
        looks = "checkbox" if bool in kinds else "number" if int in kinds else "text"
        value = given.get(name, "" if default is False else str(default))
        label = field.description or name.replace("_", " ").capitalize()
        found.append({"name": name, "label": label, "looks": looks, "value": value})
    return found


async def asked(
    request: Request, question: Question, uploads: Mapping[str, bytes] | None = None
) -> Job:
    """Return the job of a question, asked without keeping other requests waiting."""
    found: Job = await run_in_threadpool(request.app.state.jobs.ask, question, uploads)
    return found


async def answered(request: Request, job: Job, *, seconds: float = SECONDS_AT_ONCE) -> Response:
    """Return the page of a job: its answer, or how far that is."""
    await ended(job, seconds)
    return page(request, "job", **told_of(job))


def told_of(job: Job) -> dict[str, Any]:
    """Return what a page tells of a job."""
    return {"job": job, "shown": job.shown() if job.state == "done" else ""}
