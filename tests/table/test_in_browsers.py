"""People with real browsers play to the end: one on a telephone, one by keyboard, one who loses the connection."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.processes import Server, servers
from tiers import LONG

CHROMIUM = Path("/usr/bin/chromium")
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="Debian's package chromium is not installed"),
]
QUIETLY = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
DESK = {"viewport": {"width": 1600, "height": 1000}}
TABLE = "rulewright-table"
ASKED = "() => document.title.startsWith('●') ? String(document.querySelector('rulewright-table').asked) : ''"
"""The id of the question; empty if nothing is asked."""
FOCUSED = (
    "() => !!document.querySelector('rulewright-table').shadowRoot.activeElement?.dataset.choose"
)
PLAYED = [("classic", 4), ("modern", 4), ("oh-hell", 4)] if LONG else [("caravan", 4)]
PICTURES = os.environ.get("RULEWRIGHT_PICTURES")
"""A folder for pictures of the table, if somebody wants them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with servers(f"sqlite:///{tmp_path_factory.mktemp('table') / 'tables'}") as found:
        yield found[0]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=str(CHROMIUM), args=list(QUIETLY))
        yield browser
        browser.close()


CHANGED = f"asked => ({ASKED})() !== asked"
TOUCHES = 3
"""How often somebody chooses before the test fails: people touch again if nothing happened."""


class Somebody:
    """Somebody with a browser: who does as people do, and no otherwise."""

    def __init__(self, chromium: Any, **looks: Any) -> None:
        self.context = chromium.new_context(**looks)
        self.page = self.context.new_page()
        self.faults: list[str] = []
        self.made = 0
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._said)

    def _said(self, message: Any) -> None:
        if message.type == "error" and "ERR_INTERNET_DISCONNECTED" not in message.text:
            self.faults.append(message.text)

    def is_over(self) -> bool:
        return bool(self.page.locator("text=Look at the game again").count())

    def asked(self) -> str:
        return str(self.page.evaluate(ASKED))

    def move(self) -> bool:
        """Choose if it is one's turn, and wait until the page shows what came of it."""
        asked = self.asked()
        if not asked:
            return False
        for again in range(TOUCHES):
            if self.asked() != asked:
                break
            self.choose()
            try:
                self.page.wait_for_function(CHANGED, arg=asked, timeout=5_000 * (again + 1))
                break
            except Exception as error:  # of a package that is imported late
                # News that come in between a touch and its confirmation draw the page anew.
                if type(error).__name__ != "TimeoutError" or again == TOUCHES - 1:
                    raise
        self.made += 1
        return True

    def choose(self) -> None:
        """On a card, a player or a button, whatever bears the option."""
        found = self.page.locator(f"{TABLE} [data-choose]")
        found.nth(self.made % found.count()).click()
        self.choose_from_menu()

    def choose_from_menu(self) -> None:
        """Take the first of several options for one thing."""
        self.page.wait_for_timeout(100)  # it opens a moment after the click
        menu = self.page.locator(f"{TABLE} .menu:popover-open [data-sure]")
        if menu.count():
            menu.first.click()


class OnThePhone(Somebody):
    def choose(self) -> None:
        found = self.page.locator(f"{TABLE} [data-choose]")
        found.nth(self.made % found.count()).tap()
        confirmed = self.page.locator(f"{TABLE} .asks [data-sure]")
        if confirmed.count():  # the first touch only lifts a card
            confirmed.first.tap()
        self.choose_from_menu()


class ByKeyboard(Somebody):
    def choose(self) -> None:
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(FOCUSED):
                self.page.keyboard.press("Enter")
                if self.page.locator(f"{TABLE} .menu:popover-open").count():
                    self.page.keyboard.press("Enter")
                return
        raise AssertionError("no option is reached by the tabulator")


class Losing(Somebody):
    """Twice without a connection, and once with a page that is opened anew."""

    lost = 0

    def choose(self) -> None:
        if self.made in (1, 3) and self.lost < self.made:
            self.lost = self.made
            self.context.set_offline(True)
            time.sleep(1)
            self.context.set_offline(False)
        if self.made == 4:
            self.page.reload()
        super().choose()


