"""`rulewright say` takes sentences of a length that is answered soon."""

from click.testing import CliRunner

from rulewright.cli.commands.authoring.say_command import LONGEST, say


def test_a_sentence_that_is_too_long_is_refused() -> None:
    found = CliRunner().invoke(say, ["gain " * LONGEST, "liars-hand"])

    assert found.exit_code == 2
    assert f"{LONGEST} characters" in found.output
