// The engine on a server, as the page sees it: a session of its own, requests that are answered one
// after the other. A session that the server has no more is begun anew at the same table.

import { TooLong } from "./engine.js";
import { parting, sent } from "./server.js";

const GONE = "The server does not answer; the table is as it was.";

export class Remote {
  /** `changed` is told "loading", "ready" or "failed". */
  constructor(game, changed) {
    this.game = game;
    this.table = null;
    this.session = null;
    changed("loading");
    this.last = this.begin().then(
      () => changed("ready"),
      (problem) => changed("failed", problem.message),
    );
    addEventListener("pagehide", () => this.leave());
  }

  async begin() {
    const described = this.table ? { game: this.game, table: this.table } : { game: this.game };
    const { status, told } = await sent("POST", "sessions", described);
    if (status !== 201) throw new Error(told.detail);
    this.session = told.id;
  }

  /** Ask the engine for an operation; resolves with its answer. Rejects with TooLong. */
  call(name, settings = {}) {
    const answered = this.last.then(() => this.answer({ do: name, ...settings }));
    this.last = answered.catch(() => {});
    return answered;
  }

  async answer(request) {
    let found = await this.ask(request).catch(() => {
      throw new Error(GONE);
    });
    if (found.status === 404 && !found.told.problems.length) {
      this.session = null;
      found = await this.ask(request);
    }
    const { status, told } = found;
    if (status === 504) throw new TooLong();
    if (status !== 200 && !told.problems.length) throw new Error(told.detail);
    if (told.view) this.table = told.view.table;
    return told;
  }

  async ask(request) {
    if (!this.session) await this.begin();
    return sent("POST", `sessions/${this.session}/page`, request);
  }

  leave() {
    if (this.session) parting("DELETE", `sessions/${this.session}`);
    this.session = null;
  }
}
