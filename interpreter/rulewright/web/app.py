"""The web application: routes, error handlers and background tasks."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import re
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from rulewright import __version__
from rulewright.base.records import Record, field
from rulewright.base.table_component import FOLDER
from rulewright.language.edition.looks import PICTURES
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.web.background_tasks import run_forever
from rulewright.web.bots.bot_pool import BotPool
from rulewright.web.bots.bot_scheduler import BotScheduler
from rulewright.web.limits.connection_limits import ConnectionLimits, bounded_protocol
from rulewright.web.limits.rate_limits import HEADERS, RequestGuard, RequestLimits
from rulewright.web.pages.lobby_routes import LobbyPages
from rulewright.web.pages.question_routes import QuestionPages
from rulewright.web.pages.rendering import HERE
from rulewright.web.pages.table_routes import COMMANDS
from rulewright.web.request_context import UPLOAD_PATH, ConcurrencyLimit, page, visit_of
from rulewright.web.store.database import TableStore
from rulewright.web.store.identities import TokenSigner
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService
from rulewright.web.webhooks import WebhookCaller

LOGGER: Final = logging.getLogger("rulewright.web")
THREADS_PER_TABLE: Final = 4
THREADS_PER_ADDRESS: Final = 16
"""Out of Starlette's 40 worker threads."""

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "/new": (
        "edition", "name", "players", "option", "card", "minutes", "late", "away", "hints", "undo",
        "spectators",
    ),
    "/t/{table}/ask": ("ask", "what"),
    "/t/{table}/call": ("hook",),
    **{f"/t/{{table}}/{name}": tuple(fields) for name, (_, fields) in COMMANDS.items()},
    "/host/{key}": ("do", "table", "person"),
}  # fmt: skip
"""Fields of each form, besides the CSRF key that all of them carry."""

QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "/": ("lang",),
    "/new": ("edition", "lang"),
    "/t/{table}": ("lang",),
    "/t/{table}/stream": ("have", "words"),
    "/t/{table}/steps": ("at", "seen"),
    "/t/{table}/scenario": ("at",),
}


class ServerSettings(Record):
    """The settings of a server.

    `editions` are offered, all shipped ones if empty. `thinkers` is the number of bot processes, `bounds` are the
    limits per address. `private_hooks` allows webhooks into the host's own network. Players may upload rules into
    the folder `uploads`, if given. With `names`, requests for other host names are refused. `links` are the
    server's URLs for other machines in the network.
    """

    database: str
    editions: Sequence[str] = ()
    thinkers: int = 1
    bounds: RequestLimits = field(factory=RequestLimits)
    private_hooks: bool = False
    uploads: Path | None = None
    names: Sequence[str] = ()
    links: Sequence[str] = ()


def application(setup: ServerSettings) -> Starlette:
    """Return the ASGI application, ready to run. Raises DatabaseUnreachable if the database does not answer."""
    store, catalogue = TableStore(setup.database), EditionCatalogue(setup.editions, setup.uploads)
    game_cache, notifier, bot_pool = (
        GameCache(store, catalogue),
        TableNotifier(),
        BotPool(setup.thinkers),
    )
    service = TableService(store, catalogue, game_cache)
    scheduler = BotScheduler(service, bot_pool, notifier, WebhookCaller(setup.private_hooks))
    pages = QuestionPages(service, notifier, scheduler)

    @contextlib.asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        """Run the background tasks for as long as the server runs (ASGI lifespan)."""
        notifier.begin(pages.streams.wake)
        tasks_to_run = [scheduler.sweep, pages.streams.sweep]
        if not store.is_file:
            tasks_to_run.append(partial(notifier.listen, store.address))
        tasks = [asyncio.create_task(run_forever(each)) for each in tasks_to_run]
        yield
        for task in tasks:
            task.cancel()
        scheduler.close()
        bot_pool.close()
        store.close()

    stream = Route("/t/{table}/stream", pages.streams, methods=["GET"])
    guard = Middleware(RequestGuard, bounds=setup.bounds, stream=stream, names=setup.names)
    faults = {HTTPException: _error_page, Exception: _server_error}
    routes = [*_routes(pages), stream]
    app = Starlette(False, routes, [guard], faults, lifespan=running)
    app.state.service, app.state.notifier, app.state.pages = service, notifier, pages
    app.state.links = setup.links
    app.state.tokens = TokenSigner(store.secret("tokens"))
    app.state.turnstile = ConcurrencyLimit(THREADS_PER_TABLE, THREADS_PER_ADDRESS)
    return app


