"""The frame of a game: facts about its code that seats need, such as the phases of each decision.

It is computed once per module, so it cannot depend on the state of a game.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import Record
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.public_state import PublicInformation
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import statements_in
from rulewright.runtime.lower.passes.turns import phase_procedures, round_counters


class GameFrame(Record):
    """The frame of a game: facts about its code that hold in every state.

    `phases` gives for each decision the phases that always run when it is asked, outermost first. `counted` maps
    a phase to the public number that counts its repetitions. `leads` gives for each decision and each of its lists
    the decisions that such an option can ask in the same phase. `open_score` says if the score depends on public
    information only, `open_parts` the same for its lines.
    """

    phases: tuple[tuple[str, ...], ...]
    counted: dict[str, str]
    leads: tuple[tuple[tuple[int, ...], ...], ...]
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


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Return the phases with which both paths begin."""
    pairs = enumerate(zip(one, other, strict=False))
    least = min(len(one), len(other))
    return one[: next((at for at, (a, b) in pairs if a != b), least)]
