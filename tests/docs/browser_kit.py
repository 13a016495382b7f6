"""Debian's Chromium, led by Playwright, and a server of files as simple as there is."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from docs.kit import DOCS

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
FOLDER = DOCS / "playground"


def missing(*, visited: bool = True) -> str:
    """What is not there of what these tests need, with the package that has it; nothing if all is.

    What is only built, and not visited, needs no browser.
    """
    needed: dict[str, object] = {"nodejs (node)": shutil.which("node"), "npm": shutil.which("npm")}
    if visited:
        needed |= {"chromium": CHROMIUM, "playwright (pip)": importlib.util.find_spec("playwright")}
    return ", ".join(name for name, found in needed.items() if not found)


def built(target: Path) -> None:
    """The playground as the site has it."""
    if not (FOLDER / "node_modules" / "pyodide").is_dir():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=FOLDER, check=True)
    subprocess.run(["node", "build.mjs", target, sys.executable], cwd=FOLDER, check=True)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """An address at which a folder is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browser(profile: Path, **settings: Any) -> Iterator[Any]:
    """A browser with a profile of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            headless=True,
            args=FLAGS,
            env={**os.environ, "TMPDIR": "/tmp"},  # a socket's path has at most 107 bytes
            **settings,
        )
        context.set_default_timeout(120_000)
        yield context
        context.close()
