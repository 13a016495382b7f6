"""An event that was stopped goes on once at most."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.walking import head
from rulewright.program.program import Program
from rulewright.program.typed import Block, Stmt
from rulewright.text import Complaints, Span


def complain_twice(program: Program, complaints: Complaints) -> None:
    """Complain of each `carry on` that can be reached after one, or again and again."""
    for rule in program.rules:
        if isinstance(rule, p.Hook) and rule.when == "would":
            _block(rule.body, None, complaints)


def complain_alike(program: Program, complaints: Complaints) -> None:
    """Complain of powers and means of one card that have one name where they are offered."""
    first: dict[tuple[str | None, str, str], p.Rule] = {}
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means):
            where = rule.moment if isinstance(rule, p.Power) else f"to {rule.event}"
            earlier = first.setdefault((rule.card, rule.name, where), rule)
            if earlier is not rule:
                name = rule.name.rpartition(".")[2]
                at, before = head(rule.at), head(earlier.at)
                complaints.add(say.names.declared_twice(at, name, before, ""))


def _block(block: Block, gone_on: Span | None, complaints: Complaints) -> Span | None:
    """Go through a block; `gone_on` is a `carry on` that may have been reached before, or after it."""
    for stmt in block:
        gone_on = _stmt(stmt, gone_on, complaints)
    return gone_on


def _stmt(stmt: Stmt, gone_on: Span | None, complaints: Complaints) -> Span | None:
    if isinstance(stmt, typed.CarryOn):
        if gone_on is not None:
            complaints.add(say.speaking.carries_on_twice(stmt.at, gone_on))
        return stmt.at
    repeated = isinstance(stmt, typed.ForEach | typed.ChooseSome | typed.Repeat)
    after = gone_on
    for branch in branches(stmt):
        end = _block(branch, gone_on, complaints)
        if end is not gone_on:
            after = end
            if repeated and end is not None:
                complaints.add(say.speaking.carries_on_twice(end, end))
    return after


def branches(stmt: Stmt) -> Iterator[Block]:
    """The blocks inside a statement, of which one is carried out, or none, or each again and again."""
    match stmt:
        case typed.If(body=body, otherwise=otherwise):
            yield from (body, otherwise)
        case (
            typed.May(body=body, otherwise=otherwise)
            | typed.MayChoose(body=body, otherwise=otherwise)
        ):
            yield from (body, otherwise)
        case typed.Choose(then=then):
            yield then
        case typed.Menu(options=options):
            yield from (option.body for option in options)
        case typed.ForEach(body=body) | typed.ChooseSome(body=body) | typed.Repeat(body=body):
            yield body
