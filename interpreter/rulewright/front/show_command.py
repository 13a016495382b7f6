"""`rulewright show`: what an edition comes to, with all that it extends, for a number of players."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.edition.to_yaml import yaml_text
from rulewright.front.common.configuration import choose_edition, takes_cast, takes_edition
from rulewright.front.common.loading import known_options, load_rules, number_of_players, with_cast

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.link.world import World


@click.command()
@takes_edition
@click.option("--players", type=int, help="How many players; 4, or as near as the edition allows.")
@click.option("--option", "options", multiple=True, help="An option of the edition; repeatable.")
@takes_cast
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def show(
    edition: str | None,
    edition_option: str | None,
    players: int | None,
    options: Sequence[str],
    cast: Sequence[str],
    as_json: bool,
) -> None:
    """Print what EDITION comes to: settings, cells of tables, cards, and what is printed on them.

    All that it extends is merged in, and what nobody sets is as the rules declare it. Other
    numbers of players, options and cards may change it.
    """
    rules = with_cast(load_rules(choose_edition(edition, edition_option)), cast)
    number = number_of_players(rules, players)
    chosen = known_options(rules, options)
    data = effective(rules, rules.world(number, chosen), chosen)
    click.echo(
        json.dumps(data, ensure_ascii=False) if as_json else yaml_text(data),
        nl=as_json,
    )


def effective(rules: Rules, world: World, options: Sequence[str]) -> dict[str, Any]:
    """What a world is, in the form of an edition file."""
    return {
        "edition": rules.id,
        "name": rules.name,
        "players": world.players,
        "options": [*options],
        "settings": {name: as_written(value) for name, value in sorted(world.settings.items())},
        "tables": {name: _rows(cells) for name, cells in sorted(world.cells.items())},
        "cast": {kind: _copies(world, kind) for kind in world.program.kinds},
        "fields": {card: _fields(world, card) for card in world.cards},
        "names": {card: called for card in world.cards if (called := world.names.get(card))},
    }


def _rows(cells: Mapping[tuple[int, int | None], object]) -> dict[int, Any]:
    """The cells by row; by row and column where there are several columns."""
    rows: dict[int, Any] = {}
    for (row, column), value in sorted(
        cells.items(), key=lambda cell: (cell[0][0], cell[0][1] or 0)
    ):
        if column is None:
            rows[row] = as_written(value)
        else:
            rows.setdefault(row, {})[column] = as_written(value)
    return rows


def _copies(world: World, kind: str) -> dict[str, int]:
    """The cards of a kind, each with its number of copies."""
    copies: dict[str, int] = {}
    for piece in world.of_kind(kind):
        copies[piece.card] = copies.get(piece.card, 0) + 1
    return copies


def _fields(world: World, card: str) -> dict[str, Any]:
    return {name: as_written(value) for name, value in world.values[card].items()}


def as_written(value: object) -> Any:
    """A value as edition files write it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value
