"""Resolution of the bodies of declarations; the first pass has declared every name."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.declaring.declarers import notes_of_block
from rulewright.language.program.references import record_word
from rulewright.language.program.resolving.expressions.resolve_patterns import actor_scope
from rulewright.language.program.resolving.resolve_power_uses import add_use_events
from rulewright.language.program.resolving.resolve_rules import resolve_rule
from rulewright.language.program.resolving.resolve_zones import resolve_kind
from rulewright.language.program.resolving.resolvers import (
    DECLARATIONS,
    RuleOrigin,
    find_own_declaration,
    parameter_scope,
    resolve_condition,
    resolve_expression,
    resolve_number,
)
from rulewright.language.program.resolving.statements.resolve_blocks import (
    resolve_block,
    resolve_template,
)
from rulewright.language.program.resolving.statements.resolve_sentences import (
    resolve_event_statement,
)
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import NUMBER
from rulewright.language.syntax import tree
from rulewright.language.text import Span


def resolve_all(ctx: Context, trees: Sequence[tree.Node], others: Sequence[tree.Node] = ()) -> None:
    """Resolve the bodies of the declarations `trees` in source order.

    Of `others`, further declarations of the program, only kinds and the heads of events are resolved: any body
    may use them.
    """
    for node in (*others, *trees):
        if isinstance(node, tree.KindDeclaration):
            resolve_kind(ctx, node)
    for node in (*others, *trees):
        if isinstance(node, tree.EventDeclaration):
            _resolve_event_head(ctx, node)
    for node in trees:
        if isinstance(node, tree.RuleNode):
            resolve_rule(ctx, RuleOrigin(), node)
        elif type(node) in DECLARATIONS:
            DECLARATIONS[type(node)](ctx, node)
    add_use_events(ctx.program)


# ------------------------------------------------------------------ values, facts, tables


@DECLARATIONS.of(tree.ValueDeclaration)
def _resolve_value(ctx: Context, node: tree.ValueDeclaration) -> None:
    """Resolve the expression that a declared value computes."""
    value = find_own_declaration(ctx.program.values, node.name)
    if value is not None:
        result = resolve_number(
            ctx, parameter_scope(value.parameters, value.name), node.result, f"`{value.name}`"
        )
        ctx.program.values[value.name] = evolve(value, result=result)


@DECLARATIONS.of(tree.FactDeclaration)
def _resolve_fact(ctx: Context, node: tree.FactDeclaration) -> None:
    """Resolve the condition under which a declared fact holds, if it has one."""
    fact = find_own_declaration(ctx.program.facts, node.name)
    if fact is not None and node.condition is not None:
        test = resolve_condition(ctx, parameter_scope(fact.parameters, fact.name), node.condition)
        ctx.program.facts[fact.name] = evolve(fact, condition=test)


@DECLARATIONS.of(tree.TableDeclaration)
def _resolve_table(ctx: Context, node: tree.TableDeclaration) -> None:
    """Resolve the expressions that select a table's row and column; report rows and columns of another type."""
    table = find_own_declaration(ctx.program.tables, node.name)
    if table is None:
        return
    row = _resolve_key(ctx, table, node.row_key, "by", [row.cells[0] for row in node.rows])
    column = None
    if node.column_key is not None:
        column = _resolve_key(ctx, table, node.column_key, "across", node.heading.cells)
    ctx.program.tables[table.name] = evolve(table, row_key=row, column_key=column)


def _resolve_key(
    ctx: Context, table: p.Table, node: tree.Node, word: str, keys: Sequence[tree.Node]
) -> Expr:
    """Resolve the key after `by` or `across`; report `keys` of the table that its value never equals."""
    key = resolve_expression(ctx, NameScope(owner=table.name), node)
    labels = ctx.program.labels.get(key.type.name)
    names = [each for each in keys if isinstance(each, tree.Name)]
    if labels is None:
        key = ctx.expect(NUMBER, key, f"the value after `{word}`")
        # Above numbers, other words are units: `8 players`.
        if names and (word == "by" or len(names) == len(keys)) and key.type.name == NUMBER.name:
            message = f"the value after `{word}` is a number, but `{names[0].at.text}` is not"
            help = "write a number, such as `4`, or a range, such as `4..8`"
            ctx.add(say.names.table_shape(names[0].at, message, help))
        return key
    if key.type.many:
        return ctx.expect(key.type.one(), key, f"the value after `{word}`")
    items = dict.fromkeys(labels.items, labels)
    for each in keys:
        if isinstance(each, tree.Name):
            if each.word.text in items:
                record_word(each.at, labels, each.word.text)
            else:
                ctx.unknown_name(f"label of {labels.name}", each.word.text, each.at, items)
        else:
            message = f"the value after `{word}` is a {labels.name}, but `{each.at.text}` is not"
            help = f"write a {labels.name}, such as `{labels.items[0]}`"
            ctx.add(say.names.table_shape(each.at, message, help))
    lacking = [item for item in items if item not in {each.word.text for each in names}]
    if lacking and len(names) == len(keys):
        what = "row" if word == "by" else "column"
        message = f"this table has no {what} for {', '.join(f'`{each}`' for each in lacking)}"
        ctx.add(say.names.table_shape(table.at, message, f"add a {what} for each {labels.name}"))
    return key


# ------------------------------------------------------------------ events, phases, flow


