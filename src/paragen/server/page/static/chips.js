// A list of what the person added: each entry is a button that takes it out again.

import { button, byId, element } from "./dom.js";

// name: of the list; entries: {text, kind, title, spoken, remove}; back: the element that has the focus after one was taken out.
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
