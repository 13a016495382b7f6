"""Replaying a course from a changed step on: one step after the other, or as many at once as the engine can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.runtime.dealing.dealing_context import Swap, Table
from rulewright.runtime.dealing.rng import Lot
from rulewright.runtime.dealing.trajectory_steps import BEGINNING, Names, Step, Steps
from rulewright.runtime.game.engine import State

NEVER: Final = 1 << 30
"""A step that no course has."""

NO_SWAP: Final = (-1, -1)
MISFIT: Final = (False, False)

Again = tuple[int, Lot]
"""A step that is made by any of its options, and what draws it."""


class Replay:
    """The steps of a course from the first on, with that one changed, and two cards exchanged in choices since.

    They are exchanged up to the step `until`; if that is 0, till all is as it was. In a step that is to be made
    `again` any option is drawn.
    """

    def __init__(
        self,
        table: Table,
        steps: Steps,
        first: int,
        changed: Step,
        swap: Swap | None = None,
        again: Again | None = None,
        until: int = 0,
    ) -> None:
        self.table, self.steps, self.first, self.changed = table, steps, first, changed
        self.swap, self.again, self.until = swap, again, until
        self.last = max(until, first, again[0] if again is not None else 0)
        self.found = Steps(table.forms, first)
        self._option: int | None = None

    def result(self) -> Steps | None:
        """The steps that were replayed; None if one does not fit the log."""
        while (number := self.first + len(self.found)) < len(self.steps):
            fits, is_over = self._many(number) or self._one(number)
            if not fits:
                return None
            if is_over:
                break
        return self.found

    def _before(self, number: int) -> State:
        """The state from which a step begins now."""
        if number > self.first:
            return self.found.states[number - self.first - 1]
        return self.steps.states[number - 1] if number else self.table.base

    def _drawn(self, number: int) -> int | None:
        """The option of a step that is made again, drawn once; None of any other, or if there are no options."""
        if self.again is None or number != self.again[0]:
            return None
        if self._option is None and (options := self.table.options(self._before(number))):
            self._option = self.again[1].one_of(options)
        return self._option

    # ------------------------------------------------------------------ many steps

    def _many(self, number: int) -> tuple[bool, bool] | None:
        """Take as many as the engine can at once; whether they fit, and whether all is as it was.

        None where the engine can take none.
        """
        table = self.table
        memory = table.memory(self._before(number)) if number or not table.log.opening else None
        if memory is None:
            return None
        end = min(len(self.steps), number + table.tracer.most)
        if self.again is not None and number < self.again[0]:
            end = min(end, self.again[0])
        steps, is_first = self.steps, number == self.first
        chosen, seeds = steps.chosen[number:end], steps.seeds[number:end]
        names, named = steps.names[number:end], steps.named[number:end]
        if is_first:
            option, seeds[0], names[0] = self.changed.option, self.changed.seed, self.changed.names
            chosen[0], named[0] = BEGINNING if option is None else option, self._named(number)
        elif (drawn := self._drawn(number)) is not None:
            chosen[0] = drawn
        for later in range(number + is_first, end) if any(names) else ():
            roles = self._names(later)
            if roles is not steps.names[later]:
                names[later - number] = roles
                named[later - number] = table.forms.named(later, roles)
        traced = table.tracer.replay(
            number,
            memory,
            (chosen, seeds, b"".join(named)),
            table.wanted(number, end),
            table.log.seat,
            given=is_first,
            hears=table.listens,
            swap=self.swap or NO_SWAP,
            until=self.until - number if self.until else NEVER,
            old=steps.states,
            last=max(self.last - number, 0),
        )
        if not traced.fits:
            return MISFIT
        if not traced.chosen:
            return None
        if is_first:
            traced.options[0] = self.changed.options
        self.found.take(traced, seeds, names, named)
        return True, traced.is_same

    def _names(self, number: int) -> Names:
        """The names of a later step: in a shuffle of one of two cards that are exchanged the other has its role."""
        names, swap = self.steps.names[number], self.swap
        if not names or swap is None or 0 < self.until <= number:
            return names
        pools = self.steps.sets[number]
        parted = [at for at in names if (pools[at] >> swap[0] ^ pools[at] >> swap[1]) & 1]
        return {**names, **{at: _exchanged(names[at], swap) for at in parted}} if parted else names

    def _named(self, number: int) -> bytes:
        """The names of the changed step, as the engine has them."""
        names = self.changed.names
        if names is self.steps.names[number]:
            return self.steps.named[number]
        return self.table.forms.named(number, names)

    # ------------------------------------------------------------------ one step

    def _one(self, number: int) -> tuple[bool, bool]:
        """Take a step; whether it fits, and whether all is as it was."""
        table, old, state = self.table, self.steps[number], self._before(number)
        given = self.changed if number == self.first else old
        option, count, names = given.option, given.options, given.names
        if number > self.first:
            names = self._names(number)
        if number > self.first and option is not None:
            options = table.options(state)
            drawn = self._drawn(number)
            if drawn is not None:
                option = drawn
            elif self.swap is not None and not 0 < self.until <= number:
                option = table.swapped(state, option, self.swap)
            if option not in options or not table.own_among(number, state, [option]):
                return MISFIT
            count = len(options)
        reached = table.taken(number, state, option, given.seed, names, count)
        if reached is None or not reached.fits:
            return MISFIT
        self.found.append(reached.step)
        return True, number >= self.last and table.same(reached.step.state, old.state)


def _exchanged(names: Sequence[int], swap: Swap) -> tuple[int, ...]:
    """Which card comes to lie where each one would, with two cards in each other's role."""
    one, other = swap
    roles = {one: other, other: one}
    cards = (roles.get(card, card) for card in range(len(names)))
    return tuple(roles.get(names[card], names[card]) for card in cards)
