"""The mark of these tests."""

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run these on Windows and macOS too."""
    item.add_marker("portable")
