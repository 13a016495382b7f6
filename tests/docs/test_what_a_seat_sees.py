"""The example of what a seat sees prints what the page says, and the page names every key."""

from __future__ import annotations

import contextlib
import io
import re

import rulewright
from docs.kit import DOCS, blocks_of

PAGE = DOCS / "what-a-seat-sees.md"


def test_the_example_prints_what_the_page_says() -> None:
    (code,) = [block for block in blocks_of(PAGE) if block.tags == ("python", "table")]
    (told,) = [block for block in blocks_of(PAGE) if block.tags == ("text", "table")]
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code.text, {})

    assert printed.getvalue() == told.text


def test_every_key_is_told_of() -> None:
    rows = re.findall(r"(?m)^\| (`[^|]*) \|", PAGE.read_text(encoding="utf-8"))
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert named == rulewright.seat_schema()["properties"].keys() - {"seat"}
