"""The order of files does not matter for what their words mean."""

from __future__ import annotations

import pytest

from rulewright.assist import advise
from rulewright.language.program.from_syntax import compile
from rulewright.language.text import Complaints, Source

TABLE = """\
game toll

kind bridge
    starts in the box
    speaks laid for this's owner while this is in any road

there is a box of bridges, seen by everyone
each player has a road of bridges, seen by everyone
each player has chips, a number, seen by everyone

there is a last, a number, seen by everyone

flow
    set the last to 1
"""

EVENT = """\
event a player pays some chips
    only if my chips is at least the chips
    set my chips to my chips - the chips

event a player crosses some chips
    first pay the chips chips
"""

CARD = """\
bridge Ferry
    reading "a test"
    means row "row across" to cross some chips
        discard this

event a player discards a bridge
    move the bridge to the box
"""


@pytest.mark.parametrize("files", [(EVENT, CARD), (CARD, EVENT)], ids=["after", "before"])
def test_a_means_may_stand_before_what_it_pays(files: tuple[str, str]) -> None:
    complaints = Complaints()
    sources = [Source(f"{number}.rules", text) for number, text in enumerate((TABLE, *files))]
    compile(sources, complaints, adviser=advise)
    assert [c.code for c in complaints.in_order() if c.severity == "error"] == []
