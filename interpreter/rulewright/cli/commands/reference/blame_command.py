"""`rulewright blame`: prints the files and lines that set a value of an edition."""

from __future__ import annotations

import click

from rulewright.base.records import evolve
from rulewright.cli.common.configuration import choose_edition
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.loading import load_rules
from rulewright.cli.pages.edition_values import ValueSource, all_value_sources
from rulewright.language.text import did_you_mean
from rulewright.runtime.session.rules.internals import inside


@click.command()
@click.argument("edition")
@click.argument("path")
def blame(edition: str, path: str) -> None:
    """Print the lines that set a value of EDITION.

    The first line is the value declared in the rules. Each later line replaces that value. A line marked with a
    number of players or an option counts only in games with that number or option. PATH is written as in `diff`:
    settings.NAME, tables.NAME.ROW, cast.KIND.CARD, fields.CARD.FIELD, names.CARD, or the beginning of such a path.
    """
    wanted = tuple(path.split("."))
    chosen = choose_edition(edition)
    sources = all_value_sources(inside(load_rules(chosen)).program, chosen.name)
    matching = [each for each in sources if each.path[: len(wanted)] == wanted]
    if not matching:
        known = sorted({".".join(each.path[: len(wanted)]) for each in sources})
        help = did_you_mean(path, known)
        raise NotPossible(f"nothing sets `{path}`" + (f"; {help}" if help else ""))
    whens: dict[ValueSource, list[str]] = {}
    for each in matching:
        whens.setdefault(evolve(each, when=""), []).extend(filter(None, [each.when]))
    for each, when in whens.items():
        line = f"{each.at}: {'.'.join(each.path)}: {each.value}"
        click.echo(f"{line}  ({', '.join(when)})" if when else line)
