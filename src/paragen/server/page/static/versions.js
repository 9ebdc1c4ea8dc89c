// The n best versions of one sentence, to pick from.

import { ask, plainly } from "./client.js";
import { button, byId, element } from "./dom.js";
import { comparison } from "./result.js";

let current = null;
let shown = ""; // the key of the list
let turn = 0;

export const chooseSentence = (sentence) => (current = sentence);

export function setUpVersions(asking, picked) {
  const again = () => listVersions(asking, picked);
  byId("versions").addEventListener("toggle", again);
  byId("count").addEventListener("change", again);
  return again;
}

async function listVersions(asking, picked) {
  const sentences = asking.sentences;
  if (!sentences.includes(current)) {
    current = sentences[0] || null;
  }
  const n = Number(byId("count").value);
  const key = current ? `${asking.key(current, n)}` : "";
  if (!byId("versions").open || (key && key === shown)) {
    press();
    return;
  }
  shown = key;
  turn += 1;
  const mine = turn;
  byId("versions-list").replaceChildren();
  byId("versions-hint").textContent = current ? "Looking …" : "There is no sentence yet.";
  if (!current) {
    return;
  }
  const sentence = current;
  try {
    const texts = [{ text: sentence.text, keep: sentence.keep, force: sentence.force }];
    const { results } = await ask("v1/paraphrase", { ...asking.options(), texts, n });
    if (mine === turn) {
      byId("versions-list").replaceChildren(...results[0].map((record) => version(sentence, record, picked)));
      byId("versions-hint").textContent = `Of the sentence with the cursor: ${sentence.text}`;
      press();
    }
  } catch (problem) {
    if (mine === turn) {
      byId("versions-hint").textContent = plainly(problem.message);
      shown = "";
    }
  }

  function press() {
    const record = current && asking.record(current);
    for (const one of byId("versions-list").querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(Boolean(record) && one.dataset.text === record.text));
    }
  }
}

function version(sentence, record, picked) {
  const made = button("", () => picked(sentence, record));
  made.dataset.text = record.text;
  made.replaceChildren(...comparison(sentence, record));
  made.setAttribute("aria-label", record.text);
  const item = element("li");
  item.append(made);
  return item;
}
