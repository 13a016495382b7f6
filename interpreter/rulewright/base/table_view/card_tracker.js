// Which card of this value is which card of the last one, so that cards move instead of jumping.
// The story says what moved from where to where. Copies have no lasting number, so for all else the nearest is taken:
// same place and card, same card, then shown or hidden ones.

// The ways of cards in new events. What an event brings by way of a place that is empty before and after it, goes at once.
const waysOf = (events, isEmpty) => events.flatMap(({ moves = [] }) => {
  const ways = [];
  for (const { card, count, from, to } of moves) {
    let left = count;
    for (const way of ways) if (left && way.to === from && isEmpty(from) && (way.card === card || !way.card || !card)) {
      const going = Math.min(left, way.count);
      if (going < way.count) ways.push({ ...way, count: way.count - going });
      Object.assign(way, { to, card: card || way.card, count: going });
      left -= going;
    }
    if (left) ways.push({ card, count: left, from, to });
  }
  return ways;
});

export class CardTracker {
  constructor() { this.last = []; this.counts = new Map(); this.next = 0; }

  // Gives each slot its identity, and says where cards went that are no longer to be seen.
  follow(reading, events = []) {
    const free = new Set(this.last), now = [], gone = new Map(), zones = new Map(reading.zones.map((zone) => [zone.key, zone]));
    const counts = new Map(reading.zones.map((zone) => [zone.key, zone.count]));
    const grew = (key) => (counts.get(key) || 0) - (this.counts.get(key) || 0);
    const take = (test) => { for (const each of free) if (test(each)) { free.delete(each); return each; } return null; };
    const keep = (slot, each) => { slot.id = each.id; slot.turned = !each.card !== !slot.card; now.push(slot); };
    const begin = (slot, from) => { slot.id = `p${this.next++}`; slot.from = from; now.push(slot); };
    for (const slot of reading.zones.flatMap((zone) => zone.slots)) slot.id = null;
    for (const way of waysOf(events, (key) => !this.counts.get(key) && !counts.get(key))) for (let i = 0; i < way.count; i++) {
      const slots = zones.get(way.to)?.slots || [], open = (card) => slots.findLast((slot) => !slot.id && slot.card === card);
      const slot = open(way.card) || (way.card && open(null));
      const lay = (card) => take((each) => each.place === way.from && each.card === card), each = lay(way.card) || (way.card && lay(null));
      if (slot && each) keep(slot, each); else if (slot) begin(slot, way.from); else if (each) gone.set(each.id, way.to);
    }
    const index = new Map();
    for (const each of free) { const key = `${each.place}|${each.card}`; index.has(key) ? index.get(key).push(each) : index.set(key, [each]); }
    const waiting = reading.zones.flatMap((zone) => zone.slots).filter((slot) => {
      const same = !slot.id && index.get(`${slot.place}|${slot.card}`)?.shift();
      if (same) { free.delete(same); keep(slot, same); }
      return !slot.id;
    });
    const seat = (place) => place.split("/")[0];
    const steps = [
      (slot, each) => slot.card && each.card === slot.card,
      (slot, each) => slot.card && !each.card && seat(each.place) === seat(slot.place),
      (slot, each) => !slot.card && seat(each.place) === seat(slot.place) && !each.card,
      (slot, each) => !slot.card && each.card && each.place !== slot.place && grew(slot.place) > 0,
      (slot, each) => !slot.card && !each.card && grew(each.place) < 0,
    ];
    let left = waiting;
    for (const step of steps) left = left.filter((slot) => {
      const found = take((each) => step(slot, each));
      if (found) keep(slot, found);
      return !found;
    });
    const shrunk = reading.zones.find((zone) => zone.role === "stack" && grew(zone.key) < 0 && this.counts.size);
    for (const slot of left) begin(slot, shrunk?.key);
    const grown = reading.zones.find((zone) => zone.role === "stack" && grew(zone.key) > 0)?.key;
    for (const each of free) gone.set(each.id, grown);
    this.counts = counts;
    this.last = now.map(({ id, card, place }) => ({ id, card, place }));
    return gone;
  }
}
