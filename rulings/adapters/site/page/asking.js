// The line in which people ask and tell, and what came of it.

import { answerOf, problemsOf } from "./answer.js";
import { completing } from "./completing.js";
import { button, fill, make } from "./element.js";
import { TooLong } from "./engine.js";
import { printing } from "./printed.js";

const STARTS = 6;
const KEPT = 50;
const AROUND = 3;

export class Asking {
  /** `tell.view` is given each changed table, `tell.clause` the id of a clause to be shown. */
  constructor(book, engine, tell) {
    this.engine = engine;
    this.tell = tell;
    this.last = "";
    this.clauses = new Map(book.clauses.map((one) => [one.id, one]));
    this.figure = printing(book);
    this.earlier = [];
    this.line = document.getElementById("line");
    this.log = document.getElementById("log");
    this.list = completing(this.line, document.getElementById("offers"), engine);
    document.getElementById("asking").addEventListener("submit", (event) => {
      event.preventDefault();
      this.take();
    });
    this.line.addEventListener("keydown", (event) => this.recall(event));
    this.begin(book);
  }

  begin(book) {
    const asked = book.cases.filter((one) => !one.given.length && one.situation === null);
    const starts = (asked.length ? asked : book.cases).slice(0, STARTS);
    fill(
      document.querySelector("#starts ul"),
      starts.map((one) => make("li", {}, button(one.ask, () => this.say(one.ask)))),
    );
  }

  take() {
    const text = this.line.value.trim();
    this.list.close();
    if (!text) return;
    this.line.value = "";
    this.say(text);
  }

  /** Return a clause as printed, where the page may show it. */
  printed(id, ...title) {
    return this.figure(this.clauses.get(id), AROUND, ...title);
  }

  /** Put a text into the line; a part in `<…>` is selected, to be written over. */
  write(text) {
    this.line.value = text;
    this.line.focus();
    const start = text.indexOf("<");
    const end = text.indexOf(">", start) + 1;
    if (start >= 0 && end > 0) this.line.setSelectionRange(start, end);
  }

  recall(event) {
    if (this.list.open || !["ArrowUp", "ArrowDown"].includes(event.key) || !this.earlier.length) return;
    event.preventDefault();
    const at = this.earlier.indexOf(this.line.value);
    const step = event.key === "ArrowUp" ? 1 : -1;
    const next = at < 0 ? 0 : at + step;
    this.line.value = this.earlier[next] ?? "";
  }

  /** Say a line at the table and show what comes of it. */
  async say(text) {
    this.earlier = [text, ...this.earlier.filter((one) => one !== text)].slice(0, KEPT);
    const turn = make("article", { class: "turn", "aria-busy": "true" }, make("h3", {}, text));
    this.log.prepend(turn);
    document.getElementById("starts").hidden = true;
    try {
      this.shown(turn, text, await this.engine.call("say", { line: text }));
    } catch (problem) {
      const late = problem instanceof TooLong;
      const message = late ? "This took too long and was given up; the table is as it was." : problem.message;
      turn.append(make("p", { class: "problem" }, message));
    }
    turn.removeAttribute("aria-busy");
  }

  /** Show what was refused without having been typed. */
  refused(problems) {
    this.log.prepend(make("article", { class: "turn" }, ...problemsOf(problems, [], this)));
  }

  shown(turn, text, found) {
    if (found.view) this.tell.view(found.view);
    if (found.taken) turn.append(make("p", { class: "read" }, `Taken: ${found.taken}`));
    if (found.say) turn.append(make("p", { class: "noted" }, found.say));
    if (found.kind === "changed" && !found.say) turn.append(make("p", { class: "noted" }, "Noted."));
    if (found.answer) {
      this.last = text;
      turn.append(answerOf(found.answer, this, found.kind === "opened"));
    }
    turn.append(...problemsOf(found.notices ?? [], [], this));
    turn.append(...problemsOf(found.problems ?? [], found.offers ?? [], this));
  }
}
