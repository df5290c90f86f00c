// A proof as a tree that opens step by step.

import { make } from "./element.js";

const LEADS = {
  given: "given",
  assumed: "assumed",
  undefined: "open",
  absent: "not so",
  failed: "does not apply",
  open: "may apply",
  ranking: "to settle it",
};

/** Return the roots of an explanation; `clause` makes the button of a cited clause. */
export function proofOf(explanation, clause) {
  const steps = new Map(explanation.steps.map((one) => [one.id, one]));
  const tree = (ids, level) => make("ul", { class: "proof" }, ids.map((id) => node(steps.get(id), level)));

  function node(step, level) {
    const said = [
      LEADS[step.kind] ? make("span", { class: "kind" }, `${LEADS[step.kind]}: `) : null,
      step.say,
    ];
    const cited = step.clauses.length ? make("span", { class: "cited" }, step.clauses.map(clause)) : null;
    const note = step.note ? make("p", { class: "note" }, step.note) : null;
    if (!step.children.length) return make("li", {}, make("p", {}, said), note, cited);
    // What nobody opens is not made: a proof may have thousands of steps.
    const opened = make("details", { open: level === 0 }, make("summary", {}, said), note, cited);
    let made = false;
    const below = () => {
      if (opened.open && !made) {
        made = true;
        opened.append(tree(step.children, level + 1));
      }
    };
    opened.addEventListener("toggle", below);
    below();
    return make("li", {}, opened);
  }

  return tree(explanation.roots, 0);
}
