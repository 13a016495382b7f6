"""What cannot be read is said in words of people, where it stands, all of it at once."""

import re
from pathlib import Path

import pytest

from program.chunks import Chunk, chunks, verify
from rulewright.language.syntax import parse_rules
from rulewright.language.text import Complaint, Complaints, Source

HERE = Path(__file__).parent
REFUSED = [chunk for path in sorted((HERE / "refused").glob("*.rules")) for chunk in chunks(path)]

TERMINAL = re.compile(
    r"\b(?:NAME|PROPER|STRING|RANGE|NEGATIVE|LPAR|RPAR|COLON|_NL|_INDENT|_DEDENT|__ANON)"
)


def complaints_of(text: str) -> tuple[Complaint, ...]:
    complaints = Complaints()
    parse_rules(Source("example.rules", text), complaints)
    return complaints.in_order()


@pytest.mark.parametrize("chunk", REFUSED, ids=lambda chunk: chunk.title)
def test_refused(chunk: Chunk) -> None:
    verify(chunk, complaints_of(chunk.text))


@pytest.mark.parametrize("chunk", REFUSED, ids=lambda chunk: chunk.title)
def test_the_parsers_own_names_are_never_told(chunk: Chunk) -> None:
    for complaint in complaints_of(chunk.text):
        told = f"{complaint.message} {complaint.help}"
        assert not TERMINAL.search(told)
