// Builds the playground: node build.mjs OUTPUT [PYTHON]. PYTHON must have Rulewright installed; the Pyodide that will
// run it compiles it. The output is the page, its scripts, Pyodide, and one archive of byte code.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const top = resolve(here, "../..");
const [output, python = "python3"] = process.argv.slice(2);
if (!output) throw new Error("node build.mjs OUTPUT [PYTHON]");
const out = resolve(output);
// The URL of Pyodide: beside the page by default.
const pyodideUrl = process.env.PLAYGROUND_PYODIDE ?? "./pyodide/";

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "pyodide"), { recursive: true });

await build({
  entryPoints: { main: join(here, "src/main.js"), worker: join(here, "src/worker.js") },
  outdir: out, bundle: true, format: "esm", minify: true, target: "es2022", logLevel: "warning",
  legalComments: "linked", external: ["*/pyodide.mjs"],
  define: { PYODIDE_URL: JSON.stringify(pyodideUrl), PYODIDE_LOCK: JSON.stringify(lock()), EXAMPLES: JSON.stringify(examples()) },
});
for (const name of ["index.html", "style.css"]) cpSync(join(here, name), join(out, name));
cpSync(join(top, "interpreter/rulewright/base/table_view/rulewright-table.css"), join(out, "rulewright-table.css"));

if (pyodideUrl === "./pyodide/") {
  const from = join(here, "node_modules/pyodide");
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) cpSync(join(from, name), join(out, "pyodide", name));
  packed("pyodide/pyodide.asm.wasm", readFileSync(join(from, "pyodide.asm.wasm")));
}
await archive();
const files = walk(out).filter((name) => !/\.(txt|map)$/.test(name));
const digest = createHash("sha256");
for (const name of files) digest.update(readFileSync(join(out, name)));
const built = { version: digest.digest("hex").slice(0, 16), files: ["./", ...files] };
writeFileSync(join(out, "sw.js"), `const BUILT = ${JSON.stringify(built)};\n${readFileSync(join(here, "sw.js"), "utf8")}`);
for (const name of walk(out)) console.log(String(statSync(join(out, name)).size).padStart(9), name);

// Compress here, because not every server does; the worker decompresses.
function packed(name, data) {
  writeFileSync(join(out, `${name}.gz`), gzipSync(data, { level: 9 }));
}

function walk(folder, prefix = "") {
  return readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? walk(join(folder, each.name), `${prefix}${each.name}/`) : [prefix + each.name]).sort();
}

// Pyodide's lock file without packages: none is loaded.
function lock() {
  const { info } = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));
  return { info, packages: {} };
}

// The folders in examples/ with their files; the first line of the edition is the title.
function examples() {
  const folder = join(here, "examples");
  return readdirSync(folder).sort().map((name) => {
    const names = readdirSync(join(folder, name)).sort();
    const files = Object.fromEntries(names.map((each) => [each, readFileSync(join(folder, name, each), "utf8")]));
    const edition = names.find((each) => each.endsWith(".yaml"));
    return { name, title: files[edition].split("\n")[0].replace(/^# */, ""), files };
  });
}

// One archive with the packages as byte code and the shipped rules and editions. Lark is left out: the parser tables are prebuilt.
async function archive() {
  const asked = "import attr,attrs,click,platformdirs,ruamel.yaml,json;"
    + "print(json.dumps({m.__name__: m.__path__[0] for m in (attr,attrs,click,platformdirs,ruamel.yaml)}))";
  const places = JSON.parse(execFileSync(python, ["-c", asked], { encoding: "utf8" }));
  const pyodide = await loadPyodide();
  const mounted = [];
  const mount = (path, folder) => {
    pyodide.FS.mkdirTree(path);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, path);
    mounted.push(path);
  };
  for (const [name, folder] of Object.entries(places)) mount(`/from/${name.replace(".", "/")}`, folder);
  mount("/from/rulewright", join(top, "interpreter/rulewright"));
  for (const name of ["grammar", "rules", "editions", "docs/language"]) mount(`/data/${name}`, join(top, name));
  pyodide.FS.writeFile("/from-stdlib.zip", readFileSync(join(here, "node_modules/pyodide/python_stdlib.zip")));
  pyodide.runPython(readFileSync(join(here, "archive.py"), "utf8"));
  packed("rulewright.pack", pyodide.FS.readFile("/rulewright.pack"));
  packed("python_stdlib.zip", pyodide.FS.readFile("/stdlib.zip"));
  for (const path of mounted) pyodide.FS.unmount(path);
}
