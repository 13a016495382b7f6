"""Legal but odd: what is declared and never used, what is heard and never done."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.program.context import Context
from rulewright.program.program import Declared, Hook


def complain_unused(ctx: Context) -> None:
    """Warn of declarations that nothing refers to; each would be a slip or a leftover."""
    program, used = ctx.program, ctx.used
    _unused(ctx, "number or pointer", program.tracks.values(), {n for s, n in used if s == "track"})
    _unused(ctx, "place", program.zones.values(), {n for s, n in used if s == "zone"})
    _unused(ctx, "setting", program.settings.values(), {n for s, n in used if s == "setting"})
    _unused(ctx, "table", program.tables.values(), {n for s, n in used if s == "table"})
    _unused(ctx, "value", program.values.values(), {n for s, n in used if s == "value"})
    _unused(ctx, "fact", program.facts.values(), {n for s, n in used if s == "fact"})
    _unused(ctx, "phase", program.phases.values(), {n for s, n in used if s == "phase"})
    _unused(ctx, "moment", program.moments.values(), {n for s, n in used if s == "moment"})
    _never_done(ctx)


def _unused(ctx: Context, what: str, declared: Iterable[Declared], used: set[str]) -> None:
    for thing in declared:
        if thing.name not in used:
            ctx.complain("E0901", f"the {what} `{thing.name}` is never used", thing.at,
                         severity="warning")  # fmt: skip


def _never_done(ctx: Context) -> None:
    """A rule that waits for an event that nobody ever does; an event that is neither done nor heard."""
    done = {name for sort, name in ctx.used if sort == "event"}
    heard = {rule.event for rule in ctx.program.rules if isinstance(rule, Hook)}
    for rule in ctx.program.rules:
        if isinstance(rule, Hook) and rule.event in ctx.program.events and rule.event not in done:
            ctx.complain("E0902", f"nobody ever does `{rule.event}`, so this never happens",
                         rule.at, severity="warning")  # fmt: skip
    for event in ctx.program.events.values():
        if event.name not in done and event.name not in heard:
            ctx.complain("E0901", f"the event `{event.verb}` is never done", event.at,
                         severity="warning")  # fmt: skip
