"""Resolution of statements: events, phases, control flow and decisions."""

from __future__ import annotations

from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.references import record_choice
from rulewright.language.program.resolving.expressions.resolve_lists import gather_of_elements
from rulewright.language.program.resolving.resolve_ending import resolve_end_of_game
from rulewright.language.program.resolving.resolvers import (
    STATEMENTS,
    resolve_condition,
    resolve_expression,
    resolve_list,
    resolve_number,
)
from rulewright.language.program.resolving.statements.resolve_blocks import (
    element_scope,
    resolve_decider,
    resolve_option_text,
    resolve_optional_block,
)
from rulewright.language.program.resolving.statements.resolve_sentences import (
    resolve_event_statement,
    resolve_sentence,
)
from rulewright.language.program.typed import Stmt
from rulewright.language.syntax import tree

# ------------------------------------------------------------------ events and phases


@STATEMENTS.of(tree.Sentence)
def _resolve_sentence_statement(ctx: Context, scope: NameScope, node: tree.Sentence) -> Stmt | None:
    """Resolve a sentence that performs an event (`the victim gives 2 stones to me`) or ends the game."""
    if isinstance(node.object, tree.WholeGame):
        return resolve_end_of_game(ctx, scope, node)
    return resolve_event_statement(ctx, scope, node)


@STATEMENTS.of(tree.Play)
def _resolve_play(ctx: Context, scope: NameScope, node: tree.Play) -> Stmt | None:
    """Resolve the statement that runs a phase: `play turn for the player as the card`."""
    phase = ctx.find("phase", node.phase, ctx.program.phases)
    if phase is None:
        return None
    nodes = [part for part in (node.player, *node.others) if part is not None]
    if len(nodes) != len(phase.parameters):
        wanted = [str(each.type) for each in phase.parameters]
        parts = [f"{'as' if place else 'for'} {type}" for place, type in enumerate(wanted)]
        example = " ".join([f"play {phase.name}", *parts])
        what = f"the phase {phase.name}"
        ctx.add(say.sentences.wrong_count(node.at, what, wanted, len(nodes), example))
        return None
    arguments = tuple(
        ctx.expect(p.type.maybe(), resolve_expression(ctx, scope, part, p.type), f"the {p.name}")
        for p, part in zip(phase.parameters, nodes, strict=True)
    )
    return typed.Play(phase=phase.name, arguments=arguments, at=node.at)


# ------------------------------------------------------------------ control flow and decisions


@STATEMENTS.of(tree.If)
def _resolve_if(ctx: Context, scope: NameScope, node: tree.If) -> Stmt:
    """Resolve `if …` with its alternative branches."""
    test = resolve_condition(ctx, scope, node.condition)
    body = resolve_optional_block(ctx, scope, node.block)
    branches = []
    with ctx.nested(len(node.else_ifs), node.at) as fits:
        for else_if in node.else_ifs if fits else ():
            other = resolve_condition(ctx, scope, else_if.condition)
            branches.append((other, resolve_optional_block(ctx, scope, else_if.block), else_if.at))
        otherwise = resolve_optional_block(ctx, scope, node.otherwise)
    for other, then, at in reversed(branches):
        otherwise = (typed.If(condition=other, body=then, otherwise=otherwise, at=at),)
    return typed.If(condition=test, body=body, otherwise=otherwise, at=node.at)


@STATEMENTS.of(tree.ForEach)
def _resolve_for_each(ctx: Context, scope: NameScope, node: tree.ForEach) -> Stmt:
    """Resolve the loop `for each card in …`, perhaps sorted or with all players choosing at once."""
    source = resolve_list(ctx, scope, node.source)
    order = None
    if isinstance(node.way, tree.LoopOrder):
        how = "most" if node.way.kind == "most first" else "least"
        order = gather_of_elements(ctx, scope, how, source, node.way.name)
    body = resolve_optional_block(ctx, element_scope(ctx, scope, source, node.name), node.block)
    at_once = node.way if isinstance(node.way, tree.AtOnce) else None
    loop = typed.ForEach(
        var=node.name.text, source=source, body=body, at_once=at_once is not None, order=order,
        at=node.at,
    )  # fmt: skip
    if at_once is not None and not loop.choices[0]:
        first = node.block.items[0].at.text if node.block.items else ""
        ctx.add(say.speaking.nobody_chooses_at_once(at_once.at, node.name.text, first))
    return loop


@STATEMENTS.of(tree.Repeat)
def _resolve_repeat(ctx: Context, scope: NameScope, node: tree.Repeat) -> Stmt | None:
    """Resolve the loop `repeat until …`; report one outside of the game's flow."""
    if not scope.in_flow:
        ctx.add(say.speaking.no_repeat(node.at))
        return None
    until = resolve_condition(ctx, scope, node.condition)
    body = resolve_optional_block(ctx, scope, node.block)
    return typed.Repeat(until=until, body=body, at=node.at)


@STATEMENTS.of(tree.RepeatAtMost)
def _resolve_repeat_at_most(ctx: Context, scope: NameScope, node: tree.RepeatAtMost) -> Stmt:
    """Resolve the loop `repeat at most 3 times until …`; the number must be constant."""
    most = resolve_number(ctx, scope, node.most, "the number of repetitions")
    if not isinstance(most, typed.Number | typed.SettingOf | typed.TableOf | typed.Unknown):
        ctx.add(say.types.limit_not_constant(most.at))
    until = resolve_condition(ctx, scope, node.condition) if node.condition is not None else None
    body = resolve_optional_block(ctx, scope, node.block)
    return typed.Repeat(until=until, body=body, most=most, at=node.at)


