"""Secret inputs of decisions: the hidden places and variables that the options depend on.

Other players cannot know the options of a decision with secrets. The number of cards in a place is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.records import Record, evolve, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import all_statements, written_variables
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import TRUE
from rulewright.runtime.ir.walk import Term, direct_children
from rulewright.runtime.lower.passes.dead_code import direct_calls

Reads = tuple[set[str], set[str]]
"""The zones and variables that code reads, and the names that it calls."""

COUNTS = ("count", "some")
"""Reductions that depend only on the length of a list."""


def add_secrets(module: Module) -> Module:
    """Return the module with the hidden zones and variables that each decision's options depend on."""
    finder, decisions = _ReadFinder(module, _changing_variables(module)), list(module.decisions)
    for ask in all_statements(module.code):
        if isinstance(ask, ir.Ask):
            secrets = {name for name in finder.reads_of_question(ask) if finder.is_secret(name)}
            decisions[ask.decision] = evolve(
                decisions[ask.decision], secrets=tuple(sorted(secrets))
            )
    return evolve(module, decisions=tuple(decisions))


def _changing_variables(module: Module) -> frozenset[str]:
    """Return the variables that some statement writes, except parameters and counters of phases."""
    phases = module.phases.values()
    running = {name for phase in phases for _, name in phase.parameters}
    return frozenset(written_variables(module.code) - running - {phase.played for phase in phases})


class _ReadFinder(Record):
    """Analysis of the zones and variables that code reads, callees included."""

    module: Module
    changing: frozenset[str]
    """Variables that some statement writes, without the parameters and counters of phases."""
    known: dict[str, Reads] = field(factory=dict)
    """Memo of the reads and calls of functions and procedures."""

    def is_secret(self, name: str) -> bool:
        """Return whether a zone or variable that changes is hidden from some player.

        The parameters of the running phase are shown elsewhere, and variables that never change are public.
        """
        if name in self.module.zones:
            return self.module.zones[name].seen != "everyone"
        return self.module.variables[name].seen != "everyone" and name in self.changing

    def reads_of_question(self, ask: ir.Ask) -> Iterator[str]:
        """Yield the zones and variables that the options of a question depend on."""
        for options in ask.options:
            yield from self.reads_of_terms([options.condition])
            if options.source is not None and (
                options.condition != TRUE or not _is_whole_zone(options.source)
            ):
                yield from self.reads_of_terms([options.source])
        if ask.stop is not None:
            yield from self.reads_of_terms([ask.stop])

    def reads_of_terms(self, terms: Iterable[Term]) -> Iterator[str]:
        """Yield the zones and variables that `terms` and their callees read."""
        reads, pending = _reads_and_calls(terms)
        called = set(pending)
        while pending:
            names, calls = self._reads_of(pending.pop())
            reads |= names
            pending |= calls - called
            called |= calls
        return iter(reads)

    def _reads_of(self, name: str) -> Reads:
        """Return the names that a function or procedure reads, and those that it calls directly."""
        if name not in self.known:
            code = self.module.code
            function = code.functions.get(name)
            body = code.procedures[name].body if function is None else (function.result,)
            self.known[name] = _reads_and_calls(body)
        return self.known[name]


def _reads_and_calls(terms: Iterable[Term]) -> Reads:
    """Return the zones and variables that `terms` read, and the functions and procedures they call."""
    names, calls, stack = set[str](), set[str](), list(terms)
    while stack:
        term = stack.pop()
        match term:
            case ir.Read(variable=name) | ir.Pieces(zone=name) | ir.AllPieces(zone=name):
                names.add(name)
            case ir.InZone(zone=name):
                names.add(name)
        calls.update(direct_calls(term))
        if not (isinstance(term, ir.Reduce) and term.how in COUNTS and _is_whole_zone(term.source)):
            stack += direct_children(term)
    return names, calls


def _is_whole_zone(source: ir.Node) -> bool:
    """Return whether a list is all cards of a place or zone, without a filter."""
    return isinstance(source, ir.Pieces | ir.AllPieces)
