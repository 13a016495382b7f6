// The playground: files in tabs, an editor, complaints, tests and a game. Lessons use the same page with a text
// beside it: an element `#playground` with the files of the lesson in `data-lesson`.
import { Editor } from "./editor.js";
import { follow, tick } from "./lessons.js";
import { Python } from "./python.js";
import { fromAddress, isName, toAddress, zip } from "./share.js";
import { play } from "./table.js";

const PAUSE = 250; // ms after the last key before a check
const REST = 1000; // ms after a check before the slow checks
const root = document.getElementById("playground");
let lesson = root.dataset.lesson ? JSON.parse(root.dataset.lesson) : null;
const store = {
  get: (name) => { try { return JSON.parse(localStorage.getItem(`rulewright:${name}`)); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(`rulewright:${name}`, JSON.stringify(value)); } catch { /* none */ } },
};
const button = ([what, words, title]) => `<button data-do="${what}" title="${title}">${words}</button>`;
const FRONT = [
  ["check", "check", "find mistakes (Ctrl+Enter)"],
  ["test", "test", "run the scenarios (Ctrl+Shift+Enter)"],
  ["play", "play", "play against bots"],
  lesson ? ["solve", "show a solution", "replace your text by a solution"] : ["share", "share", "copy a link to these files"],
];
const MENU = [
  ["format", "format", "format this file (Shift+Alt+F)"],
  ["rename", "rename", "rename the word at the cursor (F2)"],
  ...(lesson ? [["again", "start over", "reset the lesson"]]
    : [["download", "download", "download the files as a folder"], ["editor", "open in your editor", "continue on your own computer"]]),
];

root.innerHTML = `
  <div class="bar" role="toolbar" aria-label="actions">
    ${lesson ? "" : '<label>example <select data-examples></select></label>'}
    ${FRONT.map(button).join("")}
    <details class="menu"><summary>more</summary><div>${MENU.map(button).join("")}</div></details>
    ${button(["stop", "stop", "stop the running command"])}
    <span class="stage" role="status"></span>
  </div>
  <div class="files">
    <div class="tabs" role="tablist" aria-label="files"></div>
    ${lesson ? "" : '<button class="more" title="add a file" aria-label="add a file">+</button>'}
  </div>
  <div class="text"></div>
  <ul class="complaints" aria-label="complaints"></ul>
  <pre class="said" aria-live="polite" tabindex="0" aria-label="output" hidden></pre>
  <div class="table" hidden></div>`;
const [tabs, text, complaints, said, stage, tableBox] =
  [".tabs", ".text", ".complaints", ".said", ".stage", ".table"].map((each) => root.querySelector(each));

const bar = root.querySelector(".bar"), menu = bar.querySelector(".menu");
let acts = 0; // the number of commands begun

let files = {};
let current = "";
let told = {};
let sorts = null;
let timer = 0, resting = 0, rested = false;
let changes = 0, heard = -1, last = ""; // the number of edits, its value at the last list of complaints, and that list

// Wait for the service worker, which caches the large files; give up after 3 s.
const kept = (async () => {
  if (lesson || !("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("sw.js");
  if (navigator.serviceWorker.controller) return;
  const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, 3000))]);
})().catch(() => {});

const python = new Python({
  before: kept,
  files: () => files,
  stage: (what) => (stage.textContent = `loading ${what} …`),
  ended: (why) => { sorts = null; rested = false; stage.textContent = why; },
});

async function ask(what, ...about) {
  if (!sorts) {
    editor.sorts = sorts = await python.begin();
    stage.textContent = "";
  }
  return python.ask(what, ...about);
}
const service = async (question, about) => JSON.parse(await ask("ask", question, JSON.stringify(about)));

const editor = new Editor(text, {
  service, ready: () => sorts !== null,
  changed(name, now) {
    if (files[name] === now) return;
    files[name] = now;
    keep();
    soon();
  },
  command: (what) => act(what),
});

// ------------------------------------------------------------------ files

function open(given, name) {
  for (const old of Object.keys(files)) if (!(old in given) && python.isBegun) python.ask("remove", old).catch(() => {});
  files = { ...given };
  told = {};
  changes++; // discard pending answers about the previous files
  editor.forget();
  show(name ?? Object.keys(files).find((each) => each.endsWith(".rules")) ?? Object.keys(files)[0]);
  if (python.isBegun) for (const each of Object.keys(files)) python.ask("change", each, files[each]).catch(() => {});
  hear([]);
  tableBox.hidden = said.hidden = true;
}

