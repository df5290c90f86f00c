// How a line may go on: a list below it, by pointer and by arrow keys.

import { fill, make } from "./element.js";

const PAUSE = 150;

/** Let the engine complete a line; returns the list, which can be closed. */
export function completing(line, list, engine) {
  const state = { open: false, at: -1, asked: 0, close };
  let timer = 0;

  function close() {
    clearTimeout(timer);
    state.asked++;
    state.open = false;
    state.at = -1;
    list.hidden = true;
    line.setAttribute("aria-expanded", "false");
    line.removeAttribute("aria-activedescendant");
  }

  function show(lines) {
    if (!lines.length) return close();
    fill(
      list,
      lines.map((text, place) =>
        make("li", { role: "option", id: `offer-${place}`, "aria-selected": "false", onpointerdown: (event) => {
          event.preventDefault();
          take(text);
        } }, text),
      ),
    );
    state.open = true;
    state.at = -1;
    list.hidden = false;
    line.setAttribute("aria-expanded", "true");
    line.removeAttribute("aria-activedescendant");
  }

  function take(text) {
    line.value = text.includes("<") || text.endsWith("?") ? text : `${text} `;
    close();
    const start = text.indexOf("<");
    if (start >= 0) line.setSelectionRange(start, text.indexOf(">", start) + 1);
    line.focus();
  }

  function move(step) {
    const options = [...list.children];
    options[state.at]?.setAttribute("aria-selected", "false");
    state.at = (state.at + step + options.length + (state.at < 0 && step < 0 ? 1 : 0)) % options.length;
    options[state.at].setAttribute("aria-selected", "true");
    options[state.at].scrollIntoView({ block: "nearest" });
    line.setAttribute("aria-activedescendant", options[state.at].id);
  }

  async function ask() {
    const number = ++state.asked;
    const found = await engine.call("complete", { prefix: line.value }).catch(() => ({}));
    if (number === state.asked && document.activeElement === line) show(found.lines ?? []);
  }

  line.addEventListener("input", () => {
    clearTimeout(timer);
    if (line.value.trim()) timer = setTimeout(ask, PAUSE);
    else close();
  });
  line.addEventListener("blur", close);
  line.addEventListener("keydown", (event) => {
    if (!state.open) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      event.stopImmediatePropagation();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if ((event.key === "Enter" || event.key === "Tab") && state.at >= 0) {
      event.preventDefault();
      take(list.children[state.at].textContent);
    }
  });
  return state;
}
