for (const [name, open] of [["data-open", true], ["data-close", false]])
  for (const button of document.querySelectorAll(`[${name}]`))
    button.onclick = () =>
      document.querySelectorAll(".why details").forEach((part) => (part.open = open));
addEventListener("beforeprint", () =>
  document.querySelectorAll(".why details").forEach((part) => (part.open = true)));
