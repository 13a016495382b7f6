"""Forms of the language's own verbs: `I choose`, but `the host chooses`."""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.program import complaints as say
from rulewright.language.program.context import Context
from rulewright.language.program.resolving.resolvers import is_pronoun
from rulewright.language.syntax import tree
from rulewright.language.text import Span

_VERB: Final = re.compile(r"\s*(?:repeatedly\s+)?((choose|become|stop|use)s?)\b")


def check_verb_form(ctx: Context, node: tree.Node) -> None:
    """Report `the host choose …` and `I becomes …`."""
    subject: tree.Node | None = getattr(node, "subject", None)
    if isinstance(node, tree.Sentence) or is_pronoun(subject, "me"):
        return
    source = node.at.source
    match = _VERB.match(source.text, node.at.start if subject is None else subject.at.end)
    if match is None:
        return
    is_third = subject is not None and not is_pronoun(subject, "I")
    right = f"{match[2]}s" if is_third else match[2]
    if match[1] != right:
        at = Span(source, match.start(1), match.end(1))
        ctx.add(say.sentences.wrong_verb_form(at, match[1], right))
