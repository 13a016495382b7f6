"""Inlines functions that are small or have a single call site.

wasmtime's compiler (Cranelift) does not inline calls between functions, and a call costs as much as several
operations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from operator import is_not
from typing import Any, TypeVar

from rulewright.base.records import declared_fields
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.encode.wasm_module import WasmModule

T = TypeVar("T")

ALWAYS_INLINED_NODES = 90
"""Functions of at most this many nodes are inlined at every call."""

MAX_FUNCTION_NODES = 3600
"""A function grows to at most this many nodes: large functions compile slowly."""


def inline(module: WasmModule) -> None:
    """Inline calls in all functions of a module, then drop functions that are no longer reachable."""
    work = _Inliner(module)
    for name in list(module.functions):
        work.function(name)
    for name in set(module.functions) - work.reachable:
        del module.functions[name]


class _Inliner:
    """The inlining pass over a module, with the sizes and calls of its functions."""

    def __init__(self, module: WasmModule) -> None:
        self.functions = module.functions
        self.started: set[str] = set()
        self.sizes: dict[str, int] = {}
        self.calls: dict[str, list[str]] = {}
        self.nodes_with_calls: set[int] = set()  # ids of nodes that contain calls
        for name, function in module.functions.items():
            visitor = _CallCounter(self.nodes_with_calls)
            for stmt in function.body:
                visitor.visit(stmt)
            self.sizes[name] = visitor.size
            self.calls[name] = [each for each in visitor.calls if each in module.functions]
        self.sites = Counter(name for calls in self.calls.values() for name in calls)
        self.done: set[str] = set()

    @property
    def reachable(self) -> set[str]:
        """The names of the functions that exports call, directly or through others."""
        pending = [name for name, function in self.functions.items() if function.exported]
        reached: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in reached:
                reached.add(name)
                pending += self.calls[name]
        return reached

    def function(self, name: str) -> None:
        """Inline calls in the function `name`, after those in the functions it calls."""
        if name in self.started:
            return
        self.started.add(name)
        function = self.functions[name]
        for called in self.calls[name]:
            self.function(called)
        if any(self.should_inline(called, function) for called in self.calls[name]):
            writer = _CallInliner(self, function)
            function.body = writer.body(function.body)
            self.calls[name] = writer.left
        self.done.add(name)

    def should_inline(self, name: str, caller: wasm.Function) -> bool:
        """Return whether calls of the function `name` in `caller` are replaced by its body."""
        if name not in self.done:  # on a call cycle, or not processed yet
            return False
        size, callee = self.sizes[name], self.functions[name]
        if callee.exported or callee.never_inlined:
            return False
        if self.sizes[caller.name] + size > MAX_FUNCTION_NODES:
            return False
        return size <= ALWAYS_INLINED_NODES or self.sites[name] == 1


class _CallInliner:
    """A rewriter of one function that replaces calls by the bodies of the called functions."""

    def __init__(self, work: _Inliner, function: wasm.Function) -> None:
        self.work, self.function = work, function
        self.left: list[str] = []  # remaining calls

    def body(self, body: wasm.Body) -> wasm.Body:
        """Return the statements with their calls inlined."""
        return [line for stmt in body for line in self._statement(stmt)]

    def _statement(self, stmt: wasm.Stmt) -> wasm.Body:
        """Return a statement with its calls inlined."""
        if id(stmt) not in self.work.nodes_with_calls:
            return [stmt]
        changed = _map_children(stmt, self.expression, self.body)
        if isinstance(changed, wasm.CallStmt) and self._is_inlined(changed.function):
            return self._inlined_call(changed.function, changed.arguments)[0]
        return [changed]

    def expression(self, expr: wasm.Expr) -> wasm.Expr:
        """Return the expression with its calls inlined."""
        if id(expr) not in self.work.nodes_with_calls:
            return expr
        changed: wasm.Expr = _map_children(expr, self.expression, self.body)
        if isinstance(changed, wasm.Call) and self._is_inlined(changed.function):
            body, result = self._inlined_call(changed.function, changed.arguments)
            assert result is not None
            return wasm.Sequenced(
                body, result, type=changed.type, low=changed.low, high=changed.high
            )
        return changed

    def _is_inlined(self, name: str) -> bool:
        """Return whether calls of `name` are inlined here; record the calls that remain."""
        is_inlined = self.work.should_inline(name, self.function)
        if name in self.work.functions:
            self.left += self.work.calls[name] if is_inlined else [name]
        return is_inlined

    def _inlined_call(
        self, name: str, arguments: tuple[wasm.Expr, ...]
    ) -> tuple[wasm.Body, wasm.Get | None]:
        """Return a function's body with its arguments assigned, and the local with its result."""
        callee = self.work.functions[name]
        # The result is not visited again: callees come first, so calls that are left in them stay.
        if callee.movable and self.work.sites[name] == 1:
            return self._moved_body(callee, arguments)
        self.work.sizes[self.function.name] += self.work.sizes[name]
        copy = _BodyCopier(self.function, callee)
        assignments: wasm.Body = [
            wasm.Set(copy.names[parameter], argument)
            for (parameter, _), argument in zip(callee.parameters, arguments, strict=True)
        ]
        result = self.function.local(f"{name}.result", callee.result) if callee.result else None
        copy.result, copy.out = result, f"{name}.{len(self.function.locals)}"
        body = copy.body(callee.body)
        if body and isinstance(body[-1], wasm.Jump) and body[-1].label == copy.out:
            body.pop()
            copy.leaves -= 1
        return [*assignments, *([wasm.Block(copy.out, body)] if copy.leaves else body)], result

    def _moved_body(
        self, callee: wasm.Function, arguments: tuple[wasm.Expr, ...]
    ) -> tuple[wasm.Body, wasm.Get | None]:
        """Return the body of a function with one call site, moved without a copy, and its result's local."""
        self.work.sizes[self.function.name] += self.work.sizes[callee.name]
        self.function.locals.update((*callee.parameters, *callee.locals.items()))
        # Names of locals are unique, so the callee's nodes are moved instead of copied.
        names = (name for name, _ in callee.parameters)
        assignments: wasm.Body = [
            wasm.Set(name, each) for name, each in zip(names, arguments, strict=True)
        ]
        if callee.result is None:
            return [*assignments, *callee.body], None
        result = self.function.local("result", callee.result)
        *body, last = callee.body
        assert isinstance(last, wasm.Return)
        assert last.value is not None
        return [*assignments, *body, wasm.Set(result.name, last.value)], result


