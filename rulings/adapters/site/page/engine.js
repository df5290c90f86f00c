// The engine as the page sees it: requests that are answered one after the other. It lives in a
// worker, so that the page stays alive while it thinks, and it is begun anew when it takes too long.

const PATIENCE = 30_000;

export class TooLong extends Error {}

export class Engine {
  /** `changed` is told "loading", "ready" or "failed". */
  constructor(changed) {
    this.changed = changed;
    this.waiting = new Map();
    this.number = 0;
    this.table = null;
    this.begin();
  }

  begin() {
    this.changed("loading");
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.fail(event.message || "The engine could not be loaded.");
    this.ready = new Promise((resolve) => (this.begun = resolve));
  }

  heard({ number, answer, ready, failed, times }) {
    if (ready) {
      this.times = times;
      this.changed("ready");
      this.begun();
      return;
    }
    if (failed) return this.fail(failed);
    const asked = this.waiting.get(number);
    if (!asked) return;
    this.waiting.delete(number);
    clearTimeout(asked.timer);
    if (answer.view) this.table = answer.view.table;
    asked.resolve(answer);
  }

  fail(message) {
    this.changed("failed", message);
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new Error(message));
    }
    this.waiting.clear();
  }

  /** Ask the engine for an operation; resolves with its answer. Rejects with TooLong. */
  async call(name, settings = {}) {
    await this.ready;
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.stop(), PATIENCE);
      this.waiting.set(number, { resolve, reject, timer });
      this.worker.postMessage({ number, request: JSON.stringify({ do: name, ...settings }) });
    });
  }

  /** Give up what is being worked out, and begin anew at the same table. */
  async stop() {
    this.worker.terminate();
    const left = [...this.waiting.values()];
    this.waiting.clear();
    const table = this.table;
    this.begin();
    for (const { reject, timer } of left) {
      clearTimeout(timer);
      reject(new TooLong());
    }
    if (table) await this.call("open", { table });
  }
}
