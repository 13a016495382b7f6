"""The cards that are hardest to say: each of them can be written in the grammar as it is."""

from pathlib import Path

import pytest

from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, read_source, show_complaints

FILES = sorted((Path(__file__).parent / "hard_cards").glob("*.rules"))


def test_the_hard_cards_are_there() -> None:
    assert len(FILES) > 30


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_hard_card_parses_without_complaint(path: Path) -> None:
    complaints = Complaints()
    declarations = parse_rules(read_source(path), complaints)
    assert not complaints.in_order(), show_complaints(complaints.in_order())
    cards = [node for node in declarations if isinstance(node, tree.CardDeclaration)]
    assert cards or path.stem == "frame"
