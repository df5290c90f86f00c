// The worker in which the engine runs: Python in the browser, the program, the prepared rulebook.

import { bytes, unzipped } from "./loading.js";

const began = performance.now();
const times = {};
let desk;

function lap(name) {
  times[name] = Math.round(performance.now() - began);
}

async function begin() {
  const settings = JSON.parse(new TextDecoder().decode(await bytes("./engine/settings.json")));
  const place = new URL(settings.pyodide, import.meta.url).href;
  const [{ loadPyodide }, program, prepared] = await Promise.all([
    import(`${place}pyodide.mjs`),
    bytes("./engine/program.zip"),
    unzipped("./engine/prepared.bin"),
  ]);
  const python = await loadPyodide({ indexURL: place });
  lap("boot");
  python.unpackArchive(program, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  const { Desk } = python.pyimport("rulings.adapters.site.desk");
  lap("import");
  desk = Desk.of(python.toPy(prepared));
  lap("load");
  postMessage({ ready: true, times });
}

onmessage = ({ data }) => {
  try {
    postMessage({ number: data.number, answer: JSON.parse(desk.call(data.request)) });
  } catch (problem) {
    const message = `A mistake of the program: ${String(problem.message).trim().split("\n").pop()}`;
    const problems = [{ code: "", severity: "error", message, hint: "", suggestions: [] }];
    postMessage({ number: data.number, answer: { problems } });
  }
};

begin().catch((problem) => postMessage({ failed: String(problem.message ?? problem) }));
