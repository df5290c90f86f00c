// A clause as printed: the passage, or its page with the passage marked in it.

import { make } from "./element.js";

/** Return a function that makes a figure of a clause as printed, null where nothing is shown. */
export function printing(book) {
  const pages = new Map(book.documents.map((one) => [one.id, one.pages]));

  /** `around` is how many lines of the page stand around the passage; `title` comes first. */
  return (clause, around, ...title) => {
    const found = clause?.passage;
    if (!found) return null;
    const lines = pages.get(clause.document)?.[found.page];
    const where = lines ? `As printed on page ${found.page}` : "As printed";
    const text = lines ? onPage(lines, found, around) : make("mark", {}, found.text);
    return text && make("figure", {}, make("figcaption", {}, where, ...title), make("blockquote", {}, text));
  };
}

function onPage(lines, { text, first, last }, around) {
  const marked = first <= last;
  // Where the passage stands on no line of its own, the whole page would say too much.
  if (!marked && around < lines.length) return text ? make("mark", {}, text) : null;
  if (!marked) return [lines.join("\n").trim()];
  const before = lines.slice(Math.max(0, first - around), first).join("\n").trimStart();
  const after = lines.slice(last + 1, last + 1 + around).join("\n").trimEnd();
  return [before, before && "\n", make("mark", {}, lines.slice(first, last + 1).join("\n").trim()), after && "\n", after];
}
