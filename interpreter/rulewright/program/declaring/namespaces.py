"""Names of two sorts that would be said in the same way, and names that the language keeps."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.english import plural
from rulewright.program.program import Program
from rulewright.program.types import BUILT_IN
from rulewright.text import Span

OF_PLAYERS = {"left": "the player to the left", "right": "the player to the right"}
OF_CARDS = {"owner": "the player in whose place a card lies", "name": "what a card is called"}


@frozen
class _Name:
    """A name as it is said: `space` is the words before it, such as `the` or `a player's`."""

    space: str
    name: str
    sort: str
    at: Span


def check_namespaces(ctx: Context) -> None:
    """Complain of two declarations that nobody could tell apart where they are used."""
    seen: dict[tuple[str, str], _Name] = {}
    for entry in sorted(_names(ctx.program), key=lambda entry: ctx.order_of(entry.at)):
        key = (entry.space, entry.name)
        meaning = _kept_by_the_language(ctx.program, entry)
        if meaning is not None:
            ctx.add(say.names.built_in(entry.at, entry.name, meaning))
        elif key in seen:
            first = seen[key]
            ctx.add(say.names.declared_twice(entry.at, entry.name, first.at, f"a {first.sort}"))
        else:
            seen[key] = entry


def _kept_by_the_language(program: Program, entry: _Name) -> str | None:
    if entry.space == "type" and entry.name in (*BUILT_IN, "nothing", "nobody"):
        return "a type of the language itself"
    if entry.space == "list" and entry.name == "players":
        return "all players"
    if entry.space == "player's":
        return OF_PLAYERS.get(entry.name)
    if entry.space.removesuffix("'s") in program.kinds:
        return OF_CARDS.get(entry.name)
    return None


def _names(program: Program) -> Iterator[_Name]:
    """Every declared name by how it is said."""
    yield from _types(program)
    for track in program.tracks.values():
        sort = "mark" if track.is_mark else "number or pointer"
        space = f"{track.owner} is" if track.is_mark else _owned(track.owner)
        yield _Name(space, track.name, sort, track.at)
    for zone in program.zones.values():
        yield _Name(_owned(zone.owner), zone.name, "place", zone.at)
    for value in program.values.values():
        owner = value.parameters[0].type.name if value.parameters else None
        yield _Name(_owned(owner), value.name, "value", value.at)
    for kind in program.kinds.values():
        for field in kind.fields.values():
            yield _Name(_owned(kind.name), field.name, "field", field.at)
    for table in program.tables.values():
        yield _Name("the", table.name, "table", table.at)
    for fact in program.facts.values():
        if fact.adjective:
            yield _Name(f"{fact.parameters[0].type.name} is", fact.name, "fact", fact.at)
    for card in program.cards.values():
        yield _Name("card", card.name, "card", card.at)
    for series in program.series.values():
        yield _Name("card", series.name, "series of cards", series.at)
    for setting in program.settings.values():
        yield _Name("list", setting.name, "setting", setting.at)


def _types(program: Program) -> Iterator[_Name]:
    for kind in program.kinds.values():
        yield _Name("type", kind.name, "kind of card", kind.at)
        yield _Name("list", plural(kind.name), "kind of card", kind.at)
    for labels in program.labels.values():
        yield _Name("type", labels.name, "list of labels", labels.at)
        yield _Name("list", plural(labels.name), "list of labels", labels.at)


def _owned(owner: str | None) -> str:
    return "the" if owner is None else f"{owner}'s"
