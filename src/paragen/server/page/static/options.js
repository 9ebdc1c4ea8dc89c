// The options of every request: the model, how much changes, and forced and blocked wording.

import { forcing } from "./always.js";
import { byId, element } from "./dom.js";
import { listed } from "./phrases.js";

const STRENGTHS = ["light", "medium", "strong"];
let models = [];

export const model = () => models.find((one) => one.name === byId("model").value) || null;
export const strength = () => STRENGTHS[byId("strength").value];

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
