"""Advice on phrases that are commonly written differently from this language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from rulewright.language.syntax.parsing.lexer import INDENT, LAYOUT, NEWLINE
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.syntax.tree.expression_syntax import GatheredKind

Advice = Callable[[ParseFailure], "str | None"]

_WORKED_OUT: Final = frozenset({"number", *get_args(GatheredKind)})


def advice_on(failure: ParseFailure) -> str | None:
    """Return the first known advice that fits a parse failure, as a sentence; None if none fits."""
    return next(filter(None, (advice(failure) for advice in _ADVICE)), None)


def _word_before(failure: ParseFailure) -> str:
    """Return the word before the rejected token on its line; empty if there is none."""
    return failure.before.text if failure.before is not None else ""


def _choice_without_list(failure: ParseFailure) -> str | None:
    """Return advice for a choice, of a player or of chance, that lacks its list."""
    word, token = _word_before(failure), failure.token
    texts = [each.text for each in failure.line]
    if word in ("choose", "chooses") and token.type in ("ANOTHER", "EACH", "THE", "ANY", "OTHER"):
        chosen = "".join(texts[failure.index - failure.line_start + 1 :][:1])
        if "player" in chosen:
            return f"add the list to choose from: `{word} a player from other players`"
        if token.type == "ANOTHER":
            return f"exclude the other one: `{word} a {chosen} from … where it is not the …`"
        return None
    if texts[:1] == ["chance"] and len(texts) > 1 and texts[1] != "chooses":
        return "chance only chooses from a list, such as `chance chooses a throw from 1 to 6`"
    if "FROM" in failure.accepted and token.type in LAYOUT and {"choose", "chooses"} & set(texts):
        return "add the list to choose from: `… from other players`, `… from cards in my hand`"
    return None


def _loop_over_each(failure: ParseFailure) -> str | None:
    """Return advice for a loop that is not written `for each … in …`."""
    token, line = failure.token, failure.line
    if token.type == "EACH" and "FOR" in failure.accepted:
        return "write `for each … in …`, and on the next lines what happens"
    texts = [each.text for each in line]
    if texts[:2] == ["for", "each"] and token.type in LAYOUT and "IN" in failure.accepted:
        return f"add the list: `for each {texts[2]} in …`"
    if texts[:1] == ["repeat"] and token.type in ("NUMBER", "NAME"):
        return f"write `for each n in 1 to {token.text}`"
    return None


def _power_without_moment(failure: ParseFailure) -> str | None:
    """Return advice for a `power … at` without a valid moment after `at`."""
    if _word_before(failure) == "at" and failure.line[0].text == "power":
        return "write the name of a moment after `at`; if it happens without a decision, it is not a power"
    return None


def _number_as_word(failure: ParseFailure) -> str | None:
    """Return advice for a number in quotes or as a word."""
    token = failure.token
    if not {"NUMBER", "NEGATIVE"} & failure.accepted:
        return None
    inside = token.text.strip('"')
    if token.type == "STRING" and inside.isdigit():
        return f"write numbers without quotes: `{inside}`"
    if token.type == "NAME" and token.text in DIGITS:
        return f"write numbers in digits: `{DIGITS[token.text]}`"
    return None


def _swallowing_where(failure: ParseFailure) -> str | None:
    """Return advice where a comparison after `the number of … where …` was parsed as part of the `where`."""
    here = failure.index - failure.line_start
    before = [each.text for each in failure.line[:here]]
    if failure.token.type not in ("IS", "PLUS", "MINUS", "STAR") or "where" not in before:
        return None
    until = before[: len(before) - before[::-1].index("where")]
    worked_out = [word for word in until if word in _WORKED_OUT]
    if not worked_out:
        return None
    return f"use parentheses to end the `where`: `(the {worked_out[-1]} … where …) {failure.token.text} …`"


def _until_without_phase(failure: ParseFailure) -> str | None:
    """Return advice for an `until` that is not followed by a phase."""
    texts = [each.text for each in failure.line]
    if texts[:1] == ["until"] and failure.token.text != ",":
        if "game" in texts:
            return "for the rest of the game, use a number, a pointer or a mark"
        if not failure.fits(["THE", *failure.rest]):
            known = "`until the round ends`, `until my next turn`, `until the guest's next turn`"
            return f"`until` needs a phase: {known}"
    return None


def _repeat_while(failure: ParseFailure) -> str | None:
    """Return advice for a loop with the condition that keeps it going."""
    if [_word_before(failure), failure.token.text] == ["repeat", "while"]:
        return (
            "write `repeat until`, with the condition that ends the loop: the opposite of this one"
        )
    return None


def _misplaced_statement(failure: ParseFailure) -> str | None:
    """Return advice for a statement at a place where the grammar accepts only rules."""
    if not failure.line or failure.token is not failure.line[0]:
        return None
    rules = failure.grammar.first_sets["_rule"]
    if not rules <= failure.accepted or failure.fits(["CHOOSE"]):
        return None
    if failure.token.type == "NAME" or failure.token.text in ("choose", "if", "set", "move"):
        return "only rules fit here; statements belong into the block of a rule"
    return None


def _block_on_one_line(failure: ParseFailure) -> str | None:
    """Return advice for a statement after `if …,` on the same line; it belongs in an indented block."""
    if failure.token.text == "," and failure.fits([NEWLINE, INDENT]):
        return "write the rest on the next lines, four spaces deeper"
    return None


def _misplaced_another(failure: ParseFailure) -> str | None:
    """Return advice for `another` where it is not acceptable, as in `another player's hand`."""
    texts = [token.text for token in failure.line]
    here = failure.index - failure.line_start
    if texts[here : here + 1] == ["another"] and texts[here + 2 : here + 3] == ["'s"]:
        whose, name = texts[here + 1], "".join(texts[here + 3 : here + 4])
        if texts[here - 1] == "of":
            return (
                f"write `of a {name}`, and end the line with `, if the {name}'s {whose} is not me`"
            )
        return f"write `a {whose}'s {name}`, and end the line with `, if the {whose} is not me`"
    if here >= 2 and texts[here - 2] == "another" and texts[here] == "'s":
        whose, name = texts[here - 1], "".join(texts[here + 1 : here + 2])
        return f"write `a {whose}'s {name}`, and end the line with `, if the {whose} is not me`"
    return None


def _scenario_phrase(failure: ParseFailure) -> str | None:
    """Return advice for a phrase that people write wrongly in scenarios, such as `A choose`."""
    if failure.tokens[0].text != "scenario":
        return None
    token, texts = failure.token, [each.text for each in failure.line]
    first = failure.line[0] if failure.line else token
    if token.text in ("given", "when", "then") and "IN" in failure.accepted:
        return "first write where the game is played: `in …, 4 players`"
    if texts[:1] == ["tell"] and token is first:
        return 'to check a message, write `told "…"`'
    if first.type == "PROPER" and texts[1:2] == ["choose"]:
        return f"write `{first.text} chooses`"
    if texts[1:2] == ["chooses"] and token.text == "and":
        return "put commas between the choices: `yes, done`"
    if token.text in ("more", "less") and "is" in texts:
        return "write the number itself: `then` cannot compare with an earlier state"
    return None


_ADVICE: Final[tuple[Advice, ...]] = (
    _misplaced_another,
    _scenario_phrase,
    _choice_without_list,
    _loop_over_each,
    _power_without_moment,
    _number_as_word,
    _swallowing_where,
    _until_without_phase,
    _repeat_while,
    _misplaced_statement,
    _block_on_one_line,
)
