"""Makes the picture of a table that README.md shows.

`PYTHONPATH=tests python tests/tools/photograph_table.py docs/table.png`
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from table.processes import servers
from table.test_in_browsers import CHROMIUM, PHONE, QUIETLY, OnThePhone, Somebody, sat_down

EDITION = "classic"
SIZE = {"width": 1400, "height": 1000}
BUILT = 7
"""After so many own decisions something lies on the table."""
FEWEST = 3
"""Options that are worth a picture."""


def main(target: Path) -> None:
    """Four sit down and play until the first has something to choose, and to show."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        server = stack.enter_context(servers(f"sqlite:///{folder}/tables"))[0]
        playing = stack.enter_context(sync_playwright())
        chromium = playing.chromium.launch(executable_path=str(CHROMIUM), args=list(QUIETLY))
        stack.callback(chromium.close)
        people = [Somebody(chromium, viewport=SIZE) for _ in range(3)]
        people.append(OnThePhone(chromium, **PHONE))
        sat_down(server, people, EDITION)
        options = people[0].page.locator(".options button")
        while people[0].made < BUILT or options.count() < FEWEST:
            for each in people:
                each.move()
                if people[0].made >= BUILT and options.count() >= FEWEST:
                    break
            people[0].page.wait_for_timeout(20)
        people[0].page.screenshot(path=str(target))
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
