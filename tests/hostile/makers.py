"""Texts that ask for more than anybody has: each is made by a function, as a game of one file and its edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

Files = dict[str, str]
"""What is in a folder: names and texts."""

GAME: Final = """\
game hostile

kind card
    rank: number
    starts in the deck
    speaks laid for this's owner while this is in any front

there is a deck of cards, in order, seen by nobody
each player has a hand of cards, seen by its owner
each player has a front of cards, seen by everyone
each player has points, a number, seen by everyone

value a player's score is the player's points
outcome by score

flow
    for each player in players
        for each n in 1 to 3
            move the top of the deck to the player's hand
    for each player in players
        the player acts

list of card
    reading "made up"
    name    rank
    Ace     1
    Deuce   2
    Trey    3
    Knave   11
    Queen   12
    King    13
"""

EDITION: Final = """\
edition: hostile
name: Hostile
rules: [hostile.rules]
players: 2-3
cast:
  card: {Ace: 2, Deuce: 2, Trey: 2, Knave: 2, Queen: 2, King: 2}
"""

ACTS: Final = """\
event a player acts
    choose a pick from cards in my hand
    move the pick to my front
"""

MAKERS: Final[dict[str, Callable[[], Files]]] = {}
"""What makes each, by its name."""


def game(more: str, acts: str = ACTS, edition: str = EDITION) -> Files:
    """The game with something more in its rules."""
    return {"hostile.rules": f"{GAME}\n{acts}\n{more}", "hostile.yaml": edition}


def hostile(make: Callable[[], Files]) -> Callable[[], Files]:
    """Enter what a function makes among the hostile inputs."""
    MAKERS[make.__name__] = make
    return make


def acting(*deeds: str) -> str:
    """The event that everybody does, with these deeds."""
    return "event a player acts\n" + "".join(f"    {deed}\n" for deed in deeds)


def nested(opening: Callable[[int], str], depth: int, inmost: str) -> str:
    """The event that everybody does: one line within the other."""
    lines = [f"{'    ' * n}{opening(n)}" for n in range(depth)]
    return acting(*lines, f"{'    ' * depth}{inmost}")


def chained(declare: Callable[[int], str], length: int, last: str) -> str:
    """Declarations of which each speaks of the next."""
    return "\n".join([*(declare(n) for n in range(length)), last, ""])


# ------------------------------------------------------------------ what grows when it is worked out


def doubled_values(length: int, how: str = "+") -> Files:
    """Each value asks twice for the next."""
    values = chained(
        lambda n: f"value a player's v{n} is the player's v{n + 1} {how} the player's v{n + 1}",
        length,
        f"value a player's v{length} is the player's points + 3",
    )
    return game(values, acting("set my points to my v0"))


@hostile
def values_doubled() -> Files:
    return doubled_values(18)


@hostile
def values_doubled_long() -> Files:
    return doubled_values(60)


@hostile
def values_doubled_of_sums() -> Files:
    """What they are asked of is no plain name, so each is a function."""
    values = chained(
        lambda n: f"value a card's v{n} is (the top of the deck)'s v{n + 1} + the card's v{n + 1}",
        24,
        "value a card's v24 is the card's rank",
    )
    return game(values, acting("set my points to (the top of the deck)'s v0"))


@hostile
def values_changed_doubled() -> Files:
    """Rules change each, so that none is written out."""
    values = chained(
        lambda n: (
            f"value a player's v{n} is the player's v{n + 1} + the player's v{n + 1}\n"
            f"a player's v{n} is 1 more, if the player's points is more than {n + 5}"
        ),
        30,
        "value a player's v30 is the player's points",
    )
    return game(values, acting("set my points to my v0"))


@hostile
def numbers_squared() -> Files:
    """A number of 2^60 digits, if anybody works it out."""
    return doubled_values(60, "*")


@hostile
def facts_joined() -> Files:
    facts = chained(
        lambda n: f"fact a player is f{n}, if the player is f{n + 1} or the player is f{n + 1}",
        16,
        "fact a player is f16, if the player's points is more than 3",
    )
    return game(facts, acting("if I am f0", "    set my points to 2"))


@hostile
def facts_joined_long() -> Files:
    facts = chained(
        lambda n: (
            f"fact a player is f{n}, if the player is f{n + 1} and the two is {n}\n"
            f"    or not (the player is f{n + 1})"
        ),
        40,
        "fact a player is f40, if the player's points is more than 3\nvalue the two is 2",
    )
    return game(facts, acting("if I am f0", "    set my points to 2"))


@hostile
def values_in_a_long_chain() -> Files:
    values = chained(
        lambda n: f"value a player's v{n} is the player's v{n + 1} + 1",
        200,
        "value a player's v200 is the player's points",
    )
    return game(values, acting("set my points to my v0"))


@hostile
def values_in_a_very_long_chain() -> Files:
    values = chained(
        lambda n: f"value a player's v{n} is the player's v{n + 1} + 1",
        5000,
        "value a player's v5000 is the player's points",
    )
    return game(values, acting("set my points to my v0"))


@hostile
def events_doubled() -> Files:
    """Each event does the next twice; done, the last would be done a million times."""
    events = chained(
        lambda n: f"event a player e{n}s\n    e{n + 1}\n    e{n + 1}\n",
        24,
        "event a player e24s\n    set my points to my points + 1\n",
    )
    return game(events, acting("e0"))


@hostile
def events_doubled_asking() -> Files:
    events = chained(
        lambda n: f"event a player e{n}s\n    e{n + 1}\n    e{n + 1}\n",
        20,
        "event a player e20s\n    set my points to my points + 1\n"
        "    if my points is 70000\n        choose a pick from cards in my hand\n",
    )
    return game(events, acting("e0"))


@hostile
def events_in_a_long_chain() -> Files:
    events = chained(
        lambda n: f"event a player e{n}s\n    e{n + 1}\n",
        2000,
        "event a player e2000s\n    set my points to my points + 1\n",
    )
    return game(events, acting("e0"))


@hostile
def rules_before_each_other() -> Files:
    """Every event sets off all those after it, by rules."""
    events = chained(lambda n: f"event a player e{n}s\n    set my points to {n}\n", 24, "")
    rules = "\n".join(
        f"after a player e{n}s\n    the player e{m}s" for n in range(24) for m in range(n + 1, 24)
    )
    return game(events + rules + "\n", acting("e0"))


# ------------------------------------------------------------------ what is nested


@hostile
def parentheses() -> Files:
    return game("", acting(f"set my points to {'(' * 3000}1{')' * 3000}"))


@hostile
def parentheses_left_open() -> Files:
    return game("", acting(f"set my points to {'(' * 50_000}"))


@hostile
def minus_signs() -> Files:
    return game("", acting(f"set my points to {'- ' * 20_000}1"))


@hostile
def nots() -> Files:
    return game("", acting(f"if {'not ' * 20_000}my points is 1", "    set my points to 2"))


@hostile
def owners_of_owners() -> Files:
    return game(
        "", acting(f"set my points to the top of my hand{chr(39)}s owner" + "'s owner" * 5000)
    )


@hostile
def long_sum() -> Files:
    return game("", acting(f"set my points to {' + '.join(['my points'] * 20_000)}"))


@hostile
def long_condition() -> Files:
    many = " or ".join(f"my points is {n}" for n in range(5_000))
    return game("", acting(f"if {many}", "    set my points to 2"))


@hostile
def ifs_nested() -> Files:
    return game("", nested(lambda n: f"if my points is more than {n}", 300, "set my points to 1"))


@hostile
def ifs_nested_asking() -> Files:
    asked = nested(
        lambda n: f"if my points is more than {n}", 60, "choose a pick from cards in my hand"
    )
    return game("", asked)


@hostile
def ifs_nested_some() -> Files:
    return game("", nested(lambda n: f"if my points is more than {n}", 90, "set my points to 1"))


@hostile
def loops_nested() -> Files:
    return game("", nested(lambda n: f"for each n{n} in 1 to 2", 25, "set my points to 1"))


@hostile
def otherwise_ifs() -> Files:
    deeds = ["if my points is 0", "    set my points to 1"]
    for n in range(1, 800):
        deeds += [f"otherwise if my points is {n}", f"    set my points to {n + 1}"]
    return game("", acting(*deeds))


@hostile
def otherwise_ifs_asking() -> Files:
    deeds = ["if my points is 0", "    choose a pick from cards in my hand"]
    for n in range(1, 800):
        deeds += [f"otherwise if my points is {n}", f"    choose a pick{n} from cards in my hand"]
    return game("", acting(*deeds))


@hostile
def wheres_nested() -> Files:
    """Ten lists, each asked of every card of the one around it."""
    inmost = "its rank is more than 100"
    for _ in range(10):
        inmost = f"(the number of cards in any hand where {inmost}) is 7"
    return game("", acting(f"if {inmost}", "    set my points to 1"))


@hostile
def wheres_nested_deep() -> Files:
    inmost = "its rank is more than 100"
    for _ in range(400):
        inmost = f"(the number of cards in any hand where {inmost}) is 7"
    return game("", acting(f"if {inmost}", "    set my points to 1"))


# ------------------------------------------------------------------ what is long


@hostile
def choices_in_a_row() -> Files:
    return game("", acting(*(f"choose a pick{n} from cards in my hand" for n in range(600))))


@hostile
def may_choices_in_a_row() -> Files:
    deeds = []
    for n in range(600):
        deeds += [f"I may choose a pick{n} from cards in my hand", f"    set my points to {n}"]
    return game("", acting(*deeds))


@hostile
def deeds_in_a_row() -> Files:
    return game("", acting(*(f"set my points to my points + {n}" for n in range(20_000))))


@hostile
def may_choices_nested() -> Files:
    return game(
        "", nested(lambda n: f"I may choose a pick{n} from cards in my hand", 80, "do nothing")
    )


@hostile
def options_of_a_menu() -> Files:
    deeds = ["choose"]
    for n in range(3_000):
        deeds += [f"    option o{n}", f"        set my points to {n}"]
    return game("", acting(*deeds))


@hostile
def copies() -> Files:
    return game("", edition=EDITION.replace("Ace: 2", "Ace: 600"))


@hostile
def copies_of_a_card_with_rules() -> Files:
    rules = "    this's worth is 2 more, if this's owner's points is 3\n    after I act\n        pling\n"
    more = (
        "value a card's worth is the card's rank\n"
        "event a player plings\n    set my points to my points + 1\n"
        f'card Joker\n    rank 0\n    reading "made up"\n\n{rules}'
    )
    edition = EDITION.replace("Ace: 2", "Ace: 2, Joker: 300")
    return game(more, acting("set my points to (the top of the deck)'s worth"), edition)


@hostile
def copies_beyond_measure() -> Files:
    return game("", edition=EDITION.replace("Ace: 2", "Ace: 999999999"))


@hostile
def cards_declared() -> Files:
    return game("".join(f'card C{n}\n    rank 1\n    reading "x"\n\n' for n in range(20_000)))


@hostile
def complaints() -> Files:
    return game("\n".join(f"value a player's v{n} is the player's w{n}" for n in range(20_000)))


@hostile
def complaints_of_grammar() -> Files:
    return game("\n".join(f"valu a player's v{n} are the" for n in range(20_000)))


@hostile
def players_beyond_measure() -> Files:
    return game("", edition=EDITION.replace("2-3", "2-999999999"))


@hostile
def nine_players() -> Files:
    return game("", edition=EDITION.replace("2-3", "2-9").replace(": 2", ": 9"))


@hostile
def texts_with_alternatives() -> Files:
    return game("", acting(f'tell "{"(a|b)" * 8_500}"'))


@hostile
def braces_in_a_text() -> Files:
    return game("", acting(f'tell "{"{me}" * 20_000}"'))


@hostile
def digits() -> Files:
    return game("", acting(f"set my points to {'9' * 5000}"))


@hostile
def digits_of_a_cell() -> Files:
    return game(f"table big by the number of players\n    players x\n    2..3 {'9' * 5000}\n")


@hostile
def digits_of_a_range() -> Files:
    return game("table big by the number of players\n    players x\n    2..999999999 1\n")


@hostile
def digits_in_yaml() -> Files:
    return game("", edition=EDITION + f"settings:\n  hand: {'9' * 5000}\n")


@hostile
def nested_yaml() -> Files:
    return game("", edition=EDITION + f"settings: {'[' * 20_000}\n")


@hostile
def nested_yaml_closed() -> Files:
    return game("", edition=EDITION + f"settings: {'[' * 3_000}{']' * 3_000}\n")


@hostile
def nested_yaml_maps() -> Files:
    return game(
        "", edition=EDITION + "settings:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 1200))
    )


@hostile
def alias_bomb() -> Files:
    lines = ["settings:", "  a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for n in range(1, 12):
        lines.append(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]")
    return game("", edition=EDITION + "\n".join(lines) + "\n")


@hostile
def merge_bomb() -> Files:
    lines = ["settings:", "  a0: &a0 {k: 1}"]
    for n in range(1, 30):
        lines.append(f"  a{n}: &a{n} {{<<: [*a{n - 1}, *a{n - 1}], k{n}: 1}}")
    return game("", edition=EDITION + "\n".join(lines) + "\n")


# ------------------------------------------------------------------ what never ends in play


@hostile
def loops_over_ranges() -> Files:
    return game("", nested(lambda n: f"for each n{n} in 1 to 999", 6, "set my points to 1"))


@hostile
def loops_over_ranges_asking() -> Files:
    asked = [f"{'    ' * n}for each n{n} in 1 to 999" for n in range(6)]
    asked += ["    " * 6 + "if my points is 9", "    " * 7 + "choose a pick from cards in my hand"]
    return game("", acting(*asked))


@hostile
def repeats_nested() -> Files:
    return game("", nested(lambda n: "repeat until my points is 1", 4, "set my points to 0"))


@hostile
def repeats_without_end() -> Files:
    """The flow may repeat; in each round it does what takes its time."""
    files = game("phase idle\n    do nothing\n")
    flow = "    repeat until 1 is 2\n        repeat until 1 is 3\n            play idle\n"
    files["hostile.rules"] = files["hostile.rules"].replace("flow\n", f"flow\n{flow}")
    return files


@hostile
def delayed_rules() -> Files:
    """As many as a loop makes, and all of them wait."""
    deeds = acting(
        "for each n in 1 to 99999",
        "    until the idle ends",
        "        after a player called pinger pings",
        "            set my points to 1",
    )
    files = game("event a player pings\n    do nothing\n\nphase idle\n    do nothing\n", deeds)
    files["hostile.rules"] = files["hostile.rules"].replace("flow\n", "flow\n    play idle\n")
    return files


@hostile
def sums_squared() -> Files:
    """Few enough for the checker, and 2^20 digits if anybody works it out."""
    return doubled_values(20, "*")
