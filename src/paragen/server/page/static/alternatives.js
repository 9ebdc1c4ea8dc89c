// The popover of an edit, or of any words: other wordings, where they come from, and possible decisions.

import { ask, plainly } from "./client.js";
import { button, byId, element, plainKey } from "./dom.js";
import { isAlways, licences, model, options, pair } from "./options.js";
import { findMark, isSure, percent, placeOf } from "./result.js";
import { characters, slice } from "./sentences.js";

const MOST = 20; // alternatives of the same words
const NEAR = 8; // of words that overlap them
const LEAST = 0.3; // confidence of those
const SURE = 0.2; // confidence below which alternatives are folded away
let open = null; // {sentence, begin, end, segment, anchor, from}
let decide = null;
let turn = 0;

const box = () => byId("alternatives");
const choices = () => [...byId("alternatives-list").querySelectorAll("button")].filter((one) => one.checkVisibility());

// what: keep, undo, use, always or block; called with a sentence, a span, and a wording, edit or word.
export function setUpAlternatives(decided) {
  decide = decided;
  box().addEventListener("keydown", keys);
  addEventListener("resize", () => open && place());
  box().addEventListener("toggle", (event) => event.newState === "closed" && forget());
  box().addEventListener("focusout", (event) => event.relatedTarget && !box().contains(event.relatedTarget) && close());
}

// Show the alternatives of words of a sentence; from: what has the focus when it closes.
export async function showAlternatives(sentence, begin, end, anchor, from) {
  close();
  const mine = (turn += 1);
  const segment = placeOf(anchor) ? placeOf(anchor).segment : null;
  open = { sentence, begin, end, segment: segment && !["plain", "other"].includes(segment.kind) ? segment : null, anchor, from };
  byId("alternatives-title").textContent = title();
  byId("alternatives-source").textContent = open.segment && open.segment.edit ? source(open.segment) : "";
  byId("alternatives-list").replaceChildren(element("p", "Looking …", "quiet"));
  byId("alternatives-actions").replaceChildren(...actions());
  box().showPopover();
  anchor.setAttribute("aria-expanded", "true");
  place();
  byId("alternatives-actions").querySelector("button")?.focus();
  try {
    const asked = { ...options(), text: sentence.text, rank: model() && model().confidence ? "fit" : "lm" };
    delete asked.strength;
    delete asked.min_confidence;
    if (model() && model().confidence) {
      asked.min_confidence = model().min_confidence ?? 0; // to choose from, less sure ones too
    }
    const { results } = await ask("v1/substitutes", asked);
    if (mine === turn) {
      list(results[0]);
    }
  } catch (problem) {
    if (mine === turn) {
      byId("alternatives-list").replaceChildren(element("p", plainly(problem.message)));
    }
  }
  if (mine === turn) {
    place();
  }
}

export function close() {
  if (open) {
    box().hidePopover();
    forget();
  }
}

function forget() {
  if (open) {
    open.anchor.setAttribute("aria-expanded", "false");
    open = null;
    turn += 1;
  }
}

const words = () => slice(characters(open.sentence.text), open.begin, open.end);

function title() {
  const edit = open.segment && open.segment.edit;
  return edit ? `${edit.before} → ${open.segment.text || "(nothing)"}` : words();
}

function source({ kind, edit }) {
  const parts = kind === "chosen" ? ["your choice"] : kind === "always" ? ["always, wherever it stands"] : [`from ${edit.table}`, edit.licence];
  return [...parts, isSure(edit) ? `${percent(edit.confidence)} sure` : ""].filter(Boolean).join(" · ");
}

function list(found) {
  const { begin, end, segment } = open;
  const shown = segment && segment.edit ? segment.text : null;
  const same = found.filter((one) => one.begin === begin && one.end === end);
  const sure = (one) => (isSure(one) ? one.confidence : 1);
  const near = found
    .filter((one) => one.begin < end && begin < one.end && !same.includes(one) && sure(one) >= LEAST)
    .sort((a, b) => sure(b) - sure(a));
  const [likely, unlikely] = [true, false].map((is) => same.slice(0, MOST).filter((one) => sure(one) >= SURE === is));
  const focused = byId("alternatives-list").contains(document.activeElement) || byId("alternatives-actions").contains(document.activeElement);
  byId("alternatives-list").replaceChildren(
    ...likely.map((one) => choice(one, one.after, one.after === shown)),
    ...folded(unlikely.map((one) => choice(one, one.after, one.after === shown))),
    ...(near.length ? [element("h3", same.length ? "Of other words here" : "Of words here")] : []),
    ...near.slice(0, NEAR).map((one) => choice(one, `${one.before} → ${one.after || "(nothing)"}`, false)),
    ...(same.length || near.length ? [] : [element("p", "The tables know no other words for this.", "quiet")]),
  );
  if (focused && choices().length) {
    (choices().find((one) => one.getAttribute("aria-pressed") === "true") || choices()[0]).focus();
  }
}

