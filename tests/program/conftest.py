"""Tests of one stage, which are quick enough for every system."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run these on Windows and macOS too."""
    item.add_marker("portable")
