"""What the tests of editions share."""

from pathlib import Path

import pytest

from edition.kit import make_library


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return make_library(tmp_path)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Run these on Windows and macOS too."""
    item.add_marker("portable")
