"""The frame of a game: facts about its code that seats need, such as the phases of each decision.

It is computed once per module, so it cannot depend on the state of a game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import Record
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.public_state import PublicInformation
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import statements_in, walk
from rulewright.runtime.lower.passes.turns import phase_procedures, round_counters


class GameFrame(Record):
    """The frame of a game: facts about its code that hold in every state.

    `phases` gives for each decision the phases that always run when it is asked, outermost first. `counted` maps
    a phase to the public number that counts its repetitions. `leads` gives for each decision and each of its lists
    the decisions that such an option can ask in the same phase, `places` the place that an option is about, such
    as `{seat}/{label} hook`, or None. `open_score` says if the score depends on public information only,
    `open_parts` the same for its lines.
    """

    phases: tuple[tuple[str, ...], ...]
    counted: dict[str, str]
    leads: tuple[tuple[tuple[int, ...], ...], ...]
    places: tuple[tuple[str | None, ...], ...]
    open_score: bool
    open_parts: tuple[bool, ...]

    @classmethod
    def of(cls, module: Module) -> GameFrame:
        """Return the frame of a module with its code."""
        outcome = module.outcome
        scored = outcome.values[outcome.scored : outcome.scored + 1]
        functions, public = module.code.functions, PublicInformation.of(module)
        return cls(
            tuple(_phases(module)),
            dict(round_counters(module)),
            tuple(_leads(module)),
            tuple(_places(module)),
            all(public.is_public(functions[name].result) for name in scored),
            tuple(public.is_public(functions[part.function].result) for part in outcome.parts),
        )


def _phases(module: Module) -> Iterator[tuple[str, ...]]:
    """Return for each decision the phases in which it is always asked, the outermost first."""
    by_decision: dict[int, tuple[str, ...]] = {}
    phase_of = dict(phase_procedures(module))
    seen = set[tuple[str, tuple[str, ...]]]()
    pending: list[tuple[str, tuple[str, ...]]] = [(module.code.flow, ())]
    while pending:
        name, path = pending.pop()
        if (name, path) in seen:
            continue
        seen.add((name, path))
        procedure = module.code.procedures[name]
        if name in phase_of:
            path = (*path, phase_of[name])
        for stmt in statements_in(procedure.body):
            if isinstance(stmt, ir.Perform):
                pending.append((stmt.procedure, path))
            elif isinstance(stmt, ir.Ask):
                number = stmt.decision
                by_decision[number] = (
                    _common(by_decision[number], path) if number in by_decision else path
                )
    return (by_decision.get(number, ()) for number in range(len(module.decisions)))


def _leads(module: Module) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield for each decision the decisions that the code of its options can ask, by list of options."""
    procedures, phases = module.code.procedures, dict(phase_procedures(module))
    asks = [
        stmt
        for each in procedures.values()
        for stmt in statements_in(each.body)
        if isinstance(stmt, ir.Ask)
    ]

    def asked_in(body: ir.Body, seen: set[str]) -> Iterator[int]:
        """Yield the decisions in a body and in the procedures that it performs, but not in phases that it plays."""
        for stmt in statements_in(body):
            if isinstance(stmt, ir.Ask):
                yield stmt.decision
            elif isinstance(stmt, ir.Perform) and stmt.procedure not in {*seen, *phases}:
                seen.add(stmt.procedure)
                yield from asked_in(procedures[stmt.procedure].body, seen)

    for number, decision in enumerate(module.decisions):
        inside: list[set[int]] = [set() for _ in decision.options]
        for ask in asks:
            if ask.decision == number:
                for found, options in zip(inside, ask.options, strict=True):
                    found.update(asked_in(options.then, set()))
        yield tuple(tuple(sorted(found)) for found in inside)


def _places(module: Module) -> Iterator[tuple[str | None, ...]]:
    """Yield for each decision the place that an option is about, by list of options."""
    asks = [
        stmt
        for each in module.code.procedures.values()
        for stmt in statements_in(each.body)
        if isinstance(stmt, ir.Ask)
    ]
    for number, decision in enumerate(module.decisions):
        found: list[set[str | None]] = [set() for _ in decision.options]
        for ask in (ask for ask in asks if ask.decision == number):
            for places, options, label in zip(found, ask.options, decision.options, strict=True):
                of_label = label.type is not None and label.type.kind is ir.Kind.LABEL
                places.add(_place_of(module, ask, options) if of_label else None)
        yield tuple(next(iter(places)) if len(places) == 1 else None for places in found)


def _place_of(module: Module, ask: ir.Ask, options: ir.OptionList) -> str | None:
    """Return the only place for an option's label that the condition of the option names; None without one."""
    label = ir.Local(options.var)
    own = {
        name
        for name, index in _zone_reads(options.condition)
        if isinstance(index, ir.Slot) and index.label == label and index.owner == ask.decider
    }
    common = {
        name
        for name, index in _zone_reads(options.condition)
        if index == label and module.zones[name].owner is None
    }
    found = [
        *(f"{{seat}}/{{label}} {name}" for name in own),
        *(f"{{label}} {name}" for name in common),
    ]
    return found[0] if len(found) == 1 else None


def _zone_reads(condition: ir.Node) -> Iterator[tuple[str, ir.Node | None]]:
    """Yield the zones that a condition reads, each with the index of its place."""
    for term in walk(condition):
        if isinstance(term, ir.Pieces):
            yield term.zone, term.index


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the phases with which both paths begin."""
    pairs = enumerate(zip(one, other, strict=False))
    least = min(len(one), len(other))
    return one[: next((at for at, (a, b) in pairs if a != b), least)]
