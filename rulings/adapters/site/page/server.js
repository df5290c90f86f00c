// Requests to the server of this page. A server that is open to others asks for its token once.

import { make } from "./element.js";

const TOKEN = "rulings-token";
const API = new URL("../v1/", import.meta.url);

/** Send a request; returns its status and what was answered. */
export async function sent(method, path, body) {
  for (;;) {
    const response = await request(method, path, body);
    if (response.status !== 401) return { status: response.status, told: await response.json() };
    await tokenTyped();
  }
}

/** Send a request that nobody waits for, even while the page goes away. */
export function parting(method, path) {
  request(method, path, undefined, true).catch(() => {});
}

function request(method, path, body, keepalive = false) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  return fetch(new URL(path, API), {
    method,
    keepalive,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

let asking = null;

function tokenTyped() {
  asking ??= new Promise((resolve) => {
    const field = make("input", { id: "token", type: "password", autocomplete: "current-password" });
    const dialog = make(
      "dialog",
      { "aria-labelledby": "token-label" },
      make("form", { method: "dialog" }, make("label", { id: "token-label", for: "token" }, "The token of this server"), field, make("button", {}, "Go on")),
    );
    dialog.addEventListener("close", () => {
      sessionStorage.setItem(TOKEN, field.value.trim());
      dialog.remove();
      asking = null;
      resolve();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  return asking;
}

/** Return the game that the address names, or the only one; where there are several, list them. */
export async function chosenGame() {
  const named = new URLSearchParams(location.search).get("game");
  if (named) return named;
  const { status, told } = await sent("GET", "games");
  if (status !== 200) throw new Error(told.detail);
  if (told.length === 1) return told[0].name;
  const links = told.map((one) => make("li", {}, make("a", { href: `?game=${encodeURIComponent(one.name)}` }, one.title)));
  document.getElementById("tabs").hidden = true;
  document.querySelector("main").replaceChildren(make("h2", {}, "Rulebooks"), make("ul", {}, links));
  return null;
}

/** Return what there is to browse of a game. */
export async function bookOf(game) {
  const { status, told } = await sent("GET", `games/${encodeURIComponent(game)}/page`);
  if (status !== 200) throw new Error(told.detail);
  return told;
}
