"""Constant folding, and removal of branches that cannot be reached."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.nodes.constructors import rebuild
from rulewright.runtime.ir.terms import Body, Const, Node, Stmt
from rulewright.runtime.ir.walk import bodies, map_children


def fold_constants(module: Module) -> Module:
    """Return the module with all constant expressions folded and unreachable branches removed."""
    return map_expressions(module, fold_node)


def fold_node(node: Node) -> Node:
    """Return an expression with all constant subexpressions folded."""
    return rebuild(map_children(node, fold_node))


def map_expressions(module: Module, change: Callable[[Node], Node]) -> Module:
    """Return the module with `change` applied to every expression, and branches that never run removed."""
    code: Code = module.code
    functions = {n: evolve(f, result=change(f.result)) for n, f in code.functions.items()}
    procedures = {n: evolve(p, body=_map_body(p.body, change)) for n, p in code.procedures.items()}
    return evolve(module, code=evolve(code, functions=functions, procedures=procedures))


def _map_body(body: Body, change: Callable[[Node], Node]) -> Body:
    """Return statements with `change` applied to their expressions, and branches that never run removed."""
    return tuple(remaining for stmt in body for remaining in _simplify(map_children(stmt, change)))


def _simplify(stmt: Stmt) -> Body:
    """Return the statements that replace `stmt`: itself, one of its branches, or nothing."""
    match stmt:
        case ir.If(condition=Const(value=value), body=body, otherwise=otherwise):
            return remove_empty(body if value else otherwise)
        case ir.If(condition=condition, body=body, otherwise=otherwise):
            body, otherwise = remove_empty(body), remove_empty(otherwise)
            kept = body or otherwise
            return (
                (evolve(stmt, condition=condition, body=body, otherwise=otherwise),) if kept else ()
            )
        case ir.For(source=ir.Sequence(items=())):
            return ()
        case ir.Loop(until=Const(value=value)) if value:
            return ()
        case ir.For(body=body) | ir.Loop(body=body):
            return (evolve(stmt, body=remove_empty(body)),)
        case ir.Ask(options=options, empty=empty, ended=ended):
            lists = tuple(evolve(each, then=remove_empty(each.then)) for each in options)
            return (
                evolve(stmt, options=lists, empty=remove_empty(empty), ended=remove_empty(ended)),
            )
    assert not bodies(stmt)
    return (stmt,)


def remove_empty(body: Body) -> Body:
    """Return statements without branches and loops that never run, at any depth."""
    return tuple(remaining for stmt in body for remaining in _simplify(stmt))
