// How the user reaches words to change: marks of the result by mouse and keyboard, any other words by mouse or cursor.

import { canBeAlways, canBeUndone, close, exchange, newWords, showAlternatives } from "./alternatives.js";
import { byId, plainKey } from "./dom.js";
import { findMark, marks, placeOf } from "./result.js";
import { characterAt, characters } from "./sentences.js";

export function setUpMarks(decide) {
  byId("result").addEventListener("keydown", (event) => markKeys(event, decide));
  document.addEventListener("keydown", (event) => {
    if (plainKey(event) === "F8" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      close();
      go(event.shiftKey ? -1 : 1);
    }
  });
}

function go(step, all = marks()) {
  if (!all.length) {
    return;
  }
  const at = all.indexOf(document.activeElement);
  const to = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  focusMark(all[to], all);
}

function focusMark(mark, all = marks()) {
  all.forEach((one) => (one.tabIndex = one === mark ? 0 : -1));
  mark.focus();
}

function openMark(mark) {
  const { sentence, segment } = placeOf(mark);
  focusMark(mark);
  showAlternatives(sentence, segment.begin, segment.end, mark, mark);
}

function markKeys(event, decide) {
  const mark = event.target.closest(".edit");
  if (!mark) {
    return;
  }
  const { sentence, segment } = placeOf(mark);
  const act = {
    Enter: () => openMark(mark),
    " ": () => openMark(mark),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Home: () => focusMark(marks()[0]),
    End: () => focusMark(marks().at(-1)),
    Escape: () => byId("text").focus(),
    K: () => segment.kind !== "kept" && decide("keep", sentence, segment.begin, segment.end),
    B: () => newWords(segment).slice(0, 1).forEach((word) => decide("block", sentence, segment.begin, segment.end, word)),
    E: () => exchange(segment) && decide("block", sentence, segment.begin, segment.end, Object.values(exchange(segment)).join(" -> ")),
    A: () => canBeAlways(segment) && decide("always", sentence, segment.begin, segment.end, { before: segment.edit.before, after: segment.text }),
    U: () => canBeUndone(sentence, segment, segment.begin, segment.end) && decide("undo", sentence, segment.begin, segment.end, segment),
  }[plainKey(event)];
  if (act) {
    event.preventDefault();
    act();
  }
}

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
