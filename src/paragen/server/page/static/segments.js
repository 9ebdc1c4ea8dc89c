// A paraphrased sentence in pieces: plain text, edits, and kept words.

import { characters, slice } from "./offsets.js";
import { oneLine } from "./texts.js";

function kindOf(sentence, edit) {
  const chosen = sentence.force.some(([begin]) => begin === edit.begin);
  return chosen ? "chosen" : edit.table === "forced" ? "always" : "new";
}

// Pieces in order: {kind: "plain" | "other" (not in the model's language) | "new" | "chosen" | "always" | "kept", text, begin, end, edit}; begin and end: of the source, in characters.
export function segments(sentence, record) {
  const out = characters(record.text);
  const source = characters(sentence.raw);
  const marks = [
    ...record.edits.map((edit) => ({
      kind: kindOf(sentence, edit), begin: edit.begin, end: edit.end, edit,
    })),
    ...sentence.keep.map(([begin, end]) => ({ kind: "kept", begin, end, edit: null })),
  ].sort((a, b) => a.begin - b.begin);
  const found = [];
  let [at, from] = [0, 0]; // in the output, in the source
  const passages = record.other_language || [];
  const plain = (outEnd, end) => {
    for (const until of [...passages.flat().filter((place) => from < place && place < end), end]) {
      const outUntil = until === end ? outEnd : at + until - from;
      const [text, raw] = [slice(out, at, outUntil), slice(source, from, until)];
      const kind = passages.some(([first, last]) => first <= from && until <= last) ? "other" : "plain";
      found.push({ kind, text: oneLine(raw) === text ? raw : text, begin: from, end: until, edit: null }); // line ends stay
      [at, from] = [outUntil, until];
    }
  };
  for (const mark of marks) {
    const shift = at - from;
    const [outBegin, outEnd] = mark.edit
      ? [mark.edit.out_begin, mark.edit.out_end]
      : [mark.begin + shift, mark.end + shift];
    plain(outBegin, mark.begin);
    found.push({ ...mark, text: slice(out, outBegin, outEnd) });
    [at, from] = [outEnd, mark.end];
  }
  plain(out.length, source.length);
  return found.filter((piece) => piece.text || piece.edit);
}
