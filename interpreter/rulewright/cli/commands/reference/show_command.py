"""`rulewright show`: prints an edition's values after merging everything it extends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.pages.edition_values import world_values
from rulewright.language.edition.yaml.yaml_formatting import yaml_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.runtime.session.batch.batches import Batch


@click.command()
@takes("edition", "players", "options", "cast")
@click.option(
    "--arrays",
    is_flag=True,
    help="For programs that learn: print the names of actions and observation columns of batches.",
)
def show(game_options: GameOptions, arrays: bool) -> None:
    """Print the values of EDITION: settings, tables and cards.

    The editions that it extends are merged in; other values are those that the rules declare. They may depend on
    the number of players, on options and on added cards.
    """
    rules = game_options.rules()
    number, chosen = game_options.table(rules)
    if arrays:
        data = _array_names(rules.batch(1, number, options=chosen, engine="python"))
    else:
        data = world_values(rules, inside(rules).world(number, chosen), chosen)
    add_to_json_line(data)
    click.echo(yaml_text(data), nl=False)


def _array_names(batch: Batch) -> dict[str, Any]:
    """Return the names of actions and observation columns of batches, by number."""
    return {
        "actions": dict(enumerate(batch.action_names)),
        "observation": dict(enumerate(batch.observation_names)),
    }
