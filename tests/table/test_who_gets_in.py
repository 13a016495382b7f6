"""What the server refuses, and what nobody gets from it."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from starlette.applications import Starlette
from starlette.types import Message

from rulewright.web.limits.rate_limits import RequestLimits
from rulewright.web.pages.event_streams import OpenPage
from rulewright.web.refusals import DatabaseUnreachable
from rulewright.web.store.database import TableStore
from rulewright.web.store.identities import form_key, person_of
from rulewright.web.tables.edition_catalogue import LANGUAGES
from rulewright.web.tables.table_service import TableSettings
from table.kit import new_table, person, service_of, serving
from tiers import LONG

EXAMPLES = 3_000 if LONG else 50
SEEDS = range(11, 211 if LONG else 12)
TOKENS = [letter * 32 for letter in "abcd"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


def test_forms_of_other_sites_are_refused(app: Starlette) -> None:
    ann = person(app)
    table = new_table(ann)

    strange = ann.client.post(f"{table}/start", data={"key": form_key("somebody else")})
    crossed = ann.client.post(
        f"{table}/start", data={"key": ann.key}, headers={"sec-fetch-site": "cross-site"}
    )

    assert (strange.status_code, crossed.status_code) == (403, 403)
    assert "Begin the game" in ann.look(table).text


def test_no_page_has_a_script_or_style_in_it_and_browsers_are_told_to_run_none(
    app: Starlette,
) -> None:
    ann = person(app)
    table = new_table(ann, bots=2)
    pages = [ann.look(path) for path in ("/", "/new?edition=classic", table, "/me", "/nowhere")]
    ann.send(f"{table}/start")
    pages.append(ann.look(table))

    for page in pages:
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"<script>|<style|\sstyle=|\son\w+=|javascript:", page.text)


def test_cookies_are_kept_from_scripts_and_are_secure_behind_tls(app: Starlette) -> None:
    somebody = person(app)
    somebody.client.cookies.clear()
    plain = somebody.client.get("/")
    somebody.client.cookies.clear()
    over_tls = somebody.client.get("https://testserver/")

    for found in (plain, over_tls):
        assert "HttpOnly" in found.headers["set-cookie"]
        assert "SameSite=lax" in found.headers["set-cookie"]
    assert "Secure" not in plain.headers["set-cookie"]
    assert "Secure" in over_tls.headers["set-cookie"]


def test_what_is_too_large_or_too_much_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path, bounds=RequestLimits(body=1_000, rate=0.001, burst=8)) as app:
        somebody = person(app)
        large = somebody.send("/new", name="x" * 2_000)
        counts = [somebody.client.get("/").status_code for _ in range(10)]

    assert large.status_code == 413
    assert counts[0] == 200
    assert counts[-1] == 429


def test_what_is_asked_wrong_gets_a_sentence(app: Starlette) -> None:
    ann = person(app)
    table = new_table(ann)
    answers = {
        404: [ann.look("/t/none"), ann.look("/nowhere"), ann.look("/new?edition=none")],
        405: [ann.client.post("/")],
        400: [
            ann.send("/new", edition="classic", players="99"),
            ann.send("/new", edition="classic", players="x"),
            ann.send("/new", **{f"option{number}": "" for number in range(301)}),
        ],
        403: [person(app).send(f"{table}/start")],
        409: [
            ann.send(f"{table}/choose", asked="0.0", option="0"),
            ann.send(f"{table}/ask", ask="rules"),
        ],
    }

    for status, found in answers.items():
        for each in found:
            assert each.status_code == status
            assert "Traceback" not in each.text
            assert "<h1>" in each.text


def test_a_database_that_is_away_is_told_and_nothing_is_lost(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person(app)
    table = new_table(ann)

    def away(*_: object) -> None:
        raise DatabaseUnreachable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(TableStore, "reading", away)
        broken.setattr(TableStore, "writing", away)
        found = ann.look(table)
        sent = ann.send(f"{table}/start")

    assert (found.status_code, sent.status_code) == (503, 503)
    assert "Nothing is lost" in found.text
    assert "Begin the game" in ann.look(table).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rotating
def test_two_histories_that_a_seat_cannot_tell_apart_give_its_browser_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    with serving(folders[0], "classic") as one, serving(folders[1], "classic") as other:
        for seed in SEEDS:
            got = _bytes_for_others(one, monkeypatch, seed, 0, language)

            assert got == _bytes_for_others(other, monkeypatch, seed, 1, language)
            assert len(got) > 8


def _bytes_for_others(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, seed: int, odd: int, language: str
) -> list[bytes]:
    """Who drafts first takes another card; then all that the last one gets, who sees nothing of it yet.

    The table is in English, and whoever is not asked reads `language`.
    """
    deeds = service_of(app)
    people = [person(app, token) for token in TOKENS]
    monkeypatch.setattr(
        "rulewright.web.tables.table_service.secrets.token_urlsafe", lambda _: f"T{seed:021}"
    )
    table = deeds.create(TableSettings("classic", "en", 4, seed=seed), person_of(TOKENS[0]), "Ann")
    for token in TOKENS[1:]:
        deeds.join(table, person_of(token), "")
    deeds.start(table, person_of(TOKENS[0]), "")
    drafter = next(each for each in people if each.asked(each.look(f"/t/{table}").text)[0])
    others = [each for each in people if each is not drafter]
    asked, options = drafter.asked(drafter.look(f"/t/{table}").text)
    drafter.send(f"/t/{table}/choose", asked=asked, option=options[odd])
    second = next(each for each in others if each.asked(each.look(f"/t/{table}").text)[0])
    got = []
    assert ("Ce qui s" in others[0].look(f"/t/{table}?lang={language}").text) == (language == "fr")
    for each in [*(other for other in others if other is not second), person(app, "e" * 32)]:
        each.look(f"/t/{table}?lang={language}")
        answers = [
            each.look(f"/t/{table}"),
            each.send(f"/t/{table}/ask", ask="why 3"),
            each.send(f"/t/{table}/ask", ask="why not", what="draw"),
            each.send(f"/t/{table}/choose", asked="0.0", option="0"),
            each.look(f"/t/{table}/steps"),
        ]
        got += [answer.content for answer in answers]
        got += [repr(sorted(answer.headers.items())).encode() for answer in answers]
        token = each.client.cookies["rulewright"]
        got.append(asyncio.run(_first_of_stream(app, table, token, language)).encode())
    return got


async def _first_of_stream(app: Starlette, table: str, token: str, language: str) -> str:
    streams, got = app.state.pages.streams, []

    async def sent(message: Message) -> None:
        got.append(message["body"].decode())

    open_page = OpenPage(person_of(token), sent, language)
    await streams.first(table, open_page)
    await streams.begin(table, open_page)
    await streams.end(table, open_page)
    return "".join(got)


NAMES = (
    "edition", "players", "bot0", "bot", "minutes", "option", "card", "name", "asked", "seat", "agrees", "ask",
    "what", "line", "do", "person",
)  # fmt: skip
SAID = ("classic", "liars-hand", "3", "4", "-1", "0.0", "why 3", "why not", "hint", "drop", "end")
FIELDS = st.dictionaries(
    st.sampled_from(
        NAMES
    ),
    st.one_of(
        st.sampled_from(SAID),
        st.text(max_size=12),
    ),
    max_size=6,
)  # fmt: skip


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(number=st.integers(0, 1_000), fields=FIELDS, is_post=st.booleans(), state=st.integers(0, 3))
@pytest.mark.rotating
def test_nothing_that_is_sent_is_answered_with_a_fault(
    number: int, fields: dict[str, str], is_post: bool, state: int, app: Starlette
) -> None:
    """Every address of the OpenAPI page, with fields of all sorts; the client raises what the server does."""
    ann = person(app, TOKENS[0])
    tables = ["none", *_tables(app)]
    paths = list(ann.client.get("/openapi.json").json()["paths"])
    path = paths[number % len(paths)]
    if path.endswith("/stream"):
        return
    keys = {
        "{table}": tables[state % len(tables)],
        "{token}": "x" * 32,
        "{name}": "table.css",
        "{key}": "k",
    }
    for name, value in keys.items():
        path = path.replace(name, value)
    if is_post:
        found = ann.send(path, **fields)
    else:
        found = ann.client.get(
            path,
            params={**fields, "at": fields.get("seat", "1"), "seen": fields.get("what", "all")},
        )

    assert found.status_code < 500


def _tables(app: Starlette) -> list[str]:
    """A table that waits, and one that is played."""
    deeds = service_of(app)
    mine = person_of(TOKENS[0])
    kept = [row["id"] for row in deeds.store.tables_of(mine)]
    if len(kept) < 2:
        for begins in (False, True):
            table = deeds.create(TableSettings("liars-hand", "en", 3), mine, "A")
            if begins:
                deeds.start(table, mine, "first")
    return [row["id"] for row in deeds.store.tables_of(mine)][:3]
