// Which card of this value is which card of the last one, so that cards move instead of jumping.
// Copies have no lasting number, so the nearest is taken: same place and card, same card, then shown or hidden ones.

export class CardTracker {
  constructor() { this.last = []; this.counts = new Map(); this.next = 0; }

  follow(reading) {
    const free = new Set(this.last), now = [], waiting = [];
    const counts = new Map(reading.zones.map((zone) => [zone.key, zone.count]));
    const grew = (key) => (counts.get(key) || 0) - (this.counts.get(key) || 0);
    const take = (test) => { for (const each of free) if (test(each)) { free.delete(each); return each; } return null; };
    const index = new Map();
    for (const each of this.last) { const key = `${each.place}|${each.card}`; index.has(key) ? index.get(key).push(each) : index.set(key, [each]); }
    for (const zone of reading.zones) for (const slot of zone.slots) {
      const same = index.get(`${slot.place}|${slot.card}`)?.shift();
      if (same) { free.delete(same); slot.id = same.id; now.push(slot); } else waiting.push(slot);
    }
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
      if (!found) return true;
      slot.id = found.id; slot.turned = !found.card !== !slot.card; now.push(slot);
      return false;
    });
    const shrunk = reading.zones.find((zone) => zone.role === "stack" && grew(zone.key) < 0 && this.counts.size);
    for (const slot of left) { slot.id = `p${this.next++}`; slot.from = shrunk?.key; now.push(slot); }
    const grown = reading.zones.find((zone) => zone.role === "stack" && grew(zone.key) > 0);
    this.counts = counts;
    this.last = now.map(({ id, card, place }) => ({ id, card, place }));
    return grown?.key;
  }
}
