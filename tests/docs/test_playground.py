"""The examples of the playground are right, each as its page would say."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.kit import DOCS
from rulewright.testing.checks import check_edition
from rulewright.testing.scenarios import find_scenarios, run_scenario

EXAMPLES = sorted((DOCS / "playground" / "examples").iterdir())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_has_a_title_and_no_mistake(folder: Path) -> None:
    (edition,) = folder.glob("*.yaml")

    assert edition.read_text("utf-8").startswith("# ")
    assert not list(check_edition(edition))


@pytest.mark.parametrize("path", sorted((DOCS / "playground").glob("examples/*/*.rules")))
def test_its_scenarios_pass(path: Path) -> None:
    results = [run_scenario(ref) for ref in find_scenarios(path)]

    assert results
    assert all(result.passed for result in results)
