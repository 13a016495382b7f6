"""Where the rules and an edition do not fit together."""

from contextlib import nullcontext
from pathlib import Path

import pytest

import rulewright
from program.chunks import FRAME
from rulewright import RulesError
from rulewright.language.text import Complaint
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.checks import check_edition, check_rules

EDITION = """\
edition: farms
name: {en: Farms}
about: A little game.
rules: [harvest.rules, more.rules]
players: 2-4
cast: {field: {Hill: 4, Meadow: 4, Valley: 4}, helper: [Smith, Miller]}
"""


def check(folder: Path, more: str = "", **changes: str) -> list[Complaint]:
    """What is said of the edition with other lines, and with more rules."""
    (folder / "harvest.rules").write_text(FRAME.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "more.rules").write_text(more, encoding="utf-8")
    text = EDITION
    for key, line in changes.items():
        old = next((part for part in text.split("\n") if part.startswith(f"{key}:")), None)
        text = text.replace(old, f"{key}: {line}") if old is not None else f"{text}{key}: {line}\n"
    (folder / "farms.yaml").write_text(text, encoding="utf-8")
    return list(check_edition(folder / "farms.yaml"))


def test_the_edition_itself_is_right(tmp_path: Path) -> None:
    assert check(tmp_path) == []


@pytest.mark.parametrize(
    ("changes", "code", "words", "place"),
    [
        ({"settings": "{gaol: 3}"}, "E0601", "did you mean `goal`", "gaol"),
        ({"settings": "{goal: early}"}, "E0602", "a number", "early"),
        ({"settings": "{season: never}"}, "E0602", "early or late", "never"),
        ({"settings": "{long-days: 3}"}, "E0602", "yes-or-no", "3"),
        ({"tables": "{dyas: {2: 3}}"}, "E0601", "did you mean `days`", "dyas"),
        ({"tables": "{days: {2: {3: 4}}}"}, "E0603", "has one number in each row", "4"),
        ({"tables": "{prizes: {2: 4}}"}, "E0603", "has several columns", "4"),
        ({"tables": "{days: {2: early}}"}, "E0602", "a number", "early"),
        ({"fields": "{Hlil: {size: 4}}"}, "E0601", "did you mean `Hill`", "Hlil"),
        ({"fields": "{Hill: {sise: 4}}"}, "E0601", "did you mean `size`", "sise"),
        ({"fields": "{Smith: {tools: 4}}"}, "E0601", "the rules know wage", "tools"),
        ({"fields": "{Hill: {crop: hay}}"}, "E0602", "wheat, corn or hops", "hay"),
        ({"cast": "{field: [Hill], animal: [Cow]}"}, "E0601", "no kind called `animal`", "animal"),
        ({"cast": "{field: [Hill, Smith], helper: [Miller]}"}, "E0604", "list it under", "Smith"),
        ({"cast": "{field: [Hill], animal/old: [Cow]}"}, "E0601", "no kind called", "animal/old"),
        (
            {"cast": "{field: [Hill], field/flat: [Valley, Hill], helper: [Miller]}"},
            "E0612", "two lists of the cast of field", "Hill",
        ),
        (
            {"fields": "{Miller: {wage: 1}}", "one-per": "{helper: wage}"},
            "E0617", "one card of each wage", "Miller",
        ),
        ({"one-per": "{helper: size}"}, "E0601", "no field of a helper", "size"),
        ({"looks": "{wheet: yellow}"}, "E0601", "did you mean `wheat`", "wheet"),
        ({"names": "{Hlil: Berg}"}, "E0601", "did you mean `Hill`", "Hlil"),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_what_does_not_fit(
    tmp_path: Path, changes: dict[str, str], code: str, words: str, place: str
) -> None:
    (found,) = check(tmp_path, **changes)

    assert found.code == code
    assert words in f"{found.message} {found.help}"
    assert found.span is not None
    assert found.span.text == place


def test_all_that_does_not_fit_is_told_at_once(tmp_path: Path) -> None:
    found = check(
        tmp_path,
        settings="{gaol: 3, goal: early, season: never}",
        tables="{dyas: {2: 3}, prizes: {2: 4}, days: {2: early, 3: late}}",
        fields="{Hlil: {size: 4}, Hill: {sise: 4, crop: hay}, Valley: {size: large}}",
    )

    places = " ".join(complaint.span.text for complaint in found if complaint.span)
    assert places == "gaol early never dyas 4 early late Hlil sise hay large"


def test_the_lists_of_a_kind_are_joined_in_order(tmp_path: Path) -> None:
    cast = "{helper/early: {Miller: 2}, field: {Hill: 6}, helper: {Smith: 1}}"

    assert check(tmp_path, cast=cast) == []

    game = rulewright.load(tmp_path / "farms.yaml").new_game(2)
    module = inside(game.rules).compiled(2).module
    pieces = [piece.name for piece in module.pieces if piece.kind == "helper"]
    assert pieces == ["Miller", "Miller", "Smith"]


def test_one_of_each_is_asked_of_the_cards_of_one_kind(tmp_path: Path) -> None:
    more = "kind hen\n    size: number\n    starts in the coop\nthere is a coop of hens, seen by everyone\n"
    more += "".join(f'hen {name}\n    size 1\n    printed "{name}"\n' for name in ("Dot", "Speck"))
    cast = "{field: {Hill: 4, Valley: 4}, helper: [Smith, Miller], hen: [Dot, Speck]}"

    assert check(tmp_path, more, cast=cast, **{"one-per": "{field: size}"}) == []


def test_nothing_is_a_value_where_it_may_be_nothing(tmp_path: Path) -> None:
    (found,) = check(tmp_path, fields="{Hill: {twin: nothing}}")

    assert found.code == "E0629"  # only that it is so without this line, too


def test_a_missing_cell_for_a_number_of_players(tmp_path: Path) -> None:
    (found,) = check(tmp_path, players="2-5")

    assert found.code == "E0618"  # several tables say nothing for so many
    assert found.span is not None
    assert found.span.text == "2-5"
    assert found.notes[0].span.text == "days"
    assert "no cell for 5, which a game for 5 players needs" in found.notes[0].message


def test_a_missing_cell_across(tmp_path: Path) -> None:
    found = check(tmp_path, cast="{field: {Hill: 4}, helper: {Smith: 1, Miller: 3}}")

    assert {complaint.code for complaint in found} == {"E0606"}
    assert "row 2, column 4" in found[0].message


def test_a_table_read_by_what_is_not_known(tmp_path: Path) -> None:
    more = "table gifts by the leader's chips\n    chips gifts\n    2 3\nvalue a player's luck is the gifts\n"
    more += "power nap at work\n    earn my luck chips\n"
    (found,) = check(tmp_path, more)

    assert (found.code, found.span and found.span.text) == ("E0605", "gifts")


CHANGE = "change `players`, the cast or the rule"
CIRCLE = """\
helper Baker
    printed "Baker"
    after I earn some chips
        hire Smith
helper Butcher
    printed "Butcher"
    after I hire a helper
        earn 1 chips
"""


def test_a_circle_through_several_cards_is_found_where_they_meet(tmp_path: Path) -> None:
    apart = check(tmp_path, CIRCLE, cast="{field: {Hill: 4}, helper: [Smith, Baker]}")
    together = check(tmp_path, CIRCLE, cast="{field: {Hill: 4}, helper: [Butcher, Baker]}")

    assert apart == []
    assert {complaint.code for complaint in together} == {"E0608"}


ENVY = """\
helper Baker
    printed "Baker"
    after another player earns some chips
        earn 1 chips
helper Butcher
    printed "Butcher"
    after another player earns some chips
        earn 1 chips
"""


@pytest.mark.parametrize(
    ("cast", "codes"),
    [("[Smith, Baker]", []), ("[Butcher, Baker]", ["E0608"]), ("{Smith: 1, Baker: 2}", ["E0608"])],
)
def test_who_hears_only_others_makes_no_circle_alone(
    tmp_path: Path, cast: str, codes: list[str]
) -> None:
    found = check(tmp_path, ENVY, cast=f"{{field: {{Hill: 4}}, helper: {cast}}}")

    assert [complaint.code for complaint in found] == codes


def test_a_refusal(tmp_path: Path) -> None:
    more = 'refuse "too many farms", if the number of players is 4\n'
    (found,) = check(tmp_path, more)

    assert (found.code, found.message) == ("E0610", "too many farms")
    assert found.help == f"a rule refuses games with 4 players; {CHANGE}"
    assert [note.span.text for note in found.notes] == ["farms"]


@pytest.mark.parametrize(
    ("condition", "told"), [("is at least 2", "2-4"), ("is not 3", "2, 4"), ("is 3", "3")]
)
def test_a_refusal_is_told_once_for_all_numbers_of_players(
    tmp_path: Path, condition: str, told: str
) -> None:
    (found,) = check(tmp_path, f'refuse "no", if the number of players {condition}\n')

    assert found.help == f"a rule refuses games with {told} players; {CHANGE}"


def test_what_cannot_matter_in_a_world_is_not_worked_out_for_it(tmp_path: Path) -> None:
    """The table has no cell for four players, and is not asked there."""
    more = "table nights by the number of players\n    players nights\n    2..3 1\n"
    more += 'refuse "no night", if the number of players is at most 3 and the nights is 0\n'
    more += 'refuse "crowded", if the number of players is not 4 or the nights is 1\n'
    missing, crowded = check(tmp_path, more)

    assert (missing.code, [note.span.line for note in missing.notes]) == ("E0606", [5])
    assert (crowded.code, crowded.help) == (
        "E0610",
        f"a rule refuses games with 2-3 players; {CHANGE}",
    )


@pytest.mark.parametrize(
    ("condition", "refused"),
    [
        ("(the number of helpers where its wage is at most 1) is 2", True),
        ("(the number of helpers where its wage is more than 1) is at least 1", False),
        ("there is a helper in helpers where it is Baker and it is not Smith", True),
        ("there is a helper in helpers where it is Miller", False),
    ],
)
def test_a_refusal_may_ask_what_is_printed_on_cards(
    tmp_path: Path, condition: str, refused: bool
) -> None:
    more = 'helper Baker\n    printed "Baker"\n' + f'refuse "not these", if {condition}\n'
    found = check(tmp_path, more, cast="{field: {Hill: 4}, helper: [Smith, Baker]}")

    assert {complaint.message for complaint in found} == ({"not these"} if refused else set())


CROWD = """\
options: {crowd: {cast: {helper/more: [Miller]}}}
cast: {field: {Hill: 4}, helper: [Smith]}
tables: {prizes: {2-4: {1: 1}}}
"""


@pytest.mark.parametrize(
    ("players", "codes"), [("is 2", []), ("is at most 4", ["E0610"]), ("is 5", [])]
)
def test_a_refusal_of_an_option(tmp_path: Path, players: str, codes: list[str]) -> None:
    refusal = 'refuse "too many", if the number of helpers is 2 and the number of players '
    changes = dict(line.split(": ", 1) for line in CROWD.strip().split("\n"))
    found = check(tmp_path, f"{refusal}{players}\n", **changes)

    assert [complaint.code for complaint in found] == codes
    if not codes:
        crowd = rulewright.load(tmp_path / "farms.yaml")
        assert crowd.new_game(3, options=["crowd"]).decision is not None
        with pytest.raises(RulesError) if players == "is 2" else nullcontext():
            crowd.new_game(2, options=["crowd"])


def test_a_card_may_refuse_some_games(tmp_path: Path) -> None:
    assert check(tmp_path) == []
    own = tmp_path / "own.rules"
    own.write_text(
        'refuse "the Queen is shy", if the number of players is less than 4\n'
        "    and there is a helper in helpers where it is Queen\n"
        'helper Queen\n    printed "Queen"\n    my reach is 1 more\n',
        encoding="utf-8",
    )

    assert [complaint.code for complaint in check_rules(own, lambda: "classic").complaints] == []


def test_a_refusal_that_comes_too_late(tmp_path: Path) -> None:
    more = 'refuse "too rich", if the leader\'s chips is 4\n'
    (found,) = check(tmp_path, more)

    assert found.code == "E0611"


def test_a_circle_through_several_cards_is_told_by_their_rules(tmp_path: Path) -> None:
    (found,) = check(tmp_path, CIRCLE, cast="{field: {Hill: 4}, helper: [Butcher, Baker]}")

    assert found.message == "`hires` triggers itself and would never end: hires → earns → hires"
    assert found.span is not None
    assert found.span.text == "earn 1 chips"
    assert [note.span.text for note in found.notes] == ["hire Smith"]


PHASES = """\
helper Baker
    printed "Baker"
    at the start of the day
        play early-hours
helper Butcher
    printed "Butcher"
    at the end of the early-hours
        play day for the leader as Hill
phase early-hours
    tell "x"
"""


def test_a_circle_through_phases_is_told_by_their_names(tmp_path: Path) -> None:
    cast = "{field: {Hill: 1}, helper: [Butcher, Baker]}"
    (found,) = check(tmp_path, PHASES, cast=cast)

    assert found.message.endswith("would never end: early-hours → day → early-hours")


def test_mistakes_of_the_edition_and_of_its_rules_are_told_together(tmp_path: Path) -> None:
    more = "power nap at work\n    earn 1 chip chips\nhelper Baker\n    wage\n"
    found = check(tmp_path, more, cast="{helper: [Smiht, Baker], field: [Hill]}", rlues="[x]")

    assert [complaint.code for complaint in found] == ["E0601", "Y0201", "E0123", "E0101"]


def test_names_in_what_cannot_be_read_are_not_missed_by_the_edition(tmp_path: Path) -> None:
    more = 'helper Baker with wage 3\n    printed "x"\nsetting tax number = 3\n'
    cast = "{helper: [Smith, Baker], field: [Hill]}"
    found = check(tmp_path, more, cast=cast, settings="{tax: 4}")

    assert {complaint.code for complaint in found} == {"E0101"}


def test_rules_that_are_not_there_draw_one_complaint(tmp_path: Path) -> None:
    (found,) = check(tmp_path, rules="[harvest.rules, nowhere.rules]", cast="{helper: [Baker]}")

    assert found.code == "Y0304"


def test_rules_by_themselves_are_tried_in_an_edition_beside_them(tmp_path: Path) -> None:
    assert check(tmp_path) == []
    own = tmp_path / "own.rules"
    own.write_text(CIRCLE, encoding="utf-8")
    (found,) = check_rules(own, lambda: "classic").complaints
    own.write_text('refuse "too rich", if the leader\'s chips is 4\n', encoding="utf-8")
    (refusal,) = check_rules(own, lambda: "classic").complaints

    assert found.code == "E0608"
    assert refusal.code == "E0611"