function show(name) {
  current = name;
  tabs.replaceChildren(...Object.keys(files).map((each) => {
    const made = document.createElement("button");
    made.textContent = each;
    made.setAttribute("role", "tab");
    made.setAttribute("aria-selected", each === name);
    made.tabIndex = each === name ? 0 : -1;
    made.onclick = () => show(each);
    return made;
  }));
  editor.open(name, files[name]);
  editor.complain(name, told[name] ?? [], apply);
  if (sorts) colour(name);
}
root.querySelector(".more")?.addEventListener("click", () => {
  const asked = prompt("Name of the file (.rules or .yaml)", "mine.rules");
  if (asked && isName(asked) && !(asked in files)) (files[asked] = "", show(asked));
});
tabs.addEventListener("keydown", (event) => {
  const names = Object.keys(files), step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  show(names[(names.indexOf(current) + step + names.length) % names.length]);
  tabs.querySelector("[aria-selected=true]").focus();
});

const keep = () => store.set(lesson ? `lesson:${lesson.name}` : "files", files);

// ------------------------------------------------------------------ checks while typing

function soon() {
  clearTimeout(timer);
  clearTimeout(resting);
  changes++;
  timer = setTimeout(() => check(current).catch(wrong), PAUSE);
}

async function check(name) {
  await hearOf(name, "change", name, files[name]);
  clearTimeout(resting);
  resting = setTimeout(() => sorts && rest(name).catch(wrong), REST);
}

// Run the slow checks, which compile the rules, and warm up the completion.
async function rest(name) {
  await hearOf(name, "rest", name);
  if (!rested && name === current) await service("complete", { file: name, position: editor.here() });
  rested = true;
}

async function hearOf(name, ...asked) {
  const at = changes;
  const answer = await ask(...asked);
  if (answer === null || at !== changes || (at === heard && answer === last)) return;
  [heard, last] = [at, answer];
  told = { ...told, ...JSON.parse(answer) };
  editor.complain(name, told[name] ?? [], apply);
  hear(Object.entries(told).flatMap(([file, those]) => those.map((each) => [file, each])));
  await colour(name);
}

async function colour(name) {
  const at = changes;
  const found = await service("colours", { file: name });
  if (at === changes) editor.colour(name, found);
}

// The list of complaints, for keyboards and screen readers.
function hear(found) {
  complaints.replaceChildren(...found.map(([file, each]) => {
    const line = document.createElement("li"), go = document.createElement("button"), code = document.createElement("a");
    const helped = each.fixes.map((fix) => `\nhelp: ${fix.title}`);
    const message = helped.reduce((words, help) => words.replace(help, ""), each.message);
    go.textContent = `${file}:${each.range.start.line + 1}: ${message}`;
    go.onclick = () => (show(file), editor.go(each.range));
    code.textContent = each.code;
    code.href = `${root.dataset.site ?? "../"}complaints/${each.code}.html`;
    line.className = ["error", "warning", "note"][each.severity - 1];
    line.append(code, " ", go);
    for (const fix of each.fixes) {
      const made = Object.assign(document.createElement("button"), { className: "fix", textContent: fix.title });
      made.onclick = () => apply(fix.edit);
      line.append(" ", made);
    }
    return line;
  }));
}

function apply({ changes: edits }) {
  for (const [uri, those] of Object.entries(edits)) {
    const name = decodeURIComponent(uri.split("/").at(-1));
    if (!(name in files)) continue;
    const now = Editor.changed(files[name], those);
    if (name === current) editor.text = now;
    else (files[name] = now, python.ask("change", name, now).catch(wrong));
  }
  keep();
}

// ------------------------------------------------------------------ buttons

const wrong = (error) => say(error.message);
function say(words) {
  said.textContent = words;
  said.hidden = false;
}
const edition = () => Object.keys(files).find((name) => name.endsWith(".yaml")) ?? "classic";

async function run(...words) {
  clearTimeout(timer);
  for (const [name, now] of Object.entries(files)) await ask("put", name, now);
  const { code, text: answer } = JSON.parse(await ask("run", ...words));
  if (heard !== changes) check(current).catch(wrong); // in the background: the command does not wait for the list
  return { code, answer: answer.trim() };
}

