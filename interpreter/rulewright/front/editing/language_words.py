"""What a word of the language is for: the examples of the index in docs/language, and where the pages say more."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rulewright.library import find_library

_ROW: Final = re.compile(r"(?m)^\| `([^`]+)` \| (.+) \|$")
_EXAMPLE: Final = re.compile(r"`([^`]+)` \[([^\]]+)\]\(([^)]+)\)")


def about_word(word: str, pages: str = "") -> str | None:
    """What there is to say of a word, in Markdown; `pages` is where the site has the pages of the language."""
    if (row := _rows().get(word)) is None:
        return None
    found = _EXAMPLE.findall(row)
    lines = "\n".join(dict.fromkeys(example for example, _, _ in found))
    more = dict.fromkeys(_link(title, to, pages) for _, title, to in found)
    return f"```rules\n{lines}\n```\n`{word}` in the language: {', '.join(more)}"


def _link(title: str, to: str, pages: str) -> str:
    return f"[{title}]({pages}{to.replace('.md', '.html')})" if pages else f"“{title}”"


@cache
def _rows() -> dict[str, str]:
    """The rows of the index by their words; none where the page is not shipped."""
    try:
        text = find_library().index.read_text(encoding="utf-8")
    except OSError:
        return {}
    return dict(_ROW.findall(text.replace(r"\|", "/")))
