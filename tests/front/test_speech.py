"""What the command line says in other languages: nothing is forgotten, and nothing is left over."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.cli.common.seats import WORDS
from rulewright.language.edition.translations.catalogue import read_messages
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.language.edition.translations.vocabulary import MESSAGES, message_languages
from rulewright.language.text import Complaints
from rulewright.runtime.lower.expressions.labels import CHOOSE_ONE
from rulewright.runtime.lower.statements.lower_simultaneous import ALL_CHOSE

PACKAGE = MESSAGES.parents[3]


def texts_in(path: Path) -> Iterator[str]:
    """Every text that is said by `say("…")` or `own(game, "…")` in a file."""
    code = path.read_text(encoding="utf-8")
    for node in (
        ast.walk(ast.parse(code))
        if re.search(r"\b(say|interpreter_text|stored_sentence)\(", code)
        else ()
    ):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            place = {"say": 0, "stored_sentence": 0, "interpreter_text": 1}.get(node.func.id)
            if place is not None:
                yield from words_of(node.args[place])


def texts_on(path: Path) -> list[str]:
    """Every text that is said on a page."""
    return re.findall(r"""\bsay\(["'](.+?)["'](?=[,)])""", path.read_text(encoding="utf-8"))


def words_of(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from words_of(body)
            yield from words_of(other)


@cache
def said() -> set[str]:
    """All that is said; every file is looked through for it, so not where tests are only collected."""
    code = {text for path in PACKAGE.rglob("*.py") for text in texts_in(path)}
    pages = {text for path in PACKAGE.rglob("*.html") for text in texts_on(path)}
    return (
        code
        | pages
        | {
            CHOOSE_ONE,
            ALL_CHOSE,
            "yes",  # the two answers of a decision are found by what they stand for
            "no",
            *WORDS.values(),
        }
    )


@pytest.mark.parametrize("language", message_languages())
def test_every_text_has_words_and_no_words_are_left_over(language: str) -> None:
    says = Complaints()

    words = read_messages(MESSAGES / f"{language}.yaml", says)

    assert says.in_order() == ()
    assert said() - words.keys() == set()
    assert words.keys() - said() == set()


@pytest.mark.rotating
def test_what_is_said_bends_to_its_numbers() -> None:
    text = "{games} game(s) of {name} ({id}), {players} player(s), bots: {bot}"
    values = {"name": "Tours", "id": "towers", "bot": "first"}

    assert say(text, games=1, players=2, **values).startswith("1 game of Tours (towers), 2 players")
    with use_language("fr"):
        assert say(text, games=0, players=2, **values).startswith("0 partie de Tours (towers), 2 j")


def test_a_language_without_words_speaks_english() -> None:
    with use_language("xx"):
        assert say("Nobody wins.") == "Nobody wins."


def test_a_language_ends_with_its_command(shell: Shell) -> None:
    assert "joueurs" in shell.run("editions", "--lang", "fr").stdout
    assert "players" in shell.run("editions").stdout
