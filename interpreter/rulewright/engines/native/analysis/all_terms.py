"""All terms of a module, and what can be said of code by a look at all of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.ir import terms as ir
from rulewright.ir.module import Module
from rulewright.ir.walk import Term, everything, everything_in


def lists_only_asked(body: ir.Body) -> frozenset[str]:
    """The lists of pieces, begun empty, of which nothing is asked but whether something is in them."""
    terms = list(everything_in(body))
    read = Counter(term.name for term in terms if isinstance(term, ir.Local))
    asked, lists, others = Counter[str](), set[str](), set[str]()
    for term in terms:
        match term:
            case ir.Member(source=ir.Local(name=name)):
                asked[name] += 1
            case ir.Assign(name=name, value=ir.Sequence(items=()), type=type_):
                (lists if type_ == ir.PIECE.list() else others).add(name)
            case ir.Assign(name=name, value=ir.Append(source=ir.Local(name=own))) if name == own:
                asked[name] += 1
            case ir.Assign(name=name):
                others.add(name)
    return frozenset(name for name in lists - others if asked[name] == read[name])


def terms_of(module: Module) -> Iterator[Term]:
    """All that the code of a module is made of."""
    for function in module.code.functions.values():
        yield from everything(function.result)
    for procedure in module.code.procedures.values():
        yield from everything_in(procedure.body)


def asks_who_knows(module: Module) -> bool:
    """Whether anything in the rules hangs on who knows which piece is where."""
    return any(isinstance(term, ir.Sees) for term in terms_of(module))
