// Words that are never to be used.

import { byId } from "./dom.js";
import { drawChips } from "./chips.js";

const words = [];
let changed = () => {};

// The blocked words as options of a request; inflected: whether the server knows the inflections of the model's language.
export function blocking(inflected) {
  const found = words.length ? { blocked: [...words] } : {};
  return words.length && inflected && byId("forms").checked ? { ...found, block_inflections: true } : found;
}

export function block(word) {
  const given = word.trim();
  if (given && !words.includes(given)) {
    words.push(given);
    update();
  }
}

export function setUpBlocked(whenChanged) {
  changed = whenChanged;
  byId("block-form").addEventListener("submit", (event) => {
    event.preventDefault();
    block(byId("block").value);
    byId("block").value = "";
  });
  byId("forms").addEventListener("change", () => words.length && changed());
}

function update() {
  const entry = (word) => ({
    text: word, kind: "never", title: "Allow it again", spoken: `Allow ${word} again`,
    remove: () => {
      words.splice(words.indexOf(word), 1);
      update();
    },
  });
  drawChips("blocked", words.map(entry), "block");
  changed();
}
