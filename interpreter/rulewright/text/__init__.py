"""Source texts, places in them, and complaints about them."""

from rulewright.text.complaint import (
    SEVERITIES,
    Complaint,
    Fix,
    Note,
    Severity,
    in_order,
)
from rulewright.text.complaint_codes import Wording, code
from rulewright.text.files import (
    Unreadable,
    glance,
    is_open,
    noting_reads,
    open_in_editor,
    read_source,
    real_path,
)
from rulewright.text.formats import as_data, as_github, as_json, as_sarif
from rulewright.text.inflection import FORMS, Said, filled, in_pieces, number_of
from rulewright.text.nearest import did_you_mean, may_be_missing, nearest, one_of
from rulewright.text.registry import Registry
from rulewright.text.rules_error import Complaints, RulesError
from rulewright.text.show import count_complaints, first_of, show_complaint, show_complaints
from rulewright.text.source import Source, Span

__all__ = [
    "FORMS",
    "SEVERITIES",
    "Complaint",
    "Complaints",
    "Fix",
    "Note",
    "Registry",
    "RulesError",
    "Said",
    "Severity",
    "Source",
    "Span",
    "Unreadable",
    "Wording",
    "as_data",
    "as_github",
    "as_json",
    "as_sarif",
    "code",
    "count_complaints",
    "did_you_mean",
    "filled",
    "first_of",
    "glance",
    "in_order",
    "in_pieces",
    "is_open",
    "may_be_missing",
    "nearest",
    "noting_reads",
    "number_of",
    "one_of",
    "open_in_editor",
    "read_source",
    "real_path",
    "show_complaint",
    "show_complaints",
]
