"""Helpers of the first pass: unique names, notes, types, numbers and constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, assert_never

from rulewright.language.program import complaints as say
from rulewright.language.program.context import Context
from rulewright.language.program.program import DeclarationNotes, Parameter, Program, SpokenName
from rulewright.language.program.references import (
    record_declaration,
    record_reference,
    record_reference_to,
    record_word,
)
from rulewright.language.program.types import BUILT_IN, LARGEST_NUMBER, NUMBER, UNKNOWN, Type
from rulewright.language.syntax import tree
from rulewright.language.text import SEATS, Registry

#: Functions that declare, by node class.
DECLARE = Registry[Callable[[Context, Any], None]]()


def declare_once(ctx: Context, table: dict[str, Any], declared: Any) -> bool:
    """Enter a declaration into `table`; return False, after a complaint, if its name is taken there."""
    earlier = table.get(declared.name)
    if earlier is None:
        table[declared.name] = declared
        record_declaration(declared)
        return True
    ctx.add(say.names.declared_twice(declared.at, declared.name, earlier.at, ""))
    return False


def notes_of(ctx: Context, items: Iterable[tree.Node]) -> DeclarationNotes:
    """Return the notes among the items of a block; report misplaced and repeated ones."""
    cites: list[tuple[str, str]] = []
    borrowed: list[tuple[str, str]] = []
    readings: list[str] = []
    printed: list[str] = []
    texts: list[tree.Remark] = []
    for item in items:
        if isinstance(item, tree.Citation):
            taken_from = borrowed if item.kind == "borrowed" else cites
            taken_from.append((item.source.text, item.place.text))
        if not isinstance(item, tree.Remark):
            continue
        match item.kind:
            case "reading":
                readings.append(item.text.text)
            case "printed":
                printed.append(item.text.text)
            case "text":
                if texts:
                    ctx.add(say.names.written_twice(item.at, "text", texts[0].at))
                texts.append(item)
            case "because":
                ctx.add(say.speaking.misplaced_because(item.at))
            case _:
                assert_never(item.kind)
    card_text = texts[-1].text.text if texts else ""
    return DeclarationNotes(
        tuple(cites), tuple(readings), tuple(printed), tuple(borrowed), card_text
    )


def notes_of_block(ctx: Context, notes: tree.Notes | None) -> DeclarationNotes:
    """Return the notes of a block of notes; empty if there is no block."""
    return notes_of(ctx, notes.items if notes is not None else ())


_HEADS: Final = frozenset((
    "always", "event", "fact", "flow", "game", "kind", "labels", "list", "moment", "outcome", "phase", "refuse",
    "scenario", "setting", "table", "value",
))  # fmt: skip
"""Words that begin a declaration, and so not the head of a card."""
PLAYER_ATTRIBUTES = {"left": "the player to the left", "right": "the player to the right"}
CARD_ATTRIBUTES = {
    "owner": "the player who has a card",
    "name": "the name of a card",
}


def check_namespaces(ctx: Context) -> None:
    """Report names declared twice in one namespace, and names that the language reserves there."""
    seen: dict[tuple[str, str], SpokenName] = {}
    for entry in ctx.spoken_names():
        meaning = _built_in_meaning(ctx.program, entry)
        first = seen.setdefault((entry.space, entry.name), entry)
        at = entry.declared.at
        if meaning is not None:
            ctx.add(say.names.built_in_name(at, entry.name, meaning))
        elif first is not entry:
            ctx.add(say.names.declared_twice(at, entry.name, first.declared.at, f"a {first.sort}"))


def _built_in_meaning(program: Program, entry: SpokenName) -> str | None:
    """Return the meaning that the language itself gives a name in its namespace; None if it has none."""
    if entry.space == "type" and entry.name in (*BUILT_IN, "nothing", "nobody"):
        return "a type of the language itself"
    if entry.space == "card" and entry.name in SEATS:
        return "a player in scenarios"
    if entry.space == "type" and entry.sort == "kind of card" and entry.name in _HEADS:
        return f"a declaration, as in `{entry.name} …`"
    if entry.space == "list" and entry.name == "players":
        return "all players"
    if entry.space == "player's":
        return PLAYER_ATTRIBUTES.get(entry.name)
    if entry.space.removesuffix("'s") in program.kinds:
        return CARD_ATTRIBUTES.get(entry.name)
    return None


MOST_DIGITS = len(str(-LARGEST_NUMBER))


def type_of(ctx: Context, node: tree.TypeDeclaration) -> Type:
    """Return the type that `number`, `colour or nothing`, `a player or nobody` and so on denote."""
    words = [word for word in node.names if word.text not in ("nothing", "nobody")]
    optional = len(words) < len(node.names)
    if len(words) != 1:
        ctx.add(say.types.not_a_type(node.at, [word.text for word in words]))
        return UNKNOWN
    type_ = named_type(ctx, words[0])
    return type_.maybe() if optional else type_


def named_type(ctx: Context, word: tree.Word) -> Type:
    """Return the type with this name; UNKNOWN, after a complaint, if there is none."""
    known = [*BUILT_IN, *ctx.program.kinds, *ctx.program.labels]
    if word.text not in known:
        ctx.unknown_name("type", word.text, word.at, known)
        return UNKNOWN
    record_reference(word.at, ctx.program.kinds.get(word.text) or ctx.program.labels.get(word.text))
    return Type(word.text)


def declare_parameter(ctx: Context, node: tree.Binder, preposition: str | None = None) -> Parameter:
    """Return the parameter that `a player`, `some stones` and so on declare."""
    name, at = node.name.text, node.name.at
    if node.kind == "amount":
        result = Parameter(name, NUMBER, preposition, node.type.text, at)
    else:
        result = Parameter(name, named_type(ctx, node.type), preposition, at=at)
    record_reference_to(at, at)
    return result


def number_value(ctx: Context, word: tree.Word) -> int:
    """Return the value of a number in the rules; 0, after a complaint, if it is too large."""
    number = parse_number(word.text)
    if number is None:
        ctx.add(say.types.too_large(word.at, LARGEST_NUMBER))
    return number or 0


def parse_number(digits: str) -> int | None:
    """Return the value of a number's digits; None if it is out of range."""
    number = int(digits) if len(digits) <= MOST_DIGITS else LARGEST_NUMBER + 1
    return number if abs(number) <= LARGEST_NUMBER else None


def constant_value(ctx: Context, node: tree.Node, type_: Type) -> object:
    """Return the value of a constant (field, default, cell), None for `nothing`; report a wrong type."""
    match node:
        case tree.Number():
            value: object = number_value(ctx, node.word)
            fits = type_.name in ("number", "unknown")
        case tree.Constant(word="nothing"):
            value, fits = None, type_.optional or type_.name == "unknown"
        case tree.Constant():
            value, fits = node.word == "yes", type_.name in ("yes-or-no", "unknown")
        case tree.Name():
            value = node.word.text
            fits = _is_label(ctx, node, type_)
        case _:
            value, fits = None, False
    if not fits:
        ctx.add(say.types.wrong_constant(node.at, str(type_)))
    return value


def _is_label(ctx: Context, node: tree.Name, type_: Type) -> bool:
    """Return whether `type_` is a list of labels, so that a word fits; report a word that is not in it."""
    labels = ctx.program.labels.get(type_.name)
    if labels is None:
        return type_.name == "unknown"
    if node.word.text not in labels.items:
        ctx.unknown_name(type_.name, node.word.text, node.at, labels.items)
    record_word(node.at, labels, node.word.text)
    return True
