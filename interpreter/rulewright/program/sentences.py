"""Which event a sentence speaks of, and with what: in deeds (`I draw 2 cards`) and in patterns (`a player draws some cards`)."""

from __future__ import annotations

from attrs import frozen

from rulewright.program import nodes
from rulewright.program.context import Context, Scope, unknown
from rulewright.program.expressions import expression
from rulewright.program.forms import base_form, same_unit
from rulewright.program.names import attribute
from rulewright.program.nodes import Expr
from rulewright.program.program import Event, Parameter
from rulewright.program.types import NUMBER, PLAYER, Type
from rulewright.syntax import tree
from rulewright.text import Span

Spoken = tree.Sentence | tree.May | tree.Can


def find_event(
    ctx: Context, verb: tree.Word, obj: tree.Node | None, third_person: bool | None
) -> Event | None:
    """The event of this verb, and of this fixed word where several share the verb.

    `third_person` says which form of the verb is right here; None takes either.
    """
    events = [
        event
        for event in ctx.program.events.values()
        if verb.text in (event.verb, base_form(event.verb))
    ]
    if not events:
        known = [e.verb if third_person else base_form(e.verb) for e in ctx.program.events.values()]
        ctx.unknown_name("event", verb.text, verb.at, known)
        return None
    fixed = _fixed_word(obj)
    chosen = [event for event in events if event.fixed == fixed and fixed is not None]
    chosen = chosen or [event for event in events if event.fixed is None]
    if not chosen:
        ctx.unknown_name(f"word that goes with `{verb.text}`", fixed or "", verb.at, _fixed(events))
        return None
    event = chosen[0]
    _check_form(ctx, event, verb, third_person)
    return event


def _fixed(events: list[Event]) -> list[str]:
    return [event.fixed for event in events if event.fixed]


def _check_form(ctx: Context, event: Event, verb: tree.Word, third_person: bool | None) -> None:
    if third_person is None:
        return
    right = event.verb if third_person else base_form(event.verb)
    if verb.text != right:
        ctx.complain("E0205", f"the verb is in the wrong form: `{verb.text}`", verb.at,
                     help=f"write `{right}` here")  # fmt: skip


def _fixed_word(obj: tree.Node | None) -> str | None:
    if isinstance(obj, tree.Plain):
        obj = obj.what
    if isinstance(obj, tree.The):
        return obj.name.text
    if isinstance(obj, tree.Name):
        return obj.word.text
    if isinstance(obj, tree.Fixed):
        return obj.word.text
    return None


def sentence(
    ctx: Context, scope: Scope, node: Spoken, third_person: bool
) -> tuple[Event, tuple[Expr, ...]] | None:
    """The event that a sentence does, with its arguments; None after a complaint."""
    event = find_event(ctx, node.verb, node.object, third_person)
    if event is None:
        return None
    ctx.mark_used("event", event.name)
    subject = node.subject if node.subject is not None else tree.Me(node.verb.at)
    doer = expression(ctx, scope, subject)
    doer = ctx.expect(event.parameters[0].type.maybe(), doer, "who does it")
    given = _given(ctx, event, node)
    arguments = [doer]
    for parameter in event.parameters[1:]:
        what = given.get(parameter.preposition)
        if what is None:
            _missing(ctx, event, parameter, node.at)
            arguments.append(unknown(node.at))
        else:
            arguments.append(_argument(ctx, scope, event, parameter, what, doer))
    return event, tuple(arguments)


def _given(ctx: Context, event: Event, node: Spoken) -> dict[str | None, tree.Node]:
    """What the sentence says, by preposition; what the event has no place for is complained about."""
    given: dict[str | None, tree.Node] = {}
    if node.object is not None and event.fixed is None:
        given[None] = node.object
    places = {parameter.preposition for parameter in event.parameters[1:]}
    for labelled in node.labelled:
        word = labelled.preposition.text
        if word in given:
            ctx.complain("E0206", f"`{word}` is said twice", labelled.at)
        given[word] = labelled.what
    for word, what in given.items():
        if word not in places:
            said = f"`{word} …`" if word else "this"
            ctx.complain("E0206", f"`{event.verb}` has no place for {said}", what.at,
                         help=f"it is said so: `{told(event)}`")  # fmt: skip
    return given


def _missing(ctx: Context, event: Event, parameter: Parameter, at: Span) -> None:
    what = f"`{parameter.preposition} …`" if parameter.preposition else f"the {parameter.name}"
    ctx.complain(
        "E0206", f"`{event.verb}` also needs {what}", at, help=f"it is said so: `{told(event)}`"
    )


def told(event: Event) -> str:
    """The event's sentence, as an author declares it."""
    words = [_a(event.parameters[0]), event.verb]
    if event.fixed:
        words.append(event.fixed)
    for parameter in event.parameters[1:]:
        words.append(f"{parameter.preposition} " * bool(parameter.preposition) + _a(parameter))
    return " ".join(words)


def _a(parameter: Parameter) -> str:
    if parameter.unit:
        return f"some {parameter.unit}"
    return str(parameter.type)


def _argument(
    ctx: Context, scope: Scope, event: Event, parameter: Parameter, what: tree.Node, doer: Expr
) -> Expr:
    place = f"the {parameter.name} of `{event.verb}`"
    if isinstance(what, tree.AllOf):
        if parameter.unit is None:
            ctx.complain("E0207", f"{place} is not an amount", what.at)
        return ctx.expect(NUMBER, attribute(ctx, doer, what.name.text, what.at), place)
    if isinstance(what, tree.Unit):
        _check_unit(ctx, parameter, what.unit, place)
        what = what.what
    elif isinstance(what, tree.Plain):
        what = what.what
    found = expression(ctx, scope, what, parameter.type)
    wanted = parameter.type if parameter.type == NUMBER else parameter.type.maybe()
    return ctx.expect(wanted, found, place)


