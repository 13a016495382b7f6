"""A scaffold for trying lines: it puts them into a context where they could appear, and type-checks them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Final

from rulewright.language.program.declaring import declare_all
from rulewright.language.program.from_syntax import NewContext
from rulewright.language.program.program import Program
from rulewright.language.program.resolving import resolve_all, resolve_scenario
from rulewright.language.syntax import first_error_span, parse_rules, tree
from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.text import Complaints, Source
from rulewright.language.text.words.english import plural, sentence_forms

_HEAD: Final = re.compile(r" *(?:after|before|when|at|while|until|power|if) ")
_ITSELF: Final = re.compile(r"\b((?:the|my) [\w' -]+?) is (?:less|more) than \1(?![\w' -]*[\w'-])")
"""Matches a comparison of a thing with itself, which nobody intends."""
_WORD: Final = re.compile(r"[\w-]+")
_PROPER: Final = "Qqzx"
_NAME: Final = "qqzx"
"""Names that no game uses."""
_ONLY_READ: Final = frozenset({"outcome", "flow", "place", "field"})
"""Contexts that are only parsed: a game has one of each, or their meaning depends on the other lines."""


def lacks_speakers(program: Program) -> bool:
    """Return whether no card of a game acts for a player, so that rules cannot use `my`."""
    stances = (stance for kind in program.kinds.values() for stance in kind.stances.values())
    return all(stance.player is None for stance in stances)


def body_depth(heads: Sequence[str]) -> int:
    """Return the indentation of statements below the last of `heads`, or at its own level if it is a statement."""
    last = heads[-1]
    deep = len(last) - len(last.lstrip())
    return deep + STEP * (_HEAD.match(last) is not None)


class Scaffold:
    """A generator of declarations around example lines, in a game's names, so that the lines can be compiled."""

    def __init__(
        self, program: Program, trees: Sequence[tree.Node], new_context: NewContext
    ) -> None:
        self.program, self.trees, self.new_context = program, trees, new_context
        self._known: dict[str, bool] = {}

    def type_checks(
        self,
        lines: Sequence[str],
        context: str,
        extra: Sequence[str] = (),
        chosen: Iterable[str] = (),
    ) -> bool:
        """Return whether `lines` type-check in `context`, given the declarations `extra` and choices `chosen`."""
        if any(map(_ITSELF.search, lines)):
            return False
        declared = "".join(f"{line}\n" for line in extra)
        text, first, last = self._compose(
            lines, context, chosen, self._mentioned_kind(*extra, *lines)
        )
        before = declared.count("\n")
        text = declared + text
        if text not in self._known:
            only_read = context in _ONLY_READ
            self._known[text] = self._compiles_without_errors(
                text, {*range(1, before + 1), *range(first + before, last + before)}, only_read
            )
        return self._known[text]

    def _compiles_without_errors(self, text: str, own: Collection[int], only_read: bool) -> bool:
        """Return whether the lines `own` of a text have no errors when it is compiled with the game."""
        source = Source("looked for", text)
        if first_error_span(source) is not None:
            return False
        if only_read:
            return True
        complaints = Complaints()
        nodes = parse_rules(source, complaints)
        ctx = self.new_context(complaints)
        declare_all(ctx, (*self.trees, *nodes))
        resolve_all(ctx, nodes, self.trees)
        for node in nodes:
            if isinstance(node, tree.Scenario):
                resolve_scenario(ctx, node)
        errors = (each for each in complaints if each.severity == "error" and each.span is not None)
        return not any(
            each.span.source == source and each.span.line in own for each in errors if each.span
        )

    def _compose(
        self, lines: Sequence[str], context: str, chosen: Iterable[str], kind: str
    ) -> tuple[str, int, int]:
        """Return a text with `lines` in `context`, the number of their first line and of the one after the last."""
        above, depth, before, below = self._context_template(context, kind)
        above += "".join(" " * depth + line + "\n" for line in chosen)
        if context == "hook":
            below = f"{' ' * (depth + body_depth(lines))}do nothing\n"
        if context == "card" and any(line.startswith(" ") for line in lines):
            below = ""
        indented = [" " * depth + line for line in lines]
        if before:
            indented[0] = " " * depth + before + indented[0].lstrip()
        first = above.count("\n") + 1
        return above + "\n".join(indented) + "\n" + below, first, first + len(indented)

    def _context_template(self, context: str, kind: str) -> tuple[str, int, str, str]:
        """Return a template for lines in `context`: text above, indentation, text before the line, text below."""
        power = self._power_head(kind)
        deeper = " " * (power[1] + STEP) + "do nothing\n"
        match context:
            case "deed" | "heads" | "until":
                return *power, "", deeper if context != "deed" else ""
            case "condition":
                return *power, "if ", deeper
            case "sum":
                return *power, "let the qqzxy be ", ""
            case "list":
                return *power, "for each qqzxy in ", deeper
            case "hook":
                return self._card_lines(kind), 4, "", " " * 8 + "do nothing\n"
            case "rule" | "card" | "note" | "field":
                return self._card_lines(kind), 4, "", ""
            case "event":
                return f"event a player {plural(_NAME)} a {kind}\n", 4, "", "    do nothing\n"
            case "later" | "setup":
                return f"phase {_NAME}\n", 4, "", ""
            case "turn":
                return f"{self._card_lines(kind)}    at the start of a turn\n", 8, "", ""
            case "topblock":
                return "", 0, "", "    do nothing\n"
            case "given" | "when" | "then":
                below = "" if context == "then" else "    then\n        A decides\n"
                return self._scenario_head(context), 8, "", below
            case "place":
                return f'scenario "{_NAME}"\n', 4, "", ""
            case "flow":
                return "flow\n", 4, "", "        do nothing\n"
            case _:
                return "", 0, "", ""

    def _mentioned_kind(self, *lines: str) -> str:
        """Return the kind of card that `lines` mention; the card around them gets this kind."""
        words = _WORD.findall(" ".join(lines))
        kinds = self.program.kinds
        kind = next((word for word in words if word in kinds), None)
        return kind or next(
            (self._kinds_by_name[word] for word in words if word in self._kinds_by_name),
            next(iter(kinds), "card"),
        )

    @cached_property
    def _kinds_by_name(self) -> dict[str, str]:
        """The kind of card for each name that implies one: zones, stances, verbs, values and facts."""
        program = self.program
        kinds = {name: zone.kind for name, zone in program.zones.items()}
        kinds |= {stance: kind.name for kind in program.kinds.values() for stance in kind.stances}
        about = {name: each.parameters for name, each in program.values.items()}
        about |= {name: each.parameters for name, each in program.facts.items()}
        for name, things in about.items():
            if things and things[0].type.name in program.kinds:
                kinds[name] = things[0].type.name
        for event in program.events.values():
            if event.parameters and event.parameters[-1].type.name in program.kinds:
                kinds |= dict.fromkeys(sentence_forms(event.verb), event.parameters[-1].type.name)
        return kinds

    def _card_lines(self, name: str) -> str:
        """Return the lines of an invented card of a kind, with its required fields."""
        kind, labels = self.program.kinds.get(name), self.program.labels
        head = f"{name} {_PROPER}\n"
        for each in kind.fields.values() if kind is not None else ():
            words = labels[each.type.name].items if each.type.name in labels else ("1",)
            head += f"    {each.name} {words[0]}\n" if each.required else ""
        return head + f'    reading "{_NAME}"\n'

    def _power_head(self, kind: str) -> tuple[str, int]:
        """Return the head of a block where a player acts, and the indentation of its lines."""
        if lacks_speakers(self.program):
            return f"event a player called {_NAME} {plural(_NAME)}\n", STEP
        moment = next(iter(self.program.moments), "")
        if not moment:
            phase = next(iter(self.program.phases), _NAME)
            return f"{self._card_lines(kind)}    at the start of the {phase}\n", 2 * STEP
        return f"{self._card_lines(kind)}    power {_NAME} at {moment}\n", 2 * STEP

    def _scenario_head(self, section: str) -> str:
        """Return the first lines of a scenario, up to the head of `section`."""
        return (
            f'scenario "{_NAME}"\n    in {self.program.game or _NAME}, 4 players\n    {section}\n'
        )
