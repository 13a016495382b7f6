"""The help for one line, as chosen by the adviser."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.language.text import Complaint, Fix


class LineAdvice(Record):
    """Help for a line, with the fix that it describes; without a fix it is advice only.

    `settled` are other complaints that disappear once the fix is applied. `whole` says whether the fix makes the
    rest of the line correct, too. `other_fix` says something else, and the author has to choose.
    """

    help: str | None
    fix: Fix | None = None
    settled: tuple[Complaint, ...] = ()
    whole: bool = True
    other_fix: Fix | None = None