class _BodyCopier:
    """A copier of a function's body into another function; returns become jumps out of a block."""

    def __init__(self, into: wasm.Function, callee: wasm.Function) -> None:
        self.result: wasm.Get | None = None
        self.out = ""
        self.leaves = 0
        self.mark = len(into.locals)
        self.names = {
            name: into.local(name, type_).name
            for name, type_ in (*callee.parameters, *callee.locals.items())
        }

    def body(self, body: wasm.Body) -> wasm.Body:
        """Return a copy of some statements with the caller's names of locals and labels."""
        return [line for stmt in body for line in self._statement(stmt)]

    def _statement(self, stmt: wasm.Stmt) -> wasm.Body:
        """Return the copy of a statement with the caller's names of locals and labels."""
        changed = _map_children(stmt, self.expression, self.body)
        match changed:
            case wasm.Return(value=value):
                self.leaves += 1
                if self.result is None or value is None:
                    return [wasm.Jump(self.out)]
                return [wasm.Set(self.result.name, value), wasm.Jump(self.out)]
            case wasm.Set(name=name):
                return [copy_node(changed, name=self.names[name])]
            case wasm.Block(label=label) | wasm.Loop(label=label) | wasm.Jump(label=label):
                return [copy_node(changed, label=self._label(label))]
            case wasm.Switch(labels=labels):
                return [copy_node(changed, labels=tuple(map(self._label, labels)))]
        return [changed]

    def expression(self, expr: wasm.Expr) -> wasm.Expr:
        """Return a copy of an expression with the caller's names of locals."""
        if isinstance(expr, wasm.Get):
            name = self.names[expr.name]  # Most nodes are of this class; a constructor is faster.
            return wasm.Get(name, type=expr.type, low=expr.low, high=expr.high)
        changed: wasm.Expr = _map_children(expr, self.expression, self.body)
        return changed

    def _label(self, label: str) -> str:
        """Return the name that a label of the callee has in the copy."""
        return label if label == self.out else f"{label}/{self.mark}"


def _map_children(part: Any, change: Any, bodies: Any) -> Any:
    """Return `part` with its direct expressions and bodies changed by functions; itself if nothing changes."""
    changes: dict[str, Any] = {}
    for name in _child_fields(part.__class__):
        value = getattr(part, name)
        if type(value) is list:
            new_body = bodies(value)
            if len(new_body) != len(value) or any(map(is_not, new_body, value)):
                changes[name] = new_body
        elif type(value) is tuple:
            new = tuple(map(change, value))
            if any(map(is_not, new, value)):
                changes[name] = new
        elif value is not None and (other := change(value)) is not value:
            changes[name] = other
    return copy_node(part, **changes) if changes else part


def copy_node(part: T, **changes: Any) -> T:
    """Return a copy of a node with some fields replaced, faster than `evolve` does."""
    copy = object.__new__(type(part))
    for name in _fields(part.__class__):
        setattr(copy, name, changes[name] if name in changes else getattr(part, name))
    return copy


_fields: Callable[[Any], dict[str, str]] = cache(declared_fields)


@cache
def _child_fields(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class that contain expressions, statements or lists of them."""
    holding = ("Expr", "Body", "Expr | None", "tuple[Expr, ...]")
    return tuple(name for name, type_ in _fields(cls).items() if type_ in holding)


def children_of(part: Any) -> Iterator[Any]:
    """Yield the direct subexpressions and statements of a node."""
    for name in _child_fields(part.__class__):
        value = getattr(part, name)
        if type(value) is list or type(value) is tuple:
            yield from value
        elif value is not None:
            yield value


class _CallCounter:
    """A visitor that counts a body's nodes, lists its calls, and marks the nodes that contain calls."""

    def __init__(self, nodes_with_calls: set[int]) -> None:
        self.size, self.calls, self.nodes_with_calls = 0, list[str](), nodes_with_calls

    def visit(self, part: Any) -> bool:
        """Count a node and its children; return whether they contain a call."""
        self.size += 1
        cls = part.__class__
        has_call = cls is wasm.Call or cls is wasm.CallStmt
        if has_call:
            self.calls.append(part.function)
        for name in _child_fields(cls):
            value = getattr(part, name)
            if type(value) is list or type(value) is tuple:
                for each in value:
                    has_call = self.visit(each) or has_call
            elif value is not None:
                has_call = self.visit(value) or has_call
        if has_call:
            self.nodes_with_calls.add(id(part))
        return has_call
