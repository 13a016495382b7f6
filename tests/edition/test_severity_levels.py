"""Levels of complaints in rulewright.yaml: each wrong one is told once, at its own place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.naming.workbench import Workbench


@pytest.mark.parametrize(
    ("level", "place"),
    [("E7777: off", "off"), ("E0926: loud", "loud"), ("E0201: off", "off")],
    ids=["no such code", "no such level", "an error stays one"],
)
def test_a_level_that_cannot_be_is_told_at_its_place(
    tmp_path: Path, level: str, place: str
) -> None:
    path, bench = tmp_path / "rulewright.yaml", Workbench()
    path.write_text(f"severity:\n  E0910: off\n  {level}\n", encoding="utf-8")
    bench.put(path, path.read_text(encoding="utf-8"))

    (complaint,) = bench.check(path)[path]

    assert complaint.code == "Y0218"
    assert complaint.span is not None
    assert complaint.span.text == place
    assert complaint.span.line == 3
