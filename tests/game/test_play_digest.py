"""Which changes of shipped rules end saved games: those of play, and no others.

`KEPT` are changes of texts that keep play; mutants are changes of rules. Whether a mutant changes play is found by
playing: games under both rules with equal seeds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import rulewright
from rulewright import Game, RulesError
from rulewright.base.library import find_library
from rulewright.language.link.from_program import make_world
from rulewright.language.link.rule_files import files_of_edition
from rulewright.language.text import Complaints
from rulewright.language.text.files import open_in_editor
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.ir.module import Module
from rulewright.runtime.lower.from_world import lower_world, module_of
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.mutation.mutants import Mutant, mutants_of
from tiers import LONG, sample

ROOT = find_library().root
SETUPS = {"classic": 4, "modern": 4, "expeditions": 2, "caravan": 3, "orchard": 2, "oh-hell": 4}
UNUSED = {
    "classic": ("witch", "abbot", "quarry", "museum"),
    "modern": ("witch", "navigator", "lighthouse"),
}
COUNT = 200


class Change(NamedTuple):
    """A changed file of an edition."""

    edition: str
    kind: str
    path: Path
    text: str


KINDS = {
    "a comment at the top": (r"\A", "# what follows is as it was\n"),
    "a comment between": (r"\n(?=[a-z])", "\n# the next one\n"),
    "blank lines": (r"\n(?=(event|power|value|fact|setting|character|phase) )", "\n\n\n"),
    "a comment at the end": (r"\Z", "\n# the end\n"),
    "a text": (r'\btext "(?=\w)', 'text "As ever: '),
    "a line of the story": (r'\btell "(?=\{|\w)', 'tell "so it is: '),
    "no story": (r'\n +tell ".*"(?=\n)', ""),
    "the text of an option": (r'shown as "', 'shown as "well, '),
    "another citation": (r'\n +cite .*(?=\n)', '\n    reading "So we play."'),
    "a reading in other words": (r'reading "', 'reading "In short: '),
}  # fmt: skip
"""Changes that keep play: a pattern and what it becomes at one place."""


def _files(edition: str) -> list[Path]:
    return [*files_of_edition(inside(rulewright.load(edition)).edition, ())]


def kept_changes() -> Iterator[Change]:
    """All changes of shipped rules that keep play, one place a file and kind."""
    for edition in SETUPS:
        for path in _files(edition):
            text = path.read_text(encoding="utf-8")
            for kind, (pattern, new) in KINDS.items():
                places = list(re.finditer(pattern, text))
                if places:
                    at = Random(f"{path.name} {kind}").choice(places)
                    yield Change(edition, kind, path, text[: at.start()] + new + text[at.end() :])
    for edition, names in UNUSED.items():
        for name in names:
            (path,) = ROOT.glob(f"rules/citadels/*/{name}.rules")
            text = path.read_text(encoding="utf-8")
            numbers = list(re.finditer(r"(?<= )\d+(?=\D)", text))
            yield Change(
                edition, "a card out of the game", path, re.sub(r"\n +tell .*", "", text) + "\n"
            )
            at = numbers[-1]
            more = text[: at.start()] + str(int(at[0]) + 1) + text[at.end() :]
            yield Change(edition, "a number of a card out of the game", path, more)


@cache
def chosen_changes() -> tuple[Change, ...]:
    """As many changes as are asked for, drawn evenly from all."""
    everything = list(kept_changes())
    assert len(everything) >= COUNT
    return tuple(Random(1).sample(everything, COUNT))


@cache
def begun(edition: str) -> tuple[Game, str]:
    """A game in the middle, and its saved text."""
    game = rulewright.load(edition).new_game(SETUPS[edition], 7)
    for _ in range(30):
        game.choose(len(game.decision.options) // 2) if game.decision is not None else None
    return game, game.to_json()


@pytest.mark.parametrize("change", sample(range(COUNT), every=50))
@pytest.mark.rotating
def test_a_change_that_keeps_play_keeps_the_game(change: int) -> None:
    edition, kind, path, text = chosen_changes()[change]
    game, saved = begun(edition)
    with open_in_editor({path: text}):
        again = Game.from_json(saved)
        is_other = inside(again.rules).digest != inside(game.rules).digest
        assert is_other or kind.endswith("out of the game")  # some of those files are not even read
        assert again.decisions == game.decisions
        assert again.view() == game.view()
        game = game.copy()
        for _ in range(20):
            if game.decision is None or again.decision is None:
                break
            assert [one.data for one in again.decision.options] == [
                one.data for one in game.decision.options
            ]
            game.choose(0)
            again.choose(0)
        assert again.view() == game.view()


OWN = {
    "house.yaml": "edition: house\nextends: classic\nname: House\nrules: [citadels, parts]\n",
    "parts/luck.rules": """\
