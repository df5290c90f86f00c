// Elements made from values. Every text becomes a text node: nothing that a rulebook, a link or a
// person says is ever read as HTML.

/** Make an element. `settings` are its attributes; those that begin with "on" are listeners. */
export function make(tag, settings = {}, ...children) {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) found.addEventListener(name.slice(2), value);
    else if (value === true) found.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) found.setAttribute(name, value);
  }
  found.append(...children.flat().filter((one) => one !== null && one !== "").map(asNode));
  return found;
}

/** Put other children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((one) => one !== null).map(asNode));
}

/** A button with a text. */
export function button(text, click, settings = {}) {
  return make("button", { type: "button", onclick: click, ...settings }, text);
}

/** A word of several in number. */
export function counted(number, one, several = `${one}s`) {
  return `${number} ${number === 1 ? one : several}`;
}

function asNode(one) {
  return one instanceof Node ? one : document.createTextNode(String(one));
}
