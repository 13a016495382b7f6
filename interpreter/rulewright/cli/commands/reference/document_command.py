"""`rulewright document`: prints a Markdown page about the rules of an edition, or about a card."""

from __future__ import annotations

import click

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.loading import Asked, refuse_unknown, takes
from rulewright.language.text.complaints.printing import clean
from rulewright.runtime.session.rules.internals import inside


@click.command()
@takes("edition", "lang")
@click.argument("card", required=False)
@click.option(
    "--ir",
    "as_ir",
    is_flag=True,
    help="Print what is made of the rules instead: the code that games run.",
)
@click.option(
    "--players",
    type=int,
    help="With CARD or --ir: for so many players; by default 4 for a card, the fewest for --ir.",
)
def document(asked: Asked, card: str | None, as_ir: bool, players: int | None) -> None:
    """Print a page, in Markdown, about the rules of EDITION, or about a CARD of it.

    It tells what happens in the game and who listens to it: what writers of rules can hook into;
    and what EDITION makes of settings, tables and cards. Of a card it tells what `explain` tells.
    The rules themselves are in English; what stands around them, and what cards are called, may be
    in another language.
    """
    if card is not None and as_ir:
        raise NotPossible("--ir prints a whole game, not a card")
    rules = asked.rules(asked.language)
    if as_ir:
        from rulewright.runtime.ir.printing.module_text import written

        click.echo(clean(written(inside(rules).module(players or rules.players[0]))), nl=False)
        return
    if card is not None:
        from rulewright.cli.pages.card_page import card_page

        name = inside(rules).card_called(card)
        if name not in rules.castable:
            refuse_unknown(
                "card", card, map(inside(rules).card_name, rules.castable), f" for {rules.id}"
            )
        page = card_page(rules, name, players, asked.chosen.name)
        click.echo(clean("\n".join(page.markdown())))
        return
    from rulewright.base.library import find_library
    from rulewright.cli.pages.moments_page import moments_page

    click.echo(clean(moments_page(rules, find_library().root)), nl=False)
