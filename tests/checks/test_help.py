"""Help for many mistakes at once: what is said of one line does not depend on the others, as far as can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import TABLE, check_open, our_table
from rulewright.base.library import find_library
from rulewright.testing.checks import check_edition

HEAD = 'character Bard\n    rank 3\n    reading "Our own character."\n\n'
PLAYED = (
    '\nscenario "Sung"\n    in "our-table.yaml", 4 players\n    when\n'
    "        play turn for A as Bard\n    then\n"
)


def _help(folder: Path, text: str) -> dict[str, str | None]:
    """What helps, by the line that is complained of."""
    found = check_edition(our_table(folder, text))
    return {c.span.source.line(c.span.line).strip(): c.help for c in found if c.span is not None}


def test_a_text_in_quotes_of_another_sort_loses_these(tmp_path: Path) -> None:
    told = _help(tmp_path, HEAD + "    power sing at main\n        tell '{me} sing(s)'\n")

    assert told["tell '{me} sing(s)'"] == 'write `"{me} sing(s)"`'


@pytest.mark.parametrize(
    ("said", "help"),
    [
        ("I cannot build a district, if its cost is 5", "write `the district's cost`"),
    ],
)
def test_a_rule_that_is_nearly_right_is_helped(said: str, help: str, tmp_path: Path) -> None:
    assert _help(tmp_path, f"{HEAD}    {said}\n") == {said: help}


def test_an_article_is_not_put_before_a_verb(tmp_path: Path) -> None:
    deeds = "        chance chooses 2 cards from my hand\n        give the cards to the crown\n"

    told = _help(tmp_path, f"{HEAD}    power sing at main\n{deeds}")

    assert not any("the give" in (help or "") for help in told.values())


def test_a_line_and_a_name_are_told_once(tmp_path: Path) -> None:
    """Though the file is read again for its scenarios, and three lines ask for the name."""
    power = (
        "    power sing at main\n        choose a player from other players\n"
        "        the host gives 1 gold to me\n        the host draws 1 card\n"
        "    the Thief must not name me\n"
    )

    found = check_edition(our_table(tmp_path, HEAD + power))

    assert [c.code for c in found] == ["E0201", "E0113"]


POWER = "power sing at main\n        "


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (f"{POWER}if my gold is more then 3\n            draw 1 card", ("then", "than")),
        (f"{POWER}if their is a district in my hand\n            draw 1 card", ("their", "there")),
        (
            f"{POWER}for each one in players where their gold is 3\n            draw 1 card",
            ("their", "its"),
        ),
        (
            f"{POWER}choose a host from other players\n        if their gold is 3\n            draw 1 card",
            ("their", "the host's"),
        ),
        (f"{POWER}if my gold is atleast 3\n            draw 1 card", ("atleast", "at least")),
        (
            f"{POWER}roll a die\n        gain the die gold",
            ("roll a die", "chance chooses a die from 1 to 6"),
        ),
    ],
)
@pytest.mark.rotating
def test_help_followed_to_the_letter_puts_it_right(
    said: str, meant: tuple[str, str], tmp_path: Path
) -> None:
    text = f"{HEAD}    {said}\n"

    (complaint,) = check_edition(our_table(tmp_path, text))

    (fix,) = complaint.fixes
    after = text[: fix.span.start] + fix.text + text[fix.span.end :]
    assert after == text.replace(*meant)
    assert check_edition(our_table(tmp_path, after)) == ()


@pytest.mark.parametrize(
    ("said", "told", "never"),
    [
        ("the Warlord cannot build a district", "`Warlord` is a card", "`warlord`"),
        (
            f"{POWER}let the x be 2\n        set the x to 3",
            "never change",
            "a rule changes",
        ),
        (
            "until the start of my next turn, my build-limit is 1 more",
            "`until my next turn`",
            "as in",
        ),
    ],
)
def test_help_points_to_what_is_there(said: str, told: str, never: str, tmp_path: Path) -> None:
    found = list(_help(tmp_path, f"{HEAD}    {said}\n").values())

    assert any(told in (help or "") for help in found)
    assert not any(never in (help or "") for help in found)


def test_what_no_pattern_fits_is_looked_for(tmp_path: Path) -> None:
    """The sentences stand in the names of the edition, and nobody applies them."""
    said = "if another player would destroy a district, I may pay 1 gold to prevent it"

    found = check_edition(our_table(tmp_path, f"{HEAD}    {said}\n"))

    (told,) = [each for each in found if each.perhaps]
    assert 1 <= len(told.perhaps) <= 3
    assert any("would destroy a district" in each for each in told.perhaps)
    assert told.fixes == ()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("exchange my hand with the hand of the victim", "the victim's hand"),
        ("gain (the gold of the victim) gold", "the victim's gold"),
        ("if the gold of the victim is 3\n            draw 1 card", "the victim's gold"),
    ],
)
def test_the_owner_is_put_first(tmp_path: Path, line: str, meant: str) -> None:
    choice = "        choose a victim from other players\n"
    rules = f"{HEAD}    power pinch at main\n{choice}        {line}\n"

    (told,) = [c for c in check_edition(our_table(tmp_path, rules)) if c.severity == "error"]

    assert told.tried
    assert [fix.text for fix in told.fixes] == [meant]


def test_a_condition_is_put_behind_its_head(tmp_path: Path) -> None:
    head = "if my gold is at least 3, power pinch at main"
    rules = f"{HEAD}    {head}\n        gain 1 gold\n"

    (told,) = [c for c in check_edition(our_table(tmp_path, rules)) if c.severity == "error"]

    assert told.tried
    assert [fix.text for fix in told.fixes] == ["power pinch at main, if my gold is at least 3"]


def test_free_english_has_examples_beside_a_guess_about_names(tmp_path: Path) -> None:
    """Help that two words may be one name is a guess, and hides no example."""
    rules = f"{HEAD}    {POWER}the poorest player gains 2 gold\n"

    found = check_edition(our_table(tmp_path, rules))

    (told,) = [each for each in found if each.severity == "error"]
    assert told.code == "E0123"
    assert any("for each player in players with the least gold" in each for each in told.perhaps)


def test_what_a_label_has_is_said_in_one_way(tmp_path: Path) -> None:
    """Else one complaint asks for `the`, and the next takes it away again."""
    rules = "labels shore: near, far\n\neach shore has a line of districts, in order, seen by everyone\n\n"
    deed = f"    {POWER}move the top of the deck to the far's line\n"
    told = _help(tmp_path, rules + HEAD + deed)
    assert list(told.values()) == ["`far` is a label: write it without `the`"]
    found = check_edition(our_table(tmp_path, rules + HEAD + deed.replace("the far", "far")))
    assert [each for each in found if each.severity == "error"] == []


@pytest.mark.parametrize(
    "said", ["[Assassin Thief]", "[Assassin; Thief]", "[Magician, Assassin Thief]"]
)
def test_several_names_in_one_are_told_apart(said: str, tmp_path: Path) -> None:
    table = TABLE.replace("{add: [Bard]}", f"{{remove: {said}}}")

    found = check_edition(our_table(tmp_path, table=table))

    assert any("these are several names: write `" in (each.help or "") for each in found)
    assert not any("did you mean `Assassin`" in (each.help or "") for each in found)


def test_a_line_that_goes_on_is_tried_as_a_whole(tmp_path: Path) -> None:
    """Else the second mistake of it is helped, and nothing is better for that."""
    rule = "    my points is 1 more, if my gold == 3\n        and the number of distrcts in my hand is 2\n"

    text = HEAD + rule
    found = check_edition(our_table(tmp_path, text))

    assert found
    for fix in (fix for each in found for fix in each.fixes if fix.help == each.help):
        after = text[: fix.span.start] + fix.text + text[fix.span.end :]
        assert len(check_edition(our_table(tmp_path, after))) < len(found)


def test_who_renames_a_card_is_told_its_name_in_scenarios(tmp_path: Path) -> None:
    given = PLAYED.replace("    when", "    given\n        move Bard to A's secret\n    when")

    told = _help(tmp_path, HEAD.replace("Bard", "Beggar") + f"{given}        A's gold is 0\n")

    assert told["move Bard to A's secret"] == "the card of this file is called `Beggar`"


def test_a_line_that_another_line_would_mend_is_complained_of() -> None:
    library = find_library()
    bell = library.folder("rules") / "citadels" / "districts" / "bell-tower.rules"
    text, asked = bell.read_text(encoding="utf-8"), "to the unhurried-finisher"
    line = next(each for each in text.split("\n") if each.endswith(asked))

    found = check_open(
        library.folder("editions") / "classic.yaml",
        {bell: text.replace(line, f"        set the umbrella-stand {asked}")},
    )

    assert [each.message for each in found] == ["there is no thing here called `umbrella-stand`"]


@pytest.mark.parametrize("verb", ["gains some gold", "builds a district"])
def test_a_rule_that_carries_on_stays_one_before_the_event(verb: str, tmp_path: Path) -> None:
    block = "        if my gold is 0\n            draw 1 card\n        otherwise\n            carry on\n"
    base = verb.split("s ")[0]

    told = _help(tmp_path, f"{HEAD}    when another player {verb}\n{block}")

    right = f"write `would {base}` here, not `{base}s`"
    assert told == {f"when another player {verb}": right}


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("move the top of the to my hand", "a word is missing after `the`"),
        ("choose a from cards in my hand", "a word is missing after `a`"),
        ("gain (1 + the) gold", "a word is missing after `the`"),
        (
            "if the number of districts in my hand is more than the of players",
            "a word is missing after `the`",
        ),
        ("if there are no no districts in my hand\n            draw 1 card", "leave out one `no`"),
    ],
)
def test_a_missing_name_and_a_doubled_word_are_said(line: str, help: str, tmp_path: Path) -> None:
    told = _help(tmp_path, f"{HEAD}    {POWER}{line}\n")

    assert help in told.values()
