"""Forms of declarations for a name that is used but not declared, by what the complaint calls it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rulewright.base.records import Record, declared_fields
from rulewright.language.program.program import Program
from rulewright.language.program.types import PLAYER
from rulewright.language.syntax import tree
from rulewright.language.text.words.english import base_form, sentence_forms, third_person

_STATE: Final = (
    "{has} {the name}{each}, a number, seen by everyone",
    "{has} {the name}{each}, {a type}{or nothing}, seen by everyone",
    "{has} {a name} of {cards}{each}{in order}, seen by {sight}",
)
_KIND: Final = "kind {singular}{order}\n{fields}    starts in the {start}"
_FORMS: Final = (
    (r"thing here", (*_STATE, "value the {name} is 1")),
    (r"place", _STATE[2:]),
    (r"attribute of .*", (*_STATE, "value {a owner}'s {name}{for each} is 0")),
    (r"value.*", ("value {a type}'s {name}{for each} is 0", "value the {name} is 0")),
    (r"word for .*|mark of .*", ("{a owner} may be {name}, seen by everyone",)),
    (r"fact", ("fact {a type} {relation} {a type called}",)),
    (r"phase", ("phase {name}", "phase {name} for {a type}", "phase {name} for {a type} as {a type called}")),
    (r"moment", ("moment {name}",)),
    (r"label, setting or list", (
        _KIND, "setting {name}: number = 1", "setting {name}: yes-or-no = no", "setting {name}: {choices}",
        "labels {singular}: {words}",
    )),
    (r"type|list of labels|list", ("labels {singular}: {words}",)),
    (r"kind of cards", (
        _KIND,
        "there is a deck of {name}, in order, seen by nobody\n\nkind {singular}\n{fields}    starts in the deck",
    )),
    (r"event", ("event a player {verb}{arguments}",)),
)  # fmt: skip
"""Declarations that are tried, the commonest first, by the complaint's word for what is missing."""
_PARTS: Final = (
    (r"field of an? (.+)", "{name}: {field type}"),
    (r"attribute of an? (.+)", "{name}: {default}"),
)
"""Lines that are added to the declaration of a kind."""
_SLOT: Final = re.compile(r"\{([^{}]+)\}")
_STATE_CLASSES: Final = (tree.ZoneDeclaration, tree.VariableDeclaration, tree.Mark)


class DeclarationForm(Record):
    """A declaration with slots, and the texts that each slot can have, the likeliest first."""

    text: str
    slots: Mapping[str, Sequence[str]]
    into: tree.Node | None = None
    """The declaration that the text is added to; None if it is one of its own."""

    def filled(self, chosen: Mapping[str, str]) -> str:
        """Return the text with the chosen texts in the slots; a slot in two places has two texts."""
        return _SLOT.sub(lambda slot: chosen[slot[1]], self.text)


