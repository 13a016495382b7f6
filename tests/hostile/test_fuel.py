"""Every decision comes to an end: what never would is told with its place, and the game is as it was."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from copy import copy
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rulewright
from hostile.fuel_flow import FuelFlow
from hostile.growing import doubled_values
from hostile.kit import Files, acting, chained, game
from hostile.makers import MAKERS
from rulewright import Game, RulesError
from rulewright.native.compile_module import batch_module, native_module, tracing_module
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.loading import native_file
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import MOST_DELAYED, MOST_STEPS, READING_STEPS
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.native_backend import EngineName

CHOICE = ("I may choose a pick from cards in my hand", "    do nothing")


def loaded(folder: Path, files: Files) -> rulewright.Rules:
    """The rules of a made-up game."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return rulewright.load(folder / "hostile.yaml")


def loops(*numbers: int) -> list[str]:
    """Loops in each other; inmost a number is set."""
    lines = [f"{'    ' * depth}for each n{depth} in 1 to {n}" for depth, n in enumerate(numbers)]
    return [*lines, f"{'    ' * len(numbers)}set my points to my points + 1"]


def test_what_never_ends_is_taken_back_and_told_with_the_chain(tmp_path: Path) -> None:
    toil = "".join(f"    {line}\n" for line in loops(999, 999, 999))
    rules = loaded(tmp_path, game(f"event a player toils\n{toil}", acting(*CHOICE, "toil")))
    made = rules.new_game(2, 1)
    before = made.to_json()

    with pytest.raises(RulesError) as error:
        made.choose(0)

    (complaint,) = error.value.complaints
    assert complaint.code == "E0701"
    assert (
        f"after the choice `acts.pick` the rules never end: {MOST_STEPS:,} steps in a row"
        in complaint.message
    )
    assert "`acts` (" in str(complaint.help)
    assert "hostile.rules:" in str(complaint.help)
    assert str(complaint.help).rpartition(" → ")[2].startswith("`toils` (")
    assert made.to_json() == before


@pytest.mark.parametrize("numbers", [(999, 99), (9, 9, 9, 9), (50_000,)])
def test_what_takes_its_time_is_played(tmp_path: Path, numbers: tuple[int, ...]) -> None:
    made = loaded(tmp_path, game("", acting(*loops(*numbers)))).new_game(2, 1)

    assert made.decision is None


@pytest.mark.rotating
def test_each_decision_has_all_steps_again(tmp_path: Path) -> None:
    """Each of the loops takes a third of them."""
    deeds = [*loops(999, 999), *CHOICE] * 6
    made = loaded(tmp_path, game("", acting(*deeds))).new_game(2, 1)

    made.playout(1)

    assert made.decision is None


