"""Files of `rulewright build`: a reader without Rulewright finds the same games in them."""

from __future__ import annotations

import gzip
import os
import re
import struct
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

import rulewright
from engines.kit import GAMES
from front.kit import Shell
from perft.games import TESTS
from properties.every import shipped
from rulewright.native import compile_module as from_module
from rulewright.runtime.game.engine import SupportsTree
from rulewright.runtime.ir.outcome_rules import WHOLE
from tiers import LONG

pytest.importorskip("wasmtime")

from engines.reader import GameFile
from rulewright.runtime.session.rules.internals import inside

OWN = "language/forms/forms.yaml"
LARGE = "language/numbers/numbers.yaml"
"""A game with numbers that native code does not hold."""


def edition_of(name: str) -> str:
    return str(TESTS / name) if name in GAMES else name


def built(shell: Shell, folder: Path, name: str, players: int, *more: str) -> GameFile:
    path = folder / "game.wasm"
    shell.run("build", edition_of(name), "--players", players, "-o", path, *more)
    return GameFile(path)


@pytest.fixture(scope="module")
def classic(tmp_path_factory: pytest.TempPathFactory) -> GameFile:
    from click.testing import CliRunner

    return built(Shell(CliRunner()), tmp_path_factory.mktemp("built"), "classic", 5)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("edition", "players", "more"),
    [
        ("devious-dignitaries", 7, ("--lang", "fr")),
        ("modern", 4, ("--cast", "Witch,Spy,Seer,Cardinal,Alchemist,Scholar")),
        ("expeditions", 2, ()),
        *((game, 2, ()) for game in GAMES if game != LARGE),
    ],
)
def test_a_reader_plays_the_same_games(
    shell: Shell, tmp_path: Path, edition: str, players: int, more: tuple[str, ...]
) -> None:
    file = built(shell, tmp_path, edition, players, *more)
    asked = dict(zip(more[::2], more[1::2], strict=True))
    rules = rulewright.load(edition_of(edition), asked.get("--lang"))
    rules = rules.with_cast(asked["--cast"].split(",") if "--cast" in asked else [])
    game, lot = rules.new_game(players, seed=3, told=False, engine="python"), Random(3)
    state = file.new_state()
    count = file.call("new_game", state, 3)
    while game.decision is not None:
        decision = game.decision
        assert file.about["decisions"][file.call("decision", state)]["name"] == decision.kind
        assert file.call("decider", state) == decision.player
        assert count == len(decision.options)
        if game.made % 7 == 0:
            assert file.labels(state) == [option.label for option in decision.options]
        index = lot.randrange(count)
        game.choose(index)
        count = file.call("choose", state, index)

    assert count == 0
    assert file.call("decision", state) == -1
    assert file.call("made", state) == game.made
    if game.outcome is not None:
        assert file.scores(state) == list(game.outcome.scores)
        assert file.winners(state) == list(game.outcome.winners)
        assert file.reason(state) == game.outcome.reason
        for seat, parts in enumerate(game.outcome.parts):
            assert file.parts(state, seat) == list(parts)


# Of the others `seat/test_in_node.py` sees the story, as seats are told it.
@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", [*(shipped() if LONG else ["classic", "expeditions"]), OWN])
@pytest.mark.rotating
def test_a_file_tells_the_same_story(shell: Shell, tmp_path: Path, edition: str) -> None:
    rules = rulewright.load(edition_of(edition))
    players = rules.players[1]
    file = built(shell, tmp_path, edition, players)
    game, lot = rules.new_game(players, seed=4), Random(4)
    state = file.new_state()
    count, told = file.call("new_game", state, 4), 0
    while True:
        entries = list(game.state.log or [])[told:]
        assert file.story() == entries
        told += len(entries)
        if game.decision is None:
            break
        index = lot.randrange(count)
        game.choose(index)
        count = file.call("choose", state, index)
    assert told > 3 or edition == OWN
    assert file.about["layout"] == inside(rules).layout(players)


@pytest.mark.long
def test_a_silent_file_is_smaller_and_tells_nothing(shell: Shell, tmp_path: Path) -> None:
    silent = built(shell, tmp_path, "classic", 5, "--silent")
    size = (tmp_path / "game.wasm").stat().st_size
    told = built(shell, tmp_path, "classic", 5)
    data = (tmp_path / "game.wasm").read_bytes()

    assert not {"layout", "tellings"} & silent.about.keys()
    assert "story" not in silent.about["memory"]
    assert "story" in told.about["memory"]
    assert size < len(data) <= 200_000
    assert len(gzip.compress(data)) <= 60_000


