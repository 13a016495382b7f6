"""The tree says what is written, and where."""

from collections.abc import Iterator

import pytest
from attrs import fields

from rulewright.base.library import find_library
from rulewright.language.syntax import parse_phrase, parse_rules, tree
from rulewright.language.text import Complaints, Source, Span, read_source

RULES = sorted(find_library().folder("rules").rglob("*.rules"))


def parsed(text: str) -> tuple[tree.Node, ...]:
    complaints = Complaints()
    nodes = parse_rules(Source("example.rules", text), complaints)
    assert not complaints.in_order()
    return nodes


def inside(node: object) -> Iterator[tree.Node]:
    if isinstance(node, tree.Node):
        yield node
        for field in fields(type(node)):
            yield from inside(getattr(node, field.name))
    elif isinstance(node, tuple):
        for each in node:
            yield from inside(each)


def test_an_empty_file_has_no_declarations() -> None:
    assert parsed("") == parsed("\n\n") == parsed("  # only a remark\n") == ()


def test_a_node_is_the_same_wherever_it_stands() -> None:
    (one,) = parsed("moment noon\n")
    (other,) = parsed("\n\n# later\nmoment   noon   # here\n")

    assert one == other
    assert isinstance(one, tree.MomentDeclaration)
    assert (one.at.line, other.at.line) == (1, 4)


@pytest.mark.parametrize(
    ("text", "cls", "words"),
    [
        ("moment noon  # a remark\n", tree.MomentDeclaration, "moment noon"),
        ("phase day\n    earn 2 coins  # so\n\n", tree.Sentence, "earn 2 coins"),
        ("phase day\n    earn (1 + 2) coins\n", tree.Binary, "(1 + 2)"),
        ("phase day\n    earn ((1 + 2) * 3) coins\n", tree.Binary, "((1 + 2) * 3)"),
        ("phase day\n    the leader earns all coins\n", tree.The, "the leader"),
        ("phase day\n    set my coins to my coins + 1\n", tree.Binary, "my coins + 1"),
        ("phase day\n    if yes\n        do nothing\n", tree.DoNothing, "do nothing"),
        (
            "power go\n    earn the player's rival's coins coins\n",
            tree.Get,
            "the player's rival's coins",
        ),
        ("field Old Hill\n    size 1\n", tree.CardDeclaration, "field Old Hill\n    size 1"),
        ('when a player would go\n    tell "x"\n', tree.Pattern, "a player would go"),
        (
            'when a player would go to a field\n    tell "x"\n',
            tree.Pattern,
            "a player would go to a field",
        ),
    ],
)
def test_places(text: str, cls: type[tree.Node], words: str) -> None:
    found = next(node for node in inside(parsed(text)) if type(node) is cls)

    assert found.at.text == words


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_what_is_inside_stands_inside(path: object) -> None:
    source = read_source(path)  # type: ignore[arg-type]
    for declaration in parse_rules(source, Complaints()):
        for node in inside(declaration):
            assert node.at.source == source or node.at.source.name == ""
            if node.at.source == source:
                assert declaration.at.start <= node.at.start <= node.at.end <= declaration.at.end
                assert node.at.text == node.at.text.strip()


# ------------------------------------------------------------------ phrases


def phrase(text: str, start: int, end: int, words: tuple[str, ...] = ()) -> tree.Node | None:
    return parse_phrase(Span(Source("example.rules", text), start, end), words)


def test_a_phrase_stands_where_it_stands() -> None:
    text = 'tell "{player\'s coins} left"'
    found = phrase(text, 7, 21)

    assert isinstance(found, tree.Get)
    assert isinstance(found.of, tree.The)
    assert found.of.name.at.text == "player"
    assert found.name.at.text == "coins"


def test_a_phrase_that_is_a_known_word_is_left_alone() -> None:
    assert isinstance(phrase("goal", 0, 4), tree.The)
    assert isinstance(phrase("goal", 0, 4, ("goal",)), tree.Name)


@pytest.mark.parametrize("text", ["", " ", "the", "1 +", "is is", "§", '"', "a b c", "x)"])
def test_what_is_no_phrase(text: str) -> None:
    assert phrase(text, 0, len(text)) is None
