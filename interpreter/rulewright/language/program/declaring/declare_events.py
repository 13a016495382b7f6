"""Declaration of values, facts, events and phases, with their parameters."""

from __future__ import annotations

from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.context import Context
from rulewright.language.program.declaring.declarers import (
    DECLARE,
    declare_once,
    declare_parameter,
    notes_of,
    notes_of_block,
)
from rulewright.language.program.program import Parameter
from rulewright.language.program.types import NUMBER
from rulewright.language.syntax import reserved_words, tree
from rulewright.language.text import Span
from rulewright.language.text.words.english import base_form


@DECLARE.of(tree.ValueDeclaration)
def _declare_value(ctx: Context, node: tree.ValueDeclaration) -> None:
    """Declare a computed number: `value a player's reach is …`."""
    binders = [binder for binder in (node.subject, node.other) if binder is not None]
    parameters = _declare_parameters(ctx, binders)
    notes = notes_of_block(ctx, node.notes)
    value = p.Value(node.name.text, node.name.at, notes, parameters, NUMBER)
    declare_once(ctx, ctx.program.values, value)


@DECLARE.of(tree.FactDeclaration)
def _declare_fact(ctx: Context, node: tree.FactDeclaration) -> None:
    """Declare a computed truth value: `a player is finished, if …` or `a tower shows a colour, if …`."""
    binders = [binder for binder in (node.subject, node.object) if binder is not None]
    parameters = _declare_parameters(ctx, binders)
    notes = notes_of_block(ctx, node.notes)
    adjective = node.object is None
    fact = p.Fact(node.name.text, node.name.at, notes, parameters, None, adjective)
    declare_once(ctx, ctx.program.facts, fact)


@DECLARE.of(tree.EventDeclaration)
def _declare_event(ctx: Context, node: tree.EventDeclaration) -> None:
    """Declare an event: `event a player gives some stones to a player called taker`."""
    fixed = node.object.word.text if isinstance(node.object, tree.Name) else None
    if fixed in ctx.program.kinds or fixed in ctx.program.labels:
        _report_missing_article(ctx, node, fixed or "")
    binders = [node.subject]
    parameters = [declare_parameter(ctx, node.subject)]
    if isinstance(node.object, tree.Binder):
        parameters.append(declare_parameter(ctx, node.object))
        binders.append(node.object)
    for labelled in node.labelled:
        if isinstance(labelled.what, tree.Binder):
            parameters.append(declare_parameter(ctx, labelled.what, labelled.preposition.text))
            binders.append(labelled.what)
        else:
            is_kind = labelled.what.at.text in ctx.program.kinds
            preposition = labelled.preposition.text
            ctx.add(
                say.sentences.fixed_word(labelled.at, preposition, labelled.what.at.text, is_kind)
            )
    _check_parameter_names(ctx, binders)
    _check_prepositions(ctx, node)
    if not node.verb.text.split("-")[0].endswith("s"):
        ctx.add(say.sentences.not_third_person(node.verb.at, node.verb.text))
    elif (base := base_form(node.verb.text)) in reserved_words():
        ctx.add(say.names.reserved_verb(node.verb.at, node.verb.text, base))
    name = f"{node.verb.text}-{fixed}" if fixed else node.verb.text
    notes = notes_of(ctx, node.body)
    end = max(part.at.end for part in (*binders, node.verb))
    at = Span(node.at.source, node.at.start, end)
    has_first = any(isinstance(item, tree.First) for item in node.body)
    event = p.Event(name, at, notes, node.verb.text, fixed, tuple(parameters), has_first)
    declare_once(ctx, ctx.program.events, event)


def _report_missing_article(ctx: Context, node: tree.EventDeclaration, name: str) -> None:
    """Report an event whose object lacks its article, such as `a player draws card`; suppress follow-up errors."""
    assert node.object is not None
    words = frozenset({name, f"{node.verb.text}-{name}"})
    ctx.add(say.names.kind_without_article(node.object.at, name))
    ctx.missing.note(
        tree.Unread(node.at, frozenset({node.verb.text}), ((node.at.start, node.at.end, words),))
    )


@DECLARE.of(tree.PhaseDeclaration)
def _declare_phase(ctx: Context, node: tree.PhaseDeclaration) -> None:
    """Declare a phase, `phase turn for a player as a role`, or replace an earlier one with `…, instead`."""
    binders = [node.player, *node.others] if node.player is not None else list(node.others)
    parameters = _declare_parameters(ctx, binders)
    notes = notes_of(ctx, node.block.items if node.block else ())
    phase = p.Phase(node.name.text, node.name.at, notes, parameters)
    if node.instead is None:
        declare_once(ctx, ctx.program.phases, phase)
        return
    earlier = ctx.find("phase", node.name, ctx.program.phases)
    if earlier is not None and [*map(_name_and_type, earlier.parameters)] != [
        *map(_name_and_type, parameters)
    ]:
        ctx.add(say.names.other_phase_parameters(node.name.at, earlier.name, earlier.at))
    elif earlier is not None:
        ctx.program.phases[phase.name] = phase


def _name_and_type(parameter: Parameter) -> tuple[str, str]:
    """Return name and type of a parameter, to compare those of two declarations."""
    return parameter.name, parameter.type.name


def _declare_parameters(ctx: Context, binders: list[tree.Binder]) -> tuple[Parameter, ...]:
    """Return the parameters that `a player`, `a card called target` and so on declare; report a name used twice."""
    _check_parameter_names(ctx, binders)
    return tuple(declare_parameter(ctx, binder) for binder in binders)


def _check_parameter_names(ctx: Context, binders: list[tree.Binder]) -> None:
    """Report two parameters of one declaration with the same name."""
    seen: set[str] = set()
    for binder in binders:
        if binder.name.text in seen:
            ctx.add(say.names.same_name_in_sentence(binder.at, binder.name.text))
        seen.add(binder.name.text)


def _check_prepositions(ctx: Context, node: tree.EventDeclaration) -> None:
    """Report a preposition that introduces two parameters of one event."""
    seen: dict[str, tree.Word] = {}
    for labelled in node.labelled:
        word = labelled.preposition
        if word.text in seen:
            ctx.add(say.names.written_twice(word.at, word.text, seen[word.text].at))
        seen.setdefault(word.text, word)
