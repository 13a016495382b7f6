"""`rulewright test`: runs the scenarios that stand beside the rules."""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.front.ending import EXIT_COMPLAINTS, NotPossible

if TYPE_CHECKING:
    from rulewright.view.scenarios import ScenarioRef, ScenarioResult


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-k", "words", metavar="TEXT", help="Only scenarios with TEXT in title or file.")
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def test(paths: Sequence[str], words: str | None, verbose: bool) -> None:
    """Run the scenarios in rule files (.rules) and folders.

    Without PATH, all that are shipped are run. Exit code 1 when one fails, 2 when there is none.
    """
    found = _found(paths)
    chosen = [ref for ref in found if _wanted(ref, words)]
    if not chosen:
        where = ", ".join(paths) or "the library"
        among = f" of {len(found)} has {words!r} in its title or file" if words and found else ""
        raise NotPossible(f"0 scenarios found in {where}{among and ': none'}{among}")
    failed = _run(chosen, verbose)
    files = len({ref.path for ref in chosen})
    click.echo(
        f"{_some(len(chosen), 'scenario')} in {_some(files, 'file')}: {_told(failed, chosen)}"
    )
    if failed:
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _found(paths: Sequence[str]) -> list[ScenarioRef]:
    from rulewright.library import find_library
    from rulewright.view.scenarios import find

    places = [Path(path) for path in paths] or [find_library().folder("rules")]
    for place in places:
        if not os.path.exists(place):
            raise NotPossible(f"there is no file or folder {place}")
        if os.path.isfile(place) and place.suffix != ".rules":
            raise NotPossible(f"{place} is no rule file (.rules) and no folder")
    # A file may be named by itself and by its folder.
    found = {(os.path.realpath(ref.path), ref.line): ref for ref in find(*places)}
    return list(found.values())


def _wanted(ref: ScenarioRef, words: str | None) -> bool:
    if words is None:
        return True
    return words.casefold() in f"{ref.title}\n{ref.path}".casefold()


def _run(refs: Sequence[ScenarioRef], verbose: bool) -> int:
    """Run them, print those that fail, and return how many these are."""
    from rulewright.view.scenarios import run

    failed = 0
    for ref in refs:
        try:
            result = run(ref)
        except Exception as error:
            error.add_note(f"in the scenario {ref.title!r}, {ref.path}:{ref.line}")
            raise
        if not result.passed:
            failed += 1
            click.echo(failure_text(ref, result) + "\n")
        elif verbose:
            click.echo(f"passed  {ref.title}")
    return failed


def failure_text(ref: ScenarioRef, result: ScenarioResult) -> str:
    """Return what went wrong, where, and what had happened until then."""
    place = result.place or f"{ref.path}:{ref.line}"
    lines = [f"FAILED  {ref.title}", f"  --> {place}"]
    lines += [f"    | {line}" for line in _line_at(place)]
    lines += [f"  {line}" for line in result.message.splitlines()]
    if result.actual:
        lines.append(f"  found: {result.actual}")
    if result.events:
        lines += ["  what had happened:", *(f"    {text}" for text in result.events)]
    return "\n".join(lines)


def _line_at(place: str) -> Iterator[str]:
    """The line of a text at `file:line:column`, without its indentation."""
    match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", place)
    if match is None:
        return
    with contextlib.suppress(OSError):
        text = Path(match[1]).read_text(encoding="utf-8", errors="replace").splitlines()
        yield from (line.strip() for line in text[int(match[2]) - 1 : int(match[2])])


def _told(failed: int, chosen: Sequence[ScenarioRef]) -> str:
    counts = Counter(passed=len(chosen) - failed, failed=failed)
    return ", ".join(f"{counts[what]} {what}" for what in ("failed", "passed") if counts[what])


def _some(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
