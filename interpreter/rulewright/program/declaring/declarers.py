"""What all declarations share: each is entered once, its name can be told from others, and it has notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, assert_never

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.program import Notes, Program
from rulewright.program.spoken_names import SpokenName
from rulewright.program.types import BUILT_IN
from rulewright.program.witness import declare
from rulewright.syntax import tree
from rulewright.text import Registry

#: What takes in the declarations of a class.
DECLARE = Registry[Callable[[Context, Any], None]]()


def declare_once(ctx: Context, table: dict[str, Any], declared: Any) -> bool:
    """Enter a declaration; a second one of the name is complained about."""
    earlier = table.get(declared.name)
    if earlier is None:
        table[declared.name] = declared
        declare(declared)
        return True
    ctx.add(say.names.declared_twice(declared.at, declared.name, earlier.at, ""))
    return False


def notes_of(ctx: Context, items: Iterable[tree.Node]) -> Notes:
    """The notes among the items of a block."""
    cites: list[tuple[str, str]] = []
    borrowed: list[tuple[str, str]] = []
    readings, printed, text = [], [], ""
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
                text = item.text.text
            case "because":
                ctx.add(say.speaking.misplaced_because(item.at))
            case _:
                assert_never(item.kind)
    return Notes(tuple(cites), tuple(readings), tuple(printed), tuple(borrowed), text)


def noted(ctx: Context, notes: tree.Notes | None) -> Notes:
    """The notes of a block that may be missing."""
    return notes_of(ctx, notes.items if notes is not None else ())


OF_PLAYERS = {"left": "the player to the left", "right": "the player to the right"}
OF_CARDS = {"owner": "the player in whose place a card lies", "name": "what a card is called"}


def check_namespaces(ctx: Context) -> None:
    """Complain of two declarations that nobody could tell apart where they are used."""
    seen: dict[tuple[str, str], SpokenName] = {}
    for entry in ctx.spoken_names():
        meaning = _kept_by_the_language(ctx.program, entry)
        first = seen.setdefault((entry.space, entry.name), entry)
        at = entry.declared.at
        if meaning is not None:
            ctx.add(say.names.built_in(at, entry.name, meaning))
        elif first is not entry:
            ctx.add(say.names.declared_twice(at, entry.name, first.declared.at, f"a {first.sort}"))


def _kept_by_the_language(program: Program, entry: SpokenName) -> str | None:
    if entry.space == "type" and entry.name in (*BUILT_IN, "nothing", "nobody"):
        return "a type of the language itself"
    if entry.space == "list" and entry.name == "players":
        return "all players"
    if entry.space == "player's":
        return OF_PLAYERS.get(entry.name)
    if entry.space.removesuffix("'s") in program.kinds:
        return OF_CARDS.get(entry.name)
    return None
