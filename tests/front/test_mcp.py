"""`rulewright mcp`, driven by the client of the protocol's own package."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from rulewright.cli.command_line import rulewright
from rulewright.editor.mcp import workspace
from rulewright.editor.mcp.workspace import CannotRun, Workspace

if TYPE_CHECKING:
    # `mcp` takes a second to import: tests that use it do so themselves, not every worker.
    from mcp import Client
    from mcp.types import CallToolResult

BARD = """\
character Bard
    rank 3
    reading "An example."

    power sing at main
        choose a host from other players where its gold is at least 2
        the host gives 1 gold to me

scenario "A host pays the Bard"
    in "table.yaml", 4 players
    given
        move Bard to A's secret
        set A's gold to 0
        set B's gold to 2
        set C's gold to 0
        set D's gold to 0
    when
        play calling
        A chooses sing
    then
        A's gold is 1
        B's gold is 1
"""
TABLE = "edition: bards\nextends: classic\nrules: [bard.rules]\ncast: {character: {add: [Bard]}}\n"
FILES = {"bard.rules": BARD, "table.yaml": TABLE}


def drive(talk: Callable[[Client], Awaitable[None]], folder: Path | None = None) -> None:
    """Run `talk` with a client of a server in this process."""
    from mcp import Client

    from rulewright.editor.mcp.server import make_server

    async def run() -> None:
        async with Client(make_server(Workspace(folder))) as client:
            await talk(client)

    asyncio.run(run())


def text_of(result: CallToolResult) -> str:
    from mcp.types import TextContent

    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def exit_code(result: CallToolResult) -> Any:
    assert result.structured_content is not None
    return result.structured_content["exit_code"]


@pytest.mark.process
@pytest.mark.rotating
def test_a_client_starts_the_command_and_sees_the_complaints_of_check() -> None:
    from mcp import Client, StdioServerParameters

    async def run() -> None:
        command = StdioServerParameters(command=sys.executable, args=["-m", "rulewright", "mcp"])
        async with Client(command) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"check", "test", "explain", "say", "show", "simulate", "balance"}
            found = await client.call_tool(
                "check", {"files": {"a.rules": "character Bard\n    rnak 3\n"}}
            )
            assert exit_code(found) == 1
            assert not found.is_error
            assert "did you mean `rank`?" in text_of(found)

    asyncio.run(run())


@pytest.mark.process
@pytest.mark.rotating
def test_a_card_is_checked_tested_and_played() -> None:
    async def talk(client: Client) -> None:
        assert exit_code(await client.call_tool("check", {"files": FILES})) == 0
        tested = await client.call_tool("test", {"files": FILES})
        assert exit_code(tested) == 0, text_of(tested)
        wrong = {**FILES, "bard.rules": BARD.replace("A's gold is 1", "A's gold is 2")}
        failed = await client.call_tool("test", {"files": wrong})
        assert exit_code(failed) == 1
        assert "bard.rules:" in text_of(failed)
        assert "/tmp" not in text_of(failed)
        played = await client.call_tool(
            "simulate", {"edition": "table.yaml", "games": 20, "files": FILES}
        )
        assert exit_code(played) == 0, text_of(played)
        assert "Bard" in text_of(
            await client.call_tool("show", {"edition": "table.yaml", "files": FILES})
        )

    drive(talk)


@pytest.mark.process
@pytest.mark.rotating
def test_shipped_names_are_explained_and_sentences_answered() -> None:
    async def talk(client: Client) -> None:
        assert "Thief" in text_of(await client.call_tool("explain", {"name": "Thief"}))
        assert "E0201" in text_of(await client.call_tool("explain", {"name": "E0201"}))
        said = await client.call_tool("say", {"sentence": "I am the richest"})
        assert exit_code(said) == 0
        judged = {"edition": "classic", "card": "Thief", "minutes": 0.02}
        assert exit_code(await client.call_tool("balance", judged)) == 0
        page = await client.read_resource("rulewright://language")
        assert "rule language" in json.dumps(
            [part.model_dump(mode="json") for part in page.contents]
        )

    drive(talk)


@pytest.mark.rotating
def test_files_of_the_folder_are_seen_and_no_others(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    for name, text in FILES.items():
        (inside / name).write_text(text)
    (tmp_path / "secret.rules").write_text("character Secret\n")
    (inside / "link.rules").symlink_to(tmp_path / "secret.rules")

    async def talk(client: Client) -> None:
        found = await client.call_tool("check", {"paths": ["table.yaml"]})
        assert exit_code(found) == 0, text_of(found)
        for path in ("../secret.rules", str(tmp_path / "secret.rules"), "link.rules"):
            refused = await client.call_tool("check", {"paths": [path]})
            assert refused.is_error
            assert "outside of the folder" in text_of(refused)

    drive(talk, inside)


@pytest.mark.parametrize(
    ("files", "operands", "reason"),
    [
        ({"../x.rules": ""}, [], "cannot be called"),
        ({"rulewright.yaml": ""}, [], "cannot be called"),
        ({"x.py": ""}, [], "cannot be called"),
        ({f"{n}.rules": "" for n in range(workspace.MOST_FILES + 1)}, [], "at most"),
        ({"x.rules": "#" * (workspace.MOST_CHARACTERS + 1)}, [], "at most"),
        ({"x.rules": ""}, ["y.rules"], "not among the files"),
        ({}, ["/etc/x.yaml"], "not among the files"),
    ],
)
def test_what_a_call_may_not_name_is_refused(
    files: dict[str, str], operands: list[str], reason: str
) -> None:
    with pytest.raises(CannotRun, match=reason):
        Workspace(None).run(["check"], operands, files, 5)


@pytest.mark.process
def test_a_command_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(CannotRun, match="took more than"):
        Workspace(None).run(["simulate", "--games", "10000000"], ["classic"], {}, 1)


@pytest.mark.process
@pytest.mark.rotating
def test_operands_are_no_options_and_long_answers_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.editor.mcp import server

    monkeypatch.setattr(server, "LONGEST", 500)

    async def talk(client: Client) -> None:
        asked = await client.call_tool("explain", {"name": "--help"})
        assert asked.is_error
        edition = await client.call_tool("show", {"edition": "--arrays"})
        assert edition.is_error
        assert "there is no edition" in text_of(edition)
        wrong = "".join(f"charcter Card{n}\n" for n in range(20))
        found = await client.call_tool("check", {"files": {"a.rules": wrong}})
        assert re.search(r"(?s)^.{500}\n… \d+ more characters$", text_of(found))

    drive(talk)


def test_without_the_package_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)

    result = CliRunner().invoke(rulewright, ["mcp"])

    assert result.exit_code == 2
    assert 'pip install "rulewright[mcp]"' in result.output
