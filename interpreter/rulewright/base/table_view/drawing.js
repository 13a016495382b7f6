// Draws a seat view as trees.
import { emblem } from "./emblems.js";
import { TERMINAL } from "./seat_view.js";
import { capital, h, shape } from "./trees.js";

const PARTS = ["#3564a8", "#946508", "#2f7a4b", "#7d4f9a", "#a84a34", "#217379", "#a43f6c", "#636a76"];

export class Drawing {
  constructor(view, table) { this.r = view; this.t = table; this.w = table.words; }

  icon(name, cls = "em") {
    const path = emblem(name);
    return path && shape(path, cls);
  }

  picture(face) {
    if (face.picture) return h("img", { class: "picture", src: face.picture, alt: "" });
    if (face.path) return shape(face.path, "em");
    const { field, charge, three, turned } = face.pattern, spots = three ? ["translate(3 3.500) scale(.36)", "translate(12.300 3.500) scale(.36)", "translate(7.700 12) scale(.36)"] : ["translate(5.500 4.500) scale(.54)"];
    return h("svg", { viewBox: "0 0 24 24", class: `em arms${turned ? " turned" : ""}`, "aria-hidden": "true" },
      h("path", { d: "M1 1H23V13C23 19 17 22 12 23.500C7 22 1 19 1 13z", class: "ground" }),
      h("g", { class: "field" }, h("path", { d: "M0 0H24V24H0z", fill: "none" }), h("path", { d: field, "fill-rule": "evenodd" })),
      spots.map((at) => h("g", { transform: at, class: "charge" }, h("path", { d: charge, "fill-rule": "evenodd" }))));
  }

  marks(piece) {
    const shown = (piece?.marks || []).filter((mark) => !mark.aside);
    return shown.length ? h("span", { class: "marks" }, shown.map((mark) => h("span", { class: "token", title: mark.called },
      this.r.looks.labels?.[mark.value]?.emblem ? this.icon(this.r.looks.labels[mark.value].emblem) : this.sign(mark.name, mark.called), Number.isInteger(mark.value) && mark.value !== 1 ? h("b", {}, mark.said) : null))) : null;
  }

  sign(name, called) { return this.icon(this.r.looks.signs?.[name] || name) || h("i", {}, called.slice(0, 2)); }

  inside(face, piece) {
    const coin = face.corner === null ? null : h("span", { class: face.coin ? "corner coin" : "corner" }, face.corner);
    return [coin, h("span", { class: `name${face.long}` }, face.called), h("span", { class: `art ${face.art}` }, this.picture(face)),
      h("span", { class: "foot" }, face.label ? [face.label.emblem && this.icon(face.label.emblem, "tiny"), h("span", { class: "lt" }, face.label.called)] : face.only ? "" : face.card.kind_called), this.marks(piece)];
  }

  back(zone) {
    const kinds = this.r.looks.kinds || {}, of = zone?.kind ?? this.r.looks.backs?.[zone?.name];
    const kind = kinds[of] || (of ? {} : Object.values(kinds).find((each) => each.back) || {});
    return { "--c": kind.back || "#4a4f63", emblem: kind["back-emblem"] };
  }

  // A card: a button if it can be chosen, and always something that tells what it is.
  card(slot, zone, reach) {
    const { r } = this;
    const options = slot.options || r.onPiece.get(`${slot.place}#${slot.piece?.piece ?? ""}`);
    if (!slot.card) {
      const back = this.back(zone);
      if (options) return h("div", { class: "slot", role: "listitem", key: slot.id }, h("button", { type: "button", class: "card back can", "data-id": slot.id, "data-choose": options.map((option) => option.index).join(" "), style: { "--c": back["--c"] },
        "aria-label": options.map((option) => option.text).join(`, ${this.w.or} `), title: options.map((option) => capital(option.text)).join("\n") }, back.emblem && this.icon(back.emblem)));
      return h("div", { class: "slot", role: "listitem", key: slot.id }, h("div", { class: "card back", "data-id": slot.id, style: { "--c": back["--c"] }, role: "img", "aria-label": r.value.words["a card"] },
        back.emblem && this.icon(back.emblem)));
    }
    const face = r.face(slot.card);
    const said = [face.called, ...face.said].join(", ") + (slot.piece?.marks.length ? `, ${slot.piece.marks.filter((mark) => !mark.aside).map((mark) => mark.called).join(", ")}` : "");
    const label = options ? `${options.map((option) => option.text).join(`, ${this.w.or} `)} (${said})` : said;
    return h("div", { class: "slot", role: "listitem", key: slot.id },
      h("button", {
        type: "button", class: `card${options ? " can" : ""}${face.plain ? " plain" : ""}`, "data-id": slot.id, "data-card": slot.card, "data-choose": options ? options.map((option) => option.index).join(" ") : null,
        tabindex: options || reach ? "0" : "-1", style: { "--c": face.colour },
      }, h("span", { class: "sr" }, capital(label)), h("span", { class: "inside", "aria-hidden": "true" }, this.inside(face, slot.piece))));
  }

