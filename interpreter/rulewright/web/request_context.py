"""Requests as pages see them: person, language and form; and the handling of errors."""

from __future__ import annotations

import asyncio
import hmac
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import ImmutableMultiDict
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rulewright.base.records import Draft, field
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.language.text import RulesError
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.web.limits.rate_limits import address_of, host_of
from rulewright.web.limits.request_budget import PATIENCE, budgeted
from rulewright.web.pages.rendering import render_page
from rulewright.web.reach import LOOPBACK
from rulewright.web.refusals import Refused, TableBusy
from rulewright.web.store.identities import TokenSigner, form_key, person_of
from rulewright.web.tables.edition_catalogue import LANGUAGES
from rulewright.web.tables.uploads import MOST_FILES

COOKIE: Final = "rulewright"
SAFE_COOKIE: Final = "__Host-rulewright"
"""Cookie name used with TLS; the prefix binds the cookie to this host."""
LANGUAGE: Final = "rulewright_lang"
A_YEAR: Final = 365 * 86_400
QUIET: Final = "x-quiet"
"""Header of the script's requests; the script shows the answer in its page."""

MOST_FIELDS: Final = 300
UPLOAD_PATH: Final = "/rules"
"""The only URL whose forms may contain files."""


class Visit(Draft):
    """A request, with the cookies that its response will set."""

    request: Request
    token: str
    language: str
    form: ImmutableMultiDict[str, Any]
    cookies: dict[str, str]
    files: dict[str, bytes] = field(factory=dict)

    @property
    def person(self) -> str:
        """The id of the person who sent the request: a hash of the token."""
        return person_of(self.token)

    @property
    def key(self) -> str:
        """The CSRF key in the forms of a page."""
        return form_key(self.token)

    @property
    def is_from_script(self) -> bool:
        """Whether the script sent the request, and stays on its page."""
        return QUIET in self.request.headers

    @property
    def table(self) -> str:
        """The table id in the URL."""
        return str(self.request.path_params["table"])

    @property
    def base(self) -> str:
        """The base URL of the server, as the client uses it."""
        return str(self.request.base_url).rstrip("/")

    @property
    def base_for_others(self) -> str:
        """The base URL for other machines; empty if only this machine can open its pages."""
        if host_of(self.request.scope) not in LOOPBACK:
            return self.base
        return next(iter(self.request.app.state.links), "")

    def text(self, name: str, usual: str = "") -> str:
        """Return a field of the form, or of the query string if there is no form."""
        return str(self.form.get(name, usual))

    @property
    def tokens(self) -> TokenSigner:
        """The signer of tokens."""
        signer: TokenSigner = self.request.app.state.tokens
        return signer

    def fields(self, name: str) -> tuple[str, ...]:
        """Return the distinct values of all fields called `name`."""
        return tuple(dict.fromkeys(map(str, self.form.getlist(name))))

    def cards(self) -> tuple[str, ...]:
        """Return the distinct values of the fields for cards: `card`, and one with a hyphen for each choice."""
        names = [name for name in self.form if name.partition("-")[0] == "card"]
        return tuple(dict.fromkeys(each for name in names for each in self.fields(name)))

    def number(self, name: str, usual: int = -1) -> int:
        """Return a field of the form as a number. Raises Refused if it is none."""
        return parse_whole_number(self.text(name, str(usual)))

    def page(self, template: str, status: int = 200, **values: object) -> Response:
        """Render a template in the language of the visit, with the CSRF key for its forms."""
        return HTMLResponse(render_page(template, self.language, key=self.key, **values), status)

    def message_page(self, status: int, title: str, *lines: str) -> Response:
        """Return a page with a sentence, or the sentence as JSON for the script."""
        if self.is_from_script or "application/json" in self.request.headers.get("accept", ""):
            return JSONResponse({"said": " ".join((title, *lines))}, status)
        back = f"/t/{self.table}" if "table" in self.request.path_params and status != 404 else "/"
        return self.page("word.html", status, title=title, lines=lines, back=back)

    def redirect(self, address: str, sentence: str = "") -> Response:
        """Redirect to `address` after a command; the script stays on its page and gets JSON."""
        return (
            JSONResponse({"said": sentence})
            if self.is_from_script
            else RedirectResponse(address, 303)
        )


def download(text: str, name: str, kind: str) -> Response:
    """Return a response that the browser saves as a file."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=kind, headers=headers)


Page = Callable[[Visit], Response]
Handler = Callable[[Request], Awaitable[Response]]


def parse_whole_number(text: str) -> int:
    """Return `text` as an integer of at most 9 digits. Raises Refused."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise Refused(say("This is not a number."), 400)
    return int(text)


