"""A seat at a table: a game is begun, played, taken back, and its log is checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, File, Form, UploadFile
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from certify.errors import CardError, IllegalMoveError, SpecError
from certify.studies.kinds import ANALYSED, engine_for, has_charts, has_option
from certify.web.asking import SECONDS_AT_ONCE
from certify.web.pages.games import game_page
from certify.web.questions import LARGEST_SEED
from certify.web.rendering import is_part, page, part_of
from certify.web.safety import require_changes

if TYPE_CHECKING:
    from certify.language.game import LoadedGame
    from certify.web.table import Table

router = APIRouter()
LOG = "log"
HANDS, UPCARD, DRAWN, BURNED = "hands ", "upcard", "just drawn", "burned"
"""Where the cards of blackjack lie; of a pair that was split there are several hands."""

GONE = ("discards", "other hands")
"""Where cards lie that are seen and that nobody can be dealt."""

BOUGHT, DOUBLED, ACTING = "burnout_bought", "doubled", "acting"
"""Variables of a game with the option to burn; one that has others is told no worths."""


@router.get("/games/{name}/play")
def seats(request: Request, name: str) -> Response:
    """Show how a game is begun: how many play, who sits where."""
    game: LoadedGame = request.app.state.shelf.game(name)
    players = game.spec.players
    return game_page(
        request,
        "seats",
        name,
        players=list(players.seats) if players else [1],
        policies=_opponents(game),
        wagers=_wagers(game),
    )


def _wagers(game: LoadedGame) -> list[tuple[str, str, bool]]:
    """Return the wagers of which a player can choose: name, title, and whether usually made."""
    from certify.language.game import wagers_made

    wagers = game.spec.wagers
    if not game.carries_money or not any(each.optional for each in wagers.values()):
        return []
    made = wagers_made(game)
    return [
        (name, each.title, name in made)
        for name, each in wagers.items()
        if each.of is None or each.optional
    ]


def _opponents(game: LoadedGame) -> list[str]:
    """Return who may be played against: policies, and searches that play on by the last of them."""
    # It loads what plays.
    from certify.play.policies import RANDOM
    from certify.web.opponents import OFFERED

    if game.play is None:
        return []
    policies = list(game.spec.policies)
    if game.spec.players is None or max(game.spec.players.seats) == 1:
        return [*policies, RANDOM]
    by = "".join(f":{name}" for name in policies[-1:])
    return [*policies, RANDOM, *(f"search:{number}{by}" for number in OFFERED)]


@router.post("/games/{name}/play")
def begin(
    request: Request,
    name: str,
    players: Annotated[int, Form(ge=1, le=20)],
    seat: Annotated[int, Form(ge=1, le=20)] = 1,
    policy: Annotated[str, Form(max_length=100)] = "",
    seed: Annotated[str, Form(pattern=r"^\s*\d{0,16}\s*$")] = "",
    wagers: Annotated[list[str] | None, Form(max_length=64)] = None,
) -> Response:
    """Begin a game, and go to its table."""
    given = int(seed) if seed.strip() else None
    if given is not None and given > LARGEST_SEED:
        raise HTTPException(422, f"a seed is at most {LARGEST_SEED}")
    found = request.app.state.tables.open(
        name, players=players, seat=seat, policy=policy, seed=given, wagers=",".join(wagers or ())
    )
    return RedirectResponse(f"/tables/{found.name}", 303)


@router.get("/tables/{name}")
def table(request: Request, name: str) -> Response:
    """Show the table as the person sees it."""
    return _rested(request, found_table(request, name))


@router.post("/tables/{name}/move")
def move(
    request: Request,
    name: str,
    decision: Annotated[int, Form(ge=1, le=10**9)],
    move: Annotated[str, Form(max_length=2_000)],
    pick: Annotated[str, Form(max_length=2_000)] = "",
) -> Response:
    """Make a move."""
    found = found_table(request, name)
    return _after(request, found, lambda: found.move(decision, f"{move} {pick}"))


@router.post("/tables/{name}/undo")
def undo(request: Request, name: str) -> Response:
    """Take the last decision back."""
    found = found_table(request, name)
    return _after(request, found, found.undo)


@router.post("/tables/{name}/again")
def again(request: Request, name: str) -> Response:
    """Let an opponent search again that was stuck."""
    found = found_table(request, name)
    return _after(request, found, found.advance)


def _after(request: Request, found: Table, does: Callable[[], None]) -> Response:
    """Show the table after something was done, or with the reason why it was not."""
    told = ""
    try:
        with found.lock:
            does()
    except IllegalMoveError as error:
        told = str(error)
    if is_part(request) or told:
        return _rested(request, found, told)
    return RedirectResponse(f"/tables/{found.name}", 303)


def _rested(request: Request, found: Table, told: str = "") -> Response:
    """Return the page of a table, when others have thought for a moment."""
    found.rest(SECONDS_AT_ONCE)
    with found.lock:
        return shown(request, found, told)


@router.get("/tables/{name}/log")
def log(request: Request, name: str) -> Response:
    """Give the log of a game that is over."""
    found = found_table(request, name)
    headers = {"Content-Disposition": f'attachment; filename="{found.game}.jsonl"'}
    return PlainTextResponse(found.text(), media_type="application/jsonl", headers=headers)


@router.get("/replay")
def replay_form(request: Request) -> Response:
    """Show the form that takes a log."""
    return page(request, "replay", shown="")


@router.post("/replay", dependencies=[Depends(require_changes)])
async def replayed(request: Request, file: Annotated[UploadFile, File()]) -> Response:
    """Check a log, move by move, and show what happened."""
    from certify.play.logs.log_lines import LARGEST_LOG

    content = await file.read(LARGEST_LOG + 1)
    return await run_in_threadpool(_replayed, request, content)


def _replayed(request: Request, content: bytes) -> Response:
    from certify.language.document import text_of
    from certify.library.replayed_view import replayed_view
    from certify.play.logs.log_lines import LARGEST_LOG
    from certify.play.logs.replay import replay

    shelf = request.app.state.shelf
    if len(content) > LARGEST_LOG:
        raise SpecError(f"the log is larger than {LARGEST_LOG:,} bytes")
    found = replay(text_of(content, LOG), LOG, shelf.game)
    shown = part_of(replayed_view(found), "log")
    return page(request, "replay", shown=shown)


def shown(request: Request, found: Table, told: str = "") -> Response:
    """Return the page of a table."""
    seen = found.told()
    title = found.session.program.game.spec.game.title
    worths = worths_at(found, seen)
    return page(request, "table", table=found, title=title, worths=worths, told=told, **seen)


def worths_at(found: Table, seen: dict[str, Any]) -> str:
    """Return the address that tells what every option is worth; empty where no figures do."""
    loaded = found.session.program.game
    cards = {place.name: place.cards for place in seen["places"]}
    hands = [held for name, held in cards.items() if name.startswith(HANDS)]
    if engine_for(loaded) == ANALYSED and seen.get("hand"):
        given = {"cards": seen["hand"], "after": seen["after"]}
        if found.session.header.wagers:
            given["wagers"] = ",".join(found.session.header.wagers)
    elif has_charts(loaded) and len(hands) == 1:
        given = _blackjack_hand(found, cards, hands[0], seen["options"])
    else:
        given = {}
    return f"/games/{found.game}/hand?{urlencode({'ask': 1, **given})}" if given else ""


def _blackjack_hand(
    found: Table, cards: dict[str, tuple[str, ...]], hand: tuple[str, ...], offered: list[str]
) -> dict[str, Any]:
    """Return what `certify hand` is asked about a hand; nothing where it cannot be."""
    from certify.cards.ranks import parse_rank
    from certify.studies.twenty_one import BlackjackGame

    state, figures = found.session.state, found.figures
    loaded = found.session.program.game
    given: dict[str, Any] = {}
    if not cards.get(UPCARD):
        return given
    if has_option(loaded):
        if not loaded.spec.variables.keys() >= {BOUGHT, DOUBLED, ACTING}:
            return given
        is_bought = figures.value(state, BOUGHT)
        burned = cards.get(BURNED, ())
        if not is_bought:
            given["no_burnout"] = True
        elif burned:
            given["burned"] = burned[0][:-1]
        elif "stand" in offered and len(hand) > 2:
            given["kept"] = True
        if "burn" in offered and not figures.value(state, f"{DOUBLED}[{ACTING}]"):
            hand = (*hand, *cards.get(DRAWN, ()))
            offered = ["stand"]
    if "stand" not in offered:
        return {}
    (upcard,) = cards[UPCARD]
    given |= {"cards": ",".join(card[:-1] for card in hand), "upcard": upcard[:-1]}
    gone = [card for place, held in cards.items() if place.startswith(GONE) for card in held]
    if gone:
        try:
            left = list(BlackjackGame(loaded).full_shoe.counts)
            for card in gone:
                left[parse_rank(card[:-1])] -= 1
        except (CardError, SpecError):
            return {}  # a spec may label its cards otherwise, or give them other values
        given["shoe"] = ",".join(map(str, left))
    return given


def found_table(request: Request, name: str) -> Table:
    """Return a table by its name, or say that there is none."""
    try:
        found: Table = request.app.state.tables.table(name)
    except KeyError:
        raise HTTPException(404, "there is no such table; it may have been forgotten") from None
    return found
