"""`rulewright test --step`: a scenario line by line, with what each brought about, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rulewright.front.common.told_causes import told_causes
from rulewright.text import clean

if TYPE_CHECKING:
    from rulewright.scenarios import ScenarioRef
    from rulewright.scenarios.stepping import Stepped


def step_through(ref: ScenarioRef) -> None:
    """Print a scenario line by line; at a terminal Enter goes on. Raises RulesError."""
    from rulewright.scenarios.stepping import stepped

    waits = sys.stdin.isatty() and sys.stdout.isatty()
    click.echo(clean(f"{ref.title}\n  --> {ref.path}:{ref.line}"))
    section = now = ""
    for step in stepped(ref):
        click.echo(clean("\n".join(_lines(step, section, now))))
        section, now = step.section, step.awaited
        if waits:
            click.prompt("", default="", prompt_suffix="Enter goes on ", show_default=False)
    click.echo()


def _lines(step: Stepped, section: str, before: str) -> Iterator[str]:
    """A step as it is written, what was told and why, who decides then if that is new, and how it failed."""
    if step.section != section:
        yield f"    {step.section}"
    yield from (f"        {line}" for line in step.lines)
    for chain in step.told:
        yield f"            * {chain[0].text}"
        yield from (f"                {line}" for _, line in told_causes(chain))
    if step.failed is not None:
        yield from (f"            FAILED: {line}" for line in step.failed.message.splitlines())
        if step.failed.actual:
            yield f"            found: {step.failed.actual}"
        yield from (f"            why not {each}" for each in step.failed.why)
    if step.awaited not in ("", before):
        yield f"            now: {step.awaited}"
