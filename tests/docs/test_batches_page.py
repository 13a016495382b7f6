"""The example in docs/batches.md runs, and its tables name what there is."""

from __future__ import annotations

import re
from importlib.util import find_spec

import pytest

from docs.kit import DOCS, blocks_of
from properties.kit import rules

PAGE = DOCS / "batches.md"


@pytest.mark.rotating
def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    examples = [each for each in blocks_of(PAGE) if "python" in each.tags]

    assert len(examples) == 6
    for example in examples:
        if "# needs: open_spiel" in example.text and find_spec("pyspiel") is None:
            continue
        exec(compile(example.text, str(PAGE), "exec"), {})
        assert re.fullmatch(
            r"(NashConv.*\n)?[1-9]\d* games? (is|are) over; \S.*\n", capsys.readouterr().out
        )


def test_what_is_named_is_there() -> None:
    batch = rules("classic").batch(1, 5, engine="python")
    text = PAGE.read_text(encoding="utf-8")

    for name in re.findall(r"^\| `(\w+)` \|", text, re.M):
        assert getattr(batch, name) is not None
    named = set(re.findall(r"`([^`\s\"]+/[^`]+)`", text))
    assert len(named) > 5
    assert named <= {*batch.action_names, *batch.observation_names}