  zone(zone, cls = "", { always = false, title = true } = {}) {
    if (!zone.count && !always) return null;
    const who = zone.seat === null ? "" : `${zone.seat === this.r.me ? this.w.you : this.r.who(zone.seat)}: `;
    const known = zone.role === "hand" && zone.seat !== this.r.me && zone.pieces.length;
    let reach = true;
    return h("div", { class: `zone ${zone.role} ${cls}`, "data-place": zone.key, key: zone.key, style: zone.role === "pool" || cls === "pool" ? { "--n": String(zone.count) } : {} },
      title && h("span", { class: "zone-name", "aria-hidden": "true" }, zone.called, zone.count > 1 ? h("b", {}, zone.count) : null),
      h("div", zone.count ? { class: "fan", role: "list", "aria-label": `${who}${zone.called}, ${zone.count} ${this.w.cards}${known ? `, ${zone.pieces.length} ${this.w.known}` : ""}` } : { class: "fan empty" },
        zone.slots.map((slot) => { const node = this.card(slot, zone, reach && slot.card); if (slot.card) reach = false; return node; })));
  }

  stack(zone) {
    const back = this.back(zone), top = zone.pieces.find((piece) => piece.at === 0) || (!zone.ordered && zone.pieces.at(-1));
    return h("div", { class: "zone stack", "data-place": zone.key, key: zone.key },
      h("span", { class: "zone-name", "aria-hidden": "true" }, zone.called),
      h("div", { class: zone.count ? `pile d${Math.min(3, Math.ceil(zone.count / 8))}` : "pile none", role: "img", "aria-label": `${zone.called}: ${zone.count}${zone.pieces.length ? `, ${zone.pieces.length} ${this.w.known}` : ""}`, style: { "--c": back["--c"] } },
        zone.count ? h("div", { class: `card${top ? "" : " back"}${top && this.r.face(top.card).plain ? " plain" : ""}`, style: { "--c": top ? this.r.face(top.card).colour : back["--c"] } }, top ? this.inside(this.r.face(top.card)) : back.emblem && this.icon(back.emblem)) : null,
        h("span", { class: "count" }, zone.count), zone.pieces.length && !top ? h("span", { class: "known", title: `${zone.pieces.length} ${this.w.known}` }, this.icon("eye"), zone.pieces.length) : null));
  }

  number(number, seat) {
    const coins = this.r.looks.numbers?.[number.name] === "coins";
    const on = `${seat}/${number.name}`;
    if (coins && Number.isInteger(number.value)) return h("span", { class: "coins", "data-num": on, role: "img", "aria-label": `${number.called} ${number.said}`, title: `${number.called} ${number.said}` },
      h("span", { class: "coinpile" }, Array.from({ length: Math.min(number.value, 5) || 1 }, (_, i) => h("i", { class: number.value ? "" : "none" }))), h("b", {}, number.said));
    return h("span", { class: "chip", "data-num": on }, number.said === null ? number.called : [h("span", {}, number.called), " ", h("b", {}, number.said)]);
  }

