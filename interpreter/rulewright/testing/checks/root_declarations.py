"""Attribution to declarations: a mistake in one is reported there, not on the right lines that use it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say
from rulewright.language.syntax.recovery.placeholders import PROPER
from rulewright.language.text import Complaint, Complaints, Source, Span, SpanNote, strip_comment
from rulewright.language.text.words.english import sentence_forms
from rulewright.language.text.words.nearest_names import distance

MOST_FOLDED: Final = 400
"""More complaints are left as they are."""

_MISSPELT: Final = "E0242"
_UNKNOWN_IN_EDITION: Final = "E0601"
_UNKNOWN: Final = ("E0201", "E0506", _UNKNOWN_IN_EDITION)
"""Codes about names that nothing declares."""
_CONSEQUENCES: Final = (
    *_UNKNOWN, "E0206", "E0216", "E0220", "E0233", "E0301", "E0302", "E0308", "E0508",
)  # fmt: skip
"""Codes that a mistake in a declaration may cause on right lines."""
_OF_OTHER_TYPE: Final = "E0201"
"""The code of an unknown name, with a note where something else is called so."""
_WRONG_CELL: Final = "E0310"
_UNSEEN: Final = "E0929"
_FIELDS: Final = ("E0216", _UNSEEN)
_OF_FIELDS: Final = ("E0216", _WRONG_CELL)
_WRONG_ROW: Final = "E0214"
_FIELD: Final = re.compile(r"(?: has no | depend on the )([\w-]+)")
_HEADING: Final = re.compile(r"    name\b")
_MISFITS: Final = ("E0206", "E0301", "E0302", "E0308", "E0908", "E0909", _WRONG_CELL, *_FIELDS)
"""Codes about uses that do not fit what is declared."""
LEAST_MISFITS: Final = 2
"""The least number of lines that blame a declaration."""
MOST_SHOWN: Final = 4
MOST_EDITS: Final = 3
"""Names that differ in more letters are not meant to be alike."""
_SPEAKERLESS: Final = "E0401"
_SYNTAX: Final = ("E01", "E0241")
_CALLED: Final = re.compile(r" called `([^`]+)`$")
_MEMBER: Final = re.compile(r"(?<=\w)-[0-9]+$")
"""The number of a card in a series, such as `Hearts-2`."""
_MEANT: Final = re.compile(r"^did you mean `([^`]+)`\?$")
_QUOTED: Final = re.compile(r'"[^"\n]*"')
_WORD: Final = re.compile(r"[a-z][\w-]*|[A-Z][\w']*(?:[ -](?:(?:of|the) )?[A-Z0-9][\w']*)*")
_DECLARING: Final = re.compile(
    r"(?:labels|kind|setting|table|phase|moment|game|outcome(?: by)?|list of| +option| +power| +means) ([\w-]+)"
    r"|(?:there is|[a-z]+ [\w-]+ (?:has|may be))(?: an?)? ([\w-]+)"
    r"|value (?:the|an? [\w-]+'s|[\w-]+'s) ([\w-]+)|fact an? [\w-]+(?: is)? ([\w-]+)"
    r"|event an? [\w-]+(?: called [\w-]+)? ([\w-]+)"
    r"|    ([\w-]+): |(?:[a-z-]+|   ) ([A-Z].*?)(?:  |$)|    (name) "
)
"""A line that declares a name, which is in one of the groups."""
_CARD: Final = re.compile(r"(?:[a-z][\w-]* |    )([A-Z].*?)(?: {2,}|$)")
"""A line that declares a card, or that may: its name ends at the end of the line or at two blanks."""
_ROW: Final = re.compile(r"    ([A-Z].*?) {2,}")
_SEVERAL: Final = re.compile(
    r"(?:kind|setting|table|phase|moment|labels| +option| +power| +means) ([\w-]+(?: (?!for |at )[\w-]+)+)"
    r"|(?:there is|[a-z]+ [\w-]+ (?:has|may be))(?: an?)? ([\w-]+ (?!of )[\w-]+)"
)
"""A line that has several words where it declares one."""
_LABELS: Final = re.compile(r"labels [^:]*:(.*)")


def fold_consequences(
    complaints: Sequence[Complaint], read: Callable[[], list[Source]]
) -> Complaints:
    """Return `complaints` with one for each wrong declaration in place of those about its uses.

    `read` returns the rule files of the author.
    """
    folded = Complaints(complaints)
    if 1 < len(complaints) <= MOST_FOLDED:
        _drop_uses_of_wrong(folded)
        _drop_cards_of_rows(folded, read)
        _report_misspelt(folded, read)
        _report_misfits(folded, read)
        _drop_uses_of_wrong(folded)
        _join_rows(folded)
        _join_repeated(folded)
    return folded


def _report_misspelt(complaints: Complaints, read: Callable[[], list[Source]]) -> None:
    """Report a declared name that nothing uses, if a similar unknown name is used several times."""
    uses: dict[tuple[str, str], list[Complaint]] = {}
    for each in complaints.in_order():
        if (name := _unknown_name(each)) not in ("", meant := _suggestion(each)) and meant:
            uses.setdefault((name, meant), []).append(each)
    sources = read() if uses else ()
    for (name, meant), wrong in uses.items():
        places = [place for source in sources for place in _places(meant, source)]
        in_rules = any(each.code != _UNKNOWN_IN_EDITION for each in wrong)
        several = in_rules and len(wrong) > 1
        if len(places) == 1 and (several or _is_reported(places[0], complaints)):
            if not _is_reported(places[0], complaints):
                complaints.add(say.names.misspelt_key(places[0], name))
            for each in wrong:
                complaints.replace(each, None)


def _drop_cards_of_rows(complaints: Complaints, read: Callable[[], list[Source]]) -> None:
    """Drop complaints about unknown cards that a row of a list declares, as the list has its own complaint."""
    unknown = [each for each in complaints if " card called " in each.message]
    others = [each for each in complaints if _is_error(each) and each not in unknown]
    wrong = {each.span.source.name for each in others if each.span is not None}
    rows: set[str] = set()
    for source in read() if unknown and wrong else ():
        if source.name not in wrong:
            continue
        rows |= {match[1] for line in source.text.split("\n") if (match := _ROW.match(line))}
    for each in unknown:
        if _unknown_name(each) in rows:
            complaints.replace(each, None)


def _places(name: str, source: Source) -> Iterator[Span]:
    """Yield the places of a name in a rule file, outside remarks and texts."""
    forms = "|".join(map(re.escape, sentence_forms(name)))
    pattern = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])")
    for number, start in enumerate(source.line_starts, 1):
        line = strip_comment(source.line(number))
        for match in pattern.finditer(_QUOTED.sub(lambda text: " " * len(text[0]), line)):
            yield Span(source, start + match.start(), start + match.end())


def _is_reported(at: Span, complaints: Complaints) -> bool:
    """Return whether the name at this place is reported as misspelt already."""
    return any(each.span == at and each.code == _MISSPELT for each in complaints)


def _drop_uses_of_wrong(complaints: Complaints) -> None:
    """Drop complaints about uses of names whose declarations have errors themselves."""
    wrong = {_line(each.span): each.span for each in complaints if _is_error(each)}
    declared = {line: _declared(at) for line, at in wrong.items()}
    written = {line: name for line, at in wrong.items() if (name := _unfit_name(at))}
    unread = {_line(each.span) for each in complaints if each.code.startswith(_SYNTAX)}
    is_unread = any(declared[line] or _is_in_list(wrong[line]) for line in unread)
    counts = Counter(map(_unknown_name, complaints))
    speakerless: set[tuple[str, int]] = set()
    for each in complaints.in_order():
        here = _line(each.span)
        if each.span is not None and any(
            re.search(
                rf"(?<![\w-]){re.escape(name)}(?![\w-])", each.span.source.line(each.span.line)
            )
            for line, name in written.items()
            if line != here
        ):
            complaints.replace(each, None)
            written.pop(here, None)
        if each.code == _SPEAKERLESS and (head := _head_line(each.span)) != here:
            # One event without a player is one mistake, whatever its block says of `me`.
            if head in wrong or head in speakerless:
                complaints.replace(each, None)
            speakerless.add(head)
        if each.code not in _CONSEQUENCES or here in unread:
            continue
        unknown = _unknown_name(each)
        # A name that did not parse may be any that is unknown elsewhere.
        lost = unknown and (counts[unknown] > 1 or _suggestion(each) is None)
        others = chain(*(names for line, names in declared.items() if line != here))
        if (is_unread and (lost or each.code == "E0508")) or not _names_of(each).isdisjoint(others):
            complaints.replace(each, None)
            if not any(_line(other.span) == here for other in complaints):
                declared.pop(here, None)


def _is_in_list(at: Span | None) -> bool:
    """Return whether a place is in a list of cards."""
    return at is not None and at.source.line(_head_line(at)[1]).startswith("list ")


def _head_line(at: Span | None) -> tuple[str, int]:
    """Return the file and line of the head of the declaration around a place."""
    if at is None:
        return _line(at)
    heads = (n for n in range(at.line, 0, -1) if at.source.line(n)[:1] not in ("", " ", "#"))
    return at.source.name, next(heads, 0)


def _unfit_name(at: Span | None) -> str:
    """Return the words that stand where a line declares a name; "" if they are one that fits."""
    if at is None or not at.source.name.endswith(".rules"):
        return ""
    line = at.source.line(at.line)
    if card := _CARD.match(line):
        return "" if PROPER.fullmatch(card[1]) and card[1] != "I" else card[1]
    several = _SEVERAL.match(line)
    return several[1] or several[2] if several else ""


def _report_misfits(complaints: Complaints, read: Callable[[], list[Source]]) -> None:
    """Report a declaration that fits few of the lines that use it in place of complaints about these.

    Of all names on these lines the most suspicious one is chosen (spectrum-based fault localization).
    """
    about = {
        each: _suspects(each)
        for each in complaints
        if each.code in _MISFITS or (each.code == _OF_OTHER_TYPE and each.notes)
    }
    if len({_line(each.span) for each in about}) < LEAST_MISFITS:
        return
    sources = read()
    while suspect := _most_suspicious(about, sources):
        at, wrong = suspect
        first = min(wrong, key=lambda each: (each.severity != "error", each.sort_key))
        notes = (SpanNote(each.span, "here") for each in wrong if each.span is not None)
        message = f"{len(wrong)} uses of `{at.text}` do not fit its declaration: {first.message}"
        for each in wrong:
            complaints.replace(each, None)
            del about[each]
        shown = tuple(notes)[:MOST_SHOWN]
        help = "correct the declaration, or these lines"
        complaints.add(
            evolve(first, span=at, message=message, notes=shown, help=help, hint=help, fixes=())
        )


def _most_suspicious(
    about: Mapping[Complaint, frozenset[str]], sources: Iterable[Source]
) -> tuple[Span, list[Complaint]] | None:
    """Return the place of the declaration that most complaints are about, with these complaints; or None."""
    best: tuple[Span, list[Complaint]] | None = None
    for name in sorted(frozenset().union(*about.values())):
        wrong = sorted((c for c in about if name in about[c]), key=lambda each: each.sort_key)
        lines = {_line(each.span) for each in wrong}
        if len(lines) < LEAST_MISFITS or (best and len(wrong) <= len(best[1])):
            continue
        places = [at for source in sources for at in _places(name, source)]
        fields = all(each.code in _OF_FIELDS for each in wrong)
        declared = {
            _line(at): at
            for at in reversed(places)
            if at.text in _declared(at)
            and _line(at) not in lines
            and (not fields or at.source.line(at.line).startswith(f"    {name}:"))
        }
        uses = {_line(at) for at in places} - declared.keys() | lines
        count = max(len(uses), _rows(name, wrong))
        sees = all(each.code == _UNSEEN for each in wrong)
        if len(declared) == 1 and (sees or len(lines) * 3 >= count * 2):
            best = next(iter(declared.values())), wrong
    return best


def _suspects(complaint: Complaint) -> frozenset[str]:
    """Return the names whose declarations may cause the complaint: a field, or all names on its line."""
    at = complaint.span
    if at is None:
        return frozenset()
    if complaint.code in _FIELDS and (match := _FIELD.search(complaint.message)):
        return frozenset(match.groups())
    line = _QUOTED.sub("", strip_comment(at.source.line(at.line)))
    if complaint.code == _WRONG_CELL and _CARD.match(line):
        heading = next(filter(_HEADING.match, map(at.source.line, range(at.line, 0, -1))), "")
        return frozenset(heading.split()[-len(line[at.column - 1 :].split()) :][:1])
    return frozenset(_WORD.findall(line))


def _rows(name: str, wrong: Iterable[Complaint]) -> int:
    """Return how many rows there are in lists with wrong cells in the column `name`; 0 if no cell is wrong."""
    heads = {_head_line(each.span): each.span for each in wrong if each.code == _WRONG_CELL}
    return sum(
        sum(_CARD.match(line) is not None for line in at.source.text.split("\n")[number:])
        for (_, number), at in heads.items()
        if at is not None
    )


def _join_rows(complaints: Complaints) -> None:
    """Report a heading that fits few rows of its list in place of these rows."""
    wrong_lines = {_line(each.span) for each in complaints}
    by_list: dict[tuple[str, int], list[tuple[Complaint, Source]]] = {}
    for each in complaints.in_order():
        if each.code == _WRONG_ROW and each.span is not None:
            by_list.setdefault(_head_line(each.span), []).append((each, each.span.source))
    for (name, head), rows in by_list.items():
        first, source = rows[0]
        lines = range(head, source.line_count + 1)
        number = next((n for n in lines if _HEADING.match(source.line(n))), 0)
        is_wrong = (name, number) in wrong_lines
        if number and (is_wrong or len(rows) >= LEAST_MISFITS):
            for each, _ in rows:
                complaints.replace(each, None)
            if not is_wrong:
                start = source.line_starts[number - 1]
                line = source.line(number)
                at = Span(
                    source, start + len(line) - len(line.lstrip()), start + len(line.rstrip())
                )
                message = f"{len(rows)} rows do not fit this heading: {first.message}"
                complaints.add(evolve(first, span=at, message=message))


def _join_repeated(complaints: Complaints) -> None:
    """Join the complaints of a file about one unknown name if there are several and no name is like it."""
    alike: dict[tuple[str, str], list[Complaint]] = {}
    for each in complaints.in_order():
        if _unknown_name(each) and _suggestion(each) is None and each.span is not None:
            alike.setdefault((each.message, each.span.source.name), []).append(each)
    for first, *others in alike.values():
        if len(others) >= LEAST_MISFITS:
            notes = (SpanNote(each.span, "and here") for each in others if each.span is not None)
            complaints.replace(
                first, evolve(first, notes=(*first.notes, *tuple(notes)[:MOST_SHOWN]))
            )
            for each in others:
                complaints.replace(each, None)


def _is_error(complaint: Complaint) -> bool:
    """Return whether a complaint is an error."""
    return complaint.severity == "error"


def _declared(at: Span | None) -> frozenset[str]:
    """Return the names that the line of a place declares, with their forms."""
    if at is None or not at.source.name.endswith(".rules"):
        return frozenset()
    line = at.source.line(at.line)
    match = _DECLARING.match(line)
    names = [each for each in match.groups() if each] if match else []
    if labels := _LABELS.match(line):
        names += [each.strip().replace(" ", "-") for each in labels[1].split(",")]
        names += _WORD.findall(labels[1])
    if (unfit := _unfit_name(at)).islower():
        names.append(unfit.replace(" ", "-"))
    return frozenset(form for name in names for form in sentence_forms(name))


def _names_of(complaint: Complaint) -> frozenset[str]:
    """Return the names that a complaint is about: those at its place and in its message."""
    if complaint.code in _FIELDS:
        return _suspects(complaint)
    quoted = " ".join(re.findall(r"`[^`]*`", complaint.message))
    return frozenset(_WORD.findall(f"{complaint.span.text if complaint.span else ''} {quoted}"))


def _line(at: Span | None) -> tuple[str, int]:
    """Return the file and the line of a place."""
    return ("", 0) if at is None else (at.source.name, at.line)


def _unknown_name(complaint: Complaint) -> str:
    """Return the name that the complaint calls unknown; "" if it is about something else."""
    match = _CALLED.search(complaint.message) if complaint.code in _UNKNOWN else None
    return _MEMBER.sub("", match[1]) if match else ""


def _suggestion(complaint: Complaint) -> str | None:
    """Return the name that the complaint suggests instead, or None."""
    match = _MEANT.match(complaint.help or "")
    is_like = (
        match is not None
        and distance(_unknown_name(complaint), _MEMBER.sub("", match[1])) <= MOST_EDITS
    )
    return _MEMBER.sub("", match[1]) if match and is_like else None
