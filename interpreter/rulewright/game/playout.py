"""Random play to the end, as fast as the machine goes: every option equally likely."""

from __future__ import annotations

from rulewright.engines.python.runtime import Endless
from rulewright.game.core import FAULTS, Core
from rulewright.ir.chance import below, seeded
from rulewright.ir.layout import ANSWER, DECISION, FRAMES, MADE, RANDOM

#: After so many decisions a game is taken for one that never ends.
MOST_DECISIONS = 1_000_000
#: Makes of a seed another one, so that choices and the game's own chance do not draw the same numbers.
APART = 0x9E3779B97F4A7C15


def playout(core: Core, seed: int) -> None:
    """Play a game to its end; the choices come from a stream of their own with this seed.

    A seed like the game's own would give both the same numbers: see `APART`.
    Raises RulesError if the rules ask for what cannot be done; the game is then as it was.
    """
    before = core.mark()
    try:
        _play(core, seed)
    except FAULTS as error:
        raise core.undone(before, error) from error


def _play(core: Core, seed: int) -> None:
    row, blocks = core.row, core.machine.blocks
    stream = [0] * (RANDOM + 1)
    stream[RANDOM] = seeded(seed)
    made: list[int] = []
    options = core.option_values() if core.waiting else []
    while row[DECISION] >= 0:
        index = below(stream, len(options))
        made.append(index)
        row[ANSWER] = options[index]
        row[DECISION] = -1
        block = row[FRAMES][0]
        while block >= 0:
            block = blocks[block](row, core)
        options = core.options or []
        if len(made) > MOST_DECISIONS:
            raise Endless(f"{MOST_DECISIONS} decisions")
    core.options = None
    core.decisions += made
    row[MADE] += len(made)
