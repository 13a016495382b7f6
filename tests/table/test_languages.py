"""Guests read and play in their own languages at one table."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from rulewright.web.pages.event_streams import OpenPage
from rulewright.web.store.identities import person_of
from rulewright.web.tables.edition_catalogue import LANGUAGES
from table.kit import Person, new_table, person, play_to_the_end, service_of, serving

ANY = {
    "en": re.compile(r"\b(the|you|your|and|draws)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(vous|votre|pioche|un|une)\b", re.IGNORECASE),
}
"""Words that only one of the languages has."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


def reader(app: Starlette, accepts: str) -> Person:
    """Somebody whose browser asks for pages in a language."""
    found = person(app)
    found.client.headers["accept-language"] = accepts
    return found


def two(app: Starlette, edition: str) -> tuple[list[Person], str]:
    """Ann reads English, Zoé French; Ann has opened the table."""
    people = [reader(app, "en-GB,en"), reader(app, "fr-CA,fr;q=0.9,en;q=0.5")]
    table = new_table(people[0], edition, "4" if edition == "classic" else "2", name="Ann")
    assert "Qui est assis" in people[1].look(table).text
    people[1].send(f"{table}/join", name="Zoé")
    for seat in ("2", "3") if edition == "classic" else ():
        people[0].send(f"{table}/seat", seat=seat, **{f"bot{seat}": "first"})
    people[0].send(f"{table}/start")
    return people, table


def data_of(page: str) -> Any:
    """What the script of a page gets."""
    found = re.search(r'<script type="application/json" id="data">(.+?)</script>', page)
    assert found is not None
    return json.loads(found[1])


async def _sent(app: Starlette, table: str, tokens: list[str]) -> list[str]:
    """What the pages of these people get by their streams when they open them, in the languages in order."""
    streams = app.state.pages.streams
    got: list[list[str]] = [[] for _ in tokens]
    name = table.removeprefix("/t/")
    for into, token, language in zip(got, tokens, LANGUAGES, strict=True):

        async def send(message: Message, into: list[str] = into) -> None:
            into.append(message["body"].decode())

        open_page = OpenPage(person_of(token), send, language)
        await streams.first(name, open_page)
        await streams.begin(name, open_page)
        await streams.end(name, open_page)
    return ["".join(each) for each in got]


@pytest.mark.rotating
def test_two_play_to_the_end_each_in_the_own_language(tmp_path: Path) -> None:
    with serving(tmp_path, "goofspiel") as own:
        people, table = two(own, "goofspiel")
        pages = [each.look(table).text for each in people]
        play_to_the_end(people, table)
        ends = [each.look(table).text for each in people]
    for page, end, language in zip(pages, ends, LANGUAGES, strict=True):
        value, last = data_of(page)["value"], data_of(end)["value"]
        assert f'<html lang="{language}">' in page
        assert value["edition"]["language"] == language
        assert value["decision"]["prompt"]
        assert last["outcome"]["scores"]
    english, french = (data_of(end)["value"] for end in ends)
    assert [each["number"] for each in english["story"]] == [
        each["number"] for each in french["story"]
    ]
    assert all(
        ours["text"] != theirs["text"]
        for ours, theirs in zip(english["story"][:9], french["story"][:9], strict=True)
    )


def test_the_streams_of_one_table_speak_the_language_of_each_page(app: Starlette) -> None:
    people, table = two(app, "classic")
    tokens = [each.client.cookies["rulewright"] for each in people]

    streams = asyncio.run(_sent(app, table, tokens))

    for own, other in (LANGUAGES, LANGUAGES[::-1]):
        text = streams[LANGUAGES.index(own)]
        told = json.loads(text.split("data: ")[1].split("\n")[0])
        story = (each["text"] for each in told["story"])
        words = " ".join((told["table"]["headline"], told["decision"]["doing"], *story))
        assert ANY[own].search(words), words
        assert not ANY[other].search(words), words


def test_an_answer_a_refusal_and_the_end_are_told_in_the_language_of_whoever_reads(
    app: Starlette,
) -> None:
    (ann, zoe), table = two(app, "classic")
    quiet = {"x-quiet": "1"}
    for somebody, rules, refused in (
        (ann, "Build", "already made"),
        (zoe, "Bâ", "déjà"),
    ):
        key = {"key": somebody.key}
        asked = somebody.client.post(f"{table}/ask", data={**key, "ask": "rules"}, headers=quiet)
        chosen = somebody.client.post(
            f"{table}/choose", data={**key, "asked": "7.7", "option": "0"}, headers=quiet
        )
        assert rules in asked.json()["html"]
        assert refused in chosen.json()["said"]
    service_of(app).end(table.removeprefix("/t/"))
    for path in (table, "/"):
        assert "The host has ended this table." in ann.look(path).text
        assert "mis fin à cette table." in zoe.look(path).text


def test_a_guest_changes_the_language_on_the_page_and_the_choice_is_remembered(
    app: Starlette,
) -> None:
    (ann, zoe), table = two(app, "classic")
    assert 'href="?lang=fr"' in ann.look(table).text

    changed = ann.look(f"{table}?lang=fr")

    assert str(changed.url.path) == table
    assert not changed.url.query
    for page in (changed.text, ann.look(table).text):
        assert data_of(page)["value"]["edition"]["language"] == "fr"
    assert data_of(zoe.look(table).text)["value"]["edition"]["language"] == "fr"
    assert data_of(person(app).look(table).text)["value"]["edition"]["language"] == "en"


async def _opened(app: Starlette, path: str, query: str, token: str) -> list[Message]:
    """What a browser that leaves at once gets from a stream."""
    got: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        got.append(message)

    head = [(b"host", b"testserver"), (b"cookie", f"rulewright={token}".encode())]
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": head,
        "client": ("1.2.3.4", 5), "server": ("testserver", 80), "scheme": "http", "root_path": "",
    }  # fmt: skip
    await app(scope, receive, send)
    return got


def test_a_stream_speaks_the_language_of_its_page_and_no_proxy_holds_it_back(
    app: Starlette,
) -> None:
    """An old page goes on in its language when another page of the browser has changed the cookie."""
    (ann, _), table = two(app, "classic")
    token = ann.client.cookies["rulewright"]
    for query in ("words=fr", "words=en", "words="):
        head, *bodies = asyncio.run(_opened(app, f"{table}/stream", query, token))
        sent = b"".join(each["body"] for each in bodies).decode()
        told = json.loads(sent.split("data: ")[1].split("\n")[0])
        assert (b"x-accel-buffering", b"no") in head["headers"]
        story = " ".join(each["text"] for each in told["story"])
        assert ANY["fr" if query == "words=fr" else "en"].search(story)


def test_the_form_of_a_new_table_changes_its_language_and_keeps_the_edition(app: Starlette) -> None:
    ann = reader(app, "en")
    form = ann.look("/new?edition=liars-hand").text
    links = re.findall(r'<a href="([^"]+)" lang="fr"', form)

    assert links == ["?edition=liars-hand&amp;lang=fr"]
    changed = ann.look(f"/new{html.unescape(links[0])}").text
    assert '<html lang="fr">' in changed
    assert 'name="edition" value="liars-hand"' in changed
