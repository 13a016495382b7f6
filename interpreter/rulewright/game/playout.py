"""Random play to the end, as fast as the machine goes: every option equally likely."""

from __future__ import annotations

from rulewright.game.core import FAULTS, Core
from rulewright.rulebook.chance import below, seeded
from rulewright.rulebook.layout import ANSWER, DECISION, FRAMES, MADE, RANDOM


def playout(core: Core, seed: int) -> None:
    """Play a game to its end; the choices come from a stream of their own with this seed.

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
    core.options = None
    core.decisions += made
    row[MADE] += len(made)
