"""`rulewright show`: prints an edition's values after merging everything it extends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.json_line import tell
from rulewright.cli.common.loading import Asked, takes
from rulewright.cli.pages.edition_values import effective
from rulewright.language.edition.yaml.yaml_formatting import yaml_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.runtime.session.batch.batches import Batch


@click.command()
@takes("edition", "players", "options", "cast")
@click.option(
    "--arrays",
    is_flag=True,
    help="Print the names of actions and observation columns of batches instead.",
)
def show(asked: Asked, arrays: bool) -> None:
    """Print the values of EDITION: settings, tables and cards.

    The editions that it extends are merged in; other values are those that the rules declare. They may depend on
    the number of players, on options and on added cards.
    """
    rules = asked.rules()
    number, chosen = asked.table(rules)
    if arrays:
        data = _arrays(rules.batch(1, number, options=chosen, engine="python"))
    else:
        data = effective(rules, inside(rules).world(number, chosen), chosen)
    tell(data)
    click.echo(yaml_text(data), nl=False)


def _arrays(batch: Batch) -> dict[str, Any]:
    """Return the names of actions and observation columns of batches, by number."""
    return {
        "actions": dict(enumerate(batch.action_names)),
        "observation": dict(enumerate(batch.observation_names)),
    }
