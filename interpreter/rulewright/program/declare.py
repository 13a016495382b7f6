"""The first pass: every declaration gets its name and type, so that bodies may refer to what comes later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program import program as p
from rulewright.program.context import Context
from rulewright.program.notes import noted, notes_of
from rulewright.program.program import Parameter
from rulewright.program.types import BUILT_IN, NUMBER, UNKNOWN, YES_OR_NO, Type
from rulewright.syntax import tree
from rulewright.text import Note, Span

Declarer = Callable[[Context, Any], None]
_DECLARE: dict[type[tree.Node], Declarer] = {}

#: Declarations are made in this order, as later ones speak of the types of earlier ones.
ORDER: tuple[type[tree.Node], ...] = (
    tree.Game, tree.Labels, tree.Kind, tree.Zone, tree.Track, tree.Mark, tree.Setting, tree.Moment,
    tree.Value, tree.Fact, tree.Event, tree.Phase, tree.Table, tree.CardList, tree.Card,
)  # fmt: skip


def _on(cls: type[tree.Node]) -> Callable[[Declarer], Declarer]:
    def register(declarer: Declarer) -> Declarer:
        _DECLARE[cls] = declarer
        return declarer

    return register


def declare_all(ctx: Context, trees: tuple[tree.Node, ...]) -> None:
    """Enter every declaration of all files into the program, without bodies."""
    for node in trees:
        if isinstance(node, tree.Kind):
            _declare_once(ctx, ctx.program.kinds, p.Kind(node.name.text, node.name.at))
    for cls in ORDER:
        for node in trees:
            if type(node) is cls:
                _DECLARE[cls](ctx, node)


def _declare_once(ctx: Context, table: dict[str, Any], declared: Any) -> bool:
    """Enter a declaration; a second one of the name is complained about."""
    earlier = table.get(declared.name)
    if earlier is None:
        table[declared.name] = declared
        return True
    ctx.complain(
        "E0213",
        f"`{declared.name}` is declared twice",
        declared.at,
        notes=(Note(earlier.at, "first declared here"),),
    )
    return False


# ------------------------------------------------------------------ types


def type_of(ctx: Context, node: tree.TypeName) -> Type:
    """The type that words name: `number`, `colour or nothing`, `a player or nobody`."""
    words = [word for word in node.names if word.text not in ("nothing", "nobody")]
    optional = len(words) < len(node.names)
    if len(words) != 1:
        ctx.complain("E0309", "a type is one word, and perhaps `or nothing`", node.at)
        return UNKNOWN
    found = named_type(ctx, words[0])
    return found.maybe() if optional else found


def named_type(ctx: Context, word: tree.Word) -> Type:
    known = [*BUILT_IN, *ctx.program.kinds, *ctx.program.labels]
    if word.text not in known:
        ctx.unknown_name("type", word.text, word.at, known)
        return UNKNOWN
    if word.text in ctx.program.labels:
        ctx.mark_used("labels", word.text)
    if word.text in ctx.program.kinds:
        ctx.mark_used("kind", word.text)
    return Type(word.text)


def _parameter(ctx: Context, node: tree.Node, preposition: str | None = None) -> Parameter:
    if isinstance(node, tree.Amount):
        return Parameter(node.name.text, NUMBER, preposition, node.unit.text)
    assert isinstance(node, tree.Binder)
    return Parameter(node.name.text, named_type(ctx, node.type), preposition)


def literal(ctx: Context, node: tree.Node, type_: Type) -> object:
    """A constant of a field, a default or a table cell; None stands for nothing."""
    match node:
        case tree.Number():
            value: object = int(node.word.text)
            fits = type_.name in ("number", "unknown")
        case tree.Yes() | tree.No():
            value, fits = isinstance(node, tree.Yes), type_.name in ("yes-or-no", "unknown")
        case tree.Nothing():
            value, fits = None, type_.optional
        case tree.Name():
            value = node.word.text
            fits = _is_label(ctx, node, type_)
        case _:
            value, fits = None, False
    if not fits:
        ctx.complain("E0301", f"this is to be {type_}", node.at)
    return value


def _is_label(ctx: Context, node: tree.Name, type_: Type) -> bool:
    labels = ctx.program.labels.get(type_.name)
    if labels is None:
        return type_.name == "unknown"
    if node.word.text not in labels.items:
        ctx.unknown_name(type_.name, node.word.text, node.at, labels.items)
    return True


# ------------------------------------------------------------------ what there is


@_on(tree.Game)
def _game(ctx: Context, node: tree.Game) -> None:
    if ctx.program.game:
        ctx.complain("E0213", "the game is named twice", node.at)
    ctx.program.game = node.name.text


@_on(tree.Labels)
def _labels(ctx: Context, node: tree.Labels) -> None:
    items = tuple(word.text for word in node.items)
    for word in node.items:
        if items.count(word.text) > 1:
            ctx.complain("E0213", f"`{word.text}` stands twice in this list", word.at)
    notes = noted(ctx, node.notes)
    _declare_once(ctx, ctx.program.labels, p.Labels(node.name.text, node.name.at, notes, items))


@_on(tree.Kind)
def _kind(ctx: Context, node: tree.Kind) -> None:
    kind = ctx.program.kinds[node.name.text]
    fields: dict[str, p.Field] = {}
    for item in node.items:
        if isinstance(item, tree.Field):
            type_ = type_of(ctx, item.type)
            default = literal(ctx, item.default, type_) if item.default is not None else None
            field = p.Field(
                item.name.text, item.name.at, type=type_, default=default,
                required=item.default is None,
            )  # fmt: skip
            _declare_once(ctx, fields, field)
    order = node.order.text if node.order else None
    if node.order is not None and order not in fields:
        ctx.unknown_name("field", node.order.text, node.order.at, fields)
    ctx.program.kinds[kind.name] = p.Kind(kind.name, kind.at, order=order, fields=fields)


def _sight(ctx: Context, node: tree.Sight) -> p.Sight:
    """Who sees; an expression for a player is resolved later, when all names are known."""
    if isinstance(node.viewer, tree.Everyone):
        return p.Sight("everyone")
    if isinstance(node.viewer, tree.NobodyWord):
        return p.Sight("nobody")
    if isinstance(node.viewer, tree.Its) and node.viewer.name.text == "owner":
        return p.Sight("owner")
    return p.Sight("expression")


def _owner(ctx: Context, node: tree.Word | tree.Common) -> str | None:
    return None if isinstance(node, tree.Common) else named_type(ctx, node).name


@_on(tree.Zone)
def _zone(ctx: Context, node: tree.Zone) -> None:
    from rulewright.program.forms import plural

    kinds = {plural(kind): kind for kind in ctx.program.kinds}
    if node.holds.text not in kinds:
        ctx.unknown_name("kind of cards", node.holds.text, node.holds.at, kinds)
        return
    zone = p.Zone(
        node.name.text, node.name.at, noted(ctx, node.notes), _owner(ctx, node.owner),
        kinds[node.holds.text], node.ordered is not None, _sight(ctx, node.sight),
    )  # fmt: skip
    ctx.mark_used("kind", zone.kind)
    _declare_once(ctx, ctx.program.zones, zone)


@_on(tree.Track)
def _track(ctx: Context, node: tree.Track) -> None:
    phase, zone = _lasting(node.lasting)
    track = p.Track(
        node.name.text, node.name.at, noted(ctx, node.notes), _owner(ctx, node.owner),
        type_of(ctx, node.type), None, phase, zone, _sight(ctx, node.sight),
    )  # fmt: skip
    _declare_once(ctx, ctx.program.tracks, track)


@_on(tree.Mark)
def _mark(ctx: Context, node: tree.Mark) -> None:
    phase, zone = _lasting(node.lasting)
    track = p.Track(
        node.name.text, node.name.at, noted(ctx, node.notes), _owner(ctx, node.owner),
        YES_OR_NO, None, phase, zone, _sight(ctx, node.sight), True,
    )  # fmt: skip
    _declare_once(ctx, ctx.program.tracks, track)


def _lasting(node: tree.Lasting | None) -> tuple[str | None, str | None]:
    if isinstance(node, tree.ForPhase):
        return node.name.text, None
    return None, node.name.text if node is not None else None


@_on(tree.Setting)
def _setting(ctx: Context, node: tree.Setting) -> None:
    words = tuple(word.text for word in node.type.names)
    if len(words) == 1 and words[0] in (*BUILT_IN, *ctx.program.labels):
        type_ = type_of(ctx, node.type)
        default, words = literal(ctx, node.default, type_), ()
    else:
        type_ = Type(f"setting {node.name.text}")
        default = node.default.word.text if isinstance(node.default, tree.Name) else None
        if default not in words:
            name = str(default or "")
            ctx.unknown_name("choice of this setting", name, node.default.at, words)
    notes = noted(ctx, node.notes)
    setting = p.Setting(node.name.text, node.name.at, notes, type_, words, default)
    _declare_once(ctx, ctx.program.settings, setting)


@_on(tree.Moment)
def _moment(ctx: Context, node: tree.Moment) -> None:
    shown = node.shown.text if node.shown is not None else ""
    moment = p.Moment(node.name.text, node.name.at, noted(ctx, node.notes), shown)
    _declare_once(ctx, ctx.program.moments, moment)


# ------------------------------------------------------------------ values, facts, tables


@_on(tree.Value)
def _value(ctx: Context, node: tree.Value) -> None:
    binders = [binder for binder in (node.subject, node.other) if binder is not None]
    parameters = tuple(_parameter(ctx, binder) for binder in binders)
    notes = noted(ctx, node.notes)
    value = p.Value(node.name.text, node.name.at, notes, parameters, NUMBER)
    _declare_once(ctx, ctx.program.values, value)


@_on(tree.Fact)
def _fact(ctx: Context, node: tree.Fact) -> None:
    binders = [binder for binder in (node.subject, node.object) if binder is not None]
    parameters = tuple(_parameter(ctx, binder) for binder in binders)
    notes = noted(ctx, node.notes)
    adjective = node.object is None
    fact = p.Fact(node.name.text, node.name.at, notes, parameters, None, adjective)
    _declare_once(ctx, ctx.program.facts, fact)


@_on(tree.Table)
def _table(ctx: Context, node: tree.Table) -> None:
    columns = _columns(ctx, node)
    cells: dict[tuple[int, int | None], object] = {}
    for row in node.rows:
        key, *rest = row.cells
        if len(rest) != len(columns):
            ctx.complain(
                "E0214",
                f"this row has {len(rest)} cells under {len(columns)} columns",
                row.at,
                help="a cell for which there is no game is written `-`",
            )
            continue
        for number in _row_numbers(ctx, key):
            for column, cell in zip(columns, rest, strict=True):
                _enter_cell(ctx, cells, (number, column), cell, key.at)
    table = p.Table(node.name.text, node.name.at, notes_of(ctx, node.notes), cells=cells)
    _declare_once(ctx, ctx.program.tables, table)


def _columns(ctx: Context, node: tree.Table) -> list[int | None]:
    """The numbers that head the columns; a table of one column may head it with a word."""
    numbers = [int(c.word.text) for c in node.heading.cells if isinstance(c, tree.Number)]
    if node.column_key is None:
        if numbers or len(node.heading.cells) != 1:
            ctx.complain("E0214", "without `across` a table has one column", node.heading.at)
        return [None]
    if not numbers:
        ctx.complain("E0214", "the columns of this table are headed by numbers", node.heading.at)
    return list(numbers)


def _row_numbers(ctx: Context, key: tree.Node) -> list[int]:
    if isinstance(key, tree.RangeCell):
        low, _, high = key.word.text.partition("..")
        if int(high) - int(low) > 1000 or int(high) < int(low):
            ctx.complain("E0214", "this range is empty or very long", key.at)
            return []
        return list(range(int(low), int(high) + 1))
    if isinstance(key, tree.Number):
        return [int(key.word.text)]
    ctx.complain("E0214", "a row begins with a number or a range", key.at)
    return []


def _enter_cell(
    ctx: Context,
    cells: dict[tuple[int, int | None], object],
    key: tuple[int, int | None],
    cell: tree.Node,
    at: Span,
) -> None:
    if key in cells:
        ctx.complain("E0214", f"there is another row for {key[0]}", at)
    if isinstance(cell, tree.NoCell):
        cells[key] = None
    else:
        cells[key] = literal(ctx, cell, NUMBER)


# ------------------------------------------------------------------ what happens


@_on(tree.Event)
def _event(ctx: Context, node: tree.Event) -> None:
    fixed = node.object.word.text if isinstance(node.object, tree.Fixed) else None
    parameters = [_parameter(ctx, node.subject)]
    if node.object is not None and fixed is None:
        parameters.append(_parameter(ctx, node.object))
    for labelled in node.labelled:
        if isinstance(labelled.what, tree.Fixed):
            ctx.complain("E0215", "a fixed word stands right after the verb only", labelled.at)
        else:
            parameters.append(_parameter(ctx, labelled.what, labelled.preposition.text))
    _check_names(ctx, node, parameters)
    if not node.verb.text.split("-")[0].endswith("s"):
        ctx.complain("E0205", "an event is declared in the third person: `a player gains …`",
                     node.verb.at, help=f"write `{node.verb.text}s`")  # fmt: skip
    name = f"{node.verb.text}-{fixed}" if fixed else node.verb.text
    notes = notes_of(ctx, node.body)
    event = p.Event(name, node.at, notes, node.verb.text, fixed, tuple(parameters))
    _declare_once(ctx, ctx.program.events, event)


def _check_names(ctx: Context, node: tree.Node, parameters: list[Parameter]) -> None:
    names = [parameter.name for parameter in parameters]
    for name in names:
        if names.count(name) > 1:
            ctx.complain("E0208", f"two things are called `{name}`", node.at,
                         help="name one of them with `called`")  # fmt: skip
            return


@_on(tree.Phase)
def _phase(ctx: Context, node: tree.Phase) -> None:
    binders = [node.player, *node.others] if node.player is not None else list(node.others)
    parameters = tuple(_parameter(ctx, binder) for binder in binders)
    notes = notes_of(ctx, node.block.items if node.block else ())
    phase = p.Phase(node.name.text, node.name.at, notes, parameters)
    _declare_once(ctx, ctx.program.phases, phase)


# ------------------------------------------------------------------ cards


@_on(tree.CardList)
def _list(ctx: Context, node: tree.CardList) -> None:
    kind = ctx.program.kinds.get(node.kind.text)
    if kind is None:
        ctx.unknown_name("kind", node.kind.text, node.kind.at, ctx.program.kinds)
        return
    notes = notes_of(ctx, node.notes)
    names = [word for word in node.heading[1:]]
    for row in node.rows:
        if len(row.cells) != len(names):
            ctx.complain("E0214", f"this row has {len(row.cells)} cells under {len(names)} columns",
                         row.at)  # fmt: skip
            continue
        values = list(zip(names, row.cells, strict=True))
        _add_card(ctx, kind, row.name, notes, values)


@_on(tree.Card)
def _card(ctx: Context, node: tree.Card) -> None:
    kind = ctx.program.kinds.get(node.kind.text)
    if kind is None:
        ctx.unknown_name("kind of card", node.kind.text, node.kind.at, ctx.program.kinds)
        return
    values = [
        (value.name, value.value)
        for item in node.body
        if isinstance(item, tree.Fields)
        for value in item.values
    ]
    _add_card(ctx, kind, node.name, notes_of(ctx, node.body), values)


def _add_card(
    ctx: Context, kind: p.Kind, name: tree.Word, notes: p.Notes, given: list[Any]
) -> None:
    values: dict[str, object] = {
        field.name: field.default for field in kind.fields.values() if not field.required
    }
    places: dict[str, Span] = {}
    for word, value in given:
        if word.text not in kind.fields:
            ctx.unknown_name(f"field of a {kind.name}", word.text, word.at, kind.fields)
        elif word.text in places:
            ctx.complain("E0213", f"`{word.text}` is given twice", word.at)
        else:
            values[word.text] = literal(ctx, value, kind.fields[word.text].type)
            places[word.text] = word.at
    for field in kind.fields.values():
        if field.required and field.name not in places:
            ctx.complain("E0216", f"{name.text} has no {field.name}", name.at,
                         help=f"every {kind.name} has one: write `{field.name} …`")  # fmt: skip
    if not notes:
        ctx.complain("E0217", f"{name.text} does not say where it comes from", name.at,
                     help='add `cite …`, `reading "…"`, `borrowed …` or `printed "…"`')  # fmt: skip
    card = p.Card(name.text, name.at, notes, kind.name, values, places)
    _declare_once(ctx, ctx.program.cards, card)