  avatar(seat, size = "") {
    const { r } = this, person = r.people?.[seat] || {}, name = r.who(seat), clock = this.t.clock;
    const ring = clock && clock.seat === seat && r.asked === seat && size !== "big";
    const turn = r.asked === seat;
    const there = person.presence || "here";
    return h("span", { class: `avatar ${size}${turn ? " turn" : ""}`, style: { "--s": r.hue(seat) } },
      ring && h("svg", { viewBox: "0 0 40 40", class: "ring", "aria-hidden": "true" }, h("circle", { cx: 20, cy: 20, r: 18, pathLength: 100 }),
        h("circle", { cx: 20, cy: 20, r: 18, pathLength: 100, class: clock.left < clock.of / 5 ? "left late" : "left", "stroke-dasharray": `${Math.max(0, Math.round(100 * clock.left / clock.of))} 100` })),
      h("span", { class: "letter", "aria-hidden": "true" }, [...name][0]), h("span", { class: `dot ${there}`, role: "img", "aria-label": this.w[there], title: this.w[there] }));
  }

  about(seat) {
    const { r } = this, shown = seat.numbers.filter((number) => !number.aside);
    const points = r.value.scores && !r.value.outcome && r.value.scores[seat.seat];
    return h("span", { class: "stats" }, shown.map((number) => this.number(number, seat.seat)),
      points && !r.value.outcome?.together ? h("span", { class: "chip points", title: points.parts.map((part) => `${part.called} ${part.points}`).join(", ") }, this.icon("trophy", "tiny"), h("span", { class: "sr" }, this.w.points), " ", h("b", {}, points.points)) : null);
  }

  signs(seat) {
    const shown = seat.signs.filter((sign) => !this.r.looks.quiet?.includes(sign.name));
    return shown.map((sign) => !this.icon(this.r.looks.signs?.[sign.name] || sign.name) ? h("span", { class: "chip", key: `sign-${sign.name}` }, sign.called) : h("span", { class: "token sign", role: "img", "aria-label": sign.called, title: sign.called, "data-sign": sign.name, key: `sign-${sign.name}` }, this.sign(sign.name, sign.called)));
  }

  // A tree, the last one again if nothing that it shows has changed: these zones, and what else is given.
  reused(key, zones, also, make) {
    const { r } = this, chosen = (slot) => (slot.piece ? r.onPiece.get(`${slot.place}#${slot.piece.piece}`) : r.onPiece.get(`${slot.place}#`));
    const shown = [r.looks, this.t.small, r.mine, r.value.outcome, ...also,
      ...zones.flatMap((zone) => [zone.source, zone.slots.map((slot) => slot.id + (chosen(slot) ? JSON.stringify(chosen(slot)) : "")).join()])];
    const last = this.t.drawn.get(key);
    if (last && last.shown.length === shown.length && last.shown.every((each, i) => each === shown[i])) return last.tree;
    const tree = make();
    this.t.drawn.set(key, { shown, tree });
    return tree;
  }

  // What is shown of a player besides the player's zones.
  shownOf(seat) {
    const { r } = this, asked = r.asked === seat.seat, options = r.onPlayer.get(seat.seat);
    return [seat, asked, asked && this.t.clock?.left, r.people?.[seat.seat]?.presence, r.who(seat.seat), r.value.scores?.[seat.seat].points, r.value.turn.as, options && JSON.stringify(options)];
  }

  // A player at the table who is not the one who looks.
  seat(seat) {
    const { r } = this, options = r.onPlayer.get(seat.seat);
    const hands = r.lie(seat.seat, "hand"), faces = r.lie(seat.seat, "face").filter((zone) => zone.count), mains = r.lie(seat.seat, "main", "pegs", "tray"), stacks = r.lie(seat.seat, "stack");
    return h("section", { class: `seat${r.asked === seat.seat ? " turn" : ""}${options ? " can" : ""}`, key: `seat-${seat.seat}`, "aria-label": r.who(seat.seat), style: { "--s": r.hue(seat.seat) }, "data-seat": seat.seat },
      h("header", {}, this.avatar(seat.seat), h("span", { class: "who" }, h("strong", {}, r.who(seat.seat)), this.about(seat)), h("span", { class: "tokens" }, this.signs(seat))),
      h("div", { class: "small" }, faces.map((zone) => this.zone(zone, "solo", { title: false })), hands.map((zone) => this.zone(zone, "tight", { title: false })),
        hands.map((zone) => h("b", { class: "handcount", "aria-hidden": "true", key: `n-${zone.key}`, title: zone.called }, zone.count)), stacks.map((zone) => this.stack(zone))),
      mains.length ? h("div", { class: `mains${mains.some((zone) => zone.role === "pegs") ? " pegged" : ""}` }, mains.map((zone) => this.zone(zone, "", { title: zone.role === "pegs" }))) : null,
      options && !this.t.small && h("button", { type: "button", class: "pick", "data-choose": options.map((option) => option.index).join(" "), title: options.map((option) => option.text).join("\n") }, h("span", {}, options.length > 1 ? `${options.length} ${this.w.choices}` : capital(options[0].text))));
  }

