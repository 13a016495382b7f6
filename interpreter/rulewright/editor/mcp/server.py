"""The tools of the server: each is a command of Rulewright, and answers with what the command prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

from mcp.server import MCPServer
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from rulewright import __version__
from rulewright.base.library import find_library
from rulewright.cli.common.exits import EXIT_USAGE
from rulewright.editor.mcp.workspace import CannotRun, Workspace

LONGEST: Final = 30_000
"""Maximum length of an answer's text, in characters."""
SECONDS: Final = 20
"""CPU time of a tool that plays nothing."""
SECONDS_OF_GAMES: Final = 60
MOST_GAMES: Final = 2_000
MOST_MINUTES: Final = 2

INSTRUCTIONS: Final = """\
Rulewright checks, tests and measures card games written in its rule language. Read the resource
`rulewright://language` before you write rules. Write scenarios first, then the card; call `check` until
nothing is left, then `test`. Give files as texts by name, as {"bard.rules": "...", "table.yaml": "..."}:
only the files of one call are seen. `say` finds examples of how something is written, `explain` shows a
shipped card with its rules.
"""

Files: TypeAlias = Annotated[
    dict[str, str] | None,
    Field(description="Texts of rule files (.rules) and editions (.yaml) by their names."),
]
Paths: TypeAlias = Annotated[
    list[str] | None,
    Field(
        description="Files to look at; by default all. Without `files`, below the server's folder."
    ),
]
Edition: TypeAlias = Annotated[
    str, Field(description="The id of a shipped edition, or a .yaml file.")
]
Players: TypeAlias = Annotated[int | None, Field(ge=1, le=20, description="Number of players.")]

_READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def make_server(workspace: Workspace) -> MCPServer:
    """Return a server whose tools work on the files of `workspace`."""
    server = MCPServer(
        "rulewright", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR"
    )
    tools = Tools(workspace)
    for tool in (
        tools.check, tools.test, tools.explain, tools.say, tools.show, tools.simulate, tools.balance,
    ):  # fmt: skip
        server.tool(annotations=_READS)(tool)
    server.resource(
        "rulewright://language",
        mime_type="text/markdown",
        description="The rule language, by example.",
    )(language_guide)
    return server


def language_guide() -> str:
    """Return the page on the rule language."""
    return find_library().index.read_text(encoding="utf-8")


class Tools:
    """The tools, bound to the files that they may see."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def check(
        self,
        files: Files = None,
        paths: Paths = None,
        deep: Annotated[bool, Field(description="Also play: find rules that never apply.")] = False,
    ) -> CallToolResult:
        """Report the mistakes in rule files and editions, each with its place and help."""
        seconds = SECONDS_OF_GAMES if deep else SECONDS
        return self._run(["check", *(["--deep"] if deep else [])], paths, files, seconds)

    def test(self, files: Files = None, paths: Paths = None) -> CallToolResult:
        """Run the scenarios in rule files, and show where one fails."""
        return self._run(["test"], paths, files, SECONDS_OF_GAMES)

    def explain(
        self,
        name: Annotated[
            str, Field(description="A card, event, place, value …, or a code as E0201.")
        ],
        edition: Annotated[str | None, Field(description="An edition that has it.")] = None,
        files: Files = None,
    ) -> CallToolResult:
        """Explain a card with its rules and scenarios, another name of an edition, or a complaint's code."""
        operands = [name, *([] if edition is None else [edition])]
        return self._run(["explain"], operands, files, SECONDS)

    def say(
        self,
        sentence: Annotated[
            str, Field(description='What a rule is to say, as "I am the richest".')
        ],
        edition: Edition = "classic",
        files: Files = None,
    ) -> CallToolResult:
        """Find the examples of the rule language that are nearest to a sentence of plain English."""
        return self._run(["say"], [sentence, edition], files, SECONDS)

    def show(
        self, edition: Edition, players: Players = None, files: Files = None
    ) -> CallToolResult:
        """Show the settings, tables and cards of an edition."""
        return self._run(["show", *_players(players)], [edition], files, SECONDS)

    def simulate(
        self,
        edition: Edition,
        games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 100,
        players: Players = None,
        files: Files = None,
    ) -> CallToolResult:
        """Play random games of an edition, and show how long they are and who wins."""
        command = ["simulate", "--games", str(games), *_players(players)]
        return self._run(command, [edition], files, SECONDS_OF_GAMES)

    def balance(
        self,
        edition: Edition,
        card: Annotated[str | None, Field(description="The card to judge; by default all.")] = None,
        minutes: Annotated[float, Field(gt=0, le=MOST_MINUTES)] = 0.5,
        players: Players = None,
        files: Files = None,
    ) -> CallToolResult:
        """Judge from many games whether a card of an edition is too strong."""
        judged = [] if card is None else [f"--card={card}"]
        command = ["balance", "--minutes", str(minutes), *judged, *_players(players)]
        seconds = SECONDS_OF_GAMES + int(60 * minutes)
        return self._run(command, [edition], files, seconds)

    def _run(
        self,
        command: Sequence[str],
        operands: Sequence[str] | None,
        files: Mapping[str, str] | None,
        seconds: int,
    ) -> CallToolResult:
        """Return the answer of a command; what cannot be run is an error of the tool."""
        given = files or {}
        try:
            run = self.workspace.run(command, operands or ["."], given, seconds)
        except CannotRun as error:
            return _answer(str(error), EXIT_USAGE)
        text = "\n".join(part.strip("\n") for part in (run.output, run.errors) if part.strip())
        return _answer(text or "Nothing to report.", run.exit_code)


def _players(players: int | None) -> list[str]:
    """Return the option for a number of players."""
    return [] if players is None else ["--players", str(players)]


def _answer(text: str, exit_code: int) -> CallToolResult:
    """Return an answer with a command's text and exit code; wrong usage and failures are errors of the tool."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}\n… {len(text) - LONGEST} more characters"
    return CallToolResult(
        content=[TextContent(type="text", text=text)],
        structured_content={"exit_code": exit_code},
        is_error=exit_code >= EXIT_USAGE,
    )
