"""How things are said here that many people say in another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.syntax.known_mistakes.mistaken_words import DIGITS
from rulewright.syntax.lexer import INDENT, LAYOUT, NEWLINE
from rulewright.syntax.parse_failure import Trouble

Advice = Callable[[Trouble], "str | None"]

_WORKED_OUT: Final = frozenset({"number", "total", "most", "least"})


def said_so(trouble: Trouble) -> str | None:
    """How to say what was probably meant; None if that is not known."""
    return next(filter(None, (advice(trouble) for advice in _ADVICE)), None)


def _word_before(trouble: Trouble) -> str:
    return trouble.before.text if trouble.before is not None else ""


def _choosing(trouble: Trouble) -> str | None:
    word, token = _word_before(trouble), trouble.token
    texts = [each.text for each in trouble.line]
    if word in ("choose", "chooses") and token.type in ("ANOTHER", "EACH", "THE", "ANY", "OTHER"):
        return f"say from which list: `{word} a player from other players`"
    if word in ("choose", "chooses") and token.type == "NUMBER":
        help = f"write `repeatedly choose a … from …, exactly {token.text} times`"
        return f"{help}, and below it what is done with each"
    if texts[:1] == ["chance"] and len(texts) > 1 and texts[1] != "chooses":
        return "chance only chooses from a list, such as `chance chooses a throw from 1 to 6`"
    if "FROM" in trouble.accepted and token.type in LAYOUT and {"choose", "chooses"} & set(texts):
        return "say from which list: `… from other players`, `… from cards in my hand`"
    return None


def _each(trouble: Trouble) -> str | None:
    token, line = trouble.token, trouble.line
    if token.type == "EACH" and "FOR" in trouble.accepted:
        return "write `for each … in …`, and what happens on the next lines"
    texts = [each.text for each in line]
    if texts[:2] == ["for", "each"] and token.type in LAYOUT and "IN" in trouble.accepted:
        return f"say from which list: `for each {texts[2]} in …`"
    if texts[:1] == ["repeat"] and token.type in ("NUMBER", "NAME"):
        return f"write `for each n in 1 to {token.text}`"
    return None


def _setting(trouble: Trouble) -> str | None:
    deed = bool(trouble.stacks) and trouble.grammar_fits(trouble.stacks[0], ["SET"])
    if trouble.token.type == "IS" and deed and trouble.line[0].type in ("MY", "THE", "PROPER"):
        start = trouble.line[0].start
        what = trouble.token.reading.text[start : trouble.token.start].strip()
        return f"a deed changes what is kept: `set {what} to …`"
    return None


def _power(trouble: Trouble) -> str | None:
    if _word_before(trouble) == "at" and trouble.line[0].text == "power":
        return "a power is used at a moment, such as the first; what happens of itself is no power"
    return None


def _numbers(trouble: Trouble) -> str | None:
    token = trouble.token
    if not {"NUMBER", "NEGATIVE"} & trouble.accepted:
        return None
    inside = token.text.strip('"')
    if token.type == "STRING" and inside.isdigit():
        return f"numbers stand without quotes: `{inside}`"
    if token.type == "NAME" and token.text in DIGITS:
        return f"numbers are written in digits: `{DIGITS[token.text]}`"
    return None


def _where(trouble: Trouble) -> str | None:
    """What a `where` has taken in: `the number of … where … is …`."""
    here = trouble.index - trouble.line_start
    before = [each.text for each in trouble.line[:here]]
    if trouble.token.type not in ("IS", "PLUS", "MINUS", "STAR") or "where" not in before:
        return None
    until = before[: len(before) - before[::-1].index("where")]
    worked_out = [word for word in until if word in _WORKED_OUT]
    if not worked_out:
        return None
    return f"parentheses end a `where`: `(the {worked_out[-1]} … where …) {trouble.token.text} …`"


def _until(trouble: Trouble) -> str | None:
    texts = [each.text for each in trouble.line]
    if texts[:1] == ["until"] and trouble.token.text != ",":
        if "game" in texts:
            return "what lasts to the end of the game is kept: in a number, a pointer or a mark"
        if not trouble.fits(["THE", *trouble.rest]):
            return "`until` names a phase, as in `until the round ends`"
    return None


def _deed(trouble: Trouble) -> str | None:
    """A deed at the beginning of a line, where only rules stand."""
    if not trouble.line or trouble.token is not trouble.line[0]:
        return None
    rules = trouble.grammar.beginnings["_rule"]
    if not rules <= trouble.accepted or trouble.fits(["CHOOSE"]):
        return None
    if trouble.token.type == "NAME" or trouble.token.text in ("choose", "if", "set", "move"):
        return "only rules stand here; deeds stand in a block of their own, under a rule"
    return None


def _one_line(trouble: Trouble) -> str | None:
    """What a block should say, behind its head: `if …, …`."""
    if trouble.token.text == "," and trouble.fits([NEWLINE, INDENT]):
        return "what belongs to it stands on the next lines, four spaces deeper"
    return None


def _another(trouble: Trouble) -> str | None:
    """How to speak of what is somebody else's, where `another` cannot stand."""
    texts = [token.text for token in trouble.line]
    here = trouble.index - trouble.line_start
    if texts[here : here + 1] == ["another"] and texts[here + 2 : here + 3] == ["'s"]:
        whose, name = texts[here + 1], "".join(texts[here + 3 : here + 4])
        if texts[here - 1] == "of":
            return f"write `of a {name}`, and at its end `, if the {name}'s {whose} is not me`"
        return f"write `a {whose}'s {name}`, and at its end `, if the {whose} is not me`"
    if here >= 2 and texts[here - 2] == "another" and texts[here] == "'s":
        whose, name = texts[here - 1], "".join(texts[here + 1 : here + 2])
        return f"write `a {whose}'s {name}`, and at its end `, if the {whose} is not me`"
    return None


def _scenario(trouble: Trouble) -> str | None:
    """What only scenarios say."""
    if trouble.tokens[0].text != "scenario":
        return None
    token, texts = trouble.token, [each.text for each in trouble.line]
    first = trouble.line[0] if trouble.line else token
    if token.text in ("given", "when", "then") and "IN" in trouble.accepted:
        return "say first where it is played: `in …, 4 players`"
    if texts[:1] == ["tell"] and token is first:
        return 'what was told is asked with `told "…"`'
    if first.type == "PROPER" and texts[1:2] == ["choose"]:
        return f"write `{first.text} chooses`"
    if texts[1:2] == ["chooses"] and token.text == "and":
        return "put commas between the choices: `yes, done`"
    return None


_ADVICE: Final[tuple[Advice, ...]] = (
    _another,
    _scenario,
    _choosing,
    _each,
    _setting,
    _power,
    _numbers,
    _where,
    _until,
    _deed,
    _one_line,
)
