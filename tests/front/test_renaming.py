"""Another name for anything of one's own: written in every form and file, and right afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from checks.kit import check, our_table, write
from rulewright.cli.naming.meanings import reference_at
from rulewright.cli.naming.renaming import NotRenamed, rename_everywhere
from rulewright.cli.naming.workbench import Workbench
from rulewright.testing.scenarios import find_scenarios, run_scenario

RULES = """\
game walks
labels mood: merry, sad
kind peg
    mood: mood
    starts in the bag
there is a bag of pegs, seen by nobody
each player has a row of pegs, seen by everyone
each player has steps, a number, seen by everyone
a player may be tired, seen by everyone
setting goal: number = 9
setting pace: quick or slow = slow
table rests by goal
    goal   rests
    1..20  2
moment rest "a rest"
event a player hauls a peg
    move the peg to my row
    set my steps to my steps + 1
event a player strides some steps
    set my steps to my steps + the steps
    the player becomes tired
phase day for a player
    choose a load from pegs in the bag where its mood is merry or pace is quick
    the player hauls the load
    I may stride 2 steps
    use powers at rest
flow
    repeat until the total steps of players is at least goal
        for each walker in players
            play day for the walker
after a player hauls a peg called burden, if there is no peg in the player's row where its mood is sad
    the player strides 1 step
value a player's steps-done is the player's steps
outcome by steps-done
fact a player is far, if the player's steps is at least goal
list of peg
    reading "Ours."
    name  mood
    Ann   merry
    Ben   sad
"""
EDITION = """\
edition: walks
rules: [walks.rules, nap.rules]
players: 2
cast: {peg: [Ann, Ben]}
settings: {goal: 12, pace: quick}
tables: {rests: {12: 3}}
fields: {Ann: {mood: sad}}
names: {Ben: {en: Benny}}
looks: {merry: yellow}
"""
NAP = """\
after a player strides some steps, if the player is tired
    and the player's steps is more than the rests and the player is far
    tell "{player} stops after {player's steps-done} step(s)"

power doze at rest, once per game
    choose
        option lie-down "lie down"
            I become tired
        option merrily
            do nothing
power dream at rest, if I am doze-used
    tell "{me} dream(s)"

