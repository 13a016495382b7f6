"""The entry point of `python -m rulewright` and of the command `rulewright`."""

import atexit
import gc
import os
import signal

INTERRUPTED = 130

FEW_CYCLES = 200_000
"""Trees and programs are made by the million and stay: looking for garbage among them takes a third of a run."""


def main() -> None:
    """Run the command line and exit the process with its exit code."""
    gc.set_threshold(FEW_CYCLES, 20, 100)
    # What is there at the end goes with the process: to look for garbage in it takes a seventh of a short run.
    atexit.register(gc.freeze)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Raised while modules are imported, an interrupt may be lost, or end in a traceback.
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    from rulewright.cli.command_line import main as run

    run()


if __name__ == "__main__":
    main()
