"""A request as pages see it: who asks, in which language, with which form; and what becomes of what goes wrong."""

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
from rulewright.language.edition.translations.program_text import say, speaking
from rulewright.language.text import RulesError
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.web.limits.rate_limits import address_of
from rulewright.web.limits.request_budget import PATIENCE, budgeted
from rulewright.web.pages.rendering import drawn
from rulewright.web.refusals import Busy, Refused
from rulewright.web.store.identities import Tokens, form_key, person_of
from rulewright.web.tables.edition_catalogue import LANGUAGES
from rulewright.web.tables.uploads import MOST_FILES

COOKIE: Final = "rulewright"
SAFE_COOKIE: Final = "__Host-rulewright"
"""Behind TLS: browsers take a cookie of this name from this very host alone."""
LANGUAGE: Final = "rulewright_lang"
A_YEAR: Final = 365 * 86_400
QUIET: Final = "x-quiet"
"""The script asks with this header, and shows what is said in its place."""

MOST_FIELDS: Final = 300
BRINGING: Final = "/rules"
"""Only here forms may hold files."""


class Visit(Draft):
    """A request, and the cookies that its answer sets."""

    request: Request
    token: str
    language: str
    form: ImmutableMultiDict[str, Any]
    cookies: dict[str, str]
    files: dict[str, bytes] = field(factory=dict)

    @property
    def person(self) -> str:
        """Who asks; only a hash of his token."""
        return person_of(self.token)

    @property
    def key(self) -> str:
        """What forms on the page carry."""
        return form_key(self.token)

    @property
    def is_quiet(self) -> bool:
        """Whether the script asks, which stays on its page."""
        return QUIET in self.request.headers

    @property
    def table(self) -> str:
        """The id of the table that the address names."""
        return str(self.request.path_params["table"])

    @property
    def base(self) -> str:
        """The address of the server, as who asks has it."""
        return str(self.request.base_url).rstrip("/")

    def told(self, name: str, usual: str = "") -> str:
        """What a field of the form holds, or of the address where there is no form."""
        return str(self.form.get(name, usual))

    @property
    def tokens(self) -> Tokens:
        """What seals tokens here."""
        found: Tokens = self.request.app.state.tokens
        return found

    def fields(self, name: str) -> tuple[str, ...]:
        """What all fields of this name hold, each once."""
        return tuple(dict.fromkeys(map(str, self.form.getlist(name))))

    def number(self, name: str, usual: int = -1) -> int:
        """A number in the form. Raises Refused for what is none."""
        return whole_number(self.told(name, str(usual)))

    def page(self, template: str, status: int = 200, **values: object) -> Response:
        """A page in the language of the visit; its forms carry the key of who asks."""
        return HTMLResponse(drawn(template, self.language, key=self.key, **values), status)

    def word(self, status: int, title: str, *lines: str) -> Response:
        """A page with a sentence; for the script only the sentence."""
        if self.is_quiet or "application/json" in self.request.headers.get("accept", ""):
            return JSONResponse({"said": " ".join((title, *lines))}, status)
        back = f"/t/{self.table}" if "table" in self.request.path_params and status != 404 else "/"
        return self.page("word.html", status, title=title, lines=lines, back=back)

    def done(self, address: str, said: str = "") -> Response:
        """Where to go on after a deed; the script stays where it is."""
        return JSONResponse({"said": said}) if self.is_quiet else RedirectResponse(address, 303)


def download(text: str, name: str, kind: str) -> Response:
    """A file to keep."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type=kind, headers=headers)


Page = Callable[[Visit], Response]
Handler = Callable[[Request], Awaitable[Response]]


def whole_number(text: str) -> int:
    """A whole number that people may mean. Raises Refused."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise Refused(say("This is no number."), 400)
    return int(text)


