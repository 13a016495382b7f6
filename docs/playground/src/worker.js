// Runs Python: one Pyodide with Rulewright in it, asked by the page and answering in JSON. No file is run as code:
// what a person writes is rules, which Rulewright reads.
const BASE = new URL("./", import.meta.url);
const FOLDER = "/home/pyodide/table";
let python;

const told = (stage) => postMessage({ stage });

async function begin({ pyodideUrl, files }) {
  const from = new URL(pyodideUrl, BASE).href;
  unpackOnTheWay();
  told("Python");
  const [{ loadPyodide }, archive] = await Promise.all([
    import(/* @vite-ignore */ `${from}pyodide.mjs`),
    fetch(new URL("rulewright.tar.xz", BASE)).then((answer) => answer.arrayBuffer()),
  ]);
  const pyodide = await loadPyodide({
    indexURL: from,
    env: { HOME: "/home/pyodide", RULEWRIGHT_CACHE: "off", RULEWRIGHT_THREADS: "1", NO_COLOR: "1" },
    jsglobals: {}, // Python sees nothing of the page
  });
  told("Rulewright");
  pyodide.unpackArchive(new Uint8Array(archive), "xztar", { extractDir: "/lib/rulewright" });
  pyodide.FS.mkdirTree(FOLDER);
  for (const [name, text] of Object.entries(files)) pyodide.FS.writeFile(`${FOLDER}/${name}`, text);
  pyodide.FS.chdir(FOLDER);
  python = pyodide.runPython(PRELUDE);
  told("the rules");
  return JSON.parse(python.get("sorts")());
}

const PRELUDE = `
import gc, os, sys
gc.set_threshold(200_000, 20, 100)
sys.path.insert(0, "/lib/rulewright")
from rulewright.front.editing import desk as _desk
from rulewright.text import RulesError, show_complaints
_at = _desk.Desk.at(os.getcwd())
_table = None
def lay(edition, players, seed):
    from rulewright.front.play.seat_table import Table
    global _table
    try:
        _table = Table.laid(edition, players, seed)
    except RulesError as error:
        return show_complaints(error.complaints)
    return ""
def table(what, *about):
    return getattr(_table, what)(*about)
dict(sorts=_desk.sorts_of_words, put=_at.put, change=_at.change, remove=_at.remove, complaints=_at.complaints,
     ask=_at.ask, run=_desk.run, lay=lay, table=table)
`;

// Pyodide asks for its largest file unpacked; here it lies packed, as not every server packs what it sends.
function unpackOnTheWay() {
  const plain = globalThis.fetch;
  globalThis.fetch = async (asked, ...more) => {
    const url = String(asked.url ?? asked);
    if (!url.startsWith(BASE.href) || !url.endsWith(".wasm")) return plain(asked, ...more);
    const packed = await plain(`${url}.gz`);
    const body = packed.body.pipeThrough(new DecompressionStream("gzip"));
    return new Response(body, { headers: { "Content-Type": "application/wasm" } });
  };
}

// One question after the other: a second begins when the first has its answer.
let last = Promise.resolve();
onmessage = ({ data: { id, what, about } }) => {
  last = last.then(async () => {
    try {
      const value = what === "begin" ? await begin(...about) : python.get(what)(...about);
      postMessage({ id, value });
    } catch (error) {
      postMessage({ id, error: String(error.message ?? error) });
    }
  });
};
