"""What code may change, so that lists which may change while they are gone through are gathered first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.ir import terms as ir
from rulewright.ir.module import Module
from rulewright.ir.walk import Term, everything, everything_in

PLACES, DELAYED, KNOWN = "where pieces lie", "delayed rules", "who knows what"


class Effects:
    """What the procedures of a module change, and what expressions look at, by names of variables and the above."""

    def __init__(self, module: Module) -> None:
        self.code = module.code
        self._changed: dict[str, frozenset[str]] = {}
        self._seen: dict[str, frozenset[str]] = {}

    def disturbs(self, body: ir.Body, source: ir.Node) -> bool:
        """Whether a body may change what a list is made of."""
        return bool(self._changes(everything_in(body)) & self._looks(everything(source)))

    def _changes(self, terms: Iterable[Term]) -> frozenset[str]:
        found: set[str] = set()
        for term in terms:
            match term:
                case ir.Assign(name=name):
                    found.add(f"local {name}")
                case ir.Write(variable=name) | ir.Reset(variable=name):
                    found.add(name)
                case ir.Effect():
                    found |= {PLACES, KNOWN, *self._passing()}
                case ir.Delay() | ir.Undelay():
                    found.add(DELAYED)
                case ir.Perform(procedure=name):
                    found |= self._changed_by(name)
        return frozenset(found)

    def _passing(self) -> set[str]:
        """A piece that moves may set variables back; any of them, for this purpose."""
        return {"any variable"}

    def _changed_by(self, name: str) -> frozenset[str]:
        if name not in self._changed:
            self._changed[name] = self._changes(everything_in(self.code.procedures[name].body))
        return self._changed[name]

    def _looks(self, terms: Iterable[Term]) -> frozenset[str]:
        found: set[str] = set()
        for term in terms:
            match term:
                case ir.Local(name=name):
                    found.add(f"local {name}")
                case ir.Read(variable=name):
                    found |= {name, "any variable"}
                case ir.Pieces() | ir.AllPieces() | ir.PlaceOf():
                    found.add(PLACES)
                case ir.Sees():
                    found |= {PLACES, KNOWN}
                case ir.Captured():
                    found.add(DELAYED)
                case ir.Call(function=name):
                    found |= self._seen_by(name)
        return frozenset(found)

    def _seen_by(self, name: str) -> frozenset[str]:
        if name not in self._seen:
            self._seen[name] = self._looks(everything(self.code.functions[name].result))
        return self._seen[name]


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
