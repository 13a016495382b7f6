"""What holds for all tests: they keep what they make in a folder of the checkout, not in the user's cache."""

import os
import tempfile
from pathlib import Path

import pytest

VARIABLE = "RULEWRIGHT_CACHE"


def pytest_configure(config: pytest.Config) -> None:
    """Set it before anything is loaded; workers and processes that tests begin get it from here."""
    if VARIABLE not in os.environ:
        cache = getattr(config, "cache", None)
        folder = cache.mkdir("rulewright") if cache else Path(tempfile.mkdtemp("-rulewright"))
        os.environ[VARIABLE] = str(folder)
