// The parts of the page as tabs, by pointer and by arrow keys.

/** Make tabs of a list; returns a function that shows a part by its name. */
export function tabs(list) {
  const all = [...list.querySelectorAll("[role=tab]")];

  function show(name, focus = false) {
    for (const tab of all) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
  }

  for (const tab of all) {
    tab.addEventListener("click", () => show(tab.id.slice(4)));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const offered = all.filter((one) => !one.hidden);
      const next = key === "Home" ? 0 : key === "End" ? -1 : offered.indexOf(tab) + step;
      if (Number.isInteger(next)) show(offered.at(next % offered.length).id.slice(4), true);
    });
  }
  return show;
}
