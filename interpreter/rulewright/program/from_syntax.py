"""Tree -> program: names resolved, types checked, everything complained about at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright.program.checking import check_scenarios
from rulewright.program.checking.graph import Graph, Inside, Within
from rulewright.program.checking.traversal import things
from rulewright.program.context import Context, Elsewhere
from rulewright.program.declaring import declare_all
from rulewright.program.program import Program
from rulewright.program.resolving import make_scenario, resolve_all
from rulewright.records import Record, field
from rulewright.syntax import parse_rules, tree
from rulewright.text import Complaints, Source

Trees = tuple[tree.Node, ...]
Begun = Callable[[Complaints], Context]


class Finished(Record):
    """Rules that were read by themselves, and are right: others may be laid over them."""

    ctx: Context
    """What was known when they were read."""
    _within: Within = field(factory=dict, eq=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave out what goes by identity, which is another one in every process."""
        return Finished, (self.ctx,)

    @property
    def within(self) -> Within:
        """What is inside of each rule and declaration; in an editor the same lie below every change."""
        if not self._within:
            found = {id(each): Inside.of(each) for each in things(self.ctx.program)}
            self._within.update(found)
        return self._within


def program_from(
    sources: Iterable[Source],
    complaints: Complaints,
    lint: bool = False,
    elsewhere: Elsewhere | None = None,
) -> Program:
    """The program that rule files make together, in the order given, with their scenarios.

    What is wrong with them is added to the complaints; the program is of use only if there are no errors. With
    `lint` it is warned of what is legal but odd. `elsewhere` finds the file of a card that
    the rules speak of and none of them declares: its head is taken in, its rules are not.
    """
    return program_from_trees(trees_of(sources, complaints), complaints, lint, elsewhere)


def trees_of(sources: Iterable[Source], complaints: Complaints) -> Trees:
    """The declarations of rule files, one after the other."""
    return tuple(node for source in sources for node in parse_rules(source, complaints))


def program_from_trees(
    trees: Trees,
    complaints: Complaints,
    lint: bool = False,
    elsewhere: Elsewhere | None = None,
) -> Program:
    """The program of trees already read."""
    from rulewright.program.checking.whole_program import check_program, warn_despite_errors

    program = resolved(trees, complaints, elsewhere)
    if not complaints.has_errors:
        check_program(program, complaints, lint)
        check_scenarios(Graph(program), complaints, lint)
    elif lint:
        warn_despite_errors(Graph(program), complaints)
    return program


def resolved(
    trees: Trees,
    complaints: Complaints,
    elsewhere: Elsewhere | None = None,
    below: Finished | None = None,
) -> Program:
    """The same without a look at the whole, perhaps laid over rules that are finished."""
    ctx = _resolved(trees, complaints, elsewhere, below)
    _add_scenarios(ctx, trees)
    ctx.program.unread = ctx.missing.declared
    if complaints.has_errors:
        _advise(ctx.program, trees, lambda found: _begun(found, elsewhere, below), complaints)
    return ctx.program


def as_understood(sources: Iterable[Source]) -> Program:
    """The program of rule files as far as they can be understood; nothing is said of the rest."""
    return understood(rules_among(trees_of(sources, Complaints())))


def understood(
    trees: Trees, below: Finished | None = None, called: Mapping[str, str] | None = None
) -> Program:
    """The same of trees, with their scenarios, perhaps laid over finished rules; `called` is as below."""
    ctx = _begun(Complaints(), None, below)
    ctx.called = called or {}
    declare_all(ctx, trees)
    resolve_all(ctx, trees)
    _add_scenarios(ctx, trees)
    return ctx.program


def finished(trees: Trees, elsewhere: Elsewhere | None = None) -> Finished | None:
    """Rules, without their scenarios, to lay others over; None if there is something wrong with them."""
    from rulewright.program.checking.whole_program import check_program

    complaints = Complaints()
    ctx = _resolved(rules_among(trees), complaints, elsewhere, None)
    if not complaints.has_errors:
        check_program(ctx.program, complaints)
    # Neither complaints nor what finds files is kept.
    return None if complaints.has_errors else Finished(ctx.copied(Complaints(), None))


def rules_among(trees: Trees) -> Trees:
    """The declarations that are no scenarios."""
    return tuple(node for node in trees if not isinstance(node, tree.Scenario))


def scenarios_over(
    program: Program,
    trees: Trees,
    complaints: Complaints,
    lint: bool = False,
    elsewhere: Elsewhere | None = None,
    called: Mapping[str, str] | None = None,
    known: Within | None = None,
) -> Program:
    """A program with the scenarios among these trees; `elsewhere` is as above, `known` what is inside of its parts.

    `called` has the names that the rules give to cards, by those that the edition of these scenarios gives them.
    """
    ctx = _over(program, complaints, elsewhere, called)
    ctx.missing.places += (node for node in trees if isinstance(node, tree.Unread))
    _add_scenarios(ctx, trees)
    if complaints.has_errors:
        only = tuple(node for node in trees if isinstance(node, tree.Scenario | tree.Unread))
        _advise(program, only, lambda found: _over(program, found, elsewhere, called), complaints)
    else:
        check_scenarios(Graph(ctx.program, known={} if known is None else known), complaints, lint)
    return ctx.program


def _resolved(
    trees: Trees, complaints: Complaints, elsewhere: Elsewhere | None, below: Finished | None
) -> Context:
    ctx = _begun(complaints, elsewhere, below)
    declare_all(ctx, trees)
    resolve_all(ctx, trees)
    return ctx


def _begun(complaints: Complaints, elsewhere: Elsewhere | None, below: Finished | None) -> Context:
    """What is known before anything is declared."""
    if below is None:
        return Context(Program(), complaints, elsewhere=elsewhere)
    return below.ctx.copied(complaints, elsewhere)


def _over(
    program: Program,
    complaints: Complaints,
    elsewhere: Elsewhere | None,
    called: Mapping[str, str] | None,
) -> Context:
    """What is known when scenarios are read over a program."""
    ctx = Context(program, complaints).copied(complaints, elsewhere)
    ctx.called = called or {}
    ctx.missing.declared |= program.unread
    return ctx


def _advise(program: Program, trees: Trees, begun: Begun, complaints: Complaints) -> None:
    """Try the help before it is told; what finds help is read only when it is needed."""
    from rulewright.program.advising import advise

    advise(complaints, program, trees, begun)


def _add_scenarios(ctx: Context, trees: Trees) -> None:
    for node in trees:
        if isinstance(node, tree.Scenario):
            make_scenario(ctx, node)
