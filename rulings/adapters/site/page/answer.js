// An answer: verdict, sentence, what it rests on, what would turn it.

import { button, counted, make } from "./element.js";
import { proofOf } from "./proof.js";

/** Return an answer as an element. `asking` says lines and shows clauses. */
export function answerOf(answer, asking, opened = false) {
  const cited = new Map((answer.cited ?? []).map((one) => [one.id, one]));
  const clause = (id) =>
    button(`${cited.get(id)?.short ?? id} · ${cited.get(id)?.section ?? ""}`, () => asking.tell.clause(id), {
      class: "clause",
    });
  const parts = [
    make(
      "p",
      { class: "verdict" },
      make("strong", { class: answer.verdict }, answer.verdict.toUpperCase()),
      " ",
      make("span", {}, answer.say),
    ),
  ];
  if (answer.read_as) parts.push(make("p", { class: "read" }, `Read as: ${answer.read_as}`));
  if (answer.bindings.length) parts.push(bindings(answer.bindings));
  if (answer.explanation?.steps.length) {
    parts.push(
      make("details", { class: "why", open: opened }, make("summary", {}, "Why"), proofOf(answer.explanation, clause)),
    );
  }
  if (answer.assumptions?.length) parts.push(listed("Assumed, because nobody said otherwise", answer.assumptions));
  if (answer.unknown?.length) parts.push(listed("Nobody said", answer.unknown));
  // What turns it, when that is asked, takes the place of what settles it.
  const turning = make("div", { class: "turning" }, answer.settle?.length ? ways("What would settle it", answer.settle, asking) : null);
  parts.push(turning);
  const printed = (answer.clauses ?? []).map((id) => asking.printed(id, ": ", clause(id))).find(Boolean);
  if (printed) parts.push(printed);
  if (answer.clauses?.length) {
    parts.push(
      make("details", { class: "cited", open: answer.reason === "printed" },
        make("summary", {}, `${answer.reason === "printed" ? "Printed about it:" : "It rests on"} ${counted(answer.clauses.length, "clause")}`),
        make("ul", {}, answer.clauses.map((id) => make("li", {}, clause(id), " ", cited.get(id)?.gist ?? "")))),
    );
  }
  parts.push(further(answer, asking, turning));
  return make("div", { class: "answer" }, parts);
}

/** Return findings as elements: what is wrong, what to do, what to say instead. */
export function problemsOf(problems, offers, asking) {
  return problems.map((one, place) => {
    const instead = place === 0 && offers.length ? offers : one.suggestions;
    return make(
      "div",
      { class: `problem ${one.severity}` },
      make("p", {}, one.message),
      instead.length ? make("p", {}, "You can say:") : make("p", {}, one.hint),
      instead.length ? sayable(instead, asking) : null,
      one.printed ? make("p", {}, "Printed about it:") : null,
      one.printed ? make("ul", {}, one.printed.map((text) => make("li", {}, text))) : null,
    );
  });
}

function sayable(sentences, asking) {
  return make("ul", { class: "offered" }, sentences.map((text) => make("li", {}, button(text, () => asking.say(text)))));
}

function bindings(found) {
  const sure = found.filter((one) => one.verdict === "yes");
  const open = found.filter((one) => one.verdict !== "yes");
  const names = (some) => make("ul", { class: "names" }, some.map((one) => make("li", {}, one.names.join(", "))));
  return make(
    "div",
    {},
    sure.length ? names(sure) : null,
    open.length ? make("p", {}, "Perhaps:") : null,
    open.length ? names(open) : null,
  );
}

function listed(title, texts) {
  return make("details", {}, make("summary", {}, `${title} (${texts.length})`), make("ul", {}, texts.map((text) => make("li", {}, text))));
}

function ways(title, found, asking) {
  const shown = found.map((way) =>
    make(
      "li",
      {},
      make("strong", { class: way.verdict }, way.verdict.toUpperCase()),
      ` if ${way.say.join(" and ")}. `,
      button("Make it so", () => asking.tell.change(way.facts), { "aria-label": `Make it so: ${way.say.join(" and ")}` }),
    ),
  );
  return make("div", { class: "ways" }, make("h4", {}, title), make("ul", {}, shown));
}

function further(answer, asking, place) {
  const tools = make("div", { class: "tools" });
  if (!answer.bindings.length && answer.number === null) {
    tools.append(
      button("What would turn it?", async ({ target }) => {
        target.disabled = true;
        // The engine turns the question that was answered last: ask this one again first.
        if (asking.last !== answer.question) await asking.engine.call("say", { line: answer.question });
        const found = await asking.engine.call("turn");
        const none = make("p", {}, `No change was found that turns it: ${counted(found.tried ?? 0, "changed table")} tried.`);
        place.replaceChildren(
          ...(found.problems ? problemsOf(found.problems, [], asking) : [found.ways.length ? ways("What would turn it", found.ways, asking) : none]),
        );
      }),
    );
  }
  tools.append(
    button("What if …", () => asking.write(`what if <something else is so>: ${answer.question}`)),
  );
  return tools;
}
