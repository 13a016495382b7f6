"""The shipped data are found, and only they."""

import pytest

from rulewright.library import FOLDERS, find_library


@pytest.mark.parametrize("name", FOLDERS)
def test_every_data_folder_is_found(name: str) -> None:
    assert find_library().folder(name).is_dir()


def test_another_folder_is_refused() -> None:
    with pytest.raises(ValueError, match="not 'docs'"):
        find_library().folder("docs")
