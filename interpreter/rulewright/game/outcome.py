"""How a game ended: scores, winners, and the lines each score is made of."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.engines.machine import Machine, ScorePart
from rulewright.game.core import Core
from rulewright.game.words import any_label_word, design_name, own, said
from rulewright.text import filled


@frozen
class Outcome:
    """`scores` by seat; `winners` are the seats that share the victory; `parts` are each score's lines."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    parts: tuple[tuple[tuple[str, int], ...], ...]


def outcome_of(core: Core, names: Sequence[str]) -> Outcome | None:
    """The outcome, None while the game runs or if the rules name none."""
    machine = core.machine
    if not core.over or not machine.outcome:
        return None
    functions = [machine.code[f"out_{name.replace('-', '_')}"] for name in machine.outcome]
    ranks = [
        tuple(function(core.row, seat) for function in functions) for seat in range(machine.players)
    ]
    best = max(ranks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == best)
    scores = tuple(rank[0] for rank in ranks)
    parts = tuple(_parts(core, seat, scores[seat]) for seat in range(machine.players))
    return Outcome(scores, winners, _reason(core, names), parts)


def _parts(core: Core, seat: int, score: int) -> tuple[tuple[str, int], ...]:
    """The lines of a score that are not zero; what other rules made of it stands in a last one.

    What is called alike, as by two clauses of one card, is one line.
    """
    lines: dict[str, int] = {}
    for part in core.machine.parts:
        called = _line_name(core.machine, part)
        points = core.machine.code[part.function](core.row, seat)
        lines[called] = lines.get(called, 0) + points
    rest = score - sum(lines.values())
    if rest:
        called = own(core.machine, "other rules")
        lines[called] = lines.get(called, 0) + rest
    first = next(iter(lines), None)
    return tuple((label, points) for label, points in lines.items() if points or label == first)


def _line_name(machine: Machine, part: ScorePart) -> str:
    called = design_name(machine, part.label)
    if part.each is None:
        return called
    name, label = part.each
    word, hole = any_label_word(machine, label), f"{{{name}}}"
    return called.replace(hole, word) if hole in called else f"{called}, {word}"


def _reason(core: Core, names: Sequence[str]) -> str:
    machine = core.machine
    if machine.because is None:
        return own(machine, "the game is over")
    telling = machine.tellings[machine.because]
    values = [
        said(machine, machine.code[f"because_{number}"](core.row), type_, names)
        for number, type_ in enumerate(telling.types)
    ]
    return filled(telling.parts, values, machine.language)
