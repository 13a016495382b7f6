"""Resolution of sentences such as `I draw 2 cards`: find the event and its arguments."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope, make_unknown, make_var
from rulewright.language.program.program import WINS, Event, Parameter
from rulewright.language.program.references import record_reference
from rulewright.language.program.resolving.expressions.resolve_lists import multiply_for_each
from rulewright.language.program.resolving.expressions.resolve_words import resolve_attribute
from rulewright.language.program.resolving.resolvers import (
    EXPRESSIONS,
    is_pronoun,
    resolve_expression,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.language.syntax import tree
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import (
    FIRST_WORDS,
    LONE_WORDS,
    frame_help,
)
from rulewright.language.text import Span, one_of
from rulewright.language.text.words.english import base_form

Spoken = tree.Sentence | tree.May | tree.Can


def find_event(ctx: Context, node: Spoken | tree.Pattern, third_person: bool) -> Event | None:
    """Return the event with the verb of `node`; None after a complaint.

    Where several events share the verb, the fixed word after it decides. `third_person` tells whether the verb
    has to be in the third person (`draws`).
    """
    verb, obj = node.verb, node.object
    if isinstance(obj, tree.WholeGame):
        ctx.add(say.sentences.win_has_no_hooks(node.at))
        return None
    events = [
        event
        for event in ctx.program.events.values()
        if verb.text in (event.verb, base_form(event.verb))
    ]
    if not events:
        known = [e.verb if third_person else base_form(e.verb) for e in ctx.program.events.values()]
        hint = FIRST_WORDS.get(verb.text)
        if hint is None and obj is not None:
            hint = frame_help(verb.text, isinstance(obj, tree.Unit))
        elif hint is None:
            hint = LONE_WORDS.get(verb.text)
        ctx.unknown_name("event", verb.text, verb.at, () if hint else known, hint)
        return None
    fixed = _fixed_word(obj)
    chosen = [event for event in events if event.fixed == fixed and fixed is not None]
    chosen = chosen or [event for event in events if event.fixed is None]
    if not chosen:
        at = obj.at if obj is not None else verb.at
        if fixed is None:
            words = one_of([f"`{event.fixed}`" for event in events])
            ctx.add(say.sentences.missing_part(at, verb.text, words, event_sentence(events[0])))
            return None
        known = [event.fixed for event in events if event.fixed]
        ctx.unknown_name(f"word that goes with `{verb.text}`", fixed or "", at, known)
        return None
    event = chosen[0]
    record_reference(verb.at, event)
    right = event.verb if third_person else base_form(event.verb)
    if verb.text != right:
        ctx.add(say.sentences.wrong_verb_form(verb.at, verb.text, right))
    return event


def declare_winning(ctx: Context, node: tree.Pattern | tree.Can) -> Event:
    """Return the built-in event that a player wins the game; declare it on first use."""
    if node.verb.text != "win":
        ctx.add(say.sentences.unknown_verb_of_game(node.verb.at, node.verb.text))
    actor = Parameter("player", PLAYER)
    event = Event(WINS, node.at, verb="wins", fixed="the game", parameters=(actor,))
    return ctx.program.events.setdefault(WINS, event)


def _fixed_word(obj: tree.Node | None) -> str | None:
    """Return the word after a verb that may be part of the event's name; None for other objects."""
    if isinstance(obj, tree.The):
        return obj.name.text
    if isinstance(obj, tree.Name):
        return obj.word.text
    return None


def resolve_event_statement(ctx: Context, scope: NameScope, node: tree.Sentence) -> typed.Do | None:
    """Resolve a sentence that performs an event; without a subject the actor is `me`."""
    third_person = node.subject is not None and not is_pronoun(node.subject, "I", "me")
    resolved = resolve_sentence(ctx, scope, node, third_person)
    return resolved and typed.Do(event=resolved[0].name, arguments=resolved[1], at=node.at)


