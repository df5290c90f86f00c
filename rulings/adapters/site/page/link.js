// Links that carry the table and the question, behind the "#": no server ever sees it.

const LONGEST = 200_000;

/** Return the fragment that brings a table and a question back. */
export async function link(table, ask) {
  return `#t=${await packed(JSON.stringify({ table, ask }))}`;
}

/** Return what a fragment carries: `table`, `ask`, `situation` or `clause`; `first` for nothing. */
export async function linked(fragment) {
  const told = new URLSearchParams(fragment.slice(1));
  if (told.has("t")) {
    try {
      const { table, ask } = JSON.parse(await unpacked(told.get("t")));
      return {
        table: table !== null && typeof table === "object" ? table : null,
        ask: typeof ask === "string" ? ask : "",
      };
    } catch {
      return { first: true };
    }
  }
  const found = { ask: told.get("ask") ?? "", situation: told.get("table"), clause: told.get("clause") };
  return { ...found, first: !found.situation && !found.clause };
}

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(data, (one) => String.fromCharCode(one)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  if (text.length > LONGEST) throw new Error("too long");
  const data = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  let found = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    found += part;
    if (found.length > LONGEST * 10) throw new Error("too long");
  }
  return found;
}
