"""The rules of a game: clauses beside what implements them, rulings, and an editor of the spec."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from certify.errors import CertifyError, Problem, SpecInvalidError, SpecSyntaxError
from certify.language.catalogue import game_of
from certify.language.references import trace
from certify.runtime.cache import Cache
from certify.web.asking import answered, asked, question_of
from certify.web.pages.games import game_page
from certify.web.questions import SPEC
from certify.web.rendering import page, part_of
from certify.web.safety import require_changes

if TYPE_CHECKING:
    from certify.language.game import LoadedGame

router = APIRouter()


@router.get("/games/{name}/rules")
def rules(request: Request, name: str) -> Response:
    """Show every clause, ruling and assumption with the elements that implement it."""
    # They load what plays and works figures out.
    from certify.studies.item.study import assumptions_of
    from certify.studies.spec_figures import known_figures
    from certify.studies.specs.view import trace_view

    game = request.app.state.shelf.game(name)
    figures = known_figures(game, Cache.of_user(lambda _: None))
    elements = trace_view(
        game, trace(game.spec, game.paytables), figures, assumptions_of(game), None
    )
    return game_page(request, "rules", name, shown=part_of(elements, "trace"))


@router.get("/games/{name}/rulings")
async def rulings(request: Request, name: str) -> Response:
    """Show what every other reading of a ruling does."""
    return await answered(
        request, await asked(request, question_of("whatif", [("rulings", "true")], game=name))
    )


@router.get("/games/{name}/editor")
def editor(request: Request, name: str) -> Response:
    """Show the spec in an editor."""
    game: LoadedGame = request.app.state.shelf.game(name)
    return game_page(request, "editor", name, text=next(iter(game.texts.values())), **_read(game))


@router.post("/editor/problems", dependencies=[Depends(require_changes)])
async def problems(request: Request) -> Response:
    """Show what the checker says of a spec as it is typed."""
    text = await _text(request)
    return page(request, "problems", **await run_in_threadpool(_checked, text))


@router.post("/editor/check", dependencies=[Depends(require_changes)])
async def check(request: Request) -> Response:
    """Check a spec as it is typed: worked examples and random games too."""
    given = [("games", "1000"), ("without_figures", "true")]
    question = question_of("check", given, spec=await _text(request))
    return await answered(request, await asked(request, question))


@router.post("/editor/figures", dependencies=[Depends(require_changes)])
async def figures(request: Request) -> Response:
    """Work out the figures of a spec as it is typed."""
    question = question_of("rtp", (), spec=await _text(request))
    return await answered(request, await asked(request, question))


async def _text(request: Request) -> str:
    # A text of a form has the line breaks of mail.
    return str((await request.form()).get("text", "")).replace("\r\n", "\n")


def _checked(text: str) -> dict[str, Any]:
    """Return what the checker says: problems with their lines, or that there are none."""
    try:
        return _read(game_of(text, SPEC))
    except (SpecInvalidError, SpecSyntaxError) as error:
        return {"problems": error.problems, "examples": ()}
    except CertifyError as error:
        return {"problems": [Problem(SPEC, None, "", str(error))], "examples": ()}


def _read(game: LoadedGame) -> dict[str, Any]:
    return {"problems": (), "examples": tuple(game.spec.examples)}
