"""Replay of a trajectory from a changed step on: step by step, or in blocks if the engine can."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.runtime.dealing.dealing_context import DealingContext, Swap
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory_steps import (
    BEGINNING,
    Permutations,
    TrajectoryStep,
    TrajectorySteps,
)
from rulewright.runtime.game.engine import State

NEVER: Final = 1 << 30
"""A step number beyond every trajectory."""

NO_SWAP: Final = (-1, -1)
MISFIT: Final = (False, False)

Redraw = tuple[int, RandomStream]
"""A step whose option is drawn again, and the generator that draws it."""


class Replay:
    """A replay of a trajectory from step `first` on, with that step changed.

    Two cards are exchanged in later choices up to step `until`; 0 means until the states are equal again. At the
    step named in `again` any option is drawn.
    """

    def __init__(
        self,
        context: DealingContext,
        steps: TrajectorySteps,
        first: int,
        changed: TrajectoryStep,
        swap: Swap | None = None,
        again: Redraw | None = None,
        until: int = 0,
    ) -> None:
        self.context, self.steps, self.first, self.changed = context, steps, first, changed
        self.swap, self.again, self.until = swap, again, until
        self.last = max(until, first, again[0] if again is not None else 0)
        self.found = TrajectorySteps(context.formats, first)
        self._option: int | None = None

    def result(self) -> TrajectorySteps | None:
        """Return the replayed steps; None if one of them disagrees with the log."""
        while (number := self.first + len(self.found)) < len(self.steps):
            fits, is_over = self._replay_block(number) or self._replay_single_step(number)
            if not fits:
                return None
            if is_over:
                break
        return self.found

    def _state_before(self, number: int) -> State:
        """Return the state before step `number` of the replay."""
        if number > self.first:
            return self.found.states[number - self.first - 1]
        return self.steps.states[number - 1] if number else self.context.base

    def _redrawn_option(self, number: int) -> int | None:
        """Return the option drawn at random for the step in `again`; None for other steps or without options."""
        if self.again is None or number != self.again[0]:
            return None
        if self._option is None and (options := self.context.options(self._state_before(number))):
            self._option = self.again[1].one_of(options)
        return self._option

    # ------------------------------------------------------------------ many steps

    def _replay_block(self, number: int) -> tuple[bool, bool] | None:
        """Replay many steps by the engine's tracer; return whether they fit and whether the states converged.

        None if the engine can replay none.
        """
        context = self.context
        memory = (
            context.tracer_state(self._state_before(number))
            if number or not context.log.opening
            else None
        )
        if memory is None:
            return None
        end = min(len(self.steps), number + context.tracer.most)
        if self.again is not None and number < self.again[0]:
            end = min(end, self.again[0])
        steps, is_first = self.steps, number == self.first
        chosen, seeds = steps.chosen[number:end], steps.seeds[number:end]
        names, named = steps.names[number:end], steps.named[number:end]
        if is_first:
            option, seeds[0], names[0] = self.changed.option, self.changed.seed, self.changed.names
            chosen[0], named[0] = (
                BEGINNING if option is None else option,
                self._encoded_permutations(number),
            )
        elif (drawn := self._redrawn_option(number)) is not None:
            chosen[0] = drawn
        for later in range(number + is_first, end) if any(names) else ():
            roles = self._permutations(later)
            if roles is not steps.names[later]:
                names[later - number] = roles
                named[later - number] = context.formats.named(later, roles)
        traced = context.tracer.replay(
            number,
            memory,
            (chosen, seeds, b"".join(named)),
            context.required_digests(number, end),
            context.log.seat,
            given=is_first,
            hears=context.has_messages,
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
        self.found.append_traced(traced, seeds, names, named)
        return True, traced.is_same

    def _permutations(self, number: int) -> Permutations:
        """Return a later step's permutations, with the two cards of `swap` exchanged where only one was shuffled.

        Only shuffles that contain exactly one of the two cards change.
        """
        names, swap = self.steps.names[number], self.swap
        if not names or swap is None or 0 < self.until <= number:
            return names
        pools = self.steps.sets[number]
        parted = [at for at in names if (pools[at] >> swap[0] ^ pools[at] >> swap[1]) & 1]
        return {**names, **{at: _exchanged(names[at], swap) for at in parted}} if parted else names

    def _encoded_permutations(self, number: int) -> bytes:
        """Return the permutations of the changed step as bytes for the tracer."""
        names = self.changed.names
        if names is self.steps.names[number]:
            return self.steps.named[number]
        return self.context.formats.named(number, names)

    # ------------------------------------------------------------------ one step

    def _replay_single_step(self, number: int) -> tuple[bool, bool]:
        """Replay one step by the engine; return whether it fits and whether the states converged."""
        context, old, state = self.context, self.steps[number], self._state_before(number)
        given = self.changed if number == self.first else old
        option, count, names = given.option, given.options, given.names
        if number > self.first:
            names = self._permutations(number)
        if number > self.first and option is not None:
            options = context.options(state)
            drawn = self._redrawn_option(number)
            if drawn is not None:
                option = drawn
            elif self.swap is not None and not 0 < self.until <= number:
                option = context.swap_option(state, option, self.swap)
            if option not in options or not context.options_matching_log(number, state, [option]):
                return MISFIT
            count = len(options)
        step_result = context.take_step(number, state, option, given.seed, names, count)
        if step_result is None or not step_result.fits:
            return MISFIT
        self.found.append(step_result.step)
        return True, number >= self.last and context.is_same_state(
            step_result.step.state, old.state
        )


def _exchanged(names: Sequence[int], swap: Swap) -> tuple[int, ...]:
    """Return the permutation `names` with two cards exchanged both as sources and as targets."""
    one, other = swap
    roles = {one: other, other: one}
    cards = (roles.get(card, card) for card in range(len(names)))
    return tuple(roles.get(names[card], names[card]) for card in cards)
