"""Source texts, spans in them, and complaints (diagnostics) about them."""

from rulewright.base.plain_files import real_path, real_path_among
from rulewright.language.text.comments import find_comments, is_for_people
from rulewright.language.text.complaints.complaint import (
    SEVERITIES,
    Complaint,
    Fix,
    Severity,
    SpanNote,
    Wording,
    code,
    sort_complaints,
)
from rulewright.language.text.complaints.line_fixes import (
    drop_equal_line,
    indent_with_spaces,
    is_curly_quote,
    outdent_block,
    straighten_quotes,
)
from rulewright.language.text.complaints.printing import (
    count_complaints,
    escape_line,
    escape_text,
    limit_shown,
    show_complaint,
    show_complaints,
)
from rulewright.language.text.complaints.report_formats import (
    json_text,
    to_data,
    to_github,
    to_json,
    to_junit,
    to_sarif,
)
from rulewright.language.text.complaints.rules_error import Complaints, DeferredChecks, RulesError
from rulewright.language.text.containment import (
    allow_folder,
    has_readable_name,
    is_in_reach,
    is_link_out_of_reach,
    project_folders,
    resolve_folder,
    safe_folders,
)
from rulewright.language.text.files import (
    LARGEST,
    Unreadable,
    display_path,
    find_files,
    has_open_text,
    has_open_texts,
    is_readable,
    open_in_editor,
    read_auxiliary,
    read_leniently,
    read_source,
    source_of,
)
from rulewright.language.text.normalization import to_nfc
from rulewright.language.text.registry import Registry
from rulewright.language.text.seat_names import MOST_PLAYERS, SEATS
from rulewright.language.text.source import Source, Span, strip_comment
from rulewright.language.text.words.inflection import (
    FORMS,
    TextValue,
    fill_template,
    format_count,
    split_braces,
)
from rulewright.language.text.words.nearest_names import (
    CandidateLists,
    did_you_mean,
    limit_search,
    missing_word_hint,
    nearest,
    one_of,
    record_candidates,
)