def test_too_many_delayed_rules_are_a_complaint(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        loaded(tmp_path, MAKERS["delayed_rules"]()).new_game(2, 1)

    assert f"{MOST_DELAYED:,} rules under `until` in a row" in str(error.value)


def test_numbers_on_the_way_are_bounded(tmp_path: Path) -> None:
    rules = loaded(tmp_path, doubled_values(18, "*"))

    with pytest.raises(RulesError) as error:
        rules.new_game(2, 1)

    (complaint,) = error.value.complaints
    assert complaint.code == "E0702"
    assert "this happened in the flow (" in str(complaint.help)


TOTALS = chained(
    lambda n: f"value a player's v{n} is the total v{n + 1} of players",
    40,
    "value a player's v40 is 1",
)
"""Values that each ask for the next one of every player: how often, no text tells."""

WEIGHT = f"{TOTALS}\nvalue a player's weight is the total v0 of players where its points is 1\n"
HEAVY_SCORE = game(
    f"{WEIGHT}a player's score is the player's weight more\n",
    acting("choose a pick from cards in my hand", "set my points to 1"),
)
"""The score has no end once somebody has chosen; until then it is nothing."""
HEAVY = game(
    f"{WEIGHT}a player's score is the player's weight more\n"
    "there is a tally, a number, seen by (the first of players where its weight is 0)\n"
    'phase rest\n    let the n be the total weight of players\n    tell "{n}"\n'
    "phase unrest\n    for each player in players where its weight is 0\n        the player acts\n",
    acting(
        'choose a pick from cards in my hand where my weight is 0, shown as "{pick}, {my weight}"',
        "set my points to 1",
    ),
)
"""Likewise, and whatever else is asked has none either."""

READINGS: dict[str, tuple[Files, Callable[[Game], object]]] = {
    "score": (
        game(f"{TOTALS}\na player's score is the player's v0 more", acting("do nothing")),
        lambda made: made.outcome,
    ),
    "seat": (
        game(f"{TOTALS}\na player's score is the player's v0 more", acting("do nothing")),
        lambda made: made.seat(0),
    ),
    "text of an option": (
        game(TOTALS, acting('choose a pick from cards in my hand, shown as "{pick}, {my v0}"')),
        lambda made: made.decision and [option.label for option in made.decision.options],
    ),
    "who sees a number": (
        game(
            f"{TOTALS}\nthere is a tally, a number, seen by (the first of players where its v0 is 1)",
            acting("choose a pick from cards in my hand"),
        ),
        lambda made: made.view(0),
    ),
}


@pytest.mark.rotating
def test_every_export_of_native_code_fills_up_the_fuel_that_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each way to make native code of a game, over all functions that are called from outside."""
    module = plain_module(loaded(tmp_path, HEAVY))
    made: list[ModuleBuilder] = []
    begin = ModuleBuilder.__init__

    def noted(tables: ModuleBuilder, *given: Any, **named: Any) -> None:
        begin(tables, *given, **named)
        made.append(tables)

    monkeypatch.setattr(ModuleBuilder, "__init__", noted)
    for make in MAKERS_OF_CODE:
        make(module)

    assert len(made) == len(MAKERS_OF_CODE) + 2  # two of them make what plays whole games too
    for tables in made:
        flow = FuelFlow.of(tables.wasm.functions, tables.steps)
        assert flow.needs, "nothing takes fuel here"
        assert flow.unfuelled() == []


MAKERS_OF_CODE: tuple[Callable[[Module], object], ...] = (
    native_module, tracing_module, batch_module, lambda module: native_file(module, {}),
)  # fmt: skip
LITTLE, OTHER = 1_000, 5_000
"""Fuel of an entry, and what is there before one."""


def test_every_entry_of_the_python_engine_fills_up_the_fuel_that_it_takes(tmp_path: Path) -> None:
    """Over all public methods, and every function of the rules that can be called from outside."""
    module = plain_module(loaded(tmp_path, HEAVY))
    engine = PythonEngine(module)
    methods = {
        name: method
        for name, method in vars(PythonEngine).items()
        if name[0] != "_" and inspect.isfunction(method) and name != "bound"
    }
    taking = set[str]()
    for name, method in methods.items():
        engine.bound(MOST_STEPS)
        for given in [*arguments_of(engine, method)]:
            engine.bound(LITTLE)
            engine._fuel[:] = [OTHER, OTHER]
            with suppress(Fault):
                method(engine, *given)
            left, filled = engine._fuel
            if left != OTHER:
                taking.add(name)
                assert filled == LITTLE, f"{name} takes fuel that it has not filled up"

    assert taking >= {"run", "options", "call", "shown", "knowers", "perform", "evaluate"}


def arguments_of(engine: PythonEngine, method: Callable[..., Any]) -> Iterator[list[Any]]:
    """Yield arguments for a method, by the names of its parameters; a new name needs a line here."""
    module, row = engine.module, engine.start(1)
    engine.run(row, SilentTape())
    for cell in module.variables["points"].run.cells:
        row[cell] = 1
    score, *_ = module.outcome.values
    samples: dict[str, list[Any]] = {
        "row": [row], "snapshot": [row[:]], "tape": [SilentTape()], "option": [0], "seed": [1],
        "asks_chance": [False], "asks_forced": [False], "names": [{}], "leaf": [None],
        "seeds": [[(1, 1)]], "games": [1], "option_list": [0], "element": [0], "piece": [0],
        "node": [ir.Call(score, (ir.Const(0),))], "procedure": ["flow", "ph_rest", "ph_unrest"],
        "below_": [2], "asking": [0], "data": [row[:]], "counts": [[]],
        "function": [name for name, each in module.code.functions.items() if each.exported],
    }  # fmt: skip
    parameters = [each for each in inspect.signature(method).parameters if each != "self"]
    several = parameters[-1:] == ["arguments"]
    for given in product(*(samples[each] for each in parameters[: len(parameters) - several])):
        mine = [copy(each) if isinstance(each, list) else each for each in given]
        count = len(module.code.functions[given[-1]].parameters) if several else 0
        yield [*mine, *[0] * count]


def plain_module(rules: rulewright.Rules) -> Module:
    """Return the module of a game for two."""
    return rules.new_game(2, 1).remembered.game.module


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.rotating
def test_a_reading_without_end_is_a_complaint(
    tmp_path: Path, reading: str, engine: EngineName
) -> None:
    """Scores, views and texts are worked out where nothing is decided: they have fuel of their own."""
    files, read = READINGS[reading]
    made = loaded(tmp_path, files).new_game(2, 1, engine=engine)
    before = made.to_json()

    with pytest.raises(RulesError) as error:
        read(made)

    (complaint,) = error.value.complaints
    assert complaint.code == "E0701"
    assert f"{READING_STEPS:,} steps" in complaint.message
    assert made.to_json() == before


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.rotating
def test_why_not_about_a_condition_without_end_is_a_complaint(
    tmp_path: Path, engine: EngineName
) -> None:
    """So few sums are written out where they are asked, and not in functions that take steps."""
    totals = chained(
        lambda n: f"value a player's v{n} is the total v{n + 1} of players",
        17,
        "value a player's v17 is the player's points",
    )
    menu = [
        "choose",
        "    option plain",
        "        do nothing",
        "    option spare",
        "        do nothing",
        "    option never, if my points is 3 and my v0 is 3",
        "        do nothing",
    ]
    made = loaded(tmp_path, game(totals, acting(*menu))).new_game(3, 1, engine=engine)

    with pytest.raises(RulesError) as error:
        made.why_not("never")

    assert [complaint.code for complaint in error.value.complaints] == ["E0701"]


def test_playouts_whose_score_never_ends_are_a_complaint(tmp_path: Path) -> None:
    rules = loaded(tmp_path, READINGS["score"][0])

    with pytest.raises(RulesError) as error:
        list(rules.playouts(2, players=2, seed=1))

    assert [complaint.code for complaint in error.value.complaints] == ["E0701"]


def test_values_that_ask_twice_for_the_next_are_found_before_play(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        loaded(tmp_path, doubled_values(40)).new_game(2, 1)

    assert [complaint.code for complaint in error.value.complaints] == ["E0624"]
