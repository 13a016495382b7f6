"""The server: which address leads to which page, and what runs beside them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rulewright.front.common.speech import say, speaking
from rulewright.records import Record, field
from rulewright.table.answers import AfterPages, Answers
from rulewright.table.bot_turns import BotTurns
from rulewright.table.doors import Doors
from rulewright.table.faces import HERE
from rulewright.table.guards import Bounds, Guard
from rulewright.table.hooks import Hooks
from rulewright.table.keeping import Keeper
from rulewright.table.news import News
from rulewright.table.openapi import described
from rulewright.table.own_looks import PICTURES, style_of
from rulewright.table.running import Hall
from rulewright.table.shelf import Shelf
from rulewright.table.sittings import Sittings
from rulewright.table.table_pages import DEEDS, TablePages
from rulewright.table.thinking import Thinkers
from rulewright.table.visits import BRINGING, page, visit_of


class Setup(Record):
    """How a server is set up: its database, what is played, how many processes think, what one address may have.

    With `private_hooks` addresses of the host's own network are called too. Rules that players bring are kept in
    `uploads`; without such a folder they bring none.
    """

    database: str
    editions: Sequence[str] = ()
    thinkers: int = 1
    bounds: Bounds = field(factory=Bounds)
    private_hooks: bool = False
    uploads: Path | None = None


def application(setup: Setup) -> Starlette:
    """The server, ready to run. Raises Unreachable without its database."""
    keeper, shelf = Keeper(setup.database), Shelf(setup.editions, setup.uploads)
    hall, news, thinkers = Hall(keeper, shelf), News(), Thinkers(setup.thinkers)
    sittings = Sittings(keeper, shelf, hall)
    turns = BotTurns(sittings, thinkers, news, Hooks(setup.private_hooks))
    pages = TablePages(sittings, news, turns)

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        news.begin(pages.streams.wake)
        tasks = [asyncio.create_task(each.sweep()) for each in (turns, pages.streams)]
        if not keeper.is_file:
            tasks.append(asyncio.create_task(news.listen(keeper.address)))
        yield
        for task in tasks:
            task.cancel()
        turns.close()
        thinkers.close()
        keeper.close()

    stream = Route("/t/{table}/stream", pages.streams, methods=["GET"])
    guard = Middleware(Guard, bounds=setup.bounds, stream=stream)
    faults = {HTTPException: _not_there, Exception: _fault}
    routes = [*_routes(pages, thinkers), stream]
    app = Starlette(False, routes, [guard], faults, lifespan=running)
    app.state.sittings, app.state.news, app.state.pages = sittings, news, pages
    return app


def _routes(pages: TablePages, thinkers: Thinkers) -> list[BaseRoute]:
    doors, after, answers = Doors(pages), AfterPages(pages), Answers(pages, thinkers)
    looked_at = {
        "/": doors.start, "/new": doors.new, "/me": doors.me, "/me/{token}": doors.device, "/t/{table}": pages.show,
        "/t/{table}/steps": after.steps, "/t/{table}/save": after.save, "/t/{table}/scenario": after.scenario,
    }  # fmt: skip
    deeds = {
        "/new": doors.make, BRINGING: doors.bring, "/me/{token}": doors.device,
        "/t/{table}/ask": answers.ask, "/t/{table}/again": pages.again, "/t/{table}/call": pages.call_me,
        **{f"/t/{{table}}/{name}": pages.deed_named(name) for name in DEEDS},
    }  # fmt: skip
    return [
        *(Route(path, page(draw), methods=["GET"]) for path, draw in looked_at.items()),
        *(Route(path, page(draw), methods=["POST"]) for path, draw in deeds.items()),
        Route("/host/{key}", page(doors.host), methods=["GET"]),
        Route("/host/{key}", page(doors.host_does, forms=False), methods=["POST"]),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        Route("/looks/{name}.css", _looks, methods=["GET"]),
        Route("/looks/{name}/{number:int}", _picture, methods=["GET"]),
        Route("/openapi.json", _openapi, methods=["GET"]),
    ]


async def _looks(request: Request) -> Response:
    """What an edition adds to how its table looks; nothing, if it adds nothing."""
    name = str(request.path_params["name"])
    looks = request.app.state.sittings.shelf.looks_named(name)
    return Response(style_of(looks, f"/looks/{name}"), media_type="text/css")


async def _picture(request: Request) -> Response:
    looks = request.app.state.sittings.shelf.looks_named(str(request.path_params["name"]))
    pictures, number = list(looks.pictures.values()), request.path_params["number"]
    if number >= len(pictures):
        raise HTTPException(404)
    return FileResponse(pictures[number], media_type=PICTURES[pictures[number].suffix])


async def _openapi(request: Request) -> Response:
    routes = [route for route in request.app.routes if isinstance(route, Route)]
    return JSONResponse(described(routes))


async def _not_there(request: Request, error: Any) -> Response:
    """A sentence about an address or a form that leads nowhere; what else was sent is not read."""
    visit = visit_of(request)
    with speaking(visit.language):
        told = {
            404: say("There is no such page."),
            413: say("This is more than a request may hold."),
        }
        usual = say("This page is not asked so.")
        answer = visit.word(error.status_code, told.get(error.status_code, usual))
    answer.headers.update(error.headers or {})
    return answer


async def _fault(request: Request, error: Exception) -> Response:
    """A sentence for a fault of ours; what it was stands in the log of the server."""
    return JSONResponse({"said": "A fault of the server. What was decided is kept."}, 500)


def listen(app: Starlette, host: str, port: int) -> None:
    """Let an application serve for as long as this process runs."""
    logging.basicConfig(level=logging.WARNING)
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(20_000, 20, 20)  # hardly anything here is a circle
    uvicorn.run(
        app, host=host, port=port, log_level="warning", access_log=False,
        timeout_graceful_shutdown=2, server_header=False,
    )  # fmt: skip
