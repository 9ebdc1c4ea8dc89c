// How well annotators agree.

import { byId, complain, element } from "./dom.js";
import { request } from "./request.js";

const percent = (value) => (100 * value).toFixed(1);
const between = (pair, written) => (pair ? ` [${written(pair[0])}, ${written(pair[1])}]` : "");
const plain = (value) => value.toFixed(2);

function row(pair) {
  const made = element("tr");
  const means = pair.annotators.length > 2 ? " (means)" : "";
  const who = element("th", pair.annotators.join(", ") + means + (pair.of === "verdict" ? "" : `: ${pair.of}`));
  who.scope = "row";
  const share = pair.share === null ? "–" : `${percent(pair.share)} %${between(pair.share_interval, percent)}`;
  const kappa = pair.kappa === null
    ? (pair.items ? "undefined: all have the same label" : "–")
    : plain(pair.kappa) + between(pair.kappa_interval, plain);
  made.append(who, element("td", String(pair.items)), element("td", share), element("td", kappa));
  return made;
}

function summary(found) {
  if (found.annotators.length < 2) {
    return found.annotators.length ? "Only one annotator has labelled so far: there is nothing to compare." : "Nobody has labelled yet.";
  }
  if (!found.disputed) {
    return "They disagree on nothing so far.";
  }
  return `They disagree on ${found.disputed} of ${found.questions} questions. Of these, ${found.settled} are settled. ` +
    "To settle them, start paragen label with --settle.";
}

async function start() {
  byId("back-to").href = `./${location.search}`;
  try {
    const found = await request("figures", {});
    byId("summary").textContent = summary(found);
    byId("given").replaceChildren(...found.annotators.map(({ name, labels }) => element("li", `${name}: ${labels}`)));
    byId("pairs").replaceChildren(...found.pairs.map(row));
    byId("compared").hidden = found.pairs.length === 0;
    byId("report").hidden = false;
  } catch (error) {
    complain(error.message);
  }
}

start();
