"""Contexts of the worked examples: the little game, and the lines above and below each."""

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from rulewright.assist import advise
from rulewright.assist.example_table import FRAME, WorkedExample, folder
from rulewright.language.program.from_syntax import compile
from rulewright.language.text import Complaint, Complaints, Source, read_source

_CARD = 'card Jester\n    rank 4, suit sun\n    printed "Jester"\n'
_POWER = (
    f"{_CARD}    power trade at main\n        choose a victim from other players\n"
    "        choose a target from cards in my row\n"
)
_SCENARIO = 'scenario "Example"\n    in tricks, 4 players\n'
_THEN = "    then\n        A's chips is 0\n"

#: The lines above, how deep the row stands, what stands before and behind it on its line, the lines below.
CONTEXTS: Final[dict[str, tuple[str, int, str, str, str]]] = {
    "deed": (_POWER, 8, "", "", ""),
    "later": (f"{_CARD}    at the end of the round\n", 8, "", "", ""),
    "turn": (f"{_CARD}    at the start of a turn\n", 8, "", "", ""),
    "heads": (_POWER, 8, "", "", "            draw 1 card\n"),
    "until": (_POWER, 8, "", "", "            my hand-limit is 1 more\n"),
    "condition": (_POWER, 8, "if ", "", "            draw 1 card\n"),
    "sum": (_POWER, 8, "let the count be ", "", "        gain the count chips\n"),
    "list": (_POWER, 8, "for each one in ", "", "            draw 1 card\n"),
    "hook": (_CARD, 4, "", "", "        gain 1 chip\n"),
    "rule": (_CARD, 4, "", "", ""),
    "event": ("event a player juggles a card\n", 4, "", "", "    gain 1 chip\n"),
    "top": ("", 0, "", "", ""),
    "topblock": ("", 0, "", "", "    do nothing\n"),
    "outcome": ("", 0, "", "", ""),
    "field": ('card Jester\n    printed "Jester"\n', 4, "", "", ""),
    "note": ('card Jester\n    rank 4, suit sun\n    printed "Jester"\n', 4, "", "", ""),
    "setup": ("phase dealing\n", 4, "", "", ""),
    "flow": ("flow\n    play setup\n", 4, "", "", "        play round\n"),
    "place": ('scenario "Example"\n', 4, "", "", _THEN),
    "given": (f"{_SCENARIO}    given\n", 8, "", "", _THEN),
    "when": (f"{_SCENARIO}    when\n", 8, "", "", _THEN),
    "then": (f"{_SCENARIO}    then\n", 8, "", "", ""),
}


@frozen
class Example:
    """A text to check, and on which line the row stands in it."""

    text: str
    line: int


def example(row: WorkedExample, lines: Sequence[str], extra: Sequence[str] = ()) -> Example:
    """The context of a row with these lines in it."""
    above, depth, before, behind, below = CONTEXTS[row.context]
    said = "".join(" " * depth + line + "\n" for line in lines)
    said = said.replace(" " * depth, " " * depth + before, 1)[:-1] if before else said[:-1]
    declared = "".join(f"{line}\n" for line in extra)
    if lines[-1].startswith(" ") or "\n    " in said:
        below = "" if row.context in ("heads", "hook") and len(lines) > 1 else below
    text = f"{declared}{above}{said}{behind}\n{below}"
    return Example(text, (declared + above).count("\n") + 1)


def complaints_of(row: WorkedExample, text: str) -> tuple[Complaint, ...]:
    """What is said of a text that is added to the little game."""
    complaints = Complaints()
    frame = read_source(folder() / FRAME)
    source = Source("example.rules", text)
    kept = frame.text
    if row.context in ("outcome", "flow"):
        # There is one of each; the example brings its own.
        begin = kept.index(f"{row.context}" + ("\n" if row.context == "flow" else " by"))
        kept = kept[:begin] + kept[begin:].partition("\n\n")[2]
    compile([Source("frame.rules", kept), source], complaints, adviser=advise)
    return complaints.in_order()
