"""Dealing anew inside a module, by a plan: what `game.dealing_anew` comes to, many times as fast."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from struct import pack_into
from typing import Any

from rulewright.engines.native.host import Host, Trapped, signed
from rulewright.engines.native.layout.memory_forms import LETTERS
from rulewright.engines.native.layout.native_code import Dealing
from rulewright.ir.deal_plan import MOST_STEPS, Plan


class NativeDealing:
    """Deals one game. Its host is its own, and goes back to others when nobody needs it any more."""

    def __init__(
        self, host: Host, at: Dealing, kept: bytes, state: Callable[[int], Any], free: list[Host]
    ) -> None:
        """`state` gives the state at an address of the host."""
        self.host, self.at, self._state = host, at, state
        weakref.finalize(self, free.append, host).atexit = False
        host.write(at.at, kept)

    def deal(self, seed: int) -> Any:
        """A state; None if none was found, or the native code gave up: then `game.dealing_anew` is to deal."""
        try:
            found = self.host.call("deal", self.at.at, signed(seed))
        except Trapped:
            return None
        return self._state(self.at.at + self.at.states["work"]) if found else None


def kept_of(at: Dealing, plan: Plan, base: bytes, now: bytes) -> bytes | None:
    """What the module keeps of a game to deal it anew; None if there is no room for all of it."""
    if len(plan.steps) > MOST_STEPS or sum(len(step.alike) for step in plan.steps) > at.others:
        return None
    memory = _Memory(at)
    for name, state in (("base", base), ("now", now)):
        offset = at.states[name]
        memory.bytes[offset : offset + len(state)] = state
    memory.put("seat", [plan.seat])
    memory.put("steps", [len(plan.steps)])
    memory.put("loose", [len(plan.order)])
    memory.put("order", plan.order)
    _put_steps(memory, plan)
    _put_names(memory, plan)
    return bytes(memory.bytes)


class _Memory:
    """The bytes of what is kept, in the making."""

    def __init__(self, at: Dealing) -> None:
        self.at, self.bytes = at, bytearray(at.size)

    def put(self, name: str, values: Sequence[int], first: int = 0) -> None:
        """Numbers side by side, from one on."""
        offset, size = self.at.cells[name]
        pack_into(
            f"<{len(values)}{LETTERS.get(size, 'q')}", self.bytes, offset + first * size, *values
        )


def _put_steps(memory: _Memory, plan: Plan) -> None:
    """What is decided again; a choice that may have been no other is the one that was made."""
    others: list[int] = []
    columns: dict[str, list[Any]] = {
        "decision": [], "decider": [], "option": [], "held": [], "from": [], "many": [],
    }  # fmt: skip
    for step in plan.steps:
        alike = step.alike if len(step.alike) > 1 and not step.is_held else ()
        row = (step.decision, step.decider, step.option, step.is_held, len(others), len(alike))
        for column, value in zip(columns.values(), row, strict=True):
            column.append(value)
        others += alike
    for name, values in {**columns, "others": others}.items():
        memory.put(name, values)


def _put_names(memory: _Memory, plan: Plan) -> None:
    """The names in the order in which they are drawn; for each which cards it could be on, by their places."""
    words, drawing = memory.at.words, list[int]()
    for could, alone, names in plan.groups:
        for kept, cards in (("among", could), ("alone", alone)):
            among = sum(1 << at for at, card in enumerate(plan.order) if cards >> card & 1)
            parts = [among >> 64 * word & 2**64 - 1 for word in range(words)]
            for name in names:
                memory.put(kept, [part - (part >> 63 << 64) for part in parts], name * words)
        drawing += names
    memory.put("drawing", drawing)
