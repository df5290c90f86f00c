// Files that lie beside the page.

/** Return a file as text. */
export async function text(path) {
  return (await response(path)).text();
}

/** Return the bytes of a file that was compressed when the page was written. */
export async function unzipped(path) {
  const stream = (await response(path)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Return the values of such a file that holds JSON. */
export async function json(path) {
  return JSON.parse(new TextDecoder().decode(await unzipped(path)));
}

async function response(path) {
  const found = await fetch(new URL(path, import.meta.url));
  if (!found.ok) throw new Error(`${path} could not be loaded (${found.status}).`);
  return found;
}
