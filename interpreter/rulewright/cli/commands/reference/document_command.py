"""`rulewright document`: prints a Markdown page about the rules of an edition, or about a card."""

from __future__ import annotations

import click

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.loading import GameOptions, check_options, refuse_unknown, takes
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside


@click.command()
@takes("edition", "lang", "options")
@click.argument("card", required=False)
@click.option(
    "--ir",
    "as_ir",
    is_flag=True,
    help="For developers: print the intermediate representation that games execute.",
)
@click.option(
    "--players",
    type=int,
    help="With CARD or --ir: number of players (default: 4 for a card, the fewest for --ir).",
)
@click.option(
    "--for",
    "reader",
    type=click.Choice(["authors", "players"]),
    default="authors",
    help="For whom the page is: rule authors, or the players at a table.",
)
def document(
    game_options: GameOptions, card: str | None, as_ir: bool, players: int | None, reader: str
) -> None:
    """Print a Markdown page about EDITION, or about one CARD.

    The page about an edition is for rule authors: the course of a game, everything declared, the rules that react
    to it, and the edition's values. The page about a card has what `explain` prints. --lang translates headings
    and the names of cards; the rules themselves are in English.
    """
    if card is not None and as_ir:
        raise NotPossible("--ir prints a whole game, not a card")
    if reader == "players" and (card is not None or as_ir or players is not None):
        raise NotPossible("--for players prints a whole edition, for every number of players")
    rules = game_options.rules(game_options.language)
    options = check_options(rules, game_options.options)
    if reader == "players":
        from rulewright.cli.pages.table_page import TablePage

        click.echo(escape_text(TablePage(rules, options).text()), nl=False)
        return
    if as_ir:
        from rulewright.runtime.ir.printing.module_text import module_text

        click.echo(
            escape_text(module_text(inside(rules).module(players or rules.players[0], options))),
            nl=False,
        )
        return
    if card is not None:
        from rulewright.cli.pages.card_page import card_page

        name = inside(rules).card_called(card)
        if name not in rules.castable:
            refuse_unknown(
                "card", card, map(inside(rules).card_name, rules.castable), f" for {rules.id}"
            )
        page = card_page(rules, name, players, game_options.chosen.name, options)
        click.echo(escape_text("\n".join(page.markdown())))
        return
    from rulewright.base.library import find_library
    from rulewright.cli.pages.moments_page import moments_page

    click.echo(escape_text(moments_page(rules, find_library().root, options=options)), nl=False)
