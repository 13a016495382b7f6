// A table to play at, drawn from the seat's value (docs/what-a-seat-sees.md). The game is behind an interface with
// asynchronous methods, as in `inPython`: value, choose, botTurn, undo, why and whyNot.
const make = (tag, attributes = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
};

// The interface to a game in the Python worker.
export const inPython = (ask) => ({
  value: async (since) => JSON.parse(await ask("table", "value", since)),
  choose: (index) => ask("table", "choose", index),
  botTurn: () => ask("table", "bot_turn"),
  undo: () => ask("table", "undo"),
  why: async (number) => JSON.parse(await ask("table", "why", number)),
  whyNot: async (what) => JSON.parse(await ask("table", "why_not", what)),
});

export class Table {
  #told = 0;
  #round = 0;

  constructor(box, player) {
    Object.assign(this, { box, player });
    this.place = make("div", { class: "places" });
    this.question = make("div", { class: "question" });
    this.story = make("ol", { class: "story", "aria-live": "polite", "aria-label": "what happened" });
    const asked = make("input", { "aria-label": "why can I not …", placeholder: "why can I not … (build Palace)" });
    const form = make("form", { class: "why-not", onsubmit: (event) => (event.preventDefault(), this.#whyNot(asked.value)) },
      asked, make("button", {}, "why not?"), make("button", { type: "button", onclick: () => this.#undo() }, "undo"));
    this.answer = make("pre", { class: "answer", "aria-live": "polite" });
    box.replaceChildren(this.place, make("div", { class: "beside" }, this.question, form, this.answer, this.story));
  }

  // Draw the table, and let bots choose until the person's next decision or the end of the game.
  async go() {
    const round = ++this.#round;
    await this.#draw();
    while (round === this.#round && this.value.decision?.player !== 0 && !this.value.outcome) {
      if (!(await this.player.botTurn())) break;
      if (round === this.#round) await this.#draw();
    }
  }

  async #draw() {
    const value = (this.value = await this.player.value(this.#told));
    this.#told = value.told;
    for (const event of value.story) this.#tell(event);
    const names = value.seats.map((seat) => seat.name);
    const groups = [null, ...value.seats.keys()].map((seat) => this.#group(value, seat));
    this.place.replaceChildren(...groups);
    const { decision, outcome } = value;
    if (outcome) this.question.replaceChildren(make("h3", {}, "The game is over"), ...this.#scores(outcome, names));
    else if (decision?.player === value.seat) {
      const options = decision.options.map((option) =>
        make("button", { class: "option", onclick: () => this.#choose(option.index) }, option.text));
      this.question.replaceChildren(make("h3", {}, `${decision.prompt || "choose"}:`), ...options);
    } else this.question.replaceChildren(make("p", { role: "status" }, `${names[decision?.player] ?? "…"} is thinking …`));
  }

  #scores(outcome, names) {
    const lines = (parts) => (parts.length ? ` (${parts.map((part) => `${part.called} ${part.points}`).join(", ")})` : "");
    const told = (score) => `${score.points}${lines(score.parts)}`;
    const rows = outcome.scores.map((score, seat) => make("li", {}, `${names[seat]}: ${told(score)}`));
    const won = outcome.winners.map((seat) => names[seat]).join(", ");
    return [make("p", {}, outcome.reason), make("ul", {}, ...rows), make("p", {}, won ? `won: ${won}` : "")];
  }

  #group(value, number) {
    const seat = number === null ? null : value.seats[number];
    const shown = [...(seat ?? value).numbers].filter((each) => !each.aside);
    const signs = seat ? seat.signs.map((sign) => `[${sign.called}]`) : [];
    const you = number === value.seat ? " (you)" : "";
    const head = [seat ? seat.name + you : value.edition.name, ...signs, ...shown.map((each) => `${each.called} ${each.said ?? ""}`)];
    const places = value.places.filter((place) => place.seat === number && place.count && !place.aside);
    return make("section", { class: value.turn.player === number && seat ? "now" : null },
      make("h3", {}, head.join("  ")), ...places.map((place) => this.#row(value, place)));
  }

  #row(value, place) {
    const unknown = place.count - place.pieces.length;
    const cards = place.pieces.map((piece) => {
      const about = value.cards.find((card) => card.card === piece.card);
      return make("span", { class: "card", title: about?.text ?? null, tabindex: about?.text ? 0 : null }, piece.called);
    });
    if (unknown > 0) cards.push(make("span", { class: "card unknown" }, `${unknown} × ${value.words["a card"]}`));
    return make("div", { class: "row" }, make("span", { class: "place" }, `${place.called} `), ...cards);
  }

  #tell(event) {
    if (!event.text) return;
    const why = make("button", { class: "why", "aria-label": `why: ${event.text}`, onclick: async () =>
      (this.answer.textContent = [event.text, ...(await this.player.why(event.number))].join("\n")) }, "why?");
    this.story.append(make("li", {}, event.text, " ", why));
    this.story.scrollTop = this.story.scrollHeight;
  }

  async #choose(index) {
    this.question.replaceChildren();
    this.answer.textContent = "";
    await this.player.choose(index);
    await this.go();
  }

  async #undo() {
    this.#round++;
    if (!(await this.player.undo())) {
      this.answer.textContent = "You cannot take this back: since then a card was revealed, or chance or another player decided.";
      return this.go();
    }
    this.#told = 0;
    this.story.replaceChildren();
    await this.go();
  }

  async #whyNot(what) {
    if (what.trim()) this.answer.textContent = (await this.player.whyNot(what)).join("\n");
  }
}
