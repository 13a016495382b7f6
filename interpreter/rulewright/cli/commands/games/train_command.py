"""`rulewright train`: lets a network learn a game, and writes it as a file that plays."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.plain_files import delete_abandoned, write_whole
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.loading import GameOptions, takes
from rulewright.cli.common.seats import TRAINED
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text.complaints.printing import escape_text
from rulewright.native.loading import obstacle
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.lab.training.training import Setup, Training

READABLE = 0o644


@click.command()
@takes("edition", "lang", "players", "options", "cast")
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), default=3.0, show_default=True,
    help="CPU minutes of training in all.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(min=1),
    help="Train for this many rounds instead; the same seed then gives the same file.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(min=1, max=1_000_000), default=1, show_default=True,
              help="Seed of deals and choices.")  # fmt: skip
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), metavar="FILE.npz",
    help="File of the trained player (default: EDITION.npz in this folder).",
)  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on from FILE.training.npz, after an interruption.")
def train(
    game_options: GameOptions,
    minutes: float,
    rounds: int | None,
    seed: int,
    out: Path | None,
    resume: bool,
) -> None:
    """Let a network learn EDITION from games against itself.

    The trained player has at most 100 KB and plays with --bot FILE.npz in `play` and `simulate`. It knows games
    with these players and options only. A line for each eighth of the training, also in FILE.training.csv, says
    what share of 200 games it wins alone among random players, and among players that take the first option.

    FILE.training.npz is saved every 20 CPU seconds; --resume goes on from it, also with more minutes or rounds.
    """
    rules = game_options.rules(game_options.language)
    number, chosen = game_options.table(rules)
    path = Path(f"{rules.id}{TRAINED}") if out is None else out
    if find_spec("numpy") is None:
        raise NotPossible("training needs NumPy: pip install numpy")
    if not inside(rules).module(number, chosen).outcome.values:
        raise NotPossible(f"{rules.id} has no winner and no score, so there is nothing to learn")
    if obstacle(inside(rules).module(number, chosen)) is not None:
        click.echo(
            say("The Python engine plays these rules; training takes about 100 times as long."),
            err=True,
        )
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads cost more than they gain here
    from rulewright.lab.training.training import Budget, Point, Setup

    setup = Setup(rules, number, chosen, seed)
    state, curve = path.with_suffix(".training.npz"), path.with_suffix(".training.csv")
    _check_target(path)
    training = _training(setup, state, resume)
    click.echo(Point.HEAD)
    for line in (point.line for point in training.points):
        click.echo(line)
    for point in training.run(Budget(rounds, minutes), state):
        click.echo(point.line)
        lines = [Point.HEAD, *(each.line for each in training.points)]
        _write(curve, ("\n".join(lines) + "\n").encode())
    data = training.finish()
    _write(path, data)
    add_to_json_line({"file": str(path), "bytes": len(data), "rounds": training.rounds})
    message = say(
        "{path}: a player of {name} for {players} player(s), {size} bytes",
        path=path, name=rules.name, players=number, size=f"{len(data):,}",
    )  # fmt: skip
    click.echo(escape_text(message))


def _training(setup: Setup, state: Path, resume: bool) -> Training:
    """Return a new training, or the one in the file `state`. Raises NotPossible."""
    from rulewright.lab.players.trained_files import UnfitPlayer
    from rulewright.lab.training.training import Training

    if not resume:
        return Training.begin(setup)
    try:
        return Training.resume(setup, state)
    except UnfitPlayer as error:
        raise NotPossible(str(error)) from None


def _check_target(path: Path) -> None:
    """Raise NotPossible, before anything is learned, if a trained player cannot be written to `path`."""
    from rulewright.lab.players.networks import Network
    from rulewright.lab.players.trained_files import UnfitPlayer

    if path.suffix != TRAINED:
        raise NotPossible(f"{path}: the name of a trained player's file ends in {TRAINED}")
    try:
        if not path.parent.is_dir():
            raise NotPossible(f"there is no folder {path.parent} to write the file in")
        if os.path.lexists(path):
            Network.read(path)
        if not os.access(path.parent, os.W_OK):
            raise NotPossible(f"files in the folder {path.parent} cannot be written")
        delete_abandoned(path.parent)
    except (OSError, ValueError) as error:
        if isinstance(error, UnfitPlayer):
            raise NotPossible(
                f"{path} exists and is not a trained player; name another file with -o"
            ) from None
        raise NotPossible(f"{path} cannot be written: {error}") from None


def _write(path: Path, data: bytes) -> None:
    """Write a file whole. Raises NotPossible."""
    try:
        write_whole(path, data, READABLE)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise NotPossible(f"{path} cannot be written: {reason}") from None