def violations(page: Any) -> list[str]:
    """What axe finds against a page; preloading would add inline styles to it, which the policy refuses."""
    from axe_playwright_python.sync_playwright import Axe

    found = (
        Axe()
        .run(page, options={"resultTypes": ["violations"], "preload": False})
        .response["violations"]
    )
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found]


def sat_down(server: Server, people: list[Somebody], edition: str) -> None:
    """All sit at a new table of the first one, and the game has begun; the pages on the way are looked at."""
    host, wrong = people[0].page, []
    host.goto(server.address)
    wrong += violations(host)
    host.goto(f"{server.address}/new?edition={edition}")
    host.fill("#name", "Ann")
    host.select_option("#players", str(len(people)))
    wrong += violations(host)
    host.click("text=Open the table")
    wrong += violations(host)
    for each, name in zip(people[1:], ("Bob", "Cy", "Dee"), strict=False):
        each.page.goto(host.url)
        each.page.fill("#name", name)
        each.page.click("text=Sit down")
    host.click("text=Begin the game")
    for each in people:
        each.page.wait_for_selector(TABLE)
    assert wrong == []


def drawn(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A seat's value in one of the states of which pictures are made, and the looks of its edition."""
    from tools.photograph_table import STATES, looks_of, state

    which = next(each[1:] for each in STATES if each[0] == name)
    return state(*which), looks_of(which[0])


def opened(context: Any) -> Any:
    """A page with the component alone."""
    from tools.photograph_table import serve

    page = context.new_page()
    page.route("**/*", serve)
    page.goto("http://table.test/")
    return page


def show(page: Any, value: Any, looks: Any) -> None:
    from tools import photograph_table

    photograph_table.show(page, value, looks)
    is_drawn = "({ small, clientWidth }) => small === clientWidth <= 620"
    page.wait_for_function(f"() => ({is_drawn})(document.querySelector('{TABLE}'))")


def photographed(somebody: Somebody, name: str) -> None:
    if PICTURES:
        somebody.page.screenshot(path=f"{PICTURES}/{name}.png")


@pytest.mark.parametrize(("edition", "count"), PLAYED)
@pytest.mark.rotating
def test_four_people_with_browsers_play_to_the_end(
    server: Server, chromium: Any, edition: str, count: int
) -> None:
    kinds = (Somebody, OnThePhone, ByKeyboard, Losing)[:count]
    people = [kind(chromium, **(PHONE if kind is OnThePhone else DESK)) for kind in kinds]
    sat_down(server, people, edition)
    to_look_at = set(
        people[:2]
    )  # on a desk and on a telephone; the others have the page of the first
    until = time.time() + 540
    while not all(each.is_over() for each in people):
        assert time.time() < until, "the game does not end"
        for each in people:
            if each.move() and each.made == 3 and each in to_look_at:
                to_look_at.remove(each)
                assert violations(each.page) == []
                photographed(each, f"{edition}-{type(each).__name__.lower()}")
        people[0].page.wait_for_timeout(10)

    for each in people:
        assert each.faults == []
        width = each.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width[0] <= width[1]
        assert each.page.locator(f"{TABLE} .sheet .first").count()
    assert violations(people[0].page) == []
    photographed(people[0], f"{edition}-end")
    people[0].page.click("text=Look at the game again")
    assert violations(people[0].page) == []
    for each in people:
        each.context.close()


@pytest.mark.long
def test_without_script_the_same_page_plays(server: Server, chromium: Any) -> None:
    somebody = Somebody(chromium, java_script_enabled=False, **DESK)
    page = somebody.page
    page.goto(f"{server.address}/new?edition=liars-hand")
    page.select_option("#players", "3")
    page.click("text=Open the table")
    page.select_option("#bot", "first")
    page.click("text=Begin the game")
    for _ in range(400):
        if somebody.is_over():
            break
        if page.locator(".options button").count():
            page.locator(".options button").first.click()
        else:
            page.wait_for_timeout(200)
            page.reload()

    assert somebody.is_over()
    somebody.context.close()


@pytest.mark.rotating
def test_on_a_phone_players_are_chosen_at_the_bottom_and_a_choice_is_taken_back(
    chromium: Any,
) -> None:
    """The component alone, with what the page puts into its slot, at 390 × 844 and on a desk."""
    value, looks = drawn("player")
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = opened(context)
    deeds = "<div slot='deeds'><button id='back'>Take my last choice back</button></div>"
    page.evaluate(
        "html => document.querySelector('rulewright-table').insertAdjacentHTML('beforeend', html)",
        deeds,
    )
    show(page, value, looks)
    options = len(value["decision"]["options"])
    buttons = page.locator(f"{TABLE} [data-choose]")

    assert buttons.count() == options
    for at in range(options):
        box = buttons.nth(at).bounding_box()
        assert box["y"] > 844 / 2
        assert box["height"] >= 44
    assert page.locator("#back").is_visible()
    waiting = {**value, "decision": {**value["decision"], "player": 1, "options": None}}
    show(page, waiting, looks)
    assert page.locator("#back").is_visible()

    page.set_viewport_size({"width": 1280, "height": 800})
    show(page, value, looks)
    assert page.locator(f"{TABLE} .seat [data-choose]").count() == options - 1
    assert page.locator(f"{TABLE} [data-choose]").count() == options
    context.close()


@pytest.mark.rotating
def test_options_for_a_place_are_bound_to_it_and_not_offered_as_buttons(chromium: Any) -> None:
    """Each of four lamps that their keeper cannot see is hung or put away."""
    value, looks = drawn("lamps")
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = opened(context)
    listens = "table => table.addEventListener('choose', event => { window.chosen = event.detail.index; })"
    page.locator(TABLE).evaluate(listens)
    show(page, value, looks)

    bound = page.locator(f"{TABLE} .own .back[data-choose]")
    assert bound.count() == 4
    assert page.locator(f"{TABLE} [data-choose]").count() == 4
    bound.nth(2).click()
    page.locator(f"{TABLE} .menu:popover-open [data-sure]").nth(1).click()
    option = value["decision"]["options"][page.evaluate("window.chosen")]
    assert option["data"]["option"] == "put-away"
    assert {"place": f"{value['seat']}/south hook"} in option["names"]
    context.close()


@pytest.mark.parametrize("looks", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.rotating
def test_the_form_is_readable_by_all_and_its_cards_are_chosen_by_keyboard(
    server: Server, chromium: Any, looks: Any
) -> None:
    somebody = Somebody(chromium, **looks)
    page = somebody.page
    page.goto(f"{server.address}/new?edition=classic")
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    page.wait_for_selector("[data-face=Witch] .card")

    assert violations(page) == []
    width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1]
    page.focus("[name=card-character-1]:checked")
    page.keyboard.press("ArrowRight")
    assert page.input_value("[name=card-character-1]:checked")
    assert somebody.faults == []
    somebody.context.close()


@pytest.mark.long
def test_the_clock_runs_out_and_a_lost_player_is_played_for(server: Server, chromium: Any) -> None:
    """One minute for a move, then the table chooses; a bot plays for whoever is gone, who then comes back."""
    ann, bob = Somebody(chromium, **DESK), Somebody(chromium, **PHONE)
    ann.page.goto(f"{server.address}/new?edition=goofspiel")
    ann.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    for name, value in (
        ("#name", "Ann"),
        ("#players", "2"),
        ("#minutes", "1"),
        ("#late", "default"),
    ):
        (ann.page.fill if name == "#name" else ann.page.select_option)(name, value)
    ann.page.check("[name=away]")
    ann.page.click("text=Open the table")
    bob.page.goto(ann.page.url)
    bob.page.fill("#name", "Bob")
    bob.page.click("text=Sit down")
    ann.page.click("text=Begin the game")
    for each in (ann, bob):
        each.page.wait_for_selector(f"{TABLE} .asks")
    table = ann.page.url

    ann.page.wait_for_selector("#said:has-text('is up: the table has chosen.')", timeout=90_000)
    assert bob.page.locator("#part-talk .note").count()
    left = ann.page.locator(f"{TABLE} .time").first.inner_text()
    assert left.strip().startswith(("0:5", "1:0"))
    bob.page.goto("about:blank")
    ann.page.wait_for_selector("#said:has-text('Bob has lost the connection')", timeout=240_000)
    bob.page.goto(table)
    ann.page.wait_for_selector("#said:has-text('Bob plays again.')", timeout=15_000)
    assert ann.faults == bob.faults == []
    for each in (ann, bob):
        each.context.close()


@pytest.mark.long
def test_two_languages_at_one_table(server: Server, chromium: Any) -> None:
    """Each browser asks for pages in its language; one is changed by the link on the page."""
    ann, zoe = (Somebody(chromium, locale=locale, **DESK) for locale in ("en-GB", "fr-FR"))
    ann.page.goto(f"{server.address}/new?edition=expeditions")
    ann.page.select_option("#players", "2")
    ann.page.click("text=Open the table")
    zoe.page.goto(ann.page.url)
    zoe.page.fill("#name", "Zoé")
    zoe.page.click("button.main")
    ann.page.click("text=Begin the game")
    for each in (ann, zoe):
        each.page.wait_for_selector(f"{TABLE} .asks")
    for number in range(8):
        for each in (ann, zoe):
            if each.asked():
                each.move()
        if number == 3:
            ann.page.click(f"{TABLE} .languages >> text=Français")
            ann.page.wait_for_selector(f"{TABLE} .asks")
        zoe.page.wait_for_timeout(200)
    zoe.page.click(f"{TABLE} .languages >> text=English")
    zoe.page.wait_for_selector(f"{TABLE} .asks")

    for each, heading, story in ((ann, "Récit", "pose"), (zoe, "Story", "lay")):
        told = each.page.locator(f"{TABLE} .story").inner_text()
        assert told.startswith(heading)
        assert story in told
        assert each.faults == []
        assert violations(each.page) == []
        each.context.close()


WATCHED = """
window.notices = [];
window.Notification = class { static permission = "granted"; static async requestPermission() { return "granted"; }
    constructor(title, more) { window.notices.push([title, more.body]); } };
Object.defineProperty(document, "hidden", { get: () => true });
"""
"""A page that nobody looks at, and that lists its notifications."""


@pytest.mark.rotating
def test_who_looks_elsewhere_is_called_and_a_quick_word_needs_one_click(
    server: Server, chromium: Any
) -> None:
    ann, bob = Somebody(chromium, **DESK), Somebody(chromium, **DESK)
    ann.context.add_init_script(WATCHED)
    sat_down(server, [ann, bob], "expeditions")
    first, second = (ann, bob) if ann.asked() else (bob, ann)
    for signal in ("sound", "notice"):
        assert ann.page.get_attribute(f"[data-signal={signal}]", "aria-pressed") == "false"
        ann.page.click(f"[data-signal={signal}]")
    ann.page.reload()
    ann.page.wait_for_selector(f"{TABLE} .asks")
    assert ann.page.locator('[data-signal][aria-pressed="true"]').count() == 2

    for _ in range(6):
        for each in (first, second):
            while each.asked():
                each.move()
        ann.page.wait_for_timeout(300)
        if ann.page.evaluate("window.notices.length"):
            break

    assert ann.page.evaluate("window.notices[0]") == ["It is your move.", "Expeditions"]
    assert bob.page.evaluate("window.notices") is None
    bob.page.click('.signals [value="👏"]')
    ann.page.locator(".talk li", has_text="👏").wait_for()
    assert ann.faults == bob.faults == []
    ann.context.close()
    bob.context.close()
