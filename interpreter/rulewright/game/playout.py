"""Random play to the end, as fast as the machine goes: every option equally likely."""

from __future__ import annotations

from rulewright.game.core import Core
from rulewright.rulebook.chance import below, seeded
from rulewright.rulebook.layout import ANSWER, DECISION, FRAMES, MADE, RANDOM


def playout(core: Core, seed: int) -> None:
    """Play a game to its end; the choices come from a stream of their own with this seed."""
    row, blocks = core.row, core.machine.blocks
    stream = [0] * (RANDOM + 1)
    stream[RANDOM] = seeded(seed)
    made = 0
    options = core.option_values() if core.waiting else []
    while row[DECISION] >= 0:
        row[ANSWER] = options[below(stream, len(options))]
        made += 1
        row[DECISION] = -1
        block = row[FRAMES][0]
        while block >= 0:
            block = blocks[block](row, core)
        options = core.options or []
    core.options = None
    row[MADE] += made
