"""The values that an edition gives to settings, tables and cards, and the lines that set them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rulewright.base.library import find_library
from rulewright.base.records import Record
from rulewright.language.edition.edition import Contents, EditionChanges
from rulewright.language.edition.loading.find import find_edition, read_chain
from rulewright.language.edition.translations.program_text import say
from rulewright.language.program import typed
from rulewright.language.text import Complaints, Span

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.language.link.world import World
    from rulewright.language.program.program import CellPlace, Program, TableKey
    from rulewright.runtime.session.rules.rulebook import Rulebook

_ABSENT: Final = object()

Cells = Mapping["CellPlace", object]


class EditionValues(Record):
    """The values of an edition with the same options, for each number of players."""

    worlds: Mapping[int, World]

    @classmethod
    def of(cls, book: Rulebook, options: Sequence[str] = ()) -> EditionValues:
        """Compute the values of a rulebook; missing table cells are left to the checker."""
        from rulewright.language.link.from_program import make_world

        numbers, program = book.edition.players.value, book.program
        return cls(
            {
                players: make_world(
                    program, book.edition, book.changes(players, options), players, Complaints(), ()
                )
                for players in range(numbers.low, numbers.high + 1)
            }
        )

    def setting(self, name: str) -> str:
        """Return the value of a setting as text."""
        return self._text_by_players(
            {n: _value_text(world.settings[name]) for n, world in self.worlds.items()}
        )

    def table(self, name: str) -> str:
        """Return the cells of a table as text, row by row."""
        return self._text_by_players(
            {n: _cells(world.cells[name]) for n, world in self.worlds.items()}
        )

    def changed_fields(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield each card field that the edition changes: card, field, declared value and new value."""
        changed: dict[tuple[str, str], dict[int, str]] = {}
        for players, world in self.worlds.items():
            for card, fields in world.values.items():
                declared = world.program.cards[card].values
                for name, value in fields.items():
                    if value != declared.get(name, _ABSENT):
                        changed.setdefault((card, name), {})[players] = _value_text(value)
        program = next(iter(self.worlds.values())).program
        for (card, name), values in changed.items():
            before = _value_text(program.cards[card].values.get(name))
            yield card, name, before, self._text_by_players(values)

    def _text_by_players(self, values: Mapping[int, str]) -> str:
        """Return a value as text; if it depends on the number of players, each value with its numbers."""
        players: dict[str, list[int]] = {}
        for number, text in values.items():
            players.setdefault(text, []).append(number)
        if len(players) == 1 and len(values) == len(self.worlds):
            return next(iter(players))
        return "; ".join(
            say("{value} for {players} players", value=text, players=number_ranges(numbers))
            for text, numbers in players.items()
        )


def _value_text(value: object) -> str:
    """Return a value as text, in the notation of edition files."""
    return str(yaml_value(value))


def number_ranges(numbers: list[int]) -> str:
    """Return 2, 3, 4 and 7 as `2-4, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _cells(cells: Cells) -> str:
    """Return cells as text, with equal rows merged: `2-3: 2; 4-8: 1`."""
    rows_by_text: dict[str, list[TableKey]] = {}
    for row, cell in _cells_by_row(cells).items():
        several = isinstance(cell, Mapping)
        text = ", ".join(f"{each} {value}" for each, value in cell.items()) if several else cell
        rows_by_text.setdefault(str(text), []).append(row)
    return "; ".join(f"{_rows_text(rows)}: {text}" for text, rows in rows_by_text.items())


def _rows_text(rows: Sequence[TableKey]) -> str:
    """Return the keys of rows as text, numbers as ranges."""
    numbers = [row for row in rows if isinstance(row, int)]
    return number_ranges(numbers) if numbers else ", ".join(map(str, rows))


# ------------------------------------------------------------------ for one number of players


def world_values(rules: Rules, world: World, options: Sequence[str]) -> dict[str, Any]:
    """Return the values of a world in the form of an edition file."""
    return {
        "edition": rules.id,
        "name": rules.name,
        "players": world.players,
        "options": [*options],
        "settings": {name: yaml_value(value) for name, value in sorted(world.settings.items())},
        "tables": {name: _cells_by_row(cells) for name, cells in sorted(world.cells.items())},
        "cast": {
            kind: dict(Counter(piece.card for piece in world.of_kind(kind)))
            for kind in world.program.kinds
        },
        "fields": {
            card: {name: yaml_value(value) for name, value in world.values[card].items()}
            for card in world.cards
        },
        "names": {card: called for card in world.cards if (called := world.names.get(card))},
    }


def current_cell(world: World, name: str) -> object:
    """Return the cell of the table `name` that a world uses; None if its keys count something else."""
    table = world.program.tables[name]
    row, column = (_counted(world, key) for key in (table.row_key, table.column_key))
    return None if row is None else world.cells[name].get((row, column))


def _counted(world: World, key: typed.Expr | None) -> int | None:
    """Return the number of players or cards that a table's key counts; None for any other key."""
    source = key.source if isinstance(key, typed.Count) else None
    if isinstance(source, typed.KindAll):
        return len(world.of_kind(source.kind))
    return world.players if isinstance(source, typed.Players) else None


