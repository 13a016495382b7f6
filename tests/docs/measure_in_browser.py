"""Measures the playground in Chromium: `python tests/docs/measure_in_browser.py [FOLDER]`; FOLDER is built already.

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


def keys(page: Any, profile: Path, times: int = 5) -> None:
    """Print what keys take: until their complaint is shown or gone, and in all, less what a page takes at rest."""

    def spent() -> float:
        return sum(processes(profile).values())

    before = spent()
    page.wait_for_timeout(QUIET * 1000)
    idle = (spent() - before) / QUIET
    taken: dict[str, list[tuple[float, float]]] = {key: [] for key in KEYS}
    for key, state in [*KEYS.items()] * times:
        before, begun = spent(), time.perf_counter()
        page.keyboard.press(key)
        page.wait_for_selector(".complaints li.error", state=state)
        shown = spent() - before - idle * (time.perf_counter() - begun)
        page.wait_for_timeout((QUIET + begun - time.perf_counter()) * 1000)
        in_all = spent() - before - idle * (time.perf_counter() - begun)
        taken[key].append((shown, in_all))
    print(f"{'idle, in a second':44}{idle:8.3f} s")
    for (key, state), found in zip(KEYS.items(), taken.values(), strict=True):
        shown, in_all = (sum(each) / times for each in zip(*found, strict=True))
        print(
            f"{f'a key ({key}) until its complaint is {state}':44}{shown:8.2f} s{in_all:8.2f} s until all is quiet"
        )


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
        keys(page, profile)
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
