// The seat value as a table needs it: roles of zones, faces of cards, and a place for each option.
import { arms, emblem } from "./emblems.js";

const SEATS = ["#3564a8", "#a84a34", "#2f7a4b", "#7d4f9a", "#8a650f", "#217379", "#a43f6c", "#636a76"];
// Colours that rules may name for a terminal, dark enough for white text.
export const TERMINAL = {
  red: "#a92b2b", "bright-red": "#c0392b", green: "#2b7a3b", "bright-green": "#3d9950", yellow: "#b0780c", "bright-yellow": "#b8860b", blue: "#27529c",
  "bright-blue": "#2f66b8", magenta: "#7a3d94", "bright-magenta": "#9a4fb8", cyan: "#1f7a80", "bright-cyan": "#2a939a", white: "#6f6a60",
};

export class SeatView {
  constructor(value, looks, people, faces, live = true) {
    Object.assign(this, { value, looks, people, faces });
    this.cards = new Map(value.cards.map((card) => [card.card, card]));
    this.me = value.seat;
    const seats = value.seats, first = this.me === null ? 0 : this.me + 1;
    this.others = seats.map((_, i) => seats[(first + i) % seats.length]).filter((seat) => seat.seat !== this.me);
    this.decision = value.decision;
    this.asked = value.decision ? value.decision.player : null;
    this.mine = live && !!value.decision?.options && this.asked === this.me && !people?.[this.me]?.lent;
    const hidden = new Set(value.places.filter((place) => place.secret).map((place) => place.name));
    this.zones = value.places.map((place) => this.zone(place, hidden));
    this.bind();
  }

  // What a zone is for: declared, else guessed from what holds of any game.
  zone(place, hidden) {
    const declared = this.looks.zones?.[place.name];
    let role = declared;
    if (!role && place.seat === null) role = (place.ordered && place.count > place.pieces.length) || place.count > 8 ? "stack" : "row";
    if (!role) role = hidden.has(place.name) ? "hand" : place.ordered && !place.pieces.length ? "stack" : "main";
    const slots = [];
    if (role !== "stack") {
      for (const piece of place.pieces) slots.push({ piece, card: piece.card, place: place.place });
      const backs = place.count - place.pieces.length;
      for (let i = 0; i < Math.min(backs, 12); i++) slots.push({ piece: null, card: null, place: place.place });
    }
    return { ...place, key: place.place, source: place, role, slots };
  }

  // Each option gets one place: a piece, a player, a card in the tray, or a button. Nothing is offered twice.
  bind() {
    this.onPiece = new Map(); this.onPlayer = new Map(); this.tray = []; this.buttons = []; this.quiet = [];
    if (!this.mine) return;
    const lying = new Set(this.zones.flatMap((zone) => zone.slots.filter((slot) => slot.piece).map((slot) => `${zone.key}#${slot.piece.piece}`)));
    const put = (map, key, option) => (map.has(key) ? map.get(key).push(option) : map.set(key, [option]));
    for (const option of this.decision.options) {
      const cards = option.names.filter((ref) => ref.card !== undefined);
      const lie = cards.filter((ref) => lying.has(`${ref.place}#${ref.piece}`));
      const players = option.names.filter((ref) => ref.player !== undefined && ref.player !== this.me);
      const places = option.names.filter((ref) => ref.place !== undefined && ref.card === undefined && ref.player === undefined);
      const lone = places.length === 1 && !cards.length && this.zones.find((zone) => zone.key === places[0].place && zone.slots.length === 1);
      if (option.data.kind === "done" || (!option.names.length && option.text === this.value.words.no)) this.quiet.push(option);
      else if (lie.length === 1) put(this.onPiece, `${lie[0].place}#${lie[0].piece}`, option);
      else if (lone) put(this.onPiece, `${lone.key}#${lone.slots[0].piece?.piece ?? ""}`, option);
      else if (!cards.length && players.length === 1) put(this.onPlayer, players[0].player, option);
      else if (cards.length === 1 && cards[0].card && this.cards.has(cards[0].card)) this.tray.push({ ...option, card: cards[0].card });
      else this.buttons.push(option);
    }
  }

  // What is drawn of a card: its colour by the label that frames it, its emblem, its corner.
  face(name) {
    if (this.faces.has(name)) return this.faces.get(name);
    const card = this.cards.get(name), kind = this.looks.kinds?.[card.kind] || {};
    const field = (named) => card.fields.find((each) => each.name === named);
    const labelOf = (each) => each && typeof each.value === "string" && Object.entries(this.value.labels).find(([list, all]) => each.value in all && (list === each.name || kind.frame === each.name));
    const framed = kind.frame ? field(kind.frame) : card.fields.find((each) => labelOf(each));
    const list = labelOf(framed);
    const label = list ? { name: framed.value, ...list[1][framed.value], ...this.looks.labels?.[framed.value], called: list[1][framed.value].called } : null;
    const corner = kind.corner ? field(kind.corner) : card.fields.find((each) => Number.isInteger(each.value));
    const pattern = arms(name);
    const colour = TERMINAL[label?.colour] || label?.colour || kind.colour || `hsl(${pattern.hue} 32% 36%)`;
    const own = this.looks.emblems?.[name];
    const said = card.fields.filter((each) => each.value !== null && each.value !== false && each.value !== 0).map((each) => `${each.called} ${each.said || (each.value === true ? "" : each.value)}`.trim());
    const value = corner && corner.value !== null ? this.rank(corner.value) : null;
    const made = {
      card, name, called: card.called, colour, label, kind, pattern, said, corner: value, coin: kind["corner-as"] === "coin",
      long: ["", " long", " longer"][Math.max(...card.called.split(/[ -]/).map((word) => (word.length > 10 ? 2 : word.length > 7 ? 1 : 0)))],
      art: kind.art || "ground", only: Object.keys(this.looks.kinds || { one: 1 }).length < 2, named: own || label?.emblem, path: emblem(own || label?.emblem), picture: this.looks.pictures?.[name], plain: kind.plain,
    };
    this.faces.set(name, made);
    return made;
  }

  // The short text for a number in the language of the page, else in English.
  rank(number) {
    const text = this.looks.ranks?.[number] ?? number;
    return typeof text === "object" ? text[this.value.edition.language] ?? text.en ?? number : text;
  }

  who(seat) { return this.people?.[seat]?.name || this.value.seats[seat].name; }
  lie(seat, ...roles) { return this.zones.filter((zone) => zone.seat === seat && roles.includes(zone.role)); }
  hue(seat) { return SEATS[seat % SEATS.length]; }
}
