"""The help for one line, as the adviser decided."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.text import Complaint, Fix


class Answer(Record):
    """Help for a line, with the fix that gives it; without a fix it is only advice.

    `settled` are other complaints that need no word once this one is followed; `whole`: so is the rest of the line.
    """

    help: str | None
    fix: Fix | None = None
    settled: tuple[Complaint, ...] = ()
    whole: bool = True
