"""Whatever only a lowered world shows is told by `check`, and endless chains by `load`, before a game is begun."""

from __future__ import annotations

import ast
import inspect
from contextlib import nullcontext
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

import rulewright
from hostile.kit import chained
from lower.test_measure import value_of_the_next
from program.test_editions import CIRCLE, EDITION, ENVY
from rulewright import RulesError
from rulewright.language.edition.edition import Edition
from rulewright.language.link import link_complaints
from rulewright.language.program.complaints import cycle_complaints as circle_complaints
from rulewright.language.text.complaints.complaint import DECLARED
from rulewright.runtime import lower
from rulewright.runtime.lower.lowering_context import MAX_QUESTIONS
from rulewright.runtime.session.rules import read_rules
from rulewright.runtime.session.rules.read_rules import ENDLESS
from rulewright.testing.checks import check_edition
from rulewright.testing.complaint_book import folder


@frozen
class Case:
    """Rules besides those of the frame, and lines of its edition, that draw a code when a world is lowered."""

    rules: str
    lines: tuple[str, ...] = ()


def at_work(deed: str) -> str:
    return f"power nap at work\n    {deed}\n"


def cast(helpers: str, fields: str = "{Hill: 4, Meadow: 4, Valley: 4}") -> tuple[str, ...]:
    return (f"cast: {{field: {fields}, helper: {helpers}}}",)


LOOP = "event a player loops\n    if CONDITION\n        loop\n" + at_work("loop")
WILD = "setting wild: yes-or-no = no\n" + LOOP.replace("CONDITION", "wild")
TRIED = """
event a player settles some chips
    first forfeit the chips chips
event a player forfeits some chips
    only if my chips is at least the chips
helper Baker
    printed "Baker"
    means pledge "pledge {field}" to settle some chips, covers 1, for each field from fields in my farm
        DEED
""" + at_work("settle 3 chips")
LABELS = """
event a player brings a crop
    if the crop is wheat
        bring corn
helper Baker
    printed "Baker"
    after a player brings a crop, if the crop is corn
        the player brings hops
helper Butcher
    printed "Butcher"
    after a player brings a crop, if the crop is hops
        the player brings FIRST
""" + at_work("bring wheat")
GIFTS = "table gifts by KEY\n    chips   gifts\n    2       3\n"
QUESTIONS = "".join(
    f"    I may choose a pick{n} from fields\n        earn {n} chips\n"
    for n in range(MAX_QUESTIONS + 1)
)
DEAR = "value a player's l0 is the player's chips\n" + "".join(
    f"value a player's l{n} is the player's l{n - 1} + the player's l{n - 1}\n"
    for n in range(1, 30)
)

CASES: dict[str, list[Case]] = {
    "E0605": [
        Case(GIFTS.replace("KEY", "the leader's chips") + at_work("earn the gifts chips")),
    ],
    "E0606": [
        Case(GIFTS.replace("KEY", "the number of players") + at_work("earn the gifts chips")),
    ],
    "E0607": [
        Case("value a player's a1 is the player's b1\nvalue a player's b1 is 1\n"
             'helper Baker\n    printed "Baker"\n    my b1 is 1 more, if my a1 is 1\n'
             "value a player's c1 is the player's a1\n" + at_work("earn my c1 chips"),
             cast("[Smith, Baker]")),
    ],
    "E0608": [
        Case(CIRCLE, cast("[Butcher, Baker]", "{Hill: 4}")),
        Case(ENVY, cast("[Butcher, Baker]", "{Hill: 4}")),
        Case(ENVY, cast("{Smith: 1, Baker: 2}", "{Hill: 4}")),
        Case(WILD, ("settings: {wild: yes}",)),
        Case(WILD, ("options: {wild: {about: {en: x}, settings: {wild: yes}}}",)),
        Case(LOOP.replace("CONDITION", "the number of players is 3")),
        Case(LABELS.replace("FIRST", "wheat"), cast("[Butcher, Baker]")),
    ],
    "E0610": [Case('refuse "too many farms", if the number of players is 3\n')],
    "E0611": [Case('refuse "too rich", if the leader\'s chips is 4\n')],
    "E0619": [
        Case(chained(value_of_the_next, 200, "value a player's v200 is 1") + "\n" + at_work("earn my v0 chips")),
    ],
    "E0620": [
        Case("value a field's bulk is the field's size\n"
             + "".join(f'field Marsh{n}\n    printed "M"\n    size 1, crop hops\n'
                       + 40 * "    this's bulk is 1 more, if this's owner's chips is 1 and this's size is 1\n"
                       for n in range(3))
             + at_work("earn (the total bulk of fields) chips"),
             cast("[Smith, Miller]", "{Hill: 4, Marsh0: 999, Marsh1: 999, Marsh2: 999}")),
    ],
    "E0621": [Case("event a player acts\n" + QUESTIONS + at_work("act"))],
    "E0622": [
        Case(TRIED.replace("DEED", "end the game"), cast("[Smith, Baker]")),
        Case(TRIED.replace("DEED", "I choose a pick from fields"), cast("[Smith, Baker]")),
    ],
    "E0623": [
        Case("setting part: number = 0\n" + at_work("earn (my chips divided by part, rounded up) chips")),
        Case(at_work("earn (my chips divided by (the number of players - 3), rounded up) chips")),
    ],
    "E0624": [Case(DEAR + at_work("earn my l29 chips"))],
}  # fmt: skip
ALL = [(code, case) for code, cases in CASES.items() for case in cases]