def page(draw: Page, forms: bool = True) -> Handler:
    """Return a request handler that runs `draw` in a thread. `forms` requires the CSRF key for POST requests."""

    async def handle(request: Request) -> Response:
        """Read the form of a POST request, wait for a slot, draw the page in a thread, and set cookies."""
        visit = visit_of(request)
        if request.method == "POST":
            await _read_form(visit)
        turnstile: ConcurrencyLimit = request.app.state.turnstile
        try:
            async with turnstile.slot(request):
                answer = await run_in_threadpool(_answer, draw, visit, forms)
        except TableBusy as busy:
            answer = await run_in_threadpool(_refusal, visit, busy)
        secure = request.url.scheme == "https"
        for name, value in visit.cookies.items():
            name = SAFE_COOKIE if secure and name == COOKIE else name
            answer.set_cookie(
                name, value, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure
            )
        return answer

    return handle


def visit_of(request: Request) -> Visit:
    """Return the visit for a request, without reading its form."""
    tokens: TokenSigner = request.app.state.tokens
    token = request.cookies.get(SAFE_COOKIE if request.url.scheme == "https" else COOKIE, "")
    cookies = {} if tokens.is_valid(token) else {COOKIE: (token := tokens.new())}
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE, "")
    accepted = request.headers.get("accept-language", "")[:2].lower()
    language = next((each for each in (wanted, accepted) if each in LANGUAGES), LANGUAGES[0])
    if request.query_params.get("lang") in LANGUAGES:
        cookies[LANGUAGE] = language
    return Visit(request, token, language, request.query_params, cookies)


async def _read_form(visit: Visit) -> None:
    """Read the form, with files only for uploads of rules. Raises HTTPException for a malformed form."""
    most = MOST_FILES if visit.request.url.path == UPLOAD_PATH else 0
    try:
        async with visit.request.form(max_files=most, max_fields=MOST_FIELDS) as visit.form:
            for each in visit.form.getlist("files"):
                if not isinstance(each, str):
                    visit.files[each.filename or ""] = await each.read()
    except (
        LookupError,
        UnicodeError,
        ClientDisconnect,
    ):  # an unknown charset, or the client has disconnected
        raise HTTPException(400) from None


def _answer(draw: Page, visit: Visit, forms: bool) -> Response:
    """Draw the page, or a page with a sentence if an error occurs."""
    with use_language(visit.language), budgeted():
        try:
            if visit.request.method == "POST" and forms:
                _refuse_strange_forms(visit)
            return draw(visit)
        except Refused as refused:
            return _refusal(visit, refused)
        except RulesError as error:
            title = say("The rules do not allow this.")
            return visit.message_page(422, title, *(each.message for each in error.complaints[:5]))
        except Fault:
            return visit.message_page(422, say("The rules do not allow this."))


def _refusal(visit: Visit, refused: Refused) -> Response:
    """Draw the page for a refused command."""
    with use_language(visit.language):
        answer = visit.message_page(refused.status, *str(refused).splitlines())
    if refused.status == 503:
        answer.headers["retry-after"] = "2"
    return answer


class ConcurrencyLimit:
    """A limit on concurrent requests in threads, per table and per address: fair semaphores in the event loop.

    Waiting requests hold no thread, so that a slow table or a busy address does not delay others.
    """

    def __init__(self, per_table: int, per_address: int, most_waiting: int = 200) -> None:
        self.per_table, self.per_address, self.most_waiting = per_table, per_address, most_waiting
        self.inside: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def slot(self, request: Request) -> AsyncIterator[None]:
        """Wait for a slot. Raises TableBusy after PATIENCE seconds, or if too many requests wait."""
        address, table = f"from {address_of(request.scope)}", request.path_params.get("table")
        await self._enter(address, self.per_address)
        try:
            if table is None:
                yield
                return
            await self._enter(f"at {table}", self.per_table)
            try:
                yield
            finally:
                self._leave(f"at {table}")
        finally:
            self._leave(address)

    async def _enter(self, name: str, most: int) -> None:
        """Take a slot, or wait for one in first-come order. Raises TableBusy."""
        inside = self.inside.get(name, 0)
        if inside < most:
            self.inside[name] = inside + 1
            return
        queue = self._waiting.setdefault(name, deque())
        if len(queue) >= self.most_waiting:
            raise TableBusy
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await asyncio.wait_for(turn, PATIENCE)
        except TimeoutError:
            raise TableBusy from None
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._leave(name)  # it got a slot, but was cancelled
            raise

    def _leave(self, name: str) -> None:
        """Pass the slot to the next waiting request, or free it."""
        queue = self._waiting.get(name, ())
        while queue:
            turn = queue.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._waiting.pop(name, None)
        self.inside[name] -= 1
        if not self.inside[name]:
            del self.inside[name]


def _refuse_strange_forms(visit: Visit) -> None:
    """Refuse cross-site requests (CSRF). Raises Refused."""
    site = visit.request.headers.get("sec-fetch-site", "same-origin")
    is_genuine = hmac.compare_digest(visit.key.encode(), visit.text("key").encode())
    if site not in ("same-origin", "none") or not is_genuine:
        message = say("This form is not from this server, or too old. Open the page again.")
        raise Refused(message, 403)
