"""What the tests of editions share."""

from pathlib import Path

import pytest

from edition.kit import make_library


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return make_library(tmp_path)
