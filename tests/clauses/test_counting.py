"""Which clauses there are, which of them count, and that counting changes no game."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from clauses.kit import EDITION, counted, write
from properties.kit import row_of
from rulewright.runtime.game.outcome import outcome_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.python.emit_module import source_of
from rulewright.runtime.session.rules.internals import inside

LAP = """\
phase lap
    set the lap-number to the lap-number + 1
    for each player in players
        the player acts

"""
ACTS = "event a player acts\n"


def part(counts: dict[str, int | None], owner: str) -> dict[str, int | None]:
    """The clauses of one owner, without its name."""
    start = f"{owner}: "
    return {id_.removeprefix(start): n for id_, n in counts.items() if id_.startswith(start)}


def test_events_and_phases_count_how_often_they_happen(tmp_path: Path) -> None:
    counts = counted(write(tmp_path, LAP + ACTS))

    assert counts["phase lap: lap [fires]"] == 30
    assert counts["phase lap: for each player in players [taken]"] == 60
    assert counts["event acts: event a player acts [fires]"] == 60


def test_both_arms_of_an_if_count(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    if the lap-number is 1
        set my coins to my coins + 1
    otherwise if the lap-number is 7
        do nothing
"""
    )
    counts = part(counted(write(tmp_path, LAP + acts)), "event acts")

    assert counts["if the lap-number is 1 [then]"] == 20
    assert counts["if the lap-number is 1 [else]"] == 40
    assert counts["otherwise if the lap-number is 7 [then]"] == 0
    assert counts["otherwise if the lap-number is 7 [else]"] == 40


def test_the_parts_of_a_condition_count_apart(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    if the lap-number is 2 and my coins is 0
        do nothing
"""
    )
    counts = part(counted(write(tmp_path, LAP + acts)), "event acts")

    assert counts["the lap-number is 2 [holds]"] == 20
    assert counts["the lap-number is 2 [fails]"] == 40
    # It is looked at only where the part before holds.
    assert counts["my coins is 0 [holds]"] == 20
    assert counts["my coins is 0 [fails]"] == 0


def test_what_a_setting_settles_is_told_from_what_never_comes_to_pass(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    if generous
        set my coins to my coins + 5
    otherwise
        set my coins to my coins + 1
    if my coins is 100
        do nothing
"""
    )
    generous = EDITION + "options: {gifts: {about: more, settings: {generous: yes}}}\n"
    path = write(tmp_path, LAP + acts, generous)
    plain = part(counted(path), "event acts")
    rich = part(counted(path, options=("gifts",)), "event acts")

    assert (plain["if generous [then]"], plain["if generous [else]"]) == (None, 60)
    assert (rich["if generous [then]"], rich["if generous [else]"]) == (60, None)
    assert plain["if my coins is 100 [then]"] == 0


def test_cells_that_are_read_and_cells_of_other_games(tmp_path: Path) -> None:
    acts = ACTS + "    set my coins to my coins + the gift\n"
    path = write(tmp_path, LAP + acts)

    assert part(counted(path, 2), "table gift") == {"gift [2]": 10, "gift [3]": None}
    assert part(counted(path, 3), "table gift") == {"gift [2]": None, "gift [3]": 10}


def test_rules_on_cards_count_when_they_apply(tmp_path: Path) -> None:
    rules = (
        LAP
        + ACTS
        + """\
    move the top of the bag to my hand
    if my bonus is at least 2
        set my coins to my coins + 1

value a player's bonus is 0
event a player sings
    set my coins to my coins + 1

token Gold
    worth 9
    reading "ours"
    my bonus is 2 more, if the lap-number is 3
    after I act, if the lap-number is 2
        sing
    another player cannot act, if the lap-number is 9

token Black
    worth 0
    reading "ours, in no edition"
    my bonus is 1 more
"""
    )
    counts = counted(write(tmp_path, rules, EDITION.replace("White", "Gold")))

    assert (
        counts["Gold.after act: the lap-number is 2 [holds]"]
        == counts["event sings: event a player sings [fires]"]
    )
    assert (counts["Gold.after act: after I act, if the lap-number is 2 [fires]"] or 0) > 0
    assert (counts["Gold.bonus: my bonus is 2 more, if the lap-number is 3 [fires]"] or 0) > 0
    forbids = "another player cannot act, if the lap-number is 9 [fires]"
    assert counts[f"Gold.cannot act: {forbids}"] == 0
    assert counts["Black.bonus: my bonus is 1 more [fires]"] is None


