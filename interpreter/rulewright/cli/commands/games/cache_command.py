"""`rulewright cache`: shows the place and size of the cache, or clears it."""

from __future__ import annotations

from collections.abc import Collection

import click

from rulewright.base import cache as keeping
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.language.text.complaints.printing import escape_text


@click.group(invoke_without_command=True)
@click.pass_context
def cache(ctx: click.Context) -> None:
    """Show the place and size of the cache, or clear it.

    The cache holds results computed from rules; missing ones are computed again. The variable RULEWRIGHT_CACHE
    names another folder; the value `off` disables the cache.
    """
    if ctx.invoked_subcommand is not None:
        return
    place = keeping.cache_folder()
    sizes = keeping.cache_sizes()
    add_to_json_line(
        {"folder": place and str(place), "files": len(sizes), "bytes": sum(sizes.values())}
    )
    if place is None:
        click.echo(
            "the cache is off: RULEWRIGHT_CACHE is `off`, or names a folder that cannot be used"
        )
    else:
        click.echo(escape_text(f"{place}\n{_size_text(sizes.values())}"))


@cache.command()
def clear() -> None:
    """Delete all cached files, but no other files in the folder."""
    sizes = keeping.clear_cache()
    add_to_json_line({"files": len(sizes), "bytes": sum(sizes)})
    click.echo(f"deleted {_size_text(sizes)}")


def _size_text(sizes: Collection[int]) -> str:
    """Return the number of files and their total size in MB as text."""
    number = len(sizes)
    return f"{number} file{'' if number == 1 else 's'}, {sum(sizes) / 1e6:.1f} MB"