labels mood: glad, sad
each player has luck for each mood, a number, seen by everyone
after a player builds a district
    set the player's luck for sad to the player's luck for sad + 2
""",
    "parts/wind.rules": """\
there is a wind, a player or nobody, seen by everyone
after a player gathers a resource
    set the wind to the player
""",
}
"""An edition with two files that declare variables."""


@pytest.mark.rotating
def test_a_renamed_file_keeps_the_game(tmp_path: Path) -> None:
    """Files are read in the order of their names, which numbers all cells of a state."""
    (tmp_path / "parts").mkdir()
    for name, text in OWN.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    house = tmp_path / "house.yaml"
    game = rulewright.load(house).new_game(4, 7)
    while len(game.decisions) < 100:
        game.choose(0)
    assert game.state.seen.value("wind") >= 0
    saved, file = game.to_json(), tmp_path / "parts" / "wind.rules"

    file.rename(file.with_name("a.rules"))
    rules = rulewright.load(house)
    again = rules.game_from_json(saved)

    layouts = [inside(each).module(4).layout for each in (game.rules, rules)]
    assert layouts[0] != layouts[1]
    assert again.view() == game.view()


# ------------------------------------------------------------------ changes of play


def module_for(edition: str, mutant: Mutant) -> Module | None:
    """The module of a mutant; None if its rules are refused."""
    book, complaints = inside(rulewright.load(edition)), Complaints()
    players = SETUPS[edition]
    with suppress(RulesError):
        world = make_world(
            mutant.program, book.edition, book.changes(players, ()), players, complaints
        )
        work = lower_world(world, complaints, None)
        return None if complaints.has_errors else module_of(work)
    return None


def courses(module: Module, seeds: range) -> list[tuple[object, ...]]:
    """What random games with these seeds come to: choices, options and results."""
    game = CompiledGame(module, PythonEngine(module))
    found: list[tuple[object, ...]] = []
    for seed in seeds:
        at = GameState.start(game, seed, told=False)
        random = Random(seed)
        course: list[object] = []
        try:
            while at.seen.decision >= 0 and len(course) < 2_000:
                count = len(at.engine.options(at.state))
                course.append((module.decisions[at.seen.decision].name, at.seen.decider, count))
                at.choose(random.randrange(count))
        except (RulesError, IllegalChoice) as error:
            course.append(str(type(error)))
        found.append((*course, tuple(at.engine.pack(at.state)[4:9])))
    return found


def mutants_that_play(edition: str, count: int) -> Iterator[tuple[Mutant, bool, bool]]:
    """Mutants of an edition, whether their games differ, and whether their digests do."""
    book = inside(rulewright.load(edition))
    plain = book.module(SETUPS[edition])
    games = courses(plain, range(4))
    mutants = list(mutants_of(book.program, {rule.at.source.name for rule in book.program.rules}))
    Random(2).shuffle(mutants)
    for mutant in mutants[:count]:
        module = module_for(edition, mutant)
        if module is not None:
            yield mutant, courses(module, range(4)) != games, module.play != plain.play


@pytest.mark.rotating
def test_a_change_of_play_is_noticed() -> None:
    """No mutant with an equal digest plays otherwise."""
    wanted = COUNT if LONG else 4
    differing = wrong = 0
    for edition in ("classic", "caravan", "expeditions", "orchard"):
        for mutant, plays_otherwise, is_noticed in mutants_that_play(edition, 160 if LONG else 6):
            assert is_noticed or not plays_otherwise, (mutant.change, mutant.owner)
            differing += plays_otherwise
            wrong += is_noticed and not plays_otherwise
    assert differing >= wanted
    print(f"{differing} changes of play, {wrong} that six games did not show")
