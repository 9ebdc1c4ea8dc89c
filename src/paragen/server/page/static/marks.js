// The marks of the result by keyboard: arrows move between them, letters decide.

import { canBeAlways, canBeUndone, close, exchange, newWords, showAlternatives } from "./alternatives.js";
import { byId, plainKey } from "./dom.js";
import { marks, placeOf } from "./result.js";

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

export function openMark(mark) {
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
