"""Complaints in formats for machines: JSON, GitHub annotations, SARIF and JUnit XML."""

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from rulewright.language.text.complaints.complaint import Complaint, Severity
from rulewright.language.text.complaints.printing import escape_text, show_complaint
from rulewright.language.text.source import Span

Data: TypeAlias = dict[str, Any]
"""JSON-compatible data."""

_GITHUB_COMMANDS: Final[dict[Severity, str]] = {
    "error": "error",
    "warning": "warning",
    "note": "notice",
}
_UNPRINTED: Final = re.compile(r"#(?=#)|[^\n\x20-\x7e]")
_SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def to_data(complaints: Iterable[Complaint]) -> list[Data]:
    """Return each complaint as a dictionary of plain data.

    Keys: code, severity, message, help, perhaps, file, line, column, end_line, end_column, notes (a list of
    message and place). Lines and columns count from 1; `end_column` is the one after the last character. Without
    a place, `file` and the numbers are None.
    """
    return [
        {
            "code": complaint.code,
            "severity": complaint.severity,
            "message": complaint.message,
            "help": complaint.help,
            "perhaps": list(complaint.perhaps),
            **_place(complaint.span),
            "notes": [{"message": note.message, **_place(note.span)} for note in complaint.notes],
        }
        for complaint in complaints
    ]


def to_json(complaints: Iterable[Complaint]) -> str:
    """Return the complaints as JSON text, with the keys of `to_data`."""
    return json_text(to_data(complaints))


def json_text(data: object, indent: int | None = 2) -> str:
    """Return `data` as JSON text; characters that terminals or build servers interpret are escaped."""
    import json  # imported late: most commands write no JSON

    text = json.dumps(data, indent=indent, ensure_ascii=False)
    return _UNPRINTED.sub(lambda match: _json_escaped(match[0]), text)


def _json_escaped(character: str) -> str:
    """Return a character as in JSON text: itself if it is printable and no `#`, else escaped."""
    if character.isprintable() and character != "#":
        return character
    import json

    return json.dumps(character)[1:-1] if character != "#" else r"\u0023"


def to_github(complaints: Iterable[Complaint]) -> str:
    """Return the complaints as GitHub workflow commands, one per line, which annotate a change."""
    return "\n".join(_github_command(complaint) for complaint in complaints)


