"""The page of wishes in docs/: what people write, and the sentence that says it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.wish_table import FRAME, Wish, wishes

_HEAD: Final = """\
# How do I say …?

What players of card games would write, and the sentence that says it here. The checker knows these wishes, with
other names and numbers too: who writes one is told the sentence. What it means is said in
[the language](language/README.md).
This page is made from the table that the checker uses, which lies in [grammar/wishes](../grammar/wishes):
`python -m rulewright.checks.wish_page > docs/how-to-say.md`.

All examples are about the little game at the [end of this page](#the-little-game). In deeds there are also *the
victim*, a player who was chosen, and *the target*, a card in my row. What stands after → is indented.
"""
_FRAME_HEAD: Final = """\
## The little game

```rules frame
"""


def wish_page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for chapter, rows in groupby(wishes(), key=lambda wish: wish.chapter):
        parts.append(f"## {chapter}\n\n| wish | sentence |\n|---|---|\n{''.join(map(_row, rows))}")
    frame = find_library().folder("grammar") / "wishes" / FRAME
    parts.append(f"{_FRAME_HEAD}{frame.read_text(encoding='utf-8')}```\n")
    return "\n".join(parts)


def _row(wish: Wish) -> str:
    remark = f" ({wish.remark})" if wish.remark else ""
    return f"| {wish.example} | {''.join(_answer(wish))}{remark} |\n"


def _answer(wish: Wish) -> Iterator[str]:
    """The lines of an answer, those that stand deeper with a mark, and what has to be declared for them."""
    lines = [line.replace("    ", "→ ") for line in wish.answer]
    yield "<br>".join(f"`{line}`" for line in lines)
    if wish.extra:
        yield f"<br>with {'<br>'.join(f'`{line.strip()}`' for line in wish.extra)}"


if __name__ == "__main__":
    print(wish_page(), end="")