  own() {
    const { r } = this;
    if (r.me === null) return null;
    const seat = r.value.seats[r.me], faces = r.lie(r.me, "face").filter((zone) => zone.count), mains = r.lie(r.me, "main", "pegs"), hands = r.lie(r.me, "hand"), stacks = r.lie(r.me, "stack");
    return h("section", { class: `own${r.mine ? " turn" : ""}`, "aria-label": `${r.who(r.me)} (${this.w.you})`, style: { "--s": r.hue(r.me) }, "data-seat": r.me },
      h("div", { class: "badge" }, h("header", {}, this.avatar(r.me, "big"), h("span", { class: "who" }, h("strong", {}, r.who(r.me)), h("span", { class: "tokens" }, this.signs(seat)))), this.about(seat),
        faces.length ? h("div", { class: "small" }, faces.map((zone) => this.zone(zone, "solo", { title: false }))) : null),
      h("div", { class: "lands" },
        h("div", { class: `mains${mains.length > 1 ? " pegged" : ""}` }, mains.map((zone) => this.zone(zone, "", { always: mains.length === 1 })), stacks.map((zone) => this.stack(zone))),
        h("div", { class: "hands" }, hands.map((zone) => this.zone(zone, "", { always: true })))));
  }

  middle() {
    const { r } = this;
    if (r.value.outcome) return h("section", { class: "middle over", "aria-label": this.w.sheet }, this.sheet());
    const shared = r.zones.filter((zone) => zone.seat === null), trays = r.me === null ? [] : r.lie(r.me, "tray").filter((zone) => zone.count);
    const pool = shared.filter((zone) => zone.role === "pool" && zone.count), rest = shared.filter((zone) => zone.role !== "pool");
    const trick = r.zones.filter((zone) => zone.role === "centre"), laid = trick.some((zone) => zone.count);
    const marked = r.value.marked.filter((mark) => !mark.aside);
    const tray = r.tray.length ? h("div", { class: "zone pool", key: "tray", style: { "--n": String(r.tray.length) } }, h("div", { class: "fan", role: "list", "aria-label": capital(r.decision.prompt) },
      r.tray.map((option, i) => this.card({ card: option.card, id: `tray-${option.index}`, options: [option], piece: null }, null, i === 0)))) : null;
    return h("section", { class: "middle", "aria-label": r.value.edition.name },
      h("div", { class: "shared", style: { "--room": `${60 + rest.reduce((sum, zone) => sum + (zone.role === "stack" ? 84 : zone.count ? zone.slots.length * 64 + 16 : 0), 0)}px` } }, rest.filter((zone) => zone.role === "stack").map((zone) => (zone.count || r.looks.zones ? this.stack(zone) : null)),
        trick.length ? h("div", { class: "trick", key: "trick" }, r.value.seats.map((_, i) => (i + (r.me ?? 0)) % r.value.seats.length).map((seat) => {
          const zone = trick.find((each) => each.seat === seat);
          return zone && h("div", { class: `laid${laid ? "" : " none"}`, key: zone.key, style: { "--s": r.hue(seat) } }, zone.count ? this.zone(zone, "solo", { title: false }) : h("span", { class: "spot" }), h("span", { class: "by" }, r.who(seat)));
        })) : null,
        pool.map((zone) => this.zone(zone, "", { title: !r.mine })), trays.map((zone) => this.zone(zone, "pool", {})), tray,
        rest.filter((zone) => zone.role !== "stack").map((zone) => this.zone(zone, "", { always: zone.role === "column" })),
        marked.length ? h("div", { class: "zone marked", key: "marked" }, h("span", { class: "zone-name" }, this.w.marked), marked.flatMap((mark) => mark.cards.map((card) =>
          h("span", { class: "chip mark", key: `${mark.name}-${card.card}` }, h("span", { class: "token" }, this.sign(mark.name, mark.called)), h("b", {}, card.called), " ", mark.called)))) : null));
  }

