"""All tests of suggestions run on every platform."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run these on Windows and macOS too."""
    item.add_marker("portable")
