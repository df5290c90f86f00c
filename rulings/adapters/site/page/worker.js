// The worker in which the engine runs: Python in the browser, the program, the prepared rulebook.

import { text, unzipped } from "./loading.js";

const began = performance.now();
const times = {};
let desk;

function lap(name) {
  times[name] = Math.round(performance.now() - began);
}

async function begin() {
  const settings = JSON.parse(await text("./engine/settings.json"));
  const place = new URL(settings.pyodide, import.meta.url).href;
  const [{ loadPyodide }, importer, program, prepared] = await Promise.all([
    import(`${place}pyodide.mjs`),
    text("./engine/packed_import.py"),
    unzipped("./engine/program.bin"),
    unzipped("./engine/prepared.bin"),
  ]);
  const python = await loadPyodide({ indexURL: place });
  lap("boot");
  python.runPython(importer);
  const sources = python.pyimport("json").loads(new TextDecoder().decode(program));
  python.globals.get("PackedImporter")(sources).begin();
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
