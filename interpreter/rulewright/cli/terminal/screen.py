"""Output and input on the terminal: wrapped paragraphs, prompts and layout in columns."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.text import Text

from rulewright.base.records import Record
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text.complaints.printing import escape_text

NARROW = 60
LOW = 20
HIGH = 32
"""Lines on a screen that shows the introduction and the first question together."""
USUAL = 80
HANGING = 2


class _Console(Console):
    """A rich console that raises BrokenPipeError instead of ending the process."""

    def on_broken_pipe(self) -> None:
        """Raise an error that the end of the command handles."""
        raise BrokenPipeError


class TerminalPage(Record):
    """The output of a game; `plain` is the layout for a terminal that is too small."""

    console: Console
    plain: bool

    @property
    def width(self) -> int:
        """The width of a line in cells."""
        return self.console.width

    def line(self, text: Text | str = "", style: str = "") -> None:
        """Print one paragraph, wrapped with a hanging indent."""
        for line in self._wrapped(words(text, style) if isinstance(text, str) else text):
            self.console.print(line)

    def _wrapped(self, whole: Text) -> Iterator[Text]:
        """Yield the lines of a paragraph, wrapped with a hanging indent."""
        if whole.cell_len <= self.width:
            yield whole
            return
        depth = min(len(whole.plain) - len(whole.plain.lstrip()) + HANGING, self.width // 2)
        first = whole.wrap(self.console, self.width, overflow="fold")[0]
        first.rstrip()
        yield first
        # Wrap the rest of the original text: a long word broken here must not be broken twice.
        remaining = whole[len(first) :]
        blanks = len(remaining) - len(remaining.plain.lstrip())
        for part in remaining[blanks:].wrap(self.console, self.width - depth, overflow="fold"):
            part.rstrip()
            yield Text(" " * depth).append_text(part)

    @property
    def room(self) -> int | None:
        """The number of lines on the screen; None if this is no terminal, or the layout is plain."""
        return None if self.plain or not self.console.is_terminal else self.console.height

    def height(self, texts: Iterable[Text]) -> int:
        """Return the number of lines that paragraphs take."""
        return sum(len([*self._wrapped(text)]) for text in texts)

    def lines(self, texts: Iterable[Text]) -> None:
        """Print paragraphs."""
        for text in texts:
            self.line(text)

    @contextlib.contextmanager
    def spinner(self, why: str) -> Iterator[None]:
        """Show a spinner with the reason on a terminal while the body runs."""
        if self.console.is_terminal:
            with self.console.status(words(why)):
                yield
        else:
            yield

    def ask(self, question: str) -> str:
        """Return the typed line. Raises EOFError at the end of the input."""
        self.console.file.flush()
        answer = input(question)
        if not sys.stdin.isatty():
            # Input from a pipe is not echoed; print it for readers of the transcript.
            self.line(answer)
        return answer

    def pause(self) -> None:
        """Wait for Enter if the screen is so low that the next lines would push the text out of sight."""
        if self.room is not None and self.room < HIGH and sys.stdin.isatty():
            self.ask(say("Press Enter to begin."))

    def show_and_wait(self, texts: Sequence[Text]) -> bool:
        """Print paragraphs and wait for Enter, if they fit on an interactive screen; return whether they did."""
        if self.room is None or self.height(texts) >= self.room or not sys.stdin.isatty():
            return False
        self.lines(texts)
        self.ask(say("Press Enter to continue."))
        return True


def open_page() -> TerminalPage:
    """Return a page for standard output; print a note if the terminal is too small."""
    # Line editing with cursor keys, if the library exists.
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    # Names and labels come from rule files: do not interpret markup in them.
    console = _Console(markup=False, highlight=False, emoji=False)
    if console.width < 1:
        console.width = USUAL  # width 0 means unknown
    size = console.size
    small = console.is_terminal and (size.width < NARROW or size.height < LOW)
    page = TerminalPage(console, small)
    if small:
        page.line(
            say(
                "This terminal is small, {width} columns by {height} lines, so the layout is plain. "
                "From {narrow} by {low} on the table fits better.",
                width=size.width,
                height=size.height,
                narrow=NARROW,
                low=LOW,
            ),
            "yellow",
        )
    return page


def words(text: str, style: str = "") -> Text:
    """Return `text` for printing, without control characters."""
    return Text(escape_text(text), style)


def flow(
    pieces: Sequence[Text], width: int, indent: int | Sequence[int], gap: str = "  "
) -> list[Text]:
    """Lay out `pieces` side by side on as many lines as needed, without breaking any.

    Lines after the first are indented by `indent` blanks, given for all pieces or for each piece that may begin a
    line.
    """
    lines: list[Text] = []
    line = Text()
    indents = [indent] * len(pieces) if isinstance(indent, int) else indent
    for piece, blanks in zip(pieces, indents, strict=True):
        if line.plain.strip() and line.cell_len + len(gap) + piece.cell_len > width:
            lines.append(line)
            line = Text(" " * blanks)
            line.append_text(piece)
        else:
            line.append(gap if line.plain.strip() else "")
            line.append_text(piece)
    return [*lines, line]