def resolve_sentence(
    ctx: Context, scope: NameScope, node: Spoken, third_person: bool
) -> tuple[Event, tuple[Expr, ...]] | None:
    """Return the event of a sentence with its arguments, the actor first; None after a complaint."""
    if not isinstance(node.object, tree.WholeGame):
        event = find_event(ctx, node, third_person)
    elif isinstance(node, tree.Can):
        event = declare_winning(ctx, node)
    else:
        ctx.add(say.sentences.ends_by_rules(node.at))
        return None
    if event is None:
        return None
    subject = node.subject if node.subject is not None else tree.Pronoun(node.verb.at, "me")
    actor = resolve_expression(ctx, scope, subject)
    own = scope.card is not None and getattr(actor, "card", None) == scope.card
    help = "leave it out: the action is done by the player who has the card" if own else None
    actor = ctx.expect(event.parameters[0].type.maybe(), actor, "who does it", help)
    if (word := _misplaced_unit(ctx, event, node.object)) is not None and (
        word.text not in ctx.program.settings
    ):
        ctx.add(say.sentences.amount_after_unit(word.at, node.verb.text, word.text))
        return event, (actor, *(make_unknown(node.at) for _ in event.parameters[1:]))
    arguments = [actor]
    for parameter, what in zip(
        event.parameters[1:], match_arguments(ctx, event, node), strict=True
    ):
        if what is None:
            _report_missing(ctx, event, parameter, node.at)
            arguments.append(make_unknown(node.at))
        else:
            arguments.append(_resolve_argument(ctx, scope, event, parameter, what, actor))
    return event, tuple(arguments)


def _misplaced_unit(ctx: Context, event: Event, object_: tree.Node | None) -> tree.Word | None:
    """Return the unit of a sentence that has it before the amount, as in `draw cards 2`; else None."""
    what = object_.what if isinstance(object_, tree.Unit) else object_
    units = [p.unit for p in event.parameters if p.unit and p.preposition is None]
    if units and isinstance(what, tree.Name) and ctx.program.is_same_unit(units[0], what.word.text):
        return what.word
    return None


def match_arguments(
    ctx: Context, event: Event, node: Spoken | tree.Pattern
) -> Sequence[tree.Node | None]:
    """Return the syntax of each argument after the actor, in the order of the event's parameters.

    A missing one is None; a part that fits no parameter is reported.
    """
    by_preposition: dict[str | None, tree.Node] = {}
    if node.object is not None and event.fixed is None:
        by_preposition[None] = node.object
    places = [parameter.preposition for parameter in event.parameters[1:]]
    for labelled in node.labelled:
        label = labelled.preposition.text
        if label in by_preposition:
            ctx.add(say.names.written_twice(labelled.at, label, None))
        by_preposition[label] = labelled.what
    for word, what in by_preposition.items():
        if word not in places:
            words = f"`{word} …`" if word else "a thing after the verb"
            ctx.add(
                say.sentences.no_parameter_for(what.at, event.verb, words, event_sentence(event))
            )
    return [by_preposition.get(place) for place in places]


def _report_missing(ctx: Context, event: Event, parameter: Parameter, at: Span) -> None:
    """Report that a sentence lacks the argument for `parameter`."""
    what = f"`{parameter.preposition} …`" if parameter.preposition else _with_article(parameter)
    ctx.add(say.sentences.missing_part(at, event.verb, what, event_sentence(event)))


def event_sentence(event: Event) -> str:
    """Return an event as a sentence with types for its parameters, for help texts."""
    words = [_with_article(event.parameters[0]), event.verb]
    if event.fixed:
        words.append(event.fixed)
    for parameter in event.parameters[1:]:
        words.append(
            f"{parameter.preposition} " * bool(parameter.preposition) + _with_article(parameter)
        )
    return " ".join(words)


def _with_article(parameter: Parameter) -> str:
    """Return a parameter's type with article, or its unit after `some`, for help texts."""
    return f"some {parameter.unit}" if parameter.unit else str(parameter.type)


def _resolve_argument(
    ctx: Context, scope: NameScope, event: Event, parameter: Parameter, what: tree.Node, actor: Expr
) -> Expr:
    """Resolve one argument of an event; report a wrong type or unit. `what` is its syntax."""
    place = f"the {'amount' if parameter.unit else parameter.name} of `{event.verb}`"
    help = f"write it like `{event_sentence(event)}`"
    if isinstance(what, tree.AllOf):
        if parameter.unit is None:
            ctx.add(say.sentences.not_an_amount(what.at, place, what.name.text))
        return ctx.expect(NUMBER, resolve_attribute(ctx, actor, what.name.text, what.at), place)
    if isinstance(what, tree.Unit):
        _check_unit(ctx, parameter, what.unit, place)
        amount = resolve_expression(ctx, scope, what.what, parameter.type)
        amount = ctx.expect(_accepted_type(parameter.type), amount, place, help)
        return multiply_for_each(ctx, scope, amount, what.per)
    expr = resolve_expression(ctx, scope, what, parameter.type)
    return ctx.expect(_accepted_type(parameter.type), expr, place, help)


def _accepted_type(type_: Type) -> Type:
    """Return the type accepted for an argument; it is optional, because a later pass checks for nothing."""
    return type_ if type_ == NUMBER else type_.maybe()


