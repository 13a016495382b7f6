"""`rulewright explain`: prints everything about a card, another name of the rules, or a complaint code."""

from __future__ import annotations

import re

import click

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.loading import GameOptions, refuse_unknown, takes
from rulewright.language.text import did_you_mean
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

CODE = re.compile(r"[EY][0-9]{4}")
"""The form of complaint codes, which no card name has."""


@click.command()
@click.argument("name")
@takes("edition", "players", "options")
def explain(name: str, game_options: GameOptions) -> None:
    """Explain a card, another word of EDITION, or the code of a complaint.

    For a card: its rules, its values with the lines that set them, the rules that react to it, its sources and
    scenarios.

    For an event, value, fact, number, mark, place, phase, moment, setting, table, option or power: its
    declaration, its value in the edition, and the rules that cause, change or use it. With --players or --option,
    also the value in that game.

    For a complaint code such as E0201: its cause, with an example.

    Things without a name are found by `rulewright say "WORDS"`.
    """
    if CODE.fullmatch(name):
        click.echo(_explain_code(name))
        return
    from rulewright.cli.pages.card_page import card_page
    from rulewright.cli.pages.name_page import NamePages

    rules = game_options.rules()
    number, options = game_options.table(rules)
    pages = list[list[str]]()
    card = inside(rules).card_called(name)
    if (series := inside(rules).program.series.get(card)) is not None:
        card = series.cards[0]  # all cards of a series have equal rules
    if card in rules.castable:
        page = card_page(rules, card, number, game_options.chosen.name, options)
        pages.append(list(page.lines()))
    names = NamePages.of(rules, game_options.chosen.name, game_options.players, options)
    pages += names.pages(name)
    if not pages:
        known = [*map(inside(rules).card_name, rules.castable), *names.names]
        help = did_you_mean(name, known, ("", "")) or f'try: rulewright say "{name}"'
        raise NotPossible(f"there is nothing called {name} in {rules.id}; {help}")
    click.echo(escape_text("\n\n".join("\n".join(page) for page in pages)))


def _explain_code(code: str) -> str:
    """Return the explanation of a complaint code. Raises NotPossible if there is no such code."""
    from rulewright.testing.complaint_book import all_codes, explain_code

    explanation = explain_code(code)
    if explanation is None:
        refuse_unknown("complaint", code, all_codes())
    return explanation or ""