@pytest.mark.long
def test_many_games_are_records_or_sums(classic: GameFile) -> None:
    expected = list(rulewright.load("classic").playouts(300, players=5, seed=11, engine="python"))
    records = classic.about["memory"]["playouts"]
    assert classic.call("playouts", 300, 11) == records["most"] < 300
    wide = len(records["columns"])
    told = classic.numbers(records, wide * records["most"])
    ranks = [at for at, each in enumerate(records["columns"]) if each.get("rank") == "out_points"]
    for at, game in enumerate(expected[: records["most"]]):
        record = told[at * wide :][:wide]
        assert record[:2] == [game.decisions, game.forced]
        assert tuple(record[rank] for rank in ranks) == game.scores

    sums = classic.about["memory"]["sums"]
    assert classic.call("sums", 300, 11) == 300
    found = classic.numbers(sums, len(sums["columns"]))
    assert found[0] == sum(game.decisions for game in expected)
    assert found[wide] == sum(game.scores[game.winners[0]] for game in expected)
    wins = Counter[int]()
    for game in expected:
        wins.update({seat: WHOLE // len(game.winners) for seat in game.winners})
    assert found[wide + 1 :] == [wins[seat] for seat in range(5)]


def test_a_playout_ends_a_game_as_python_does(classic: GameFile) -> None:
    game = rulewright.load("classic").new_game(5, seed=2, told=False, engine="python")
    state = classic.new_state()
    classic.call("new_game", state, 2)
    for _ in range(30):
        game.choose(0)
        classic.call("choose", state, 0)
    game.playout(9)
    classic.call("playout", state, 9)

    assert game.outcome is not None
    assert classic.scores(state) == list(game.outcome.scores)
    assert classic.call("playout", state, 9) == 0


def test_equal_games_are_the_same_and_have_one_hash(shell: Shell, tmp_path: Path) -> None:
    """Also where they came about in different ways, and what is left over in their bytes differs."""
    file = built(shell, tmp_path, "expeditions", 2)
    root = rulewright.load("expeditions").new_game(2, seed=1, told=False, engine="python")
    first = file.new_state()
    file.call("new_game", first, 1)
    for _ in range(12):
        root.choose(0)
        file.call("choose", first, 0)
    games, states = [], []
    for way in product(range(3), repeat=4):
        game, state = root.copy(), file.new_state()
        file.call("copy", state, first)
        for index in way:
            if game.decision is not None:
                game.choose(index % len(game.decision.options))
                file.call("choose", state, index % file.call("options", state))
        games.append(game)
        states.append(state)
    size, leftovers = file.about["state"]["bytes"], 0
    for one, other in product(range(len(games)), repeat=2):
        alike = games[one] == games[other]
        assert file.call("same", states[one], states[other]) == alike
        if alike:
            assert file.call("hash", states[one]) == file.call("hash", states[other])
            bytes_ = [
                file.memory.read(file.store, states[n], states[n] + size) for n in (one, other)
            ]
            leftovers += bytes_[0] != bytes_[1]

    assert len({file.call("hash", state) for state in states}) == len(
        {hash(game) for game in games}
    )
    assert leftovers


def test_a_wrong_index_changes_nothing(classic: GameFile) -> None:
    state, kept = classic.new_state(), classic.new_state()
    count = classic.call("new_game", state, 5)
    classic.call("copy", kept, state)

    assert [classic.call("choose", state, index) for index in (-1, count, 2**31 - 1)] == [-1] * 3
    assert classic.call("same", state, kept) == 1


def test_a_game_that_native_code_does_not_hold_stays_as_it_was(
    shell: Shell, tmp_path: Path
) -> None:
    file = built(shell, tmp_path, LARGE, 2)
    state, size = file.new_state(), file.about["state"]["bytes"]
    with pytest.raises(Exception, match="unreachable"):
        file.call("new_game", state, 1)

    assert not any(file.memory.read(file.store, state, state + size))


def test_the_page_tells_of_all_that_can_be_called(classic: GameFile) -> None:
    page = (TESTS.parent / "docs" / "native-in-node.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)(?:\(|`)", page))

    assert {name for name in classic.exports if not name.startswith(("call_", "shown_"))} <= named


def test_what_lies_where_can_be_read(classic: GameFile) -> None:
    game = rulewright.load("classic").new_game(5, seed=4, told=False, engine="python")
    state = classic.new_state()
    classic.call("new_game", state, 4)
    seen = game._at.seen
    for name, zone in classic.about["places"].items():
        for place in range(zone["first"], zone["first"] + zone["count"]):
            count = classic.call("pieces", state, place)
            found = classic.numbers(classic.about["memory"]["pieces"], count)
            assert tuple(found) == seen.pieces(place), name
    gold = classic.about["state"]["numbers"]["gold"]
    held = classic.numbers({**gold, "at": state + gold["at"]}, gold["count"])
    assert held == [seen.value("gold", seat) for seat in range(gold["count"])]
    with pytest.raises(Exception, match="unreachable"):
        classic.call("pieces", state, 9999)


# ------------------------------------------------------------------ the command


@pytest.mark.rotating
def test_the_same_game_gives_the_same_bytes(shell: Shell, tmp_path: Path) -> None:
    one, other = tmp_path / "one.wasm", tmp_path / "other.wasm"
    shell.run("build", edition_of(OWN), "-o", one)
    seeded = {**os.environ, "PYTHONHASHSEED": "7"}
    command = [sys.executable, "-m", "rulewright", "build", edition_of(OWN), "-o", str(other)]
    subprocess.run(command, check=True, cwd=tmp_path, env=seeded)

    assert one.read_bytes() == other.read_bytes()


@pytest.mark.rotating
def test_what_reads_it_is_put_beside_it(shell: Shell, tmp_path: Path) -> None:
    file, module = tmp_path / "game.wasm", tmp_path / "rulewright.mjs"
    shell.run("build", edition_of(OWN), "-o", file, "--silent")
    assert list(tmp_path.iterdir()) == [file]
    shell.run("build", edition_of(OWN), "-o", file)
    kept = module.read_bytes()
    module.write_bytes(kept[:200])
    shell.run("build", edition_of(OWN), "-o", file)
    assert module.read_bytes() == kept
    module.write_text("// My own module.\n", encoding="utf-8")
    file.unlink()
    told = shell.run("build", edition_of(OWN), "-o", file, exit_code=2).stderr

    assert "rulewright.mjs exists already" in told
    assert module.read_text(encoding="utf-8") == "// My own module.\n"
    assert {path.name for path in tmp_path.iterdir()} == {
        "rulewright.mjs", "rulewright.d.mts", "rulewright-table.mjs"
    }  # fmt: skip


@pytest.mark.rotating
def test_an_older_file_is_replaced_and_others_stay(shell: Shell, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.wasm", tmp_path / "theirs.wasm"
    shell.run("build", edition_of(OWN), "-o", ours, "--silent")
    before = ours.read_bytes()
    shell.run("build", edition_of(OWN), "--players", 3, "-o", ours, "--silent")
    assert ours.read_bytes() != before
    theirs.write_bytes(b"\0asm\1\0\0\0")
    told = shell.run("build", edition_of(OWN), "-o", theirs, exit_code=2).stderr

    assert "exists already" in told
    assert theirs.read_bytes() == b"\0asm\1\0\0\0"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ours.wasm", "theirs.wasm"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("clasic",), "classic"),
        (("classic", "--players", 99), "players"),
        (("classic", "--option", "nothing"), "no option"),
        (("classic", "-o", "missing/game.wasm"), "no folder"),
        (("classic", "-o", "."), "exists already"),
        (("classic", "-o", "a\0b"), "cannot be written"),
    ],
)
def test_wrong_use_is_told(
    shell: Shell,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    given: tuple[object, ...],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)

    assert told in shell.run("build", *given, exit_code=2).stderr
    assert not list(tmp_path.iterdir())


