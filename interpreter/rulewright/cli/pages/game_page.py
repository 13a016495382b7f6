"""A game as one HTML file, which plays it in any browser without a server."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Final

from rulewright.base.table_component import FOLDER, game_page_script

BEGINNING: Final = "<!doctype html>\n<!-- a game of rulewright build --html -->\n"
"""How each of these files begins."""


def game_page(file: bytes, name: str, language: str, names: Sequence[str]) -> bytes:
    """Return the page that plays a file of `rulewright build`; `names` are the names of seats at first."""
    reader = files("rulewright.runtime.session.seat") / "rulewright.mjs"
    script = game_page_script(reader.read_text(encoding="utf-8")).replace("</script", "<\\/script")
    style = (FOLDER / "game_page.css").read_text(encoding="utf-8")
    packed = base64.b64encode(zlib.compress(file, 9)).decode("ascii")
    data = json.dumps({"file": packed, "names": list(names)}).replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval'; style-src {_hash(style)} data:; "
        "img-src data:; connect-src data:; base-uri 'none'; form-action 'none'"
    )
    title = escape(name)
    return (
        f'{BEGINNING}<html lang="{escape(language)}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f'<title>{title}</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>\n'
        f'<main><h1>{title}</h1><rulewright-table><div slot="home"></div><div slot="deeds"></div>'
        "</rulewright-table></main>\n"
        '<dialog aria-labelledby="dialog-title"></dialog>\n'
        f'<script type="application/json" id="game">{data}</script>\n'
        f'<script type="module">{script}</script>\n</html>\n'
    ).encode()


def _hash(text: str) -> str:
    """Return the source expression of a Content-Security-Policy for an inline script or style."""
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"
