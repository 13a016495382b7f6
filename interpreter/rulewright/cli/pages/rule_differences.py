"""Compares the rules of two editions, clause by clause.

A clause is a declaration or rule outside of cards, a part of a card that both have, or a whole card that only one
has.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from pathlib import Path

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.cli.pages.moments_page import rule_head
from rulewright.language.link.rule_files import read_sources
from rulewright.language.syntax import parse_all, tree
from rulewright.language.syntax.tree import Node, Word
from rulewright.language.text import Complaints, real_path
from rulewright.runtime.session.explain.card_help import lines_of
from rulewright.runtime.session.rules.internals import inside

_BESIDE = (tree.Scenario, tree.GameDeclaration, tree.FieldValue, tree.Citation)
"""Nodes that are no rules, or that are compared as values of the edition."""

Key = tuple[str, ...]


class ComparedClause(Record):
    """A clause to compare: the card it is on, its key, syntax tree and place."""

    card: str
    key: Key
    node: Node
    place: str

    @property
    def name(self) -> str:
        """The head of the clause, which identifies it for readers."""
        return rule_head(self.node.at)

    @property
    def lines(self) -> tuple[str, ...]:
        """The source lines of the clause."""
        return lines_of(self.node.at)


ClausePair = tuple[ComparedClause | None, ComparedClause | None]


def rule_differences(one: Rules, other: Rules) -> Iterator[ClausePair]:
    """Yield each clause that only one edition has, and each pair of clauses that differ.

    Places, blanks and comments do not count. Files that both editions read are skipped.
    """
    left, right = (_files(rules) for rules in (one, other))
    of_both = left.keys() & right.keys()
    trees = [
        _trees(file for real, file in files.items() if real not in of_both)
        for files in (left, right)
    ]
    first, second = (
        {node.name.text for node in each if isinstance(node, tree.CardDeclaration)}
        for each in trees
    )
    yield from _match_clauses(
        *(
            [*_clauses(rules, each, first & second)]
            for rules, each in zip((one, other), trees, strict=True)
        )
    )


def _files(rules: Rules) -> dict[Path, Path]:
    """Return the rule files of an edition by real path."""
    return {real_path(file): file for file in inside(rules).files}


def _trees(files: Iterable[Path]) -> tuple[tree.Node, ...]:
    """Return the syntax trees of files, ignoring complaints."""
    return parse_all(read_sources(files, Complaints()), Complaints())


def _clauses(
    rules: Rules, trees: tuple[tree.Node, ...], cards_of_both: Container[str]
) -> Iterator[ComparedClause]:
    """Yield the clauses of files; a card that the other edition does not have is one clause."""
    for node in trees:
        if not isinstance(node, tree.CardDeclaration):
            if not isinstance(node, _BESIDE):
                yield _clause(rules, "", "", node)
        elif node.name.text in cards_of_both:
            yield from _clauses_of_card(rules, node)
        else:
            yield _clause(rules, node.name.text, "", node)


def _clauses_of_card(rules: Rules, card: tree.CardDeclaration) -> Iterator[ComparedClause]:
    """Yield the clauses of a card, one for each rule."""
    for node in card.body:
        inside = node.rules if isinstance(node, tree.Section) else (node,)
        stance = node.stance.text if isinstance(node, tree.Section) else ""
        for each in inside:
            is_note = isinstance(each, tree.Remark) and each.kind != "text"
            if not isinstance(each, _BESIDE) and not is_note:
                yield _clause(rules, card.name.text, stance, each)


def _clause(rules: Rules, card: str, stance: str, node: Node) -> ComparedClause:
    """Return a clause with its key: card, stance, type and name, or its head if it has no name."""
    owner = getattr(node, "owner", None)
    names = [each.text for each in (owner, _name_word(node)) if isinstance(each, Word)]
    key = (card, stance, type(node).__name__, *(names or [rule_head(node.at)]))
    return ComparedClause(card, key, node, inside(rules).displayed_place(str(node.at)))


def _name_word(node: Node) -> Word | None:
    """Return the name of a declaration or power; None for rules that are identified by their heads."""
    if isinstance(node, tree.Grant):
        return None
    word = getattr(node, "name", None) or getattr(node, "verb", None)
    return word if isinstance(word, Word) else None


def _match_clauses(left: list[ComparedClause], right: list[ComparedClause]) -> Iterator[ClausePair]:
    """Yield the differences in the order of the files.

    Equal clauses are matched first, so that of several with one key the differing ones are paired.
    """
    for clause in list(left):
        same = next((each for each in right if _are_equal(clause, each)), None)
        if same is not None:
            left.remove(clause)
            right.remove(same)
    for clause in left:
        called = next((each for each in right if each.key == clause.key), None)
        if called is not None:
            right.remove(called)
        yield clause, called
    yield from ((None, each) for each in right)


def _are_equal(one: ComparedClause, other: ComparedClause) -> bool:
    """Return whether two clauses are equal; syntax trees compare without places and comments."""
    return one.key == other.key and one.node == other.node
