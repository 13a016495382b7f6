"""A server for tests, and people with browsers of their own before it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define
from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rulewright.web.app import ServerSettings, application
from rulewright.web.limits.rate_limits import RequestLimits
from rulewright.web.store.identities import form_key, new_token
from rulewright.web.tables.table_service import TableService

FREE = RequestLimits(rate=1e6, burst=1e6, new_tables=1e6)
KEY = re.compile(r'name="key" value="(\w+)"')
ASKED = re.compile(r'form="choose" name="asked" value="([\d.]+)"')
OPTION = re.compile(r'form="choose" name="option" value="(\d+)"')


@define
class Person:
    """Somebody with a browser that runs no script."""

    client: TestClient
    key: str = ""

    def look(self, path: str) -> Response:
        """Open a page."""
        found = self.client.get(path)
        self.key = (KEY.search(found.text) or [self.key, self.key])[1]
        return found

    def send(self, path: str, **fields: str) -> Response:
        """Send a form."""
        return self.client.post(path, data={"key": self.key, **fields})

    def asked(self, page: str) -> tuple[str, list[str]]:
        """The decision that a page asks for, and its options; none if it is another's."""
        asked = ASKED.search(page)
        return (asked[1], OPTION.findall(page)) if asked else ("", [])


@contextmanager
def serving(
    folder: Path,
    *editions: str,
    bounds: RequestLimits = FREE,
    thinkers: int = 0,
    database: str = "",
    **more: Any,
) -> Iterator[Starlette]:
    """A server as it runs, with a database of its own."""
    address = database or f"sqlite:///{folder / 'tables'}"
    app = application(
        ServerSettings(address, editions or ("liars-hand", "classic"), thinkers, bounds, **more)
    )
    with TestClient(app):
        yield app


def person(app: Starlette, token: str = "") -> Person:
    """Somebody before a server that runs."""
    client, own = TestClient(app), app.state.tokens.sign(token or new_token())
    client.cookies.set("rulewright", own)
    return Person(client, form_key(own))


def service_of(app: Starlette) -> TableService:
    """What the server keeps."""
    found: TableService = app.state.service
    return found


def new_table(
    somebody: Person, edition: str = "liars-hand", players: str = "3", bots: int = 0, **more: Any
) -> str:
    """A new table at which somebody sits, and some bots on the last seats; its address."""
    usual = {"minutes": "0", "undo": "on", "hints": "on", "spectators": "on"}
    fields = {"edition": edition, "players": players, **usual, **more}
    made = somebody.send("/new", **fields)
    assert made.status_code == 200, made.text
    table = str(made.url.path)
    for seat in map(str, range(int(players) - bots, int(players))):
        set_ = somebody.send(f"{table}/seat", seat=seat, **{f"bot{seat}": "first"})
        assert set_.status_code == 200, set_.text
    return table


def play_to_the_end(people: list[Person], table: str) -> str:
    """Let people choose by forms until the game is over; the last page."""
    for number in range(2_000):
        for somebody in people:
            page = somebody.look(table).text
            if f"{table}/steps" in page:
                return page
            asked, options = somebody.asked(page)
            if asked:
                option = options[number % len(options)]
                chosen = somebody.send(f"{table}/choose", asked=asked, option=option)
                assert chosen.status_code == 200, chosen.text
                break
        else:
            time.sleep(0.02)
    raise AssertionError("the game does not end")
