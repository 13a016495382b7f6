"""Rules that stand in each other, deeper than anybody reads."""

from __future__ import annotations

from hostile.kit import Files, acting, game, hostile, nested


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
