"""Which functions of a native module take fuel before they are given any: a forward analysis of its own code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import Factory, define

from rulewright.base.records import Draft
from rulewright.native.ast import wasm_ast as wasm

Functions = dict[str, wasm.Function]


def is_steps(address: wasm.Expr, steps: int) -> bool:
    """Return whether an address is that of the fuel."""
    return isinstance(address, wasm.Const) and address.value == steps


@define
class FuelFlow:
    """Forward analysis: `needs` are functions that take fuel which they were not given by themselves.

    `gives` are those that have filled it up on every path to their end. The fact at a point is whether fuel was
    given on all paths to it. It is never lost, so a loop needs no second pass.
    """

    functions: Functions
    steps: int
    needs: set[str] = Factory(set)
    gives: set[str] = Factory(set)
    _now: str = ""
    _jumps: dict[str, bool] = Factory(dict)
    _ends: bool = True

    @classmethod
    def of(cls, functions: Functions, steps: int) -> FuelFlow:
        """Analyse functions until nothing changes: `needs` grows from none, `gives` shrinks from all."""
        flow = cls(functions, steps, gives=set(functions))
        before = None
        while before != (before := (len(flow.needs), len(flow.gives))):
            for name, function in functions.items():
                flow._function(name, function)
        return flow

    def unfuelled(self) -> list[str]:
        """Return the exported functions that take fuel without filling it up."""
        return sorted(name for name in self.needs if self.functions[name].exported)

    def _function(self, name: str, function: wasm.Function) -> None:
        self._now, self._jumps, self._ends = name, {}, True
        if not (self._after(function.body, False) and self._ends):
            self.gives.discard(name)

    def _after(self, node: Any, given: bool) -> bool:
        """Return whether fuel is given after a node, or some, that is reached with `given`."""
        match node:
            case list() | tuple():
                return self._in_order(node, given)
            case wasm.Store(address=address, value=value) if is_steps(address, self.steps):
                self._after(value, given)
                return given or isinstance(value, wasm.Const)
            case wasm.Load(address=address) if is_steps(address, self.steps):
                return self._takes(given)
            case wasm.Call(function=name) | wasm.CallStmt(function=name):
                given = self._in_order(node.arguments, given)
                if name in self.needs:
                    self._takes(given)
                return given or name in self.gives
            case (
                wasm.If(condition=condition, body=yes, else_body=no)
                | wasm.Conditional(condition=condition, yes=yes, no=no)
            ):
                given = self._after(condition, given)
                one, other = self._after(yes, given), self._after(no, given)
                return one and other
            case wasm.Block(label=label, body=body):
                given = self._after(body, given)
                return self._jumps.pop(label, True) and given
            case wasm.Jump(label=label, condition=condition):
                given = self._after(condition, given)
                self._jumps[label] = self._jumps.get(label, True) and given
                return given or condition is None
            case wasm.Switch(value=value, labels=labels):
                given = self._after(value, given)
                self._jumps |= {each: self._jumps.get(each, True) and given for each in labels}
                return True
            case wasm.Return(value=value):
                self._ends &= self._after(value, given)
                return True
            case wasm.Trap():
                return True
            case Draft():
                return self._in_order(fields_of(node), given)
        return given

    def _in_order(self, nodes: Iterable[Any], given: bool) -> bool:
        for node in nodes:
            given = self._after(node, given)
        return given

    def _takes(self, given: bool) -> bool:
        if not given:
            self.needs.add(self._now)
        return given


def fields_of(node: Any) -> Iterable[Any]:
    """Return the parts of a node, in the order in which they are worked out."""
    return (getattr(node, name) for name in type(node).__match_args__)