// Choices that the model is hardly sure of, to be opened.
function folded(less) {
  if (!less.length) {
    return [];
  }
  const made = element("details");
  made.append(element("summary", `${less.length} more, less than ${percent(SURE)} sure`), ...less);
  made.addEventListener("toggle", () => open && place());
  return [made];
}

function choice(one, label, chosen) {
  const made = button(label || "(nothing)", () => finish("use", one.begin, one.end, one.after));
  made.setAttribute("aria-pressed", String(chosen));
  const of = Object.keys(one.tables).map((name) => (licences()[name] ? `${name} (${licences()[name]})` : name));
  made.append(element("span", isSure(one) ? percent(one.confidence) : "", "sure"), element("small", of.join(", ")));
  return made;
}

function actions() {
  const { sentence, begin, end, segment } = open;
  const found = [];
  const add = (key, label, act) => {
    const made = button(label, act, key);
    made.dataset.key = key;
    found.push(made);
  };
  if (!segment || segment.kind !== "kept") {
    add("K", `Keep “${short(words())}”`, () => finish("keep", begin, end));
  }
  if (canBeAlways(segment)) {
    const label = `Always “${short(segment.text)}” for “${short(segment.edit.before)}”`;
    add("A", label, () => finish("always", begin, end, { before: segment.edit.before, after: segment.text }));
  }
  newWords(segment).forEach((word, i) => add(i ? "" : "B", `Never “${short(word)}”`, () => finish("block", begin, end, word)));
  if (exchange(segment)) {
    const { before, after } = exchange(segment);
    add("E", `Never “${short(before)}” → “${short(after)}”`, () => finish("block", begin, end, `${before} -> ${after}`));
  }
  if (canBeUndone(sentence, segment, begin, end)) {
    add("U", segment && segment.kind === "always" ? "Not always" : "Undo", () => finish("undo", begin, end, segment));
  }
  return found;
}

const short = (text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text);

// Whether an edit can become an "always" entry.
export function canBeAlways(segment) {
  return Boolean(segment && segment.edit) && segment.kind !== "always" && /[\p{L}\p{N}]/u.test(segment.edit.before) && /[\p{L}\p{N}]/u.test(segment.text);
}

// Whether the user has decided about words, here or wherever they occur.
export function canBeUndone(sentence, segment, begin, end) {
  return sentence.decided(begin, end) || Boolean(segment && segment.kind === "always" && isAlways(segment.edit));
}

// The words that an edit inserted, unless they are those of an "always" entry.
export function newWords(segment) {
  if (!segment || !segment.edit || segment.kind === "always") {
    return [];
  }
  const of = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) || [];
  const before = of(segment.edit.before).map((word) => word.toLowerCase());
  const found = [...new Set(of(segment.text).map((word) => word.toLowerCase()))].filter((word) => !before.includes(word));
  const long = found.filter((word) => word.length > 2); // rather than "to" or "of"
  return (long.length ? long : found).slice(0, 3);
}

// The exchange that an edit made, {before, after}, without the words that both have at an end; null if none can be named.
export function exchange(segment) {
  if (!canBeAlways(segment)) {
    return null;
  }
  const [before, after] = pair(segment.edit.before, segment.text).map((words) => words.split(/\s+/u));
  const most = Math.min(before.length, after.length) - 1;
  let [first, last] = [0, 0];
  while (first < most && before[first] === after[first]) {
    first += 1;
  }
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) {
    last += 1;
  }
  const middle = (words) => words.slice(first, words.length - last).join(" ");
  return { before: middle(before), after: middle(after) };
}

function finish(what, begin, end, value) {
  const back = wayBack();
  const { sentence } = open;
  close();
  decide(what, sentence, begin, end, value);
  back();
}

// Restores the focus: redrawing the result may have replaced the mark.
function wayBack() {
  const { sentence, begin, from } = open;
  return () => (from.isConnected ? from : findMark(sentence, begin) || byId("text")).focus();
}

function keys(event) {
  const all = [...choices()];
  const at = all.indexOf(document.activeElement);
  const key = plainKey(event);
  const moves = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 };
  if (key === "Escape") {
    const back = wayBack();
    close();
    back();
  } else if (key in moves && all.length) {
    all.at(moves[key] % all.length).focus();
  } else if (/^[A-Z]$/.test(key)) {
    byId("alternatives-actions").querySelector(`[data-key="${key}"]`)?.click();
  } else {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

// Places it below the words, or above if there is more room, and always within the window's sides.
function place() {
  const anchor = open.anchor.isConnected ? open.anchor : findMark(open.sentence, open.begin); // redrawn meanwhile
  const words = anchor?.getClientRects()[0];
  if (!words) {
    return;
  }
  const { offsetWidth: width, offsetHeight: height } = box();
  const below = words.bottom + 6;
  const above = words.top - 6 - height;
  const top = below + height <= innerHeight || above < 0 ? below : above;
  const left = Math.max(8, Math.min(words.left, document.documentElement.clientWidth - width - 8));
  box().style.top = `${top + scrollY}px`;
  box().style.left = `${left + scrollX}px`;
}
