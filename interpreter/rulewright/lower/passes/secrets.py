"""Says of every decision what it looks at that not everybody sees: so who else can know what there is to choose.

How many cards lie in a place is open to all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from rulewright.ir import terms as ir
from rulewright.ir.build import TRUE
from rulewright.ir.module import Module
from rulewright.ir.walk import Term, everything_in, inside

COUNTS = ("count", "some")
"""What a list comes to if only the number of its things matters."""


def with_secrets(module: Module) -> Module:
    """The module with the secrets of its decisions."""
    finder, decisions = _Finder(module), list(module.decisions)
    for procedure in module.code.procedures.values():
        for ask in everything_in(procedure.body):
            if isinstance(ask, ir.Ask):
                found = {name for name in finder.in_question(ask) if finder.is_secret(name)}
                decisions[ask.decision] = evolve(
                    decisions[ask.decision], secrets=tuple(sorted(found))
                )
    return evolve(module, decisions=tuple(decisions))


@frozen
class _Finder:
    """Finds the places and numbers that code looks at."""

    module: Module

    def is_secret(self, name: str) -> bool:
        """Whether not everybody sees what is called so; for whom a phase is played is shown apart."""
        phases = self.module.phases.values()
        if any(name == variable for phase in phases for _, variable in phase.parameters):
            return False
        kept = self.module.zones.get(name) or self.module.variables[name]
        return kept.seen != "everyone"

    def in_question(self, ask: ir.Ask) -> Iterator[str]:
        """What it depends on which options there are."""
        for options in ask.options:
            yield from self.in_terms([options.condition])
            if options.source is not None and (
                options.condition != TRUE or not _whole(options.source)
            ):
                yield from self.in_terms([options.source])
        if ask.stop is not None:
            yield from self.in_terms([ask.stop])

    def in_terms(self, terms: Iterable[Term]) -> Iterator[str]:
        """What expressions and statements look at, with all that they call."""
        left, called = list(terms), set[str]()
        while left:
            term = left.pop()
            match term:
                case ir.Read(variable=name) | ir.Pieces(zone=name) | ir.AllPieces(zone=name):
                    yield name
                case ir.InZone(zone=name):
                    yield name
                case ir.Call(function=name) if name not in called:
                    called.add(name)
                    left.append(self.module.code.functions[name].result)
                case ir.Trial(procedure=name, function=asked) if name not in called:
                    called.add(name)
                    left.append(self.module.code.functions[asked].result)
                    left += self.module.code.procedures[name].body
                case ir.Perform(procedure=name) if name not in called:
                    called.add(name)
                    left += self.module.code.procedures[name].body
            if not (isinstance(term, ir.Reduce) and term.how in COUNTS and _whole(term.source)):
                left += inside(term)


def _whole(source: ir.Node) -> bool:
    """Whether a list is all that lies somewhere."""
    return isinstance(source, ir.Pieces | ir.AllPieces)
