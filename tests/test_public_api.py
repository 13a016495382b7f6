"""The public API: what `rulewright` and its public packages export, and the page that lists it."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import rulewright

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "api.md").read_text(encoding="utf-8")
PACKAGES = ("rulewright", "rulewright.testing", "rulewright.envs", "rulewright.players")


@pytest.mark.parametrize("package", PACKAGES)
def test_each_public_name_is_exported_and_on_the_page(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name).__doc__, name
        assert f"::: {package}.{name}\n" in PAGE, name


def test_the_page_lists_nothing_else() -> None:
    listed = set(re.findall(r"^::: (\S+)$", PAGE, re.MULTILINE))
    assert listed == {
        f"{package}.{name}" for package in PACKAGES for name in import_module(package).__all__
    }


def test_public_packages_are_attributes() -> None:
    for package in PACKAGES[1:]:
        assert getattr(rulewright, package.partition(".")[2]) is import_module(package)


def test_an_unknown_name_is_an_attribute_error() -> None:
    for package in PACKAGES[:2]:
        with pytest.raises(AttributeError, match="no attribute 'nothing'"):
            getattr(import_module(package), "nothing")  # noqa: B009 - type checkers know the attributes


def test_a_former_name_is_still_exported() -> None:
    assert rulewright.NoCourse is rulewright.NoDeterminization
