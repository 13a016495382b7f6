// The page of a game that plays by itself: people who pass one device around, and bots that choose at random.
// A file of `rulewright build` cannot deal for one seat what that seat does not know, so no bot searches here.
import { load } from "./rulewright.mjs";
import { LocalTable } from "./local_table.js";
import { fill, h } from "./trees.js";

const WORDS = {
  en: { who: "Who plays?", note: "People pass this device around. Bots choose at random.", name: "Name of player", by: "played by", person: "a person", bot: "a bot", start: "Start", on: "Go on with this game", fresh: "New game", back: "Take back the last choice", move: "The next move: {name}", show: "Show my cards" },
  fr: { who: "Qui joue ?", note: "Les personnes jouent à tour de rôle sur cet écran. Les robots choisissent au hasard.", name: "Nom du joueur", by: "joué par", person: "une personne", bot: "un robot", start: "Commencer", on: "Continuer cette partie", fresh: "Nouvelle partie", back: "Annuler le dernier choix", move: "À jouer : {name}", show: "Montrer mes cartes" },
};
const words = WORDS[document.documentElement.lang.split("-")[0]] || WORDS.en;
const given = JSON.parse(document.getElementById("game").textContent);
const [table, dialog, home, deeds] = ["rulewright-table", "dialog", "[slot=home]", "[slot=deeds]"].map((each) => document.querySelector(each));

const unpacked = async (text) => {
  const packed = await (await fetch(`data:application/octet-stream;base64,${text}`)).blob();
  return new Response(packed.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
};

// A game of this file as a LocalTable needs it; `people` says for each seat whether a person has it.
class GameHere {
  #last;

  constructor(game, people) {
    Object.assign(this, { game, people });
    this.#last = Math.max(0, people.indexOf(true));
    this.isAlone = people.filter(Boolean).length === 1;
    this.#keep();
  }

  value(since) {
    const { asked } = this.game;
    if (asked !== null && this.people[asked]) this.#last = asked;
    return this.game.seat(this.people.includes(true) ? this.#last : null, since);
  }

  choose(index) { this.game.choose(index); this.#keep(); }

  botTurn() {
    const isBot = !this.game.over && !this.people[this.game.asked];
    if (isBot) this.choose(Math.floor(Math.random() * this.game.count));
    return isBot;
  }

  // Several people would have to agree, so only a person alone takes choices back.
  undo() {
    const before = this.game.choices.length, own = this.game.copy();
    do { if (!own.choices.length) return false; own.undo(); } while (!this.people[own.asked]);
    this.game = own;
    this.#keep();
    return before > own.choices.length;
  }

  handOver(value) {
    if (this.isAlone || value.seat === null || value.outcome) return undefined;
    return ask(words.move.replace("{name}", this.game.names[value.seat]), [], words.show);
  }

  #keep() { try { localStorage.setItem(KEY, JSON.stringify({ saved: this.game.save(), people: this.people })); } catch { /* not kept */ } }
}

// Show a dialog with one button; resolves when it is pressed, with its form.
const ask = (title, content, answer, other) => new Promise((resolve) => {
  fill(dialog, [h("form", { method: "dialog", key: title }, h("h2", { id: "dialog-title" }, title), content,
    h("p", {}, h("button", { value: "yes" }, answer), other ? [" ", h("button", { value: "", class: "quiet", formnovalidate: true }, other)] : null))]);
  dialog.returnValue = "";
  dialog.onclose = () => (dialog.returnValue || other ? resolve(dialog.returnValue && new FormData(dialog.querySelector("form"))) : dialog.showModal());
  dialog.showModal();
});

const rules = await load(await unpacked(given.file));
const { about } = rules, KEY = ["rulewright", about.rules, about.language, about.players, about.options, about.cast].join(":");
table.looks = about.looks;
let playing = null;

const start = (game, people) => {
  playing?.end();
  const here = new GameHere(game, people);
  table.people = people.map((isPerson, seat) => ({ name: game.names[seat], presence: isPerson ? "here" : "bot" }));
  playing = new LocalTable(table, here);
  fill(home, [h("button", { type: "button", id: "fresh" }, words.fresh)]);
  fill(deeds, here.isAlone ? [h("button", { type: "button", id: "back" }, words.back)] : []);
  return playing.go();
};

// Ask who plays; without a running game, the question stays until it is answered.
const begin = async () => {
  const rows = given.names.map((name, seat) => h("li", {},
    h("input", { name: `name${seat}`, value: name, required: true, maxlength: 24, "aria-label": `${words.name} ${seat + 1}` }), " ",
    h("select", { name: `by${seat}`, "aria-label": `${words.name} ${seat + 1}, ${words.by}` }, h("option", { value: "person" }, words.person), h("option", { value: "bot", selected: seat > 0 }, words.bot))));
  const form = await ask(words.who, [h("p", {}, words.note), h("ul", {}, rows)], words.start, playing && words.on);
  if (!form) return;
  const names = given.names.map((_, seat) => form.get(`name${seat}`).trim());
  await start(rules.game({ names }), given.names.map((_, seat) => form.get(`by${seat}`) === "person"));
};

home.addEventListener("click", (event) => event.target.id === "fresh" && begin());
deeds.addEventListener("click", (event) => event.target.id === "back" && playing.undo());

const kept = (() => { try { return JSON.parse(localStorage.getItem(KEY)); } catch { return null; } })();
let resumed = null;
try { resumed = kept && rules.game(kept.saved); } catch { /* choices of another file */ }
if (resumed && !resumed.over) await start(resumed, kept.people); else await begin();
