"""The two oldest editions, which many of these tests play."""

from __future__ import annotations

import pytest

import rulewright


@pytest.fixture(scope="module")
def classic() -> rulewright.Rules:
    return rulewright.load("classic")


@pytest.fixture(scope="module")
def first_edition() -> rulewright.Rules:
    return rulewright.load("first-edition")
