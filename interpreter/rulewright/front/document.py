"""`rulewright document`: prints what rules of one's own can hook into."""

from __future__ import annotations

import click

from rulewright.front.configuration import (
    choose_edition,
    choose_language,
    takes_edition,
    takes_language,
)


@click.command()
@takes_edition
@takes_language
def document(edition: str | None, edition_option: str | None, lang: str | None) -> None:
    """Print a page, in Markdown, about the rules of EDITION.

    It tells what happens in the game and who listens to it: what writers of rules can hook into.
    The rules themselves are in English; what stands around them, and what cards are called, may be
    in another language.
    """
    from rulewright.front.documents import moments_page
    from rulewright.front.loading import load_rules
    from rulewright.library import find_library

    chosen = choose_edition(edition, edition_option)
    rules = load_rules(chosen, choose_language(lang))
    page = moments_page(chosen.name, find_library().root, called=rules.card_name)
    click.echo(page, nl=False)
