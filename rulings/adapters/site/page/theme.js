// Light or dark: as the system has it, until somebody chooses.

const KEY = "rulings-theme";

/** Let a button change between light and dark. */
export function theme(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");

  function show() {
    const chosen = stored();
    if (chosen) document.documentElement.dataset.theme = chosen;
    else delete document.documentElement.dataset.theme;
    button.setAttribute("aria-pressed", String((chosen ?? (system.matches ? "dark" : "light")) === "dark"));
  }

  button.addEventListener("click", () => {
    try {
      localStorage.setItem(KEY, button.getAttribute("aria-pressed") === "true" ? "light" : "dark");
    } catch {
      // A browser that keeps nothing stays as the system has it.
    }
    show();
  });
  system.addEventListener("change", show);
  show();
}

function stored() {
  try {
    const found = localStorage.getItem(KEY);
    return found === "light" || found === "dark" ? found : null;
  } catch {
    return null;
  }
}
