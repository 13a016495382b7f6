"""Who can open a server's pages, and how friends get the link."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.web import app as web_app, reach
from rulewright.web.serve_command import serve
from table.kit import new_table, person, serving

LINK = "http://192.168.7.20:8765"


def test_addresses_that_only_this_machine_has_are_none_for_friends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = ["192.168.7.20", "127.0.1.1", "0.0.0.0", "169.254.3.4", "10.0.0.4", "192.168.7.20"]
    monkeypatch.setattr(reach, "_found", lambda: iter(found))

    assert reach.network_addresses() == ("192.168.7.20", "10.0.0.4")


@pytest.mark.parametrize(
    ("host", "is_answered"),
    [
        ("localhost", True), ("192.168.7.20", True), ("[fe80::1]", True), ("[::1]", True),
        ("evil.test", False), ("1.evil.test", False), ("127.0.0.1.evil.test", False), ("", False),
        ("0x7f000001", False),
    ],
)  # fmt: skip
def test_a_server_answers_to_its_names_and_to_every_address(host: str, is_answered: bool) -> None:
    assert reach.is_answered(host, reach.LOOPBACK) == is_answered


def test_the_waiting_room_shows_the_link_that_friends_can_open(tmp_path: Path) -> None:
    with serving(tmp_path, links=(LINK, "http://10.0.0.4:8765")) as app:
        ann = person(app)
        ann.client.base_url = "http://localhost:8765"
        table = new_table(ann)
        page = ann.look(table).text

        assert f'id="link">{LINK}{table}<' in page
        assert reach.qr_as_svg(f"{LINK}{table}") in page
        ann.client.base_url = "http://10.0.0.4:8765"
        assert f'id="link">http://10.0.0.4:8765{table}<' in ann.look(table).text


def test_the_waiting_room_of_a_local_server_says_that_nobody_else_can_come(tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        ann = person(app)
        ann.client.base_url = "http://localhost:8765"
        page = ann.look(new_table(ann)).text

        assert "Only this computer can open this link." in page
        assert 'class="qr"' not in page


@pytest.mark.parametrize(
    ("given", "addresses", "host", "lines"),
    [
        ([], ("192.168.7.20",), "0.0.0.0", [f"For your friends: {LINK}/", "Everybody in your network"]),
        ([], (), "0.0.0.0", ["This computer is in no network"]),
        (["--local"], ("192.168.7.20",), "127.0.0.1", ["Only this computer can open these pages"]),
    ],
)  # fmt: skip
def test_serve_says_who_can_reach_it(
    given: list[str], addresses: tuple[str, ...], host: str, lines: list[str],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(reach, "network_addresses", lambda: addresses)
    hosts: list[str] = []
    monkeypatch.setattr(web_app, "run_server", lambda app, host, port: hosts.append(host))

    told = CliRunner().invoke(serve, ["liars-hand", *given])

    assert told.exit_code == 0, told.output
    assert hosts == [host]
    assert all(line in told.output for line in ["On this computer: http://127.0.0.1:8765/", *lines])
    assert ("For your friends" in told.output) == ("--local" not in given and bool(addresses))


def test_a_code_is_as_large_as_its_link_needs() -> None:
    code = reach.qr_for_terminal(f"{LINK}/")

    rows = re.sub("\x1b\\[[0-9;]*m", "", code).splitlines()
    assert {len(row) for row in rows if row} == {29}
    assert len(rows) in (15, 16)