def written(place: Path, case: Case) -> Path:
    """The edition of a case."""
    frame = (folder() / "frame.rules").read_text(encoding="utf-8")
    (place / "harvest.rules").write_text(frame, encoding="utf-8")
    (place / "more.rules").write_text(case.rules, encoding="utf-8")
    lines = dict(line.split(":", 1) for line in chain(EDITION.splitlines(), case.lines))
    edition = place / "farms.yaml"
    text = "".join(f"{key}:{value}\n" for key, value in lines.items())
    edition.write_text(text, encoding="utf-8")
    return edition


def drawn_by_games(edition: Path) -> set[str]:
    """The codes that draws whoever makes every game that the edition offers."""
    found = set[str]()
    try:
        rules = rulewright.load(edition)
    except RulesError as error:
        return {each.code for each in error.complaints}
    for players in range(rules.players[0], rules.players[1] + 1):
        for options in ((), *((option,) for option in rules.options)):
            try:
                rules.new_game(players, 1, options)
            except RulesError as error:
                found |= {each.code for each in error.complaints}
    return found


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("code", "case"), ALL)
@pytest.mark.rotating
def test_check_tells_what_games_would_draw(code: str, case: Case, tmp_path: Path) -> None:
    edition = written(tmp_path, case)

    assert code in drawn_by_games(edition)
    assert code in {each.code for each in check_edition(edition)}


@pytest.mark.parametrize(("code", "case"), [each for each in ALL if each[0] in ENDLESS])
def test_load_tells_of_endless_chains(code: str, case: Case, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as error:
        rulewright.load(written(tmp_path, case))

    assert {each.code for each in error.value.complaints} == {code}


@pytest.mark.parametrize(
    "case",
    [
        Case(CIRCLE, cast("[Smith, Baker]", "{Hill: 4}")),
        Case(ENVY, cast("[Smith, Baker]", "{Hill: 4}")),
        Case(WILD),
        Case(LABELS.replace("FIRST", "wheat"), cast("[Smith, Baker]")),
        Case(LABELS.replace("FIRST", "corn"), cast("[Smith, Butcher]")),
        Case(TRIED.replace("DEED", "move the field to the leader's farm"), cast("[Smith, Baker]")),
    ],
)
@pytest.mark.rotating
def test_what_no_world_draws_is_no_complaint(case: Case, tmp_path: Path) -> None:
    edition = written(tmp_path, case)

    assert drawn_by_games(edition) == set()
    assert [each for each in check_edition(edition) if each.severity == "error"] == []


def test_every_complaint_of_lowering_has_a_case() -> None:
    """Whoever lets lowering complain of something new has to show that it is found before a game."""
    places = Path(inspect.getfile(lower)).parent.rglob("*.py")
    calls = [
        node.args[0].func
        for place in places
        for node in ast.walk(ast.parse(place.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "complain"
        and isinstance(node.args[0], ast.Call)
    ]
    names = {each.attr if isinstance(each, ast.Attribute) else ast.unparse(each) for each in calls}
    declared = {**vars(circle_complaints), **vars(link_complaints)}
    codes = {words: code for code, words in DECLARED.items()}

    assert {codes[inspect.unwrap(declared[name])] for name in names} == set(CASES)


def test_equal_texts_elsewhere_are_lowered_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed text is lowered again, and an endless chain is reported each time."""
    lowered: list[Path] = []
    kept: dict[str, Any] = {}
    check = read_rules._check_lowered

    def note(edition: Edition, *more: Any) -> None:
        lowered.append(edition.files[0].parent)
        check(edition, *more)

    monkeypatch.setattr(read_rules, "_check_lowered", note)
    monkeypatch.setattr(read_rules, "load_cached", kept.get)
    monkeypatch.setattr(read_rules, "store_cached", kept.__setitem__)
    endless = Case(WILD, ("settings: {wild: yes}",))
    cases = [Case(WILD), Case(WILD), Case(WILD + "\n"), endless, endless]
    folders = [tmp_path / str(number) for number in range(len(cases))]
    for place, case in zip(folders, cases, strict=True):
        place.mkdir()
        with pytest.raises(RulesError) if case is endless else nullcontext():
            rulewright.load(written(place, case))

    assert lowered == [folders[0], *folders[2:]]
