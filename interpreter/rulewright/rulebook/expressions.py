"""Checked expressions -> lowered ones: names become cells, arrays and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program import nodes
from rulewright.program.nodes import Expr
from rulewright.rulebook import lowered as low
from rulewright.rulebook.folding import (
    FALSE,
    TRUE,
    both,
    choose,
    either,
    every,
    filtered,
    fold,
    negated,
)
from rulewright.rulebook.layout import NO_NUMBER, NOTHING
from rulewright.rulebook.lowered import Const, Local, Node
from rulewright.rulebook.lowering import Env, Lowering, nothing_of, safe

Lower = Callable[[Lowering, Any, Env], Node]
_LOWER: dict[type[Expr], Lower] = {}


def _on(*classes: type[Expr]) -> Callable[[Lower], Lower]:
    def register(lower: Lower) -> Lower:
        for cls in classes:
            _LOWER[cls] = lower
        return lower

    return register


def lower(work: Lowering, expr: Expr, env: Env) -> Node:
    """The lowered form of an expression; `env` says what every name in sight has become."""
    return _LOWER[type(expr)](work, expr, env)


def truth(work: Lowering, expr: Expr | None, env: Env) -> Node:
    """A condition, where none is one that holds."""
    return TRUE if expr is None else lower(work, expr, env)


# ------------------------------------------------------------------ constants


@_on(nodes.Number, nodes.YesNo)
def _number(work: Lowering, expr: Any, env: Env) -> Node:
    return Const(int(expr.value))


@_on(nodes.Nothing, nodes.Unknown)
def _nothing(work: Lowering, expr: Expr, env: Env) -> Node:
    return Const(NOTHING)


@_on(nodes.Label)
def _label(work: Lowering, expr: nodes.Label, env: Env) -> Node:
    if expr.type.name.startswith("setting "):
        words = work.world.program.settings[expr.type.name.removeprefix("setting ")].words
        return Const(words.index(expr.name))
    return Const(work.encoded(expr.name, expr.type))


@_on(nodes.Seat)
def _seat(work: Lowering, expr: nodes.Seat, env: Env) -> Node:
    return Const(expr.number if expr.number < work.world.players else NOTHING)


@_on(nodes.Design)
def _design(work: Lowering, expr: nodes.Design, env: Env) -> Node:
    pieces = work.world.of_card(expr.card)
    return Const(pieces[0].number if pieces else NOTHING)


@_on(nodes.Var)
def _var(work: Lowering, expr: nodes.Var, env: Env) -> Node:
    return env[expr.name]


@_on(nodes.SettingOf)
def _setting(work: Lowering, expr: nodes.SettingOf, env: Env) -> Node:
    setting = work.world.program.settings[expr.setting]
    return Const(work.encoded(work.world.settings[expr.setting], setting.type, setting.words))


@_on(nodes.TableOf)
def _table(work: Lowering, expr: nodes.TableOf, env: Env) -> Node:
    table = work.world.program.tables[expr.table]
    assert table.row_key is not None
    row = lower(work, table.row_key, {})
    column = lower(work, table.column_key, {}) if table.column_key is not None else None
    if not isinstance(row, Const) or not isinstance(column, Const | None):
        work.complain(
            "E0605", f"`{table.name}` is read by what is not known before the game", table.at
        )
        return Const(0)
    across = column.value if column is not None else None
    value = work.world.cells[table.name].get((row.value, across))
    if not isinstance(value, int):
        _missing_cell(work, table.name, row.value, across, expr)
        return Const(0)
    return Const(value)


def _missing_cell(
    work: Lowering, table: str, row: int, column: int | None, expr: nodes.TableOf
) -> None:
    if (table, row, column) in work.missing:
        return
    work.missing.add((table, row, column))
    across = f" and {column}" if column is not None else ""
    work.complain(
        "E0606",
        f"the table {table} has no cell for {row}{across}",
        work.world.program.tables[table].at,
        f"the game for {work.world.players} players asks for it",
    )


# ------------------------------------------------------------------ reading the table


def _cell(cells: Any, index: Node | None, optional: bool, default: int) -> Node:
    """A cell of a run; of nobody it reads the default."""
    if index is None:
        return low.Cell(cells.base)
    if isinstance(index, Const):
        if index.value < 0:
            return Const(default)
        return low.Cell(cells.base + index.value - cells.first_owner)
    return low.Cell(cells.base - cells.first_owner, index, optional, Const(default))


@_on(nodes.FieldOf)
def _field(work: Lowering, expr: nodes.FieldOf, env: Env) -> Node:
    card = lower(work, expr.card, env)
    array = f"field_{safe(expr.field)}"
    if array not in work.lowered.arrays:
        values = [_field_value(work, p.card, p.kind, expr.field) for p in work.world.pieces]
        of_nothing = 0 if expr.type.name in ("number", "yes-or-no") else NOTHING
        work.array(array, values, of_nothing)
    if isinstance(card, Const):
        return Const(work.lowered.arrays[array][card.value])
    return low.Static(array, card)


def _field_value(work: Lowering, card: str, kind: str, field: str) -> int:
    declared = work.world.program.kinds[kind].fields.get(field)
    if declared is None:
        return NOTHING
    return work.encoded(work.world.field_of(card, field), declared.type)


@_on(nodes.DesignOf)
def _name(work: Lowering, expr: nodes.DesignOf, env: Env) -> Node:
    card = lower(work, expr.card, env)
    designs(work)
    if isinstance(card, Const):
        return Const(work.lowered.arrays["design"][card.value])
    return low.Static("design", card)


def designs(work: Lowering) -> None:
    """The array that says of every piece which card it is a copy of."""
    if "design" not in work.lowered.arrays:
        cards = work.world.cards
        work.array("design", [cards.index(piece.card) for piece in work.world.pieces])


@_on(nodes.OwnerOf)
def _owner(work: Lowering, expr: nodes.OwnerOf, env: Env) -> Node:
    return low.Static("place_owner", place_of(work, lower(work, expr.card, env), expr.card))


def place_of(work: Lowering, card: Node, expr: Expr) -> Node:
    """The place that a card lies in; nothing of nothing."""
    if isinstance(card, Const):
        return Const(NOTHING) if card.value < 0 else low.Cell(work.layout.place + card.value)
    return low.Cell(work.layout.place, card, expr.type.optional, Const(NOTHING))


@_on(nodes.NeighbourOf)
def _neighbour(work: Lowering, expr: nodes.NeighbourOf, env: Env) -> Node:
    step = 1 if expr.side == "left" else -1
    players = work.world.players
    work.array(expr.side, [(seat + step) % players for seat in range(players)])
    return low.Static(expr.side, lower(work, expr.player, env))


@_on(nodes.TrackOf)
def _track(work: Lowering, expr: nodes.TrackOf, env: Env) -> Node:
    cells = work.layout.tracks[expr.track]
    owner = lower(work, expr.owner, env) if expr.owner is not None else None
    optional = expr.owner is not None and expr.owner.type.optional
    return _cell(cells, owner, optional, track_start(work, expr.track))


def track_start(work: Lowering, name: str) -> int:
    """What a track holds at the start of a game and when it goes back."""
    track = work.world.program.tracks[name]
    if track.start is not None:
        start = lower(work, track.start, {})
        if isinstance(start, Const):
            return start.value
    return nothing_of(track.type) if track.type.optional else 0


@_on(nodes.Running)
def _running(work: Lowering, expr: nodes.Running, env: Env) -> Node:
    return low.Cell(work.layout.running[(expr.phase, expr.parameter)].base)


@_on(nodes.ValueOf)
def _value(work: Lowering, expr: nodes.ValueOf, env: Env) -> Node:
    from rulewright.rulebook.values import (
        value_of,
    )  # values are made of expressions and the reverse

    return value_of(work, expr.value, tuple(lower(work, a, env) for a in expr.arguments))


@_on(nodes.FactOf)
def _fact(work: Lowering, expr: nodes.FactOf, env: Env) -> Node:
    from rulewright.rulebook.values import fact_of

    return fact_of(work, expr.fact, tuple(lower(work, a, env) for a in expr.arguments))


@_on(nodes.Can)
def _can(work: Lowering, expr: nodes.Can, env: Env) -> Node:
    from rulewright.rulebook.values import can

    return can(work, expr.event, tuple(lower(work, a, env) for a in expr.arguments))


# ------------------------------------------------------------------ lists


@_on(nodes.ZoneOf)
def _zone(work: Lowering, expr: nodes.ZoneOf, env: Env) -> Node:
    cells = work.layout.zones[expr.zone]
    if expr.owner is None:
        return low.ZoneCards(cells.base, None)
    owner = lower(work, expr.owner, env)
    if isinstance(owner, Const):
        if owner.value < 0:
            return low.Sequence(())
        return low.ZoneCards(cells.base + owner.value - cells.first_owner, None)
    cards = low.ZoneCards(cells.base - cells.first_owner, owner)
    if expr.owner.type.optional:
        return low.Op("if", (both(">=", owner, Const(0)), cards, low.Sequence(())))
    return cards


@_on(nodes.AnyZone)
def _any_zone(work: Lowering, expr: nodes.AnyZone, env: Env) -> Node:
    cells = work.layout.zones[expr.zone]
    without = lower(work, expr.without, env) if expr.without is not None else None
    return low.ZoneCards(cells.base, None, cells.count, without)


@_on(nodes.KindAll)
def _kind_all(work: Lowering, expr: nodes.KindAll, env: Env) -> Node:
    pieces = low.Sequence(tuple(piece.number for piece in work.world.of_kind(expr.kind)))
    if expr.without is None:
        return pieces
    var = work.temporary("other")
    return filtered(pieces, var, both("!=", Local(var), lower(work, expr.without, env)))


@_on(nodes.LabelAll)
def _label_all(work: Lowering, expr: nodes.LabelAll, env: Env) -> Node:
    return low.Sequence(tuple(range(len(work.world.program.labels[expr.labels].items))))


@_on(nodes.Players)
def _players(work: Lowering, expr: nodes.Players, env: Env) -> Node:
    if expr.start is None:
        return low.Sequence(tuple(range(work.world.players)))
    return low.Around(lower(work, expr.start, env), expr.others)


@_on(nodes.Range)
def _range(work: Lowering, expr: nodes.Range, env: Env) -> Node:
    start, end = lower(work, expr.low, env), lower(work, expr.high, env)
    if isinstance(start, Const) and isinstance(end, Const):
        return low.Sequence(tuple(range(start.value, min(end.value, start.value + 1000) + 1)))
    return low.Numbers(start, end)


@_on(nodes.Filter)
def _filter(work: Lowering, expr: nodes.Filter, env: Env) -> Node:
    var = work.temporary(expr.var)
    source, condition = source_of(work, expr, env, var)
    return filtered(source, var, condition)


def source_of(work: Lowering, expr: Expr, env: Env, var: str) -> tuple[Node, Node]:
    """A list without its `where`, and the `where` as a condition on a local."""
    if isinstance(expr, nodes.Filter):
        source, condition = source_of(work, expr.source, env, var)
        inner = {**env, expr.var: Local(var)}
        return source, every(condition, lower(work, expr.condition, inner))
    return lower(work, expr, env), TRUE


@_on(nodes.End)
def _end(work: Lowering, expr: nodes.End, env: Env) -> Node:
    return low.First(lower(work, expr.zone, env), expr.end == "bottom")


@_on(nodes.Count)
def _count(work: Lowering, expr: nodes.Count, env: Env) -> Node:
    return fold("count", lower(work, expr.source, env))


@_on(nodes.Some)
def _some(work: Lowering, expr: nodes.Some, env: Env) -> Node:
    return fold("some", lower(work, expr.source, env))


@_on(nodes.Gather)
def _gather(work: Lowering, expr: nodes.Gather, env: Env) -> Node:
    var = work.temporary(expr.var)
    source, condition = source_of(work, expr.source, env, var)
    of = counted(work, expr.of, {**env, expr.var: Local(var)})
    return fold(expr.how, filtered(source, var, condition), var, of)


# ------------------------------------------------------------------ working things out


def counted(work: Lowering, expr: Expr, env: Env) -> Node:
    """A number in a sum or a comparison by size, where nothing counts as 0."""
    node = lower(work, expr, env)
    if not expr.type.optional:
        return node
    return choose(both("==", node, Const(NO_NUMBER)), Const(0), node)


@_on(nodes.Arithmetic)
def _arithmetic(work: Lowering, expr: nodes.Arithmetic, env: Env) -> Node:
    return both(expr.operator, counted(work, expr.left, env), counted(work, expr.right, env))


@_on(nodes.Half)
def _half(work: Lowering, expr: nodes.Half, env: Env) -> Node:
    return both("//", counted(work, expr.what, env), Const(2))


@_on(nodes.Compare)
def _compare(work: Lowering, expr: nodes.Compare, env: Env) -> Node:
    if expr.operator != "==":
        return both(expr.operator, counted(work, expr.left, env), counted(work, expr.right, env))
    return both(
        "==", _side(work, expr.left, expr.right, env), _side(work, expr.right, expr.left, env)
    )


def _side(work: Lowering, expr: Expr, other: Expr, env: Env) -> Node:
    """One side of "is"; what nothing is depends on what it is compared with."""
    if isinstance(expr, nodes.Nothing):
        return Const(nothing_of(other.type))
    return lower(work, expr, env)


@_on(nodes.IsDesign)
def _is_design(work: Lowering, expr: nodes.IsDesign, env: Env) -> Node:
    pieces = work.world.of_card(expr.card)
    piece = lower(work, expr.piece, env)
    if not pieces:
        return FALSE
    if len(pieces) == 1:
        return both("==", piece, Const(pieces[0].number))
    designs(work)
    design = work.world.cards.index(expr.card)
    if isinstance(piece, Const):
        return Const(int(piece.value in {p.number for p in pieces}))
    return both("==", low.Static("design", piece), Const(design))


@_on(nodes.Within)
def _within(work: Lowering, expr: nodes.Within, env: Env) -> Node:
    if isinstance(expr.what, nodes.Design):
        pieces = work.world.of_card(expr.what.card)
        return either(*(_lies_in(work, Const(p.number), expr, env) for p in pieces))
    return _lies_in(work, lower(work, expr.what, env), expr, env)


def _lies_in(work: Lowering, what: Node, expr: nodes.Within, env: Env) -> Node:
    if isinstance(expr.source, nodes.AnyZone):
        cells = work.layout.zones[expr.source.zone]
        place = place_of(work, what, expr.what)
        inside = every(
            both(">=", place, Const(cells.base)), both("<", place, Const(cells.base + cells.count))
        )
        if expr.source.without is None:
            return inside
        own = both("+", Const(cells.base), lower(work, expr.source.without, env))
        return every(inside, both("!=", place, own))
    if isinstance(expr.source, nodes.ZoneOf):
        return _lies_at(work, what, expr, expr.source, env)
    return low.Member(what, lower(work, expr.source, env))


def _lies_at(work: Lowering, what: Node, expr: nodes.Within, zone: nodes.ZoneOf, env: Env) -> Node:
    cells = work.layout.zones[zone.zone]
    place = place_of(work, what, expr.what)
    if zone.owner is None:
        return both("==", place, Const(cells.base))
    owner = lower(work, zone.owner, env)
    here = both("==", place, both("+", Const(cells.base - cells.first_owner), owner))
    if zone.owner.type.optional:
        return every(both(">=", owner, Const(0)), here)
    return here


@_on(nodes.Sees)
def _sees(work: Lowering, expr: nodes.Sees, env: Env) -> Node:
    player = lower(work, expr.player, env)
    if isinstance(expr.card, nodes.Design):
        pieces = [Const(piece.number) for piece in work.world.of_card(expr.card.card)]
        return either(*(low.Call("sees", (piece, player)) for piece in pieces))
    return low.Call("sees", (lower(work, expr.card, env), player))


@_on(nodes.Every)
def _every(work: Lowering, expr: nodes.Every, env: Env) -> Node:
    parts = [lower(work, part, env) for part in expr.parts]
    return every(*parts) if expr.operator == "and" else either(*parts)


@_on(nodes.Not)
def _not(work: Lowering, expr: nodes.Not, env: Env) -> Node:
    return negated(lower(work, expr.what, env))
