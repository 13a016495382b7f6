"""Compiler from syntax trees to a program: resolve names, check types and report all complaints at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Literal

from rulewright.base.records import Record
from rulewright.language.program.checking import check_scenarios
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.traversal import parts_of_program
from rulewright.language.program.context import CardFinder, Context
from rulewright.language.program.declaring import declare_all
from rulewright.language.program.program import Program
from rulewright.language.program.resolving import resolve_all, resolve_scenario
from rulewright.language.program.rules import Change, Grant, Restriction
from rulewright.language.syntax import parse_all, tree
from rulewright.language.text import Complaints, Source

Trees = tuple[tree.Node, ...]
NewContext = Callable[[Complaints], Context]
"""Returns a context as it was before the trees were declared, with these complaints."""


Adviser = Callable[[Complaints, Program, Trees, NewContext], None]
"""Adds tested help to complaints about the program made from the trees."""


class ResolvedBase(Record):
    """Rules without errors, resolved once, so that further rules can be compiled on top of them quickly."""

    ctx: Context
    """The context after resolution."""
    _has_warnings: bool
    """Whether the rules have warnings."""

    @classmethod
    def of(
        cls, sources: Iterable[Source | tree.Node], elsewhere: CardFinder | None = None
    ) -> ResolvedBase | None:
        """Return the base for rules compiled later, made of these sources without scenarios; None on errors."""
        complaints = Complaints()
        trees = _parsed(sources, complaints, "without")
        ctx = _resolve(Context(Program(), complaints, elsewhere=elsewhere), trees)
        _check(ctx, complaints, "without", lint=True)
        # Drop the complaints and the finder of files: neither belongs into the cache.
        if complaints.has_errors:
            return None
        return cls(ctx.copied(Complaints(), None), bool(complaints))

    def checked_with(self, program: Program) -> Collection[int]:
        """Return the rules and declarations of the base, by `id`, that need no lint again within `program`.

        `program` is the base with additions. If these change values, grant facts or forbid events they may affect
        any rule; then the result is empty.
        """
        base = self.ctx.program
        own = program.rules[len(base.rules) :]
        if self._has_warnings or any(
            isinstance(rule, Change | Grant | Restriction) for rule in own
        ):
            return ()
        return {id(base.flow), *map(id, parts_of_program(base))}


def compile(
    sources: Iterable[Source | tree.Node],
    complaints: Complaints,
    base: ResolvedBase | Program | None = None,
    *,
    scenarios: Literal["with", "without", "only"] = "with",
    elsewhere: CardFinder | None = None,
    card_names: Mapping[str, str] | None = None,
    check: bool = True,
    lint: bool = False,
    adviser: Adviser | None = None,
) -> Program:
    """Return the program of rule files, or of declarations already parsed, in their order.

    Errors are added to `complaints`; a program with errors serves for further complaints only.

    `base`: rules on top of which these are compiled. On top of a `Program` only scenarios are (`"only"`).
    `scenarios`: compile the scenarios among the declarations with the rules, leave them out, or compile them
    only. `elsewhere` finds the file of a card that no rule declares: its head is declared, its rules are not.
    `card_names`: names that the rules give to cards, by those that the edition of the scenarios gives them.
    `check` looks at the program as a whole; with `lint` it warns of legal but odd rules too. `adviser` puts
    tested help into complaints.
    """
    trees = _parsed(sources, complaints, scenarios)

    def new_context(own_complaints: Complaints) -> Context:
        """Return a context without the declarations of these trees, to try corrected ones."""
        return _new_context(base, own_complaints, elsewhere, card_names)

    ctx = new_context(complaints)
    if scenarios == "only":
        ctx.missing.places += (node for node in trees if isinstance(node, tree.Unread))
    else:
        _resolve(ctx, trees)
        ctx.program.unread = ctx.missing.declared
    for node in trees:
        if isinstance(node, tree.Scenario):
            resolve_scenario(ctx, node)
    if complaints.has_errors and adviser is not None:
        adviser(complaints, ctx.program, trees, new_context)
    if check:
        _check(ctx, complaints, scenarios, lint)
    return ctx.program


def _parsed(sources: Iterable[Source | tree.Node], complaints: Complaints, scenarios: str) -> Trees:
    """Return the syntax trees of sources; `scenarios` tells whether with scenarios, without, or only them."""
    trees = parse_all(sources, complaints)
    if scenarios == "with":
        return trees
    if scenarios == "only":
        return tuple(node for node in trees if isinstance(node, tree.Scenario | tree.Unread))
    return tuple(node for node in trees if not isinstance(node, tree.Scenario))


def _new_context(
    base: ResolvedBase | Program | None,
    complaints: Complaints,
    elsewhere: CardFinder | None,
    card_names: Mapping[str, str] | None,
) -> Context:
    """Return the context for compiling on top of `base`, an empty one without a base."""
    if base is None:
        ctx = Context(Program(), complaints, elsewhere=elsewhere)
    elif isinstance(base, ResolvedBase):
        ctx = base.ctx.copied(complaints, elsewhere)
    else:
        ctx = Context(base, complaints).copied(complaints, elsewhere)
        ctx.missing.declared |= base.unread
    ctx.card_names = card_names or {}
    return ctx


def _resolve(ctx: Context, trees: Trees) -> Context:
    """Enter the declarations of all trees, then resolve their bodies."""
    declare_all(ctx, trees)
    resolve_all(ctx, trees)
    return ctx


def _check(ctx: Context, complaints: Complaints, scenarios: str, lint: bool) -> None:
    """Check the whole program; one with errors gets, with `lint`, only the warnings that stay valid."""
    graph = DependencyGraph(ctx.program)
    if scenarios == "only":
        if not complaints.has_errors:
            check_scenarios(graph, complaints, lint)
        return
    from rulewright.language.program.checking.whole_program import (
        check_program,
        warn_despite_errors,
    )

    if not complaints.has_errors:
        check_program(graph, complaints, lint)
        check_scenarios(graph, complaints, lint)
    elif lint:
        warn_despite_errors(graph, complaints)
