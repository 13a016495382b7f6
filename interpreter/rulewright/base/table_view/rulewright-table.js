// <rulewright-table>: draws any game from what a seat sees, and reports which option was chosen.
//
//   table.looks = {…};                        the look file of the edition, maybe empty
//   table.people = [{name, presence, lent}];  by seats; presence is "here", "away" or "bot"
//   table.clock = {seat, left, of};           seconds; null without a time limit
//   table.value = game.seat(k);               draws it, and moves what moved since the last value
//   table.since = 17;                         optional: the first event that is new to this seat
//   table.live = false; table.notice = "…";   nothing can be chosen, and why
//   <a slot="home">, <button slot="deeds">, <div slot="talk">: content of the page in the table's frame
//   table.addEventListener("choose", (event) => event.detail.index)
//
// The language of its own words is that of the nearest `lang` attribute. It knows no game.
import { CardTracker } from "./card_tracker.js";
import { Drawing } from "./drawing.js";
import { SeatView } from "./seat_view.js";
import { capital, fill, h } from "./trees.js";
import { wordsFor } from "./words.js";

// Parts that are the same as in the last value stay the same objects, so that only what changed is drawn again.
const texts = new WeakMap(), textOf = (each) => { if (!texts.has(each)) texts.set(each, JSON.stringify(each)); return texts.get(each); };
const reuse = (now, was) => (was && (now === was || textOf(now) === textOf(was)) ? was : now);
const reuseParts = (value, had) => {
  const places = new Map(had.places.map((place) => [place.place, place])), events = new Map(had.story.map((event) => [event.number, event]));
  return {
    ...value, marked: reuse(value.marked, had.marked), seats: value.seats.map((seat, i) => reuse(seat, had.seats[i])), places: value.places.map((place) => reuse(place, places.get(place.place))),
    story: value.story.map((event) => reuse(event, events.get(event.number))),
  };
};

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class RulewrightTable extends HTMLElement {
  #value = null; #faces = new Map(); #game = ""; #tracker = new CardTracker(); #root; #body; #info; #menu; #said; #flight; #numbers = new Map(); #wait; #touch = false;
  looks = {}; people = []; clock = null; held = null; why = null; seen = Infinity; storyOpen = false; took = 0; live = true; notice = ""; since; help = ""; small = false; drawn = new Map(); turns = new Map(); lines = new WeakMap();

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet"; sheet.href = new URL("rulewright-table.css", import.meta.url).href;
    const add = (cls, more = {}) => { const node = document.createElement("div"); node.className = cls; for (const each in more) node.setAttribute(each, more[each]); this.#root.append(node); return node; };
    this.#root.append(sheet);
    this.#body = add("table"); this.#flight = add("flight", { "aria-hidden": "true" }); this.#info = add("info", { role: "tooltip", popover: "manual" });
    this.#menu = add("menu", { popover: "auto", role: "group", "aria-label": "?" }); this.#said = add("sr", { "aria-live": "polite" });
    this.#listen();
    // On a phone, players are chosen by buttons in the sheet, within reach of a thumb. Its width is also in the style.
    new ResizeObserver(() => { const small = this.clientWidth <= 620; if (small !== this.small) { this.small = small; this.redraw(); } }).observe(this);
  }

  get value() { return this.#value; }
  get words() { return wordsFor(this.closest("[lang]")?.lang); }

  set value(value) {
    const began = performance.now(), had = this.#value;
    const { id, language } = value.edition, game = `${id} ${language} ${value.seat}`, other = game !== this.#game;
    if (other) { this.#faces.clear(); this.#game = game; this.#tracker = new CardTracker(); this.#numbers.clear(); this.drawn.clear(); this.turns.clear(); }
    this.#value = value = had && !other ? reuseParts(value, had) : value; this.held = null; this.why = null;
    this.seen = this.since ?? (had && had.edition.id === value.edition.id && had.seat === value.seat ? had.told : Infinity);
    const from = this.#rects(), focused = this.#root.activeElement;
    this.#draw(true);
    // What can be chosen of one's own comes out from under the sheet of a phone.
    if (this.small && this.#body.querySelector(".own .can")) this.#body.querySelector(".board").scrollTop = innerHeight;
    if (!other) this.#move(from);
    this.#tell(had);
    // Keyboard users continue at the question if what they chose is gone.
    if (focused && !focused.isConnected) this.#body.querySelector(".asks h2")?.focus({ preventScroll: true });
    const log = this.#root.querySelector(".scroll");
    if (log) log.scrollTop = log.scrollHeight;
    this.took = performance.now() - began;
  }

  redraw() { if (this.#value) this.#draw(false); }

  #view; #gone;
  #draw(anew) {
    if (anew) { this.#view = new SeatView(this.#value, this.looks, this.people, this.#faces, this.live); this.#gone = this.#tracker.follow(this.#view, this.#value.story.filter((event) => event.number >= this.seen)); }
    this.#body.classList.toggle("telling", this.storyOpen);
    this.#menu.setAttribute("aria-label", this.words.menu);
    this.#hide();
    fill(this.#body, new Drawing(this.#view, this).all().filter(Boolean));
  }

  // Where everything lies now; looked at once before and once after the change.
  #rects() {
    const cards = new Map(), places = new Map();
    if (still() || !this.#value) return { cards, places };
    for (const node of this.#body.querySelectorAll("[data-id]")) cards.set(node.dataset.id, { node, box: node.getBoundingClientRect() });
    for (const node of this.#body.querySelectorAll("[data-place]")) places.set(node.dataset.place, node.lastChild.getBoundingClientRect());
    return { cards, places };
  }

  #move({ cards, places }) {
    if (!cards.size) return;
    const start = new Map(this.#view.zones.flatMap((zone) => zone.slots.map((slot) => [slot.id, slot])));
    const moves = [], now = new Set();
    // A card of this width in the middle of a place.
    const inside = (box, width) => box && { left: box.left + (box.width - width) / 2, top: box.top, width };
    for (const node of this.#body.querySelectorAll("[data-id]")) {
      const { id } = node.dataset, slot = start.get(id), is = node.getBoundingClientRect();
      const was = cards.get(id)?.box || inside(places.get(slot?.from), is.width);
      now.add(id);
      if (was?.width) moves.push({ node, was, is, turned: slot?.turned || !cards.has(id) });
    }
    let late = 0;
    for (const { node, was, is, turned } of moves) {
      const dx = was.left - is.left, dy = was.top - is.top;
      if (Math.abs(dx) + Math.abs(dy) < 3 && !turned) continue;
      const far = Math.abs(dx) + Math.abs(dy) > 60;
      node.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${was.width / is.width})${turned ? " rotateY(80deg)" : ""}`, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }],
        { duration: far ? 280 : 180, delay: far ? Math.min(late++ * 12, 60) : 0, easing: "cubic-bezier(.2,.8,.3,1)", fill: "backwards" });
    }
    // What left the table's face flies to where it went, if that can be told, else it fades.
    const ends = new Map([...this.#body.querySelectorAll("[data-place]")].map((node) => [node.dataset.place, node.lastChild]));
    for (const [id, { node, box }] of cards) {
      if (now.has(id) || !box.width || id.startsWith("tray")) continue;
      const target = inside(ends.get(this.#gone.get(id))?.getBoundingClientRect(), box.width);
      node.style.cssText += `;position:fixed;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;margin:0`;
      this.#flight.append(node);
      const end = target ? { transform: `translate(${target.left - box.left}px, ${target.top - box.top}px) scale(.8)`, opacity: .6, transformOrigin: "0 0" } : { opacity: 0, transform: "translateY(-8px)" };
      node.animate([{ transform: "none", opacity: 1, transformOrigin: "0 0" }, end], { duration: target ? 280 : 180, easing: "ease-in" }).onfinish = () => node.remove();
    }
    for (const node of this.#body.querySelectorAll("[data-num]")) {
      const text = node.textContent, was = this.#numbers.get(node.dataset.num);
      this.#numbers.set(node.dataset.num, text);
      if (was !== undefined && was !== text) node.animate([{ transform: "scale(1)" }, { transform: "scale(1.22)" }, { transform: "scale(1)" }], { duration: 280 });
    }
  }

  // What a screen reader is told: what is new, then whose move it is.
  #tell(had) {
    const { value } = this, fresh = this.seen === Infinity ? [] : value.story.filter((event) => event.number >= this.seen).slice(-6).map((event) => event.text);
    const head = this.#body.querySelector(".asks h2")?.textContent || "";
    const say = [...fresh, this.#view.mine && had ? `${this.words.yours}: ${head}` : head].join(". ");
    if (this.#said.textContent !== say) this.#said.textContent = say;
  }

  #choose(indexes, node) {
    if (!this.#view.mine) return;
    const options = indexes.map((index) => this.#value.decision.options.find((option) => option.index === index));
    if (options.length > 1) { this.#open(options, node); return; }
    this.#hide(); this.#menu.hidePopover();
    this.dispatchEvent(new CustomEvent("choose", { detail: { index: options[0].index, data: options[0].data, text: options[0].text }, bubbles: true, composed: true }));
  }

  #open(options, node) {
    fill(this.#menu, options.map((option) => h("button", { type: "button", class: "go", "data-sure": option.index }, capital(option.text))));
    this.#menu.showPopover();
    this.#place(this.#menu, node.getBoundingClientRect(), true);
    this.#menu.firstChild.focus();
  }

  // A card in full, beside the card.
  #show(node) {
    const name = node.dataset.card, view = this.#view, face = view.face(name), drawing = new Drawing(view, this);
    const options = (node.dataset.choose || "").split(" ").filter(Boolean).map((index) => view.decision.options.find((option) => option.index === Number(index)));
    fill(this.#info, [h("div", { class: `card whole${face.plain ? " plain" : ""}`, style: { "--c": face.colour } }, drawing.inside(face)),
      h("div", { class: "told" }, options.map((option) => h("p", { class: "does" }, capital(option.text))), h("p", { class: "kind" }, [face.card.kind_called, ...face.said].join(" · ")), face.card.text ? h("p", {}, face.card.text) : null,
        face.card.count > 1 ? h("p", { class: "kind" }, `${face.card.count} × ${this.words.inGame}`) : null)]);
    if (!this.#info.matches(":popover-open")) this.#info.showPopover();
    this.#place(this.#info, node.getBoundingClientRect());
  }

  #place(box, at, below = false) {
    const { width, height } = box.getBoundingClientRect(), room = 8;
    let left = below ? Math.max(room, Math.min(at.left, innerWidth - width - room)) : at.right + room, top = below ? at.bottom + room : at.top;
    // Above a card that lies low, so that its neighbours in the hand stay in sight.
    if (!below && at.top - height - room > innerHeight * .35) { left = Math.max(room, Math.min(at.left, innerWidth - width - room)); top = at.top - height - room; }
    else if (left + width > innerWidth - room) left = at.left - width - room;
    if (left < room) { left = Math.max(room, Math.min(at.left, innerWidth - width - room)); top = at.top - height - room; if (top < room) top = at.bottom + room; }
    box.style.setProperty("left", `${left}px`);
    box.style.setProperty("top", `${Math.max(room, Math.min(top, innerHeight - height - room))}px`);
  }

  #hide() { clearTimeout(this.#wait); if (this.#info?.matches(":popover-open")) this.#info.hidePopover(); }

  #listen() {
    const root = this.#root, near = (event, what) => event.target.closest?.(what);
    root.addEventListener("click", (event) => {
      const why = near(event, "[data-why]"), act = near(event, "[data-act]"), sure = near(event, "[data-sure]"), node = near(event, "[data-choose]"), card = near(event, "[data-card]");
      if (why) { const number = Number(why.dataset.why); this.why = this.why === number ? null : number; this.#draw(false); this.dispatchEvent(new CustomEvent("why", { detail: { number }, bubbles: true, composed: true })); }
      else if (act?.dataset.act === "skip") this.#body.querySelector(".asks h2").focus();
      else if (act) { this.storyOpen = !this.storyOpen; this.#draw(false); }
      else if (sure) this.#choose([Number(sure.dataset.sure)], sure);
      else if (node) {
        const options = node.dataset.choose.split(" ").map(Number);
        // A finger first holds the card up; the sheet below then says what it would do.
        if (this.#touch && card && this.held?.id !== card.dataset.id) { this.held = { id: card.dataset.id, options }; this.#draw(false); root.querySelectorAll(".held").forEach((each) => each.classList.remove("held")); card.classList.add("held"); return; }
        this.#choose(options, node);
      } else if (card) this.#show(card);
    });
    root.addEventListener("pointerdown", (event) => {
      this.#touch = event.pointerType === "touch"; this.#hide();
      const card = near(event, "[data-card]");
      if (card && this.#touch) this.#wait = setTimeout(() => this.#show(card), 420);
    });
    root.addEventListener("pointerup", () => clearTimeout(this.#wait));
    root.addEventListener("pointerover", (event) => {
      const card = near(event, "[data-card]");
      if (event.pointerType === "touch") return;
      this.#hide();
      if (card) this.#wait = setTimeout(() => this.#show(card), 260);
    });
    root.addEventListener("pointerleave", () => this.#hide(), true);
    root.addEventListener("focusin", (event) => { const card = near(event, "[data-card]"); if (card?.matches(":focus-visible")) this.#show(card); else this.#hide(); });
    root.addEventListener("focusout", () => this.#hide());
    root.addEventListener("scroll", () => this.#hide(), true);
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { this.#hide(); if (this.storyOpen) { this.storyOpen = false; this.#draw(false); } return; }
      const card = near(event, "[data-card]"), step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -99, End: 99 }[event.key];
      if (card && step) {
        const row = [...card.closest(".fan").querySelectorAll("[data-card]")], to = row[Math.max(0, Math.min(row.length - 1, row.indexOf(card) + step))];
        to.focus(); event.preventDefault();
      }
    });
  }
}

customElements.define("rulewright-table", RulewrightTable);

// Draw one card into a node, for pages beside the table such as the lobby.
export const drawCard = (into, card, looks = {}, labels = {}, cls = "") => {
  const language = into.closest("[lang]")?.lang, value = { labels, edition: { language } };
  const view = Object.assign(Object.create(SeatView.prototype), { value, looks, cards: new Map([[card.card, card]]), faces: new Map() });
  const face = view.face(card.card), drawing = new Drawing(view, { words: wordsFor(language) });
  fill(into, [h("div", { class: `card whole${cls}`, style: { "--c": face.colour } }, drawing.inside(face))]);
};
