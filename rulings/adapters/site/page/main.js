// The page: puts its parts together.

import { Asking } from "./asking.js";
import { Browsing } from "./browsing.js";
import { Engine } from "./engine.js";
import { linked, link } from "./link.js";
import { json } from "./loading.js";
import { Remote } from "./remote.js";
import { bookOf, chosenGame } from "./server.js";
import { Table } from "./table.js";
import { tabs } from "./tabs.js";
import { theme } from "./theme.js";

const byId = (id) => document.getElementById(id);
const status = byId("status");

theme(byId("theme"));
const show = tabs(byId("tabs"));
const far = document.querySelector("meta[name=engine]").content === "server";
const book = far ? await fromServer() : await json("./engine/rulebook.bin");
document.title = `${book.title} · rulings`;
document.querySelector("h1").textContent = book.title;
byId("edition").textContent = `${book.about} (${book.edition})`;
byId("program").textContent = `rulings ${book.program} · ${book.sha256.slice(0, 12)}`;

const engine = far ? new Remote(book.game, heard) : new Engine(heard);

function heard(state, message) {
  document.documentElement.dataset.engine = state;
  if (state === "loading") status.textContent = "The engine is being loaded …";
  else if (state === "failed") status.textContent = message;
  else {
    status.textContent = "";
    if (engine.times) document.documentElement.dataset.times = JSON.stringify(engine.times);
  }
}

const browsing = new Browsing(book, {
  book: () => show("book"),
  ask: async (question) => {
    show("ask");
    await asking.say(question);
  },
  open: async (found) => {
    show("ask");
    const situation = book.situations.find((one) => one.name === found.situation);
    await table.begin({ table: situation?.table ?? null, given: found.given });
    await asking.say(found.ask);
  },
});
const table = new Table(book, engine, {
  write: (text) => asking.write(text),
  trouble: (problems) => asking.refused(problems),
});
const asking = new Asking(book, engine, {
  view: (view) => table.show(view),
  clause: (id) => browsing.clause(id),
  change: (facts) => table.ask("change", { forget: [], suppose: facts }),
});

byId("share").addEventListener("click", async () => {
  const address = await link(engine.table, asking.last);
  history.replaceState(null, "", address);
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is copied: it carries the table and the question.";
  } catch {
    status.textContent = "The link is in the address line: it carries the table and the question.";
  }
});

/** Return what there is to browse; where several games could be, wait until one is chosen. */
async function fromServer() {
  try {
    const game = await chosenGame();
    return game ? await bookOf(game) : await new Promise(() => {});
  } catch (problem) {
    status.textContent = problem.message;
    throw problem;
  }
}

async function follow() {
  const found = await linked(location.hash);
  if (found.clause) return browsing.clause(found.clause);
  const situation = book.situations.find((one) => one.name === found.situation);
  const fresh = found.table ?? situation?.table ?? (found.first ? book.situations[0]?.table : null);
  if (fresh || found.ask) await table.begin({ table: fresh ?? null });
  if (found.ask) await asking.say(found.ask);
}

addEventListener("hashchange", follow);
await follow();

if (!far && "serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register("./offline.js").catch(() => {});
}