def _check_unit(ctx: Context, parameter: Parameter, unit: tree.Word, place: str) -> None:
    """Report a unit such as `cards` after an amount that differs from the parameter's unit."""
    if ctx.missing.may_declare(unit.text, unit.at):
        return
    if parameter.unit is None:
        ctx.add(say.sentences.not_an_amount(unit.at, place, unit.text))
    elif not ctx.program.is_same_unit(parameter.unit, unit.text):
        ctx.add(say.sentences.wrong_unit(unit.at, place, parameter.unit, unit.text))


# ------------------------------------------------------------------ `can`


@EXPRESSIONS.of(tree.Can)
def _resolve_can(ctx: Context, scope: NameScope, node: tree.Can) -> Expr:
    """Resolve the test whether an event is possible: `I can build it`, `I cannot build it`."""
    what = None if isinstance(node.object, tree.Unit | tree.AllOf) else node.object
    if scope.in_scenario and node.verb.text == "see" and what is not None:
        return _resolve_sees(ctx, scope, node, what)
    resolved = resolve_sentence(ctx, scope, node, third_person=False)
    if resolved is None:
        return make_unknown(node.at)
    event, arguments = resolved
    can: Expr = typed.Can(event=event.name, arguments=arguments, type=YES_OR_NO, at=node.at)
    return typed.Not(what=can, at=node.at) if node.kind == "cannot" else can


def _resolve_sees(ctx: Context, scope: NameScope, node: tree.Can, what: tree.Node) -> Expr:
    """Resolve `A can see Ace` in a scenario: the test whether a seat knows a card."""
    player = ctx.expect(PLAYER, resolve_expression(ctx, scope, node.subject), "who sees")
    if isinstance(what, tree.OwnedCard):
        return _resolve_sees_owned(ctx, scope, node, player, what)
    card = resolve_expression(ctx, scope, what)
    if card.type.name not in (*ctx.program.kinds, "unknown") or card.type.many:
        ctx.add(say.types.wrong_type(card.at, "what is seen", "a card", str(card.type), None))
    sees: Expr = typed.Sees(player=player, card=card, at=node.at)
    return typed.Not(what=sees, at=node.at) if node.kind == "cannot" else sees


def _resolve_sees_owned(
    ctx: Context, scope: NameScope, node: tree.Can, player: Expr, what: tree.OwnedCard
) -> Expr:
    """Resolve `A can see B's Ace`: the test whether a seat knows a copy that another has.

    `A cannot see B's Ace` needs that B has one.
    """
    owner = ctx.expect(PLAYER, resolve_expression(ctx, scope, what.owner), "who has the card")
    card = resolve_expression(ctx, scope, tree.Proper(what.card.at, what.card))
    if not isinstance(card, typed.Design):
        return make_unknown(node.at)
    cards = typed.KindAll(kind=card.type.name, type=card.type.list(), at=what.at)
    _, name = scope.with_it(card.type)
    it = make_var(name, card.type, what.at)
    of = typed.OwnerOf(card=it, type=PLAYER.maybe(), at=what.at)
    is_owned = typed.Every(
        operator="and",
        parts=(
            typed.IsDesign(piece=it, card=card.card, at=what.at),
            typed.Compare(operator="==", left=of, right=owner, at=what.at),
        ),
        at=what.at,
    )
    owned = typed.Filter(source=cards, var=name, condition=is_owned, type=cards.type, at=what.at)
    sees_it = typed.Sees(player=player, card=it, at=node.at)
    seen = typed.Filter(source=owned, var=name, condition=sees_it, type=cards.type, at=node.at)
    # That some copy is seen follows: the checks of scenarios find the card in this part.
    sees_some = typed.Sees(player=player, card=card, at=node.at)
    is_seen = typed.Some(source=seen, at=node.at)
    sees = typed.Every(operator="and", parts=(sees_some, is_seen), at=node.at)
    if node.kind == "can":
        return sees
    number = typed.Count(source=owned, at=what.at)
    one = typed.Number(value=1, at=what.at)
    exists = typed.Compare(operator=">=", left=number, right=one, at=what.at)
    unseen = typed.Not(what=sees, at=node.at)
    return typed.Every(operator="and", parts=(exists, unseen), at=node.at)


@EXPRESSIONS.of(tree.OwnedCard)
def _resolve_owned_card(ctx: Context, scope: NameScope, node: tree.OwnedCard) -> Expr:
    """Report a card by its owner anywhere but after `can see`."""
    wanted = "after `can see` or in the name of an option"
    ctx.add(say.types.wrong_type(node.at, f"`{node.at.text}`", wanted, "another place", None))
    return make_unknown(node.at)
