"""`rulewright document`: prints what rules of one's own can hook into."""

from __future__ import annotations

import click

from rulewright.front.common.loading import Asked, takes
from rulewright.text.show import clean


@click.command()
@takes("edition", "lang")
@click.option(
    "--ir",
    "as_ir",
    is_flag=True,
    help="Print what is made of the rules instead: the code that games run.",
)
@click.option("--players", type=int, help="With --ir: for so many players, by default the fewest.")
def document(asked: Asked, as_ir: bool, players: int | None) -> None:
    """Print a page, in Markdown, about the rules of EDITION.

    It tells what happens in the game and who listens to it: what writers of rules can hook into;
    and what EDITION makes of settings, tables and cards.
    The rules themselves are in English; what stands around them, and what cards are called, may be
    in another language.
    """
    from rulewright.front.pages.moments_page import moments_page
    from rulewright.library import find_library

    rules = asked.rules(asked.language)
    if as_ir:
        from rulewright.ir.ir_text import written

        click.echo(clean(written(rules.module(players or rules.players[0]))), nl=False)
        return
    click.echo(clean(moments_page(rules, find_library().root)), nl=False)
