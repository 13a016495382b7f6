"""Typed expressions and statements: names are resolved and types known, editions are not."""

from rulewright.language.program.typed.typed_expressions import *
from rulewright.language.program.typed.typed_lists import *
from rulewright.language.program.typed.typed_statements import *
