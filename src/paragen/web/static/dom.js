// Shared by all pages: making and finding elements. Text is inserted as text, never as markup.

export function element(tag, text = "", className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className) {
    made.className = className;
  }
  return made;
}

// A button; key: its keyboard shortcut, if any.
export function button(text, action, key = "", title = "") {
  const made = element("button");
  made.type = "button";
  made.title = title;
  made.append(...(key ? [element("kbd", key)] : []), element("span", text));
  made.addEventListener("click", action);
  return made;
}

const TAGS = { old: "del", new: "ins" };

// Parts of a sentence, [kind, text], as elements: "old" was deleted, "new" inserted.
export const marked = (parts, tags = TAGS) => parts.map(([kind, text]) => element(tags[kind] || "span", text, kind));

export const byId = (id) => document.getElementById(id);

// The key that was pressed, letters as capitals; "" with Control, Alt or Meta: those are the browser's shortcuts.
export function plainKey(event) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return event.ctrlKey || event.altKey || event.metaKey ? "" : key;
}

export function complain(text) {
  byId("problem").textContent = text;
  byId("problem").hidden = !text;
}
