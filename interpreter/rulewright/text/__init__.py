"""Source texts, places in them, and complaints about them."""

from rulewright.text.complaint import (
    SEVERITIES,
    Complaint,
    Complaints,
    Note,
    RulesError,
    Severity,
    in_order,
)
from rulewright.text.files import Unreadable, glance, read_source, real_path
from rulewright.text.formats import as_data, as_github, as_json, as_sarif
from rulewright.text.inflection import FORMS, Said, filled, in_pieces
from rulewright.text.nearest import nearest, one_of
from rulewright.text.registry import Registry
from rulewright.text.show import count_complaints, show_complaint, show_complaints
from rulewright.text.source import Source, Span

__all__ = [
    "FORMS",
    "SEVERITIES",
    "Complaint",
    "Complaints",
    "Note",
    "Registry",
    "RulesError",
    "Said",
    "Severity",
    "Source",
    "Span",
    "Unreadable",
    "as_data",
    "as_github",
    "as_json",
    "as_sarif",
    "count_complaints",
    "filled",
    "glance",
    "in_order",
    "in_pieces",
    "nearest",
    "one_of",
    "read_source",
    "real_path",
    "show_complaint",
    "show_complaints",
]
