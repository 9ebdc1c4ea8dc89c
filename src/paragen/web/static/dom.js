// Shared by all pages: making and finding elements. Text is inserted as text, never as markup.

export function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) {
    made.className = className;
  }
  return made;
}

export const byId = (id) => document.getElementById(id);

export function complain(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}
