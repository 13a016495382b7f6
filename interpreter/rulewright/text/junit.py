"""Complaints as JUnit XML, which build servers show as tests: each file that was checked is one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright.text.complaint import Complaint, Severity
from rulewright.text.show import show_complaint
from rulewright.text.snippet import clean

NOWHERE: Final = "(no file)"


def as_junit(
    complaints: Iterable[Complaint],
    files: Iterable[str],
    failing: Iterable[Severity] = ("error",),
) -> str:
    """Return an XML text, in which a file fails that has a complaint of a severity in `failing`.

    `files` are all that were checked, as complaints name them; what is said of no file has a test of its own.
    """
    from xml.etree import ElementTree as xml  # late: only build servers want it

    told: dict[str, list[Complaint]] = {file: [] for file in files}
    for complaint in complaints:
        name = NOWHERE if complaint.span is None else complaint.span.source.name
        told.setdefault(name, []).append(complaint)
    bad = frozenset(failing)
    suite = xml.Element("testsuite", name="rulewright check")
    failures = 0
    for name, found in told.items():
        case = xml.SubElement(suite, "testcase", classname="rulewright.check", name=clean(name))
        wrong = [each for each in found if each.severity in bad]
        if wrong:
            failures += 1
            failure = xml.SubElement(case, "failure", type=wrong[0].code)
            failure.set("message", clean(wrong[0].message))
            failure.text = clean("\n\n".join(map(show_complaint, wrong)))
        others = [each for each in found if each.severity not in bad]
        if others:
            xml.SubElement(case, "system-out").text = clean(
                "\n\n".join(map(show_complaint, others))
            )
    suite.set("tests", str(len(told)))
    suite.set("failures", str(failures))
    suites = xml.Element("testsuites")
    suites.append(suite)
    xml.indent(suites)
    return xml.tostring(suites, encoding="unicode", xml_declaration=True)
