"""Where declarations come from: the notes in their blocks."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.program import Notes
from rulewright.syntax import tree


def notes_of(ctx: Context, items: Iterable[tree.Node]) -> Notes:
    """The notes among the items of a block."""
    cites, readings, printed, borrowed, text = [], [], [], [], ""
    for item in items:
        match item:
            case tree.Citation(kind="cite"):
                cites.append((item.source.text, item.place.text))
            case tree.Citation(kind="borrowed"):
                borrowed.append((item.source.text, item.place.text))
            case tree.Remark(kind="reading"):
                readings.append(item.text.text)
            case tree.Remark(kind="printed"):
                printed.append(item.text.text)
            case tree.Remark(kind="text"):
                text = item.text.text
            case tree.Remark(kind="because"):
                ctx.add(say.speaking.misplaced_because(item.at))
    return Notes(tuple(cites), tuple(readings), tuple(printed), tuple(borrowed), text)


def noted(ctx: Context, notes: tree.Notes | None) -> Notes:
    """The notes of a block that may be missing."""
    return notes_of(ctx, notes.items if notes is not None else ())
