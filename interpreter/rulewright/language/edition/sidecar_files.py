"""JSON files next to an edition file that share its name, such as learned weights or table themes."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

from rulewright.language.text import escape_line, read_auxiliary as read_file_beside

LOGGER: Final = logging.getLogger("rulewright.language.edition")
LOOKS: Final = ".table.json"
"""Ending of look files."""
T = TypeVar("T")


def read_sidecar_files(
    editions: Iterable[Path], ending: str, largest: int, read: Callable[[Path, Any], T]
) -> Iterator[T]:
    """Yield what `read` makes of each edition's JSON file, which has the edition's name and `ending`.

    Missing files are skipped. Files that are larger than `largest` bytes or invalid are logged and skipped.
    """
    for edition in editions:
        path = edition.with_name(edition.stem + ending)
        try:
            contents = read(path, json.loads(read_file_beside(path, ending, largest)))
        except FileNotFoundError:
            continue
        except (OSError, LookupError, TypeError, ValueError, RecursionError) as error:
            LOGGER.warning("%s is not used: %s", escape_line(str(path)), escape_line(str(error)))
        else:
            yield contents