def to_sarif(
    complaints: Iterable[Complaint],
    *,
    root: Path | None = None,
    version: str | None = None,
    about: Mapping[str, str] | None = None,
) -> Data:
    """Return the complaints as a SARIF 2.1.0 log (plain data), for code scanning.

    Files below `root` are named relative to it; `version` is the tool's own; `about` maps codes to descriptions.
    """
    complaint_list = list(complaints)
    codes = sorted({complaint.code for complaint in complaint_list})
    rules = [_sarif_rule(code, (about or {}).get(code)) for code in codes]
    driver: Data = {"name": "rulewright", "rules": rules}
    if version is not None:
        driver["version"] = version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(complaint, codes, root) for complaint in complaint_list],
    }
    return {"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _sarif_rule(code: str, about: str | None) -> Data:
    """Return the SARIF description of a complaint code; `about` is its text, if any."""
    return {"id": code} | ({"shortDescription": {"text": about}} if about else {})


def _place(span: Span | None) -> Data:
    """Return a span as file, lines and columns; all are None without a span."""
    if span is None:
        return dict.fromkeys(("file", "line", "column", "end_line", "end_column"))
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _whole_message(complaint: Complaint, notes: bool) -> str:
    """Return a complaint's message with its help and examples and, if `notes`, its notes."""
    lines = [complaint.message]
    if notes:
        lines += [f"{note.span}: {note.message}" for note in complaint.notes]
    if complaint.help is not None:
        lines.append(f"help: {complaint.help}")
    if complaint.perhaps:
        lines += ["for example:", *complaint.perhaps]
    return "\n".join(lines)


def _github_command(complaint: Complaint) -> str:
    """Return a complaint as a GitHub workflow command."""
    properties: Data = {}
    if (span := complaint.span) is not None:
        properties = {"file": span.source.name, "line": span.line, "endLine": span.end_line}
        # GitHub accepts columns only for single-line annotations.
        if span.line == span.end_line:
            properties |= {"col": span.column, "endColumn": span.end_column}
    properties["title"] = complaint.code
    pairs = ",".join(f"{key}={_github_property(value)}" for key, value in properties.items())
    command = _GITHUB_COMMANDS[complaint.severity]
    return f"::{command} {pairs}::{_github_text(_whole_message(complaint, notes=True))}"


def _github_text(text: str) -> str:
    """Return the message of a GitHub command with special characters escaped."""
    return escape_text(text).replace("%", "%25").replace("\n", "%0A")


def _github_property(value: object) -> str:
    """Return the value of a GitHub command's property with special characters escaped."""
    return _github_text(str(value)).replace(":", "%3A").replace(",", "%2C")


def _sarif_result(complaint: Complaint, codes: list[str], root: Path | None) -> Data:
    """Return a complaint as a SARIF result; `codes` lists the codes described in the log."""
    result: Data = {
        "ruleId": complaint.code,
        "ruleIndex": codes.index(complaint.code),
        "level": complaint.severity,
        "message": {"text": _whole_message(complaint, notes=False)},
        "locations": [],
    }
    if complaint.span is not None:
        result["locations"] = [_sarif_location(complaint.span, root)]
    if complaint.notes:
        result["relatedLocations"] = [
            {**_sarif_location(note.span, root), "message": {"text": note.message}}
            for note in complaint.notes
        ]
    return result


def _sarif_location(span: Span, root: Path | None) -> Data:
    """Return a span as a SARIF location."""
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    artifact = {"uri": _uri(span.source.name, root)}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def _uri(name: str, root: Path | None) -> str:
    """Return a file name as a URI, relative if it is below `root` or not absolute."""
    path = Path(name)
    if root is not None and path.is_absolute() and path.is_relative_to(root):
        path = path.relative_to(root)
    from urllib.parse import quote

    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


NOWHERE: Final = "(no file)"


def to_junit(
    complaints: Iterable[Complaint],
    files: Iterable[str],
    failing: Iterable[Severity] = ("error",),
) -> str:
    """Return the complaints as JUnit XML with one test case per file; severities in `failing` make it fail.

    `files` are all checked files, named as in complaints. Complaints without a file form a test case of their
    own.
    """
    from xml.etree import ElementTree as xml  # imported late: only build servers want it

    by_file: dict[str, list[Complaint]] = {file: [] for file in files}
    for complaint in complaints:
        name = NOWHERE if complaint.span is None else complaint.span.source.name
        by_file.setdefault(name, []).append(complaint)
    bad = frozenset(failing)
    suite = xml.Element("testsuite", name="rulewright check")
    failures = 0
    for name, own in by_file.items():
        case = xml.SubElement(
            suite, "testcase", classname="rulewright.check", name=escape_text(name)
        )
        wrong = [each for each in own if each.severity in bad]
        if wrong:
            failures += 1
            failure = xml.SubElement(case, "failure", type=wrong[0].code)
            failure.set("message", escape_text(wrong[0].message))
            failure.text = escape_text("\n\n".join(map(show_complaint, wrong)))
        others = [each for each in own if each.severity not in bad]
        if others:
            xml.SubElement(case, "system-out").text = escape_text(
                "\n\n".join(map(show_complaint, others))
            )
    suite.set("tests", str(len(by_file)))
    suite.set("failures", str(failures))
    suites = xml.Element("testsuites")
    suites.append(suite)
    xml.indent(suites)
    return xml.tostring(suites, encoding="unicode", xml_declaration=True)