def test_rules_that_native_code_does_not_hold_are_told(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(from_module, "MAX_TERMS", 10)
    path = tmp_path / "game.wasm"
    told = shell.run("build", edition_of(OWN), "-o", path, exit_code=1).stderr

    assert "cannot be written as WebAssembly" in told
    assert not path.exists()


def test_a_reader_searches_as_we_do(classic: GameFile) -> None:
    """The same tree, of the same states, seed and simulations."""
    game = rulewright.load("classic").new_game(5, 3, told=False, engine="native")
    engine, states = game.state.engine, [classic.new_state() for _ in range(2)]
    own = engine.tree(9) if isinstance(engine, SupportsTree) else None
    assert own is not None
    for state in states:
        classic.call("new_game", state, 3)
    where = classic.about["memory"]["search"]
    tree = classic.room(where["head"] + 50 * where["choice"])
    classic.call("plant", tree, 50, 9)
    for simulations in (20, 13):
        classic.call("search", states[0], 2, simulations, tree)
        own.search([game.state.state] * 2, simulations)
    count = classic.call("found", states[0], tree)
    data = classic.memory.read(classic.store, where["at"], where["at"] + where["bytes"] * count)
    visits, values = own.results(game.state.state)
    assert [n for n, _ in struct.iter_unpack("<qd", data)] == list(visits)
    assert [value / n for n, value in struct.iter_unpack("<qd", data)] == list(values)
