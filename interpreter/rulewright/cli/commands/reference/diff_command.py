"""`rulewright diff`: prints the differences between two editions in values and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import check_options, load_rules, number_of_players
from rulewright.cli.pages.edition_values import world_values
from rulewright.cli.pages.rule_differences import ClausePair, rule_differences
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Rules

Difference = tuple[tuple[str, ...], Any, Any]
"""The path of keys, and the values in both editions; None if absent."""


@click.command()
@click.argument("one")
@click.argument("other")
@click.option(
    "--players",
    type=int,
    help="Number of players (default: 4, or the nearest that the editions allow).",
)
@click.option("--option", "options", multiple=True, help="An option of both editions; repeatable.")
def diff(one: str, other: str, players: int | None, options: Sequence[str]) -> None:
    """Print how two editions differ in values and rules.

    Lines with `-` are only in the first edition, lines with `+` only in the second. Values are settings, table
    cells, cards, fields and names. Rules are compared clause by clause, and printed with their places.
    """
    left, right = (load_rules(choose_edition(edition)) for edition in (one, other))
    of_left, of_right = (_edition_values(each, players, options) for each in (left, right))
    values = list(differences(of_left, of_right))
    clauses = list(rule_differences(left, right))
    data = [{"path": [*place], "one": one, "other": other} for place, one, other in values]
    add_to_json_line({"differences": [*data, *map(_clause_data, clauses)]})
    lines = [
        *(line for each in values for line in _difference_lines(*each)),
        *_clause_lines(clauses),
    ]
    click.echo(escape_text("\n".join(lines)))


def _edition_values(rules: Rules, players: int | None, options: Sequence[str]) -> dict[str, Any]:
    """Return the values of an edition for a number of players and options."""
    chosen = check_options(rules, options)
    return world_values(
        rules, inside(rules).world(number_of_players(rules, players), chosen), chosen
    )


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
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


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
