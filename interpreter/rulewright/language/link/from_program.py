"""Construction of a world: apply an edition's settings, cells, fields, names and cast to a program.

Mistakes in the edition (an unknown card, a setting of the wrong type) are reported at their places.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.edition.translations.vocabulary import series_card_name
from rulewright.language.link import link_complaints as say
from rulewright.language.link.casting import make_cast, sort_cards
from rulewright.language.link.world import Piece, World, is_known_name
from rulewright.language.program.program import Program
from rulewright.language.program.types import Type
from rulewright.language.text import Complaints, Span, one_of


def make_world(
    program: Program, edition: Edition, changes: EditionChanges, players: int, complaints: Complaints,
    extra_cards: Iterable[tuple[str, Span | None]] = (),
) -> World:  # fmt: skip
    """Return the world of a program with an edition's changes, for a number of players; report misfits."""
    world = World(program, players, folder=edition.files[0].parent)
    _set_settings(world, changes, complaints)
    _set_cells(world, changes, complaints)
    _set_fields(world, changes, complaints)
    cast = make_cast(world, edition, changes, complaints, extra_cards)
    for kind in program.kinds:
        for card, copies in sort_cards(world, kind, cast.get(kind, {})):
            for _ in range(copies):
                world.pieces.append(Piece(len(world.pieces), card, kind))
    _set_names(world, changes, complaints)
    labels = [label for labels in program.labels.values() for label in labels.items]
    for look in edition.looks.values():
        is_known_name(complaints, "label", look.label.value, look.label.span, labels)
    return world


def _set_names(world: World, changes: EditionChanges, complaints: Complaints) -> None:
    """Set the display names of cards in a world; a name for one card overrides that of its series."""
    program = world.program
    for card, name in sorted(changes.names.items(), key=lambda item: item[0] in program.cards):
        is_known_name(complaints, "card", card, name.card.span, [*program.cards, *program.series])
        texts = {language: text.value for language, text in name.text.items()}
        for each in program.cards_called(card):
            number = each.removeprefix(card)[1:]
            called = {language: series_card_name(text, number) for language, text in texts.items()}
            world.names.setdefault(each, {}).update(called)


def _words_of_type(program: Program, type_: Type) -> tuple[str, ...]:
    """Return the words that an edition may give for a type: its labels, or yes and no."""
    if type_.name == "yes-or-no":
        return "yes", "no"
    return tuple(program.labels[type_.name].items) if type_.name in program.labels else ()


def _type_in_words(program: Program, type_: Type) -> str:
    """Return a type as complaints describe it; a list of labels is spelled out."""
    if type_.name in program.labels:
        labels = program.labels[type_.name].items
        return one_of([*labels, "nothing"] if type_.optional else labels)
    return str(type_)


def _value_in_words(value: object) -> str:
    """Return a value as an edition writes it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"`{value}`"


def _fits_type(value: object, type_: Type, program: Program, words: tuple[str, ...] = ()) -> bool:
    """Return whether a value in an edition has this type or, if `words` are given, is one of them."""
    if (type_.optional and value == "nothing") or type_.name == "unknown":
        return True
    if words:
        return value in words
    if type_.name == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if type_.name == "yes-or-no":
        return isinstance(value, bool)
    if type_.name in program.labels:
        return value in program.labels[type_.name].items
    return False


def _set_settings(world: World, changes: EditionChanges, complaints: Complaints) -> None:
    """Set the settings of a world; report unknown ones and values of the wrong type."""
    declared = world.program.settings
    world.settings = {name: setting.default for name, setting in declared.items()}
    for name, choice in changes.settings.items():
        if not is_known_name(complaints, "setting", name, choice.name.span, declared):
            continue
        setting = declared[name]
        value = choice.value.value
        if not _fits_type(value, setting.type, world.program, setting.words):
            wanted = (
                one_of(setting.words)
                if setting.words
                else _type_in_words(world.program, setting.type)
            )
            what = f"the setting `{name}`"
            at = choice.value.span
            known = setting.words or _words_of_type(world.program, setting.type)
            complaints.add(
                say.wrong_value(at, what, wanted, _value_in_words(value), setting.at, known)
            )
            continue
        world.settings[name] = None if value == "nothing" and not setting.words else value


def _set_cells(world: World, changes: EditionChanges, complaints: Complaints) -> None:
    """Set the cells of a world's tables; report unknown tables, wrong columns and wrong values."""
    declared = world.program.tables
    world.cells = {name: dict(table.cells) for name, table in declared.items()}
    for (name, row, column), cell in changes.tables.items():
        if not is_known_name(complaints, "table", name, cell.table.span, declared):
            continue
        table = declared[name]
        if any(isinstance(key, str) for place in table.cells for key in place):
            what = f"a row of the table {name} in an edition"
            complaints.add(say.wrong_value(cell.row.span, what, "a label", str(row), table.at))
            continue
        across = table.column_key is not None
        if across != isinstance(column, int) or isinstance(column, str):
            example = (
                next((each for _, each in table.cells if each is not None), 1) if across else None
            )
            written = cell.value.value
            complaints.add(
                say.wrong_columns(cell.value.span, name, row, example, written, table.at)
            )
            continue
        value = cell.value.value
        if not isinstance(value, int) or isinstance(value, bool):
            what = f"a cell of the table {name}"
            at = cell.value.span
            complaints.add(say.wrong_value(at, what, "a number", _value_in_words(value), table.at))
            continue
        world.cells[name][(row, column if isinstance(column, int) else None)] = cell.value.value


def _set_fields(world: World, changes: EditionChanges, complaints: Complaints) -> None:
    """Set the fields of cards in a world; report unknown cards and values of the wrong type."""
    program = world.program
    world.values = {name: dict(card.values) for name, card in program.cards.items()}
    for (card, name), given in changes.fields.items():
        if not is_known_name(complaints, "card", card, given.card.span, program.cards):
            continue
        fields = program.kinds[program.cards[card].kind].fields
        if not is_known_name(complaints, f"field of {card}", name, given.field.span, fields):
            continue
        value = given.value.value
        if not _fits_type(value, fields[name].type, program):
            what, wanted = f"the {name} of {card}", _type_in_words(program, fields[name].type)
            at, declared = given.value.span, fields[name].at
            known = _words_of_type(program, fields[name].type)
            complaints.add(
                say.wrong_value(at, what, wanted, _value_in_words(value), declared, known)
            )
            continue
        world.values[card][name] = None if value == "nothing" else value
