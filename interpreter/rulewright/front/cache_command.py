"""`rulewright cache`: where what is kept between runs lies, how large it is, and how it goes."""

from __future__ import annotations

from collections.abc import Collection

import click

from rulewright import cache as keeping
from rulewright.text import json_text
from rulewright.text.show import clean


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print plain data.")
@click.pass_context
def cache(ctx: click.Context, as_json: bool) -> None:
    """Tell where the cache lies and how large it is, or clear it.

    In it is what was made of rules: the next run makes anew what is missing. The variable
    RULEWRIGHT_CACHE names another folder, and its value `off` means that nothing is kept.
    """
    if ctx.invoked_subcommand is not None:
        return
    place = keeping.folder()
    sizes = keeping.sizes()
    if as_json:
        data = {"folder": place and str(place), "files": len(sizes), "bytes": sum(sizes.values())}
        click.echo(json_text(data))
    elif place is None:
        click.echo("nothing is kept: RULEWRIGHT_CACHE says so, or names no folder that may be used")
    else:
        click.echo(clean(f"{place}\n{_told(sizes.values())}"))


@cache.command()
def clear() -> None:
    """Drop all that is kept; of other files that lie there, none."""
    click.echo(f"dropped {_told(keeping.clear())}")


def _told(sizes: Collection[int]) -> str:
    number = len(sizes)
    return f"{number} file{'' if number == 1 else 's'}, {sum(sizes) / 1e6:.1f} MB"
