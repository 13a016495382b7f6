"""Servers and a database that tests begin and kill, and people who go on with whichever server answers."""

from __future__ import annotations

import os
import random
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

import httpx2
import pytest
from attrs import define, field

from rulewright.web.store.database import TableStore
from rulewright.web.store.identities import TokenSigner, form_key, new_token, person_of
from table.kit import ASKED, OPTION

POSTGRES = Path("/usr/lib/postgresql/15/bin")
SERVED = Path(__file__).with_name("served.py")
PATIENCE = 3_000
"""How often a player asks who is shown nothing new before he gives up, however slow the machine is."""

needs_postgres = pytest.mark.skipif(
    not (POSTGRES / "initdb").exists(), reason="Debian's package postgresql-15 is not installed"
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@define(slots=False)
class Server:
    """A server that can be killed and begun again at the same address."""

    database: str
    port: int = field(factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    most: int = 4_000
    """Connections that it holds at a time."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def tokens(self) -> TokenSigner:
        """What seals tokens on its database, which has to be there when this is first asked."""
        store = TableStore(self.database)
        try:
            return TokenSigner(store.secret("tokens"))
        finally:
            store.close()

    @property
    def number(self) -> int:
        assert self.process is not None
        return self.process.pid

    def begin(self) -> None:
        command = [sys.executable, str(SERVED), self.database, str(self.port), str(self.most)]
        self.process = subprocess.Popen(command)

    def wait(self) -> None:
        for _ in range(2_400):
            with suppress(httpx2.TransportError):
                httpx2.get(f"{self.address}/me", timeout=5)
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


def used(process: int) -> tuple[float, int]:
    """The CPU seconds of a process so far, and its memory in KB."""
    about = Path(f"/proc/{process}")
    times = about.joinpath("stat").read_text().rpartition(")")[2].split()
    ticks = (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")
    memory = re.search(r"VmRSS:\s+(\d+)", about.joinpath("status").read_text())
    return ticks, int(memory[1]) if memory else 0


@contextmanager
def servers(database: str, count: int = 1, most: int = 4_000) -> Iterator[list[Server]]:
    """Some servers on one database, ready."""
    found = [Server(database, most=most) for _ in range(count)]
    try:
        for each in found:
            each.begin()
        for each in found:
            each.wait()
        yield found
    finally:
        for each in found:
            each.kill()


@define
class Player:
    """Somebody at a table who sends what he has decided again and again until a server has answered."""

    servers: list[Server]
    seat: int
    lot: random.Random
    token: str = field(factory=new_token)
    accepted: dict[str, int] = field(factory=dict)
    told: int = 0
    """How often he was told that something is away just now, or no server answered."""
    client: httpx2.Client = field(factory=lambda: httpx2.Client(verify=False, timeout=20))

    @property
    def person(self) -> str:
        return person_of(self.token)

    def ask(self, method: str, path: str, **fields: str) -> httpx2.Response | None:
        """An answer of one of the servers; none if it is away."""
        address = self.lot.choice(self.servers).address
        cookies = {"cookie": f"rulewright={self.servers[0].tokens.sign(self.token)}"}
        data = {"key": form_key(self.token), **fields} if method == "POST" else None
        try:
            return self.client.request(method, address + path, data=data, headers=cookies)
        except httpx2.TransportError:
            return None

    def play(self, table: str) -> bool:
        """Choose whenever it is his turn, as long as the game goes on; whether it is over."""
        last, left = "", PATIENCE
        while left := left - 1:
            page = self.ask("GET", table)
            if page is None or page.status_code != 200:
                time.sleep(0.1)
                continue
            if page.text != last:
                last, left = page.text, PATIENCE
            if f"{table}/steps" in page.text:
                return True
            asked = ASKED.search(page.text)
            if asked is None:
                time.sleep(0.05)
                continue
            option = self.lot.choice(OPTION.findall(page.text))
            self._insist(table, asked[1], option)
        return False

    def _insist(self, table: str, asked: str, option: str) -> None:
        is_sent = False
        for _ in range(PATIENCE):
            answer = self.ask("POST", f"{table}/choose", asked=asked, option=option)
            status = answer.status_code if answer is not None else 0
            if status == 303 or (status == 409 and is_sent):
                self.accepted[asked] = int(option)
                return
            assert status in (0, 503), (status, answer and answer.text)
            is_sent = True
            self.told += 1
            time.sleep(0.1)


class Postgres:
    """A database of its own in a folder, which can be stopped and begun again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder / "data", free_port()
        self._as = (
            ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            if os.getuid() == 0
            else []
        )
        if self._as:
            shutil.chown(folder, "nobody", "nogroup")
        self._run(
            "initdb", "-D", str(self.folder), "-U", "us", "-A", "trust", "--no-sync", "-E", "UTF8"
        )

    @property
    def address(self) -> str:
        return f"postgresql+psycopg://us@127.0.0.1:{self.port}/postgres"

    def begin(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        self._run(
            "pg_ctl",
            "-D",
            str(self.folder),
            "-o",
            options,
            "-w",
            "-l",
            str(self.folder / "log"),
            "start",
        )

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "-D", str(self.folder), "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *rest: str) -> None:
        command = [*self._as, str(POSTGRES / program), *rest]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextmanager
def postgres(folder: Path) -> Iterator[Postgres]:
    """A database that runs; gone afterwards."""
    if os.getuid() == 0:
        os.chmod(folder, 0o755)
        for above in folder.parents[: len(folder.parents) - 2]:
            with suppress(OSError):
                os.chmod(above, above.stat().st_mode | 0o011)
    found = Postgres(folder)
    found.begin()
    try:
        yield found
    finally:
        found.stop()