@STATEMENTS.of(tree.CarryOn)
def _resolve_carry_on(ctx: Context, scope: NameScope, node: tree.CarryOn) -> Stmt | None:
    """Resolve `carry on`, which lets the stopped event happen; report one outside of a `would` rule."""
    if not scope.in_would:
        ctx.add(say.speaking.no_carry_on(node.at))
        return None
    return typed.CarryOn(at=node.at)


@STATEMENTS.of(tree.DoNothing)
def _resolve_do_nothing(ctx: Context, scope: NameScope, node: tree.DoNothing) -> None:
    """Resolve `do nothing`; it yields no statement."""


@STATEMENTS.of(tree.ChooseSome)
def _resolve_choose_some(ctx: Context, scope: NameScope, node: tree.ChooseSome) -> Stmt:
    """Resolve `repeatedly choose a card from …`, a choice that is repeated until the player stops."""
    source = resolve_list(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    limit = (
        resolve_number(ctx, scope, node.limit.amount, "how many")
        if node.limit is not None
        else None
    )
    return typed.ChooseSome(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=resolve_decider(ctx, scope, node.subject, node.at),
        limit=limit,
        exact=node.limit is not None and node.limit.kind == "exactly",
        shown=resolve_option_text(ctx, following, node.shown),
        body=resolve_optional_block(ctx, following, node.block),
        at=node.at,
    )


@STATEMENTS.of(tree.Menu)
def _resolve_menu(ctx: Context, scope: NameScope, node: tree.Menu) -> Stmt:
    """Resolve a choice between named options; report two options with one name."""
    name = ctx.decision_name(f"{scope.owner}.choice")
    chooser = resolve_decider(ctx, scope, node.subject, node.at)
    seen: dict[str, tree.Word] = {}
    for option in node.options:
        if option.name.text in seen:
            first = seen[option.name.text].at
            ctx.add(say.names.written_twice(option.name.at, option.name.text, first))
        seen.setdefault(option.name.text, option.name)
    options = tuple(_resolve_menu_option(ctx, scope, option) for option in node.options)
    return typed.Menu(name=name, decider=chooser, options=options, at=node.at)


def _resolve_menu_option(ctx: Context, scope: NameScope, node: tree.Option) -> typed.MenuOption:
    """Resolve an option of a menu; with `for each` it becomes one option per element."""
    record_choice(node.name.at)
    source, var = None, None
    if node.each is not None:
        source = resolve_list(ctx, scope, node.each.source)
        scope = element_scope(ctx, scope, source, node.each.name)
        var = node.each.name.text
    test = resolve_condition(ctx, scope, node.condition) if node.condition is not None else None
    return typed.MenuOption(
        name=node.name.text,
        var=var,
        source=source,
        condition=test,
        shown=resolve_option_text(ctx, scope, node.shown),
        body=resolve_optional_block(ctx, scope, node.block),
        at=node.at,
    )


@STATEMENTS.of(tree.May)
def _resolve_may(ctx: Context, scope: NameScope, node: tree.May) -> Stmt | None:
    """Resolve `I may pay 1 stone`: an event that a player may decline."""
    resolved = resolve_sentence(ctx, scope, node, third_person=False)
    if resolved is None:
        return None
    event, arguments = resolved
    return typed.May(
        name=ctx.decision_name(f"{scope.owner}.{node.verb.text}"),
        decider=resolve_decider(ctx, scope, node.subject, node.at),
        event=event.name,
        arguments=arguments,
        anyway=node.anyway is not None,
        shown=resolve_option_text(ctx, scope, node.shown),
        body=resolve_optional_block(ctx, scope, node.block),
        otherwise=resolve_optional_block(ctx, scope, node.otherwise),
        at=node.at,
    )


@STATEMENTS.of(tree.MayChoose)
def _resolve_may_choose(ctx: Context, scope: NameScope, node: tree.MayChoose) -> Stmt:
    """Resolve `I may choose a card from …`: a choice that a player may decline."""
    source = resolve_list(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    return typed.MayChoose(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=resolve_decider(ctx, scope, node.subject, node.at),
        anyway=node.anyway is not None,
        shown=resolve_option_text(ctx, following, node.shown),
        body=resolve_optional_block(ctx, following, node.block),
        otherwise=resolve_optional_block(ctx, scope, node.otherwise),
        at=node.at,
    )


@STATEMENTS.of(tree.Use)
def _resolve_use(ctx: Context, scope: NameScope, node: tree.Use) -> Stmt | None:
    """Resolve `use powers at main and closing`: a player may use powers at these moments."""
    moments = [ctx.find("moment", name, ctx.program.moments) for name in node.moments]
    if None in moments:
        return None
    player = resolve_decider(ctx, scope, node.subject, node.at)
    during = resolve_condition(ctx, scope, node.during) if node.during is not None else None
    until = resolve_condition(ctx, scope, node.until) if node.until is not None else None
    names = tuple(dict.fromkeys(name.text for name in node.moments))
    return typed.UsePowers(moments=names, player=player, during=during, until=until, at=node.at)
