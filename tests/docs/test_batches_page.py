"""The example in docs/batches.md runs, and its tables name what there is."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.kit import DOCS, blocks_of
from properties.kit import rules

PAGE = DOCS / "batches.md"


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    examples = blocks_of(PAGE)

    assert len(examples) == 4
    for example in examples:
        exec(compile(example.text, str(PAGE), "exec"), {})
        assert re.fullmatch(r"[1-9]\d* games? (is|are) over; \S.*\n", capsys.readouterr().out)


def test_what_is_named_is_there() -> None:
    batch = rules("classic").batch(1, 5, engine="python")
    text = PAGE.read_text(encoding="utf-8")

    for name in re.findall(r"^\| `(\w+)` \|", text, re.M):
        assert getattr(batch, name) is not None
    named = set(re.findall(r"`([^`\s]+/[^`]+)`", text))
    assert len(named) > 5
    assert named <= {*batch.action_names, *batch.observation_names}


LEARN = PAGE.parent / "examples" / "learn.py"


def test_the_program_that_learns_finds_what_wins() -> None:
    numpy = pytest.importorskip("numpy")
    lot = numpy.random.default_rng(1)
    network = runpy.run_path(str(LEARN))["Network"](3, 3, lot)
    seen, mask = lot.integers(0, 9, (64, 3)), numpy.ones((64, 3), bool)
    mask[:, 2] = False
    for _ in range(100):
        chosen = (network.forward(seen, mask)[1][:, 1] > lot.random(64)).astype(int)
        network.learn(seen, mask, chosen, chosen - 0.5)
    odds = network.forward(seen, mask)[1]
    assert odds[:, 1].min() > 0.8
    assert not odds[:, 2].any()


@pytest.mark.long
def test_the_program_that_learns_draws_a_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("wasmtime")
    picture = tmp_path / "curve.svg"
    told = f"learn.py caravan --players 2 --minutes 0.01 --games 4 --curve {picture}"
    monkeypatch.setattr(sys, "argv", told.split())
    runpy.run_path(str(LEARN), run_name="__main__")
    assert len(re.findall(r"minutes: \d+% of games won", capsys.readouterr().out)) == 8
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
