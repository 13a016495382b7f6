"""The packages that we ask for: named once for each installer, and pinned for development."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def test_both_lists_of_tools_and_the_lock_agree() -> None:
    """Otherwise write `requirements-dev.lock` again, as its first lines say."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements-dev.lock").read_text("utf-8")
    tools = project["project"]["optional-dependencies"]["dev"]
    asked = [Requirement(line) for line in [*project["project"]["dependencies"], *tools]]
    pins = dict(re.findall(r"(?m)^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)", lock))
    (parser,) = [line for line in project["project"]["dependencies"] if line.startswith("lark")]

    assert project["dependency-groups"]["dev"] == tools
    assert [q for q in asked if not q.specifier.contains(pins[canonicalize_name(q.name)])] == []
    # The pip of Python 3.11 takes the newest `coverage` for `coverage[toml]` unless that is pinned.
    assert "--no-strip-extras" in lock
    assert "coverage[toml]==" in lock
    # No address of the machine that wrote it.
    assert not re.search(r"://|--\w+-host|@", lock)
    # We build on the inside of the parser library, here and when its tables are made.
    assert "<" in parser
    assert parser in project["build-system"]["requires"]
