"""Rule files in order: what `rulewright fmt` makes of blanks, line ends and remarks, and what it leaves alone."""

from __future__ import annotations

import pytest

from rulewright.language.syntax import format_rules
from rulewright.language.text import Complaints, Source


def formatted(text: str) -> str:
    complaints = Complaints()
    found = format_rules(Source("example.rules", text), complaints)
    assert found is not None, [each.message for each in complaints]
    again = format_rules(Source("example.rules", found), complaints)
    assert again == found
    return found


def in_phase(*lines: str) -> str:
    return "\n".join(["phase day", *lines, ""])


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("   earn  2\tcoins ", "    earn 2 coins"),
        (
            "  earn ( 1+2 )*3 -my   rank coins",
            "    earn (1 + 2) * 3 -my rank coins",
        ),
        ("  earn (1)-(2) coins", "    earn (1) - (2) coins"),
        ("  earn (- 2) - -3 coins", "    earn (- 2) - -3 coins"),
        ("  earn -(-my rank) coins", "    earn -(-my rank) coins"),
        ("  set the leader 's coins to 3", "    set the leader's coins to 3"),
        ("  tell   \"a  b\"to   me", '    tell "a  b" to me'),
        ("\twin", "    win"),
        ("  earn (half 3 ,  rounded   up) coins", "    earn (half 3, rounded up) coins"),
        ("  earn (my coins  divided by 3 rounded up) coins", "    earn (my coins divided by 3 rounded up) coins"),
    ],
)  # fmt: skip
def test_blanks_within_a_line(written: str, wanted: str) -> None:
    assert formatted(in_phase(written)) == in_phase(wanted)


def test_signs_stand_close_to_what_they_belong_to() -> None:
    assert formatted("labels hue :red ,  green") == "labels hue: red, green\n"
    assert formatted("setting x: number=3") == "setting x: number = 3\n"


def test_two_names_stay_two() -> None:
    text = 'scenario "x"\n    in classic, 2 players\n    when\n        A chooses Old  Mill\n'

    assert formatted(text) == text
    assert formatted(text.replace("  Mill", "\tMill")) == text


def test_blocks_are_four_blanks_deep() -> None:
    text = "phase day\n if yes\n       win\n otherwise\n   if no\n    win\n"

    assert formatted(text) == (
        "phase day\n    if yes\n        win\n    otherwise\n        if no\n            win\n"
    )


def test_lines_stay_broken_where_they_are() -> None:
    written = in_phase(
        " if it is red   # one",
        "# two",
        "",
        "  and (it is",
        "         big)",
        "   choose a card from cards,  #t",
        ' shown as  "x"',
    )

    assert formatted(written) == in_phase(
        "    if it is red  # one",
        "        # two",
        "        and (it is",
        "        big)",
        "        choose a card from cards,  #t",
        '            shown as "x"',
    )


def test_a_remark_at_the_end_of_a_line_keeps_its_column() -> None:
    text = in_phase(
        "    win                 # here",
        "    earn 2 coins        # and here",
        "    earn 2 coins  # near",
    )

    assert formatted(text) == text
    assert formatted(text.replace("coins        ", "  coins      ")) == text
    assert formatted(in_phase("    win# x")) == in_phase("    win  # x")


def test_remarks_stand_with_what_is_below_them_or_in_the_block_that_ends() -> None:
    text = """\
# at the top

# of the first
phase day
  # of the if
  if yes
        # of the deed
      win
      # still in there
    # in the phase
# of the second
phase night
  win
  # the last of the night

# the last of all
"""

    assert formatted(text) == (
        """\
# at the top

# of the first
phase day
    # of the if
    if yes
        # of the deed
        win
        # still in there
    # in the phase

# of the second
phase night
    win
    # the last of the night

# the last of all
"""
    )


def test_blank_lines() -> None:
    settings = "setting x: number = 1\n{}setting y: number = 1\nsetting z: number = 1\n{}"
    phase = "phase day\n{}    win\n{}    win\n"

    assert formatted(
        "\n\n" + settings.format("\n\n\n", "") + phase.format("\n", "\n\n") + "\n\n"
    ) == settings.format("\n", "\n") + phase.format("", "\n")


def test_notes_alone_do_not_set_a_declaration_apart() -> None:
    text = 'setting x: number = 1\n    reading "one"\nsetting y: number = 1\n    reading "two"\n'

    assert formatted(text) == text


def test_columns_stand_below_each_other() -> None:
    text = """\
table seats by the number of players across the number of towers
    cite book "a"
    players  8 towers  10 towers
    # rows
    4  12  -
    5..10  1  30  # the last
list of field
    printed "x"
    name size  crop
    Old Mill 1 wheat
    Hill 12 corn
"""

    assert formatted(text) == (
        """\
table seats by the number of players across the number of towers
    cite book "a"
    players   8 towers   10 towers
    # rows
    4         12         -
    5..10     1          30  # the last

list of field
    printed "x"
    name       size   crop
    Old Mill   1      wheat
    Hill       12     corn
"""
    )


@pytest.mark.parametrize("text", ["", "\n \n\n"])
def test_an_empty_file_is_empty(text: str) -> None:
    assert formatted(text) == ""


def test_a_file_of_remarks() -> None:
    assert formatted("\n  # one\n\n\n# two") == "# one\n\n# two\n"


def test_a_file_with_mistakes_is_complained_about() -> None:
    complaints = Complaints()

    assert format_rules(Source("x.rules", "phase day\n    win win win (\n"), complaints) is None
    assert complaints.has_errors


def test_a_remark_below_all_stands_apart() -> None:
    text = "phase day\n    win\n    # still\n\n# the last\n"

    assert formatted(text.replace("\n\n", "\n") + "\n") == text
    assert formatted(text + "\n") == text
