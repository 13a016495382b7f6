// The worker that runs Python: started on first use, terminated after a timeout, and restarted on the next use.
const PATIENCE = 60_000;
const WORKER = new URL("./worker.js", import.meta.url).href;

export class Python {
  #worker = null;
  #begun = null;
  #waiting = new Map();
  #number = 0;

  // `before`: a promise to await; `files()`: the open files; `stage(text)` reports progress of the start; `ended(reason)`.
  constructor({ before, files, stage, ended }) {
    Object.assign(this, { before, files, stage, ended });
  }

  get isBegun() {
    return this.#begun !== null;
  }

  // Start the worker unless it runs; resolves to the names of semantic tokens.
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

  // Terminate the worker and reject all open requests; the next request restarts it.
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

// The worker needs a Content-Security-Policy too. The service worker adds one to the file; without a service worker,
// a worker from a blob inherits the policy of its page.
function newWorker() {
  if (navigator.serviceWorker?.controller) return new Worker(WORKER, { type: "module" });
  const url = URL.createObjectURL(new Blob([`import ${JSON.stringify(WORKER)}`], { type: "text/javascript" }));
  return new Worker(url, { type: "module" });
}