def _routes(pages: QuestionPages) -> list[BaseRoute]:
    """Return the routes of all pages, style sheets and pictures."""
    lobby = LobbyPages(pages)
    looked_at = {
        "/": lobby.start_page,
        "/new": lobby.new_table_form,
        "/me": lobby.link_page,
        "/me/{token}": lobby.adopt_link,
        "/t/{table}": pages.table_page,
        "/t/{table}/steps": pages.replay_page,
        "/t/{table}/save": pages.download_save,
        "/t/{table}/scenario": pages.download_scenario,
    }
    commands = {
        "/new": lobby.create_table,
        UPLOAD_PATH: lobby.upload,
        "/me/{token}": lobby.adopt_link,
        "/t/{table}/ask": pages.answer_question,
        "/t/{table}/again": pages.rematch_page,
        "/t/{table}/call": pages.set_webhook,
        **{f"/t/{{table}}/{name}": pages.command_page(name) for name in COMMANDS},
    }
    return [
        *(Route(path, page(draw), methods=["GET"]) for path, draw in looked_at.items()),
        *(Route(path, page(draw), methods=["POST"]) for path, draw in commands.items()),
        Route("/host/{key}", page(lobby.host_page), methods=["GET"]),
        Route("/host/{key}", page(lobby.run_host_command, forms=False), methods=["POST"]),
        Mount("/static/{version}/view", StaticFiles(directory=FOLDER)),
        Mount("/static/{version}", StaticFiles(directory=HERE / "static")),
        Route("/looks/{name}/{number:int}", _picture, methods=["GET"]),
        Route("/openapi.json", _openapi_page, methods=["GET"]),
    ]


def _picture(request: Request) -> Response:
    """Return a picture of an edition's looks. Raises HTTPException 404. Runs in a thread: it may read editions."""
    name, number = str(request.path_params["name"]), request.path_params["number"]
    pictures = request.app.state.service.catalogue.pictures_named(name)
    if number >= len(pictures):
        raise HTTPException(404)
    return FileResponse(pictures[number], media_type=PICTURES[pictures[number].suffix])


# ------------------------------------------------------------------ the addresses as an OpenAPI page


async def _openapi_page(request: Request) -> Response:
    """Return the OpenAPI description of all routes."""
    paths: dict[str, Any] = {}
    for route in request.app.routes:
        for method in sorted({"GET", "POST"} & (getattr(route, "methods", None) or set())):
            paths.setdefault(route.path, {})[method.lower()] = _operation(route.path, method)
    info = {"title": "Rulewright's table", "version": __version__}
    return JSONResponse({"openapi": "3.1.0", "info": info, "paths": paths})


def _operation(path: str, method: str) -> dict[str, Any]:
    """Return the OpenAPI description of one route and method."""
    path_fields = [
        _openapi_parameter(name, "path") for name in re.findall(r"{(\w+)(?::int)?}", path)
    ]
    queries = [
        _openapi_parameter(name, "query") for name in QUERIES.get(path, ()) if method == "GET"
    ]
    statuses = ("200", "303", "400", "403", "404", "405", "409", "413", "422", "429", "503")
    answers = {status: {"description": "a page, or JSON with a sentence"} for status in statuses}
    operation: dict[str, Any] = {"parameters": path_fields + queries, "responses": answers}
    if method == "POST":
        fields = {name: {"type": "string"} for name in ("key", *FIELDS.get(path, ()))}
        form = {"schema": {"type": "object", "properties": fields}}
        operation["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
    return operation


def _openapi_parameter(name: str, where: str) -> dict[str, Any]:
    """Return the OpenAPI description of a path or query parameter."""
    return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string"}}


# ------------------------------------------------------------------ what goes wrong


async def _error_page(request: Request, error: Any) -> Response:
    """Return a page for an unknown address or a refused form, without reading the rest of the request."""
    visit, status = visit_of(request), error.status_code
    with use_language(visit.language):
        sentences = {
            404: say("There is no such page."),
            413: say("This request is too large."),
        }
        answer = visit.message_page(
            status, sentences.get(status) or say("This page cannot do that.")
        )
    answer.headers.update(error.headers or {})
    return answer


async def _server_error(request: Request, error: Exception) -> Response:
    """Return a sentence about an internal error; the log of the server has the details."""
    return JSONResponse({"said": "A server error. All choices so far are kept."}, 500, HEADERS)


def run_server(
    app: Starlette, host: str, port: int, bounds: ConnectionLimits | None = None
) -> None:
    """Run the application until the process ends, with limits on its connections."""
    logging.basicConfig(level=logging.WARNING)
    gc.collect()
    gc.freeze()  # loaded modules stay, so the garbage collector need not scan them
    gc.set_threshold(20_000, 20, 20)  # cyclic garbage is rare here
    uvicorn.run(
        app, host=host, port=port, http=bounded_protocol(bounds or ConnectionLimits()),
        log_level="error", access_log=False, timeout_graceful_shutdown=2, server_header=False,
    )  # fmt: skip
