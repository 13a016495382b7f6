// A game at one device: gives a <rulewright-table> what its person sees, and lets bots choose in between.
//
//   new LocalTable(table, game).go()
//
// The methods of `game` may be asynchronous:
//   value(since)    what the person sees now, with the story from event `since`
//   choose(index)   the person's choice
//   botTurn()       lets a bot choose if it is its turn; whether it was
//   undo()          takes the person's last choice back; whether that was possible
//   handOver(value) optional: resolves when the person whose value it is looks at the table

const MOST = 80; // events of the story that a table shows
const STEP = 380; // milliseconds in which a bot's choice can be followed
const pause = () => new Promise((resolve) => setTimeout(resolve, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : STEP));

export class LocalTable {
  #story = []; #told = 0; #round = 0; #seat; #busy = true; #ended = new AbortController();

  constructor(table, game) {
    Object.assign(this, { table, game });
    table.since = undefined; table.live = true; table.clock = null;
    table.addEventListener("choose", (event) => this.#choose(event.detail.index), { signal: this.#ended.signal });
  }

  // Show the game, and let bots choose until a person is asked or the game is over.
  async go() {
    const round = ++this.#round, isOld = () => round !== this.#round;
    for (;;) {
      const value = await this.#next();
      if (isOld()) return;
      this.table.value = value;
      this.#busy = !value.decision?.options;
      if (value.outcome || !this.#busy) return;
      await pause();
      if (isOld() || !(await this.game.botTurn()) || isOld()) return;
    }
  }

  // Take the last choice back; whether that was possible.
  async undo() {
    this.#round++;
    const isUndone = await this.game.undo();
    if (isUndone) this.#forget();
    await this.go();
    return isUndone;
  }

  // Leave the table to another game.
  end() { this.#round++; this.#ended.abort(); }

  #forget() { this.#story = []; this.#told = 0; }

  async #next() {
    let value = await this.game.value(this.#told);
    if (value.seat !== this.#seat) {
      await this.game.handOver?.(value);
      this.#seat = value.seat; this.#forget();
      value = await this.game.value(0);
    }
    this.#story = [...this.#story, ...value.story].slice(-MOST);
    this.#told = value.told;
    return { ...value, story: this.#story };
  }

  async #choose(index) {
    if (this.#busy) return; // a second click
    this.#busy = true;
    this.table.since = this.#told;
    await this.game.choose(index);
    await this.go();
  }
}