class MissingName(Record):
    """A name that nothing declares, what a complaint calls it, and the declarations that use it."""

    what: str
    name: str
    program: Program
    trees: Sequence[tree.Node]
    users: Sequence[tree.Node]

    def forms(self) -> Iterator[DeclarationForm]:
        """Yield the forms of declarations that may be missing, the likeliest first."""
        for extended in self._declarations(self.what.removeprefix("choice of ")):
            match extended:
                case tree.LabelsDeclaration() | tree.SettingDeclaration():
                    joint = ", " if isinstance(extended, tree.LabelsDeclaration) else " or "
                    yield DeclarationForm(f"{joint}{self.name}", {}, extended)
                    yield self._form(f"fact a {self.what} is {self.name}")
        for pattern, text in _PARTS:
            match_ = re.fullmatch(pattern, self.what)
            for kind in self._declarations(match_[1] if match_ is not None else ""):
                if isinstance(kind, tree.KindDeclaration):
                    yield self._form(f"\n    {text}", kind)
        texts = [text for what, texts in _FORMS if re.fullmatch(what, self.what) for text in texts]
        yield from map(self._form, filter(self._is_likely, sorted(texts, key=self._rank)))

    def _rank(self, text: str) -> bool:
        """Return a sort key for forms: a number that no rule sets is a value."""
        return not self._is_set and not text.startswith("value ")

    def _is_likely(self, text: str) -> bool:
        """Return whether a form may be meant; a single use of a name is rather a slip or a local name."""
        things = {PLAYER.name, "card", *self.program.kinds, *self.program.labels}
        if self.what == "thing here" and self.name in things:
            return False
        if len(self.users) > 1:
            return True
        if self.what == "thing here":
            return "{a type}" not in text and (self._is_set or ", a number" not in text)
        return self.what != "event" or any(isinstance(node, tree.Flow) for node in self.trees)

    @property
    def _is_set(self) -> bool:
        """Whether a rule sets the name."""
        return self._is_used(rf"set [^\n]*{self.name}(?: for [^\n]*)? to ")

    def _declarations(self, name: str) -> Iterator[tree.Node]:
        """Yield the own declarations of labels, settings and kinds with this name."""
        for node in self.trees:
            match node:
                case tree.LabelsDeclaration() | tree.SettingDeclaration() | tree.KindDeclaration():
                    if node.name.text == name:
                        yield node

    def _form(self, text: str, into: tree.Node | None = None) -> DeclarationForm:
        """Return a form with the texts for its slots."""
        slots = {}
        if text.endswith("{arguments}"):
            slots = {f"argument {n}": texts for n, texts in enumerate(self._arguments())}
            text = text.replace("{arguments}", "".join(f" {{{slot}}}" for slot in slots))
        slots |= {
            each: self._texts(each, text) for each in _SLOT.findall(text) if each not in slots
        }
        return DeclarationForm(text, slots, into)

    def _texts(self, slot: str, form: str) -> Sequence[str]:
        """Return the texts that a slot of a form can have, the likeliest first."""
        name, kinds, labels = self.name, [*self.program.kinds], [*self.program.labels]
        types = [PLAYER.name, *kinds, *labels]
        owner = re.sub(r".* of (?:an? )?|.* for an? | or no\w+$", "", self.what)
        has = "there is" if owner == self.what else f"each {owner} has"
        match slot:
            case "name":
                return (name,)
            case "the name":
                return (name if name.endswith("s") else with_article(name),)
            case "a name":
                return (with_article(name),)
            case "has":
                return (has,) if self.what != "place" else ("each player has", "there is")
            case "each" | "for each":
                named = {*self._found(rf"{name} for (?:the |each |a )?([a-z][a-z0-9-]*)")}
                others = labels if slot == "each" else [*labels, PLAYER.name, *kinds]
                known = [each for each in others if each in named]
                texts = [
                    f" for {'each' if slot == 'each' else 'a'} {each}" for each in known or others
                ]
                return texts if known else ["", *(texts if named else ())]
            case "a type":
                return [*map(with_article, types), *(["a yes-or-no"] if "{has}" in form else [])]
            case "a type called":
                return [f"{with_article(each)} called other-{each}" for each in types]
            case "a owner":
                return (with_article(owner),)
            case "or nothing":
                return "", " or nothing"
            case "cards":
                return list(map(self.program.plural, kinds)) or ("cards",)
            case "in order":
                return (", in order", "") if self._is_start else ("", ", in order")
            case "sight":
                return (
                    ("nobody",)
                    if self._is_start
                    else ("everyone" if owner == self.what else "its owner",)
                )
            case "relation":
                return (name.replace("-", " ", 1) if "-" in name else name,)
            case "singular":
                nouns = [name, name[:-1], name[:-2]]
                return [each for each in nouns if name == self.program.plural(each)] or (name,)
            case "verb":
                return (third_person(base_form(name)),)
            case "words":
                return (", ".join(self._words() or (f"one-{name}", f"other-{name}")),)
            case "choices":
                words = [
                    *dict.fromkeys(self._found(rf"{name} is (?:not )?([a-z][a-z0-9-]*)")),
                    "other",
                ]
                return (f"{' or '.join(words[: max(2, len(words) - 1)])} = {words[0]}",)
            case "field type":
                return [*self._field_types(name), "number", "number = 0", "yes-or-no", *labels]
            case "default":
                constants = (
                    f"{each.name} = {each.items[0]}" for each in self.program.labels.values()
                )
                return ["number = 0", "yes-or-no = no", *constants]
            case "order":
                numbers = [
                    column for column in self._columns() if "number" in self._field_types(column)
                ]
                return ["", *(f", in order of {each}" for each in numbers)]
            case "fields":
                fields = {
                    column: (*self._field_types(column), "number")[0] for column in self._columns()
                }
                lines = "".join(f"    {column}: {type_}\n" for column, type_ in fields.items())
                return lines, lines.replace(": number\n", ": number = 0\n")
            case "start":
                zones = [
                    n
                    for n in self.trees
                    if isinstance(n, tree.ZoneDeclaration) and n.holds.text == name
                ]
                common = [n for n in zones if isinstance(n.owner, tree.Flag) and n.each is None]
                return [n.name.text for n in sorted(common, key=lambda n: n.ordered is None)] or [
                    "deck"
                ]
        raise ValueError(slot)

    @property
    def _is_start(self) -> bool:
        """Whether cards start in a place of this name."""
        return self._is_used(rf"starts in the {self.name}")

    def _is_used(self, words: str) -> bool:
        """Return whether a declaration that uses the name has these words."""
        return any(self._found(rf"({words})"))

    def _found(self, pattern: str) -> Iterator[str]:
        """Yield the words that `pattern` captures in the declarations that use the name."""
        for node in self.users:
            yield from re.findall(rf"(?<![\w-]){pattern}", node.at.text)

    # ---------------------------------------------------------------- lists of cards

    def _lists(self) -> Iterator[tree.CardList]:
        """Yield the lists of cards of the missing kind; all lists if the name is no kind."""
        lists = [node for node in self.trees if isinstance(node, tree.CardList)]
        own = [node for node in lists if self.program.plural(node.kind.text) == self.name]
        yield from own or lists

    def _columns(self) -> list[str]:
        """Return the names of the fields in the headings of lists."""
        return list(dict.fromkeys(word.text for each in self._lists() for word in each.heading[1:]))

    def _cells(self, column: str) -> Iterator[str]:
        """Yield the cells of lists below the heading `column`."""
        for each in self._lists():
            for at, word in enumerate(each.heading[1:]):
                if word.text == column:
                    yield from (row.cells[at].at.text for row in each.rows if at < len(row.cells))

    def _field_types(self, column: str) -> list[str]:
        """Return the types that all cells of a column have."""
        cells = list(self._cells(column))
        if cells and all(cell[0].isdigit() for cell in cells):
            return ["number"]
        fitting = [
            each.name
            for each in self.program.labels.values()
            if cells and {*cells} <= {*each.items}
        ]
        return [*fitting, *(["yes-or-no"] if cells and {*cells} <= {"yes", "no"} else [])]

    def _words(self) -> list[str]:
        """Return the words in columns of the missing type."""
        fields = (
            part.name.text for node in self.trees if isinstance(node, tree.KindDeclaration)
            for part in node.items if isinstance(part, tree.FieldDeclaration)
            and self.name in {word.text for word in part.type.names}
        )  # fmt: skip
        return list(dict.fromkeys(cell for field in fields for cell in self._cells(field)))

    # ---------------------------------------------------------------- events

    def _arguments(self) -> list[list[str]]:
        """Return the texts for each parameter of an event, by its first use."""
        verbs = {self.name, *sentence_forms(self.name)}
        spoken = (tree.Sentence, tree.May, tree.Can, tree.Pattern)
        for part in (part for node in self.users for part in _parts_of(node)):
            if isinstance(part, spoken) and part.verb.text in verbs:
                arguments = [self._binders(part.object)] if part.object is not None else []
                for each in part.labelled:
                    word = each.preposition.text
                    arguments.append([f"{word} {one}" for one in self._binders(each.what)])
                return arguments
        return []

    def _binders(self, what: tree.Node) -> list[str]:
        """Return the parameters that can take `what`, the likeliest first."""
        if isinstance(what, tree.Unit):
            return [f"some {what.unit.text}"]
        types = ["number", *self.program.kinds, *self.program.labels]
        named = what.name.text if isinstance(what, tree.The) else ""
        return [
            *([with_article(named)] if named in types else []),
            *map(with_article, types),
            "a player called other-player",
            *([f"the {named}"] if named else []),
        ]


def _parts_of(node: object) -> Iterator[tree.Node]:
    """Yield a node and all nodes in it."""
    if isinstance(node, tree.Node):
        yield node
        for name in declared_fields(type(node)):
            yield from _parts_of(getattr(node, name)) if name != "at" else ()
    elif isinstance(node, Iterable) and not isinstance(node, str):
        for each in node:
            yield from _parts_of(each)


def with_article(noun: str) -> str:
    """Return `noun` with `a` or `an`; yes-or-no has none."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