def _cells_by_row(cells: Cells) -> dict[TableKey, Any]:
    """Return the cells of a table by row; by row and column if the table has several columns."""
    rows: dict[TableKey, Any] = {}
    # Labels keep their order.
    for (row, column), value in sorted(
        cells.items(), key=lambda cell: [key if isinstance(key, int) else 0 for key in cell[0]]
    ):
        if column is None:
            rows[row] = yaml_value(value)
        else:
            rows.setdefault(row, {})[column] = yaml_value(value)
    return rows


def yaml_value(value: object) -> Any:
    """Return a value in the notation of edition files."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value


# ------------------------------------------------------------------ what made them so


class ValueSource(Record):
    """A place that sets a value.

    `path` are the keys that lead to the value; `when` names the players or option for which it holds, or is "".
    """

    path: tuple[str, ...]
    at: Span
    value: str
    when: str = ""


def all_value_sources(program: Program, edition: str) -> list[ValueSource]:
    """Return every place that sets a value of an edition; later ones override earlier ones."""
    return [*_declared_values(program), *_set_by_edition(edition)]


def _declared_values(program: Program) -> Iterator[ValueSource]:
    """Yield the values that the rules declare, before any edition changes them."""
    for setting in program.settings.values():
        yield ValueSource(("settings", setting.name), setting.at, _value_text(setting.default))
    for table in program.tables.values():
        for key, value in table.cells.items():
            place = tuple(str(part) for part in key if part is not None)
            at = table.places.get(key, table.at)
            yield ValueSource(("tables", table.name, *place), at, _value_text(value))
    for card in program.cards.values():
        for name, value in card.values.items():
            yield ValueSource(("fields", card.name, name), card.at, _value_text(value))


def _set_by_edition(edition: str) -> Iterator[ValueSource]:
    """Yield the values that the files of an edition set, base editions first."""
    library = find_library().root
    files = read_chain(find_edition(edition, library), library, Complaints()) or ()
    for file in reversed(files):
        for when, changes in _conditional_changes(file):
            yield from (ValueSource(*each, when) for each in _values_in(changes))


def _conditional_changes(file: Contents) -> Iterator[tuple[str, EditionChanges]]:
    """Yield the parts of an edition file, each with the players or option it depends on."""
    yield "", file.base
    for players, changes in file.by_players.items():
        yield f"{players} players", changes
    for name, option in file.options.items():
        yield f"option {name}", option.changes
        for players, changes in option.by_players.items():
            yield f"option {name}, {players} players", changes


def _values_in(changes: EditionChanges) -> Iterator[tuple[tuple[str, ...], Span, str]]:
    """Yield the path, span and text of every value in a part of an edition file."""
    for name, setting in changes.settings.items():
        yield ("settings", name), setting.value.span, _value_text(setting.value.value)
    for (table, row, column), cell in changes.tables.items():
        place = (str(row),) if column is None else (str(row), str(column))
        yield ("tables", table, *place), cell.value.span, _value_text(cell.value.value)
    for key, cast in changes.cast.items():
        kind = key.partition("/")[0]
        for name, card in cast.cards.items():
            yield ("cast", kind, name), card.name.span, f"{card.copies.value:{'+' * card.further}}"
        for name, removed in cast.remove.items():
            yield ("cast", kind, name), removed.span, "taken out"
    for (name, field), printed in changes.fields.items():
        yield ("fields", name, field), printed.value.span, _value_text(printed.value.value)
    for name, called in changes.names.items():
        for language, text in called.text.items():
            yield ("names", name, language), text.span, text.value
