// Clauses, questions and words of the rulebook, to be read and searched.

import { bookOf } from "./book.js";
import { button, counted, fill, make } from "./element.js";
import { printing } from "./printed.js";

const MOST = 150;

export class Browsing {
  /**
   * `tell.ask` asks a question, `tell.open` opens the table of a case and asks its question,
   * `tell.book` shows the part with the literate rulebook.
   */
  constructor(book, tell) {
    this.book = book;
    this.tell = tell;
    this.dialog = document.getElementById("clause");
    this.figure = printing(book);
    this.tests = new Map();
    for (const one of book.cases) {
      for (const id of one.because) this.tests.set(id, [...(this.tests.get(id) ?? []), one]);
    }
    this.reading = bookOf(book, {
      clause: (id) => this.clause(id),
      open: tell.open,
      show: () => {
        this.dialog.close();
        tell.book();
      },
    });
    this.titles = new Map(book.documents.map((one) => [one.id, one.title]));
    this.part("clauses", book.clauses, (one) => `${one.section} ${one.gist} ${one.id} ${one.passage?.text ?? ""}`, (one) => this.listedClause(one));
    this.part("cases", book.cases, (one) => `${one.ask} ${one.topic} ${one.id} ${one.given.join(" ")}`, (one) => this.listedCase(one));
    const words = [
      ...book.sentences.map((one) => one.statement || one.question),
      ...book.glossary,
    ];
    this.part("words", words, (one) => one, (one) => make("p", {}, one));
  }

  part(name, all, text, shown) {
    const field = document.getElementById(`find-${name}`);
    const part = document.getElementById(`part-${name}`);
    const texts = all.map((one) => text(one).toLowerCase());
    const show = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = all.filter((_, place) => words.every((word) => texts[place].includes(word)));
      const more = found.length > MOST ? `, the first ${MOST} are shown` : "";
      part.querySelector(".count").textContent = `${found.length} of ${all.length}${more}`;
      fill(part.querySelector(".list"), found.slice(0, MOST).map(shown));
    };
    field.addEventListener("input", show);
    show();
  }

  listedClause(one) {
    const tests = this.tests.get(one.id)?.length ?? 0;
    return make(
      "article",
      { class: "listed" },
      make("h3", {}, button(`${one.short} · ${one.section}`, () => this.clause(one.id), { class: "clause" })),
      make("p", {}, one.gist),
      make("p", { class: "quiet" }, one.unmodelled ? "not encoded" : tests ? counted(tests, "tested question") : "no tested question of its own"),
    );
  }

  listedCase(one) {
    return make(
      "article",
      { class: "listed" },
      make("h3", {}, button(one.ask, () => this.tell.open(one))),
      make("p", {}, "Expected: ", make("strong", {}, one.expect), make("span", { class: "quiet" }, ` · ${one.topic}`)),
      one.given.length || one.situation ? make("details", {}, make("summary", {}, "The table"), make("p", { class: "given" }, [one.situation ?? "", ...one.given].filter(Boolean).join("\n"))) : null,
    );
  }

  /** Open a printed clause. */
  clause(id) {
    const found = this.book.clauses.find((one) => one.id === id);
    if (!found) return;
    const tests = this.tests.get(id) ?? [];
    const read = this.reading(id);
    const place = [this.titles.get(found.document), found.section, found.page].filter(Boolean).join(" · ");
    fill(
      this.dialog.querySelector("div"),
      make("h2", { id: "clause-title" }, `${found.short} · ${found.section}`),
      make("p", { class: "quiet" }, place),
      make("p", {}, found.gist),
      this.figure(found, Infinity),
      found.unmodelled ? make("p", {}, `Not encoded: ${found.unmodelled}`) : null,
      make("h3", {}, tests.length ? "Questions that test it" : "No question of the suite names it"),
      make("ul", {}, tests.map((one) => make("li", {}, button(one.ask, () => {
        this.dialog.close();
        this.tell.open(one);
      }), ` ${one.expect}`))),
      read ? button("Read it in the book", read) : null,
      make("p", { class: "quiet" }, id),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }
}
