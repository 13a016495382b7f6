"""Checked expressions and statements: names are resolved, types are known, no edition is."""

from rulewright.language.program.typed.typed_expressions import *
from rulewright.language.program.typed.typed_lists import *
from rulewright.language.program.typed.typed_statements import *
