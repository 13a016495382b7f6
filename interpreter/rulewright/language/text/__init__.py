"""Source texts, spans in them, and complaints (diagnostics) about them."""

from rulewright.base.plain_files import real_path, real_path_among
from rulewright.language.text.comments import is_for_people, remarks
from rulewright.language.text.complaints.complaint import (
    SEVERITIES,
    Complaint,
    Fix,
    Note,
    Severity,
    Wording,
    code,
    in_order,
)
from rulewright.language.text.complaints.printing import (
    clean,
    count_complaints,
    first_of,
    one_line,
    show_complaint,
    show_complaints,
)
from rulewright.language.text.complaints.report_formats import (
    as_data,
    as_github,
    as_json,
    as_junit,
    as_sarif,
    json_text,
)
from rulewright.language.text.complaints.rules_error import Complaints, Later, RulesError
from rulewright.language.text.containment import (
    allow,
    in_its_folder,
    in_reach,
    is_called_like_ours,
    leads_away,
    project_folders,
    safe_folders,
)
from rulewright.language.text.files import (
    LARGEST,
    Unreadable,
    anything_is_open,
    files_below,
    glance,
    is_open,
    is_readable,
    open_in_editor,
    read_beside,
    read_source,
    shown,
    source_of,
)
from rulewright.language.text.inflection import FORMS, Said, filled, in_pieces, number_of
from rulewright.language.text.nearest_names import (
    Asked,
    did_you_mean,
    may_be_missing,
    nearest,
    noting_known,
    one_of,
    patiently,
)
from rulewright.language.text.normalization import composed
from rulewright.language.text.registry import Registry
from rulewright.language.text.seat_names import MOST_PLAYERS, SEATS
from rulewright.language.text.source import Source, Span, without_remark