def test_decisions_count_by_what_was_chosen(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    I may sing
        do nothing
    otherwise
        set my coins to my coins + 3
    choose
        option high "high"
            set my coins to my coins + 1
        option never "never", if the lap-number is 8
            do nothing
        option low "low"
            do nothing
    I may choose a token from tokens in the bag
        move the token to my hand
    repeatedly choose a token from tokens in my hand
        move the token to the bottom of the bag

event a player sings
    only if the lap-number is not 3
    set my coins to my coins + 1
"""
    )
    counts = part(counted(write(tmp_path, LAP + acts)), "event acts")

    sing = [counts[f"I may sing [{arm}]"] or 0 for arm in ("taken", "declined", "not possible")]
    assert (sing[0] + sing[1], sing[2]) == (40, 20)
    assert min(sing) > 0
    menu = [counts[f'option {word} "{word}" [fires]'] or 0 for word in ("high", "low")]
    assert sum(menu) == 60
    assert counts['option never "never", if the lap-number is 8 [fires]'] == 0
    token = "I may choose a token from tokens in the bag"
    assert (counts[f"{token} [taken]"] or 0) + (counts[f"{token} [declined]"] or 0) == 60
    row = "repeatedly choose a token from tokens in my hand"
    assert min(counts[f"{row} [taken]"] or 0, counts[f"{row} [stopped]"] or 0) > 0


def test_what_is_only_tried_does_not_count(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    move the top of the bag to my hand
    if I can settle 2 coins
        set my coins to my coins + 1

event a player settles some coins
    first pay the coins coins

event a player pays some coins
    only if my coins is at least the coins
    set my coins to my coins - the coins

token Gold
    worth 9
    reading "ours"
    means pledge to settle some coins, covers 1, for each token from tokens in my hand
        move the token to the bottom of the bag
"""
    )
    cast = EDITION.replace("White", "Gold") + "settings: {laps: 2}\n"
    counts = counted(write(tmp_path, LAP + acts, cast))

    assert (counts["event acts: if I can settle 2 coins [then]"] or 0) > 0
    pledge = "means pledge to settle some coins, covers 1, for each token from tokens in my hand"
    assert counts[f"Gold.pledge: {pledge} [fires]"] == 0


def test_a_delayed_rule_that_never_can_begin_is_settled(tmp_path: Path) -> None:
    acts = (
        ACTS
        + """\
    if generous
        until the lap ends
            after a player called singer sings
                set my coins to 9
    until the lap ends
        after a player called singer sings
            set my coins to 7
    if the lap-number is 9
        sing

event a player sings
    set my coins to my coins + 1
"""
    )
    counts = counted(write(tmp_path, LAP + acts))
    hooks = [n for id_, n in counts.items() if "after a player called singer sings [fires]" in id_]

    assert hooks == [None, 0]


def test_a_power_that_a_setting_forbids_is_settled(tmp_path: Path) -> None:
    rules = (
        LAP
        + """\
event a player acts
    use powers at free

power beg at free, if generous
    set my coins to my coins + 1
power toil at free, if not generous
    set my coins to my coins + 2
"""
    )
    counts = counted(write(tmp_path, rules))

    assert counts["beg: power beg at free, if generous [fires]"] is None
    assert (counts["toil: power toil at free, if not generous [fires]"] or 0) > 0


def test_an_id_is_the_same_when_lines_move(tmp_path: Path) -> None:
    before = counted(write(tmp_path, LAP + ACTS), games=1)
    after = counted(write(tmp_path, "# a comment\n\n" + LAP + ACTS), games=1)

    assert list(before) == list(after)


def test_equal_words_of_one_owner_are_numbered(tmp_path: Path) -> None:
    acts = ACTS + 2 * "    if my coins is 0\n        do nothing\n"
    counts = part(counted(write(tmp_path, LAP + acts)), "event acts")

    assert [id_ for id_ in counts if "[then]" in id_] == [
        "if my coins is 0 [then]",
        "if my coins is 0 [then] #2",
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 2), ("classic", 5), ("first-edition", 3)]
)
def test_counting_changes_no_game(edition: str, players: int) -> None:
    rules = rulewright.load(edition)
    plain, (counting, tally) = inside(rules).compiled(players), inside(rules).counting(players)
    names = [str(seat) for seat in range(players)]
    for seed in range(5):
        games = [GameState.start(game, seed) for game in (plain, counting)]
        for game in games:
            game.playout(seed)
        one, other = games
        assert row_of(one) == row_of(other)
        assert one.decisions == other.decisions
        assert len(one.log or []) == len(other.log or [])
        assert outcome_of(one, names) == outcome_of(other, names)
    assert sum(tally.counts) > 0


def test_a_game_that_does_not_count_has_no_trace_of_it() -> None:
    rules = rulewright.load("classic")
    plain, counting = inside(rules).module(4), inside(rules).counting(4)[0].engine.module

    for trace in ("COUNTS", "watched"):
        assert trace not in source_of(plain)
        assert trace in source_of(counting)


def test_a_game_is_judged_before_anything_is_counted() -> None:
    """A refusal of Citadels asks a table for cells that three players do not have, and only where they are."""
    game, _ = inside(rulewright.load("classic")).counting(3)

    assert game.module.players == 3
