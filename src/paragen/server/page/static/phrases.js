// Words and phrases that the user lists: those that are never used, and those that stay.

import { drawChips } from "./chips.js";
import { byId } from "./dom.js";

export class PhraseList {
  // names: of the elements {form, field, list}; entry(phrase): how one is drawn, see drawChips.
  constructor(names, entry) {
    Object.assign(this, { names, entry });
    this.phrases = [];
    this.changed = () => {};
  }

  // changed(added): called with the phrase that was added, or "" when one was removed.
  setUp(changed) {
    this.changed = changed;
    byId(this.names.form).addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(byId(this.names.field).value);
      byId(this.names.field).value = "";
    });
  }

  add(phrase) {
    const given = phrase.trim();
    if (given && !this.phrases.includes(given)) {
      this.phrases.push(given);
      this.draw();
      this.changed(given);
    }
  }

  restore(phrases) {
    this.phrases = phrases;
    this.draw();
  }

  draw() {
    const remove = (phrase) => {
      this.phrases = this.phrases.filter((one) => one !== phrase);
      this.draw();
      this.changed("");
    };
    const entries = this.phrases.map((phrase) => ({ ...this.entry(phrase), text: phrase, remove: () => remove(phrase) }));
    drawChips(this.names.list, entries, this.names.field);
  }
}

export const blocked = new PhraseList({ form: "block-form", field: "block", list: "blocked" }, (phrase) => ({
  kind: "never", title: "Allow it again", spoken: `Allow ${phrase} again`,
}));

export const kept = new PhraseList({ form: "keep-form", field: "keep", list: "kept" }, (phrase) => ({
  kind: "stays", title: "Let it change again", spoken: `Let ${phrase} change again`,
}));

// The lists as options of a request; inflected: whether the server knows the inflections of the model's language.
export function listed(inflected) {
  const found = {};
  if (blocked.phrases.length) {
    found.blocked = [...blocked.phrases];
    if (inflected && byId("forms").checked) {
      found.block_inflections = true;
    }
  }
  if (kept.phrases.length) {
    found.keep_phrases = [...kept.phrases];
  }
  return found;
}
