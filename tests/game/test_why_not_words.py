"""Every condition of the shipped games that can keep an option away has words for players, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright
from rulewright.language.edition.translations.vocabulary import load_words
from rulewright.language.program.rules import Power
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import all_statements
from rulewright.runtime.ir.nodes.ir_types import TRUTH, Kind
from rulewright.runtime.ir.terms import Node
from rulewright.runtime.session.explain.why_not import _COMPARED, Conditions, _unfiltered
from rulewright.runtime.session.rules.internals import inside

OTHERS = ("achiles", "french", "lost-cities", "first-edition")
"""Editions whose cards and rules are shown by others."""
ROOT = Path(__file__).resolve().parents[2]
EDITIONS = sorted({path.stem for path in (ROOT / "editions").glob("*.yaml")} - {*OTHERS})


def lists_of(conditions: Conditions) -> Iterator[ir.OptionList]:
    """Yield every list of options that a player may be asked about."""
    for each in all_statements(conditions.work.code):
        if isinstance(each, ir.Ask) and each.decider is not None:
            yield from each.options


def wordings(conditions: Conditions) -> dict[str, str]:
    """Return the source text of each condition and compared value that an answer may name, with its place."""
    found, begun = dict[str, str](), set[int]()

    def note(node: Node, *, as_side: bool = False) -> None:
        source = ((conditions.work.origins or {}).get(id(node)) or (None, None))[1]
        if source is None or isinstance(source, Power):
            return
        if as_side:
            type_ = conditions.work.type_of(source.type) if isinstance(source, Expr) else TRUTH
            if type_.many or type_ == TRUTH:
                return
        line = source.at.on_one_line() if isinstance(source, Expr) else source.at.first_line()
        found.setdefault(line, str(source.at))

    def walk(node: Node) -> None:
        if id(node) in begun or isinstance(node, ir.Const):  # no constant condition fails
            return
        begun.add(id(node))
        note(node)
        match node:
            case ir.All():
                for part in node.parts:
                    walk(part)
            case ir.Call():
                walk(conditions.work.code.functions[node.function].result)
            case ir.Cond():
                walk(node.yes)
                walk(node.no)
            case ir.Binary(operator=operator) if operator in _COMPARED:
                for side in (node.left, node.right):
                    if operator != "!=" or is_number(conditions, side):
                        note(side, as_side=True)

    for options in lists_of(conditions):
        for each in (*(one.condition for one in _unfiltered(options)[1]), options.condition):
            walk(each)
    return found


def is_number(conditions: Conditions, node: Node) -> bool:
    source = ((conditions.work.origins or {}).get(id(node)) or (None, None))[1]
    return isinstance(source, Expr) and conditions.work.type_of(source.type).kind is Kind.NUMBER


@pytest.mark.rotating
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_condition_has_words(edition: str) -> None:
    rules = rulewright.load(edition)
    book = inside(rules)
    known = [load_words(book.edition, language).reasons for language in ("en", "fr")]

    wordless = {
        f"{place}: {line}"
        for players in {*rules.players}
        for line, place in wordings(book.conditions(players)).items()
        if not line.isdigit() and not all(line in reasons for reasons in known)
    }
    assert wordless == set()
