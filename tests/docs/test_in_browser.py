"""The playground in a real browser: a mistake and its fix, tests, a game, an address, no net, a phone, keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.browser_kit import browser, built, missing, served
from docs.kit import DOCS, ci_module

pytestmark = [pytest.mark.long, pytest.mark.process]
visit = pytest.mark.skipif(bool(missing()), reason=f"not installed: {missing()}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built(folder / "playground")
    return folder


@pytest.fixture
def sent() -> dict[str, int]:
    """How many bytes each file has that was fetched."""
    return {}


@pytest.fixture
def page(site: Path, tmp_path: Path, sent: dict[str, int]) -> Iterator[Any]:
    """The playground at its first visit; what its scripts complain about fails the test."""
    faults: list[str] = []
    with served(site) as (address, server), browser(tmp_path) as context:
        page = context.new_page()
        page.server = server
        page.on("pageerror", lambda error: faults.append(str(error)))
        context.on("response", lambda each: sent.update({each.url: size(each)}))
        page.goto(f"{address}playground/")
        page.wait_for_selector(".cm-content")
        yield page
    assert faults == []


def size(response: Any) -> int:
    """The bytes of an answer, as its server tells."""
    return int(response.headers.get("content-length", 0))


def said(page: Any, what: str) -> str:
    """What is answered to a button."""
    page.click(f"[data-do={what}]")
    page.wait_for_selector(".said:not([hidden])")
    return str(page.inner_text(".said"))


def misspelt(page: Any) -> None:
    """Take a letter out of a name."""
    page.locator(".cm-line", has_text="the host gives 1 gold").click()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")


@pytest.mark.skipif(bool(missing(visited=False)), reason=f"not installed: {missing(visited=False)}")
def test_what_is_fetched_is_no_more_than_it_may_be(site: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in site.rglob("*") if path.is_file()}

    assert sum(sizes.values()) <= 9_000_000
    shown = ("index.html", "style.css", "rulewright-table.css", "main.js", "sw.js")
    assert sum(sizes[name] for name in shown) <= 600_000


@visit
def test_from_cold_to_a_mistake_its_fix_and_a_game(page: Any, sent: dict[str, int]) -> None:
    page.wait_for_timeout(1000)  # whatever is fetched unasked comes now
    assert sum(sent.values()) <= 600_000

    misspelt(page)
    page.wait_for_selector(".complaints li.error")
    assert "there is no thing here called `ost`" in page.inner_text(".complaints")
    assert sum(sent.values()) <= 9_000_000

    page.locator(".complaints .fix").first.click()
    page.wait_for_selector(".complaints li", state="detached")
    assert said(page, "test") == "2 scenarios in 1 file: 2 passed"

    page.click("[data-do=play]")
    page.locator("rulewright-table [data-choose]").first.click()
    page.locator("li", has_text="You choose a character").locator("[data-why]").click()
    page.locator(".answer", has_text="| ").wait_for()
    page.locator("rulewright-table .asks.mine").wait_for()
    page.click("text=Take back")
    page.locator(".answer", has_text="You cannot take this back").wait_for()
    page.fill(".why-not input", "build Palace")
    page.click("text=why not?")
    page.locator(".answer", has_text="not possible now").wait_for()


@visit
def test_an_address_holds_all_files(page: Any) -> None:
    misspelt(page)
    said(page, "share")
    address = page.url
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(address)
    page.locator(".cm-line", has_text="the ost gives 1 gold").wait_for()

    page.goto("about:blank")
    page.goto(address.partition("#")[0] + "#f=!!!")
    page.locator(".cm-line", has_text="the host gives 1 gold").wait_for()


@visit
def test_a_second_visit_needs_no_net(page: Any) -> None:
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    assert "no complaints" in said(page, "check")

    page.server.shutdown()
    page.server.server_close()
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    assert "no complaints" in said(page, "check")


@visit
def test_what_runs_can_be_ended_and_begins_anew(page: Any) -> None:
    page.click("[data-do=check]")
    page.click("[data-do=stop]")
    page.locator(".said", has_text="stopped").wait_for()

    assert "no complaints" in said(page, "check")


@visit
def test_a_phone_shows_all_without_going_sideways(page: Any) -> None:
    page.set_viewport_size({"width": 390, "height": 800})

    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@visit
def test_axe_finds_nothing(page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe

    misspelt(page)
    page.wait_for_selector(".complaints .fix")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]

        assert [each["id"] for each in found] == [], scheme


@visit
def test_the_menu_has_the_other_commands(page: Any) -> None:
    page.click(".menu summary")
    page.click("[data-do=rename]:visible", trial=True)
    page.keyboard.press("Escape")
    assert not page.locator("[data-do=rename]").is_visible()
    assert not page.locator("[data-do=stop]").is_visible()


@visit
def test_keys_alone_will_do(page: Any) -> None:
    page.locator(".tabs [aria-selected=true]").focus()
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".tabs [aria-selected=true]") == "our-table.yaml"

    page.locator(".cm-content").focus()
    page.keyboard.press("Control+Enter")
    page.wait_for_selector(".said:not([hidden])")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.cm-content')") is None


@visit
def test_each_lesson_is_done_by_its_solution_and_python_starts_once(
    site: Path, tmp_path: Path
) -> None:
    """Links lead from lesson to lesson, as in the site."""
    hooks = ci_module("site_hooks")
    shown = hooks.lessons(DOCS / "tour")
    (site / "tour").mkdir()
    for lesson, after in zip(shown, [*shown[1:], shown[0]], strict=True):
        foot = f'<a class="md-footer__link--next" href="{after.name}.html">next</a>'
        article = f"<article><h1>{lesson.title}</h1>{hooks.lesson_place(lesson)}</article>"
        text = f'<!doctype html><title>{lesson.title}</title>{article}<div class="md-footer">{foot}</div>'
        (site / "tour" / f"{lesson.name}.html").write_text(text, encoding="utf-8")

    undone: list[str] = []
    packs: list[str] = []
    with served(site) as (address, _), browser(tmp_path) as context:
        page = context.new_page()
        context.on("request", lambda each: packs.append(each.url) if ".pack" in each.url else None)
        page.goto(f"{address}tour/{shown[0].name}.html")
        for lesson in shown:
            page.wait_for_selector(f"h1:has-text({lesson.title!r})")
            page.wait_for_selector(".cm-content")
            said(page, "test")
            before = page.locator(".passed").count()
            page.click("[data-do=solve]")
            said(page, "test")
            if before or page.locator(".passed").count() != 1:
                undone.append(lesson.name)
            page.click(".md-footer a")

    assert undone == []
    assert len(packs) == 1
