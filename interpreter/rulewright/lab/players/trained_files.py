"""Arrays in files of trained players, read without running code."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile
from zlib import error as BadStream

EXTRA: Final = "a trained player needs NumPy: pip install numpy"


class UnfitPlayer(ValueError):
    """Error: a file holds no trained player, or one of another game; or NumPy is missing."""


def require_numpy() -> None:
    """Raise UnfitPlayer if NumPy is not installed."""
    if find_spec("numpy") is None:
        raise UnfitPlayer(EXTRA)


def read_arrays(path: Path) -> dict[str, Any]:
    """Return the arrays in a file of NumPy, without running code. Raises UnfitPlayer."""
    import numpy as np

    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (
        OSError, EOFError, ValueError, KeyError, AttributeError, TypeError, NotImplementedError,
        MemoryError, RuntimeError, BadZipFile, BadStream,
    ) as error:  # fmt: skip
        missing = (
            f"there is no file {path}" if not path.exists() else f"{path} is not a trained player"
        )
        raise UnfitPlayer(missing) from error