  // What is asked: for who is asked the question, for all others what that player is doing, and never the question itself.
  asks() {
    const { r } = this, decision = r.decision;
    if (r.value.outcome) {
      const { winners, together, reason } = r.value.outcome;
      const said = together ? (winners.length ? this.w.won : this.w.lost) : winners.length === 1 && winners[0] === r.me ? this.w.youWin : `${winners.map((seat) => r.who(seat)).join(", ")} ${winners.length > 1 ? this.w.win : this.w.wins}`;
      return h("section", { class: "asks over", "aria-label": this.w.over }, h("span", { class: "cup" }, this.icon("trophy")), h("div", { class: "what" }, h("h2", { tabindex: "-1" }, said), h("p", {}, capital(reason))), h("div", { class: "choices" }, h("slot", { name: "deeds" })));
    }
    if (!decision || !this.t.live) {
      return h("section", { class: "asks", "aria-label": this.w.over }, h("div", { class: "what" }, h("h2", { tabindex: "-1" }, this.t.notice || this.w.over)), h("div", { class: "choices" }, h("slot", { name: "deeds" })));
    }
    if (!r.mine) {
      const doing = decision.doing || this.w.waits, as = r.value.turn.player === decision.player && r.value.turn.as;
      const name = r.who(decision.player) + (as && r.cards.has(as) ? ` (${r.face(as).called})` : "");
      return h("section", { class: "asks", "aria-label": this.w.waits }, this.avatar(decision.player), h("div", { class: "what" }, h("h2", { tabindex: "-1" }, this.t.people?.[decision.player]?.lent && decision.player === r.me ? `${name}: ${this.w.botPlays}` : `${name} ${doing}`),
        this.time(decision.player), r.me === null ? h("p", {}, this.w.watching) : null), h("div", { class: "choices" }, h("slot", { name: "deeds" })));
    }
    const onPlayer = this.t.small ? 0 : r.onPlayer.size, buttons = onPlayer ? r.buttons : [...r.buttons, ...[...r.onPlayer.values()].flat()];
    const bound = r.onPiece.size + r.tray.length, lit = bound && onPlayer ? this.w.tapBoth : onPlayer ? this.w.tapPlayer : bound ? this.w.tap : null;
    const held = this.t.held && r.decision.options.filter((option) => this.t.held.options.includes(option.index));
    const numbers = buttons.length > 5 && buttons.every((option) => option.data.number !== undefined);
    return h("section", { class: "asks mine", "aria-label": this.w.yours }, this.avatar(r.me), h("div", { class: "what" }, h("h2", { tabindex: "-1" }, capital(decision.prompt)),
      h("div", { class: "line" }, decision.about ? h("p", { class: "about" }, capital(decision.about.text)) : null, this.time(r.me), lit ? h("p", { class: "hint" }, `${lit}${buttons.length + r.quiet.length ? ` ${this.w.orButton}` : ""}`) : null,
        this.t.help ? h("details", { class: "help" }, h("summary", {}, this.w.help), h("p", {}, this.t.help)) : null)),
      h("div", { class: `choices${numbers ? " numbers" : ""}${buttons.length > 8 ? " many" : buttons.length > 3 ? " some" : ""}` },
        (held || []).map((option) => h("button", { type: "button", class: "go", "data-sure": option.index, key: `h${option.index}` }, capital(option.text))),
        buttons.map((option) => this.choice(option, numbers)), r.quiet.map((option) => this.choice(option, false, "quiet")), h("slot", { name: "deeds" })));
  }

  time(seat) {
    const { clock } = this.t;
    return clock && clock.seat === seat ? h("p", { class: `time${clock.left < clock.of / 5 ? " late" : ""}` }, this.icon("hourglass", "tiny"), `${Math.floor(clock.left / 60)}:${String(Math.round(clock.left) % 60).padStart(2, "0")}`) : null;
  }

  choice(option, number, cls = "") {
    const label = option.names.find((ref) => ref.label), of = label && { ...this.r.value.labels[label.of]?.[label.label], ...this.r.looks.labels?.[label.label] };
    const power = option.data.card || option.data.power || option.data.option;
    const drawn = of?.emblem || this.r.looks.emblems?.[power] || this.r.looks.signs?.[power];
    return h("button", { type: "button", class: `go ${cls}${of?.colour ? " tinted" : ""}`, "data-choose": String(option.index), key: `o${option.index}`, style: of?.colour ? { "--c": TERMINAL[of.colour] || of.colour } : {}, "aria-label": number ? option.text : null },
      number ? option.data.number : [drawn && this.icon(drawn, "tiny"), capital(option.text)]);
  }

