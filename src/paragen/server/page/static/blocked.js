// Words that are never to be used.

import { button, byId, element } from "./dom.js";

const words = [];
let changed = () => {};

export const blockedWords = () => [...words];

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
}

function update() {
  byId("blocked").hidden = !words.length;
  byId("blocked").replaceChildren(...words.map((word) => {
    const allow = () => {
      words.splice(words.indexOf(word), 1);
      update();
      byId("block").focus();
    };
    const made = button(word, allow, "", "Allow it again");
    made.setAttribute("aria-label", `Allow ${word} again`);
    const item = element("li");
    item.append(made);
    return item;
  }));
  changed();
}
