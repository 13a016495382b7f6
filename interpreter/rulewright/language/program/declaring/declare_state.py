"""Declaration of the game's name, labels, kinds, zones, variables, marks, settings and moments."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.context import Context
from rulewright.language.program.declaring.declarers import (
    DECLARE,
    constant_value,
    declare_once,
    named_type,
    notes_of_block,
    type_of,
)
from rulewright.language.program.references import (
    LABEL,
    record_declaration,
    record_reference,
    record_reference_to,
    record_word,
)
from rulewright.language.program.types import BUILT_IN, UNKNOWN, YES_OR_NO, Type
from rulewright.language.syntax import tree


@DECLARE.of(tree.GameDeclaration)
def _declare_game(ctx: Context, node: tree.GameDeclaration) -> None:
    """Declare the name of the game; report a second `game`."""
    if ctx.game_at is not None:
        ctx.add(say.names.two_games(node.at, ctx.game_at))
    ctx.program.game, ctx.game_at = node.name.text, node.at


@DECLARE.of(tree.LabelsDeclaration)
def _declare_labels(ctx: Context, node: tree.LabelsDeclaration) -> None:
    """Declare a list of labels: `labels colour: red, green`."""
    items: dict[str, tree.Word] = {}
    for word in node.items:
        if word.text in items:
            ctx.add(say.names.written_twice(word.at, word.text, items[word.text].at))
        items.setdefault(word.text, word)
        record_reference_to(word.at, word.at, LABEL)
    several = node.plural.text if node.plural is not None else ""
    notes = notes_of_block(ctx, node.notes)
    labels = p.Labels(node.name.text, node.name.at, notes, tuple(items), several)
    declare_once(ctx, ctx.program.labels, labels)


@DECLARE.of(tree.KindDeclaration)
def _declare_kind(ctx: Context, node: tree.KindDeclaration) -> None:
    """Declare a kind of card with its fields and the field that cards are sorted by."""
    kind = ctx.program.kinds[node.name.text]
    if kind.at != node.name.at:
        return
    fields: dict[str, p.Field] = {}
    for item in node.items:
        if isinstance(item, tree.FieldDeclaration):
            type_ = type_of(ctx, item.type)
            default = constant_value(ctx, item.default, type_) if item.default is not None else None
            field = p.Field(
                item.name.text,
                item.name.at,
                type=type_,
                default=default,
                required=item.default is None,
            )
            declare_once(ctx, fields, field)
    if node.order is not None:
        ctx.find(f"field of a {kind.name}", node.order, fields)
    order = node.order.text if node.order else None
    ctx.program.kinds[kind.name] = evolve(kind, order=order, fields=fields)
    record_declaration(kind)


def _sight_of(node: tree.Node) -> p.Sight:
    """Return who sees a zone or variable; an expression for a player is resolved in the second pass."""
    if isinstance(node, tree.Party):
        return p.Sight(node.word)
    if isinstance(node, tree.Its) and node.name.text == "owner":
        return p.Sight("owner")
    return p.Sight("expression")


def _owner_type(ctx: Context, node: tree.Word | tree.Flag, name: str) -> str | None:
    """Return the owner's type of a zone or variable called `name`; None if it is shared.

    If the type is unknown, later uses of `name` are not reported.
    """
    type_ = named_type(ctx, node) if isinstance(node, tree.Word) else None
    if type_ == UNKNOWN:
        ctx.missing.declared.add(name)
    return type_.name if type_ is not None else None


def _label_list(ctx: Context, node: tree.Word | None) -> str | None:
    """Return the list of labels after `for each`, `unknown` after a complaint; None without one."""
    if node is None:
        return None
    labels = ctx.find("list of labels", node, ctx.program.labels)
    return labels.name if labels is not None else "unknown"


@DECLARE.of(tree.ZoneDeclaration)
def _declare_zone(ctx: Context, node: tree.ZoneDeclaration) -> None:
    """Declare a zone: `each player has a hand of towers, seen by its owner`."""
    kinds = {ctx.program.plural(kind): kind for kind in ctx.program.kinds}
    kind = ctx.find("kind of cards", node.holds, kinds) or "unknown"
    record_reference(node.holds.at, ctx.program.kinds.get(kind))
    zone = p.Zone(
        node.name.text,
        node.name.at,
        notes_of_block(ctx, node.notes),
        _owner_type(ctx, node.owner, node.name.text),
        kind,
        node.ordered is not None,
        _sight_of(node.sight),
        _label_list(ctx, node.each),
    )
    declare_once(ctx, ctx.program.zones, zone)


@DECLARE.of(tree.VariableDeclaration, tree.Mark)
def _declare_variable(ctx: Context, node: tree.VariableDeclaration | tree.Mark) -> None:
    """Declare a number or pointer (`each player has stones, a number`) or a mark (`a player may be asleep`)."""
    lasting = {} if node.lasting is None else {node.lasting.kind: node.lasting.name.text}
    variable = p.Variable(
        node.name.text,
        node.name.at,
        type=YES_OR_NO if isinstance(node, tree.Mark) else type_of(ctx, node.type),
        each=None if isinstance(node, tree.Mark) else _label_list(ctx, node.each),
        notes=notes_of_block(ctx, node.notes),
        owner=_owner_type(ctx, node.owner, node.name.text),
        until_phase=lasting.get("for phase"),
        while_in=lasting.get("while in"),
        sight=_sight_of(node.sight),
        is_mark=isinstance(node, tree.Mark),
    )
    declare_once(ctx, ctx.program.variables, variable)


@DECLARE.of(tree.SettingDeclaration)
def _declare_setting(ctx: Context, node: tree.SettingDeclaration) -> None:
    """Declare a setting that editions choose: `setting goal: number = 8`."""
    words = tuple(word.text for word in node.type.names)
    default: object
    if words[0] in (*BUILT_IN, *ctx.program.labels) or len(words) == 1:
        type_ = type_of(ctx, node.type)
        default, words = constant_value(ctx, node.default, type_), ()
    else:
        type_ = Type(f"setting {node.name.text}")
        default = node.default.word.text if isinstance(node.default, tree.Name) else None
        if default not in words:
            at = node.default.at
            ctx.unknown_name("choice of this setting", at.text, at, words)
    notes = notes_of_block(ctx, node.notes)
    setting = p.Setting(node.name.text, node.name.at, notes, type_, words, default)
    for word in node.type.names if words else ():
        record_reference_to(word.at, word.at, LABEL)
    if words:
        record_word(node.default.at, setting, str(default))
    declare_once(ctx, ctx.program.settings, setting)


@DECLARE.of(tree.MomentDeclaration)
def _declare_moment(ctx: Context, node: tree.MomentDeclaration) -> None:
    """Declare a moment for using powers: `moment main "your turn"`."""
    shown = node.shown.text if node.shown is not None else ""
    moment = p.Moment(node.name.text, node.name.at, notes_of_block(ctx, node.notes), shown)
    declare_once(ctx, ctx.program.moments, moment)


def find_once_clause(node: tree.Power) -> tree.Once | None:
    """Return the clause that limits a power to one use per game or phase; None if it has none."""
    return next((each for each in node.clauses if isinstance(each, tree.Once)), None)


def use_mark_name(power: str, owner: str, phase: str | None, marks: dict[str, p.Variable]) -> str:
    """Return the name of the mark that records the use of a power limited to one use.

    It is longer if another power of this name has cards of another kind or another duration.
    """
    name = f"{power}-used"
    mark = marks.get(name)
    if mark is None or (mark.is_mark and (mark.owner, mark.until_phase) == (owner, phase)):
        return name
    return f"{name}-{owner}-{phase or 'game'}"


def declare_use_marks(ctx: Context, trees: tuple[tree.Node, ...]) -> None:
    """Declare the marks that record the use of powers limited to one use.

    They are on the card for powers of cards, else on the player. All players see them.
    """
    for owner, power in _powers_with_owner_type(trees):
        once = find_once_clause(power)
        if once is None or (owner != "player" and owner not in ctx.program.kinds):
            continue
        phase = once.phase.text if once.phase is not None else None
        marks = ctx.program.variables
        name = use_mark_name(power.name.text, owner, phase, marks)
        mark = p.Variable(
            name, power.name.at, type=YES_OR_NO, owner=owner,
            until_phase=phase, sight=p.Sight("everyone"), is_mark=True,
        )  # fmt: skip
        marks.setdefault(name, mark)


def _powers_with_owner_type(trees: tuple[tree.Node, ...]) -> Iterator[tuple[str, tree.Power]]:
    """Yield every power with its owner's type: `player`, or the kind of the card that it is on."""
    for node in trees:
        if isinstance(node, tree.Power):
            yield "player", node
        elif isinstance(node, tree.CardDeclaration):
            for item in node.body:
                rules = item.rules if isinstance(item, tree.Section) else (item,)
                yield from (
                    (node.kind.text, rule) for rule in rules if isinstance(rule, tree.Power)
                )
