"""`rulewright replay`: replays recorded games under other rules and prints where they part."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright.base.plain_files import read_plain
from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.terminal.files.save_files import ARCHIVES, LARGEST, read_archive
from rulewright.language.edition.sidecar_files import LOOKS
from rulewright.language.text import SEATS, RulesError
from rulewright.language.text.complaints.printing import escape_text

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.lab.replays.comparison import ComparedGame
    from rulewright.lab.replays.recorded_games import RecordedGame
    from rulewright.runtime.session.rules.rule_archive import RuleArchive

MOST_SHOWN: Final = 20
"""Games that are printed one by one; `--json` has all."""
DATABASES: Final = "rulewright.web.store.recorded_tables"
"""The module that reads tables of a server; only `serve` and this command need its packages."""


class _Recorded:
    """The recorded games that were found, the rules kept with them by hash, and what could not be read."""

    def __init__(self) -> None:
        self.games: list[RecordedGame] = []
        self.archives: dict[str, RuleArchive] = {}
        self.failures: list[tuple[str, str]] = []

    def add_file(self, path: Path) -> None:
        """Add the saved game in a file, and the rules that it keeps; note a failure if it cannot be read."""
        from rulewright.lab.replays.recorded_games import game_in_save

        try:
            text = read_plain(path, LARGEST).decode("utf-8-sig")
            game = game_in_save(str(path), text)
            if game.archive and game.archive not in self.archives:
                self.archives[game.archive] = read_archive(path, game.archive)
            self.games.append(game)
        except RulesError as error:
            self.failures.append((str(path), error.messages))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            self.failures.append((str(path), f"it cannot be read: {reason}"))

    def add_database(self, address: str) -> None:
        """Add the games of all tables in a database. Raises NotPossible."""
        try:
            module: Any = import_module(DATABASES)
        except ImportError:
            raise NotPossible(
                "a database needs more packages: pip install 'rulewright[table]'"
            ) from None
        games, archives, failures = module.recorded_tables(address)
        self.games += games
        self.archives |= archives
        self.failures += failures


@click.command()
@click.argument("recorded", nargs=-1, required=True, metavar="FILE|FOLDER|DATABASE...")
@click.option(
    "--against",
    metavar="EDITION",
    help="The new rules (default: the edition of each game, as it is today).",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes (default: one a core).",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Replay on a Dask cluster, such as tcp://host:8786."
)
@click.option(
    "--migrate",
    is_flag=True,
    help="Give identical saved games the new rules; let the others keep theirs.",
)
def replay(
    recorded: tuple[str, ...],
    against: str | None,
    jobs: int | None,
    cluster: str | None,
    migrate: bool,
) -> None:
    """Replay saved games and tables under other rules, and print where they differ.

    A game is `identical` if every decision has the same options and the end is the same. Else it `plays on` if
    all its choices can still be made, or it `parts` at the first choice that cannot be made. The exit code is 1 if
    any game parts.

    The old rules are the ones saved with the game (`play --with-rules` and every table save them). If none were
    saved, the rules of its edition are used, provided that they play alike. If these differ too, only the numbers
    of the choices are compared.

    With --migrate, saved games that are identical get the new rules; the others keep their own, stored beside them.
    A backup of each changed file stays beside it.
    """
    from rulewright.cli.balance.balance_session import game_executor, status_line
    from rulewright.lab.replays.runs import bundles_for, chunks_of, replay_all, report_data

    begun, found = monotonic(), _Recorded()
    for name in recorded:
        _add(found, name)
    if not found.games and not found.failures:
        raise NotPossible(f"there are no recorded games in {', '.join(recorded)}")
    bundles, reasons = bundles_for(found.games, against)
    chunks = chunks_of(found.games, bundles, found.archives)
    replayed, failures = [], found.failures
    failures += [
        (game.name, reasons[game.edition]) for game in found.games if game.edition in reasons
    ]
    with (
        game_executor(cluster, 1 if len(chunks) < 2 else jobs) as (executor, _),
        status_line() as show,
    ):
        for games, wrong in replay_all(chunks, executor):
            replayed += games
            failures += wrong
            show(f"{len(replayed):,} of {len(found.games):,} games")
    data = report_data(replayed, failures, monotonic() - begun)
    if migrate:
        data["migrated"] = _migrate(found, replayed, against, failures)
    add_to_json_line(data)
    click.echo(escape_text("\n".join(_lines(data))))
    if data["parted"] or failures:
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _migrate(
    found: _Recorded,
    replayed: Sequence[ComparedGame],
    against: str | None,
    failures: list[tuple[str, str]],
) -> dict[str, int]:
    """Migrate the games that are in files; return how many were carried over, pinned, unchanged and left."""
    from rulewright import load
    from rulewright.cli.terminal.files.save_migration import migrate_save

    by_name = {game.name: game for game in found.games}
    rules: dict[str, Rules] = {}
    counts = dict.fromkeys(("carried", "pinned", "unchanged", "left"), 0)
    for result in replayed:
        game, path = by_name[result.name], Path(result.name)
        if game.end is None:  # a table, which keeps its rules
            continue
        source = against or game.edition
        source = os.path.abspath(source) if os.path.exists(source) else source
        try:
            if source not in rules:
                rules[source] = load(source)
            counts[migrate_save(path, game, result, rules[source])] += 1
        except RulesError as error:
            failures.append((result.name, error.messages))
        except OSError as error:
            failures.append((result.name, f"it cannot be written: {error.strerror}"))
    return counts


def _add(found: _Recorded, name: str) -> None:
    """Add the recorded games that an argument names. Raises NotPossible."""
    path = Path(name)
    if "://" in name:
        found.add_database(name)
    elif os.path.isdir(path):  # `Path.is_dir` raises an error for a name that is too long
        for file in _saves_in(path):
            found.add_file(file)
    elif path.suffix in (".db", ".sqlite", ".sqlite3") and os.path.exists(path):
        found.add_database(f"sqlite:///{path.resolve()}")
    elif os.path.exists(path):
        found.add_file(path)
    else:
        raise NotPossible(f"there is no file or folder {name}")


def _saves_in(folder: Path) -> Iterator[Path]:
    """Yield the JSON files in a folder and those below, without kept rules and looks of editions, in order."""
    for path in sorted(folder.rglob("*.json")):
        is_other = path.name.endswith(LOOKS) or ARCHIVES in path.relative_to(folder).parts[:-1]
        if path.is_file() and not is_other:
            yield path


# ------------------------------------------------------------------ the report


def _lines(data: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the report: counts, the rules that made a difference, and the first games."""
    yield (
        f"{data['games']:,} game{'' if data['games'] == 1 else 's'}: {data['identical']:,} identical, "
        f"{data['otherwise']:,} play on and end otherwise, {data['parted']:,} part"
    )
    for rule in data["rules"]:
        count = rule["parted"] + rule["otherwise"]
        yield f"  {count:,} at {_rule_text(rule)}"
    for game in data["different"][:MOST_SHOWN]:
        yield from _game_lines(game)
    if len(data["different"]) > MOST_SHOWN:
        yield f"{len(data['different']) - MOST_SHOWN:,} more differ; --json lists all"
    if "migrated" in data:
        yield ", ".join(f"{number:,} {how}" for how, number in data["migrated"].items())
    for failure in data["unreadable"][:MOST_SHOWN]:
        yield f"{failure['game']}: {failure['reason']}"
    if len(data["unreadable"]) > MOST_SHOWN:
        yield f"{len(data['unreadable']) - MOST_SHOWN:,} more cannot be read; --json lists all"


