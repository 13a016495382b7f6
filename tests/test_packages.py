"""The packages that we ask for: named once for each installer, and pinned for development."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ASKED = [*PROJECT["project"]["dependencies"], *PROJECT["project"]["optional-dependencies"]["dev"]]
PINS = dict(
    re.findall(
        r"(?m)^([a-z0-9-]+)(?:\[[a-z,]+\])?==(\S+)",
        (ROOT / "requirements-dev.lock").read_text("utf-8"),
    )
)


def test_both_lists_of_tools_are_the_same() -> None:
    assert PROJECT["dependency-groups"]["dev"] == PROJECT["project"]["optional-dependencies"]["dev"]


@pytest.mark.parametrize("line", ASKED)
def test_what_is_asked_for_is_pinned_as_it_is_asked_for(line: str) -> None:
    """Else `requirements-dev.lock` is to be made anew, as its first lines say."""
    asked = Requirement(line)

    assert asked.specifier.contains(PINS[canonicalize_name(asked.name)])


def test_packages_that_are_asked_for_with_an_extra_are_pinned_with_it() -> None:
    """The pip of Python 3.11 holds `coverage[toml]` for another package than `coverage`: it takes the newest."""
    lock = (ROOT / "requirements-dev.lock").read_text("utf-8")

    assert "--no-strip-extras" in lock
    assert "coverage[toml]==" in lock


def test_the_lock_names_packages_and_nothing_of_who_made_it() -> None:
    assert not re.search(r"://|--\w+-host|@", (ROOT / "requirements-dev.lock").read_text("utf-8"))


def test_the_parser_library_is_bounded_where_we_build_on_its_inside() -> None:
    """The same bound holds where its tables are made."""
    (runs,) = [line for line in PROJECT["project"]["dependencies"] if line.startswith("lark")]

    assert "<" in runs
    assert runs in PROJECT["build-system"]["requires"]
