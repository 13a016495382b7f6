"""A server as `rulewright serve` runs it, but for its bounds: `python served.py DATABASE PORT`."""

import sys

import uvicorn

from rulewright.table.application import Setup, application
from rulewright.table.guards import Bounds

FREE = Bounds(rate=1e6, burst=1e6, new_tables=1e6, streams=100_000)


if __name__ == "__main__":
    app = application(Setup(sys.argv[1], (), 1, FREE))
    uvicorn.run(app, port=int(sys.argv[2]), log_level="warning", access_log=False)
