"""A function that is called from outside: what such functions have in common."""

from __future__ import annotations

from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Called,
    CopyBytes,
    Expr,
    Function,
    Get,
    Global,
    If,
    Jump,
    Loop,
    Return,
    Set,
    SetGlobal,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.translating.place_scope import PlaceScope
from rulewright.engines.native.translating.tables import Tables


class Entry(PlaceScope):
    """A function that is called from outside, with a state that its first parameter is the address of."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        given = [*((each, "i32") for each in parameters), *((each, "i64") for each in wide)]
        function = Function(name, tuple(given), result)  # type: ignore[arg-type]
        super().__init__(tables, function, name)

    def put(self, body: Body, exported: bool = True) -> None:
        """Put the function into the module."""
        self.function.body, self.function.exported = body, exported
        self.tables.wasm.add(self.function)

    def begin(self) -> Body:
        """No scratch memory is in use, nothing goes by lot: what was so when the engine gave up is gone."""
        return [
            SetGlobal("scratch", number(self.tables.scratch)),
            SetGlobal("lot", number(0)),
            SetGlobal("blind", number(0)),
            *self.new_steps(),
        ]

    def until(self, condition: Expr, do: Body) -> Body:
        """Something done again and again until a condition holds."""
        label, out = self.label("again"), self.label("out")
        return [Block(out, [Loop(label, [Jump(out, condition), *do, Jump(label)])])]

    def counted(self, at: Get, count: Expr, do: Body) -> Body:
        """Something done for each number from 0 on, below a count."""
        return [
            Set(at.name, number(0)),
            *self.until(at.at_least(count), [*do, Set(at.name, at + 1)]),
        ]

    def ranks(self) -> list[Expr]:
        """What the functions of the outcome give, for one seat after the other."""
        found: list[Expr] = []
        for seat in range(self.module.players):
            for function in self.module.outcome.values:
                low, high = self.spans.result(function)
                given = (self.state, number(seat))
                found.append(Called(f"f_{function}", given, low=low, high=high))
        return found


class TryOut(Entry):
    """The address of a copy of the state, in scratch memory; who asked for it gives it back."""

    def add(self) -> None:
        """Put it into the module."""
        copy, size = self.function.local("copy", low=0), self.layout.size
        limit = self.tables.scratch_end - size
        self.put([
            Set(copy.name, Global("scratch", low=0)),
            If(compared("gt_s", copy, limit), [Trap()]),
            SetGlobal("scratch", copy + size),
            CopyBytes(copy, self.state, number(size)),
            Return(copy),
        ], exported=False)  # fmt: skip
