"""Tree -> program: names resolved, types checked, everything complained about at once."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program.checking import check_program
from rulewright.program.context import Context, Elsewhere
from rulewright.program.declaring import declare_all
from rulewright.program.program import Program
from rulewright.program.resolving import make_scenario, resolve_all
from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, Source


def program_from(
    sources: Iterable[Source],
    complaints: Complaints,
    lint: bool = False,
    elsewhere: Elsewhere | None = None,
) -> Program:
    """The program that rule files make together, in the order given.

    What is wrong with them is added to the complaints; the program is of use only if there are no errors. With
    `lint` it is warned of what is legal but odd. `elsewhere` finds the file of a card that
    the rules speak of and none of them declares: its head is taken in, its rules are not.
    """
    trees: tuple[tree.Node, ...] = ()
    for source in sources:
        trees += parse_rules(source, complaints)
    return program_from_trees(trees, complaints, lint, elsewhere)


def program_from_trees(
    trees: tuple[tree.Node, ...],
    complaints: Complaints,
    lint: bool = False,
    elsewhere: Elsewhere | None = None,
) -> Program:
    """The program of trees already read."""
    ctx = Context(Program(), complaints, elsewhere=elsewhere)
    declare_all(ctx, trees)
    resolve_all(ctx, trees)
    for node in trees:
        if isinstance(node, tree.Scenario):
            make_scenario(ctx, node)
    if not complaints.has_errors:
        check_program(ctx.program, complaints, lint)
    ctx.program.unread = ctx.missing.declared
    return ctx.program