def page(draw: Page, forms: bool = True) -> Handler:
    """A handler of requests that lets a page be drawn in a thread. Forms are taken only from our own pages."""

    async def handle(request: Request) -> Response:
        visit = visit_of(request)
        if request.method == "POST":
            await _read_form(visit)
        turnstile: Turnstile = request.app.state.turnstile
        try:
            async with turnstile.passing(request):
                answer = await run_in_threadpool(_answer, draw, visit, forms)
        except Busy as busy:
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
    """A request as pages see it, its form not read yet."""
    tokens: Tokens = request.app.state.tokens
    token = request.cookies.get(SAFE_COOKIE if request.url.scheme == "https" else COOKIE, "")
    cookies = {} if tokens.is_ours(token) else {COOKIE: (token := tokens.new())}
    wanted = request.query_params.get("lang") or request.cookies.get(LANGUAGE, "")
    accepted = request.headers.get("accept-language", "")[:2].lower()
    language = next((each for each in (wanted, accepted) if each in LANGUAGES), LANGUAGES[0])
    if request.query_params.get("lang") in LANGUAGES:
        cookies[LANGUAGE] = language
    return Visit(request, token, language, request.query_params, cookies)


async def _read_form(visit: Visit) -> None:
    """Read the fields of a form; files only where these are wanted. Raises HTTPException for what is no form."""
    most = MOST_FILES if visit.request.url.path == BRINGING else 0
    try:
        async with visit.request.form(max_files=most, max_fields=MOST_FIELDS) as visit.form:
            for each in visit.form.getlist("files"):
                if not isinstance(each, str):
                    visit.files[each.filename or ""] = await each.read()
    except (
        LookupError,
        UnicodeError,
        ClientDisconnect,
    ):  # an unknown charset, or nobody is there any more
        raise HTTPException(400) from None


def _answer(draw: Page, visit: Visit, forms: bool) -> Response:
    """Draw the page; whatever is in the way becomes a page with a sentence."""
    with speaking(visit.language), budgeted():
        try:
            if visit.request.method == "POST" and forms:
                _refuse_strange_forms(visit)
            return draw(visit)
        except Refused as refused:
            return _refusal(visit, refused)
        except RulesError as error:
            title = say("The rules do not allow this.")
            return visit.word(422, title, *(each.message for each in error.complaints[:5]))
        except Fault:
            return visit.word(422, say("The rules do not allow this."))


def _refusal(visit: Visit, refused: Refused) -> Response:
    """Draw the page that says why something is refused."""
    with speaking(visit.language):
        answer = visit.word(refused.status, *str(refused).splitlines())
    if refused.status == 503:
        answer.headers["retry-after"] = "2"
    return answer


class Turnstile:
    """Lets only so many requests of a table, and of an address, be in threads at once; the others wait outside.

    A waiting request holds no thread. So a table that is slow, or an address that asks much, holds up nobody else.
    """

    def __init__(self, per_table: int, per_address: int, most_waiting: int = 200) -> None:
        self.per_table, self.per_address, self.most_waiting = per_table, per_address, most_waiting
        self.inside: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def passing(self, request: Request) -> AsyncIterator[None]:
        """Wait for a turn. Raises Busy after PATIENCE seconds, and where too many wait."""
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
        inside = self.inside.get(name, 0)
        if inside < most:
            self.inside[name] = inside + 1
            return
        queue = self._waiting.setdefault(name, deque())
        if len(queue) >= self.most_waiting:
            raise Busy
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await asyncio.wait_for(turn, PATIENCE)
        except TimeoutError:
            raise Busy from None
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._leave(name)  # it was given a turn, and is gone
            raise

    def _leave(self, name: str) -> None:
        """Give the turn to the next who waits, if there is one."""
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
    """Refuse what another site made the browser send. Raises Refused."""
    site = visit.request.headers.get("sec-fetch-site", "same-origin")
    is_ours = hmac.compare_digest(visit.key.encode(), visit.told("key").encode())
    if site not in ("same-origin", "none") or not is_ours:
        strange = say("This form is not from this server, or too old. Open the page again.")
        raise Refused(strange, 403)
