// Words that are never to be used.

import { byId, element } from "./dom.js";

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
    const button = element("button", word);
    button.type = "button";
    button.title = "Allow it again";
    button.setAttribute("aria-label", `Allow ${word} again`);
    button.onclick = () => {
      words.splice(words.indexOf(word), 1);
      update();
      byId("block").focus();
    };
    const item = element("li");
    item.append(button);
    return item;
  }));
  changed();
}
