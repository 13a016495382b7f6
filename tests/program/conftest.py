"""The rule files here are examples of what is refused, not scenarios to run."""

import pytest

collect_ignore_glob = ["*.rules", "*/*.rules"]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run these on Windows and macOS too."""
    item.add_marker("portable")