  sheet() {
    const { r } = this, { scores, winners, teams, together } = r.value.outcome;
    if (!scores.length) return h("p", {}, capital(r.value.outcome.reason));
    const all = together ? scores.slice(0, 1) : scores, parts = [...new Set(all.flatMap((score) => score.parts.map((part) => part.called)))], length = (score) => score.parts.reduce((sum, part) => sum + Math.abs(part.points), 0), most = Math.max(1, ...all.map(length));
    const ranks = all.map((score, seat) => ({ ...score, seat })).sort((a, b) => b.points - a.points || winners.includes(b.seat) - winners.includes(a.seat));
    const colour = (part) => PARTS[parts.indexOf(part.called) % PARTS.length];
    return [h("table", { class: "sheet" }, h("caption", {}, this.w.sheet), h("thead", { class: "sr" }, h("tr", {}, h("th", { scope: "col" }, this.w.player), h("th", { scope: "col" }, this.w.points), h("th", { scope: "col" }, this.w.sheet))),
      h("tbody", {}, ranks.map((score) => h("tr", { key: `r${score.seat}`, class: winners.includes(score.seat) ? "first" : "" },
        h("th", { scope: "row" }, together ? null : this.avatar(score.seat, "mini"), h("span", {}, together ? this.w.points : r.who(score.seat), teams[score.seat] && !together ? h("small", {}, ` ${teams[score.seat]}`) : null)),
        h("td", { class: "sum" }, winners.includes(score.seat) && this.icon("trophy", "tiny"), score.points),
        h("td", { class: "bars" }, h("div", { class: "bar", style: { width: `${Math.max(1, Math.round(100 * length(score) / most))}%` } }, score.parts.filter((part) => part.points).map((part) =>
          h("span", { class: part.points < 0 ? "minus" : null, style: { "--c": colour(part), "flex-grow": String(Math.abs(part.points)) }, title: `${part.called} ${part.points}` }, h("span", { class: "sr" }, `${part.called} `), part.points)))))))),
      h("p", { class: "legend", "aria-hidden": "true" }, parts.map((called) => h("span", {}, h("i", { style: { "--c": colour({ called }) } }), called)))];
  }

  story() {
    const { r } = this, groups = [];
    for (const event of r.value.story.slice(-80)) {
      const turn = event.turn || {}, key = `${turn.round}|${turn.player}|${turn.as}`;
      // A turn keeps its name when its first events are no longer shown.
      if (groups.at(-1)?.key !== key) groups.push({ key, turn, events: [], at: this.t.turns.get(event.number) ?? event.number });
      groups.at(-1).events.push(event);
      this.t.turns.set(event.number, groups.at(-1).at);
    }
    let round;
    return h("aside", { class: "story", "aria-label": this.w.story }, h("h2", {}, this.w.story, h("button", { type: "button", class: "shut", "data-act": "story", "aria-label": this.w.close }, "×")),
      h("div", { class: "scroll", tabindex: "0", role: "log", "aria-label": this.w.story }, groups.map((group) => {
        const { turn } = group, fresh = turn.round !== round && turn.round; round = turn.round ?? round;
        return h("div", { class: "group", key: `g${group.at}` }, fresh ? h("h3", { class: "round" }, `${this.w.round} ${turn.round}`) : null,
          turn.player !== null && turn.player !== undefined ? h("h3", { class: "turn", style: { "--s": r.hue(turn.player) } }, h("i", {}), r.who(turn.player), turn.as && r.cards.has(turn.as) ? h("span", {}, ` · ${r.face(turn.as).called}`) : null) : null,
          h("ul", {}, group.events.map((event) => this.line(event))));
      })), h("slot", { name: "talk" }));
  }

