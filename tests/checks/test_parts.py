"""A file is never called clean of which a part could not be judged; `check` and `test` agree."""

from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, check, our_table, write

PIPER = """\
character Court-Piper
    rank 9
    reading "x"

    power pipe at main
        {deed}
"""


@pytest.mark.parametrize("deed", ["gain the gld gold", "gain 1 gld", "if then"])
def test_another_file_of_the_edition_is_broken(tmp_path: Path, deed: str) -> None:
    our_table(tmp_path)
    write(tmp_path / "our-table.yaml", TABLE.replace("bard.rules", "bard.rules, piper.rules"))
    write(tmp_path / "piper.rules", PIPER.format(deed=deed))

    (complaint,) = check(tmp_path / "bard.rules")

    assert complaint.code == "E0005"
    assert "bard.rules cannot be checked completely" in complaint.message
    assert complaint.span is not None
    assert complaint.span.source.name.endswith("piper.rules")
    assert [each.code for each in check(tmp_path / "piper.rules")] != ["E0005"]


def test_what_is_wrong_here_is_told_alone(tmp_path: Path) -> None:
    our_table(tmp_path, BARD.replace("gold", "gld", 1))
    write(tmp_path / "our-table.yaml", TABLE.replace("bard.rules", "bard.rules, piper.rules"))
    write(tmp_path / "piper.rules", PIPER.format(deed="gain 1 gld"))

    assert "E0005" not in [complaint.code for complaint in check(tmp_path / "bard.rules")]


def test_a_phase_that_is_played_within_itself_is_told_where_it_is(tmp_path: Path) -> None:
    """The shipped file that declares the phase is not to blame."""
    text = PIPER.format(deed="play turn for me as Court-Piper") + (
        '\nscenario "Never"\n    in classic, 4 players, with Court-Piper\n    when\n'
        "        play turn for A as Court-Piper\n    then\n        A's gold is 0\n"
    )
    own = write(tmp_path / "piper.rules", text)

    (complaint,) = check(own)

    assert complaint.code == "E0608"
    (note,) = complaint.notes
    assert (note.span.source.name.endswith("piper.rules"), note.span.line) == (True, 6)
