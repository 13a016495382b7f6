"""Rules and editions with very much of something: deeds, cards, copies, mistakes, digits."""

from __future__ import annotations

from typing import Final

from hostile.kit import EDITION, Files, acting, game, hostile, nested
from tiers import LONG

MANY: Final = 20_000 if LONG else 8_000
"""So many lines of what takes most of the time; these make more than native code is made of already."""
FEWER: Final = MANY // 4
"""Of what takes as long with so many; more than functions may call each other in Python."""


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
    return game("", acting(*(f"set my points to my points + {n}" for n in range(MANY))))


@hostile
def may_choices_nested() -> Files:
    return game(
        "", nested(lambda n: f"I may choose a pick{n} from cards in my hand", 80, "do nothing")
    )


@hostile
def options_of_a_menu() -> Files:
    deeds = ["choose"]
    for n in range(MANY // 6):
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
    return game("".join(f'card C{n}\n    rank 1\n    reading "x"\n\n' for n in range(MANY)))


@hostile
def complaints() -> Files:
    return game("\n".join(f"value a player's v{n} is the player's w{n}" for n in range(MANY)))


@hostile
def complaints_of_grammar() -> Files:
    return game("\n".join(f"valu a player's v{n} are the" for n in range(MANY)))


@hostile
def players_beyond_measure() -> Files:
    return game("", edition=EDITION.replace("2-3", "2-999999999"))


@hostile
def thirteen_players() -> Files:
    return game("", edition=EDITION.replace("2-3", "2-13"))


@hostile
def texts_with_alternatives() -> Files:
    return game("", acting(f'tell "{"(a|b)" * 200_000}"'))


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


@hostile
def entries_of_an_edition() -> Files:
    entries = ", ".join(["Ace"] * 100_000)
    return game("", edition=EDITION + f"names: [{entries}]\n")


@hostile
def letters_in_an_edition() -> Files:
    return game("", edition=EDITION + f"about: {'a' * 900_000}\n")


def words(count: int) -> list[str]:
    """As many words of six letters, in no order."""
    letters = "abcdefghijklmnopqrst"
    return [
        "Q" + "".join(letters[(n * 7919 + n // 20**place) // 3**place % 20] for place in range(5))
        for n in range(count)
    ]


def listed(names: list[str]) -> str:
    rows = "".join(f"    {name} 1\n" for name in dict.fromkeys(names))
    return f'list of card\n    reading "made up"\n    name rank\n{rows}'


@hostile
def names_misspelt_in_a_cast() -> Files:
    names = words(1_000)
    cast = ", ".join(f"{name[:-1]}x: 1" for name in dict.fromkeys(names))
    return game(listed(names), edition=EDITION.replace("Ace: 2", f"Ace: 2, {cast}"))


@hostile
def names_misspelt_in_rules() -> Files:
    return game("", acting(*(f"set my {name.lower() * 60}s to 1" for name in words(2_000))))


@hostile
def allowances() -> Files:
    return game("# allow E0926: so it is meant\n" * 20_000)


@hostile
def powers_at_one_moment() -> Files:
    powers = "".join(
        f'    power p{n} "do {n}" at noon\n        set my points to {n}\n\n' for n in range(4_000)
    )
    joker = f'moment noon\n\ncard Joker\n    rank 0\n    reading "made up"\n\n{powers}'
    edition = EDITION.replace("Ace: 2", "Ace: 2, Joker: 1")
    return game(joker, acting("use powers at noon"), edition)


@hostile
def cards_with_rules() -> Files:
    """Each is asked in turn what it makes of a value: a chain of functions as long as their row."""
    cards = "".join(
        f'card C{n}\n    rank 1\n    reading "x"\n    this\'s worth is 1 more\n\n'
        for n in range(FEWER)
    )
    cast = ", ".join(f"C{n}: 1" for n in range(FEWER))
    return game(
        f"value a card's worth is the card's rank\n{cards}",
        acting("set my points to (the top of the deck)'s worth"),
        EDITION.replace("Ace: 2", f"Ace: 2, {cast}"),
    )


@hostile
def copies_of_three_cards() -> Files:
    copies = "Ace: 999, Deuce: 999, Trey: 999"
    return game("", edition=EDITION.replace("Ace: 2, Deuce: 2, Trey: 2", copies))


@hostile
def line_ends() -> Files:
    return game("\n" * 1_000_000)


@hostile
def rows_of_a_table() -> Files:
    rows = "".join(f"    {n} {n % 10}\n" for n in range(14 * FEWER))
    table = f"table big by the number of cards in the deck\n    left cards\n{rows}"
    return game(table, acting("set my points to the big"))


@hostile
def citations() -> Files:
    return game("card Joker\n    rank 1\n" + '    cite x "y"\n' * (14 * FEWER))


@hostile
def names_misspelt_in_a_row() -> Files:
    deeds = (
        f'choose 2 q{n}-friends from players, shown as "with {{q{n}-frend}}"' for n in range(150)
    )
    return game("", acting(*deeds))
