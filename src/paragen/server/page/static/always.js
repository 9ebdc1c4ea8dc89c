// Words that must always be replaced.

import { byId } from "./dom.js";
import { drawChips } from "./chips.js";

const ARTICLE = /^an? /i;
const wordings = new Map(); // by words, what they become
let changed = () => {};

export const alwaysPairs = () => [...wordings];
export function restoreAlways(pairs) {
  pairs.forEach(([from, to]) => wordings.set(from, to));
  drawAlways();
}

export const forcing = () => (wordings.size ? { always: Object.fromEntries(wordings) } : {});

// An edit's words and their replacement, without articles that merely agree with them.
export function pair(before, after) {
  const both = ARTICLE.test(before) && ARTICLE.test(after);
  return [before, after].map((words) => (both ? words.replace(ARTICLE, "") : words).trim());
}

export function always(before, after) {
  const [from, to] = pair(before, after);
  if (from && to) {
    wordings.set(from, to);
    update();
  }
}

// The words on the list that an edit replaced.
const replaced = ({ before }) => {
  const words = [before, before.replace(ARTICLE, "")].map((one) => one.trim().toLowerCase());
  return [...wordings.keys()].filter((from) => words.includes(from.toLowerCase()));
};

export const isAlways = (edit) => replaced(edit).length > 0;

export function notAlways(edit) {
  replaced(edit).forEach((from) => wordings.delete(from));
  update();
}

export function setUpAlways(whenChanged) {
  changed = whenChanged;
  byId("always-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [from, to] = [byId("always-from"), byId("always-to")];
    const empty = [from, to].find((one) => !one.value.trim());
    if (empty) {
      empty.focus();
      return;
    }
    always(from.value, to.value);
    from.value = to.value = "";
    from.focus();
  });
}

function update() {
  drawAlways();
  changed();
}

function drawAlways() {
  const entry = ([from, to]) => ({
    text: `${from} → ${to}`, kind: "always", title: "Stop replacing it", spoken: `Stop replacing ${from} by ${to}`,
    remove: () => {
      wordings.delete(from);
      update();
    },
  });
  drawChips("forced", [...wordings].map(entry), "always-from");
}
