"""Shipped editions with a few mistakes in them: complaints, each in its place."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from fuzz.kit import Change, Watch, assert_sound, changes, few, spoilt
from fuzz.targets import text_of
from rulewright.base.library import find_library
from rulewright.language.edition.loading.find import list_editions
from rulewright.testing.checks import check_edition

EDITIONS = sorted(list_editions(find_library().root))
KEYS = ["rules: []", "extends: classic", "players: 2-3", "options:", "  - x", "by-players: {2: {}}"]
WORDS = ["012", "1e9", "99999999", "no", "~", "[", "]", "{", "}", "-", "a: b", "cast", "add", "2-9"]


@few(15)
@given(st.sampled_from(EDITIONS), changes(WORDS, KEYS))
@pytest.mark.rotating
def test_a_shipped_edition(path: Path, made: list[Change]) -> None:
    with TemporaryDirectory() as folder, Watch():
        own = Path(folder) / path.name
        own.write_bytes(spoilt(text_of(path), made).encode("utf-8", "surrogatepass"))
        assert_sound(check_edition(own))