const ACTS = {
  async check() {
    const { code, answer } = await run("check", ".");
    say(answer || (code ? `exit code ${code}` : "No complaints."));
    await check(current);
  },
  async test() {
    const of = lesson, { code, answer } = await run("test", ".");
    if (of !== lesson) return;
    say(answer);
    if (lesson && code === 0) passed();
  },
  async play() {
    const { code, answer } = await run("check", ".");
    if (code) return say(answer);
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const refused = await ask("lay", edition(), 4, seed);
    if (refused) return say(refused);
    said.hidden = true;
    tableBox.hidden = false;
    tableBox.scrollIntoView({ block: "nearest" });
    await play(tableBox, ask);
  },
  async format() {
    const edits = await service("format", { file: current });
    if (edits === null) say("This file has mistakes, so it cannot be formatted.");
    else if (edits.length) editor.text = edits[0].newText;
  },
  async rename() {
    const about = { file: current, position: editor.here() };
    const allowed = await service("renameable", about);
    if (allowed.refused) return say(allowed.refused);
    const name = prompt("New name");
    if (!name) return;
    const made = await service("rename", { ...about, newName: name });
    if (made.refused) say(made.refused);
    else apply(made);
  },
  async share() {
    history.replaceState(null, "", await toAddress(files));
    await navigator.clipboard?.writeText(location.href).catch(() => {});
    say(`A link to these files is in the address bar, and copied: ${location.href.length} characters.`);
  },
  async download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(zip("house-rules", files));
    link.download = "house-rules.zip";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
  async editor() {
    say(`Download the folder and unpack it beside your clone of Rulewright. Then, in the folder:\n\n    python3 -m venv .venv && . .venv/bin/activate\n    pip install "../rulewright[fast,editor]"\n    rulewright check .\n    rulewright test .\n    rulewright play ${edition()}\n\nThe page “Your editor” explains how to see mistakes while you type, in Visual Studio Code and other editors.`);
  },
  async again() {
    open(lesson.start);
    keep();
  },
  async solve() {
    open({ ...files, ...lesson.solution });
    keep();
  },
  async stop() {
    python.end("stopped");
  },
  async leave() {},
};

function act(what) {
  said.hidden = true;
  root.querySelector(".passed")?.remove();
  const number = ++acts;
  if (!["stop", "share", "leave"].includes(what)) stage.textContent = sorts ? "…" : "loading …";
  bar.toggleAttribute("data-running", what !== "stop");
  return ACTS[what]().catch(wrong).finally(() => {
    if (stage.textContent === "…") stage.textContent = "";
    if (number === acts) bar.removeAttribute("data-running");
  });
}
bar.addEventListener("click", (event) => {
  const what = event.target.dataset.do;
  if (what) (menu.open = false, act(what));
});
document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
menu.addEventListener("keydown", (event) => { if (event.key === "Escape") (menu.open = false, menu.firstElementChild.focus()); });

// ------------------------------------------------------------------ lessons

function passed() {
  store.set("passed", [...new Set([...(store.get("passed") ?? []), lesson.name])]);
  tick(store.get("passed") ?? []);
  const made = Object.assign(document.createElement("p"), { className: "passed", textContent: "✓ Done. " });
  // Repeat the link to the next page, which is far below at the foot of the page.
  const foot = document.querySelector(".md-footer__link--next");
  if (foot) made.append(Object.assign(document.createElement("a"), { href: foot.href, textContent: "Go on to the next lesson" }), ", or play with this one.");
  said.before(made);
  document.dispatchEvent(new CustomEvent("lesson-passed"));
}

function learn(next) {
  lesson = next;
  clearTimeout(timer);
  clearTimeout(resting);
  act("leave");
  open({ ...lesson.start, ...store.get(`lesson:${lesson.name}`) });
  tick(store.get("passed") ?? []);
}
if (lesson) follow(root, learn);

// ------------------------------------------------------------------ begin

const select = root.querySelector("[data-examples]");
if (select) {
  select.append(new Option("…", ""), ...EXAMPLES.map((each) => new Option(each.title, each.name)));
  select.onchange = () => {
    const found = EXAMPLES.find((each) => each.name === select.value);
    if (found) (open(found.files), keep(), history.replaceState(null, "", location.pathname));
  };
}
async function begin() {
  if (lesson) return learn(lesson);
  const named = EXAMPLES.find((each) => `#${each.name}` === location.hash);
  const shared = await fromAddress(location.hash), kept = store.get("files");
  const example = named ?? (kept ? null : EXAMPLES[0]);
  if (example && !shared) select.value = example.name;
  open(shared ?? named?.files ?? kept ?? EXAMPLES[0].files);
}
await begin();
