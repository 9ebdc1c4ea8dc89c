// The options of every request: the model, how much changes, and forced and blocked wording.

import { forcing } from "./always.js";
import { blocking } from "./blocked.js";
import { byId, element } from "./dom.js";

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
  return { ...found, ...forcing(), ...blocking(inflects()) };
}

export const licences = () => Object.fromEntries((model() ? model().tables : []).map((table) => [table.name, table.licence]));

export function setUpOptions(served, changed) {
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
  adopt();
}

function name() {
  byId("strength-name").textContent = strength();
  byId("strength").setAttribute("aria-valuetext", strength());
}
