"""What happened in a random game can be written as a scenario, which passes, and is in order."""

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from properties.every import few_ways, shipped
from properties.kit import SEEDS, Table, few
from rulewright import Game
from rulewright.language.syntax import format_rules
from rulewright.language.text import Complaints, Source
from rulewright.testing.scenarios import find_scenarios, run_scenario
from rulewright.testing.scenarios.recording import NotWritten, record_scenario

WAYS = st.deferred(
    lambda: st.sampled_from([way for edition in shipped() for way in few_ways(edition)])
)

#: Where two copies of a card lie together, lines of a scenario cannot say which of them is meant.
NO_WORDS = re.compile(r"there are .*")


def begun(way: Table, seed: int, decisions: int) -> tuple[Game, int, int]:
    """A game after so many decisions at most, whoever had the last real choice, and how many he had."""
    game = way.new(seed)
    chance, seats = random.Random(seed), []
    while (decision := game.decision) is not None and len(game.decisions) < decisions:
        seats += [decision.player] if len(decision.options) > 1 else []
        game.choose(chance.randrange(len(decision.options)))
    return game, seats[-1], seats.count(seats[-1])


@few(6)
@given(WAYS, SEEDS, st.integers(4, 90), st.integers(1, 3))
@pytest.mark.rotating
def test_what_happened_is_written_and_holds(
    way: Table, seed: int, decisions: int, back: int
) -> None:
    game, seat, choices = begun(way, seed, decisions)

    with TemporaryDirectory() as folder:
        path = Path(folder) / "played.scenarios.rules"
        try:
            text = record_scenario(game, "It happened", path, seat, min(back, choices))
        except NotWritten as error:
            if NO_WORDS.fullmatch(str(error)):
                return
            raise
        path.write_text(text)
        (found,) = find_scenarios(path)
        result = run_scenario(found)

    assert result.passed, result
    assert result.remarks == ()
    assert not found.warnings
    assert format_rules(Source("it", text), Complaints()) == text
