// Runs Python: one Pyodide with Rulewright, which answers requests of the page in JSON. No user file runs as code:
// users write rules, which Rulewright interprets.
const BASE = new URL("./", import.meta.url);
const FOLDER = "/home/pyodide/table";
let python;

const told = (stage) => postMessage({ stage });

async function begin({ pyodideUrl, files }) {
  const from = new URL(pyodideUrl, BASE).href;
  unpackOnTheWay();
  told("Python");
  const [{ loadPyodide }, pack] = await Promise.all([import(/* @vite-ignore */ `${from}pyodide.mjs`), unpacked("rulewright.pack")]);
  const pyodide = await loadPyodide({
    indexURL: from,
    stdLibURL: new URL("python_stdlib.zip", BASE).href,
    lockFileContents: PYODIDE_LOCK,
    env: { HOME: "/home/pyodide", RULEWRIGHT_CACHE: "off", RULEWRIGHT_THREADS: "1", NO_COLOR: "1" },
    jsglobals: {}, // Python sees nothing of the page
  });
  told("Rulewright");
  layOut(pyodide.FS, new Uint8Array(pack));
  pyodide.FS.mkdirTree(FOLDER);
  for (const [name, text] of Object.entries(files)) pyodide.FS.writeFile(`${FOLDER}/${name}`, text);
  pyodide.FS.chdir(FOLDER);
  python = pyodide.runPython(PRELUDE);
  told("the rules");
  return JSON.parse(python.get("sorts")());
}

// Unpack the archive: a first line with names and lengths, then the concatenated files.
function layOut(FS, pack) {
  let at = pack.indexOf(10) + 1;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(0, at)))) {
    const path = `/lib/rulewright/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, pack.subarray(at, (at += size)), { canOwn: true });
  }
}

const PRELUDE = `
import gc, os, sys
gc.set_threshold(200_000, 20, 100)
sys.path.insert(0, "/lib/rulewright")
from rulewright.editor import playground as _desk
from rulewright.language.text import RulesError, show_complaints
_at = _desk.PlaygroundFolder.at(os.getcwd())
_table = None
def lay(edition, players, seed):
    from rulewright.cli.terminal.single_seat import SingleSeatTable
    global _table
    try:
        _table = SingleSeatTable.new_game(edition, players, seed)
    except RulesError as error:
        return show_complaints(error.complaints)
    return ""
def table(what, *about):
    return getattr(_table, what)(*about)
dict(sorts=_desk.token_types, put=_at.put, change=_at.change, remove=_at.remove, complaints=_at.complaints,
     changes=lambda: _at.bench.changes, goes_on=_at.goes_on, ask=_at.ask, run=_desk.run, lay=lay, table=table)
`;

// Large files are stored as gzip, because not every server compresses. Pyodide requests them uncompressed.
const plain = globalThis.fetch;
async function unpackedAnswer(url, type) {
  const packed = await plain(`${url}.gz`);
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
const unpacked = async (name) => (await unpackedAnswer(new URL(name, BASE).href, "application/octet-stream")).arrayBuffer();
function unpackOnTheWay() {
  globalThis.fetch = (asked, ...more) => {
    const url = String(asked.url ?? asked);
    if (!url.startsWith(BASE.href)) return plain(asked, ...more);
    if (url.endsWith(".wasm")) return unpackedAnswer(url, "application/wasm");
    return url.endsWith(".zip") ? unpackedAnswer(url, "application/zip") : plain(asked, ...more);
  };
}

// Requests run one after the other.
let last = Promise.resolve();
const inTurn = (job) => (last = last.catch(() => {}).then(job));

// Slow checks run in steps, with other requests between them; a change of a text cancels them.
async function rest(name) {
  const at = await inTurn(() => python.get("changes")());
  const isSame = () => python.get("changes")() === at;
  while (await inTurn(() => isSame() && python.get("goes_on")())) await pause();
  return inTurn(() => (isSame() ? python.get("complaints")(name) : null));
}
const pause = () => new Promise((resolve) => setTimeout(resolve));

onmessage = async ({ data: { id, what, about } }) => {
  try {
    const value = await (what === "rest" ? rest(...about) : inTurn(() => (what === "begin" ? begin(...about) : python.get(what)(...about))));
    postMessage({ id, value });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  }
};
