"""Names that look like others and are spelt with other letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import normalize

from rulewright.program import complaints as say
from rulewright.program.checking.graph import Graph
from rulewright.text import Complaint

_LOOKS: Final = str.maketrans(
    "АВЕКМНОРСТХІЈЅУаеорсхуіјѕԁһвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧονυρικχα",
    "ABEKMHOPCTXIJSYaeopcxyijsdhbkmhtABEZHIKMNOPTYXovupikxa",
)
"""Letters of other alphabets that look like Latin ones."""


def find_look_alikes(graph: Graph) -> Iterator[Complaint]:
    """Names with letters of other alphabets that look like other names."""
    named = [each for _, table in graph.program.tables_by_sort() for each in table.values()]
    plain = {each.name: each for each in named if each.name.isascii()}
    for each in named:
        looks = normalize("NFC", each.name.translate(_LOOKS))
        if looks != each.name and looks in plain:
            yield say.lints.looks_like(each.at, each.name, looks)
