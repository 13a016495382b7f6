"""`rulewright show`: prints an edition's values after merging everything it extends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.pages.edition_values import current_cell, world_values
from rulewright.cli.pages.moments_page import comment_of
from rulewright.language.edition.translations.program_text import say
from rulewright.language.edition.yaml.yaml_formatting import yaml_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.language.link.world import World
    from rulewright.runtime.session.batch.batches import Batch


@click.command()
@takes("edition", "players", "options", "cast")
@click.option(
    "--arrays",
    is_flag=True,
    help="For programs that learn: print the names of the actions, and of the columns of observation arrays.",
)
def show(game_options: GameOptions, arrays: bool) -> None:
    """Print the values of EDITION: settings, tables and cards.

    Each setting and table has a comment that says what it decides. For a table, the comment also says which of its
    values applies with this number of players.

    Values that EDITION does not set come from the editions that it extends, or else from the rules. Values may
    depend on the number of players, on options and on added cards.
    """
    rules = game_options.rules()
    number, chosen = game_options.table(rules)
    if arrays:
        data = _array_names(rules.batch(1, number, options=chosen, engine="python"))
        lines = yaml_text(data).splitlines()
    else:
        world = inside(rules).world(number, chosen)
        data = world_values(rules, world, chosen)
        lines = list(_commented(yaml_text(data).splitlines(), dict(_comments(rules, world))))
    add_to_json_line(data)
    click.echo("\n".join(lines))


def _comments(rules: Rules, world: World) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the section and name of each setting and table explained by words or a comment, and the text."""
    program, words = world.program, inside(rules).words.settings
    for name, setting in program.settings.items():
        if about := words.get(name) or comment_of(setting.at):
            meaning = words.get(str(world.settings[name]))
            text = say("{name}: {value}", name=about, value=meaning) if meaning else about
            yield ("settings", name), text
    for name, table in program.tables.items():
        if about := words.get(name) or comment_of(table.at):
            cell = current_cell(world, name)
            here = say("here {value}", value=str(cell)) if cell is not None else ""
            yield ("tables", name), ", ".join(filter(None, [about, here]))


def _commented(lines: Sequence[str], comments: Mapping[tuple[str, str], str]) -> Iterator[str]:
    """Yield the lines of YAML, with the comment of each setting and table after its line."""
    section = ""
    for line in lines:
        if not line.startswith(" "):
            section = line.partition(":")[0]
        is_entry = line.startswith("  ") and line[2:3] != " "
        comment = comments.get((section, line.partition(":")[0].strip()), "") if is_entry else ""
        yield f"{line}  # {comment}" if comment else line


def _array_names(batch: Batch) -> dict[str, Any]:
    """Return the names of actions and observation columns of batches, by number."""
    return {
        "actions": dict(enumerate(batch.action_names)),
        "observation": dict(enumerate(batch.observation_names)),
    }
