"""`rulewright diff`: prints the differences between two editions in values and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.base.records import Record
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import check_options, load_rules, number_of_players
from rulewright.cli.pages.edition_values import current_cell, world_values
from rulewright.cli.pages.rule_differences import ClausePair, rule_differences
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.language.link.world import World

Difference = tuple[tuple[str, ...], Any, Any]
"""The path of keys, and the values in both editions; None if absent."""


@click.command()
@click.argument("one")
@click.argument("other", required=False)
@click.option(
    "--players",
    type=int,
    multiple=True,
    help="Number of players (default: 4, or the nearest that the editions allow); given twice, that of ONE and of "
    "OTHER.",
)
@click.option("--option", "options", multiple=True, help="An option of both editions; repeatable.")
@click.option("--option-one", "of_one", multiple=True, help="An option of ONE only; repeatable.")
@click.option(
    "--option-other", "of_other", multiple=True, help="An option of OTHER only; repeatable."
)
def diff(
    one: str,
    other: str | None,
    players: Sequence[int],
    options: Sequence[str],
    of_one: Sequence[str],
    of_other: Sequence[str],
) -> None:
    """Print how two editions differ in values and rules.

    Lines with `-` are only in the first edition, lines with `+` only in the second. Values are settings, table
    cells, cards, fields and names. Rules are compared clause by clause, and printed with their places.

    Without OTHER, ONE is compared with itself, for other numbers of players or options. If you give two
    numbers of players, each table is compared in the rows for these numbers.
    """
    if len(players) > 2:
        raise NotPossible("--players is given once, or twice: for ONE and for OTHER")
    sides = [
        _Side(load_rules(choose_edition(edition)), number, (*options, *own))
        for edition, number, own in zip(
            (one, other or one), _for_both(players), (of_one, of_other), strict=True
        )
    ]
    values_of_one, values_of_other = _comparable_values(*sides)
    values = list(differences(values_of_one, values_of_other))
    clauses = list(rule_differences(*(side.rules for side in sides)))
    data = [{"path": [*place], "one": left, "other": right} for place, left, right in values]
    add_to_json_line({"differences": [*data, *map(_clause_data, clauses)]})
    lines = [
        *(line for each in values for line in _difference_lines(*each)),
        *_clause_lines(clauses),
    ]
    click.echo(escape_text("\n".join(lines)))


class _Side(Record):
    """An edition to compare, with the number of players and options wanted."""

    rules: Rules
    wanted: int | None
    options: Sequence[str]

    @property
    def world(self) -> World:
        """The cards, settings and cells of this side. Raises NotPossible and RulesError."""
        players = number_of_players(self.rules, self.wanted)
        return inside(self.rules).world(players, check_options(self.rules, self.options))


def _for_both(players: Sequence[int]) -> Sequence[int | None]:
    """Return the number of players of each side; None for the usual one."""
    return (players[0], players[-1]) if players else (None, None)


def _comparable_values(one: _Side, other: _Side) -> Iterator[dict[str, Any]]:
    """Yield the values of both sides; for different numbers of players, only the cell in use of each table."""
    worlds = one.world, other.world
    by_cell = worlds[0].players != worlds[1].players
    for side, world in zip((one, other), worlds, strict=True):
        values = world_values(side.rules, world, [*dict.fromkeys(side.options)])
        if by_cell:
            cells = {name: current_cell(world, name) for name in values["tables"]}
            values["tables"] |= {name: cell for name, cell in cells.items() if cell is not None}
        yield values


def differences(
    one: Mapping[Any, Any], other: Mapping[Any, Any], *place: str
) -> Iterator[Difference]:
    """Yield each value that differs, with the path of keys to it."""
    for key in dict.fromkeys([*one, *other]):
        left, right = one.get(key), other.get(key)
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            yield from differences(left, right, *place, str(key))
        elif left != right:
            yield (*place, str(key)), left, right


def _difference_lines(place: Sequence[str], one: Any, other: Any) -> Iterator[str]:
    """Yield the lines about a value that differs."""
    path = ".".join(place)
    for sign, value in (("-", one), ("+", other)):
        if value is not None:
            yield f"{sign} {path}: {_value_text(value)}"


def _value_text(value: Any) -> str:
    """Return a value of an edition as text; mappings and lists are separated by commas."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_value_text(inner)}" for key, inner in value.items())
    return (", ".join(value) or say("none")) if isinstance(value, list) else str(value)


# ------------------------------------------------------------------ rules


def _clause_lines(pairs: Sequence[ClausePair]) -> Iterator[str]:
    """Yield the lines of each clause that differs, below its card and place."""
    for pair in pairs:
        for sign, clause in zip("-+", pair, strict=True):
            if clause is not None:
                on = f" of {clause.card}" if clause.card else ""
                yield f"{sign} rules{on}, {clause.place}"
                yield from (f"{sign}     {line}".rstrip() for line in clause.lines)


def _clause_data(pair: ClausePair) -> dict[str, Any]:
    """Return the JSON data about a pair of clauses."""
    ((card, name), *_) = ((each.card, each.name) for each in pair if each is not None)
    data: dict[str, Any] = {"path": [*filter(None, ("rules", card, name))]}
    for side, each in zip(("one", "other"), pair, strict=True):
        data |= {side: each and "\n".join(each.lines), f"{side}_at": each and each.place}
    return data
