"""Measures the playground in Chromium.

`python tests/tools/measure_in_browser.py [FOLDER]`; FOLDER is built already.

Times are of processors, all processes of the browser together; what other programs do meanwhile counts little.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from docs.browser_kit import browser, built, served

TICKS = os.sysconf("SC_CLK_TCK")


def processes(profile: Path) -> dict[int, float]:
    """The seconds that each process has used which belongs to the browser of a profile."""
    parents, used, found = {}, {}, set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        used[pid] = (int(fields[11]) + int(fields[12])) / TICKS
        if str(profile).encode() in command:
            found.add(pid)
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {pid: used[pid] for pid in found}


class Clock:
    """Prints what each step took."""

    def __init__(self, profile: Path) -> None:
        """Begin with nothing."""
        self.profile = profile
        self.last = processes(profile)
        self.wall = time.perf_counter()

    def step(self, what: str, do: Callable[[], object]) -> None:
        """Do something, and say what it took."""
        self.last, self.wall = processes(self.profile), time.perf_counter()
        do()
        now = processes(self.profile)
        spent = sum(seconds - self.last.get(pid, 0) for pid, seconds in now.items())
        print(f"{what:44}{spent:8.2f} s{time.perf_counter() - self.wall:8.2f} s wall", flush=True)


def answered(page: Any, what: str) -> None:
    """Press a button, and wait for what is answered."""
    page.evaluate("document.querySelector('.said').hidden = true")
    page.click(f"[data-do={what}]")
    page.wait_for_selector(".said:not([hidden])", timeout=300_000)


def first_question(page: Any) -> None:
    """Lay a table, and wait until the person is asked."""
    page.click("[data-do=play]")
    page.wait_for_selector(".option", timeout=90_000)


def opened(page: Any, address: str) -> None:
    """Go to the page, and wait until it fetches nothing more."""
    page.goto(address)
    page.wait_for_selector(".cm-content")
    page.wait_for_timeout(500)


QUIET = 3.5
"""Seconds after which all is answered that follows from a key, also what waits for a rest."""
KEYS = {"x": "attached", "Backspace": "detached"}
"""A key that makes a line wrong, and one that makes it right, with what the list of complaints does then."""


HALF_WRITTEN = (
    ("whe", "n"), ("when ", "I"), ("when I build a di", "s"), ("at the end of my turn, if my builds ", "i"),
    ("the guest gives 1 gold ", "t"), ("draw 1", "Backspace"), ("gain (", "1"), ('tell "{me} sin', "g"),
    ("power beg:", "Enter"), ("    pla", "y"),
)  # fmt: skip
"""Lines as one types them, each with the key that is measured; what begins with blanks is a key of the edition."""
SOON = 1.0
"""Seconds after a key in which it is answered; what is looked for at a rest comes after them."""


class Meter:
    """Says what a key takes of all processors, less what a page takes at rest."""

    def __init__(self, page: Any, profile: Path) -> None:
        """Find out what a rest takes."""
        self.page, self.profile = page, profile
        before = self.spent()
        page.wait_for_timeout(QUIET * 1000)
        self.idle = (self.spent() - before) / QUIET

    def spent(self) -> float:
        """What was used up to now."""
        return sum(processes(self.profile).values())

    def key(self, key: str, until: Callable[[], object]) -> tuple[float, float]:
        """What a key takes until something is so, and in all."""
        before, begun, taken = self.spent(), time.perf_counter(), []
        self.page.keyboard.press(key)
        for wait in (until, lambda: self.rest(begun + QUIET)):
            wait()
            taken.append(self.spent() - before - self.idle * (time.perf_counter() - begun))
        return taken[0], taken[1]

    def rest(self, moment: float) -> None:
        """Wait until some moment."""
        self.page.wait_for_timeout(max(moment - time.perf_counter(), 0) * 1000)


def told(what: str, found: list[tuple[float, float]]) -> None:
    """Print what keys take on average."""
    soon, in_all = (sum(each) / len(found) for each in zip(*found, strict=True))
    print(f"{what:60}{soon:8.2f} s{in_all:8.2f} s until all is quiet", flush=True)


def keys(page: Any, meter: Meter, times: int = 5) -> None:
    """Print what keys take that misspell a word, and put it right: until their complaint is shown or gone."""
    taken: dict[str, list[tuple[float, float]]] = {key: [] for key in KEYS}
    for key, state in [*KEYS.items()] * times:
        until = partial(page.wait_for_selector, ".complaints li.error", state=state)
        taken[key].append(meter.key(key, until))
    for key, state in KEYS.items():
        told(f"a key ({key}) until its complaint is {state}", taken[key])


def half_written(page: Any, meter: Meter) -> None:
    """Print what keys take in lines that are not whole yet: in the first second, and in all."""
    found = []
    for text, key in HALF_WRITTEN:
        begun_anew(page)
        if text.startswith(" "):
            page.locator("[role=tab]", has_text=".yaml").click()
        page.locator(".cm-line").last.click()
        for each in ("Control+End", "Enter"):
            page.keyboard.press(each)
        page.keyboard.type(text.strip() if text.startswith(" ") else f"    {text}")
        meter.rest(time.perf_counter() + QUIET)
        begun = time.perf_counter()
        found.append(meter.key(key, lambda begun=begun: meter.rest(begun + SOON)))  # type: ignore[misc]
        told(f"a key ({key}) behind `{text.strip()}`, the first second", found[-1:])
    told("a key in a half-written line, on average", found)
    begun_anew(page)


def begun_anew(page: Any) -> None:
    """The first example, as it was."""
    for index in (0, 1):
        page.select_option("[data-examples]", index=index)


def visit(address: str, profile: Path) -> None:
    """Print what a visit takes, from the page to a game."""
    sent: dict[str, int] = {}

    def note(answer: Any) -> None:
        sent[answer.url] = int(answer.headers.get("content-length", 0))

    with browser(profile) as context:
        context.on("response", note)
        page = context.new_page()
        clock = Clock(profile)
        clock.step("the page", lambda: opened(page, address))
        print(f"{'bytes before the first key':44}{sum(sent.values()):10,}")
        clock.step("ready: the first check is answered", lambda: answered(page, "check"))
        print(f"{'bytes in all':44}{sum(sent.values()):10,}")
        page.wait_for_timeout(1000)
        for what in ("test", "test", "check"):
            clock.step(what, partial(answered, page, what))
        page.locator(".cm-line", has_text="the host gives 1 gold").click()
        page.keyboard.press("End")
        page.wait_for_timeout(QUIET * 1000)
        meter = Meter(page, profile)
        print(f"{'idle, in a second':44}{meter.idle:8.3f} s")
        keys(page, meter)
        half_written(page, meter)
        clock.step("play: the first question", lambda: first_question(page))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        site = Path(sys.argv[1]) if sys.argv[1:] else Path(folder) / "site"
        if not sys.argv[1:]:
            built(site)
        profile = Path(folder) / "profile"
        with served(site) as (address, _):
            for title in ("first visit", "second visit"):
                print(f"-- {title}")
                visit(address, profile)
