"""Processes that think end with the server that began them, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

pytestmark = pytest.mark.process

SERVER = """
import os
from rulewright.web.bots.bot_pool import BotPool

if __name__ == "__main__":
    print(BotPool(1).ask(eval, "__import__('os').getpid()").result(), flush=True)
    os.kill(os.getpid(), 9)
"""


def is_there(process: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(process, 0)
        return True
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is killed like that there")
def test_a_server_that_is_killed_leaves_nobody_thinking(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)

    told = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, timeout=60)

    thinker, until = int(told.stdout), monotonic() + 20
    while is_there(thinker) and monotonic() < until:
        sleep(0.05)
    assert not is_there(thinker)