def _check_unit(ctx: Context, parameter: Parameter, unit: tree.Word, place: str) -> None:
    if parameter.unit is None:
        ctx.complain("E0207", f"{place} is not counted in `{unit.text}`", unit.at)
    elif not same_unit(parameter.unit, unit.text):
        ctx.complain("E0207", f"{place} is counted in {parameter.unit}, not in {unit.text}",
                     unit.at, help=f"write `{parameter.unit}`")  # fmt: skip


# ------------------------------------------------------------------ patterns


@frozen
class Matched:
    """What a pattern asks of an event or value: names for its parameters, conditions on them, and the scope."""

    names: tuple[str, ...]
    conditions: tuple[Expr, ...]
    scope: Scope


def match_pattern(
    ctx: Context, scope: Scope, pattern: tree.Pattern, third_person: bool | None
) -> tuple[Event, Matched] | None:
    """The event that a pattern hears, with what it asks of it."""
    event = find_event(ctx, pattern.verb, pattern.object, third_person)
    if event is None:
        return None
    said: dict[str | None, tree.Node] = {}
    if pattern.object is not None and event.fixed is None:
        said[None] = pattern.object
    places = {parameter.preposition for parameter in event.parameters[1:]}
    for labelled in pattern.labelled:
        said[labelled.preposition.text] = labelled.what
    for word, what in said.items():
        if word not in places:
            ctx.complain("E0206", f"`{event.verb}` has no place for this", what.at,
                         help=f"it is said so: `{told(event)}`")  # fmt: skip
    parts = [pattern.subject, *(said.get(p.preposition) for p in event.parameters[1:])]
    return event, match_parts(ctx, scope, event.parameters, parts, pattern.at)


def match_parts(
    ctx: Context,
    scope: Scope,
    parameters: tuple[Parameter, ...],
    parts: list[tree.Node | None],
    at: Span,
) -> Matched:
    """Bind what a pattern introduces (`a player`), and make conditions of what it names (`I`, `this`, `the target`)."""
    own = scope
    names: list[str] = []
    conditions: list[Expr] = []
    for number, (parameter, part) in enumerate(zip(parameters, parts, strict=True)):
        name = f"${number}"
        if isinstance(part, tree.Binder | tree.Amount | tree.Another):
            name = part.name.text
            _check_binder(ctx, scope, parameter, part)
            scope = bind(ctx, scope, part.name, parameter.type)
        names.append(name)
        here = nodes.Var(name=name, type=parameter.type, at=part.at if part else at)
        if isinstance(part, tree.Another):
            conditions.append(_not_me(ctx, own, here, part))
        elif part is not None and not isinstance(part, tree.Binder | tree.Amount):
            conditions.append(_is_that(ctx, own, here, part))
    return Matched(tuple(names), tuple(conditions), scope)


def _check_binder(
    ctx: Context, scope: Scope, parameter: Parameter, part: tree.Binder | tree.Amount | tree.Another
) -> None:
    if isinstance(part, tree.Amount):
        if parameter.unit is None or not same_unit(parameter.unit, part.unit.text):
            ctx.complain("E0207", f"this is {_a(parameter)}, not some {part.unit.text}", part.at)
    elif part.type.text != parameter.type.name:
        ctx.complain(
            "E0301", f"this is to be {parameter.type}, not a {part.type.text}", part.type.at,
            help=f"write `{_a(parameter)}`",
        )  # fmt: skip


def _not_me(ctx: Context, scope: Scope, here: Expr, part: tree.Another) -> Expr:
    me = expression(ctx, scope, tree.Me(part.at))
    if here.type.name in ctx.program.kinds:
        me = expression(ctx, scope, tree.This(part.at))
    same = nodes.Compare(operator="==", left=here, right=me, at=part.at)
    return nodes.Not(what=same, at=part.at)


def _is_that(ctx: Context, scope: Scope, here: Expr, part: tree.Node) -> Expr:
    if isinstance(part, tree.Fixed):
        part = tree.Name(part.at, part.word)
    found = expression(ctx, scope, part, here.type)
    if isinstance(found, nodes.Design) and here.type.name == found.type.name:
        return nodes.IsDesign(piece=here, card=found.card, at=part.at)
    found = ctx.expect(here.type.maybe(), found, "this")
    return nodes.Compare(operator="==", left=here, right=found, at=part.at)


def bind(ctx: Context, scope: Scope, name: tree.Word, type_: Type) -> Scope:
    """The scope with a new name in it; a name in sight is never bound again."""
    if name.text in scope.names:
        ctx.complain(
            "E0208",
            f"`{name.text}` already means something here",
            name.at,
            help=f"give it another name: `a {type_.name} called …`",
        )
    elif name.text in ctx.program.tracks and ctx.program.tracks[name.text].owner is None:
        ctx.complain("E0208", f"`the {name.text}` already means something", name.at)
    return scope.bind(name.text, type_)


def doer_scope(ctx: Context, parameters: tuple[Parameter, ...]) -> Scope:
    """The scope of an event's body: its parameters, with the doer as `me`."""
    names = {p.name: p.type for p in parameters}
    me = parameters[0].type if parameters and parameters[0].type == PLAYER else None
    return Scope(names=names, me=me)
