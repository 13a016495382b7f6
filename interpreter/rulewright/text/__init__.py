"""Source texts, places in them, and complaints about them."""

from rulewright.plain_files import real_path, real_path_among
from rulewright.text.complaint import (
    SEVERITIES,
    Complaint,
    Fix,
    Note,
    Severity,
    Wording,
    code,
    in_order,
)
from rulewright.text.composing import composed
from rulewright.text.files import (
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
from rulewright.text.formats import as_data, as_github, as_json, as_junit, as_sarif, json_text
from rulewright.text.inflection import FORMS, Said, filled, in_pieces, number_of
from rulewright.text.nearest import (
    Asked,
    did_you_mean,
    may_be_missing,
    nearest,
    noting_known,
    one_of,
    patiently,
)
from rulewright.text.registry import Registry
from rulewright.text.remarks import is_for_people, remarks
from rulewright.text.rules_error import Complaints, Later, RulesError
from rulewright.text.seating import MOST_PLAYERS, SEATS
from rulewright.text.show import (
    clean,
    count_complaints,
    first_of,
    one_line,
    show_complaint,
    show_complaints,
)
from rulewright.text.source import Source, Span, without_remark
from rulewright.text.trespassing import (
    allow,
    in_its_folder,
    in_reach,
    is_called_like_ours,
    leads_away,
    project_folders,
    safe_folders,
)
