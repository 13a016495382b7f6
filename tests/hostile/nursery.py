"""A process that has imported what commands need, and forks for each: so a command begins in a moment.

It reads orders from its input, a line of JSON each, and answers with the number of the child, then how that ended.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import resource
import subprocess
import sys
import tempfile
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

LEFT_OUT: Final = (
    "rulewright.lab.envs",
    "rulewright.editor.lsp",
    "rulewright.testing.pytest_plugin",
    "rulewright.__main__",
)
"""What no command that is tried needs, and what takes libraries that are not always there."""


@cache
def nursery() -> subprocess.Popen[str]:
    """The process of this test run; it ends with its input."""
    command = [sys.executable, __file__]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def send(order: dict[str, Any] | None) -> Any:
    """Give an order, if there is one, and return the next answer."""
    process = nursery()
    assert process.stdin is not None
    assert process.stdout is not None
    if order is not None:
        process.stdin.write(json.dumps(order) + "\n")
        process.stdin.flush()
    return json.loads(process.stdout.readline())


def _serve() -> None:
    import rulewright

    for found in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if not found.name.startswith(LEFT_OUT):
            import_module(found.name)
    _read_first()
    orders, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for line in orders:
        child = os.fork()
        if child == 0:
            _obey(json.loads(line))
        print(child, file=answers, flush=True)
        _, status, usage = os.wait4(child, 0)
        took = usage.ru_utime + usage.ru_stime
        code = os.waitstatus_to_exitcode(status)
        print(json.dumps([code, took, usage.ru_maxrss / 1024]), file=answers, flush=True)


def _read_first() -> None:
    """Check an edition with a mistake, so that what every check reads of the library is there for all."""
    from rulewright.testing.checks import check_edition

    with tempfile.TemporaryDirectory() as place:
        edition = Path(place, "own.yaml")
        edition.write_text("edition: own\nextends: classic\nname: Own\nrules: [own.rules]\n")
        edition.with_suffix(".rules").write_text("character Nobody\n    nonsense\n")
        assert check_edition(edition)
    gc.freeze()


def _obey(order: dict[str, Any]) -> None:
    """Become the command, under its limits; never returns."""
    os.setsid()
    for number, path in enumerate(order["files"]):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY
        os.dup2(os.open(path, flags), number)
    os.chdir(order["folder"])
    os.environ.clear()
    os.environ.update(order["env"])
    sys.argv = ["rulewright", *order["args"]]
    for name, (soft, hard) in order["limits"].items():
        resource.setrlimit(getattr(resource, name), (soft, hard))
    os._exit(_main())


def _main() -> int:
    """The exit code of the command, after all is written that it printed."""
    from rulewright.__main__ import main

    try:
        main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code


if __name__ == "__main__":
    _serve()
