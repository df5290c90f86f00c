// A board, square by square: pointer, arrow keys and screen readers reach what lies on each.

import { button, fill, make } from "./element.js";

const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Boards {
  /** `table` asks the engine, makes the controls of facts and knows which facts the drawing shows. */
  constructor(place, table) {
    this.place = place;
    this.table = table;
    this.boards = [];
    this.chosen = null;
    this.opened = make("section", { class: "square", "aria-live": "polite", "aria-label": "The square", hidden: true });
  }

  show(boards, view) {
    this.view = view;
    this.boards = boards;
    const held = this.place.contains(document.activeElement) ? document.activeElement.dataset.square : undefined;
    fill(this.place, boards.map((one) => this.board(one)), boards.length ? this.opened : null);
    this.open(boards.flatMap((one) => one.rows.flat().map((square) => ({ ...square, layer: one.layer }))).find((one) => this.is(one)));
    if (held) this.place.querySelector(`[data-square="${CSS.escape(held)}"]`)?.focus();
  }

  is(square) {
    return this.chosen !== null && square.square === this.chosen;
  }

  board(board) {
    const first = board.rows.flat().find((one) => this.is(one)) ?? board.rows.flat().find((one) => one.glyph);
    const rows = board.rows.map((row) =>
      make("tr", {}, make("th", { scope: "row" }, row[0].y), row.map((one) => make("td", {}, this.square(one, board, one === first)))),
    );
    const head = make("tr", {}, make("td", {}), board.columns.map((one) => make("th", { scope: "col" }, one)));
    const grid = make("table", { role: "grid", "aria-label": "The board" }, make("thead", {}, head), make("tbody", {}, rows));
    grid.addEventListener("keydown", (event) => this.move(event, grid));
    return make("div", { class: "board" }, grid);
  }

  square(one, board, reached) {
    const facts = this.facts(one.square);
    const hidden = facts.some((fact) => !this.table.drawn.has(fact.fact));
    const said = facts.map((fact) => fact.say).join(" ") || "nothing is said of it";
    return button(one.glyph, () => {
      this.chosen = this.is(one) ? null : one.square;
      this.show(this.boards, this.view);
    }, {
      class: hidden ? "more" : "",
      "data-square": one.square,
      tabindex: reached ? "0" : "-1",
      "aria-expanded": String(this.is(one)),
      "aria-label": `${one.square}: ${said}`,
      title: said,
    });
  }

  move(event, grid) {
    const step = STEPS[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    const row = grid.tBodies[0].rows[cell.parentElement.sectionRowIndex + step[1]];
    const next = row?.cells[cell.cellIndex + step[0]]?.querySelector("button");
    if (!next) return;
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  facts(square) {
    return this.view.cards.flatMap((card) => card.facts).filter((fact) => fact.columns.some((one) => one.value === square));
  }

  /** Open a square below the board: what is said of it, what else may lie there. */
  async open(square) {
    this.opened.hidden = !square;
    if (!square) return;
    const { layer, x, y } = square;
    const facts = this.facts(square.square);
    const choice = make("select", { disabled: true }, make("option", {}, "…"));
    fill(
      this.opened,
      make("h3", {}, `On ${square.square}`),
      facts.length
        ? make("ul", { class: "facts" }, facts.map((one) => make("li", {}, this.table.fact(one, { thing: square.square }))))
        : make("p", { class: "quiet" }, "Nothing is said of this square."),
      make("label", {}, "Lay on it ", choice),
    );
    const view = this.view;
    const found = await this.table.engine.call("square", { layer, x, y }).catch(() => ({}));
    if (this.view !== view || !this.is(square)) return;
    const nothing = { glyph: "", say: "nothing" };
    const offers = [nothing, ...(found.offers ?? [])];
    fill(choice, make("option", { value: "" }, "choose …"), offers.map((one) => make("option", {}, `${one.glyph} ${one.say}`.trim())));
    choice.disabled = false;
    choice.addEventListener("change", () => {
      const chosen = offers[choice.selectedIndex - 1];
      if (chosen) this.table.ask("put", { layer, x, y, glyph: chosen.glyph });
    });
  }
}
