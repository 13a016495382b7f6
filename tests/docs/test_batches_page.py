"""The example in docs/batches.md runs, and its tables name what there is."""

from __future__ import annotations

import re
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from docs.kit import DOCS, blocks_of
from front.kit import Shell
from properties.kit import rules

PAGE = DOCS / "batches.md"


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


def learn(folder: Path, monkeypatch: pytest.MonkeyPatch, minutes: float) -> Path:
    """Run the program that learns, and return its file."""
    file = folder / "learned.npz"
    given = f"learn.py kuhn --players 2 --minutes {minutes} --games 4 --file {file}"
    monkeypatch.setattr(sys, "argv", given.split())
    runpy.run_path(str(LEARN), run_name="__main__")
    return file


def test_what_was_learned_is_kept_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An interrupted program goes on; its file takes a seat in `play` and in `simulate`."""
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("wasmtime")

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    program = runpy.run_path(str(LEARN))
    monkeypatch.setitem(program["main"].__globals__, "curve", interrupted)
    file = tmp_path / "learned.npz"
    monkeypatch.setattr(
        sys, "argv", f"learn.py kuhn --players 2 --minutes 0.002 --games 4 --file {file}".split()
    )
    with pytest.raises(KeyboardInterrupt):
        program["main"]()
    assert numpy.load(file)["points"].shape == (1, 2)
    assert learn(tmp_path, monkeypatch, 0.002) == file
    assert len(re.findall(r"minutes: \d+% of games won", capsys.readouterr().out)) == 8
    assert numpy.load(file)["points"].shape == (9, 2)
    assert ElementTree.parse(file.with_suffix(".svg")).getroot().tag.endswith("svg")

    shell = Shell(CliRunner())
    for command in ("simulate kuhn --players 2 --games 3", "play kuhn --watch --seed 1"):
        assert "learned.npz" in shell.run(*command.split(), "--bot", file).output
    (tmp_path / "text.npz").write_text("no arrays")
    for command, problem in (
        (f"play leduc --bot {file}", "was trained for another edition"),
        (f"play kuhn --bot {tmp_path}/none.npz", "there is no file"),
        (f"simulate kuhn --bot {tmp_path}/text.npz", "is not a trained player"),
    ):
        assert problem in shell.run(*command.split(), exit_code=2).output
