// Splits a text into blocks at blank lines. Each is split into sentences by itself, so that typing affects one block only.

import { characters, slice } from "./offsets.js";

const BLANK = /\n[^\S\n]*\n\s*/g;

// The blocks and the gaps between them, in order: {text, gap}.
export function blocks(text) {
  const found = [];
  let begin = 0;
  for (const blank of text.matchAll(BLANK)) {
    found.push({ text: text.slice(begin, blank.index), gap: false }, { text: blank[0], gap: true });
    begin = blank.index + blank[0].length;
  }
  found.push({ text: text.slice(begin), gap: false });
  return found.filter((block) => block.text);
}

// The sentences of a block and the gaps between them: {text, gap}; spans: of the sentences, in characters.
export function sentences(block, spans) {
  const chars = characters(block);
  const found = [];
  let at = 0;
  for (const [begin, end] of [...spans, [chars.length, chars.length]]) {
    found.push({ text: slice(chars, at, begin), gap: true }, { text: slice(chars, begin, end), gap: false });
    at = end;
  }
  return found.filter((piece) => piece.text);
}

// A sentence that spans lines, on one line of the same length.
export const oneLine = (text) => text.replace(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/g, " ");
