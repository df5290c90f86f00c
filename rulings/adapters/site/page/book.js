// The literate rulebook, in the order of the printed one, with its rules and its questions.

import { button, make } from "./element.js";

/** Fill the part "book"; return a function that shows a clause there, null where there is no book. */
export function bookOf(book, tell) {
  const part = document.getElementById("part-book");
  const clauses = new Map(book.clauses.map((one) => [one.id, one]));
  const places = new Map();
  const shown = {
    heading: (one) => make(`h${Math.min(one.level + 1, 4)}`, {}, one.text),
    prose: (one) => make("p", {}, one.text),
    rules: (one) => make("details", {}, make("summary", {}, "The rules"), make("pre", {}, make("code", {}, one.text))),
    clause: (one) => {
      const found = clauses.get(one.text);
      if (!found) return null; // not in force in this edition
      const place = make("blockquote", { tabindex: "-1" }, make("p", {}, found.gist), button(one.text, () => tell.clause(one.text), { class: "clause" }));
      places.set(one.text, place);
      return place;
    },
    cases: (one, topic) => {
      const ids = one.text.split("\n");
      const named = book.cases.filter((test) => test.topic === topic && ids.some((id) => test.id === id || test.id.startsWith(`${id}-`)));
      return make("ul", {}, named.map((test) => make("li", {}, button(test.ask, () => tell.open(test)), ` ${test.expect}`)));
    },
  };
  for (const one of book.books) {
    part.append(...one.parts.map((piece) => shown[piece.kind](piece, one.topic)).filter((piece) => piece !== null));
  }
  document.getElementById("tab-book").hidden = !book.books.length;
  return (id) => {
    const place = places.get(id);
    return place ? () => {
      tell.show();
      place.scrollIntoView({ block: "center" });
      place.focus({ preventScroll: true });
    } : null;
  };
}
