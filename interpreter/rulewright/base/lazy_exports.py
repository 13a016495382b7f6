"""Public names of a package that are imported on first use, so that importing the package is fast."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_exports(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package, which imports the names in `places` on first use.

    A place is a module below the package ("envs"), or a name in one ("runtime.session.games:Game").
    """

    def getter(name: str) -> Any:
        """Import and return the export called `name`. Raises AttributeError if `places` lacks it."""
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, attribute = places[name].partition(":")
        value: Any = import_module(f"{package}.{module}")
        if attribute:
            value = getattr(value, attribute)
        vars(sys.modules[package])[name] = value  # the next use does not come here
        return value

    return getter
