"""Makes pictures of ten states of a table at three sizes, and the picture that README.md shows.

`PYTHONPATH=tests python tests/tools/photograph_table.py FOLDER` writes them into FOLDER, and `docs/table.png`.
It also prints how long an update takes, and the size of the component.
"""

from __future__ import annotations

import gzip
import json
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, Route, sync_playwright

import rulewright
from rulewright.base.library import find_library
from rulewright.base.table_component import FOLDER, MODULES, STYLE
from rulewright.language.edition.loading.load import load_edition
from rulewright.language.edition.looks import load_looks
from table.test_in_browsers import CHROMIUM, QUIETLY

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
SIZES: Final = {"desk": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
NAMES: Final = ("Anna", "Ben", "Chloe", "Dario", "Emre", "Freya", "Goran", "Hana")
Test = Callable[[Any], bool]


def _asks(kind: str, options: int) -> Test:
    """Return a test for a decision of this kind with at least so many options."""
    return lambda decision: kind in decision.kind and len(decision.options) >= options


def _builds(options: int) -> Test:
    """Return a test for a turn in which so many cards can be built."""
    return lambda decision: (
        sum(each.data.get("power") == "build" for each in decision.options) >= options
    )


STATES: Final[tuple[tuple[str, str, str, int, int, int, Test, str], ...]] = (
    ("turn", "classic", "en", 4, 6, 70, _builds(2), "mover"),
    ("character", "modern", "fr", 6, 3, 100, _asks("drafts.character", 3), "mover"),
    ("player", "modern", "en", 6, 3, 40, _asks("Magician.conjure.choice", 5), "mover"),
    ("eight-wait", "modern", "en", 8, 7, 300, _builds(1), "other"),
    ("onlooker", "classic", "en", 4, 6, 90, _builds(1), "nobody"),
    ("over", "classic", "en", 4, 6, 0, _asks("no such", 99), "other"),
    ("trick", "oh-hell", "en", 4, 5, 14, _asks("lays", 3), "mover"),
    ("garden", "orchard", "en", 4, 2, 30, _asks("main", 4), "mover"),
    ("lamps", "fog-signals", "fr", 5, 4, 16, _asks("turn.choice", 4), "mover"),
    ("expeditions", "expeditions", "en", 2, 4, 30, _asks("", 4), "mover"),
)
"""Name, edition, language, players, seed, choices before it, what is asked, and who looks."""


def _choose(game: Any, chance: random.Random) -> None:
    """Choose at random, but build often, so that something lies on the table."""
    options = game.decision.options
    useful = [
        at for at, each in enumerate(options) if each.data.get("power") in ("build", "buy", "plant")
    ]
    useful = useful if chance.random() < 0.8 else []
    rest = [at for at, each in enumerate(options) if each.data.get("kind") != "done"]
    game.choose(chance.choice(useful or rest or range(len(options))))


def _positions(edition: str, language: str, players: int, seed: int) -> Iterator[Any]:
    """Yield a game at each of its decisions, and at its end."""
    game = rulewright.load(edition, language).new_game(players=players, seed=seed)
    game.names[:] = NAMES[:players]
    chance = random.Random(seed)
    while game.decision is not None:
        yield game
        _choose(game, chance)
    yield game


def state(
    edition: str, language: str, players: int, seed: int, after: int, test: Test, viewer: str
) -> dict[str, Any]:
    """Return the seat's value of the first fitting position, or of the end."""
    for number, game in enumerate(_positions(edition, language, players, seed)):
        if game.decision is None or (number >= after and test(game.decision)):
            break
    mover = game.decision.player if game.decision is not None else 0
    seats = {"mover": mover, "other": (mover + 1) % players, "nobody": None}
    value: dict[str, Any] = game.seat(seats[viewer])
    return value


def serve(route: Route) -> None:
    """Answer a request of the page with a file of the component, or with the page itself."""
    name = route.request.url.rsplit("/", 1)[1]
    if name in (*MODULES, STYLE):
        kind = "text/css" if name == STYLE else "text/javascript"
        route.fulfill(body=(FOLDER / name).read_text(encoding="utf-8"), content_type=kind)
    else:
        module = f'<script type="module" src="/{MODULES[-1]}"></script>'
        style = "<style>html,body{margin:0;height:100%}</style>"
        body = f"<!doctype html><html lang=en>{style}{module}<rulewright-table></rulewright-table>"
        route.fulfill(body=body, content_type="text/html")


def looks_of(edition: str) -> dict[str, Any]:
    """Return the looks of a shipped edition."""
    return load_looks(load_edition(edition, find_library().root).files).data


def show(page: Page, value: dict[str, Any], looks: dict[str, Any]) -> float:
    """Show a value on the page; return the milliseconds of the update, layout included."""
    code = """([value, looks]) => {
        const table = document.querySelector("rulewright-table"), begun = performance.now();
        const here = value.seats.map((_, i) => ({presence: i % 4 === 3 ? "bot" : i === 2 ? "away" : "here"}));
        const page = document.documentElement, {language} = value.edition;
        if (page.lang !== language) page.lang = language;  // setting it costs the style of the whole page
        const clock = value.decision && {seat: value.decision.player, left: 74, of: 120};
        Object.assign(table, {looks, people: here, clock, value});
        table.getBoundingClientRect();
        return performance.now() - begun;
    }"""
    return float(page.evaluate(code, [value, looks]))


def main(target: Path) -> None:
    """Write the pictures."""
    target.mkdir(parents=True, exist_ok=True)
    parts = b"".join((FOLDER / name).read_bytes() for name in (*MODULES, STYLE))
    print(f"component: {len(parts):,} bytes, {len(gzip.compress(parts, 9)):,} gzipped")
    with sync_playwright() as playing:
        chromium = playing.chromium.launch(executable_path=str(CHROMIUM), args=list(QUIETLY))
        page = chromium.new_page()
        page.route("**/*", serve)
        page.goto("http://table.test/")
        for number, (name, edition, *which) in enumerate(STATES):
            value, looks = state(edition, *which), looks_of(edition)  # type: ignore[arg-type]
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme="dark" if number % 3 == 1 else "light")
                show(page, value, looks)
                page.wait_for_timeout(700)
                page.screenshot(path=str(target / f"{name}-{size}.png"))
                if name == "turn" and size == "desk":
                    page.screenshot(path=str(DOCS / "table.png"))
        page.set_viewport_size({"width": 1280, "height": 800})
        positions = _positions("modern", "en", 8, 7)
        values = [json.loads(json.dumps(next(positions).seat(0))) for _ in range(100)]
        looks = looks_of("modern")
        times = [show(page, value, looks) for value in values][20:]
        late = statistics.quantiles(times, n=20)[-1]
        print(f"update, 8 players: median {statistics.median(times):.1f} ms, p95 {late:.1f} ms")
        chromium.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
