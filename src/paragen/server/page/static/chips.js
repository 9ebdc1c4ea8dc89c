// A list of the user's entries: each is a button that removes it.

import { button, byId, element } from "./dom.js";

// name: of the list; entries: {text, kind, title, spoken, remove}; back: the element to focus after one was removed.
export function drawChips(name, entries, back) {
  byId(name).hidden = !entries.length;
  byId(name).replaceChildren(...entries.map(({ text, kind, title, spoken, remove }) => {
    const taken = () => {
      remove();
      byId(back).focus();
    };
    const made = button(text, taken, "", title);
    made.className = kind;
    made.setAttribute("aria-label", spoken);
    const item = element("li");
    item.append(made);
    return item;
  }));
}
