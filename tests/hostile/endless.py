"""Rules that the checker lets pass, and that never come to an end in play."""

from __future__ import annotations

from hostile.growing import doubled_values
from hostile.kit import Files, acting, game, hostile, nested


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
