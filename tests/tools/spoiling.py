"""Ways to spoil a page at one place: each a text of the page in which one thing is otherwise."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import frozen

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Add: ast.Sub,
    ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
}  # fmt: skip
"""What stands in the place of an operator."""

UNSEEN = {"annotation", "returns", "decorator_list", "defaults", "kw_defaults", "type_params"}
"""Parts of a function in which nothing is spoilt: types, and what is worked out once when it is read."""


@frozen
class Mutant:
    """A page with one thing otherwise: in which function, and what has become what."""

    where: str
    what: str
    text: str

    @property
    def name(self) -> str:
        """What it is called in lists."""
        return f"{self.where}: {self.what}"


def mutants(text: str, named_only: bool = False) -> Iterator[Mutant]:
    """All mutants of a page: of what its functions do, not of how they are declared. Their texts take long."""
    tree, met = ast.parse(text), Counter[str]()
    for where, parent, name, at, node in _places(tree, ""):
        before = _short(node)
        for other in _others(node, parent):
            _put(parent, name, at, other)
            spoilt = "" if named_only else ast.unparse(ast.fix_missing_locations(tree))
            _put(parent, name, at, node)
            what = f"{before} => {'-' if isinstance(other, ast.Pass) else _short(other)}"
            met[where + what] += 1
            again = f" #{met[where + what]}" if met[where + what] > 1 else ""
            yield Mutant(where, what + again, spoilt)


Place = tuple[str, ast.AST, str, int | None, ast.AST]
"""A node, where it stands in another one, and in which function."""


def _places(parent: ast.AST, where: str, acts: bool = False) -> Iterator[Place]:
    """Every place inside of functions: where something is done."""
    for name, value in ast.iter_fields(parent):
        if name in UNSEEN:
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inner = f"{where}.{node.name}".lstrip(".")
                yield from _places(node, inner, isinstance(node, ast.FunctionDef))
            elif isinstance(node, ast.AST) and not _is_docstring(node):
                if acts:
                    yield where, parent, name, at, node
                yield from _places(node, where, acts)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _put(parent: ast.AST, name: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[at] = node


def _short(node: ast.AST) -> str:
    """The first line of what a node says, or all of a short one."""
    lines = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return lines if len(lines) <= 90 else f"{lines[:60]} … {lines[-25:]}"


def _like(node: ast.AST, **changed: Any) -> Any:
    """The same node with some parts otherwise."""
    return type(node)(**{**dict(ast.iter_fields(node)), **changed})


def _others(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """What could stand in the place of a node."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield _like(node, ops=[*ops[:at], OTHER[type(op)](), *ops[at + 1 :]])
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            yield _like(node, op=OTHER[type(op)]())
        case ast.AugAssign(op=op):
            yield _like(node, op=OTHER[type(op)]())
            yield ast.Pass()
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.If(test=test) | ast.While(test=test):
            yield _like(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.IfExp(body=body, orelse=orelse):
            yield body
            yield orelse
        case ast.Expr():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute()]):
            yield ast.Pass()
        case ast.Constant(value=value) if not _is_strict(parent):
            yield from _constants(value, parent)
        case ast.List(elts=elts, ctx=ast.Load()) | ast.Set(elts=elts):
            for at in range(len(elts)):
                yield _like(node, elts=[*elts[:at], *elts[at + 1 :]])
        case ast.comprehension(ifs=ifs):
            for at in range(len(ifs)):
                yield _like(node, ifs=[*ifs[:at], *ifs[at + 1 :]])
        case ast.Match(cases=cases):
            for at in range(len(cases)):
                yield _like(node, cases=[*cases[:at], *cases[at + 1 :]])
        case ast.Call(func=ast.Name(id="choose"), args=[condition, one, other]):
            yield _like(node, args=[condition, other, one])


def _is_strict(parent: ast.AST) -> bool:
    """Whether it is said here that lists are of one length: where they are, that changes nothing."""
    return isinstance(parent, ast.keyword) and parent.arg == "strict"


def _constants(value: object, parent: ast.AST) -> Iterator[ast.AST]:
    """Other numbers, truths, and words where they are compared."""
    match value:
        case bool():
            yield ast.Constant(not value)
        case int():
            yield ast.Constant(value + 1)
        case str() if isinstance(parent, ast.Compare | ast.MatchValue):
            yield ast.Constant(f"{value}?")
