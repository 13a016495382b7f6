"""Pages with the table component in a real browser: a built game, and the example of docs/embedding.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from docs.browser_kit import CHROMIUM, browser, served
from docs.kit import DOCS
from front.kit import Shell
from tiers import LONG

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not CHROMIUM, reason="Debian's package chromium is not installed"),
]
GAMES = ("classic", "modern", "oh-hell", "orchard", "caravan") if LONG else ("caravan",)
SEEDED = """(() => {
    let state = 7;
    Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    crypto.getRandomValues = (array) => array.fill(array instanceof BigUint64Array ? 7n : 7);
})()"""
"""The same game in each run of a test."""
PHONE = {"width": 390, "height": 844}
OVER = "rulewright-table .asks.over"
TABLE = "document.querySelector('rulewright-table')"
MINE = f"() => !!{TABLE}.value?.decision?.options"
ASKED = f"{TABLE}.value.told + JSON.stringify({TABLE}.value.decision)"
DIALOG = "!!document.querySelector('dialog')?.open"
WAITS = f"() => ({MINE})() || !!{TABLE}.value?.outcome || {DIALOG}"
CAME = f"before => {DIALOG} || !!{TABLE}.value.outcome || (({MINE})() && before !== {ASKED})"


@contextmanager
def opened(folder: Path, address: str) -> Iterator[Any]:
    """Open a page in a browser without movement; what its scripts complain about fails the test."""
    faults: list[str] = []
    with browser(folder / "profile", reduced_motion="reduce") as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.add_init_script(SEEDED)
        page.goto(address)
        yield page
    assert faults == []


def built(shell: Shell, folder: Path, edition: str, *options: object) -> str:
    """Build a page of a game; return its address, which needs no server."""
    target = folder / "game.html"
    shell.run("build", edition, "--html", *options, "-o", target)
    return target.as_uri()


def play(page: Any, until: Callable[[Any], bool], most: int = 400) -> None:
    """Choose something of what can be chosen, again and again."""
    for number in range(most):
        page.wait_for_function(WAITS)
        if until(page):
            return
        before = page.evaluate(ASKED)
        options = page.locator("rulewright-table [data-choose]")
        page.mouse.move(0, 0)  # a card below the mouse is raised over its neighbours
        # Cards of a hand overlap, so that only the left edge of each is sure to be seen.
        options.nth(number % options.count()).click(position={"x": 4, "y": 12})
        menu = page.locator("rulewright-table .menu:popover-open [data-sure]")
        if menu.count():
            menu.first.click()
        page.wait_for_function(CAME, arg=before)
    raise AssertionError("the game did not end")


def is_over(page: Any) -> bool:
    return bool(page.locator(OVER).count())


def violations(page: Any) -> list[str]:
    """What axe finds against a page; preloading would add inline styles to it, which the policy refuses."""
    from axe_playwright_python.sync_playwright import Axe

    found = (
        Axe()
        .run(page, options={"resultTypes": ["violations"], "preload": False})
        .response["violations"]
    )
    return [each["id"] for each in found]


@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.rotating
def test_a_built_game_is_played_to_its_end(shell: Shell, tmp_path: Path, edition: str) -> None:
    with opened(tmp_path, built(shell, tmp_path, edition)) as page:
        assert violations(page) == []
        page.click("text=Start")
        page.wait_for_function(MINE)
        assert violations(page) == []
        play(page, is_over)

        assert page.locator("rulewright-table .sheet, rulewright-table .middle.over").count()
        page.click("#fresh")
        assert page.locator("dialog[open]").count() == 1


@pytest.mark.rotating
def test_a_closed_page_goes_on_where_it_was(shell: Shell, tmp_path: Path) -> None:
    address = built(shell, tmp_path, "oh-hell", "--players", 3)
    with opened(tmp_path, address) as page:
        page.fill("[name=name0]", "Zoë")
        page.click("text=Start")
        chosen = 0

        def is_enough(_: Any) -> bool:
            nonlocal chosen
            chosen += 1
            return chosen > 3

        play(page, is_enough)
        before = page.evaluate(f"JSON.stringify({TABLE}.value)")
        page.reload()
        page.wait_for_function(MINE)
        assert page.evaluate(f"JSON.stringify({TABLE}.value)") == before
        assert "Zoë" in before

        page.click("#back")
        page.wait_for_function(f"before => JSON.stringify({TABLE}.value) !== before", arg=before)
        assert page.evaluate(f"{TABLE}.value.decision.player") == 0


@pytest.mark.rotating
def test_people_who_share_a_phone_see_only_their_own_cards(shell: Shell, tmp_path: Path) -> None:
    address = built(shell, tmp_path, "oh-hell", "--players", 3, "--lang", "fr")
    with opened(tmp_path, address) as page:
        page.set_viewport_size(PHONE)
        page.select_option("[name=by1]", "person")
        page.click("text=Commencer")
        seen: list[int] = []
        for _ in range(4):
            page.locator("dialog[open] h2", has_text="À jouer").wait_for()
            assert page.locator("rulewright-table [data-card]").count() == 0 or seen
            shown = page.evaluate(f"{TABLE}.value?.seat ?? null")
            assert shown == (seen[-1] if seen else None)  # nothing of the next person yet
            page.keyboard.press("Escape")  # does not show the cards
            page.locator("dialog[open]").wait_for()
            page.click("text=Montrer mes cartes")
            page.wait_for_function(MINE)
            seen.append(page.evaluate(f"{TABLE}.value.seat"))
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            play(page, lambda page: bool(page.locator("dialog[open]").count()))

        assert set(seen) == {0, 1}


@pytest.mark.rotating
def test_the_example_of_embedding_plays(shell: Shell, tmp_path: Path) -> None:
    (text,) = re.findall(r"(?ms)^```html\n(.*?)^```", (DOCS / "embedding.md").read_text("utf-8"))
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    shell.run("build", "oh-hell", "--players", 3, "-o", tmp_path / "oh-hell.wasm")
    with served(tmp_path) as (address, _), opened(tmp_path, address) as page:
        page.wait_for_function(MINE)
        play(page, is_over)
