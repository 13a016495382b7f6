"""Where declarations come from: the notes in their blocks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.program import Notes
from rulewright.syntax import tree


def notes_of(ctx: Context, items: Iterable[tree.Node]) -> Notes:
    """The notes among the items of a block."""
    cites: list[tuple[str, str]] = []
    borrowed: list[tuple[str, str]] = []
    readings, printed, text = [], [], ""
    for item in items:
        if isinstance(item, tree.Citation):
            taken_from = borrowed if item.kind == "borrowed" else cites
            taken_from.append((item.source.text, item.place.text))
        if not isinstance(item, tree.Remark):
            continue
        match item.kind:
            case "reading":
                readings.append(item.text.text)
            case "printed":
                printed.append(item.text.text)
            case "text":
                text = item.text.text
            case "because":
                ctx.add(say.speaking.misplaced_because(item.at))
            case _:
                assert_never(item.kind)
    return Notes(tuple(cites), tuple(readings), tuple(printed), tuple(borrowed), text)


def noted(ctx: Context, notes: tree.Notes | None) -> Notes:
    """The notes of a block that may be missing."""
    return notes_of(ctx, notes.items if notes is not None else ())
