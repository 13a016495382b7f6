// The worker with Python in it: begun when it is first wanted, ended when it takes too long, begun anew after that.
const PATIENCE = 60_000;
const WORKER = new URL("./worker.js", import.meta.url).href;

export class Python {
  #worker = null;
  #begun = null;
  #waiting = new Map();
  #number = 0;

  // `before` is waited for, `files` gives what is open, `stage` is told how far the beginning is, `ended` why it has ended.
  constructor({ before, files, stage, ended }) {
    Object.assign(this, { before, files, stage, ended });
  }

  get isBegun() {
    return this.#begun !== null;
  }

  // Begin, if that is not done yet; gives the sorts of words that are told by colours.
  begin() {
    if (!this.#begun) {
      this.#begun = this.before.then(() => {
        this.#worker = newWorker();
        this.#worker.onmessage = ({ data }) => this.#told(data);
        this.#worker.onerror = (event) => this.end(event.message || "it could not be loaded");
        return this.#send("begin", [{ pyodideUrl: PYODIDE_URL, files: this.files() }], 5 * PATIENCE);
      });
    }
    return this.#begun;
  }

  async ask(what, ...about) {
    await this.begin();
    return this.#send(what, about, PATIENCE);
  }

  // End the worker, whatever it does; it begins anew when something is asked next.
  end(why) {
    this.#worker?.terminate();
    this.#worker = this.#begun = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of waiting) {
      clearTimeout(each.timer);
      each.reject(new Error(why));
    }
    this.ended(why);
  }

  #send(what, about, patience) {
    if (!this.#worker) return Promise.reject(new Error("stopped"));
    return new Promise((resolve, reject) => {
      const id = ++this.#number;
      const timer = setTimeout(() => this.end(`“${what}” took longer than ${patience / 1000} s`), patience);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, what, about });
    });
  }

  #told({ id, value, error, stage }) {
    if (stage !== undefined) return this.stage(stage);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (error !== undefined) waiting.reject(new Error(error));
    else waiting.resolve(value);
  }
}

// The worker is under a policy too: the service worker sends one with it; where there is none, a worker of a blob is
// under that of its page.
function newWorker() {
  if (navigator.serviceWorker?.controller) return new Worker(WORKER, { type: "module" });
  const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(WORKER)}`], { type: "text/javascript" }));
  return new Worker(url, { type: "module" });
}
