"""Bringing a machine to life: its generated source is compiled, and its functions are found."""

from __future__ import annotations

from types import CodeType
from typing import Any

from rulewright.engines.machine import Machine
from rulewright.engines.python.runtime import Tables, make_runtime


def activate(machine: Machine, code: CodeType | None = None) -> Machine:
    """Give a machine its functions, from compiled code if there is some already."""
    ordered = frozenset(
        cell
        for zone in machine.zones
        if zone.ordered
        for cell in range(zone.base, zone.base + zone.count)
    )
    looking: dict[int, Any] = {}
    layout = machine.layout
    tables = Tables(
        layout.place,
        layout.known,
        machine.players,
        machine.viewers,
        looking,
        ordered,
        machine.resets,
    )
    machine.code = make_runtime(tables)
    exec(code if code is not None else compiled(machine), machine.code)
    looking.update({cell: machine.code[name] for cell, name in machine.looking.items()})
    numbers = [int(name[1:]) for name in machine.code if name[0] == "b" and name[1:].isdigit()]
    machine.blocks = [None] * (max(numbers, default=-1) + 1)
    for number in numbers:
        machine.blocks[number] = machine.code[f"b{number}"]
    return machine


def compiled(machine: Machine) -> CodeType:
    """The machine's source, compiled."""
    return compile(machine.source, "<rules>", "exec")
