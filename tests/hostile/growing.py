"""Rules that grow when they are worked out: their text is short, and what they say is not."""

from __future__ import annotations

from hostile.kit import Files, acting, chained, game, hostile


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
def values_doubled_and_compared() -> Files:
    """Whoever asks what the first comes to at least asks each of them twice."""
    values = chained(
        lambda n: f"value a player's v{n} is the player's v{n + 1} + the player's v{n + 1}",
        22,
        "value a player's v22 is the player's points",
    )
    return game(values, acting("if my v0 is more than 0", "    set my points to my points + 1"))


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


@hostile
def lets_doubled() -> Files:
    """Each local is twice the one before."""
    lets = [f"let the a{n} be the a{n - 1} + the a{n - 1}" for n in range(1, 26)]
    return game("", acting("let the a0 be my points", *lets, "set my points to the a25"))