scenario "Whoever is tired rests"
    in "walks.yaml", 2 players
    given
        move Ann to A's row
        A becomes tired
        set A's steps to 4
    when
        A strides 2 steps
    then
        A's steps is 6
        A is tired
        A is not doze-used
    when
        play day for A
        A chooses no
    then
        A may choose doze
        A may not choose dream
    when
        A chooses doze, lie-down, dream
    then
        A is doze-used
        (the number of pegs in A's row) is 2
"""
GLOOM = """
each player has gloom, a mood, seen by everyone
phase brood for a player
    choose a feeling from moods
    set my gloom to the feeling

scenario "Sad"
    in "walks.yaml", 2 players
    when
        play brood for A
        A chooses sad
    then
        A's gloom is sad
"""
FILES = {"walks.rules": RULES, "walks.yaml": EDITION, "nap.rules": NAP}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        write(tmp_path / name, text)
    return tmp_path.resolve()


def errors(folder: Path) -> list[str]:
    return [
        f"{each.span}: {each.message}"
        for each in check(folder / "walks.yaml")
        if each.severity == "error"
    ]


def rename(
    folder: Path, name: str, where: str, new: str, files: Mapping[str, str] = FILES
) -> dict[str, str]:
    """What the files say after something was renamed at the place `|` of a file."""
    bench = Workbench()
    for file, text in files.items():
        bench.put(folder / file, text)
    path = folder / name
    before, _, after = where.partition("|")
    offset = files[name].index(before + after) + len(before)
    view = bench.view(path)
    assert view is not None
    reference = reference_at(bench, view, path, offset)
    assert reference is not None
    texts = rename_everywhere(bench, [(view, reference)], new).texts()
    return {**files, **{file.name: text for file, text in texts.items()}}


def test_the_game_is_right_as_it_is(folder: Path) -> None:
    assert errors(folder) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "where", "new", "told"),
    [
        ("walks.rules", "my st|eps + 1", "paces", {"each player has paces", "set A's paces to 4"}),
        ("nap.rules", "A st|rides 2", "hurries", {"I may hurry 2 steps", "player hurries some"}),
        ("walks.yaml", "{p|eg: [", "stone", {"of stones,", "list of stone", "cast: {stone:", "no stone in"}),
        ("walks.yaml", "[A|nn, Ben]", "Cleo", {"Cleo   merry", "move Cleo to", "fields: {Cleo:"}),
        ("walks.rules", "setting go|al", "end-of-way", {"at least end-of-way", "{end-of-way: 12"}),
        ("walks.yaml", "pace: qui|ck", "fast", {"fast or slow", "pace is fast", "pace: fast}"}),
        ("walks.rules", "labels mood: mer|ry", "gay", {"mood is gay", "Ann   gay", "looks: {gay:"}),
        ("walks.yaml", "{re|sts:", "pauses", {"table pauses by", "the pauses and", "{pauses: {12"}),
        ("nap.rules", "is ti|red\n", "weary", {"may be weary", "becomes weary", "A is weary"}),
        ("walks.rules", "play d|ay", "march", {"phase march for", "play march for"}),
        ("walks.rules", "the l|oad\n", "pack", {"choose a pack from", "hauls the pack"}),
        ("walks.rules", "for each wal|ker", "hiker", {"play day for the hiker"}),
        ("nap.rules", "{player's ste|ps-done}", "way", {"player's way}", "value a player's way", "outcome by way"}),
        ("nap.rules", "player is fa|r", "away", {"fact a player is away", "the player is away\n"}),
        ("nap.rules", "to A's r|ow", "line", {"has a line of pegs", "move the peg to my line"}),
        ("nap.rules", "power do|ze", "snooze", {"power snooze at", "I am snooze-used", "A is not snooze-used"}),
        ("nap.rules", "choose do|ze", "snooze", {"power snooze at", "chooses snooze, lie-down, dream"}),
        ("nap.rules", "option lie|-down", "stretch", {"option stretch \"lie down\"", "doze, stretch, dream"}),
        ("nap.rules", "doze, lie-d|own", "stretch", {"option stretch \"lie down\"", "doze, stretch, dream"}),
        ("walks.rules", "    mo|od: mood", "temper", {"temper: mood", "its temper is merry", "{temper: sad}"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_it_is_renamed_everywhere(
    folder: Path, name: str, where: str, new: str, told: set[str]
) -> None:
    texts = rename(folder, name, where, new)
    for file, text in texts.items():
        write(folder / file, text)

    everything = "\n".join(texts.values())
    assert [each for each in told if each not in everything] == []
    assert errors(folder) == []


def test_the_scenario_passes_before_and_after(folder: Path) -> None:
    assert [
        result.message for result in map(run_scenario, find_scenarios(folder / "nap.rules"))
    ] == [""]
    for file, text in rename(folder, "nap.rules", "power do|ze", "snooze").items():
        write(folder / file, text)

    assert [
        result.message for result in map(run_scenario, find_scenarios(folder / "nap.rules"))
    ] == [""]


def test_a_label_that_a_scenario_picks_is_renamed_there(folder: Path) -> None:
    files = {**FILES, "nap.rules": NAP + GLOOM}

    texts = rename(folder, "walks.rules", "merry, s|ad", "blue", files)

    assert "A chooses blue" in texts["nap.rules"]


def test_a_name_that_a_type_gives_is_given_one_of_its_own(folder: Path) -> None:
    texts = rename(folder, "walks.rules", "move the p|eg to", "load")

    assert "event a player hauls a peg called load\n    move the load to" in texts["walks.rules"]


@pytest.mark.parametrize(
    ("name", "where", "new"),
    [
        ("walks.rules", "my st|eps + 1", "row"),
        ("walks.rules", "my st|eps + 1", "Steps"),
        ("nap.rules", "A st|rides 2", "hurry"),
        ("walks.yaml", "[A|nn, Ben]", "Ben"),
        ("nap.rules", "power do|ze", "dream"),
        ("nap.rules", "option lie|-down", "merrily"),
        ("nap.rules", "power do|ze", "choose"),
        ("nap.rules", "I am doze-u|sed", "snoozed"),
    ],
)
def test_what_would_be_wrong_is_refused(folder: Path, name: str, where: str, new: str) -> None:
    with pytest.raises(NotRenamed):
        rename(folder, name, where, new)


def test_files_of_words_are_renamed_too(folder: Path) -> None:
    words = folder / "nap.fr.yaml"
    said = "{player} s'arrête après {player's steps-done} pas"
    told = "{player} stops after {player's steps-done} step(s)"
    text = f'texts:\n  "{told}":\n    "{said}"\n'
    write(words, f"{text}cards:\n  Ann: Anne\n")

    texts = rename(folder, "nap.rules", "{player's ste|ps-done}", "way")

    assert texts["nap.fr.yaml"] == f"{text}cards:\n  Ann: Anne\n".replace("steps-done", "way")
    words.write_text("choices:\n  doze: sommeiller\nnames:\n  doze-used: sommeil\n", "utf-8")
    renamed_words = rename(folder, "nap.rules", "power do|ze", "snooze")["nap.fr.yaml"]
    assert renamed_words == "choices:\n  snooze: sommeiller\nnames:\n  snooze-used: sommeil\n"
    write(words, f"{text}cards:\n  Ann: Anne\n")
    assert "Zoe: Anne" in rename(folder, "walks.yaml", "[A|nn, Ben]", "Zoe")["nap.fr.yaml"]


FIRST = """
import sys, time
from pathlib import Path
from rulewright.cli.naming.meanings import reference_at
from rulewright.cli.naming.renaming import rename_everywhere
from rulewright.cli.naming.workbench import Workbench

bench, path = Workbench(), Path(sys.argv[1])
text = path.read_text()
bench.put(path, text)
bench.check(path)
begun = time.process_time()
view = bench.view(path)
reference = reference_at(bench, view, path, text.index(sys.argv[2]))
renaming = rename_everywhere(bench, [(view, reference)], sys.argv[3])
print(time.process_time() - begun, len(renaming.edits))
"""


@pytest.mark.process
@pytest.mark.parametrize(("old", "new", "files"), [("Bard", "Skald", 2), ("sing", "hum", 1)])
@pytest.mark.rotating
def test_the_first_rename_takes_less_than_a_second(
    tmp_path: Path, old: str, new: str, files: int
) -> None:
    our_table(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", FIRST, tmp_path / "bard.rules", old, new],
        capture_output=True, text=True, check=True, env={**os.environ, "RULEWRIGHT_CACHE": "off"},
    )  # fmt: skip
    seconds, edited = done.stdout.split()
    assert int(edited) == files
    assert float(seconds) <= 1
