"""The files of the component `<rulewright-table>`, which pages of all kinds use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

FOLDER: Final = Path(__file__).parent / "table_view"
STYLE: Final = "rulewright-table.css"
MODULES: Final = (
    "emblems.js",
    "trees.js",
    "words.js",
    "seat_view.js",
    "card_tracker.js",
    "drawing.js",
    "rulewright-table.js",
)
"""The modules in an order in which each imports only those before it."""

GAME_PAGE: Final = ("local_table.js", "game_page.js")
"""The further modules of a page that plays a game by itself, in such an order."""

_IMPORT: Final = re.compile(r'^import .*? from "\./[\w.-]+";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:class|const|function) (\w+))", re.MULTILINE)
_STYLE_ADDRESS: Final = f'new URL("{STYLE}", import.meta.url).href'


@cache
def emblem_paths() -> dict[str, str]:
    """Return the path of each shipped emblem, in a box of 24 × 24."""
    text = (FOLDER / "emblems.js").read_text(encoding="utf-8")
    return dict(re.findall(r"^  (\w+): \"(.*?)\"", text, re.MULTILINE))


def emblem_names() -> frozenset[str]:
    """Return the names of the shipped emblems."""
    return frozenset(emblem_paths())


def component_module() -> str:
    """Return the component as one JavaScript module, with its style."""
    return f"{join_modules(_texts(MODULES))}export {{ RulewrightTable, drawCard }};\n"


def game_page_script(*before: str) -> str:
    """Return the script of a page that plays a built game; the texts of other modules, `before`, come first."""
    return join_modules([*before, *_texts((*MODULES, *GAME_PAGE))])


def join_modules(texts: Iterable[str]) -> str:
    """Return one script of modules that import only earlier ones, by the names that those export.

    Each module becomes a function that is called once, so that names it does not export stay its own. One without
    exports becomes a block, because only there it may await.
    """
    parts = []
    for text in texts:
        names = ", ".join(name for _, name in _EXPORT.findall(text))
        body = _EXPORT.sub(r"\1", _IMPORT.sub("", text))
        called = f"const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"
        parts.append(called if names else f"{{\n{body}}}\n")
    return "".join(parts)


def _texts(names: Iterable[str]) -> list[str]:
    """Return the texts of these modules, with the style sheet inside, as a data URL."""
    style = quote(
        (FOLDER / STYLE).read_text(encoding="utf-8"), safe=" !$&()*+,-./:;<=>?@[]^_`{|}~\n"
    )
    address = json.dumps(f"data:text/css,{style}")
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in names]
    return [text.replace(_STYLE_ADDRESS, address) for text in texts]
