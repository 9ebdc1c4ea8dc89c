// The buttons that answer a question, and their keys.

import { button, byId, element } from "./dom.js";
import { capital } from "./render.js";

const LABEL_KEYS = ["1", "2", "3", "4"];
const JUDGEMENT_KEYS = { meaning: ["1", "2"], grammar: ["3", "4"] }; // if these are asked for separately
const UNDECIDED_KEYS = ["5", "6"];
const REASON_KEYS = {
  meaning: "M", grammar: "G", "fixed expression": "F", name: "N", syntactic: "G", semantic: "M", "not a paraphrase": "P",
};

// Builds the buttons of what is asked. act: what they do; returns it by key.
export function buildButtons(about, act) {
  const separate = about.judgements.length > 0;
  const actions = new Map();
  const add = (group, key, text, action, data = {}, title = "") => {
    const made = button(text, action, key, title);
    Object.assign(made.dataset, data);
    group.append(made);
    actions.set(key, action);
    return made;
  };
  for (const { name, asked, good, bad } of about.judgements) {
    const group = element("div", "", "judgement");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", asked);
    group.append(element("span", asked));
    [good, bad].forEach((text, i) => {
      const key = JUDGEMENT_KEYS[name][i];
      add(group, key, capital(text), () => act.judge(name, !i), { judgement: name, good: !i }).className = i ? "bad" : "good";
    });
    byId("labels").append(group);
  }
  const keys = separate ? [null, null, ...UNDECIDED_KEYS] : LABEL_KEYS;
  about.labels.forEach((label, i) => {
    if (keys[i]) {
      add(byId("labels"), keys[i], capital(label), () => act.give(label), { label }).className = ["good", "bad", "open", "open"][i];
    }
  });
  byId("ask-why").parentElement.hidden = separate;
  for (const { name, explained } of separate ? [] : about.reasons) {
    add(byId("reasons"), REASON_KEYS[name], name, () => act.reason(name), {}, explained);
  }
  const on = button("no reason", act.proceed, "Enter", "Go on without a reason");
  on.id = "proceed";
  byId("reasons").append(on);
  return actions;
}
