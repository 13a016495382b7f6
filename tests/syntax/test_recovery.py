"""After a mistake the rest is read, and it is remembered which names may be missing."""

import pytest

from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaint, Complaints, Source


def recovered(text: str) -> tuple[tuple[tree.Node, ...], tuple[Complaint, ...]]:
    complaints = Complaints()
    nodes = parse_rules(Source("example.rules", text), complaints)
    return nodes, complaints.in_order()


def test_other_declarations_are_there() -> None:
    nodes, complaints = recovered("moment noon\nmoment\nmoment dusk\n")

    moments = [node.name.text for node in nodes if isinstance(node, tree.MomentDeclaration)]
    assert moments == ["noon", "dusk"]
    assert len(complaints) == 1


def test_other_lines_of_the_same_declaration_are_there() -> None:
    nodes, complaints = recovered(
        "phase day\n    earn 1 coins\n    earn == 2 coins\n    earn 3 coins\n"
    )

    (phase, unread) = nodes
    assert isinstance(phase, tree.PhaseDeclaration)
    assert phase.block is not None
    assert len(phase.block.items) == 3  # one of them a line that does nothing
    assert isinstance(unread, tree.Unread)
    assert len(complaints) == 1


def test_a_block_under_a_broken_line_is_there() -> None:
    text = "phase day\n    if x == 3\n        earn 1 coins\n        earn 2 , coins\n"
    nodes, complaints = recovered(text)

    assert [complaint.span.line for complaint in complaints if complaint.span] == [2, 4]
    assert any(isinstance(node, tree.PhaseDeclaration) for node in nodes)


def test_a_block_under_a_broken_head_is_looked_at() -> None:
    _, complaints = recovered("event a player == goes\n    earn 1 coins\n    earn == 2\n")

    assert [complaint.span.line for complaint in complaints if complaint.span] == [1, 3]


def test_names_that_may_be_missing_are_remembered() -> None:
    text = "event a player frobs == some coins\nphase day\n    choose a card from from it\n"
    nodes, _ = recovered(text)

    head, line = (node for node in nodes if isinstance(node, tree.Unread))
    assert "frobs" in head.declared
    assert line.gives("card", text.rindex("it"))
    assert not line.gives("card", text.index("phase"))
    assert "card" not in line.declared


def test_a_list_remembers_all_its_cards() -> None:
    nodes, _ = recovered("list of field\n    name size\n    Hill 1 ==\n    Old Mill 2\n")

    (unread,) = (node for node in nodes if isinstance(node, tree.Unread))
    assert "Hill" in unread.declared


@pytest.mark.rotating
def test_very_many_mistakes_end() -> None:
    _, complaints = recovered("phase day\n" + "    earn == 2\n" * 500)

    assert 10 < len(complaints) < 50
