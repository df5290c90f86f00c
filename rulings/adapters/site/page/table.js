// The table: things as cards in the places where they are, changed by clicking.

import { Boards } from "./board.js";
import { button, counted, fill, make } from "./element.js";

const FOLDED = 40;

export class Table {
  /** `tell.write` puts a text into the line, `tell.trouble` shows what was refused. */
  constructor(book, engine, tell) {
    this.book = book;
    this.engine = engine;
    this.tell = tell;
    this.drawn = new Set();
    this.cards = document.getElementById("cards");
    this.boards = new Boards(document.getElementById("boards"), this);
    this.undo = document.getElementById("undo");
    this.chooser = document.getElementById("situation");
    this.undo.addEventListener("click", () => this.ask("undo"));
    this.chooser.append(
      make("option", { value: "" }, "an empty table"),
      ...book.situations.map((one) => make("option", { value: one.name }, one.title)),
    );
    this.chooser.addEventListener("change", () => {
      const found = book.situations.find((one) => one.name === this.chooser.value);
      this.begin({ table: found?.table ?? null });
    });
  }

  /** Begin with another table: a saved one, and lines that hold as well. */
  async begin(described) {
    await this.ask("open", described);
  }

  async ask(name, settings = {}) {
    const found = await this.engine.call(name, settings).catch((problem) => ({
      problems: [{ message: problem.message, hint: "", severity: "error", suggestions: [] }],
    }));
    if (found.problems?.length) this.tell.trouble(found.problems);
    if (found.view) this.show(found.view);
  }

  show(view) {
    this.view = view;
    this.arrange(view);
    this.draw(view);
  }

  /** Lay out the cards; those of which a drawing shows everything come last, folded. */
  arrange(view) {
    const held = document.activeElement?.closest("#cards .card")?.dataset.thing;
    this.undo.disabled = !view.undo;
    const known = this.book.situations.find((one) => one.title === view.title);
    this.chooser.value = known?.name ?? "";
    const inside = (thing) => view.cards.filter((one) => one.inside !== null && one.inside === thing);
    const outer = view.cards.filter((one) => one.inside === null);
    const onBoard = (one) => one.facts.every((fact) => this.drawn.has(fact.fact)) && !inside(one.thing).length;
    const zones = Map.groupBy(outer.filter((one) => !onBoard(one)), (one) => one.place);
    const board = outer.filter(onBoard);
    const folded = view.cards.length > FOLDED;
    const shown = [...zones].map(([place, cards]) =>
      this.zone(title(place, zones.size), cards, inside, !folded || cards.length < FOLDED),
    );
    if (board.length) {
      shown.push(this.zone("On the board", board, inside, false));
    }
    fill(this.cards, shown.length ? shown : make("p", {}, "Nothing is stated yet. Say what is so, or begin with a table."));
    // Who changed a card from the keyboard goes on at that card.
    if (held !== undefined) this.cards.querySelector(`[data-thing="${CSS.escape(held)}"] summary`)?.focus();
  }

  zone(name, cards, inside, open) {
    return make(
      "details",
      { class: "zone", open },
      make("summary", {}, make("h3", {}, name), ` ${counted(cards.length, "card")}`),
      make("div", { class: "cards" }, cards.map((one) => this.card(one, inside))),
    );
  }

  async draw(view) {
    if (!this.book.drawn) return;
    const found = await this.engine.call("draw").catch(() => ({}));
    if (this.view !== view) return;
    this.drawn = new Set(found.shows);
    if (this.drawn.size) this.arrange(view);
    this.boards.show(found.boards ?? [], view);
  }

  card(one, inside) {
    const within = one.thing === null ? [] : inside(one.thing);
    const focused = one.thing !== null && this.view.focus === one.thing;
    return make(
      "article",
      { class: focused ? "card focused" : "card", "data-thing": String(one.thing), "aria-label": one.name || "The table" },
      make("h4", {}, one.name || "The table"),
      one.kinds.length ? make("p", { class: "kinds" }, one.kinds.join(", ")) : null,
      make("ul", { class: "facts" }, one.facts.map((fact) => make("li", {}, this.fact(fact, one)))),
      within.length ? make("div", { class: "cards inside" }, within.map((other) => this.card(other, inside))) : null,
      one.thing === null ? null : this.about(one, focused),
    );
  }

  about(one, focused) {
    const listed = this.book.sentences.filter((said) => said.stated && one.kinds.some((kind) => said.statement.startsWith(`<${kind}>`)));
    const choose = make("select", { "aria-label": `Say about ${one.name}`, onchange: ({ target }) => {
      if (target.value) this.tell.write(target.value);
      target.value = "";
    } }, make("option", { value: "" }, "Say about it …"), listed.map((said) => {
      const text = said.statement.replace(/^<[^>]*>/, one.name);
      return make("option", { value: text }, text);
    }));
    return make(
      "div",
      { class: "tools" },
      button("This one", () => this.ask("focus", { thing: focused ? null : one.thing }), {
        "aria-pressed": String(focused),
        "aria-label": `This one: ${one.name}`,
        title: "“it” and “this card” mean this one",
      }),
      listed.length ? choose : null,
    );
  }

  fact(fact, card) {
    const opposite = fact.denied ? fact.fact.replace(/^not /, "") : `not ${fact.fact}`;
    const controls = () => [
      ...fact.columns.filter((one) => one.value !== card.thing && this.view.choices[one.sort]).map((one) => this.choice(fact, one)),
      button("Take it back", () => this.ask("change", { forget: [fact.fact], suppose: [] }), { "aria-label": `Take it back: ${fact.say}` }),
      button(fact.denied ? "It is so" : "It is not so", () => this.ask("change", { forget: [fact.fact], suppose: [opposite] }), {
        "aria-label": `${fact.denied ? "It is so" : "It is not so"}: ${fact.say}`,
      }),
    ];
    const found = make("details", { class: "fact" }, make("summary", {}, fact.say));
    found.addEventListener("toggle", () => {
      if (found.open && found.children.length === 1) found.append(make("div", { class: "tools" }, controls()));
    });
    return found;
  }

  choice(fact, column) {
    const options = this.view.choices[column.sort].map((one) =>
      make("option", { value: String(one.value), selected: one.value === column.value }, one.text),
    );
    const change = ({ target }) => {
      const value = this.view.choices[column.sort][target.selectedIndex].value;
      this.ask("exchange", { fact: fact.fact, column: column.number, value });
    };
    return make("label", {}, `${column.noun} `, make("select", { onchange: change }, options));
  }
}

function title(place, zones) {
  if (place) return place.charAt(0).toUpperCase() + place.slice(1);
  return zones > 1 ? "Elsewhere" : "What is stated";
}
