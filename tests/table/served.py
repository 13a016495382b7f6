"""A server as `rulewright serve` runs it, but for its bounds: `python served.py DATABASE PORT [CONNECTIONS]`."""

import sys

from rulewright.web.app import ServerSettings, application, run_server
from rulewright.web.limits.connection_limits import ConnectionLimits
from rulewright.web.limits.rate_limits import RequestLimits

FREE = RequestLimits(rate=1e6, burst=1e6, new_tables=1e6, streams=100_000)


if __name__ == "__main__":
    app = application(ServerSettings(sys.argv[1], (), 1, FREE))
    most = map(int, sys.argv[3:])
    run_server(app, "127.0.0.1", int(sys.argv[2]), ConnectionLimits(most=next(most, 4_000)))
