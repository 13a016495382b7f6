"""`rulewright document`: prints what rules of one's own can hook into."""

from __future__ import annotations

import click

from rulewright.front.configuration import choose_edition, takes_edition


@click.command()
@takes_edition
def document(edition: str | None, edition_option: str | None) -> None:
    """Print a page, in Markdown, about the rules of EDITION.

    It tells what happens in the game and who listens to it: what writers of rules can hook into.
    """
    from rulewright.front.documents import moments_page
    from rulewright.library import find_library

    chosen = choose_edition(edition, edition_option)
    click.echo(moments_page(chosen.name, find_library().root), nl=False)
