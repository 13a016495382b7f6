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
    LARGEST,
    Unreadable,
    anything_is_open,
    glance,
    is_open,
    is_readable,
    open_in_editor,
    read_source,
    shown,
    source_of,
)
from rulewright.text.formats import as_data, as_github, as_json, as_sarif
from rulewright.text.inflection import FORMS, Said, filled, in_pieces, number_of
from rulewright.text.junit import as_junit
from rulewright.text.nearest import (
    Asked,
    did_you_mean,
    may_be_missing,
    nearest,
    noting_known,
    one_of,
)
from rulewright.text.registry import Registry
from rulewright.text.rules_error import Complaints, RulesError
from rulewright.text.show import count_complaints, first_of, show_complaint, show_complaints
from rulewright.text.snippet import clean, one_line
from rulewright.text.source import Source, Span
from rulewright.text.trespassing import (
    allow,
    asked_beyond,
    folders_in_reach,
    in_its_folder,
    in_reach,
    leads_away,
    real_path,
    real_path_among,
)
from rulewright.text.walking import files_below

__all__ = [
    "FORMS",
    "LARGEST",
    "SEVERITIES",
    "Asked",
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
    "allow",
    "anything_is_open",
    "as_data",
    "as_github",
    "as_json",
    "as_junit",
    "as_sarif",
    "asked_beyond",
    "clean",
    "code",
    "count_complaints",
    "did_you_mean",
    "files_below",
    "filled",
    "first_of",
    "folders_in_reach",
    "glance",
    "in_its_folder",
    "in_order",
    "in_pieces",
    "in_reach",
    "is_open",
    "is_readable",
    "leads_away",
    "may_be_missing",
    "nearest",
    "noting_known",
    "number_of",
    "one_line",
    "one_of",
    "open_in_editor",
    "read_source",
    "real_path",
    "real_path_among",
    "show_complaint",
    "show_complaints",
    "shown",
    "source_of",
]
