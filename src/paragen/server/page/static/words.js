// Other wordings of any words: of those clicked in the result, or at the cursor in the text.

import { showAlternatives } from "./alternatives.js";
import { byId } from "./dom.js";
import { openMark } from "./marks.js";
import { characterAt, characters } from "./offsets.js";
import { findMark, placeOf } from "./result.js";

const LETTER = /[\p{L}\p{M}\p{N}'’-]/u;

const text = () => byId("text");

export function setUpWords(asking) {
  byId("result").addEventListener("click", clicked);
  text().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.altKey) {
      event.preventDefault();
      openAtCursor(asking);
    }
  });
}

function around(chars, at) {
  let [begin, end] = [at, at];
  while (begin > 0 && LETTER.test(chars[begin - 1])) {
    begin -= 1;
  }
  while (end < chars.length && LETTER.test(chars[end])) {
    end += 1;
  }
  return [begin, end];
}

function clicked(event) {
  const selection = getSelection();
  if (!selection.isCollapsed) {
    return; // words are being selected, to be copied
  }
  const mark = event.target.closest(".edit");
  if (mark) {
    openMark(mark);
    return;
  }
  const place = placeOf(event.target);
  if (!place || selection.anchorNode?.parentNode !== event.target) {
    return;
  }
  const { sentence, segment } = place;
  const offset = segment.begin + characterAt(segment.text, selection.anchorOffset);
  const [begin, end] = around(characters(sentence.text), offset);
  if (begin < end) {
    showAlternatives(sentence, begin, end, event.target, text());
  }
}

// The sentence at the cursor, and the cursor's place in it, in characters.
export function atCursor(asking) {
  let left = text().selectionStart;
  for (const piece of asking.cut === text().value ? asking.pieces : []) {
    const length = piece.text.length;
    if (!piece.gap && left <= length) {
      return { sentence: piece.sentence, at: characterAt(piece.sentence.text, left) };
    }
    left -= length;
    if (left < 0) {
      return null;
    }
  }
  return null;
}

function openAtCursor(asking) {
  const found = atCursor(asking);
  const [begin, end] = found ? around(characters(found.sentence.text), found.at) : [0, 0];
  if (begin === end) {
    return;
  }
  const { sentence } = found;
  const mark = findMark(sentence, begin);
  if (mark) {
    const { segment } = placeOf(mark);
    showAlternatives(sentence, segment.begin, segment.end, mark, text());
    return;
  }
  const spans = [...byId("result").children].filter((one) => placeOf(one)?.sentence === sentence);
  const anchor = spans.find((one) => placeOf(one).segment.begin <= begin && begin < placeOf(one).segment.end);
  if (anchor) {
    showAlternatives(sentence, begin, end, anchor, text());
  }
}
