"""What an edition makes of the settings, tables and cards that rules declare, for all numbers of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rulewright.front.common.speech import say
from rulewright.front.show_command import as_written
from rulewright.link.from_program import make_world
from rulewright.link.world import World
from rulewright.records import Record
from rulewright.session.rulebook import Rulebook
from rulewright.text import Complaints

_ABSENT: Final = object()

Cells = Mapping[tuple[int, int | None], object]


class EditionValues(Record):
    """An edition without options, as each number of players plays it."""

    worlds: Mapping[int, World]

    @classmethod
    def of(cls, book: Rulebook) -> EditionValues:
        """The values of a rulebook; a cell that is missing for some number of players is told by the checker."""
        numbers, program = book.edition.players.value, book.program
        return cls(
            {
                players: make_world(
                    program, book.edition, book.changes(players, ()), players, Complaints(), ()
                )
                for players in range(numbers.low, numbers.high + 1)
            }
        )

    def setting(self, name: str) -> str:
        """What a setting is."""
        return self._told({n: _text(world.settings[name]) for n, world in self.worlds.items()})

    def table(self, name: str) -> str:
        """The cells of a table, row by row."""
        return self._told({n: _cells(world.cells[name]) for n, world in self.worlds.items()})

    def changed_fields(self) -> Iterator[tuple[str, str, str, str]]:
        """What is printed on cards otherwise than declared: the card, the field, as declared, as it is here."""
        found: dict[tuple[str, str], dict[int, str]] = {}
        for players, world in self.worlds.items():
            for card, fields in world.values.items():
                declared = world.program.cards[card].values
                for name, value in fields.items():
                    if value != declared.get(name, _ABSENT):
                        found.setdefault((card, name), {})[players] = _text(value)
        program = next(iter(self.worlds.values())).program
        for (card, name), values in found.items():
            before = _text(program.cards[card].values.get(name))
            yield card, name, before, self._told(values)

    def _told(self, values: Mapping[int, str]) -> str:
        """A value; where it hangs on the number of players, each with those that have it."""
        players: dict[str, list[int]] = {}
        for number, text in values.items():
            players.setdefault(text, []).append(number)
        if len(players) == 1 and len(values) == len(self.worlds):
            return next(iter(players))
        return "; ".join(
            say("{value} for {players} players", value=text, players=_ranges(numbers))
            for text, numbers in players.items()
        )


def _text(value: object) -> str:
    return str(as_written(value))


def _ranges(numbers: list[int]) -> str:
    """2, 3, 4 and 7 as `2-4, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _cells(cells: Cells) -> str:
    """Rows that say the same stand together: `2-3: 2; 4-8: 1`."""
    rows: dict[int, str] = {}
    for (row, column), value in sorted(
        cells.items(), key=lambda each: (each[0][0], each[0][1] or 0)
    ):
        text = _text(value) if column is None else f"{column} {_text(value)}"
        rows[row] = f"{rows[row]}, {text}" if row in rows else text
    alike: dict[str, list[int]] = {}
    for row, text in rows.items():
        alike.setdefault(text, []).append(row)
    return "; ".join(f"{_ranges(numbers)}: {text}" for text, numbers in alike.items())
