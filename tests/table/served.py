"""A server as `rulewright serve` runs it, but for its bounds: `python served.py DATABASE PORT`."""

import sys

from rulewright.table.application import Setup, application, listen
from rulewright.table.guards import Bounds

FREE = Bounds(rate=1e6, burst=1e6, new_tables=1e6, streams=100_000)


if __name__ == "__main__":
    app = application(Setup(sys.argv[1], (), 1, FREE))
    listen(app, "127.0.0.1", int(sys.argv[2]))
