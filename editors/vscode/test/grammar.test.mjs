// The TextMate grammar colours what the language has; no letter is lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");
const file = new URL("../syntaxes/rulings.tmLanguage.json", import.meta.url);
const engine = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));

async function scopes(lines) {
  await (scopes.ready ??= oniguruma.loadWASM(engine.buffer));
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(readFileSync(file, "utf8"), file.pathname),
  });
  const grammar = await registry.loadGrammar("source.rulings");
  const found = new Map();
  let state = textmate.INITIAL;
  for (const line of lines) {
    const told = grammar.tokenizeLine(line, state);
    state = told.ruleStack;
    for (const one of told.tokens) {
      found.set(line.slice(one.startIndex, one.endIndex).trim(), one.scopes.at(-1));
    }
  }
  return found;
}

test("rules", async () => {
  const found = await scopes([
    "%%% When a card's rule is active.",
    ".type zone < place = { deck }.",
    '.decl active(in C: card) "{C} is active".',
    "@[guide/in-play] @id(own)",
    "active(C) :- zone_of(C, hand), not odd(3), N = count { X : at(X) }. % a note",
    "half(N) :- size(M), N = M % 2.",
  ]);
  const expected = {
    "%%% When a card's rule is active.": "comment.line.documentation.rulings",
    ".type": "keyword.control.directive.rulings",
    zone: "entity.name.type.rulings",
    active: "entity.name.function.rulings",
    card: "support.type.rulings",
    "guide/": "entity.name.namespace.rulings",
    "in-play": "constant.other.reference.link.rulings",
    hand: "constant.other.symbol.rulings",
    not: "keyword.operator.logical.rulings",
    count: "support.function.rulings",
    "% a note": "comment.line.percentage.rulings",
    "%": "keyword.operator.arithmetic.rulings",
    2: "constant.numeric.integer.rulings",
  };
  for (const [text, scope] of Object.entries(expected)) {
    assert.equal(found.get(text), scope, text);
  }
});