  line(event) {
    const { r } = this, actor = event.names.find((ref) => ref.player !== undefined)?.player, open = this.t.why === event.number;
    const fresh = event.number >= this.t.seen, last = this.t.lines.get(event);
    if (last && last.fresh === fresh && last.open === open && last.looks === r.looks) return last.tree;
    const drawn = r.looks.events?.[event.event] || (event.by && r.looks.emblems?.[event.by]);
    const tree = h("li", { key: `e${event.number}`, class: event.number >= this.t.seen ? "new" : "", style: actor === undefined ? {} : { "--s": r.hue(actor) } },
      h("span", { class: "ic" }, (drawn && this.icon(drawn)) || h("i", {})), h("span", { class: "text" }, this.rich(event), event.reason ? h("small", {}, ` ${event.reason}`) : null),
      h("button", { type: "button", class: "ask", "data-why": event.number, "aria-expanded": String(open), "aria-label": `${this.w.why}: ${event.text}` }, "?"), open ? this.because(event) : null);
    this.t.lines.set(event, { fresh, open, looks: r.looks, tree });
    return tree;
  }

  // The words of an event, with what it names made bold.
  rich(event) {
    const names = event.names.map((ref) => (ref.card && this.r.cards.get(ref.card)?.called) || (ref.player !== undefined && this.r.value.seats[ref.player].name)).filter(Boolean);
    if (!names.length) return event.text;
    const cut = new RegExp(`(${[...new Set(names)].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`);
    return event.text.split(cut).map((piece, i) => (i % 2 ? h("b", {}, piece) : piece));
  }

  because(event) {
    if (event.why) return h("div", { class: "because", key: "why" }, h("p", {}, event.why), this.sources(event.because));
    const { because } = event, card = because.card && this.r.cards.get(because.card);
    const text = card?.text;
    return h("div", { class: "because", key: "why" }, h("p", {}, card ? [`${this.w.because} `, h("b", {}, card.called), text ? `: “${text}”` : "."] : [`${this.w.because} ${this.w.rule} “`, h("b", {}, because.called), "”."]),
      this.sources(because));
  }

  sources(because) {
    const split = (cite) => cite.split(/, (.*)/s);
    return h("details", {}, h("summary", {}, this.w.sources), h("ul", {}, because.cites.map((cite) => h("li", {}, split(cite).length > 1 ? [split(cite)[1], h("small", {}, ` ${split(cite)[0]}`)] : cite)), h("li", {}, h("code", {}, because.place))));
  }

  all() {
    const { r } = this, turn = r.value.turn, n = r.others.length;
    const numbers = r.value.numbers.filter((number) => !number.aside && !this.r.looks.quiet?.includes(number.name));
    const label = (number) => this.r.looks.labels?.[number.value];
    return [h("header", { class: "top" }, r.mine ? h("button", { type: "button", class: "skip", "data-act": "skip" }, this.w.skip) : null, h("slot", { name: "home" }), h("span", { class: "title" }, r.value.edition.name),
      turn.round ? h("span", { class: "chip" }, this.w.round, " ", h("b", {}, turn.round)) : null,
      numbers.map((number) => h("span", { class: "chip", "data-num": `t/${number.name}`, style: label(number)?.colour ? { "--c": label(number).colour } : {} }, this.r.looks.signs?.[number.name] && this.icon(this.r.looks.signs[number.name], "tiny"), number.called, " ", label(number)?.emblem && this.icon(label(number).emblem, "tiny lit"), h("b", {}, number.said))),
      h("span", { class: "gap" }), h("button", { type: "button", class: "tool", "data-act": "story", "aria-expanded": String(!!this.t.storyOpen) }, this.icon("quill", "tiny"), this.w.story)),
    h("div", { class: `board n${n <= 3 ? 3 : n <= 5 ? 5 : 7}${r.me === null ? " watching" : ""}${r.value.outcome ? " over" : ""}` },
      h("div", { class: "others", style: { "--n": String(n) } }, r.others.map((seat) => this.reused(seat.seat, r.zones.filter((zone) => zone.seat === seat.seat), this.shownOf(seat), () => this.seat(seat)))),
      r.value.outcome || r.tray.length ? this.middle() : this.reused("middle", r.zones.filter((zone) => zone.seat === null || zone.role === "centre" || zone.role === "tray"), [r.value.marked, ...r.others.map((seat) => r.who(seat.seat))], () => this.middle()),
      this.asks(), r.me === null ? null : this.reused("own", r.zones.filter((zone) => zone.seat === r.me), this.shownOf(r.value.seats[r.me]), () => this.own())), this.story()];
  }
}
