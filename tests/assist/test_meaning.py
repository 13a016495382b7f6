"""No suggestion turns a line into its contrary, widens it, or speaks of somebody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.assist.meaning_gate import help_keeps_meaning, keeps_meaning
from rulewright.language.text import Complaint, Source, Span
from rulewright.testing.checks import check_edition

OTHERWISE = [
    ("repeat while my gold is at least 3", "repeat until my gold is at least 3"),
    ("if my gold is less than 3", "if my gold is more than 3"),
    ("the player with the least gold", "the player with the most gold"),
    ("before I build a district", "after I build a district"),
    # a negation comes or goes
    ("the victim cannot draw 2 cards", "the victim may draw 2 cards"),
    ("if not I am the host", "if I am the host"),
    ("I never pay", "I pay"),
    ("if my hand isn't empty", "if my hand is empty"),
    ("while my gold != 3", "while my gold is 3"),
    ("gain 2 gold unless I am the host", "gain 2 gold, if I am the host"),
    ("everybody without a crown pays 1 gold", "everybody with a crown pays 1 gold"),
    ("nobody can destroy this", "everybody can destroy this"),
    ("no more than 3 cards", "more than 3 cards"),
    ("a player can destroy this", "a player cannot destroy this"),
    # a word that limits or binds goes
    ("draw exactly 2 cards", "draw 2 cards"),
    ("destroy it instead", "destroy it"),
    ("gain 2 gold only in the last round", "gain 2 gold, in the last round"),
    ("for each player in players, at once", "for each player in players"),
    ("discard a card at random", "discard a card"),
    ("draw up to 3 cards", "draw 3 cards"),
    ("secretly choose a card", "choose a card"),
    ("put it face down into my city", "move it to my city"),
    ("once per turn I gain 1 gold", "I gain 1 gold"),
    ("I cannot build this turn", "I cannot build"),
    # an adverb becomes a name
    ("after I build a district twice", "after I build a district called twice"),
    ("after I build a district again", "after I build a district called again"),
    ("choose a card secretly from my hand", "choose a card-secretly from my hand"),
    ("choose a card secretly from my hand", "choose a secretly from my hand"),
    ("the rival never gives 1 gold", "the rival-never gives 1 gold"),
    # somebody else
    ("victim.gold -= 1", "set my gold to my gold - 1"),
    ("thief.gold -= 1", "set my gold to my gold - 1"),
    ("the king's gold is 1 more", "my gold is 1 more"),
    ("take 1 gold from the victim", "take 1 gold from another player"),
    ("the victim pays 1 gold", "I pay 1 gold"),
    ("another player draws 1 card", "I draw 1 card"),
    ("I draw 1 card", "another player draws 1 card"),
    ("I draw 1 card", "each player draws 1 card"),
    # any card in place of one
    ("nobody may destroy my districts", "a player cannot destroy a district"),
    ("return this to my hand when it is destroyed", "after a player destroys a district"),
    ("this cannot be destroyed", "a player cannot destroy a district"),
    ("it costs 1 less", "a district costs 1 less"),
]

ALIKE = [
    ("I gains 2 gold", "I gain 2 gold"),
    ("I draw 2 cards", "draw 2 cards"),
    ("the victm pays 1 gold", "the victim pays 1 gold"),
    ("I can't pay", "I cannot pay"),
    ("if my gold != 3", "if my gold is not 3"),
    ("if my gold >= 3", "if my gold is at least 3"),
    ("no more than 3 gold", "at most 3 gold"),
    ("up to 3 cards", "at most 3 cards"),
    ("copy another card", "choose a model from cards where it is not this"),
    ("other player pays", "another player pays"),
    ("anothr player pays", "another player pays"),
    ("each players draws", "each player draws"),
    ("this strength is 100", "this's strength is 100"),
    ("A may not choos X", "A may not choose X"),
    ("power x at main once per game", "power x at main, once per game"),
    ("he gains 1 gold", "I gain 1 gold"),
    ("my build-limit is +1", "my build-limit is 1 more"),
    ("move it to the deck's bottom", "move it to the bottom of the deck"),
    ("victim.gold -= 1", "set the victim's gold to the victim's gold - 1"),
    ("a player may not destroy this", "a player cannot destroy this"),
    ('tell "nobody pays"', 'tell "{player} pays"'),
]


@pytest.mark.parametrize("pair", OTHERWISE, ids=" -> ".join)
def test_a_suggestion_that_says_something_else_is_seen(pair: tuple[str, str]) -> None:
    assert not keeps_meaning(*pair)


@pytest.mark.parametrize("pair", ALIKE, ids=" -> ".join)
def test_a_suggestion_that_says_it_otherwise_passes(pair: tuple[str, str]) -> None:
    assert keeps_meaning(*pair)


POWER = "    power pinch at main\n        choose a victim from other players\n"


def _complaints(tmp_path: Path, rules: str) -> list[Complaint]:
    """Return the errors in the rules of a character of a small edition."""
    head = 'character Imp\n    rank 2\n    reading "For tests."\n\n'
    (tmp_path / "imp.rules").write_text(head + rules, encoding="utf-8")
    (tmp_path / "imp.yaml").write_text(
        "edition: imp\nname: Imp\nextends: classic\nrules: [imp.rules]\n"
        "cast: {character: {add: [Imp], remove: [Thief]}}\n",
        encoding="utf-8",
    )
    return [c for c in check_edition(tmp_path / "imp.yaml") if c.severity == "error"]


@pytest.mark.parametrize(
    "line",
    [
        "the victim cannot draw 2 cards",
        "thief.gold -= 1",
        "draw exactly 2 cards",
        "draw 2 cards instead of 1",
        "return this to my hand when it is destroyed",
        "each player secretly chooses a card",
    ],
)
@pytest.mark.rotating
def test_help_for_a_line_keeps_its_meaning(tmp_path: Path, line: str) -> None:
    complaints = _complaints(tmp_path, f"{POWER}        {line}\n")

    assert complaints
    for complaint in complaints:
        for fix in complaint.fixes:
            assert keeps_meaning(line, line.replace(fix.span.text, fix.text))


@pytest.mark.parametrize(
    ("rules", "adverb"),
    [
        ("    after I build a district twice\n        gain 1 gold\n", "twice"),
        ("    after I build a district again\n        gain 1 gold\n", "again"),
        (f"{POWER}        choose a card secretly from districts in my hand\n", "secretly"),
        (f"{POWER}        the victim never gives 1 gold to me\n", "never"),
        (f"{POWER}        draw 1 card twice\n", "twice"),
    ],
)
@pytest.mark.rotating
def test_an_adverb_never_becomes_part_of_a_name(tmp_path: Path, rules: str, adverb: str) -> None:
    (complaint,) = _complaints(tmp_path, rules)

    assert complaint.message == f"`{adverb}` does not fit here"
    assert (complaint.help, complaint.fixes) == (None, ())


@pytest.mark.parametrize(
    ("line", "help"),
    [
        (
            "choose another card from districts in my hand",
            "exclude the other one: `choose a card from … where it is not the …`",
        ),
        (
            "choose a friend from other players where it has no gold",
            "compare a number, or look for a card: `its gold is 0`, or `there is no gold in its …`",
        ),
        (
            "if the victim has not 3 gold\n            draw 1 card",
            "compare a number, or look for a card: `the victim's gold is not 3`",
        ),
        (
            "choose another player",
            "add the list to choose from: `choose a player from other players`",
        ),
    ],
)
def test_help_keeps_thing_and_negation(tmp_path: Path, line: str, help: str) -> None:
    (complaint,) = _complaints(tmp_path, f"{POWER}        {line}\n")

    assert complaint.help == help


@pytest.mark.parametrize("moment", ["start", "end"])
def test_only_the_author_chooses_between_owners(tmp_path: Path, moment: str) -> None:
    (complaint,) = _complaints(tmp_path, f"    at the {moment} of turn\n        gain 1 gold\n")

    assert (
        complaint.help == "perhaps `my` is missing before `turn`, or `the` for that of any player"
    )
    assert [fix.text.strip() for fix in complaint.fixes] == ["my", "the"]
    assert not any(fix.restores for fix in complaint.fixes)


@pytest.mark.parametrize(
    ("line", "word", "help", "is_kept"),
    [
        ("the victim cannot draw 2 cards", "cannot", "write `may` in place of `cannot`", False),
        ("draw 2 cards instead", "instead", "leave out `instead`", False),
        ("draw exactly 2 cards", "exactly", "leave out `exactly`", False),
        ("each player chooses a card at once", "at once", "leave out `at once`", False),
        ("gain 2 gold and and draw", "and", "leave out one `and`", True),
        ("gain two gold", "two", "write `2` in place of `two`", True),
        ("the victm pays", "victm", "did you mean `victim`?", True),
        ("victim.gold -= 1", "victim.gold", "write `set my gold to my gold - 1`", False),
    ],
)
def test_help_in_words_passes_the_same_gate(line: str, word: str, help: str, is_kept: bool) -> None:
    source = Source("x.rules", f"event x\n    {line}\n    draw 1 card\n")
    start = source.text.index(word)

    assert help_keeps_meaning(help, Span(source, start, start + len(word))) == is_kept


def test_no_fix_puts_the_opposite_of_a_word(tmp_path: Path) -> None:
    """Not even where the grammar takes no other word."""
    (complaint,) = _complaints(
        tmp_path, f"{POWER}        repeat while my gold is less than 3\n            gain 1 gold\n"
    )

    assert complaint.fixes == ()
    assert complaint.help is not None
    assert complaint.help.endswith("the opposite of this one")