def _rule_text(data: dict[str, Any]) -> str:
    """Return a rule with its place and what it does."""
    named = f"`{data['rule']}` ({data['place']})" if data["rule"] else data["place"] or "the end"
    return f"{named}: {data['reason']}" if data["reason"] else named


def _game_lines(game: dict[str, Any]) -> Iterator[str]:
    """Yield the lines about a game that is not identical."""
    verdict = "parts" if game["verdict"] == "parted" else "plays on"
    if game.get("blind"):
        verdict += "; its old rules are not known, so only the numbers of its choices were compared"
    if "decision" in game:
        seat = SEATS[game["seat"]] if game["seat"] >= 0 else "nobody"
        place = f"decision {game['decision']}, {seat}, {game['kind']}"
        beyond = "the end" if game["decision"] else "the beginning"
        yield f"{game['game']}: {verdict}; {place if game['kind'] else beyond}"
        for sign, options in (("-", game["missing"]), ("+", game["new"])):
            yield from (f"    {sign} {option}" for option in options)
        yield f"    by {_rule_text(game)}"
    else:
        yield f"{game['game']}: {verdict}"
    if "scores" in game:
        yield f"    scores {_scores(game['scores']['before'])} become {_scores(game['scores']['after'])}"


def _scores(scores: Sequence[int] | None) -> str:
    """Return scores as text."""
    return "none" if scores is None else ", ".join(map(str, scores))
