"""Names of two sorts that would be said in the same way, and names that the language keeps."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.program import Program
from rulewright.program.spoken_names import SpokenName
from rulewright.program.types import BUILT_IN

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
