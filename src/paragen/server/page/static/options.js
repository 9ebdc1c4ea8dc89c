// The options of every request: the model, how much changes, and the lists of forced, blocked and kept wording.

import { button, byId, element } from "./dom.js";

// A list of entries, each a button that removes it. name: of the list; entries: {text, kind, title, spoken, remove}; back: the element to focus after one was removed.
function drawChips(name, entries, back) {
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

// Words and phrases that the user lists: those that are never used, and those that stay.
class PhraseList {
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
function listed(inflected) {
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

// Words that must always be replaced

const ARTICLE = /^an? /i;
const wordings = new Map(); // by words, what they become
let changed = () => {};

export const alwaysPairs = () => [...wordings];
export function restoreAlways(pairs) {
  pairs.forEach(([from, to]) => wordings.set(from, to));
  drawAlways();
}

const forcing = () => (wordings.size ? { always: Object.fromEntries(wordings) } : {});

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

// The model, and how much changes

const STRENGTHS = ["light", "medium", "strong"];
let models = [];

export const model = () => models.find((one) => one.name === byId("model").value) || null;
const strength = () => STRENGTHS[byId("strength").value];

const inflects = () => Boolean(model()) && model().inflects;

// Only options that differ from the server's own.
export function options() {
  const found = {};
  const chosen = model();
  if (chosen) {
    found.model = chosen.name;
  }
  if (chosen && strength() !== chosen.strength) {
    found.strength = strength();
  }
  if (chosen && chosen.confidence && byId("confidence").value) {
    found.min_confidence = Number(byId("confidence").value);
  }
  return { ...found, ...forcing(), ...listed(inflects()) };
}

export const licences = () => Object.fromEntries((model() ? model().tables : []).map((table) => [table.name, table.licence]));

// What the user has set, to be set again after a reload.
export const chosen = () => ({ model: byId("model").value, strength: strength(), confidence: byId("confidence").value });

export function setUpOptions(served, before, changed) {
  models = served;
  byId("model").replaceChildren(...models.map((one) => element("option", one.name)));
  byId("model-choice").hidden = models.length < 2;
  byId("model").value = models.find((one) => one.default).name;
  const adopt = () => {
    byId("strength").value = STRENGTHS.indexOf(model().strength);
    byId("confidence-choice").hidden = !model().confidence;
    byId("forms-choice").hidden = !inflects();
    name();
  };
  byId("model").addEventListener("change", () => {
    adopt();
    changed();
  });
  byId("strength").addEventListener("input", () => {
    name();
    changed();
  });
  byId("confidence").addEventListener("change", changed);
  if (models.some((one) => one.name === before.model)) {
    byId("model").value = before.model;
  }
  adopt();
  if (STRENGTHS.includes(before.strength)) {
    byId("strength").value = STRENGTHS.indexOf(before.strength);
    name();
  }
  byId("confidence").value = before.confidence || "";
}

function name() {
  byId("strength-name").textContent = strength();
  byId("strength").setAttribute("aria-valuetext", strength());
}
