"""`rulewright build`: writes a game as one file, for programs in other languages or as a page that plays it."""

from __future__ import annotations

import os
import stat
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright import __version__
from rulewright.base.plain_files import delete_abandoned, read_plain, write_whole
from rulewright.base.table_component import component_module
from rulewright.cli.common.exits import NotPossible, NotUsable
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.common.seats import FIRST_NAMES
from rulewright.cli.pages.game_page import BEGINNING, game_page
from rulewright.language.edition.looks import load_looks
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import is_link_out_of_reach, real_path
from rulewright.language.text.complaints.printing import escape_text
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    import rulewright

LARGEST: Final = 64 << 20
"""Largest file in bytes that is examined before it is replaced; game files have about 100,000."""

READABLE: Final = 0o644
"""Permissions of a new file: everybody may read it."""


READERS: Final = ("rulewright.mjs", "rulewright.d.mts", "rulewright-table.mjs")
"""The JavaScript reader of game files, its types, and the table that draws games, written into the same folder."""


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option(
    "-o", "--output", metavar="FILE",
    help="File to write (default: EDITION.wasm or EDITION.html in this folder).",
)  # fmt: skip
@click.option(
    "--html", is_flag=True, help="Write one HTML file, which plays the game in any browser."
)
@click.option(
    "--silent", is_flag=True, help="Leave out the story, the card texts and the JavaScript files."
)
@click.option(
    "--wat", is_flag=True, help="Print the code as WebAssembly text instead of writing files."
)
def build(
    game_options: GameOptions, output: str | None, html: bool, silent: bool, wat: bool
) -> None:
    """Write EDITION as a WebAssembly file for other programming languages.

    The file contains the rules as code and the texts of the game as data. Programs in a browser, in node or
    wherever WebAssembly runs can play it without Rulewright. rulewright.mjs and its types, written into the same
    folder, play it in JavaScript, and rulewright-table.mjs draws it; docs/native-in-node.md and docs/embedding.md
    explain how.

    With --html the file is a page to open, from a disk or a web site: people who share one device and bots that
    choose at random play the game there, without a server.

    The file works only for the number of players, the options and the cards chosen here. If the output file already
    exists, it is replaced only if `build` wrote it.
    """
    rules = game_options.rules(game_options.language)
    number, chosen = game_options.table(rules)
    if html and (wat or silent):
        raise click.UsageError(f"--html has no effect together with --{'wat' if wat else 'silent'}")
    if wat:
        if output is not None:
            raise click.UsageError("--wat prints the code and writes no file; leave out -o")
        click.echo(_text_of(rules, number, chosen, not silent), nl=False)
        return
    path = Path(output if output is not None else f"{rules.id}.{'html' if html else 'wasm'}")
    beside = {} if silent or html else {path.parent / name: _reader(name) for name in READERS}
    targets = {each: _check_target(each) for each in (path, *beside)}
    data = _file_of(rules, number, chosen, not silent)
    if html:
        language = inside(rules).compiled(number, chosen).language
        data = game_page(data, rules.name, language, FIRST_NAMES[:number])
    for each, written in {path: data, **beside}.items():
        _write(each, targets[each], written)
    message = say(
        "{path}: {name} for {players} player(s), {size} bytes",
        path=path, name=rules.name, players=number, size=f"{len(data):,}",
    )  # fmt: skip
    click.echo(escape_text(message))


def _file_of(rules: rulewright.Rules, players: int, options: tuple[str, ...], tells: bool) -> bytes:
    """Return the bytes of the file, with a story if it `tells`.

    Raises NotUsable for rules that cannot be compiled to WebAssembly, and RulesError.
    """
    from rulewright.cli.pages.game_data import game_data, story_texts
    from rulewright.native.loading import native_file

    about: dict[str, Any] = {
        "made by": f"rulewright {__version__}",
        "edition": rules.id,
        "name": rules.name,
        "game": inside(rules).game,
        "rules": inside(rules).digest,
        "players": players,
        "options": list(options),
        "cast": list(inside(rules).cast),
        **game_data(inside(rules).compiled(players, options)),
    }
    if tells:
        about["layout"] = inside(rules).layout(players, options)
        about["tellings"] = story_texts(inside(rules).compiled(players, options))
        about["looks"] = load_looks(inside(rules).edition.files).embedded()
    data = native_file(inside(rules).module(players, options), about, tells)
    if data is None:
        raise _too_large(rules)
    return data


def _text_of(rules: rulewright.Rules, players: int, options: tuple[str, ...], tells: bool) -> str:
    """Return the code of the file as WebAssembly text. Raises NotUsable and RulesError."""
    from rulewright.native.loading import native_text

    text = native_text(inside(rules).module(players, options), tells)
    if text is None:
        raise _too_large(rules)
    return text


def _too_large(rules: rulewright.Rules) -> NotUsable:
    """Return the error for rules that cannot be compiled to WebAssembly."""
    return NotUsable(
        f"{rules.id} cannot be written as WebAssembly: its rules are too large for native code, "
        "or need the Python engine. Fewer cards or rules may help; "
        "`rulewright play` and `simulate` play it as it is"
    )


def _reader(name: str) -> bytes:
    """Return the bytes of a shipped JavaScript file."""
    if name == READERS[-1]:
        return component_module().encode()
    return (files("rulewright.runtime.session.seat") / name).read_bytes()


def _check_target(path: Path) -> Path:
    """Return the real path to write to. Raises NotPossible, before anything is compiled, if that is impossible."""
    try:
        if is_link_out_of_reach(path):
            raise NotPossible(f"{path} is a link to a place that may not be written")
        target = real_path(path)
        if not os.path.isdir(target.parent):
            raise NotPossible(f"there is no folder {path.parent} to write the file in")
        if os.path.lexists(target) and not _is_replaceable(target):
            raise NotPossible(
                f"{path} exists already, and `rulewright build` did not write it; "
                "name another file with -o, or remove it"
            )
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None
    return target


def _is_replaceable(path: Path) -> bool:
    """Return whether a file may be replaced: it is empty, or an earlier command wrote it."""
    from rulewright.native.engine.game_file import is_game_file

    if not os.path.isfile(path):
        return False
    data = read_plain(path, LARGEST)
    is_reader = path.name in READERS and data.startswith(_reader(path.name).splitlines()[0])
    is_page = data.startswith(BEGINNING.encode())
    return not data or is_reader or is_page or is_game_file(data)


def _write(path: Path, target: Path, data: bytes) -> None:
    """Write `data` to `target`, keeping the mode of an existing file. Raises NotPossible, which names `path`."""
    try:
        mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else READABLE
        delete_abandoned(target.parent)
        write_whole(target, data, mode)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError | ValueError) -> NotPossible:
    """Return the error that a file cannot be written, with the reason."""
    reason = error.strerror if isinstance(error, OSError) else error
    return NotPossible(f"{path} cannot be written: {reason}")
