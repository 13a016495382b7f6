"""Whether lines can be read and mean something in a game: they are put where they would stand, and looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Final

from rulewright.program.context import Context
from rulewright.program.declaring import declare_all
from rulewright.program.english import plural
from rulewright.program.program import Program
from rulewright.program.resolving import make_scenario, resolve_all
from rulewright.syntax import first_mistake, parse_rules, tree
from rulewright.text import Complaints, Source

Begun = Callable[[Complaints], Context]

_PROPER: Final = "Qqzx"
_NAME: Final = "qqzx"
"""Names that nobody has."""
CHOSEN: Final = ("choose a victim from other players",)
_ONLY_READ: Final = frozenset({"outcome", "flow", "place", "field"})
"""There is one of each in a game, or what is said hangs on the rest: they are only read."""


class Scaffold:
    """Lines around a sentence, in the words of a game."""

    def __init__(self, program: Program, trees: Sequence[tree.Node], begun: Begun) -> None:
        self.program, self.trees, self.begun = program, trees, begun
        self._known: dict[str, bool] = {}

    def reads(
        self,
        lines: Sequence[str],
        context: str,
        extra: Iterable[str] = (),
        chosen: Iterable[str] = (),
    ) -> bool:
        """Whether lines make sense in a context, once something is declared besides, and chosen above them."""
        text, first, last = self._set(lines, context, chosen)
        declared = "".join(f"{line}\n" for line in extra)
        before = declared.count("\n")
        text = declared + text
        if text not in self._known:
            only_read = context in _ONLY_READ
            self._known[text] = self._makes_sense(
                text, range(first + before, last + before), only_read
            )
        return self._known[text]

    def around(self, lines: Sequence[str], context: str) -> tuple[str, range]:
        """A text with the lines in it, in which also those may be spoken of whom wishes speak of."""
        chosen = CHOSEN if context in ("deed", "condition") else ()
        text, first, last = self._set(lines, context, chosen)
        return text, range(first, last)

    def _makes_sense(self, text: str, own: range, only_read: bool) -> bool:
        source = Source("looked for", text)
        if first_mistake(source) is not None:
            return False
        if only_read:
            return True
        found = Complaints()
        nodes = parse_rules(source, found)
        ctx = self.begun(found)
        declare_all(ctx, (*self.trees, *nodes))
        resolve_all(ctx, nodes, self.trees)
        for node in nodes:
            if isinstance(node, tree.Scenario):
                make_scenario(ctx, node)
        errors = (each for each in found if each.severity == "error" and each.span is not None)
        return not any(
            each.span.source == source and each.span.line in own for each in errors if each.span
        )

    def _set(
        self, lines: Sequence[str], context: str, chosen: Iterable[str]
    ) -> tuple[str, int, int]:
        """The text with the lines in it, and which of its lines they are."""
        above, depth, before, below = self._frame(context)
        above += "".join(" " * depth + line + "\n" for line in chosen)
        if context in ("hook", "card") and any(line.startswith(" ") for line in lines):
            below = ""
        said = [" " * depth + line for line in lines]
        if before:
            said[0] = " " * depth + before + said[0].lstrip()
        first = above.count("\n") + 1
        return above + "\n".join(said) + "\n" + below, first, first + len(said)

    def _frame(self, context: str) -> tuple[str, int, str, str]:
        """The lines above, how deep a line stands, what stands before it, and the lines below."""
        deeper = " " * 12 + "do nothing\n"
        match context:
            case "deed" | "heads" | "until":
                return self._power, 8, "", deeper if context != "deed" else ""
            case "condition":
                return self._power, 8, "if ", deeper
            case "sum":
                return self._power, 8, "let the qqzxy be ", ""
            case "list":
                return self._power, 8, "for each qqzxy in ", deeper
            case "hook":
                return self._card, 4, "", " " * 8 + "do nothing\n"
            case "rule" | "card" | "note" | "field":
                return self._card, 4, "", ""
            case "event":
                return f"event a player {plural(_NAME)} a {self._kind}\n", 4, "", "    do nothing\n"
            case "later" | "setup":
                return f"phase {_NAME}\n", 4, "", ""
            case "turn":
                return f"{self._card}    at the start of a turn\n", 8, "", ""
            case "topblock":
                return "", 0, "", "    do nothing\n"
            case "given" | "when" | "then":
                return (
                    self._scenario(context),
                    8,
                    "",
                    "" if context == "then" else "    then\n        A decides\n",
                )
            case "place":
                return f'scenario "{_NAME}"\n', 4, "", ""
            case "flow":
                return "flow\n", 4, "", "        do nothing\n"
            case _:
                return "", 0, "", ""

    @cached_property
    def _kind(self) -> str:
        return next(iter(self.program.kinds), "card")

    @cached_property
    def _card(self) -> str:
        kind, labels = self.program.kinds.get(self._kind), self.program.labels
        head = f"{self._kind} {_PROPER}\n"
        for each in kind.fields.values() if kind is not None else ():
            words = labels[each.type.name].items if each.type.name in labels else ("1",)
            head += f"    {each.name} {words[0]}\n" if each.required else ""
        return head + f'    reading "{_NAME}"\n'

    @cached_property
    def _power(self) -> str:
        moment = next(iter(self.program.moments), "")
        if not moment:
            return f"{self._card}    at the start of the {next(iter(self.program.phases), _NAME)}\n"
        return f"{self._card}    power {_NAME} at {moment}\n"

    def _scenario(self, section: str) -> str:
        return (
            f'scenario "{_NAME}"\n    in {self.program.game or _NAME}, 4 players\n    {section}\n'
        )
