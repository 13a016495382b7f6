// The page of a table: gives the component what the server sends, and sends choices and forms.
// Without this script, the same forms work with the plain page, and the page can be reloaded.
import "./view/rulewright-table.js";

const page = document.getElementById("table");
const said = document.getElementById("said");
const answers = document.getElementById("answers");
const table = document.querySelector("rulewright-table");
const data = JSON.parse(document.getElementById("data")?.textContent || "null");
let clockTimer = 0;

// What the server says about the players: seen for some seconds, and kept in the chat.
let noteTimer = 0;
const note = (text) => { tell(text); clearTimeout(noteTimer); noteTimer = setTimeout(() => { if (said.textContent === text) tell(""); }, 8000); };
const tell = (text) => { if (said && said.textContent !== text) said.textContent = text || ""; };

// The time limit now: the server sends the seconds left, since the clocks of two machines differ.
let clockSince = Date.now();
const clockNow = () => data.clock && { ...data.clock, left: Math.max(0, Math.round(data.clock.left - (Date.now() - clockSince) / 1000)) };

// Signals for somebody who looks elsewhere when it becomes their move; each device chooses, and begins without.
const signals = Object.fromEntries([...document.querySelectorAll("[data-signal]")].map((button) => [button.dataset.signal, button]));
const has = (name) => signals[name]?.getAttribute("aria-pressed") === "true";
const keep = (name, isOn) => { signals[name].setAttribute("aria-pressed", isOn); try { localStorage.setItem(`rulewright:${name}`, isOn ? "on" : ""); } catch { /* not kept */ } };
const keptOn = (name) => { try { return localStorage.getItem(`rulewright:${name}`) === "on"; } catch { return false; } };
let audio = null;

const chime = () => {
  audio ||= new AudioContext();
  [[660, 0], [880, 0.12]].forEach(([pitch, after]) => {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "sine" }), volume = new GainNode(audio, { gain: 0 }), at = audio.currentTime + after;
    volume.gain.setValueAtTime(0.12, at); volume.gain.exponentialRampToValueAtTime(0.001, at + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(at); tone.stop(at + 0.4);
  });
};

if (signals.sound) {
  signals.sound.hidden = false;
  keep("sound", keptOn("sound"));
  signals.sound.addEventListener("click", () => { keep("sound", !has("sound")); if (has("sound")) chime(); });
}
if (signals.notice && "Notification" in window && isSecureContext) {
  signals.notice.hidden = false;
  keep("notice", keptOn("notice") && Notification.permission === "granted");
  signals.notice.addEventListener("click", async () => keep("notice", !has("notice") && (await Notification.requestPermission()) === "granted"));
}

const signal = () => {
  if (has("sound")) chime();
  if (has("notice") && document.hidden) new Notification(page.dataset.move, { body: data.value.edition.name, tag: page.dataset.stream });
};

let wasAsked = true; // opening the page is no news
const show = (anew) => {
  const { value, table: state, looks } = data;
  if (state.asked && !wasAsked) signal();
  wasAsked = !!state.asked;
  Object.assign(table, { looks, people: state.people, live: state.live, notice: state.notice || state.headline || "", help: state.help, clock: clockNow(), since: state.since, asked: state.asked });
  if (anew) table.value = value; else table.redraw();
  document.title = (state.asked ? "● " : "") + document.title.replace(/^● /, "");
  clearInterval(clockTimer);
  if (data.clock) clockTimer = setInterval(() => { table.clock = clockNow(); table.redraw(); }, 1000);
};

const put = (id, html) => {
  const part = document.getElementById(id);
  if (!part || html === undefined) return;
  const at = document.activeElement, name = part.contains(at) ? at.name : "";
  part.innerHTML = html;
  if (name) part.querySelector(`[name="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
};

// Unchanged places and seats stay the same objects, so that the component can skip them.
const merge = (message) => {
  const places = new Map(data.value.places.map((place) => [place.place, place]));
  const value = { ...data.value };
  for (const [key, each] of Object.entries(message)) {
    if (key.startsWith("place ")) places.set(key.slice(6), each);
    else if (key === "more") value.story = [...value.story, ...each].slice(-80);
    else if (key === "table") data.table = each;
    else if (key === "clock") { data.clock = each; clockSince = Date.now(); }
    else if (key === "seats") value.seats = each.map((seat, i) => (JSON.stringify(seat) === JSON.stringify(value.seats[i]) ? value.seats[i] : seat));
    else if (!["order", "deeds", "talk", "room"].includes(key)) value[key] = each;
  }
  const order = message.order || data.value.places.map((place) => place.place);
  value.places = order.map((place) => places.get(place));
  data.value = value;
};

const receive = (message) => {
  if ((message.room !== undefined) === !!table) { location.reload(); return; }
  const notes = () => document.querySelectorAll("#part-talk .note").length, before = notes();
  put("part-room", message.room); put("part-deeds", message.deeds); put("part-talk", message.talk);
  if (notes() > before) note([...document.querySelectorAll("#part-talk .note")].at(-1).textContent);
  if (!table) return;
  merge(message);
  show(Object.keys(message).some((key) => !["clock", "deeds", "talk"].includes(key)));
};

const listen = () => {
  const source = new EventSource(`${page.dataset.stream}&have=${page.dataset.have || ""}`);
  source.addEventListener("state", (event) => receive(JSON.parse(event.data)));
  source.addEventListener("trouble", () => tell(page.dataset.trouble));
  source.onopen = () => { if (said.textContent === page.dataset.trouble) tell(""); };
  source.onerror = () => {
    tell(page.dataset.trouble);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
};

const send = async (address, fields) => {
  try {
    const answer = await fetch(address, { method: "POST", body: fields, headers: { "x-quiet": "1" } });
    const result = await answer.json();
    tell(result.said);
    if (result.html && answers) { answers.innerHTML = result.html; answers.scrollIntoView({ block: "nearest" }); }
    return answer.ok;
  } catch {
    tell(page.dataset.trouble);
    return false;
  }
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("quiet" in form.dataset)) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter)), line = form.querySelector("#line");
  if (await send(event.submitter?.getAttribute("formaction") || form.action, fields) && line) line.value = "";
});

table?.addEventListener("choose", (event) => {
  const form = document.getElementById("choose"), fields = new URLSearchParams(new FormData(form));
  fields.set("asked", data.table.asked);
  fields.set("option", event.detail.index);
  send(form.action, fields);
});

// Outside a secure context (http:// in a network) the clipboard is reached through the selection alone.
const copy = document.querySelector("[data-copy]");
if (copy) {
  copy.hidden = false;
  copy.addEventListener("click", () => {
    getSelection().selectAllChildren(document.getElementById(copy.dataset.copy));
    if (document.execCommand("copy")) tell(copy.dataset.copied);
  });
}

// In the waiting room, a bot is set as soon as it is chosen.
document.addEventListener("change", (event) => event.target.closest(".seats select")?.closest("li").querySelector("button").click());

if (data) show(true);
if (page?.dataset.stream) listen();
