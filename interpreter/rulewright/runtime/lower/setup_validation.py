"""Check whether the rules refuse a setup, before any of its code is lowered."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import Draft, field
from rulewright.language.link import link_complaints as say
from rulewright.language.link.world import World
from rulewright.language.program import typed
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaints, SpanNote
from rulewright.runtime.ir.terms import Const
from rulewright.runtime.lower.dispatch import lower
from rulewright.runtime.lower.lowering_context import Lowering, limit_complaints


class SetupValidator(Draft):
    """Check of setups against `refuse` rules; a verdict is reused for worlds that agree in all that was read."""

    known: list[tuple[Lowering, bool]] = field(factory=list)

    def refuses(self, world: World, complaints: Complaints) -> bool:
        """Return whether the rules refuse the setup of `world`, and add the complaints that say why."""
        for before, verdict in self.known:
            if _reads_agree(before, world):
                complaints.extend(before.complaints)
                return verdict
        work = Lowering(world, Complaints())
        work.before_the_game = True
        verdict = True
        with limit_complaints(work):
            verdict = refusal_applies(work)
        self.known.append((work, verdict))
        complaints.extend(work.complaints)
        return verdict


def _reads_agree(before: Lowering, world: World) -> bool:
    """Return whether everything that a check read from one world is equal in another."""
    other = before.world
    return (
        other.program is world.program
        and other.players == world.players
        and all(other.settings[name] == world.settings[name] for name in before.settings)
        and all(other.cells[name] == world.cells[name] for name in before.tables)
        and other.pieces == world.pieces
        and other.values == world.values
    )


def refusal_applies(work: Lowering) -> bool:
    """Return whether a `refuse` rule applies to the setup, and complain about those that do."""
    is_refused = False
    for refusal in work.program.refusals:
        assert refusal.condition is not None
        verdict = lower(work, refusal.condition, {})
        if not isinstance(verdict, Const):
            work.complain(say.refusal_not_constant(refusal.at))
        elif verdict.value:
            counted = tuple(_compared_numbers(work, refusal.condition))
            work.complain(
                say.setup_refused(refusal.at, refusal.name, [work.world.players], counted)
            )
            is_refused = True
    return is_refused


def _compared_numbers(work: Lowering, condition: Expr) -> Iterator[SpanNote]:
    """Yield notes that state the values of the numbers in a refusal's comparisons."""
    explained: set[str] = set()
    for part in typed.conjuncts(condition):
        inner = part.what if isinstance(part, typed.Not) else part
        if isinstance(inner, typed.Compare) and inner.left.type.name == "number":
            for side in (inner.left, inner.right):
                result = lower(work, side, {})
                if (
                    isinstance(result, Const)
                    and side.at.text not in explained
                    and not _is_obvious(side)
                ):
                    explained.add(side.at.text)
                    yield SpanNote(side.at, f"this is {result.value}")


def _is_obvious(side: Expr) -> bool:
    """Return whether a number is obvious: a literal, or the number of players."""
    everybody = isinstance(side, typed.Count) and isinstance(side.source, typed.Players)
    return isinstance(side, typed.Number) or everybody
