"""Unresolved merge conflicts in a file: each is reported once, and the first version is kept."""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.text.complaints.complaint import Wording, code
from rulewright.language.text.complaints.rules_error import Complaints
from rulewright.language.text.source import Source, Span

_MARK: Final = re.compile(r"(?m)^(?:<{7}|\|{7}|={7}|>{7})(?=[ \n]|\Z)[^\n]*")
_BEGINS, _ENDS = "<", ">"


@code("E0006")
def conflict(at: Span) -> Wording:
    """An unresolved merge conflict in a file."""
    message = "git left a merge conflict: this file contains the lines of both versions"
    help = "keep the right lines, and delete the markers `<<<<<<<`, `=======` and `>>>>>>>`"
    return Wording(message, at, help=help)


def resolve_conflicts(source: Source, complaints: Complaints) -> str:
    """Return the text of a source with the first version of each merge conflict; report each conflict.

    Removed text becomes blanks, so that offsets remain valid.
    """
    parts: list[str] = []
    position, in_conflict, removing = 0, False, False
    for mark in _MARK.finditer(source.text):
        before, sign = source.text[position : mark.start()], mark.group()[0]
        if sign == _BEGINS or not in_conflict:
            complaints.add(conflict(Span(source, mark.start(), mark.end())))
        # If the conflict has no end, the text after its `=======` is no second version: keep it.
        parts += [_blank_out(before) if removing and sign != _BEGINS else before]
        parts += [" " * len(mark.group())]
        removing = in_conflict and sign not in (_BEGINS, _ENDS)
        position, in_conflict = mark.end(), sign != _ENDS
    return "".join([*parts, source.text[position:]])


def _blank_out(text: str) -> str:
    """Return `text` with every character but line ends replaced by a blank."""
    return re.sub(r"[^\n]", " ", text)
