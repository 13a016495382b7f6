"""boardgame.io's server under the load of `load_tables.py`.

`python tests/tools/load_boardgame_io.py FOLDER 40 200`

Into the folder npm installs it and what it needs, once. Its game is as simple as can be: five players, who raise
a number one after the other. At each table somebody does so every two seconds; measured is how long it takes until
all five sockets of the table have the new state, and the CPU of the server. The load is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from table.processes import free_port, used

PACKAGES = {"boardgame.io": "0.50.2", "socket.io-client": "4.1.3"}
SERVER = """
const { Server, Origins } = require("boardgame.io/server");
const raise = ({ G, events }) => { G.raised += 1; events.endTurn(); };
const game = { name: "raising", setup: () => ({ raised: 0 }), moves: { raise } };
Server({ games: [game], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("ready"));
"""
LOAD = """
const { io } = require("socket.io-client");
const [port, count, seconds] = process.argv.slice(2).map(Number);
const SEATS = 5, PAUSE = 2000, WARM = 4000;
const now = () => performance.now();
const sleep = (time) => new Promise((done) => setTimeout(done, Math.max(time, 0)));
const took = [];
let bytes = 0;

const opened = async (table) => {
  const seats = [];
  for (let seat = 0; seat < SEATS; seat++) {
    const socket = io(`http://127.0.0.1:${port}/raising`, { transports: ["websocket"], forceNew: true });
    const one = { socket, seat: String(seat), at: 0, id: -1, turn: "0" };
    const hear = (match, state) => { one.id = state._stateID; one.at = now(); one.turn = state.ctx.currentPlayer; };
    socket.on("sync", (match, info) => hear(match, info.state));
    socket.on("update", (match, state) => { bytes += JSON.stringify(state).length; hear(match, state); });
    await new Promise((done) => socket.on("connect", done));
    socket.emit("sync", table, one.seat, undefined, SEATS);
    for (let tries = 0; one.id < 0 && tries < 500; tries++) await sleep(5);
    seats.push(one);
  }
  return { table, seats };
};

const choose = async ({ table, seats }) => {
  const own = seats.find((each) => each.seat === seats[0].turn), before = own.id, begun = now();
  const payload = { type: "raise", args: [], playerID: own.seat };
  own.socket.emit("update", { type: "MAKE_MOVE", payload }, before, table, own.seat);
  while (now() < begun + 10000 && seats.some((each) => each.id <= before)) await sleep(2);
  took.push(Math.max(...seats.map((each) => (each.id > before ? each.at - begun : 10000))));
};

(async () => {
  const tables = [];
  for (let number = 0; number < count; number++) tables.push(await opened(`table${number}`));
  await sleep(WARM);
  console.log("begin");
  bytes = 0;
  await Promise.all(tables.map(async (table, number) => {
    await sleep((PAUSE * number) / count);
    for (const until = now() + seconds * 1000; now() < until;) {
      const begun = now();
      await choose(table);
      await sleep(begun + PAUSE - now());
    }
  }));
  console.log(JSON.stringify({ took, bytes }));
  process.exit(0);
})();
"""


def installed(folder: Path) -> None:
    """Let npm install what is pinned, unless it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("server.cjs", SERVER), ("load.cjs", LOAD)):
        folder.joinpath(name).write_text(text, encoding="utf-8")
    if not (folder / "node_modules").exists():
        package = {"private": True, "dependencies": PACKAGES}
        folder.joinpath("package.json").write_text(json.dumps(package), encoding="utf-8")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, check=True)


def measured(folder: Path, count: int, seconds: float) -> str:
    """A line about so many tables."""
    port, node = str(free_port()), ["node"]
    server = subprocess.Popen([*node, "server.cjs", port], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        time.sleep(3)
        memory = used(server.pid)[1]
        load = [*node, "load.cjs", port, str(count), str(seconds)]
        with subprocess.Popen(load, cwd=folder, stdout=subprocess.PIPE, text=True) as loading:
            assert loading.stdout is not None
            assert loading.stdout.readline() == "begin\n"
            before = used(server.pid)[0]
            found = json.loads(loading.stdout.readline())
            cpu, after = used(server.pid)[0] - before, used(server.pid)[1]
    finally:
        server.kill()
        server.wait()
    took = sorted(found["took"])
    median, late = (took[int(len(took) * part)] for part in (0.5, 0.95))
    within = sum(each <= 100 for each in took) / len(took)
    return (
        f"{count:>5} tables {len(took):>6} choices: {within:5.0%} within 100 ms, median {median:.0f} ms, "
        f"95th {late:.0f} ms; {cpu / len(took) * 1e3:.1f} ms CPU and "
        f"{found['bytes'] / len(took) / 1024:.0f} KB a choice; {(after - memory) / count:.0f} KB a table"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("tables", type=int, nargs="+")
    asked.add_argument("--seconds", type=float, default=20)
    given = asked.parse_args()
    installed(given.folder)
    for count in given.tables:
        print(measured(given.folder, count, given.seconds), flush=True)


if __name__ == "__main__":
    main()
