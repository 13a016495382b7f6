"""`rulewright blame`: which files made a value of an edition, and on which lines."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulewright.edition.chain import read_chain
from rulewright.edition.edition import Changes, Contents
from rulewright.edition.find import find_edition
from rulewright.front.common.configuration import choose_edition
from rulewright.front.common.ending import NotPossible
from rulewright.front.common.loading import load_rules
from rulewright.front.show_command import as_written
from rulewright.library import find_library
from rulewright.program.program import Program
from rulewright.records import Record, evolve
from rulewright.text import Complaints, Span, did_you_mean


class Made(Record):
    """A value, by the keys that lead to it: where it was said, as what, and for which games."""

    path: tuple[str, ...]
    at: Span
    value: str
    when: str = ""


@click.command()
@click.argument("edition")
@click.argument("path")
def blame(edition: str, path: str) -> None:
    """Print the lines that made a value of EDITION, the first rule that declares it first.

    PATH is written as `diff` prints it: settings.NAME, tables.NAME.ROW, cast.KIND.CARD,
    fields.CARD.FIELD, names.CARD, or the beginning of one. The last line has the last word, but
    for what is said for a number of players or an option only.
    """
    wanted = tuple(path.split("."))
    chosen = choose_edition(edition).name
    made = all_made(load_rules(choose_edition(edition)).program, chosen)
    found = [each for each in made if each.path[: len(wanted)] == wanted]
    if not found:
        known = sorted({".".join(each.path[: len(wanted)]) for each in made})
        help = did_you_mean(path, known)
        raise NotPossible(f"nothing says `{path}`" + (f"; {help}" if help else ""))
    whens: dict[Made, list[str]] = {}
    for each in found:
        whens.setdefault(evolve(each, when=""), []).extend(filter(None, [each.when]))
    for each, when in whens.items():
        line = f"{each.at}: {'.'.join(each.path)}: {each.value}"
        click.echo(f"{line}  ({', '.join(when)})" if when else line)


def all_made(program: Program, edition: str) -> list[Made]:
    """All that makes a value of an edition, in the order in which it counts: the rules first."""
    return [*_declared(program), *_set(edition)]


def _declared(program: Program) -> Iterator[Made]:
    """What the rules say before any edition does."""
    for setting in program.settings.values():
        yield Made(("settings", setting.name), setting.at, str(as_written(setting.default)))
    for table in program.tables.values():
        for key, value in table.cells.items():
            place = tuple(str(part) for part in key if part is not None)
            yield Made(
                ("tables", table.name, *place),
                table.places.get(key, table.at),
                str(as_written(value)),
            )
    for card in program.cards.values():
        for name, value in card.values.items():
            yield Made(("fields", card.name, name), card.at, str(as_written(value)))


def _set(edition: str) -> Iterator[Made]:
    """What the files of an edition say, the one first that all others extend."""
    library = find_library().root
    files = read_chain(find_edition(edition, library), library, Complaints()) or ()
    for file in reversed(files):
        for when, changes in _changes(file):
            yield from (Made(*each, when) for each in _of_changes(changes))


def _changes(file: Contents) -> Iterator[tuple[str, Changes]]:
    yield "", file.base
    for players, changes in file.by_players.items():
        yield f"{players} players", changes
    for name, option in file.options.items():
        yield f"option {name}", option.changes
        for players, changes in option.by_players.items():
            yield f"option {name}, {players} players", changes


def _of_changes(changes: Changes) -> Iterator[tuple[tuple[str, ...], Span, str]]:
    for name, setting in changes.settings.items():
        yield ("settings", name), setting.value.span, str(as_written(setting.value.value))
    for (table, row, column), cell in changes.tables.items():
        place = (str(row),) if column is None else (str(row), str(column))
        yield ("tables", table, *place), cell.value.span, str(as_written(cell.value.value))
    for key, cast in changes.cast.items():
        kind = key.partition("/")[0]
        for name, card in cast.cards.items():
            yield ("cast", kind, name), card.name.span, str(card.copies.value)
        for name, removed in cast.remove.items():
            yield ("cast", kind, name), removed.span, "taken out"
    for (name, field), printed in changes.fields.items():
        yield ("fields", name, field), printed.value.span, str(as_written(printed.value.value))
    for name, called in changes.names.items():
        for language, text in called.text.items():
            yield ("names", name, language), text.span, text.value
