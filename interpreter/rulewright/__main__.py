"""The entry point of `python -m rulewright` and of the command `rulewright`."""

import atexit
import gc
import os
import signal

INTERRUPTED = 130

FEW_CYCLES = 200_000
"""A garbage collection threshold for many long-lived objects: by default, collections take a third of a run."""


def main() -> None:
    """Run the command line and exit the process with its exit code."""
    gc.set_threshold(FEW_CYCLES, 20, 100)
    # Objects alive at exit vanish with the process; collecting them would take a seventh of a short run.
    atexit.register(gc.freeze)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # During imports, an interrupt might be lost or end in a traceback, so exit at once.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from rulewright.cli.command_line import main as run

    run()


if __name__ == "__main__":
    main()
