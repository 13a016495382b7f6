"""Lowering of choices: option lists, and the code that each option leads to."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.language.program import typed
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Form
from rulewright.runtime.ir.nodes.constructors import (
    ONE,
    TRUE,
    ZERO,
    binary,
    conjunction,
    is_present,
    negation,
)
from rulewright.runtime.ir.terms import Ask, Assign, Body, Const, Local, Node
from rulewright.runtime.lower.coverage_counters import DECLINED, FIRES, IMPOSSIBLE, STOPPED, TAKEN
from rulewright.runtime.lower.dispatch import (
    LoweringScope,
    all_present,
    if_statement,
    lower,
    lower_arguments,
    lower_block,
    lower_condition,
    statement,
)
from rulewright.runtime.lower.expressions.feasibility import feasibility_of
from rulewright.runtime.lower.expressions.labels import (
    LabelledList,
    add_decision,
    consent_question,
    label_options,
)
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.lowering_context import Lowering
from rulewright.runtime.lower.statements.lower_events import call_event


def _ask_if_present(decider: Expr | None, ask: Ask) -> Body:
    """Return the question; if the deciding player is NOTHING, the code for a question without options."""
    if decider is not None and decider.type.optional and ask.decider is not None:
        return if_statement(is_present(ask.decider), (ask,), ask.empty)
    return (ask,)


# ------------------------------------------------------------------ choosing from a list


@statement(typed.Choose)
def _lower_choose(work: Lowering, stmt: typed.Choose, scope: LoweringScope) -> Body:
    """Lower a mandatory choice of one element of a list."""
    return choose_one(
        work, stmt, scope, "choose", lambda inner: lower_block(work, stmt.then, inner)
    )


def choose_one(
    work: Lowering,
    stmt: typed.Choose,
    scope: LoweringScope,
    form: Form,
    then: Callable[[LoweringScope], Body],
) -> Body:
    """Lower a choice of one element; `then` lowers the statements after it in the scope with the element."""
    decision, options = _choice_from_list(work, stmt, scope, form, then)
    decider = lower(work, stmt.decider, scope.env) if stmt.decider is not None else None
    return _ask_if_present(stmt.decider, Ask(decision, decider, (options,)))


@statement(typed.MayChoose)
def _lower_may_choose(work: Lowering, stmt: typed.MayChoose, scope: LoweringScope) -> Body:
    """Lower an optional choice of one element; with `anyway`, ask even if there is no element."""
    otherwise = lower_block(work, stmt.otherwise, scope)
    return ask_may_choose(
        work, stmt, scope, lambda inner: lower_block(work, stmt.body, inner), otherwise
    )


def ask_may_choose(
    work: Lowering,
    stmt: typed.MayChoose,
    scope: LoweringScope,
    then: Callable[[LoweringScope], Body],
    otherwise: Body,
) -> Body:
    """Return the question for an optional element; `then` lowers what follows in the scope with the element."""
    ended = (*work.count(stmt.at, DECLINED), *otherwise)
    empty = (*work.count(stmt.at, IMPOSSIBLE), *otherwise)
    decision, options = _choice_from_list(
        work, stmt, scope, "may-choose",
        lambda inner: (*work.count(stmt.at, TAKEN), *then(inner)), anyway=stmt.anyway,
    )  # fmt: skip
    decider = lower(work, stmt.decider, scope.env)
    ask = Ask(
        decision, decider, (options,), empty, TRUE, ended,
        stop_alone=stmt.anyway, anyway=stmt.anyway,
    )  # fmt: skip
    return _ask_if_present(stmt.decider, ask)


@statement(typed.ChooseSome)
def lower_choose_some(work: Lowering, stmt: typed.ChooseSome, scope: LoweringScope) -> Body:
    """Lower a choice of several elements as a loop that asks for one element not yet chosen."""
    chosen, remaining = work.fresh_local("chosen"), work.fresh_local("left")
    if stmt.several is not None:
        chosen = scope.name(stmt.several)
    of = work.type_of(stmt.source.type.one())
    stopped: Body = (Assign(remaining, ZERO),)

    def after_choice(inner: LoweringScope) -> Body:
        """Return the code that runs for one chosen element: store it, count it, run the body."""
        picked = inner.env[stmt.var]
        return (
            *work.count(stmt.at, TAKEN),
            Assign(chosen, ir.Append(Local(chosen), picked), of.list()),
            Assign(remaining, ir.Binary("-", Local(remaining), ONE)),
            *lower_block(work, stmt.body, inner),
        )

    form: Form = "choose-exactly" if stmt.exact else "choose-some"
    decision, options = _choice_from_list(work, stmt, scope, form, after_choice, chosen)
    decider = lower(work, stmt.decider, scope.env)
    stop = None if stmt.exact else TRUE
    ended = () if stmt.exact else (*work.count(stmt.at, STOPPED), *stopped)
    ask = Ask(decision, decider, (options,), stopped, stop, ended)
    limit = lower(work, stmt.limit, scope.env) if stmt.limit is not None else Const(ir.LARGEST)
    return (
        Assign(chosen, ir.Sequence((), of), of.list()),
        Assign(remaining, limit),
        ir.Loop(binary("<=", Local(remaining), ZERO), _ask_if_present(stmt.decider, ask)),
    )


def _choice_from_list(
    work: Lowering, stmt: typed.Choose | typed.MayChoose | typed.ChooseSome, scope: LoweringScope, form: Form,
    then: Callable[[LoweringScope], Body], excluded: str | None = None, anyway: bool = False,
) -> tuple[int, ir.OptionList]:  # fmt: skip
    """Return the decision and option list for a choice from a list, without the elements in `excluded`, a local."""
    var = scope.name(stmt.var)
    source, condition = source_of(work, stmt.source, scope.env, var)
    if excluded is not None:
        condition = conjunction(condition, negation(ir.Member(Local(var), Local(excluded))))
    inner = scope.bind(stmt.var, Local(var))
    label = label_options(work, "", stmt.source, stmt.shown, inner.env)
    decision = add_decision(work, stmt.name, form, (label,), scope.site, anyway)
    return decision, label.options(source, var, condition, then(inner))


# ------------------------------------------------------------------ yes or no, menus


@statement(typed.May)
def _lower_may(work: Lowering, stmt: typed.May, scope: LoweringScope) -> Body:
    """Lower a yes-or-no choice to perform an event; ask only if it is feasible, unless `anyway`."""

    def perform(arguments: tuple[Node, ...]) -> Body:
        """Return the event and the block after a yes."""
        return (*call_event(work, stmt, arguments, scope), *lower_block(work, stmt.body, scope))

    return ask_may(work, stmt, scope, perform, lower_block(work, stmt.otherwise, scope))


def ask_may(
    work: Lowering,
    stmt: typed.May,
    scope: LoweringScope,
    then: Callable[[tuple[Node, ...]], Body],
    otherwise: Body,
) -> Body:
    """Return the question whether to perform an event; `then` lowers what follows a yes, with its arguments."""
    before, arguments = lower_arguments(work, stmt.arguments, scope)
    yes = label_options(work, "yes", None, stmt.shown, scope.env)
    no = label_options(work, "no", None, None, scope.env)
    asked = consent_question(stmt)
    decision = add_decision(work, stmt.name, "may", (yes, no), scope.site, stmt.anyway, asked)
    accepted = then(arguments)
    able = feasible(work, stmt, arguments)
    consent = able if stmt.anyway else TRUE
    options = (
        yes.options(None, "", consent, (*work.count(stmt.at, TAKEN), *accepted)),
        no.options(None, "", TRUE, (*work.count(stmt.at, DECLINED), *otherwise)),
    )
    empty = (*work.count(stmt.at, IMPOSSIBLE), *otherwise)
    decider = lower(work, stmt.decider, scope.env)
    question = _ask_if_present(
        stmt.decider, Ask(decision, decider, options, empty, anyway=stmt.anyway)
    )
    return (*before, *(question if stmt.anyway else if_statement(able, question, empty)))


def feasible(work: Lowering, stmt: typed.May, arguments: tuple[Node, ...]) -> Node:
    """Return the test that the event of a yes-or-no choice can happen."""
    return conjunction(
        all_present(stmt.arguments, arguments), feasibility_of(work, stmt.event, arguments)
    )


@statement(typed.Menu)
def _lower_menu(work: Lowering, stmt: typed.Menu, scope: LoweringScope) -> Body:
    """Lower a choice among the options of a menu."""
    return ask_menu(work, stmt, scope, lambda option, inner: lower_block(work, option.body, inner))


def ask_menu(
    work: Lowering,
    stmt: typed.Menu,
    scope: LoweringScope,
    then: Callable[[typed.MenuOption, LoweringScope], Body],
) -> Body:
    """Return the question of a menu; `then` lowers what follows an option in the scope with its element."""
    pairs = [_menu_option(work, option, scope, then) for option in stmt.options]
    labels = tuple(label for label, _ in pairs)
    decision = add_decision(work, stmt.name, "menu", labels, scope.site)
    decider = lower(work, stmt.decider, scope.env)
    return _ask_if_present(
        stmt.decider, Ask(decision, decider, tuple(options for _, options in pairs))
    )


def _menu_option(
    work: Lowering,
    option: typed.MenuOption,
    scope: LoweringScope,
    then: Callable[[typed.MenuOption, LoweringScope], Body],
) -> tuple[LabelledList, ir.OptionList]:
    """Lower one entry of a menu: a single option, or one for each element of its list."""
    source: Node | None = None
    condition: Node = TRUE
    var = ""
    if option.source is not None and option.var is not None:
        var = scope.name(option.var)
        source, condition = source_of(work, option.source, scope.env, var)
        scope = scope.bind(option.var, Local(var))
    label = label_options(work, option.name, option.source, option.shown, scope.env)
    condition = conjunction(condition, lower_condition(work, option.condition, scope.env))
    following = (*work.count(option.at, FIRES), *then(option, scope))
    return label, label.options(source, var, condition, following)