def _find_event(ctx: Context, node: tree.EventDeclaration) -> p.Event | None:
    """Return the event that `node` declares; None if another declaration has its name."""
    fixed = node.object.word.text if isinstance(node.object, tree.Name) else None
    name = f"{node.verb.text}-{fixed}" if fixed else node.verb.text
    return find_own_declaration(ctx.program.events, evolve(node.verb, text=name))


def _resolve_event_head(ctx: Context, node: tree.EventDeclaration) -> None:
    """Resolve an event's conditions, `first` statements and text, which any rule may need."""
    event = _find_event(ctx, node)
    if event is None:
        return
    scope = evolve(actor_scope(event.parameters), owner=event.name)
    conditions: list[Expr] = []
    first: list[Stmt] = []
    plain = None
    for item in node.body:
        if isinstance(item, tree.OnlyIf):
            conditions.append(resolve_condition(ctx, scope, item.condition))
        elif isinstance(item, tree.First):
            if isinstance(item.deed, tree.WonByNobody):
                ctx.add(say.sentences.ends_by_rules(item.deed.at))
            elif (statement := resolve_event_statement(ctx, scope, item.deed)) is not None:
                first.append(statement)
        elif isinstance(item, tree.Remark) and item.kind == "text":
            plain = resolve_template(ctx, scope, item.text)
    ctx.program.events[event.name] = evolve(
        event, conditions=tuple(conditions), first=tuple(first), plain=plain
    )


@DECLARATIONS.of(tree.EventDeclaration)
def _resolve_event(ctx: Context, node: tree.EventDeclaration) -> None:
    """Resolve the statements of an event, without its conditions and `first` statements."""
    event = _find_event(ctx, node)
    if event is None:
        return
    scope = evolve(actor_scope(event.parameters), owner=event.name)
    rest = [item for item in node.body if not isinstance(item, tree.OnlyIf | tree.First)]
    body = resolve_block(ctx, scope, rest)
    ctx.program.events[event.name] = evolve(event, body=body)


@DECLARATIONS.of(tree.PhaseDeclaration)
def _resolve_phase(ctx: Context, node: tree.PhaseDeclaration) -> None:
    """Resolve the statements of a phase."""
    phase = find_own_declaration(ctx.program.phases, node.name)
    if phase is not None:
        scope = evolve(actor_scope(phase.parameters), owner=phase.name)
        body = resolve_block(ctx, scope, node.block.items if node.block else ())
        ctx.program.phases[phase.name] = evolve(phase, body=body)


@DECLARATIONS.of(tree.Flow)
def _resolve_flow(ctx: Context, node: tree.Flow) -> None:
    """Resolve the flow of the game, its main program; report a second one."""
    if ctx.flow_at is not None:
        ctx.add(say.names.two_flows(node.at, ctx.flow_at))
        return
    ctx.flow_at = Span(node.at.source, node.at.start, node.at.start + len("flow"))
    ctx.program.flow = resolve_block(ctx, NameScope(in_flow=True, owner="flow"), node.block.items)


@DECLARATIONS.of(tree.Refuse)
def _resolve_refusal(ctx: Context, node: tree.Refuse) -> None:
    """Resolve `refuse "text", if …`, which rejects a set-up before the game."""
    test = resolve_condition(ctx, NameScope(owner="refuse"), node.condition)
    notes = notes_of_block(ctx, node.notes)
    ctx.program.refusals.append(p.Refusal(node.message.text, node.at, notes, test))


@DECLARATIONS.of(tree.Always)
def _resolve_always(ctx: Context, node: tree.Always) -> None:
    """Resolve `always, …`, an invariant that has to hold after every event."""
    test = resolve_condition(ctx, NameScope(owner="always"), node.condition)
    sentence = " ".join(node.condition.at.text.split())
    ctx.program.always.append(
        p.Always(sentence, node.condition.at, notes_of_block(ctx, node.notes), test)
    )


# ------------------------------------------------------------------ cards


@DECLARATIONS.of(tree.CardDeclaration)
def _resolve_card(ctx: Context, node: tree.CardDeclaration) -> None:
    """Resolve the rules of a card, also those in its sections for stances."""
    card = find_own_declaration(ctx.program.cards, node.name)
    if card is None:
        return
    kind = ctx.program.kinds[card.kind]
    default = next(iter(kind.stances), None)
    for item in node.body:
        if isinstance(item, tree.RuleNode):
            resolve_rule(ctx, _origin_on_card(card, kind, default), item)
        elif isinstance(item, tree.Section):
            _resolve_section(ctx, card, kind, item)


def _resolve_section(ctx: Context, card: p.Card, kind: p.Kind, node: tree.Section) -> None:
    """Resolve the rules in one section of a card, which apply only in one stance."""
    if ctx.find(f"stance of a {kind.name}", node.stance, kind.stances) is None:
        return
    origin = _origin_on_card(card, kind, node.stance.text)
    for item in node.rules:
        resolve_rule(ctx, origin, item)


def _origin_on_card(card: p.Card, kind: p.Kind, stance: str | None) -> RuleOrigin:
    """Return the origin of a card's rules in a stance; `me` is usable only if the stance has a player."""
    declaration = kind.stances.get(stance or "")
    has_player = declaration is not None and declaration.player is not None
    return RuleOrigin(card.name, kind.name, stance, card.notes, has_player=has_player)
